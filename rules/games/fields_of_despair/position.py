"""How the game stands on a table, at any step of any turn: what lies on the board and on the aids."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Procedure
from rules.dice import Dice
from rules.errors import NotNow, NotThere
from rules.games.fields_of_despair import board_facts as board
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.economy import LOGISTIC
from rules.games.fields_of_despair.frontline import allied_frontline
from rules.games.fields_of_despair.notation import MOST_POINTS, Typed, read_counters, read_hex, read_hexes, read_number
from rules.games.fields_of_despair.pieces import CpHex, Shade
from rules.games.fields_of_despair.setup import SetUp
from rules.games.fields_of_despair.state import FieldsEvent, State
from rules.kit import position as kit
from rules.kit.facts import SLOT, Declared, Facts, OneOf, Several, Track, Value
from rules.kit.position import PositionTaken, TakePosition
from rules.line import Line, Listed, line
from rules.seat import Seat
from rules.secrets import Shown, folded, most_like, quote

KNOWN = re.compile("([A-Ma-m]-?[0-9]{1,2})[ =]+([0-9]+)(?![0-9+])")
"""A hex with what its blocks are known to hold: ``A05 12``."""


@dataclass(frozen=True, kw_only=True)
class Where(OneOf):
    """The step that play is at, with its turn and action phase: ``8.2 Allied combat``."""

    places: tuple[tuple[int, int], ...]

    @override
    def shown(self, value: Value) -> Line | Shown:
        number, name = str(value).split(" ", 1)
        return line("{number} {step}", number=Shown(number), step=Shown(name))

    @override
    def read(self, data: Any, typed: str) -> Value:
        wanted = " ".join(folded(typed).split())
        for fits in (str.__eq__, str.startswith):
            found = [each for each in self.words if wanted and fits(folded(each), wanted)]
            if len(found) > 1 and wanted.replace(".", "", 1).isdecimal() and "." in wanted:  # a phase has several
                raise NotThere(
                    "Which step of {phase}? It has these: {names}.", phase=wanted, names=Listed(map(quote, found))
                )
            if found:
                return found[0]
        near, step = quote(most_like(typed, self.words)), quote(typed, 40)
        raise NotThere("“{step}” is no step of turns 7 to 9. Write e.g. “{near}”.", step=step, near=near)

    @override
    def value(self, state: Any) -> Value:
        return self.words[self.places.index((state.turn, state.step))]

    @override
    def put(self, state: Any, value: Any) -> Any:
        turn, step = self.places[self.words.index(str(value))]
        return state.replace(turn=turn, step=step)


class OnTheMap(Several):
    """The values of the counters that lie on the map until they are refreshed (7.6)."""

    @override
    def value(self, state: Any) -> Value:
        return tuple(sorted(getattr(state, str(self.at[0])).spent, reverse=True))

    @override
    def put(self, state: Any, value: Any) -> Any:
        counters = getattr(state, str(self.at[0]))
        lying = [*counters.values]
        spent = [lying.pop(lying.index(each)) for each in value if each in lying]
        return state.replace(**{str(self.at[0]): counters.replace(spent=tuple(spent))})


@dataclass(frozen=True, kw_only=True)
class Shading(Declared):
    """What the shading of a cell of the aid allows: ``limit 6``, or ``allows 6`` where more may be."""

    cell: str

    def read(self, data: Any, typed: str) -> Value:
        if not re.fullmatch(r"(limit|allows) [0-9]{1,3}", typed.strip()):
            raise NotThere("Write what the shading says: limit 6, or allows 6.")
        return typed.strip()

    @override
    def value(self, state: Any) -> Value:
        shade = state.shading.get(self.cell)
        if shade is None:
            return None
        return f"allows {shade.allowed}" if shade.limit is None else f"limit {shade.limit}"

    @override
    def put(self, state: Any, value: Any) -> Any:
        kind, number = str(value).split()
        shade = Shade(limit=int(number)) if kind == "limit" else Shade(allowed=int(number))
        return state.replace(shading={**state.shading, self.cell: shade})


def item(name: str) -> Track:
    """Return how many of an item lie on the CP player board."""
    label = line("CP item: {item}", item=Shown(name))
    return Track(f"item {name}", label, at=("items", name), high=MOST_POINTS, blank=0)


def shading(cell: str) -> Shading:
    """Return what the shading of a cell allows."""
    return Shading(f"shade {cell}", line("Shading of {cell}", cell=Shown(cell)), cell=cell)


def of_a_hex(declared: Callable[[str], Declared]) -> Callable[[str], Declared]:
    """Return a family of facts by the names of hexes, as players write them."""
    return lambda name: declared(name if name == SLOT else read_hex(name))


def facts_of(data: FieldsData) -> Facts:
    """Return all that lies on the table, in the order in which it is put."""
    return Facts(
        *(where(data), board.TOTAL, board.EPS, board.LOGISTIC, board.AIR, board.ARTILLERY, board.FRONT),
        OnTheMap("air there", line("CP air counters on the map"), at=("air",), reads=read_counters),
        OnTheMap("artillery there", line("CP artillery counters on the map"), at=("artillery",), reads=read_counters),
        Several(
            "guns",  # they lie there until they are refreshed (7.6)
            line("Hexes with CP artillery"),
            reads=read_hexes,
            gets=lambda state: tuple(sorted(state.guns)),
            puts=lambda state, value: state.replace(guns=frozenset(value)),
        ),
        hex=of_a_hex(board.contents),
        owner=of_a_hex(board.owner),
        allied=of_a_hex(board.allied),
        fortress=of_a_hex(board.fortress),
        item=item,
        shade=shading,
    )


def where(data: FieldsData) -> Where:
    """Return the step that play is at."""
    places = {
        f"{turn}.{place.phase} {place.step.title}": (turn, step)
        for turn, positions in data.positions.items()
        for step, place in enumerate(positions)
    }
    return Where("where", line("Step of the turn"), words=tuple(places), places=tuple(places.values()))


def position(data: FieldsData, state: State) -> Iterator[tuple[Line, Value]]:
    """Yield what lies on the table, by what players call it."""
    facts = facts_of(data)
    keys = [
        *(f"hex {name}" for name in sorted(state.hexes)),
        *(f"{what} {name}" for name in sorted(state.ground) for what in ("owner", "allied", "fortress")),
        *(f"item {name}" for name in sorted(state.items)),
        *(f"shade {cell}" for cell in sorted(state.shading)),
    ]
    for each in (*facts.single.values(), *map(facts.__getitem__, keys)):
        if (value := each.value(state)) is not None and value is not False:
            yield each.label, value if state.is_set_up else None


class TableTaken(PositionTaken[FieldsData, State], FieldsEvent, named="position_taken"):
    """The game was set to the players' table."""

    @classmethod
    def known(cls, data: FieldsData) -> Facts:
        return facts_of(data)

    @classmethod
    @override
    def names(cls, data: FieldsData) -> Mapping[str, Collection[str]]:
        """Logistic Points are no item of their own."""
        lists = ((*dict([*each.free, *each.primary]), *each.choice) for each in data.economy.turns.values())
        return {"item": [item for names in lists for item in names if item != LOGISTIC]}

    @override
    def settled(self, data: FieldsData, state: State) -> State:
        """Nothing has been done in the step yet."""
        nothing: dict[str, Any] = {
            "air_answer": None,
            "artillery_answer": None,
            "seen": frozenset(),
            "fought": frozenset(),
        }
        return state.begun().replace(is_set_up=True, marker=state.revealed, skipped=(), **nothing)


class BeginHere(SetUp):
    """Begin in the middle of the game. A number behind a hex is what its blocks are known to hold."""

    title = "Set to your table"
    is_told = True
    settles = True
    where: Typed = Field(title="Where you are", description="E.g. 8.2 Allied combat", default="")

    @override
    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        step = where(data)
        turn, place = step.places[step.words.index(str(step.read(data, self.where)))]
        known = dict[str, str](KNOWN.findall(self.hexes))
        hexes = KNOWN.sub(r"\1", self.hexes)
        set_up = self.replace(turn=turn, step=place, hexes=hexes)
        event: Any = next(iter(super(BeginHere, set_up).decide(data, state, seat, dice)))
        told = {read_hex(name): read_number(sps) for name, sps in known.items()}
        self.check_total(len(event.hexes) + sum(told.values()) - len(told))
        yield event.replace(known=tuple(told.items()))


class TakeTable(TakePosition[FieldsData, State], named="take_position"):
    """Set the game to a position."""

    event = TableTaken

    @override
    def values(self, data: FieldsData, state: State) -> Iterable[tuple[Declared, Value]]:
        """Return what it says. The step, the track and the hexes belong to a set-up."""
        said = [*super().values(data, state)]
        needed = {each.key: each.label for each in (where(data), board.TOTAL, board.FRONT) if not state.is_set_up}
        if missing := [label for key, label in needed.items() if key not in {fact.key for fact, _ in said}]:
            raise NotThere("The Central Powers are not set up yet. These are missing: {names}.", names=Listed(missing))
        return said


class TableCorrected(kit.ResultCorrected[FieldsData, State], TableTaken, named="result_corrected"):
    """A result was corrected. What the Revealed SPs marker reads is told as the step ends."""

    @override
    def settled(self, data: FieldsData, state: State) -> State:
        """A hex that the Central Powers took after all is asked about when the blocks are reset."""
        owners = [each.fact.partition(" ")[2] for each in self.changes if each.fact.startswith("owner ")]
        took = [name for name in owners if state.at(name).owner == "Central Powers" and state.cp.counted != (0, 0)]
        taken = (*(name for name in state.cp.taken if name not in owners), *took)
        return state.in_cp_phase(taken=taken)


class CorrectResult(kit.CorrectResult[FieldsData, State]):
    """Correct an earlier result."""

    event = TableCorrected

    @override
    def taken(self, data: FieldsData, state: State) -> kit.PositionTaken[Any, Any]:
        event, now = super().taken(data, state), state.cp.current
        after = event.apply(data, state)
        if now is not None and now.sps and after.hexes.get(now.hex, CpHex()).is_face_down:
            raise NotNow("The offensive against {hex} is under way: take it back, and begin it anew.", hex=now.hex)
        return event


def underway(_data: FieldsData, state: State) -> object:
    """Return what the answers and the combats of the step have come to: no correction of the board reaches it."""
    answers = state.air_answer, state.artillery_answer, state.dogfights, state.fought, state.seen
    combats = state.attacks, state.fighting, state.air_checked, state.answering, state.found, state.unlimited
    return answers, combats, state.cp.replace(taken=()), state.is_done


def offers(data: FieldsData, state: State, _seat: Seat) -> Iterator[Offer]:
    """Offer to begin in the middle of the game, until the Central Powers are set up; a map proposes the hexes."""
    if not state.is_set_up:
        inputs = ("where", "total", "hexes", "air", "artillery")
        front = " ".join(allied_frontline(data, state))
        unproposed = tuple(each for each in inputs if each != "hexes" or not front)
        yield Offer(BeginHere(total=0, hexes=front), "As it stands on our table…", inputs=inputs, unproposed=unproposed)
