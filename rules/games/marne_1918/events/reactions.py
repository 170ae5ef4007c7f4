"""Events before the dice of a combat: declared, answered, passed."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from rules.frozen import Frozen
from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.phases import ALLIES, GERMANS
from rules.games.marne_1918.state import MarneEvent, Question, State
from rules.notice import Notice, Public, tell_all, tell_board, tell_rule, tell_section
from rules.seat import Seat
from rules.secrets import Shown

CANCEL = "cancel"


def enemy(seat: Seat) -> Seat:
    """The other side."""
    return GERMANS if seat == ALLIES else ALLIES


class Reaction(Frozen):
    """A marker that was played before a combat."""

    seat: Seat
    marker: str
    choice: str


class Reactions(Question):
    """The events before the dice of a combat: the attacker declares first. ``awaiting`` must answer or pass."""

    attacker: Seat
    played: tuple[Reaction, ...] = ()

    def tell_status(self) -> Public:
        return tell_section("Waiting", "{seat}: an event before a combat, or none", seat=self.awaiting)

    @property
    def standing(self) -> tuple[Reaction, ...]:
        """The reactions that are not undone: each cancelling one undoes the one before it."""
        standing: list[Reaction] = []
        is_undone = False
        for reaction in reversed(self.played):
            if is_undone:
                is_undone = False
                continue
            is_undone = reaction.choice == CANCEL
            standing.append(reaction)
        return tuple(reaction for reaction in reversed(standing) if reaction.choice != CANCEL)


def reactions_of(state: State) -> Reactions | None:
    """The reactions that wait for an answer."""
    return state.question if isinstance(state.question, Reactions) else None


class ReactionAwaited(MarneEvent):
    """A side declares an event or none, or may answer the other's; ``reactions`` is what has been played so far."""

    reveals: ClassVar[bool] = True
    type: Literal["reaction_awaited"] = "reaction_awaited"
    reactions: Reactions

    def apply(self, data: MarneData, state: State) -> State:
        before = reactions_of(state)
        rest = tuple(other for other in state.waiting if other is not before)
        return state.replace(waiting=rest).asked(self.reactions)

    def tell(self, data: MarneData) -> Iterator[Notice]:
        seat = self.reactions.awaiting
        if seat == self.reactions.attacker and not self.reactions.played:
            yield tell_all("Before the dice of a combat: the {seat} declare an event or none.", seat=seat)
            yield tell_rule("The attacker declares first, then the defender may answer.")
        else:
            yield tell_all("The {seat} may answer, or pass.", seat=seat)


class Passed(MarneEvent):
    """A side plays no event before a combat; ``done`` says that nobody else may answer."""

    type: Literal["passed"] = "passed"
    seat: Seat
    reactions: Reactions
    done: bool

    def apply(self, data: MarneData, state: State) -> State:
        before = reactions_of(state)
        if self.done:
            return state.answered(before)
        rest = tuple(other for other in state.waiting if other is not before)
        return state.replace(waiting=rest).asked(self.reactions)

    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("The {seat} play no event.", seat=self.seat)
        if not self.done:
            yield tell_all("The {seat} may answer, or pass.", seat=self.reactions.awaiting)
            return
        for reaction in self.reactions.standing:
            effect = data.type_of(reaction.marker).choices[reaction.choice]
            yield tell_section("For this combat", "{seat}: {effect}.", seat=reaction.seat, effect=Shown(effect))
        if not self.reactions.standing:
            yield tell_section("For this combat", "No event changes it.")
        yield tell_board("Roll the combat.")
