"""The form of an entry of a menu: a field for each thing that it asks for, as it stands now, and what was filled in."""

from collections.abc import Container, Mapping, Sequence
from typing import Any

import discord
from discord import AppCommandOptionType, app_commands

from bot.base.language import say, say_plain
from bot.messages.autocomplete import Choices
from bot.messages.embeds import Colour, cut
from bot.messages.forms import EMPTY, choice_field, read_back, text_field
from bot.messages.interaction import Form
from rules.errors import NotThere

MOST_FIELDS = 5
LONGEST_NUMBER = 9
OTHER = "+"
"""What follows the name of a field in which something else can be typed than what its list has room for."""
YES_NO = [app_commands.Choice(name="Yes", value="True"), app_commands.Choice(name="No", value="False")]
OBJECTS = {AppCommandOptionType.user: "<@{}>", AppCommandOptionType.channel: "<#{}>"}
"""What is chosen as an object of Discord, and how a message names it."""
Offered = Mapping[str, Choices]
Now = Mapping[str, Any]
Parameters = Sequence[app_commands.Parameter]


def entry_form(
    custom_id: str, label: str, about: str, parameters: Parameters, offered: Offered, others: Container[str], now: Now
) -> discord.ui.Modal:
    """Return a form with a field for each parameter. What can be chosen from a list is chosen from it; for ``others``,
    which have more than a list has room for, something else can be typed below it.
    """
    fields = [field for each in parameters for field in _fields(each, offered, others, now)]
    head = [discord.ui.TextDisplay[Any](say(about))] if len(fields) < MOST_FIELDS else []
    return Form(say_plain(label).removesuffix("…"), custom_id, *head, *fields[:MOST_FIELDS])


def _fields(
    parameter: app_commands.Parameter, offered: Offered, others: Container[str], now: Now
) -> list[discord.ui.Label[Any]]:
    name, about = parameter.display_name, cut(say(str(parameter.description)))
    value = now.get(name, parameter.default if parameter.default is not discord.utils.MISSING else None)
    found = _offered(parameter, offered, value)
    text = say(field_label(parameter))
    if found is None:
        return [discord.ui.Label(text=text, description=about, component=_written(parameter, value))]
    has_other = name in others
    if not (found or has_other or not parameter.required):
        raise NotThere("There is nothing that you can choose for that now.")
    fields = list[discord.ui.Label[Any]]()
    if found:
        required = parameter.required and not has_other
        shown = [(say(each.name), str(each.value)) for each in found]
        box = choice_field(name, shown, str(value), required=required, as_list=name in offered)
        fields.append(discord.ui.Label(text=text, description=about, component=box))
    if has_other:
        other: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id=name + OTHER, required=False, max_length=100, default=_text(now.get(name + OTHER))
        )
        label = say("Or one that is not in the list") if found else text
        fields.append(discord.ui.Label(text=label, component=other))
    return fields


def _offered(
    parameter: app_commands.Parameter, offered: Offered, value: Any
) -> Sequence[app_commands.Choice[Any]] | None:
    """Return the choices of a parameter, or None if the user types it or it has a field of its own kind."""
    if parameter.display_name in offered:
        return [*{str(each.value): each for each in reversed(offered[parameter.display_name])}.values()][::-1]
    if parameter.type is AppCommandOptionType.boolean and not isinstance(value, bool):
        return YES_NO
    return parameter.choices or None


def _written(parameter: app_commands.Parameter, value: Any) -> discord.ui.Item[Any]:
    """Return the field of something that no list holds. A form with a chosen user or channel closes on some clients."""
    name, required = parameter.display_name, parameter.required
    match parameter.type:
        case AppCommandOptionType.boolean:
            return discord.ui.Checkbox(custom_id=name, default=bool(value))
        case AppCommandOptionType.user:
            return discord.ui.UserSelect(custom_id=name, required=required, min_values=int(required))
        case AppCommandOptionType.channel:
            types = [*parameter.channel_types]
            return discord.ui.ChannelSelect(
                custom_id=name, channel_types=types, required=required, min_values=int(required)
            )
        case AppCommandOptionType.attachment:
            return discord.ui.FileUpload(custom_id=name, required=required)
        case AppCommandOptionType.integer:
            return discord.ui.TextInput(
                custom_id=name, required=required, max_length=20, placeholder=_borders(parameter), default=_text(value)
            )
        case _:
            return text_field(name, int(parameter.max_value or 200), _text(value), required=required)


def _text(value: Any) -> str | None:
    return None if value in (None, "") else str(value)


def _borders(parameter: app_commands.Parameter) -> str | None:
    low, high = parameter.min_value, parameter.max_value
    return None if high is None else f"{low or 0}–{high}"


def field_label(parameter: app_commands.Parameter) -> str:
    """Return what the form calls a parameter."""
    name = parameter.display_name.replace("_", " ")
    return f"{name[:2].upper()}s" if name in ("sps", "eps") else name.capitalize()


# ---- what was filled in ----


def given_by(interaction: Any, parameters: Parameters, typed: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments that a filled form makes, by the names that the code has for them. Raises ``NotThere``."""
    options: list[Any] = []
    for each in parameters:
        value = typed.get(each.display_name + OTHER) or typed.get(each.display_name)
        if value not in (None, ""):
            options.append({"type": each.type.value, "name": each.display_name, "value": _read(each, value)})
    resolved: Any = (interaction.data or {}).get("resolved", {})
    found = vars(app_commands.Namespace(interaction, resolved, options))
    for each in parameters:
        if each.required and each.display_name not in found:
            raise NotThere("{field} is missing.", field=say(field_label(each)))
    return {each.name: found[each.display_name] for each in parameters if each.display_name in found}


def _read(parameter: app_commands.Parameter, value: Any) -> Any:
    if parameter.type is AppCommandOptionType.boolean:
        return str(value).casefold() == "true"
    if parameter.type is not AppCommandOptionType.integer:
        return str(value)
    low, high = parameter.min_value, parameter.max_value
    text = str(value).strip()
    number = int(text) if text.removeprefix("-").isdecimal() and len(text) <= LONGEST_NUMBER else None
    if number is None or (low is not None and number < low) or (high is not None and number > high):
        field, borders = say(field_label(parameter)), _borders(parameter)
        if borders is None:
            raise NotThere("{field} must be a whole number.", field=field)
        raise NotThere("{field} must be a whole number, {borders}.", field=field, borders=borders)
    return number


# ---- a form that was refused ----


def refused_entry(parameters: Parameters, typed: Mapping[str, Any], sentence: str, offered: Offered) -> discord.Embed:
    """Return what is wrong with a form and what each of its fields held, with a choice as its list names it."""
    embed = discord.Embed(title=say("Nothing was done"), description=say(sentence)[:4000], colour=Colour.ANSWER)
    for each in parameters:
        if each.type is AppCommandOptionType.attachment:  # a file is given anew
            continue
        value = str(typed.get(each.display_name + OTHER) or typed.get(each.display_name) or "")
        words = OBJECTS.get(each.type, "{}").format(value) if value else EMPTY
        chosen = {str(choice.value): say(choice.name) for choice in _offered(each, offered, None) or ()}
        shown = chosen.get(value, words)
        embed.add_field(name=say(field_label(each)), value=shown[:1024])
    return embed


def filled_before(parameters: Parameters, refusal: Mapping[str, Any], offered: Offered, others: Container[str]) -> Now:
    """Return what was filled in, by the names of the fields, as the refusal shows it."""
    found: dict[str, Any] = {}
    for each in parameters:
        words = {str(choice.value): str(choice.name) for choice in _offered(each, offered, None) or ()}
        text = read_back(refusal, field_label(each), words)
        name, value = each.display_name, "" if text == EMPTY else text.strip("<@#>") if each.type in OBJECTS else text
        listed = [str(choice.value) for choice in offered.get(name, ())]
        is_other = name in others and value not in listed
        found[name + OTHER if is_other else name] = (
            value == "True" if each.type is AppCommandOptionType.boolean and value in ("True", "False") else value
        )
    return found
