"""Relatives of a campaign, and what each must know of the others before somebody comes to a seat."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from bot.base.second_step import second_step
from bot.engine.commit import Commits
from bot.engine.request import Caller
from bot.engine.sessions import Session, Sessions
from bot.storage import Behind, Store, StoreFault
from bot.storage.rows import made_up
from rules.campaign import Campaign
from rules.campaign.life.ending import is_over
from rules.campaign.seats.kin import NoteKin, news_for
from rules.campaign.state.state import Original
from rules.dice import Source
from rules.errors import RuleError
from rules.seat import Player, Seat


class Relative(NamedTuple):
    """A relative; both were one campaign until the entry ``since``."""

    session: Session
    since: int
    is_original: bool = False


class Kin:
    """Lets what was read in a campaign be known in its original and in its forks.

    A family stays on one server, so on one shard: while two processes serve that, each reads what the other has written
    before it decides.
    """

    def __init__(self, store: Store, sessions: Sessions, commits: Commits) -> None:
        self._store = store
        self._sessions = sessions
        self._commits = commits
        self._lock = asyncio.Lock()

    @asynccontextmanager
    async def known(self, session: Session, caller: Caller) -> AsyncIterator[None]:
        """While something is decided in a campaign, it knows what was read in its relatives; then they know what was
        read in it. Families come one at a time, so that nobody walks through two doors at once.
        """
        if not session.campaign.has_kin:
            yield
            return
        async with self._lock:
            await self._note(session, caller)
            yield
            with second_step("what the relatives of a campaign know", (StoreFault, RuleError, Behind)):
                for each in await self._relatives(session):
                    await self._note(each.session, caller)

    async def _note(self, session: Session, caller: Caller) -> None:
        """Write into a campaign what it does not know of its relatives."""
        async with session.lock:
            for relative in await self._relatives(session):
                await self._sessions.catch_up(relative.session)
                try:
                    await self._tell(session, caller, relative)
                except Behind:
                    await self._sessions.catch_up(session)
                    await self._tell(session, caller, relative)

    async def _tell(self, session: Session, caller: Caller, relative: Relative) -> None:
        there = relative.session.campaign
        readings = news_for(session.campaign, there, relative.since)
        original = _changed(session.campaign, there.when(caller.at)) if relative.is_original else None
        if readings or original is not None:
            await self._write(session, caller, NoteKin(readings=readings, original=original))

    async def _write(self, session: Session, caller: Caller, command: NoteKin) -> None:
        campaign = session.campaign
        done = campaign.decide(caller.user, command, None, Source(session.seed, caller.interaction), caller.at)
        writer = Caller(made_up(session.id, campaign.seq + 1), caller.at, session.guild, session.channel, caller.user)
        commit = await self._commits.prepare(session, writer, done)
        await self._commits.write(session, commit)
        session.history = commit.after

    async def _relatives(self, session: Session) -> list[Relative]:
        """The original of a fork, and the forks of a campaign that have its secrets."""
        campaign, found = session.campaign, list[Relative]()
        row = await self._store.campaign(session.id) if campaign.original is not None else None
        entry = await self._store.entry_by(row.interaction) if row is not None else None
        if entry is not None and entry.campaign != session.id:
            original = await self._sessions.by_id(entry.campaign)
            found.append(Relative(original, campaign.forked_at - 1, is_original=True))
        for seq in campaign.forks:
            (entry, *_) = await self._store.newest(session.id, 1, seq + 1)
            row = await self._store.campaign_by(entry.interaction)
            if row is not None:
                fork = await self._sessions.by_id(row.id)
                found.append(Relative(fork, fork.campaign.forked_at - 1))
        return found


def _changed(fork: Campaign, original: Campaign) -> Original | None:
    """What a fork is to know of its original, if it does not."""
    roster: dict[Seat, tuple[Player, ...]] = {seat: original.roster[seat] for seat in original.game.seats}
    now = Original(roster, is_over(original))
    known = fork.original
    assert known is not None, "it has an original"
    before = {seat: players for seat, players in known.roster.items() if seat in roster}
    return None if (before, known.is_open) == (roster, now.is_open) else now
