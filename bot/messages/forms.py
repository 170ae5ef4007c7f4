"""A command that still asks for something, as a form. The form carries the command, so it survives a restart.

A private refusal shows what was typed, and its button reads it back from there: nothing is kept anywhere else, so the
form can be opened again as it was filled in after a restart too.
"""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType, UnionType
from typing import Any, Literal, Union, cast, get_args, get_origin

import discord
from annotated_types import MaxLen

from bot.base.deeds import Standing
from bot.base.language import said_by_any, say, say_plain
from bot.engine.request import Answer, Correct, Request, TakeOffer, one_each
from bot.messages.embeds import Colour, cut
from bot.messages.interaction import LONGEST_ID, NUMBER, OWN_LETTERS, Form, Typed, compact, old_form, read_fields
from rules.campaign import Campaign
from rules.command import Offer, is_several, label_of
from rules.errors import DiceWanted
from rules.line import in_turn, line

MOST_OPTIONS = 25
LONGEST_LINE = 300
"""What can be longer is written on several lines."""
PREFIX = "adj:form:"
DICE = "dice"
DICE_LABEL = "Your dice"
# what the rest of a form's id is: the key of an offer, of one in a hand, a command, or the number of a result
KEY, OWN, COMMAND, RESULT = "key", "own", "ask", "fix"
YES_NO = {"Yes": "true", "No": "false"}
MOST_RADIOS = 4
MOST_BOXES = 10
"""So many boxes to tick fit into a field."""
Option = tuple[str, str]
"""What is shown, and what it stands for."""
EMPTY = "–"


@dataclass(frozen=True, slots=True)
class FilledForm:
    """A form that was filled in: what it asks for in which campaign, and the dice that were typed."""

    campaign: int
    request: Request | Correct
    dice: str | None
    in_hand: bool = False


def offer_form(
    id_: int, offer: Offer, *, with_dice: bool, in_hand: bool = False, typed: Mapping[str, str] = MappingProxyType({})
) -> discord.ui.Modal:
    """Return the form of an offer: its inputs and, ``with_dice``, the dice that it may roll on the players' table.

    If there are other inputs, the dice are optional, because the answers can decide that nothing is rolled. The id
    carries the key of the offer, so the form is stale when the offer is. ``typed`` is what the player filled in before.
    """
    kind = OWN if in_hand else KEY
    fields = [_field(offer, name, typed.get(name)) for name in offer.inputs]
    if with_dice:
        fields.append(_dice_field(offer.dice, required=not offer.inputs, typed=typed.get(DICE)))
    return Form(_title(offer), f"{PREFIX}{id_}:{kind}:{offer.key}", *fields)


def result_form(id_: int, offer: Offer, number: int) -> discord.ui.Modal:
    """Return the form that corrects the result of an entry: what it took in, as the ``offer`` has it."""
    return Form(_title(offer), f"{PREFIX}{id_}:{RESULT}:{number}", *(_field(offer, name) for name in offer.inputs))


def dice_form(
    id_: int, campaign: Campaign, user: int, request: Request, wanted: DiceWanted, *, in_hand: bool = False
) -> discord.ui.Modal | None:
    """Return a form for the dice that a command wants from the players' table; None where dice were given already, or
    the command is too long to be carried in the form's id.
    """
    if wanted.given:
        return None
    dice = in_turn(wanted.wanted)
    if isinstance(request, TakeOffer):
        offer = campaign.find_offer(user, request.key)
        asked = replace(offer, dice=offer.dice or dice)
        return offer_form(id_, asked, with_dice=True, in_hand=in_hand)
    command = campaign.read_command(request)
    given = {"type": command.type} | command.model_dump(mode="json", exclude_defaults=True)
    custom_id = f"{PREFIX}{id_}:{COMMAND}:{compact(given)}"
    if len(custom_id) > LONGEST_ID - OWN_LETTERS:
        return None
    return Form(say("Roll on your table"), custom_id, _dice_field(dice, required=True))


def read_form(custom_id: str, data: Mapping[str, Any]) -> FilledForm:
    """Return what a form that was filled in asks for.

    Raises ``NotNow`` for a form of another version.
    """
    answers = _answers_in(data)
    dice = one_each(answers).get(DICE)
    answers.pop(DICE, None)
    found = re.fullmatch(rf"{PREFIX}({NUMBER}):(\w+):(.*)", custom_id, re.DOTALL)
    if found is None:
        raise old_form()
    id_, kind, rest = found.groups()
    if kind == RESULT:
        return FilledForm(int(id_), Correct(int(rest), answers), None)
    request: Request = {**read_fields(rest), **one_each(answers)} if kind == COMMAND else TakeOffer(rest, answers)
    return FilledForm(int(id_), request, dice, in_hand=kind == OWN)


def typed_in(data: Mapping[str, Any]) -> Typed:
    """Return what was filled into the fields of a form, by their names, the first of what was chosen."""
    return Typed(one_each(_answers_in(data)))


def chosen_in(name: str, data: Mapping[str, Any]) -> tuple[str, ...]:
    """Return all that was chosen in a field of a form that was filled in."""
    chosen = _answers_in(data).get(name, ())
    return (chosen,) if isinstance(chosen, str) else tuple(chosen)


def _answers_in(data: Mapping[str, Any]) -> dict[str, Answer]:
    return dict(_answers(data.get("components", ())))


def _title(offer: Offer) -> str:
    """Return the title of an offer's form: the text of its button, or the offer's name if that is a single word."""
    words = say_plain(offer.label)
    return (words if " " in words else say_plain(offer.name)).removesuffix("…")


def _dice_field(dice: str, *, required: bool, typed: str | None = None) -> discord.ui.Label[Any]:
    box: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=DICE, placeholder="4 3 6", max_length=100, required=required, default=typed or None
    )
    label = line("{label}: {dice}", label=DICE_LABEL, dice=dice) if dice else DICE_LABEL
    return discord.ui.Label(text=say(label)[:45], component=box)


def _field(offer: Offer, name: str, typed: str | None = None) -> discord.ui.Label[Any]:
    command, question = offer.command, offer.questions.get(name)
    info = type(command).model_fields[name]
    label = _label(offer, name)
    now = getattr(command, name) if typed is None else typed
    options = options_of(offer, name)
    now = " ".join(now) if isinstance(now, tuple) else now
    box: discord.ui.Item[Any]
    if is_several(type(command), name) and 0 < len(options) <= MOST_OPTIONS:
        listed = [(say_plain(each.label), each.value, say_plain(each.detail)) for each in offer.of(name)]
        box = several_field(name, listed, getattr(command, name), offer.most or len(listed))
    elif 0 < len(options) <= MOST_OPTIONS:
        proposed = str(now).lower() if isinstance(now, bool) else str(now)
        shown = [(say_plain(label), value) for label, value in options.items()]
        box = choice_field(name, shown, proposed, required=info.is_required())
    else:
        is_blank = now in (None, "") or (typed is None and name in offer.unproposed)
        default = None if is_blank else str(now)
        longest = next((part.max_length for part in info.metadata if isinstance(part, MaxLen)), 200)
        box = text_field(name, longest, default, required=info.is_required())
    return discord.ui.Label(
        text=say_plain(label)[:45],
        description=cut(say_plain(question or info.description or "")) or None,
        component=box,
    )


def text_field(name: str, longest: int, default: str | None, *, required: bool) -> discord.ui.TextInput[Any]:
    """Return a field in which something is typed, on several lines if it can be long."""
    style = discord.TextStyle.long if longest > LONGEST_LINE else discord.TextStyle.short
    return discord.ui.TextInput(custom_id=name, default=default, max_length=longest, required=required, style=style)


def options_of(offer: Offer, name: str) -> dict[str, str]:
    """Return the words for each value of an input, or nothing if the user types the value."""
    info = type(offer.command).model_fields[name]
    return {choice.label: choice.value for choice in offer.of(name)} or _options(info.annotation)


def _options(annotation: Any) -> dict[str, str]:
    """Return the choices of a field, or nothing if the user types its value."""
    if annotation is bool:
        return YES_NO
    if get_origin(annotation) is Literal:
        return {str(choice): str(choice) for choice in get_args(annotation)}
    if get_origin(annotation) in (Union, UnionType):
        return next(filter(None, map(_options, get_args(annotation))), {})
    return {}


def _answers(components: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, Answer]]:
    for component in components:
        inside = component.get("components") or ([component["component"]] if "component" in component else [])
        yield from _answers(cast(Sequence[Mapping[str, Any]], inside))
        if component.get("value") is not None:
            yield component["custom_id"], str(component["value"])
        elif "values" in component:
            yield component["custom_id"], tuple(component["values"])


# ---- fields in which something is chosen: little stands in sight, much in a list ----


def choice_field(
    name: str, options: Sequence[Option], chosen: str | None, *, required: bool, as_list: bool = False
) -> discord.ui.RadioGroup[Any] | discord.ui.Select[Any]:
    """Return a field whose value is one of some options; ``chosen`` is proposed. ``as_list`` keeps many of a kind in a
    list, however few they are at the moment.
    """
    shown = [(cut(label), value[:100]) for label, value in options]
    if 1 < len(shown) <= MOST_RADIOS and not as_list:
        radios = [discord.RadioGroupOption(label=label, value=value, default=value == chosen) for label, value in shown]
        return discord.ui.RadioGroup(custom_id=name, options=radios, required=required)
    listed = [discord.SelectOption(label=label, value=value, default=value == chosen) for label, value in shown]
    return discord.ui.Select(custom_id=name, options=listed, required=required, min_values=int(required))


def several_field(
    name: str, options: Sequence[tuple[str, str, str]], chosen: Container[str], most: int
) -> discord.ui.CheckboxGroup[Any] | discord.ui.Select[Any]:
    """Return a field in which several of some options are chosen, at most so many; each has its label, its value and
    its detail, and those ``chosen`` are proposed.
    """
    parts: list[dict[str, Any]] = [
        {"label": cut(label), "value": value[:100], "description": cut(detail) or None, "default": value in chosen}
        for label, value, detail in options
    ]
    most = min(most, len(parts))
    if len(parts) <= MOST_BOXES:
        boxes = [discord.CheckboxGroupOption(**each) for each in parts]
        return discord.ui.CheckboxGroup(custom_id=name, options=boxes, min_values=0, max_values=most, required=False)
    listed = [discord.SelectOption(**each) for each in parts]
    return discord.ui.Select(custom_id=name, options=listed, min_values=0, max_values=most, required=False)


# ---- a form that was refused ----


def refused_form(
    offer: Offer, typed: Mapping[str, str], sentence: str, standing: Standing = Standing.NOTHING
) -> discord.Embed:
    """Return what is wrong with a form, and what was typed, field by field. Where several things are chosen, they are
    proposed as they were before. That nothing was done is said only if that is how it is ``standing``.
    """
    title = say("Nothing was done") if standing is Standing.NOTHING else None
    embed = discord.Embed(title=title, description=say(sentence)[:4000], colour=Colour.ANSWER)
    for name, text in typed.items():
        if is_several(type(offer.command), name):
            continue
        shown = _shown(offer, name)
        embed.add_field(name=say(_label(offer, name)), value=say(shown[text]) if text in shown else text[:1000])
    return embed


def reopened_form(
    id_: int, offer: Offer, refusal: Mapping[str, Any], *, by_hand: bool, in_hand: bool
) -> discord.ui.Modal:
    """Return the refused form with what the user filled in, and a field for dice ``by_hand`` if it had one."""
    had_dice = any(field["name"] in said_by_any(DICE_LABEL) for field in refusal.get("fields", ()))
    typed = typed_before(offer, refusal) if refusal else {}
    with_dice = by_hand and (had_dice or bool(offer.dice))
    return offer_form(id_, offer, with_dice=with_dice, in_hand=in_hand, typed=typed)


def typed_before(offer: Offer, embed: Mapping[str, Any]) -> dict[str, str]:
    """Return what was typed, by the names of the fields, as the refusal shows it."""
    one_each = (name for name in offer.inputs if not is_several(type(offer.command), name))
    return {name: read_back(embed, _label(offer, name), _shown(offer, name)) for name in (*one_each, DICE)}


def read_back(refusal: Mapping[str, Any], label: str, words: Mapping[str, str]) -> str:
    """Return what was filled into a field, as the refusal shows it: the value of the words, or what was typed."""
    shown: dict[str, str] = {field["name"]: field["value"] for field in refusal.get("fields", ())}
    text = next((shown[said] for said in said_by_any(label) if said in shown), EMPTY)
    return next((value for value, said in words.items() if text in said_by_any(said)), text)


def _shown(offer: Offer, name: str) -> dict[str, str]:
    """Return what stands in the refusal for a value: a dash for nothing, and words for what is chosen."""
    return {"": EMPTY} | ({} if name == DICE else {value: label for label, value in options_of(offer, name).items()})


def _label(offer: Offer, name: str) -> str:
    return DICE_LABEL if name == DICE else offer.labels.get(name) or label_of(type(offer.command), name)
