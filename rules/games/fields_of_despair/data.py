"""The data of Fields of Despair: the solitaire guide's data, its Economic Guide and its Sequence of Play."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, Self, get_args

from pydantic import Field, model_validator
from typing_extensions import override

from rules.frozen import Frozen
from rules.games.fields_of_despair.hexes import GroupMap, Name
from rules.games.fields_of_despair.rulings import FieldsRulings
from rules.line import Line, Listed, line
from rules.notice import Kind, Public, Text
from rules.printed.lookup import Modifier, PrintedData, PrintedTable
from rules.ruling import Thing
from rules.seat import SideSeat
from rules.secrets import Shown

ALLIES = SideSeat("Allies")

Turn = Annotated[int, Field(ge=1)]
PhaseNumber = Literal[1, 2]
SequencePart = Literal["opening", "allied", "central", "refresh", "closing"]
Side = Literal["allied", "central"]
StepKind = Literal["economy", "air", "combat", "central", "eastern_front", "score"]
Nature = Literal["CD", "CC", "AD", "AC"]
Direction = Literal["SR", "WH"]
NATURES: Mapping[str, Nature] = {each: each for each in get_args(Nature)}
DIRECTIONS: Mapping[str, Direction] = {each: each for each in get_args(Direction)}


# what the modifiers of each table can ask about
CONDITIONS: Mapping[str, frozenset[str]] = {
    "Number of CP Offensives": frozenset({"turn", "action phase", "CP hex in France", "CP total SPs"}),
    "Dogfight Response, step 1": frozenset({"Allied air", "previous result N"}),
    "Dogfight Response, step 2": frozenset({"Allied air", "previous result N"}),
    "Artillery Response, step 1": frozenset({"Allied SPs", "previous result N"}),
    "Artillery Response, step 2": frozenset(
        {"Allied SPs", "Allied artillery SPs", "Major Offensive", "only the offensive counts"}
    ),
    "CP SPs in a Hex": frozenset({"Allied SPs", "CP total SPs"}),
}


class OffensiveCount(NamedTuple):
    """How many offensives an action phase has."""

    majors: int
    minors: int


class Share(NamedTuple):
    """What goes into the breakout's own hex and into each hex it enters, again and again."""

    stays: int
    goes: int


class Breakout(PrintedTable[str]):
    """The Breakout Movement table: a nature and a direction a cell, a distribution a nature."""

    distribution: Mapping[Nature, Share]

    @model_validator(mode="after")
    def _natures_are_distributed(self) -> Self:
        for cells in self.rows.values():
            for cell in cells:
                nature, _, direction = cell.partition("-")
                if nature not in self.distribution or direction not in DIRECTIONS:
                    raise ValueError(f"{cell} is not a nature and a direction, such as CD-SR")
        return self

    def read_cell(self, cell: str) -> tuple[Nature, Direction]:
        """Return the nature and the direction that a cell prints: ``CD-SR``."""
        nature, _, direction = cell.partition("-")
        return NATURES[nature], DIRECTIONS[direction]


class Minimum(Frozen):
    """The least number of Major Offensives in one action phase, if the Allies are ahead."""

    source: Text
    turn: Turn
    phase: PhaseNumber
    majors: Annotated[int, Field(ge=1)]


class AlliedReinforcement(Frozen):
    """The most SPs that the Allies bring in against an offensive, for one Logistic Point."""

    source: Text
    most: Annotated[int, Field(ge=1)]


class SmallAttacks(Frozen):
    """``below[n]``: an attack of fewer Allied SPs meets the limit of ``n`` blocks."""

    source: Text
    below: Mapping[Annotated[int, Field(ge=1, le=3)], int]


class SupplyCapacity(Frozen):
    """The item that is bought only as needed, and its maximum."""

    item: Text
    most: int


class Purchases(Frozen):
    """The Economic Guide of a turn."""

    free: tuple[tuple[Text, int], ...]
    primary: tuple[tuple[Text, int], ...]
    choice: tuple[Text, ...]


class Economy(Frozen):
    """The Economic Guide."""

    source: Text
    title: Text
    cost: Annotated[int, Field(ge=1)] = 1
    supply: SupplyCapacity
    turns: Mapping[Turn, Purchases]


class Step(Frozen):
    """A step of the Sequence of Play, in all turns if ``turns`` is empty.

    ``kind`` names what the Central Powers do in it. If they must do it before the next step, ``unfinished`` says that
    they have not. ``ruling`` decided how the step is read. In a step of combat the Allies place artillery unless
    ``places_artillery`` says no.
    """

    id: Annotated[str, Field(min_length=1)]
    part: SequencePart
    title: Text
    section: Annotated[str, Field(min_length=1)]
    says: Text | None = None
    turns: tuple[Turn, ...] = ()
    kind: StepKind | None = None
    unfinished: Text | None = None
    ruling: str | None = None
    places_artillery: bool = True


class SideOrder(Frozen):
    """An action phase with an order of sides of its own."""

    turn: Turn
    phase: PhaseNumber
    sides: tuple[Side, Side]


class Position(NamedTuple):
    """A step in its action phase; the steps before and after both phases stand in phases 1 and 2."""

    phase: PhaseNumber
    step: Step

    @property
    def shown(self) -> Shown:
        """What players read."""
        return Shown(self.step.title)

    @property
    def printed(self) -> str:
        """Its name in the rules."""
        return self.step.title


class Sequence(Frozen):
    """The Solitaire Sequence of Play."""

    source: Text
    order: tuple[SideOrder, ...]
    steps: tuple[Step, ...]

    def of(self, turn: int) -> tuple[Position, ...]:
        """Return the steps of a turn, in order."""
        phases = [Position(phase, step) for phase in (1, 2) for part in self._parts(turn, phase) for step in part]
        opening = [Position(1, step) for step in self._part("opening", turn)]
        return (*opening, *phases, *(Position(2, step) for step in self._part("closing", turn)))

    def sides(self, turn: int, phase: int) -> tuple[Side, ...]:
        """Return who acts first in an action phase."""
        return next((o.sides for o in self.order if (o.turn, o.phase) == (turn, phase)), ("allied", "central"))

    def _parts(self, turn: int, phase: int) -> tuple[tuple[Step, ...], ...]:
        sides = tuple(self._part(side, turn) for side in self.sides(turn, phase))
        return (*sides, self._part("refresh", turn))

    def _part(self, part: SequencePart, turn: int) -> tuple[Step, ...]:
        return tuple(step for step in self.steps if step.part == part and (not step.turns or turn in step.turns))


class Chits(Frozen):
    """The hexes that the objective chits name (20.3.2), where a group supplies them."""

    hexes: tuple[Name, ...]


class FieldsData(PrintedData):
    """All the data of the game. ``rulings`` answer what the source leaves open; ``readings`` say how it is read where
    only one answer makes sense.
    """

    within: ClassVar[Mapping[str, str]] = {
        "recon.limits": "the limits of the reconnaissance table",
        "sps_in_hex.limits": "the limits of the table of SPs in a hex",
        "map.hexes": "the hexes of your map",
        "map.goal": "the goal of your map",
    }
    rulings: FieldsRulings
    first_turn: Turn = Field(title="the first turn")
    last_turn: Turn = Field(title="the last turn")
    offensives: PrintedTable[OffensiveCount] = Field(title="the table of offensives")
    minimum: Minimum = Field(title="the offensives that there must be")
    major: PrintedTable[int] = Field(title="the table of major offensives")
    minor: PrintedTable[int] = Field(title="the table of minor offensives")
    reinforcement: AlliedReinforcement = Field(title="Allied reinforcement")
    breakout: Breakout = Field(title="the table of breakout movement")
    breakout_8: Breakout = Field(title="the table of breakout movement on turn 8")
    dogfight: PrintedTable[Literal["Y", "N"]] = Field(title="the dogfight table")
    dogfight_strength: PrintedTable[int] = Field(title="the table of dogfight strength")
    artillery: PrintedTable[Literal["Y", "N"]] = Field(title="the artillery table")
    artillery_strength: PrintedTable[int] = Field(title="the table of artillery strength")
    recon: PrintedTable[int] = Field(title="the reconnaissance table")
    sps_in_hex: PrintedTable[int] = Field(title="the table of SPs in a hex")
    small_attacks: SmallAttacks = Field(title="small attacks")
    cp_reinforcement: PrintedTable[Literal["Y", "N"]] = Field(title="the table of Central Powers reinforcement")
    economy: Economy = Field(title="the Economic Guide")
    sequence: Sequence = Field(title="the Sequence of Play")
    readings: Annotated[Mapping[str, Text], Field(title="the readings of the source")] = {}
    chits: Annotated[Chits, Field(title="your objective chits")] = Chits(hexes=())
    map: Annotated[GroupMap | None, Field(title="your map")] = None
    spring_offensive: Annotated[Text | None, Field(title="your Spring Offensive")] = None

    @model_validator(mode="after")
    def _steps_and_tables_fit(self) -> Self:
        for turn in range(self.first_turn, self.last_turn + 1):
            if turn not in self.economy.turns:
                raise ValueError(f"the Economic Guide has no turn {turn}")
        for step in self.sequence.steps:
            if step.ruling is not None and step.ruling not in self.rulings:
                raise ValueError(f"{step.title}: there is no ruling {step.ruling}")
        for table in self.printed_tables.values():
            for drm in table.drms:
                self._check_modifier(table, drm)
            for limits in (table.limits or {}).values():
                if len(limits) != len(table.columns):
                    names = {"table": Shown(table.title), "count": len(table.columns)}
                    raise ValueError(line("{table}: a limit for each of the {count} columns is needed", **names))
        return self

    def _check_modifier(self, table: PrintedTable[Any], drm: Modifier) -> None:
        if unknown := sorted(set(drm.when) - CONDITIONS.get(table.title, frozenset())):
            raise ValueError(f"{table.title}: {drm.text} asks about {', '.join(unknown)}, which is not known")
        ruling = self.rulings.by_name.get(drm.ruling.name) if drm.ruling else None
        if drm.ruling and (ruling is None or drm.ruling.answer not in ruling.ids):
            raise ValueError(f"{table.title}: {drm.text} stands under no choice of {drm.ruling.name}")

    @override
    def problems(self, state: Any = None) -> Iterator[tuple[tuple[int | str, ...], Line]]:
        """Yield what is wrong with the map of a group, and with chits that name hexes off it."""
        if self.map is None:
            return
        yield from ((("map", *place), problem) for place, problem in self.map.problems())
        if lost := [hex_ for hex_ in self.chits.hexes if hex_ not in self.map.hexes]:
            off = line("not on the map: {hexes}. Give each a line there, or take it out here", hexes=Listed(lost))
            yield ("chits", "hexes"), off

    @override
    def things(self, part: str) -> Iterable[Thing] | None:
        match part:
            case "chits":
                return [Thing(each, line("{hex}", hex=each), each) for each in self.chits.hexes]
            case "map":
                hexes = {} if self.map is None else self.map.hexes
                return [Thing(name, line("{hex}", hex=name), each) for name, each in hexes.items()]
        return super().things(part)

    @cached_property
    def positions(self) -> Mapping[int, tuple[Position, ...]]:
        """Return the Sequence of Play of every turn."""
        return {turn: self.sequence.of(turn) for turn in range(self.first_turn, self.last_turn + 1)}

    def cite(self, name: str) -> Iterator[Public]:
        """Tell how the source was read, where only one answer makes sense."""
        if name in self.readings:
            yield Public(Line(self.readings[name], {}), Kind.RULE)

    def breakout_in(self, turn: int) -> Breakout:
        """Return the Breakout Movement table of a turn."""
        return self.breakout_8 if turn == 8 else self.breakout

    @property
    @override
    def printed_lists(self) -> Mapping[str, tuple[str, ...]]:
        return {self.economy.title: tuple(line for turn in self.economy.turns for line in self._guide(turn))}

    def _guide(self, turn: int) -> tuple[str, ...]:
        guide = self.economy.turns[turn]
        primary = [(item, self._number(item, number)) for item, number in guide.primary]
        return (
            line("Turn {turn}", turn=turn),
            line("  Free: {items}", items=_numbered(guide.free)),
            line("  Primary: {items}", items=_numbered(primary)),
            line("  Choice: {items}", items=Listed(guide.choice)),
        )

    def _number(self, item: str, number: int) -> str:
        return f"0-{number}" if item == self.economy.supply.item else str(number)


def _numbered(items: Iterable[tuple[str, object]]) -> Listed:
    return Listed(line("{item} ({number})", item=item, number=number) for item, number in items)
