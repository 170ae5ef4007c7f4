"""Plans: followed the moment they can be, unknown to everybody else, and over with the turn."""

from dataclasses import replace
from typing import Any

import pytest

from rules.campaign.decider.audit import audit
from rules.campaign.decider.waiting import dues
from rules.campaign.questions.plans import DropPlan, GiveOrder, KeepOrders, MakePlan, tell_plan
from rules.campaign.questions.requests import Agree
from rules.campaign.seats.seating import HandOver, Join, Leave
from rules.campaign.state.plan import Plan
from rules.errors import NotNow, NotThere, NotYours
from rules.game import Due, Whose
from rules.games.marne_1918.phases import ALLIES, GERMANS, Phase
from rules.line import Line
from rules.notice import Public, Secret
from rules.order import Order
from rules.seat import Player, Seat
from tests.games import SEED, all_games, by_hand, founded
from tests.night_watch import NORTH, SOUTH, Draw, NightWatch, Wave
from tests.play import Play, public
from tests.rules.campaign.helpers import NOBODY, high_card, labels, night_watch, refused
from tests.rules.games.marne_1918.campaign import ANNA, BERT, campaign_with, state
from tests.rules.games.marne_1918.test_combat_orders import HITS, declared, german_attack
from tests.rules.games.marne_1918.test_reactions import ASSAULT, allied_attack, awaiting

PHASES = by_hand().phases()
PASS = MakePlan(stops=PHASES, orders=("pass",))
NO_PLAN = MakePlan(stops=PHASES)
OWN_MOVES = ("German movement", "German combat")


def attack(*plans: tuple[int, Any]) -> Play:
    """Some plans are made, then the Allies assault, with the dice rolled by nobody yet."""
    play = allied_attack()
    for user, plan in plans:
        play.do(user, plan)
    play.do(ANNA, "play", marker=ASSAULT[0], choice="hits")
    return play


def quiet(*plans: tuple[int, MakePlan]) -> Play:
    """Two players at the start of a turn, once the Allies have drawn and returned what they drew, with some plans."""
    play = campaign_with(turn=5, drawn=frozenset(), phase=Phase.EVENTS)
    play.all_agree = False
    for user, plan in plans:
        play.do(user, plan)
    play.do(ANNA, "draw")
    if state(play).pools[ALLIES].undecided:
        play.do(ANNA, "sort")
    return play


def stopped_at(play: Play) -> str:
    return state(play).now.phase


def test_who_planned_to_pass_is_not_asked() -> None:
    play = attack((BERT, PASS))
    assert awaiting(play) is None
    told = public(play.campaign.tell(play.log[-1]))
    assert "The Germans play no event." in told
    assert "The defender takes 2 more hit points." in told


def test_a_plan_can_be_dropped_and_holds_for_its_own_side_alone() -> None:
    assert awaiting(attack((BERT, PASS), (BERT, NO_PLAN))) == GERMANS
    assert awaiting(attack((ANNA, PASS))) == GERMANS
    play = allied_attack()
    refused(play, NotThere, "has no “flee”", BERT, MakePlan(orders=("flee",)))
    refused(play, NotThere, "has no “Tea”", BERT, MakePlan(stops=("Tea",)))
    refused(play, NotYours, "hold no seat", NOBODY, PASS)
    refused(high_card(), NotThere, "nothing to plan", 1, MakePlan())


def test_who_drops_a_plan_is_waited_for_again() -> None:
    play = allied_attack()
    refused(play, NotNow, "You have no plan.", BERT, DropPlan())
    play.do(BERT, PASS)
    assert all(len(each.key) <= 70 for each in play.campaign.offers(BERT))
    play.do(BERT, DropPlan())
    assert play.campaign.plans == {}
    play.do(BERT, GiveOrder(when="when_attacked", do="pass"))
    assert "Without a plan" not in labels(play, BERT), "orders on a condition are none"
    play.do(BERT, PASS)
    assert "Without a plan" in labels(play, BERT)
    play.do(BERT, DropPlan())
    assert [each.when for each in play.campaign.plans[GERMANS].orders] == ["when_attacked"]


def without_seq(play: Play, user: int) -> list[Any]:
    """All that a user can do, but for what counts the entries."""
    return [(each.label, each.command) for each in play.campaign.offers(user)]


def test_the_opponent_reads_and_can_do_the_same_with_and_without_a_plan() -> None:
    """But for what it does: the entry looks like any private action, and names nothing."""
    plain, planned = allied_attack(), allied_attack()
    told = planned.do(BERT, PASS)
    assert [notice for notice in told if isinstance(notice, Public)] == []
    assert {notice.seat for notice in told if isinstance(notice, Secret)} == {GERMANS}
    assert planned.log[-1].title == "Hidden move"
    for user in (ANNA, NOBODY):
        assert without_seq(plain, user) == without_seq(planned, user)
    assert [each.label for each in plain.campaign.open_offers()] == [
        each.label for each in planned.campaign.open_offers()
    ]
    assert [*plain.campaign.game.status(state(plain))] == [*planned.campaign.game.status(state(planned))]
    waited = attack()
    waited.do(BERT, "pass")
    assert state(waited).waiting == state(attack((BERT, PASS))).waiting
    assert "pass" not in repr(planned.log[-1].events)


def test_a_plan_ends_with_the_turn_and_with_the_player() -> None:
    play = allied_attack()
    play.do(BERT, PASS)
    play.do(BERT, HandOver(seat=GERMANS, player=Player(NOBODY)))
    assert not play.campaign.plans.get(GERMANS)
    play.do(ANNA, PASS)
    turn = state(play).turn
    while state(play).turn == turn:
        play.do(ANNA, "next_turn")
    assert play.campaign.plans == {}


def test_who_leaves_before_the_game_has_begun_knows_of_no_plan() -> None:
    """They may come to the other side: a plan that they know goes with them."""
    play = night_watch()
    play.all_agree = False
    north = Seat("North")
    play.do(NOBODY, Join(seat=north))
    play.do(1, Agree(to=play.campaign.number))
    assert set(play.campaign.roster[north]) == {1, NOBODY}
    play.do(1, MakePlan(stops=(), orders=("silence",), lasts=True))
    play.do(1, Leave(seat=north))
    assert north not in play.campaign.plans
    play.do(NOBODY, MakePlan(stops=(), orders=("silence",), lasts=True))
    play.do(NOBODY, "draw")
    assert play.campaign.has_begun
    assert north in play.campaign.plans


def test_what_is_kept_as_planned_stays_unseen() -> None:
    game = by_hand()
    play = Play(game, founded(game, ANNA, ALLIES))
    play.do(ANNA, MakePlan(stops=PHASES, orders=("keep",)))
    told = play.do(ANNA, "draw")
    assert not state(play).pools[ALLIES].undecided
    assert "planned" not in public(told)
    assert any(isinstance(each, Secret) and "As you planned" in str(each) for each in told)
    assert audit(play.campaign.refold(()), play.log, SEED).wrong == ()


def test_play_runs_to_the_first_phase_in_which_somebody_wants_to_be_waited_for() -> None:
    moves = MakePlan(stops=OWN_MOVES)
    play = quiet((ANNA, MakePlan(stops=("Allied movement",))), (BERT, moves))
    assert stopped_at(play) == "German movement"
    told = public(play.campaign.tell(play.log[-1]))
    assert "Nobody stops in: Events, Offensives Declaration, Supply," in told
    play.do(BERT, "next_phase", to="Allied movement")
    assert stopped_at(play) == "Allied movement"
    play.do(ANNA, "next_phase")
    assert (state(play).turn, stopped_at(play)) == (6, "Events")


def test_both_sides_must_have_planned_to_pass_what_both_play() -> None:
    """The Supply phase is played by both on the map, so that one plan alone does not end it."""
    alone = quiet((BERT, MakePlan(stops=OWN_MOVES)))
    assert stopped_at(alone) == "Events"
    both = quiet((BERT, MakePlan(stops=OWN_MOVES)), (ANNA, MakePlan(stops=(Phase.SUPPLY,))))
    assert stopped_at(both) == "Supply"


def test_play_runs_on_as_planned_once_the_end_of_a_phase_was_agreed_to() -> None:
    play = quiet((ANNA, MakePlan(stops=("Allied combat",))), (BERT, MakePlan(stops=OWN_MOVES)))
    for stopped in ("German combat", "Allied combat"):
        play.do(ANNA, "next_phase")
        play.do(BERT, Agree(to=play.campaign.number))
        assert stopped_at(play) == stopped


def test_a_phase_that_one_side_alone_plays_passes_by_its_plan() -> None:
    play = campaign_with(phase=Phase.GERMAN_MOVEMENT, sequence=1)
    play.all_agree = False
    play.do(BERT, MakePlan(stops=("Allied movement",)))
    play.do(BERT, "set_points", vp=31)
    assert ALLIES not in play.campaign.plans
    assert stopped_at(play) == "Allied movement"


def test_an_order_reads_as_it_was_given_and_for_how_long() -> None:
    play = allied_attack()
    for order in (
        GiveOrder(when="when_attacked", where="Fismes", do="pass", note="in doubt"),
        GiveOrder(when="when_attacked", do="pass", lasts=True),
    ):
        play.do(BERT, order)
    assert [str(each) for each in tell_plan(play.campaign, GERMANS)][:2] == [
        "Order 1: They attack (Fismes) → play nothing (in doubt).",
        "Order 2: They attack → play nothing, in every turn.",
    ]
    watch = night_watch()
    watch.do(BERT, GiveOrder(when="any", do="silence", note="*lit*"))
    assert [str(each) for each in tell_plan(watch.campaign, SOUTH)] == [
        "Order 1: Whoever calls → stay silent (\\*lit\\*).",
        "Without an order you are asked.",
    ]
    (listed,) = (each for each in watch.campaign.offers(BERT) if each.label == "My orders")
    assert [str(each.label) for each in listed.of("places")] == ["1. Whoever calls → stay silent (*lit*)"]


def test_what_is_to_be_done_on_the_board_is_told_of_each_phase_that_is_passed() -> None:
    play = quiet((ANNA, MakePlan(stops=("Allied movement",))), (BERT, MakePlan(stops=OWN_MOVES)))
    told = [str(each) for each in play.campaign.tell(play.log[-1])]
    assert "In Supply: Check the supply of your units." in told
    assert not any("Fight your combats" in each for each in told)


def test_who_has_planned_to_pass_is_not_asked_whether_a_phase_ends() -> None:
    """The Germans could act in their movement and combat."""
    asked = quiet()
    asked.do(ANNA, "next_turn")
    assert {seat for each in asked.campaign.requests for seat in each.needed} == {GERMANS}
    half = quiet((BERT, MakePlan(stops=("German combat",))))
    half.do(ANNA, "next_turn")
    assert half.campaign.requests
    play = quiet((BERT, MakePlan(stops=("Allied movement",))))
    play.do(ANNA, "next_turn")
    assert (state(play).turn, play.campaign.requests) == (6, ())


def test_a_plan_for_every_turn_stays_and_one_for_this_turn_goes() -> None:
    lasting = MakePlan(stops=OWN_MOVES, lasts=True)
    play = quiet((ANNA, MakePlan(stops=("Allied movement",))), (BERT, lasting))
    play.do(BERT, "next_phase", to="Allied movement")
    play.do(ANNA, "next_phase")
    assert {seat: plan.stops for seat, plan in play.campaign.plans.items()} == {GERMANS: frozenset(OWN_MOVES)}


@pytest.mark.parametrize(
    ("plan", "said"),
    [
        (MakePlan(stops=OWN_MOVES), "This holds until the turn ends."),
        (PASS, "This holds until the turn ends."),
        (MakePlan(stops=OWN_MOVES, lasts=True), "This holds in every turn."),
    ],
)
def test_a_plan_says_for_how_long_it_holds(plan: MakePlan, said: str) -> None:
    play = quiet((BERT, plan))
    assert [str(each) for each in tell_plan(play.campaign, GERMANS)][-1] == said


def test_a_plan_of_deeds_alone_says_too_for_how_long_it_holds() -> None:
    play = campaign_with("clemenceau-1", phase=Phase.EVENTS)
    play.do(ANNA, MakePlan(stops=PHASES, deeds=("Clemenceau",)))
    assert [str(each) for each in tell_plan(play.campaign, ALLIES)][-2:] == [
        "You play as soon as you can: Clemenceau.",
        "This holds until the turn ends.",
    ]


def test_a_marker_is_played_as_planned_in_its_phase() -> None:
    play = campaign_with("clemenceau-1", "air-unit-1", phase=Phase.EVENTS)
    assert {*play.game.plannable(state(play), ALLIES)} == {"Clemenceau", "Air unit"}
    play.do(ANNA, MakePlan(stops=PHASES, deeds=("Clemenceau", "Air unit", "Gouraud")))
    while stopped_at(play) != "Supply":
        play.do(ANNA, "next_phase")
    told = public(play.campaign.tell(play.log[-1]))
    assert "As planned:\nThe Allies play **Clemenceau**" in told
    assert play.campaign.plans[ALLIES].deeds == ("Air unit",)
    play.do(ANNA, "next_phase", to="Reinforcements Arrival")
    assert state(play).air_unit
    assert not any(plan.deeds for plan in play.campaign.plans.values())


def test_what_a_plan_did_is_not_done_again_after_an_undo() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    play.do(BERT, MakePlan(stops=("Patrol", "Rest"), deeds=("Wave",)))
    told = public(play.do(ANNA, "draw"))
    assert "As planned:\nSouth waves." in told
    assert told.count("waves") == 1
    play.do(ANNA, "undo")
    play.do(BERT, "agree", to=play.campaign.requests[0].number)
    assert "waves" not in public(play.do(ANNA, "draw"))
    assert audit(play.campaign.refold(()), play.log, SEED).wrong == ()


def test_who_plays_both_sides_plans_for_each_what_it_can_do() -> None:
    play = night_watch()
    play.do(BERT, Leave(seat=SOUTH))
    play.do(ANNA, Join(seat=SOUTH))
    play.campaign = replace(play.campaign, state=play.campaign.state.replace(tokens={SOUTH: 3}))
    play.do(ANNA, MakePlan(stops=("Patrol", "Rest"), deeds=("Wave",)))
    assert {seat: plan.deeds for seat, plan in play.campaign.plans.items()} == {SOUTH: ("Wave",)}


def proposed(play: Play, user: int) -> Any:
    """What the form of a plan is filled with."""
    (offer,) = (each for each in play.campaign.offers(user) if each.label == "My plan")
    return offer.command


def test_the_form_of_a_plan_shows_what_is_planned_as_far_as_it_can_be_done() -> None:
    play = campaign_with("clemenceau-1", phase=Phase.EVENTS, game=by_hand())
    assert proposed(play, ANNA) == MakePlan(stops=PHASES)
    plan = MakePlan(stops=OWN_MOVES, deeds=("Clemenceau",), orders=("pass",), asks_again=True, lasts=True)
    play.do(ANNA, plan)
    assert proposed(play, ANNA) == plan
    gone = play.campaign.plans[ALLIES].replace(deeds=("Gouraud", "Clemenceau"))
    play.campaign = replace(play.campaign, plans={ALLIES: gone})
    assert proposed(play, ANNA) == plan


def test_the_orders_of_a_second_side_are_listed_where_the_first_has_none() -> None:
    play = night_watch()
    play.do(BERT, Leave(seat=SOUTH))
    play.do(ANNA, Join(seat=SOUTH))
    order = Order(do="silence", when="any")
    play.campaign = replace(play.campaign, plans={SOUTH: Plan(orders=(order,))})
    (offer,) = (each for each in play.campaign.offers(ANNA) if each.label == "My orders")
    assert [str(each.label) for each in offer.of("places")] == ["1. Whoever calls → stay silent"]
    play.do(ANNA, KeepOrders(places=()))
    assert play.campaign.plans == {}


def test_nothing_follows_a_private_command_which_all_would_see() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    play.do(BERT, MakePlan(stops=("Patrol", "Rest"), deeds=("Wave",)))
    assert public(play.do(ANNA, "note")) == ""
    assert play.log[-1].is_unseen
    assert [plan.deeds for plan in play.campaign.plans.values()] == [("Wave",)]


def test_a_plan_rests_once_the_other_side_plays_an_event() -> None:
    careful = PASS.replace(asks_again=True)
    assert awaiting(attack((BERT, careful))) == GERMANS
    play = attack((BERT, careful))
    assert play.campaign.plans[GERMANS].woken
    said = [str(each) for each in tell_plan(play.campaign, GERMANS)]
    woken = "Another side has played an event, so play waits for you everywhere this turn."
    assert woken in said
    assert woken not in [str(each) for each in tell_plan(attack((BERT, PASS)).campaign, GERMANS)]


def test_a_plan_goes_on_when_its_own_side_plays_an_event() -> None:
    play = campaign_with("clemenceau-1", phase=Phase.SUPPLY)
    for user in (ANNA, BERT):
        play.do(user, MakePlan(stops=PHASES[-2::-1], asks_again=True))
    stops = f"Play waits for you in: {', '.join(PHASES[:-1])}."
    assert stops in [str(each) for each in tell_plan(play.campaign, GERMANS)], "in the order of the turn"
    play.do(ANNA, "play", marker="clemenceau-1")
    assert {seat for seat, plan in play.campaign.plans.items() if plan.woken} == {GERMANS}


def test_an_event_that_is_played_as_planned_wakes_the_plan_of_the_other_side() -> None:
    play = campaign_with("clemenceau-1", phase=Phase.EVENTS)
    play.do(ANNA, MakePlan(stops=PHASES, deeds=("Clemenceau",), asks_again=True))
    play.do(BERT, MakePlan(stops=PHASES[:-1], asks_again=True))
    while stopped_at(play) != "Supply":
        play.do(ANNA, "next_phase")
    assert {seat: plan.woken for seat, plan in play.campaign.plans.items()} == {ALLIES: False, GERMANS: True}


def test_a_plan_that_rests_plays_no_marker() -> None:
    play = campaign_with("clemenceau-1", phase=Phase.EVENTS)
    play.do(ANNA, MakePlan(stops=PHASES, deeds=("Clemenceau",), asks_again=True))
    resting: dict[Seat, Plan] = {ALLIES: play.campaign.plans[ALLIES].replace(woken=True)}
    play.campaign = replace(play.campaign, plans=resting)
    while stopped_at(play) != "Supply":
        play.do(ANNA, "next_phase")
    assert play.campaign.plans[ALLIES].deeds == ("Clemenceau",)


def test_no_phase_is_passed_while_somebody_is_asked() -> None:
    play = quiet((ANNA, MakePlan(stops=("Allied movement",))))
    play.do(ANNA, "next_turn")
    assert play.campaign.requests
    play.do(BERT, MakePlan(stops=()))
    play.do(BERT, "set_points", vp=31)
    assert stopped_at(play) == "Events"
    play.do(BERT, "set_points", vp=32, reason="Miscounted")
    assert stopped_at(play) == "Allied movement"


def storm_of_five(*stopping: int) -> Play:
    """Five powers have planned every turn: those of some users stop in Research, the others nowhere. They draw."""
    game = all_games()["gathering-storm"]
    play = Play(game, founded(game, 1, game.seats[0]))
    play.all_agree = False
    for user, seat in enumerate(game.seats[1:], start=2):
        play.do(user, "join", seat=seat)
    for user in range(1, 6):
        play.do(user, MakePlan(stops=("Research",) if user in stopping else (), lasts=True))
    play.do(1, "draw")
    return play


def test_only_who_stops_in_a_phase_is_waited_for() -> None:
    play = storm_of_five(4)
    assert str(play.game.phase(play.campaign.state)) == "Research"
    assert {*dues(play.campaign)} == {play.game.seats[3]}
    play.wait(days=40)
    play.do(4, "roll_dice", number=1, sides=6, reason="Tea")
    assert not any(play.campaign.is_silent(seat) for seat in play.game.seats[:3])


def test_who_plans_during_a_phase_is_waited_for_as_before() -> None:
    """Nobody reads from what the table waits for that somebody has made a plan."""
    play = storm_of_five(4, 5)
    before = dues(play.campaign)
    play.do(5, MakePlan(stops=()))
    assert dues(play.campaign) == before
    play.do(4, "next_phase")
    assert str(play.game.phase(play.campaign.state)) != "Research"


def test_a_turn_in_which_nobody_stops_plays_itself_to_the_next_draw_or_debt() -> None:
    play = storm_of_five()
    state_ = play.campaign.state
    assert state_.turn == 2 or play.game.awaited(state_)
    assert audit(play.campaign.refold(()), play.log, SEED).wrong == ()


def test_twenty_orders_can_stand_and_one_of_them_be_given_again() -> None:
    play = campaign_with(phase=Phase.EVENTS)
    orders = [GiveOrder(when="when_attacked", where=str(1201 + number), do="pass") for number in range(21)]
    play.do(BERT, PASS)  # what is answered always does not count
    for order in orders[:20]:
        play.do(BERT, order)
    refused(play, NotNow, "You have given 20 orders, and no more can stand", BERT, orders[20])
    play.do(BERT, orders[0])
    assert [each.where for each in given(play)] == [*(each.where for each in orders[1:20]), orders[0].where]
    play.do(BERT, KeepOrders(places=tuple(map(str, range(2, 21)))))
    play.do(BERT, orders[20])
    assert [each.where for each in given(play)][-2:] == [orders[0].where, orders[20].where]
    assert len(given(play)) == 20


def given(play: Play) -> list[Order]:
    """The orders of the Germans on a condition, in the order in which they count."""
    *orders, always = play.campaign.plans[GERMANS].orders
    assert always == Order(do="pass")
    return orders


WAVE = MakePlan(stops=("Patrol", "Rest"), deeds=("Wave",))


def test_a_deed_that_was_not_done_in_its_turn_is_not_done_in_the_next_also_by_a_plan_that_lasts() -> None:
    play = night_watch()
    play.all_agree = True
    play.do(BERT, "draw")
    play.do(BERT, WAVE.replace(lasts=True, orders=("silence",)))
    assert "waves" not in public(play.do(ANNA, "next_turn"))
    assert play.campaign.state.turn == 2
    assert (play.campaign.plans[SOUTH].deeds, play.campaign.plans[SOUTH].lasts) == ((), True)


def test_what_a_side_was_asked_it_answers_before_it_does_what_it_had_planned_and_nobody_learns_of_an_order() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    play.do(BERT, WAVE.replace(orders=("silence",)))
    told = public(play.do(ANNA, "call"))
    assert told.splitlines() == [
        "South must answer the call.", "The answer is: silence", "As planned:", "South waves."
    ]  # fmt: skip


def test_deeds_are_done_in_the_order_of_the_sides_and_not_of_the_plans() -> None:
    play = night_watch()
    for user in (BERT, ANNA):
        play.do(user, "draw")
    for user in (BERT, ANNA):
        play.do(user, WAVE)
    told = public(play.do(ANNA, "enter_score", score=1))
    assert told.index("North waves") < told.index("South waves")


def test_a_phase_passes_without_a_side_that_nobody_holds() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    play.do(BERT, Leave(seat=SOUTH))
    play.do(ANNA, MakePlan(lasts=True, stops=("Rest",)))
    play.do(ANNA, "enter_score", score=1)
    assert play.campaign.state.phase == 1


def test_the_buttons_of_a_plan_stay_good_while_others_act_and_one_alone_can_give_orders() -> None:
    play = night_watch()
    before = {each.label: each.key for each in play.campaign.offers(BERT) if each.secret}
    play.do(ANNA, "wave")
    after = {each.label: each.key for each in play.campaign.offers(BERT)}
    assert [(before[label], after[label]) for label in ("My plan", "Give an order")] == [
        (before[label], before[label]) for label in ("My plan", "Give an order")
    ]
    game = all_games()["night-watch"]
    assert {"My plan", "Give an order"} <= labels(Play(game, founded(game, 1, NORTH)), 1)


def test_who_plays_both_sides_drops_the_plan_of_either_and_strikes_of_each_only_what_they_struck() -> None:
    play = night_watch()
    play.do(BERT, Leave(seat=SOUTH))
    play.do(ANNA, Join(seat=SOUTH))
    one, two, three = (Order(do="silence", when="any", note=note) for note in ("1", "2", "3"))
    plans: dict[Seat, Plan] = {NORTH: Plan(orders=(one, two)), SOUTH: Plan(stops=frozenset(), orders=(one, three))}
    play.campaign = replace(play.campaign, plans=plans)
    assert "Without a plan" in labels(play, ANNA)
    left = play.copy()
    play.do(ANNA, KeepOrders(places=("1",)))
    assert {seat: plan.orders for seat, plan in play.campaign.plans.items()} == {NORTH: (one,), SOUTH: (one, three)}
    left.do(ANNA, KeepOrders(places=("2",)))
    assert {seat: plan.orders for seat, plan in left.campaign.plans.items()} == {NORTH: (two,), SOUTH: (three,)}


def test_who_plays_both_sides_plans_and_orders_for_either_in_one_form() -> None:
    play = night_watch()
    play.do(BERT, Leave(seat=SOUTH))
    play.do(ANNA, Join(seat=SOUTH))
    play.campaign = replace(play.campaign, state=play.campaign.state.replace(tokens={SOUTH: 3}))
    offered = [each for each in play.campaign.offers(ANNA) if each.label in ("My plan", "Give an order")]
    assert [each.label for each in offered] == ["My plan", "Give an order"]
    assert [each.value for each in offered[0].of("deeds")] == ["Wave"], "the South could"
    told = play.do(ANNA, GiveOrder(when="any", do="silence", where=" 1203 ", note=" lit "))
    assert {str(each) for each in told} == {"Your plan is set. You can change it until it acts."}
    order = Order(when="any", do="silence", where="1203", note="lit")
    assert {seat: plan.orders for seat, plan in play.campaign.plans.items()} == {NORTH: (order,), SOUTH: (order,)}
    plans: dict[Seat, Plan] = {SOUTH: Plan(stops=frozenset({"Rest"}))}
    play.campaign = replace(play.campaign, plans=plans)
    assert proposed(play, ANNA).stops == ("Rest",)


def test_an_event_that_is_played_by_an_order_wakes_the_plan_of_the_other_side() -> None:
    play = german_attack(GiveOrder(when="when_attacked", do=HITS))
    play.do(BERT, MakePlan(stops=PHASES[:-1], asks_again=True))
    assert "Heroic Defense" in declared(play)
    assert play.campaign.plans[GERMANS].woken


def test_no_phase_passes_in_which_a_side_could_act_that_has_not_planned_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play waits for the North alone, and the South could act."""
    monkeypatch.setattr(NightWatch, "due", lambda *_: {NORTH: Due(Line("Watch."), "watch", Whose.ANY)})
    play = night_watch()
    play.do(ANNA, MakePlan())
    play.do(BERT, "draw")
    assert (play.campaign.state.turn, play.campaign.state.phase) == (1, 0)
    play.do(BERT, MakePlan(stops=("Rest",), lasts=True))
    play.do(ANNA, "enter_score", score=1)
    assert (play.campaign.state.turn, play.campaign.state.phase) == (2, 0), "in the Rest nobody can act"


def test_no_phase_passes_while_a_side_must_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    play = night_watch()
    for user in (ANNA, BERT):
        play.do(user, MakePlan(stops=("Rest",), lasts=True))
    monkeypatch.setattr(NightWatch, "due", lambda *_: {NORTH: Due(Line("Watch."), "watch", Whose.MUST)})
    play.do(BERT, "wave")
    assert play.campaign.state.phase == 0


def test_where_nobody_holds_the_side_that_plays_a_phase_it_passes_by_the_plan_of_the_other() -> None:
    play = campaign_with(phase=Phase.GERMAN_MOVEMENT, sequence=1)
    play.do(BERT, Leave(seat=GERMANS))
    play.do(ANNA, MakePlan(stops=("Allied movement",)))
    play.do(ANNA, "set_points", vp=31)
    assert stopped_at(play) == "Allied movement"


def test_nothing_is_planned_where_play_waits_for_nobody_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    play = night_watch()
    monkeypatch.setattr(NightWatch, "due", lambda *_: {})
    assert not labels(play, ANNA) & {"My plan", "Give an order"}
    refused(play, NotThere, "nothing to plan in Night Watch now", ANNA, MakePlan(stops=("Rest",)))


def test_what_cannot_be_done_as_one_side_planned_keeps_back_nothing_that_another_planned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(NightWatch, "plannable", lambda *asked: {"Wave": Draw() if NORTH in asked else Wave()})
    play = night_watch()
    for user in (ANNA, BERT):
        play.do(user, "draw")
        play.do(user, WAVE)
    assert "South waves." in public(play.do(ANNA, "enter_score", score=1))
    assert {seat: plan.deeds for seat, plan in play.campaign.plans.items()} == {NORTH: ("Wave",), SOUTH: ()}
