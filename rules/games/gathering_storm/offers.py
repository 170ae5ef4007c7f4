"""All that a seat may do now in Gathering Storm."""

from collections.abc import Callable, Iterator

from rules.command import Offer
from rules.errors import RuleError
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
from rules.games.gathering_storm.data import StormData
from rules.games.gathering_storm.effects.dispute import ANTI_COMINTERN_TARGET
from rules.games.gathering_storm.offers_entries import entries
from rules.games.gathering_storm.placement import (
    check_anti_comintern,
    check_disputes,
    check_duties,
    check_room,
    check_target,
    disputes,
)
from rules.games.gathering_storm.play import check_moment, options, proposal
from rules.games.gathering_storm.powers import POWERS, alliance_of, belongs_to
from rules.games.gathering_storm.research import check_category
from rules.games.gathering_storm.research import check_room as check_steps
from rules.games.gathering_storm.state import Held, State
from rules.games.gathering_storm.turn import to_come
from rules.seat import REFEREE, Seat

RESEARCH = "Research"


def offers(data: StormData, state: State, seat: Seat) -> Iterator[Offer]:
    """All that a seat may do now."""
    if not state.has_drawn:
        yield Offer(command=Draw(), label="Draw the events", version=state.turn)
    if seat in POWERS:
        for held in state.held.get(seat, ()):
            yield from _play(data, state, seat, held)
        yield from _place(data, state, seat)
        yield from _research(data, state, seat)
    yield from _onwards(data, state)
    if seat == REFEREE:
        yield from entries(data, state)


def _onwards(data: StormData, state: State) -> Iterator[Offer]:
    if not state.has_drawn or not _allows(check_duties, data, state):
        return
    ahead, moment = to_come(data, state), state.turn * 100 + state.phase
    if ahead:
        yield Offer(command=NextPhase(), label=f"Next: {ahead[0]}", version=moment)
    else:
        yield Offer(command=NextTurn(), label="Next turn", version=moment)


def _play(data: StormData, state: State, seat: Seat, held: Held) -> Iterator[Offer]:
    """A card that may be played now, with a form for what it lets its player choose."""
    card = data.card(held.card)
    if not _allows(check_moment, data, state, held):
        return
    asked = options(data, state, seat, card.id)
    yield Offer(
        command=Play(marker=card.id).replace(**proposal(data, state, seat, card.id)),
        label="Play",
        subject=card.title,
        version=state.turn,
        inputs=tuple(asked),
        choices={field: allowed for field, allowed in asked.items() if allowed},
        secret=not held.is_shown,
    )


def _place(data: StormData, state: State, seat: Seat) -> Iterator[Offer]:
    """A counter, in any country that is open to it; in a dispute of Rumania's the anti-Comintern counter, too."""
    moment = state.turn * 100 + len(state.counters)
    fits = [name for name in data.countries if _may_place(data, state, seat, name)]
    if state.has_drawn and fits and _allows(check_room, data, state, seat):
        yield Offer(
            command=Place(power=seat, target=fits[0]),
            label=f"Place a counter of {seat}",
            version=moment,
            inputs=("target", "value"),
            choices={"target": tuple(fits)},
        )
    disputed = {country for dispute in disputes(data, state) for country in dispute.countries}
    is_possible = _allows(check_anti_comintern, data, state, seat, ANTI_COMINTERN_TARGET)
    if ANTI_COMINTERN_TARGET in disputed and is_possible and ANTI_COMINTERN_TARGET in fits:
        yield Offer(
            command=Place(power=seat, target=ANTI_COMINTERN_TARGET, value=0, counter="anti-Comintern"),
            label=f"Place the anti-Comintern counter for {seat}",
            version=moment,
        )


def _may_place(data: StormData, state: State, seat: Seat, target: str) -> bool:
    command = Place(power=seat, target=target)
    is_open = _allows(check_target, data, state, seat, target)
    return is_open and _allows(check_disputes, data, state, command)


def _research(data: StormData, state: State, seat: Seat) -> Iterator[Offer]:
    """What a side does with its research, for its own eyes."""
    moment = state.records.get(alliance_of(seat), 0)
    own = [project for project in data.projects if belongs_to(project.owner, seat)]
    keys = tuple(project.key for project in own)
    if data.phase(state).name == data.phases.research:
        open_ = [p for p in own if state.world.is_atomic_permitted or data.category(p) != "atomic"]
        fits = tuple(p.key for p in open_ if data.progress(state, p.key).room(1))
        if fits:
            yield Offer(
                command=Assign(power=seat, project=fits[0]),
                label=f"Assign points of {seat}",
                subject=RESEARCH,
                version=moment,
                inputs=("project", "points"),
                choices={"project": fits},
                secret=True,
            )
    if state.phase <= data.phase_index(data.phases.research):
        for key in keys:
            if data.progress(state, key).surplus:
                yield from _reassign(data, state, seat, key, moment)
    if keys:
        yield Offer(
            command=Record(power=seat, project=keys[0]),
            label=f"Write down research of {seat}",
            subject=RESEARCH,
            version=moment,
            inputs=("project", "steps", "results", "revealed", "maximum"),
            choices={"project": keys},
            secret=True,
        )


def _reassign(data: StormData, state: State, seat: Seat, source: str, moment: int) -> Iterator[Offer]:
    from_ = data.by_key[source]
    own = [project for project in data.projects if project.key != source and belongs_to(project.owner, seat)]
    fits = [
        project.key
        for project in own
        if _allows(check_category, data, state, from_, project) and _allows(check_steps, data, state, project, 1)
    ]
    if fits:
        yield Offer(
            command=Reassign(power=seat, source=source, project=fits[0]),
            label=f"Move the surplus of {source}",
            subject=RESEARCH,
            version=moment,
            inputs=("project", "points"),
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
