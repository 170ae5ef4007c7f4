"""What every store must do, whatever is below it: nothing is lost, nothing is changed, nothing is done twice."""

import asyncio
from hashlib import sha256

import pytest

from bot.storage import Behind, DoneBefore, Ending, Post, Store
from tests.bot.storage.rows import CAMPAIGN, DUE, entry, next_due

FOUNDING = Post(1, "result", 0, DUE)


async def test_written_rows_are_read_back(store: Store) -> None:
    await store.append(entry(1))
    await store.append(entry(2, undoes=1))
    assert await store.campaign(1) == CAMPAIGN._replace(id=1)
    assert await store.campaigns_in(20) == [CAMPAIGN._replace(id=1)]
    assert await store.entries(1) == [entry(1), entry(2, undoes=1)]
    assert await store.entries(1, after=1) == [entry(2, undoes=1)]
    assert await store.newest(1, 1, before=3) == [entry(2, undoes=1)]
    assert await store.entry_by(101) == entry(1)
    assert await store.undoing(1) == [entry(2, undoes=1)]
    assert await store.undoing(1, after=2) == []
    assert (await store.length(1), await store.length(2)) == (2, 0)
    assert await store.campaign(2) is None
    assert await store.campaign_by(1) == CAMPAIGN._replace(id=1)


async def test_the_newest_campaign_of_a_channel_is_its_head(store: Store) -> None:
    assert await store.head(20) == (1, 0)
    await store.append(entry(1))
    assert await store.head(20) == (1, 1)
    second = await store.found(CAMPAIGN._replace(interaction=2), DUE)
    assert await store.head(20) == (second, 0)
    assert [row.id for row in await store.campaigns_in(20)] == [second, 1]
    assert await store.head(21) is None


async def test_an_interaction_counts_once(store: Store) -> None:
    await store.append(entry(1, interaction=7))
    with pytest.raises(DoneBefore):
        await store.append(entry(2, interaction=7))
    with pytest.raises(DoneBefore):
        await store.found(CAMPAIGN, DUE)
    assert len(await store.entries(1)) == 1


async def test_a_place_in_the_log_is_taken_once(store: Store) -> None:
    await store.append(entry(1))
    with pytest.raises(Behind):
        await store.append(entry(1, interaction=7), [Post(1, "result", 1, DUE)])
    assert await store.entries(1) == [entry(1)]
    assert [post.seq for post in await store.take_due(DUE, DUE, 9)] == [0]


async def test_an_interaction_is_stored_once_per_place(store: Store) -> None:
    await store.append(entry(1))
    with pytest.raises((DoneBefore, Behind)):
        await store.append(entry(1))


async def test_many_at_once_share_the_connection(store: Store) -> None:
    done = await asyncio.gather(
        *(store.append(entry(seq, interaction=1000 + seq % 97)) for seq in range(1, 101)), return_exceptions=True
    )
    kept = [seq for seq, result in enumerate(done, start=1) if result is None]
    assert len(kept) == 97
    assert [type(result) for result in done if result is not None] == [DoneBefore] * 3
    assert [each.row.seq for each in await store.chain(1)] == kept


async def test_a_task_that_is_cancelled_has_written_all_the_same(store: Store) -> None:
    task = asyncio.create_task(store.append(entry(1)))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await store.append(entry(2))
    assert [each.row.seq for each in await store.chain(1)] in ([1, 2], [2])


async def test_documents_are_kept_once(store: Store) -> None:
    digest = sha256(b"{}").hexdigest()
    await store.keep_document(digest, "{}")
    await store.keep_document(digest, '{"other": 1}')
    assert await store.document(digest) == "{}"
    assert await store.document("b" * 64) is None


@pytest.mark.parametrize(
    "row",
    [
        entry(1)._replace(command="{"), entry(1)._replace(events="x"), entry(1)._replace(campaign=9),
        entry(1)._replace(undoes=5), entry(0),
    ],
)  # fmt: skip
async def test_nonsense_is_refused_by_the_schema(store: Store, row: tuple[object, ...]) -> None:
    with pytest.raises(Exception, match=r"(?i)constraint|invalid input syntax") as caught:
        await store.append(row)  # type: ignore[arg-type]
    assert not isinstance(caught.value, DoneBefore | Behind)
    assert await store.entries(1) == []


# ---- the outbox ----


async def test_an_entry_and_its_post_are_written_together(store: Store) -> None:
    await store.append(entry(1), [Post(1, "result", 1, DUE + 1), Post(1, "deadline", 1, DUE + 9)])
    assert await next_due(store) == DUE
    assert await store.take_due(DUE + 1, DUE + 50, 9) == [
        Post(1, "result", 0, DUE + 50, 1), Post(1, "result", 1, DUE + 50, 1)
    ]  # fmt: skip
    assert await next_due(store) == DUE + 9


async def test_a_taken_post_is_leased(store: Store) -> None:
    assert len(await store.take_due(DUE, DUE + 50, 9)) == 1
    assert await store.take_due(DUE + 49, DUE + 90, 9) == []
    assert await store.take_due(DUE + 50, DUE + 90, 9) == [FOUNDING._replace(due=DUE + 90, tries=2)]


async def test_a_post_ends_once(store: Store) -> None:
    await store.end_posts([Ending(1, "result", 0, "posted", 77)])
    await store.end_posts([Ending(1, "result", 0, "stopped")])
    assert await next_due(store) is None
    assert await store.newest_message(1) == (0, 77)
    assert await store.stopped() == []
    await store.append(entry(1), [Post(1, "result", 1, DUE)])
    await store.end_posts([Ending(1, "result", 1, "posted", 78)])
    assert await store.newest_message(1) == (1, 78)
    assert await store.newest_message(2) is None
    await store.schedule([Post(1, "deadline", 0, DUE), Post(1, "dm 7", 1, DUE)])
    await store.end_posts([Ending(1, "dm 7", 1, "posted", 99)])
    assert await store.newest_message(1) == (1, 78), "a direct message is not in the channel"
    await store.end_posts([Ending(1, "deadline", 0, "posted", 79)])
    assert await store.newest_message(1) == (0, 79), "the newest is what came last, whatever it is about"
    assert (await store.message_of(1, 0), await store.message_of(1, 1)) == (77, 78)
    assert await store.message_of(1, 2) is None


async def test_the_last_entry_of_a_message_is_the_newest(store: Store) -> None:
    """In whatever order they were marked: what joins the message next depends on it."""
    await store.append(entry(1), [Post(1, "result", 1, DUE)])
    await store.append(entry(2), [Post(1, "result", 2, DUE)])
    for seq in (2, 1):
        await store.end_posts([Ending(1, "result", seq, "posted", 80)])
    assert await store.newest_message(1) == (2, 80)
    await store.schedule([Post(1, "deadline", 1, DUE)])
    await store.end_posts([Ending(1, "deadline", 1, "posted", 80)])
    assert await store.newest_message(1) == (2, 80)


async def test_the_newest_panel_is_the_panel_and_no_result(store: Store) -> None:
    assert await store.panel_of(1) is None
    for message in (80, 90):
        await store.schedule([Post(1, "panel", message, DUE)])
        await store.end_posts([Ending(1, "panel", message, "posted", message)])
    assert await store.panel_of(1) == 90
    assert await store.panel_of(2) is None
    assert await store.newest_message(1) is None
