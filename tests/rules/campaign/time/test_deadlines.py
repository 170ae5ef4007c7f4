"""Going on without somebody whose time to answer is over."""

from rules.campaign.seats.seating import Leave
from rules.campaign.time.deadlines import GoOnWithout
from rules.errors import NotNow, NotYours
from tests.night_watch import SOUTH
from tests.play import public
from tests.rules.campaign.helpers import ANNA, BERT, NOBODY, labels, night_watch, refused


def test_nobody_goes_on_without_a_seat_before_its_time_is_over() -> None:
    play = night_watch()
    refused(play, NotNow, "does not wait for South", ANNA, GoOnWithout(seat=SOUTH))
    play.do(ANNA, "call")
    assert "Go on without South" not in labels(play, ANNA)
    refused(play, NotNow, "There is still time to answer. You can go on without South", ANNA, GoOnWithout(seat=SOUTH))
    play.wait(days=3)
    assert "Go on without South" in [str(each.label) for each in play.campaign.when(play.clock).offers(ANNA)]
    refused(play, NotYours, "hold no seat", NOBODY, GoOnWithout(seat=SOUTH))
    told = public(play.do(ANNA, GoOnWithout(seat=SOUTH)))
    assert told == "<@1> goes on without South.\nThe answer is: silence"
    assert play.campaign.timeline.standing[-1].seat == SOUTH


def test_a_free_seat_is_waited_for_by_nobody() -> None:
    play = night_watch((BERT, "draw"), (BERT, Leave(seat=SOUTH)), (ANNA, "call"))
    assert "Go on without South" in labels(play, ANNA)
    play.do(ANNA, GoOnWithout(seat=SOUTH))
    assert play.campaign.state.called is None
