"""The documents of data that a campaign needs."""

import pytest

from bot.log.codec import digests, forgets, moves
from tests.bot.storage.rows import CAMPAIGN, entry

FOUNDED = CAMPAIGN._replace(data="d")


def test_the_founding_and_each_adoption_need_one() -> None:
    adopted = entry(2)._replace(events='[{"v":1,"type":"data_adopted","data":"y"}]')
    assert digests(FOUNDED, [entry(1), adopted]) == {"d", "y"}


@pytest.mark.parametrize("events", ["data_adopted", '"data_adopted"', '[{"type":"data_adopted"}]'])
def test_an_entry_that_cannot_be_read_needs_none(events: str) -> None:
    assert digests(FOUNDED, [entry(1)._replace(events=events)]) == {"d"}


@pytest.mark.parametrize(
    ("type_", "moved", "forgot"), [("house_moved", True, False), ("forgotten", False, True), ("bidden", False, False)]
)
def test_an_entry_may_change_the_place(type_: str, moved: bool, forgot: bool) -> None:
    written = entry(1)._replace(events=f'[{{"v":1,"type":"{type_}"}}]')
    assert (moves(written), forgets(written)) == (moved, forgot)


def test_a_campaign_without_a_document_of_its_own_names_none() -> None:
    assert digests(CAMPAIGN._replace(data=None), [entry(1)]) == {""}
