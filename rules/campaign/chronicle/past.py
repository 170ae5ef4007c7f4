"""What of a campaign's past its pictures show, followed entry by entry."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import reduce
from typing import Any

from rules.campaign.decider.campaign import Campaign
from rules.command import GameEvent, shown_again
from rules.game import AnyGame, AnyPast, Past
from rules.log import LogEntry, undone_entries
from rules.printed.lookup import readings


def past_of(campaign: Campaign, entries: Iterable[LogEntry], before: AnyPast | None = None) -> AnyPast:
    """Return a campaign's past after these entries. ``campaign`` and ``before`` are the state and the past before them.

    Entries that were undone left nothing. Raises ``ValueError`` where one of these undoes an entry before them.
    """
    begun = campaign, before or first_past(campaign)
    return reduce(lambda _, later: later, pasts(campaign, entries, begun[1]), begun)[1]


def first_past(campaign: Campaign) -> AnyPast:
    """Return the past of a campaign in which nothing has happened yet."""
    return Past(states=(campaign.state,))


def pasts(campaign: Campaign, entries: Iterable[LogEntry], past: AnyPast) -> Iterator[tuple[Campaign, AnyPast]]:
    """Yield the campaign and its past after each of some entries. Raises ``ValueError`` as ``past_of``."""
    log = tuple(entries)
    undone = undone_entries(log)
    if any(seq <= campaign.seq for seq in undone):
        raise ValueError(f"entry {campaign.seq} and those before it are followed already")
    for entry, after in zip(log, campaign.follow_each(log), strict=True):
        past = past if entry.seq in undone else _then(past, entry, after)
        yield after, past


def _then(past: AnyPast, entry: LogEntry, after: Campaign) -> AnyPast:
    game, state = after.game, after.state
    last = next((each for event in reversed(entry.events) for each in reversed(readings(event))), past.reading)
    if not any(isinstance(event, GameEvent) for event in entry.events):
        return past
    passed = tuple(_passed(game, past.states[-1], entry)) if shown_again(entry.events) else ()
    states = (*past.states[:-1], *passed) if passed else past.states
    earlier = states[:-1] if game.moment(state) == game.moment(states[-1]) else states
    return replace(past, states=(*earlier, state), reading=last)


def _passed(game: AnyGame, state: Any, entry: LogEntry) -> Iterator[Any]:
    """Yield the last state of each moment that a redo passed through: it can bring back several turns at once."""
    for event in entry.events:
        if isinstance(event, GameEvent):
            after = game.apply(state, event)
            if game.moment(after) != game.moment(state):
                yield state
            state = after
