"""Seats: taken, shared, given up, handed over, taken over, and kept from those who must not see their hands."""

from dataclasses import replace
from datetime import timedelta

import pytest

from rules.campaign.decider.waiting import asked_in
from rules.campaign.life.settings import ChangeSettings
from rules.campaign.questions.requests import Agree, Decline
from rules.campaign.seats.seating import HandOver, Join, Leave, SeatRequested, TakeOver
from rules.campaign.seats.stand_ins import NameStandIn
from rules.campaign.state.book import Book, Reading
from rules.errors import NotNow, NotThere, NotYours
from rules.seat import REFEREE, Player, Seat
from tests.games import all_games, founded
from tests.high_card import BLUE, RED
from tests.night_watch import NORTH, SOUTH
from tests.play import Play, public
from tests.rules.campaign.helpers import (
    ANNA,
    BERT,
    CARLA,
    DORA,
    NOBODY,
    high_card,
    labels,
    night_watch,
    refused,
    reserved,
    two_players,
    with_neutral_referee,
)
from tests.rules.games.gathering_storm.harness import USERS, Storm


def test_several_players_share_a_seat_once_one_of_them_lets_the_other_in() -> None:
    play = two_players()
    play.do(BERT, "take")
    told = public(play.do(CARLA, Join(seat=BLUE)))
    assert "<@3> asks for the Blue seat." in told
    assert play.campaign.roster[BLUE] == (BERT,)
    assert play.campaign.seats_of(CARLA) == ()
    for other in (ANNA, NOBODY):  # Anna is the referee, and plays Red
        refused(play, NotYours, r"Only <@2> \(Blue\) can answer", other, Agree(to=3))
    refused(play, NotYours, "yourself", CARLA, Agree(to=3))
    assert "Agree" not in labels(play, ANNA)
    assert "Agree" in labels(play, BERT)
    assert labels(play, CARLA) == {"Withdraw the request"}
    told = public(play.do(BERT, Agree(to=3)))
    assert play.campaign.roster[BLUE] == (BERT, CARLA)
    assert "<@2> may have read the Blue hand" in told
    refused(play, NotNow, "no longer open", BERT, Agree(to=3))


def test_two_requests_for_a_seat_stand_beside_each_other() -> None:
    play = two_players()
    play.do(CARLA, Join(seat=BLUE))
    play.do(DORA, Join(seat=BLUE))
    play.do(BERT, Agree(to=2))
    play.do(BERT, Agree(to=3))
    assert play.campaign.roster[BLUE] == (BERT, CARLA, DORA)
    assert play.campaign.sat[BLUE] == {BERT, CARLA, DORA}
    refused(play, NotNow, "That player already holds this seat", BERT, HandOver(seat=BLUE, player=Player(DORA)))


def test_whoever_comes_to_a_seat_still_asks_for_another() -> None:
    play = two_players()
    for seat in (BLUE, RED):
        play.do(CARLA, Join(seat=seat))
    play.do(BERT, Agree(to=2))
    assert [(each.seq, each.command) for each in play.campaign.requests] == [(3, Join(seat=RED))]


def test_what_was_asked_for_a_seat_goes_with_it_and_with_no_other() -> None:
    """Anna is Red and the referee, and asks as Red."""
    play = two_players()
    play.do(ANNA, ChangeSettings(answer=5))
    play.do(BERT, ChangeSettings(answer=6))
    play.do(ANNA, Leave(seat=REFEREE))
    assert [each.player for each in play.campaign.requests] == [ANNA, BERT]
    play.do(ANNA, Leave(seat=RED))
    assert ANNA not in [each.player for each in play.campaign.requests]


def test_an_action_of_the_game_leaves_a_request_for_a_seat_open() -> None:
    play = two_players()
    play.do(CARLA, Join(seat=BLUE))
    play.do(ANNA, "take")
    play.do(BERT, Agree(to=2))
    assert CARLA in play.campaign.roster[BLUE]


def test_a_request_for_a_seat_can_be_declined_and_withdrawn() -> None:
    play = two_players()
    play.do(CARLA, Join(seat=BLUE))
    play.do(BERT, Decline(to=2))
    play.do(CARLA, Join(seat=BLUE))
    play.do(CARLA, Decline(to=4))
    assert play.campaign.requests == ()


def test_a_referee_who_never_played_lets_somebody_in() -> None:
    game = all_games()["high-card"]
    play = reserved(Play(game, founded(game, ANNA, REFEREE)))
    play.do(BERT, Join(seat=BLUE))
    play.do(CARLA, Join(seat=BLUE))
    play.do(ANNA, Agree(to=2))
    assert play.campaign.roster[BLUE] == (BERT, CARLA)


def test_one_player_holds_several_seats_that_nobody_else_ever_held() -> None:
    play = high_card()
    play.do(ANNA, Join(seat=BLUE))
    assert play.campaign.seats_of(ANNA) == (RED, BLUE, REFEREE)


def test_nobody_comes_to_the_secrets_of_another_side() -> None:
    """Not by joining it, not after its player left, and not as the referee of an empty seat."""
    play = two_players()
    play.do(ANNA, "take")
    refused(play, NotYours, "played another side", BERT, TakeOver(seat=RED))
    play.do(BERT, Leave(seat=BLUE))
    refused(play, NotYours, "That player has played another side", ANNA, HandOver(seat=RED, player=Player(BERT)))
    play.do(ANNA, Leave(seat=REFEREE))
    play.do(BERT, Join(seat=REFEREE))
    play.do(ANNA, Leave(seat=RED))
    assert play.campaign.acts_for(BERT) == (REFEREE,)
    refused(play, NotYours, "played another side", BERT, Join(seat=RED))
    play.do(CARLA, Join(seat=RED))
    assert play.campaign.roster[RED] == (CARLA,)


def test_a_seat_that_was_left_before_the_game_began_is_free_to_take() -> None:
    play = two_players()
    play.do(BERT, Leave(seat=BLUE))
    play.do(ANNA, Join(seat=BLUE))
    assert play.campaign.roster[BLUE] == (ANNA,)


@pytest.mark.parametrize("holds", [True, False])
def test_no_door_tells_what_a_seat_holds(holds: bool) -> None:
    """Bert leaves Blue, or asks to share Red: the answer is the same whether anything is held there."""
    play = two_players()
    play.do(ANNA, "take")
    if holds:
        play.do(BERT, "take")
    told = public(play.do(BERT, Join(seat=RED)))
    assert "<@2> has read the secrets of Blue." in told
    assert "Red must agree" in told
    play.do(BERT, Leave(seat=BLUE))
    refused(play, NotYours, "You have played another side, so the Blue hand", ANNA, Join(seat=BLUE))


def test_a_referee_who_plays_no_longer_acts_for_a_free_seat_once_others_play() -> None:
    game = all_games()["high-card"]
    play = Play(game, founded(game, ANNA, RED))
    assert play.campaign.acts_for(ANNA) == (RED, REFEREE, BLUE)
    play.do(BERT, Join(seat=BLUE))
    play.do(BERT, Leave(seat=BLUE))
    assert play.campaign.acts_for(ANNA) == (RED, REFEREE)


def test_a_newcomer_reads_who_may_have_read_the_hand() -> None:
    """Anna plays alone and draws for the free seat as well; then Bert takes it."""
    play = high_card()
    play.do(ANNA, "take")
    play.do(ANNA, "take")
    assert BLUE in play.campaign.state.held
    assert "<@1> may have read the Blue hand" in public(play.do(BERT, Join(seat=BLUE)))


def test_a_player_can_come_back_to_the_side_they_left() -> None:
    play = two_players()
    play.do(BERT, "take")
    play.do(BERT, Leave(seat=BLUE))
    assert public(play.do(BERT, Join(seat=BLUE))) == "<@2> takes the Blue seat."
    assert play.campaign.roster[BLUE] == (BERT,)


def test_there_is_one_referee_who_can_make_room() -> None:
    play = two_players()
    refused(play, NotNow, "has a referee, <@1>", BERT, Join(seat=REFEREE))
    play.do(ANNA, Leave(seat=REFEREE))
    play.do(BERT, Join(seat=REFEREE))
    assert play.campaign.seats_of(BERT) == (BLUE, REFEREE)


def test_a_stranger_becomes_the_referee_only_if_every_side_agrees() -> None:
    """A referee who plays no side decides alone, so a friend of one side must not walk in."""
    play = two_players()
    play.do(ANNA, Leave(seat=REFEREE))
    assert "Blue and Red must agree" in public(play.do(CARLA, Join(seat=REFEREE)))
    play.do(BERT, Agree(to=3))
    assert play.campaign.roster[REFEREE] == ()
    play.do(ANNA, Agree(to=3))
    assert play.campaign.roster[REFEREE] == (CARLA,)


def test_a_silent_referee_loses_the_office_to_a_player() -> None:
    play = two_players()
    play.wait(days=13)
    refused(play, NotNow, "has a referee", BERT, Join(seat=REFEREE))
    play.wait(days=1)
    told = public(play.do(BERT, Join(seat=REFEREE)))
    assert "<@1> was silent for too long and loses the Referee seat." in told
    assert play.campaign.roster[REFEREE] == (BERT,)
    assert not play.campaign.is_neutral_referee(BERT)


def test_a_seat_is_handed_over_to_somebody_who_may_read_its_hand() -> None:
    play = two_players()
    play.do(BERT, "take")
    told = public(play.do(BERT, HandOver(seat=BLUE, player=Player(CARLA))))
    assert "<@2> leaves the Blue seat." in told
    assert "<@3> takes the Blue seat." in told
    refused(play, NotThere, "do not hold", BERT, HandOver(seat=BLUE, player=Player(DORA)))


def test_whoever_is_given_a_seat_is_asked_what_it_was_asked() -> None:
    play = reserved(Storm())
    while not play.campaign.requests:
        play.do(USERS[GERMANY], "next_phase")
    needed = play.campaign.requests[0].needed
    assert needed >= {BRITAIN, FRANCE}
    play.do(USERS[FRANCE], HandOver(seat=FRANCE, player=Player(NOBODY)))
    play.do(USERS[BRITAIN], Agree(to=play.campaign.number(play.campaign.seq)))
    assert play.campaign.roster[FRANCE] == (NOBODY,)
    assert play.campaign.requests[0].needed == needed


def test_whoever_comes_to_a_seat_is_not_done_with_its_turn() -> None:
    play = night_watch()
    play.campaign = replace(play.campaign, done=frozenset({SOUTH}))
    play.do(BERT, Leave(seat=SOUTH))
    play.do(CARLA, Join(seat=SOUTH))
    assert not play.campaign.done
    play = night_watch()
    play.campaign = replace(play.campaign, done=frozenset({SOUTH}))
    play.do(CARLA, Join(seat=SOUTH))
    play.do(BERT, Agree(to=play.campaign.number(play.campaign.seq)))
    assert play.campaign.done == {SOUTH}, "who shares it is done with the others"


def test_the_office_is_handed_to_a_player_at_once_and_to_a_stranger_by_consent() -> None:
    play = two_players()
    play.do(ANNA, HandOver(seat=REFEREE, player=Player(BERT)))
    assert play.campaign.roster[REFEREE] == (BERT,)
    play.do(BERT, "take")
    told = public(play.do(BERT, HandOver(seat=REFEREE, player=Player(CARLA))))
    assert play.campaign.roster[REFEREE] == (BERT,)
    assert "<@2> wants to give <@3> the Referee seat." in told
    assert "has read" not in told, "Carla, who would come to it, has read nothing"
    play.do(ANNA, Agree(to=4))
    assert play.campaign.roster[REFEREE] == (CARLA,)


def test_no_seat_is_handed_over_without_the_word_of_those_who_are_asked_however_long_they_are_silent() -> None:
    play = two_players()
    play.do(ANNA, HandOver(seat=REFEREE, player=Player(BERT)))
    play.do(BERT, HandOver(seat=REFEREE, player=Player(CARLA)))
    play.wait(days=30)
    refused(play, NotNow, "so this is not done", BERT, Agree(to=3))
    assert play.campaign.roster[REFEREE] == (BERT,)


def test_a_silent_players_seat_is_taken_over_with_the_others_consent() -> None:
    play = two_players()
    play.do(BERT, "take")
    refused(play, NotNow, "has not waited 14 days for Blue", CARLA, TakeOver(seat=BLUE))
    play.wait(days=15)
    play.do(CARLA, TakeOver(seat=BLUE))
    play.do(ANNA, Agree(to=3))
    assert play.campaign.roster[BLUE] == (BERT,), "he has his time to come back"
    play.wait(days=3)
    told = public(play.do(CARLA, Agree(to=3)))
    assert "<@2> was silent for too long and loses the Blue seat." in told
    assert "<@2> may have read the Blue hand" in told
    assert play.campaign.roster[BLUE] == (CARLA,)
    assert "Show" in labels(play, CARLA)


def test_the_silent_player_can_come_back_before_the_others_agree() -> None:
    play = two_players()
    play.wait(days=15)
    play.do(CARLA, TakeOver(seat=BLUE))
    play.do(BERT, "take")
    play.do(ANNA, Agree(to=2))
    play.wait(days=3)
    refused(play, NotNow, "time to answer is over", CARLA, Agree(to=2))
    assert play.campaign.roster[BLUE] == (BERT,)


def test_nobody_takes_over_the_secrets_of_another_side() -> None:
    play = two_players()
    play.do(BERT, "take")
    play.wait(days=15)
    refused(play, NotYours, "played another side", ANNA, TakeOver(seat=BLUE))


@pytest.mark.parametrize(
    ("game", "known"), [("high-card", "has read the secrets of Blue."), ("marne-1918", "has played Germans.")]
)
def test_who_is_asked_for_a_seat_reads_either_that_a_side_was_read_or_that_it_was_only_played(
    game: str, known: str
) -> None:
    """The Germans of Marne hide nothing that could be read."""
    asked, own = all_games()[game].seats
    play = reserved(Play(all_games()[game], founded(all_games()[game], ANNA, asked)))
    play.do(BERT, Join(seat=own))
    told = public(play.do(BERT, Join(seat=asked))).splitlines()
    assert told[:-2] == [f"<@2> asks for the {asked} seat.", f"<@2> {known}"]


def test_what_cannot_be_taken_or_given_up() -> None:
    play = two_players()
    refused(play, NotNow, "already", BERT, Join(seat=BLUE))
    refused(play, NotThere, "seats are Red, Blue, Referee", BERT, Join.model_validate({"seat": "Green"}))
    refused(play, NotThere, "do not hold", BERT, Leave(seat=RED))


def test_nobody_has_read_a_hand_that_holds_nothing() -> None:
    play = two_players()
    play.do(BERT, Leave(seat=BLUE))
    assert play.campaign.sat[BLUE] == {BERT}
    told = public(play.do(CARLA, Join(seat=BLUE)))
    assert "may have read" not in told


def test_a_referee_who_could_read_a_free_hand_does_not_come_to_the_other_one() -> None:
    """What a game dealt to a free side, its referee could read."""
    play = with_neutral_referee()
    play.do(ANNA, "draw")
    play.do(BERT, "draw")
    play.do(ANNA, Leave(seat=NORTH))
    readings = (*play.campaign.book.readings, Reading(Player(CARLA), NORTH, 0, play.campaign.seq))
    play.campaign = replace(play.campaign, book=Book(readings))
    assert f"<@{CARLA}>" in public(play.do(DORA, Join(seat=NORTH))).partition("may have read the North hand")[0]
    play.do(CARLA, Leave(seat=REFEREE))
    play.do(BERT, Leave(seat=SOUTH))
    refused(play, NotYours, "must stay hidden from you", CARLA, Join(seat=SOUTH))


def test_who_is_asked_for_a_seat_reads_why_an_ally_must_agree() -> None:
    """Whoever has played France knows part of what Britain shares; whoever comes to Italy reads what Germany shares."""
    game = all_games()["gathering-storm"]
    play = Play(game, founded(game, seat=Seat("Germany")))
    play.all_agree = False
    for user, seat in ((BERT, "Britain"), (CARLA, "France")):
        play.do(user, Join(seat=Seat(seat)))
    play.do(ANNA, "draw")
    play.do(NOBODY, Join(seat=Seat("France")))
    (asked,) = play.campaign.requests
    for seat in sorted(asked.needed):
        play.do(play.campaign.roster[seat][0], Agree(to=asked.seq))
    assert NOBODY in play.campaign.roster[Seat("France")]
    told = public(play.do(CARLA, Join(seat=Seat("Russia"))))
    assert "<@3> has read the secrets of France.\nSome of these are secrets of Britain, too." in told
    told = public(play.do(DORA, Join(seat=Seat("Italy"))))
    assert "Whoever plays Italy reads the secrets that it shares with Germany." in told


def test_of_two_who_want_the_same_seat_calls_and_buttons_tell_the_number() -> None:
    play = two_players()
    play.do(BERT, "take")
    play.all_agree = False
    play.do(CARLA, Join(seat=BLUE))
    assert [str(asked_in(play.campaign, each)) for each in play.campaign.requests] == [
        "<@3> wants to take the Blue seat"
    ]
    play.do(DORA, Join(seat=BLUE))
    told = [str(asked_in(play.campaign, each)) for each in play.campaign.requests]
    assert told == ["<@3> wants to take the Blue seat (3)", "<@4> wants to take the Blue seat (4)"]
    assert {"Agree: take the Blue seat (3)", "Agree: take the Blue seat (4)"} <= {*labels(play, BERT)}


def test_who_freed_a_seat_that_hides_nothing_can_come_to_it() -> None:
    game = all_games()["marne-1918"]
    asked, own = game.seats
    play = reserved(Play(game, founded(game, ANNA, asked)))
    barred: dict[Seat, frozenset[Player]] = dict.fromkeys(game.seats, frozenset({Player(BERT)}))
    play.campaign = replace(play.campaign, barred=barred, roster={**play.campaign.roster, asked: ()})
    refused(play, NotYours, "You freed this seat as an administrator", BERT, Join(seat=asked))
    play.do(BERT, Join(seat=own))
    assert play.campaign.roster[own] == (BERT,)


def test_who_plays_alone_comes_to_further_seats_and_gives_them_away_without_a_word_of_their_own() -> None:
    """Alone they have read every hand, and the secrets that Italy shares with Germany are theirs."""
    game = all_games()["gathering-storm"]
    germany, italy = game.seats[:2]
    play = reserved(Play(game, founded(game, ANNA, germany)))
    play.do(ANNA, "draw")
    play.do(ANNA, Join(seat=italy))
    assert play.campaign.seats_of(ANNA) == (germany, italy, REFEREE)
    play.do(ANNA, HandOver(seat=italy, player=Player(BERT)))
    assert play.campaign.roster[italy] == (BERT,)


def test_what_somebody_asked_for_a_seat_ends_as_they_come_to_it_by_another_way() -> None:
    play = two_players()
    play.do(CARLA, Join(seat=BLUE))
    play.do(BERT, NameStandIn(player=Player(CARLA), until=play.clock + timedelta(days=9)))
    play.do(CARLA, Join(seat=BLUE))
    assert (play.campaign.roster[BLUE], play.campaign.requests) == ((BERT, CARLA), ())


def test_who_gives_a_seat_is_named_also_where_the_other_has_read_something() -> None:
    asked = SeatRequested(player=Player(CARLA), giver=Player(BERT), seat=BLUE, needed=(RED,), read=(RED,))
    assert [str(each) for each in asked.tell()][:2] == [
        "<@2> wants to give <@3> the Blue seat.",
        "<@3> has read the secrets of Red.",
    ]


GERMANY, ITALY, BRITAIN, FRANCE, RUSSIA = all_games()["gathering-storm"].seats


def allies() -> Play:
    """Anna is Germany and the referee. Germany and Italy share secrets, and Britain and France do."""
    game = all_games()["gathering-storm"]
    play = Play(game, founded(game, ANNA, GERMANY))
    play.all_agree = False
    return play


@pytest.mark.parametrize(("played", "wanted", "needed"), [(BRITAIN, FRANCE, []), (RUSSIA, ITALY, [{GERMANY}])])
def test_before_the_game_has_begun_an_ally_is_asked_only_for_whoever_has_played_against_it(
    played: Seat, wanted: Seat, needed: list[set[Seat]]
) -> None:
    play = allies()
    play.do(BERT, Join(seat=played))
    play.do(BERT, Leave(seat=played))
    play.do(DORA, Join(seat=played))
    play.do(BERT, Join(seat=wanted))
    assert [set(each.needed) for each in play.campaign.requests] == needed
    assert (BERT in play.campaign.roster[wanted]) == (not needed)


@pytest.mark.parametrize(("played", "comes"), [(FRANCE, True), (RUSSIA, False)])
def test_who_played_another_side_comes_to_no_seat_that_shares_secrets_with_one_that_is_left(
    played: Seat, comes: bool
) -> None:
    """Carla has sat there and read nothing; Dora has read the French events and has gone."""
    play = allies()
    play.do(CARLA, Join(seat=played))
    play.do(CARLA, Leave(seat=played))
    play.do(DORA, Join(seat=FRANCE))
    play.do(ANNA, "draw")
    play.do(DORA, Leave(seat=FRANCE))
    if comes:
        play.do(CARLA, Join(seat=BRITAIN))
        assert play.campaign.roster[BRITAIN] == (CARLA,)
    else:
        refused(play, NotYours, "You have played another side, so the Britain hand", CARLA, Join(seat=BRITAIN))


def test_who_has_read_a_side_and_wants_to_share_another_asks_both() -> None:
    play = two_players()
    play.do(BERT, "take")
    play.do(BERT, HandOver(seat=BLUE, player=Player(CARLA)))
    play.do(ANNA, "take")
    play.do(BERT, Join(seat=RED))
    (asked,) = play.campaign.requests
    assert set(asked.needed) == {RED, BLUE}


def test_a_stand_in_who_has_played_another_side_since_is_asked_for_like_anybody() -> None:
    play = two_players()
    play.do(BERT, NameStandIn(player=Player(CARLA), until=play.clock + timedelta(days=9)))
    play.do(ANNA, HandOver(seat=RED, player=Player(CARLA)))
    play.do(CARLA, Join(seat=BLUE))
    assert play.campaign.roster[BLUE] == (BERT,)
    assert [BLUE in each.needed for each in play.campaign.requests] == [True]
