"""Before a phase or turn ends: who is asked, what it would pass over, and what is done for a power that is away."""

from typing import Any

import pytest

from rules.command import GameCommand
from rules.games.gathering_storm.log_events.diplomacy import CountersShown
from rules.games.gathering_storm.numbers import numbered
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, POWERS, RUSSIA
from rules.games.gathering_storm.state import Held
from rules.games.gathering_storm.turn import NextPhase, NextTurn
from rules.seat import Seat, SideSeat
from tests.play import public, secret
from tests.rules.games.gathering_storm.harness import USERS, Storm


def acting(play: Storm, to: str = "") -> set[Seat]:
    return {*play.game.acting(play.state, NextPhase(to=to))}


def lost(play: Storm, power: SideSeat, command: GameCommand[Any, Any] | None = None) -> list[str]:
    return [str(line) for line in play.game.lost(play.state, power, command or NextPhase())]


class TestActing:
    def test_nobody_where_nothing_can_be_done(self) -> None:
        play = Storm()
        for phase in ("Random events", "Economy", "Construction", "Diplomacy: random events", "Crises"):
            play.at(phase)
            assert acting(play) == set()

    def test_all_act_in_research_and_placers_in_their_placement(self) -> None:
        play = Storm()
        play.at("Research")
        assert acting(play) == {*POWERS}
        play.at("Diplomacy: Axis placement")
        assert acting(play) == {GERMANY, ITALY}
        for target in ("Hungary", "Turkey"):
            play.do(1, "place_counter", power="Germany", target=target, value=0)
        assert acting(play) == {ITALY}
        play.at("Diplomacy: Russian and Allied placement")
        play.world(is_purged=True)
        assert acting(play) == {BRITAIN, FRANCE}
        play.put("pacifist-elected")
        assert acting(play) == {BRITAIN, FRANCE}, "who has played an event still places counters"

    @pytest.mark.parametrize("card", ["prices-hold", "owners-and-ministers", "torpedo-drawings", "larger-army"])
    def test_it_does_not_depend_on_which_event_lies_unseen(self, card: str) -> None:
        play = Storm()
        play.deal(card)
        asked = {}
        for phase in (each.name for each in play.data.phases.order):
            play.at(phase)
            asked[phase] = GERMANY in acting(play)
        assert [phase for phase, is_asked in asked.items() if is_asked] == [
            "Economy", "Research", "Diplomacy: Axis placement", "Diplomacy: Axis second placement", "Crises",
        ]  # fmt: skip

    def test_a_phase_without_a_possible_unseen_card_waits_for_nobody(self) -> None:
        play = Storm()
        play.deal("larger-army")
        play.at("Economy")
        assert acting(play) == {GERMANY}
        play.set(seen=frozenset({"owners-and-ministers", "prices-hold", "larger-army"}))
        assert acting(play) == set()

    def test_of_several_unseen_events_each_may_be_a_public_one(self) -> None:
        play = Storm()
        play.at("Construction")
        play.deal("tariffs-in-parliament")
        assert acting(play) == set()
        play.deal("tariffs-in-parliament", "pacifist-elected")
        assert acting(play) == {BRITAIN}

    def test_by_the_ruling_on_it_each_national_event_may_lie_unseen(self) -> None:
        for answer, found in (("as_the_starter_deck", set()), ("every_national_event", {BRITAIN})):
            play = Storm(grey_cards=answer)
            play.at("Construction")
            play.deal("tariffs-in-parliament")
            assert acting(play) == found

    def test_public_diplomacy_is_unseen_only_while_without_effect(self) -> None:
        play = Storm()
        play.at("Diplomacy: random events")
        play.deal("tariffs-in-parliament")
        assert acting(play) == set()
        play.deal("comrades-in-greece")
        assert acting(play) == set()

    def test_jumping_ahead_asks_all_who_could_act_on_the_way(self) -> None:
        play = Storm()
        assert acting(play, "research") == set()
        assert acting(play, "construction") == {*POWERS}


class TestLost:
    @pytest.mark.parametrize(
        ("command", "card", "is_lost"),
        [
            (NextPhase(), "prices-hold", False),
            (NextPhase(to="Research"), "prices-hold", True),
            (NextPhase(to="Crises"), "larger-army", False),
            (NextTurn(), "larger-army", False),
        ],
    )
    def test_a_power_is_told_by_name_what_of_its_own_is_not_played(
        self, command: GameCommand[Any, Any], card: str, *, is_lost: bool
    ) -> None:
        play = Storm()
        play.deal(card)
        said = [f"Germany has not played **{play.data.title(card)}**."] if is_lost else []
        assert lost(play, GERMANY, command) == said
        assert lost(play, ITALY, command) == []

    def test_with_the_turn_all_that_is_held_goes(self) -> None:
        play = Storm()
        play.deal("larger-army")
        play.at("Crises")
        assert lost(play, GERMANY, NextTurn()) == ["Germany has not played **A larger army is approved**."]

    def test_another_command_passes_over_nothing(self) -> None:
        play = Storm()
        play.deal("ship-made-ready", shown=True)
        play.at("Construction")
        assert lost(play, FRANCE, play.game.read_command({"type": "draw"})) == []

    def test_other_commands_do_not_name_the_waiting_general_event(self) -> None:
        play = Storm()
        play.set(general=numbered("general", 7))
        assert lost(play, FRANCE) == ["The general event, **Card 7**, has not taken effect yet."]
        assert lost(play, FRANCE, play.game.read_command({"type": "draw"})) == []


def test_what_each_power_must_do_in_each_phase() -> None:
    play = Storm()
    play.set(has_drawn=False)
    draw = play.game.due(play.state)
    assert {*draw} == {*POWERS}
    assert {str(each.what) for each in draw.values()} == {"Draw this turn's events: `/draw event`."}
    play.set(has_drawn=True)
    for phase in play.data.phases.order:
        play.at(phase.name)
        due = play.game.due(play.state)
        assert {*due} == {*(phase.places or POWERS)}
        assert {str(each.what) for each in due.values()} == {phase.about}
    play.put("dobruja")
    play.at("Diplomacy: Axis placement")
    assert {power: str(each.what) for power, each in play.game.due(play.state).items()} == dict.fromkeys(
        (GERMANY, ITALY), "Place a counter for the dispute, or waive it."
    )


class TestDuties:
    def test_the_powers_that_can_meet_a_duty_are_awaited(self) -> None:
        play = Storm()
        play.put("dobruja")
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
        assert "Check that your board shows the same." in public(play.do(1, by_default)), "it was entered this turn"
        play.do(1, "next_phase")

    def test_an_absent_powers_event_is_played_as_its_form_proposes(self) -> None:
        play = Storm(several_left="its_player_chooses")
        overdue = Held(card="second-bureau", is_shown=True, is_overdue=True)
        play.set(held={FRANCE: (overdue, Held(card="ship-made-ready", is_shown=False))})
        play.at("Crises")
        by_default = play.game.default(play.state, FRANCE)
        assert by_default is not None
        play.do(USERS[FRANCE], by_default)
        (played,) = play.state.played
        assert (played.card, played.choice.project, played.choice.second, played.choice.when) == (
            ("second-bureau", "Allied espionage", "Allied subversion", "before")
        )

    def test_an_impossible_dutys_refusal_says_how_to_lift_it(self) -> None:
        play = Storm()
        play.put("dobruja")
        play.at("Diplomacy: Axis placement")
        play.do(1, "place_counter", power="Germany", target="Bulgaria", value=1)
        play.at("Diplomacy: Russian and Allied placement")
        play.world(conquered={"Rumania": RUSSIA})
        assert play.game.awaited(play.state) == frozenset()
        play.refused("none of them can place a counter there. Lift the duty: `/enter`, then “Waive", 1, "next_phase")
        play.do(1, "enter_waiver")
        play.do(1, "next_phase")


class TestTheEndOfATurn:
    def test_what_expires_is_told_and_then_the_new_turn(self) -> None:
        play = Storm()
        for card in ("talk-of-empire", "pacifist-elected"):
            play.put(card)
        play.deal("tank-commission")
        play.at("Crises")
        told = play.do(1, "next_turn")
        lines = [(each.section, str(each)) for each in told if getattr(each, "seat", None) is None]
        assert ("As the turn ended", "Russia's support: **-3** from The tank commission reports") in lines
        titles = "Rome talks of empire, A pacifist takes the by-election, The tank commission reports"
        gone = f"No longer in effect: {titles}."
        assert lines.index((None, f"Turn 1 is over. {gone}")) < lines.index((None, "**Turn 2**"))
        assert "Until the turn ends" not in [section for section, _ in lines]


class TestFlexible:
    def test_it_chooses_before_the_counters_are_revealed(self) -> None:
        """L350."""
        play = Storm()
        play.at("Diplomacy: Axis placement")
        play.do(1, "place_counter", power="Germany", target="Greece", value=3)
        play.deal("balkan-overture")
        play.at("Diplomacy: random events")
        told = public(play.do(1, "next_phase"))
        assert any(isinstance(event, CountersShown) for event in play.log[-1].events)
        assert (
            "Discarded unplayed: **A Balkan overture** (Italy)." in told
            or "Discarded unplayed: **A Balkan overture** (Italy)." in told
        )
        play.set(held={ITALY: (Held(card="balkan-overture", is_shown=True, is_overdue=True),)})
        play.refused("before the counters were turned up", USERS[ITALY], "play", marker="balkan-overture",
                     target="Greece")  # fmt: skip

    def test_without_a_counter_it_waits(self) -> None:
        play = Storm()
        play.deal("balkan-overture")
        play.at("Diplomacy: random events")
        play.do(1, "next_phase")
        play.play("balkan-overture", target="Greece")
        assert play.diplomacy("Greece") == {ITALY: 1}


class TestSecrets:
    @pytest.mark.parametrize("type", ["assign", "reassign", "record"])
    def test_what_a_side_does_unseen_is_private_in_the_log(self, type: str) -> None:
        command = Storm().game.commands_by_type[type]
        assert command.is_private

    def test_a_hand_says_what_a_doubling_gave_and_the_ledger_why(self) -> None:
        play = Storm()
        play.research(axis_air_range=4)
        told = play.turn_up("better-aviation-fuel")
        assert "+3 from doubling" in secret(told, ITALY)
        hand = "\n".join(map(str, play.game.hand(play.state, ITALY)))
        sheet = "Axis air range: level 3, 7 steps, 3 from doubling this turn."
        assert sheet in hand
        ledger = "\n".join(str(each) for each in play.game.ledger(play.state) if getattr(each, "seat", 0) == ITALY)
        assert sheet in ledger
        others = [str(each) for each in play.game.hand(play.state, BRITAIN)]
        assert not [line for line in others if "doubling" in line]

    def test_a_hand_names_the_projects_that_its_event_counts(self) -> None:
        play = Storm()
        play.deal("larger-army")
        play.results("German armor")
        hand = "\n".join(map(str, play.game.hand(play.state, GERMANY)))
        named = "German armor, Axis rockets, Axis specialized units, German West Wall, Axis economic preparation"
        assert f"It counts results in {named}." in hand
        assert "Results now: 1, so it gives -2." in hand


def test_what_a_power_owes_has_a_new_key_each_phase_and_turn() -> None:
    play = Storm(several_left="its_player_chooses")
    play.put("dobruja")
    keys = []
    for turn in (1, 2):
        play.set(turn=turn)
        for phase in ("Diplomacy: Axis placement", "Crises"):
            play.deal("talk-of-empire", "bomber-prophets")
            play.at(phase)
            keys.append(play.game.due(play.state)[ITALY].key)
    assert len({*keys}) == 4


def test_in_the_last_phase_every_event_held_may_be_played() -> None:
    play = Storm()
    play.deal("reservists-called")
    play.at("Construction")
    play.do(1, "next_phase", to="Crises")
    play.put("prices-hold")
    play.deal("larger-army")
    assert acting(play) == {FRANCE, GERMANY}
    assert lost(play, FRANCE, NextTurn()) == ["France has not played **Reservists are called up**."]
    assert lost(play, GERMANY, NextTurn()) == ["Germany has not played **A larger army is approved**."]
