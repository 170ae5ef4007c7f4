"""What is done unseen stands, whatever is undone before it in the open, if the same comes of it without that.

Else a side could do something and take it back, and with it what the others did unseen meanwhile.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rules.campaign.decider.campaign import Campaign
from rules.campaign.decider.deciding import Decision
from rules.campaign.time.rewind import Rewind, Rewound
from rules.campaign.time.undo import Undone
from rules.command import Event, GameCommand, GameEvent
from rules.dice import Dice, RecordedDice, Source
from rules.errors import RuleError
from rules.game import AnyGame
from rules.log import LogEntry, fold, play, undone_entries


def spared(done: Decision, now: Campaign, before: Campaign, since: Sequence[LogEntry], source: Source) -> Decision:
    """A decision on the campaign as it is ``now``, with what it leaves standing of what was done unseen. ``before`` is
    a campaign before all that it undoes, ``since`` are the entries from there on.
    """
    fallen = {seq for event in done.events if (falls := _falls(event, done)) for seq in falls.also}
    if not fallen:
        return done
    gone, dice = undone_entries(since).union(*(event.undone for event in done.events)) - fallen, now.dice(None, source)
    state, left = before.state, dict[int, Any]()
    for entry in since:
        if entry.seq in fallen:
            again = _done_again(now.game, state, entry, dice)
            if again is None:
                left[entry.seq] = entry.seat
            else:
                state = again
        elif entry.seq not in gone:
            events = (each for each in entry.events if isinstance(each, GameEvent))
            state = fold(now.game_of(entry.seq), state, events)
    fewer = {"also": tuple(left), "sides": tuple(sorted(set(left.values())))}
    told = (each.replace(**fewer) if (each := _falls(event, done)) else event for event in done.events)
    return replace(done, events=tuple(told))


def _falls(event: Event, done: Decision) -> Undone | Rewound | None:
    """An event by which private deeds fall that may be spared: not where all agreed to go back to a point."""
    if isinstance(event, Undone) or (isinstance(event, Rewound) and isinstance(done.command, Rewind)):
        return event
    return None


def _done_again(game: AnyGame, state: Any, deed: LogEntry, dice: Dice) -> Any:
    """The state after a private deed, if the same comes of it there; None otherwise."""
    assert isinstance(deed.command, GameCommand), "an action of the game"
    assert deed.seat is not None, "and of a seat"
    recorded = RecordedDice(deed.rolls, dice)
    try:
        events, after = play(game, state, deed.seat, deed.command, recorded)
        recorded.check_all_used()
    except RuleError:
        return None
    return after if events == deed.events else None
