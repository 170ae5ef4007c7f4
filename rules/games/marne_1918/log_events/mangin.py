"""Mangin and the Victory Telegram: their force, and the attacks that it must make."""

from collections.abc import Iterator
from typing import ClassVar

from typing_extensions import override

from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.phases import ALLIES
from rules.games.marne_1918.state import MarneEvent, Question, State
from rules.line import Line, line
from rules.notice import Notice, tell_all, tell_board, tell_rule, tell_title
from rules.seat import Seat


class ForceDue(Question):
    """The Allies must decide whether the Victory Telegram force arrives now."""

    awaiting: Seat = ALLIES

    @property
    @override
    def ask(self) -> Line:
        return line("Decide whether the Victory Telegram force arrives.")


class AttacksOwed(Question):
    """The players must report how many attacks Mangin's force made this turn."""

    awaiting: Seat = ALLIES

    @property
    @override
    def ask(self) -> Line:
        return line("Report the attacks of Mangin's force.")


class ForceAwaited(MarneEvent):
    """The Victory Telegram force can arrive, and the Allies are asked whether it does."""

    reveals: ClassVar[bool] = True

    @override
    def apply(self, data: MarneData, state: State) -> State:
        return state.asked(ForceDue())

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("The Victory Telegram force can arrive now. Is there a hex for it, and does it arrive?")


class ForceArrives(MarneEvent):
    """Mangin's force arrived."""

    by_telegram: bool

    @override
    def apply(self, data: MarneData, state: State) -> State:
        answered = state.answered() if self.by_telegram else state
        return answered.replace(mangin_turn=state.turn, telegram=False)

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        force = data.effects.mangin
        if self.by_telegram:
            yield tell_all("The Victory Telegram force arrives.")
        yield tell_board(
            "Place up to {divisions} infantry divisions, {tanks} tank groups and {support} support units (aircraft, "
            "HQ, artillery) from the Strategic Reserve. Place them within {hexes} hexes of the last victory hex that "
            "the Germans took, at least {away} hexes from any enemy unit and in command range of a friendly HQ. They "
            "fight under the Foch doctrine this turn.",
            divisions=force.divisions,
            tanks=force.tanks,
            support=force.support,
            hexes=force.hexes,
            away=force.from_the_enemy,
        )
        yield tell_all(
            "They must make at least {attacks} attacks at 1 to 2 or better this turn; each missing attack gives the "
            "Germans {points} victory points. If a victory hex is retaken before the next administrative phase, the "
            "Germans lose {retaken} more points.",
            attacks=force.attacks,
            points=force.points_an_attack,
            retaken=force.points_retaken,
        )


class ForceWaits(MarneEvent):
    """The Victory Telegram force did not arrive. It is ``lost`` once the last operational sequence is reached."""

    lost: bool

    @override
    def apply(self, data: MarneData, state: State) -> State:
        return state.answered().replace(telegram=not self.lost)

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        if self.lost:
            yield tell_all("The Victory Telegram force can no longer arrive.")
        else:
            yield tell_all("The Victory Telegram force does not arrive now.")


class AttacksAsked(MarneEvent):
    """The turn of Mangin's force is ending, and the players are asked how many attacks it made."""

    reveals: ClassVar[bool] = True

    @override
    def apply(self, data: MarneData, state: State) -> State:
        return state.asked(AttacksOwed())

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_title("The turn is ending")
        yield tell_all(
            "How many attacks at 1 to 2 or better did Mangin's force make? Was a victory hex retaken that nobody has "
            "reported?"
        )


class AttacksReported(MarneEvent):
    """The players reported the attacks of Mangin's force; ``missing`` are short of those that it must make.

    ``retaken`` counts the victory hexes that nobody had reported.
    """

    attacks: int
    missing: int
    retaken: int = 0

    @override
    def apply(self, data: MarneData, state: State) -> State:
        return state.answered().replace(attacks_reported=True, has_retaken=state.has_retaken or self.retaken > 0)

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all(
            "Attacks by Mangin's force: {attacks}. Missing attacks: {missing}.",
            attacks=self.attacks,
            missing=self.missing,
        )
        if self.retaken:
            yield tell_all("Victory hexes retaken besides: {retaken}.", retaken=self.retaken)
        yield tell_rule(
            "It must make {attacks} attacks at 1 to 2 or better; each missing attack gives the Germans {points} "
            "victory points.",
            attacks=data.effects.mangin.attacks,
            points=data.effects.mangin.points_an_attack,
        )
