"""Two campaigns alike beside each other: what is written of one leaves the other, and neither is read for it."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from bot.storage import Ending, EntryRow, Erasure, HomeRow, Place, Post, Store
from bot.storage.rows import PassingRow
from bot.storage.store import KNOW_AGAIN
from tests.bot.storage.raw_rows import TABLES, fetched
from tests.bot.storage.rows import CAMPAIGN, DUE, entry

ANNA, BERT, FORMER = 30, 31, 2**62 + 1
Rows = dict[str, list[tuple[Any, ...]]]


def of(campaign: int, seq: int, **more: Any) -> EntryRow:
    return entry(seq, 1000 * campaign + seq)._replace(campaign=campaign, **more)


@pytest.fixture
async def both(store: Store) -> Store:
    """Two campaigns in one channel that differ in their ids alone."""
    await store.found(CAMPAIGN._replace(interaction=2), DUE)
    for id_ in (1, 2):
        kinds = ("result", "remind 30 1", "remind 301 1", "dm 31 1")
        await store.append(of(id_, 1), [Post(id_, kind, 1, DUE) for kind in kinds], [BERT])
        await store.append(of(id_, 2, user=BERT, undoes=1), [Post(id_, kind, 2, DUE) for kind in ("result", "panel")])
        await store.end_posts([
            Ending(id_, "result", 1, "posted", 71), Ending(id_, "remind 30 1", 1, "posted", 72, 20),
            Ending(id_, "dm 31 1", 1, "posted", 98, 555), Ending(id_, "panel", 2, "posted", 97),
            Ending(id_, "remind 301 1", 1, "stopped"),
        ])  # fmt: skip
        await store._change(KNOW_AGAIN, id_, b"s" * 16, b"h" * 32)
    return store


async def everything(place: Place, campaign: int) -> Rows:
    """All rows of a campaign; a note is left by whoever keeps it, whatever its number."""
    found: Rows = {}
    for table in TABLES:
        names = {"campaign": "id"}.get(table.name, "campaign")
        if names in table.columns:
            columns = ", ".join(f'"{column}"' for column in table.columns)
            sql = f"SELECT {columns} FROM {table.name} WHERE {names} = $1"
            found[table.name] = sorted(await fetched(place, sql, campaign), key=repr)
    return found


def erasure(campaign: int) -> Erasure:
    changed = of(campaign, 1, user=FORMER, command='{"type":"y"}', seal="a" * 64)
    row = CAMPAIGN._replace(id=campaign, founder=FORMER, name="y", start="b" * 64)
    return Erasure(ANNA, FORMER, of(campaign, 3, user=FORMER), [changed], row, b"t" * 16, b"i" * 32)


Write = Callable[[Store], Awaitable[object]]
WRITES: dict[str, tuple[Write, set[str]]] = {
    "append": (lambda s: s.append(of(2, 3), [Post(2, "result", 3, DUE)], [40]), {"entry", "post", "seated"}),
    "move": (lambda s: s.append(of(2, 3), home=HomeRow(2, 2000, 10, 21)), {"entry", "home"}),
    "end": (lambda s: s.end_posts([Ending(2, "result", 2, "posted", 80)]), {"post"}),
    "postpone": (lambda s: s.postpone([Post(2, "remind 301 1", 1, 9)]), {"post"}),
    "no panel": (lambda s: s.drop_panel(2), {"post"}),
    "gone": (lambda s: s.forget_messages(2, [72, 98]), {"post"}),
    "forget": (
        lambda s: s.forget(erasure(2), [Post(2, "result", 3, DUE)]),
        {"campaign", "entry", "post", "seated", "stranger"},
    ),
}


@pytest.mark.parametrize("name", WRITES)
async def test_writes_affect_one_campaign(both: Store, place: Place, name: str) -> None:
    write, tables = WRITES[name]
    before, beside = await everything(place, 2), await everything(place, 1)
    await write(both)
    after = await everything(place, 2)
    assert {table for table in before if before[table] != after[table]} == tables
    assert await everything(place, 1) == beside


async def posts(place: Place, campaign: int) -> list[tuple[Any, ...]]:
    sql = "SELECT kind, seq, due, tries, ended, message, channel FROM post WHERE campaign = $1 ORDER BY id"
    return await fetched(place, sql, campaign)


POSTS = [
    ("result", 0, DUE, 0, None, None, None), ("result", 1, DUE, 0, "posted", 71, None),
    ("remind 30 1", 1, DUE, 0, "posted", 72, 20), ("remind 301 1", 1, DUE, 0, "stopped", None, None),
    ("dm 31 1", 1, DUE, 0, "posted", 98, 555), ("result", 2, DUE, 0, None, None, None),
    ("panel", 2, DUE, 0, "posted", 97, None),
]  # fmt: skip


def but(*changed: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """The posts with some of them as they are now, by kind and entry."""
    now = {row[:2]: row for row in changed}
    return [now.pop(row[:2], row) for row in POSTS] + [*now.values()]


@pytest.mark.parametrize(
    ("write", "left"),
    [
        (lambda s: s.schedule([Post(2, "result", 2, 1), Post(2, "result", 9, 7)]), [("result", 9, 7, 0, *[None] * 3)]),
        (lambda s: s.end_posts([Ending(2, "result", 2, "nothing")]), [("result", 2, DUE, 0, "nothing", None, None)]),
        (lambda s: s.end_posts([Ending(2, "result", 1, "posted", 7), Ending(2, "remind 301 1", 1, "posted", 8)]), []),
        (lambda s: s.postpone([Post(2, "remind 301 1", 1, 9)]), [("remind 301 1", 1, 9, 0, None, None, None)]),
        (lambda s: s.postpone([Post(2, "result", 1, 9), Post(2, "result", 2, 9)]),
         [("result", 2, 9, 0, None, None, None)]),
        (lambda s: s.drop_panel(2), [("panel", 2, DUE, 0, "nothing", None, None)]),
        (lambda s: s.forget_messages(2, [71, 72, 97, 98]),
         [("remind 30 1", 1, DUE, 0, "posted", None, None), ("dm 31 1", 1, DUE, 0, "posted", None, None)]),
    ],
    ids=["scheduled", "nothing", "ended before", "goes on", "posted stays", "no panel", "gone"],
)  # fmt: skip
async def test_a_post_change_is_alone(both: Store, place: Place, write: Write, left: list[tuple[Any, ...]]) -> None:
    assert await posts(place, 2) == POSTS
    await write(both)
    assert await posts(place, 2) == but(*left)
    assert await posts(place, 1) == POSTS


async def test_a_panel_that_waits_is_dropped_with_the_one_that_stands(both: Store) -> None:
    await both.schedule([Post(1, "panel", 3, DUE), Post(2, "panel", 3, DUE + 1)])
    await both.drop_panel(1)
    assert (await both.panel_of(1), await both.panel_of(2)) == (None, 97)
    taken = await both.take_due(DUE + 1, DUE + 9, 9)
    assert [(post.campaign, post.seq) for post in taken if post.kind == "panel"] == [(2, 3)]


async def test_forgotten_peoples_reminders_are_renamed(both: Store, place: Place) -> None:
    """So the message can still go away, and none that waits is ever sent."""
    await both.schedule([Post(2, "remind 30 2", 2, DUE)])
    await both.forget(erasure(2), [Post(2, "result", 3, 4)])
    renamed = [row if row[0] != "remind 30 1" else (f"remind {FORMER} 1", *row[1:]) for row in POSTS]
    waited = (f"remind {FORMER} 2", 2, DUE, 0, "nothing", None, None)
    assert await posts(place, 2) == [*renamed, waited, ("result", 3, 4, 0, None, None, None)]
    assert await both.campaigns_of(ANNA) == [1]
    assert await both.campaigns_of(BERT) == [2, 1]


async def test_each_is_read_alone(both: Store) -> None:
    first = [of(1, 1), of(1, 2, user=BERT, undoes=1)]
    assert await both.entries(1) == first
    assert await both.newest(1, 9, 9) == first[::-1]
    assert await both.newest(1, 1, 3) == first[:0:-1]
    assert await both.newest(1, 9, 2) == first[:1]
    assert await both.undoing(1) == first[1:]
    await both.append(of(2, 3), [Post(2, "result", 3, DUE)])
    await both.end_posts([Ending(2, "result", 3, "posted", 96, 20)])
    assert (await both.length(1), await both.length(2)) == (2, 3)
    assert await both.entry_by(2001) == of(2, 1)
    assert await both.newest_message(1) == (1, 72)
    assert await both.messages_of(1) == {1: 71}
    assert [await both.message_of(id_, seq) for id_, seq in ((1, 1), (1, 2), (1, 3), (2, 3))] == [71, None, None, 96]
    passing = [("remind 30 1", 1, 72, 20), ("dm 31 1", 1, 98, 555)]
    assert await both.passing(1) == [PassingRow(*each) for each in passing]
    assert await both.strangers(1) == [(b"s" * 16, b"h" * 32)]


async def test_a_persons_data_goes_in_every_campaign(both: Store, place: Place) -> None:
    for user in (ANNA, BERT):
        await both.keep_person(user, "{}")
    before = await everything(place, 1), await everything(place, 2)
    await both.erase_person(ANNA)
    assert await both.people([ANNA, BERT]) == {BERT: "{}"}
    assert (await everything(place, 1), await everything(place, 2)) == before


async def test_the_oldest_posts_come_first_and_limited(both: Store) -> None:
    places = [(1, 0), (2, 0), (1, 2), (2, 2)]
    assert await both.take_due(DUE - 1, DUE + 9, 9) == []
    taken = [await both.take_due(DUE, DUE + 9, 3), await both.take_due(DUE, DUE + 9, 3)]
    assert sorted(len(each) for each in taken) == [1, 3]
    assert sorted((post.campaign, post.seq) for each in taken for post in each) == sorted(places)
    assert [post.kind for each in taken for post in each] == ["result"] * 4
    assert taken[0][:2] == [Post(1, "result", 0, DUE + 9, 1), Post(2, "result", 0, DUE + 9, 1)]


async def test_results_that_wait_although_they_were_tried_are_counted(both: Store) -> None:
    assert await both.waiting() == (0, None)
    await both.append(of(2, 3, at=700), [Post(2, "result", 3, DUE), Post(2, "remind 31 1", 3, DUE)])
    await both.take_due(DUE, DUE + 9, 1)
    assert await both.waiting() == (1, CAMPAIGN.at)
    await both.take_due(DUE, DUE + 9, 9)
    assert await both.waiting() == (5, 700)
    await both.end_posts([Ending(2, "result", 3, "posted", 80)])
    assert await both.waiting() == (4, 1000)


async def test_stopped_posts_are_listed_as_noted(both: Store) -> None:
    await both.schedule([Post(1, "deadline", 0, 3)])
    await both.end_posts([Ending(1, "deadline", 0, "stopped"), Ending(1, "result", 0, "stopped")])
    assert await both.stopped() == [
        Post(1, "result", 0, DUE), Post(1, "remind 301 1", 1, DUE), Post(2, "remind 301 1", 1, DUE),
        Post(1, "deadline", 0, 3),
    ]  # fmt: skip


async def test_where_two_campaigns_are(both: Store) -> None:
    """The one that came last to a channel is its head, whichever was founded later."""
    await both.append(of(1, 3), home=HomeRow(1, 2000, 11, 21))
    assert [row.id for row in await both.campaigns_on(10, 9)] == [2]
    assert await both.channels(9) == [(10, 20), (11, 21)]
    assert await both.channels(1) == [(10, 20)]
    await both.append(of(2, 3), home=HomeRow(2, 2500, 11, 21))
    assert await both.moved_from(20) == 2
    assert (await both.head(20), await both.head(21)) == (None, (2, 3))
    await both.append(of(1, 4), home=HomeRow(1, 3000, 10, 20))
    await both.append(of(1, 5), home=HomeRow(1, 4000, 11, 21))
    assert (await both.head(21), await both.moved_from(20)) == ((1, 5), 1)
    assert await both.homes(1) == [
        HomeRow(1, 1000, 10, 20, 2000), HomeRow(1, 2000, 11, 21, 3000), HomeRow(1, 3000, 10, 20, 4000),
        HomeRow(1, 4000, 11, 21),
    ]  # fmt: skip
    assert [(row.id, row.guild, row.channel) for row in await both.campaigns_in(21)] == [(2, 11, 21), (1, 11, 21)]
    assert [row.id for row in await both.campaigns_on(11, 9)] == [2, 1]
    assert [row.id for row in await both.campaigns_on(11, 1)] == [2]
    assert await both.channels(9) == [(11, 21)]
    await both.append(of(2, 4), home=HomeRow(2, 5000, 12, 22))
    assert await both.channels(9) == [(12, 22), (11, 21)]
    found = await both.campaign_by(2)
    assert found is not None
    assert (found.id, found.channel) == (2, 22)
