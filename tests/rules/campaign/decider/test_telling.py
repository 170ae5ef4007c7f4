"""What is told of an entry, and what is a private deed."""

from rules.campaign.decider.telling import is_unseen, told
from tests.rules.campaign.helpers import ANNA, BERT, night_watch


def test_a_private_deed_tells_the_channel_nothing() -> None:
    play = night_watch()
    play.do(BERT, "note")
    play.do(ANNA, "draw")
    noted, drawn = play.log[-2:]
    assert [is_unseen(play.campaign, each.command, each.events) for each in (noted, drawn)] == [True, False]
    assert [noted.is_unseen, drawn.is_unseen] == [True, False]
    assert told(play.campaign, drawn) == play.campaign.tell(drawn)
