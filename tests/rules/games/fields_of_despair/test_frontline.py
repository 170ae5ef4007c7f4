"""With the map of the group the bot knows the front: what it asks without one follows from the hexes."""

from typing import Any

import pytest

from rules.errors import Unsure
from rules.games.fields_of_despair.breakouts import BreakoutMoved
from rules.games.fields_of_despair.frontline import allied_frontline, french_hexes, owner_of
from rules.games.fields_of_despair.odds_report import standing, tell_odds
from rules.games.fields_of_despair.status import front
from tests.games import fields
from tests.rules.games.fields_of_despair.campaign import Campaign, fought, landed
from tests.rules.games.fields_of_despair.own_map import MAP, mapped

FRONT = "A06 B06 C06 D06 E06 F06 G06 H06 I06"
CD, CC, AD, AC = (1, 3, 5, 6)
SR, WH = (1, 4)


def on_the_map(*, more: str = "", turn: int = 9, phase: int = 1, at: str = "central", **with_: Any) -> Campaign:
    """A campaign with the map, at the Central Powers' action phase unless it says otherwise."""
    campaign = Campaign(game=mapped(more), **{"turn": turn, "hexes": "", "artillery": "", **with_})
    if at:
        campaign.to(at, phase)
    return campaign


def begun(*dice: int, **with_: Any) -> Campaign:
    """One whose offensives were counted."""
    campaign = on_the_map(**with_)
    campaign.do("cp_blocks", *(dice or (3, 3, 2)), in_france=True)
    return campaign


def break_out(campaign: Campaign, hex_: str, black: int, blue: int) -> str:
    fought(campaign, hex_, 3, 3, 4, losses=0, breakout=True)
    return campaign.do("cp_roll_breakout", black, blue)


def broken_out(hex_: str, black: int, blue: int, **with_: Any) -> Campaign:
    """One in which the one Major Offensive, 23 SPs, has broken out of a hex."""
    campaign = begun(**with_)
    break_out(campaign, hex_, black, blue)
    return campaign


def moved(campaign: Campaign) -> BreakoutMoved:
    (event,) = campaign.happened(BreakoutMoved)
    return event


def owned(campaign: Campaign, owner: str, *hexes: str) -> None:
    for name in hexes:
        campaign.do("note_hex", hex=name, owner=owner, reason="the line moved")


class TestWhatIsKnown:
    def test_the_set_up_proposes_the_allied_frontline_hexes(self) -> None:
        campaign = on_the_map(at="")
        assert " ".join(campaign.state.hexes) == FRONT
        assert f"CP blocks face down (9): {FRONT.replace(' ', ', ')}." in campaign.told

    def test_what_was_told_of_a_hex_goes_before_the_map(self) -> None:
        campaign = on_the_map()
        state = campaign.state
        assert owner_of(campaign.game.data, state, "B07") == "Central Powers"
        owned(campaign, "Allies", "B07")
        assert owner_of(campaign.game.data, campaign.state, "B07") == "Allies"
        assert owner_of(campaign.game.data, campaign.state, "M09") is None

    def test_the_frontline_follows_what_was_told(self) -> None:
        """A hex of the Allies counts where a hex in France under CP control is next to it."""
        campaign = on_the_map()
        owned(campaign, "Allies", "A07", "B07")
        expected = "B06 B07 C06 D06 E06 F06 G06 H06 I06"
        assert " ".join(allied_frontline(campaign.game.data, campaign.state)) == expected, "C07 is next to B07"
        owned(campaign, "Central Powers", "D06")
        assert "D05" in allied_frontline(campaign.game.data, campaign.state)

    def test_germany_is_not_france(self) -> None:
        campaign = on_the_map()
        owned(campaign, "Allies", *(name for name in MAP if name[1:] == "07"))
        assert allied_frontline(campaign.game.data, campaign.state) == ()

    @pytest.mark.parametrize("country", ["Belgium", "Luxembourg", "Germany"])
    def test_only_france_is_france(self, country: str) -> None:
        data = mapped().data
        assert data.map is not None
        ours = {name: each.replace(country=country) for name, each in data.map.hexes.items() if name in ("A07", "B07")}
        other = data.replace(map=data.map.replace(hexes={**data.map.hexes, **ours}))
        assert french_hexes(other, fields().start()) == tuple(f"{column}07" for column in "CDEFGHIJ")

    def test_of_column_i_only_i06_is_of_the_frontline(self) -> None:
        campaign = on_the_map()
        owned(campaign, "Central Powers", "I06", "H06")
        line = allied_frontline(campaign.game.data, campaign.state)
        assert [name for name in line if name[0] in "HIJ"] == ["H05"]

    def test_the_front_says_where_the_sides_meet(self) -> None:
        campaign = on_the_map()
        told = [f"{each.section}: {each}" for each in front(campaign.game.data, campaign.state)]
        assert f"By your group's map: Allied frontline hexes: {FRONT.replace(' ', ', ')}" in told
        assert "By your group's map: A hex in France under CP control: A07" in told
        owned(campaign, "Allies", *(name for name in MAP if name[1:] == "07"))
        told = [f"{each}" for each in front(campaign.game.data, campaign.state)]
        assert "No hex in France under CP control" in told
        figures = {str(each.name): each.value for each in campaign.game.figures(campaign.state)}
        assert figures["Hexes of France under CP control"] == 0

    @pytest.mark.parametrize(
        ("command", "fields"),
        [
            ("note_hex", {"hex": "M09", "owner": "Allies"}),
            ("adjust", {"what": "add hex", "value": "M09"}),
            ("adjust", {"what": "hexes", "value": "A06 M09", "reason": "counted"}),
            ("cp_blocks", {"added": "M09", "in_france": True}),
        ],
    )
    def test_a_hex_off_the_map_is_refused(self, command: str, fields: dict[str, object]) -> None:
        assert "Your group's map does not have M09." in on_the_map().refused(command, **fields)

    def test_every_hex_off_the_map_is_named(self) -> None:
        said = on_the_map().refused("adjust", what="add hex", value="M08 A05 M09")
        assert said == "Your group's map does not have M08 and M09."

    def test_a_set_up_off_the_map_or_behind_the_front(self) -> None:
        campaign = Campaign.__new__(Campaign)
        with pytest.raises(Exception, match="does not have M09"):
            campaign.__init__(game=mapped(), hexes="A06 M09")  # type: ignore[misc]
        campaign = Campaign.__new__(Campaign)
        with pytest.raises(Unsure, match="By your group's map the Central Powers hold A08 and B08"):
            _unsure(campaign, hexes="A06 A08 B08")


def _unsure(campaign: Campaign, **fields: str) -> None:
    campaign.__init__(game=mapped(), hexes="")  # type: ignore[misc]
    fresh = type(campaign.play)(campaign.game)
    fresh.is_sure = False
    fresh.do(1, {"type": "set_up", "total": 96, **fields})


class TestBegin:
    """7.5-S (1) to (5)."""

    def test_one_press_knows_france_and_the_hexes(self) -> None:
        campaign = on_the_map()
        assert campaign.offered()[0] == "CP phase: 9 hexes, CP hex in France"
        assert campaign.offered()[1:] == ["Begin with other hexes…", "Allied SPs…"]
        assert campaign.play.campaign.offers(1)[1].inputs == ("added", "gone")

    def test_without_a_hex_in_france_the_modifier_counts(self) -> None:
        campaign = on_the_map()
        owned(campaign, "Allies", *(name for name in MAP if name[1:] == "07"))
        begin, *_ = campaign.play.campaign.offers(1)
        assert begin.label == "CP phase: 9 hexes, no CP hex in France"
        assert "Your group's map says otherwise about France" in campaign.refused("cp_blocks", 3, 3, 2, in_france=True)
        assert "✓ DRM +2" in campaign.do("cp_blocks", 3, 3, 2, in_france=False)
        assert campaign.state.france is None, "nobody said it, so that nobody is quoted"

    def test_one_hex_in_france_is_enough(self) -> None:
        campaign = on_the_map()
        owned(campaign, "Allies", *(name for name in MAP if name[1:] == "07" and name != "E07"))
        assert campaign.offered()[0] == "CP phase: 11 hexes, CP hex in France"
        assert "Your group's map says otherwise about France" in campaign.refused("cp_blocks", 3, 3, 2, in_france=False)
        assert "✗ DRM +2" in campaign.do("cp_blocks", 3, 3, 2, in_france=True)

    def test_9_2_asks_only_for_the_condition(self) -> None:
        campaign = on_the_map(phase=2)
        *_, form, _ = campaign.play.campaign.offers(1)
        assert form.inputs == ("added", "gone", "allies_ahead")

    def test_step_2_places_a_block_where_one_is_missing(self) -> None:
        campaign = on_the_map()
        owned(campaign, "Central Powers", "D06")
        campaign.do("adjust", what="remove hex", value="A06", reason="the Allies won it")
        assert campaign.offered()[0].startswith("CP phase: 10 hexes")
        told = campaign.do("cp_blocks", 1, 1, 1, in_france=True)
        assert "One new CP block face down in: A06, D05." in told
        assert campaign.state.revealed == 10

    def test_a_form_says_what_is_otherwise(self) -> None:
        campaign = on_the_map()
        campaign.do("adjust", what="remove hex", value="A06 B06", reason="the Allies won them")
        told = campaign.do("cp_blocks", 3, 3, 2, gone="A06 C06", added="J06", in_france=True)
        assert "One new CP block face down in: B06, J06." in told
        assert "Remove all CP blocks from: C06." in told
        assert "A06" not in campaign.state.hexes

    def test_a_front_keeps_a_block_at_least(self) -> None:
        said = on_the_map().refused("cp_blocks", gone=FRONT, in_france=True)
        assert said == "One hex at least must keep a CP block."

    def test_the_odds_count_the_blocks_of_step_2(self) -> None:
        campaign = on_the_map()
        campaign.do("adjust", what="remove hex", value="A06", reason="the Allies won it")
        now = standing(campaign.game.data, campaign.state)
        assert (campaign.state.hidden, now.at_launch) == (88, 87)
        told = "\n".join(map(str, tell_odds(campaign.game.data, campaign.state)))
        assert "A CP hex in France, by your group's map." in told


class TestNoFront:
    """The Allies have cleared France: by the map no Allied hex is on the front, and none can be an objective."""

    def cleared(self, phase: int = 1) -> Campaign:
        campaign = on_the_map(at="combat", phase=phase, total=40)
        owned(campaign, "Allies", *(name for name in MAP if name.endswith("07")))
        for name in [*campaign.state.hexes]:
            campaign.do("adjust", what="remove hex", value=name, reason="cleared")
        campaign.to("allied_breakout", phase)
        return campaign

    @pytest.mark.parametrize("phase", [1, 2])
    def test_the_phase_begins_anyway_and_offensives_are_called_off(self, phase: int) -> None:
        campaign = self.cleared(phase)
        campaign.do("cp_blocks", 6, 5, 4, in_france=False, allies_ahead=False)
        assert "By your group's map no Allied hex is on the front, so no CP block is placed." in campaign.told
        assert "No hex can be an objective.** Called off: 2 Major, 2 Minor" in campaign.told
        assert "No SPs are hidden" not in campaign.told
        assert (campaign.state.hexes, campaign.step == "central") == ({}, False)

    def test_with_nothing_hidden_that_is_why_they_are_called_off(self) -> None:
        campaign = self.cleared()
        campaign.do("adjust", what="total", value="0", reason="counted")
        told = campaign.do("cp_blocks", 6, 5, 4, in_france=False, allies_ahead=False)
        assert "No SPs are hidden.** Called off: 2 Major, 1 Minor." in told
        assert "No hex can be an objective" not in told

    def test_one_press_begins_it(self) -> None:
        assert self.cleared().offered()[0] == "CP phase: 0 hexes, no CP hex in France"

    def test_when_the_only_objective_is_taken_the_rest_is_called_off(self) -> None:
        campaign = self.one_objective()
        campaign.do("cp_combat", losses=0, taken=True)
        assert "Called off: 2 Major, 0 Minor." in campaign.told
        assert "Where your map has none left" in campaign.told

    def test_when_every_objective_was_drawn_one_is_chosen_again(self) -> None:
        """From the menu, without being asked whether it was drawn already."""
        campaign = self.one_objective()
        campaign.do("cp_combat", losses=0)
        (menu, form) = (each for each in campaign.play.campaign.offers(1) if each.command.type == "cp_target")
        assert [[choice.value for choice in each.of("hex")] for each in (menu, form)] == [["A06"], ["A06"]]
        campaign.play.is_sure = False
        landed(campaign, "A06", 3, 3, 4)
        assert campaign.state.cp.current is not None

    def one_objective(self) -> Campaign:
        """Three Major Offensives, and one contested hex that the Allies hold; the first of them has come there."""
        campaign = on_the_map(total=90)
        owned(campaign, "Central Powers", *(name for name in MAP if name[1:] < "07" and name != "A06"))
        campaign.do("cp_blocks", 6, 5, 6, in_france=True)
        assert (campaign.state.cp.majors, campaign.state.cp.minors) == (3, 0)
        landed(campaign, "A06", 3, 3, 4)
        return campaign


class TestObjectives:
    def test_what_cannot_be_is_in_no_menu_and_asked_about_when_typed(self) -> None:
        campaign = begun(5, 5, 5)
        fought(campaign, "B06", 3, 3, 5, losses=0, taken=True)
        campaign.do("note_hex", hex="C06", owner="Central Powers")
        left = tuple(FRONT.replace("B06 ", "").replace("C06 ", "").split())
        offers = campaign.play.campaign.offers(1)
        assert [offer.chosen_from["hex"] for offer in offers] == [left, left]
        campaign.play.is_sure = False
        for name, said in (("B06", "B06 was drawn already"), ("C06", "The Central Powers hold C06")):
            with pytest.raises(Unsure, match=said):
                campaign.do("cp_target", 3, 3, 5, hex=name, sps=0)

    def test_a_block_in_a_cp_hex_of_the_map_makes_no_objective(self) -> None:
        campaign = on_the_map()
        campaign.do("adjust", what="add hex", value="B07")
        campaign.do("cp_blocks", 3, 3, 2, in_france=True)
        assert "B07" in campaign.state.hexes
        assert [offer.chosen_from["hex"] for offer in campaign.play.campaign.offers(1)] == [tuple(FRONT.split())] * 2

    def test_a_chit_that_no_cp_block_can_follow_is_not_drawn(self) -> None:
        campaign = begun(3, 3, 2, more='[chits]\nhexes = ["A04", "B04", "G06", "G09"]')
        assert campaign.state.cp.current is not None
        assert campaign.state.cp.current.hex == "G06"


class TestBreakouts:
    """(8): which hexes a breakout enters follows from the map."""

    def test_a_divided_one_enters_all_uncontested_allied_hexes(self) -> None:
        campaign = broken_out("D06", SR, AD)
        assert set(MAP["D06"]) == {"D05", "D07", "C06", "C07", "E06", "E07"}
        event = moved(campaign)
        assert ([name for name, _ in event.shares], event.stays, event.chosen) == (["D05"], 12, "all")
        assert "It enters all adjacent" not in campaign.told
        assert "A breakout enters only hexes that the Allies hold." in campaign.told
        assert campaign.offered()[0] == "No artillery losses"

    @pytest.mark.parametrize(("nature", "taken"), [(CD, ("D05",)), (CC, MAP["D06"])])
    def test_with_no_hex_to_enter_all_stay(self, nature: int, taken: tuple[str, ...]) -> None:
        campaign = begun()
        owned(campaign, "Central Powers", *taken)
        assert "all 23 SPs stay in D06" in break_out(campaign, "D06", SR, nature)

    def test_the_shortest_route_leads_to_the_goal(self) -> None:
        event = moved(broken_out("E06", SR, AC))
        assert ([name for name, _ in event.shares], event.chosen) == (["D05"], "goal")

    def test_of_two_routes_as_short_the_players_choose(self) -> None:
        campaign = broken_out("D06", SR, CC)
        (form,) = campaign.play.campaign.offers(1)
        assert [each.value for each in form.of("hexes")] == ["D05", "C06"]
        assert form.menu == "hexes"
        assert "Which adjacent hex" in campaign.told
        assert campaign.refused("cp_breakout", hexes="C06 A04 J09") == (
            "By your map the breakout from D06 cannot enter A04 and J09. It can enter D05 and C06."
        )
        campaign.do("cp_breakout", hexes="C06")
        assert (moved(campaign).chosen, campaign.state.hexes["C06"].sps) == (None, 1 + 7)

    def test_the_weakest_hex_is_known_once_the_allied_sps_of_all_are(self) -> None:
        """Artillery and blocks count together."""
        campaign = begun()
        for name, sps in (("D05", "1+7"), ("C06", "4+8"), ("E06", "6+4")):
            campaign.do("note_hex", hex=name, sps=sps)
        break_out(campaign, "D06", WH, AC)
        assert ([name for name, _ in moved(campaign).shares], moved(campaign).chosen) == (["D05"], "weakest")

    @pytest.mark.parametrize(
        ("entered", "direction", "nature", "why"),
        [
            ("", SR, AD, "all Allied hexes next to D06 that are not contested."),
            ("D05 C06", WH, AC, "next to D06 the Allies hold no other hex."),
            ("C06", SR, AC, "no Allied hex next to D06 is nearer to the goal of the map."),
            ("", WH, AC, "no Allied hex next to D06 holds fewer Allied SPs, as entered."),
        ],
    )
    def test_the_map_says_why_it_goes_there(self, entered: str, direction: int, nature: int, why: str) -> None:
        campaign = begun()
        for name, sps in (("D05", "1+9"), ("C06", "4+8"), ("E06", "0+4")):
            campaign.do("note_hex", hex=name, sps=sps)
        owned(campaign, "Central Powers", *entered.split())
        told = break_out(campaign, "D06", direction, nature)
        assert f"By your map: {why}" in told
        assert told.count("By your map: ") == 1

    def test_the_weakest_hex_is_asked_for_while_some_are_unknown(self) -> None:
        campaign = begun()
        campaign.do("note_hex", hex="D05", sps="1+9")
        break_out(campaign, "D06", WH, AC)
        (form,) = campaign.play.campaign.offers(1)
        known = {each.value: str(each.detail) for each in form.of("hexes")}
        assert known == {"C06": "", "D05": "Allied SPs: 1+9", "E06": ""}

    def test_an_empty_hex_differs_from_one_nobody_told_of(self) -> None:
        campaign = begun(4, 4, 3, artillery="2")
        campaign.do("cp_target", 3, 3, 3, hex="E06", sps=0)
        campaign.do("cp_artillery", 4, artillery=0, blocks=0)
        campaign.do("cp_combat", losses=0)
        campaign.do("cp_target", 3, 3, 3, hex="D06", sps=0)
        campaign.do("cp_combat", losses=0, breakout=True)
        campaign.do("cp_roll_breakout", WH, AC)
        (form,) = campaign.play.campaign.offers(1)
        known = {each.value: str(each.detail) for each in form.of("hexes")}
        assert known == {"C06": "", "D05": "", "E06": "Allied SPs: 0+0"}

    def test_where_the_letters_stand_for_nothing_the_players_choose(self) -> None:
        campaign = broken_out("D06", SR, AC, rulings={"breakout_directions": "just_the_letters"})
        (form,) = campaign.play.campaign.offers(1)
        assert {each.value for each in form.of("hexes")} == {"C06", "D05", "E06"}

    def test_the_only_hex_needs_no_direction(self) -> None:
        campaign = begun()
        owned(campaign, "Central Powers", "D05", "C06")
        break_out(campaign, "D06", WH, AC)
        assert ([name for name, _ in moved(campaign).shares], moved(campaign).chosen) == (["E06"], "only")

    def test_a_breakout_from_a_hex_off_the_map_is_asked_for(self) -> None:
        """A campaign can adopt a map that lacks a hex with a CP block."""
        campaign = begun()
        state = campaign.state.with_hex("M09", campaign.state.hexes["A06"])
        assert owner_of(campaign.game.data, state, "M09") is None


class TestResets:
    """(10): neither needs a list."""

    def test_in_phase_1_the_frontline_gets_blocks_without_asking(self) -> None:
        campaign = begun()
        told = fought(campaign, "D06", 3, 3, 4, losses=2, taken=True)
        assert campaign.step == "air"
        assert "Three blocks facing away: D06 21." in told
        assert "One new CP block face down in: D05." in told
        assert campaign.state.hexes["D05"].is_face_down
        assert campaign.state.revealed == 21 + 9

    def test_in_phase_2_only_the_frontline_is_contested(self) -> None:
        campaign = on_the_map(phase=2)
        campaign.do("adjust", what="add hex", value="J06")
        campaign.do("cp_blocks", 3, 3, 2, in_france=True)
        told = fought(campaign, "D06", 3, 3, 4, losses=2, taken=True)
        assert campaign.step == "score"
        assert "Remove all CP blocks from: D06, J06." in told
        assert sorted(campaign.state.hexes) == ["A06", "B06", "C06", "D05", "E06", "F06", "G06", "H06", "I06"]
        assert campaign.state.revealed == 9

    def test_after_a_breakout_one_press_says_what_it_took(self) -> None:
        campaign = broken_out("D06", SR, AD, phase=2)
        campaign.do("cp_fire")
        as_told, form = campaign.play.campaign.offers(1)
        assert as_told.label == "Reset the blocks: 9 hexes"
        assert form.inputs == ("taken", "added", "gone")
        assert form.chosen_from["taken"] == ("D05", "D06")
        campaign.do("cp_reset", taken="D06 D05", added="J06", gone="A06")
        assert owner_of(campaign.game.data, campaign.state, "D05") == "Central Powers"
        assert "D04" in campaign.state.hexes, "the line moved with the hexes that were ticked in the same form"
        assert "A06" not in campaign.state.hexes

    def test_in_phase_1_the_line_moves_with_a_breakouts_hexes(self) -> None:
        campaign = broken_out("D06", SR, AD)
        campaign.do("cp_fire")
        assert campaign.offered()[0] == "Reset the blocks: 10 hexes"
        told = campaign.do("cp_reset", taken="D06 D05")
        assert "The Central Powers took: D06, D05." in told
        assert "Three blocks facing away: D06 12, D05 11." in told
        assert "One new CP block face down in: C05, D04, E05." in told

    def test_without_a_front_one_press_resets_after_a_breakout(self) -> None:
        campaign = broken_out("D06", SR, AD, phase=2)
        campaign.do("cp_fire")
        owned(campaign, "Allies", *(name for name in MAP if name[1:] == "07"))
        assert campaign.offered() == ["Reset the blocks: 0 hexes", "Reset with other hexes…"]
        told = campaign.do("cp_reset", as_told=True)
        assert "Remove all CP blocks from: A06, B06, C06, D06, E06, F06, G06, H06, I06, D05." in told
        assert "Revealed SPs marker: 0." in told
        assert (dict(campaign.state.hexes), campaign.step) == ({}, "score")

    def test_without_a_front_no_block_is_left(self) -> None:
        """The Central Powers have lost their last hex in France."""
        campaign = on_the_map(phase=2)
        owned(campaign, "Allies", *(name for name in MAP if name[1:] == "07"))
        told = campaign.do("cp_blocks", 1, 1, 1, allies_ahead=True, in_france=False)
        assert "Minor" in told or "Major" in told
        fought(campaign, "D06", 3, 3, 4, losses=0)
        fought(campaign, "E06", 3, 3, 4, losses=0)
        assert (dict(campaign.state.hexes), campaign.state.revealed, campaign.step) == ({}, 0, "score")

    def test_the_state_is_the_log(self) -> None:
        campaign = broken_out("D06", SR, AD, phase=2)
        campaign.do("cp_fire")
        campaign.do("cp_reset", as_told=True)
        assert campaign.again() == campaign.state
