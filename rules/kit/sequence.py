"""The sequence of play as rows: the phases or steps of a turn in printed order, and at which of them play is.

A game says what the ``Steps`` of a turn are. From them follow where play is, what remains, which step a player names,
what a command would end, what its button says, and whom play waits for. Any player can give the commands that end it.
"""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Generic, Protocol, TypeVar

from pydantic import Field

from rules.command import D, GameCommand, S, Topic
from rules.errors import NotNow, NotThere
from rules.game import Due, Whose
from rules.line import Line, line
from rules.picture import Label
from rules.seat import Seat
from rules.secrets import folded


class NextPhase(GameCommand[D, S], Generic[D, S]):
    """Go to the next phase, or to a later one of this turn."""

    title = "Phase ended"
    wish = "end the phase"
    topic = Topic.PHASE
    ends_phase = True
    to: Annotated[str, Field(max_length=40)] = ""


class NextTurn(GameCommand[D, S], Generic[D, S]):
    """End the turn, or where it ``ends_step`` alone its phase or step, and begin the next."""

    title = "Turn ended"
    wish = "end the turn"
    topic = Topic.PHASE
    ends_phase = True
    ends_step: ClassVar[bool] = False


class Step(Protocol):
    """A phase or step of a turn: what players read, and its ``printed`` name, which others of the turn may share."""

    @property
    def shown(self) -> Label:
        """What players read."""
        ...

    @property
    def printed(self) -> str:
        """Its name in the rules."""
        ...


R = TypeVar("R", bound=Step)


@dataclass(frozen=True, slots=True)
class Steps(Generic[R]):
    """The steps of a turn in printed order, ``at`` which of them play is, counted from 0, and the last ``turn``, if the
    game has one. One that play ``passes`` is left out where the next one is asked for.
    """

    turn: int
    order: tuple[R, ...]
    at: int
    last_turn: int | None = None
    passes: Callable[[R], bool] = lambda _: False

    @property
    def now(self) -> R:
        """The step that play is at."""
        return self.order[self.at]

    @property
    def ahead(self) -> tuple[R, ...]:
        """The steps of this turn that are still to come."""
        return self.order[self.at + 1 :]

    @property
    def where(self) -> Line:
        """Where play is: the turn and the step."""
        return line("Turn {turn}: {phase}", turn=self.turn, phase=self.now.shown)

    @property
    def going_on(self) -> Line:
        """What the button says that ends the step."""
        step = next((each for each in self.ahead if not self.passes(each)), None)
        return line("Next: {phase}", phase=step.printed) if step is not None else self.turning

    @property
    def turning(self) -> Line:
        """What the button says that ends the turn."""
        return line("End the game") if self.turn == self.last_turn else line("Next turn")

    def called(self, name: str = "") -> R:
        """Return the next step of this turn with that name, or the next one of all. Raises ``NotNow`` in the last,
        ``NotThere`` if none is left that is called so.
        """
        if found := self._called(name):
            return found[0]
        if name.strip():
            raise NotThere("No phase with that name is left this turn.")
        raise NotNow("This is the last phase of the turn. `/turn next` ends the turn.")

    def _called(self, name: str) -> list[R]:
        wanted = folded(name.strip())
        return [each for each in self.ahead if wanted in ("", folded(str(each.shown)), folded(each.printed))]

    def ended(self, command: GameCommand[Any, Any]) -> tuple[R, ...]:
        """Return the steps of this turn that a command would end: this one, and those that it passes over."""
        match command:
            case NextTurn(ends_step=False):
                return self.order[self.at :]
            case NextPhase(to=to) if to.strip() and (found := self._called(to)):
                return self.order[self.at : self.order.index(found[0], self.at)]
            case NextPhase() | NextTurn():
                return (self.now,)
        return ()

    def due(self, key: str, seats: Collection[Seat], to_do: Line, whose: Whose = Whose.OWN) -> dict[Seat, Due]:
        """Return what is done in the step on the board, and by whom, with the button that ends it."""
        return dict.fromkeys(seats, Due(to_do, key, whose, self.going_on))


@dataclass(frozen=True, kw_only=True, slots=True)
class InSteps(Generic[D, S, R]):
    """The sequence of play of a game whose turns have ``steps``. ``can_end``: whether nothing keeps play in the step.
    ``acts``: the seats that could still act in a step, by what everybody can see. ``next_phase`` and ``next_turn`` are
    the commands that end it.
    """

    steps: Callable[[D, S], Steps[R]]
    can_end: Callable[[D, S], bool]
    acts: Callable[[D, S, R], Iterable[Seat]]
    next_phase: Callable[[], GameCommand[Any, Any]]
    next_turn: Callable[[], GameCommand[Any, Any]]

    def where(self, data: D, state: S) -> Line:
        """Return where play is: the turn and the step."""
        return self.steps(data, state).where

    def remaining_phases(self, data: D, state: S) -> tuple[str, ...]:
        """Return the steps of this turn that are still to come, as players read them."""
        ahead = self.steps(data, state).ahead
        return tuple(each.shown if isinstance(each.shown, Line) else each.printed for each in ahead)

    def ending(self, data: D, state: S) -> GameCommand[Any, Any] | None:
        """Return the command that ends the step, or with the last one the turn; None where something comes first."""
        if not self.can_end(data, state):
            return None
        return self.next_phase() if self.steps(data, state).ahead else self.next_turn()

    def acting(self, data: D, state: S, command: GameCommand[Any, Any]) -> dict[Seat, frozenset[str]]:
        """Return the seats that could still act in what a command ends, and in which of its steps."""
        found = dict[Seat, frozenset[str]]()
        for step in self.steps(data, state).ended(command):
            for seat in self.acts(data, state, step):
                found[seat] = found.get(seat, frozenset()) | {step.printed}
        return found
