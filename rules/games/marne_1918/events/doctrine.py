"""The Doctrine Evolution Track: Command Shakeup, Clemenceau, and the doctrine that the Allies fight under."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from typing_extensions import override

from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.phases import GERMANS
from rules.games.marne_1918.state import Doctrine, MarneEvent, Question, State
from rules.notice import Notice, Public, tell_all, tell_board, tell_rule, tell_section
from rules.seat import Seat
from rules.secrets import Shown, Tally, quote

FARTHEST = "farthest from the enemy"


class ShakeupToPlace(Question):
    """The German player must put a Command Shakeup on an Allied HQ."""

    awaiting: Seat = GERMANS
    marker: str

    @override
    def tell_status(self) -> Public:
        return tell_section("Waiting", "The {seat} must put Command Shakeup on an Allied HQ.", seat=self.awaiting)


class ShakeupAwaited(MarneEvent):
    """A Command Shakeup was played, and the German player is asked for an Allied HQ."""

    reveals: ClassVar[bool] = True
    type: Literal["shakeup_awaited"] = "shakeup_awaited"
    marker: str

    @override
    def apply(self, data: MarneData, state: State) -> State:
        return state.asked(ShakeupToPlace(marker=self.marker))

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("The {seat} must put Command Shakeup on an Allied HQ of their choice.", seat=GERMANS)


class ShakeupPlaced(MarneEvent):
    """The German player put a Command Shakeup on an Allied HQ."""

    type: Literal["shakeup_placed"] = "shakeup_placed"
    marker: str
    hq: str

    @override
    def apply(self, data: MarneData, state: State) -> State:
        return state.answered().replace(on_hq={**state.on_hq, self.marker: self.hq})

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        if self.hq == FARTHEST:
            yield tell_all("Command Shakeup goes on the Allied HQ that is farthest from the enemy.")
        else:
            yield tell_all("The Germans put Command Shakeup on HQ {hq}.", hq=quote(self.hq))
        yield tell_board(
            "Put the marker on that HQ. Allied units within {hexes} hexes have −{tactical} to tactical coordination.",
            hexes=data.effects.shakeup.hexes,
            tactical=data.effects.shakeup.tactical,
        )
        yield tell_rule("At the end of the turn it moves to the Doctrine Evolution Track.")


class LimitRaised(MarneEvent):
    """Clemenceau came to the track, which raises the hand limit: ``State.hand_limit`` counts him there."""

    type: Literal["limit_raised"] = "limit_raised"
    limit: int

    @override
    def apply(self, data: MarneData, state: State) -> State:
        return state

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("The Allies can now keep {limit} markers, until the end of the game.", limit=self.limit)


class DoctrineChanged(MarneEvent):
    """The Allies changed their doctrine; ``ruling`` names the ruling that decided it, if one did."""

    type: Literal["doctrine_changed"] = "doctrine_changed"
    to: Doctrine
    ruling: str | None = None

    @override
    def apply(self, data: MarneData, state: State) -> State:
        return state.replace(doctrine=self.to)

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        doctrine = Shown(self.to)
        yield tell_all("The Allies now fight under the **{doctrine}** doctrine.", doctrine=doctrine)
        yield tell_board("Set the doctrine to {doctrine}.", doctrine=Tally(self.to))
        if self.to is Doctrine.EVOLVING:
            yield tell_rule(
                "Clemenceau and Command Shakeup on the Doctrine Evolution Track open the Evolving Doctrine."
            )
        if self.ruling:
            yield data.rulings[self.ruling].tell()
