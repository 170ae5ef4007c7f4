"""What is undone is play: the time in which others waited stays used, and whoever must act again is given time anew."""

from datetime import datetime, timedelta

import pytest

from rules.campaign.decider.audit import audit
from rules.campaign.life.imports import TakeIn
from rules.campaign.questions.requests import Agree, Decline
from rules.campaign.seats.absence import DecideByDefault, SetPatience
from rules.campaign.state.clock import DAY, LEAST
from rules.campaign.time.undo import Rewind, Undo
from rules.campaign.time.used import TimeUsed
from tests.games import SEED
from tests.night_watch import NORTH, SOUTH, Answer, NextPhase, NextTurn
from tests.play import Play, public
from tests.rules.campaign.decider.test_clocks import asked, left, table
from tests.rules.campaign.helpers import ANNA, BERT, night_watch
from tests.rules.campaign.time.test_forking import forked

MOVE = timedelta(days=3)


def patient(*, silence: int = 60) -> Play:
    """A table at which each side has three days to move."""
    play = night_watch()
    play.all_agree = True
    play.do(ANNA, SetPatience(answer=3, silence=silence, move=MOVE.days))
    play.all_agree = False
    for user in (ANNA, BERT):
        play.do(user, "draw")
    return play


def agreed(play: Play, user: int) -> None:
    """A user agrees to what was asked last."""
    play.do(user, Agree(to=play.campaign.number))


def in_whole(play: Play) -> datetime:
    """When a time to move that begins now is over."""
    assert play.campaign.at is not None
    return play.campaign.at + MOVE


def is_as_logged(play: Play) -> bool:
    """Whether the log folds to the campaign, and is decided again as it was."""
    return (
        play.campaign.refold(play.log) == play.campaign and not audit(play.campaign.as_founded(), play.log, SEED).wrong
    )


def test_whoever_takes_back_the_acts_by_which_they_held_up_play_has_used_the_time() -> None:
    play = table()
    asked(play)
    first = play.campaign.seq
    play.do(BERT, "wave")
    play.wait(days=4)
    before = left(play)
    assert before < 1
    play.do(BERT, Rewind(to=first, last=play.campaign.last_action.number))  # type: ignore[union-attr]
    assert left(play) == pytest.approx(before - LEAST / DAY, abs=0.01), "and keeps the phase open by it"
    assert is_as_logged(play)


def test_who_had_answered_pays_nothing_for_the_days_until_it_is_gone_back_to() -> None:
    play = table(bank=14)
    play.do(ANNA, "call")
    play.do(ANNA, DecideByDefault(seat=SOUTH))
    play.do(BERT, Decline(to=play.campaign.number))
    declined = play.campaign.seq
    play.wait(hours=1)
    play.do(BERT, Answer(answer="Here"))
    before = left(play)
    play.wait(days=20)
    play.do(ANNA, Rewind(to=declined, last=play.campaign.last_action.number))  # type: ignore[union-attr]
    agreed(play, BERT)
    assert play.campaign.state.called == SOUTH
    assert left(play) == before
    play.wait(days=1)
    assert left(play) == pytest.approx(before - 1), "it runs again from now on"
    assert is_as_logged(play)


def test_a_turn_that_is_gone_back_to_has_what_was_used_of_it_and_since() -> None:
    play = table()
    play.do(BERT, Decline(to=asked(play)))
    play.wait(days=1)
    play.do(BERT, NextPhase())
    agreed(play, ANNA)
    in_turn = left(play)
    play.do(ANNA, NextTurn())
    assert play.campaign.state.turn == 2
    assert left(play) > in_turn, "days of a new turn are free"
    play.do(ANNA, Undo())
    assert play.campaign.state.turn == 1
    assert left(play) == in_turn
    assert is_as_logged(play)


def test_where_nobody_has_held_up_play_nothing_is_noted() -> None:
    play = night_watch()
    play.do(ANNA, "wave")
    play.do(ANNA, Undo())
    assert not any(isinstance(event, TimeUsed) for event in play.log[-1].events)


def test_whose_phase_comes_back_has_the_whole_time_and_is_asked_for_its_end() -> None:
    play = patient()
    play.wait(days=2.9)
    asked(play)
    agreed(play, BERT)
    play.wait(days=0.2)
    play.do(ANNA, Undo())
    assert play.campaign.move_by(SOUTH) == in_whole(play)
    play.do(ANNA, NextPhase())
    assert play.campaign.requests[-1].needed == {SOUTH}


def test_whose_answer_is_undone_is_not_decided_for_at_once() -> None:
    play = patient()
    play.do(ANNA, "call")
    play.wait(days=2)
    play.do(BERT, Answer(answer="Yes"))
    play.wait(days=2)
    play.do(ANNA, Undo())
    agreed(play, BERT)
    play.do(ANNA, DecideByDefault(seat=SOUTH))
    assert play.campaign.state.called == SOUTH
    assert play.campaign.requests[-1].needed == {SOUTH}


def test_a_new_time_to_move_begins_when_it_is_agreed() -> None:
    play = night_watch()
    play.do(ANNA, "call")
    play.wait(days=5)
    play.do(ANNA, SetPatience(answer=3, silence=60, move=MOVE.days))
    agreed(play, BERT)
    assert play.campaign.move_by(SOUTH) == in_whole(play)
    play.wait(days=1)
    play.do(ANNA, SetPatience(answer=4, silence=60, move=MOVE.days))
    due = play.campaign.move_by(SOUTH)
    agreed(play, BERT)
    assert play.campaign.move_by(SOUTH) == due, "the same time goes on"


def test_a_fork_does_not_count_what_passed_since_its_point() -> None:
    play = table()
    play.do(BERT, Decline(to=asked(play)))
    at, before = len(play.log), left(play)
    play.wait(days=30)
    fork = forked(play, at)
    assert left(fork) == before
    fork.wait(days=1)
    assert left(fork) == pytest.approx(before - 1)


def test_what_comes_from_a_file_does_not_count_the_way() -> None:
    play = patient(silence=14)
    play.do(BERT, Decline(to=asked(play)))
    play.do(ANNA, "call")
    play.wait(days=25)
    play.do(ANNA, TakeIn(hash="0" * 64))
    assert play.campaign.clocks[SOUTH].turn < 2 * LEAST + DAY // 100
    assert not play.campaign.is_past(play.campaign.move_by(SOUTH))
    assert not any(map(play.campaign.is_silent, (NORTH, SOUTH)))
    assert "asks South to answer" in public(play.do(ANNA, DecideByDefault(seat=SOUTH)))
