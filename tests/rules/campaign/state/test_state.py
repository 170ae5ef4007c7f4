"""Where a campaign stands: who holds which seat, and for whom each user acts."""

from dataclasses import replace
from datetime import timedelta

from rules.campaign.questions.answering import AnswerQuestion
from rules.campaign.questions.questions import PutQuestion
from rules.campaign.questions.rulings import SetRuling
from rules.campaign.seats.seating import Join, Leave
from rules.campaign.state.state import StandIn
from rules.errors import NotNow, NotYours
from rules.games.gathering_storm.powers import GERMANY, ITALY
from rules.seat import REFEREE, Player
from tests.games import all_games, founded, marne
from tests.high_card import BLUE, RED
from tests.night_watch import NORTH, SOUTH
from tests.play import Play
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
from tests.rules.campaign.seats.test_kin import drawn, fork_of
from tests.rules.games.gathering_storm.harness import USERS, Storm
from tests.rules.games.marne_1918.campaign import campaign_with


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


def test_each_entry_that_all_know_of_has_the_next_number() -> None:
    campaign = replace(two_players().campaign, unseen=(1, 3, 4, 8), seq=10)
    seen = [seq for seq in range(1, 11) if not campaign.is_private_deed(seq)]
    assert seen == [2, 5, 6, 7, 9, 10]
    assert [campaign.number(seq) for seq in seen] == [1, 2, 3, 4, 5, 6]
    assert [campaign.seq_of(number) for number in range(1, 7)] == seen
    assert [campaign.number(seq) for seq in (3, 4, 8)] == [1, 1, 4], "the number of the entry before it"


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


def test_the_referee_acts_for_free_seats_that_nobody_else_ever_held_also_where_they_held_them() -> None:
    play = high_card()
    play.do(ANNA, Leave(seat=RED))
    assert play.campaign.acts_for(ANNA) == (REFEREE, RED, BLUE)
    game = all_games()["night-watch"]
    neutral = Play(game, founded(game, CARLA, REFEREE))
    neutral.do(BERT, Join(seat=SOUTH))
    assert neutral.campaign.acts_for(CARLA) == (REFEREE, NORTH)
    assert not neutral.campaign.is_alone(CARLA)
    neutral.do(BERT, Leave(seat=SOUTH))
    assert neutral.campaign.acts_for(CARLA) == (REFEREE, NORTH)
    left = two_players()
    left.do(BERT, Leave(seat=BLUE))
    assert not left.campaign.is_alone(ANNA), "somebody else has held a seat"


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


def test_who_has_answered_under_seal_hides_something_whatever_the_game() -> None:
    play = campaign_with(game=marne())
    play.all_agree = False
    seats = play.game.seats
    assert [play.campaign.hides(seat) for seat in seats] == [True, False]
    play.do(ANNA, PutQuestion(question="Truce?", options="Yes; No"))
    play.do(BERT, AnswerQuestion(to=play.campaign.number(play.campaign.seq), answer="No"))
    assert [play.campaign.hides(seat) for seat in seats] == [True, True]


def test_of_a_fork_only_those_who_play_the_original_give_its_secrets_as_long_as_they_are_hidden() -> None:
    original = drawn()
    assert not original.campaign.is_original_open
    fork = fork_of(original)
    fork.do(ANNA, Leave(seat=NORTH))
    assert fork.campaign.lives_in_original(NORTH)
    for givers, can in (((ANNA,), True), ((ANNA, CARLA), False), ((), False)):
        assert fork.campaign.may_give(map(Player, givers), NORTH) is can
    fork.do(CARLA, Join(seat=NORTH))
    assert [fork.campaign.lives_in_original(seat) for seat in (NORTH, SOUTH)] == [False, True]
    assert fork.campaign.closed_to(CARLA, NORTH) == fork.campaign.seq - 1
    assert fork.campaign.closed_to(ANNA, NORTH) == fork.campaign.closed_to(CARLA, SOUTH) == 0


def test_a_hand_is_in_danger_while_somebody_knows_it_who_has_gone_over() -> None:
    play = Storm()
    newcomer = max(USERS.values()) + 1
    play.set(has_drawn=False)
    play.do(USERS[GERMANY], "draw")
    play.do(newcomer, Join(seat=GERMANY))
    play.do(newcomer, Leave(seat=GERMANY))
    assert not play.campaign.is_endangered(GERMANY), "they play nothing else"
    play.do(newcomer, Join(seat=ITALY))
    assert play.campaign.is_endangered(GERMANY)
    play.do(USERS[GERMANY], "redeal")
    assert not play.campaign.is_endangered(GERMANY)


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


def test_what_was_done_unseen_is_never_the_last_action() -> None:
    play = night_watch()
    play.do(ANNA, "wave")
    play.do(BERT, "note")
    last = play.campaign.last_action
    assert last is not None
    assert (last.entry, last.player) == (play.campaign.seq - 1, ANNA)


