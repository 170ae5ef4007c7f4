"""Starts campaigns: one at a time in a channel or thread."""

import asyncio
import logging
from collections.abc import Callable

import rules
from bot.calls import ANYBODY
from bot.catalog import Catalog, Edition
from bot.clock import milliseconds
from bot.people import Person
from bot.posts import panel, reminders
from bot.request import Caller
from bot.sessions import Session, Sessions
from bot.store import CampaignRow, DoneBefore, Store, StoreFault
from rules.campaign import DiceKind
from rules.campaign.ending import is_over
from rules.campaign.waiting import waits
from rules.errors import NotNow, NotThere
from rules.seat import REFEREE
from rules.secrets import quote

log = logging.getLogger(__name__)

LONGEST_NAME = 80


class Founder:
    """Starts campaigns. ``new_seed`` gives the 32 random bytes of each."""

    def __init__(self, store: Store, catalog: Catalog, sessions: Sessions, new_seed: Callable[[], bytes]) -> None:
        self._store = store
        self._catalog = catalog
        self._sessions = sessions
        self._new_seed = new_seed
        self._lock = asyncio.Lock()

    async def found(self, caller: Caller, game: str, name: str, seat: str, dice: DiceKind, due: int) -> Session:
        """Start a campaign in the caller's channel, to be posted when it is due if its answer has not.

        Raises ``RuleError`` when the channel already has a campaign, or for an unknown game or seat.
        """
        edition = self._edition(game)
        seats = (*edition.game.seats, REFEREE)
        if seat not in seats:
            raise NotThere(f"{edition.game.title} has no such seat. Its seats are {', '.join(seats)}.")
        row = self._row(caller, edition, name, seat, dice)
        async with self._lock:
            await self._check_free(caller)
            await self._store.keep_document(edition.digest, edition.body)
            try:
                id_ = await self._store.found(row, due)
            except DoneBefore:
                done = await self._store.campaign_by(caller.interaction)
                assert done is not None, "the interaction founded a campaign"
                id_ = done.id
        session = await self._sessions.open(caller.channel, id_)
        called = {ANYBODY: Person()} if waits(session.campaign) else {}
        try:
            await self._store.schedule([panel(id_, 0, due), *reminders(id_, 0, caller.at, called)])
        except StoreFault as fault:  # it is founded; only it has no panel, and nobody is reminded of its first move
            log.warning("no reminders of the founding of campaign %s: %s", id_, fault)
        return session

    async def _check_free(self, caller: Caller) -> None:
        """Whether the caller can start a campaign in the channel: not while there is one, and a stranger not over one
        that its players can still reopen. Raises ``NotNow``.
        """
        last = await self._sessions.newest_in(caller.channel)
        done = await self._store.campaign_by(caller.interaction)
        if last is None or done is not None:
            return
        if not last.campaign.is_ended:
            raise NotNow("This channel already has a campaign. End it with `/campaign end`, or use a thread.")
        ended = last.campaign.when(caller.at)
        if not is_over(ended) and not ended.seats_of(caller.user):
            raise NotNow("The players of the last campaign here can still reopen it. Start yours in a thread.")

    def _row(self, caller: Caller, edition: Edition, name: str, seat: str, dice: DiceKind) -> CampaignRow:
        name = " ".join(name.replace("\0", " ").split())[:LONGEST_NAME]
        name = name if quote(name).text else edition.game.title
        return CampaignRow(
            0, caller.interaction, milliseconds(caller.at), caller.guild, caller.channel, caller.user, edition.game.id,
            name, seat, dice, self._new_seed(), rules.VERSION, edition.digest,
        )  # fmt: skip

    def _edition(self, game: str) -> Edition:
        if game not in self._catalog.editions:
            raise NotThere(f"This bot has no such game. Its games are {', '.join(self._catalog.editions)}.")
        return self._catalog.editions[game]
