"""Switching the pictures of a campaign off and on: the others are asked, and nobody can block it."""

from rules.campaign.life.pictures import PicturesRequested, SetPictures
from rules.campaign.questions.requests import Agree, Decline
from rules.errors import NotNow, NotYours
from tests.play import public
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, NOBODY, night_watch, refused, with_neutral_referee


def test_the_other_side_is_asked() -> None:
    play = night_watch()
    assert "<@1> asks to switch the pictures off." in public(play.do(ANNA, SetPictures(on=False)))
    assert play.campaign.has_pictures
    assert "This campaign has no pictures from now on." in public(play.do(BERT, Agree(to=play.campaign.seq)))
    assert not play.campaign.has_pictures
    refused(play, NotNow, "That is so already", ANNA, SetPictures(on=False))
    play.do(BERT, SetPictures(on=True))
    assert "This campaign has pictures again." in public(play.do(ANNA, Agree(to=play.campaign.seq)))
    assert play.campaign.has_pictures
    refused(play, NotNow, "That is so already", BERT, SetPictures(on=True))
    assert play.campaign.refold(play.log) == play.campaign


def test_a_request_says_what_it_is_about() -> None:
    play = night_watch()
    play.do(ANNA, SetPictures(on=False))
    play.do(BERT, Agree(to=play.campaign.seq))
    play.do(ANNA, SetPictures(on=True))
    requests = [event for entry in play.log for event in entry.events if isinstance(event, PicturesRequested)]
    assert [each.heading for each in requests] == ["No pictures requested", "Pictures requested"]


def test_it_can_be_declined() -> None:
    play = night_watch()
    play.do(ANNA, SetPictures(on=False))
    play.do(BERT, Decline(to=play.campaign.seq))
    assert play.campaign.has_pictures


def test_where_the_other_side_is_absent_it_is_done_once_the_time_to_answer_has_passed() -> None:
    play = night_watch()
    play.do(ANNA, SetPictures(on=False))
    asked = play.campaign.seq
    play.wait(days=4)
    play.do(ANNA, Agree(to=asked))
    assert not play.campaign.has_pictures


def test_a_neutral_referee_decides_alone_and_an_outsider_not_at_all() -> None:
    play = with_neutral_referee()
    play.do(CARLA, SetPictures(on=False))
    assert not play.campaign.has_pictures
    refused(night_watch(), NotYours, "hold no seat", NOBODY, SetPictures(on=False))
