"""From phase to phase and turn to turn: what is due happens by itself, and it stops where somebody must answer."""

from collections.abc import Iterator

from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours
from rules.games.marne_1918.commands import ReportAttacks, ResolveFlight, TakeHex
from rules.games.marne_1918.data import Effect, MarneData
from rules.games.marne_1918.events import (
    AttacksReported,
    ExitRolled,
    FlightResolved,
    ForceArrives,
    ForceWaits,
    HexTaken,
    Lapsed,
    MovedOn,
    OffensiveDeclared,
    PhaseBegan,
    PointsChanged,
    PointsEntered,
    PutBack,
    ShakeupPlaced,
    TurnBegan,
    Waited,
)
from rules.games.marne_1918.hand import Steps, Walk
from rules.games.marne_1918.phases import ALLIES, GERMANS, Moment, Phase
from rules.games.marne_1918.playing import evolving, occurs
from rules.games.marne_1918.state import AttacksAsked, Doctrine, FlightDrawn, ForceDue, ShakeupToPlace, State, due
from rules.pool import Symbol, Zone
from rules.seat import Seat
from rules.secrets import Hidden, quote

LEAVES_ON = 6
ATTACKS_OWED = 2
POINTS_AN_ATTACK = 2
POINTS_RETAKEN = 2
FLIGHT_OCCURS_FROM = 30
FLIGHT_POSSIBLE_FROM = 17
FLIGHT_COST = 5


def next_phase(data: MarneData, state: State, to: str, dice: Dice) -> Steps:
    """Go on to the next phase, or to a named one of this turn."""
    check_may_go_on(state)
    target = moment_called(data, state, to) if to else upcoming(data, state)
    if target is None:
        raise NotNow("That was the last phase of the turn: end it with `/turn next`.")
    while state.now != target and not state.waiting:
        state = yield from step(data, state, dice, target)


def next_turn(data: MarneData, state: State, dice: Dice) -> Steps:
    """Go through what is left of the turn and begin the next; stop where somebody must answer."""
    check_may_go_on(state)
    turn = state.turn
    while state.turn == turn and not state.waiting:
        state = yield from step(data, state, dice)


def check_may_go_on(state: State) -> None:
    """Nobody must answer first, and the Events phase is over once it is left. Raises ``NotNow`` otherwise."""
    if state.waiting:
        raise NotNow(f"The {state.waiting[0].awaiting} must answer first.")
    if state.now.phase is not Phase.EVENTS:
        return
    for seat, pool in state.pools.items():
        if seat not in state.drawn:
            raise NotNow(f"The {seat} have not drawn their events of turn {state.turn} yet.")
        if pool.undecided:
            raise NotNow(f"The {seat} must first keep, play or return what they drew.")


def upcoming(data: MarneData, state: State) -> Moment | None:
    """The next moment of the turn, or None at its end."""
    return data.sequence.after(state.now, data.first_to_move, offensive=state.has_offensive)


def to_come(data: MarneData, state: State) -> Iterator[Moment]:
    """The moments of this turn that are still to come."""
    moment = upcoming(data, state)
    while moment is not None:
        yield moment
        moment = data.sequence.after(moment, data.first_to_move, offensive=state.has_offensive)


def moment_called(data: MarneData, state: State, name: str) -> Moment:
    """The next moment of the turn that is called so. Raises ``NotThere`` when none is to come."""
    wanted = name.strip().casefold()
    for moment in to_come(data, state):
        if wanted in (str(moment).casefold(), moment.phase.casefold()):
            return moment
    raise NotThere("No such phase is to come this turn.")


def step(data: MarneData, state: State, dice: Dice, target: Moment | None = None) -> Walk:
    """One phase on, with what is due at its start; or, after the last, the end of the turn. Phases before ``target``
    are passed."""
    moment = upcoming(data, state)
    if moment is None:
        return (yield from end_turn(data, state))
    state = yield PhaseBegan(now=moment, passed=moment != target)
    if moment.phase is Phase.SUPPLY and american_hq_may_leave(state):
        state = yield from exit_roll(state, dice)
    if moment.phase is Phase.ALLIED_MOVEMENT and force_is_due(state):
        state = yield Waited(waiting=ForceDue())
    return (yield from occurring(data, state))


def occurring(data: MarneData, state: State) -> Walk:
    """@: a marker in hand occurs at its moment, unless it asks its player something or the table rules that the player
    says so."""
    if data.ruling("must_occur") != "by itself" or state.waiting:
        return state
    for seat, pool in state.pools.items():
        for marker in pool.lapsing:
            type_ = data.type_of(marker.id)
            if state.now.phase in (type_.phases or ()) and not type_.asks:
                state = yield from occurs(data, state, seat, marker.id, must=True)
    return state


def american_hq_may_leave(state: State) -> bool:
    """Whether the Americans roll: in every supply phase from the turn after their HQ entered."""
    since = state.american_hq_since
    return since is not None and since < state.turn and not state.americans_left


def exit_roll(state: State, dice: Dice) -> Walk:
    """Pershing: on a 6 the Americans leave for the Argonne; +1 if a victory hex was captured in the turn before."""
    roll = dice.roll(1, 6)
    modifier = 1 if state.retaken_last_turn else 0
    return (yield ExitRolled(roll=roll, modifier=modifier, leave=roll.total + modifier >= LEAVES_ON))


def force_is_due(state: State) -> bool:
    """Whether the force of the Victory Telegram arrives: in the sequence of a captured victory hex, or in the third."""
    return state.telegram and (state.captured_in_sequence or state.now.sequence == 3)


def deploy(state: State, seat: Seat, come: bool) -> Steps:
    """Victory Telegram: the Allies let the force come now, or wait; after the third sequence it no longer comes."""
    if not any(isinstance(waiting, ForceDue) for waiting in state.waiting):
        raise NotNow("No force of a Victory Telegram is due.")
    if seat != ALLIES:
        raise NotYours("The Allies say whether their force comes.")
    if come:
        yield ForceArrives(by_telegram=True)
    else:
        yield ForceWaits(lost=state.now.sequence == 3)


def end_turn(data: MarneData, state: State) -> Walk:
    """@ unmet and ¤ undecided go back, what is in play for the turn leaves; then the next turn begins."""
    if state.mangin_turn == state.turn and not state.attacks_reported:
        return (yield Waited(waiting=AttacksAsked()))
    for seat, pool in state.pools.items():
        for marker in pool.lapsing:
            state = yield Lapsed(seat=seat, marker=Hidden(marker.id))
        for marker in pool.at(Zone.IN_PLAY):
            fate = data.type_of(marker.id).played.at_turn_end
            if marker.has(Symbol.REUSABLE):
                state = yield PutBack(seat=seat, marker=marker.id)
            elif fate is not None:
                state = yield MovedOn(seat=seat, marker=marker.id, zone=fate.zone, track=fate.track)
    state = yield from evolving(data, state)
    turn = state.turn + 1
    entering = tuple(id_ for pool in state.pools.values() for id_ in due(data, pool, turn))
    return (yield TurnBegan(turn=turn, entered=entering))


def resolve_flight(data: MarneData, state: State, command: ResolveFlight) -> Steps:
    """The Government's flight by its decision table: fewer than 17 points first, then 30 and the Marne crossed."""
    first = state.waiting[0] if state.waiting else None
    if not isinstance(first, FlightDrawn):
        raise NotThere("The Government's flight was not drawn.")
    taken_off: tuple[str, ...] = ()
    if command.vp < FLIGHT_POSSIBLE_FROM:
        result = "no effect"
    elif command.vp < FLIGHT_OCCURS_FROM or not command.crossed:
        result = "returns"
    elif state.on_track(data, Effect.CLEMENCEAU):
        result = "cancelled"
    else:
        result = "occurs"
        most = 2 if state.doctrine is Doctrine.FOCH else 1
        taken_off = state.on_track(data, Effect.SHAKEUP)[:most]
    state = yield FlightResolved.model_validate(
        {
            "seat": first.seat,
            "marker": first.marker,
            "vp": command.vp,
            "crossed": command.crossed,
            "result": result,
            "taken_off": taken_off,
        }
    )
    if result == "occurs":
        total = state.victory_points + FLIGHT_COST
        yield PointsChanged(by=FLIGHT_COST, total=total, why="the Government flees")


def place_shakeup(state: State, seat: Seat, hq: str) -> Steps:
    """Command Shakeup: the German player chooses the Allied HQ."""
    first = state.waiting[0] if state.waiting else None
    if not isinstance(first, ShakeupToPlace):
        raise NotThere("No Command Shakeup waits to be placed.")
    if seat != GERMANS:
        raise NotYours("The Germans choose the HQ.")
    if not quote(hq).text:
        raise NotThere("Say which HQ.")
    yield ShakeupPlaced(marker=first.marker, hq=hq.strip())


def report_attacks(state: State, command: ReportAttacks) -> Steps:
    """Mangin: two attacks of at least 1 to 2 are owed; each one missing gives the Germans 2 victory points."""
    if not any(isinstance(waiting, AttacksAsked) for waiting in state.waiting):
        raise NotNow("Mangin's attacks are asked at the end of the turn in which his force arrived.")
    missing = max(0, ATTACKS_OWED - command.attacks)
    state = yield AttacksReported(attacks=command.attacks, missing=missing)
    if missing:
        by = POINTS_AN_ATTACK * missing
        yield PointsChanged(by=by, total=state.victory_points + by, why="attacks that Mangin's force did not make")


def declare_offensive(state: State, seat: Seat) -> Steps:
    """The Germans begin an offensive; the turn has three operational sequences."""
    if seat != GERMANS:
        raise NotYours("The Allies begin an offensive by playing its marker.")
    if state.now.phase is not Phase.OFFENSIVES:
        raise NotNow(f"Offensives are declared in the {Phase.OFFENSIVES} phase; it is now {state.now}.")
    if state.german_offensive == state.turn:
        raise NotNow("The German offensive of this turn is declared already.")
    yield OffensiveDeclared(seat=seat)


def take_hex(data: MarneData, state: State, command: TakeHex) -> Steps:
    """A victory hex changes hands. One retaken in the turn of Mangin's force costs the Germans 2 more."""
    if not state.now.sequence:
        raise NotNow(f"Hexes are taken in an operational sequence; it is now {state.now}.")
    if not quote(command.hex).text:
        raise NotThere("Say which hex.")
    state = yield HexTaken(by=command.by, hex=command.hex)
    if command.by == "Germans":
        if command.vp:
            total = state.victory_points + command.vp
            state = yield PointsChanged(by=command.vp, total=total, why="the Germans captured a victory hex")
        if state.telegram and state.now.phase is Phase.ALLIED_MOVEMENT:
            yield Waited(waiting=ForceDue())
        return
    less = min(command.vp, state.victory_points)
    if less:
        total = state.victory_points - less
        state = yield PointsChanged(by=-less, total=total, why="the Allies retook a victory hex")
    once = data.ruling("retaken_with_mangin") == "once"
    more = min(POINTS_RETAKEN, state.victory_points)
    if state.mangin_turn == state.turn and more and not (once and state.mangin_paid):
        total = state.victory_points - more
        yield PointsChanged(by=-more, total=total, why="a victory hex retaken with Mangin", by_mangin=True)


def set_points(vp: int) -> Steps:
    """The German victory points as they stand on the board."""
    yield PointsEntered(total=vp)
