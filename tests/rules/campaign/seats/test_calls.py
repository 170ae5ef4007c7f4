"""Being called when it is one's move, or not."""

from rules.campaign.seats.calls import SetCalls, Uncalled
from rules.errors import NotNow
from rules.seat import Seat
from tests.play import public, secret
from tests.rules.campaign.helpers import ANNA, BERT, night_watch, refused


def test_a_player_can_do_without_and_have_it_again() -> None:
    """It is told to their seat alone."""
    play, seat = night_watch(), Seat("South")
    told = play.do(BERT, SetCalls(on=False))
    assert (public(told), secret(told, seat)) == ("", "<@2> is no longer called when it is their move.")
    assert play.campaign.of(Uncalled).players == {BERT}
    refused(play, NotNow, "That is so already", BERT, SetCalls(on=False))
    play.do(ANNA, SetCalls(on=False))
    told = play.do(BERT, SetCalls(on=True))
    assert (public(told), secret(told, seat)) == ("", "<@2> is called again when it is their move.")
    assert play.campaign.of(Uncalled).players == {ANNA}
    refused(play, NotNow, "That is so already", BERT, SetCalls(on=True))
