"""Rulings with real choices: each answer leads elsewhere."""

from pathlib import Path
from typing import Any

import pytest

from rules.games.gathering_storm import GatheringStorm
from rules.games.gathering_storm.effects.base import Account
from rules.games.gathering_storm.effects.support import SupportByResults
from rules.games.gathering_storm.playing import is_secret
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, RUSSIA
from rules.games.gathering_storm.state import Progress
from tests.games import read_game
from tests.play import public, secret
from tests.rules.games.gathering_storm.harness import USERS, Storm, storm

MIXED = """
[[cards]]
id = "mixed"
title = "Mixed blessing"
pile = "Germany"
source = "Our group"
features = [
    { kind = "research advance", project = "Axis torpedoes" },
    { kind = "income", power = "Germany", amount = 1 },
    { kind = "civil war diplomacy", power = "Germany", target = "Spain", amount = 1 },
]
"""
EACH = "each_part_in_its_own_phase"


def mixed(folder: Path, answer: str = "", *, features: str = "") -> Storm:
    """A campaign in which Germany holds an event of three types, or with these features."""
    card = f"{MIXED.partition('features')[0]}features = [{features}]\n" if features else MIXED
    (folder / "gathering_storm_own_cards.toml").write_text(card, encoding="utf-8")
    game = read_game(GatheringStorm, folder)
    return Storm.of(game.with_ruling("mixed_events", answer) if answer else game).deal("mixed")


def test_every_ruling_has_real_choices() -> None:
    assert all(len(ruling.ids) > 1 for ruling in storm().data.rulings.by_name.values())


class TestMixedEvents:
    """L134: an event may have features of several types."""

    def test_as_a_whole_in_the_phase_of_its_first_part(self, tmp_path: Path) -> None:
        play = mixed(tmp_path)
        play.refused("only in the phase “Economy”", 1, "play", marker="mixed", when="before")
        play.at("Economy")
        play.do(1, "play", marker="mixed", when="before")
        assert (play.progress("Axis torpedoes").now, play.diplomacy("Spain")) == (2, {GERMANY: 1})
        assert play.state.civil_war("Spain").counters == 1

    def test_each_part_in_its_own_phase(self, tmp_path: Path) -> None:
        play = mixed(tmp_path, EACH)
        play.at("Economy")
        play.do(1, "play", marker="mixed", when="before")
        assert (play.progress("Axis torpedoes").now, play.diplomacy("Spain")) == (0, {})
        play.do(1, "next_phase")
        assert play.progress("Axis torpedoes").now == 2
        play.do(1, "next_phase", to="Diplomacy: subversion")
        assert (play.diplomacy("Spain"), play.state.civil_war("Spain").counters) == ({GERMANY: 1}, 1)
        assert play.progress("Axis torpedoes").now == 2

    def test_a_part_after_the_points_waits_for_them(self, tmp_path: Path) -> None:
        play = mixed(tmp_path, EACH)
        play.at("Economy")
        play.do(1, "play", marker="mixed", when="after")
        play.do(1, "next_phase")
        assert play.progress("Axis torpedoes").now == 0
        play.do(1, "next_phase")
        assert (play.progress("Axis torpedoes").now, play.state.civil_war("Spain").counters) == (2, 0)
        play.do(1, "next_phase", to="Crises")
        assert play.state.civil_war("Spain").counters == 1

    def test_two_parts_of_one_phase_run_together_without_the_third(self, tmp_path: Path) -> None:
        parts = (
            '{ kind = "income", power = "Germany", amount = 1 }',
            '{ kind = "factory conversion", power = "Germany", amount = -1 }',
            '{ kind = "diplomacy", power = "Germany", target = "Austria", amount = 1 }',
        )
        play = mixed(tmp_path, EACH, features=", ".join(parts))
        play.at("Economy")
        play.do(1, "play", marker="mixed")
        assert (play.given(Account.INCOME, GERMANY), play.given(Account.CONVERSION, GERMANY)) == (1, -1)
        assert play.diplomacy("Austria") == {}
        play.do(1, "next_phase", to="Diplomacy: random events")
        assert play.diplomacy("Austria") == {GERMANY: 1}

    def test_a_waiting_part_keeps_its_choice(self) -> None:
        parts = (
            {"kind": "income", "power": "Italy", "amount": 1},
            {"kind": "flexible diplomacy", "power": "Italy", "targets": ["Turkey", "Greece"], "amount": 2},
        )
        play = Storm.printing("balkan-overture", *parts, mixed_events=EACH).deal("balkan-overture")
        play.at("Economy")
        play.play("balkan-overture", target="Greece")
        assert (play.given(Account.INCOME, ITALY), play.diplomacy("Greece")) == (1, {})
        play.do(1, "next_phase", to="Diplomacy: chosen countries")
        assert (play.diplomacy("Greece"), play.state.civil_war("Greece").counters) == ({ITALY: 2}, 1)

    def test_diplomacy_without_effect_runs_at_once_under_any_ruling(self) -> None:
        play = Storm(mixed_events=EACH).world(conquered={"Hungary": GERMANY}).deal("envoy-to-budapest")
        play.play("envoy-to-budapest")
        assert play.support(BRITAIN) == 1


def test_jets_and_radar_are_not_on_the_printed_lists() -> None:
    """L184, L192: exactly what is named."""
    (army,) = storm().data.card("larger-army").features
    (air,) = storm().data.card("bomber-prophets").features
    assert isinstance(army, SupportByResults)
    assert isinstance(air, SupportByResults)
    named = {each.name for each in army.among(storm().data)}
    assert named == {"armor", "rockets", "specialized units", "West Wall", "economic preparation"}
    assert {each.name for each in air.among(storm().data)} == {"air range", "air transport"}
    counted = storm(jets_radar_results="count_in_their_category").data
    assert {each.name for each in air.among(counted)} == {"air range", "air transport", "jets", "radar"}


@pytest.mark.parametrize(("answer", "support"), [("one_for_each_project", -2), ("every_result", 0)])
def test_results_count_once_for_each_project_or_every_one(answer: str, support: int) -> None:
    """L176."""
    play = Storm(results_count=answer).put("larger-army").set(research={"German armor": Progress(results=3)})
    assert play.support(GERMANY) == support


@pytest.mark.parametrize(("answer", "doubled"), [("doubled_as_well", 2), ("only_assigned_points", 0)])
def test_steps_that_an_event_gave_are_doubled_or_not(answer: str, doubled: int) -> None:
    play = Storm(doubled_gifts=answer).deal("torpedo-drawings").at("Research")
    play.play("torpedo-drawings", when="before")
    while play.state.turn == 1:
        play.do(1, "next_turn")
    play.set(research={"Axis air range": play.progress("Axis torpedoes")})
    play.turn_up("better-aviation-fuel")
    assert play.progress("Axis air range").doubled == doubled


@pytest.mark.parametrize(("answer", "is_told"), [("everybody", True), ("its_side_alone", False)])
def test_a_chosen_project_is_told_to_everybody_or_to_its_side(answer: str, is_told: bool) -> None:
    """L278: the result, the status, and what the ally reads."""
    play = Storm(research_secrecy=answer).deal("italian-agents").at("Research")
    told = play.play("italian-agents", project="Axis subversion", when="before")
    status = "\n".join(map(str, play.game.status(play.state)))
    assert ("Axis subversion" in public(told)) is is_told
    assert ("Axis subversion" in status) is is_told
    assert "Axis subversion: +2 steps." in secret(told, GERMANY)
    assert secret(told, RUSSIA) == ""


@pytest.mark.parametrize(
    ("answer", "count"), [("as_the_starter_deck", 20), ("as_the_aid_shows", 9), ("every_national_event", 28)]
)
def test_which_events_are_secret(answer: str, count: int) -> None:
    play = Storm(grey_cards=answer)
    national = [card.id for card in play.data.cards if card.power is not None]
    assert sum(is_secret(play.data, play.state, card) for card in national) == count
    play.set(has_drawn=False)
    play.do(1, "draw")


@pytest.mark.parametrize(("answer", "support"), [("until_the_turn_ends", 0), ("until_the_last_phase_begins", -1)])
def test_adverse_support_is_held_back_until(answer: str, support: int) -> None:
    play = Storm(held_back=answer).deal("pacifist-elected")
    play.do(1, "next_phase", to="Crises")
    assert play.support(BRITAIN) == support


def test_its_player_chooses_which_of_several_takes_effect() -> None:
    play = Storm(several_left="its_player_chooses").deal("talk-of-empire", "bomber-prophets").at("Crises")
    play.refused("Italy must choose one of its events", 1, "next_turn")
    assert play.game.awaited(play.state) == {ITALY}
    by_default = play.game.default(play.state, ITALY)
    assert by_default is not None
    play.do(USERS[ITALY], by_default)
    assert play.state.has_played(ITALY)
    assert play.game.awaited(play.state) == frozenset()
    play.do(1, "next_turn")


def test_the_last_of_several_takes_effect_by_default() -> None:
    play = Storm().deal("talk-of-empire", "bomber-prophets").at("Crises")
    told = public(play.do(1, "next_turn"))
    assert "Only event, so played: **The bomber's prophets want funds** (Italy)" in told


@pytest.mark.parametrize(("answer", "cost"), [("no", 0), ("yes", -1)])
def test_a_conversion_costs_less_than_nothing_or_not(answer: str, cost: int) -> None:
    from rules.games.gathering_storm.effects.base import Account

    play = Storm(conversion_floor=answer)
    play.do(1, "enter_power", power="Germany", conversion=1)
    play.put("owners-and-ministers")
    assert play.total(GERMANY, Account.CONVERSION) == cost


@pytest.mark.parametrize(("answer", "is_late"), [("end_of_the_research_phase", True), ("end_of_the_turn", False)])
def test_until_when_a_surplus_can_be_reassigned(answer: str, is_late: bool) -> None:
    play = Storm(surplus_until=answer).set(research={"Axis air range": Progress(before=4, surplus=2)})
    play.at("Crises")
    ask: dict[str, Any] = {"power": "Germany", "source": "Axis air range", "project": "Axis air transport", "points": 1}
    if is_late:
        play.refused("expired", 1, "reassign", **ask)
    else:
        play.do(1, "reassign", **ask)
        assert play.progress("Axis air transport").now == 1


def test_two_french_intelligence_projects_are_the_allies() -> None:
    """L174, L294: what is French includes what the Allies research jointly."""
    play = Storm().deal("second-bureau").at("Research")
    (offer,) = [each for each in play.campaign.offers(USERS[FRANCE]) if each.command.type == "play"]
    assert offer.chosen_from["project"] == ("Allied espionage", "Allied subversion", "Allied covert operations")
    play.play("second-bureau", project="Allied espionage", second="Allied subversion", when="before")
    assert (play.progress("Allied espionage").now, play.progress("Allied subversion").now) == (1, 1)
