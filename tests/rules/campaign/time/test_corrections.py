"""Corrections: any player enters what lies on the board, and any other says that it is wrong."""

from rules.campaign.decider.audit import audit
from rules.campaign.time.corrections import ThatsWrong
from rules.errors import NotNow, NotYours
from tests.games import SEED
from tests.night_watch import EnterScore
from tests.play import public
from tests.rules.campaign.helpers import ANNA, BERT, NOBODY, labels, night_watch, refused

WRONG = "That's wrong: Score entered"


def test_that_is_wrong_restores_the_old_value() -> None:
    play = night_watch((ANNA, EnterScore(score=2)))
    play.do(ANNA, EnterScore(score=7, reason="We counted again"))
    to = play.campaign.seq
    assert WRONG in labels(play, BERT)
    assert WRONG not in labels(play, ANNA)
    refused(play, NotYours, "hold no seat", NOBODY, ThatsWrong(to=to))
    told = public(play.do(BERT, ThatsWrong(to=to)))
    assert "<@2> says that this is wrong: Score entered." in told
    assert "What was entered before counts again.\n<@1>, look at it together." in told
    assert play.campaign.state.score == 2
    refused(play, NotNow, "no longer be taken back", BERT, ThatsWrong(to=to))
    assert audit(play.campaign.refold(()), play.log, SEED).wrong == ()


def test_changes_after_a_wrong_number_stay() -> None:
    play = night_watch((ANNA, EnterScore(score=2)))
    to = play.campaign.seq
    play.do(BERT, "draw")
    (offer,) = (each for each in play.campaign.offers(BERT) if str(each.label) == WRONG)
    assert offer.minor, "below no later message"
    play.do(BERT, ThatsWrong(to=to))
    assert play.campaign.state.score is None
    assert play.campaign.state.tokens
