"""Dice rolled on the table: one throw at a time, as the tables call for them; what was given is kept."""

import pytest

from rules.campaign import Campaign as CoreCampaign
from rules.campaign import audit
from rules.dice import PhysicalDice, SealedDice
from rules.errors import DiceWanted
from rules.games.fields_of_despair import FieldsOfDespair
from rules.games.fields_of_despair.air import AirAnswered
from rules.games.fields_of_despair.artillery import ArtilleryAnswered
from rules.games.fields_of_despair.breakouts import BreakoutDue, BreakoutRolled
from rules.games.fields_of_despair.data import Chits
from rules.games.fields_of_despair.log_events.combat import FightBegan, LimitEntered, ReinforcementChecked, SpsFound
from rules.games.fields_of_despair.throws import DiceLeftOver, next_throw
from tests.games import SEED, fields
from tests.rules.games.fields_of_despair.campaign import Campaign, begun, central, fought


def offered_dice(campaign: Campaign) -> list[tuple[str, str]]:
    return [(offer.label, offer.dice) for offer in campaign.play.campaign.offers(1)]


class TestNextThrow:
    """What waits and what is refused."""

    def dice(self, *faces: int) -> PhysicalDice:
        return PhysicalDice(faces, SealedDice(bytes(32)))

    def test_the_first_throw_is_asked_for(self) -> None:
        with pytest.raises(DiceWanted):
            next_throw(self.dice(), 1, 6)
        assert next_throw(self.dice(), 2, 6, can_wait=True) is None

    def test_a_later_one_waits(self) -> None:
        dice = self.dice(4)
        dice.roll(1, 6)
        assert next_throw(dice, 3, 6) is None
        dice.check_all_used()

    def test_half_a_throw_is_refused(self) -> None:
        dice = self.dice(4, 1, 2)
        dice.roll(1, 6)
        with pytest.raises(DiceWanted):
            next_throw(dice, 3, 6)


def attacked(**more: object) -> Campaign:
    campaign = Campaign(step="combat", total=96, artillery="5 4 2", **more)  # type: ignore[arg-type]
    campaign.do("adjust", what="logistic points", value="1")
    campaign.do("combat", hexes="A05 4+80")
    return campaign


class TestAnAlliedAttack:
    """7.3-S steps 5 to 7."""

    def test_throw_by_throw(self) -> None:
        campaign = attacked()
        assert offered_dice(campaign) == [("Attack on A05 (84 SPs)", "1d6")]
        assert "Roll 1d6 for its strength" in campaign.do("answer_attack", 5)
        assert offered_dice(campaign) == [("CP artillery strength in A05", "1d6")]
        campaign.do("answer_attack", 3)
        assert offered_dice(campaign) == [("CP SPs in A05", "3d6")]
        campaign.do("answer_attack", 3, 3, 3)
        assert offered_dice(campaign) == [("No shaded limit in A05: 21 SPs", "1d6"), ("Shaded limit in A05…", "")]
        campaign.do("limit", limit=12)
        assert offered_dice(campaign) == [("CP reinforcement in A05", "1d6")]
        campaign.do("answer_attack", 4)
        assert [type(event) for entry in campaign.play.log[-5:] for event in entry.events][1:] == [
            ArtilleryAnswered, SpsFound, LimitEntered, ReinforcementChecked, FightBegan,
        ]  # fmt: skip
        assert campaign.state.fighting == "A05"

    def test_each_throw_is_the_same_as_all_at_once(self) -> None:
        campaign, at_once = attacked(), attacked()
        for dice in ((5,), (3,), (3, 3, 3)):
            campaign.do("answer_attack", *dice)
        campaign.do("limit", 4, limit=12)
        at_once.do("answer_attack", 5, 3, 3, 3, 3, 4, limit=12)
        assert campaign.state.replace(version=0) == at_once.state.replace(version=0)

    def test_an_n_ends_the_artillery_and_asks_for_no_more_dice(self) -> None:
        campaign = Campaign(step="combat", artillery="2")
        campaign.do("combat", hexes="A05 0+4")
        assert "**no** CP artillery." in campaign.do("answer_attack", 1)
        assert offered_dice(campaign) == [("CP SPs in A05", "3d6")]

    def test_half_a_throw_changes_nothing(self) -> None:
        campaign = attacked()
        assert "you gave 4" in campaign.refused("answer_attack", 5, 3, 3, 3)

    def test_the_limit_comes_first(self) -> None:
        campaign = attacked()
        campaign.do("answer_attack", 5, 3, 3, 3, 3)
        assert "Is the cell for A05 shaded on your aid?" in campaign.refused("answer_attack", 4)
        assert "not resolved yet" in campaign.refused("next_turn")
        told = campaign.do("answer_attack", 4, limit=7)
        assert "A05: **7 SPs**, limit 7." in told
        assert "reinforced at 84:7" in told
        assert "No hex is waiting for a shaded limit" in campaign.refused("limit")


class TestMoreDiceThanAreWanted:
    """How many dice are wanted depends on tables that the bot reads, so too many are no error."""

    def test_they_are_told_and_count_for_nothing(self) -> None:
        campaign = Campaign(step="combat", artillery="2")
        campaign.do("combat", hexes="A05 0+4")
        told = campaign.do("answer_attack", 1, 3, 3, 3, 6, 2)
        assert "Not needed: 6, 2." in told
        campaign.do("limit")
        assert campaign.state.fighting == "A05"
        assert campaign.happened(DiceLeftOver)[0].faces == (6, 2)

    def test_the_log_gives_the_same_again(self) -> None:
        campaign = Campaign(step="air")
        campaign.do("dogfight", hexes="A05 1")
        campaign.do("answer_air", 1, 4)
        assert campaign.again() == campaign.state
        fresh = CoreCampaign.founded(campaign.play.campaign.founding, campaign.game)
        assert audit(fresh, campaign.play.log, SEED).wrong == ()

    def test_where_nothing_is_rolled_they_are_refused(self) -> None:
        campaign = Campaign(step="combat", artillery="")
        campaign.do("combat", hexes="A05 3")
        assert "no dice" in campaign.refused("losses", 4, sps=0)
        assert campaign.do("losses", sps=0)

    def test_a_chit_that_the_bot_draws_calls_for_no_die(self) -> None:
        game = FieldsOfDespair(fields().data.replace(chits=Chits(hexes=("A05", "B05"))))
        campaign = begun(6, 4, 3, game=game, artillery="")
        campaign.do("cp_reinforce", 3, 3, 3, sps=0)
        assert "no dice" in campaign.refused("cp_combat", 4, losses=0)

    def test_a_face_that_no_die_shows_is_refused(self) -> None:
        campaign = Campaign(step="air")
        campaign.do("dogfight", hexes="A05 1")
        assert "cannot show 7" in campaign.refused("answer_air", 1, 7)


class TestSealedDice:
    """Nobody presses for dice that fall by themselves."""

    def test_each_attack_is_answered_when_the_one_before_is_over(self) -> None:
        campaign = Campaign(step="combat", sealed=True)
        campaign.do("combat", hexes="A05 0+9, B05 3, C06 2")
        for hex_ in ("A05", "B05", "C06"):
            assert campaign.state.fighting == hex_
            campaign.do("losses", sps=0)
        goes_on = "CP phase: 14 hexes, CP hex in France"  # which is more usual than an Allied breakout
        assert campaign.offered()[:3] == [goes_on, "Attack with the SPs as entered…", "Allied attacks…"]

    def test_a_hex_without_allied_sps_is_no_attack_in_the_menu(self) -> None:
        campaign = Campaign(step="combat", sealed=True)
        campaign.do("allied", sps="A05 0+9, B05 0+0")
        menu = next(each for each in campaign.play.campaign.offers(1) if str(each.label).startswith("Attack with"))
        assert [each.value for each in menu.of("chosen")] == ["A05"]

    def test_a_shaded_limit_counts_until_the_losses_and_is_kept(self) -> None:
        """The die of the reinforcement is read again for the ratio that the limit leaves."""
        campaign = Campaign(step="combat", sealed=True, artillery="", seed=bytes([2] * 32))
        campaign.do("adjust", what="logistic points", value="1")
        told = campaign.do("combat", hexes="A05 0+40, B05 0+40")
        found, die = campaign.state.hexes["A05"].sps, campaign.play.log[-1].rolls[-1].faces
        assert f"no** reinforcement at 40:{found}" in told
        told = campaign.do("limit", limit=9)
        assert "A05: **9 SPs**, limit 9." in told
        assert "**+5 SPs**, reinforced at 40:9" in told
        assert campaign.happened(ReinforcementChecked)[-1].reading.roll.faces == die  # type: ignore[union-attr]
        assert (campaign.state.hexes["A05"].sps, campaign.state.logistic, campaign.state.revealed) == (14, 0, 27)
        told = campaign.do("losses", sps=0)
        assert campaign.state.hexes["B05"].sps == 9
        assert "Shaded lower" not in told
        assert "No hex is waiting" in campaign.refused("limit", limit=5)
        campaign.do("adjust", what="shading", value="none")
        assert campaign.state.shading == {}

    def test_what_is_done_again_rolls_what_it_rolled(self) -> None:
        campaign = Campaign(step="combat", sealed=True)
        campaign.do("combat", hexes="B05 3, C06 2")
        before = campaign.state
        campaign.play.do(1, "undo")
        campaign.play.do(1, "redo")
        assert campaign.state.replace(version=0) == before.replace(version=0)


class TestLimits:
    """P19: the ratio is read for the SPs within the limit."""

    @pytest.mark.parametrize(("limit", "ratio"), [(None, "84:21"), (12, "84:12"), (60, "84:21")])
    def test_the_ratio_counts_what_the_shading_leaves(self, limit: int | None, ratio: str) -> None:
        campaign = attacked()
        campaign.do("answer_attack", 5, 3, 3, 3, 3)
        told = campaign.do("limit", 4, limit=limit)
        assert f"**+5 SPs**, reinforced at {ratio}" in told
        held = campaign.state.hexes["A05"].sps
        assert held == min(21, limit or 21) + 5
        assert campaign.state.revealed == 13 + held

    def test_no_limit_is_asked_if_known_or_with_one_sp_found(self) -> None:
        campaign = Campaign(step="combat", artillery="", total=15)
        campaign.do("combat", hexes="A05 0+9")
        campaign.do("answer_attack", 1, 1, 1)
        assert campaign.state.fighting == "A05"


class TestDogfights:
    """7.1.2-S."""

    def test_throw_by_throw(self) -> None:
        campaign = Campaign(step="air")
        campaign.do("dogfight", hexes="A05 4")
        assert offered_dice(campaign) == [("Dogfight in A05 (Allied air 4)", "1d6")]
        campaign.do("answer_air", 5)
        assert not campaign.happened(AirAnswered)
        assert offered_dice(campaign) == [("CP air strength in A05", "1d6")]
        campaign.do("answer_air", 2)
        assert len(campaign.happened(AirAnswered)) == 1

    def test_without_counters_no_die_is_asked_for(self) -> None:
        campaign = Campaign(step="air", air="none")
        told = campaign.do("dogfight", hexes="A05 4, B05 1")
        assert "A05, B05: **no** CP air.\nA05: no counter is available.\n" in told
        assert not campaign.state.dogfights

    def test_a_counter_that_no_cell_reaches_is_not_rolled_for(self) -> None:
        campaign = Campaign(step="air", air="6")
        told = campaign.do("dogfight", hexes="A05 4")
        assert "A05: no cell reaches the smallest counter, 6." in told
        assert "counters_that_do_not_fit" in told
        above = Campaign(step="air", air="6", rulings={"counters_that_do_not_fit": "smallest_sum_above"})
        above.do("dogfight", hexes="A05 4")
        assert offered_dice(above) == [("Dogfight in A05 (Allied air 4)", "1d6")]

    def test_sealed_dice_answer_everywhere_at_once(self) -> None:
        campaign = Campaign(step="air", sealed=True)
        campaign.do("dogfight", hexes="A05 4, B05 1, C06 6")
        assert [each.hex for each in campaign.happened(AirAnswered)] == ["C06", "A05", "B05"]


class TestBreakouts:
    """(8): a breakout's dice are asked for when it comes, wherever it comes from."""

    def test_after_the_last_combat(self) -> None:
        campaign = begun(3, 3, 2, artillery="")
        assert "roll 2d6, the black die first" in fought(campaign, "A05", 3, 3, 4, losses=3, breakout=True)
        assert len(campaign.happened(BreakoutDue)) == 1
        assert offered_dice(campaign) == [("Roll the breakout from A05 (20 SPs)", "2d6")]
        campaign.do("cp_roll_breakout", 2, 1)
        assert campaign.state.cp.nature == "CD"
        assert len(campaign.happened(BreakoutRolled)) == 1

    def test_no_dead_end_when_the_last_offensive_is_called_off(self) -> None:
        """Nothing is hidden any more, an offensive is left, and a breakout waits."""
        campaign = central(total=8, hexes="A05 B05", turn=9)
        campaign.do("cp_blocks", 6, 6, 5, hexes="A05 B05", in_france=True)
        assert campaign.state.cp.counted == (2, 1)
        told = fought(campaign, "A05", 6, 6, 6, losses=0, breakout=True)
        assert "Called off: 1 Major, 1 Minor." in told
        assert offered_dice(campaign) == [("Roll the breakout from A05 (7 SPs)", "2d6")]
