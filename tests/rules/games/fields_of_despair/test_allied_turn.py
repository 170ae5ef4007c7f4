"""7.1-S, 7.3-S: what the Central Powers answer in the Allied turn."""

import pytest
from pydantic import ValidationError

from rules.games.fields_of_despair import FieldsOfDespair
from rules.games.fields_of_despair.air import Reconnoitre
from rules.games.fields_of_despair.events.air import AirAnswered
from rules.games.fields_of_despair.state import Counters
from tests.games import fields
from tests.rules.games.fields_of_despair.campaign import Campaign


class TestDogfights:
    """7.1.2-S."""

    def test_the_strongest_hex_comes_first_and_ties_as_written(self) -> None:
        campaign = Campaign(step="air")
        told = campaign.do("dogfight", hexes="a5 2, B05 6; C06 2 D06 4")
        assert "B05 (6), D06 (4), A05 (2), C06 (2)" in told
        assert "After the last answer, fight all dogfights" in told

    def test_then_reconnaissance_is_proposed_where_squadrons_are(self) -> None:
        campaign = Campaign(step="air", air="")
        assert campaign.offered() == ["Allied squadrons…", "Reconnaissance…", "Next step"]
        campaign.do("dogfight", hexes="C06 2")
        campaign.do("answer_air")
        assert campaign.offered() == ["Reconnaissance…", "Allied squadrons…", "Next step"]
        proposed = next(iter(campaign.play.campaign.offers(1))).command
        assert isinstance(proposed, Reconnoitre)
        assert proposed.hex == "C06"

    def test_nobody_answers_without_counters(self) -> None:
        campaign = Campaign(step="air", air="")
        campaign.do("dogfight", hexes="A05 4")
        assert "do not answer" in campaign.do("answer_air")

    def test_a_check_that_is_not_made_leaves_the_last_result(self) -> None:
        campaign = Campaign(step="air", air="1")
        campaign.do("dogfight", hexes="A05 2, B05 2, C06 2")
        campaign.do("answer_air", 1)
        campaign.do("answer_air", 6, 1)
        assert campaign.state.air.available == 0
        campaign.do("answer_air")
        assert [answered.answer for answered in campaign.happened(AirAnswered)] == ["N", "Y", None]
        assert campaign.state.air_answer == "Y"

    def test_a_hex_is_answered_once_a_phase(self) -> None:
        campaign = Campaign(step="air")
        campaign.do("dogfight", hexes="A05 4")
        assert "squadrons in A05 first" in campaign.refused("dogfight", hexes="B05 1")
        campaign.do("answer_air", 1)
        assert "already answered in this action phase" in campaign.refused("dogfight", hexes="A05 4")
        assert "No Allied squadrons are waiting" in campaign.refused("answer_air", 1)

    def test_air_comes_back_at_7_6_and_the_last_result_is_forgotten(self) -> None:
        campaign = Campaign(step="air", air="1")
        campaign.do("dogfight", hexes="A05 6")
        campaign.do("answer_air", 3, 1)
        assert campaign.state.air.spent == (1,)
        campaign.to("refresh")
        campaign.do("next_turn")
        state = campaign.state
        assert (len(state.air.spent), state.air_answer, len(state.fought)) == (0, None, 0)


class TestCounters:
    """Which counters make the sum that a table gives."""

    @pytest.mark.parametrize(
        ("values", "wanted", "below", "above"),
        [
            ((4, 3, 1), 5, (4, 1), (4, 1)),
            ((4, 3, 1), 3, (3,), (3,)),
            ((4, 3, 1), 6, (4, 1), (4, 3)),
            ((4, 4), 3, (), (4,)),
            ((2, 2), 9, (2, 2), (2, 2)),
            ((), 3, (), ()),
            ((2, 1, 1), 2, (2,), (2,)),
        ],
    )
    def test_the_sum(
        self, values: tuple[int, ...], wanted: int, below: tuple[int, ...], above: tuple[int, ...]
    ) -> None:
        counters = Counters(values=values)
        assert counters.making(wanted, at_most=True) == below
        assert counters.making(wanted, at_most=False) == above

    def test_a_counter_that_is_spent_is_not_placed_again(self) -> None:
        counters = Counters(values=(4, 3)).place((3,))
        assert (counters.left, counters.available) == ((4,), 4)
        with pytest.raises(ValidationError, match="no counter of value 3 is available"):
            counters.place((3,))

    def test_by_ruling_the_sum_above(self) -> None:
        campaign = Campaign(step="air", air="4 4", rulings={"counters_that_do_not_fit": "the smallest sum above"})
        campaign.do("dogfight", hexes="A05 6")
        told = campaign.do("answer_air", 4, 1)
        assert "place CP counters 4." in told
        assert "counters_that_do_not_fit" in told


class TestReconnaissance:
    """7.1.3-S."""

    def test_once_a_hex_and_only_what_is_not_known(self) -> None:
        campaign = Campaign(step="air")
        campaign.do("recon", 3, 3, 4, hex="A05", air=1)
        assert "already" in campaign.refused("recon", 3, 3, 4, hex="A05", air=1)
        campaign.know(B05=7)
        assert "they hold 7 SPs" in campaign.refused("recon", 3, 3, 4, hex="B05", air=3)
        assert "no CP block" in campaign.refused("recon", 3, 3, 4, hex="A09", air=3)

    def test_dogfights_come_first(self) -> None:
        campaign = Campaign(step="air")
        campaign.do("dogfight", hexes="A05 4")
        assert "Finish the dogfights first" in campaign.refused("recon", 3, 3, 4, hex="A05", air=4)

    def test_one_block_shows_20_at_most(self) -> None:
        campaign = Campaign(step="air")
        told = campaign.do("recon", 6, 6, 5, hex="A05", air=1)
        assert campaign.state.hexes["A05"].sps == 20
        assert "limit_shading" in told

    def test_a_limit_read_off_the_aid(self) -> None:
        campaign = Campaign(step="air")
        told = campaign.do("recon", 6, 6, 5, hex="A05", air=2, limit=9)
        assert campaign.state.hexes["A05"].sps == 9
        assert "limit_shading" not in told

    def test_a_limit_of_the_group(self) -> None:
        tables = fields().data
        recon = tables.recon.replace(limits={"1": (1,) * 11, "2": (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)})
        campaign = Campaign(step="air", game=FieldsOfDespair(tables.replace(recon=recon)))
        told = campaign.do("recon", 6, 6, 5, hex="A05", air=2)
        assert campaign.state.hexes["A05"].sps == 12
        assert "shading" not in told

    def test_nothing_hidden_is_not_rolled(self) -> None:
        campaign = Campaign(step="air", total=14)
        assert "nothing is rolled" in campaign.do("recon", hex="A05", air=3)
        assert (campaign.state.hexes["A05"].sps, campaign.state.revealed) == (1, 14)


def attacked(text: str, **more: object) -> Campaign:
    """A campaign with one declared attack."""
    campaign = Campaign(step="combat", artillery="", **more)  # type: ignore[arg-type]
    campaign.do("combat", hexes=text)
    return campaign


class TestAttacks:
    """7.3-S."""

    def test_they_are_ranked_by_artillery_and_blocks_together(self) -> None:
        campaign = Campaign(step="combat")
        told = campaign.do("combat", hexes="C06 40, A05 4 + 8, B05 0+12, D06 1+30")
        assert (
            "1. D06: artillery 1 + blocks 30 = 31 SPs\n2. A05: artillery 4 + blocks 8 = 12 SPs\n"
            "3. B05: artillery 0 + blocks 12 = 12 SPs\n4. C06: artillery 40, no marker"
        ) in told

    def test_one_hex_after_the_other(self) -> None:
        campaign = attacked("A05 0+9, B05 0+8")
        campaign.do("answer_attack", 3, 3, 3)
        assert "Enter the CP losses in A05 first" in campaign.refused("answer_attack", 3, 3, 3)
        assert "Resolve the attack on A05 first" in campaign.refused("combat", hexes="C06 0+1")
        assert "only 15 SPs in A05" in campaign.refused("losses", sps=16)
        campaign.do("losses", sps=2)
        campaign.do("answer_attack", 3, 3, 3)
        assert campaign.state.fighting == "B05"

    def test_the_artillery_looks_back_to_the_check_before(self) -> None:
        campaign = Campaign(step="combat", artillery="1")
        campaign.do("combat", hexes="A05 3, B05 2, C06 1")
        campaign.do("answer_attack", 2)
        campaign.do("losses", sps=0)
        told = campaign.do("answer_attack", 4, 1)
        assert "✓ DRM +1: Previous result was N (previous result N: yes)" in told
        assert "Row 5+, column 1-3: **Y**" in told
        campaign.do("losses", sps=0)
        campaign.do("answer_attack")
        assert campaign.state.artillery_answer == "Y"

    def test_a_limit_is_only_asked_for_where_sps_are_still_to_be_found(self) -> None:
        campaign = Campaign(step="air")
        campaign.do("recon", 3, 3, 4, hex="A05", air=3)
        campaign.to("combat")
        told = campaign.do("combat", hexes="A05 0+9, B05 0+8, C06 2")
        assert "3. C06: artillery 2, no marker" in told
        assert campaign.offered() == ["Attack on A05"]
        campaign.do("answer_attack", 1, 1)
        campaign.do("losses", sps=0)
        assert campaign.offered() == ["Attack on B05", "Attack on B05 with limit…"]

    def test_artillery_alone_meets_no_sps_and_no_reinforcement(self) -> None:
        campaign = attacked("A05 6")
        told = campaign.do("answer_attack")
        assert "SPs in a Hex" not in told
        assert campaign.state.hexes["A05"].is_face_down
        campaign.do("losses", sps=1)
        assert (campaign.state.hexes["A05"].holds, campaign.state.total, campaign.state.hidden) == (0, 95, 82)

    def test_modifiers_only_with_61_sps_in_all(self) -> None:
        told = attacked("A05 0+22", total=60).do("answer_attack", 3, 3, 3)
        assert "✗ DRM +2: Allied SPs 21-30 (CP total SPs: 60)" in told
        assert "Row 9," in told

    @pytest.mark.parametrize(("ruled", "row"), [("+2", "11"), ("+1", "10")])
    def test_20_sps_are_a_ruling(self, ruled: str, row: str) -> None:
        campaign = attacked("A05 0+20", rulings={} if ruled == "+2" else {"allied_sps_20": ruled})
        told = campaign.do("answer_attack", 3, 3, 3)
        assert f"Row {row}," in told
        assert f"allied_sps_20: {ruled}" in told

    @pytest.mark.parametrize(("ruled", "sps"), [("the remaining blocks", 8 + 15), ("all blocks together", 15)])
    def test_blocks_that_were_seen_before(self, ruled: str, sps: int) -> None:
        """Air 1 saw one block of 8 SPs; two blocks remain, and the table gives 15."""
        rulings = {} if ruled == "the remaining blocks" else {"sps_with_blocks_placed": ruled}
        campaign = Campaign(step="air", artillery="", rulings=rulings)
        campaign.do("recon", 6, 6, 5, hex="A05", air=1, limit=8)
        campaign.to("combat")
        campaign.do("combat", hexes="A05 0+9")
        told = campaign.do("answer_attack", 3, 3, 3)
        assert "column 61+: **15**" in told
        assert "8 of them were already known" in told
        assert campaign.state.hexes["A05"].sps == sps
        assert campaign.state.hexes["A05"].blocks == 3

    def test_a_small_attack_meets_the_limit_of_one_block(self) -> None:
        campaign = attacked("A05 0+5")
        campaign.do("answer_attack", 6, 6, 6)
        assert campaign.state.hexes["A05"].sps == 20

    @pytest.mark.parametrize(("attack", "cited"), [("A05 0+14", True), ("A05 0+15", False)])
    def test_the_ruling_is_only_cited_for_a_small_attack(self, attack: str, cited: bool) -> None:
        assert ("small_attack" in attacked(attack).do("answer_attack", 3, 3, 4)) is cited

    def test_by_ruling_it_does_not(self) -> None:
        campaign = attacked("A05 0+5", rulings={"small_attack": "none"})
        campaign.do("answer_attack", 6, 6, 6)
        assert campaign.state.hexes["A05"].sps == 35

    def test_a_limit_read_off_the_aid(self) -> None:
        campaign = attacked("A05 0+5")
        campaign.do("answer_attack", 6, 6, 6, limit=7)
        assert campaign.state.hexes["A05"].sps == 7


class TestReinforcement:
    """7.3-S step 7."""

    def checked(self, attack: str, sps: int, *dice: int, points: int = 1, total: int = 96, **more: object) -> Campaign:
        campaign = Campaign(step="combat", artillery="", total=total, **more)  # type: ignore[arg-type]
        campaign.do("adjust", what="logistic points", value=str(points), reason="for the test")
        campaign.know(A05=sps)
        campaign.do("combat", hexes=attack)
        campaign.do("answer_attack", *dice)
        return campaign

    @pytest.mark.parametrize(
        ("attack", "sps", "column"), [("A05 4+3", 2, "3:1"), ("A05 0+40", 2, "4:1"), ("A05 0+18", 9, "2:1")]
    )
    def test_the_ratio_is_rounded_down(self, attack: str, sps: int, column: str) -> None:
        campaign = self.checked(attack, sps, 1)
        assert f"column {column}" in campaign.told

    def test_five_sps_for_a_point(self) -> None:
        campaign = self.checked("A05 0+40", 2, 1)
        assert (campaign.state.hexes["A05"].sps, campaign.state.logistic) == (7, 0)

    def test_never_more_than_is_hidden(self) -> None:
        campaign = self.checked("A05 0+40", 2, 1, total=14 + 1 + 3)
        assert campaign.state.hexes["A05"].sps == 2 + 3
        assert campaign.state.hidden == 0

    def test_by_ruling_fewer(self) -> None:
        campaign = self.checked("A05 0+40", 2, 1, rulings={"reinforcement_sps": 3})
        assert campaign.state.hexes["A05"].sps == 5

    def test_by_ruling_blocks_only(self) -> None:
        campaign = self.checked("A05 4+4", 2, 1, rulings={"ratio_counts": "blocks only"})
        assert "column 2:1" in campaign.told

    @pytest.mark.parametrize(
        ("attack", "points", "total", "why"),
        [
            ("A05 0+1", 1, 96, "below 1:1"),
            ("A05 0+9", 0, 96, "no Logistic Point"),
            ("A05 0+9", 1, 15, "no SPs are hidden"),
        ],
    )
    def test_nothing_is_rolled_for_nothing(self, attack: str, points: int, total: int, why: str) -> None:
        campaign = self.checked(attack, 2, points=points, total=total)
        assert why in campaign.told
