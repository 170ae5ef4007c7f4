"""7.5-S (6) and (7): the offensives and their objective chits."""

import pytest

from rules.errors import Unsure
from rules.games.fields_of_despair import FieldsOfDespair
from rules.games.fields_of_despair.data import Chits
from rules.games.fields_of_despair.log_events.offensives import AlliesReinforced, OffensiveLaunched, TargetChosen
from rules.games.fields_of_despair.pieces import Attack, Ground
from rules.games.fields_of_despair.state import Stage
from tests.games import fields
from tests.rules.games.fields_of_despair.campaign import HEXES, Campaign, begun, fought, landed


class TestOffensives:
    """(6) and (7)."""

    def test_allied_reinforcements_add_to_what_was_told_of_the_hex(self) -> None:
        campaign = begun(3, 3, 2)
        told = campaign.state.with_allied(Attack(hex="A05", artillery=2, blocks=7))
        after = AlliesReinforced(hex="A05", sps=5).apply(campaign.game.data, told)
        assert after.at("A05").allied == Attack(hex="A05", artillery=2, blocks=12)
        assert AlliesReinforced(hex="B05", sps=5).apply(campaign.game.data, told) == told

    def test_reinforcements_named_with_the_hex_are_not_asked_again(self) -> None:
        told = begun(3, 3, 2).do("cp_target", 3, 3, 3, hex="A05", sps=2)
        assert told.startswith("7.5-S (6), steps 1 and 2; 20.3.2\nA05: add 2 Allied SPs for one Logistic Point.\n")

    def test_a_target_holds_a_cp_block(self) -> None:
        campaign = begun(3, 3, 2)
        assert "no CP block in A09" in campaign.refused("cp_target", hex="A09")

    def test_nothing_hidden_calls_it_off(self) -> None:
        """No target, no Allied SPs and no Logistic Point go into an offensive that finds nothing."""
        campaign = begun(6, 4, 3, total=14)
        assert "No SPs are hidden.** Called off: 2 Major, 0 Minor." in campaign.told
        assert "No hex can be an objective" not in campaign.told
        assert campaign.step == "air"
        assert not campaign.happened(TargetChosen)
        assert campaign.state.revealed == campaign.state.total == 14

    def test_what_an_earlier_offensive_leaves_may_be_nothing(self) -> None:
        campaign = begun(6, 6, 3, total=15)
        told = fought(campaign, "A05", 6, 6, 6, losses=0)
        assert "Called off: 1 Major, 1 Minor." in told
        assert len(campaign.happened(TargetChosen)) == 1

    def test_the_allies_bring_in_nothing_where_nothing_is_left(self) -> None:
        """The total can be corrected between the target and the reinforcement."""
        campaign = begun(4, 4, 2, total=20)
        campaign.do("cp_target", hex="A05")
        campaign.do("adjust", what="total", value="14", reason="a miscount")
        (offer,) = campaign.play.campaign.offers(1)
        assert (offer.label, offer.dice) == ("No reinforcement in A05", "")
        told = campaign.do("cp_reinforce", sps=5)
        assert "Called off" in told
        assert "Allied SP" not in told

    @pytest.mark.parametrize(("total", "dice"), [(14, ""), (15, "3d6")])
    def test_dice_are_asked_with_the_objective_while_sps_are_hidden(self, total: int, dice: str) -> None:
        campaign = begun(4, 4, 2, total=20)
        campaign.do("adjust", what="total", value=str(total), reason="a miscount")
        assert [offer.dice for offer in campaign.play.campaign.offers(1)] == [dice, dice]

    def test_no_offensive_is_under_way_after_the_rest_is_called_off(self) -> None:
        """The Spring Offensive rules keep the action phase going."""
        campaign = begun(4, 4, 2, total=20, turn=8)
        campaign.do("cp_target", hex="A05")
        campaign.do("adjust", what="total", value="14", reason="a miscount")
        campaign.do("cp_reinforce", sps=0)
        assert campaign.state.cp.stage is Stage.SPRING
        assert campaign.state.cp.current is None

    @pytest.mark.parametrize(
        ("rulings", "said"), [({}, "2 SPs"), ({"revealed_by_an_offensive": "x_until_the_reset"}, "1 SP")]
    )
    def test_the_face_down_sp_comes_with_the_last_hidden_by_ruling(self, rulings: dict[str, str], said: str) -> None:
        campaign = begun(3, 3, 3, total=14 + 1, rulings=rulings)
        told = landed(campaign, "A05", 6, 6, 5)
        assert f"Offensive against A05: {said}.**" in told
        assert "Only the hidden SPs" in told
        assert campaign.state.hidden == 0

    @pytest.mark.parametrize(
        ("ruled", "sps", "title"), [("minor_table", 5, "Minor"), ("first_column_capped", 13, "Major")]
    )
    def test_a_major_below_21_hidden_is_a_ruling(self, ruled: str, sps: int, title: str) -> None:
        rulings = {} if ruled == "minor_table" else {"major_below_21": ruled}
        campaign = begun(4, 4, 2, total=14 + 10, rulings=rulings | {"cp_total_25": "none"})
        told = landed(campaign, "A05", 5, 4, 4)
        (launched,) = campaign.happened(OffensiveLaunched)
        assert launched.reading is not None
        assert launched.reading.table == f"{title} Offensive SPs"
        assert "major_below_21" in told
        fell_back = "Too few SPs are hidden (10): Minor table." in told
        assert fell_back == (title == "Minor")
        assert campaign.state.hexes["A05"].sps == min(sps, 11)

    @pytest.mark.parametrize(("hidden", "table"), [(20, "Minor"), (21, "Major"), (22, "Major")])
    def test_from_21_hidden_on_a_major_has_its_own_table(self, hidden: int, table: str) -> None:
        campaign = begun(4, 4, 2, total=14 + hidden, rulings={"cp_total_25": "none"})
        told = landed(campaign, "A05", 3, 3, 3)
        (launched,) = campaign.happened(OffensiveLaunched)
        assert launched.reading is not None
        assert launched.reading.table == f"{table} Offensive SPs"
        assert launched.below_21 is launched.fell_back is ("Too few SPs are hidden" in told) is (table == "Minor")

    def test_a_minor_never_falls_back(self) -> None:
        campaign = begun(6, 4, 3)
        for hex_ in ("A05", "B05"):
            fought(campaign, hex_, 1, 1, 1, losses=0)
        campaign.do("adjust", what="total", value=str(campaign.state.revealed + 10), reason="a miscount")
        landed(campaign, "C06", 3, 3, 3)
        *_, launched = campaign.happened(OffensiveLaunched)
        assert (launched.kind, launched.fell_back, launched.below_21) == ("Minor", False, False)
        assert "Too few SPs" not in campaign.told

    def test_where_no_block_lies_any_more_none_is_turned_up(self) -> None:
        """The block can be corrected away after the hex was named."""
        campaign = begun(3, 3, 3, total=14 + 1)
        campaign.do("cp_target", hex="A05")
        campaign.do("adjust", what="remove hex", value="A05", reason="a slip")
        assert "Offensive against A05: 2 SPs.**" in campaign.do("cp_reinforce", 6, 6, 5, sps=0)
        assert (campaign.state.hidden, campaign.state.total) == (0, 15)

    def test_a_block_below_two_offensives_counts_once(self) -> None:
        campaign = begun(6, 4, 3, artillery="", rulings={"revealed_by_an_offensive": "x_until_the_reset"})
        for _ in range(2):
            fought(campaign, "A05", 3, 3, 3, losses=0)
        assert campaign.state.revealed == 14 + campaign.state.cp.placed == 14 + campaign.state.hexes["A05"].sps

    def test_a_hex_that_changes_hands_keeps_its_fortress(self) -> None:
        campaign = begun(3, 3, 2)
        campaign.do("note_hex", hex="A05", sps="4+18", fortress=True)
        fought(campaign, "A05", 3, 3, 3, losses=0, taken=True)
        assert campaign.state.at("A05") == Ground(owner="Central Powers", fortress=True)

    def test_what_a_hex_can_lose_is_offered_whatever_is_corrected(self) -> None:
        campaign = begun(3, 3, 2)
        landed(campaign, "A05", 3, 3, 3)
        campaign.do("adjust", what="hex", value="A05 down", reason="a slip")
        (losses, _) = campaign.play.campaign.offers(1)
        assert [each.value for each in losses.of("losses")] == ["0", "1"]

    def test_the_revealed_marker_may_rise_by_all(self) -> None:
        campaign = begun(3, 3, 2, rulings={"revealed_by_an_offensive": "x_until_the_reset"})
        landed(campaign, "A05", 4, 4, 4)
        assert campaign.state.revealed == 14 + 33
        campaign.do("cp_combat", losses=0)
        assert campaign.state.revealed == 13 + 33

    def test_so_it_stays_with_a_second_offensive_and_a_breakout(self) -> None:
        campaign = begun(6, 4, 3, artillery="", rulings={"revealed_by_an_offensive": "x_until_the_reset"})
        fought(campaign, "A05", 4, 4, 4, losses=0)
        landed(campaign, "A05", 3, 3, 3)
        held = campaign.state.hexes["A05"].sps
        assert campaign.state.revealed == campaign.happened(OffensiveLaunched)[-1].revealed == 14 + held
        campaign.do("cp_combat", losses=0, breakout=True)
        landed(campaign, "B05", 3, 3, 3)
        campaign.do("cp_combat", 5, 3, losses=0)
        revealed = campaign.state.revealed
        campaign.do("cp_breakout", hexes="B05")
        assert campaign.state.revealed == revealed

    def test_a_second_offensive_into_a_hex_joins_the_first(self) -> None:
        campaign = begun(4, 4, 3)
        fought(campaign, "A05", 3, 3, 3, losses=2)
        landed(campaign, "A05", 3, 3, 3)
        assert campaign.state.hexes["A05"].sps == 17 - 2 + 15

    def test_more_losses_than_there_are(self) -> None:
        campaign = begun(3, 3, 2)
        landed(campaign, "A05", 3, 3, 3)
        assert "only 17 SPs in A05" in campaign.refused("cp_combat", losses=18)
        assert "No SPs are left" in campaign.refused("cp_combat", losses=17, breakout=True)

    @pytest.mark.parametrize("phase", [1, 2])
    def test_the_spring_offensive_follows_in_turn_8_phase_1(self, phase: int) -> None:
        campaign = begun(3, 3, 2, turn=8, phase=phase)
        while campaign.state.cp.stage is Stage.TARGET:
            fought(campaign, "A05", 3, 3, 3, losses=0)
        assert (campaign.state.cp.stage is Stage.SPRING) is (phase == 1)

    def test_where_every_hex_is_held_no_objective_is_proposed(self) -> None:
        campaign = begun(6, 4, 3, artillery="", hexes="A05")
        campaign.do("cp_target", 3, 3, 3, hex="A05", sps=0)
        campaign.do("cp_combat", losses=1, taken=True)
        assert campaign.offered() == ["With Allied reserves…"]

    def test_out_of_turn(self) -> None:
        campaign = begun(3, 3, 2)
        assert "waits for the objective of the next offensive" in campaign.refused("cp_reinforce", sps=0)
        assert "waits for the objective of the next offensive" in campaign.refused("cp_combat", losses=0)
        assert "waits for the objective of the next offensive" in campaign.refused("cp_reset", hexes=HEXES)

    def test_a_hex_is_drawn_once_in_an_action_phase(self) -> None:
        """By the ruling on chits; whoever types it all the same is asked."""
        campaign = begun(6, 4, 3, artillery="")
        campaign.do("cp_target", 3, 3, 3, hex="A05", sps=0)
        campaign.do("cp_combat", losses=1)
        (menu, _) = campaign.play.campaign.offers(1)
        assert set(menu.chosen_from["hex"]) == set(HEXES.split()) - {"A05"}
        campaign.play.is_sure = False
        for typed in ("A05", "a5", "A 05"):
            with pytest.raises(Unsure, match="A05 was drawn already"):
                campaign.do("cp_target", 3, 3, 3, hex=typed, sps=0)
        campaign.play.is_sure = True
        campaign.do("cp_target", 3, 3, 3, hex="A05", sps=0)
        assert campaign.state.cp.current is not None

    def test_a_hex_that_the_central_powers_hold_is_no_objective(self) -> None:
        campaign = begun(6, 4, 3, artillery="", rulings={"chits": "at_once"})
        campaign.do("cp_target", 3, 3, 3, hex="A05", sps=0)
        campaign.do("cp_combat", losses=1, taken=True)
        campaign.play.is_sure = False
        (menu, _) = campaign.play.campaign.offers(1)
        assert set(menu.chosen_from["hex"]) == set(HEXES.split()) - {"A05"}
        with pytest.raises(Unsure, match="The Central Powers hold A05"):
            campaign.do("cp_target", 3, 3, 3, hex="A05", sps=0)
        campaign.do("cp_target", 3, 3, 3, hex="B05", sps=0)
        campaign.do("cp_combat", losses=0)
        (menu, _) = campaign.play.campaign.offers(1)
        assert "B05" in menu.chosen_from["hex"], "its chit went back at once"


class TestChits:
    """(6) step 1 with the group's own chits (20.3.2)."""

    def game(self, *hexes: str) -> FieldsOfDespair:
        return FieldsOfDespair(fields().data.replace(chits=Chits(hexes=hexes)))

    def targets(self, campaign: Campaign) -> list[str]:
        return [event.hex for event in campaign.happened(TargetChosen)]

    def test_they_are_drawn_without_asking_and_not_twice_in_a_phase(self) -> None:
        campaign = begun(6, 4, 3, game=self.game("A05", "B05"), artillery="")
        for _ in range(2):
            campaign.do("cp_reinforce", 3, 3, 3, sps=0)
            campaign.do("cp_combat", losses=0)
        assert sorted(self.targets(campaign)) == ["A05", "B05"]
        assert campaign.offered() == ["Minor 1 of 1: which hex?", "With Allied reserves…"]

    @pytest.mark.parametrize(("dice", "kind"), [((3, 3, 2), "Major"), ((2, 2, 3), "Minor")])
    def test_one_is_drawn_for_the_kind_that_comes(self, dice: tuple[int, ...], kind: str) -> None:
        campaign = begun(*dice, game=self.game("A05"), artillery="")
        assert f"The next {kind} Offensive targets **A05**." in campaign.told
        assert "The bot drew its objective chit from those in your group's data." in campaign.told
        assert f"**{kind} Offensive against A05: " in campaign.do("cp_reinforce", 3, 3, 3, sps=0)

    def test_by_ruling_they_go_back_at_once(self) -> None:
        game = self.game("A05")
        campaign = begun(6, 4, 3, game=game, artillery="", rulings={"chits": "at_once"})
        for _ in range(3):
            campaign.do("cp_reinforce", 3, 3, 3, sps=0)
            campaign.do("cp_combat", losses=0)
        assert self.targets(campaign) == ["A05"] * 3

    @pytest.mark.parametrize("rulings", [{}, {"revealed_by_an_offensive": "x_until_the_reset"}])
    def test_a_chit_may_name_a_hex_without_a_block(self, rulings: dict[str, str]) -> None:
        """There is no block below, which could count besides."""
        campaign = begun(3, 3, 2, game=self.game("F11"), rulings=rulings)
        campaign.do("cp_reinforce", 3, 3, 3, sps=0)
        assert campaign.state.hexes["F11"].sps == 17
        assert campaign.state.revealed == 14 + 17

    def test_there_no_block_below_brings_an_sp_more(self) -> None:
        campaign = begun(3, 3, 3, game=self.game("F11"), total=15)
        assert "Offensive against F11: 1 SP.**" in campaign.do("cp_reinforce", 6, 6, 6, sps=0)
        assert campaign.state.hidden == 0
