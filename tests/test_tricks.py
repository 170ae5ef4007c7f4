"""Tricks by which somebody would get what is not theirs; each was possible once."""

from datetime import timedelta

import pytest

from rules.campaign.life.administration import AdminDefault, AdminEnd, AdminSeat
from rules.campaign.life.ending import End
from rules.campaign.questions.plans import MakePlan
from rules.campaign.questions.requests import Agree, Decline
from rules.campaign.questions.rulings import SetRuling
from rules.campaign.seats.absence import DecideByDefault, SetPatience
from rules.campaign.seats.seating import HandOver, Join, Leave, TakeOver
from rules.campaign.seats.stand_ins import NameStandIn
from rules.campaign.time.corrections import Object, Withdraw
from rules.campaign.time.forking import Fork
from rules.campaign.time.redo import Redo
from rules.campaign.time.rewind import Rewind
from rules.campaign.time.undo import Undo
from rules.errors import NotNow, NotThere, NotYours
from rules.games.marne_1918.phases import ALLIES, GERMANS, Phase
from rules.games.marne_1918.points import SetPoints
from rules.seat import REFEREE, Player
from tests.games import all_games, founded, marne
from tests.night_watch import NORTH, SOUTH
from tests.play import ADMIN, Play, public
from tests.rules.campaign.helpers import (
    ANNA,
    BERT,
    CARLA,
    DORA,
    labels,
    night_watch,
    refused,
    reserved,
    with_neutral_referee,
)
from tests.rules.games.marne_1918.campaign import campaign_with
from tests.rules.test_conformance import seated


def drawn() -> Play:
    """Bert holds a secret token."""
    play = night_watch()
    play.do(BERT, "draw")
    return play


def test_an_administrator_frees_a_seat_and_takes_it() -> None:
    play = drawn()
    play.do(ADMIN, AdminSeat(seat=SOUTH))
    refused(play, NotYours, "You freed this seat as an administrator", ADMIN, Join(seat=SOUTH))
    play.do(DORA, Join(seat=SOUTH))


def test_an_administrator_becomes_the_referee_or_makes_a_stranger_one() -> None:
    play = drawn()
    refused(play, NotYours, "cannot give yourself", ADMIN, AdminSeat(seat=REFEREE, player=Player(ADMIN)))
    refused(play, NotYours, "Choose somebody who plays", ADMIN, AdminSeat(seat=REFEREE, player=Player(DORA)))
    play.do(ADMIN, AdminSeat(seat=REFEREE, player=Player(BERT)))


def test_an_administrator_who_plays_uses_the_office_against_the_other_side() -> None:
    play = drawn()
    play.do(ANNA, HandOver(seat=NORTH, player=Player(ADMIN)))
    play.do(ADMIN, "call")
    for command in (AdminDefault(seat=SOUTH), AdminSeat(seat=SOUTH, player=Player(DORA))):
        refused(play, NotYours, "You play in this campaign", ADMIN, command)


def test_an_administrator_who_has_played_uses_the_office_against_the_other_side() -> None:
    play = drawn()
    play.do(ANNA, HandOver(seat=NORTH, player=Player(ADMIN)))
    play.do(ADMIN, HandOver(seat=NORTH, player=Player(ANNA)))
    assert not play.campaign.seats_of(ADMIN)
    seats = (AdminDefault(seat=SOUTH), AdminSeat(seat=SOUTH, player=Player(DORA)), AdminSeat(seat=SOUTH))
    for command in (*seats, AdminEnd()):
        refused(play, NotYours, "You play in this campaign", ADMIN, command)


def test_a_stranger_waits_until_the_holder_of_a_seat_is_silent() -> None:
    play = drawn()
    play.wait(days=11)
    play.do(DORA, Join(seat=SOUTH))
    play.wait(days=3)
    refused(play, NotNow, "time to answer is over", DORA, Agree(to=play.campaign.seq))
    assert "Go on without them" not in labels(play, DORA)


def test_silence_ends_a_campaign_for_good() -> None:
    play = night_watch()
    told = public(play.do(ANNA, End(for_good=True)))
    assert "**for good**: nobody could reopen it" in told
    assert "Without an answer" not in told
    play.wait(days=20)
    refused(play, NotNow, "time to answer is over", ANNA, Agree(to=2))


def test_a_plain_next_phase_counts_as_consent_to_skip_ones_own_phase() -> None:
    play = campaign_with(phase=Phase.GERMAN_MOVEMENT, sequence=1)
    play.all_agree = False
    play.do(BERT, "next_phase", to="Allied combat, operational sequence 1")
    play.do(ANNA, "next_phase")
    assert play.campaign.state.now.phase is Phase.GERMAN_COMBAT


def test_the_wish_for_a_new_hand_deals_the_other_sides() -> None:
    play = drawn()
    play.do(ANNA, "draw")
    before = play.campaign.state.tokens
    play.do(ANNA, "redeal")
    play.do(BERT, "redeal")
    assert play.campaign.state.tokens == before


def test_a_request_outlives_what_it_was_about() -> None:
    play = drawn()
    play.do(ANNA, "draw")
    play.do(ANNA, "next_phase")
    play.do(BERT, Agree(to=play.campaign.seq))
    play.do(ANNA, "next_turn")
    play.do(ANNA, "next_turn")
    assert play.campaign.requests
    play.do(ANNA, Undo())
    assert play.campaign.requests == ()


def test_a_request_is_carried_out_for_somebody_who_has_left() -> None:
    play = drawn()
    play.do(ANNA, "draw")
    play.do(ANNA, "redeal")
    play.do(ANNA, HandOver(seat=NORTH, player=Player(DORA)))
    assert play.campaign.requests == ()
    play.do(DORA, "next_phase")
    to = play.campaign.seq
    play.do(DORA, Leave(seat=NORTH))
    play.wait(days=3)
    refused(play, NotNow, "no longer open", DORA, Agree(to=to))


def test_a_correction_is_withdrawn_much_later_or_by_a_former_player() -> None:
    play = night_watch()
    play.do(ANNA, "enter_score", score=5)
    to = play.campaign.seq
    play.do(BERT, "note")
    play.do(ANNA, Leave(seat=NORTH))
    play.do(ANNA, Leave(seat=REFEREE))
    refused(play, NotYours, "only as a player", ANNA, Withdraw(to=to))
    play.do(ANNA, Join(seat=NORTH))
    play.wait(days=3)
    refused(play, NotNow, "time to withdraw it is over", ANNA, Withdraw(to=to))


def test_a_player_who_only_waited_is_replaced_within_minutes() -> None:
    play = drawn()
    play.do(BERT, "call")
    play.wait(days=14)
    play.do(ANNA, "answer")
    refused(play, NotNow, "has not waited 14 days for South", DORA, TakeOver(seat=SOUTH))
    play.wait(days=14)
    play.do(ANNA, "note")
    play.do(DORA, TakeOver(seat=SOUTH))


def test_a_private_note_stops_the_clock_of_an_absent_side() -> None:
    play = night_watch()
    play.do(ANNA, "call")
    play.do(ANNA, DecideByDefault(seat=SOUTH))
    play.wait(days=2)
    play.do(ANNA, "note")
    play.do(ANNA, "enter_score", score=1)
    play.wait(days=1)
    assert "decided by default" in public(play.do(ANNA, Agree(to=3)))


def test_a_private_note_keeps_a_phase_from_ending() -> None:
    play = drawn()
    play.do(ANNA, "next_phase")
    play.wait(days=2, hours=23)
    play.do(BERT, "note")
    play.wait(hours=1)
    play.do(ANNA, Agree(to=play.campaign.requests[0].seq))
    assert play.campaign.state.phase == 1


def test_a_seat_is_pushed_on_the_neutral_referee() -> None:
    play = with_neutral_referee()
    refused(play, NotNow, "The referee plays no side", BERT, HandOver(seat=SOUTH, player=Player(CARLA)))
    assert play.campaign.is_neutral_referee(CARLA)


def test_strangers_fill_the_buttons_with_requests() -> None:
    play = night_watch()
    for user in range(20, 26):
        play.do(user, Join(seat=SOUTH))
    offered = [offer.label for offer in play.campaign.open_offers()]
    assert len([label for label in offered if label.startswith(("Agree", "Decline"))]) <= 6
    assert "Draw a token" in offered[:10]
    late = play.campaign.when(play.clock.replace(year=play.clock.year + 1))
    assert not [each for each in late.open_offers() if each.label.startswith("Agree")]


def test_two_open_requests_are_told_apart() -> None:
    play = drawn()
    play.do(DORA, Join(seat=NORTH))
    play.do(BERT, End())
    assert {"Agree: take the North seat", "Agree: end the campaign"} <= labels(play, ANNA)


def test_a_side_that_joins_after_a_request_is_not_asked() -> None:
    game = all_games()["gathering-storm"]
    play = Play(game, founded(game, ANNA, game.seats[0]))
    play.all_agree = False
    play.do(BERT, Join(seat=game.seats[1]))
    play.do(ANNA, End())
    play.do(CARLA, Join(seat=game.seats[2]))
    play.do(BERT, Agree(to=2))
    assert not play.campaign.is_ended
    play.do(CARLA, Leave(seat=game.seats[2]))
    assert play.campaign.requests == (), "nobody is left who must answer"


def test_who_shares_the_other_side_is_alone_by_it() -> None:
    play = night_watch()
    play.do(ANNA, Join(seat=SOUTH))
    play.do(BERT, Agree(to=play.campaign.seq))
    play.do(BERT, "draw")
    play.do(ANNA, Undo())
    assert play.campaign.requests
    play.do(ANNA, SetPatience(answer=1, silence=1))
    assert play.campaign.patience.answer == 3


@pytest.mark.parametrize("give", [True, False])
def test_who_is_given_the_office_is_named_with_the_giver(give: bool) -> None:
    play = night_watch()
    if give:
        told = public(play.do(ANNA, HandOver(seat=REFEREE, player=Player(DORA))))
        assert "<@1> wants to give <@4> the Referee seat." in told
    else:
        play.do(ANNA, Leave(seat=REFEREE))
        assert "<@4> asks for the Referee seat." in public(play.do(DORA, Join(seat=REFEREE)))


def test_what_was_answered_as_planned_is_learned_and_then_undone_alone() -> None:
    play = night_watch()
    play.do(BERT, MakePlan(orders=("silence",)))
    assert "The answer is: silence" in public(play.do(ANNA, "call"))
    play.do(ANNA, Undo())
    assert {seat for each in play.campaign.requests for seat in each.needed} == {SOUTH}


def shared_watch() -> Play:
    """Anna lets Carla share North, which holds a token; then Carla gives it up."""
    play = night_watch()
    play.do(ANNA, "draw")
    play.do(CARLA, Join(seat=NORTH))
    play.do(ANNA, Agree(to=play.campaign.seq))
    play.do(CARLA, Leave(seat=NORTH))
    return play


def test_who_has_read_a_hand_goes_over_to_the_enemy() -> None:
    """The side that was read is asked, and not only the one that profits; also where the seat is free."""
    play = shared_watch()
    told = public(play.do(CARLA, Join(seat=SOUTH)))
    to = play.campaign.seq
    assert "<@3> has read the secrets of North." in told
    assert "North and South must agree" in told
    play.do(BERT, Agree(to=to))
    assert play.campaign.roster[SOUTH] == (BERT,)
    play.do(ANNA, Decline(to=to))


def allied_reader() -> Play:
    """Marne 1918: Carla has shared the Allied seat, and the German one is free; its side hides nothing."""
    play = Play(marne())
    play.do(BERT, Join(seat=GERMANS))
    play.do(ANNA, "draw")
    play.do(CARLA, Join(seat=ALLIES))
    play.do(CARLA, Leave(seat=ALLIES))
    play.do(BERT, Leave(seat=GERMANS))
    return reserved(play)


def test_a_referee_opens_the_game_for_a_side_and_hands_its_secret_to_the_other() -> None:
    """Whoever draws for a side reads what it holds, also by the first action of all."""
    game = all_games()["night-watch"]
    play = Play(game, founded(game, ANNA, REFEREE))
    play.all_agree = False
    play.do(BERT, Join(seat=NORTH))
    play.do(ANNA, "draw")
    assert play.campaign.readers(SOUTH) == {ANNA}
    refused(play, NotYours, "the South hand must stay hidden from you", BERT, Join(seat=SOUTH))


def test_a_free_seat_is_no_way_over_to_the_enemy() -> None:
    play = allied_reader()
    assert "Allies must agree" in public(play.do(CARLA, Join(seat=GERMANS)))
    assert play.campaign.roster[GERMANS] == ()
    play.wait(days=99)
    refused(play, NotNow, "time to answer is over", CARLA, Agree(to=play.campaign.seq))
    refused(play, NotYours, "has read the Allies hand", ADMIN, AdminSeat(seat=GERMANS, player=Player(CARLA)))
    play.do(ANNA, Leave(seat=ALLIES))
    refused(play, NotYours, "You have read the Allies hand, and nobody holds that seat", CARLA, Join(seat=GERMANS))


@pytest.mark.parametrize("names_first", [True, False])
def test_a_stand_in_reads_a_hand_and_goes_over(names_first: bool) -> None:
    play = night_watch()
    play.do(ANNA, "draw")
    until = play.clock + timedelta(days=3)
    if names_first:
        play.do(BERT, NameStandIn(player=Player(CARLA), until=until))
    play.do(ANNA, NameStandIn(player=Player(CARLA), until=until))
    play.do(CARLA, Join(seat=NORTH))
    play.do(CARLA, Leave(seat=NORTH))
    assert "North and South must agree" in public(play.do(CARLA, Join(seat=SOUTH)))


def test_a_hand_that_was_read_is_carried_over_by_gift_by_office_or_by_silence() -> None:
    play = shared_watch()
    refused(play, NotYours, "That player has played", BERT, HandOver(seat=SOUTH, player=Player(CARLA)))
    refused(play, NotYours, "That player has played", ADMIN, AdminSeat(seat=SOUTH, player=Player(CARLA)))
    play.wait(days=15)
    refused(play, NotYours, "You have played another side", CARLA, TakeOver(seat=SOUTH))


def test_who_has_gone_over_makes_the_hand_worth_nothing() -> None:
    """Then a new one is dealt without the other side's word, once; and whoever read the old one is free again."""
    play = shared_watch()
    play.do(CARLA, Join(seat=SOUTH))
    to = play.campaign.seq
    play.do(ANNA, Agree(to=to))
    play.do(BERT, Agree(to=to))
    assert play.campaign.roster[SOUTH] == (BERT, CARLA)
    play.do(ANNA, "redeal")
    assert not [*play.campaign.requests]
    assert play.campaign.readers(NORTH) == {ANNA}
    play.do(ANNA, "redeal")
    assert {seat for each in play.campaign.requests for seat in each.needed} == {SOUTH}


def test_who_asks_for_two_seats_at_once_reads_one_before_the_other_answers() -> None:
    """The first to agree is asked for the other seat, too, once its hand is read."""
    play = drawn()
    play.all_agree = False
    play.do(ANNA, "draw")
    for seat in (NORTH, SOUTH):
        play.do(CARLA, Join(seat=seat))
    north, south = (play.campaign.number(each.seq) for each in play.campaign.requests)
    play.do(ANNA, Agree(to=north))
    play.do(BERT, Agree(to=south))
    assert CARLA not in play.campaign.roster[SOUTH]
    play.do(ANNA, Agree(to=south))
    assert CARLA in play.campaign.roster[SOUTH]


def test_a_rewind_that_is_asked_for_while_a_seat_is_taken_breaks_no_log() -> None:
    """What it would undo was undone later, so in the log as it is read then there is nothing to ask for."""
    play = seated(all_games()["gathering-storm"])
    seat, start = play.game.seats[-1], play.campaign.seq
    play.do(2, "enter_world", balance=1)
    play.do(1, Rewind(to=start, last=play.campaign.seq))
    play.do(5, Leave(seat=seat))
    play.do(6, Join(seat=seat))
    play.do(2, Undo())
    assert play.campaign.refold(play.log) == play.campaign


def test_nobody_calls_a_vote_on_what_they_cannot_read() -> None:
    """An undo is about the last action that one knows of."""
    play = drawn()
    play.do(ANNA, "call")
    play.do(BERT, "note")
    assert "Entry 3, “Call”" in public(play.do(ANNA, Undo()))
    assert not play.campaign.requests


def test_the_better_of_two_draws_is_brought_back() -> None:
    """Anna is asked before anything that Bert has drawn comes back, and it is what he had drawn."""
    play = drawn()
    first = play.campaign.state.tokens[SOUTH]
    play.all_agree = True
    play.do(BERT, Undo())
    play.all_agree = False
    play.do(BERT, Redo())
    assert SOUTH not in play.campaign.state.tokens
    play.do(ANNA, Agree(to=play.campaign.seq))
    assert play.campaign.state.tokens[SOUTH] == first
    play.all_agree = True
    play.do(BERT, Undo())
    play.all_agree = False
    play.do(BERT, "draw")
    second = play.campaign.state.tokens[SOUTH]
    play.do(BERT, Redo())
    assert [each.needed for each in play.campaign.requests] == [{NORTH}]
    assert play.campaign.state.tokens[SOUTH] == second


def test_a_referee_who_plays_or_has_played_rules_in_their_own_favour() -> None:
    play = drawn()
    ruling = SetRuling(name="lanterns", choice="no")
    play.do(ANNA, ruling)
    assert [each.command for each in play.campaign.requests] == [ruling]
    play.do(BERT, Decline(to=play.campaign.seq))
    play.do(ANNA, Leave(seat=NORTH))
    assert play.campaign.seats_of(ANNA) == (REFEREE,)
    play.do(ANNA, ruling)
    assert [each.command for each in play.campaign.requests] == [ruling]


def test_silence_forks_deals_and_shortens_nothing() -> None:
    play = drawn()
    play.do(ANNA, "draw")
    before = play.campaign.state.tokens
    for command in (Fork(at=0), play.campaign.read_command({"type": "redeal"}), SetPatience(answer=1, silence=5)):
        play.do(ANNA, command)
        to = play.campaign.seq
        play.wait(days=4)
        refused(play, NotNow, "time to answer is over", ANNA, Agree(to=play.campaign.number(to)))
    assert (play.campaign.state.tokens, play.campaign.patience.answer) == (before, 3)


def test_points_that_no_hex_is_worth() -> None:
    """Some are refused; all others are taken back by who sees something else on the map."""
    play = campaign_with(turn=1)
    play.do(BERT, SetPoints(vp=3, reason="We counted"))
    for points in (-4, 100_000):
        refused(play, NotThere, "Victory points are a number", BERT, SetPoints(vp=points, reason="We counted"))
    play.do(BERT, SetPoints(vp=199, reason="We counted"))
    play.do(ANNA, Object(to=play.campaign.seq))
    assert play.campaign.state.victory_points == 3
