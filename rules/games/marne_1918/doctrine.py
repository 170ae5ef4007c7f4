"""The doctrine that the Allies fight under, and Clemenceau, who opens another."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from typing_extensions import override

from rules.command import Offer, Part, Procedure
from rules.dice import Dice
from rules.errors import NotNow, NotYours
from rules.games.marne_1918.data import Effect, MarneData, Need
from rules.games.marne_1918.log_events.doctrine import (
    DoctrineChanged,
    LimitRaised,
)
from rules.games.marne_1918.phases import ALLIES, Phase
from rules.games.marne_1918.points import change as change_points
from rules.games.marne_1918.rulings import ClemenceauAndTheFlight, EvolvingMoment
from rules.games.marne_1918.state import Doctrine, Effects, MarneCommand, Needs, Occurrence, State
from rules.line import Listed
from rules.seat import Seat


class AdoptEvolving(MarneCommand):
    """As the Allied player, give up the Foch doctrine for the Evolving Doctrine, where a ruling leaves the choice."""

    title: ClassVar[str] = "Evolving Doctrine adopted"
    type: Literal["adopt_evolving"] = "adopt_evolving"

    @override
    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if seat != ALLIES:
            raise NotYours("The Allies choose their doctrine.")
        if not can_adopt(data, state) or state.now.phase is not Phase.DOCTRINE:
            raise NotNow("The Allies cannot adopt the Evolving Doctrine now.")
        yield DoctrineChanged(to=Doctrine.EVOLVING, ruling=data.rulings.evolving_moment.name)


def clemenceau(event: Occurrence) -> Part[State]:
    """Clemenceau is played: the Allies keep more markers, he may open the Evolving Doctrine, and he cancels what the
    Government's flight cost.
    """
    data, state = event.data, event.state
    state = yield LimitRaised(limit=state.hand_limit(data, event.seat))
    if data.is_ruled(ClemenceauAndTheFlight.AN_EARLIER_FLIGHT_TOO):
        state = yield from change_points(state, -state.flight_cost, "flight cancelled")
    return (yield from evolving(data, state))


def is_evolving_open(data: MarneData, state: State) -> bool:
    """Whether Clemenceau and enough Command Shakeups are on the Doctrine Evolution Track, and the doctrine is Foch."""
    enough = len(state.on_track(data, Effect.SHAKEUP)) >= data.rulings.shakeups_for_evolving.answer
    return state.doctrine is Doctrine.FOCH and enough and bool(state.on_track(data, Effect.CLEMENCEAU))


def is_chosen(data: MarneData) -> bool:
    """Whether a ruling leaves it to the Allies when they adopt the Evolving Doctrine."""
    return not data.is_ruled(EvolvingMoment.BY_ITSELF)


def can_adopt(data: MarneData, state: State) -> bool:
    """Whether the Allies can adopt the Evolving Doctrine in the Allied Doctrine phase."""
    return is_chosen(data) and is_evolving_open(data, state)


def evolving(data: MarneData, state: State) -> Part[State]:
    """Foch → Evolving, as soon as it is open, unless a ruling leaves it to the Allies."""
    if is_evolving_open(data, state) and not is_chosen(data):
        state = yield DoctrineChanged(to=Doctrine.EVOLVING, ruling=data.rulings.shakeups_for_evolving.name)
    return state


def check_change(event: Occurrence) -> None:
    """Change of Doctrine needs a Command Shakeup and Clemenceau on the track. Raises ``NotNow`` otherwise."""
    needed = {"Command Shakeup": Effect.SHAKEUP, "Clemenceau": Effect.CLEMENCEAU}
    missing = [name for name, effect in needed.items() if not event.state.on_track(event.data, effect)]
    if missing:
        raise NotNow(
            "Change of Doctrine needs Command Shakeup and Clemenceau on the Doctrine Evolution Track. Missing: "
            "{names}.",
            names=Listed(missing),
        )


def change(_: Occurrence) -> Part[State]:
    """Change of Doctrine is played: the Allies fight under the Pétain doctrine."""
    return (yield DoctrineChanged(to=Doctrine.PETAIN))


def check_petain(event: Occurrence) -> None:
    """Gouraud needs the Pétain doctrine. Raises ``NotNow`` otherwise."""
    if event.state.doctrine is not Doctrine.PETAIN:
        raise NotNow("Gouraud cannot be played before Change of Doctrine.")


EFFECTS: Effects = {Effect.CLEMENCEAU: clemenceau, Effect.CHANGE_OF_DOCTRINE: change}
NEEDS: Needs = {Need.SHAKEUP_AND_CLEMENCEAU: check_change, Need.PETAIN: check_petain}


def offers(data: MarneData, state: State, seat: Seat) -> Iterator[Offer]:
    """The Evolving Doctrine, where the Allies choose."""
    if seat == ALLIES and state.now.phase is Phase.DOCTRINE and can_adopt(data, state):
        yield Offer(command=AdoptEvolving(), label="Adopt the Evolving Doctrine", version=state.phases)
