"""The one road of every command: the campaign's lock, the rules, one INSERT, the outcome."""

import asyncio
import json
import secrets
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from pydantic import TypeAdapter, ValidationError

from bot.library import AnyGame
from bot.store import CampaignRow, DoneBefore, EntryRow, Store
from rules.campaign import Accepted, Campaign, DiceKind, Founding
from rules.command import Command, Offer
from rules.dice import SEED_BYTES, Roll, seal
from rules.errors import NotNow, NotThere, NotYours, RuleError
from rules.log import LogEntry
from rules.notice import Notice
from rules.seat import REFEREE, Player, Seat
from rules.secrets import quote

LONGEST_NAME = 80
ROLLS: TypeAdapter[tuple[Roll, ...]] = TypeAdapter(tuple[Roll, ...])
Ask = Mapping[str, Any] | Command


@dataclass(frozen=True, slots=True)
class Call:
    """Who calls, from where, and by which interaction; ``at`` is the interaction's own time."""

    interaction: int
    at: datetime
    guild: int
    channel: int
    user: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """An accepted command: the entry that the log holds now, what is told of it, and the campaign after it."""

    id: int
    campaign: Campaign
    entry: LogEntry
    notices: tuple[Notice, ...]


@dataclass(slots=True)
class Table:
    """A campaign in memory beside its place in the log. Whoever changes it holds the lock."""

    id: int
    channel: int
    seed: bytes
    campaign: Campaign
    lock: asyncio.Lock


class Campaigns:
    """All campaigns: those that were asked for stay in memory, so that a command costs the same at any length of log.

    ``new_seed`` gives the 32 random bytes of a campaign that is founded.
    """

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        new_seed: Callable[[], bytes] = lambda: secrets.token_bytes(SEED_BYTES),
    ) -> None:
        self.games = games
        self._store = store
        self._new_seed = new_seed
        self._tables: dict[int, Table] = {}
        self._in_channel: dict[int, int] = {}
        self._loading = asyncio.Lock()

    # ---- finding ----

    async def table_in(self, channel: int) -> Table:
        """The newest campaign of a channel or thread. Raises ``NotThere`` when there is none."""
        table = await self._newest_in(channel)
        if table is None:
            raise NotThere("There is no campaign in this channel yet: found one with `/campaign new`.")
        return table

    async def campaign_in(self, channel: int) -> Campaign | None:
        """The newest campaign of a channel or thread, or None: what autocompletion looks at."""
        table = await self._newest_in(channel)
        return table.campaign if table else None

    async def table(self, id_: int) -> Table:
        """A campaign by its id. Raises ``NotThere`` when there is none."""
        if id_ not in self._tables:
            async with self._loading:
                if id_ not in self._tables:
                    row = await self._store.campaign(id_)
                    if row is None:
                        raise NotThere("That campaign is not in this bot's database.")
                    self._tables[id_] = await self._load(row)
        return self._tables[id_]

    async def _newest_in(self, channel: int) -> Table | None:
        if channel not in self._in_channel:
            row = await self._store.campaign_in(channel)
            if row is None:
                return None
            self._in_channel[channel] = row.id
        return await self.table(self._in_channel[channel])

    async def _load(self, row: CampaignRow) -> Table:
        if row.game not in self.games:
            raise NotThere("This campaign's game is not among the games of this bot.")
        founding = Founding(row.game, row.name, Player(row.founder), Seat(row.seat), _kind(row.dice), seal(row.seed))
        fresh = Campaign.founded(founding, self.games[row.game])
        entries = [_read(fresh, entry) for entry in await self._store.entries(row.id)]
        campaign = Campaign.fold(founding, self.games[row.game], entries)
        return Table(row.id, row.channel, row.seed, campaign, asyncio.Lock())

    # ---- founding ----

    async def found(self, call: Call, game: str, name: str, seat: str, dice: DiceKind) -> Table:
        """Found a campaign in the caller's channel; the caller takes a seat and is its referee.

        Raises ``RuleError`` when a campaign is going on there, or for an unknown game or seat.
        """
        if game not in self.games:
            raise NotThere(f"There is no such game here; the games are {', '.join(self.games)}.")
        seats = (*self.games[game].seats, REFEREE)
        if seat not in seats:
            raise NotThere(f"{self.games[game].title} has no such seat; its seats are {', '.join(seats)}.")
        name = " ".join(name.split())[:LONGEST_NAME] if quote(name).text else self.games[game].title
        seed = self._new_seed()
        at, who = _millis(call.at), call.user
        row = CampaignRow(0, call.interaction, at, call.guild, call.channel, who, game, name, seat, dice, seed)
        async with self._loading:
            # a channel has one campaign at a time; the lock is released before the table itself is loaded
            known = await self._store.campaign_in(call.channel)
            if known is not None and known.interaction != call.interaction and not await self._is_ended(known):
                raise NotNow("A campaign is going on in this channel; `/campaign end` ends it, or use a thread.")
            try:
                id_ = await self._store.found(row)
            except DoneBefore:
                done = await self._store.campaign_by(call.interaction)
                assert done is not None, "the interaction founded a campaign"
                id_ = done.id
        self._in_channel[call.channel] = id_
        return await self.table(id_)

    async def _is_ended(self, row: CampaignRow) -> bool:
        table = self._tables.get(row.id) or await self._load(row)
        return table.campaign.is_ended

    # ---- acting ----

    async def act(
        self,
        call: Call,
        ask: Ask,
        faces: tuple[int, ...] | None = None,
        id_: int | None = None,
        key: str | None = None,
    ) -> Outcome:
        """Do what a user asks for in a campaign (``id_``, or that of the channel), and write it to the log.

        ``faces`` are dice rolled on the table; ``key`` is that of the offer that a button or form took, which must
        still stand. An interaction that was delivered before is not done again: its outcome is given once more.
        Raises ``RuleError`` as a refusal, which changes nothing.
        """
        table = await self.table_in(call.channel) if id_ is None else await self.table(id_)
        async with table.lock:
            try:
                if key is not None:
                    _standing(table.campaign, call.user, key)
                accepted = self._decide(table, call.user, ask, faces)
            except RuleError:
                again = await self.done_before(call)
                if again is None:
                    raise
                return again
            entry = _entry(table.campaign.seq + 1, call, accepted)
            # what follows is worked out before the log is written: a bug in it changes nothing
            after = table.campaign.follow(entry, accepted.state)
            notices = after.report(entry)
            try:
                await self._store.append(_write(table.id, entry))
            except DoneBefore:
                again = await self.done_before(call)
                assert again is not None, "the interaction is in the log"
                return again
            except sqlite3.Error:
                # an INSERT that failed may have been committed all the same
                if await self._store.entry_by(call.interaction) is None:
                    raise
            table.campaign = after if entry.undoes is None else await self._refold(table)
            return Outcome(table.id, table.campaign, entry, notices)

    def _decide(self, table: Table, user: int, ask: Ask, faces: tuple[int, ...] | None) -> Accepted:
        campaign = table.campaign
        command = ask if isinstance(ask, Command) else campaign.read_command(ask)
        return campaign.decide(user, command, faces, table.seed)

    async def _refold(self, table: Table) -> Campaign:
        campaign = table.campaign
        entries = [_read(campaign, row) for row in await self._store.entries(table.id)]
        return Campaign.fold(campaign.founding, self.games[campaign.game.id], entries)

    async def done_before(self, call: Call) -> Outcome | None:
        """The outcome of an interaction that the log holds already, or None."""
        row = await self._store.entry_by(call.interaction)
        if row is None:
            return None
        table = await self.table(row.campaign)
        entry = _read(table.campaign, row)
        return Outcome(table.id, table.campaign, entry, table.campaign.report(entry))

    async def offer(self, id_: int, user: int, key: str) -> Offer:
        """The offer that a button stands for, if its presser may take it now. Raises ``RuleError`` otherwise."""
        return _standing((await self.table(id_)).campaign, user, key)

    # ---- reading ----

    async def newest(self, table: Table, number: int, before: int | None = None) -> list[LogEntry]:
        """At most ``number`` entries of the log before entry ``before``, the newest first."""
        rows = await self._store.newest(table.id, number, before or table.campaign.seq + 1)
        return [_read(table.campaign, row) for row in rows]

    async def undone(self, table: Table) -> frozenset[int]:
        """The ``seq`` of every entry that a later one took back."""
        return frozenset(await self._store.undone(table.id))

    async def entries(self, table: Table) -> list[LogEntry]:
        """The whole log of a campaign."""
        return [_read(table.campaign, row) for row in await self._store.entries(table.id)]


def _standing(campaign: Campaign, user: int, key: str) -> Offer:
    """The offer of that key, if it is still made to the user."""
    offer = next((offer for offer in campaign.offers(user) if offer.key == key), None)
    if offer is not None:
        return offer
    if campaign.is_ended:
        raise NotNow("This campaign has ended.")
    if not campaign.seats_of(user):
        raise NotYours("You hold no seat in this campaign: take one with `/campaign join`.")
    if any(offer.key == key for offer in campaign.open_offers()):
        raise NotYours("That is for another seat to decide.")
    raise NotNow("That was done already, or its moment has passed; `/act` shows what you may do now.")


def _entry(seq: int, call: Call, done: Accepted) -> LogEntry:
    return LogEntry(
        seq, call.interaction, call.at, call.user, done.seat, done.command, done.events, done.rolls, done.undoes
    )


def _write(campaign: int, entry: LogEntry) -> EntryRow:
    return EntryRow(
        campaign,
        entry.seq,
        entry.interaction,
        _millis(entry.at),
        entry.user,
        entry.seat,
        entry.command.model_dump_json(),
        json.dumps([event.model_dump(mode="json") for event in entry.events], ensure_ascii=False),
        ROLLS.dump_json(entry.rolls).decode(),
        entry.undoes,
    )


def _read(campaign: Campaign, row: EntryRow) -> LogEntry:
    try:
        return LogEntry(
            row.seq,
            row.interaction,
            datetime.fromtimestamp(row.at / 1000, UTC),
            row.user,
            Seat(row.seat) if row.seat else None,
            campaign.read_command(json.loads(row.command)),
            tuple(campaign.read_event(event) for event in json.loads(row.events)),
            ROLLS.validate_json(row.dice),
            row.undoes,
        )
    except (RuleError, ValidationError, ValueError) as error:
        raise RuntimeError(f"entry {row.seq} of campaign {row.campaign} cannot be read") from error


def _millis(at: datetime) -> int:
    return int(at.timestamp() * 1000)


def _kind(dice: str) -> DiceKind:
    return "physical" if dice == "physical" else "sealed"
