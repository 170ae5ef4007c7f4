"""A power plans its turn in one form: event, research, counters. Play goes on without it."""

from dataclasses import replace
from typing import Any

import pytest

from rules.campaign.decider.offering import instead
from rules.campaign.questions.done import lost_by
from rules.campaign.seats.seating import Join
from rules.dice import Source
from rules.errors import RuleError, Unsure
from rules.games.gathering_storm.plans import PlanTurn
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, POWERS, RUSSIA
from rules.games.gathering_storm.state import Aggression, Held, State
from rules.notice import Kind, Secret
from rules.seat import SideSeat
from tests.play import Play, public, secret
from tests.rules.games.gathering_storm.harness import USERS, Storm, storm


def plan(play: Storm, power: SideSeat, **fields: str) -> Any:
    return play.do(USERS[power], {"type": "plan_turn", "power": power, **fields})


def test_a_turn_that_all_have_planned_plays_itself() -> None:
    play = Storm().deal("larger-army").deal("balkan-overture")
    plan(play, GERMANY, event="larger-army", research="rockets 2, Axis jets 1", counters="Austria 2; Hungary: 1")
    assert play.support(GERMANY) == -3, "at any time is now"
    plan(play, ITALY, event="balkan-overture: Greece", counters="Bulgaria 1")
    plan(play, RUSSIA, research="armor 4", counters="none")
    plan(play, BRITAIN, counters="Belgium 0")
    assert play.state.phase == 0
    told = plan(play, FRANCE, counters="Rumania 3")
    said = public(told)
    assert (play.state.turn, play.progress("Axis rockets").before, play.progress("Russian armor").before) == (2, 2, 4)
    assert "As planned: **A Balkan overture** (Italy: Greece)." in said
    assert "Chosen" not in {str(each.section) for each in told}, "it is said already"
    placed = "Austria (Germany), Hungary (Germany), Bulgaria (Italy), Belgium (Britain), Rumania (France)"
    assert f"Counters placed as planned: {placed}." in said
    assert "Greece: Axis **+1** (A Balkan overture +1)" in said
    assert play.state.plans == {}, "a plan is for one turn"


def test_the_next_form_proposes_what_was_done_last() -> None:
    play = Storm()
    for power in POWERS:
        plan(play, power, counters="Austria 2, Spain 1" if power == GERMANY else "none", research="")
    play.set(has_drawn=True).at("Diplomacy: Axis placement")
    (offer,) = [each for each in play.campaign.offers(1) if each.command.type == "place_counter"]
    assert offer.command.model_dump(include={"target", "others"}) == {"target": "Austria", "others": "Spain 1"}
    (offer,) = [each for each in play.campaign.offers(1) if each.command.type == "plan_turn"]
    assert (offer.inputs, offer.command.model_dump()["counters"]) == (("counters",), "Austria 2, Spain 1")
    play.do(1, "place_counter", power="Germany", target="Austria", value=1, others="Spain 3")
    assert [(each.target, each.value) for each in play.state.counters] == [("Austria", 1), ("Spain", 3)]


def test_points_by_hand_are_one_form_and_are_proposed_again() -> None:
    play = Storm().at("Research")
    play.refused("there is no such project of your side", 1, "assign", power="Germany", project="Axis jets",
                 others="Allied jets 1")  # fmt: skip
    play.do(1, "assign", power="Germany", project="Axis jets", points=2, others="radar 1, torpedoes 1")
    assert [play.progress(f"Axis {each}").now for each in ("jets", "radar", "torpedoes")] == [2, 1, 1]
    play.set(turn=2)
    (offer,) = [each for each in play.campaign.offers(1) if each.command.type == "assign"]
    known = {"points": 2, "others": "Axis radar 1, Axis torpedoes 1"}
    assert offer.command.model_dump(include={*known}) == known


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"research": "Axis jets"}, "“Axis jets”: write a name and a number up to 20"),
        ({"research": "Allied radar 1"}, "“Allied radar”: there is no such project of your side"),
        ({"research": "Axis jet 2"}, "“Axis jet”: there is no such project of your side. Did you mean Axis jets?"),
        ({"research": "atomic research 1"}, "Atomic research is not permitted"),
        ({"research": "battleship design 13"}, "has room for only 12 more"),
        ({"counters": "Atlantis 1"}, "“Atlantis”: there is no such country."),
        ({"counters": "Rumenia 1"}, "“Rumenia”: there is no such country. Did you mean Rumania?"),
        ({"counters": "Austria 10"}, "“Austria 10”: write a name and a number up to 9"),
        ({"event": "balkan-overture"}, "You hold no event of that name that can be ordered"),
    ],
)
def test_a_plan_that_could_not_be_followed_is_refused(fields: dict[str, str], said: str) -> None:
    play = Storm()
    play.refused(said, 1, "plan_turn", power="Germany", **fields)
    play.refused("only the turn of your own power", USERS[ITALY], "plan_turn", power="Germany")


def test_without_counters_play_waits_where_they_are_placed() -> None:
    play = Storm()
    for power in POWERS[:4]:
        plan(play, power, counters="none")
    plan(play, RUSSIA)
    assert play.data.phase(play.state).name == "Diplomacy: Russian and Allied placement"
    assert {*play.campaign.game.due(play.state)} - {*play.campaign.game.ready(play.state)} == {RUSSIA}


def test_in_the_research_phase_points_can_still_be_planned() -> None:
    play = Storm().at("Research")
    plan(play, GERMANY, research="Axis jets 2", counters="none")
    play.do(1, "next_phase")
    assert play.progress("Axis jets").now == 2
    play.refused("only in the phase “Research”", 1, "plan_turn", power="Germany", research="Axis jets 2")


def test_an_event_that_fell_due_is_played_as_it_is_planned() -> None:
    play = Storm().deal("reservists-called").at("Construction")
    play.do(1, "next_phase", to="Crises")
    told = plan(play, FRANCE, event="reservists-called", unit="infantry")
    assert "France plays **Reservists are called up**." in public(told)


def test_who_is_asked_and_plans_has_agreed() -> None:
    play = Storm()
    play.all_agree = False
    play.deal("subscription-ship").at("Construction")
    play.do(1, "next_phase")
    assert [each.needed for each in play.campaign.requests] == [{FRANCE}]
    plan(play, FRANCE, event="subscription-ship", unit="Hood", counters="none")
    assert (play.data.phase(play.state).name, play.campaign.requests) == ("Diplomacy: Axis placement", ())


def test_what_cannot_be_done_any_more_its_power_alone_learns() -> None:
    play = Storm()
    plan(play, GERMANY, counters="Austria 2")
    play.world(conquered={"Austria": RUSSIA})
    play.do(1, "next_phase", to="Diplomacy: Axis placement")
    told = play.campaign.tell(play.log[-1])
    assert "Not done as you planned, Austria: Austria is conquered." in secret(told, GERMANY)
    assert {each.seat for each in told if isinstance(each, Secret)} == {GERMANY}
    assert play.state.counters == ()


def test_a_plan_tells_nobody_what_is_in_it() -> None:
    seen: list[Any] = []
    for fields in ({}, {"research": "Axis jets 2"}, {"research": "Axis radar 9", "unit": "a ship"}):
        play = Storm()
        told = plan(play, GERMANY, counters="Spain 1", **fields)
        game, others = play.game, [power for power in POWERS if power != GERMANY]
        hands = [str(each) for power in others for each in game.hand(play.state, power)]
        offers = [(each.key, each.name) for power in others for each in play.campaign.offers(USERS[power])]
        before = (public(told), [*map(str, game.status(play.state))], hands, offers)
        told = play.do(1, "next_phase", to="Construction")
        heard = {each.seat for each in told if isinstance(each, Secret) and each.kind is not Kind.UNSEEN}
        seen.append((*before, public(told), heard))
    assert all(each == seen[0] for each in seen)


def test_who_leaves_an_event_is_asked_by_its_name() -> None:
    play = Storm().deal("larger-army", "prices-hold")
    with pytest.raises(Unsure, match=r"Germany has not played \*\*Prices hold steady\*\*"):
        play.campaign.decide(1, PlanTurn(power=GERMANY, event="larger-army"), None, Source(b"", 0))


def test_who_is_done_is_offered_what_they_hold() -> None:
    play = Storm().deal("prices-hold").at("Economy")
    for to, labels in (("", ["Play it", "Order it"]), ("Crises", ["Play it", "Order it"])):
        lost = lost_by(play.campaign, 1, play.game.read_command({"type": "next_phase", "to": to}))
        assert [str(label) for label, _ in instead(play.campaign, 1, lost)] == labels
    play.at("Random events")
    lost = lost_by(play.campaign, 1, play.game.read_command({"type": "next_phase", "to": "Crises"}))
    assert [str(label) for label, _ in instead(play.campaign, 1, lost)] == ["Order it"]
    assert instead(play.campaign, USERS[ITALY], lost) == (), "nobody else has what is theirs"
    play.set(held={GERMANY: (Held(card="Germany#7", is_shown=False),)}).at("Crises")
    lost = lost_by(play.campaign, 1, play.game.read_command({"type": "next_turn"}))
    assert [str(label) for label, _ in instead(play.campaign, 1, lost)] == ["Enter card 7"]


def test_an_opponents_entry_plays_nobodys_event() -> None:
    """One that makes a diplomatic event support, which is played at any time, does not fire an order."""
    play = Storm().deal("envoy-to-budapest")
    plan(play, BRITAIN, event="envoy-to-budapest", counters="none")
    play.do(1, "enter_conquest", country="Hungary", by="Germany")
    play.do(1, "next_phase")
    assert play.support(BRITAIN) == 0
    play.world(aggressions=(Aggression(target="Austria", power=GERMANY, value=1, turn=0, conquered=0),))
    play.do(1, "next_phase", to="Diplomacy: random events")
    assert play.support(BRITAIN) == 1


def test_who_plays_two_powers_reads_the_refusal_of_the_right_one() -> None:
    play = Play(storm())
    for seat in (ITALY, FRANCE):
        play.do(1, Join(seat=seat))
    held = {FRANCE: (Held(card="second-bureau", is_shown=False),)}
    play.campaign = replace(play.campaign, state=State(has_drawn=True, phase=2, held=held))
    twice: dict[str, Any] = {"project": "Allied espionage", "second": "Allied espionage", "when": "before"}
    with pytest.raises(RuleError, match="choose a different project from the first"):
        play.do(1, "play", marker="second-bureau", **twice)
