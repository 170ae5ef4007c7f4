"""All that a seat may do now in Marne 1918."""

from collections.abc import Iterator

from rules.command import Offer
from rules.errors import RuleError
from rules.games.marne_1918 import exchange
from rules.games.marne_1918.commands import (
    AskToDeclare,
    DeclareOffensive,
    Deploy,
    Draw,
    Keep,
    NextPhase,
    NextTurn,
    Pass,
    PlaceShakeup,
    Play,
    Remove,
    ReportAttacks,
    ResolveFlight,
    Return,
    SetPoints,
    TakeHex,
)
from rules.games.marne_1918.data import Effect, MarneData
from rules.games.marne_1918.hand import used
from rules.games.marne_1918.phases import ALLIES, GERMANS, Phase
from rules.games.marne_1918.playing import check
from rules.games.marne_1918.state import AttacksAsked, Exchange, FlightDrawn, ForceDue, ShakeupToPlace, State
from rules.games.marne_1918.walk import check_may_go_on, upcoming
from rules.pool import Marker, Pool, Symbol, Zone
from rules.seat import Seat


def offers(data: MarneData, state: State, seat: Seat) -> Iterator[Offer]:
    """All that a seat may do now."""
    yield from _answers(state, seat)
    pool = state.pools.get(seat)
    if pool is not None:
        yield from _markers(data, state, seat, pool)
    if seat == GERMANS and state.now.phase is Phase.OFFENSIVES and state.german_offensive != state.turn:
        yield Offer(command=DeclareOffensive(), label="Declare an offensive", version=state.turn)
    attacker = exchange.enemy(seat)
    if attacker in exchange.attackers_now(state) and pool is not None and not state.waiting:
        yield Offer(command=AskToDeclare(), label=f"Let the {attacker} declare", version=state.questions)
    yield from _going_on(data, state)
    yield from _facts(state)


def _answers(state: State, seat: Seat) -> Iterator[Offer]:
    """What is asked and may be answered by this seat; facts of the map by any."""
    waiting = state.waiting[0] if state.waiting else None
    moment = state.questions
    match waiting:
        case Exchange(awaiting=awaiting) if awaiting == seat:
            yield Offer(command=Pass(), label="No event", version=moment)
        case FlightDrawn():
            now = ResolveFlight(vp=state.victory_points, crossed=state.marne_crossed)
            yield Offer(command=now, label="Resolve the flight", version=moment, inputs=("vp", "crossed"))
        case ShakeupToPlace() if seat == GERMANS:
            yield Offer(command=PlaceShakeup(), label="Choose the HQ", version=moment, inputs=("hq",))
        case ForceDue() if seat == ALLIES:
            yield Offer(command=Deploy(), label="The force comes", version=moment)
            yield Offer(command=Deploy(come=False), label="It does not come now", version=moment)
        case AttacksAsked():
            yield Offer(command=ReportAttacks(), label="Tell Mangin's attacks", version=moment, inputs=("attacks",))


def _markers(data: MarneData, state: State, seat: Seat, pool: Pool) -> Iterator[Offer]:
    if seat not in state.drawn and state.now.phase is Phase.EVENTS:
        whose = f" ({seat})" if len(state.pools) > 1 else ""
        yield Offer(command=Draw(side=seat), label=f"Draw {data.draws(seat)} events{whose}", version=state.turn)
    for marker in sorted(pool.at(Zone.HAND), key=lambda marker: marker.id not in pool.undecided):
        if data.type_of(marker.id).effect is not Effect.FLIGHT:
            yield from _in_hand(data, state, seat, pool, marker)
    for id_ in sorted(used(pool)):
        about = data.name(id_)
        yield Offer(command=Return(marker=id_), label="Return", subject=about, version=state.turn)
        yield Offer(command=Remove(marker=id_), label="Remove", subject=about, version=state.turn)


def _in_hand(data: MarneData, state: State, seat: Seat, pool: Pool, marker: Marker) -> Iterator[Offer]:
    type_ = data.type_of(marker.id)
    about, detail, turn = data.name(marker.id), type_.summary, state.turn
    kept = pool.kept(with_must_occur=data.must_occur_counts)
    if marker.id in pool.undecided and len(kept) < state.hand_limit(data, seat):
        command = Keep(marker=marker.id)
        yield Offer(command=command, label="Keep", subject=about, detail=detail, version=turn, secret=True)
    if _may_be_played(data, state, seat, marker):
        asks = (("hq",) if type_.on_hq else ()) + (("answer",) if type_.question else ())
        in_exchange = type_.effect is Effect.EXCHANGE
        choices = exchange.choices(data, state, seat, marker.id) if in_exchange else (*type_.choices,) or ("",)
        for choice in choices:
            yield Offer(
                command=Play(marker=marker.id, choice=choice),
                label=f"Play: {choice}" if choice else "Play",
                subject=about,
                detail=detail,
                version=state.clock,
                inputs=asks,
                questions={"answer": type_.question} if type_.question else {},
                secret=True,
            )
    if marker.has(Symbol.KEEPABLE) and seat in state.drawn:
        command_ = Return(marker=marker.id)
        yield Offer(command=command_, label="Return", subject=about, detail=detail, version=turn, secret=True)


def _may_be_played(data: MarneData, state: State, seat: Seat, marker: Marker) -> bool:
    try:
        check(data, state, seat, marker)
    except RuleError:
        return False
    return True


def _going_on(data: MarneData, state: State) -> Iterator[Offer]:
    try:
        check_may_go_on(state)
    except RuleError:
        return
    moment = upcoming(data, state)
    if moment is not None:
        yield Offer(command=NextPhase(), label=f"Next: {moment.phase}", version=state.phases)
    yield Offer(command=NextTurn(), label="Next turn", version=state.turn)


def _facts(state: State) -> Iterator[Offer]:
    """What players tell of their map, unasked."""
    told = state.clock
    if state.now.sequence:
        asks = ("by", "hex", "vp")
        yield Offer(command=TakeHex(), label="A victory hex is taken", version=told, inputs=asks, minor=True)
    now = SetPoints(vp=state.victory_points)
    yield Offer(command=now, label="Enter the victory points", version=told, inputs=("vp",), minor=True)
