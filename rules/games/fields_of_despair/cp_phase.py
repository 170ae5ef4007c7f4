"""7.5-S: what the commands of the Central Powers' action phase have in common."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import ClassVar

from rules.command import Offer, kinds_of
from rules.errors import NotNow
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.hexes import Hex
from rules.games.fields_of_despair.sequence import check_step, is_at, leads_to
from rules.games.fields_of_despair.state import FieldsCommand, Offensive, Stage, State
from rules.games.fields_of_despair.wording import count_sps
from rules.line import Line, line
from rules.notice import Public
from rules.seat import Seat

AWAITED: Mapping[Stage, Line] = {
    Stage.BLOCKS: Line("the hexes with CP blocks"),
    Stage.TARGET: Line("the objective of the next offensive"),
    Stage.REINFORCEMENT: Line("the Allied reinforcements"),
    Stage.ARTILLERY: Line("the answer of the CP artillery"),
    Stage.COMBAT: Line("the result of the combat"),
    Stage.SPRING: Line("the Spring Offensive"),
    Stage.ROLL: Line("the roll for a breakout"),
    Stage.BREAKOUT: Line("the hexes that a breakout enters"),
    Stage.FIRE: Line("the losses to Allied artillery"),
    Stage.RESET: Line("the reset of the blocks"),
}
"""What the phase waits for, in words."""


class CpPhaseCommand(FieldsCommand, named=""):
    """A command of the Central Powers' action phase: the answer to the question that its ``stage`` asks."""

    acts_as = "Central Powers"
    stage: ClassVar[Stage]
    question: ClassVar[tuple[Public, ...]] = ()
    """The question that it answers, with the rules section."""

    @classmethod
    def ask(cls, _data: FieldsData, _state: State, /) -> Iterable[Public]:
        """Return the question as things stand."""
        return cls.question

    @classmethod
    @abstractmethod
    def offers(cls, data: FieldsData, state: State, /) -> Iterable[Offer]:
        """Return its buttons, when the phase is waiting for it."""

    def check(self, data: FieldsData, state: State) -> None:
        """Raise ``NotNow`` unless the phase is waiting for this command."""
        check_step(data, state, "central")
        if state.cp.stage is not self.stage:
            raise NotNow(
                "First the Central Powers' action phase waits for {awaited}: `/cp-offensive`.",
                awaited=AWAITED[state.cp.stage],
            )


def awaited(state: State) -> type[CpPhaseCommand]:
    """Return the command for which the Central Powers' action phase waits, or will wait first."""
    by_stage: dict[Stage, type[CpPhaseCommand]] = {each.stage: each for each in kinds_of(CpPhaseCommand, "rules")}
    return by_stage[state.cp.stage]


def offers(data: FieldsData, state: State, _seat: Seat) -> Iterable[Offer]:
    """Offer what the phase is waiting for; also its start, from a step before it, if nothing is left to do there."""
    is_here = is_at(data, state, "central") or leads_to(data, state, "central")
    return awaited(state).offers(data, state) if is_here else ()


def held_in(state: State, hex_: Hex | None) -> Line:
    """``F07 (22 SPs)``: a hex and what the Central Powers are known to hold there, for a button."""
    if hex_ is None or hex_ not in state.hexes:
        return Line(str(hex_))
    return line("{hex} ({sps})", hex=hex_, sps=count_sps(state.hexes[hex_].sps))


def target_of(state: State) -> Offensive:
    """Return the offensive that is being resolved, which exists once its target is chosen."""
    assert state.cp.current is not None, "an offensive has a target"
    return state.cp.current
