"""Results in the channel: the message of each, and the buttons, which only the newest one keeps."""

import contextlib
import logging
from collections.abc import Container, Iterable
from dataclasses import dataclass
from typing import Any

import discord

from bot.buttons import public_view, why_view
from bot.calls import tell_away
from bot.embeds import Colour, compose
from bot.people import EVERYBODY, Reach
from bot.service import CampaignService, Result
from bot.sessions import Session
from bot.store import StoreFault
from rules.campaign import Campaign
from rules.campaign.requests import Agreed, Decline
from rules.campaign.waiting import Wait, called, late, tell_waits
from rules.log import LogEntry
from rules.notice import REASONS, Kind, Public, Secret, tell_all
from rules.secrets import Shown

log = logging.getLogger(__name__)

MOST_NOTED = 10_000
LONGEST = 2000
Place = discord.TextChannel | discord.Thread | discord.VoiceChannel | discord.PartialMessageable
PLACES = (discord.TextChannel, discord.Thread, discord.VoiceChannel)


@dataclass(frozen=True, slots=True)
class Posted:
    """The last result of a campaign in its channel; ``why`` is its entry, if it has reasons to show."""

    message: int
    why: int | None


class Results:
    """The messages whose buttons are live, campaign by campaign."""

    def __init__(self, service: CampaignService) -> None:
        self._service = service
        self._newest: dict[int, Posted] = {}

    def note(self, id_: int, message: int, why: int | None = None) -> None:
        """Note the message that has a campaign's live buttons; ``why`` is its entry, if it has reasons."""
        if len(self._newest) > MOST_NOTED:
            self._newest.clear()  # the database knows them too
        self._newest[id_] = Posted(message, why)

    def forget(self, id_: int, messages: Container[int]) -> None:
        """Look no more for the buttons of messages that have gone away."""
        if id_ in self._newest and self._newest[id_].message in messages:
            del self._newest[id_]

    async def newest(self, id_: int) -> Posted | None:
        """The message that has a campaign's live buttons, after a restart too."""
        if id_ not in self._newest:
            try:
                found = await self._service.newest_message(id_)
                if found is None:
                    return None
                seq, message = found
                self.note(id_, message, reasons_in(await self._service.result_of(id_, seq)) if seq else None)
            except StoreFault as fault:  # what was done is done; only old buttons stay
                log.warning("the newest result of campaign %s is not known: %s", id_, fault)
                return None
        return self._newest[id_]

    async def follow(self, interaction: discord.Interaction[Any], result: Result, message: int) -> None:
        """Note a result's message, and take the buttons from the result before it; its reasons stay readable."""
        channel = interaction.channel
        seen = channel if isinstance(channel, PLACES) and interaction.app_permissions.view_channel else None
        await self.replace(result.id, seen, message, reasons_in(result))

    async def replace(self, id_: int, channel: Place | None, message: int, why: int | None) -> None:
        """Note the message that has the live buttons now, and take them from the one before, if the bot sees it."""
        last = await self.newest(id_)
        self.note(id_, message, why)
        if last is not None and last.message != message and channel is not None:
            with contextlib.suppress(discord.HTTPException):
                await channel.get_partial_message(last.message).edit(view=why_view(id_, last.why))

    async def grow(self, interaction: discord.Interaction[Any], result: Result, notices: list[Public]) -> int | None:
        """Add an answer to the message that asked, if its button was pressed there, and return that message."""
        message, newest = interaction.message, await self.newest(result.id)
        if message is None or not message.embeds or newest is None or newest.message != message.id:
            return None
        embed = message.embeds[0]
        embed.description = "\n".join([embed.description or "", *map(str, notices)])
        live = buttons(result.id, result.campaign, result.entry.user, newest.why)
        await interaction.response.edit_message(embed=embed, **live)
        return message.id


def public_notices(result: Result) -> list[Public]:
    """What the channel reads of a result: what is for all, and who else has a message of their own.

    The reasons are one press away, and the checklist is in the status.
    """
    every = (notice for notice in result.notices if isinstance(notice, Public))
    public = [notice for notice in every if notice.kind not in (*REASONS, Kind.CHECKLIST)]
    own = result.campaign.acts_for(result.entry.user)
    others = (each.seat for each in result.notices if isinstance(each, Secret) and each.seat not in own)
    seats = ", ".join(dict.fromkeys(others))
    if seats:
        public.append(tell_all("{seats}: you have a private message. `/hand` shows it.", seats=Shown(seats)))
    return public


def private_notices(result: Result) -> list[Secret]:
    """What a result tells the player who acted, and nobody else."""
    own = result.campaign.acts_for(result.entry.user)
    return [notice for notice in result.notices if isinstance(notice, Secret) and notice.seat in own]


def founding_message(session: Session, notices: Iterable[Public]) -> dict[str, Any]:
    """What the channel reads as a campaign starts."""
    campaign = session.campaign
    # enough of the seal that nobody can find another seed for it; `/dice seal` shows all of it
    footer = f"{campaign.game.title} · campaign {session.id} · seal {campaign.founding.seal[:16]}"
    embed = compose("Campaign started", notices, Colour.ACTION, footer)
    return {"embed": embed, **buttons(session.id, campaign, campaign.founding.founder)}


def public_message(result: Result, notices: list[Public]) -> dict[str, Any]:
    """What the channel reads of a result, and what can be done next."""
    campaign, entry = result.campaign, result.entry
    who = f"{entry.seat} · " if entry.seat else ""
    embed = compose(entry.title, notices, Colour.ACTION, f"{who}{campaign.game.title} · entry {entry.seq}")
    call = calling(campaign, result.waits, entry.user, reach=result.reach)
    return {"embed": embed, **call, **buttons(result.id, campaign, entry.user, reasons_in(result))}


def calling(
    campaign: Campaign, standing: frozenset[Wait], user: int | None = None, unanswered: Container[int] = (),
    reach: Reach = EVERYBODY,
) -> dict[str, Any]:  # fmt: skip
    """The line above the embed that really mentions those who must decide; nothing where nobody is called. The ``user``
    who just acted needs no call; whose request, in one of the entries ``unanswered``, had no answer in time does. No
    mention disturbs those whom the ``reach`` leaves out; who stands in for them is called too.
    """
    askers = dict(late(campaign, unanswered))
    players = {player for wait in standing for player in called(campaign, wait, user)} | askers.keys()
    away = [*tell_away(campaign, standing, players, reach)]
    lines = [
        *map(str, askers.values()),
        *map(str, tell_waits(campaign, standing, user)),
        *(str(line) for _, line in away),
    ]
    if not lines:
        return {}
    mentioned = players | {each for each, _ in away if each is not None}
    users = [discord.Object(player) for player in sorted(mentioned - reach.silent)]
    return {"content": "\n".join(lines)[:LONGEST], "allowed_mentions": discord.AllowedMentions(users=users)}


def buttons(id_: int, campaign: Campaign, user: int, why: int | None = None) -> dict[str, Any]:
    """The buttons of the public offers that can be taken next; a user's own stands out. ``why`` is an entry with
    reasons.
    """
    with_hand = not campaign.is_ended and "hand" in campaign.game.shows
    # the button by which one side declines is the one by which the other withdraws: nobody's main one
    own = {offer.key for offer in campaign.offers(user) if not isinstance(offer.command, Decline)}
    is_alone = campaign.is_alone(user) or len(campaign.game.seats) == 1
    view = public_view(id_, campaign.open_offers(), own=own, is_alone=is_alone, with_hand=with_hand, why=why)
    return {"view": view} if view is not None else {}


def is_partial(entry: LogEntry) -> bool:
    """Whether some of those who were asked have answered in an entry, and others still must."""
    return any(isinstance(event, Agreed) and not event.is_complete for event in entry.events)


def reasons_in(result: Result) -> int | None:
    """The entry of a result that followed a rule, a ruling or a printed table, or None."""
    return result.entry.seq if any(notice.kind in REASONS for notice in result.notices) else None
