"""What is told of an entry, and what is a private deed."""

from rules.campaign.decider.telling import is_unseen, told
from tests.rules.campaign.helpers import ANNA, BERT, night_watch


def test_a_private_deed_tells_the_channel_nothing() -> None:
    play = night_watch()
    play.do(BERT, "note")
    assert is_unseen(play.campaign, play.log[-1])
    play.do(ANNA, "draw")
    assert not is_unseen(play.campaign, play.log[-1])
    assert told(play.campaign, play.log[-1]) == play.campaign.tell(play.log[-1])
