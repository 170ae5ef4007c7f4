"""What a command costs until its first answer, beside the honest limit: the same message with one durable row.

All are given by the same person on the same little Discord to the same bot in the same process, turn and turn about,
so that what the machine does besides falls on all alike.
"""

import contextlib
import itertools
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

from bot.base.settings import UNHURRIED, Settings
from bot.cli.app import RunningBot, start
from bot.engine.founding import Wish
from bot.engine.request import Caller, Request, TakeOffer
from bot.engine.service import Result
from bot.engine.sessions import Session
from bot.messages.result_message import public_message, public_notices
from bot.storage import SqliteStore
from localdiscord import LocalDiscord, RequestRecord, User
from rules.campaign import History
from tests.bench.figure import Figure, ratio, tail_ratio
from tests.bench.long_logs import fill
from tests.bot.harness import choose
from tests.games import SEED

ROUNDS = 300
WARM_UP = 50
LONG = 1_000_000
SHORT = 10

Sample = dict[str, list[float]]


@app_commands.command()
async def limit(interaction: discord.Interaction[Any]) -> None:
    """One embed, no storage: the cheapest answer that shows as much"""
    await interaction.response.send_message(embed=discord.Embed(title="Events drawn", description="The limit."))


class Bench:
    """A bot with a short and a long campaign, and somebody who plays both."""

    def __init__(self, server: LocalDiscord, bot: RunningBot) -> None:
        self.server = server
        self.bot = bot
        self.service = bot.client.service
        store = self.service._store
        assert isinstance(store, SqliteStore)
        self.store = store
        self.anna: User = server.user("anna")
        self._interaction = 1

    def call(self, channel: dict[str, Any]) -> Caller:
        self._interaction += 1
        where = int(channel["id"])
        return Caller(self._interaction, self.server.clock.now(), int(self.server.guild_id), where, int(self.anna.id))

    async def found(self, channel: dict[str, Any], entries: int) -> Session:
        """A campaign that stands as if after so many entries."""
        session = await self.service.found(self.call(channel), Wish("marne-1918", "", "Allies", "sealed"))
        self.bot.outbox.note(session.id, 0, None)
        await fill(self.store, session, entries, int(self.anna.id))
        campaign = replace(session.campaign, seq=entries, next_die=entries)
        session.history = History((campaign,))
        return session

    async def next_turn(self, session: Session, channel: dict[str, Any]) -> None:
        """Whatever stands between one draw and the next, past Discord."""
        while True:
            offers = {offer.command.type: offer for offer in session.campaign.offers(int(self.anna.id))}
            if "draw" in offers:
                return
            do = next((do for do in ("resolve_flight", "return", "next_turn") if do in offers), None)
            if do is None:  # the game is over: begin it anew
                start = replace(session.campaign, state=session.campaign.game.start())
                session.history = History((start,))
                continue
            answers = {name: "10" if name == "vp" else "no" for name in offers[do].inputs}
            given = TakeOffer(offers[do].key, answers or None)
            await self.execute(session, channel, given)

    async def execute(self, session: Session, channel: dict[str, Any], request: Request) -> Result:
        """Execute a request past Discord; nothing of it is to be posted."""
        result = await self.service.execute(self.call(channel), session, request, sure=True)
        self.bot.outbox.note(result.id, result.entry.seq, None)
        return result

    def add_durable_limit(self, result_of: Callable[[], Awaitable[dict[str, Any]]]) -> None:
        """A command that writes one durable row and sends a message like that of a draw, and nothing else."""
        rows = itertools.count(1)

        @app_commands.command()
        async def durable(interaction: discord.Interaction[Any]) -> None:
            """The honest limit: the same embed and buttons with one durable row"""
            row = next(rows)
            await self.store._db.write(lambda db: db.execute("INSERT INTO limit_row VALUES (?, ?)", (row, "x" * 400)))
            await interaction.response.send_message(**await result_of())

        self.bot.client.tree.add_command(durable)

    async def timed(self, action: Callable[[], Awaitable[Any]]) -> tuple[float, float, float]:
        """Milliseconds to the first answer, to the last message of the answer, and until the bot is done."""
        posts: list[float] = []

        def watched(record: RequestRecord) -> None:
            if record.method == "POST":
                posts.append(time.perf_counter())

        self.server.watch(watched)
        began = time.perf_counter()
        try:
            await action()
        finally:
            done = time.perf_counter()
            self.server.hub.watchers.remove(watched)
        return (posts[0] - began) * 1000, (posts[-1] - began) * 1000, (done - began) * 1000


@contextlib.asynccontextmanager
async def a_bench() -> AsyncIterator[Bench]:
    with tempfile.TemporaryDirectory() as folder:
        server = LocalDiscord()
        await server.start()
        given = {"token": server.token, "database": Path(folder) / "bench.sqlite", "discord_api": server.api_url}
        bot = await start(Settings.model_validate(given | {"seed": SEED.hex(), **UNHURRIED}), guild_ready_timeout=0.01)
        await server.bot_online()
        try:
            yield Bench(server, bot)
        finally:
            await bot.kill()
            await server.stop()


async def measure() -> list[Figure]:
    """The ratios of a draw to its limits, and of a long log to a short one."""
    async with a_bench() as bench:
        return _figures(await _rounds(bench))


async def _rounds(bench: Bench) -> Sample:
    short, long = bench.server.channel("short"), bench.server.channel("long")
    campaigns = {"short": (short, await bench.found(short, SHORT)), "long": (long, await bench.found(long, LONG))}
    await bench.store._db.execute("CREATE TABLE limit_row (id INTEGER PRIMARY KEY, body TEXT)")

    async def drawn() -> dict[str, Any]:
        return public_message(result, notices)

    session = campaigns["short"][1]
    await bench.next_turn(session, short)
    result = await bench.execute(session, short, {"type": "draw"})
    notices = public_notices(result)
    bench.add_durable_limit(drawn)
    bench.bot.client.tree.add_command(limit)
    await bench.bot.client.tree.sync()
    sample: Sample = {}

    async def give(name: str, channel: dict[str, Any], command: str) -> None:
        first, told, done = await bench.timed(lambda: choose(bench.anna, channel, command))
        for what, taken in ((name, first), (f"{name}, told", told), (f"{name}, done", done)):
            sample.setdefault(what, []).append(taken)

    for round_ in range(WARM_UP + ROUNDS):
        if round_ == WARM_UP:
            sample.clear()
        for name, command in (("bare", "limit"), ("durable", "durable")):
            await bench.next_turn(*campaigns["short"][::-1])  # what is done before leaves the same traces for all
            await give(name, short, command)
            await bench.execute(*campaigns["short"][::-1], {"type": "draw"})
        for name in ("short", "long") if round_ % 2 else ("long", "short"):
            channel, session = campaigns[name]
            await bench.next_turn(session, channel)
            await give(f"draw {name}", channel, "draw event")
            await give(f"undo {name}", channel, "campaign undo")
            await give(f"status {name}", channel, "campaign status")
            await give(f"log {name}", channel, "record find")
            began = time.perf_counter()
            await bench.anna.autocomplete(channel, "event play", focused="marker", value="a")
            sample.setdefault(f"completion {name}", []).append((time.perf_counter() - began) * 1000)
            await bench.next_turn(session, channel)
            await bench.execute(session, channel, {"type": "draw"})
    return sample


def _figures(sample: Sample) -> list[Figure]:
    draw, durable, bare = sample["draw short"], sample["durable"], sample["bare"]
    row = ratio("one durable row to a bare one-embed command", durable, bare)
    return [
        row,
        ratio("/draw event to first answer, to the same message with one durable row", draw, durable, 1.2),
        tail_ratio("the same, 99th percentile", draw, durable, 1.5),
        ratio("/draw event to a bare one-embed command", draw, bare, 1.2 * row.value),
        ratio("until the secret part is told too", sample["draw short, told"], sample["durable, told"], 1.7),
        ratio("until the message before it is done", sample["draw short, done"], sample["durable, done"]),
        *(
            ratio(f"{what}: log of {LONG:,} to log of {SHORT}", sample[f"{what} long"], sample[f"{what} short"], 1.05)
            for what in ("draw", "undo", "status", "log", "completion")
        ),
    ]
