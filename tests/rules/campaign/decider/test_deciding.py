"""Deciding: at once, or once the others have agreed; what is refused costs nothing."""

import pytest

from rules.campaign.decider.deciding import Decision
from rules.campaign.time.undo import Undo, Undone
from rules.dice import Source
from rules.errors import NotNow, NotYours, WrongDice
from tests.games import SEED
from tests.night_watch import Call, Note, Swap
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, NOBODY, night_watch, refused, with_neutral_referee


def test_a_decision_names_the_entry_that_it_undoes() -> None:
    assert Decision(None, Undo(), (Undone(entry=3, title="Call", fallen=(4, 5)),)).undoes == 4
    assert Decision(None, Undo(), ()).undoes is None


def test_who_must_be_asked_is_asked_before_any_die() -> None:
    play = night_watch((BERT, "draw"))
    before = play.campaign.next_die
    decision = play.campaign.decide(BERT, Swap(), None, Source(SEED, 0), play.clock)
    assert [event.type for event in decision.events] == ["asked"]
    assert decision.rolls == ()
    play.do(BERT, Swap())
    assert play.campaign.next_die == before


def test_what_cannot_be_done_is_refused_before_anybody_is_asked() -> None:
    refused(night_watch(), NotNow, "You hold no token", BERT, Swap())


def test_a_command_that_rolls_nothing_takes_no_dice() -> None:
    play = night_watch(dice="physical")
    with pytest.raises(WrongDice, match="rolls no dice"):
        play.do(ANNA, Undo(), (3,))
    with pytest.raises(WrongDice):
        play.do(ANNA, Call(), (3,))


def test_the_bot_gives_the_most_specific_refusal_of_all_seats() -> None:
    """Anna is North and the referee, who does not stand watch."""
    play = night_watch((ANNA, "draw"))
    refused(play, NotNow, "You hold a token already", ANNA, {"type": "draw"})
    refused(play, NotYours, "hold no seat", NOBODY, Note())


def test_a_refusal_names_the_only_seat_of_the_user() -> None:
    refused(with_neutral_referee(), NotYours, r"^The referee does not stand watch\.$", CARLA, {"type": "draw"})


def test_two_who_want_the_same_for_themselves_ask_for_it_each() -> None:
    """Only the end of a phase is the same for both: who wants it, too, agrees to it."""
    play = night_watch((ANNA, "draw"), (BERT, "draw"))
    tokens = play.campaign.state.tokens
    for user in (ANNA, BERT):
        play.do(user, Swap())
    assert [each.player for each in play.campaign.requests] == [ANNA, BERT]
    assert play.campaign.state.tokens == tokens


def test_a_player_repeats_a_request_only_after_the_answer_time() -> None:
    """A request to undo stays the same as long as nothing else is done."""
    play = night_watch((ANNA, "draw"), (BERT, "draw"))
    for ask in (Swap(), Undo()):
        play.do(BERT, ask)
        refused(play, NotNow, r"asked for that already\. Still to answer: <@1> \(North\)", BERT, ask)
    play.wait(days=4)
    play.do(BERT, Swap())
    assert [each.seq for each in play.campaign.requests][-1] == play.campaign.seq
