"""Events before the dice of a combat: a side declares one, answers or passes."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from typing_extensions import override

from rules.frozen import Frozen
from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.phases import ALLIES, GERMANS
from rules.games.marne_1918.state import MarneEvent, Question, State
from rules.notice import Notice, Public, tell_all, tell_board, tell_rule, tell_section, tell_text
from rules.seat import Seat
from rules.secrets import quote

CANCEL = "cancel"


def enemy(seat: Seat) -> Seat:
    """The other side."""
    return {ALLIES: GERMANS, GERMANS: ALLIES}[seat]


class Reaction(Frozen):
    """A marker that a side played before a combat, and the effect that it chose.

    A marker that the bot does not keep has a ``name`` instead of an id, and a ``note`` that says what it does.
    """

    seat: Seat
    marker: str = ""
    choice: str
    name: str = ""
    note: str = ""

    def tell(self, data: MarneData) -> Public:
        """What it does to the combat."""
        if self.marker:
            return tell_text(data.type_of(self.marker).choices[self.choice])
        name, note = quote(self.name), quote(self.note)
        if not self.name:
            return tell_all("A marker of the {seat}: {note}", seat=self.seat, note=note)
        return tell_all("{name} of the {seat}: {note}", name=name, seat=self.seat, note=note)


class Reactions(Question):
    """The events played so far before the dice of a combat: the attacker declares first, ``awaiting`` comes next."""

    attacker: Seat
    played: tuple[Reaction, ...] = ()

    @override
    def tell_status(self) -> Public:
        return tell_section(
            "Waiting", "The {seat} must declare an event or pass before the combat.", seat=self.awaiting
        )

    @property
    def standing(self) -> tuple[Reaction, ...]:
        """The reactions that are not cancelled: each "cancel" undoes the one before it, even another "cancel"."""
        standing: list[Reaction] = []
        is_cancelled = False
        for reaction in reversed(self.played):
            if is_cancelled:
                is_cancelled = False
                continue
            is_cancelled = reaction.choice == CANCEL
            standing.append(reaction)
        return tuple(reaction for reaction in reversed(standing) if reaction.choice != CANCEL)


def reactions_of(state: State) -> Reactions | None:
    """The reactions that the campaign is waiting on, if it is."""
    return state.question if isinstance(state.question, Reactions) else None


class ReactionAwaited(MarneEvent):
    """A side must declare an event or pass, or can answer the other side; ``reactions`` holds all so far."""

    reveals: ClassVar[bool] = True
    type: Literal["reaction_awaited"] = "reaction_awaited"
    reactions: Reactions

    @override
    def apply(self, data: MarneData, state: State) -> State:
        before = reactions_of(state)
        rest = tuple(other for other in state.waiting if other is not before)
        return state.replace(waiting=rest).asked(self.reactions)

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        seat = self.reactions.awaiting
        if seat == self.reactions.attacker and not self.reactions.played:
            yield tell_all("Before the combat is rolled, the {seat} must declare an event or pass.", seat=seat)
            yield tell_rule("The attacker declares first; then the defender can answer.")
        else:
            yield tell_all("The {seat} can answer or pass.", seat=seat)


class Passed(MarneEvent):
    """A side played no event before a combat; ``done`` says that nobody else can answer."""

    type: Literal["passed"] = "passed"
    seat: Seat
    reactions: Reactions
    done: bool

    @override
    def apply(self, data: MarneData, state: State) -> State:
        before = reactions_of(state)
        if self.done:
            return state.answered(before)
        rest = tuple(other for other in state.waiting if other is not before)
        return state.replace(waiting=rest).asked(self.reactions)

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("The {seat} play no event.", seat=self.seat)
        if not self.done:
            yield tell_all("The {seat} can answer or pass.", seat=self.reactions.awaiting)
            return
        for reaction in self.reactions.standing:
            yield reaction.tell(data).under("For this combat")
        if not self.reactions.standing:
            yield tell_section("For this combat", "No event affects this combat.")
        yield tell_board("Roll the combat dice.")


class CounterattackEnded(MarneEvent):
    """The combats of an Immediate Counterattack are over: ``attacker`` attacks again."""

    type: Literal["counterattack_ended"] = "counterattack_ended"
    attacker: Seat

    @override
    def apply(self, data: MarneData, state: State) -> State:
        return state.replace(counterattack=None, questions=state.questions + 1)

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("The Immediate Counterattack is over. The {seat} attack again.", seat=self.attacker)
