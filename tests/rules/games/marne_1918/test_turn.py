"""From phase to phase and turn to turn, what falls due, and what lasts."""

from pathlib import Path
from typing import Any

import pytest

from rules.errors import DiceWanted, NotNow, NotThere, NotYours
from rules.games.marne_1918.phases import ALLIES, GERMANS, Phase
from rules.games.marne_1918.state import Doctrine
from rules.games.marne_1918.status import status
from rules.pool import Zone
from tests.games import founded, marne
from tests.play import Play, public, secret
from tests.rules.games.marne_1918.campaign import ANNA, BERT, campaign_with, refused, state, zone_of
from tests.rules.games.marne_1918.german_events import with_german_events

ADMINISTRATIVE = [
    "Events", "Offensives Declaration", "Supply", "Allied Doctrine", "Replacements Track Administration",
    "Reinforcements Arrival", "Reinforcements Placement",
]  # fmt: skip
OPERATIONAL = ["German movement", "German combat", "Allied movement", "Allied combat"]


def shown(play: Play) -> str:
    return "\n".join(f"{line.section}: {line}" for line in status(play.game.data, state(play)))


def phases_of_turn(play: Play) -> list[str]:
    """The phases of the turn, one by one."""
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

    def test_a_turn_with_a_german_offensive_has_three(self) -> None:
        play = campaign_with(phase=Phase.OFFENSIVES)
        play.do(BERT, "declare_offensive")
        assert phases_of_turn(play) == [*ADMINISTRATIVE[1:], *OPERATIONAL * 3]

    def test_a_turn_with_an_allied_offensive_has_three(self) -> None:
        play = campaign_with("offensive-champagne", phase=Phase.OFFENSIVES)
        told = public(play.do(ANNA, "play", marker="Offensive: Champagne"))
        assert "Army artillery 2; bonus by operational sequence +1 / 0 / 0; objective 5 victory points." in told
        assert phases_of_turn(play) == [*ADMINISTRATIVE[1:], *OPERATIONAL * 3]

    def test_by_ruling_the_allies_move_first(self) -> None:
        play = campaign_with(game=marne().with_ruling("first_to_move", "Allies"))
        assert phases_of_turn(play)[7:] == OPERATIONAL[2:] + OPERATIONAL[:2]

    def test_a_named_phase_is_gone_to_and_no_other(self) -> None:
        play = campaign_with()
        play.do(BERT, "next_phase", to="supply")
        assert state(play).now.phase is Phase.SUPPLY
        refused(play, NotThere, "No phase with that name", BERT, "next_phase", to="Events")
        refused(play, NotThere, "No phase with that name", BERT, "next_phase", to="Weather")

    def test_offensives_are_declared_in_their_phase_once_by_the_germans(self) -> None:
        refused(campaign_with(phase=Phase.SUPPLY), NotNow, "it is now Supply", BERT, "declare_offensive")
        play = campaign_with(phase=Phase.OFFENSIVES)
        refused(play, NotYours, "by playing an Offensive marker", ANNA, "declare_offensive")
        play.do(BERT, "declare_offensive")
        refused(play, NotNow, "already declared", BERT, "declare_offensive")

    def test_the_status_shows_the_moment_and_what_is_in_force(self) -> None:
        play = campaign_with("offensive-marne", "gouraud-1", phase=Phase.OFFENSIVES, doctrine=Doctrine.PETAIN)
        play.do(ANNA, "play", marker="Offensive: Marne")
        play.do(ANNA, "next_phase")
        play.do(ANNA, "play", marker="Gouraud", hq="IV *Army*")
        for sequence, bonus in (("1", "+2"), ("2", "+1"), ("3", "+0")):
            play.do(ANNA, "next_phase", to=f"Allied combat, operational sequence {sequence}")
            assert f"Allied combat, operational sequence {sequence}" in shown(play)
            assert f"Offensive: Marne: the bonus is {bonus} in this operational sequence." in shown(play)
        assert "Gouraud is on HQ IV \\*Army\\* until the end of the turn." in shown(play)
        play.do(ANNA, "next_turn")
        assert "In force" not in shown(play)


class TestPershing:
    def entered(self, **facts: Any) -> Play:
        return campaign_with(zones={"pershing-1": Zone.IN_PLAY}, american_hq_since=4, **facts)

    def test_no_roll_on_the_turn_of_entry(self) -> None:
        play = campaign_with("pershing-1", phase=Phase.SUPPLY)
        play.do(ANNA, "play", marker="Pershing")
        play.do(ANNA, "next_turn")
        assert not play.log[-1].rolls

    def test_a_roll_in_every_later_supply_phase(self) -> None:
        play = self.entered()
        rolls = 0
        while not state(play).americans_left:
            told = public(play.do(ANNA, "next_phase", to="Supply"))
            rolls += 1
            assert "roll to leave for the Argonne" in told
            assert ("The Americans leave." in told) == (play.log[-1].rolls[0].total == 6)
            play.do(ANNA, "next_turn")
            play.do(ANNA, "draw")
            for marker in list(state(play).pools[ALLIES].undecided):
                play.do(ANNA, "return", marker=marker)
            if state(play).waiting:
                play.do(ANNA, "resolve_flight", vp=0, crossed=False)
        assert rolls > 1
        play.do(ANNA, "next_phase", to="Supply")
        assert not play.log[-1].rolls

    @pytest.mark.parametrize(
        ("face", "retaken", "leave"), [(6, False, True), (5, False, False), (5, True, True), (4, True, False)]
    )
    def test_six_or_with_a_hex_five(self, face: int, retaken: bool, leave: bool) -> None:
        game = marne()
        play = campaign_with(
            zones={"pershing-1": Zone.IN_PLAY}, american_hq_since=4, retaken_last_turn=retaken, game=game
        )
        from dataclasses import replace

        play.campaign = replace(play.campaign, founding=founded(game, dice="physical").founding)
        with pytest.raises(DiceWanted, match="1d6"):
            play.do(ANNA, "next_phase", to="Supply")
        assert state(play).now.phase is Phase.EVENTS
        told = public(play.do(ANNA, {"type": "next_phase", "to": "Supply"}, (face,)))
        assert state(play).americans_left is leave
        assert ("+1 to the die: the Allies captured a victory hex" in told) is retaken

    def test_a_hex_of_this_turn_counts_in_the_next(self) -> None:
        play = campaign_with(phase=Phase.ALLIED_COMBAT, sequence=1)
        play.do(ANNA, "take_hex", by="Allies", hex="1204", vp=0)
        play.do(ANNA, "next_turn")
        assert state(play).retaken_last_turn
        assert state(play).retaken == ()


class TestMangin:
    def arrived(self, **facts: Any) -> Play:
        play = campaign_with(
            "mangin-1", phase=Phase.ALLIED_MOVEMENT, sequence=1, german_offensive=4, victory_points=20, **facts
        )
        play.do(ANNA, "play", marker="Mangin", answer=True)
        return play

    @pytest.mark.parametrize(("attacks", "points"), [(0, 24), (1, 22), (2, 20), (3, 20)])
    def test_two_attacks_are_owed_at_the_end_of_the_turn(self, attacks: int, points: int) -> None:
        play = self.arrived()
        assert "must make two attacks" in shown(play)
        told = public(play.do(BERT, "next_turn"))
        assert "How many attacks at 1 to 2 or better did Mangin's force make?" in told
        assert state(play).turn == 5
        refused(play, NotNow, "The Allies must answer first", BERT, "next_turn")
        play.do(ANNA, "report_attacks", attacks=attacks)
        assert state(play).victory_points == points
        play.do(BERT, "next_turn")
        assert state(play).turn == 6

    def test_a_retaken_hex_costs_two_more_once(self) -> None:
        play = self.arrived()
        play.do(ANNA, "take_hex", by="Allies", hex="1204", vp=3)
        assert state(play).victory_points == 15
        play.do(ANNA, "take_hex", by="Allies", hex="1205", vp=1)
        assert state(play).victory_points == 14

    def test_by_ruling_each_retaken_hex_costs_two_more(self) -> None:
        play = self.arrived(game=marne().with_ruling("retaken_with_mangin", "for each"))
        for hex_ in ("1204", "1205"):
            play.do(ANNA, "take_hex", by="Allies", hex=hex_, vp=0)
        assert state(play).victory_points == 16

    def test_a_hex_retaken_before_he_came_is_not_counted(self) -> None:
        play = campaign_with("mangin-1", phase=Phase.ALLIED_MOVEMENT, sequence=1, german_offensive=4, victory_points=20)
        play.do(ANNA, "take_hex", by="Allies", hex="1203", vp=0)
        play.do(ANNA, "play", marker="Mangin", answer=True)
        play.do(ANNA, "take_hex", by="Allies", hex="1204", vp=0)
        assert state(play).victory_points == 18

    def test_a_hex_retaken_without_him_costs_its_points_alone(self) -> None:
        play = campaign_with(phase=Phase.ALLIED_COMBAT, sequence=1, victory_points=20)
        play.do(ANNA, "take_hex", by="Allies", hex="1204", vp=3)
        assert state(play).victory_points == 17

    def test_attacks_are_told_when_they_are_asked(self) -> None:
        refused(self.arrived(), NotNow, "reported at the end of the turn", ANNA, "report_attacks", attacks=2)

    def test_not_in_a_later_sequence(self) -> None:
        play = campaign_with("mangin-1", phase=Phase.ALLIED_MOVEMENT, sequence=2, german_offensive=4)
        refused(play, NotNow, "first operational sequence", ANNA, "play", marker="Mangin", answer=True)


class TestVictoryTelegram:
    def played(self) -> Play:
        play = campaign_with("mangin-1", "victory-telegram-1", phase=Phase.SUPPLY, german_offensive=5)
        play.do(ANNA, "play", marker="Victory Telegram")
        return play

    def test_both_markers_leave(self) -> None:
        play = self.played()
        assert zone_of(play, "mangin-1") is zone_of(play, "victory-telegram-1") is Zone.REMOVED
        assert state(play).mangin_turn is None
        assert "the force can arrive when the Germans take a victory hex, or in the third sequence" in shown(play)

    @pytest.mark.parametrize("sequence", [1, 2, 3])
    def test_the_force_may_come_in_the_sequence_of_the_captured_hex(self, sequence: int) -> None:
        play = self.played()
        play.do(ANNA, "next_phase", to=f"German combat, operational sequence {sequence}")
        play.do(BERT, "take_hex", by="Germans", hex="1204", vp=2)
        told = public(play.do(ANNA, "next_phase"))
        assert "Victory Telegram force can arrive now" in told
        refused(play, NotNow, "The Allies must answer first", BERT, "next_phase")
        for come in (True, False):
            refused(play, NotYours, "Only the Allies can decide", BERT, "deploy", come=come)
        assert not [offer for offer in play.campaign.offers(BERT) if offer.command.type == "deploy"]
        play.do(ANNA, "deploy", come=True)
        assert (state(play).mangin_turn, state(play).now.sequence) == (5, sequence)
        assert state(play).waiting == ()

    def test_a_capture_that_is_told_late_counts(self) -> None:
        play = self.played()
        play.do(ANNA, "next_phase", to="Allied movement, operational sequence 1")
        assert state(play).waiting == ()
        play.do(BERT, "take_hex", by="Germans", hex="1204", vp=2)
        play.do(ANNA, "deploy", come=True)
        assert state(play).mangin_turn == 5

    def test_without_a_captured_hex_it_may_come_in_the_third(self) -> None:
        play = self.played()
        for sequence in (1, 2):
            play.do(ANNA, "next_phase", to=f"Allied movement, operational sequence {sequence}")
            assert state(play).waiting == ()
        play.do(ANNA, "next_phase", to="Allied movement, operational sequence 3")
        play.do(ANNA, "deploy", come=True)
        assert state(play).mangin_turn == 5

    def test_it_may_wait_and_is_lost_after_the_third(self) -> None:
        play = self.played()
        play.do(ANNA, "next_phase", to="German combat, operational sequence 1")
        play.do(BERT, "take_hex", by="Germans", hex="1204", vp=2)
        play.do(ANNA, "next_phase")
        assert "does not arrive now" in public(play.do(ANNA, "deploy", come=False))
        play.do(ANNA, "next_phase", to="Allied movement, operational sequence 3")
        assert "can no longer arrive" in public(play.do(ANNA, "deploy", come=False))
        assert not state(play).telegram
        play.do(ANNA, "next_turn")
        assert state(play).turn == 6
        refused(play, NotNow, "No Victory Telegram force", ANNA, "deploy", come=True)

    def test_what_is_told_of_mangin_is_only_what_happened(self) -> None:
        play = campaign_with("mangin-1", "victory-telegram-1", phase=Phase.SUPPLY, german_offensive=5)
        told = public(play.do(ANNA, "play", marker="Victory Telegram"))
        assert "play **Mangin** with **Victory Telegram**" in told
        assert "Is there a hex" not in told
        assert "Yes." not in told
        assert "in the turn after" not in told

    def test_not_on_a_turn_without_a_german_offensive(self) -> None:
        play = campaign_with("mangin-1", "victory-telegram-1", phase=Phase.SUPPLY, german_offensive=4)
        refused(play, NotNow, "turn in which a German offensive begins", ANNA, "play", marker="Victory Telegram")

    def test_after_its_phases_it_is_refused(self) -> None:
        play = campaign_with(
            "mangin-1", "victory-telegram-1", phase=Phase.GERMAN_COMBAT, sequence=1, german_offensive=5
        )
        refused(play, NotNow, "it is now German combat", ANNA, "play", marker="Victory Telegram")


class TestDoctrine:
    def test_clemenceau_opens_evolving_with_a_shakeup_on_the_track(self) -> None:
        play = campaign_with("clemenceau-1", phase=Phase.SUPPLY, tracks=["command-shakeup-1"])
        told = public(play.do(ANNA, "play", marker="Clemenceau"))
        assert state(play).doctrine is Doctrine.EVOLVING
        assert "`shakeups_for_evolving` is set to “1”." in told

    def test_a_shakeup_opens_it_when_it_comes_to_the_track(self) -> None:
        play = campaign_with("command-shakeup-1", phase=Phase.SUPPLY, tracks=["clemenceau-1"])
        play.do(ANNA, "play", marker="Command Shakeup")
        refused(play, NotNow, "The Germans must answer first", ANNA, "next_turn")
        refused(play, NotYours, "The Germans choose the HQ", ANNA, "place_shakeup", hq="IV Army")
        play.do(BERT, "place_shakeup", hq="IV Army")
        assert "Command Shakeup is on HQ IV Army" in shown(play)
        assert state(play).doctrine is Doctrine.FOCH
        play.do(ANNA, "next_turn")
        assert zone_of(play, "command-shakeup-1") is Zone.TRACK
        assert state(play).doctrine is Doctrine.EVOLVING
        assert state(play).on_hq == {}

    def test_by_ruling_it_needs_both_shakeups(self) -> None:
        game = marne().with_ruling("shakeups_for_evolving", 2)
        for track, doctrine in ((1, Doctrine.FOCH), (2, Doctrine.EVOLVING)):
            shakeups = [f"command-shakeup-{n + 1}" for n in range(track)]
            play = campaign_with("clemenceau-1", phase=Phase.SUPPLY, tracks=shakeups, game=game)
            play.do(ANNA, "play", marker="Clemenceau")
            assert state(play).doctrine is doctrine

    def test_petain_needs_both_on_the_track_and_lets_gouraud_come(self) -> None:
        play = campaign_with(
            "change-of-doctrine-1", "gouraud-1", phase=Phase.SUPPLY, tracks=["clemenceau-1", "command-shakeup-1"]
        )
        refused(play, NotNow, "before Change of Doctrine", ANNA, "play", marker="Gouraud", hq="IV Army")
        play.do(ANNA, "play", marker="Change of Doctrine")
        assert state(play).doctrine is Doctrine.PETAIN
        refused(play, NotThere, "name the HQ", ANNA, "play", marker="Gouraud", hq=" ")
        play.do(ANNA, "play", marker="Gouraud", hq="IV Army")
        play.do(ANNA, "next_turn")
        assert zone_of(play, "gouraud-1") is Zone.REMOVED

    def test_clemenceau_keeps_one_marker_more_to_the_end(self) -> None:
        play = campaign_with("clemenceau-1", phase=Phase.SUPPLY)
        play.do(ANNA, "play", marker="Clemenceau")
        play.do(ANNA, "next_turn")
        assert state(play).hand_limit(play.game.data, ALLIES) == 4
        assert "The Allies can keep 4 markers until the end of the game." in shown(play)


class TestCantigny:
    def test_it_must_occur_whoever_goes_on(self) -> None:
        play = campaign_with("cantigny-1")
        told = public(play.do(BERT, "next_turn"))
        assert "**Cantigny** occurs for the Allies." in told
        assert "`must_occur` is set to “by itself”." in told
        assert (state(play).morale, zone_of(play, "cantigny-1")) == (1, Zone.REMOVED)

    def test_by_ruling_it_occurs_when_it_is_played(self) -> None:
        play = campaign_with("cantigny-1", game=marne().with_ruling("must_occur", "when it is played"))
        play.do(BERT, "next_turn")
        assert (state(play).morale, zone_of(play, "cantigny-1")) == (0, Zone.POOL)


class TestImmediateCounterattack:
    def test_it_switches_the_roles_until_the_phase_ends(self) -> None:
        play = campaign_with(
            "immediate-counterattack-1", "heroic-assault-1", "heroic-defense-1", phase=Phase.GERMAN_COMBAT, sequence=1
        )
        refused(play, NotNow, "it is now German combat", ANNA, "play", marker="Heroic Assault", choice="hits")
        play.do(ANNA, "play", marker="Immediate Counterattack")
        play.do(ANNA, "play", marker="Heroic Assault", choice="hits")
        play.do(BERT, "pass")
        play.do(ANNA, "next_phase")
        assert state(play).counterattack is None


class TestAnybody:
    def test_any_player_takes_back_that_the_turn_went_on(self) -> None:
        play = campaign_with(phase=Phase.ALLIED_COMBAT, sequence=1)
        play.do(ANNA, {"type": "leave", "seat": "Referee"})
        play.do(BERT, "next_turn")
        with pytest.raises(NotYours, match=r"hold no seat|Only"):
            play.do(9, {"type": "undo"})
        assert "is undone" in public(play.do(ANNA, {"type": "undo"}))


class TestTheRest:
    @pytest.mark.parametrize("hq", ["", "  ", "\u200b"])
    def test_an_hq_or_a_hex_must_be_named(self, hq: str) -> None:
        play = campaign_with("gouraud-1", phase=Phase.SUPPLY, doctrine=Doctrine.PETAIN)
        refused(play, NotThere, "name the HQ", ANNA, "play", marker="Gouraud", hq=hq)
        play = campaign_with(phase=Phase.ALLIED_COMBAT, sequence=1)
        refused(play, NotThere, "Name the victory hex", ANNA, "take_hex", by="Allies", hex=hq, vp=1)
        play = campaign_with("command-shakeup-1", phase=Phase.SUPPLY)
        play.do(ANNA, "play", marker="Command Shakeup")
        refused(play, NotThere, "Name the HQ", BERT, "place_shakeup", hq=hq)

    def test_a_marker_goes_back_only_after_the_draw(self) -> None:
        play = campaign_with("air-unit-1", drawn=frozenset())
        refused(play, NotNow, "Draw first", ANNA, "return", marker="Air unit")
        assert not [o for o in play.campaign.offers(ANNA) if o.command.type == "return"]

    def test_rulings_on_entry_hold_from_the_first_turn(self) -> None:
        play = Play(marne())
        assert zone_of(play, "heroic-defense-2") is Zone.POOL
        play.do(ANNA, {"type": "set_ruling", "name": "heroic_defense_entry", "choice": "1 and 2"})
        play.do(ANNA, {"type": "set_ruling", "name": "cantigny_entry", "choice": "turn 2"})
        assert zone_of(play, "heroic-defense-2") is zone_of(play, "cantigny-1") is Zone.NOT_ENTERED
        play.do(ANNA, {"type": "set_ruling", "name": "cantigny_entry", "choice": "turn 1"})
        assert zone_of(play, "cantigny-1") is Zone.POOL

    def test_a_second_air_unit_waits_for_the_next_turn(self) -> None:
        play = campaign_with("air-unit-1", "air-unit-2", phase=Phase.ARRIVAL)
        play.do(ANNA, "play", marker="Air unit")
        refused(play, NotNow, "Only one Air unit", ANNA, "play", marker="Air unit")
        assert state(play).air_unit
        play.do(ANNA, "next_turn")
        assert not state(play).air_unit

    @pytest.mark.parametrize(
        ("phase", "said", "transport"),
        [(Phase.REPLACEMENTS, "Advance two units in one space", 0), (Phase.PLACEMENT, "one extra transport point", 1)],
    )
    def test_improved_organization_has_two_moments(self, phase: Phase, said: str, transport: int) -> None:
        play = campaign_with("improved-organization-1", phase=phase)
        assert said in public(play.do(ANNA, "play", marker="Improved Organization"))
        assert state(play).transport == transport

    def test_victory_points_are_entered_and_never_fall_below_none(self) -> None:
        play = campaign_with(phase=Phase.ALLIED_COMBAT, sequence=1)
        play.do(BERT, "set_points", vp=2)
        play.do(ANNA, "take_hex", by="Allies", hex="1204", vp=5)
        assert state(play).victory_points == 0
        refused(
            campaign_with(), NotNow, "in an operational sequence; it is now Events", ANNA, "take_hex", hex="x", vp=1
        )
        with pytest.raises(NotThere, match="`vp` must be at least 0"):
            play.do(ANNA, "set_points", vp=-1)

    def test_by_ruling_an_at_marker_counts_against_the_hand(self) -> None:
        game = marne().with_ruling("must_occur_in_hand", "yes")
        held = ["cantigny-1", "air-unit-1", "air-unit-2", "spies-1"]
        for played, allowed in ((marne(), True), (game, False)):
            play = campaign_with(*held, game=played)
            every = state(play).pools[ALLIES].replace(undecided={"spies-1"})
            from dataclasses import replace

            play.campaign = replace(play.campaign, state=state(play).replace(pools={ALLIES: every}))
            assert any(o.label == "Keep" for o in play.campaign.offers(ANNA)) is allowed


class TestTheGermans:
    def test_with_a_pool_of_their_own_they_draw_and_hold_four(self, tmp_path: Path) -> None:
        play = campaign_with(drawn=frozenset(), game=with_german_events(tmp_path))
        play.do(BERT, "draw")
        assert len(state(play).pools[GERMANS].undecided) == 3
        refused(play, NotNow, "The Allies have not drawn", BERT, "next_turn")
        assert state(play).hand_limit(play.game.data, GERMANS) == 4

    def test_spies_show_their_hand_to_the_allied_player_alone(self, tmp_path: Path) -> None:
        hand = {"german-rumour-1": Zone.HAND, "german-assault-1": Zone.HAND}
        play = campaign_with("spies-1", phase=Phase.OFFENSIVES, zones=hand, game=with_german_events(tmp_path))
        told = play.do(ANNA, "play", marker="Spies")
        assert "The Allies learn which events the Germans hold." in public(told)
        assert "German rumour" not in public(told)
        assert "The Germans hold **German assault, German rumour**." in secret(told, ALLIES)

    def test_spies_find_nothing_without_german_markers(self) -> None:
        play = campaign_with("spies-1", phase=Phase.OFFENSIVES)
        assert "The Germans hold no markers." in secret(play.do(ANNA, "play", marker="Spies"), ALLIES)

    def test_an_event_without_phases_is_played_at_any_time(self, tmp_path: Path) -> None:
        play = campaign_with(zones={"german-rumour-1": Zone.HAND}, game=with_german_events(tmp_path))
        play.do(BERT, "play", marker="German rumour")
        assert state(play).pools[GERMANS].zones["german-rumour-1"] is Zone.REMOVED
