"""``/table``: the printed tables of a game."""

import pytest

from rules.games.fields_of_despair.data import FieldsData
from tests.bot.harness import Harness, Message, text
from tests.games import fields


@pytest.mark.parametrize("title", [*fields().data.printed_tables, *fields().data.printed_lists])
async def test_every_table_can_be_shown(here: Harness, verdun: Message, title: str) -> None:
    """Discord takes each of them, and nothing is cut off."""
    await here.carla.slash(verdun, "table", {"title": title})
    shown = text(here.newest(here.carla, verdun))
    data: FieldsData = fields().data
    last = data.printed_tables[title].grid()[-1] if title in data.printed_tables else data.printed_lists[title][-1]
    assert last in shown
    if title in data.printed_tables:
        assert all(drm.text in shown for drm in data.printed_tables[title].modifiers(data))
        assert all(note in shown for note in data.printed_tables[title].notes)


async def test_a_cell_can_be_looked_up(here: Harness, verdun: Message) -> None:
    look = {"title": "Major Offensive SPs", "roll": 25, "column": 400}
    await here.carla.slash(verdun, "table", look)
    assert "Row 18+, column 76+: **45**" in text(here.newest(here.carla, verdun))
    await here.carla.slash(verdun, "table", {**look, "column": 20})
    assert "no column for 20" in text(here.newest(here.carla, verdun))
    await here.carla.slash(verdun, "table", {**look, "roll": 0})
    assert "has no row for 0." in text(here.newest(here.carla, verdun))
    await here.carla.slash(verdun, "table", {"title": "Seven", "roll": 3})
    assert "no such table" in text(here.newest(here.carla, verdun))


@pytest.mark.parametrize("title", ["Major Offensive SPs", next(iter(fields().data.printed_lists))])
async def test_where_nothing_is_played_those_of_every_game_are_there(here: Harness, title: str) -> None:
    await here.carla.slash(here.marne, "table", {"title": title})
    assert text(here.newest(here.carla)).startswith(title)
    choices = await here.carla.autocomplete(here.marne, "table", focused="title", value=title)
    assert title in [choice["value"] for choice in choices]
    await here.found()
    assert await here.carla.autocomplete(here.marne, "table", focused="title", value=title) == []


async def test_titles_are_offered(here: Harness, verdun: Message) -> None:
    choices = await here.carla.autocomplete(verdun, "table", focused="title", value="economic")
    assert [choice["name"] for choice in choices] == ["CP Economic Guide"]
    choices = await here.carla.autocomplete(verdun, "table", focused="title", value="dogfight")
    assert len(choices) == 2
