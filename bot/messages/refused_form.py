"""A form that was refused, to be opened again as it was filled in.

The private refusal shows what was typed, and the button reads it back from there: nothing is kept anywhere else, so it
survives a restart too.
"""

from collections.abc import Mapping
from typing import Any

import discord

from bot.base.deeds import Standing
from bot.base.language import said_by_any, say
from bot.messages.embeds import Colour
from bot.messages.forms import DICE, DICE_LABEL, offer_form, options_of
from rules.command import Offer, is_several, label_of

EMPTY = "–"


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
