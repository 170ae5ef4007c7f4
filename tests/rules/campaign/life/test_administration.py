"""An administrator of the server helps a campaign openly, and reads no secret by it."""

import pytest

from rules.campaign.decider.audit import audit
from rules.campaign.life.administration import (
    AdminActed,
    AdminEnd,
    AdminReopen,
    AdminSeat,
)
from rules.campaign.seats.seating import Join, Leave
from rules.command import Command
from rules.errors import NotNow, NotThere, NotYours
from rules.seat import REFEREE, SideSeat
from tests.games import SEED
from tests.night_watch import NORTH, SOUTH
from tests.play import ADMIN, public
from tests.rules.campaign.helpers import ANNA, BERT, DORA, NOBODY, night_watch, refused

EVERY = (AdminSeat(seat=SOUTH), AdminEnd(), AdminReopen())


@pytest.mark.parametrize("command", EVERY, ids=lambda command: command.type)
@pytest.mark.parametrize("user", [ANNA, BERT, NOBODY])
def test_only_an_administrator_can(command: Command, user: int) -> None:
    refused(night_watch(), NotYours, "Only an administrator|has ended", user, command)


def test_every_holder_of_a_seat_leaves_it() -> None:
    play = night_watch()
    play.all_agree = True
    play.do(BERT, "draw")
    play.do(DORA, Join(seat=SOUTH))
    told = public(play.do(ADMIN, AdminSeat(seat=SOUTH)))
    assert f"<@{ADMIN}> acts as an administrator of this server." in told
    assert "<@2> leaves the South seat." in told
    assert "<@4> leaves" in told
    assert play.campaign.roster[SOUTH] == ()
    assert play.log[-1].seat is None, "an administrator acts for no seat"
    assert play.campaign.offers(ADMIN) == ()
    refused(play, NotNow, "Nobody holds the South seat", ADMIN, AdminSeat(seat=SOUTH))
    refused(play, NotThere, "no such seat", ADMIN, AdminSeat.model_validate({"seat": "East"}))
    assert audit(play.campaign.refold(()), play.log, SEED).wrong == ()


def test_who_freed_a_seat_comes_to_it_only_if_the_others_agree() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    play.do(ADMIN, AdminSeat(seat=SOUTH))
    play.do(ADMIN, Join(seat=SOUTH))
    assert [each.needed for each in play.campaign.requests] == [{NORTH}]


@pytest.mark.parametrize("seat", [NORTH, REFEREE])
def test_who_has_a_seat_or_the_office_does_not_act_as_an_administrator(seat: SideSeat) -> None:
    play = night_watch()
    play.all_agree = True
    play.do(ANNA, Leave(seat=seat))
    play.do(ADMIN, Join(seat=seat))
    assert ADMIN in play.campaign.roster[seat]
    for command in EVERY:
        refused(play, NotYours, "You play in this campaign, so you cannot act as an administrator", ADMIN, command)


def test_a_campaign_is_ended_and_reopened() -> None:
    play = night_watch()
    play.do(ADMIN, AdminEnd())
    assert play.campaign.is_ended
    play.do(ADMIN, AdminReopen())
    assert not play.campaign.is_ended
    refused(play, NotNow, "has not ended", ADMIN, AdminReopen())


def test_each_of_several_newcomers_to_a_fork_is_dealt_what_those_before_have_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def renewed(_: NightWatch, state: State, seat: SideSeat, __: Dice) -> Procedure[State]:
        yield TokenDrawn(seat=seat, token=Hidden(max(state.tokens.values()) + 1))

    monkeypatch.setattr(NightWatch, "renewed", renewed)
    play = night_watch()
    play.do(ANNA, "draw")
    play.do(BERT, "draw")
    highest = max(play.campaign.state.tokens.values())
    fork = forked(play, len(play.log))
    fork.do(ADMIN, AdminSeats(players=((NORTH, Player(CARLA)), (SOUTH, Player(DORA)))))
    assert fork.campaign.state.tokens == {NORTH: highest + 1, SOUTH: highest + 2}


def test_every_holder_of_a_seat_leaves_it_and_whoever_freed_it_does_not_come_to_its_hand() -> None:
    play = night_watch()
    play.all_agree = True
    play.do(BERT, "draw")
    play.do(DORA, Join(seat=SOUTH))
    told = public(play.do(ADMIN, AdminSeat(seat=SOUTH)))
    assert "<@2> leaves" in told
    assert "<@4> leaves" in told
    assert play.log[-1].seat is None, "an administrator acts for no seat"
    assert play.campaign.barred == {SOUTH: {ADMIN}}
    refused(play, NotYours, "You freed this seat as an administrator", ADMIN, Join(seat=SOUTH))
    other = AdminActed(player=Player(ADMIN + 1), seat=SOUTH).apply(play.campaign)
    assert other.barred == {SOUTH: {ADMIN, ADMIN + 1}}
    play.do(ADMIN, AdminSeat(seat=SOUTH, player=Player(CARLA)))
    assert play.campaign.roster[SOUTH] == (CARLA,), "a free seat can be given"


def test_who_plays_no_side_becomes_referee_only_where_nobody_plays() -> None:
    play = night_watch()
    refused(play, NotYours, "Choose somebody who plays", ADMIN, AdminSeat(seat=REFEREE, player=Player(CARLA)))
    refused(play, NotYours, "cannot give yourself a seat", ADMIN, AdminSeat(seat=REFEREE, player=Player(ADMIN)))
    refused(play, NotNow, "already holds this seat", ADMIN, AdminSeat(seat=REFEREE, player=Player(ANNA)))
    for user, seat in ((ANNA, NORTH), (BERT, SOUTH)):
        play.do(user, Leave(seat=seat))
    play.do(ADMIN, AdminSeat(seat=REFEREE, player=Player(CARLA)))
    assert play.campaign.roster[REFEREE] == (CARLA,)


def test_who_has_read_another_hand_is_told_of_as_that_player() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    play.do(BERT, Leave(seat=SOUTH))
    play.do(CARLA, Join(seat=SOUTH))
    given = AdminSeat(seat=NORTH, player=Player(BERT))
    refused(play, NotYours, "That player has (played|read)", ADMIN, given)
    play.do(ANNA, Leave(seat=NORTH))
    refused(play, NotYours, "That player has (played|read)", ADMIN, given)
