"""What lies on the table by number, and its correction."""

import pytest

from rules.errors import NotThere
from tests.rules.games.fields_of_despair.campaign import Campaign


def values(campaign: Campaign) -> dict[str, object]:
    return {each.key: each.value for each in campaign.game.facts(campaign.play.campaign.state)}


def test_tracks_hexes_and_counters_are_counted() -> None:
    campaign = Campaign()
    now = values(campaign)
    assert now["total"] == campaign.play.campaign.state.total
    assert now["hex A05"] == "down"
    assert isinstance(now["air"], str)


@pytest.mark.parametrize(
    ("key", "value", "reads"),
    [("total", "120", 120), ("eps", "4", 4), ("hex A05", "7", 7), ("air", "4 2", "4, 2"), ("logistic points", "2", 2)],
)
def test_each_is_corrected_by_itself(key: str, value: str, reads: object) -> None:
    campaign = Campaign()
    play = campaign.play
    play.do(1, campaign.game.adjusting(play.campaign.state, key, value, "We counted again"))
    assert values(campaign)[key] == reads


def test_what_follows_from_the_rest_is_not_corrected() -> None:
    campaign = Campaign()
    for key in ("revealed", "turn", "hexes", "owner A05"):
        with pytest.raises(NotThere):
            campaign.game.adjusting(campaign.play.campaign.state, key, "3", "x")
