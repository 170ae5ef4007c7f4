"""Mangin and the Victory Telegram: their force, and the attacks that it owes."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.phases import ALLIES
from rules.games.marne_1918.state import MarneEvent, Question, State
from rules.notice import Notice, Public, tell_all, tell_board, tell_rule, tell_section
from rules.seat import Seat


class ForceDue(Question):
    """The force of the Victory Telegram may come in this Allied movement phase."""

    awaiting: Seat = ALLIES

    def tell_status(self) -> Public:
        return tell_section("Waiting", "{seat}: whether the force of the Victory Telegram comes", seat=self.awaiting)


class AttacksOwed(Question):
    """The turn of Mangin's force is over: how many attacks did it make?"""

    awaiting: Seat = ALLIES

    def tell_status(self) -> Public:
        return tell_section("Waiting", "{seat}: the attacks of Mangin's force", seat=self.awaiting)


class ForceAwaited(MarneEvent):
    """The Allies must say whether the force of the Victory Telegram comes now."""

    reveals: ClassVar[bool] = True
    type: Literal["force_awaited"] = "force_awaited"

    def apply(self, data: MarneData, state: State) -> State:
        return state.asked(ForceDue())

    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("The force of the Victory Telegram may come now: is there a hex for it, and does it come?")


class ForceArrives(MarneEvent):
    """Mangin's force can be placed in this Allied movement phase."""

    type: Literal["force_arrives"] = "force_arrives"
    by_telegram: bool

    def apply(self, data: MarneData, state: State) -> State:
        answered = state.answered() if self.by_telegram else state
        return answered.replace(mangin_turn=state.turn, telegram=False)

    def tell(self, data: MarneData) -> Iterator[Notice]:
        if self.by_telegram:
            yield tell_all("The force of the Victory Telegram comes in this movement phase.")
        yield tell_board(
            "From the Strategic Reserve: of infantry divisions and tank groups five each at most, of support units "
            "(aircraft, HQ, artillery) four, "
            "within seven hexes of the last victory hex that the Germans took, three or more from an enemy "
            "unit and in command range of a friendly HQ. They fight by the Foch doctrine this turn."
        )
        yield tell_rule(
            "They make at least two attacks at 1 to 2 or better this turn; each one missing gives the Germans 2 points."
        )


class ForceWaits(MarneEvent):
    """The force of the Victory Telegram did not come now; after the third sequence it no longer does."""

    type: Literal["force_waits"] = "force_waits"
    lost: bool

    def apply(self, data: MarneData, state: State) -> State:
        return state.answered().replace(telegram=not self.lost, captured_in_sequence=False)

    def tell(self, data: MarneData) -> Iterator[Notice]:
        if self.lost:
            yield tell_all("The force of the Victory Telegram does not come any more.")
        else:
            yield tell_all("The force of the Victory Telegram does not come now.")


class AttacksAsked(MarneEvent):
    """The turn of Mangin's force ends: its attacks are asked."""

    reveals: ClassVar[bool] = True
    type: Literal["attacks_asked"] = "attacks_asked"

    def apply(self, data: MarneData, state: State) -> State:
        return state.asked(AttacksOwed())

    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("The turn of Mangin's force ends: how many attacks at 1 to 2 or better did it make?")


class AttacksReported(MarneEvent):
    """Mangin's force made so many attacks."""

    type: Literal["attacks_reported"] = "attacks_reported"
    attacks: int
    missing: int

    def apply(self, data: MarneData, state: State) -> State:
        return state.answered().replace(attacks_reported=True)

    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all(
            "Mangin's force made {attacks} attacks; {missing} are missing.", attacks=self.attacks, missing=self.missing
        )
        yield tell_rule("Two attacks at 1 to 2 or better are owed; each one missing gives the Germans 2 points.")
