"""What is done unseen stands, whatever is undone before it in the open, if the same comes of it without that."""

import pytest

from rules.campaign import audit
from rules.campaign.time.rewind import Rewind
from rules.campaign.time.undo import Undo
from rules.games.gathering_storm.powers import GERMANY, ITALY, RUSSIA
from tests.games import SEED
from tests.play import public, secret
from tests.rules.games.gathering_storm.harness import USERS, Storm

ARMOR = "Russian armor"


def recorded(play: Storm, steps: int) -> None:
    """Russia records research unseen."""
    play.do(USERS[RUSSIA], "record", power="Russia", project=ARMOR, steps=steps)


def anew() -> Storm:
    """A campaign that its log alone makes."""
    play = Storm()
    play.campaign = play.campaign.refold(play.log)
    return play


def test_nobody_takes_back_with_an_entry_of_their_own_what_another_side_did_unseen() -> None:
    play = anew()
    for steps in (3, 5):
        play.do(USERS[ITALY], "enter_world", climate=1)
        recorded(play, steps)
        told = play.do(USERS[ITALY], Undo())
        assert "is undone" in public(told)
        assert secret(told, RUSSIA) == ""
        assert (play.state.world.climate, play.progress(ARMOR).before) == (0, steps)
    assert play.campaign.refold(play.log) == play.campaign
    assert audit(play.campaign.as_founded(), play.log, SEED).wrong == ()


def test_several_of_ones_own_entries_are_taken_back_likewise() -> None:
    play = anew()
    to = play.campaign.seq
    for climate in (1, 2):
        play.do(USERS[ITALY], "enter_world", climate=climate, reason="it moved")
    recorded(play, 3)
    last = play.campaign.last_action
    assert last is not None
    told = play.do(USERS[ITALY], Rewind(to=to, last=last.entry))
    assert "2 actions are undone" in public(told)
    assert (play.state.world.climate, play.progress(ARMOR).before) == (0, 3)
    assert audit(play.campaign.as_founded(), play.log, SEED).wrong == ()


def test_what_all_agree_to_go_back_behind_falls_whole() -> None:
    play = anew()
    to = play.campaign.seq
    play.do(USERS[ITALY], "draw")
    recorded(play, 3)
    last = play.campaign.last_action
    assert last is not None
    play.do(USERS[ITALY], Rewind(to=to, last=last.entry))
    assert not play.state.has_drawn
    assert play.progress(ARMOR).before == 0


@pytest.mark.parametrize("undoes", [GERMANY, RUSSIA])
def test_what_rests_on_what_is_undone_falls_with_it(undoes: str) -> None:
    """Points are assigned in the phase of research alone; what was recorded before them stands."""
    play = anew()
    play.do(USERS[GERMANY], "draw")
    play.do(USERS[GERMANY], "next_phase")
    play.do(USERS[GERMANY], "next_phase")
    recorded(play, 3)
    play.do(USERS[RUSSIA], "assign", power="Russia", project=ARMOR, points=2)
    if undoes == RUSSIA:
        play.do(USERS[RUSSIA], Undo())  # what one did unseen last is one's own to take back
        assert play.progress(ARMOR).steps == 3
        return
    told = play.do(USERS[GERMANY], Undo())
    assert secret(told, RUSSIA) == "What you did unseen after it is undone, too."
    assert (play.data.phase(play.state).name, play.progress(ARMOR).steps) == ("Economy", 3)
    assert play.campaign.refold(play.log) == play.campaign
    assert audit(play.campaign.as_founded(), play.log, SEED).wrong == ()
    play.do(USERS[GERMANY], "redo")
    assert (play.data.phase(play.state).name, play.progress(ARMOR).steps) == ("Research", 5), "it comes back, too"


def test_what_would_come_out_otherwise_without_what_is_undone_falls_with_it() -> None:
    """Points of this turn are steps of earlier turns in the next one, and a record of that moment says so."""
    play = anew()
    play.do(USERS[GERMANY], "draw")
    play.do(USERS[GERMANY], "next_phase")
    play.do(USERS[GERMANY], "next_phase")
    play.do(USERS[RUSSIA], "assign", power="Russia", project=ARMOR, points=2)
    while play.state.turn == 1:
        play.do(USERS[GERMANY], "next_turn")
    play.do(USERS[RUSSIA], "record", power="Russia", project=ARMOR, results=1)
    then = play.progress(ARMOR)
    told = play.do(USERS[GERMANY], Undo())
    now = play.progress(ARMOR)
    assert (then.before, then.now, then.results) == (2, 0, 1)
    assert secret(told, RUSSIA) == "What you did unseen after it is undone, too."
    assert (now.before, now.now, now.results) == (0, 2, 0)
    assert play.campaign.refold(play.log) == play.campaign
    assert audit(play.campaign.as_founded(), play.log, SEED).wrong == ()


def test_what_rests_on_something_else_that_was_done_unseen_stands_with_it() -> None:
    play = anew()
    play.do(USERS[ITALY], "enter_world", climate=1)
    recorded(play, 3)
    play.do(USERS[RUSSIA], "record", power="Russia", project=ARMOR, results=1)
    told = play.do(USERS[ITALY], Undo())
    assert secret(told, RUSSIA) == ""
    now = play.progress(ARMOR)
    assert (play.state.world.climate, now.before, now.results) == (0, 3, 1)
