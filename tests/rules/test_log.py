"""The log: a procedure run to its end, events folded, and what an entry says of itself."""

from typing import Any

import pytest

from rules.campaign.time.undo import Undo, Undone
from rules.dice import Roll, SealedDice
from rules.errors import NotNow
from rules.log import LogEntry, fold, play, undone_entries
from rules.secrets import Hidden
from tests.bridges import EAST, WEST, OrderWritten, TurnedUp, WriteOrder
from tests.games import BEGIN, SEED, all_games
from tests.high_card import BLUE, RED, Bid, Bidden, ShownUp, Take, Taken
from tests.night_watch import NORTH, Note

HIGH_CARD = all_games()["high-card"]


def entry(**changes: Any) -> LogEntry:
    made = {
        "seq": 1, "interaction": 9, "at": BEGIN, "user": 1, "seat": RED, "command": Bid(), "events": (), "rolls": (),
        "number": 1,
    }  # fmt: skip
    return LogEntry(**{**made, **changes})


def test_a_procedure_sees_the_state_after_each_event() -> None:
    """The second order turns both up, which it learns from the state that it was handed."""
    game = all_games()["bridges"]
    dice = SealedDice(SEED)
    events, state = play(game, game.start(), WEST, WriteOrder(order="attack"), dice)
    assert [type(event) for event in events] == [OrderWritten]
    assert dice.rolls == ()
    events, state = play(game, state, EAST, WriteOrder(order="defend"), dice)
    assert [type(event) for event in events] == [OrderWritten, TurnedUp]
    assert state.outcome == events[1].reading.cell  # type: ignore[attr-defined]
    assert len(dice.rolls) == 1


def test_folding_the_events_gives_the_same_state() -> None:
    events, state = play(HIGH_CARD, HIGH_CARD.start(), RED, Take(), SealedDice(SEED))
    assert fold(HIGH_CARD, HIGH_CARD.start(), events) == state
    assert fold(HIGH_CARD, state, ()) is state


def test_a_refusal_comes_before_any_die() -> None:
    _, state = play(HIGH_CARD, HIGH_CARD.start(), RED, Take(), SealedDice(SEED))
    dice = SealedDice(SEED)
    with pytest.raises(NotNow, match="You hold a number already"):
        play(HIGH_CARD, state, RED, Take(), dice)
    assert dice.rolls == ()


def test_entries_that_a_later_one_undid() -> None:
    assert undone_entries([entry(), entry(seq=2, undoes=1), entry(seq=3), entry(seq=4, undoes=3)]) == {1, 3}
    assert undone_entries([]) == frozenset()


def test_only_sealed_dice_are_used_up() -> None:
    sealed, by_hand = Roll(sides=6, faces=(1, 2), first=4), Roll(sides=6, faces=(3,))
    assert entry(rolls=(sealed, by_hand, sealed.replace(first=6))).next_die(4) == 8
    assert entry(rolls=(by_hand,)).next_die(4) == entry().next_die(4) == 4


def test_dice_that_fall_again_are_not_used_up_twice() -> None:
    assert entry(rolls=(Roll(sides=6, faces=(1, 2), first=4),)).next_die(9) == 9


def test_rolls_and_reveals_are_not_undone_freely() -> None:
    taken, shown = Taken(seat=BLUE, number=Hidden(7)), ShownUp(seat=BLUE, number=7)
    assert entry(events=(Bidden(seat=BLUE, points=1), taken)).is_free
    assert not entry(events=(taken,), rolls=(Roll(sides=6, faces=(1,)),)).is_free
    assert not entry(events=(taken, shown)).is_free


def test_private_actions_and_undos_look_alike() -> None:
    taken_back = Undone(entry=None, title="Lantern noted", seat=NORTH, fallen=(1,))
    for each in (entry(command=Note()), entry(command=Undo(), events=(taken_back,))):
        assert each.is_private
        assert each.title == "Hidden move"
    seen = entry(command=Undo(), events=(Undone(entry=1, title="Bid", fallen=(1,)),))
    assert not seen.is_private
    assert seen.title == "Action undone"
    assert entry().title == "Bid"


def test_an_entry_undoes_all_that_its_events_say() -> None:
    undone = Undone(entry=3, title="Bid", fallen=(3, 4, 6))
    assert entry(seq=9, undoes=3, events=(undone,)).undone == {3, 4, 6}
    assert entry(seq=9, events=(undone,)).undone == frozenset()
