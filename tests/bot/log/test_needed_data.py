"""The documents of data that a campaign needs."""

import pytest

from bot.log.needed_data import digests
from tests.bot.storage.rows import CAMPAIGN, entry

FOUNDED = CAMPAIGN._replace(data="d")


def test_the_founding_and_each_adoption_need_one() -> None:
    adopted = entry(2)._replace(events='[{"v":1,"type":"data_adopted","data":"y"}]')
    assert digests(FOUNDED, [entry(1), adopted]) == {"d", "y"}


@pytest.mark.parametrize("events", ["data_adopted", '"data_adopted"', '[{"type":"data_adopted"}]'])
def test_an_entry_that_cannot_be_read_needs_none(events: str) -> None:
    assert digests(FOUNDED, [entry(1)._replace(events=events)]) == {"d"}
