"""The end of a campaign: by consent, and not for good at first."""

from rules.campaign.life.ending import End, Ended, Reopen, is_over
from rules.campaign.questions.requests import Agree, Decline
from rules.errors import NotNow, NotYours
from rules.seat import Player
from tests.play import public
from tests.rules.campaign.helpers import ANNA, BERT, NOBODY, high_card, refused, two_players


def test_a_player_alone_ends_it_and_nothing_more_is_done() -> None:
    play = high_card()
    told = public(play.do(ANNA, End())).splitlines()
    assert told == [
        "<@1> ends the campaign. Its log stays readable.",
        "`/campaign manage what:reopen` can reopen it within 30 days.",
    ]
    refused(play, NotNow, "has ended", ANNA, {"type": "take"})
    assert play.campaign.offers(ANNA) == play.campaign.open_offers() == ()


def test_no_side_ends_it_against_the_other() -> None:
    play = two_players()
    refused(play, NotYours, "You hold no seat", NOBODY, End())
    for asker, other in ((ANNA, BERT), (BERT, ANNA)):
        play.do(asker, End())
        play.do(other, Decline(to=play.campaign.seq))
        assert not play.campaign.is_ended
    play.do(BERT, End())
    play.do(ANNA, Agree(to=play.campaign.seq))
    assert play.campaign.is_ended


def test_it_is_reopened_within_thirty_days() -> None:
    play = high_card()
    play.do(ANNA, "take")
    play.do(ANNA, End())
    refused(play, NotYours, "Only its players", NOBODY, Reopen())
    play.wait(days=29)
    play.do(ANNA, Reopen())
    refused(play, NotNow, "has not ended", ANNA, Reopen())
    play.do(ANNA, "show")
    play.do(ANNA, End())
    play.wait(days=30)
    refused(play, NotNow, "ended for good", ANNA, Reopen())


def test_its_seed_stays_sealed_as_long_as_it_can_go_on() -> None:
    """A published seed would tell every die that is still to be rolled."""
    play = high_card()
    assert "seed" not in public(play.do(ANNA, End()))
    assert not is_over(play.campaign)
    play = high_card()
    assert "`/record more what:verify` now shows its seed" in public(play.do(ANNA, End(for_good=True)))
    assert is_over(play.campaign)
    refused(play, NotNow, "ended for good", ANNA, Reopen())


def test_an_older_versions_end_is_for_good() -> None:
    assert Ended.model_validate({"player": 1}) == Ended(player=Player(1), is_final=True)


def test_an_end_for_good_wants_an_answer_and_says_what_it_opens() -> None:
    play = two_players()
    asked = public(play.do(ANNA, End(for_good=True)))
    assert "Nobody could reopen it" in asked
    to = play.campaign.seq
    play.wait(days=30)
    refused(play, NotNow, "not done", ANNA, Agree(to=to))
    assert not play.campaign.is_ended
