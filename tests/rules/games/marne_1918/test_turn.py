"""From phase to phase and turn to turn, what falls due, and what lasts."""

from typing import Any

import pytest

from rules.errors import NotNow, NotThere, NotYours
from rules.games.marne_1918.combat import Combat, CombatName
from rules.games.marne_1918.doctrine import FARTHEST
from rules.games.marne_1918.log_events.forces import ExitToRoll
from rules.games.marne_1918.phases import ALLIES, GERMANS, Moment, Phase
from rules.games.marne_1918.state import Doctrine, ExitDie, Lapsed, Spied, State
from rules.games.marne_1918.turn import NextPhase, NextTurn
from rules.pool import Zone
from tests.games import marne
from tests.play import Play, public
from tests.rules.games.marne_1918.campaign import ANNA, BERT, campaign_with, refused, shown, state, zone_of

ADMINISTRATIVE = [
    "Events", "Offensives Declaration", "Supply", "Allied Doctrine", "Replacements Track Administration",
    "Reinforcements Arrival", "Reinforcements Placement",
]  # fmt: skip
OPERATIONAL = ["German movement", "German combat", "Allied movement", "Allied combat"]


def phases_of_turn(play: Play) -> list[str]:
    phases = [state(play).now.phase.value]
    while any(offer.command.type == "next_phase" for offer in play.campaign.offers(ANNA)):
        play.do(ANNA, "next_phase")
        phases.append(state(play).now.phase.value)
    return phases


class TestPhases:
    def test_a_quiet_turn_has_one_operational_sequence(self) -> None:
        play = campaign_with()
        assert phases_of_turn(play) == [*ADMINISTRATIVE, *OPERATIONAL]
        refused(play, NotNow, "last phase of the turn", ANNA, "next_phase")

    def test_a_named_phase_is_gone_to_and_no_other(self) -> None:
        play = campaign_with()
        play.do(BERT, "next_phase", to=" supply ")
        assert state(play).now.phase is Phase.SUPPLY
        refused(play, NotThere, "No phase with that name", BERT, "next_phase", to="Events")
        refused(play, NotThere, "No phase with that name", BERT, "next_phase", to="Weather")

    def test_the_status_shows_the_moment_and_what_is_in_force(self) -> None:
        play = campaign_with("offensive-marne", "gouraud-1", phase=Phase.OFFENSIVES, doctrine=Doctrine.PETAIN)
        play.do(ANNA, "play", marker="Offensive: Marne")
        play.do(ANNA, "next_phase")
        play.do(ANNA, "play", marker="Gouraud", hq="IV *Army*")
        for sequence, bonus in (("1", "+2"), ("2", "+1"), ("3", "0")):
            play.do(ANNA, "next_phase", to=f"Allied combat, operational sequence {sequence}")
            assert f"Allied combat, operational sequence {sequence}" in shown(play)
            assert f"Offensive: Marne: the bonus is {bonus} in this operational sequence." in shown(play)
        assert "Gouraud is on IV \\*Army\\* until the end of the turn." in shown(play)
        play.do(ANNA, "next_turn")
        play.do(ANNA, "report_objective", marker="offensive-marne", taken=True)
        play.do(ANNA, "next_turn")
        assert "In force" not in shown(play)


class TestAnybody:
    def test_any_player_takes_back_that_the_turn_went_on(self) -> None:
        play = campaign_with(phase=Phase.ALLIED_COMBAT, sequence=1)
        play.do(ANNA, {"type": "leave", "seat": "Referee"})
        play.do(BERT, "next_turn")
        with pytest.raises(NotYours, match=r"hold no seat|Only"):
            play.do(9, {"type": "undo"})
        assert "Undone: “" in public(play.do(ANNA, {"type": "undo"}))


LASTING: dict[str, Any] = {
    "questions": 7, "victory_points": 12, "marne_crossed": True, "flight_cost": 5, "morale": 2,
    "doctrine": Doctrine.PETAIN, "on_hq": {"pershing-1": "IV Army"}, "german_offensive": 4, "mangin_turn": 4,
    "american_hq_since": 3, "exit_die": ExitDie(die=5, modifier=1), "americans_left": True,
    "spied": {GERMANS: Spied(turn=4, markers="Mangin")}, "lapsed": {ALLIES: Lapsed(turn=3, markers=("cantigny-1",))},
}  # fmt: skip
OF_THE_TURN: dict[str, Any] = {
    "air_unit": True, "transport": 2, "offensives": ("offensive-marne",), "objectives_asked": True, "telegram": True,
    "captured_in_sequence": True, "has_retaken": True, "mangin_paid": True,
    "attacks_reported": True, "counterattack": ALLIES, "combats": 2,
    "combat": Combat(name=CombatName(number=2), attacker=ALLIES),
}  # fmt: skip


def test_the_bot_asks_about_mangins_attacks_before_objectives() -> None:
    play = campaign_with(
        phase=Phase.ALLIED_COMBAT, sequence=3, mangin_turn=5, offensives=("offensive-marne",), german_offensive=4,
        zones={"offensive-marne": Zone.IN_PLAY},
    )  # fmt: skip
    asked = public(play.do(BERT, "next_turn"))
    assert "How many attacks at 1 to 2 or better did Mangin's force make?" in asked
    assert "objective" not in asked
    play.do(ANNA, "report_attacks", attacks=2)
    asked = public(play.do(BERT, "next_turn"))
    assert "Was the objective of **Offensive: Marne** taken: 2 victory points?" in asked
    assert "How many attacks" not in asked
    play.do(ANNA, "report_objective", marker="offensive-marne", taken=False)
    play.do(BERT, "next_turn")
    assert state(play).turn == 6


@pytest.mark.parametrize(
    ("facts", "ends"),
    [
        ({"phase": Phase.EVENTS}, NextPhase()),
        ({"phase": Phase.EVENTS, "drawn": frozenset()}, None),
        ({"phase": Phase.SUPPLY}, NextPhase()),
        ({"phase": Phase.SUPPLY, "waiting": (ExitToRoll(),)}, None),
        ({"phase": Phase.ALLIED_COMBAT, "sequence": 1}, NextTurn()),
        ({"phase": Phase.ALLIED_COMBAT, "sequence": 1, "german_offensive": 5}, NextPhase()),
        ({"phase": Phase.ALLIED_COMBAT, "sequence": 3, "german_offensive": 5}, NextTurn()),
        ({"phase": Phase.ALLIED_COMBAT, "sequence": 1, "turn": 18}, NextTurn()),
        ({"phase": Phase.ALLIED_COMBAT, "sequence": 1, "turn": 18, "over": True}, None),
    ],
)
def test_which_command_ends_a_phase(facts: dict[str, Any], ends: NextPhase | NextTurn | None) -> None:
    play = campaign_with(**facts)
    assert play.game.ending(state(play)) == ends


class TestWhatLasts:
    def test_the_next_turn_keeps_what_lasts_and_nothing_of_the_turn(self) -> None:
        play = campaign_with(phase=Phase.ALLIED_COMBAT, sequence=3, phases=20, **LASTING, **OF_THE_TURN)
        play.do(BERT, "next_turn")
        now, fresh = state(play), State(pools={})
        assert (now.turn, now.now, now.phases, now.drawn) == (6, Moment(), 21, frozenset())
        assert {name: getattr(now, name) for name in LASTING} == LASTING
        assert {name: getattr(now, name) for name in OF_THE_TURN} == {
            name: getattr(fresh, name) for name in OF_THE_TURN
        }

    def test_captures_last_for_a_sequence_and_combats_for_a_phase(self) -> None:
        facts = {name: OF_THE_TURN[name] for name in ("captured_in_sequence", "counterattack", "combat")}
        play = campaign_with(phase=Phase.GERMAN_COMBAT, sequence=1, german_offensive=5, **facts)
        play.do(BERT, "next_phase")
        assert (state(play).captured_in_sequence, state(play).counterattack, state(play).combat) == (True, None, None)
        play.do(BERT, "next_phase", to="German movement, operational sequence 2")
        assert not state(play).captured_in_sequence


class TestTheRest:
    @pytest.mark.parametrize("first", ["Gouraud", "Command Shakeup"])
    def test_markers_lie_on_two_hqs_at_once(self, first: str) -> None:
        play = campaign_with("command-shakeup-1", "gouraud-1", phase=Phase.SUPPLY, doctrine=Doctrine.PETAIN)
        for marker in sorted(("Gouraud", "Command Shakeup"), key=lambda each: each != first):
            play.do(ANNA, "play", marker=marker, hq=" IV Army " if marker == "Gouraud" else "")
            if marker != "Gouraud":
                play.do(BERT, "place_shakeup", hq="VI Army")
        assert state(play).on_hq == {"gouraud-1": "IV Army", "command-shakeup-1": "VI Army"}

    @pytest.mark.parametrize(
        ("hq", "told", "board"),
        [
            ("VI Army", "The Germans put Command Shakeup on VI Army.", "HQ VI Army"),
            (
                FARTHEST, "Command Shakeup goes on the Allied HQ that is farthest from the enemy.",
                "the Allied HQ farthest from the enemy",
            ),
        ],
    )  # fmt: skip
    def test_a_shakeup_is_put_on_a_named_hq_or_the_farthest(self, hq: str, told: str, board: str) -> None:
        play = campaign_with("command-shakeup-1", phase=Phase.SUPPLY)
        play.do(ANNA, "play", marker="Command Shakeup")
        assert public(play.do(BERT, "place_shakeup", hq=hq)).splitlines() == [
            told,
            f"Put **Command Shakeup** on {board}. Allied units within 7 hexes have −1 to tactical coordination.",
            "At the end of the turn it moves to the Doctrine Evolution Track.",
        ]

    def test_the_bot_tells_an_entry_ruling_once_for_several_markers(self) -> None:
        data = marne().data
        for turn in range(2, 19):
            entering = [id_ for id_ in data.markers if data.enters(id_) == turn]
            play = campaign_with(
                turn=turn - 1, phase=Phase.ALLIED_COMBAT, sequence=1, zones=dict.fromkeys(entering, Zone.NOT_ENTERED)
            )
            told = public(play.do(BERT, "next_turn"))
            rulings = {entry.ruling for id_ in entering if (entry := data.type_of(id_).entry)}
            assert ("Add to the pool" in told) is bool(entering)
            assert [told.count(f"(`{name}`)") for name in rulings] == [1] * len(rulings)
            assert all(zone_of(play, id_) is Zone.POOL for id_ in entering)
