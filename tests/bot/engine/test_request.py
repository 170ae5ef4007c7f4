"""What a user asks for: an offer that still stands, or a command; two who end a phase at once end one."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.engine.request import Caller, FormWanted, Request, TakeOffer, about, command_of, filled
from rules.campaign.seats.seating import Forget
from rules.command import Command, Offer
from rules.errors import NotNow, NotThere, Unsure
from rules.games.marne_1918 import playing
from rules.games.marne_1918.hand import Sort
from tests.night_watch import Draw, NextPhase
from tests.play import Play
from tests.rules.campaign.helpers import ANNA, BERT, night_watch
from tests.rules.games.fields_of_despair.campaign import Campaign


def read(play: Play, user: int, request: Request, after: timedelta = timedelta(minutes=1)) -> Command:
    caller = Caller(1, play.clock + after, 7, 50, user)
    return command_of(play.campaign, play.campaign, caller, request, None)


def key_of(play: Play, label: str) -> str:
    return next(offer.key for offer in play.campaign.offers(ANNA) if offer.label == label)


def test_an_offer_is_taken_by_its_key() -> None:
    play = night_watch()
    key = key_of(play, "Draw a token")
    assert read(play, ANNA, TakeOffer(key)) == Draw()
    play.do(ANNA, "draw")
    with pytest.raises(NotNow, match="cannot be done now"):
        read(play, ANNA, TakeOffer(key))


def test_an_offer_with_inputs_wants_its_form() -> None:
    play = night_watch()
    key = key_of(play, "Enter the score…")
    with pytest.raises(FormWanted, match="Enter the score"):
        read(play, ANNA, TakeOffer(key))
    assert read(play, ANNA, TakeOffer(key, {"score": "4", "reason": ""})).type == "enter_score"


@pytest.mark.parametrize("sealed", [False, True])
def test_a_form_asks_for_dice_where_they_are_rolled_on_the_table(sealed: bool) -> None:
    play = Campaign(step="air", sealed=sealed).play
    (offer,) = [each for each in play.campaign.offers(ANNA) if each.label == "Reconnaissance…"]
    with pytest.raises(FormWanted) as wanted:
        read(play, ANNA, TakeOffer(offer.key))
    assert wanted.value.dice is not sealed


def test_an_offer_without_dice_needs_no_form() -> None:
    play = night_watch(dice="physical")
    assert read(play, ANNA, TakeOffer(key_of(play, "Call out"))).type == "call"


def test_of_several_things_that_were_chosen_none_is_lost() -> None:
    offer = Offer(Sort(), "Keep these", inputs=("keep",))
    assert filled(offer, {"keep": ("1", "2")})["keep"] == ("1", "2")


@pytest.mark.parametrize("typed", ["fire", "Open fire", "open fire", " OPEN FIRE "])
def test_a_choice_is_known_by_its_words_in_any_capitals(typed: str) -> None:
    there = [
        Offer(playing.Play(marker="guns", choice=choice), "Play", subject="The guns", inputs=("hex",), words=words)
        for choice, words in (("wait", "Hold fire"), ("fire", "Open fire"))
    ]
    assert about(there, "play", "The guns", choice=typed) == TakeOffer(there[1].key)


def test_a_phase_just_ended_is_not_ended_twice() -> None:
    play = night_watch((ANNA, NextPhase()))
    with pytest.raises(Unsure, match="<@1> has just ended a phase"):
        read(play, BERT, {"type": "next_turn"}, timedelta(seconds=3))
    caller = Caller(1, play.clock + timedelta(seconds=3), 7, 50, BERT)
    assert command_of(play.campaign, play.campaign, caller, {"type": "next_turn"}, None, sure=True).type == "next_turn"
    with pytest.raises(Unsure):
        read(play, BERT, {"type": "next_turn"}, timedelta(seconds=19))
    assert read(play, BERT, {"type": "next_turn"}, timedelta(seconds=20)).type == "next_turn"
    assert read(play, BERT, {"type": "roll_dice"}, timedelta(seconds=3)).type == "roll_dice", "it ends nothing"
    assert read(play, ANNA, {"type": "next_turn"}, timedelta(seconds=3)).type == "next_turn"


def test_it_is_the_end_of_the_phase_that_must_be_a_moment_ago() -> None:
    play = night_watch((ANNA, NextPhase()))
    play.wait(hours=1)
    play.do(BERT, "roll_dice")
    assert read(play, BERT, {"type": "next_turn"}, timedelta(seconds=3)).type == "next_turn"


def test_a_phase_ended_meanwhile_is_refused() -> None:
    play = night_watch()
    seen = play.campaign
    play.do(BERT, NextPhase())
    caller = Caller(1, play.clock, 7, 50, ANNA)
    with pytest.raises(NotNow, match="cannot be done now"):
        command_of(play.campaign, seen, caller, {"type": "next_phase"}, None)


def test_a_standing_offer_is_not_refused() -> None:
    play = night_watch()
    seen = play.campaign
    play.do(ANNA, "draw")
    caller = Caller(1, play.clock, 7, 50, ANNA)
    assert command_of(play.campaign, seen, caller, {"type": "next_phase"}, None) == NextPhase()


def test_a_deadline_that_has_passed_opens_what_waited_for_it() -> None:
    play = night_watch((BERT, "draw"), (ANNA, NextPhase()))
    late = play.campaign.when(play.clock + timedelta(days=4))
    key = next(offer.key for offer in late.offers(ANNA) if offer.label == "Go on without South")
    assert read(play, ANNA, TakeOffer(key), timedelta(days=4)).type == "agree"
    assert replace(play.campaign).find_offer(BERT, key).label == "Done"


def test_internal_commands_are_refused() -> None:
    """The opponent: by a made-up form they would forget somebody."""
    with pytest.raises(NotThere, match="no such command"):
        read(night_watch(), ANNA, Forget().model_dump())
