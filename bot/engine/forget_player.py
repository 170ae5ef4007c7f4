"""Forgetting somebody who asks for it: in the logs of all their campaigns, and in all that is kept of them beside."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

import rules
from bot.base.catalog import Catalog
from bot.base.clock import milliseconds, utc_now
from bot.engine.forget_in_log import KEY_BYTES, Redaction
from bot.engine.people import People
from bot.engine.posts import posts_of
from bot.engine.sessions import Session, Sessions
from bot.log.codec import write_entry
from bot.storage import Behind, Erasure, Place, Post, Store, open_store
from bot.storage.rows import made_up
from rules.campaign.life.forgetting import Forget
from rules.campaign.seats.seating import newcomer
from rules.dice import Source
from rules.errors import NotNow
from rules.log import LogEntry
from rules.seat import Player

MOST_TRIES = 8
SALT_BYTES = 16


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
        """What the bot knows of somebody."""
        known = [await self._sessions.by_id(id_) for id_ in await self._store.campaigns_with(user)]
        seats = tuple(each for each in known if each.campaign.seats_of(user) and not each.campaign.is_ended)
        return Traces(tuple(known), seats)

    async def forget(self, user: int) -> int:
        """Forget somebody; in how many campaigns."""
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
        """The players who come to a seat by an entry. None of them, nor of those who ask for one, was forgotten here:
        they may have read a hand, and nobody could tell any more. Raises ``NotNow``.
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
        """What becomes of a campaign. Whoever calls holds the lock."""
        row, rows = await self._store.campaign(session.id), await self._store.entries(session.id)
        assert row is not None, "the campaign is in the database"
        campaign, now = session.campaign, self._now()
        if campaign.seq < len(rows):
            raise Behind
        done = campaign.decide(user, Forget(), None, Source(session.seed, 0), now)
        entry = LogEntry(
            campaign.seq + 1,
            made_up(session.id, campaign.seq + 1),
            now,
            user,
            done.seat,
            done.command,
            done.events,
            done.rolls,
            rules=rules.VERSION,
            number=campaign.number + 1,
        )
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
    """Forget somebody in a database that no bot of this machine uses; in how many campaigns. Raises ``StoreFault``."""
    store = await open_store(place)
    try:
        return await Forgetting(store, Sessions(store, catalog), People(store), utc_now).forget(user)
    finally:
        await store.close()
