"""From phase to phase and turn to turn: what is due, discarded or forced, and what expires."""

import pytest

from rules.errors import NotNow
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, RUSSIA
from rules.games.gathering_storm.state import Aggression
from tests.play import public, secret
from tests.rules.games.gathering_storm.harness import USERS, Storm


class TestPhases:
    def test_phases_that_are_passed_by_promise_nothing(self) -> None:
        """What lapses on the way to a later phase is not said to be due."""
        play = Storm()
        play.deal("prices-hold", "torpedo-drawings", "larger-army")
        told = play.do(1, "next_phase", to="Construction")
        assert secret(told, GERMANY) == ""
        assert "Germany holds" not in public(told)

    def test_a_hand_of_several_says_that_one_must_be_played(self) -> None:
        play = Storm()
        play.deal("talk-of-empire", "bomber-prophets")
        hand = secret(tuple(play.campaign.game.hand(play.state, ITALY)), ITALY)
        assert "Italy must play at least one event" in hand
        play.play("talk-of-empire")
        hand = secret(tuple(play.campaign.game.hand(play.state, ITALY)), ITALY)
        assert "Italy need not play another event" in hand
        play = Storm()
        play.deal("talk-of-empire")
        assert "at least one" not in secret(tuple(play.campaign.game.hand(play.state, ITALY)), ITALY)

    def test_what_an_only_event_gives_is_told_though_the_turn_ends_with_it(self) -> None:
        """9.13: at least one event is played."""
        play = Storm()
        play.deal("tank-commission")
        play.set(phase=len(play.data.phases.order) - 1)
        told = public(play.do(1, "next_turn"))
        assert "Russia's support: **-3** from The tank commission reports" in told
        assert play.state.played == ()

    def test_the_phases_in_order_and_then_the_next_turn(self) -> None:
        play = Storm()
        names = [play.data.phase(play.state).name]
        while play.state.turn == 1:
            play.do(5, "next_turn")
            names.append(play.data.phase(play.state).name)
        assert names == [*(phase.name for phase in play.data.phases.order), "Random events"]
        play.refused("Draw the events of turn 2 first", 1, "next_turn")

    def test_going_on_to_a_later_phase_closes_those_between(self) -> None:
        play = Storm()
        play.deal("owners-and-ministers")
        assert next(iter(play.game.remaining_phases(play.state))) == "Economy"
        told = public(play.do(3, "next_phase", to="construction"))
        assert "Only event, so played: **Factory owners meet the ministers** (Germany)" in told
        assert play.data.phase(play.state).name == "Construction"
        play.refused("no later phase of that name", 3, "next_phase", to="Research")
        play.at("Crises")
        play.refused("This is the last phase", 3, "next_phase")

    def test_a_duty_stops_on_the_way_and_changes_nothing(self) -> None:
        play = Storm()
        play.put("dobruja")
        play.refused("must first support", 3, "next_phase", to="Crises")

    def test_a_phase_says_which_events_are_due(self) -> None:
        play = Storm()
        play.deal("ship-made-ready", shown=True)
        play.deal("tank-commission")
        play.at("Research")
        told = play.do(1, "next_turn")
        assert "France can play **One ship is hurried on**." in public(told)
        assert "Russia" not in public(told).replace("Agreed: Russia", ""), (
            "no card of Russia's pile is played in this phase"
        )

    @pytest.mark.parametrize("card", ["academy-mobilized", "tank-commission"])
    def test_a_phase_says_nothing_of_an_unseen_event(self, card: str) -> None:
        """Whether it is due or not: its hand says so, and nobody gets a message by which the others know."""
        play = Storm()
        play.deal(card)
        told = play.do(1, "next_phase", to="Research")
        assert "Russia" not in public(told)
        assert secret(told, RUSSIA) == ""

    def test_an_additional_event_is_shown_and_discarded_when_its_phase_ends(self) -> None:
        """9.13."""
        play = Storm()
        play.deal("owners-and-ministers", "prices-hold", "larger-army")
        play.at("Economy")
        play.play("prices-hold")
        told = public(play.do(1, "next_turn"))
        assert "Discarded unplayed: **Factory owners meet the ministers** (Germany)." in told
        assert [held.card for held in play.state.held[GERMANY]] == ["larger-army"]
        play.refused("no event of that name", 1, "play", marker="owners-and-ministers")

    def test_the_last_of_several_must_be_played(self) -> None:
        play = Storm()
        play.deal("owners-and-ministers", "larger-army")
        play.at("Economy")
        play.do(1, "next_turn")
        assert not play.state.has_played(GERMANY)
        play.at("Crises")
        told = public(play.do(1, "next_turn"))
        assert "Only event, so played: **A larger army is approved** (Germany)." in told

    def test_an_only_event_without_a_choice_takes_effect_as_its_phase_ends(self) -> None:
        play = Storm()
        play.deal("owners-and-ministers")
        play.at("Economy")
        told = public(play.do(2, "next_turn"))
        assert "Only event, so played: **Factory owners meet the ministers** (Germany)" in told
        assert "Germany's factory conversion cost: **-2**" in told
        assert "only_event_unplayed" in told

    def test_an_only_event_with_a_choice_waits_face_up_until_the_turn_ends(self) -> None:
        play = Storm()
        play.deal("reservists-called")
        play.at("Construction")
        assert "Face up until played: **Reservists are called up** (France)." in public(play.do(1, "next_turn"))
        play.do(1, "next_turn")
        play.play("reservists-called", unit="infantry")
        play = Storm()
        play.deal("reservists-called")
        play.at("Construction")
        play.do(1, "next_turn")
        play.at("Crises")
        told = public(play.do(1, "next_turn"))
        assert "Discarded unplayed" in told

    def test_ruling_only_event_unplayed(self) -> None:
        play = Storm(only_event_unplayed="it_is_discarded")
        play.deal("owners-and-ministers")
        play.at("Economy")
        told = public(play.do(2, "next_turn"))
        assert "Discarded unplayed: **Factory owners" in told
        assert "Discarded unplayed" in told
        assert play.state.held[GERMANY] == ()

    def test_a_waiver_of_duties_ends_with_the_turn(self) -> None:
        play = Storm()
        play.set(is_waived=True)
        play.at("Crises")
        play.do(1, "next_turn")
        assert not play.state.is_waived

    def test_what_runs_ends_with_the_turn_and_what_lasts_stays(self) -> None:
        play = Storm()
        play.world(aggressions=(Aggression(target="Austria", power=GERMANY, value=1, turn=0, conquered=0),))
        play.put("pacifist-elected")
        play.at("Diplomacy: random events")
        play.deal("comrades-in-greece", shown=True)
        play.play("comrades-in-greece")
        play.at("Crises")
        play.do(1, "next_turn")
        assert (play.support(BRITAIN), play.diplomacy("Greece"), play.state.played) == (0, {}, ())
        assert (play.state.civil_war("Greece").counters, play.eai) == (1, 1)
        assert play.state.counters == ()


class TestUndo:
    """A phase or a turn belongs to the whole table: any player can undo that it ended."""

    @pytest.mark.parametrize("other", [USERS[ITALY], USERS[RUSSIA]])
    def test_any_player_can_undo_a_phase(self, other: int) -> None:
        play = Storm()
        before = play.state
        play.do(USERS[FRANCE], "next_phase")
        play.do(other, "undo")
        assert play.state.phase == before.phase == 0

    def test_any_player_can_undo_a_turn(self) -> None:
        play = Storm()
        for _ in range(10):
            play.do(USERS[FRANCE], "next_turn")
        assert play.state.turn == 2
        play.do(USERS[BRITAIN], "undo")
        assert (play.state.turn, play.state.phase) == (1, 9)

    def test_what_another_player_did_unseen_is_theirs_alone_to_undo(self) -> None:
        play = Storm()
        play.do(USERS[BRITAIN], "record", power="Britain", project="Allied jets", steps=3)
        with pytest.raises(NotNow, match="nothing to undo"):
            play.do(USERS[FRANCE], "undo")
        play.do(USERS[BRITAIN], "undo")
        assert not play.campaign.requests
        assert not play.state.research
