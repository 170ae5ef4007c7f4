"""An administrator of the server helps a campaign openly, and reads no secret by it."""

import pytest

from rules.campaign.decider.audit import audit
from rules.campaign.life.ending import AdminEnd, AdminSeat
from rules.campaign.seats.seating import Join, Leave
from rules.errors import NotNow, NotThere, NotYours
from rules.seat import REFEREE, SideSeat
from tests.games import SEED
from tests.night_watch import NORTH, SOUTH
from tests.play import ADMIN, public
from tests.rules.campaign.helpers import ANNA, BERT, DORA, night_watch, refused

EVERY = (AdminSeat(seat=SOUTH), AdminEnd())


def test_every_holder_of_a_seat_leaves_it() -> None:
    play = night_watch((BERT, "draw"), (DORA, Join(seat=SOUTH)), all_agree=True)
    told = public(play.do(ADMIN, AdminSeat(seat=SOUTH)))
    assert f"<@{ADMIN}> acts as an administrator of this server." in told
    assert "<@2> gives up South." in told
    assert "<@4> gives up" in told
    assert play.campaign.roster[SOUTH] == ()
    assert play.log[-1].seat is None, "an administrator acts for no seat"
    assert play.campaign.offers(ADMIN) == ()
    refused(play, NotNow, "Nobody holds the South seat", ADMIN, AdminSeat(seat=SOUTH))
    refused(play, NotThere, "no such seat", ADMIN, AdminSeat.model_validate({"seat": "East"}))
    assert audit(play.campaign.refold(()), play.log, SEED).wrong == ()


@pytest.mark.parametrize("seat", [NORTH, REFEREE])
def test_a_player_does_not_act_as_administrator(seat: SideSeat) -> None:
    play = night_watch((ANNA, Leave(seat=seat)), all_agree=True)
    play.do(ADMIN, Join(seat=seat))
    assert ADMIN in play.campaign.roster[seat]
    for command in EVERY:
        refused(play, NotYours, "You play in this campaign, so you cannot act as an administrator", ADMIN, command)


def test_who_gave_up_a_side_does_not_act_as_administrator() -> None:
    """They know that side's secrets."""
    play = night_watch((ANNA, Leave(seat=NORTH)), all_agree=True)
    play.do(ADMIN, Join(seat=NORTH))
    play.do(ADMIN, "draw")
    play.do(ADMIN, Leave(seat=NORTH))
    assert not play.campaign.seats_of(ADMIN)
    refused(play, NotYours, "You play in this campaign, so you cannot act as an administrator", ADMIN, AdminEnd())
