"""Executes commands: take the campaign's lock, decide by the rules, commit one row, return the result."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from time import monotonic
from typing import Any

from bot.base.catalog import Catalog
from bot.base.clock import milliseconds, utc_now
from bot.base.deeds import Standing, note
from bot.base.metrics import NO_METRICS, Metrics
from bot.engine.campaign_data import CampaignData
from bot.engine.commit import Commits, told
from bot.engine.forget_player import Forgetting
from bot.engine.founding import Founder, Wish, new_seed
from bot.engine.founding import NotWritten as NotWritten
from bot.engine.people import EVERYBODY, People, Reach
from bot.engine.posts import GRACE, identity
from bot.engine.request import Caller, Lateness, Request, command_of
from bot.engine.results import Results
from bot.engine.server_settings import Servers
from bot.engine.sessions import Homes, Pasts, Session, Sessions
from bot.engine.slips import Slips
from bot.log.chain import Written
from bot.log.codec import read_entries, read_entry
from bot.log.export import export_campaign
from bot.storage import Behind, DoneBefore, Store, StoreFault
from bot.storage.rows import made_up
from rules.campaign import Audit, Campaign, Decision, audit_steps
from rules.campaign.life.ending import is_over
from rules.campaign.state.wait import Wait
from rules.dice import Source
from rules.errors import NotNow, NotThere, RuleError
from rules.log import LogEntry, undone_entries
from rules.notice import Notice

MOST_TRIES = 8
SLICE_SECONDS = 0.01


@dataclass(frozen=True, slots=True)
class Result:
    """An accepted command: its entry in the log, its notices, the campaign after it, whom it calls and how to reach
    them.
    """

    id: int
    campaign: Campaign
    entry: LogEntry
    notices: tuple[Notice, ...]
    waits: frozenset[Wait] = frozenset()
    reach: Reach = EVERYBODY


class CampaignService:
    """Everything that can be done with campaigns: find one, start one, execute a command, read the log.

    ``new_seed`` gives the 32 random bytes of a new campaign, ``now`` is the table's clock.
    """

    def __init__(
        self,
        store: Store,
        catalog: Catalog,
        new_seed: Callable[[], bytes] = new_seed,
        now: Callable[[], datetime] = utc_now,
        metrics: Metrics = NO_METRICS,
        lateness: Lateness | None = None,
    ) -> None:
        self.catalog = catalog
        self.lateness = lateness or Lateness(now)
        self._store = store
        self.now = now
        self.sessions = Sessions(store, catalog, metrics=metrics)
        self.pasts = Pasts(store, self.sessions)
        self.results = Results(self.pasts)
        self.people = People(store, now)
        self.slips = Slips(store, self.people, self.pasts)
        self.servers = Servers(store)
        self.forgetting = Forgetting(store, self.sessions, self.people, now)
        self.homes = Homes(store, self.sessions)
        self.data = CampaignData(store, catalog, self.servers)
        self.founder = Founder(store, self.sessions, self.servers, self.data, new_seed)
        self._commits = Commits(
            store, metrics, self.pasts, self.people, self.forgetting, self.homes, lambda: self.now()
        )

    # ---- finding ----

    async def session_in(self, channel: int, id_: int | None = None) -> Session:
        """Return a channel's newest campaign, or the one with that id. Raises ``NotThere`` if there is none."""
        if id_ is None:
            return await self.sessions.in_channel(channel)
        for session in await self.sessions.all_in(channel):
            if session.id == id_:
                return session
        raise NotThere("This channel has no campaign of that number. `/campaign manage what:list` lists them.")

    async def sessions_in(self, channel: int) -> list[Session]:
        """Return all campaigns of a channel or thread, the newest first."""
        return await self.sessions.all_in(channel)

    async def campaign_in(self, channel: int) -> Campaign | None:
        """Return the newest campaign of a channel or thread, or None: what autocompletion looks at."""
        session = await self.sessions.newest_in(channel)
        return session.campaign if session else None

    async def session(self, id_: int) -> Session:
        """Return a campaign by its id. Raises ``NotThere`` when there is none."""
        return await self.sessions.by_id(id_)

    def trouble(self) -> str | None:
        """Return a sentence about a campaign that was closed because its log cannot be read, or None."""
        return next((f"Campaign {id_} cannot be played: {why}" for id_, why in self.sessions.closed.items()), None)

    # ---- founding ----

    async def found(self, caller: Caller, wish: Wish) -> Session:
        """Start a campaign in the caller's channel; the caller takes a seat and is its referee. Raises ``RuleError``
        when the channel has a campaign already, for an unknown game or seat, or where the server does not want it.
        """
        self.lateness.check(caller)
        # the outbox posts it unless its own answer has been posted by then
        return await self.founder.found(caller, wish, milliseconds(self.now() + GRACE))

    # ---- executing ----

    async def execute(
        self,
        caller: Caller,
        session: Session,
        request: Request,
        faces: tuple[int, ...] | None = None,
        *,
        sure: bool = False,
    ) -> Result:
        """Execute a user's request and write it to the log. ``faces`` are dice rolled on the players' table, ``sure``
        says that the user was asked whether to go on all the same.

        An interaction that was delivered before is not executed again: its result is returned again. Raises
        ``RuleError`` as a refusal, which changes nothing: ``TooLate`` once it could no longer be answered; and
        ``FormWanted`` when the offer has a form to fill in.
        """
        seen = session.campaign
        async with session.lock:
            for _ in range(MOST_TRIES):
                self.lateness.check(caller)
                if session.is_in_doubt:
                    await self.sessions.catch_up(session)
                if session.campaign.requests:
                    await self.data.know(session)
                # a request from elsewhere is known by its place in the log
                place = caller.interaction or made_up(session.id, session.campaign.seq + 1)
                now = replace(caller, interaction=place)
                try:
                    decision = self._decide(now, session, seen, request, faces, sure=sure)
                except RuleError:
                    again = await self._done_before(now, session)
                    if again is None:
                        raise
                    return again
                with suppress(Behind):
                    return await self._commit(now, session, decision)
        raise NotNow("Others acted at the same moment, so nothing was done. Try again.")

    async def tell_in(self, session: Session, user: int, at: datetime, request: Mapping[str, Any]) -> None:
        """Execute in a campaign what its player said elsewhere. The outbox posts the result."""
        await self.execute(Caller(0, at, session.guild, session.channel, user), session, request)

    def _decide(
        self,
        caller: Caller,
        session: Session,
        seen: Campaign,
        request: Request,
        faces: tuple[int, ...] | None,
        *,
        sure: bool,
    ) -> Decision:
        campaign, source = session.campaign, Source(session.seed, caller.interaction)
        command = command_of(campaign, seen, caller, request, faces, sure=sure)
        return campaign.decide(caller.user, command, faces, source, caller.at, sure=sure, is_admin=caller.is_admin)

    async def _commit(self, caller: Caller, session: Session, decision: Decision) -> Result:
        """Write a decision, then update the campaign in memory.

        Raises ``Behind`` when another process has written meanwhile, ``NotWritten`` when the database failed.
        """
        commit = await self._commits.prepare(session, caller, decision)
        try:
            await self._commits.write(session, commit)
        except DoneBefore:
            return await self._again(caller, session)
        except StoreFault as fault:
            if await self._written(caller, fault) != commit.entry.seq:  # an earlier delivery wrote it
                return await self._again(caller, session)
        session.history = commit.after
        self.sessions.settle(session, commit.home)
        return Result(session.id, session.campaign, commit.entry, commit.notices, commit.waits, commit.reach)

    async def _written(self, caller: Caller, fault: StoreFault) -> int:
        """Return the ``seq`` of the entry of an interaction that is in the log although writing it failed. Raises
        ``NotWritten`` if there is none.
        """
        try:
            row = await self._store.entry_by(caller.interaction)
        except StoreFault:
            raise NotWritten(f"{fault}. `/record find` will show whether your action was recorded.") from fault
        if row is None:
            raise NotWritten(f"{fault}: nothing was done. Try again later.") from fault
        note(Standing.LOGGED, caller.interaction)
        return row.seq

    async def _again(self, caller: Caller, session: Session) -> Result:
        """Return the result of an interaction that is in the log."""
        again = await self._done_before(caller, session)
        assert again is not None, "the interaction is in the log"
        return again

    async def _done_before(self, caller: Caller, session: Session) -> Result | None:
        """Return the result that the log already holds for an interaction, or None. The caller must hold the lock."""
        try:
            row = await self._store.entry_by(caller.interaction)
        except StoreFault:
            note(Standing.UNKNOWN, caller.interaction)
            raise
        if row is None or row.campaign != session.id:
            return None
        note(Standing.LOGGED, caller.interaction)
        if session.campaign.seq < row.seq:
            await self.sessions.catch_up(session)
        return self._result(session, read_entry(session.campaign, row))

    async def result_of(self, id_: int, seq: int) -> Result:
        """Return the result of an entry of the log, and the campaign as it stands now."""
        session = await self.session(id_)
        return self._result(session, await self.entry(session, seq))

    def _result(self, session: Session, entry: LogEntry) -> Result:
        return Result(session.id, session.campaign, entry, told(session.campaign, entry))

    async def entry(self, session: Session, seq: int) -> LogEntry:
        """Return an entry of the log. Raises ``NotThere``."""
        entries = await self.newest(session, 1, seq + 1)
        if not entries or entries[0].seq != seq:
            raise NotThere("That entry is not in the log.")
        return entries[0]

    async def identity_of(self, session: Session, seq: int) -> int:
        """Return what an entry, or the founding (0), is known by for ever."""
        if seq:
            return identity(await self.entry(session, seq))
        return milliseconds(session.campaign.founding.at or self.now())

    async def numbered(self, session: Session, number: int) -> LogEntry:
        """Return the entry that everybody knows by a number. Raises ``NotThere``."""
        row = await self._store.numbered(session.id, number)
        if row is None:
            raise NotThere("That entry is not in the log.")
        return read_entry(session.campaign, row)

    # ---- reading ----

    async def newest(self, session: Session, number: int, before: int | None = None) -> list[LogEntry]:
        """At most ``number`` entries of the log before entry ``before``, the newest first."""
        rows = await self._store.newest(session.id, number, before or session.campaign.seq + 1)
        return read_entries(session.campaign, rows)

    async def newest_seen(self, session: Session, number: int, before: int | None = None) -> list[LogEntry]:
        """At most ``number`` entries that everybody saw, before entry ``before``, the newest first."""
        found: list[LogEntry] = []
        while True:
            more = await self.newest(session, number, before)
            found += (each for each in more if not each.is_unseen)
            if len(found) >= number or len(more) < number:
                return found[:number]
            before = more[-1].seq

    async def undone(self, session: Session, since: int = 1) -> frozenset[int]:
        """Return the ``seq`` of every entry from ``since`` on that a later one undid."""
        rows = await self._store.undoing(session.id, since)
        return frozenset(seq for seq in undone_entries(read_entries(session.campaign, rows)) if seq >= since)

    async def entries(self, session: Session) -> list[LogEntry]:
        """Return the whole log of a campaign."""
        rows = await self._store.entries(session.id)
        return await asyncio.to_thread(read_entries, session.campaign, rows)

    async def record(self, session: Session, at: datetime) -> Written:
        """Return the record of a campaign as everybody may read it at a time: closed while the game goes on."""
        record = await export_campaign(self._store, session.id, is_open=is_over(session.campaign.when(at)))
        assert record is not None, "a campaign that is played is in the database"
        return record

    async def verify(self, session: Session, entries: list[LogEntry]) -> Audit:
        """Work out every die again, and decide every entry again that these rules decided; others act meanwhile."""
        steps, began = [], monotonic()
        for step in audit_steps(session.campaign.as_founded(), entries, session.seed):
            steps.append(step)
            if monotonic() - began > SLICE_SECONDS:
                await asyncio.sleep(0)
                began = monotonic()
        return Audit.of(steps)
