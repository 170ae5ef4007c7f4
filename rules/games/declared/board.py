"""What lies on the table in a group's own game: entered, corrected, and set as a whole. Nothing follows from it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, ClassVar

from pydantic import Field
from typing_extensions import override

from rules.command import GameCommand, Part
from rules.dice import Dice
from rules.errors import NotThere
from rules.facts import Fact
from rules.games.declared.data import DeclaredData
from rules.games.declared.events import FactsEntered, Followed, OwnEvent
from rules.games.declared.play import OwnCommand
from rules.games.declared.state import OPEN, State, Zone, entered, in_pile, later
from rules.kit import position as kit
from rules.kit.facts import LONGEST, Adjust, Changed, Facts, OneOf, Some, Track, Value
from rules.line import Line, line
from rules.seat import Seat, SideSeat
from rules.secrets import Hidden


def facts_of(data: DeclaredData) -> Facts:
    """Return all that lies open on the table, in the order in which it is put."""
    turn = Track("turn", line("Turn"), low=1, high=data.turn.last or 999)
    names = [each.name for each in data.phases]
    phase = OneOf(
        "phase",
        line("Phase"),
        words=tuple(names),
        gets=lambda state: names[state.phase],
        puts=lambda state, name: state.replace(phase=names.index(name)),
    )
    open_ = (lying(data, key, zone) for key in data.piles for zone in OPEN)
    return Facts(turn, phase, *data.read_by(None), *open_)


def lying(data: DeclaredData, key: str, zone: Zone) -> Some:
    """Return the chits or cards of a pile in a zone, by name."""
    names = {id_: thing.name for id_, (pile, thing, _) in data.pieces.items() if pile == key}
    own = OPEN.index(zone)
    zones = (Zone.PILE, Zone.LATER, *OPEN[own:], Zone.DOWN, Zone.HAND, *OPEN[:own])

    def there(state: State) -> list[str]:
        return [id_ for id_ in state.at(zone) if id_ in names]

    def put(state: State, value: Iterable[str]) -> State:
        """Take them first from where nobody holds them, and last from where some have been put before."""
        after, taken = state.moved(there(state), Zone.PILE), list[str]()
        free = sorted(names, key=lambda id_: zones.index(after.zone(id_)))
        for name in value:
            taken += [id_ for id_ in free if names[id_] == name and id_ not in taken][:1]
        return after.moved(taken, zone)

    return Some(
        f"{key}; {zone}",
        line("{pile}: {where}", pile=data.worded(key), where=Line(zone)),
        words=tuple(names.values()),
        in_order=False,
        gets=lambda state: tuple(sorted(names[id_] for id_ in there(state))),
        puts=put,
    )


def position(data: DeclaredData, state: State) -> Iterator[tuple[Line, Value]]:
    """Yield what lies open on the table, by what players call it."""
    yield from ((each.label, each.value(state)) for each in facts_of(data).single.values())


def underway(_data: DeclaredData, state: State) -> object:
    """Return what waits for an answer, and what lies where nobody else sees it."""
    unseen = {id_: lie for id_, lie in state.lies.items() if lie.zone not in OPEN}
    return state.deed, state.unsorted, state.over, unseen, state.top


def facts(data: DeclaredData, state: State, seat: SideSeat | None) -> Iterator[Fact]:
    """Yield what everybody can count, or what a side alone knows."""
    if seat is not None:
        yield from (Fact(each.key, each.label, each.fact(state).value) for each in data.read_by(seat))
        for name, count in sorted(Counter(map(str, map(data.name_of, state.at(Zone.HAND, seat)))).items()):
            yield Fact(f"held {name}", line("{thing}, in your hand", thing=data.worded(name)), count)
        return
    yield from (each.fact(state) for each in facts_of(data).single.values())
    for key in data.piles:
        left = line("{pile}: {where}", pile=data.worded(key), where=Line(Zone.PILE))
        yield Fact(f"pile {key}", left, len(in_pile(data, state, key)))


class Enter(Adjust[DeclaredData, State], named="adjust"):
    """Correct one value."""

    event: ClassVar[type[FactsEntered]] = FactsEntered

    @override
    def is_change(self, state: State, change: Changed) -> bool:
        return False  # nobody asks why


class EnterSecret(OwnCommand):
    """Enter a value that the side alone reads."""

    title: ClassVar[str] = "Value entered"
    is_told: ClassVar[bool] = True
    is_private: ClassVar[bool] = True
    what: str
    value: Annotated[str, Field(max_length=LONGEST)] = ""

    def decide(self, data: DeclaredData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        if self.what not in data.facts or data.secret_of(self.what) != seat:
            raise NotThere("The board has no such fact.")
        value = data.facts[self.what][0].read(data, self.value)
        return (yield Followed(unseen=Hidden(((self.what, kit.typed(value)),))))


class TableTaken(kit.PositionTaken[DeclaredData, State], OwnEvent, named="position_taken"):
    """The game was set to the players' table."""

    @classmethod
    def known(cls, data: DeclaredData) -> Facts:
        return facts_of(data)

    @override
    def settled(self, data: DeclaredData, state: State) -> State:
        """Nothing is under way. What enters later, or has entered, follows from the turn."""
        after = state.moved(entered(data, state, state.at(Zone.LATER)), Zone.PILE).moved(later(data, state), Zone.LATER)
        return after.replace(deed=None, unsorted={}, used={}, over=False, steps=state.steps + 1)


class TakeTable(kit.TakePosition[DeclaredData, State], named="take_position"):
    """Set the game to a position."""

    event: ClassVar[type[TableTaken]] = TableTaken


class ChooseScenario(TakeTable, named="choose_scenario"):
    """Begin with a scenario of the file."""

    title: ClassVar[str] = "Scenario chosen"
    needs_consent: ClassVar[bool] = False
    settles: ClassVar[bool] = True


class TableCorrected(kit.ResultCorrected[DeclaredData, State], TableTaken, named="result_corrected"):
    """A result was corrected."""


class CorrectResult(kit.CorrectResult[DeclaredData, State]):
    """Correct an earlier result."""

    event: ClassVar[type[TableCorrected]] = TableCorrected


def openings(data: DeclaredData) -> Mapping[str, GameCommand[Any, Any]]:
    """Return the scenarios: the position that each sets."""
    return {
        name: ChooseScenario(table=tuple((fact, kit.typed(value)) for fact, value in said.items()))
        for name, said in data.scenario.items()
    }
