"""The Solitaire Sequence of Play: steps that end and begin."""

from collections.abc import Iterator
from typing import Literal

from rules.games.fields_of_despair.data import FieldsData, PhaseNumber, Position
from rules.games.fields_of_despair.state import Count, CpPhase, FieldsEvent, State
from rules.notice import Public, tell_all, tell_board, tell_section
from rules.secrets import Shown, quote

CHECKLIST = "Sequence of play"


class StepTicked(FieldsEvent):
    """A step of the Sequence of Play is over; ``reason`` says why it was skipped."""

    type: Literal["step_ticked"] = "step_ticked"
    title: str
    section: str
    reason: str | None = None

    def apply(self, data: FieldsData, state: State) -> State:
        """Nothing changes until the next step begins."""
        return state

    def tell(self, data: FieldsData) -> Iterator[Public]:
        done = Shown("✓" if self.reason is None else "✗ Skipped:")
        yield tell_all("{done} {title} ({section})", done=done, title=Shown(self.title), section=Shown(self.section))
        if self.reason is not None:
            yield tell_section("Why", "{reason}", reason=quote(self.reason))


class StepBegan(FieldsEvent):
    """The next step begins; ``skipped`` are the positions of those of this turn that were skipped.

    ``refreshes``: air and artillery counters are available again (7.6); ``forgets``: an action phase begins anew.
    """

    type: Literal["step_began"] = "step_began"
    turn: int
    phase: PhaseNumber
    step: Count
    refreshes: bool
    forgets: bool
    skipped: tuple[int, ...]

    def apply(self, data: FieldsData, state: State) -> State:
        """Nothing of the step before is left to do."""
        if self.refreshes:
            state = state.replace(air=state.air.refresh(), artillery=state.artillery.refresh())
        if self.forgets:
            state = state.replace(air_answer=None, artillery_answer=None, seen=frozenset(), fought=frozenset())
        return state.replace(
            turn=self.turn, step=self.step, is_done=False, skipped=self.skipped,
            dogfights=(), attacks=(), fighting=None, choices_left=0, cp=CpPhase(),
        )  # fmt: skip

    def tell(self, data: FieldsData) -> Iterator[Public]:
        positions = data.positions[self.turn]
        if self.refreshes:
            yield tell_all("CP air and artillery counters are available again (7.6).")
        yield from tell_step(data, self.turn, positions[self.step])
        yield from checklist(positions, self.step, self.skipped)


class GameOver(FieldsEvent):
    """The last step of the last turn is over."""

    type: Literal["game_over"] = "game_over"

    def apply(self, data: FieldsData, state: State) -> State:
        """The game is over."""
        return state.replace(is_over=True)

    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_all("**The last turn is over.** The Final Push scoring (15.3) decides. Then `/campaign end`.")


def tell_step(data: FieldsData, turn: int, position: Position) -> Iterator[Public]:
    """Tell the step, and what there is to do in it."""
    step = position.step
    yield tell_all("**Turn {turn}{phase}: {title}** ({section})", turn=turn, phase=_phase(position),
                   title=Shown(step.title), section=Shown(step.section))  # fmt: skip
    yield tell_all("{says}", says=Shown(step.says))
    if step.ruling is not None:
        yield data.tell_ruling(step.ruling)
    if step.part == "refresh" and position.phase == 1:
        yield tell_board("When all are refreshed, advance the Turn marker: action phase 2 comes next.")


def _phase(position: Position) -> Shown:
    is_action = position.step.part in ("allied", "central", "refresh")
    return Shown(f", action phase {position.phase}" if is_action else "")


def checklist(positions: tuple[Position, ...], now: int, skipped: tuple[int, ...]) -> Iterator[Public]:
    """The part of the turn around a step, ticked."""
    around = _group(positions[now])
    for index, position in enumerate(positions):
        if _group(position) == around:
            mark = "✗" if index in skipped else "✓" if index < now else "▶" if index == now else "☐"
            yield tell_section(CHECKLIST, "{mark} {title}", mark=Shown(mark), title=Shown(position.step.title))


def _group(position: Position) -> tuple[str, int]:
    part = position.step.part
    return (part if part in ("opening", "closing") else "action phase", position.phase)
