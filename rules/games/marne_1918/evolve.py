"""The state after each event."""

from collections.abc import Callable

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
from rules.games.marne_1918.tables import Effect, MarneTables
from rules.games.marne_1918.walk import FLIGHT_COST
from rules.notice import Seat
from rules.pool import Fate, Pool


def evolve(tables: MarneTables, state: State, event: MarneEvent) -> State:
    """The state after an event."""
    match event:
        case Drawn(seat=seat, markers=markers):
            drawn = state.but(drawn=state.drawn | {seat})
            return _in_pool(drawn, seat, lambda pool: pool.draw(markers.peek()))
        case Kept(seat=seat, marker=marker):
            limit, counts = state.hand_limit(tables, seat), tables.must_occur_counts
            return _in_pool(state, seat, lambda pool: pool.keep(marker.peek(), limit, with_must_occur=counts))
        case Returned(seat=seat, marker=marker):
            return _in_pool(state, seat, lambda pool: pool.give_back(marker.peek()))
        case Lapsed(seat=seat, marker=marker):
            return _in_pool(state, seat, lambda pool: pool.lapse(marker.peek()))
        case Played():
            return _played(tables, state, event)
        case PutBack(seat=seat, marker=id_):
            return _in_pool(state, seat, lambda pool: pool.give_back(id_))
        case Removed(seat=seat, marker=id_):
            return _in_pool(state, seat, lambda pool: pool.remove(id_))
        case MovedOn(seat=seat, marker=id_, place=place, track=track):
            off = state.but(on_hq={marker: hq for marker, hq in state.on_hq.items() if marker != id_})
            return _in_pool(off, seat, lambda pool: pool.move_on(id_, Fate(place=place, track=track)))
        case Waited(waiting=waiting) | Passed(waiting=waiting, done=False):
            # an exchange that goes on takes the place of what it was
            rest = tuple(other for other in state.waiting if not isinstance(other, Exchange))
            return state.but(waiting=(*rest, waiting), questions=state.questions + 1)
        case Passed():
            return _answered(state, going_on(state))
        case FlightResolved():
            return _flight(state, event)
        case ShakeupPlaced(marker=id_, hq=hq):
            return _answered(state, state.waiting[0]).but(on_hq={**state.on_hq, id_: hq})
        case AttacksReported():
            return _answered(state, state.waiting[0]).but(attacks_reported=True)
        case ForceArrives(by_telegram=by_telegram):
            answered = _answered(state, state.waiting[0]) if by_telegram else state
            return answered.but(mangin_turn=state.turn, telegram=False)
        case ForceWaits(lost=lost):
            return _answered(state, state.waiting[0]).but(telegram=not lost, captured_in_sequence=False)
        case PointsChanged(total=total, by_mangin=by_mangin):
            return state.but(victory_points=total, mangin_paid=state.mangin_paid or by_mangin)
        case PointsEntered(total=total):
            return state.but(victory_points=total, questions=state.questions + 1)
        case HexTaken(by="Germans", hex=hex_):
            told = state.but(questions=state.questions + 1)
            return told.but(captured=(*state.captured, hex_), captured_in_sequence=True)
        case HexTaken(hex=hex_):
            return state.but(retaken=(*state.retaken, hex_), questions=state.questions + 1)
        case MoraleRose(total=total):
            return state.but(morale=total)
        case DoctrineChanged(to=doctrine):
            return state.but(doctrine=doctrine)
        case HandSeen():
            return state
        case OffensiveDeclared(seat=seat) if seat == GERMANS:
            return state.but(german_offensive=state.turn)
        case OffensiveDeclared(marker=offensive):
            return state.but(offensives=(*state.offensives, offensive))
        case Organized(transport=transport):
            return state.but(transport=state.transport + transport)
        case HqEntered():
            return state.but(american_hq_since=state.turn)
        case ExitRolled(leave=leave):
            return state.but(americans_left=leave)
        case PhaseBegan(now=now):
            same = now.sequence == state.now.sequence
            captured = state.captured_in_sequence and same
            return state.but(now=now, phases=state.phases + 1, captured_in_sequence=captured, counterattack=None)
        case TurnBegan(turn=turn):
            return _next_turn(tables, state, turn)


def _in_pool(state: State, seat: Seat, change: Callable[[Pool], Pool]) -> State:
    return state.but(pools={**state.pools, seat: change(state.pools[seat])})


def _played(tables: MarneTables, state: State, event: Played) -> State:
    type_ = tables.type_of(event.marker)
    state = _in_pool(state, event.seat, lambda pool: pool.play(event.marker, type_.played))
    if event.hq:
        state = state.but(on_hq={**state.on_hq, event.marker: event.hq})
    if type_.effect is Effect.AIR_UNIT:
        return state.but(air_unit=True)
    if type_.effect is Effect.COUNTERATTACK:
        return state.but(counterattack=event.seat)
    if type_.effect is Effect.TELEGRAM:
        return state.but(telegram=True)
    return state


def _answered(state: State, question: object) -> State:
    return state.but(
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
    return state.but(victory_points=event.vp, marne_crossed=event.crossed, flight_cost=state.flight_cost + cost)


def _next_turn(tables: MarneTables, state: State, turn: int) -> State:
    """What lasts goes over into the next turn; the turn's own facts begin anew."""
    lasting = {
        name: getattr(state, name)
        for name in (
            "pools", "questions", "victory_points", "marne_crossed", "flight_cost", "morale", "doctrine", "on_hq",
            "german_offensive", "mangin_turn", "american_hq_since", "americans_left",
        )
    }  # fmt: skip
    return enter(tables, State(**lasting, turn=turn, phases=state.phases + 1, retaken_last_turn=bool(state.retaken)))
