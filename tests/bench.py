"""What a command costs, side by side in one run: ``/draw event`` beside a command that does nothing but show an embed.

Both are given by the same person on the same little Discord to the same bot in the same process, turn and turn about,
so that what the machine does besides falls on both alike. Prints a table and writes ``bench.json``.
"""

import asyncio
import json
import logging
import os
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

import rules
from bot.app import RunningBot, start
from bot.codec import write_entry
from bot.request import Caller, TakeOffer
from bot.sessions import Session
from bot.settings import Settings
from localdiscord import LocalDiscord, User
from rules.campaign import History
from rules.campaign.rolling import DiceRolled, RollDice
from rules.dice import Roll
from rules.log import LogEntry
from tests.games import SEED

ROUNDS = 600
WARM_UP = 60
BATCHES = 6
LONG = 100_000
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
        self.service = bot.client.service
        self.anna: User = server.user("anna")
        self._interaction = 1

    def call(self, channel: dict[str, Any]) -> Caller:
        self._interaction += 1
        where = int(channel["id"])
        return Caller(self._interaction, self.server.clock.now(), int(self.server.guild_id), where, int(self.anna.id))

    async def found(self, channel: dict[str, Any], entries: int) -> Session:
        """A campaign with a log of so many entries."""
        session = await self.service.found(self.call(channel), "marne-1918", "", "Allies", "sealed")
        rows = [write_entry(session.id, self._rolled(session, channel, seq)) for seq in range(1, entries + 1)]
        await asyncio.gather(*(self.service._store.append(row) for row in rows))
        began = time.perf_counter()
        session.history = History((session.campaign.refold(await self.service.entries(session)),))
        print(f"a log of {entries} entries is read and folded in {time.perf_counter() - began:.2f} s")
        return session

    def _rolled(self, session: Session, channel: dict[str, Any], seq: int) -> LogEntry:
        roll = Roll(sides=6, faces=(4,), first=seq - 1)
        call = self.call(channel)
        seat = session.campaign.founding.seat
        done = (DiceRolled(roll=roll, reason=""),)
        return LogEntry(seq, call.interaction, call.at, call.user, seat, RollDice(), done, (roll,), None, rules.VERSION)

    async def next_turn(self, session: Session, channel: dict[str, Any]) -> None:
        """Whatever stands between one draw and the next, past Discord."""
        while True:
            offers = {offer.command.type: offer for offer in session.campaign.offers(int(self.anna.id))}
            if "draw" in offers:
                return
            do = next(do for do in ("resolve_flight", "return", "next_turn") if do in offers)
            given = TakeOffer(offers[do].key, {} if offers[do].inputs else None)
            await self.service.execute(self.call(channel), session, given)

    async def timed(self, action: Callable[[], Awaitable[Any]]) -> tuple[float, float]:
        """Milliseconds to the first answer, and until the bot is done."""
        began = time.perf_counter()
        first: list[float] = []
        interaction = asyncio.ensure_future(action())
        begin = self.server.hub.interactions.begin

        def watched(*args: Any, **options: Any) -> Any:
            begun = begin(*args, **options)
            begun.acknowledged.add_done_callback(lambda _: first.append(time.perf_counter()))
            return begun

        self.server.hub.interactions.begin = watched  # type: ignore[method-assign]
        try:
            await interaction
        finally:
            self.server.hub.interactions.begin = begin  # type: ignore[method-assign]
        return (first[0] - began) * 1000, (time.perf_counter() - began) * 1000


async def measure() -> Sample:
    """Milliseconds of each command, in the order in which they were given."""
    with tempfile.TemporaryDirectory() as folder:
        server = LocalDiscord()
        await server.start()
        given = {"token": server.token, "database": Path(folder) / "bench.sqlite", "discord_api": server.api_url}
        bot = await start(Settings.model_validate(given | {"seed": SEED.hex()}), guild_ready_timeout=0.01)
        bot.client.tree.add_command(limit)
        await server.bot_online()
        await bot.client.tree.sync()
        try:
            return await _rounds(Bench(server, bot))
        finally:
            await bot.kill()
            await server.stop()


async def _rounds(bench: Bench) -> Sample:
    short, long = bench.server.channel("short"), bench.server.channel("long")
    campaigns = {"short": (short, await bench.found(short, SHORT)), "long": (long, await bench.found(long, LONG))}
    sample: Sample = {name: [] for name in ("limit", "short", "long", "limit, done", "short, done", "long, done")}

    async def give(name: str, channel: dict[str, Any], command: str) -> None:
        first, done = await bench.timed(lambda: bench.anna.slash(channel, command))
        sample[name].append(first)
        sample[f"{name}, done"].append(done)

    for round_ in range(WARM_UP + ROUNDS):
        if round_ == WARM_UP:
            sample.update({name: [] for name in sample})
        await give("limit", short, "limit")
        for name in ("short", "long") if round_ % 2 else ("long", "short"):
            channel, session = campaigns[name]
            await give(name, channel, "draw event")
            await bench.next_turn(session, channel)
    return sample


def ratio(over: list[float], under: list[float]) -> tuple[float, float, float]:
    """The ratio of the medians, and the least and greatest of its batches."""
    size = len(over) // BATCHES
    batches = [
        statistics.median(over[n : n + size]) / statistics.median(under[n : n + size])
        for n in range(0, size * BATCHES, size)
    ]
    return statistics.median(over) / statistics.median(under), min(batches), max(batches)


def p99(values: list[float]) -> float:
    """The 99th percentile."""
    return statistics.quantiles(values, n=100)[98]


def report(sample: Sample) -> dict[str, Any]:
    """Print the table and return what goes into the file."""
    names = {
        "limit": "one embed, no storage (the limit)",
        "short": f"/draw event, log of {SHORT} and more",
        "long": f"/draw event, log of {LONG} and more",
        "short, done": "/draw event until its secret is shown too",
    }
    print(f"\n{'to the first answer, ms':42} median    p99")
    for name, what in names.items():
        print(f"{what:42} {statistics.median(sample[name]):6.2f} {p99(sample[name]):6.2f}")
    ratios = {
        "draw to limit, median": ratio(sample["short"], sample["limit"]),
        "long log to short log, median": ratio(sample["long"], sample["short"]),
        "until all is shown to limit, median": ratio(sample["short, done"], sample["limit, done"]),
    }
    print()
    for name, (middle, least, most) in ratios.items():
        print(f"{name:42} {middle:5.2f}  (batches {least:.2f} to {most:.2f})")
    tail = p99(sample["short"]) / p99(sample["limit"])
    print(f"{'draw to limit, p99':42} {tail:5.2f}")
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    print(f"\n{ROUNDS} rounds on {machine}")
    return {
        "machine": machine,
        "rounds": ROUNDS,
        "milliseconds": {name: {"median": statistics.median(v), "p99": p99(v)} for name, v in sample.items()},
        "ratios": ratios | {"draw to limit, p99": tail},
    }


def main() -> None:
    """Measure, print, and write the file."""
    logging.disable(logging.WARNING)
    figures = report(asyncio.run(measure()))
    Path("bench.json").write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
