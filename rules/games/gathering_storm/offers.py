"""All that a seat may do now in Gathering Storm."""

from collections.abc import Callable, Iterator

from rules.errors import RuleError
from rules.game import Offer
from rules.games.gathering_storm.commands import (
    Assign,
    Draw,
    NextPhase,
    NextTurn,
    Place,
    Play,
    Reassign,
    Record,
)
from rules.games.gathering_storm.offers_entries import entries
from rules.games.gathering_storm.placement import (
    check_disputes,
    check_duties,
    check_room,
    check_target,
)
from rules.games.gathering_storm.play import check_moment, options, proposal
from rules.games.gathering_storm.powers import POWERS, alliance_of, belongs_to
from rules.games.gathering_storm.research import check_category
from rules.games.gathering_storm.research import check_room as check_steps
from rules.games.gathering_storm.state import Held, State
from rules.games.gathering_storm.tables import StormTables
from rules.games.gathering_storm.turn import is_last
from rules.notice import REFEREE, Seat

RESEARCH = "Research"


def offers(tables: StormTables, state: State, seat: Seat) -> Iterator[Offer]:
    """All that a seat may do now."""
    if not state.has_drawn:
        yield Offer(command=Draw(), label="Draw the events", moment=state.turn)
    if seat in POWERS:
        for held in state.held.get(seat, ()):
            yield from _play(tables, state, seat, held)
        yield from _place(tables, state, seat)
        yield from _research(tables, state, seat)
    yield from _onwards(tables, state)
    if seat == REFEREE:
        yield from entries(tables, state)


def _onwards(tables: StormTables, state: State) -> Iterator[Offer]:
    if not state.has_drawn or not _allows(check_duties, tables, state):
        return
    moment = state.turn * 100 + state.phase
    if is_last(tables, state):
        yield Offer(command=NextTurn(), label="Next turn", moment=moment)
    else:
        yield Offer(command=NextPhase(), label="Next phase", moment=moment)


def _play(tables: StormTables, state: State, seat: Seat, held: Held) -> Iterator[Offer]:
    """A card that may be played now, with a form for what it lets its player choose."""
    card = tables.card(held.card)
    if not _allows(check_moment, tables, state, card):
        return
    asked = options(tables, state, seat, card.id)
    yield Offer(
        command=Play(marker=card.id, **proposal(tables, state, seat, card.id)),
        label="Play",
        about=card.title,
        moment=state.turn,
        asks=tuple(asked),
        choices={field: allowed for field, allowed in asked.items() if allowed},
        secret=not held.is_shown,
    )


def _place(tables: StormTables, state: State, seat: Seat) -> Iterator[Offer]:
    """A counter, in any country that is open to it."""
    if not state.has_drawn or not _allows(check_room, tables, state, seat):
        return
    fits = [name for name in tables.countries if _may_place(tables, state, seat, name)]
    if fits:
        yield Offer(
            command=Place(power=seat, target=fits[0]),
            label=f"Place a counter of {seat}",
            moment=state.turn * 100 + len(state.counters),
            asks=("target", "value"),
            choices={"target": tuple(fits)},
        )


def _may_place(tables: StormTables, state: State, seat: Seat, target: str) -> bool:
    command = Place(power=seat, target=target)
    is_open = _allows(check_target, tables, state, seat, target)
    return is_open and _allows(check_disputes, tables, state, command)


def _research(tables: StormTables, state: State, seat: Seat) -> Iterator[Offer]:
    """What a side does with its research, for its own eyes."""
    moment = state.records.get(alliance_of(seat), 0)
    own = [project for project in tables.projects if belongs_to(project.owner, seat)]
    keys = tuple(project.key for project in own)
    if tables.phase(state).name == tables.phases.research:
        open_ = [p for p in own if state.world.is_atomic_permitted or tables.category(p) != "atomic"]
        fits = tuple(p.key for p in open_ if tables.progress(state, p.key).room(1))
        if fits:
            yield Offer(
                command=Assign(power=seat, project=fits[0]),
                label=f"Assign points of {seat}",
                about=RESEARCH,
                moment=moment,
                asks=("project", "points"),
                choices={"project": fits},
                secret=True,
            )
    if state.phase <= tables.phase_index(tables.phases.research):
        for key in keys:
            if tables.progress(state, key).surplus:
                yield from _reassign(tables, state, seat, key, moment)
    now = tables.progress(state, keys[0])
    if keys:
        yield Offer(
            command=Record(
                power=seat, project=keys[0], steps=now.before, results=now.results, maximum=now.maximum or 0
            ),
            label=f"Write down research of {seat}",
            about=RESEARCH,
            moment=moment,
            asks=("project", "steps", "results", "revealed", "maximum"),
            choices={"project": keys},
            secret=True,
        )


def _reassign(tables: StormTables, state: State, seat: Seat, source: str, moment: int) -> Iterator[Offer]:
    from_ = tables.by_key[source]
    own = [project for project in tables.projects if project.key != source and belongs_to(project.owner, seat)]
    fits = [
        project.key
        for project in own
        if _allows(check_category, tables, state, from_, project) and _allows(check_steps, tables, state, project, 1)
    ]
    if fits:
        yield Offer(
            command=Reassign(power=seat, source=source, project=fits[0]),
            label=f"Move the surplus of {source}",
            about=RESEARCH,
            moment=moment,
            asks=("project", "points"),
            choices={"project": tuple(fits)},
            secret=True,
        )


def _allows(check: Callable[..., object], *facts: object) -> bool:
    """Whether a check lets something through."""
    try:
        check(*facts)
    except RuleError:
        return False
    return True
