"""Stand-ins: let in by who goes away, openly, and for a while."""

from datetime import timedelta

import pytest

from rules.campaign.questions.requests import Asked
from rules.campaign.seats.away import BeAway, ComeBack, NameStandIn
from rules.campaign.seats.seating import Forget, Join, Leave
from rules.campaign.state.state import Away
from rules.errors import NotYours
from rules.seat import Player
from tests.games import BEGIN
from tests.night_watch import SOUTH
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


def test_nobody_stands_in_who_has_played_another_side() -> None:
    play = night_watch()
    refused(play, NotYours, "played another side", BERT, NAMED.replace(player=Player(ANNA)))


def test_nobody_stands_in_for_a_referee_without_a_side() -> None:
    play = with_neutral_referee()
    refused(play, NotYours, "You play no side in this campaign", 3, NAMED)


@pytest.mark.parametrize("forgotten", [CARLA, BERT])
def test_who_is_forgotten_stands_in_and_is_stood_in_for_no_more(forgotten: Player) -> None:
    play = night_watch((BERT, NAMED), (CARLA, Join(seat=SOUTH)))
    play.do(forgotten, Forget())
    assert play.campaign.of(Away).stand_ins == ()
    play.do(forgotten, Join(seat=SOUTH))
    assert isinstance(play.log[-1].events[0], Asked), "somebody else holds it"


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
    play.do(BERT, BeAway(until=play.campaign.of(Away).stand_ins[-1].until))
    assert is_let_in(play, dora), "what is delivered twice is one absence"
    assert [(each.player, each.for_player) for each in play.campaign.of(Away).stand_ins] == [(8, ANNA), (dora, BERT)]
