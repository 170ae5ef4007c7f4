"""The settings of a table, which all agree on."""

from bot.base.language import languages
from rules.campaign.life.settings import ChangeSettings, LanguageName, Uncalled, called
from rules.campaign.questions.requests import Agree
from rules.errors import NotNow
from rules.seat import Seat
from tests.play import public, secret
from tests.rules.campaign.helpers import ANNA, BERT, night_watch, refused


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


def test_a_player_can_do_without_calls_and_have_them_again() -> None:
    """It is told to their seat alone, and nobody is asked."""
    play, seat = night_watch(), Seat("South")
    told = play.do(BERT, ChangeSettings(calls=False))
    assert (public(told), secret(told, seat)) == ("", "<@2> is no longer called when it is their move.")
    assert play.campaign.of(Uncalled).players == {BERT}
    refused(play, NotNow, "That is so already", BERT, ChangeSettings(calls=False))
    play.do(ANNA, ChangeSettings(calls=False))
    told = play.do(BERT, ChangeSettings(calls=True))
    assert (public(told), secret(told, seat)) == ("", "<@2> is called again when it is their move.")
    assert play.campaign.of(Uncalled).players == {ANNA}
    refused(play, NotNow, "That is so already", BERT, ChangeSettings(calls=True))


def test_each_language_with_a_catalogue_has_a_name() -> None:
    assert {each.upper() for each in languages()} == {*LanguageName.__members__}
    assert (called("fr").text, called("xx").text) == ("French", "xx")
