"""What everybody reads of the state and the pools, and what a side reads of its hand."""

from typing import Any

import pytest

from rules.games.marne_1918.phases import ALLIES, Phase
from rules.games.marne_1918.points import CAUSES, REASONS, PointsChanged, Reason
from rules.games.marne_1918.state import Doctrine
from rules.games.marne_1918.status import hand, pool_status, status
from rules.pool import Zone
from tests.games import marne
from tests.play import Play
from tests.rules.games.marne_1918.campaign import campaign_with, state

ASSAULTS = ["heroic-assault-1", "heroic-assault-2"]


def shown(play: Play) -> list[str]:
    """The status, each line under its section."""
    return [f"{line.section}: {line}" for line in status(play.game.data, state(play))]


def pooled(play: Play) -> list[str]:
    """The pools, each line under its section."""
    return [f"{line.section}: {line}" for line in pool_status(play.game.data, state(play))]


def held(play: Play, undecided: frozenset[str] = frozenset()) -> list[str]:
    """The Allied hand, with some of its markers undecided."""
    pool = state(play).pools[ALLIES].replace(undecided=undecided)
    return [str(line) for line in hand(play.game.data, state(play).replace(pools={ALLIES: pool}), ALLIES)]


class TestTheHand:
    MOMENT = "Play it just before the dice of a combat in which you attack."
    EFFECT = (
        "Choose one: 2 more hit points on the defender, +2 to your tactical coordination, or −2 to the defender's"
        " tactical coordination. Or cancel a Heroic Defense that was just played."
    )

    def test_markers_just_drawn_are_to_be_kept_or_returned(self) -> None:
        one = held(campaign_with(ASSAULTS[0]), frozenset(ASSAULTS[:1]))
        assert one == [f"New: **Heroic Assault** (£¤). {self.MOMENT}", self.EFFECT, "Markers kept: 0 of 3."]
        two = held(campaign_with(*ASSAULTS), frozenset(ASSAULTS))
        assert two[:2] == [f"New: 2 × **Heroic Assault** (£¤). {self.MOMENT}", self.EFFECT]

    @pytest.mark.parametrize(("choice", "kept"), [("no", 2), ("yes", 3)])
    def test_an_at_marker_counts_against_the_hand_by_ruling_alone(self, choice: str, kept: int) -> None:
        game = marne().with_choice("must_occur_in_hand", choice)
        play = campaign_with(*ASSAULTS, "cantigny-1", "spies-1", game=game)
        lines = held(play, frozenset({"spies-1"}))
        assert lines[-1] == f"Markers kept: {kept} of 3."
        first = "Your hand is full: **Spies** can stay" if kept == 3 else "New: **Spies** (£¤)."
        assert lines[0].startswith(first)


@pytest.mark.parametrize(
    ("drawn", "undecided", "said"),
    [
        (False, False, "The Allies have not drawn yet."),
        (True, True, "The Allies must keep or return the markers they drew."),
        (True, False, "The Allies have drawn."),
    ],
)
def test_everybody_reads_how_far_a_side_is_and_how_much_it_holds(drawn: bool, undecided: bool, said: str) -> None:
    play = campaign_with(*ASSAULTS, drawn=frozenset({ALLIES} if drawn else ()))
    own = frozenset(ASSAULTS if undecided else ())
    now = state(play).in_pool(ALLIES, lambda pool: pool.replace(undecided=own))
    told = [str(line) for line in status(play.game.data, now) if line.section == "Events"]
    assert told == [said, "The Allies hold 2 markers."]


class TestInPlayAndOnTracks:
    def test_the_status_does_not_place_a_shakeup_on_the_farthest_hq(self) -> None:
        zones = {"command-shakeup-1": Zone.IN_PLAY}
        play = campaign_with(zones=zones, on_hq={"command-shakeup-1": "farthest from the enemy"})
        assert "In play: Command Shakeup" in shown(play)
        assert "In play: Command Shakeup" in pooled(play)
        assert not [line for line in shown(play) if "is on farthest" in line]

    def test_removed_markers_are_listed(self) -> None:
        play = campaign_with(zones=dict.fromkeys(["mangin-1", *ASSAULTS], Zone.REMOVED))
        assert "Out of the game: Removed: 2 × Heroic Assault, Mangin" in pooled(play)


@pytest.mark.parametrize(
    ("facts", "line"),
    [
        ({"german_offensive": 5}, "The Germans are on the offensive: this turn has 3 operational sequences."),
        ({"offensives": ("offensive-marne",)}, "Offensive: Marne is in force this turn."),
        (
            {"offensives": ("offensive-marne",), "phase": Phase.ALLIED_COMBAT, "sequence": 1},
            "Offensive: Marne: the bonus is +2 in this operational sequence.",
        ),
        (
            {"offensives": ("offensive-marne",), "phase": Phase.ALLIED_COMBAT, "sequence": 2},
            "Offensive: Marne: the bonus is +1 in this operational sequence.",
        ),
        ({"transport": 2}, "Extra Allied transport points this turn: 2"),
        (
            {"mangin_turn": 5},
            "Mangin's force must make 2 attacks at 1 to 2 or better this turn; each missing one gives the Germans "
            "2 victory points.",
        ),
        (
            {"american_hq_since": 4},
            "The HQ of the American First Army entered on turn 4. The Americans roll in every Supply phase.",
        ),
        (
            {"american_hq_since": 4, "americans_left": True},
            "The HQ of the American First Army entered on turn 4. The Americans have left.",
        ),
        (
            {"on_hq": {"gouraud-1": "IV Army"}},
            "Within 7 hexes, defenders shift the combat column one to the left; a German bombardment is reduced by "
            "3 points in the first operational sequence.",
        ),
        ({"on_hq": {"command-shakeup-1": "IV Army"}}, "Allied units within 7 hexes have −1 to tactical coordination."),
        (
            {"on_hq": {"command-shakeup-1": "farthest from the enemy"}},
            "Command Shakeup is on the Allied HQ farthest from the enemy.",
        ),
        ({"counterattack": ALLIES}, "The Allies are making an Immediate Counterattack."),
        ({"tracks": ["clemenceau-1"]}, "The Allies can keep 4 markers until the end of the game."),
    ],
)
def test_what_is_in_force(facts: dict[str, Any], line: str) -> None:
    assert f"In force: {line}" in shown(campaign_with(**facts))


def test_points_doctrine_and_morale() -> None:
    lines = shown(campaign_with(victory_points=12, doctrine=Doctrine.PETAIN, morale=2))
    assert lines[-3:] == ["State: German victory points: 12", "State: Doctrine: Pétain", "State: American morale: +2"]


@pytest.mark.parametrize("reason", REASONS)
def test_each_change_of_points_is_a_sentence_of_its_own(reason: Reason) -> None:
    told = [str(notice) for notice in PointsChanged(by=-2, total=7, reason=reason).tell(marne().data)]
    assert "−2" in told[0]
    assert told[1:3] == ["German victory points: **7**.", "Set the German victory points to 7."]
    unknown = [str(notice) for notice in PointsChanged(by=-2, total=None, reason=reason).tell(marne().data)]
    assert unknown[:2] == [told[0], f"Change the German victory points by −2 ({CAUSES[reason]})."]
    assert ("retaken_with_mangin" in told[-1]) is (reason == "hex retaken with Mangin")


def test_no_points_are_a_figure_once_they_are_known() -> None:
    play = campaign_with(victory_points=0)
    assert [each.value for each in play.game.figures(state(play))] == [0]
