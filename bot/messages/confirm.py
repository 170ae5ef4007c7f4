"""The question whether to go on all the same, and the command that its button gives again.

Short fields of the command are in the button's id; what has no room there stands in the message and is read back from
it, so the question survives a restart.
"""

import json
from collections.abc import Mapping
from typing import Any

import discord

from bot.base.language import said_by_any, say
from bot.messages.embeds import Colour, compose
from bot.messages.forms import DICE_LABEL
from bot.messages.views import sure_view
from rules.campaign import Campaign
from rules.command import Command, label_of
from rules.dice import read_faces
from rules.errors import Unsure

LONGEST_IN_ID = 24


def sure_message(
    id_: int, campaign: Campaign, command: Command, unsure: Unsure, faces: tuple[int, ...] | None = None
) -> dict[str, Any]:
    """The private question: what would be skipped, the dice that were given, and the button that goes on."""
    embed = compose("Go on anyway?", (), Colour.ANSWER)
    embed.description = "\n".join(map(say, unsure.skipped))[:4000]
    fields = {"type": command.type} | command.model_dump(mode="json", exclude_defaults=True)
    phases = {str(each): each for each in campaign.game.remaining_phases(campaign.state)}
    for name, value in [*fields.items()]:
        written = " ".join(map(str, value)) if isinstance(value, list) else value
        if isinstance(written, str) and len(written) > LONGEST_IN_ID:
            words = say(phases[written]) if written in phases else written
            embed.add_field(name=say(label_of(type(command), name)), value=words[:1024], inline=False)
            del fields[name]
    if faces:
        embed.add_field(name=say(DICE_LABEL), value=" ".join(map(str, faces)), inline=False)
    view = sure_view(id_, campaign.actions, json.dumps(fields, separators=(",", ":"), ensure_ascii=False))
    return {"embed": embed} | ({"view": view} if view is not None else {})


def asked_command(campaign: Campaign, fields: Mapping[str, Any], message: discord.Message | None) -> dict[str, Any]:
    """The fields of the command that was asked for, the long ones from the message."""
    kind = campaign.game.commands_by_type.get(str(fields.get("type")))
    if kind is None or message is None:
        return dict(fields)
    shown = {str(field.name): str(field.value) for embed in message.embeds for field in embed.fields}
    labels = {said: name for name in kind.model_fields if name != "type" for said in said_by_any(label_of(kind, name))}
    phases = {said: str(each) for each in campaign.game.remaining_phases(campaign.state) for said in said_by_any(each)}
    return {**fields, **{labels[said]: phases.get(words, words) for said, words in shown.items() if said in labels}}


def asked_dice(message: discord.Message | None) -> tuple[int, ...] | None:
    """The dice that were given with the command, as the message shows them."""
    fields = [field for embed in message.embeds for field in embed.fields] if message else []
    given = next((field.value for field in fields if field.name in said_by_any(DICE_LABEL)), None)
    return read_faces(given) if given else None
