"""The Solitaire Sequence of Play, step by step."""

from collections.abc import Iterator

from rules.command import GameCommand, Offer, Part, Procedure, Topic
from rules.dice import Dice
from rules.errors import NotNow
from rules.games.fields_of_despair.data import FieldsData, PhaseNumber, Position, StepKind, Turn
from rules.games.fields_of_despair.notation import Reason
from rules.games.fields_of_despair.pieces import Count
from rules.games.fields_of_despair.state import FieldsCommand, FieldsEvent, Stage, State
from rules.games.fields_of_despair.wording import listed, tell_marker
from rules.kit.sequence import NextTurn, Steps
from rules.line import Line, line
from rules.notice import Kind, Open, Public, tell_all, tell_board, tell_text, tell_title
from rules.seat import Seat
from rules.secrets import Shown, quote
from rules.written import Written

NEXT = "Next"
OVER = "The game is over. `/campaign manage what:end` ends the campaign."


class StepTicked(FieldsEvent):
    """A step of the Sequence of Play is over; ``reason`` says why it was skipped."""

    title: str
    section: str
    reason: Written | None = None

    def apply(self, data: FieldsData, state: State) -> State:
        return state

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

    begins_step = True
    turn: int
    phase: PhaseNumber
    step: Count
    refreshes: bool
    forgets: bool
    skipped: tuple[int, ...]
    passes: bool = False
    is_entered: bool = False
    revealed: Count | None = None

    def apply(self, data: FieldsData, state: State) -> State:
        if self.refreshes:
            state = state.replace(air=state.air.refresh(), artillery=state.artillery.refresh(), guns=frozenset())
        if self.forgets:
            lost = (*state.lost, 0)
            state = state.replace(
                air_answer=None, artillery_answer=None, seen=frozenset(), fought=frozenset(), lost=lost
            )
        marker = state.marker if self.revealed is None else self.revealed
        return state.begun().replace(marker=marker, turn=self.turn, step=self.step, skipped=self.skipped)

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

    ends_game = True

    def apply(self, data: FieldsData, state: State) -> State:
        return state.replace(is_over=True)

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


class NextStep(NextTurn[FieldsData, State], named="next_turn"):
    """Complete the step of the Sequence of Play, and all after it in which the Central Powers ask nothing."""

    title = "Step completed"
    wish = "end the step"
    ends_step = True

    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if unfinished := what_is_unfinished(data, state):
            raise NotNow(unfinished)
        yield from play_on(data, state)


class SkipStep(FieldsCommand):
    """Skip the step, for a reason that stays in the log."""

    title = "Step skipped"
    wish = "skip the step"
    topic = Topic.PHASE
    ends_phase = True
    reason: Reason

    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        return tick(data, state, self.reason)


def offers(data: FieldsData, state: State, _seat: Seat) -> Iterator[Offer]:
    """Playing on, once nothing else comes first."""
    if can_play_on(data, state):
        yield Offer(NextStep(), "Play on")


def can_play_on(data: FieldsData, state: State) -> bool:
    """Return whether nothing is left to do in this step. Where the Central Powers' action phase comes next, its own
    buttons lead there, and so does the purchase to the step where the CP spend.
    """
    return not what_is_unfinished(data, state) and not is_before_central(data, state)


def check_step(data: FieldsData, state: State, kind: StepKind) -> None:
    """Raises ``NotNow`` unless the Sequence of Play is at such a step and the Central Powers have not acted in it."""
    step = state.position(data).step
    if state.is_over:
        raise NotNow(OVER)
    at = {"title": step.title, "section": step.section}
    if step.kind != kind and is_last(data, state):
        raise NotNow("Not now: you are at “{title}” ({section}), the last step of the game.", **at)
    if step.kind != kind:
        raise NotNow("Not now: you are at “{title}” ({section}). `/turn next` goes to the next step.", **at)
    if state.is_done:
        raise NotNow("This step is already done. `/turn next` goes to the next step.")


def steps(data: FieldsData, state: State) -> Steps[Position]:
    """Return the steps of this turn, and at which play is."""
    return Steps(state.turn, data.positions[state.turn], state.step, data.last_turn)


def is_last(data: FieldsData, state: State) -> bool:
    """Return whether the Sequence of Play has reached its last step."""
    return state.turn == data.last_turn and not steps(data, state).ahead


def is_at(data: FieldsData, state: State, kind: StepKind) -> bool:
    """Return whether the Sequence of Play is at such a step, and the Central Powers have not acted in it."""
    return state.position(data).step.kind == kind and not state.is_done


def what_is_unfinished(data: FieldsData, state: State) -> Line | None:
    """Return the sentence that says what is left to do in the step, or None."""
    step = state.position(data).step
    if state.dogfights:
        return line("The squadrons in {hex} still wait for the CP answer.", hex=state.dogfights[0][0])
    if state.fighting or state.attacks:
        return line("The attack on {hex} is not resolved yet.", hex=state.fighting or state.attacks[0].hex)
    if step.kind == "score" and is_last(data, state) and not state.is_done:
        return line("Who won is not entered yet. Use `/act` or `/turn phase skip:…`.")
    return None if state.is_done or step.unfinished is None else Line(step.unfinished)


def phase(data: FieldsData, state: State) -> Shown | None:
    """Return the step, or None before the set-up and after the end of the game."""
    return None if state.is_over or not state.is_set_up else Shown(state.position(data).step.title)


def lost(data: FieldsData, state: State, _seat: Seat, command: GameCommand[FieldsData, State]) -> Iterator[Line]:
    """Yield what the end of a step would pass over unplayed."""
    if state.is_set_up and not state.is_over and isinstance(command, NextStep | SkipStep):
        yield from (each.line for each in skipped(data, state))


def skipped(data: FieldsData, state: State) -> Iterator[Public]:
    """Tell what is passed over if the step ends now."""
    if state.dogfights:
        hexes = listed(hex_ for hex_, _ in state.dogfights)
        yield tell_all("The Central Powers do not answer the Allied squadrons in {hexes}.", hexes=hexes)
    if state.fighting:
        yield tell_all("The CP losses in {hex} are not entered.", hex=Shown(state.fighting))
    if state.attacks:
        hexes = listed(attack.hex for attack in state.attacks)
        yield tell_all("Allied attacks that get no CP answer: {hexes}.", hexes=hexes)
    if state.choices_left:
        yield tell_all("CP economic points that buy no Choice item: {points}.", points=state.choices_left)
    kind = None if state.is_done else state.position(data).step.kind
    if kind == "score" and is_last(data, state):
        yield tell_all("Nobody learns who won (15.3).")
    if kind == "economy":
        yield tell_all("The Central Powers get no free items and buy nothing (6.5-S).")
    if kind == "eastern_front":
        yield tell_all("The Eastern Front marker is not added to the CP total (8.0).")
    if kind == "central":
        yield from _skipped_phase(state)


def _skipped_phase(state: State) -> Iterator[Public]:
    """Tell what the Central Powers' action phase leaves undone."""
    cp = state.cp
    if cp.stage is Stage.BLOCKS:
        yield tell_all("The Central Powers' whole action phase is skipped.")
        return
    if cp.majors or cp.minors:
        yield tell_all(
            "Offensives that are not resolved: {majors} Major, {minors} Minor.", majors=cp.majors, minors=cp.minors
        )
    if cp.stage is Stage.SPRING:
        yield tell_all("The Spring Offensive (25.4) is skipped.")
    if cp.breakouts:
        yield tell_all("Breakouts that do not move: {hexes}.", hexes=listed(cp.breakouts))
    known = sum(hex_.sps for hex_ in state.hexes.values())
    yield tell_all("There is no reset. CP SPs that stay face up: {sps}.", sps=known)


def is_before_central(data: FieldsData, state: State) -> bool:
    """Return whether the Central Powers' action phase is the next step."""
    return [each.step.kind for each in steps(data, state).ahead[:1]] == ["central"]


def leads_to(data: FieldsData, state: State, kind: StepKind) -> bool:
    """Return whether the step of that kind comes next in this turn, so that its own button leads there: nothing is left
    to do before it. From Allied combat one may go past the breakouts (7.4).
    """
    if state.choices_left or what_is_unfinished(data, state):
        return False
    now = steps(data, state)
    here, later = now.now.step.kind, [each.step.kind for each in now.ahead]
    passed = {None, "combat"} if here == "combat" != kind else {None}
    return next((each for each in later if each not in passed), None) == kind


def reach(data: FieldsData, state: State, kind: StepKind) -> Part[State]:
    """Begin the step of that kind, if it is the next one."""
    if not is_at(data, state, kind) and leads_to(data, state, kind):
        while state.position(data).step.kind != kind:
            state = yield from tick(data, state, together=True, enters=kind)
    return state


def is_routine(data: FieldsData, turn: Turn, place: int) -> bool:
    """Return whether the bot asks nothing in a step. A turn's first step is never routine, since a turn ends there."""
    kind = data.positions[turn][place].step.kind
    return place > 0 and (kind is None or (kind == "score" and turn < data.last_turn))


def play_on(data: FieldsData, state: State) -> Part[State]:
    """End the step, and each after it in which nothing is asked, up to where a player must act."""
    state = yield from tick(data, state, together=True)
    while not state.is_over and is_routine(data, state.turn, state.step):
        state = yield from tick(data, state, together=True)
    return state


def tick(
    data: FieldsData, state: State, reason: str | None = None, *, together: bool = False, enters: StepKind | None = None
) -> Part[State]:
    """End the step and begin the next one of this turn or the next. ``together``: routine steps are passed; in the
    combat that somebody ``enters``, what comes before it is done already.
    """
    position = state.position(data)
    state = yield StepTicked(title=position.step.title, section=position.step.section, reason=reason)
    skipped = state.skipped if reason is None else (*state.skipped, state.step)
    turn, step = state.turn, state.step + 1
    if step == len(data.positions[turn]):
        turn, step, skipped = turn + 1, 0, ()
    if turn > data.last_turn:
        return (yield GameOver())
    phase = data.positions[turn][step].phase
    acts = ("allied", "central")
    is_moved = position.step.part in acts and data.positions[turn][step].step.part not in acts
    began = StepBegan(
        turn=turn,
        phase=phase,
        step=step,
        refreshes=position.step.part == "refresh" and reason is None,
        forgets=(turn, phase) != (state.turn, position.phase),
        skipped=skipped,
        passes=together and is_routine(data, turn, step),
        is_entered=enters == "combat" == data.positions[turn][step].step.kind,
        revealed=state.revealed if is_moved and state.revealed != state.marker else None,
    )
    return (yield began)
