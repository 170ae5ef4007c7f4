"""The state after an event."""

from typing import Any

from rules.games.gathering_storm.data import StormData
from rules.games.gathering_storm.effects.diplomacy import after
from rules.games.gathering_storm.entered import (
    AggressionEntered,
    CivilWarEntered,
    ConquestEntered,
    FlagsEntered,
    PactSigned,
    PowerEntered,
    RussiaEntered,
    TradeEntered,
    WorldEntered,
)
from rules.games.gathering_storm.events import (
    Advanced,
    Assigned,
    AtomicPermitted,
    CivilWarNeared,
    CountersShown,
    Dealt,
    Discarded,
    Doubled,
    DutyWaived,
    FellDue,
    GeneralDrawn,
    IndexMoved,
    Moved,
    PhaseBegan,
    Placed,
    Played,
    Reassigned,
    Recorded,
    ResultRevealed,
    StormEvent,
    TookEffect,
    TurnBegan,
)
from rules.games.gathering_storm.powers import GERMANY, RUSSIA, alliance_of
from rules.games.gathering_storm.state import (
    Aggression,
    CivilWar,
    Counter,
    Held,
    InPlay,
    Power,
    Progress,
    State,
)
from rules.seat import Seat


def evolve(data: StormData, state: State, event: StormEvent) -> State:
    """The state after an event."""
    match event:
        case GeneralDrawn() | Dealt() | Played() | TookEffect() | Discarded() | FellDue():
            return _with_cards(data, state, event)
        case Doubled() | Advanced() | Recorded() | ResultRevealed() | Assigned() | Reassigned() | AtomicPermitted():
            return _with_research(data, state, event)
        case Moved() | IndexMoved() | CountersShown():
            return state
        case CivilWarNeared(country=country, change=change):
            return _with_civil(state, country, after(state.civil_war(country), change))
        case PhaseBegan(phase=phase):
            return state.replace(phase=phase)
        case TurnBegan(turn=turn):
            return _next_turn(state, turn)
        case Placed(power=power, target=target, value=value, kind=kind):
            counter = Counter(power=power, target=target, value=value.value, kind=kind, phase=state.phase)
            return state.replace(counters=(*state.counters, counter))
        case _:
            return _with_entry(state.replace(entries=state.entries + 1), event)


def _with_cards(
    data: StormData, state: State, event: GeneralDrawn | Dealt | Played | TookEffect | Discarded | FellDue
) -> State:
    match event:
        case GeneralDrawn(card=card, is_reshuffled=is_reshuffled):
            seen = _seen(data, state, "general", is_reshuffled) | ({card} if card else set())
            return state.replace(has_drawn=True, seen=seen)
        case Dealt(power=power, shown=shown, unseen=unseen, is_reshuffled=is_reshuffled):
            cards = (*shown, *unseen.value)
            held = tuple(Held(card=card, is_shown=card in shown) for card in cards)
            seen = _seen(data, state, power, is_reshuffled) | set(cards)
            return state.replace(seen=seen, held={**state.held, power: held})
        case Played(card=card, power=power, choice=choice, waits=waits):
            played = (*state.played, InPlay(card=card, power=power, choice=choice, waits=waits))
            return _without(state, power, card).replace(played=played)
        case TookEffect(card=card):
            return state.replace(
                played=tuple(each.replace(waits=False) if each.card == card else each for each in state.played)
            )
        case Discarded(card=card, power=power):
            return _without(state, power, card)
        case FellDue(card=card, power=power):
            overdue = Held(card=card, is_shown=True, is_overdue=True)
            others = [each for each in state.held[power] if each.card != card]
            return state.replace(held={**state.held, power: (*others, overdue)})


def _seen(data: StormData, state: State, pile: str, is_reshuffled: bool) -> frozenset[str]:
    """The cards out of their piles: after a reshuffle, of this pile only those that still lie on the table."""
    if not is_reshuffled:
        return state.seen
    return state.seen - ({card.id for card in data.pile(pile)} - on_table(state))


def on_table(state: State) -> frozenset[str]:
    """The cards held or in play."""
    held = {each.card for cards in state.held.values() for each in cards}
    return frozenset(held | {each.card for each in state.played})


def _without(state: State, power: Seat | None, card: str) -> State:
    if power is None:
        return state
    rest = tuple(each for each in state.held.get(power, ()) if each.card != card)
    return state.replace(held={**state.held, power: rest})


def _with_research(data: StormData, state: State, event: StormEvent) -> State:
    match event:
        case AtomicPermitted():
            return state.replace(world=state.world.replace(is_atomic_permitted=True))
        case ResultRevealed(project=key):
            return _with_progress(data, state, key, is_revealed=True)
        case Doubled(project=key, added=added, surplus=surplus):
            was = data.progress(state, key)
            doubled = {"before": was.before + added.value, "surplus": was.surplus + surplus.value}
            return _with_progress(data, state, key, **doubled)
        case Advanced(project=key, added=added):
            return _with_progress(data, state, key, now=data.progress(state, key).now + added.value)
        case Recorded(power=power, project=project, before=before, results=results, maximum=maximum):
            noted = {"before": before.value, "results": results.value, "maximum": maximum.value}
            return _with_progress(data, _noted(state, power), project.value, **noted)
        case Assigned(power=power, project=project, points=points):
            now = data.progress(state, project.value).now + points.value
            assigned = state.assigned | {alliance_of(power)}
            return _with_progress(data, _noted(state, power), project.value, now=now).replace(assigned=assigned)
        case Reassigned(power=power, source=source, project=project, points=points):
            left = data.progress(state, source.value).surplus - points.value
            moved = _with_progress(data, _noted(state, power), source.value, surplus=left)
            now = data.progress(moved, project.value).now + points.value
            return _with_progress(data, moved, project.value, now=now)
    raise AssertionError("no event of research")


def _with_progress(data: StormData, state: State, key: str, **changes: Any) -> State:
    progress: Progress = data.progress(state, key).replace(**changes)
    return state.replace(research={**state.research, key: progress})


def _noted(state: State, power: Seat) -> State:
    alliance = alliance_of(power)
    return state.replace(records={**state.records, alliance: state.records.get(alliance, 0) + 1})


def _with_civil(state: State, country: str, civil: CivilWar) -> State:
    return state.replace(civil={**state.civil, country: civil})


def _next_turn(state: State, turn: int) -> State:
    """What ran with the turn has run out; research points of the turn become points of earlier turns."""
    research = {
        key: each.replace(before=each.before + each.now, now=0, surplus=0) for key, each in state.research.items()
    }
    return state.replace(
        turn=turn,
        phase=0,
        has_drawn=False,
        held={},
        played=(),
        counters=(),
        assigned=frozenset(),
        is_waived=False,
        research=research,
    )


def _with_entry(state: State, event: StormEvent) -> State:
    world = state.world
    match event:
        case DutyWaived():
            return state.replace(is_waived=True)
        case PowerEntered(power=power):
            return state.replace(powers={**state.powers, power: Power(**event.model_dump(exclude={"type", "power"}))})
        case WorldEntered(climate=climate, balance=balance):
            return state.replace(world=world.replace(climate=climate, balance=balance))
        case AggressionEntered():
            return _with_aggression(state, event)
        case PactSigned(germany=germany, russia=russia):
            return state.replace(
                world=world.replace(has_pact=True), extra={**state.extra, GERMANY: germany, RUSSIA: russia}
            )
        case CivilWarEntered(country=country, is_on=is_on, counters=counters):
            was = state.civil_war(country)
            events = max(was.events, counters)
            return _with_civil(state, country, was.replace(is_on=is_on, counters=counters, events=events))
        case ConquestEntered(country=country, power=power):
            others = {name: owner for name, owner in world.conquered.items() if name != country}
            conquered = others if power is None else {**others, country: power}
            return state.replace(world=world.replace(conquered=conquered))
        case TradeEntered(owner=owner, country=country, holds=holds):
            pacts = world.pacts | {(owner, country)} if holds else world.pacts - {(owner, country)}
            return state.replace(world=world.replace(pacts=pacts))
        case FlagsEntered(country=country, flags=flags):
            kept = {name: flag for name, flag in world.flags.items() if name != country}
            return state.replace(world=world.replace(flags=kept if flags is None else {**kept, country: flags}))
        case RussiaEntered(is_purged=is_purged, has_cohesion=has_cohesion, opens=opens, closes=closes):
            open_ = (world.open_to_russia | ({opens} if opens else set())) - {closes}
            changes = {"is_purged": is_purged, "has_cohesion": has_cohesion, "open_to_russia": open_}
            return state.replace(world=world.replace(**changes))
    raise AssertionError("no entry of the referee")


def _with_aggression(state: State, event: AggressionEntered) -> State:
    """A new aggression, or the success of one that is under way; what is won is conquered."""
    known = next((each for each in state.world.aggressions if each.target == event.target), None)
    conquered = state.turn if event.has_succeeded else None
    if known is None:
        new = Aggression(
            target=event.target, power=event.power, value=event.value, turn=state.turn, conquered=conquered
        )
        aggressions = (*state.world.aggressions, new)
    else:
        updated = known.replace(conquered=conquered, value=event.value)
        aggressions = tuple(updated if each is known else each for each in state.world.aggressions)
    owners = {**state.world.conquered, event.target: event.power} if event.has_succeeded else state.world.conquered
    return state.replace(world=state.world.replace(aggressions=aggressions, conquered=owners))
