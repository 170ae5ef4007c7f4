"""Mangin: the attacks that he owes, the hexes that he retakes, and the Victory Telegram."""

from typing import Any

import pytest

from rules.errors import NotNow, NotYours
from rules.games.marne_1918.phases import Phase
from tests.games import marne
from tests.play import Play, public
from tests.rules.games.marne_1918.campaign import ANNA, BERT, campaign_with, refused, shown, state


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
        assert "must make 2 attacks" not in shown(play), "they were owed in his turn alone"

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


class TestVictoryTelegram:
    def played(self) -> Play:
        play = campaign_with("mangin-1", "victory-telegram-1", phase=Phase.SUPPLY, german_offensive=5)
        play.do(ANNA, "play", marker="Victory Telegram")
        return play

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

    @pytest.mark.parametrize(("first", "asked_in"), [("Germans", "Allied combat"), ("Allies", "German combat")])
    def test_a_hex_told_late_brings_the_question_at_once(self, first: str, asked_in: str) -> None:
        game = marne().with_choice("first_to_move", first)
        play = campaign_with(phase=Phase(asked_in), sequence=1, german_offensive=5, telegram=True, game=game)
        assert "Victory Telegram force can arrive now" in public(play.do(BERT, "take_hex", hex="1204", vp=2))
        play.do(ANNA, "deploy", come=True)
        assert (state(play).mangin_turn, state(play).waiting) == (5, ())

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


@pytest.mark.parametrize("sequence", [1, 2, 3])
def test_mangin_follows_an_earlier_offensive_despite_a_new_one(sequence: int) -> None:
    """The Germans attack on two turns running, and the bot remembers both. Each Allied movement can bring him."""
    play = campaign_with("mangin-1", phase=Phase.OFFENSIVES, german_offensive=4)
    play.do(BERT, "declare_offensive")
    play.do(BERT, "next_phase", to=f"Allied movement, operational sequence {sequence}")
    play.do(ANNA, "play", marker="Mangin", answer=True)
    assert state(play).mangin_turn == 5
