"""Mangin and the Victory Telegram: when they are played, when their force comes, and the attacks that it owes."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.command import Offer, Part, Procedure
from rules.dice import Dice
from rules.errors import NotNow, NotYours
from rules.games.marne_1918.data import Effect, MarneData
from rules.games.marne_1918.events.board import PointsChanged
from rules.games.marne_1918.events.mangin import (
    AttacksAsked,
    AttacksOwed,
    AttacksReported,
    ForceArrives,
    ForceAwaited,
    ForceDue,
    ForceWaits,
)
from rules.games.marne_1918.events.playing import Played
from rules.games.marne_1918.phases import ALLIES, Phase
from rules.games.marne_1918.state import MarneCommand, Occurrence, State
from rules.pool import Marker, Zone
from rules.seat import Seat

ATTACKS_OWED = 2
POINTS_AN_ATTACK = 2
POINTS_RETAKEN = 2
LAST_SEQUENCE = 3


class Deploy(MarneCommand):
    """Let the force of the Victory Telegram come now, or not: it may wait, or there may be no hex for it."""

    title: ClassVar[str] = "Victory Telegram"
    type: Literal["deploy"] = "deploy"
    come: bool = True

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if not any(isinstance(question, ForceDue) for question in state.waiting):
            raise NotNow("No force of a Victory Telegram is due.")
        if seat != ALLIES:
            raise NotYours("The Allies say whether their force comes.")
        if self.come:
            yield ForceArrives(by_telegram=True)
        else:
            yield ForceWaits(lost=state.now.sequence == LAST_SEQUENCE)


class ReportAttacks(MarneCommand):
    """Tell how many attacks of at least 1 to 2 Mangin's force made; each one missing costs victory points."""

    title: ClassVar[str] = "Mangin's attacks"
    type: Literal["report_attacks"] = "report_attacks"
    attacks: Annotated[int, Field(ge=0, le=20, title="Attacks at 1 to 2 or better")] = 2

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if not any(isinstance(question, AttacksOwed) for question in state.waiting):
            raise NotNow("Mangin's attacks are asked at the end of the turn in which his force arrived.")
        missing = max(0, ATTACKS_OWED - self.attacks)
        state = yield AttacksReported(attacks=self.attacks, missing=missing)
        if missing:
            by = POINTS_AN_ATTACK * missing
            why = "attacks that Mangin's force did not make"
            yield PointsChanged(by=by, total=state.victory_points + by, why=why)


def check_mangin(event: Occurrence) -> None:
    """Mangin comes one turn after a German offensive, at once in the Allied movement. Raises ``NotNow`` otherwise."""
    state = event.state
    if state.german_offensive is None or state.german_offensive != state.turn - 1:
        raise NotNow("Mangin is played one turn after a German offensive began, and none began last turn.")
    if state.now.sequence != 1:
        raise NotNow("Mangin is played at the start of the Allied movement phase, in the first operational sequence.")


def check_telegram(event: Occurrence) -> None:
    """The Victory Telegram needs a German offensive this turn, and Mangin. Raises ``NotNow`` otherwise."""
    if event.state.german_offensive != event.state.turn:
        raise NotNow("Victory Telegram is played on the turn in which a German offensive begins.")
    if not mangin_held(event):
        raise NotNow("Victory Telegram is played together with Mangin, which you do not hold.")


def mangin_held(event: Occurrence) -> Marker | None:
    """Mangin's marker, if the Allies hold it."""
    hand = event.state.pools[ALLIES].at(Zone.HAND)
    return next((marker for marker in hand if event.data.type_of(marker.id).effect is Effect.MANGIN), None)


def mangin(_: Occurrence) -> Part[State]:
    """Mangin is played: his force is placed at once."""
    return (yield ForceArrives(by_telegram=False))


def telegram(event: Occurrence) -> Part[State]:
    """Victory Telegram is played: Mangin is played with it, and his force may come later in this turn."""
    held = mangin_held(event)
    assert held is not None, "checked before it was played"
    fate = event.data.type_of(held.id).played
    return (yield Played(seat=event.seat, marker=held.id, zone=fate.zone, track=fate.track, with_other=event.marker))


def movement_begins(state: State) -> Part[State]:
    """The Allied movement begins: the telegram's force is due if a victory hex was captured in this sequence, and in
    the third.
    """
    is_due = state.captured_in_sequence or state.now.sequence == LAST_SEQUENCE
    if state.telegram and is_due and state.now.phase is Phase.ALLIED_MOVEMENT:
        state = yield ForceAwaited()
    return state


def hex_captured(state: State) -> Part[State]:
    """The Germans captured a victory hex: in the Allied movement the telegram's force is due at once."""
    if state.telegram and state.now.phase is Phase.ALLIED_MOVEMENT:
        state = yield ForceAwaited()
    return state


def hex_retaken(data: MarneData, state: State) -> Part[State]:
    """The Allies retook a victory hex: in the turn of Mangin's force the Germans lose 2 points more."""
    is_once = data.ruling("retaken_with_mangin") == "once"
    more = min(POINTS_RETAKEN, state.victory_points)
    if state.mangin_turn == state.turn and more and not (is_once and state.mangin_paid):
        why = "a victory hex retaken with Mangin"
        state = yield PointsChanged(by=-more, total=state.victory_points - more, why=why, by_mangin=True)
    return state


def are_attacks_owed(state: State) -> bool:
    """Whether the attacks of this turn's force must still be told."""
    return state.mangin_turn == state.turn and not state.attacks_reported


def ask_attacks() -> Part[State]:
    """The turn of Mangin's force ends: its attacks are asked."""
    return (yield AttacksAsked())


def offers(_data: MarneData, state: State, seat: Seat) -> Iterator[Offer]:
    """The force of the telegram, for the Allies; the attacks of Mangin's force, for any seat."""
    version = state.questions
    if isinstance(state.question, ForceDue) and seat == ALLIES:
        yield Offer(command=Deploy(), label="The force comes", version=version)
        yield Offer(command=Deploy(come=False), label="It does not come now", version=version)
    if isinstance(state.question, AttacksOwed):
        yield Offer(command=ReportAttacks(), label="Tell Mangin's attacks", version=version, inputs=("attacks",))
