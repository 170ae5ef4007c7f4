"""Orders of the Allies against offensives: what they bring in and what stands there is not asked any more."""

import pytest

from rules.campaign.seats.seating import Join
from rules.games.fields_of_despair.artillery import bands
from rules.games.fields_of_despair.data import ALLIES
from rules.games.fields_of_despair.standing_orders import deeds
from rules.games.fields_of_despair.state import Stage
from rules.seat import REFEREE
from tests.games import fields
from tests.rules.campaign.helpers import labels
from tests.rules.games.fields_of_despair.campaign import Campaign

BAND = "11+ SPs · artillery 2"


def attacked(*orders: tuple[str, str]) -> Campaign:
    """The Allies have given orders, for hexes or for any, and the offensives are counted."""
    campaign = Campaign(turn=9, sealed=True, seed=bytes(32))
    campaign.to("central")
    for where, do in orders:
        campaign.do("give_order", where=where, do=do)
    campaign.do("cp_blocks", hexes=" ".join(campaign.state.hexes), in_france=True)
    assert campaign.state.cp.stage is Stage.TARGET
    return campaign


def test_without_an_order_each_is_asked() -> None:
    campaign = attacked()
    campaign.do("cp_target", hex="A05")
    assert campaign.state.cp.stage is Stage.REINFORCEMENT


@pytest.mark.parametrize("orders", [(("", "reinforce 3"), ("", BAND)), (("", BAND), ("", "reinforce 3"))])
def test_an_order_for_any_hex_answers_both(orders: tuple[tuple[str, str], ...]) -> None:
    """Each what is asked, in whichever order they stand."""
    campaign = attacked(*orders)
    told = campaign.do("cp_target", hex="A05")
    assert "A05: add 3 Allied SPs" in told
    assert "A05: place CP artillery" in told or "no** CP artillery" in told
    assert campaign.state.cp.stage is Stage.COMBAT


def test_an_order_for_a_hex_counts_only_there_the_first_wins() -> None:
    campaign = attacked(("B05", "reinforce 5"), ("a05", "none"), ("", "reinforce 1"))
    assert "Allied SP" not in campaign.do("cp_target", hex="A05")
    assert campaign.state.cp.stage is Stage.ARTILLERY


def test_it_stands_for_each_offensive_of_the_turn() -> None:
    campaign = attacked(("", "none"), ("", BAND))
    for hex_ in ("A05", "B05"):
        campaign.do("cp_target", hex=hex_)
        assert campaign.state.cp.stage is Stage.COMBAT
        campaign.do("cp_combat", losses=0)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"do": "reinforce 6"}, "what they bring in"),
        ({"do": "none", "when": "nonsense"}, "no such condition"),
        ({"do": "none", "where": "nowhere"}, "nowhere"),
    ],
)
def test_an_order_that_could_never_be_followed_is_refused(given: dict[str, str], said: str) -> None:
    assert said in Campaign().refused("give_order", **given)


def test_every_band_of_the_table_can_be_ordered_in_one_menu() -> None:
    game = fields()
    assert {str(band) for band in bands(game.data)} < deeds(game.data).keys()
    assert len(deeds(game.data)) <= 25


def test_only_the_allies_can_give_orders_and_from_the_set_up_on() -> None:
    game, state = fields(), Campaign().state
    assert game.orderable(game.start(), ALLIES) is None
    assert game.orderable(state, REFEREE) is None
    able = game.orderable(state, ALLIES)
    assert able is not None
    assert {*able.deeds()} == {*deeds(game.data)}


def test_where_the_table_asks_for_no_band_none_can_be_ordered() -> None:
    data = fields().data.with_ruling("artillery_in_the_cp_turn", "only_the_major_offensives")
    assert [*deeds(data)] == ["none", *(f"reinforce {sps}" for sps in range(1, 6))]


def test_orders_are_offered_where_the_allies_are_played_by_two() -> None:
    """Whoever plays alone is there when the game asks."""
    campaign = Campaign(turn=9, sealed=True)
    anna, bert = campaign.play.campaign.founding.founder, 2
    assert "In any combat" not in labels(campaign.play, anna)
    campaign.play.do(bert, Join(seat=ALLIES))
    assert all("In any combat" in labels(campaign.play, user) for user in (anna, bert))
