"""The settings of a table, which all agree on."""

from rules.campaign.life.settings import ChangeSettings
from rules.campaign.questions.requests import Agree
from tests.play import public
from tests.rules.campaign.helpers import ANNA, BERT, night_watch


def test_the_others_agree_to_other_settings() -> None:
    play = night_watch()
    told = public(play.do(ANNA, ChangeSettings(language="fr", pictures=False, answer=5)))
    assert told.startswith(
        "<@1> wants to change the language to French, switch the pictures off, set the time to answer to 5 days."
    )
    told = public(play.do(BERT, Agree(to=play.campaign.seq)))
    assert "This campaign is in French from now on.\nThis campaign has no pictures from now on." in told
    terms = play.campaign.terms
    assert (terms.language, terms.pictures, terms.answer) == ("fr", False, 5)
    assert play.campaign.refold(play.log) == play.campaign
