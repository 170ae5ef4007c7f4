"""A long log: folded, read cold from a snapshot, and beside a short one."""

import sqlite3
import tempfile
import time
from pathlib import Path

from bot.engine.service import CampaignService
from bot.engine.sessions import Session
from bot.log.codec import read_entries, write_entry
from bot.log.snapshot import write_snapshot
from bot.storage import SnapshotRow, SqliteStore
from bot.storage.row_chain import linked
from bot.storage.sqlite import LINKED, insert
from rules.campaign import Campaign
from rules.campaign.life.rolling import DiceRolled, RollDice
from rules.dice import MOST_DICE, Roll
from rules.log import LogEntry
from tests.bench.figure import Figure, median
from tests.bot.desk import ANNA, CHANNEL, Desk
from tests.games import SEED, catalog

LONG = 100_000
ROUNDS = 5
TAIL = 199
"""So many entries a log has at most after its last snapshot."""


def rolled(campaign: Campaign, seq: int, interaction: int, user: int = ANNA) -> LogEntry:
    """An entry of a long log: a roll for something on the table. It has more of them than a campaign has keys."""
    roll = Roll(sides=6, faces=(4,), first=(seq - 1) % (MOST_DICE // 2))
    at, seat = campaign.founding.at, campaign.founding.seat
    assert at is not None
    return LogEntry(
        seq,
        interaction,
        at,
        user,
        seat,
        RollDice(),
        (DiceRolled(roll=roll, reason=""),),
        (roll,),
        None,
        "0.2",
        number=seq,
    )


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
    """Entries folded a second, and milliseconds until a cold campaign of a long log answers."""
    with tempfile.TemporaryDirectory() as folder:
        store = await SqliteStore.open(Path(folder) / "bench.sqlite")
        desk = Desk(store)
        session = await desk.found("marne-1918", "Allies")
        await fill(store, session, LONG)
        began = time.perf_counter()
        whole = (await CampaignService(store, catalog(), lambda: SEED).session(1)).campaign
        folded = LONG / (time.perf_counter() - began)
        await store._db.execute("DELETE FROM snapshot")
        entries = await desk.service.newest(session, TAIL, LONG + 1)
        assert len(entries) == TAIL
        earlier = await _at(store, desk, LONG - TAIL)
        await store.keep_snapshot(SnapshotRow(1, earlier.seq, write_snapshot(earlier)))
        cold: list[float] = []
        for _ in range(ROUNDS):
            fresh = Desk(store)
            fresh._interaction = 900_000_000 + len(cold)
            began = time.perf_counter()
            answered = await fresh.act(ANNA, {"type": "roll_dice", "number": 1, "sides": 6})
            cold.append((time.perf_counter() - began) * 1000)
        assert answered.campaign.seq == LONG + ROUNDS
        assert whole.seq == LONG
        await store.close()
    fold = f"entries read and folded a second, log of {LONG:,}"
    return [
        Figure(f"{fold} (a snapshot stands for it)", folded, folded, folded, "/s"),
        median(f"cold first answer, log of {LONG:,}, from a snapshot", cold, "ms", 50),
    ]


async def _at(store: SqliteStore, desk: Desk, seq: int) -> Campaign:
    """The campaign after an entry of its log."""
    session = await desk.service.session_in(CHANNEL)
    rows = [row for row in await store.entries(1) if row.seq <= seq]
    return session.campaign.as_founded().follow_all(read_entries(session.campaign, rows))
