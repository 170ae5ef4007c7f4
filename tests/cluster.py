"""Several processes, each with some of Discord's shards, on one PostgreSQL; some are killed on the way.

``python -m tests.cluster CAMPAIGNS PROCESSES KILLS`` plays, and then holds every log against its channel: each entry is
there once and in its place, verifies from the seed, and was told once, with the dice that the log holds.
"""

import asyncio
import contextlib
import logging
import random
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import discord
from pydantic import SecretStr

from bot.base.settings import UNHURRIED
from bot.engine.request import TooLate
from bot.engine.service import CampaignService
from bot.messages.result_message import UNTOLD
from bot.storage import PostgresStore
from localdiscord import Channel, LocalDiscord, NoResponse, User
from rules.notice import Kind, Public
from tests.bot.command import Started, begin
from tests.bot.harness import choose, text
from tests.bot.history import told_by
from tests.bot.storage.rows import next_due
from tests.games import catalog
from tests.loaded import true_dice
from tests.patience import PATIENCE
from tests.postgres import server as postgres

COMMANDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("dice roll", {"reason": "rain"}),
    ("draw event", {}),
    ("dice roll", {"reason": "rain", "number": 3}),
    ("campaign manage end", {"sure": True}),
)
AT_ONCE = 24
SETTLED_WITHIN = 8 * PATIENCE
TOO_LATE = str(TooLate())

Table = tuple[User, Channel]


@dataclass
class Tally:
    """What came of it."""

    campaigns: int = 0
    entries: int = 0
    kills: int = 0
    unanswered: int = 0
    seconds: float = 0.0
    faults: list[str] = field(default_factory=list)


class Cluster:
    """A Discord, a database, and processes that serve a shard each; if there are fewer shards, some serve the same."""

    def __init__(self, server: LocalDiscord, database: SecretStr, processes: int, shards: int, seed: int) -> None:
        self.server = server
        self.database = database
        self.shards = shards
        self.chance = random.Random(seed)
        self._processes: list[Started | None] = [None] * processes

    async def start(self, number: int) -> None:
        self._processes[number] = await begin(
            "run",
            shards=f"{number % self.shards}/{self.shards}",
            token=self.server.token,
            log_level="ERROR",
            database=self.database.get_secret_value(),
            discord_api=self.server.api_url,
            **UNHURRIED,
        )

    async def start_all(self) -> None:
        for number in range(len(self._processes)):
            await self.start(number)
        await self.server.bot_online(timeout=3 * PATIENCE, sessions=len(self._processes))

    async def kill_one(self) -> None:
        """Kill a process at random, and start it again."""
        number = self.chance.randrange(len(self._processes))
        process = self._processes[number]
        assert process is not None
        process.kill()
        await process.wait()
        await self.start(number)
        with contextlib.suppress(TimeoutError):
            await self.server.bot_online(timeout=2 * PATIENCE, sessions=len(self._processes))

    async def stop(self) -> None:
        for process in self._processes:
            if process is not None and process.returncode is None:
                process.kill()
                await process.wait()


async def play(cluster: Cluster, user: User, channel: Channel, tally: Tally) -> None:
    """A short campaign; whoever gets no answer, or one that it came too late, gives the command again, as people do."""
    founding = ("campaign new", {"game": "marne-1918", "seat": "Allies"})
    for command, options in (founding, *COMMANDS):
        while True:
            with contextlib.suppress(NoResponse):
                answered = await choose(user, channel, command, options)
                if TOO_LATE not in map(text, answered.messages):
                    break
            tally.unanswered += 1
            await asyncio.sleep(cluster.chance.random())


async def check(store: PostgresStore, user: User, channel: Channel) -> tuple[int, list[str]]:
    """The entries of a channel's campaign, and what is wrong with them or with what was told of them."""
    service = CampaignService(store, catalog())
    session = await service.session_in(int(channel["id"]))
    entries = await service.entries(session)
    with true_dice():  # its processes know no others
        found = await service.verify(session, entries)
    wrong = [f"campaign {session.id}: entry {seq} does not verify" for seq in found.wrong]
    if [entry.seq for entry in entries] != [*range(1, len(entries) + 1)]:
        wrong.append(f"campaign {session.id}: the log has gaps")
    told = Counter[int]()
    said: dict[int, str] = {}
    for message in user.messages(channel):
        for seq in chain.from_iterable(told_by(discord.Embed.from_dict(each)) for each in message["embeds"]):
            told[seq] += 1
            said[seq] = text(message)
    for entry in entries:
        gone = (*UNTOLD, Kind.NEXT, Kind.BOARD)
        public = [each for each in session.campaign.tell(entry) if isinstance(each, Public) and each.kind not in gone]
        if public and told[entry.seq] != 1:
            wrong.append(f"campaign {session.id}: entry {entry.seq} was told {told[entry.seq]} times")
        elif public and str(public[0]) not in said[entry.seq]:
            wrong.append(f"campaign {session.id}: entry {entry.seq} was told otherwise")
    return len(entries), wrong


async def run(campaigns: int, processes: int, kills: int, seed: int = 1, *, shards: int = 0) -> Tally:
    """Play so many campaigns on so many processes with so many kills in between. Raises ``NoServer``."""
    shards = shards or processes
    tally, began = Tally(), time.monotonic()
    with postgres() as database:
        async with LocalDiscord(shards=shards, idle_after=0.02, ack_timeout=PATIENCE / 3) as server:
            guilds = [server.guild(f"guild {number}") for number in range(shards)]
            address = database.address(database.database())
            cluster = Cluster(server, address, processes, shards, seed)
            tables = [
                (guilds[number % shards].user(f"anna-{number}"), guilds[number % shards].channel(f"table-{number}"))
                for number in range(campaigns)
            ]
            try:
                await cluster.start_all()
                await _play_all(cluster, tables, kills, tally)
                await _check_all(address, tables, tally)
            finally:
                await cluster.stop()
    tally.seconds = time.monotonic() - began
    return tally


async def _play_all(cluster: Cluster, tables: list[Table], kills: int, tally: Tally) -> None:
    gate = asyncio.Semaphore(AT_ONCE)

    async def played(user: User, channel: Channel) -> None:
        async with gate:
            await play(cluster, user, channel, tally)
        tally.campaigns += 1

    playing = [asyncio.create_task(played(*table)) for table in tables]
    for number in range(1, kills + 1):
        await asyncio.wait(playing[: len(tables) * number // (kills + 1)])
        await cluster.kill_one()
        tally.kills += 1
    await asyncio.gather(*playing)


async def _check_all(address: SecretStr, tables: list[Table], tally: Tally) -> None:
    store = await PostgresStore.open(address)
    soon = int(time.time() + 3600) * 1000  # what is due later waits for its time
    for _ in range(int(SETTLED_WITHIN * 2)):
        if (due := await next_due(store)) is None or due > soon:
            break
        await asyncio.sleep(0.5)
    else:
        tally.faults.append("the outbox does not settle")
    for table in tables:
        entries, wrong = await check(store, *table)
        tally.entries += entries
        tally.faults += wrong
    await store.close()


def main() -> None:
    """Play, and print the tally."""
    logging.disable(logging.ERROR)
    campaigns, processes, kills, *seed = map(int, sys.argv[1:])
    tally: Any = asyncio.run(run(campaigns, processes, kills, *seed))
    print(
        f"{tally.campaigns:,} campaigns, {tally.entries:,} entries, {processes} processes, {tally.kills} kills,"
        f" {tally.unanswered} unanswered, {tally.seconds:.0f} s: {len(tally.faults)} faults"
    )
    print(*tally.faults[:20], sep="\n")
    sys.exit(bool(tally.faults))


if __name__ == "__main__":
    main()
