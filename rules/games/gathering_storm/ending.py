"""Who is asked before a phase or turn ends, what it passes over, what is done for a power that is away; and crises,
in which all powers are asked at once for their secret support, and told in the order of declaration.
"""

from collections.abc import Iterator
from typing import Any

from rules.command import GameCommand
from rules.game import Due, Enquiry, Whose
from rules.games.gathering_storm import wording
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.entries import Waive
from rules.games.gathering_storm.numbers import name_of
from rules.games.gathering_storm.placement import owing
from rules.games.gathering_storm.playing import Play, proposal
from rules.games.gathering_storm.powers import POWERS
from rules.games.gathering_storm.state import State
from rules.games.gathering_storm.turn import acts, owes_a_choice, playable, steps
from rules.games.gathering_storm.turn import due as due_in
from rules.line import Line, line, one_of
from rules.seat import Seat, SideSeat


def lost(data: StormData, state: State, power: SideSeat, command: GameCommand[Any, Any]) -> Iterator[Line]:
    """Yield the events before a power that are played at the latest in what a command ends, and the general event."""
    phases = [phase.name for phase in steps(data, state).ended(command)]
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
    if state.general and not state.phase:
        unread = data.card(state.general).is_unread
        what = "Look the general event up, and enter what it says." if unread else "Let the general event take effect."
        left = [power for power in POWERS if power not in state.plans]
        return dict.fromkeys(left or POWERS, Due(Line(what), f"general {state.turn}", in_hand=unread))
    phase = data.phase(state)
    key, now = f"phase {state.turn}.{state.phase}", steps(data, state)
    if state.phase:
        # nobody is called to a phase in which they cannot act
        own = Due(Line(phase.about), key, Whose.OWN, now.going_on, in_hand=not phase.places)
        called = dict.fromkeys(phase.places or acts(data, state, phase), own)
        return (called or dict.fromkeys(POWERS, Due(own.what, key, Whose.ANY))) | _owed(data, state)
    readers = [power for power in POWERS if state.unseen(power) and power not in state.plans]
    if readers:
        what = Line("Look your events up, and enter them: `/hand`." if state.printed else phase.about)
        return dict.fromkeys(readers, Due(what, key, Whose.OWN, now.going_on, in_hand=True))
    return dict.fromkeys(POWERS, Due(line("Go on with **{button}**.", button=now.going_on), key, Whose.ANY))


def _owed(data: StormData, state: State) -> dict[Seat, Due]:
    """Return what the powers owe without which the phase or turn cannot end."""
    key = f"owed {state.turn}.{state.phase}"
    owed: dict[Seat, Due] = {}
    for power, countries in sorted(owing(data, state).items()):
        support = line("Place a counter in {countries} for the dispute, or waive it.", countries=one_of(countries))
        owed[power] = Due(support, key)
    choice = Due(line("Choose one of your events and play it."), key, in_hand=True)
    return owed | {power: choice for power in POWERS if owes_a_choice(data, state, power)}


def default(data: StormData, state: State, seat: Seat) -> GameCommand[Any, Any] | None:
    """For a power that is away: the first event that it can play is played, or the duties of a dispute are waived."""
    if isinstance(seat, SideSeat) and owes_a_choice(data, state, seat):
        card = next(playable(data, state, seat)).card
        return Play(marker=name_of(card)).replace(**proposal(data, state, seat, card))
    return Waive() if seat in owing(data, state) else None


QUESTION = "Crisis: do you show secret support?"
OPTIONS = ("I show none", "I show mine and play it")
"""Everybody chooses from these, whether they hold such an event or not: the choice tells nothing before all are
opened.
"""
ASKED = "In which order are the answers told? The aggressor is the first."


def enquiries(data: StormData, state: State) -> Iterator[Enquiry]:
    """Yield the announcement of a crisis, in its phase; the player who announces it names the aggressor."""
    if state.has_drawn and data.phase(state).name == data.phases.crises:
        orders = tuple(declaring(data, aggressor) for aggressor in data.crises.aggressors)
        yield Enquiry(Line("Announce a crisis"), QUESTION, OPTIONS, orders, ASKED)


def declaring(data: StormData, aggressor: SideSeat) -> tuple[SideSeat, ...]:
    """Return the powers in the order of declaration: the aggressor, those of the ultimatum, then the others."""
    first = (aggressor, *data.crises.at_the_ultimatum)
    return (*first, *(power for power in POWERS if power not in first))
