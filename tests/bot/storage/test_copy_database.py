"""A database moves to a place of another kind, whatever interrupts it, and arrives whole."""

import asyncio
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from bot.storage import Ending, HomeRow, Place, Post, Store, StoreFault, open_store
from bot.storage import copy_database as moving
from bot.storage.copy_database import MoveStopped, move
from bot.storage.raw_rows import TABLES, reading, writing
from bot.storage.row_chain import beginning, linked
from bot.storage.rows import names
from tests.bot.storage.rows import CAMPAIGN, DUE, entry
from tests.postgres import PostgresServer

ENTRIES = 25


def quiet(_: str) -> None:
    """Nobody listens."""


BODY = '{"b" :  1.50, "é": "\\u0000"}'
DIGEST = sha256(BODY.encode()).hexdigest()


async def play(store: Store, entries: int = ENTRIES) -> None:
    """Two campaigns with documents, undone entries, and posts in every state."""
    await store.keep_document(DIGEST, BODY)
    for number in (1, 2):
        founding = CAMPAIGN._replace(interaction=number, seed=bytes(range(32)), data=DIGEST, name="Übung ‚x‘")
        id_ = await store.found(founding, DUE)
        for seq in range(1, entries + 1):
            row = entry(seq, 1000 * number + seq, undoes=seq - 1 if seq % 7 == 0 else None)
            await store.append(
                row._replace(campaign=id_, seat=None if seq % 2 else "A"), [Post(id_, "result", seq, DUE)]
            )
        await store.keep_person(30 + number, '{"zone":  "UTC"}')
    for salt in (b"s" * 16, b"\x00" * 16):
        steps = [("INSERT INTO stranger (campaign, salt, hash) VALUES (2, $1, $2)", (salt, b"h" * 32))]
        await store._together(steps)
    await store.keep_server(10, '{"language":  "fr"}')
    await store.take_due(DUE, DUE + 9, 9)
    await store.end_posts([Ending(1, "result", 0, "posted", 2**62), Ending(1, "result", 1, "stopped")])


def database_of(address: SecretStr) -> str:
    return address.get_secret_value().partition("@/")[2].partition("?")[0]


async def rows_of(place: Place) -> dict[str, list[tuple[object, ...]]]:
    async with reading(place) as tables:
        return {
            table.name: sorted(await tables.fetch(f"SELECT {names(table.columns)} FROM {table.name}"))
            for table in TABLES
        }


@pytest.fixture(params=["file to server", "server to file"])
def places(request: pytest.FixtureRequest, tmp_path: Path, address: SecretStr) -> tuple[Place, Place]:
    file = tmp_path / "a.sqlite"
    return (file, address) if request.param == "file to server" else (address, file)


@pytest.fixture
async def source(places: tuple[Place, Place], monkeypatch: pytest.MonkeyPatch) -> Place:
    monkeypatch.setattr(moving, "PAGE", 4)
    store = await open_store(places[0])
    await play(store)
    await store.close()
    return places[0]


@pytest.fixture
def target(places: tuple[Place, Place]) -> Place:
    return places[1]


async def test_everything_arrives_and_the_bot_goes_on(source: Place, target: Place) -> None:
    told: list[str] = []
    assert await move(source, target, told.append) is None
    assert await rows_of(source) == await rows_of(target)
    assert [line.split(",")[0] for line in told[-9:]] == [
        "document: 1 rows", "campaign: 2 rows", f"entry: {2 * ENTRIES} rows", "home: 2 rows",
        f"post: {2 * ENTRIES + 2} rows",
        "person: 2 rows", "seated: 2 rows", "stranger: 2 rows", "server: 1 rows",
    ]  # fmt: skip
    store = await open_store(target)
    assert await store.found(CAMPAIGN._replace(interaction=3), DUE) == 3
    await store.append(entry(ENTRIES + 1, 5000), [Post(1, "result", ENTRIES + 1, DUE)])
    assert await store.document(DIGEST) == BODY
    await store.close()


async def test_done_again_it_changes_nothing(source: Place, target: Place) -> None:
    for _ in range(2):
        assert await move(source, target, quiet) is None
    assert await rows_of(source) == await rows_of(target)


async def test_there_and_back_is_the_same(source: Place, target: Place, tmp_path: Path) -> None:
    back = tmp_path / "back.sqlite"
    await move(source, target, quiet)
    await move(target, back, quiet)
    assert await rows_of(source) == await rows_of(back)


async def test_entries_made_meanwhile_are_copied(source: Place, target: Place) -> None:
    bot = await open_store(source)
    written = iter(range(ENTRIES + 1, ENTRIES + 200))
    loop = asyncio.get_running_loop()

    def listen(_: str) -> None:
        """Each time that it tells how far it is, another entry comes."""
        seq = next(written)
        tasks.append(loop.create_task(bot.append(entry(seq, 5000 + seq), [Post(1, "result", seq, DUE)])))

    tasks: list[asyncio.Task[None]] = []
    newer = await move(source, target, listen)
    await asyncio.gather(*tasks)
    assert newer is not None
    assert 0 <= newer <= len(tasks)  # how many came too late depends on how fast this machine is
    seq = next(written)
    await bot.append(entry(seq, 5000 + seq), [Post(1, "result", seq, DUE)])
    await bot.end_posts([Ending(1, "result", 1, "posted", 5)])
    await bot.keep_server(10, '{"language":"en"}')
    await bot.keep_person(31, '{"zone":"Europe/Paris"}')
    await bot.postpone([Post(1, "result", 2, DUE + 99)])
    await bot.take_due(DUE + 99, DUE + 200, 5)
    await bot.close()
    assert await move(source, target, quiet) is None
    assert await rows_of(source) == await rows_of(target)


CONTRADICTIONS = {
    "campaign with id 2 is not the same": "UPDATE campaign SET name = 'y' WHERE id = 2",
    "campaign with id 3 is not in the source": "UPDATE campaign SET id = 3 WHERE id = 2",
    "entry with campaign 2, seq 25 is not the same": "UPDATE entry SET events = '[1]' WHERE (campaign, seq) = (2, 25)",
    "entry with campaign 2, seq 99 is not in the source": "UPDATE entry SET seq = 99 WHERE (campaign, seq) = (2, 25)",
    "document with digest f+ is not in the source": "INSERT INTO document VALUES (repeat('f', 64), '{}')",
    "post with id 50 is not the same": "UPDATE post SET ended = 'nothing' WHERE id = 50",
    "post with id 49 is not the same": "UPDATE post SET tries = 9 WHERE id = 49",
    "post with id 48 is not the same": "UPDATE post SET seq = 99 WHERE id = 48",
}


@pytest.mark.parametrize("contradiction", CONTRADICTIONS)
async def test_a_target_that_is_no_copy_is_left_alone(
    contradiction: str, tmp_path: Path, address: SecretStr, postgres: PostgresServer
) -> None:
    """A contradiction anywhere stops the move before a row is written, although there is one to write."""
    file = tmp_path / "a.sqlite"
    store = await open_store(file)
    await play(store)
    await move(file, address, quiet)
    await store.append(entry(ENTRIES + 1))
    await store.close()
    postgres.sql(f"SET session_replication_role = replica; {CONTRADICTIONS[contradiction]}", database_of(address))
    before = await rows_of(address)
    with pytest.raises(MoveStopped, match=f"The row of the table {contradiction}"):
        await move(file, address, quiet)
    assert await rows_of(address) == before


async def test_a_reread_copy_is_equal(tmp_path: Path, address: SecretStr, postgres: PostgresServer) -> None:
    """As many rows are not yet the same rows."""
    store = await open_store(tmp_path / "a.sqlite")
    await play(store)
    await store.close()

    def spoil(told: str) -> None:
        if told.startswith("person: "):
            postgres.sql("UPDATE person SET body = '{}' WHERE \"user\" = 32", database_of(address))

    with pytest.raises(MoveStopped, match="person is not the same on both sides"):
        await move(tmp_path / "a.sqlite", address, spoil)


async def test_settings_and_notes_go_on_after_a_copy(places: tuple[Place, Place]) -> None:
    source, target = places
    store = await open_store(source)
    await play(store)
    await move(source, target, quiet)
    await store.keep_person(31, '{"zone":"Asia/Tokyo"}')
    await store.close()
    await move(source, target, quiet)
    assert await rows_of(target) == await rows_of(source)


async def test_an_impossible_copy_is_refused(tmp_path: Path, address: SecretStr) -> None:
    with pytest.raises(StoreFault, match="There is no database"):
        await move(tmp_path / "none.sqlite", address, quiet)
    with pytest.raises(StoreFault, match="the same database"):
        await move(address, address, quiet)
    file = tmp_path / "a.sqlite"
    store = await open_store(file)
    await store.found(CAMPAIGN._replace(name="a\0b"), DUE)
    await store.close()
    with pytest.raises(StoreFault, match="A row cannot be written there"):
        await move(file, address, quiet)


LONG = 9000


async def make_long(place: Place) -> None:
    await (await open_store(place)).close()
    async with writing(place) as tables:
        _, campaign, entries, homes, posts, *_ = TABLES
        begun = beginning(CAMPAIGN)
        await tables.write(moving._insert(campaign), [(*CAMPAIGN._replace(id=5), begun)])
        await tables.write(moving._insert(homes), [HomeRow(5, 1000, 10, 20)])
        rows = [(*row._replace(campaign=5), hash_) for row, hash_ in linked(begun, map(entry, range(1, LONG + 1)))]
        await tables.write(moving._insert(entries), rows)
        await tables.write(
            moving._insert(posts), [(seq, 5, "result", seq, DUE, 0, None, None, None) for seq in range(1, LONG)]
        )
        await tables.finish()


def kill_after(lines: int, command: list[str]) -> None:
    """Kill a process once it has told so much."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    for _ in range(lines):
        process.stdout.readline()
    process.kill()
    process.communicate()


def text_of(place: Place) -> str:
    return str(place) if isinstance(place, Path) else place.get_secret_value()


async def test_killed_in_the_middle_it_goes_on_where_it_was(places: tuple[Place, Place]) -> None:
    source, target = places
    await make_long(source)
    command = [sys.executable, "-m", "bot", "move", text_of(source), text_of(target)]
    counts = []
    for lines in (2, 4, 5):
        await asyncio.to_thread(kill_after, lines, command)
        async with reading(target) as tables:
            counts.append(
                (await tables.fetch("SELECT (SELECT count(*) FROM entry) + (SELECT count(*) FROM post)"))[0][0]
            )
    assert counts == sorted(counts)
    assert any(0 < count < 2 * LONG - 1 for count in counts)
    done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=False)
    assert "All is copied." in done.stdout, done.stderr
    assert await rows_of(source) == await rows_of(target)


POST = (1, 1, "result", 5, 100, 1, None, None, None)
"""The id, campaign, kind, entry, time, tries, ending, message and channel of a post."""
STOPPED, POSTED = (*POST[:6], "stopped", None, None), (*POST[:6], "posted", 77, None)
HOME = (1, 1000, 10, 20, None)


@pytest.mark.parametrize(
    ("table", "copy", "row", "goes_on"),
    [
        ("post", POST, (*POST[:4], 900, 2, None, None, None), True),
        ("post", POST, POSTED, True),
        ("post", STOPPED, POSTED, True),
        ("post", STOPPED, POST, True),
        ("post", POSTED, (*POST[:6], "posted", None, None), True),
        ("post", POSTED, (*POST[:6], "nothing", None, None), False),
        ("post", POSTED, POST, False),
        ("post", (*POST[:6], "nothing", None, None), POSTED, False),
        ("post", (*POST[:5], 2, None, None, None), POST, False),
        ("post", POST, (1, 2, *POST[2:]), False),
        ("post", POST, (1, 1, "panel", *POST[3:]), False),
        ("post", POST, (1, 1, "result", 6, *POST[4:]), False),
        ("home", HOME, (*HOME[:4], 2000), True),
        ("home", (*HOME[:4], 2000), (*HOME[:4], 3000), False),
        ("home", HOME, (*HOME[:3], 21, 2000), False),
        ("person", (30, "{}"), (30, '{"every":0}'), True),
        ("server", (10, "{}", 0), (10, "{}", 5), True),
        ("entry", (*entry(1), "a"), (*entry(1)._replace(user=31), "a"), False),
        ("campaign", (*CAMPAIGN, "a"), (*CAMPAIGN._replace(name="y"), "a"), False),
        ("document", ("a", "x"), ("a", "y"), False),
        ("seated", (30, 1), (30, 2), False),
        ("stranger", (1, b"s", b"h"), (1, b"s", b"i"), False),
    ],
)
def test_a_row_has_gone_on_or_contradicts(
    table: str, copy: tuple[Any, ...], row: tuple[Any, ...], *, goes_on: bool
) -> None:
    """Only what the bot itself changes later may differ, and only as the bot changes it."""
    kind = next(each for each in TABLES if each.name == table)
    assert moving._went_on(kind, copy, row) is goes_on
