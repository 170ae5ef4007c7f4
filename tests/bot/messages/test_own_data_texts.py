"""What a group has added, and what is wrong in its file, in words."""

import pytest

from bot.messages.own_data_texts import MOST_FAULTS, faults
from rules.errors import DataError
from tests.bot.engine.test_campaign_data import cards, give, storm
from tests.bot.harness import Harness, choose, text


async def test_without_a_file_it_shows_what_the_group_has_added(here: Harness) -> None:
    await storm(here)
    await choose(here.anna, here.marne, "campaign manage own-data", {})
    assert "Added to the cards: 0" in text(here.newest(here.anna))
    await give(here, here.anna, cards(2), adopt=True)
    await here.bert.press(here.newest(here.carla), "Italy: Agree")
    await choose(here.anna, here.marne, "campaign manage own-data", {})
    told = text(here.newest(here.anna))
    assert "Added to the cards: 2" in told
    assert "Our event 2" in told


@pytest.mark.parametrize("number", [1, MOST_FAULTS, MOST_FAULTS + 1])
def test_of_many_faults_the_first_are_named_and_the_rest_counted(number: int) -> None:
    told = [str(each) for each in faults(DataError("\n".join(f"  line {each}: *x*" for each in range(1, number + 1))))]
    assert told[0] == "line 1\\: \\*x\\*"
    assert len(told) == min(number, MOST_FAULTS + 1)
    assert (told[-1] == "Further faults: 1") == (number > MOST_FAULTS)
