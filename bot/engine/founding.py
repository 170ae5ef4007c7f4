"""Starts campaigns: one at a time in a channel or thread."""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

import rules
from bot.base.catalog import Edition
from bot.base.clock import milliseconds
from bot.engine.campaign_data import CampaignData
from bot.engine.people import ANYBODY, Person
from bot.engine.posts import overdues, panel, reminders
from bot.engine.request import Caller
from bot.engine.server_settings import Servers
from bot.engine.sessions import Session, Sessions
from bot.log.codec import read_founding
from bot.storage import CampaignRow, DoneBefore, Store, StoreFault, keeping
from rules.campaign import Campaign, DiceKind
from rules.campaign.decider.waiting import waits
from rules.campaign.life.ending import is_over
from rules.campaign.state.wait import Terms, is_past_demo
from rules.campaign.time.deadlines import deadlines
from rules.dice import SEED_BYTES
from rules.errors import NotNow, NotThere, RuleError
from rules.line import Listed
from rules.seat import REFEREE
from rules.secrets import quote

LONGEST_NAME = 80


@dataclass(frozen=True, slots=True)
class Wish:
    """A campaign that somebody wants to start. ``opening`` is its scenario, ``answer`` are the days that play waits for
    an answer; they and the ``language`` are None where they are as the server has them.
    """

    game: str
    name: str
    seat: str
    dice: DiceKind = "sealed"
    opening: str = ""
    answer: int | None = None
    demo: bool = False
    language: str | None = None


def new_seed() -> bytes:
    """Return the random bytes from which the dice of a campaign are worked out."""
    return secrets.token_bytes(SEED_BYTES)


class NotWritten(RuleError):
    """An action that the database did not take. Its text says why."""


@dataclass(slots=True)
class Founder:
    """Starts campaigns. ``new_seed`` gives the 32 random bytes of each, ``servers`` know on which terms."""

    store: Store
    sessions: Sessions
    servers: Servers
    data: CampaignData
    new_seed: Callable[[], bytes]
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def found(self, caller: Caller, wish: Wish, due: int) -> Session:
        """Start a campaign in the caller's channel, to be posted when it is due if its answer has not.

        Raises ``RuleError`` when the channel already has a campaign, for an unknown game, seat or opening, or where the
        server does not want it.
        """
        row, edition = await self.check(caller, wish)
        start = Campaign.founded(read_founding(row), edition.game)
        called = {ANYBODY: Person()} if waits(start) and not start.is_solitaire else {}
        panels = [] if wish.demo else [panel(0, 0, due)]  # a newcomer has one thing to look at
        posts = [*panels, *overdues(0, 0, deadlines(start)), *reminders(0, 0, caller.at, called)]
        async with self.lock:
            await self._check_free(caller)
            await self.store.keep_document(edition.digest, edition.body)
            try:
                with self.sessions.founding(caller.channel), keeping(row.interaction):
                    id_ = await self.store.found(row, due, posts)
            except (DoneBefore, StoreFault) as error:  # what failed may be written all the same
                done = await self.store.campaign_by(caller.interaction)
                if done is None:
                    raise NotWritten(f"{error}: nothing was done. Try again later.") from error
                id_ = done.id
        return await self.sessions.open(caller.channel, id_)

    async def check(self, caller: Caller, wish: Wish) -> tuple[CampaignRow, Edition]:
        """Return the campaign that is wished for, with its data, before anything is done for it. Raises ``RuleError``
        for an unknown game, seat or opening, or where the server does not want it.
        """
        server = await self.servers.of(caller.guild)
        server.check_founder(caller)
        server.check_channel(caller.channel, caller.parent)
        edition = await self.data.edition(caller.guild, wish.game)
        terms = server.terms(wish.answer, wish.language, demo=wish.demo)
        return self._row(caller, edition, wish, terms), edition

    async def _check_free(self, caller: Caller) -> None:
        """Check whether the caller can start a campaign in the channel: not while there is one, and a stranger not over
        one that its players can still reopen. Raises ``NotNow``.
        """
        last = await self.sessions.newest_in(caller.channel)
        done = await self.store.campaign_by(caller.interaction)
        if last is None or done is not None:
            return
        campaign = last.campaign
        # a demo makes room: its player wants it, or has left it long ago
        is_left = campaign.is_alone(caller.user) or is_past_demo(campaign.founding.terms, campaign.at, caller.at)
        if campaign.founding.terms.demo and is_left:
            return
        if not campaign.is_ended:
            raise NotNow("This channel already has a campaign. End it (`/campaign manage what:end`), or use a thread.")
        ended = campaign.when(caller.at)
        if not is_over(ended) and not ended.seats_of(caller.user):
            raise NotNow("The players of the last campaign here can still reopen it. Start yours in a thread.")

    def _row(self, caller: Caller, edition: Edition, wish: Wish, terms: Terms) -> CampaignRow:
        """Return the campaign that is wished for. Raises ``NotThere``."""
        seats = (*edition.game.seats, REFEREE)
        if wish.seat not in seats:
            raise NotThere(
                "{title} has no such seat. Its seats are {names}.", title=edition.game.title, names=Listed(seats)
            )
        openings = edition.game.openings()
        if wish.opening and wish.opening not in openings:
            if not openings:
                raise NotThere("{title} has no scenarios.", title=edition.game.title)
            raise NotThere(
                "{title} has no such scenario. Its scenarios are {names}.",
                title=edition.game.title,
                names=Listed(openings),
            )
        name = " ".join(wish.name.replace("\0", " ").split())[:LONGEST_NAME]
        name = name if quote(name).text else edition.game.title
        return CampaignRow(
            0, caller.interaction, milliseconds(caller.at), caller.guild, caller.channel, caller.user,
            edition.game.id, name, wish.seat, wish.dice, self.new_seed(), rules.VERSION, edition.digest,
            terms.model_dump_json(exclude_defaults=True),
        )  # fmt: skip
