"""Stand-ins: let in by who goes away, openly, and for a while."""

from datetime import timedelta

import pytest

from rules.campaign.questions.requests import Asked
from rules.campaign.seats.away import BeAway, ComeBack
from rules.campaign.seats.seating import Join, Leave
from rules.campaign.seats.stand_ins import NameStandIn
from rules.errors import NotNow, NotYours
from rules.seat import REFEREE, Player
from tests.games import BEGIN
from tests.night_watch import NORTH, SOUTH
from tests.play import Play, public
from tests.rules.campaign.helpers import ANNA, BERT, NOBODY, night_watch, refused, with_neutral_referee

CARLA = Player(NOBODY)
SOON = BEGIN + timedelta(days=7)
NAMED = NameStandIn(player=CARLA, until=SOON)


def test_a_named_stand_in_takes_the_seat_without_asking() -> None:
    play = night_watch()
    told = public(play.do(BERT, NAMED))
    assert "<@2> is away until" in told
    assert "stands in: `/campaign join` takes South beside them." in told
    assert not play.campaign.acts_for(CARLA), "nothing is theirs by that alone"
    play.do(CARLA, Join(seat=SOUTH))
    assert play.campaign.roster[SOUTH] == (BERT, CARLA)


def test_a_stand_in_returns_to_a_hand_already_read() -> None:
    play = night_watch()
    play.all_agree = False
    play.do(BERT, "draw")
    play.do(BERT, NAMED)
    play.do(CARLA, Join(seat=SOUTH))
    play.do(CARLA, Leave(seat=SOUTH))
    play.do(CARLA, Join(seat=SOUTH))
    assert play.campaign.roster[SOUTH] == (BERT, CARLA)


def test_it_holds_for_the_namers_seats_and_time() -> None:
    play = night_watch()
    play.all_agree = False
    play.do(BERT, NAMED)
    play.do(CARLA, Join(seat=NORTH))
    assert isinstance(play.log[-1].events[0], Asked)
    play.wait(days=8)
    play.do(CARLA, Join(seat=SOUTH))
    assert isinstance(play.log[-1].events[0], Asked)


def test_a_former_holder_lets_nobody_in() -> None:
    play = night_watch()
    play.do(BERT, NAMED)
    play.do(BERT, Leave(seat=SOUTH))
    assert not play.campaign.is_let_in(CARLA, SOUTH)


def test_the_last_named_stand_in_counts() -> None:
    play = night_watch()
    play.do(BERT, NAMED)
    play.do(BERT, NAMED.replace(player=Player(9)))
    assert [each.player for each in play.campaign.stand_ins] == [9]
    play.do(ANNA, NAMED.replace(player=Player(8)))
    assert [(each.player, each.for_player) for each in play.campaign.stand_ins] == [(9, BERT), (8, ANNA)]
    for other in (CARLA, 9):
        refused(play, NotNow, "You are not away", other, ComeBack())
    play.do(ANNA, ComeBack())
    assert [each.player for each in play.campaign.stand_ins] == [9]
    assert "<@2> is back." in public(play.do(BERT, ComeBack()))
    assert play.campaign.stand_ins == ()
    refused(play, NotNow, "You are not away", BERT, ComeBack())


def test_nobody_stands_in_who_has_played_another_side() -> None:
    play = night_watch()
    refused(play, NotYours, "played another side", BERT, NAMED.replace(player=Player(ANNA)))


def test_impossible_stand_ins_are_refused() -> None:
    play = night_watch()
    refused(play, NotYours, "You play no side", NOBODY, NAMED)
    refused(play, NotNow, "Somebody else must", BERT, NAMED.replace(player=Player(BERT)))
    refused(play, NotNow, "begun already", BERT, NAMED.replace(until=BEGIN - timedelta(days=1)))
    assert REFEREE not in {seat for each in play.campaign.stand_ins for seat in each.seats}


def test_nobody_is_let_in_to_the_office_of_the_referee() -> None:
    play = with_neutral_referee()
    (referee,) = play.campaign.roster[REFEREE]
    refused(play, NotYours, "You play no side in this campaign", referee, NAMED)


def gone(play: Play, days: int, stand_in: Player | None = CARLA) -> None:
    """Bert goes away for some days, as ``/me away`` says it in one moment: who stands in, and until when."""
    until = play.clock + timedelta(days=days)
    if stand_in is not None:
        play.do(BERT, NameStandIn(player=stand_in, until=until))
        play.wait(minutes=-1)
    play.do(BERT, BeAway(until=until))


def is_let_in(play: Play, user: int = CARLA) -> bool:
    return play.campaign.when(play.clock).is_let_in(user, SOUTH)


def test_returning_ends_every_stand_in() -> None:
    play = night_watch()
    gone(play, 20)
    play.wait(days=1)
    assert is_let_in(play)
    play.do(BERT, ComeBack())
    assert not is_let_in(play)
    play.all_agree = False
    play.do(CARLA, Join(seat=SOUTH))
    assert isinstance(play.log[-1].events[0], Asked)


@pytest.mark.parametrize("days", [3, 19, 30])
def test_a_new_absence_without_a_name_lets_nobody_in(days: int) -> None:
    """Until an earlier day, the same one or a later one; also once that has come."""
    play = night_watch()
    gone(play, 20)
    play.wait(days=1)
    gone(play, days, stand_in=None)
    for wait in (0, days + 1):
        play.wait(days=wait)
        assert not is_let_in(play)


def test_an_absence_has_the_stand_in_who_was_named_with_it_last() -> None:
    play = night_watch()
    dora = Player(7)
    gone(play, 20)
    play.do(ANNA, NAMED.replace(player=Player(8)))
    gone(play, 10, dora)
    assert (is_let_in(play), is_let_in(play, dora)) == (False, True)
    play.wait(minutes=-1)
    play.do(BERT, BeAway(until=play.campaign.stand_ins[-1].until))
    assert is_let_in(play, dora), "what is delivered twice is one absence"
    assert [(each.player, each.for_player) for each in play.campaign.stand_ins] == [(8, ANNA), (dora, BERT)]


def test_returning_without_leaving_ends_the_stand_in() -> None:
    play = night_watch()
    play.do(BERT, NAMED)
    assert "<@2> is back." in public(play.do(BERT, ComeBack()))
    assert not is_let_in(play)
    play.do(BERT, NAMED)
    play.wait(days=8)
    refused(play, NotNow, "You are not away", BERT, ComeBack())
