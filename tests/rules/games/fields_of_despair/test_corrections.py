"""What the players correct: old and new value, the reason, and what to change on the board."""

import pytest

from rules.dice import PhysicalDice, SealedDice
from rules.games.fields_of_despair import FieldsOfDespair
from rules.games.fields_of_despair.board_facts import FACTS, FactsEntered
from rules.games.fields_of_despair.corrections import Adjust
from rules.games.fields_of_despair.data import ALLIES
from tests.rules.games.fields_of_despair.campaign import HEXES, Campaign, begun, landed
from tests.rules.games.fields_of_despair.own_map import mapped


class TestCorrections:
    """Old and new value, the reason, and what to change on the board."""

    @pytest.mark.parametrize(
        ("what", "value", "board"),
        [
            ("total", "90", "CP track: 90."),
            ("eps", "7", "CP economic points: 7."),
            ("air", "4 1", "CP air counters: 4, 1."),
            ("artillery", "none", "CP artillery counters: –."),
            ("hex", "a-5 22", "A05: the CP blocks hold 8/7/7.\nRevealed SPs marker: 35."),
            (
                "hexes",
                HEXES.replace("A05 B05", "A06 B06"),
                "One new CP block face down in: A06, B06.\nRemove all CP blocks from: A05, B05.",
            ),
            ("add hex", "a9", "One new CP block face down in: A09.\nRevealed SPs marker: 15."),
            ("remove hex", "M8 M 9", "Remove all CP blocks from: M08, M09.\nRevealed SPs marker: 12."),
        ],
    )
    def test_the_board_is_told(self, what: str, value: str, board: str) -> None:
        told = Campaign().do("adjust", what=what, value=value, reason="a miscount")
        assert told.endswith(board)
        assert "Reason: a miscount" in told

    def test_a_hex_that_is_known_in_part_stays_so(self) -> None:
        campaign = Campaign(step="air")
        campaign.do("recon", 6, 6, 5, hex="A05", air=2, limit=9)
        told = campaign.do("adjust", what="hex", value="A05 7", reason="counted")
        assert told.endswith("A05: the CP blocks hold 4/3.\nRevealed SPs marker: 20.")
        hint = "Were losses wrong? *Correct…*"
        assert hint in told
        assert hint not in campaign.do("adjust", what="hex", value="B05 7"), "it lay face down"
        assert (campaign.state.hexes["A05"].blocks, campaign.state.hexes["A05"].sps) == (2, 7)

    def test_0_is_a_number_as_any_other(self) -> None:
        campaign = Campaign(hexes="A05")
        board = {
            ("eps", "0"): "CP economic points: 0.",
            ("hex", "A05 0"): "A05: the CP blocks hold 0 (two blocks).\nRevealed SPs marker: 0.",
            ("total", "0"): "CP track: 0.",
            ("hex", "A05 down"): "A05: one CP block face down.\nRevealed SPs marker: 1.",
            ("remove hex", "A05"): "Remove all CP blocks from: A05.\nRevealed SPs marker: 0.",
        }
        for (what, value), told in board.items():
            if value == "A05 down":
                campaign.do("adjust", what="total", value="1", reason="counted")
            assert campaign.do("adjust", what=what, value=value, reason="counted").endswith(f"Reason: counted\n{told}")
        assert (campaign.state.eps, campaign.state.revealed, campaign.state.marker) == (0, 0, 0)

    def test_a_counter_that_is_useless_alone_is_named_once(self) -> None:
        told = Campaign(air="4 4 1", artillery="5 5 4").told
        assert "On their own, these never answer: air 4, artillery 5." in told
        assert "(`counters_that_do_not_fit`)" in told
        assert "Left alone" not in Campaign(air="3 1", artillery="3 2").told

    @pytest.mark.parametrize("value", ["none", "0", "-", ""])
    @pytest.mark.parametrize("what", ["air", "artillery"])
    def test_the_last_counter_can_be_lost(self, what: str, value: str) -> None:
        campaign = Campaign(air="3", artillery="3")
        campaign.do("adjust", what=what, value=value, reason="lost in combat")
        assert getattr(campaign.state, what).values == ()

    def test_other_air_counters_leave_the_artillery_where_it_lies(self) -> None:
        state = Campaign().state.replace(guns=frozenset({"A05"}))
        left = {key: FACTS[key].put(state, (4, 1)).guns for key in ("air", "artillery")}
        assert left == {"air": {"A05"}, "artillery": set()}

    def test_single_hexes_keep_what_is_known_of_the_others(self) -> None:
        campaign = Campaign().know(A05=12)
        campaign.do("adjust", what="add hex", value="A09, B10")
        campaign.do("adjust", what="remove hex", value="M09", reason="the line moved")
        assert sorted(campaign.state.hexes) == sorted({*HEXES.split(), "A09", "B10"} - {"M09"})
        assert campaign.state.hexes["A05"].sps == 12
        assert "CP block in A09 and B10 already" in campaign.refused("adjust", what="add hex", value="A09 B10")
        for value in ("M13", "M08 M13"):
            assert "no CP block in M13" in campaign.refused("adjust", what="remove hex", value=value, reason="gone")
        assert "List the hexes" in campaign.refused("adjust", what="remove hex", value="", reason="gone")

    def test_whoever_names_the_hexes_that_go_is_not_asked_again(self) -> None:
        campaign = Campaign()
        campaign.play.is_sure = False
        campaign.do("adjust", what="remove hex", value="M08 M09", reason="the line moved")
        assert {"M08", "M09"}.isdisjoint(campaign.state.hexes)

    def test_a_block_below_an_offensive_survives_corrections(self) -> None:
        campaign = begun(3, 3, 2, rulings={"revealed_by_an_offensive": "x_until_the_reset"})
        landed(campaign, "A05", 4, 4, 4)
        campaign.know(A05=20)
        assert campaign.state.revealed == 14 + 20
        assert "Revealed SPs marker: 34." in campaign.told

    def test_a_hex_that_a_new_map_lacks_does_not_stand_in_the_way(self) -> None:
        """A campaign can adopt a map later."""
        data, state = mapped().data, Campaign().state
        assert "M09" in state.hexes
        adjust = Adjust(what="total", value="90", reason="counted")
        event = next(adjust.decide(data, state, ALLIES, PhysicalDice((), SealedDice(bytes(32)))))
        assert isinstance(event, FactsEntered)
        assert [(each.before, each.after) for each in event.changes] == [(96, 90)]

    def test_what_the_rules_move_needs_no_reason(self) -> None:
        campaign = Campaign()
        for what, value in (("total", "90"), ("air", "4 1"), ("logistic points", "2"), ("hex", "A05 7")):
            campaign.do("adjust", what=what, value=value)
        assert "Give a reason" in campaign.refused("adjust", what="hex", value="A05 8", reason="  ")

    def test_what_decides_is_a_correction(self) -> None:
        """Total SPs, economic points, supply, turn: what other sides could object to."""
        types = {name for name, command in FieldsOfDespair.commands_by_type.items() if command.is_correction}
        assert types == {
            "set_up",
            "adjust",
            "allied",
            "note_hex",
            "economy",
            "from_the_east",
            "begin_here",
            "correct_result",
        }

    def test_old_and_new_where_a_number_is_entered_in_its_step(self) -> None:
        campaign = Campaign(step="economy")
        assert "CP economic points: 5 → **3**." in campaign.do("economy", eps=3, supply=0)
        campaign.to("from_the_east", 2)
        assert "CP track: 96 + 10 = **106**." in campaign.do("from_the_east", value=10)
