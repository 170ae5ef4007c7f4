"""Mangin: the attacks that he owes, the hexes that he retakes, and the Victory Telegram."""

from typing import Any

import pytest

from rules.errors import NotNow, NotThere, NotYours
from rules.games.marne_1918.phases import Phase
from rules.pool import Zone
from tests.games import marne
from tests.play import Play, public
from tests.rules.games.marne_1918.campaign import ANNA, BERT, campaign_with, refused, shown, state, zone_of


class TestMangin:
    def arrived(self, **facts: Any) -> Play:
        play = campaign_with(
            "mangin-1",
            phase=Phase.ALLIED_MOVEMENT, sequence=1, german_offensive=4, **({"victory_points": 20} | facts),
        )  # fmt: skip
        play.do(ANNA, "play", marker="Mangin", answer=True)
        return play

    @pytest.mark.parametrize(("attacks", "points"), [(0, 24), (1, 22), (2, 20), (3, 20)])
    def test_two_attacks_are_owed_at_the_end_of_the_turn(self, attacks: int, points: int) -> None:
        play = self.arrived()
        assert "must make 2 attacks" in shown(play)
        told = public(play.do(BERT, "next_turn"))
        assert "How many attacks at 1 to 2 or better did Mangin's force make?" in told
        assert state(play).turn == 5
        refused(play, NotNow, "The Allies must answer first", BERT, "next_turn")
        play.do(ANNA, "report_attacks", attacks=attacks)
        assert state(play).victory_points == points
        play.do(BERT, "next_turn")
        assert state(play).turn == 6

    @pytest.mark.parametrize(
        ("facts", "asked"),
        [
            ({"mangin_turn": 5}, True), ({"mangin_turn": 5, "attacks_reported": True}, False),
            ({"mangin_turn": 4}, False), ({}, False),
        ],
    )  # fmt: skip
    def test_they_are_asked_for_once_and_in_his_turn_alone(self, facts: dict[str, Any], asked: bool) -> None:
        play = campaign_with(phase=Phase.ALLIED_COMBAT, sequence=1, **facts)
        assert ("How many attacks" in public(play.do(BERT, "next_turn"))) is asked
        assert state(play).turn == (5 if asked else 6)

    def test_a_retaken_hex_costs_two_more_once(self) -> None:
        play = self.arrived()
        play.do(ANNA, "take_hex", by="Allies", hex="1204", vp=3)
        assert state(play).victory_points == 15
        play.do(ANNA, "take_hex", by="Allies", hex="1205", vp=1)
        assert state(play).victory_points == 14

    def test_by_ruling_each_retaken_hex_costs_two_more(self) -> None:
        play = self.arrived(game=marne().with_ruling("retaken_with_mangin", "for_each"))
        for hex_ in ("1204", "1205"):
            play.do(ANNA, "take_hex", by="Allies", hex=hex_, vp=0)
        assert state(play).victory_points == 16

    def test_a_hex_retaken_before_he_came_is_not_counted(self) -> None:
        play = campaign_with("mangin-1", phase=Phase.ALLIED_MOVEMENT, sequence=1, german_offensive=4, victory_points=20)
        play.do(ANNA, "take_hex", by="Allies", hex="1203", vp=0)
        play.do(ANNA, "play", marker="Mangin", answer=True)
        play.do(ANNA, "take_hex", by="Allies", hex="1204", vp=0)
        assert state(play).victory_points == 18

    def test_with_unknown_points_both_losses_are_told(self) -> None:
        play = self.arrived(victory_points=None)
        told = public(play.do(ANNA, "take_hex", by="Allies", hex="1204", vp=3))
        assert "Change the German victory points by −3 (1204)." in told
        assert "Change the German victory points by −2 (retaken with Mangin's force)." in told

    def test_with_known_points_the_board_is_told_once(self) -> None:
        told = public(self.arrived().do(ANNA, "take_hex", by="Allies", hex="1204", vp=3))
        assert [line for line in told.splitlines() if line.startswith("Set the")] == [
            "Set the German victory points to 15."
        ]

    @pytest.mark.parametrize(("points", "left"), [(3, 0), (2, 0), (4, 0), (5, 0), (6, 1)])
    def test_the_total_is_told_however_few_there_are(self, points: int, left: int) -> None:
        play = self.arrived(victory_points=points)
        told = public(play.do(ANNA, "take_hex", by="Allies", hex="1204", vp=3))
        assert told.count(f"Set the German victory points to {left}.") == 1

    @pytest.mark.parametrize(
        ("ruling", "attacks", "retaken", "points", "left"),
        [("once", 2, 1, 3, 15), ("once", 1, 2, 5, 15), ("for_each", 2, 2, 5, 11), ("once", 2, 0, 0, 20)],
    )
    def test_a_hex_that_nobody_reported_is_asked_for_at_the_end(
        self, ruling: str, attacks: int, retaken: int, points: int, left: int
    ) -> None:
        game = marne().with_choice("retaken_with_mangin", ruling)
        play = self.arrived(game=game)
        assert "Was a victory hex retaken that nobody has reported?" in public(play.do(BERT, "next_turn"))
        play.do(ANNA, "report_attacks", attacks=attacks, retaken=retaken, hex_points=points)
        assert state(play).victory_points == left
        play.do(BERT, "next_turn")
        assert state(play).retaken_last_turn is bool(retaken)

    @pytest.mark.parametrize("unreported", [0, 1])
    def test_a_hex_reported_before_the_attacks_counts_next_turn(self, unreported: int) -> None:
        play = self.arrived()
        play.do(ANNA, "take_hex", by="Allies", hex="1204", vp=3)
        play.do(BERT, "next_turn")
        play.do(ANNA, "report_attacks", attacks=2, retaken=unreported)
        assert state(play).has_retaken
        play.do(BERT, "next_turn")
        assert state(play).retaken_last_turn

    def test_retaken_hexes_cost_their_points_once_plus_mangins_extra(self) -> None:
        play = self.arrived(victory_points=None)
        play.do(BERT, "next_turn")
        told = public(play.do(ANNA, "report_attacks", attacks=1, retaken=2, hex_points=5))
        changes = [line for line in told.splitlines() if line.startswith("Change the")]
        assert changes == [
            "Change the German victory points by +2 (attacks missing).",
            "Change the German victory points by −5 (victory hex retaken).",
            "Change the German victory points by −2 (retaken with Mangin's force).",
        ]

    def test_points_without_a_hex_are_a_slip(self) -> None:
        play = self.arrived()
        play.do(BERT, "next_turn")
        refused(play, NotThere, "How many were retaken?", ANNA, "report_attacks", attacks=2, hex_points=3)

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
        assert "the force can arrive when the Germans take a victory hex, or in the last sequence" in shown(play)

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
        told = public(play.do(ANNA, "deploy", come=True))
        assert (
            "If a victory hex is retaken before the next administrative phase, the Germans lose 2 more points." in told
        )
        assert (state(play).mangin_turn, state(play).now.sequence) == (5, sequence)
        assert state(play).waiting == ()

    def test_a_capture_that_is_told_late_counts(self) -> None:
        play = self.played()
        play.do(ANNA, "next_phase", to="Allied movement, operational sequence 1")
        assert state(play).waiting == ()
        play.do(BERT, "take_hex", by="Germans", hex="1204", vp=2)
        play.do(ANNA, "deploy", come=True)
        assert state(play).mangin_turn == 5

    @pytest.mark.parametrize("come", [True, False])
    @pytest.mark.parametrize("first", [Phase.GERMAN_COMBAT, Phase.ALLIED_MOVEMENT])
    def test_two_captured_hexes_ask_for_it_once(self, first: Phase, come: bool) -> None:
        """One was reported before its question, the other beside it; the force would be placed twice."""
        play = self.played()
        play.do(ANNA, "next_phase", to=f"{first}, operational sequence 1")
        play.do(BERT, "take_hex", by="Germans", hex="1204", vp=2)
        if first is Phase.GERMAN_COMBAT:
            play.do(ANNA, "next_phase")
        told = public(play.do(BERT, "take_hex", by="Germans", hex="1205", vp=2))
        assert "can arrive now" not in told
        assert len(state(play).waiting) == 1
        play.do(ANNA, "deploy", come=come)
        assert state(play).waiting == ()
        refused(play, NotNow, "No Victory Telegram force is due", ANNA, "deploy", come=True)
        assert state(play).telegram is not come

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


def test_mangin_follows_an_earlier_offensive_despite_a_new_one() -> None:
    """The Germans attack on two turns running, and the bot remembers both."""
    play = campaign_with("mangin-1", phase=Phase.OFFENSIVES, german_offensive=4)
    play.do(BERT, "declare_offensive")
    play.do(BERT, "next_phase", to="Allied movement, operational sequence 1")
    play.do(ANNA, "play", marker="Mangin", answer=True)
    assert state(play).mangin_turn == 5
