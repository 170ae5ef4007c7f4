"""The Doctrine Evolution Track: Command Shakeup, Clemenceau, and the doctrine that the Allies fight under."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Part, Procedure
from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours
from rules.games.marne_1918.data import Effect, MarneData, Need
from rules.games.marne_1918.events.board import PointsChanged
from rules.games.marne_1918.events.doctrine import DoctrineChanged, ShakeupAwaited, ShakeupPlaced, ShakeupToPlace
from rules.games.marne_1918.phases import GERMANS
from rules.games.marne_1918.state import Doctrine, Effects, MarneCommand, Needs, Occurrence, State
from rules.seat import Seat
from rules.secrets import quote


class PlaceShakeup(MarneCommand):
    """As the German player, put Command Shakeup on an Allied HQ."""

    title: ClassVar[str] = "Command Shakeup placed"
    type: Literal["place_shakeup"] = "place_shakeup"
    hq: Annotated[str, Field(max_length=60, title="On which Allied HQ?")] = ""

    @override
    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if not isinstance(state.question, ShakeupToPlace):
            raise NotThere("No Command Shakeup is waiting to be placed.")
        if seat != GERMANS:
            raise NotYours("The Germans choose the HQ.")
        if not quote(self.hq).text:
            raise NotThere("Name the HQ.")
        yield ShakeupPlaced(marker=state.question.marker, hq=self.hq.strip())


def shakeup(event: Occurrence) -> Part[State]:
    """Command Shakeup is played (see ``playing.occurs``): the German player puts it on an Allied HQ.

    At the end of the turn ``hand.leave`` moves it to the Doctrine Evolution Track, as its fate in the data says.
    """
    return (yield ShakeupAwaited(marker=event.marker))


def clemenceau(event: Occurrence) -> Part[State]:
    """Clemenceau is played: he may open the Evolving Doctrine and cancels what the Government's flight cost.

    The hand limit that he raises needs nothing here: ``State.hand_limit`` looks for his marker on the track.
    """
    data, state = event.data, event.state
    if state.flight_cost and data.ruling("clemenceau_and_the_flight") == "an earlier flight too":
        cost = min(state.flight_cost, state.victory_points)
        state = yield PointsChanged(by=-cost, total=state.victory_points - cost, reason="flight cancelled")
    return (yield from evolving(data, state))


def evolving(data: MarneData, state: State) -> Part[State]:
    """Foch → Evolving, as soon as Clemenceau and enough Command Shakeups are on the Doctrine Evolution Track."""
    enough = len(state.on_track(data, Effect.SHAKEUP)) >= int(data.ruling("shakeups_for_evolving"))
    if state.doctrine is Doctrine.FOCH and enough and state.on_track(data, Effect.CLEMENCEAU):
        state = yield DoctrineChanged(to=Doctrine.EVOLVING, ruling="shakeups_for_evolving")
    return state


def check_change(event: Occurrence) -> None:
    """Change of Doctrine needs a Command Shakeup and Clemenceau on the track. Raises ``NotNow`` otherwise."""
    needed = {"Command Shakeup": Effect.SHAKEUP, "Clemenceau": Effect.CLEMENCEAU}
    missing = [name for name, effect in needed.items() if not event.state.on_track(event.data, effect)]
    if missing:
        raise NotNow(
            "Change of Doctrine needs Command Shakeup and Clemenceau on the Doctrine Evolution Track."
            f" Missing: {', '.join(missing)}."
        )


def change(_: Occurrence) -> Part[State]:
    """Change of Doctrine is played: the Allies fight under the Pétain doctrine."""
    return (yield DoctrineChanged(to=Doctrine.PETAIN))


def check_petain(event: Occurrence) -> None:
    """Gouraud needs the Pétain doctrine. Raises ``NotNow`` otherwise."""
    if event.state.doctrine is not Doctrine.PETAIN:
        raise NotNow("Gouraud cannot be played before Change of Doctrine.")


EFFECTS: Effects = {Effect.SHAKEUP: shakeup, Effect.CLEMENCEAU: clemenceau, Effect.CHANGE_OF_DOCTRINE: change}
NEEDS: Needs = {Need.SHAKEUP_AND_CLEMENCEAU: check_change, Need.PETAIN: check_petain}


def offers(_data: MarneData, state: State, seat: Seat) -> Iterator[Offer]:
    """The choice of an HQ for Command Shakeup."""
    if isinstance(state.question, ShakeupToPlace) and seat == GERMANS:
        yield Offer(command=PlaceShakeup(), label="Choose the HQ", version=state.questions, inputs=("hq",))
