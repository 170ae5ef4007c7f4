"""The Solitaire Sequence of Play, step by step."""

from rules.errors import NotNow
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.events.sequence import (
    GameOver,
    StepBegan,
    StepTicked,
)
from rules.games.fields_of_despair.procedures.steps import Steps
from rules.games.fields_of_despair.state import State

# what a step waits for before it can be ticked
UNDONE = {
    "economy": "The Central Powers have not spent their economic points: `/cp economy`",
    "central": "The Central Powers' action phase is not over: `/cp-offensive`",
    "eastern_front": "The Eastern Front marker has not been told",
}


def next_step(data: FieldsData, state: State) -> Steps:
    """Tick the step and go to the next."""
    check_step_is_over(data, state)
    yield from tick(data, state)


def skip_step(data: FieldsData, state: State, reason: str) -> Steps:
    """Leave the step undone and go to the next; the reason stays in the log."""
    yield from tick(data, state, reason)


def check_step_is_over(data: FieldsData, state: State) -> None:
    """Nothing is left to do in the step. Raises ``NotNow`` otherwise."""
    step = state.place(data).step
    if state.dogfights:
        raise NotNow(f"The answer to the squadrons in {state.dogfights[0][0]} is still to come.")
    if state.fighting or state.attacks:
        hex_ = state.fighting or state.attacks[0].hex
        raise NotNow(f"The attack on {hex_} is still to be resolved.")
    if step.does in UNDONE and not state.is_done:
        raise NotNow(f"{UNDONE[step.does]}; or skip it with `/turn skip` and a reason.")


def tick(data: FieldsData, state: State, reason: str | None = None) -> Steps:
    """The step is over; the next one of this turn or the next turn begins."""
    here = state.place(data)
    state = yield StepTicked(title=here.step.title, section=here.step.section, reason=reason)
    skipped = state.skipped if reason is None else (*state.skipped, state.step)
    turn, step = state.turn, state.step + 1
    if step == len(data.places[turn]):
        turn, step, skipped = turn + 1, 0, ()
    if turn > data.last_turn:
        yield GameOver()
        return
    phase = data.places[turn][step].phase
    refreshes = here.step.part == "refresh" and reason is None
    forgets = (turn, phase) != (state.turn, here.phase)
    yield StepBegan(turn=turn, phase=phase, step=step, refreshes=refreshes, forgets=forgets, skipped=skipped)
