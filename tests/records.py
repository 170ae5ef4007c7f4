"""Campaigns whose records the tests write, read and spoil."""

from bot.engine.sessions import Session
from bot.log.chain import Record, read_record
from bot.log.export import export_campaign
from rules.seat import Seat
from tests.bot.desk import ANNA, BERT, Desk


async def played(desk: Desk, rolls: int = 3) -> Session:
    """A campaign with something open, something hidden, and an entry that was undone."""
    session = await desk.found("high-card", "Red", bert="Blue")
    await desk.act(BERT, {"type": "check_board", "changed": 0})
    for _ in range(rolls):
        await desk.act(ANNA, {"type": "roll_dice", "number": 2, "sides": 20, "reason": "weather"})
    await desk.act(ANNA, {"type": "take"})
    await desk.act(ANNA, {"type": "bid", "points": 3})
    await desk.act(ANNA, {"type": "undo"})
    await desk.act(ANNA, {"type": "bid", "points": 4})
    return session


async def open_record(desk: Desk, id_: int = 1) -> bytes:
    """The record with the seed and all secrets."""
    exported = await export_campaign(desk.store, id_)
    assert exported is not None
    return exported.data


async def closed_record(desk: Desk, session: Session) -> bytes:
    """The record that every player can get while the game goes on."""
    exported = await export_campaign(desk.store, session.id, is_open=False)
    assert exported is not None
    return exported.data


async def record(desk: Desk, rolls: int = 3) -> Record:
    """An open record, read."""
    await played(desk, rolls)
    return read_record(await open_record(desk))


RED = Seat("Red")
