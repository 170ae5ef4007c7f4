"""The Solitaire Sequence of Play: steps that end and begin."""

from collections.abc import Iterator
from typing import ClassVar

from typing_extensions import override

from rules.games.fields_of_despair.data import FieldsData, PhaseNumber, Position
from rules.games.fields_of_despair.pieces import AnswerStep, Count
from rules.games.fields_of_despair.state import CpPhase, FieldsEvent, State
from rules.games.fields_of_despair.wording import tell_marker
from rules.line import line
from rules.notice import Kind, Open, Public, tell_all, tell_board, tell_text, tell_title
from rules.secrets import Shown, quote
from rules.written import Written

NEXT = "Next"
OVER = "The game is over. `/campaign manage what:end` ends the campaign."


class StepTicked(FieldsEvent):
    """A step of the Sequence of Play is over; ``reason`` says why it was skipped."""

    title: str
    section: str
    reason: Written | None = None

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        return state

    @override
    def tell(self, data: FieldsData) -> Iterator[Public]:
        if self.reason is not None:
            yield tell_all("✗ Skipped: {title} ({section})", title=Shown(self.title), section=Shown(self.section))
            yield tell_all("Reason: {reason}", reason=quote(self.reason))


class StepBegan(FieldsEvent):
    """The next step begins; ``skipped`` are the positions of those of this turn that were skipped.

    ``refreshes``: air and artillery counters are available again (7.6); ``forgets``: a new action phase begins;
    ``passes``: nothing is asked in it, so the step after it begins at once; ``is_entered``: what it says is done
    already; ``revealed`` is what the Revealed SPs
    marker reads, where both sides have acted in an action phase and that has moved it.
    """

    begins_step: ClassVar[bool] = True
    turn: int
    phase: PhaseNumber
    step: Count
    refreshes: bool
    forgets: bool
    skipped: tuple[int, ...]
    passes: bool = False
    is_entered: bool = False
    revealed: Count | None = None

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        if self.refreshes:
            state = state.replace(air=state.air.refresh(), artillery=state.artillery.refresh(), guns=frozenset())
        if self.forgets:
            lost = (*state.lost, 0)
            state = state.replace(
                air_answer=None, artillery_answer=None, seen=frozenset(), fought=frozenset(), lost=lost
            )
        return state.replace(
            marker=state.marker if self.revealed is None else self.revealed,
            turn=self.turn,
            step=self.step,
            is_done=False,
            skipped=self.skipped,
            dogfights=(),
            attacks=(),
            fighting=None,
            choices_left=0,
            cp=CpPhase(),
            air_checked=False,
            answering=AnswerStep.ARTILLERY,
            found=(),
            asked="",
            unlimited=None,
        )

    @override
    def tell(self, data: FieldsData) -> Iterator[Public]:
        positions = data.positions[self.turn]
        if self.revealed is not None:
            yield tell_marker(self.revealed)
        if self.passes:
            step = positions[self.step].step
            if step.says is not None:
                values = {"step": Shown(step.title), "section": Shown(step.section), "says": Shown(step.says)}
                yield Public(line("{step} ({section}): {says}", **values)).under(NEXT)
            yield from tell_refreshed(positions[self.step])
            return
        yield from tell_step(data, self.turn, positions[self.step], is_entered=self.is_entered)


class GameOver(FieldsEvent):
    """The last step of the last turn is over."""

    ends_game: ClassVar[bool] = True

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        return state.replace(is_over=True)

    @override
    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_all(OVER)


def tell_step(data: FieldsData, turn: int, position: Position, *, is_entered: bool = False) -> Iterator[Public]:
    """Tell the step, and what there is to do in it."""
    step = position.step
    values: dict[str, Open] = {"turn": turn, "title": Shown(step.title), "section": Shown(step.section)}
    if step.part in ("allied", "central", "refresh"):
        yield tell_title("**Turn {turn}.{phase}: {title}** ({section})", phase=position.phase, **values)
    else:
        yield tell_title("**Turn {turn}: {title}** ({section})", **values)
    if step.says is not None and not is_entered:
        yield tell_text(step.says, Kind.NEXT)
    if step.ruling is not None:
        yield data.rulings[step.ruling].tell()
    yield from tell_refreshed(position)


def tell_refreshed(position: Position) -> Iterator[Public]:
    """Tell what the refresh changes on the board (7.6)."""
    step = position.step
    if step.part == "refresh":
        yield tell_board("Refresh all counters.")
    if step.part == "refresh" and position.phase == 1:
        yield tell_board("Turn marker: phase 2.")
