"""The state after each event."""

from collections.abc import Callable

from rules.games.marne_1918.data import Effect, MarneData
from rules.games.marne_1918.events import (
    AttacksReported,
    DoctrineChanged,
    Drawn,
    ExitRolled,
    FlightResolved,
    ForceArrives,
    ForceWaits,
    HandSeen,
    HexTaken,
    HqEntered,
    Kept,
    Lapsed,
    MarneEvent,
    MoraleRose,
    MovedOn,
    OffensiveDeclared,
    Organized,
    Passed,
    PhaseBegan,
    Played,
    PointsChanged,
    PointsEntered,
    PutBack,
    Removed,
    Returned,
    ShakeupPlaced,
    TurnBegan,
    Waited,
)
from rules.games.marne_1918.exchange import going_on
from rules.games.marne_1918.phases import GERMANS
from rules.games.marne_1918.state import Exchange, State, enter
from rules.games.marne_1918.walk import FLIGHT_COST
from rules.pool import Fate, Pool
from rules.seat import Seat


def evolve(data: MarneData, state: State, event: MarneEvent) -> State:
    """The state after an event."""
    match event:
        case Drawn(seat=seat, markers=markers):
            drawn = state.replace(drawn=state.drawn | {seat})
            return _in_pool(drawn, seat, lambda pool: pool.draw(markers.value))
        case Kept(seat=seat, marker=marker):
            limit, counts = state.hand_limit(data, seat), data.must_occur_counts
            return _in_pool(state, seat, lambda pool: pool.keep(marker.value, limit, with_must_occur=counts))
        case Returned(seat=seat, marker=marker):
            return _in_pool(state, seat, lambda pool: pool.give_back(marker.value))
        case Lapsed(seat=seat, marker=marker):
            return _in_pool(state, seat, lambda pool: pool.lapse(marker.value))
        case Played():
            return _played(data, state, event)
        case PutBack(seat=seat, marker=id_):
            return _in_pool(state, seat, lambda pool: pool.give_back(id_))
        case Removed(seat=seat, marker=id_):
            return _in_pool(state, seat, lambda pool: pool.remove(id_))
        case MovedOn(seat=seat, marker=id_, zone=zone, track=track):
            off = state.replace(on_hq={marker: hq for marker, hq in state.on_hq.items() if marker != id_})
            return _in_pool(off, seat, lambda pool: pool.move_on(id_, Fate(zone=zone, track=track)))
        case Waited(waiting=waiting) | Passed(waiting=waiting, done=False):
            # an exchange that goes on takes the place of what it was
            rest = tuple(other for other in state.waiting if not isinstance(other, Exchange))
            return state.replace(waiting=(*rest, waiting), questions=state.questions + 1)
        case Passed():
            return _answered(state, going_on(state))
        case FlightResolved():
            return _flight(state, event)
        case ShakeupPlaced(marker=id_, hq=hq):
            return _answered(state, state.waiting[0]).replace(on_hq={**state.on_hq, id_: hq})
        case AttacksReported():
            return _answered(state, state.waiting[0]).replace(attacks_reported=True)
        case ForceArrives(by_telegram=by_telegram):
            answered = _answered(state, state.waiting[0]) if by_telegram else state
            return answered.replace(mangin_turn=state.turn, telegram=False)
        case ForceWaits(lost=lost):
            return _answered(state, state.waiting[0]).replace(telegram=not lost, captured_in_sequence=False)
        case PointsChanged(total=total, by_mangin=by_mangin):
            return state.replace(victory_points=total, mangin_paid=state.mangin_paid or by_mangin)
        case PointsEntered(total=total):
            return state.replace(victory_points=total, questions=state.questions + 1)
        case HexTaken(by="Germans", hex=hex_):
            told = state.replace(questions=state.questions + 1)
            return told.replace(captured=(*state.captured, hex_), captured_in_sequence=True)
        case HexTaken(hex=hex_):
            return state.replace(retaken=(*state.retaken, hex_), questions=state.questions + 1)
        case MoraleRose(total=total):
            return state.replace(morale=total)
        case DoctrineChanged(to=doctrine):
            return state.replace(doctrine=doctrine)
        case HandSeen():
            return state
        case OffensiveDeclared(seat=seat) if seat == GERMANS:
            return state.replace(german_offensive=state.turn)
        case OffensiveDeclared(marker=offensive):
            return state.replace(offensives=(*state.offensives, offensive))
        case Organized(transport=transport):
            return state.replace(transport=state.transport + transport)
        case HqEntered():
            return state.replace(american_hq_since=state.turn)
        case ExitRolled(leave=leave):
            return state.replace(americans_left=leave)
        case PhaseBegan(now=now):
            same = now.sequence == state.now.sequence
            captured = state.captured_in_sequence and same
            return state.replace(now=now, phases=state.phases + 1, captured_in_sequence=captured, counterattack=None)
        case TurnBegan(turn=turn):
            return _next_turn(data, state, turn)


def _in_pool(state: State, seat: Seat, change: Callable[[Pool], Pool]) -> State:
    return state.replace(pools={**state.pools, seat: change(state.pools[seat])})


def _played(data: MarneData, state: State, event: Played) -> State:
    type_ = data.type_of(event.marker)
    state = _in_pool(state, event.seat, lambda pool: pool.play(event.marker, type_.played))
    if event.hq:
        state = state.replace(on_hq={**state.on_hq, event.marker: event.hq})
    if type_.effect is Effect.AIR_UNIT:
        return state.replace(air_unit=True)
    if type_.effect is Effect.COUNTERATTACK:
        return state.replace(counterattack=event.seat)
    if type_.effect is Effect.TELEGRAM:
        return state.replace(telegram=True)
    return state


def _answered(state: State, question: object) -> State:
    return state.replace(
        waiting=tuple(other for other in state.waiting if other is not question), questions=state.questions + 1
    )


def _flight(state: State, event: FlightResolved) -> State:
    def moved(pool: Pool) -> Pool:
        if event.result == "returns":
            return pool.lapse(event.marker)
        pool = pool.play(event.marker, Fate())
        for id_ in event.taken_off:
            pool = pool.take_off(id_)
        return pool

    state = _answered(_in_pool(state, event.seat, moved), state.waiting[0])
    cost = FLIGHT_COST if event.result == "occurs" else 0
    return state.replace(victory_points=event.vp, marne_crossed=event.crossed, flight_cost=state.flight_cost + cost)


def _next_turn(data: MarneData, state: State, turn: int) -> State:
    """What lasts goes over into the next turn; the turn's own facts begin anew."""
    lasting = {
        name: getattr(state, name)
        for name in (
            "pools", "questions", "victory_points", "marne_crossed", "flight_cost", "morale", "doctrine", "on_hq",
            "german_offensive", "mangin_turn", "american_hq_since", "americans_left",
        )
    }  # fmt: skip
    return enter(data, State(**lasting, turn=turn, phases=state.phases + 1, retaken_last_turn=bool(state.retaken)))
