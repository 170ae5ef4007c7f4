"""What the commands share: their bases, those of entries, and the types of the fields that players fill in."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Annotated, ClassVar, Literal, cast

from pydantic import Field
from typing_extensions import override

from rules.command import GameCommand, Offer, Part
from rules.dice import Dice
from rules.errors import NotThere, RuleError
from rules.games.gathering_storm.board_facts import FACTS
from rules.games.gathering_storm.data import BoardData, BoardEvent
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.state import State
from rules.kit import facts as kit
from rules.kit.facts import Changed, Correction, Declared, Entered, Flag, Unknown
from rules.notice import Notice, tell_board
from rules.seat import Seat

Name = Annotated[str, Field(min_length=1, max_length=100)]
TextInput = Annotated[str, Field(max_length=100)]
PowerName = Literal["Germany", "Italy", "Britain", "France", "Russia"]
Count = Annotated[Annotated[int, Field(ge=0, le=99)] | None, Unknown]


class FactsEntered(Entered[BoardData, State], BoardEvent):
    """Something was entered from the board, or corrected; ``is_change`` says that it had been entered before."""

    facts = FACTS
    changes: tuple[Changed, ...] = ()
    is_change: bool = False

    @property
    def about(self) -> tuple[str, ...]:
        """Return what was entered: entries about the same thing replace one another."""
        return tuple(each.fact for each in self.changes)

    def is_again(self, state: State) -> bool:
        """Return whether anything of it was entered this turn already."""
        return any(state.entered.get(each) == state.turn for each in self.about)

    @override
    def apply(self, data: BoardData, state: State) -> State:
        """Entries are counted: forms that were offered before it are stale."""
        entered = {**state.entered, **dict.fromkeys(self.about, state.turn)}
        return super().apply(data, state).replace(entries=state.entries + 1, entered=entered)

    @override
    def tell(self, data: BoardData) -> Iterator[Notice]:
        yield from super().tell(data)
        if self.is_change:
            yield tell_board("Check that your board shows the same.")


class StormCommand(GameCommand[StormData, State], named=""):
    """A command of Gathering Storm."""

    def works(self, data: StormData, state: State, seat: Seat) -> bool:
        """Return whether it can be done now: of one that rolls no dice."""
        try:
            part = self.decide(data, state, seat, cast(Dice, None))
            event = next(part)
            while True:
                state = event.apply(data, state)  # type: ignore[attr-defined]
                event = part.send(state)
        except StopIteration:
            return True
        except RuleError:
            return False


class Group(StrEnum):
    """Under which heading a player finds what can be entered."""

    RESEARCH = "Research"
    NUMBERS = "Numbers"
    COUNTRIES = "Countries"
    CORRECTIONS = "Corrections"


Choices = Mapping[str, tuple[str, ...]]
NO_CHOICES: Choices = {}


class Enters(Correction[StormData, State], named=""):
    """Something that a player enters because the board shows it. It becomes one event.

    Numbers of the board move from turn to turn, so a change needs a reason only where it corrects an entry: one of
    this turn, or one that never changes in play.
    """

    is_entry = True
    group: ClassVar[Group] = Group.NUMBERS

    def told(self, event: FactsEntered, *, is_change: bool) -> Part[State]:
        """Enter something with its reason. Raises ``NotThere`` for a change without one."""
        self.check_reason(is_change=is_change)
        return (yield event.replace(reason=self.reason.strip(), is_change=is_change))


class EntersFacts(Enters, kit.Entry[StormData, State], named=""):
    """The base of what enters facts of the board, at any time."""

    event = FactsEntered

    @override
    def is_change(self, state: State, change: Changed) -> bool:
        """Return whether it corrects an entry of this turn, or takes back what never ends in play."""
        fact = FactsEntered.facts[change.fact]
        is_taken_back = isinstance(fact, Flag) and fact.lasts and change.before is True
        is_known = change.before not in (change.after, None)
        return is_known and (is_taken_back or state.entered.get(change.fact) == state.turn)

    @override
    def checked(self, data: StormData, state: State, after: State, event: FactsEntered) -> FactsEntered:
        """9.15: without the Pact there are no additional events."""
        is_about_it = any(each == "pact" or each.startswith("extra ") for each in event.about)
        if is_about_it and not after.world.has_pact and any(after.extra.values()):
            raise NotThere("Without the Pact there are no additional events. Enter 0 for both.")
        return event.replace(is_change=any(self.is_change(state, each) for each in event.changes))


class Sheet(EntersFacts, kit.Form[StormData, State], named=""):
    """The base of the forms in which facts are entered together. What stands already can be entered again."""

    @override
    def confirms(self, state: State, fact: Declared) -> bool:
        return fact.named not in ("by", "holds", "permitted")


def entry_offer(
    state: State,
    command: Enters,
    label: str,
    choices: Choices = NO_CHOICES,
    inputs: tuple[str, ...] = (),
    *,
    corrects: bool = False,
) -> Offer:
    """Return an entry as a form that proposes what stands; one that ``corrects`` what was entered has a heading of its
    own. It is one of the private buttons, so that entries crowd nobody's public ones.
    """
    fields = inputs or tuple(name for name in type(command).model_fields if name != "type")
    return Offer(
        command=command,
        label=label,
        subject=Group.CORRECTIONS if corrects else command.group,
        is_group=True,
        version=state.entries,
        inputs=(*(name for name in fields if name != "reason"), "reason"),
        choices=choices,
        secret=True,
    )
