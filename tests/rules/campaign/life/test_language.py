"""The language of a campaign: the others are asked, and nobody can block it."""

import pytest

from rules.campaign.life.language import LanguageSet, SetLanguage
from rules.campaign.questions.requests import Agree, Decline
from rules.errors import NotNow, NotThere, NotYours
from tests.play import public
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, NOBODY, night_watch, refused, with_neutral_referee


def test_the_other_side_is_asked() -> None:
    play = night_watch()
    assert "<@1> asks for another language: French." in public(play.do(ANNA, SetLanguage(language="fr")))
    assert play.campaign.language == "en"
    assert "This campaign is in French from now on." in public(play.do(BERT, Agree(to=play.campaign.seq)))
    assert play.campaign.language == "fr"
    refused(play, NotNow, "That is so already", ANNA, SetLanguage(language="fr"))
    assert play.campaign.refold(play.log) == play.campaign


def test_it_can_be_declined() -> None:
    play = night_watch()
    play.do(ANNA, SetLanguage(language="fr"))
    play.do(BERT, Decline(to=play.campaign.seq))
    assert play.campaign.language == "en"


def test_where_the_other_side_is_absent_it_is_done_once_the_time_to_answer_has_passed() -> None:
    play = night_watch()
    play.do(ANNA, SetLanguage(language="fr"))
    asked = play.campaign.seq
    play.wait(days=4)
    play.do(ANNA, Agree(to=asked))
    assert play.campaign.language == "fr"


def test_a_neutral_referee_decides_alone_and_an_outsider_not_at_all() -> None:
    play = with_neutral_referee()
    play.do(CARLA, SetLanguage(language="fr"))
    assert play.campaign.language == "fr"
    refused(night_watch(), NotYours, "hold no seat", NOBODY, SetLanguage(language="fr"))


@pytest.mark.parametrize("language", ["", "french", "FR", "../"])
def test_a_language_is_two_letters(language: str) -> None:
    with pytest.raises(NotThere):
        night_watch().campaign.read_command({"type": "set_language", "language": language})


def test_one_that_discord_does_not_speak_is_called_by_its_letters() -> None:
    assert [*map(str, LanguageSet(language="eo").tell())] == ["This campaign is in eo from now on."]
