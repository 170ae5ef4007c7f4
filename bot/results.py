"""Results in the channel: the message of each, and the buttons, which only the newest one keeps."""

import contextlib
from dataclasses import dataclass
from typing import Any

import discord

from bot.buttons import public_view, why_view
from bot.embeds import Colour, compose
from bot.service import Result
from rules.campaign import Campaign
from rules.campaign.requests import Decline
from rules.notice import Public
from rules.printed.lookup import readings

PLACES = (discord.TextChannel, discord.Thread, discord.VoiceChannel)


@dataclass(frozen=True, slots=True)
class Posted:
    """The last result of a campaign in its channel; ``why`` is its entry, if it read tables."""

    message: int
    why: int | None


class Results:
    """The messages whose buttons are live, campaign by campaign; a restart forgets them."""

    def __init__(self) -> None:
        self._newest: dict[int, Posted] = {}

    def note(self, id_: int, message: int | None) -> None:
        """Note the message in the channel that has a campaign's live buttons."""
        if message is not None:
            self._newest[id_] = Posted(message, None)

    async def follow(self, interaction: discord.Interaction[Any], result: Result, message: int) -> None:
        """Note a result's message, and take the buttons from the result before it; its tables stay readable."""
        last = self._newest.get(result.id)
        self._newest[result.id] = Posted(message, tables_in(result))
        channel = interaction.channel
        if last is None or not isinstance(channel, PLACES) or not interaction.app_permissions.view_channel:
            return
        with contextlib.suppress(discord.HTTPException):
            await channel.get_partial_message(last.message).edit(view=why_view(result.id, last.why))

    async def grow(self, interaction: discord.Interaction[Any], result: Result, notices: list[Public]) -> bool:
        """Add an answer to the message that asked, if its button was pressed there; whether it was."""
        message, newest = interaction.message, self._newest.get(result.id)
        if message is None or not message.embeds or newest is None or newest.message != message.id:
            return False
        embed = message.embeds[0]
        embed.description = "\n".join([embed.description or "", *map(str, notices)])
        live = buttons(result.id, result.campaign, result.entry.user, newest.why)
        await interaction.response.edit_message(embed=embed, **live)
        return True


def public_message(result: Result, notices: list[Public]) -> dict[str, Any]:
    """What the channel reads of a result, and what can be done next."""
    campaign, entry = result.campaign, result.entry
    who = f"{entry.seat} · " if entry.seat else ""
    embed = compose(entry.title, notices, Colour.ACTION, f"{who}{campaign.game.title} · entry {entry.seq}")
    return {"embed": embed, **buttons(result.id, campaign, entry.user, tables_in(result))}


def buttons(id_: int, campaign: Campaign, user: int, why: int | None = None) -> dict[str, Any]:
    """The buttons of the public offers that can be taken next; a user's own stands out. ``why`` is an entry that read
    tables.
    """
    with_hand = not campaign.is_ended and "hand" in campaign.game.shows
    # the button by which one side declines is the one by which the other withdraws: nobody's main one
    own = {offer.key for offer in campaign.offers(user) if not isinstance(offer.command, Decline)}
    is_alone = campaign.is_alone(user) or len(campaign.game.seats) == 1
    view = public_view(id_, campaign.open_offers(), own=own, is_alone=is_alone, with_hand=with_hand, why=why)
    return {"view": view} if view is not None else {}


def tables_in(result: Result) -> int | None:
    """The entry of a result that read printed tables, or None."""
    return result.entry.seq if any(readings(event) for event in result.entry.events) else None
