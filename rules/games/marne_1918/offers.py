"""All that a seat may do now in Marne 1918."""

from collections.abc import Iterator

from rules.errors import RuleError
from rules.game import Offer
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
from rules.games.marne_1918.hand import used
from rules.games.marne_1918.phases import ALLIES, GERMANS, Phase
from rules.games.marne_1918.playing import check
from rules.games.marne_1918.state import AttacksAsked, Exchange, FlightDrawn, ForceDue, ShakeupToPlace, State
from rules.games.marne_1918.tables import Effect, MarneTables
from rules.games.marne_1918.walk import check_may_go_on, upcoming
from rules.notice import Seat
from rules.pool import Marker, Place, Pool, Symbol


def offers(tables: MarneTables, state: State, seat: Seat) -> Iterator[Offer]:
    """All that a seat may do now."""
    yield from _answers(state, seat)
    pool = state.pools.get(seat)
    if pool is not None:
        yield from _markers(tables, state, seat, pool)
    if seat == GERMANS and state.now.phase is Phase.OFFENSIVES and state.german_offensive != state.turn:
        yield Offer(command=DeclareOffensive(), label="Declare an offensive", moment=state.turn)
    attacker = exchange.enemy(seat)
    if attacker in exchange.attackers_now(state) and pool is not None and not state.waiting:
        yield Offer(command=AskToDeclare(), label=f"Let the {attacker} declare", moment=state.questions)
    yield from _going_on(tables, state)
    yield from _facts(state)


def _answers(state: State, seat: Seat) -> Iterator[Offer]:
    """What is asked and may be answered by this seat; facts of the map by any."""
    waiting = state.waiting[0] if state.waiting else None
    moment = state.questions
    match waiting:
        case Exchange(awaiting=awaiting) if awaiting == seat:
            yield Offer(command=Pass(), label="No event", moment=moment)
        case FlightDrawn():
            now = ResolveFlight(vp=state.victory_points, crossed=state.marne_crossed)
            yield Offer(command=now, label="Resolve the flight", moment=moment, asks=("vp", "crossed"))
        case ShakeupToPlace() if seat == GERMANS:
            yield Offer(command=PlaceShakeup(), label="Choose the HQ", moment=moment, asks=("hq",))
        case ForceDue() if seat == ALLIES:
            yield Offer(command=Deploy(), label="The force comes", moment=moment)
            yield Offer(command=Deploy(come=False), label="It does not come now", moment=moment)
        case AttacksAsked():
            yield Offer(command=ReportAttacks(), label="Tell Mangin's attacks", moment=moment, asks=("attacks",))


def _markers(tables: MarneTables, state: State, seat: Seat, pool: Pool) -> Iterator[Offer]:
    if seat not in state.drawn and state.now.phase is Phase.EVENTS:
        whose = f" ({seat})" if len(state.pools) > 1 else ""
        yield Offer(command=Draw(side=seat), label=f"Draw {tables.draws(seat)} events{whose}", moment=state.turn)
    for marker in sorted(pool.at(Place.HAND), key=lambda marker: marker.id not in pool.undecided):
        if tables.type_of(marker.id).effect is not Effect.FLIGHT:
            yield from _in_hand(tables, state, seat, pool, marker)
    for id_ in sorted(used(pool)):
        about = tables.name(id_)
        yield Offer(command=Return(marker=id_), label="Return", about=about, moment=state.turn)
        yield Offer(command=Remove(marker=id_), label="Remove", about=about, moment=state.turn)


def _in_hand(tables: MarneTables, state: State, seat: Seat, pool: Pool, marker: Marker) -> Iterator[Offer]:
    type_ = tables.type_of(marker.id)
    about, detail, turn = tables.name(marker.id), type_.summary, state.turn
    kept = pool.kept(with_must_occur=tables.must_occur_counts)
    if marker.id in pool.undecided and len(kept) < state.hand_limit(tables, seat):
        command = Keep(marker=marker.id)
        yield Offer(command=command, label="Keep", about=about, detail=detail, moment=turn, secret=True)
    if _may_be_played(tables, state, seat, marker):
        asks = (("hq",) if type_.on_hq else ()) + (("answer",) if type_.question else ())
        in_exchange = type_.effect is Effect.EXCHANGE
        choices = exchange.choices(tables, state, seat, marker.id) if in_exchange else (*type_.choices,) or ("",)
        for choice in choices:
            yield Offer(
                command=Play(marker=marker.id, choice=choice),
                label=f"Play: {choice}" if choice else "Play",
                about=about,
                detail=detail,
                moment=state.clock,
                asks=asks,
                questions={"answer": type_.question} if type_.question else {},
                secret=True,
            )
    if marker.has(Symbol.KEEPABLE) and seat in state.drawn:
        command_ = Return(marker=marker.id)
        yield Offer(command=command_, label="Return", about=about, detail=detail, moment=turn, secret=True)


def _may_be_played(tables: MarneTables, state: State, seat: Seat, marker: Marker) -> bool:
    try:
        check(tables, state, seat, marker)
    except RuleError:
        return False
    return True


def _going_on(tables: MarneTables, state: State) -> Iterator[Offer]:
    try:
        check_may_go_on(state)
    except RuleError:
        return
    moment = upcoming(tables, state)
    if moment is not None:
        yield Offer(command=NextPhase(), label=f"Next: {moment.phase}", moment=state.phases)
    yield Offer(command=NextTurn(), label="Next turn", moment=state.turn)


def _facts(state: State) -> Iterator[Offer]:
    """What players tell of their map, unasked."""
    told = state.clock
    if state.now.sequence:
        asks = ("by", "hex", "vp")
        yield Offer(command=TakeHex(), label="A victory hex is taken", moment=told, asks=asks, aside=True)
    now = SetPoints(vp=state.victory_points)
    yield Offer(command=now, label="Enter the victory points", moment=told, asks=("vp",), aside=True)
