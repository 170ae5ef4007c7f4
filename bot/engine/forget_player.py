"""Forgetting somebody who asks for it: in the logs of all their campaigns, and in all that is kept of them beside.

In a log, who they were becomes “Former player 1”, and what they wrote a word that nobody can read. Nothing that the
game needs goes with it: no seat, no name of a marker, no number, no die, and not the words in the dice, without which
no die could be worked out again.
"""

import json
import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from hashlib import sha256
from typing import Any

from bot.base.catalog import Catalog
from bot.base.clock import milliseconds, utc_now
from bot.engine.people import People
from bot.engine.posts import posts_of
from bot.engine.sessions import Session, Sessions
from bot.log.chain import first_hash, sealed_content
from bot.log.codec import next_entry, write_entry
from bot.log.export import beginning_of, content_of
from bot.storage import Behind, CampaignRow, EntryRow, Erasure, Place, Post, Store, open_store
from bot.storage.rows import made_up
from rules.campaign import Campaign
from rules.campaign.decider.campaign import CAMPAIGN_COMMANDS, CAMPAIGN_EVENTS
from rules.campaign.seats.seating import Forget, newcomer
from rules.dice import Source
from rules.errors import NotNow
from rules.frozen import Frozen
from rules.log import LogEntry
from rules.seat import FORMER, Player
from rules.written import rewritten, texts_in

MOST_TRIES = 8
SALT_BYTES = 16
KEY_BYTES = 16
FORGET = "forget"
"""The type of the command that forgets a player."""


@dataclass(frozen=True, slots=True)
class Traces:
    """What the bot knows of somebody: the campaigns with them, and those in which they hold a seat."""

    campaigns: tuple[Session, ...]
    seats: tuple[Session, ...]


class Forgetting:
    """Forgets people. Whoever asked for it is forgotten even if the bot dies on the way: the next start goes on."""

    def __init__(self, store: Store, sessions: Sessions, people: People, now: Callable[[], datetime]) -> None:
        self._store = store
        self._sessions = sessions
        self._people = people
        self._now = now

    async def traces(self, user: int) -> Traces:
        """Return what the bot knows of somebody."""
        known = [await self._sessions.by_id(id_) for id_ in await self._store.campaigns_with(user)]
        seats = tuple(each for each in known if each.campaign.seats_of(user) and not each.campaign.is_ended)
        return Traces(tuple(known), seats)

    async def forget(self, user: int) -> int:
        """Forget a user. Return in how many campaigns."""
        await self._people.change(user, forget=True)
        campaigns = await self._store.campaigns_with(user)
        for id_ in campaigns:
            await self._forget_in(await self._sessions.by_id(id_), user)
        await self._people.erase(user)
        await self._store.scrub()
        return len(campaigns)

    async def resume(self) -> None:
        """Forget those whom an earlier life of the bot began to forget."""
        for user in await self._people.to_forget():
            await self.forget(user)
        await self._store.scrub()

    async def checked(self, session: Session, entry: LogEntry, newcomers: list[int]) -> list[int]:
        """Return the players who come to a seat by an entry. None of them, nor of those who ask for one, was forgotten
        here: they may have read a hand, and nobody could tell any more. Raises ``NotNow``.
        """
        asked = newcomer(entry.command, Player(entry.user))
        users = {*newcomers} if asked is None else {*newcomers, int(asked)}
        for salt, known in await self._store.strangers(session.id) if users else ():
            gone = [user for user in users if _hash(user, salt) == known]
            if entry.user in gone:
                raise NotNow("You asked to be forgotten here, so you cannot take a seat in this campaign again.")
            if gone:
                raise NotNow(
                    "This player asked to be forgotten here, so they cannot take a seat in this campaign again."
                )
        return newcomers

    async def _forget_in(self, session: Session, user: int) -> None:
        async with session.lock:
            for _ in range(MOST_TRIES):
                try:
                    erasure, posts = await self._erasure(session, user)
                    if not erasure.changed and erasure.campaign is None:
                        return  # it was asked twice, or by two processes: the log forgets once
                    with session.writing():
                        await self._store.forget(erasure, posts)
                except Behind:
                    await self._sessions.catch_up(session)
                else:
                    await self._sessions.reload(session)
                    return
        raise NotNow("Others acted at the same moment, so nothing was done. Try again.")

    async def _erasure(self, session: Session, user: int) -> tuple[Erasure, list[Post]]:
        """Return what becomes of a campaign. Whoever calls holds the lock."""
        row, rows = await self._store.campaign(session.id), await self._store.entries(session.id)
        assert row is not None, "the campaign is in the database"
        campaign, now = session.campaign, self._now()
        if campaign.seq < len(rows):
            raise Behind
        done = campaign.decide(user, Forget(), None, Source(session.seed, 0), now)
        entry = next_entry(campaign, made_up(session.id, campaign.seq + 1), now, user, done)
        redaction = Redaction.of(campaign, row, rows, user, secrets.token_bytes(KEY_BYTES))
        last = redaction.entry(write_entry(session.id, entry))
        changed, salt = [*redaction.changed(rows, row.seed)], secrets.token_bytes(SALT_BYTES)
        posts = [] if campaign.is_ended else posts_of(session.id, entry, now, {})
        return (
            Erasure(user, redaction.former, last, changed, redaction.campaign(row), salt, _hash(user, salt)),
            [post._replace(due=milliseconds(now)) for post in posts],
        )


def _hash(user: int, salt: bytes) -> bytes:
    return sha256(salt + str(user).encode()).digest()


async def forget_in(place: Place, catalog: Catalog, user: int) -> int:
    """Forget a user in a database that no local bot uses. Return in how many campaigns. Raises ``StoreFault``."""
    store = await open_store(place)
    try:
        return await Forgetting(store, Sessions(store, catalog), People(store), utc_now).forget(user)
    finally:
        await store.close()


# ---- a log without somebody ----


@dataclass(frozen=True, slots=True)
class Redaction:
    """Takes a ``user`` out of a campaign, who is ``former`` from then on. ``texts`` are what they wrote, each with what
    stands for it; ``kinds`` the models of the commands and events by their type. ``title`` is that of the game, which
    nobody wrote.
    """

    user: int
    former: int
    texts: Mapping[str, str]
    kinds: Mapping[str, type[Frozen]]
    title: str

    @classmethod
    def of(
        cls, campaign: Campaign, row: CampaignRow, entries: Sequence[EntryRow], user: int, key: bytes
    ) -> "Redaction":
        """Return the redaction of a user's texts in a log, except those that others wrote too. ``key`` is random."""
        game = campaign.game
        kinds = {**game.commands_by_type, **game.events_by_type, **CAMPAIGN_COMMANDS, **CAMPAIGN_EVENTS}
        number = 1 + sum(json.loads(entry.command).get("type") == FORGET for entry in entries)
        own, others = set[str](), set[str]()
        for entry in entries:
            command = json.loads(entry.command)
            if entry.user == user:
                own.update(_texts([command, *json.loads(entry.events)], kinds))
            else:
                others.update(_texts([command], kinds))
        if row.founder == user:
            own.add(row.name)
        gone = own - others - {game.title}
        texts = {text: f"forgotten-{sha256(key + text.encode()).hexdigest()[:8]}" for text in gone}
        return cls(user, FORMER + number, texts, kinds, game.title)

    def campaign(self, row: CampaignRow) -> CampaignRow | None:
        """Return the row of the campaign without the user, if they founded it, and the hash as it was. A name that they
        gave it goes; the game's own stays.
        """
        if row.founder != self.user:
            return None
        start = row.start or first_hash(beginning_of(row))
        name = row.name if row.name == self.title else f"Campaign {row.id}"
        return row._replace(founder=self.former, name=name, start=start)

    def changed(self, entries: Iterable[EntryRow], seed: bytes) -> Iterator[EntryRow]:
        """Yield the entries in which the user stood, without them, each with its seal as it was."""
        for entry in entries:
            without = self.entry(entry)
            if without != entry:
                sealed = entry.seal or sealed_content(seed, entry.seq, content_of(entry))
                yield without._replace(seal=sealed)

    def entry(self, entry: EntryRow) -> EntryRow:
        """Return an entry without the user."""
        command, events = json.loads(entry.command), json.loads(entry.events)
        without, left = self._without(command), [self._without(event) for event in events]
        if without == command and left == events and entry.user != self.user:
            return entry
        user = self.former if entry.user == self.user else entry.user
        return entry._replace(user=user, command=_written(without), events=_written(left))

    def _without(self, given: Any) -> Any:
        """Return a command or an event without the user."""
        kind = self.kinds.get(given.get("type", ""))
        unread = given if kind is None else rewritten(kind, given, lambda text: self.texts.get(text, text))
        return self._unnamed(unread)

    def _unnamed(self, value: Any) -> Any:
        """Return a value of JSON in which the user is not named."""
        match value:
            case dict():
                return {self._unnamed(name): self._unnamed(each) for name, each in value.items()}
            case list():
                return [self._unnamed(each) for each in value]
            case str():
                named = value.replace(f"<@{self.user}>", str(Player(self.former)))
                return re.sub(rf"(?<!\d){self.user}(?!\d)", str(self.former), named)
            case int() if not isinstance(value, bool) and value == self.user:
                return self.former
        return value


def _texts(parts: Iterable[Mapping[str, Any]], kinds: Mapping[str, type[Frozen]]) -> Iterator[str]:
    """Yield what was written in commands or events, as it was typed and as it is kept."""
    for part in parts:
        for text in texts_in(kinds[part["type"]], part) if part.get("type") in kinds else ():
            yield text
            yield text.strip()


_written = partial(json.dumps, ensure_ascii=False, separators=(",", ":"))
