"""The lives of a bot that is killed again and again, the players who go on all the while, and what must hold."""

import asyncio
import contextlib
import os
import random
import signal
import sqlite3
import struct
import sys
from asyncio.subprocess import PIPE, Process
from collections import Counter
from collections.abc import AsyncIterator
from datetime import timedelta
from itertools import product
from pathlib import Path

import discord

from bot.engine.service import CampaignService, Result
from bot.messages.result_message import ASKING, ICONS, public_message, public_notices
from bot.storage import SqliteStore
from localdiscord import Channel, InvalidAction, LocalDiscord, NoResponse, User
from rules.campaign import Audit
from rules.campaign.questions.requests import Agreed, Asked
from tests.bot.harness import EPHEMERAL, Message, labels, text
from tests.bot.history import told_by
from tests.faults.victim import Life
from tests.games import catalog
from tests.patience import PATIENCE, a_moment, until

SETTLES_IN = timedelta(minutes=3)
"""After so long every post is due, also one that a dead process had taken."""


class Lives:
    """A bot in processes that follow one another on one database, and a local Discord in this one."""

    def __init__(self, server: LocalDiscord, folder: Path, mother: Process, chance: random.Random) -> None:
        self.server = server
        self.database = folder / "a.sqlite"
        self.log = folder / "log"
        self.clock = folder / "clock"
        self.chance = chance
        self.done: Counter[str] = Counter()
        self.channels = [server.channel(f"table-{number}") for number in range(5)]
        self.anna, self.bert = server.user("anna"), server.user("bert")
        self._mother = mother
        self._pid = 0
        self._checked: Counter[int] = Counter()

    # ---- life and death ----

    async def begin(self, point: str = "", nth: int = 1) -> None:
        """Start the bot; where a point is given it ends there by itself."""
        await until(lambda: self.server.gateway.connected == 0)
        life = Life(self.server.token, self.server.api_url, str(self.database), str(self.clock), point, nth)
        assert self._mother.stdin is not None
        assert self._mother.stdout is not None
        self._mother.stdin.write(life.as_line().encode())
        self._pid = int(await self._mother.stdout.readline())
        await until(lambda: self.server.gateway.connected > 0 or not self.is_alive)

    @property
    def is_alive(self) -> bool:
        try:
            os.kill(self._pid, 0)
        except ProcessLookupError:
            return False
        return True

    async def kill(self) -> None:
        """End the bot with kill -9, if it lives."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._pid, signal.SIGKILL)
        await until(lambda: not self.is_alive)

    async def dies_within(self, seconds: float) -> bool:
        with contextlib.suppress(TimeoutError):
            await until(lambda: not self.is_alive, seconds)
        return not self.is_alive

    async def settle(self) -> bool:
        """Put the clocks on, and wait until the outbox has posted all results; False if the bot died meanwhile."""
        self.server.clock.advance(SETTLES_IN)
        self.clock.write_bytes(struct.pack("d", self.server.clock.offset.total_seconds()))
        try:
            await until(lambda: not self.is_alive or not self.waiting(), 2 * PATIENCE)
        except TimeoutError:
            said = (self.database.parent / "log").read_text(encoding="utf-8", errors="replace")[-3000:]
            raise AssertionError(f"{self._waiting()} wait at {self.server.clock.now()}; the bot said: {said}") from None
        return self.is_alive

    def waiting(self) -> int:
        """How many results wait to be posted."""
        return len(self._waiting())

    def _waiting(self) -> list[tuple[int, ...]]:
        with contextlib.closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as db:
            sql = "SELECT campaign, seq, due, tries FROM post WHERE ended IS NULL AND kind = 'result'"
            return db.execute(sql).fetchall()

    # ---- players ----

    async def found(self) -> None:
        """Anna and Bert found a campaign in every channel."""
        for channel in self.channels:
            await self.anna.slash(channel, "campaign new", {"game": "marne-1918", "seat": "Allies"})
            await self.bert.slash(channel, "campaign join", {"seat": "Germans"})

    @contextlib.asynccontextmanager
    async def players(self) -> AsyncIterator[None]:
        """Everybody plays in every channel for as long as this lasts."""
        tasks = [
            asyncio.create_task(self._play(user, channel))
            for channel, user in product(self.channels, (self.anna, self.bert) * 2)
        ]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _play(self, user: User, channel: Channel) -> None:
        while True:
            await a_moment(self.chance.random() * 0.4)
            try:
                await self._act(user, channel)
                self.done["told"] += 1
            except NoResponse:
                self.done["not told"] += 1
            except InvalidAction:
                pass

    async def _act(self, user: User, channel: Channel) -> None:
        number = self.chance.random()
        messages = user.messages(channel)[-6:]
        pressed = [(each, label) for each in messages for label in labels(each) if label not in ("Why?", "My hand")]
        if number < 0.5 or not pressed:
            await user.slash(channel, "dice roll", {"number": 2, "sides": 6, "reason": "who begins"})
        elif number < 0.6:
            await user.slash(channel, "campaign undo")
        else:
            user.cancel_modal()
            await user.press(*self.chance.choice(pressed))

    # ---- what must hold ----

    async def check(self) -> None:
        """What was told is in the log as it was told, and the channel reads each result exactly once."""
        self.check_database()
        assert "bug " not in self.log.read_text(), self.log.read_text()
        async with self._service() as service:
            for channel in self.channels:
                await self._check_channel(service, channel)

    def check_database(self) -> None:
        """The database is whole, and its log has no gaps and no interaction twice."""
        assert wrong_in_file(self.database) == []

    async def verify(self) -> None:
        """All of it once more: every entry is decided again as it was, and every die comes out."""
        self._checked.clear()
        await self.check()
        async with self._service() as service:
            for channel in self.channels:
                session = await service.session_in(int(channel["id"]))
                assert await service.verify(session, await service.entries(session)) == Audit((), {})
                self.done["entries"] += session.campaign.seq

    @contextlib.asynccontextmanager
    async def _service(self) -> AsyncIterator[CampaignService]:
        """A service that reads what is in the database."""
        store = await SqliteStore.read(self.database)
        try:
            yield CampaignService(store, catalog())
        finally:
            await store.close()

    async def _check_channel(self, service: CampaignService, channel: Channel) -> None:
        """Look at what is new in a channel since the last time."""
        seen = self.anna.messages(channel) + self.bert.messages(channel)
        assert "hit an error" not in "".join(map(text, seen))
        said = [each for each in self.anna.messages(channel) if not each["flags"] & EPHEMERAL]
        started = [text(each) for each in said if "Campaign started" in text(each)]
        assert len(started) == 1, started or said[:2]
        session = await service.session_in(int(channel["id"]))
        first, last = self._checked[session.id] + 1, session.campaign.seq
        results = [await service.result_of(session.id, seq) for seq in range(first, last + 1)]
        for result in results:
            check_told_once(result, said)
        told = [*filter(None, map(entries_of, said))]
        assert all(entries[-1] <= session.campaign.number for entries in told)
        fresh = min((each.entry.number for each in results if each.entry.number is not None), default=0)
        late = [
            entries[0]
            for each in said
            if is_posted_alone(each) and (entries := entries_of(each)) and results and entries[0] >= fresh
        ]
        assert late == sorted(late), f"posted in another order: {late}"
        self._checked[session.id] = last
        self.done["posted late"] += len(late)


def wrong_in_file(database: Path) -> list[str]:
    """What is wrong with a database: damage, a gap in a log, an interaction that stands in it twice."""
    with contextlib.closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        damage = [each for each in db.execute("PRAGMA integrity_check").fetchall() if each != ("ok",)]
        damage += db.execute("PRAGMA foreign_key_check").fetchall()
        gaps = "SELECT campaign FROM entry GROUP BY campaign HAVING count(*) != max(seq) OR min(seq) != 1"
        twice = "SELECT interaction FROM entry GROUP BY interaction HAVING count(*) > 1"
        return [
            *(f"the database is damaged: {each}" for each in damage),
            *(f"the log of campaign {each} has a gap" for (each,) in db.execute(gaps).fetchall()),
            *(f"interaction {each} is in the log twice" for (each,) in db.execute(twice).fetchall()),
        ]


def entries_of(message: Message) -> range:
    """The numbers of the entries that a message tells, by its mark."""
    return next((told_by(discord.Embed.from_dict(each)) for each in message["embeds"]), range(0))


def is_posted_alone(message: Message) -> bool:
    """Whether the bot posted a message by its own right, without an interaction."""
    return not message.get("interaction_metadata")


def bare(line: str) -> str:
    """A message's first line without its title's icon and the mark of an undo: a kill can come before that is
    written over it.
    """
    return line.removeprefix("**").removeprefix("Undone: ").lstrip("".join((*ICONS.values(), ASKING, " ")))


def check_told_once(result: Result, said: list[Message]) -> None:
    """The channel reads a result once and as it stands in the log; one that has nothing for the channel never."""
    seq, number, notices = result.entry.seq, result.entry.number, public_notices(result)
    if number is None:
        assert not notices, f"a private deed is told: {result.entry}"
        return
    own = [each for each in said if number in entries_of(each)]
    if not notices:
        assert all(len(entries_of(each)) > 1 for each in own), f"entry {seq} is told: {result.entry}"
        return
    message = public_message(result, notices)
    embed = message["embed"]
    assert len(own) == 1, f"entry {seq} is told {len(own)} times: {result.entry}"
    (told,) = own[0]["embeds"]
    titles = bare(own[0]["content"].split("\n")[0]), bare(str(message["content"]).split("\n")[0])
    assert len(entries_of(own[0])) > 1 or titles[0] in titles[1], titles
    if any(isinstance(event, (Asked, Agreed)) for event in result.entry.events):
        return  # a request is over once its last answer stands in the same message
    # what was undone since is struck through
    lines = (told.get("description") or "").replace("~~", "").splitlines()
    # an embed without a text has a placeholder, unless it shares its message with one that has a text
    expected = [line for line in (embed.description or "").splitlines() if line != "\u200b"]
    assert all(line in lines for line in expected), (told, expected)


@contextlib.asynccontextmanager
async def lives(folder: Path, chance: random.Random) -> AsyncIterator[Lives]:
    """A local Discord, a bot that was not started yet, and a campaign in every channel once it is."""
    (folder / "clock").write_bytes(struct.pack("d", 0.0))
    with (folder / "log").open("wb") as log:
        mother = await asyncio.create_subprocess_exec(
            sys.executable, "-W", "ignore", "-m", "tests.faults.victim", stdin=PIPE, stdout=PIPE, stderr=log
        )
    try:
        async with LocalDiscord(idle_after=0, ack_timeout=PATIENCE) as server:
            here = Lives(server, folder, mother, chance)
            try:
                await here.begin()
                await server.bot_online(PATIENCE)
                await here.found()
                await here.kill()
                yield here
            finally:
                await here.kill()
    finally:
        mother.kill()
        await mother.communicate()  # also its pipes are closed, and nothing is left to the collector
