"""The campaigns in memory: found by channel or id, loaded once from their log; how they stood, and where they are."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import reduce
from itertools import takewhile
from typing import Any, TypeVar
from weakref import WeakValueDictionary

from bot.base.catalog import Catalog
from bot.base.clock import milliseconds, snowflake_time
from bot.base.deeds import log_bug
from bot.base.metrics import NO_METRICS, Metrics
from bot.log.codec import UnreadableEntry, digests, digests_in, forgets, moves, read_entries, read_founding, write_entry
from bot.storage import CampaignRow, Damaged, EntryRow, HomeRow, Store, StoreFault
from rules.campaign import Campaign, History
from rules.campaign.decider.unknown import UnknownGame
from rules.campaign.life.ending import Reopened
from rules.campaign.life.settings import Moved, mention
from rules.campaign.time.undo import Rewind, actions_after, rewound
from rules.errors import DataError, NotNow, NotThere, RuleError
from rules.facts import FactChange, changes
from rules.game import AnyGame
from rules.log import LogEntry
from rules.seat import SideSeat
from rules.secrets import Shown

log = logging.getLogger(__name__)
G = TypeVar("G", bound=AnyGame)

MOST_IN_MEMORY = 1000
MOST_AT_ONCE = 500
"""So many entries are folded in less time than a player notices."""


@dataclass(slots=True, weakref_slot=True)
class Session:
    """A campaign in memory beside its row. Whoever changes it holds the lock. ``homes`` are the places where it has
    been played, the last of which is where it is. It is in doubt when the log may hold more of it, since nobody knows
    whether something was written.
    """

    id: int
    homes: tuple[HomeRow, ...]
    seed: bytes
    history: History
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    is_in_doubt: bool = False

    @property
    def campaign(self) -> Campaign:
        """The campaign as it stands."""
        return self.history.kept[-1]

    @property
    def home(self) -> HomeRow:
        """Where it is played."""
        return self.homes[-1]

    @property
    def guild(self) -> int:
        """The server on which it is played."""
        return self.home.guild

    @property
    def channel(self) -> int:
        """The channel or thread in which it is played."""
        return self.home.channel

    @property
    def place(self) -> Shown:
        """Where its channel is."""
        return _address(self.home)

    def link(self, message: int) -> Shown:
        """Return where a message is."""
        return Shown(f"{_address(self.home_of(message))}/{message}")

    def home_of(self, message: int) -> HomeRow:
        """Return where it was played when a message was written."""
        at = milliseconds(snowflake_time(message))
        return next((each for each in self.homes if each.until is not None and at < each.until), self.home)

    @property
    def last_home(self) -> HomeRow | None:
        """Where it was played before it came here, if it came from elsewhere."""
        return next((each for each in reversed(self.homes) if each.channel != self.channel), None)

    def home_from(self, at: int) -> HomeRow:
        """Return the same place from a time on, which is later than since when it has been there."""
        return HomeRow(self.id, max(at, self.home.since + 1), self.guild, self.channel)

    @contextmanager
    def writing(self) -> Iterator[None]:
        """While something of it is written. If that breaks off, however it does, the campaign is in doubt."""
        try:
            yield
        except BaseException:
            self.is_in_doubt = True
            raise

    def settle(self, home: HomeRow) -> None:
        """Note where it is from now on."""
        self.homes = (*self.homes[:-1], self.home._replace(until=home.since), home)

    def check_here(self, channel: int | None) -> None:
        """Raises ``NotNow`` in a channel from which it has moved away."""
        if channel != self.channel and any(home.channel == channel for home in self.homes):
            raise NotNow("This campaign is played in {channel} now.", channel=mention(self.channel))

    def check_playable(self) -> None:
        """Raises ``NotNow`` for a campaign whose game, data or log this bot cannot read."""
        if isinstance(self.campaign.game, UnknownGame):
            raise self.campaign.game.refusal

    def require(self, feature: str) -> Campaign:
        """Return the campaign, if its game has a command or view. Raises ``NotThere`` otherwise."""
        self.check_playable()
        if not self.campaign.game.has(feature):
            raise NotThere("{title} does not use this command.", title=self.campaign.game.title)
        return self.campaign

    def game(self, kind: type[G]) -> G:
        """Return the campaign's game, if it is of that kind. Raises ``NotThere`` otherwise."""
        self.check_playable()
        game = self.campaign.game
        if not isinstance(game, kind):
            said = "This channel's campaign is {title}. This command is for {other}."
            raise NotThere(said, title=game.title, other=kind.title)
        return game


def _address(home: HomeRow) -> Shown:
    # a DM is a server of its own, and Discord calls all of them by one name
    server = "@me" if home.guild == home.channel else home.guild
    address = f"https://discord.com/channels/{server}/{home.channel}"
    return Shown(address)


class NoCampaign(NotThere):
    """There is none in a channel or thread."""

    def __init__(self) -> None:
        super().__init__("There is no campaign in this channel yet. `/campaign new` starts one.")


class Sessions:
    """The campaigns in memory, the least recently used of which leave it.

    A session that somebody still uses stays the same one, so a campaign never has two locks in one process.
    """

    def __init__(
        self, store: Store, catalog: Catalog, most: int = MOST_IN_MEMORY, metrics: Metrics = NO_METRICS
    ) -> None:
        self._store = store
        self._metrics = metrics
        self._catalog = catalog
        self._most = most
        self._recent: OrderedDict[int, Session] = OrderedDict()
        self._known: WeakValueDictionary[int, Session] = WeakValueDictionary()
        self._loading: dict[int, asyncio.Task[Session]] = {}
        self._in_channel: dict[int, int] = {}
        self.closed: dict[int, str] = {}
        """Why the campaigns are closed that this bot cannot play."""
        metrics.show("closed_campaigns", lambda: len(self.closed))
        metrics.show("campaigns_in_memory", lambda: len(self))

    def __len__(self) -> int:
        return len(self._known)

    async def in_channel(self, channel: int) -> Session:
        """Return the newest campaign of a channel or thread. Raises ``NotThere`` when there is none, ``NotNow`` where
        the last one has moved away.
        """
        session = await self.newest_in(channel)
        if session is None:
            if (gone := await self._store.moved_from(channel)) is not None:
                (await self.by_id(gone)).check_here(channel)
            raise NoCampaign
        return session

    async def by_id(self, id_: int) -> Session:
        """Return a campaign by its id. Raises ``NotThere`` when there is none."""
        length = await self._store.length(id_) if self._store.is_shared else None
        return await self._session(id_, length)

    async def newest_in(self, channel: int) -> Session | None:
        """Return the newest campaign of a channel or thread, or None."""
        if not self._store.is_shared and channel in self._in_channel:
            return await self._session(self._in_channel[channel])
        head = await self._store.head(channel)
        if head is None:
            return None
        self._in_channel.setdefault(channel, head[0])  # one that was founded meanwhile is newer
        return await self._session(*head)

    async def all_in(self, channel: int) -> list[Session]:
        """Return all campaigns of a channel or thread, the newest first."""
        return [await self.by_id(row.id) for row in await self._store.campaigns_in(channel)]

    @contextmanager
    def founding(self, channel: int) -> Iterator[None]:
        """Forget which campaign is a channel's newest once the body, which founds one there, has ended in any way."""
        try:
            yield
        finally:
            self._in_channel.pop(channel, None)

    async def open(self, channel: int, id_: int) -> Session:
        """Return a campaign that was just founded in a channel."""
        self._in_channel[channel] = id_
        return await self._session(id_)

    async def catch_up(self, session: Session) -> None:
        """Follow what the log has and the campaign in memory has not. Whoever calls holds the lock."""
        try:
            rows = await self._store.entries(session.id, session.campaign.seq)
        except Damaged:
            await self.reload(session)
            return
        if any(moves(row) for row in rows):
            session.homes = await self._homes(session.id)
            self._leave(session)
        if any(row.undoes is not None or digests_in(row) or forgets(row) for row in rows):
            await self.reload(session)
        else:
            session.history = await followed(session.history, rows)
        session.is_in_doubt = False

    async def reload(self, session: Session) -> None:
        """Read a campaign again after a change of its log. The caller must hold the lock."""
        session.history = (await self._load(session.id)).history
        session.is_in_doubt = False

    def settle(self, session: Session, home: HomeRow | None) -> None:
        """Note where a campaign is from now on, if that has changed."""
        if home is not None:
            session.settle(home)
            self._leave(session)

    def _leave(self, session: Session) -> None:
        """Forget which campaign is the newest in each of a session's channels, so that it is looked up again."""
        for home in session.homes:
            self._in_channel.pop(home.channel, None)

    async def _session(self, id_: int, length: int | None = None) -> Session:
        session = self._known.get(id_) or await self._loaded(id_)
        if session.is_in_doubt or (length is not None and session.campaign.seq < length):
            async with session.lock:
                await self.catch_up(session)
        self._known[id_] = self._recent[id_] = session
        self._recent.move_to_end(id_)
        if len(self._recent) > self._most:
            _, oldest = self._recent.popitem(last=False)
            self._leave(oldest)
        return session

    async def _loaded(self, id_: int) -> Session:
        """Return a campaign from the database, which several may wait for."""
        if id_ not in self._loading:
            self._loading[id_] = asyncio.create_task(self._load(id_))
            self._loading[id_].add_done_callback(lambda _: self._loading.pop(id_))
        return await asyncio.shield(self._loading[id_])

    async def _load(self, id_: int) -> Session:
        """Return a campaign with its game, or, where this bot cannot play it, with its log alone."""
        row = await self._store.campaign(id_)
        if row is None:
            raise NotThere("That campaign is not in this bot's database.")
        self._metrics.count("folds")
        self.closed.pop(id_, None)
        try:
            return await self._fold(row)
        except Damaged as damage:
            log.error("campaign %s: %s", row.id, damage)
            return await self._closed(row, f"{damage}. Whoever runs the bot can bring it back from a backup.")
        except (DataError, UnreadableEntry) as error:
            return await self._fold_unknown(row, str(error))
        except StoreFault:
            raise
        except Exception:  # noqa: BLE001 (whatever is wrong with one log, its channel stays usable)
            bug = log_bug(f"the log of campaign {row.id} cannot be folded")
            return await self._fold_unknown(row, f"its log cannot be folded (error {bug}).")

    async def _fold(self, row: CampaignRow) -> Session:
        """Return the campaign by its log. Raises ``DataError`` or ``UnreadableEntry`` when this bot cannot play it."""
        rows = await self._store.entries(row.id)
        library = {digest: await self._game(row.game, digest) for digest in digests(row, rows)}
        if edition := self._catalog.editions.get(row.game):
            library[edition.digest] = edition.game
        founded = Campaign.founded(read_founding(row), library[row.data or ""], library)
        history = await followed(History((founded,)), rows)
        return Session(row.id, await self._homes(row.id), row.seed, history)

    async def _closed(self, row: CampaignRow, why: str) -> Session:
        """Return a damaged campaign, as far as it can be read. Raises ``NotNow`` where that is not at all."""
        try:
            return await self._fold_unknown(row, why)
        except StoreFault:
            raise
        except Exception:
            log.exception("nothing of campaign %s can be read", row.id)
            raise UnknownGame(why).refusal from None

    async def look_again(self, id_: int) -> None:
        """Read the whole log of a damaged campaign again."""
        session = self._known.get(id_)
        if session is not None:
            async with session.lock:
                await self.reload(session)

    async def _fold_unknown(self, row: CampaignRow, why: str) -> Session:
        """Return the campaign with what is the same in every game, as far as it can be read."""
        self.closed[row.id] = why
        founded = Campaign.founded(read_founding(row), UnknownGame(why))
        history = await followed(History((founded,)), [each.row for each in await self._store.chain(row.id)])
        return Session(row.id, await self._homes(row.id), row.seed, history)

    async def _homes(self, id_: int) -> tuple[HomeRow, ...]:
        return tuple(await self._store.homes(id_))

    async def _game(self, id_: str, digest: str) -> AnyGame:
        return self._catalog.game(id_, digest, await self._store.document(digest) or "")


async def followed(history: History, rows: Sequence[EntryRow]) -> History:
    """Return the history after more rows of the log; a long log is folded beside the event loop.

    What they undo before them must be undone in this history already. Raises ``UnreadableEntry``.
    """
    if len(rows) > MOST_AT_ONCE:
        return await asyncio.to_thread(_follow, history, rows)
    return _follow(history, rows)


def _follow(history: History, rows: Sequence[EntryRow]) -> History:
    return reduce(lambda _, later: later, history.follow_each(read_entries(history.now, rows)), history)


MOST = 100
"""So many campaigns are looked at for a list."""


class Homes:
    """The homes of campaigns, one campaign at a time in each channel or thread. ``check_open`` raises ``RuleError`` for
    a channel in which the bot cannot play, which only a bot that is on Discord knows.
    """

    def __init__(self, store: Store, sessions: Sessions) -> None:
        self._store = store
        self._sessions = sessions
        self.check_open: Callable[[int], object] = lambda _: None

    async def after(self, session: Session, entry: LogEntry) -> HomeRow | None:
        """Return where a campaign is after an entry that is still to be written; None if it stays where it is.

        Raises ``NotNow`` where another campaign is played there.
        """
        for event in entry.events:
            if isinstance(event, Moved):
                self.check_open(event.channel)
                await self.check_free(session, event.channel)
                return session.home_from(milliseconds(entry.at))._replace(channel=event.channel)
            if isinstance(event, Reopened):
                await self.check_free(session, session.channel)
        return None

    async def on_server(self, guild: int) -> list[Session]:
        """Return the newest campaigns of a server."""
        rows = await self._store.campaigns_on(guild, MOST)
        return [await self._sessions.by_id(row.id) for row in rows]

    async def of_player(self, user: int) -> list[Session]:
        """Return the campaigns in which a user holds a seat, the newest first."""
        ids = (await self._store.campaigns_of(user))[:MOST]
        sessions = [await self._sessions.by_id(id_) for id_ in ids]
        return [each for each in sessions if each.campaign.seats_of(user)]

    async def check_free(self, session: Session, channel: int) -> None:
        """Check whether a campaign can be played in a channel. Raises ``NotNow``."""
        there = await self._sessions.newest_in(channel)
        if there is not None and there.id != session.id and not there.campaign.is_ended:
            raise NotNow("Another campaign is played in {channel}. Choose a thread.", channel=mention(channel))


@dataclass(frozen=True, slots=True)
class Pasts:
    """Other states of a campaign than the one in memory."""

    store: Store
    sessions: Sessions

    async def after(self, session: Session, entry: LogEntry, state: Any = None) -> History:
        """Return the history after an entry that is not written yet. ``state`` is the game's state after it, if known.

        Raises ``NotNow`` where the log without an entry that is undone does not hold together.
        """
        if entry.undoes is None:
            return session.history.then(session.campaign.follow(entry, state))
        before = session.history.back(entry.undoes)
        rows = await self.store.entries(session.id, before.now.seq)
        try:
            return await followed(before, [*rows, write_entry(session.id, entry)])
        except (LookupError, ValueError, RuleError) as error:
            raise NotNow("Later moves build on it, so it cannot be undone. Enter a correction instead.") from error

    async def back_to(self, session: Session, to: int, at: datetime) -> Campaign:
        """Return the campaign as it would stand after a rewind to the entry of a number. Raises ``RuleError`` if there
        is nothing to undo.
        """
        campaign = session.campaign
        event = rewound(campaign, to, actions_after(campaign, to))
        rewind, number = Rewind(to=to, last=event.last), campaign.number + 1
        entry = LogEntry(campaign.seq + 1, 0, at, 0, None, rewind, (event,), (), event.undone[0], number=number)
        return (await self.after(session, entry)).now

    async def stood(self, session: Session, number: int) -> Campaign:
        """Return the campaign as it stood after the entry of a number, and what was done unseen before the next,
        whatever was undone since. Raises ``NotThere``.
        """
        if not 0 <= number <= session.campaign.number:
            raise NotThere("Choose an entry from {first} to {last}.", first=0, last=session.campaign.number)
        if number == session.campaign.number:
            return session.campaign
        # no entry has a number above its place, so from here on all is later, or was done unseen just before
        later = await self.store.undoing(session.id, number)
        # what stood then may have been undone since, so begin before all that was
        first = min([number + 1, *(row.undoes for row in later if row.undoes is not None)])
        before = session.history.back(first)
        rows = await self.store.entries(session.id, before.now.seq)
        until = [*takewhile(lambda row: row.number is None or row.number <= number, rows)]
        return (await followed(before, until)).now


def differences(one: Campaign, other: Campaign, seat: SideSeat | None = None) -> list[FactChange]:
    """Return the facts of the table that differ between two states, as everybody or one ``seat`` knows them."""
    return [*changes(one.game.facts(one.state, seat), other.game.facts(other.state, seat))]
