"""Forces that come and go: Mangin and the Victory Telegram, with the attacks that are required of them, and the
Americans, from their morale and the HQ of their First Army to their leaving for the Argonne.
"""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from rules.command import Offer, Part, Procedure
from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours
from rules.games.marne_1918.data import Effect, MarneData, Need
from rules.games.marne_1918.log_events import forces as events
from rules.games.marne_1918.log_events.playing import Played
from rules.games.marne_1918.phases import ALLIES, Phase
from rules.games.marne_1918.points import change, checked
from rules.games.marne_1918.rulings import RetakenWithMangin
from rules.games.marne_1918.state import Effects, MarneCommand, MarneCorrection, Needs, Occurrence, State
from rules.line import line
from rules.pool import Marker, Zone
from rules.seat import Seat


class Deploy(MarneCommand):
    """Decide whether the Victory Telegram force arrives now. It can wait, or there may be no hex for it."""

    title = "Victory Telegram decided"
    come: bool = True

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if not _is_asked(state):
            raise NotNow("No Victory Telegram force is due.")
        if seat != ALLIES:
            raise NotYours("Only the Allies can decide whether their force arrives.")
        if self.come:
            yield events.ForceArrives(by_telegram=True)
        else:
            yield events.ForceWaits(lost=is_last_sequence(data, state))


class ReportAttacks(MarneCorrection):
    """Report how many attacks at 1 to 2 or better Mangin's force made; each missing one costs victory points.

    Without ``attacks`` it made all. ``retaken`` are victory hexes that nobody has reported, worth ``hex_points``
    together.
    """

    title = "Mangin's attacks reported"
    attacks: Annotated[int | None, Field(ge=0, le=20, title="Attacks at 1 to 2 or better")] = None
    retaken: Annotated[int, Field(ge=0, le=20, title="Victory hexes retaken, not yet reported")] = 0
    hex_points: Annotated[int, Field(title="Victory points of these hexes")] = 0

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if not any(isinstance(question, events.AttacksOwed) for question in state.waiting):
            raise NotNow("Mangin's attacks are reported at the end of the turn in which his force arrived.")
        points = checked(data, self.hex_points)
        if points and not self.retaken:
            raise NotThere("You gave points for victory hexes but no hexes. How many were retaken?")
        owed = data.effects.mangin
        attacks = owed.attacks if self.attacks is None else self.attacks
        missing = max(0, owed.attacks - attacks)
        state = yield events.AttacksReported(attacks=attacks, missing=missing, retaken=self.retaken)
        state = yield from change(state, owed.points_an_attack * missing, "attacks missing")
        for number in range(self.retaken):
            state = yield from retaken(data, state, 0 if number else points)


def check_mangin(event: Occurrence) -> None:
    """Mangin is played as Allied movement begins, one turn after a German offensive. Raises ``NotNow`` otherwise."""
    state = event.state
    if state.turn - 1 not in (state.german_offensive, state.offensive_before):
        raise NotNow(
            "Mangin is played one turn after a German offensive. `/record more what:adjust` corrects its turn."
        )


def check_telegram(event: Occurrence) -> None:
    """The Victory Telegram needs a German offensive this turn, and Mangin. Raises ``NotNow`` otherwise."""
    if event.state.german_offensive != event.state.turn:
        raise NotNow("Victory Telegram is played in the turn in which a German offensive begins.")
    if not mangin_held(event):
        raise NotNow("Victory Telegram is played together with Mangin, and you do not hold Mangin.")


def mangin_held(event: Occurrence) -> Marker | None:
    """Mangin's marker, if the Allies hold it."""
    hand = event.state.pools[ALLIES].at(Zone.HAND)
    return next((marker for marker in hand if event.data.type_of(marker.id).effect is Effect.MANGIN), None)


def telegram(event: Occurrence) -> Played:
    """Victory Telegram is played: Mangin is played with it, and his force can arrive later this turn."""
    held = mangin_held(event)
    assert held is not None, "checked before it was played"
    fate = event.data.type_of(held.id).played
    return Played(seat=event.seat, marker=held.id, zone=fate.zone, track=fate.track, with_other=event.marker)


def is_last_sequence(data: MarneData, state: State) -> bool:
    """Return whether this is the last operational sequence that a turn can have."""
    return state.now.sequence == data.sequence.with_an_offensive


def movement_begins(data: MarneData, state: State) -> Part[State]:
    """Allied movement begins: the Victory Telegram force can come after a captured hex, or in the last sequence."""
    is_due = state.captured_in_sequence or is_last_sequence(data, state)
    if state.telegram and is_due and state.now.phase is Phase.ALLIED_MOVEMENT:
        state = yield events.ForceAwaited()
    return state


def hex_captured(data: MarneData, state: State) -> Part[State]:
    """The Germans captured a victory hex: from Allied movement to the end of the sequence the Victory Telegram force
    can arrive at once, so that nobody gains by telling it late, unless the Allies are asked about it already.
    """
    order = data.sequence.operational[data.first_to_move]
    has_begun = order.index(state.now.phase) >= order.index(Phase.ALLIED_MOVEMENT)
    if state.telegram and has_begun and not _is_asked(state):
        state = yield events.ForceAwaited()
    return state


def _is_asked(state: State) -> bool:
    """Return whether the Allies are asked if the Victory Telegram force arrives."""
    return any(isinstance(question, events.ForceDue) for question in state.waiting)


def retaken(data: MarneData, state: State, vp: int, hex_: str = "") -> Part[State]:
    """The Allies retook a victory hex: the Germans lose its points, and more in the turn of Mangin's force."""
    is_paid = state.mangin_paid and data.is_ruled(RetakenWithMangin.ONCE)
    costs_more = state.mangin_turn == state.turn and not is_paid
    more_left = state.victory_points is None or state.victory_points > vp
    state = yield from change(state, -vp, "hex retaken", follows=costs_more and more_left, hex_=hex_)
    if costs_more:
        state = yield from change(state, -data.effects.mangin.points_retaken, "hex retaken with Mangin")
    return state


class RollExit(MarneCommand):
    """As the Allied player, roll whether the Americans leave; a victory hex ``captured`` last turn adds to the die."""

    title = "American exit rolled"
    captured: bool

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if not isinstance(state.question, events.ExitToRoll):
            raise NotNow("The Americans do not roll now.")
        if seat != ALLIES:
            raise NotYours("The Allies roll for the Americans.")
        roll = dice.roll(1, 6)
        modifier = modifier_of(data, captured=self.captured)
        yield events.ExitRolled(roll=roll, modifier=modifier, leave=leave(data, roll.total, modifier))


class CorrectExit(MarneCorrection):
    """Put right whether the Allies captured a victory hex before the Americans last rolled. The die stays."""

    title = "American exit corrected"
    captured: Annotated[bool, Field(title="Victory hex captured the turn before?")]

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        rolled = state.exit_die
        if rolled is None:
            raise NotThere("The Americans have not rolled to leave.")
        if self.captured == bool(rolled.modifier):
            raise NotNow("The Americans' die already counts like that.")
        self.check_reason(is_change=True)
        modifier = modifier_of(data, captured=self.captured)
        leaves = leave(data, rolled.die, modifier)
        yield events.ExitCorrected(
            die=rolled.die,
            old=rolled.modifier,
            modifier=modifier,
            leave=leaves,
            changes=leaves != state.americans_left,
            reason=self.reason.strip(),
        )


def modifier_of(data: MarneData, *, captured: bool) -> int:
    """Return what is added to the Americans' die."""
    return data.effects.pershing.captured if captured else 0


def leave(data: MarneData, die: int, modifier: int) -> bool:
    """Return whether the Americans leave by such a die."""
    return die + modifier >= data.effects.pershing.leaves_on


def supply_begins(state: State) -> Part[State]:
    """In every supply phase from the turn after their HQ entered, the Allies roll whether the Americans leave for the
    Argonne. A victory hex that the Allies captured last turn adds to the die. Only the players know that for certain.
    """
    since = state.american_hq_since
    rolls = since is not None and since < state.turn and not state.americans_left
    if state.now.phase is Phase.SUPPLY and rolls:
        state = yield events.ExitAwaited(told=state.retaken_last_turn)
    return state


EFFECTS: Effects = {
    Effect.MANGIN: lambda _: events.ForceArrives(by_telegram=False),
    Effect.TELEGRAM: telegram,
    Effect.MORALE: lambda it: events.MoraleRose(total=it.state.morale + it.data.effects.morale.rise, marker=it.marker),
    Effect.PERSHING: lambda event: events.HqEntered(marker=event.marker),
}
NEEDS: Needs = {Need.OFFENSIVE_LAST_TURN: check_mangin, Need.MANGIN_AND_OFFENSIVE_NOW: check_telegram}


def offers(data: MarneData, state: State, seat: Seat) -> Iterator[Offer]:
    """Yield the Victory Telegram force and the Americans' roll, for the Allies; reports and corrections for all."""
    version = state.questions
    if isinstance(state.question, events.ForceDue) and seat == ALLIES:
        yield Offer(command=Deploy(), label="Bring in the force", version=version)
        yield Offer(command=Deploy(come=False), label="Do not bring it in now", version=version)
    if isinstance(state.question, events.AttacksOwed):
        inputs = ("attacks", "retaken", "hex_points")
        report = ReportAttacks(attacks=data.effects.mangin.attacks)
        yield Offer(command=report, label="Report Mangin's attacks", version=version, inputs=inputs)
    modifier = data.effects.pershing.captured
    if isinstance(state.question, events.ExitToRoll) and seat == ALLIES:
        for captured, label in (
            (False, line("Roll: no victory hex captured last turn")),
            (True, line("Roll at +{modifier}: victory hex captured last turn", modifier=modifier)),
        ):
            yield Offer(RollExit(captured=captured), label, version=version, dice="1d6")
    if state.exit_die is not None and not state.waiting:
        other = CorrectExit(captured=not state.exit_die.modifier)
        label = line("Correct the American +{modifier}", modifier=modifier)
        yield Offer(other, label, version=state.clock, inputs=("reason",), minor=True)
