"""A long log: read and folded as a bot does that has just started."""

import sqlite3
import tempfile
import time
from pathlib import Path

from bot.engine.sessions import Session
from bot.log.codec import write_entry
from bot.storage import SqliteStore
from bot.storage.rows import linked
from bot.storage.sqlite import LINKED, insert
from rules.campaign import Campaign
from rules.campaign.life.rolling import DiceRolled, RollDice
from rules.dice import MOST_DICE, Roll
from rules.log import LogEntry
from tests.bench.figure import Figure, median
from tests.bot.desk import ANNA, Desk

LONG = 2000
"""More than a campaign of a year has."""
ROUNDS = 5


def rolled(campaign: Campaign, seq: int, interaction: int, user: int = ANNA) -> LogEntry:
    """An entry of a long log: a roll for something on the table. It has more of them than a campaign has keys."""
    roll = Roll(sides=6, faces=(4,), first=(seq - 1) % (MOST_DICE // 2))
    at, seat = campaign.founding.at, campaign.founding.seat
    assert at is not None
    return LogEntry(
        seq, interaction, at, user, seat, RollDice(), (DiceRolled(roll=roll, reason=""),), (roll,), None, "0.2",
        number=seq,
    )  # fmt: skip


async def fill(store: SqliteStore, session: Session, entries: int, user: int = ANNA) -> None:
    """Write a log of so many entries past the service."""
    first = 10_000_000 * session.id
    rows = (write_entry(session.id, rolled(session.campaign, seq, first + seq, user)) for seq in range(1, entries + 1))

    begun = await store._begun(session.id)

    def write(db: sqlite3.Connection) -> None:
        for row, hash_ in linked(begun, rows):
            insert(db, "entry", LINKED, (*row, hash_))

    await store._db.write(write)


async def measure() -> list[Figure]:
    """Milliseconds until a campaign of a long game answers that is first read after a start."""
    with tempfile.TemporaryDirectory() as folder:
        store = await SqliteStore.open(Path(folder) / "bench.sqlite")
        desk = Desk(store)
        session = await desk.found("marne-1918", "Allies")
        await fill(store, session, LONG)
        cold: list[float] = []
        for _ in range(ROUNDS):
            fresh = Desk(store)
            fresh._interaction = 900_000_000 + len(cold)
            began = time.perf_counter()
            answered = await fresh.act(ANNA, {"type": "roll_dice", "number": 1, "sides": 6})
            cold.append((time.perf_counter() - began) * 1000)
        assert answered.campaign.seq == LONG + ROUNDS
        await store.close()
    return [median(f"first answer after a start, log of {LONG:,}", cold, "ms", 1000)]
