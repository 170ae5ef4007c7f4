"""An administrator of the server helps a campaign openly, and reads no secret by it."""

import pytest

from rules.campaign.decider.audit import audit
from rules.campaign.life.administration import AdminDefault, AdminEnd, AdminReopen, AdminSeat, AdminSeats
from rules.command import Command, Procedure
from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours
from rules.seat import REFEREE, Player, SideSeat
from rules.secrets import Hidden
from tests.games import SEED
from tests.night_watch import NORTH, SOUTH, NightWatch, State, TokenDrawn
from tests.play import ADMIN, public
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, DORA, NOBODY, night_watch, refused
from tests.rules.campaign.time.test_forking import forked

EVERY = (AdminSeat(seat=SOUTH), AdminDefault(seat=SOUTH), AdminEnd(), AdminReopen())


@pytest.mark.parametrize("command", EVERY, ids=lambda command: command.type)
@pytest.mark.parametrize("user", [ANNA, BERT, NOBODY])
def test_only_an_administrator_can(command: Command, user: int) -> None:
    refused(night_watch(), NotYours, "Only an administrator|has ended", user, command)


def test_a_seat_is_freed_and_given_to_somebody() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    told = public(play.do(ADMIN, AdminSeat(seat=SOUTH, player=Player(CARLA))))
    assert f"<@{ADMIN}> acts as an administrator of this server." in told
    assert "<@2> leaves the South seat." in told
    assert "<@2> may have read the South hand" in told
    assert play.campaign.roster[SOUTH] == (CARLA,)
    play.do(ADMIN, AdminSeat(seat=SOUTH))
    assert play.campaign.roster[SOUTH] == ()
    refused(play, NotNow, "Nobody holds the South seat", ADMIN, AdminSeat(seat=SOUTH))
    refused(play, NotThere, "no such seat", ADMIN, AdminSeat.model_validate({"seat": "East"}))
    assert audit(play.campaign.refold(()), play.log, SEED).wrong == ()


def test_the_office_is_given_to_somebody() -> None:
    play = night_watch()
    play.do(ADMIN, AdminSeat(seat=REFEREE, player=Player(BERT)))
    assert play.campaign.roster[REFEREE] == (BERT,)


def test_no_secret_comes_to_an_administrator_or_to_another_side() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    refused(play, NotYours, "cannot give yourself a seat", ADMIN, AdminSeat(seat=SOUTH, player=Player(ADMIN)))
    refused(play, NotYours, "played another side", ADMIN, AdminSeat(seat=SOUTH, player=Player(ANNA)))
    assert play.campaign.offers(ADMIN) == ()


def test_one_newcomer_does_not_come_to_two_hands_by_one_form() -> None:
    play = night_watch()
    play.do(ANNA, "draw")
    play.do(BERT, "draw")
    both = AdminSeats(players=((NORTH, Player(CARLA)), (SOUTH, Player(CARLA))))
    refused(play, NotYours, "That player has played another side", ADMIN, both)
    play.do(ADMIN, AdminSeats(players=((NORTH, Player(CARLA)), (SOUTH, Player(NOBODY)))))
    assert (play.campaign.roster[NORTH], play.campaign.roster[SOUTH]) == ((CARLA,), (NOBODY,))


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
