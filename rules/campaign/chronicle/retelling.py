"""A campaign's log retold turn by turn, as one reader may read it.

While the game runs, a reader knows what everybody was told and what the seats that they act for were told in private.
Once nobody can reopen the campaign, everybody may know everything.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from rules.campaign.decider.campaign import Campaign
from rules.campaign.life.ending import is_over
from rules.command import GameEvent, shown_again
from rules.errors import passes
from rules.game import AnyGame, AnyPast, Past
from rules.line import Line
from rules.log import LogEntry, undone_entries
from rules.notice import REASONS, Kind, Notice, Public, Secret, board_changes
from rules.printed.lookup import explain, readings
from rules.seat import REFEREE, Seat

PASSING = (*REASONS, Kind.NEXT, Kind.BOARD, Kind.TITLE)
"""What is no result by itself: reasons and the board stand apart, and what to do next is past."""


@dataclass(frozen=True, slots=True)
class Passage:
    """An entry as its reader may read it: what happened, what changed on the board, what some seats were told in
    private, and why it came out so. ``moment`` is where the game stood then, if that is not where it stood before.
    """

    entry: LogEntry
    title: Line
    told: tuple[Public, ...]
    board: tuple[Public, ...]
    secrets: tuple[Secret, ...]
    reasons: tuple[Public, ...]
    stands: bool
    moment: Line | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn with its passages, and the campaign and its past as the turn ended."""

    number: int
    passages: tuple[Passage, ...]
    campaign: Campaign
    past: AnyPast


Sight = Collection[Seat]
"""The seats whose secrets somebody may read."""


def may_read(campaign: Campaign, user: int) -> Sight:
    """Return the seats whose secrets a user may read: their own, or all once nobody can reopen the campaign."""
    return (*campaign.game.seats, REFEREE) if is_over(campaign) else campaign.acts_for(user)


def seen(log: Sequence[LogEntry]) -> Sequence[LogEntry]:
    """Return the entries of a log that everybody saw."""
    return [each for each in log if not each.is_unseen]


def retold(campaign: Campaign, log: Sequence[LogEntry], seats: Sight) -> Iterator[Turn]:
    """Yield the turns of a campaign, for a reader of the secrets of some ``seats``."""
    undone, before, turn = undone_entries(log), campaign.as_founded(), None
    past = first_past(before)
    begun, shown = False, None
    for entry, (after, past_after) in zip(log, pasts(before, log, past), strict=True):
        # the first action of the game can choose the turn on which the campaign begins
        is_chosen = not begun and after.game.turn(after.state) != before.game.turn(before.state)
        then, is_move = after if is_chosen else before, any(isinstance(event, GameEvent) for event in entry.events)
        number, moment = then.game.turn(then.state), moment_of(then)
        passage = passage_of(campaign, entry, seats, stands=entry.seq not in undone)
        if entry.is_unseen and not passage.secrets:
            before, past = after, past_after
            if turn is not None and turn.number == after.game.turn(after.state):
                turn = replace(turn, campaign=after, past=past_after)
            continue
        passage = replace(passage, moment=moment if moment != shown else None)
        if turn is not None and turn.number != number and begun:
            yield turn
            turn = None
        # what ends a turn leads into the next one: the turn ended as it stood before
        stood = (after, past_after) if after.game.turn(after.state) == number else (before, past)
        turn = Turn(number, (*turn.passages, passage) if turn else (passage,), *stood)
        before, past, begun, shown = after, past_after, begun or is_move, moment
    if turn is not None:
        yield turn


def moment_of(campaign: Campaign) -> Line | None:
    """Return where the game stands: the first line of its status."""
    return next((notice.line for notice in campaign.game.status(campaign.state)), None)


def passage_of(campaign: Campaign, entry: LogEntry, seats: Sight, *, stands: bool = True) -> Passage:
    """Return an entry for a reader of the secrets of some ``seats``."""
    told = campaign.tell(entry)
    public = [notice for notice in told if isinstance(notice, Public)]
    secrets = (notice for notice in told if isinstance(notice, Secret))
    titles = [notice.line for notice in public if notice.kind is Kind.TITLE]
    return Passage(
        entry,
        titles[-1] if titles else Line(entry.title),
        tuple(notice for notice in public if notice.kind not in PASSING),
        tuple(board_changes(public)),
        tuple(each for each in secrets if each.seat in seats),
        tuple(reasons(campaign, entry, told)),
        stands,
    )


def reasons(campaign: Campaign, entry: LogEntry, told: Iterable[Notice]) -> Iterator[Public]:
    """Why an entry came out so: each table that it read with the dice and modifiers, the rules and the rulings."""
    data = campaign.game_of(entry.seq).data
    read = [
        each
        for each in (reading for event in entry.events for reading in readings(event))
        if (table := data.printed_tables.get(each.table)) and passes(table.place, each.total, each.column)
    ]
    yield from (each for each in explain(data, read) if isinstance(each.section, Line))
    every = (each for each in told if isinstance(each, Public) and each.kind in REASONS)
    yield from (each for each in every if each.kind is not Kind.PROOF or each.section is None)


# ---- what of the past the pictures show ----


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
