"""Appends to PostgreSQL by several processes, beside pgbench with the same statement on the same server.

``python -m tests.bench.processes ADDRESS FIRST SECONDS`` is one such process.
"""

import asyncio
import itertools
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from pydantic import SecretStr

from bot.storage import Post, PostgresStore
from tests.bench.figure import Figure
from tests.bot.storage.rows import CAMPAIGN, entry
from tests.postgres import NoServer, PostgresServer, programs, server

PROCESSES = (1, 2, 4)
TASKS = 16
SECONDS = 3
ROUNDS = 3
AIM = 0.85
SAFE = ("fsync=on", "synchronous_commit=on", "full_page_writes=on")


async def append(address: str, first: int, seconds: float) -> int:
    """How many entries so many tasks append in that time to the campaign of that number."""
    store = await PostgresStore.open(SecretStr(address))
    places, written, end = itertools.count(1), 0, time.monotonic() + seconds

    async def write() -> None:
        nonlocal written
        while time.monotonic() < end:
            seq = next(places)
            row = entry(seq, interaction=first * 1_000_000_000 + seq)._replace(campaign=first)
            await store.append(row, [Post(first, "result", seq, 0)])
            written += 1

    await asyncio.gather(*(write() for _ in range(TASKS)))
    await store.close()
    return written


def together(address: str, processes: int, first: int) -> float:
    """Entries a second that so many processes append at the same time."""
    words = [sys.executable, "-m", "tests.bench.processes", address]
    started = [
        subprocess.Popen([*words, str(first + number), str(SECONDS)], stdout=subprocess.PIPE, text=True)
        for number in range(processes)
    ]
    return sum(int(process.communicate()[0]) for process in started) / SECONDS


def pgbench(running: PostgresServer, database: str, processes: int) -> float:
    """The same statement by the server's own tool, with as many connections as the processes have together."""
    statement = (
        "\\set place random(1, 2000000000)\n\\set one random(1, 9000000000000000)\n"
        'WITH made AS (INSERT INTO entry (campaign, seq, interaction, at, "user", seat, command, events, dice, rules,'
        " hash) VALUES (1, :place, :one, 1000, 30, 'Allies', '{\"type\":\"x\"}', '[]', '[]', '0.1', repeat('0', 64))"
        " ON CONFLICT DO NOTHING RETURNING seq)"
        " INSERT INTO post (campaign, kind, seq, due, tries) SELECT 1, 'result', seq, 0, 0 FROM made;\n"
    )
    with tempfile.NamedTemporaryFile("w", suffix=".sql", delete=False) as file:
        file.write(statement)
    Path(file.name).chmod(0o644)
    connections = str(min(8 * processes, 32))
    tool = next(
        path for path in (programs() / "pgbench", Path("/usr/bin/pgbench")) if path.exists()
    )  # some systems keep it apart
    done = subprocess.run(
        [tool, "-n", "-M", "prepared", "-c", connections, "-j", "2", "-T", str(SECONDS), "-f", file.name,
         "-h", str(running.folder), "-U", "adjutant", database],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    Path(file.name).unlink()
    return float(next(line.split()[2] for line in done.stdout.splitlines() if line.startswith("tps")))


def measure() -> list[Figure]:
    """How the rate grows with the processes, and how near it is to the server's own limit."""
    try:
        with server(*SAFE) as running:
            return _figures(*_rates(running))
    except NoServer as error:
        print(f"PostgreSQL is not measured: {error}")
        return []


def _rates(running: PostgresServer) -> tuple[dict[int, list[float]], dict[int, list[float]]]:
    database = running.database()
    address = running.address(database).get_secret_value()
    asyncio.run(_prepare(address, sum(PROCESSES) * ROUNDS + 1))
    ours: dict[int, list[float]] = {number: [] for number in PROCESSES}
    limits: dict[int, list[float]] = {number: [] for number in PROCESSES}
    first = 2  # the first campaign is pgbench's
    for _ in range(ROUNDS):
        for number in PROCESSES:
            ours[number].append(together(address, number, first))
            limits[number].append(pgbench(running, database, number))
            first += number
    return ours, limits


async def _prepare(address: str, campaigns: int) -> None:
    store = await PostgresStore.open(SecretStr(address))
    for number in range(campaigns):
        await store.found(CAMPAIGN._replace(interaction=number + 1), 0)
    await store.close()


def _figures(ours: dict[int, list[float]], limits: dict[int, list[float]]) -> list[Figure]:
    one = statistics.median(ours[1])
    figures = []
    for number, rates in ours.items():
        rate, limit = statistics.median(rates), statistics.median(limits[number])
        what = f"PostgreSQL, {number} process(es): entries/s"
        figures.append(Figure(what, rate, min(rates), max(rates), "/s"))
        shares = [each / limit for each in rates]
        figures.append(
            Figure("  of what pgbench does with the same statement", rate / limit, min(shares), max(shares), "x")
        )
        if 1 < number <= (os.cpu_count() or 1):
            scale = rate / (number * one)
            figures.append(Figure("  of so many times one process", scale, scale, scale, "x", AIM, at_least=True))
    return figures


if __name__ == "__main__":
    print(asyncio.run(append(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))))
