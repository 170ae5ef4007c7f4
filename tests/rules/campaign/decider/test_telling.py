"""What is told of an entry, and what is a private deed."""

from rules.campaign.decider.telling import is_unseen, told
from rules.campaign.time.redo import Redo
from rules.campaign.time.undo import Undo
from tests.play import public
from tests.rules.campaign.helpers import ANNA, BERT, night_watch


def test_a_private_deed_tells_the_channel_nothing() -> None:
    play = night_watch()
    play.do(BERT, "note")
    play.do(ANNA, "draw")
    noted, drawn = play.log[-2:]
    assert [is_unseen(play.campaign, each.command, each.events) for each in (noted, drawn)] == [True, False]
    assert [noted.is_unseen, drawn.is_unseen] == [True, False]
    assert told(play.campaign, drawn) == play.campaign.tell(drawn)


def test_a_redo_says_first_what_it_brings_back() -> None:
    play = night_watch()
    play.do(BERT, "wave")
    play.do(BERT, Undo())
    said = public(play.do(BERT, Redo()))
    assert "Entry 2 again, with the same dice: Hand waved." in said
    assert "South waves." not in said, "the board, the dice and secrets alone are told again"
