"""Playing an event: its moment, what it needs, what it asks, and what it does."""

from collections.abc import Callable, Mapping

from rules.errors import NotNow, NotThere
from rules.games.marne_1918 import exchange
from rules.games.marne_1918.commands import Play
from rules.games.marne_1918.data import Effect, EventType, MarneData, Need
from rules.games.marne_1918.events import (
    DoctrineChanged,
    ForceArrives,
    HandSeen,
    HqEntered,
    MoraleRose,
    OffensiveDeclared,
    Organized,
    Played,
    PointsChanged,
    Waited,
)
from rules.games.marne_1918.hand import Steps, Walk, find, pool_of
from rules.games.marne_1918.phases import ALLIES, GERMANS, Phase
from rules.games.marne_1918.state import Doctrine, Exchange, ShakeupToPlace, State
from rules.pool import Marker, Zone
from rules.seat import Seat
from rules.secrets import Hidden, quote


def play(data: MarneData, state: State, seat: Seat, command: Play) -> Steps:
    """Play a marker from the hand: # goes where it belongs, ¤ stays in play until its owner decides."""
    pool = pool_of(state, seat)
    marker = find(data, pool.at(Zone.HAND), command.marker)
    check(data, state, seat, marker)
    type_ = data.type_of(marker.id)
    check_answers(type_, command)
    if type_.effect is Effect.EXCHANGE:
        exchange.check_choice(data, state, seat, marker.id, command.choice)
    yield from occurs(data, state, seat, marker.id, command)


def occurs(
    data: MarneData, state: State, seat: Seat, marker: str, command: Play | None = None, *, must: bool = False
) -> Walk:
    """An event occurs, by its player's ``command`` or because it ``must``: the marker goes where it belongs, and the
    state that the bot keeps changes."""
    type_ = data.type_of(marker)
    command = command or Play(marker=marker)
    zone = state.pools[seat].play(marker, type_.played).zones[marker]
    state = yield Played(
        seat=seat,
        marker=marker,
        zone=zone,
        track=type_.played.track if zone is Zone.TRACK else None,
        choice=command.choice if type_.choices else "",
        hq=command.hq.strip() if type_.on_hq else "",
        fact=command.answer if type_.question else None,
        must=must,
    )
    if type_.effect is not None and type_.effect in EFFECTS:
        state = yield from EFFECTS[type_.effect](data, state, seat, marker, command)
    return state


def check(data: MarneData, state: State, seat: Seat, marker: Marker) -> None:
    """Whether it is the moment of a marker and what it needs holds. Raises ``NotNow`` naming what is missing."""
    type_ = data.type_of(marker.id)
    waiting = state.waiting[0] if state.waiting else None
    if waiting is not None and not (isinstance(waiting, Exchange) and type_.effect is Effect.EXCHANGE):
        raise NotNow(f"The {waiting.awaiting} must answer first.")
    if not type_.may_be_played_in(state.now.phase) and not in_counterattack(state, seat, type_):
        raise NotNow(f"{type_.name} is played {type_.moment}; it is now {state.now}.")
    if type_.needs is not None:
        NEEDS[type_.needs](data, state)
    if type_.effect is Effect.AIR_UNIT and state.air_unit:
        raise NotNow("Only one Air unit is played a turn, and this turn's has arrived.")
    if type_.effect is Effect.EXCHANGE:
        exchange.check_turn(data, state, seat, type_)


def in_counterattack(state: State, seat: Seat, type_: EventType) -> bool:
    """Whether the event has its role in the combats of an Immediate Counterattack, which switches the roles."""
    if state.counterattack is None or type_.role is None or type_.effect is not Effect.EXCHANGE:
        return False
    return (state.counterattack == seat) == (type_.role == "attacker")


def check_answers(type_: EventType, command: Play) -> None:
    """Whether what the event asks was answered. Raises ``NotThere`` for no such choice or HQ, ``NotNow`` when the map
    does not allow it."""
    if type_.choices and command.choice not in type_.choices:
        raise NotThere(f"{type_.name} needs a choice: {', '.join(type_.choices)}.")
    if type_.on_hq and not quote(command.hq).text:
        raise NotThere(f"{type_.name} lies on an HQ: say which.")
    if type_.question and not command.answer:
        raise NotNow(f"{type_.name} cannot be played unless this holds on your map: {type_.question}")


# ---- what must hold beside the moment --------------------------------------------------------------------------------


def _petain(data: MarneData, state: State) -> None:
    del data
    if state.doctrine is not Doctrine.PETAIN:
        raise NotNow("Gouraud cannot be played before Change of Doctrine.")


def _offensive_last_turn(data: MarneData, state: State) -> None:
    del data
    if state.german_offensive is None or state.german_offensive != state.turn - 1:
        raise NotNow("Mangin is played one turn after a German offensive began, and none began last turn.")
    if state.now.sequence != 1:
        raise NotNow("Mangin is played at the start of the Allied movement phase, in the first operational sequence.")


def _shakeup_and_clemenceau(data: MarneData, state: State) -> None:
    missing = [
        name
        for name, effect in (("Command Shakeup", Effect.SHAKEUP), ("Clemenceau", Effect.CLEMENCEAU))
        if not state.on_track(data, effect)
    ]
    if missing:
        raise NotNow(f"Change of Doctrine needs {' and '.join(missing)} on the Doctrine Evolution Track.")


def _mangin_and_offensive_now(data: MarneData, state: State) -> None:
    if state.german_offensive != state.turn:
        raise NotNow("Victory Telegram is played on the turn in which a German offensive begins.")
    if not held(data, state, Effect.MANGIN):
        raise NotNow("Victory Telegram is played together with Mangin, which you do not hold.")


NEEDS: Mapping[Need, Callable[[MarneData, State], None]] = {
    Need.PETAIN: _petain,
    Need.OFFENSIVE_LAST_TURN: _offensive_last_turn,
    Need.SHAKEUP_AND_CLEMENCEAU: _shakeup_and_clemenceau,
    Need.MANGIN_AND_OFFENSIVE_NOW: _mangin_and_offensive_now,
}


def held(data: MarneData, state: State, effect: Effect) -> Marker | None:
    """The Allied marker in hand that has an effect."""
    pool = state.pools[ALLIES]
    return next((marker for marker in pool.at(Zone.HAND) if data.type_of(marker.id).effect is effect), None)


# ---- what the events do to the state that the bot keeps --------------------------------------------------------------


def morale(data: MarneData, state: State, seat: Seat, marker: str, command: Play) -> Walk:
    """Belleau Wood, Cantigny: American morale rises by 1."""
    del data, seat, marker, command
    return (yield MoraleRose(total=state.morale + 1))


def clemenceau(data: MarneData, state: State, seat: Seat, marker: str, command: Play) -> Walk:
    """Clemenceau: one marker more is kept (the hand limit reads it off the track), the key to the Evolving Doctrine,
    and what the Government's flight cost is cancelled."""
    del seat, marker, command
    if state.flight_cost and data.ruling("clemenceau_and_the_flight") == "an earlier flight too":
        cost = min(state.flight_cost, state.victory_points)
        why = "Clemenceau cancels what the Government's flight cost"
        state = yield PointsChanged(by=-cost, total=state.victory_points - cost, why=why)
    return (yield from evolving(data, state))


def evolving(data: MarneData, state: State) -> Walk:
    """Foch → Evolving, as soon as Clemenceau and enough Command Shakeups lie on the Doctrine Evolution Track."""
    enough = len(state.on_track(data, Effect.SHAKEUP)) >= int(data.ruling("shakeups_for_evolving"))
    if state.doctrine is Doctrine.FOCH and enough and state.on_track(data, Effect.CLEMENCEAU):
        state = yield DoctrineChanged(to=Doctrine.EVOLVING, ruling="shakeups_for_evolving")
    return state


def change_of_doctrine(data: MarneData, state: State, seat: Seat, marker: str, command: Play) -> Walk:
    """Change of Doctrine: the Allies fight by the Pétain doctrine."""
    del data, state, seat, marker, command
    return (yield DoctrineChanged(to=Doctrine.PETAIN))


def spies(data: MarneData, state: State, seat: Seat, marker: str, command: Play) -> Walk:
    """Spies: its player learns all events that the other side holds."""
    del data, marker, command
    other = GERMANS if seat == ALLIES else ALLIES
    pool = state.pools.get(other)
    markers = tuple(each.id for each in pool.at(Zone.HAND)) if pool else ()
    return (yield HandSeen(seat=seat, other=other, markers=Hidden(markers)))


def shakeup(data: MarneData, state: State, seat: Seat, marker: str, command: Play) -> Walk:
    """Command Shakeup: the German player puts it on an Allied HQ."""
    del data, state, seat, command
    return (yield Waited(waiting=ShakeupToPlace(marker=marker)))


def offensive(data: MarneData, state: State, seat: Seat, marker: str, command: Play) -> Walk:
    """Offensive: an Allied offensive begins, and the turn has three operational sequences."""
    del data, state, command
    return (yield OffensiveDeclared(seat=seat, marker=marker))


def organization(data: MarneData, state: State, seat: Seat, marker: str, command: Play) -> Walk:
    """Improved Organization: by its moment, two units move on, or there is one transport point more."""
    del data, seat, marker, command
    return (yield Organized(transport=state.now.phase is Phase.PLACEMENT))


def pershing(data: MarneData, state: State, seat: Seat, marker: str, command: Play) -> Walk:
    """Pershing: the HQ of the American First Army enters."""
    del data, state, seat, marker, command
    return (yield HqEntered())


def telegram(data: MarneData, state: State, seat: Seat, marker: str, command: Play) -> Walk:
    """Victory Telegram: Mangin is played with it, and his force may come later in this turn."""
    del command
    mangin = held(data, state, Effect.MANGIN)
    assert mangin is not None, "checked before it was played"
    fate = data.type_of(mangin.id).played
    return (yield Played(seat=seat, marker=mangin.id, zone=fate.zone, track=fate.track, with_other=marker))


def mangin(data: MarneData, state: State, seat: Seat, marker: str, command: Play) -> Walk:
    """Mangin: his force is placed at once."""
    del data, state, seat, marker, command
    return (yield ForceArrives(by_telegram=False))


def in_exchange(data: MarneData, state: State, seat: Seat, marker: str, command: Play) -> Walk:
    """Heroic Assault, Heroic Defense: the other side may answer."""
    return (yield Waited(waiting=exchange.after(data, state, seat, marker, command.choice)))


Do = Callable[[MarneData, State, Seat, str, Play], Walk]
EFFECTS: Mapping[Effect, Do] = {
    Effect.MORALE: morale,
    Effect.CLEMENCEAU: clemenceau,
    Effect.CHANGE_OF_DOCTRINE: change_of_doctrine,
    Effect.SPIES: spies,
    Effect.SHAKEUP: shakeup,
    Effect.OFFENSIVE: offensive,
    Effect.ORGANIZATION: organization,
    Effect.PERSHING: pershing,
    Effect.MANGIN: mangin,
    Effect.TELEGRAM: telegram,
    Effect.EXCHANGE: in_exchange,
}
