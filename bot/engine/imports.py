"""Takes in campaigns from elsewhere: the record is checked as a whole before anything is written."""

import asyncio
import json
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import rules
from bot.base.catalog import Catalog
from bot.base.clock import milliseconds, utc_now
from bot.engine.founding import new_seed
from bot.engine.posts import arrival, overdues, panel
from bot.engine.request import Caller
from bot.engine.sessions import Session, Sessions
from bot.log.chain import Record, read_record
from bot.log.codec import write_entry
from bot.log.examine import examine
from bot.log.verify import folded, rows_of
from bot.storage import DoneBefore, EntryRow, Place, Post, Store, logging_deed, open_store
from rules.campaign import Campaign
from rules.campaign.decider.waiting import deadlines
from rules.campaign.life.ending import is_over
from rules.campaign.life.imports import TakeIn
from rules.dice import Source
from rules.errors import NotNow, NotThere, NotYours
from rules.log import LogEntry
from rules.secrets import Shown

LINK = re.compile(r"https://[\w.]+/channels/(\d{1,19})/(\d{1,19})/?")

MOST_ON_SERVER = 10_000


class Offered(NamedTuple):
    """A campaign that can be taken in: its record, and where it stands."""

    record: Record
    campaign: Campaign


async def examined(data: bytes, catalog: Catalog) -> Offered:
    """The campaign in a file: the chain, the seal, every die and every decision are right.

    Raises ``BadRecord`` at the first that is wrong, ``NotNow`` where this bot cannot play it.
    """
    await examine(data, catalog)
    return await asyncio.to_thread(_read, data, catalog)


def _read(data: bytes, catalog: Catalog) -> Offered:
    """The campaign in a file that was found to be whole."""
    record = read_record(data)
    founded, entries = folded(record, catalog)
    return Offered(record, founded.refold(entries))


class Intake:
    """Takes campaigns in, one at a time."""

    def __init__(
        self, store: Store, catalog: Catalog, sessions: Sessions, new_seed: Callable[[], bytes] = new_seed
    ) -> None:
        self._store = store
        self._catalog = catalog
        self._sessions = sessions
        self._new_seed = new_seed
        self._lock = asyncio.Lock()
        self._examining = asyncio.Lock()

    async def examine(self, caller: Caller, data: bytes) -> Offered:
        """The campaign in a file that can be taken in where the caller is. Raises ``RuleError``."""
        if not caller.is_admin:
            raise NotYours("Only an administrator of this server can do that.")
        async with self._examining:
            offered = await examined(data, self._catalog)
        if await self._store.campaign_by(caller.interaction) is None:
            await self._check_free(caller, offered.record)
        return offered

    async def take_in(self, caller: Caller, offered: Offered) -> Session:
        """Write a campaign to the database; it is played where the caller is from now on. Raises ``NotNow``."""
        async with self._lock:
            known = await self._store.campaign_by(caller.interaction)
            if known is not None:  # delivered twice
                return await self._sessions.by_id(known.id)
            await self._check_free(caller, offered.record)
            for digest, body in offered.record.documents.items():
                await self._store.keep_document(digest, body)
            try:
                id_ = await self._write(caller, offered)
            except DoneBefore:
                raise NotNow("This campaign is being taken in already.") from None
        return await self._sessions.open(caller.channel, id_)

    async def _write(self, caller: Caller, offered: Offered) -> int:
        row, entries = rows_of(offered.record)
        at = milliseconds(caller.at)
        row = row._replace(interaction=caller.interaction, guild=caller.guild, channel=caller.channel)
        ends = list[Post]()
        if not is_over(offered.campaign):
            seed = self._new_seed()
            # its chain is its own from here on, so it takes no seals over
            first = await asyncio.to_thread(_first_entry, offered, caller, seed)
            entries = [*(each._replace(seal=None) for each in entries), write_entry(0, first)]
            row = row._replace(seed=seed, start=None)
            after = offered.campaign.follow(first)
            to_come = [each for each in deadlines(after) if not after.is_past(each)]
            ends = overdues(row.id, first.seq, to_come)
        posts = [*arrival(row.id, len(entries), at)[:1], panel(row.id, 0, at), *ends]
        with self._sessions.founding(caller.channel), logging_deed(row.interaction):
            return await self._store.take_in(row, max(at, row.at), entries, _seated(offered.campaign), posts)

    async def _check_free(self, caller: Caller, record: Record) -> None:
        last = await self._sessions.newest_in(caller.channel)
        if last is not None and not last.campaign.is_ended:
            raise NotNow("This channel already has a campaign. End it (`/campaign manage what:end`), or use a thread.")
        begun = record.campaign
        known = await self._store.campaigns_in(caller.channel)
        if any((row.at, row.founder, row.game) == (begun.at, begun.founder, begun.game) for row in known):
            raise NotNow("This campaign is in this channel already. `/campaign manage what:list` shows it.")
        await self._check_new(caller.guild, record)

    async def _check_new(self, guild: int, record: Record) -> None:
        """Whether a record was not taken in on a server before. Raises ``NotNow``, which says where it is."""
        begun = record.campaign
        for row in await self._store.campaigns_on(guild, MOST_ON_SERVER):
            is_kin = (row.at, row.founder, row.game) == (begun.at, begun.founder, begun.game)
            if is_kin and await self._is_of(row.id, record):
                channel = (await self._sessions.by_id(row.id)).channel
                raise NotNow(
                    "This record was taken in before: it is campaign {number} in {channel}.",
                    number=row.id,
                    channel=Shown(f"<#{channel}>"),
                )

    async def _is_of(self, campaign: int, record: Record) -> bool:
        """Whether a campaign goes on from a record, or is the same to its end."""
        entries, (_, log) = await self._store.entries(campaign), rows_of(record)
        came = (json.loads(each.command) for each in entries if '"take_in"' in each.command)
        if any(command.get("hash") == record.hash for command in came):
            return True
        return len(log) == len(entries) and all(
            _content(one) == _content(other) for one, other in zip(log, entries, strict=True)
        )


def _content(row: EntryRow) -> tuple[object, ...]:
    return row.at, row.user, row.command, row.events, row.dice


def _first_entry(offered: Offered, caller: Caller, seed: bytes) -> LogEntry:
    """The first entry of a campaign that goes on here: whoever has the file knows no die to come."""
    campaign, command = offered.campaign, TakeIn(hash=offered.record.hash)
    done = campaign.decide(caller.user, command, None, Source(seed, caller.interaction), caller.at, is_admin=True)
    return LogEntry(
        campaign.seq + 1,
        caller.interaction,
        caller.at,
        caller.user,
        done.seat,
        command,
        done.events,
        done.rolls,
        rules=rules.VERSION,
        number=campaign.number + 1,
    )


def _seated(campaign: Campaign) -> Sequence[int]:
    """Everybody who ever held a seat."""
    return sorted({int(player) for players in campaign.sat.values() for player in players})


async def import_file(place: Place, catalog: Catalog, data: bytes, channel: str) -> int:
    """Take the campaign in a file into a database that no bot uses; its id. Raises ``RuleError`` or ``StoreFault``."""
    link = LINK.fullmatch(channel)
    if link is None:
        raise NotThere("The channel is given as its link, such as https://discord.com/channels/1/2.")
    store = await open_store(place)
    try:
        now = utc_now()
        # no interaction of Discord's has a number below 0
        caller = Caller(-milliseconds(now), now, int(link[1]), int(link[2]), 0, is_admin=True)
        intake = Intake(store, catalog, Sessions(store, catalog))
        return (await intake.take_in(caller, await intake.examine(caller, data))).id
    finally:
        await store.close()
