"""Where a campaign stands: who holds which seat, and for whom each user acts."""

from dataclasses import replace
from datetime import timedelta

from rules.campaign.life.ending import End
from rules.campaign.questions.requests import Agree
from rules.campaign.questions.rulings import SetRuling
from rules.campaign.seats.away import BeAway, ComeBack
from rules.campaign.seats.seating import Join, Leave
from rules.campaign.state.calendar import Absence, Span
from rules.campaign.state.clock import DAY, Clock
from rules.campaign.state.dispute import Dispute
from rules.campaign.state.plan import Plan
from rules.campaign.state.state import Awaited, StandIn
from rules.campaign.state.terms import Patience
from rules.dice import Source
from rules.errors import NotNow, NotYours
from rules.seat import REFEREE, Player
from tests.games import SEED
from tests.high_card import BLUE, RED
from tests.night_watch import NORTH, SOUTH
from tests.rules.campaign.helpers import (
    ANNA,
    BERT,
    CARLA,
    NOBODY,
    high_card,
    night_watch,
    refused,
    two_players,
    with_neutral_referee,
)


def test_the_founder_holds_a_seat_and_is_the_referee() -> None:
    assert high_card().campaign.seats_of(ANNA) == (RED, REFEREE)


def test_a_player_of_two_seats_acts_for_the_first_that_can() -> None:
    play = high_card()
    play.do(ANNA, Join(seat=BLUE))
    play.do(ANNA, "take")
    play.do(ANNA, "take")
    assert set(play.campaign.state.held) == {RED, BLUE}
    refused(play, NotNow, "already", ANNA, {"type": "take"})


def test_nobody_acts_for_a_seat_that_is_not_theirs() -> None:
    play = two_players()
    refused(play, NotYours, "hold no seat", NOBODY, {"type": "take"})
    play.do(BERT, "take")
    assert set(play.campaign.state.held) == {BLUE}


def test_the_referee_acts_for_seats_that_nobody_holds_and_for_no_others() -> None:
    play = high_card()
    play.do(ANNA, "take")
    play.do(ANNA, "take")
    assert set(play.campaign.state.held) == {RED, BLUE}
    play = two_players()
    play.do(ANNA, "take")
    refused(play, NotNow, "already", ANNA, {"type": "take"})
    assert set(play.campaign.state.held) == {RED}


def test_a_player_who_is_not_the_referee_acts_for_no_empty_seat() -> None:
    play = two_players()
    play.do(ANNA, Leave(seat=RED))
    play.do(BERT, "take")
    refused(play, NotNow, "already", BERT, {"type": "take"})


def test_the_others_are_the_sides_that_others_hold_and_where_there_is_none_the_referee() -> None:
    play = with_neutral_referee()
    campaign = play.campaign
    assert campaign.others(ANNA) == {SOUTH}
    assert campaign.others(CARLA) == {NORTH, SOUTH}
    assert campaign.all_others(CARLA) == frozenset()
    play.do(BERT, Leave(seat=SOUTH))
    assert play.campaign.others(ANNA) == {REFEREE}
    alone = high_card()
    alone.do(ANNA, Join(seat=BLUE))
    assert alone.campaign.others(ANNA) == frozenset()


def test_who_shares_one_of_several_sides_is_alone_in_none() -> None:
    """Anna plays the North with Bert and the South alone."""
    play = night_watch()
    roster = {**play.campaign.roster, NORTH: (Player(ANNA), Player(BERT)), SOUTH: (Player(ANNA),)}
    assert replace(play.campaign, roster=roster).others(ANNA) == {NORTH}
    assert replace(play.campaign, roster={**roster, SOUTH: ()}).others(ANNA) == frozenset()


def test_every_entry_has_the_rulings_of_its_time_the_one_that_changed_them_the_new() -> None:
    play = night_watch()
    play.all_agree = True
    first = play.campaign.game.data.rulings["lanterns"].answer
    other = next(each for each in ("yes", "no") if each != first)
    changed = []
    for choice in (other, first):
        play.do(ANNA, SetRuling(name="lanterns", choice=choice))
        changed.append(play.campaign.seq)
    one, two = changed
    known = [play.campaign.game_of(seq).data.rulings["lanterns"].answer for seq in (one - 1, one, two - 1, two)]
    assert known == [first, other, other, first]


def test_who_stands_in_is_let_in_by_one_who_holds_the_seat_and_until_the_day() -> None:
    campaign, at = night_watch().campaign, night_watch().clock
    until = at + timedelta(days=3)
    let = replace(campaign, stand_ins=(StandIn(Player(CARLA), Player(BERT), frozenset({SOUTH}), at, until),))
    assert (let.is_let_in(CARLA, SOUTH), let.is_let_in(CARLA, NORTH), let.is_let_in(BERT, SOUTH)) == (
        True,
        False,
        False,
    )
    assert not let.when(until).is_let_in(CARLA, SOUTH)
    assert not replace(let, roster={**let.roster, SOUTH: ()}).is_let_in(CARLA, SOUTH)


def test_silence_counts_from_when_the_table_began_to_wait_and_not_while_one_is_away() -> None:
    play = night_watch()
    play.do(ANNA, "call")
    play.do(BERT, BeAway(until=play.clock + timedelta(days=10)))
    play.wait(days=20)
    assert not play.campaign.when(play.clock).is_silent(SOUTH), "it has waited for ten days alone"
    play.do(BERT, "answer")
    play.wait(days=10)
    assert not play.campaign.when(play.clock).is_silent(NORTH), "it has waited since the answer"
    play.wait(days=5)
    assert play.campaign.when(play.clock).is_silent(NORTH)


def test_of_several_absences_and_pauses_the_one_that_is_not_over_counts() -> None:
    play = night_watch()
    play.do(BERT, BeAway(until=play.clock + timedelta(days=2)))
    play.do(BERT, ComeBack())
    assert play.campaign.away_until(BERT) is None
    until = play.clock + timedelta(days=9)
    play.do(BERT, BeAway(until=until))
    assert play.campaign.away_until(BERT) == until
    at = play.clock
    over, next_, later = (Span(at + timedelta(days=d), at + timedelta(days=d + 1)) for d in (-3, 4, 8))
    assert replace(play.campaign, pauses=(over, next_, later)).pause == next_


def test_those_who_are_asked_have_time_until_the_last_of_them_can_answer() -> None:
    campaign = night_watch().campaign
    at = campaign.at
    assert at is not None
    days = [at + timedelta(days=number) for number in range(8)]
    away = replace(campaign, absences=(Absence(Player(BERT), days[2], Span(at, days[2])),))
    for bank in (14, 0):
        patient = replace(away, patience=Patience(answer=3, move=4, bank=bank))
        assert patient.answer_by((NORTH, SOUTH)) == patient.go_on_by((NORTH, SOUTH)) == days[5]
        assert patient.answer_by((NORTH,)) == patient.go_on_by((NORTH,)) == days[3]
    assert patient.asked_now(NORTH, at) == Awaited(at, days[4])
    assert patient.asked_now(SOUTH, at) == Awaited(at, days[6]), "who is away has their time from then on"


def test_a_clock_stands_while_play_waits_for_others_alone_or_rests() -> None:
    play = night_watch()
    at = play.clock
    later = at + timedelta(days=1)
    running = replace(play.campaign, at=at, clocks={SOUTH: Clock(since=at)})
    assert running.when(later).clock_of(SOUTH) == Clock(turn=DAY, since=later)
    for called, runs in ((NORTH, False), (SOUTH, True)):
        waiting = replace(running, state=running.state.replace(called=called))
        assert waiting.runs(SOUTH) is runs
        assert waiting.when(later).clock_of(SOUTH) == Clock(turn=runs * DAY, since=later)
    play.do(ANNA, End())
    play.do(BERT, Agree(to=play.campaign.seq))
    assert not replace(play.campaign, clocks={SOUTH: Clock(since=at)}).runs(SOUTH)


def test_what_a_turn_took_beyond_its_days_goes_off_the_bank_once_and_of_two_sides_one_can_be_in_time() -> None:
    campaign = replace(night_watch().campaign, patience=Patience(answer=3, bank=4))
    used = {days: Clock(turn=days * DAY) for days in (5, 7)}
    assert replace(campaign, clocks={SOUTH: used[5]}).time_left(SOUTH) == 2 * DAY
    spent = replace(campaign, clocks={NORTH: used[7]})
    assert spent.is_out_of_time(ANNA), "whose office has no clock"
    both = replace(spent, roster={**spent.roster, SOUTH: (Player(ANNA),)})
    assert not both.is_out_of_time(ANNA)
    assert not replace(spent, patience=Patience(answer=3, bank=0)).is_out_of_time(ANNA)


def test_who_is_done_with_the_turn_is_waited_for_in_no_phase_of_it_whatever_they_planned() -> None:
    planned = replace(night_watch().campaign, plans={SOUTH: Plan(stops=frozenset({"Rest"}))})
    assert [planned.passes(SOUTH, phase) for phase in ("Patrol", "Rest")] == [True, False]
    assert replace(planned, done=frozenset({SOUTH})).passes(SOUTH, "Rest")


def test_of_several_disputes_the_one_that_is_settled_goes() -> None:
    disputed = replace(night_watch().campaign, disputes=(Dispute("score"), Dispute("turn")))
    assert disputed.without_dispute("score").disputes == (Dispute("turn"),)


def test_all_words_of_the_players_are_in_the_dice() -> None:
    campaign = night_watch().campaign
    told = {
        words: replace(campaign, words=words).dice(None, Source(SEED, 0)).roll(9, 6).faces
        for words in ((), ("rain",), ("snow",), ("rain", "snow"))
    }
    assert len({*told.values()}) == 4


def test_each_seat_has_its_own_orders_and_each_fact_its_own_dispute() -> None:
    play = night_watch()
    seats = (NORTH, REFEREE, SOUTH)
    assert [bool(play.campaign.orderable(seat)) for seat in seats] == [True, False, True]
    disputed = replace(play.campaign, disputes=(Dispute("score", times=2),))
    assert (disputed.dispute("score").times, disputed.dispute("turn").times) == (2, 0)


def test_what_was_done_unseen_is_never_the_last_action() -> None:
    play = night_watch()
    play.do(ANNA, "wave")
    play.do(BERT, "note")
    last = play.campaign.last_action
    assert last is not None
    assert (last.number, last.player) == (play.campaign.number, ANNA)


def test_who_has_planned_to_pass_a_phase_is_not_silent_in_it_unless_they_must_answer() -> None:
    play = night_watch()
    late = replace(play.campaign, passing=frozenset({SOUTH})).when(play.clock + timedelta(days=20))
    assert (late.is_silent(NORTH), late.is_silent(SOUTH)) == (True, False)
    called = replace(late, state=late.state.replace(called=SOUTH))
    assert called.is_silent(SOUTH)


def test_a_seat_is_silent_once_all_its_players_are_and_the_referee_counted_from_the_founding() -> None:
    play = with_neutral_referee()
    shared = replace(play.campaign, roster={**play.campaign.roster, SOUTH: (Player(BERT), Player(CARLA))})
    later = play.clock + timedelta(days=15)
    late = replace(shared, seen={CARLA: later - timedelta(days=1)}).when(later)
    assert [late.is_silent(seat) for seat in (NORTH, SOUTH, REFEREE)] == [True, False, False]
    assert [shared.when(later).is_silent(seat) for seat in (SOUTH, REFEREE)] == [True, True]
