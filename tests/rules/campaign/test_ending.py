"""The end of a campaign."""

from rules.campaign.ending import End
from rules.campaign.undo import Undo
from rules.errors import NotNow, NotYours
from tests.play import public
from tests.rules.campaign.helpers import ANNA, BERT, refused, two_players


def test_the_referee_ends_it_and_nothing_more_is_done() -> None:
    play = two_players()
    refused(play, NotYours, "Only the referee", BERT, End())
    play.do(ANNA, End())
    refused(play, NotNow, "has ended", ANNA, {"type": "take"})
    assert play.campaign.offers(ANNA) == play.campaign.open_offers() == ()


def test_the_end_is_told_and_cannot_be_undone() -> None:
    play = two_players()
    play.do(ANNA, "bid", points=1)
    assert "`/dice verify` now shows the seed" in public(play.do(ANNA, End()))
    refused(play, NotNow, "has ended", ANNA, Undo())
    assert play.campaign.refold(play.log).is_ended
