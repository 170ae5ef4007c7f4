"""7.5-S steps 1 to 5: the blocks and the number of offensives."""

from itertools import product

import pytest

from rules.errors import Unsure
from rules.games.fields_of_despair.cp_start import OffensivesCounted
from tests.rules.games.fields_of_despair.campaign import HEXES, Campaign, begun, central


class TestBlocks:
    """Steps 1 to 5."""

    def test_all_blocks_go_face_down_one_a_hex(self) -> None:
        campaign = central().know(A05=12, B05=3)
        told = campaign.do("cp_blocks", 1, 1, 1, hexes=HEXES.replace("M09", "M10"), in_france=True)
        assert "One new CP block face down in: M10" in told
        assert "Remove all CP blocks from: M09" in told
        assert campaign.state.revealed == 14

    @pytest.mark.parametrize(("dice", "told"), [((1, 1, 1), False), ((2, 2, 3), True), ((2, 3, 3), True)])
    def test_each_offensive_has_an_objective_chit_a_minor_as_well(self, dice: tuple[int, ...], told: bool) -> None:
        assert ("an objective chit for each (20.3.2)" in begun(*dice).told) is told

    def test_no_offensive_leads_straight_to_the_next_action_phase(self) -> None:
        campaign = begun(1, 1, 1)
        assert "Refresh all counters." in campaign.told
        assert (campaign.step, campaign.state.phase(campaign.game.data)) == ("air", 2)
        assert campaign.state.revealed == 14

    def test_every_modifier_is_told_with_its_reason(self) -> None:
        campaign = central(turn=8)
        told = campaign.do("cp_blocks", 4, 3, 2, hexes=HEXES, in_france=False)
        assert "✓ DRM +5: Turn 8, action phase 1 (turn: 8, action phase: 1)" in told
        assert "✗ DRM -5: Turn 7 (turn: 8)" in told
        assert "✓ DRM +2: No hex in France under CP control (CP hex in France: no)" in told
        assert "✗ DRM -1: CP total SPs 26-50 (CP total SPs: 96)" in told
        assert "Row 16" in told

    @pytest.mark.parametrize(("ruled", "row"), [("as_below_25", "8"), ("as_26_to_50", "9"), ("none", "10")])
    def test_a_total_of_25_is_a_ruling(self, ruled: str, row: str) -> None:
        rulings = {} if ruled == "as_below_25" else {"cp_total_25": ruled}
        campaign = central(total=25, rulings=rulings)
        told = campaign.do("cp_blocks", 5, 4, 1, hexes=HEXES, in_france=True)
        assert f"Row {row}," in told
        assert ("(`cp_total_25`)" in told) == (ruled != "none")

    @pytest.mark.parametrize(("turn", "phase", "noted"), [(9, 1, False), (8, 2, False), (9, 2, True)])
    def test_who_is_ahead_counts_in_the_last_phase_alone(self, turn: int, phase: int, noted: bool) -> None:
        campaign = central(turn=turn, phase=phase)
        assert any("allies_ahead" in offer.inputs for offer in campaign.play.campaign.offers(1)) is noted
        told = campaign.do("cp_blocks", 1, 1, 1, hexes=HEXES, in_france=True, allies_ahead=True)
        assert ("At least 2 Major" in told) is ("Offensives: **2 Major, 0 Minor**." in told) is noted
        assert ("**No offensives.**" in told) is not noted
        (counted,) = campaign.happened(OffensivesCounted)
        assert counted.allies_ahead is (True if noted else None)

    def test_two_majors_by_the_dice_are_not_raised(self) -> None:
        for dice in product(range(1, 7), repeat=3):
            campaign = central(turn=9, phase=2, total=150)
            told = campaign.do("cp_blocks", *dice, hexes=HEXES, in_france=True, allies_ahead=False)
            if "Offensives: **2 Major" in told:
                break
        campaign = central(turn=9, phase=2, total=150)
        again = campaign.do("cp_blocks", *dice, hexes=HEXES, in_france=True, allies_ahead=True)
        assert "Offensives: **2 Major" in again
        assert "At least 2 Major" not in again

    def test_it_is_refused_in_the_allied_turn(self) -> None:
        campaign = Campaign(step="air")
        assert "Not now: you are at" in campaign.refused("cp_blocks", 1, 1, 1, hexes=HEXES, in_france=True)


class TestBeginning:
    """What the players told once need not be told again."""

    def at_breakout(self, *, told: bool) -> Campaign:
        campaign = Campaign(turn=7)
        if told:
            campaign.to("central")
            campaign.do("cp_blocks", 1, 1, 1, hexes=HEXES, in_france=False)
            campaign.do("next_turn")
            campaign.to("allied_breakout", 2)
        else:
            campaign.to("allied_breakout")
        return campaign

    def test_it_begins_from_the_step_before(self) -> None:
        campaign = self.at_breakout(told=False)
        begin = "CP phase: 14 hexes, "
        either = [f"{begin}CP hex in France", f"{begin}no CP hex in France", "Begin with other hexes…"]
        assert [each for each in campaign.offered() if "hexes" in each] == either
        told = campaign.do("cp_blocks", 1, 1, 1, hexes=HEXES, in_france=True)
        assert "Central Powers action phase** (7.5-S)" in told
        assert "**No offensives.**" in told

    def test_one_press_tells_what_was_told_before(self) -> None:
        campaign = self.at_breakout(told=True)
        (form,) = (each for each in campaign.play.campaign.offers(1) if each.label == "Begin with other hexes…")
        assert form.command.model_dump()["in_france"] is False

    def test_a_form_adds_hexes_and_takes_some_away(self) -> None:
        campaign = self.at_breakout(told=True)
        (form,) = (each for each in campaign.play.campaign.offers(1) if each.label == "Begin with other hexes…")
        assert form.inputs == ("added", "gone", "in_france")
        assert form.choices == {"gone": tuple(sorted(HEXES.split()))}
        assert "There is a CP block in A05 already." in campaign.refused("cp_blocks", added="A05 A06", in_france=True)
        assert "There is no CP block in A06." in campaign.refused("cp_blocks", gone=("A06",), in_france=True)
        told = campaign.do("cp_blocks", 1, 1, 1, added="A06", gone=("B05",), in_france=True)
        assert "One new CP block face down in: A06." in told
        assert "Remove all CP blocks from: B05." in told

    def test_more_than_one_hex_that_vanishes_is_asked_about_first(self) -> None:
        campaign = self.at_breakout(told=True)
        campaign.play.is_sure = False
        for command in (
            {"type": "cp_blocks", "gone": ["B05", "A05"], "in_france": True},
            {"type": "adjust", "what": "hexes", "value": HEXES.replace("A05 B05", ""), "reason": "a slip"},
        ):
            with pytest.raises(Unsure, match="All CP blocks would go from A05 and B05"):
                campaign.play.do(1, command, (1, 1, 1) if command["type"] == "cp_blocks" else None)
        campaign.do("cp_blocks", 1, 1, 1, gone="B05", in_france=True)
        assert "B05" not in campaign.state.hexes

    def test_not_while_an_attack_waits(self) -> None:
        campaign = self.at_breakout(told=False)
        campaign.do("combat", hexes="A05 3")
        assert not any("Begin" in label for label in campaign.offered())
        assert "Not now: you are at" in campaign.refused("cp_blocks", 1, 1, 1, hexes=HEXES, in_france=True)

    def test_the_question_of_turn_9_is_always_asked(self) -> None:
        """Whether the Allies are ahead decides the least number of offensives."""
        campaign = Campaign(turn=9).to("central", 1)
        campaign.do("cp_blocks", 1, 1, 1, hexes=HEXES, in_france=False)
        campaign.do("next_turn")
        campaign.to("central", 2)
        begin = "CP phase: 14 hexes, no CP hex in France"
        ahead = [f"{begin}, Allies ahead", f"{begin}, Allies not ahead"]
        assert campaign.offered() == [*ahead, "Begin the CP action phase…", "Allied SPs…"]
