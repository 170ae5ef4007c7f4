"""A disk that rots: of random bits that flip in a database of three games, none changes a log unnoticed."""

import random
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.engine.service import CampaignService
from bot.storage import Place, SqliteStore, StoreFault
from bot.storage.check_file import check
from bot.storage.inspection import Unsound, inspect
from rules.campaign.decider.unknown import UnknownGame
from rules.errors import NotNow, NotThere
from tests.bot.desk import ANNA, BERT, CHANNEL, Desk
from tests.bot.storage.rows import DUE
from tests.faults.rounds import Report, many, new_seed
from tests.games import catalog

GAMES = ("marne-1918", "fields-of-despair", "gathering-storm")


async def played(file: Path, entries: int) -> None:
    """Three campaigns, with settings and posts."""
    store = await SqliteStore.open(file)
    desk = Desk(store)
    for number, game in enumerate(GAMES):
        first, *others = map(str, desk.service.catalog.games[game].seats)
        await desk.found(game, first, CHANNEL + number)
        for seat in others[:1]:
            await desk.act(BERT, {"type": "join", "seat": seat}, channel=CHANNEL + number)
        for _ in range(entries):
            await desk.act(ANNA, {"type": "roll_dice", "number": 2, "sides": 6}, channel=CHANNEL + number)
    for user in range(20, 40):
        await store.keep_person(user, '{"zone":"Europe/Paris"}')
    await store.keep_server(7, '{"language":"fr"}')
    await store.take_due(DUE, DUE + 9, 40)
    await store.close()


def contents(file: Path) -> Any:
    """What is guarded by hashes in a file. Raises ``sqlite3.DatabaseError`` or ``UnicodeDecodeError``."""
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as db:
        db.text_factory = bytes
        return [
            db.execute(f"SELECT * FROM {each} NOT INDEXED").fetchall() for each in ("document", "campaign", "entry")
        ]


def flip(content: bytes, chance: random.Random) -> bytes:
    place, bit = chance.randrange(len(content)), chance.randrange(8)
    return content[:place] + bytes([content[place] ^ (1 << bit)]) + content[place + 1 :]


async def what_became(file: Path, before: Any) -> str:
    """What a bot, its operator and the daily look notice of a file in which a bit has flipped."""
    try:
        check(file, read_only=True, strict=False)
    except StoreFault:
        return "refused at start"
    try:
        is_same = contents(file) == before
    except (sqlite3.DatabaseError, UnicodeDecodeError):  # the name of a column may be no text any more
        is_same = False
    found = await looked(file)
    for each in found:
        if each.campaign is not None:
            assert await is_closed(file, each.campaign), each
    return "harmless" if is_same else "found" if found else "UNNOTICED"


async def looked(place: Place) -> list[Unsound]:
    try:
        return await inspect(place)
    except StoreFault as fault:
        return [Unsound(str(fault))]


async def is_closed(file: Path, campaign: int) -> bool:
    """Whether nobody can play on in a campaign."""
    try:
        store = await SqliteStore.open(file)
    except StoreFault:
        return True
    try:
        service = CampaignService(store, catalog())
        await service.sessions.look_again(campaign)
        return isinstance((await service.session(campaign)).campaign.game, UnknownGame)
    except (NotNow, NotThere, StoreFault):
        return True
    finally:
        await store.close()


async def test_no_flipped_bit_changes_a_log_unnoticed(tmp_path: Path, report: Report) -> None:
    chance = random.Random(seed := new_seed())
    await played(tmp_path / "a.sqlite", many(20, 60))
    whole, before = (tmp_path / "a.sqlite").read_bytes(), contents(tmp_path / "a.sqlite")
    assert await inspect(tmp_path / "a.sqlite") == []
    counted = Counter[str]()
    for _ in range(many(100, 5000)):
        (tmp_path / "b.sqlite").write_bytes(spoilt := flip(whole, chance))
        became = await what_became(tmp_path / "b.sqlite", before)
        counted[became] += 1
        assert became != "UNNOTICED", (seed, [place for place, byte in enumerate(spoilt) if byte != whole[place]])
    report(f"seed {seed}, {len(whole)} bytes: {dict(counted)}")
