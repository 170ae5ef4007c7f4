"""Who is asked before a phase or turn ends, what it passes over, and what is done for a power that is away."""

from collections.abc import Iterator
from typing import Any

from rules import turn
from rules.command import GameCommand
from rules.game import Due, Whose
from rules.games.gathering_storm import wording
from rules.games.gathering_storm.closing import can_act, owes_a_choice, playable
from rules.games.gathering_storm.closing import due as due_in
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.entries import Waive
from rules.games.gathering_storm.numbers import name_of
from rules.games.gathering_storm.placement import awaited as owing
from rules.games.gathering_storm.playing import Play, proposal
from rules.games.gathering_storm.powers import POWERS
from rules.games.gathering_storm.state import State
from rules.games.gathering_storm.turn import going_on
from rules.line import Line, line
from rules.seat import Seat, SideSeat


def ended(data: StormData, state: State, command: GameCommand[Any, Any]) -> tuple[str, ...]:
    """Return the phases that a command would end: this one, and those that it passes on the way to a later one."""
    if not state.has_drawn or not isinstance(command, turn.NextPhase | turn.NextTurn):
        return ()
    names = [phase.name for phase in data.phases.order[state.phase :]]
    to = command.to.strip().casefold() if isinstance(command, turn.NextPhase) else ""
    ahead = [place for place, name in enumerate(names) if place and name.casefold() == to]
    return tuple(names[: ahead[0] if ahead else 1])


def acting(data: StormData, state: State, command: GameCommand[Any, Any]) -> dict[Seat, frozenset[str]]:
    """Return the powers that could still do something in what a command would end, and in which phases."""
    phases = ended(data, state, command)
    found = {power: frozenset(each for each in phases if can_act(data, state, power, each)) for power in POWERS}
    return {power: able for power, able in found.items() if able}


def lost(data: StormData, state: State, power: SideSeat, command: GameCommand[Any, Any]) -> Iterator[Line]:
    """Yield the events before a power that are played at the latest in what a command ends, and the general event."""
    phases = ended(data, state, command)
    cards = [held for phase in phases for held in due_in(data, state, power, phase)]
    if data.phases.order[-1].name in phases:
        cards = [*state.held.get(power, ())]
    for held in cards:
        yield line("{power} has not played **{card}**.", power=power, card=wording.title(data, held.card))
    if phases and state.general:
        general = wording.title(data, state.general)
        yield line("The general event, **{card}**, has not taken effect yet.", card=general)


def due(data: StormData, state: State) -> dict[Seat, Due]:
    """Return what each power must do now: draw, do what it owes before the phase can end, or play its part."""
    if not state.has_drawn:
        draw = Due(line("Draw this turn's events: `/draw event`."), f"draw {state.turn}", Whose.ANY)
        return dict.fromkeys(POWERS, draw)
    phase, key = data.phase(state), f"phase {state.turn}.{state.phase}"
    if state.general and not state.phase:
        unread = data.card(state.general).is_unread
        what = "Look the general event up, and enter what it says." if unread else "Let the general event take effect."
        left = [power for power in POWERS if power not in state.plans]
        return dict.fromkeys(left or POWERS, Due(Line(what), f"general {state.turn}"))
    part = Due(Line(phase.about), key, Whose.OWN, going_on(data, state))
    return dict.fromkeys(phase.places or POWERS, part) | _owed(data, state)


def _owed(data: StormData, state: State) -> dict[Seat, Due]:
    """Return what the powers owe without which the phase or turn cannot end."""
    key = f"owed {state.turn}.{state.phase}"
    support = Due(line("Place a counter for the dispute, or waive it."), key)
    choice = Due(line("Choose one of your events and play it."), key)
    owed: dict[Seat, Due] = dict.fromkeys(sorted(owing(data, state)), support)
    return owed | {power: choice for power in POWERS if owes_a_choice(data, state, power)}


def default(data: StormData, state: State, seat: Seat) -> GameCommand[Any, Any] | None:
    """For a power that is away: the first event that it can play is played, or the duties of a dispute are waived."""
    if isinstance(seat, SideSeat) and owes_a_choice(data, state, seat):
        card = next(playable(data, state, seat)).card
        return Play(marker=name_of(card)).replace(**proposal(data, state, seat, card))
    return Waive(is_away=True) if seat in owing(data, state) else None
