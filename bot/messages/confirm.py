"""The question whether to go on all the same, and the command that its button gives again.

Short fields of the command are in the button's id, as far as there is room; the others stand in the message and are
read back from it, so the question survives a restart.
"""

from collections.abc import Mapping
from typing import Any

import discord

from bot.base.language import said_by_any, say
from bot.messages.buttons import OfferButton, SureButton, below
from bot.messages.embeds import Colour, compose
from bot.messages.forms import DICE_LABEL
from bot.messages.interaction import LONGEST_ID, compact
from rules.campaign import Campaign
from rules.campaign.decider.offering import instead
from rules.command import Command, label_of
from rules.dice import read_faces
from rules.errors import Unsure

LONGEST_IN_ID = 24
MOST_SAVED = 4
MOST_ID, MOST_ACTIONS = 9_999_999, 99_999
"""A button must have room for a campaign of that number after so many actions."""


def sure_message(
    id_: int, campaign: Campaign, command: Command, unsure: Unsure, faces: tuple[int, ...] | None = None, user: int = 0
) -> dict[str, Any]:
    """Return the private question: what would be skipped, the dice that were given, what the user can do with it, and
    the button that goes on.
    """
    embed = compose("Go on anyway?", (), Colour.ANSWER)
    embed.description = "\n".join(map(say, unsure.skipped))[:4000]
    fields = {"type": command.type} | command.model_dump(mode="json", exclude_defaults=True)
    phases = {str(each): each for each in campaign.game.remaining_phases(campaign.state)}
    written = {
        name: " ".join(map(str, value)) if isinstance(value, list) else str(value)
        for name, value in fields.items()
        if name != "type"
    }
    for name, text in sorted(written.items(), key=lambda each: -len(each[1])):
        has_room = len(SureButton.id_of(id_=MOST_ID, actions=MOST_ACTIONS, command=compact(fields))) <= LONGEST_ID
        if has_room and len(text) <= LONGEST_IN_ID:
            continue
        del fields[name]
        words = say(phases[text]) if text in phases else text
        embed.add_field(name=say(label_of(type(command), name)), value=words[:1024], inline=False)
    if faces:
        embed.add_field(name=say(DICE_LABEL), value=" ".join(map(str, faces)), inline=False)
    saving = [
        (label, each)
        for label, each in instead(campaign, user, unsure.skipped)
        if type(each.command) is not type(command)
    ]
    buttons = [OfferButton(id_, each.key, label, in_hand=True) for label, each in saving[:MOST_SAVED]]
    label = say("Let it go") if saving else ""
    return {"embed": embed, **below([*buttons, SureButton(id_, campaign.actions, compact(fields), label)])}


def asked_command(campaign: Campaign, fields: Mapping[str, Any], message: discord.Message | None) -> dict[str, Any]:
    """Return the fields of the command that was asked for, the long ones from the message."""
    kind = campaign.game.commands_by_type.get(str(fields.get("type")))
    if kind is None or message is None:
        return dict(fields)
    shown = {str(field.name): str(field.value) for embed in message.embeds for field in embed.fields}
    labels = {said: name for name in kind.model_fields if name != "type" for said in said_by_any(label_of(kind, name))}
    phases = {said: str(each) for each in campaign.game.remaining_phases(campaign.state) for said in said_by_any(each)}
    return {**fields, **{labels[said]: phases.get(words, words) for said, words in shown.items() if said in labels}}


def asked_dice(message: discord.Message | None) -> tuple[int, ...] | None:
    """Return the dice that were given with the command, as the message shows them."""
    fields = [field for embed in message.embeds for field in embed.fields] if message else []
    given = next((field.value for field in fields if field.name in said_by_any(DICE_LABEL)), None)
    return read_faces(given) if given else None
