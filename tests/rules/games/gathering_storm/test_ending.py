"""Before a phase or turn ends: who is asked, what it would pass over, and what is done for a power that is away."""

import pytest

from rules.games.gathering_storm.diplomacy import CountersShown
from rules.games.gathering_storm.numbers import numbered
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, RUSSIA
from rules.games.gathering_storm.state import Held
from rules.games.gathering_storm.turn import NextPhase
from rules.seat import Seat
from tests.play import public, secret
from tests.rules.games.gathering_storm.harness import USERS, Storm


def acting(play: Storm, to: str = "") -> set[Seat]:
    return {*play.game.acting(play.state, NextPhase(to=to))}


class TestActing:
    @pytest.mark.parametrize("card", ["prices-hold", "owners-and-ministers", "torpedo-drawings", "larger-army"])
    def test_it_does_not_depend_on_which_event_lies_unseen(self, card: str) -> None:
        play = Storm().deal(card)
        asked = {}
        for phase in (each.name for each in play.data.phases.order):
            play.at(phase)
            asked[phase] = GERMANY in acting(play)
        assert [phase for phase, is_asked in asked.items() if is_asked] == [
            "Economy", "Research", "Diplomacy: Axis placement", "Diplomacy: Axis second placement", "Crises",
        ]  # fmt: skip

    def test_of_several_unseen_events_each_may_be_a_public_one(self) -> None:
        play = Storm().at("Construction").deal("tariffs-in-parliament")
        assert acting(play) == set()
        play.deal("tariffs-in-parliament", "pacifist-elected")
        assert acting(play) == {BRITAIN}

    def test_public_diplomacy_is_unseen_only_while_without_effect(self) -> None:
        play = Storm().at("Diplomacy: random events").deal("tariffs-in-parliament")
        assert acting(play) == set()
        play.deal("comrades-in-greece")
        assert acting(play) == set()


class TestReading:
    def test_only_who_holds_an_unseen_event_reads(self) -> None:
        play = Storm().at("Random events").deal("prices-hold")
        assert {seat: str(each.what) for seat, each in play.game.due(play.state).items()} == {
            GERMANY: "Read your events: `/hand`."
        }

    def test_where_nobody_reads_anybody_goes_on(self) -> None:
        play = Storm().at("Random events")
        due = play.game.due(play.state)
        assert {str(each.what) for each in due.values()} == {"Go on with **Next: Economy**."}
        assert {*due} == {*play.game.seats}


class TestDuties:
    def test_the_powers_that_can_meet_a_duty_are_awaited(self) -> None:
        play = Storm().put("dobruja")
        assert play.game.awaited(play.state) == frozenset()
        play.at("Diplomacy: Axis placement")
        assert play.game.awaited(play.state) == {GERMANY, ITALY}
        assert play.game.default(play.state, FRANCE) is None
        by_default = play.game.default(play.state, GERMANY)
        assert by_default is not None
        assert "Reason" not in public(play.do(1, by_default))
        assert play.game.awaited(play.state) == frozenset()
        play.do(1, "enter_waiver", waived=False, reason="they are back")
        assert play.game.awaited(play.state) == {GERMANY, ITALY}
        assert "are waived." in public(play.do(1, by_default)), "no reason is asked for"
        play.do(1, "next_phase")

    def test_what_is_due_and_its_form_name_the_open_side(self) -> None:
        play = Storm().put("dobruja").at("Diplomacy: Axis placement")
        play.do(1, "place_counter", power="Germany", target="Bulgaria", value=1)
        play.at("Diplomacy: Russian and Allied placement")
        assert str(play.game.due(play.state)[RUSSIA].what) == (
            "Place a counter in Rumania for the dispute, or waive it."
        )
        (offer,) = (each for each in play.campaign.offers(USERS[RUSSIA]) if each.command.type == "place_counter")
        assert offer.command.model_dump()["target"] == "Rumania"

    def test_an_absent_powers_event_is_played_as_its_form_proposes(self) -> None:
        play = Storm(several_left="its_player_chooses")
        overdue = Held(card="second-bureau", is_shown=True, is_overdue=True)
        play.set(held={FRANCE: (overdue, Held(card="ship-made-ready", is_shown=False))}).at("Crises")
        by_default = play.game.default(play.state, FRANCE)
        assert by_default is not None
        play.do(USERS[FRANCE], by_default)
        (played,) = play.state.played
        assert (played.card, played.choice.project, played.choice.second, played.choice.when) == (
            ("second-bureau", "Allied espionage", "Allied subversion", "before")
        )

    def test_an_impossible_dutys_refusal_says_how_to_lift_it(self) -> None:
        play = Storm().put("dobruja").at("Diplomacy: Axis placement")
        play.do(1, "place_counter", power="Germany", target="Bulgaria", value=1)
        play.at("Diplomacy: Russian and Allied placement").world(conquered={"Rumania": RUSSIA})
        assert play.game.awaited(play.state) == frozenset()
        play.refused("none of them can place a counter there. Lift the duty: `/enter`, then “Waive", 1, "next_phase")
        play.do(1, "enter_waiver")
        play.do(1, "next_phase")


class TestFlexible:
    def test_it_chooses_before_the_counters_are_revealed(self) -> None:
        """L350."""
        play = Storm().at("Diplomacy: Axis placement")
        play.do(1, "place_counter", power="Germany", target="Greece", value=3)
        play.deal("balkan-overture").at("Diplomacy: chosen countries")
        told = public(play.do(1, "next_phase"))
        assert any(isinstance(event, CountersShown) for event in play.log[-1].events)
        assert "Discarded unplayed: **A Balkan overture** (Italy)." in told
        play.set(held={ITALY: (Held(card="balkan-overture", is_shown=True, is_overdue=True),)})
        play.refused("before the counters were turned up", USERS[ITALY], "play", marker="balkan-overture",
                     target="Greece")  # fmt: skip


class TestSecrets:
    @pytest.mark.parametrize("type", ["assign", "reassign", "record"])
    def test_what_a_side_does_unseen_is_private_in_the_log(self, type: str) -> None:
        command = Storm().game.commands_by_type[type]
        assert command.is_private

    def test_a_hand_says_what_a_doubling_gave_and_the_ledger_why(self) -> None:
        play = Storm().research(axis_air_range=4)
        told = play.turn_up("better-aviation-fuel")
        assert "+3 from doubling" in secret(told, ITALY)
        hand = "\n".join(map(str, play.game.hand(play.state, ITALY)))
        sheet = "Axis air range: level 3, 7 steps, 3 from doubling this turn."
        assert sheet in hand
        ledger = "\n".join(str(each) for each in play.game.ledger(play.state) if getattr(each, "seat", 0) == ITALY)
        assert sheet in ledger
        others = [str(each) for each in play.game.hand(play.state, BRITAIN)]
        assert not [line for line in others if "doubling" in line]


def test_what_a_power_owes_has_a_new_key_each_phase_and_turn() -> None:
    play = Storm(several_left="its_player_chooses").put("dobruja")
    keys = []
    for turn in (1, 2):
        play.set(turn=turn)
        for phase in ("Diplomacy: Axis placement", "Crises"):
            play.deal("talk-of-empire", "bomber-prophets").at(phase)
            keys.append(play.game.due(play.state)[ITALY].key)
    assert len({*keys}) == 4


def test_a_powers_part_and_draw_have_a_new_key_each_time() -> None:
    play = Storm()
    keys = []
    for turn in (1, 2):
        play.set(turn=turn, has_drawn=True)
        for phase in ("Research", "Crises"):
            play.at(phase)
            keys.append(play.game.due(play.state)[RUSSIA].key)
        play.set(has_drawn=False)
        keys.append(play.game.due(play.state)[RUSSIA].key)
    assert len({*keys}) == 6


def test_a_draw_passes_over_no_waiting_general_event() -> None:
    play = Storm().set(general=numbered("general", 7))
    waits = ["The general event, **Card 7**, has not taken effect yet."]
    assert [*map(str, play.game.lost(play.state, FRANCE, NextPhase()))] == waits
    assert [*play.game.lost(play.state, FRANCE, play.game.read_command({"type": "draw"}))] == []


def test_a_power_is_asked_for_the_last_unseen_card_of_a_phase() -> None:
    play = Storm().deal("owners-and-ministers").at("Economy")
    play.set(seen=frozenset({"owners-and-ministers", "prices-hold"}))
    assert acting(play) == {GERMANY}
