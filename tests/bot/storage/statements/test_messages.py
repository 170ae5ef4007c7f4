"""Where the messages of campaigns are: those that stay, and those that go away again."""

import asyncio

import pytest

from bot.storage import Ending, Post, Store
from bot.storage.rows import PassingRow
from tests.bot.storage.rows import CAMPAIGN, DUE, entry


async def reminded(store: Store) -> None:
    """A result, two reminders of it, and a DM."""
    await store.append(
        entry(1), [Post(1, kind, 1, DUE) for kind in ("result", "remind 30 1", "remind 30 2", "dm 31 1")]
    )
    await store.end_posts(
        [
            Ending(1, "result", 1, "posted", 70),
            Ending(1, "remind 30 1", 1, "posted", 80, 20),
            Ending(1, "remind 30 2", 1, "posted", 90, 20),
            Ending(1, "dm 31 1", 1, "posted", 99, 555),
        ]
    )


async def test_a_message_that_goes_away_is_known_with_its_channel(store: Store) -> None:
    await reminded(store)
    assert await store.passing(1) == [
        PassingRow("remind 30 1", 1, 80, 20), PassingRow("remind 30 2", 1, 90, 20), PassingRow("dm 31 1", 1, 99, 555)
    ]  # fmt: skip
    assert await store.passing(2) == []


async def test_only_deleted_messages_are_forgotten(store: Store) -> None:
    await reminded(store)
    await store.forget_messages(1, [90, 99, 70])
    await store.forget_messages(1, [])
    assert await store.passing(1) == [PassingRow("remind 30 1", 1, 80, 20)]
    assert await store.newest_message(1) == (1, 80)
    assert await store.message_of(1, 1) == 70


async def test_a_dm_is_no_message_of_the_channel(store: Store) -> None:
    await reminded(store)
    assert await store.newest_message(1) == (1, 90)


async def test_a_panel_that_is_dropped_takes_no_other_message_with_it(store: Store) -> None:
    await reminded(store)
    await store.schedule([Post(1, "panel", 0, DUE), Post(1, "panel", 1, DUE)])
    await store.end_posts([Ending(1, "panel", 0, "posted", 60)])
    assert await store.panel_of(1) == 60
    await store.drop_panel(1)
    assert await store.panel_of(1) is None
    assert (await store.message_of(1, 1), await store.newest_message(1)) == (70, (1, 90))
    due = await store.take_due(DUE + 1, DUE + 2, 9)
    assert "panel" not in [each.kind for each in due], "one that was still to be posted is not posted"
    assert [each.kind for each in due] == ["result"], "the founding alone"


ANNA, BERT, CARLA = 30, 31, 32


async def test_the_settings_of_a_person_are_the_last_that_were_kept(store: Store) -> None:
    assert await store.people([ANNA, BERT]) == {}
    await store.keep_person(ANNA, '{"zone":"UTC"}')
    await store.keep_person(ANNA, '{"zone":"Europe/Berlin"}')
    await store.keep_person(BERT, "{}")
    assert await store.people([ANNA, CARLA]) == {ANNA: '{"zone":"Europe/Berlin"}'}
    assert await store.people([]) == {}


async def test_seat_holders_are_written_once_per_entry(store: Store) -> None:
    assert await store.campaigns_of(CAMPAIGN.founder) == [1]
    second = await store.found(CAMPAIGN._replace(interaction=2, founder=BERT), DUE)
    await store.append(entry(1), seated=[BERT, CARLA])
    await store.append(entry(2), seated=[BERT])
    assert await store.campaigns_of(BERT) == [second, 1]
    assert await store.campaigns_of(CARLA) == [1]


async def test_nobody_sits_by_an_entry_that_was_not_written(store: Store) -> None:
    await store.append(entry(1))
    for again in (entry(1, 7), entry(2, 101)):
        with pytest.raises(Exception, match=r"^$"):
            await store.append(again, seated=[CARLA])
    assert await store.campaigns_of(CARLA) == []


async def test_the_settings_of_a_server_are_the_last_that_were_kept(store: Store) -> None:
    assert await store.server(10) is None
    await store.keep_server(10, '{"language":"fr"}')
    await store.keep_server(10, '{"move":3}')
    await store.keep_server(11, "{}")
    assert await store.server(10) == '{"move":3}'


async def test_a_server_is_welcomed_once_each_time_that_the_bot_comes(store: Store) -> None:
    await store.keep_server(10, '{"move":3}')
    assert [await store.welcome(10, joined) for joined in (1000, 1000, 2000, 1000)] == [True, False, True, False]
    assert await store.server(10) == '{"move":3}', "its settings stay"
    asked = await asyncio.gather(*(store.welcome(12, 1000) for _ in range(5)))
    assert sorted(asked) == [False] * 4 + [True]
