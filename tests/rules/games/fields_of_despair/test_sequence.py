"""The Solitaire Sequence of Play, the economy, and what the players tell of the board."""

import pytest

from rules.errors import NotYours
from rules.games.fields_of_despair.status import compare
from tests.rules.games.fields_of_despair.campaign import HEXES, Campaign

ORDER = {
    7: "usa eastern_front maintenance manpower collect naval economy initiative supply | A C | A C"
    " | reorganization from_the_east score",
    8: "maintenance manpower collect naval economy initiative supply | C A | A C | reorganization score",
    9: "maintenance manpower collect naval economy initiative supply | A C | A C | reorganization score",
}
SIDES = {"A": "air movement combat allied_breakout", "C": "central"}


@pytest.mark.parametrize("turn", ORDER)
def test_the_order_of_every_turn(turn: int) -> None:
    opening, first, second, closing = ORDER[turn].split(" | ")
    phases = [f"{' '.join(SIDES[side] for side in phase.split())} refresh" for phase in (first, second)]
    campaign = Campaign(turn=turn)
    seen = []
    while campaign.state.turn == turn and not campaign.state.is_over:
        seen.append(campaign.step)
        campaign.do("skip_step", reason="only looking")
    assert " ".join(seen) == " ".join([opening, *phases, closing])


def test_the_solitaire_game_ends_after_turn_9() -> None:
    campaign = Campaign(turn=9, step="")
    campaign.to("score", 2)
    assert "15.3" in campaign.do("next_turn")
    assert campaign.offered() == []
    assert "last turn is over" in campaign.refused("next_turn")


def test_the_first_step_of_a_turn_says_what_to_do_as_well() -> None:
    campaign = Campaign(turn=7)
    assert "USA enters the war" in campaign.told
    status = "\n".join(map(str, campaign.game.status(campaign.state)))
    assert "USA enters the war" in status


def test_between_the_action_phases_the_turn_marker_goes_on() -> None:
    campaign = Campaign(turn=9, step="central")
    assert "advance the Turn marker" in campaign.do("skip_step", reason="not in this test")
    campaign.to("central", 2)
    assert "Turn marker" not in campaign.do("skip_step", reason="not in this test")


def test_what_the_guide_says_in_its_place() -> None:
    campaign = Campaign(turn=7, step="collect")
    assert "submarine" in campaign.do("next_turn")
    campaign.to("supply")
    assert "23.2" in campaign.do("next_turn")
    campaign.to("combat")
    assert "Hindenburg" in campaign.do("next_turn")


@pytest.mark.parametrize("step", ["economy", "central", "from_the_east"])
def test_a_step_with_a_deed_waits_for_it(step: str) -> None:
    campaign = Campaign(turn=7)
    campaign.to(step, 2 if step == "from_the_east" else 1)
    assert "/turn skip" in campaign.refused("next_turn")
    assert "Next step" not in campaign.offered()
    told = campaign.do("skip_step", reason="we play it by hand")
    assert "✗ Skipped" in told
    assert "we play it by hand" in told


def test_a_skipped_step_is_shown_in_the_checklist() -> None:
    campaign = Campaign(turn=8, step="")
    campaign.do("skip_step", reason="by agreement")
    told = campaign.do("next_turn")
    assert "✓ Done: Manpower Deployment and Attrition\n✗ Skipped: Economic Maintenance\n" in told
    assert "▶ Now: Collect" in told
    assert "☐ To come: Naval Warfare, " in told


def test_attacks_and_dogfights_must_be_resolved_first() -> None:
    campaign = Campaign(step="air")
    campaign.do("dogfight", hexes="A05 4")
    assert "squadrons in A05 still wait" in campaign.refused("next_turn")
    campaign.to("combat")
    campaign.do("combat", hexes="B05 0+4")
    assert "attack on B05" in campaign.refused("next_turn")


class TestEconomy:
    """6.5-S."""

    @pytest.mark.parametrize(
        ("turn", "eps", "supply", "bought", "left"),
        [
            (7, 9, 2, "Air Tech (1), Supply Capacity (2), Tank Tech (1), Gas Mask Tech (1)", 4),
            (7, 3, 1, "Air Tech (1), Supply Capacity (1), Tank Tech (1)", 0),
            (7, 2, 2, "Air Tech (1), Supply Capacity (1)", 0),
            (8, 3, 0, "Air Tech (1), Gas Mask Tech (1), Tank Tech (1)", 0),
            (9, 4, 0, "Gas Mask Tech (1)", 3),
            (9, 0, 2, "", 0),
        ],
    )
    def test_primary_items_in_order(self, turn: int, eps: int, supply: int, bought: str, left: int) -> None:
        campaign = Campaign(turn=turn, step="economy")
        told = campaign.do("economy", eps=eps, supply=supply)
        assert (f"they buy, in order: {bought}." if bought else "they buy nothing.") in told
        assert campaign.state.eps == campaign.state.choices_left == left
        assert campaign.state.logistic == 2
        assert campaign.state.items["Tank Counter"] == 1

    def test_it_says_where_the_points_ran_out(self) -> None:
        assert "EP ran out at Supply Capacity." in Campaign(turn=7, step="economy").do("economy", eps=2, supply=2)

    def test_choice_items_while_points_are_left(self) -> None:
        campaign = Campaign(turn=9, step="economy")
        campaign.do("economy", eps=3, supply=0)
        assert "Choice items" in campaign.refused("choose", item="Tank Tech")
        campaign.do("choose", item="Poison Gas Tech")
        campaign.do("choose", item="Air Maintenance")
        assert "no economic points left" in campaign.refused("choose", item="Air Maintenance")
        assert campaign.state.items["Poison Gas Tech"] == 1

    def test_logistic_points_are_counted_in_one_place(self) -> None:
        campaign = Campaign(step="economy")
        campaign.do("economy", eps=1, supply=0)
        campaign.do("adjust", what="logistic points", value="1", reason="one was spent")
        status = "\n".join(map(str, campaign.game.status(campaign.state)))
        assert "Logistic Points: 1;" in status
        assert "Tank Counter (1), Air Tech (1)" in status
        assert status.count("Logistic Points") == 1

    def test_once_a_turn(self) -> None:
        campaign = Campaign(turn=9, step="economy")
        campaign.do("economy", eps=3, supply=0)
        assert "already done" in campaign.refused("economy", eps=3, supply=0)
        assert "at most 2" in campaign.refused("economy", eps=3, supply=3)


def test_troops_from_the_east_in_turn_7() -> None:
    campaign = Campaign(turn=7)
    campaign.to("from_the_east", 2)
    assert "CP total is now **121**" in campaign.do("from_the_east", value=25)
    campaign.do("next_turn")
    assert campaign.state.total == 121


class TestTheBoard:
    """What the players tell, and what the tracks should read."""

    def test_nothing_goes_on_before_it_is_told(self) -> None:
        campaign = Campaign()
        fresh = type(campaign.play)(campaign.game)
        assert [offer.label for offer in fresh.campaign.offers(1)] == ["Set up the Central Powers…"]
        with pytest.raises(Exception, match="/cp setup"):
            fresh.do(1, "next_turn")

    @pytest.mark.parametrize(
        ("fields", "said"),
        [
            ({"total": 3}, "hold at least 14 SPs"),
            ({"hexes": ""}, "Name the hexes"),
            ({"hexes": "A05 A05"}, "twice"),
            ({"hexes": "N05"}, "is not a hex"),
            ({"air": "x"}, "not a number"),
            ({"air": "0"}, "1 to 10"),
            ({"total": -1}, "total"),
            ({"turn": 6}, "turn"),
        ],
    )
    def test_a_set_up_that_cannot_be(self, fields: dict[str, object], said: str) -> None:
        campaign = Campaign()
        fresh = type(campaign.play)(campaign.game)
        given: dict[str, object] = {"type": "set_up", "total": 96, "hexes": HEXES, **fields}
        with pytest.raises(Exception, match=said):
            fresh.do(1, given)

    def test_it_is_told_once(self) -> None:
        assert "already set up" in Campaign().refused("set_up", total=90, hexes="A05")

    @pytest.mark.parametrize(
        ("what", "value", "told"),
        [
            ("total", "90", "CP total changed from 96 to **90** SPs."),
            ("eps", "7", "economic points changed from 5 to **7**"),
            ("logistic points", "2", "Logistic Points changed from 0 to **2**"),
            ("air", "3 3", "air counters changed from 4, 3, 1 to **3, 3**"),
            ("artillery", "", "artillery counters changed from 5, 4, 2 to **–**"),
            ("hex", "a5 12", "A05 changed from a face-down CP block to **12 SPs**"),
            ("hexes", "A05 B06", "M09 to **A05, B06**"),
        ],
    )
    def test_anything_can_be_put_right(self, what: str, value: str, told: str) -> None:
        campaign = Campaign()
        said = campaign.do("adjust", what=what, value=value, reason="the board says so")
        assert told in said
        assert "the board says so" in said

    def test_hexes_that_stay_keep_what_is_known_of_them(self) -> None:
        campaign = Campaign()
        campaign.know(A05=12)
        campaign.do("adjust", what="hexes", value="A05 B05 C12", reason="the line moved")
        assert (sorted(campaign.state.hexes), campaign.state.revealed) == (["A05", "B05", "C12"], 14)

    def test_a_hex_can_go_face_down_again(self) -> None:
        campaign = Campaign()
        campaign.know(A05=12)
        assert campaign.state.revealed == 13 + 12
        campaign.do("adjust", what="hex", value="A05 down", reason="a mistake")
        assert campaign.state.revealed == 14

    def test_counters_that_are_gone_are_not_spent(self) -> None:
        campaign = Campaign(step="air", air="4 3 1")
        campaign.do("dogfight", hexes="A05 6")
        campaign.do("answer_air", 5, 2)
        spent = campaign.state.air.spent
        campaign.do("adjust", what="air", value="4", reason="lost in the dogfight")
        assert campaign.state.air.values == (4,)
        assert set(campaign.state.air.spent) <= set(spent) & {4}

    def test_the_markers_are_compared(self) -> None:
        state = Campaign().state
        assert "Revealed SPs marker is right at 14." in "\n".join(map(str, compare(state, 14, 96)))
        wrong = "\n".join(map(str, compare(state, 20, 95)))
        assert "should read **14**, not 20" in wrong
        assert "should read **96** SPs, not 95" in wrong
        assert "CP total should read **96** SPs, not 95" in "\n".join(map(str, compare(state, None, 95)))

    def test_hidden_sps_are_never_below_none(self) -> None:
        campaign = Campaign(total=14)
        campaign.know(A05=30)
        assert campaign.state.hidden == 0


def test_the_referee_alone_puts_right_and_no_more() -> None:
    campaign = Campaign()
    campaign.play.do(2, "join", seat="Allies")
    campaign.play.do(1, "leave", seat="Allies")
    campaign.play.do(1, {"type": "adjust", "what": "total", "value": "90", "reason": "a miscount"})
    with pytest.raises(NotYours):
        campaign.play.do(1, {"type": "next_turn"})
    campaign.play.do(2, {"type": "next_turn"})
