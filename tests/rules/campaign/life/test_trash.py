"""The trash: by consent, for thirty days, and as if nothing had been."""

from dataclasses import replace

from rules.campaign.decider.waiting import waits
from rules.campaign.life.ending import End, is_over
from rules.campaign.life.trash import Restore, Trash, is_gone
from rules.campaign.questions.requests import Agree, Decline
from rules.campaign.seats.seating import Join
from rules.campaign.state.life import PLAYING, InTrash
from rules.errors import NotNow, NotYours
from tests.high_card import BLUE
from tests.play import ADMIN, public
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, NOBODY, high_card, night_watch, refused, two_players


def test_what_lies_in_the_trash_waits_for_nobody() -> None:
    play = high_card()
    assert "in the trash" in public(play.do(ANNA, Trash()))
    refused(play, NotNow, "is in the trash", ANNA, {"type": "take"})
    refused(play, NotNow, "is in the trash", ADMIN, {"type": "admin_end"})
    assert play.campaign.offers(ANNA) == play.campaign.open_offers() == ()
    assert waits(play.campaign) == frozenset()


def test_no_side_puts_it_away_against_the_other() -> None:
    play = two_players()
    refused(play, NotYours, "Only its players", NOBODY, Trash())
    assert public(play.do(BERT, Trash())).splitlines()[:3] == [
        "<@2> asks to put the campaign in the trash.",
        "For 30 days its players could bring it back.",
        "Red must agree, or a referee who plays no side.",
    ]
    play.do(ANNA, Decline(to=play.campaign.seq))
    assert play.campaign.life == PLAYING
    play.do(BERT, Trash())
    play.do(ANNA, Agree(to=play.campaign.seq))
    assert isinstance(play.campaign.life, InTrash)


def test_an_absent_player_does_not_hold_it() -> None:
    play = two_players()
    play.do(ANNA, Trash())
    play.wait(days=3)
    play.do(ANNA, Agree(to=play.campaign.seq))
    assert isinstance(play.campaign.life, InTrash)


def test_any_of_its_players_brings_it_back_as_it_was() -> None:
    play = two_players()
    play.do(ANNA, "take")
    before = play.campaign
    play.do(ANNA, Trash())
    play.do(BERT, Agree(to=play.campaign.seq))
    refused(play, NotYours, "Only its players", NOBODY, Restore())
    play.wait(days=29)
    play.do(BERT, Restore())
    after = play.campaign
    same = replace(
        after, seq=before.seq, number=before.number, at=before.at, seen=before.seen, awaited_since=before.awaited_since
    )
    assert replace(same, began=before.began) == before
    assert {each.seq for each in after.began.values()} == {after.seq}, "the table waits anew"
    assert {each.since for each in after.awaited_since.values()} <= {after.at}, "nobody was late while it lay there"
    refused(play, NotNow, "not in the trash", ANNA, Restore())


def test_after_thirty_days_it_is_gone() -> None:
    play = high_card()
    play.do(ANNA, Trash())
    play.wait(days=30)
    refused(play, NotNow, "so it is gone", ANNA, Restore())
    assert is_gone(play.campaign.when(play.clock))


def test_its_seed_is_published_no_sooner() -> None:
    play = high_card()
    play.do(ANNA, Trash())
    play.wait(days=400)
    assert not is_over(play.campaign.when(play.clock))


def test_one_that_has_ended_stays_so() -> None:
    play = high_card()
    play.do(ANNA, End())
    play.do(ANNA, Trash())
    play.do(ANNA, Restore())
    assert play.campaign.is_ended
    refused(play, NotNow, "has ended", BERT, Join(seat=BLUE))


def test_the_others_agree_to_the_trash_after_the_end_too_whatever_was_done_unseen() -> None:
    """The numbers that everybody knows leave private deeds out."""
    play = night_watch()
    play.do(ANNA, "note")
    play.do(ANNA, End())
    play.do(BERT, Agree(to=play.campaign.number))
    play.all_agree = False
    play.do(ANNA, Trash())
    (request,) = play.campaign.requests
    number = request.number
    assert number < request.seq
    assert [str(each.label) for each in play.campaign.offers(BERT)] == ["Agree", "Decline"]
    assert waits(play.campaign), "who is asked is called"
    refused(play, NotNow, "has ended", BERT, "draw")
    play.do(BERT, Agree(to=number))
    assert isinstance(play.campaign.life, InTrash)


def test_the_trash_is_declined_after_the_end_too() -> None:
    play = night_watch()
    play.all_agree = False
    play.do(BERT, End())
    play.do(ANNA, Agree(to=play.campaign.seq))
    play.do(ANNA, Trash())
    play.do(BERT, Decline(to=play.campaign.seq))
    assert play.campaign.requests == ()
    assert play.campaign.is_ended, "it lies in no trash"


def test_nobody_puts_it_away_for_those_who_share_the_seat() -> None:
    play = two_players()
    play.do(CARLA, Join(seat=BLUE))
    play.do(BERT, Agree(to=play.campaign.seq))
    play.do(BERT, Trash())
    play.do(ANNA, Agree(to=play.campaign.seq))
    assert play.campaign.life == PLAYING
    assert play.campaign.requests
    play.do(CARLA, Agree(to=play.campaign.requests[0].seq))
    assert isinstance(play.campaign.life, InTrash)
