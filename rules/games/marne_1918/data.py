"""The data in ``data/marne_1918.toml``, validated as a whole."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, timedelta
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Field, model_validator
from typing_extensions import override

from rules.frozen import Frozen
from rules.games.marne_1918.phases import ALLIES, COMBAT, GERMANS, Phase, Sequence
from rules.games.marne_1918.rulings import MarneRulings, MustOccurInHand
from rules.line import Day, Line, Listed, line
from rules.notice import Text, numbered
from rules.pool import Fate, Marker, Symbol
from rules.ruling import GameData, NumberRuling, RulingChoice, Thing
from rules.seat import Seat, SideSeat
from rules.secrets import Shown, plain

Count = Annotated[int, Field(ge=1)]


class EffectNumbers(Frozen):
    """The numbers of an effect: the rules count with them, and the texts of its event types name them."""

    source: Text


class ExchangeNumbers(EffectNumbers):
    """Heroic Assault and Heroic Defense: more hit points, and what tactical coordination gains or loses."""

    hits: Count
    tactical: Count


class MoraleNumbers(EffectNumbers):
    """Belleau Wood and Cantigny: by how much American morale rises."""

    rise: Count


class ClemenceauNumbers(EffectNumbers):
    """Clemenceau: how many more markers the Allies can keep."""

    markers: Count


class FlightNumbers(EffectNumbers):
    """The Government flees: from how many German points it is possible and occurs, and what they gain by it."""

    possible_from: Count
    occurs_from: Count
    points: Count


class ShakeupNumbers(EffectNumbers):
    """Command Shakeup: within how many hexes it costs how much tactical coordination."""

    hexes: Count
    tactical: Count


class ManginNumbers(EffectNumbers):
    """Mangin: his force, how near the lost hex and how far from the enemy it arrives, the attacks that it must make,
    and the German victory points for each that is missing and for a hex retaken.
    """

    divisions: Count
    tanks: Count
    support: Count
    hexes: Count
    from_the_enemy: Count
    attacks: Count
    points_an_attack: Count
    points_retaken: Count


class OrganizationNumbers(EffectNumbers):
    """Improved Organization: units that advance, or extra transport points."""

    units: Count
    transport: Count


class PershingNumbers(EffectNumbers):
    """Pershing: American morale in command range, and at most; the die on which the Americans leave, and what a
    captured victory hex adds to it.
    """

    morale: Count
    most_morale: Count
    leaves_on: Count
    captured: Count


class AllNumbers(Frozen):
    """The numbers of the effects, by the names of ``Effect``."""

    exchange: ExchangeNumbers
    morale: MoraleNumbers
    clemenceau: ClemenceauNumbers
    flight: FlightNumbers
    shakeup: ShakeupNumbers
    mangin: ManginNumbers
    organization: OrganizationNumbers
    pershing: PershingNumbers


Turn = Annotated[int, Field(ge=1)]
Entered = Annotated[int | None, BeforeValidator(lambda given: None if given == "" else given)]
"""A number that a form asks for and does not propose; None where nothing was filled in."""

LONGEST_BUTTON = 30
MapQuestion = Annotated[Line, Field(min_length=1, max_length=100)]


class Calendar(Frozen):
    """Turns as days: turn 1 begins on ``first_day``. The game ends with the ``last_turn``."""

    source: Text
    first_day: date
    days_a_turn: Annotated[int, Field(ge=1)]
    last_turn: Turn

    def day(self, turn: int) -> Day:
        """Return the day on which a turn begins, as ``2 June 1918``."""
        return Day(self.first_day + timedelta(days=self.days_a_turn * (turn - 1)))


class Side(Frozen):
    """The rulings on how many events a side draws and holds, by name."""

    source: Text
    draws: str
    hand_limit: str


class CombatDice(Frozen):
    """The dice that are rolled for a combat: ``2d6``."""

    source: Text
    dice: Annotated[str, Field(pattern=r"^[1-9]d[1-9][0-9]?$")] = "2d6"


class PointsTrack(Frozen):
    """The German victory points: unknown until they are entered, and at ``most`` this many."""

    source: Text
    most: Annotated[int, Field(ge=1)]


class EntryRuling(Frozen):
    """What a ruling on entry moves once a side has drawn: by its ``source``, only what has not entered."""

    source: Text
    ruled_later: Literal["only markers that have not entered"]


class Scenario(Frozen):
    """A turn on which a campaign can begin, and the offensive that gives it its name."""

    name: Text
    turn: Turn


class Entrance(Frozen):
    """A ruling on when the markers of a type enter. For each answer, ``turns`` lists them in printed order."""

    ruling: str
    turns: Mapping[RulingChoice, tuple[Turn, ...]]


class Need(StrEnum):
    """What an event needs to be played, besides its phase."""

    PETAIN = "pétain"
    OFFENSIVE_LAST_TURN = "offensive last turn"
    SHAKEUP_AND_CLEMENCEAU = "shakeup and clemenceau"
    MANGIN_AND_OFFENSIVE_NOW = "mangin and offensive now"


class Role(StrEnum):
    """The side of a combat that plays an event."""

    ATTACKER = "attacker"
    DEFENDER = "defender"


class CombatMoment(StrEnum):
    """When in a combat an event is played."""

    DECLARED = "as it is declared"
    BEFORE_DICE = "just before its dice"
    AFTER = "after it"


class Effect(StrEnum):
    """How an event changes the state that the bot keeps. Players resolve events without one on the map."""

    EXCHANGE = "exchange"
    MORALE = "morale"
    CLEMENCEAU = "clemenceau"
    SPIES = "spies"
    FLIGHT = "flight"
    AIR_UNIT = "air_unit"
    SHAKEUP = "shakeup"
    MANGIN = "mangin"
    TELEGRAM = "telegram"
    ORGANIZATION = "organization"
    COUNTERATTACK = "counterattack"
    OFFENSIVE = "offensive"
    PERSHING = "pershing"
    CHANGE_OF_DOCTRINE = "change_of_doctrine"


class Offensive(Frozen):
    """What is printed on an Offensive marker: army artillery, the bonus of each operational sequence, and the
    objective in victory points.
    """

    artillery: Annotated[int, Field(ge=0)]
    bonus: tuple[int, int, int]
    objective: Annotated[int, Field(ge=0)]


class MarkerType(Frozen):
    """A type of random event: its names, symbols, the ``total`` of its markers and how many ``enters`` on which turn.

    It is played in one of its ``phases``, or by its side's ``role`` in a combat, or at any time if neither is given;
    ``moment`` says so in a sentence. One that belongs to a combat says when ``in_combat`` it is played. The other
    texts can name ``numbers``, its own and those of its effect. ``each`` names the markers one by one where they
    differ, in order of entry.
    ``played`` says where a played # marker goes. Its player picks one of ``choices`` (``buttons`` has short words for
    them), names an HQ if ``on_hq``, and answers the ``question`` about the map. ``lasts`` says what holds while it is
    on an HQ.
    """

    name: Text
    french: Text
    side: SideSeat = ALLIES
    symbols: frozenset[Symbol]
    total: Annotated[int, Field(ge=1)]
    enters: Mapping[Turn, Annotated[int, Field(ge=1)]]
    entry: Entrance | None = None
    each: tuple[Text, ...] = ()
    moment: Text
    phases: tuple[Phase, ...] | None = None
    role: Role | None = None
    in_combat: CombatMoment | None = None
    needs: Need | None = None
    effect: Effect | None = None
    numbers: Mapping[str, int] = {}
    choices: Mapping[str, Line] = {}
    buttons: Mapping[str, Line] = {}
    question: MapQuestion | None = None
    on_hq: bool = False
    offensives: Mapping[str, Offensive] = {}
    summary: Line
    lasts: Line | None = None
    played: Fate = Fate()

    @model_validator(mode="before")
    @classmethod
    def _symbols_as_printed(cls, given: object) -> object:
        """Read the symbols, which the data writes as one word, as on the marker: ``"£#"``."""
        if isinstance(given, dict) and isinstance(given.get("symbols"), str):
            return given | {"symbols": frozenset(given["symbols"])}
        return given

    @model_validator(mode="before")
    @classmethod
    def _texts_have_their_numbers(cls, given: object) -> object:
        if not isinstance(given, dict):
            return given
        numbers = given.get("numbers", {})

        def filled(text: object) -> object:
            if isinstance(text, dict):
                return {name: filled(each) for name, each in text.items()}
            return numbered(text, numbers) if type(text) is str else text

        named = ("choices", "buttons", "question", "summary", "lasts")
        return given | {name: filled(given[name]) for name in named if name in given}

    @model_validator(mode="after")
    def _adds_up(self) -> Self:
        for fault in self._faults():
            raise ValueError(line("{type}: {fault}", type=Shown(self.name), fault=fault))
        return self

    def _faults(self) -> Iterator[Line]:
        """Yield what does not fit together."""
        total = self.total
        if sum(self.enters.values()) != total:
            yield line("the numbers of markers that enter do not add up to {total}", total=total)
        if self.each and len(self.each) != total:
            yield line("{total} markers need {total} names", total=total)
        if self.entry and any(len(turns) != total for turns in self.entry.turns.values()):
            yield line("a ruling on {total} markers needs {total} turns", total=total)
        if (self.in_combat is CombatMoment.BEFORE_DICE) is not (self.effect is Effect.EXCHANGE):
            yield Line("an event just before the dice, and no other, has the effect “exchange”")
        if self.role is not None and self.in_combat is None:
            yield Line("an event of an attacker or a defender says when in a combat it is played")
        if self.buttons and set(self.buttons) != set(self.choices):
            yield Line("each choice needs the words of its button")
        if any(len(words) > LONGEST_BUTTON for words in self.buttons.values()):
            yield line("the words of a button have at most {most} characters", most=LONGEST_BUTTON)
        if self.effect is Effect.OFFENSIVE and set(self.offensives) != set(self.each):
            yield Line("each marker needs its artillery, bonus and objective")

    @cached_property
    def turns(self) -> tuple[int, ...]:
        """The printed turn of entry of each marker, in printed order."""
        return tuple(turn for turn in sorted(self.enters) for _ in range(self.enters[turn]))

    @cached_property
    def markers(self) -> tuple[Marker, ...]:
        """The markers of this type, in printed order."""
        which = map(_slug, self.each or map(str, range(1, self.total + 1)))
        return tuple(Marker(id=f"{_slug(self.name)}-{name}", kind=self.name, symbols=self.symbols) for name in which)

    @property
    def asks(self) -> bool:
        """Whether the event needs a choice, an answer or an HQ from its player."""
        return bool(self.choices or self.question or self.on_hq)

    def is_played_in(self, phase: Phase) -> bool:
        """Return whether the event can be played in a phase."""
        if self.role is not None:
            enemy = GERMANS if self.side == ALLIES else ALLIES
            return phase is COMBAT[self.side if self.role is Role.ATTACKER else enemy]
        return self.phases is None or phase in self.phases


def _slug(name: str) -> str:
    return name.lower().replace(" ", "-")


class MarneData(GameData):
    """The data of Marne 1918: calendar, sequence, sides, event types. ``readings`` say what we take as said."""

    rulings: MarneRulings
    calendar: Calendar = Field(title="the calendar")
    points: PointsTrack = Field(title="the victory points")
    combat: Annotated[CombatDice, Field(title="the dice of combats")] = CombatDice(
        source=Text("2d6, where the data names no others")
    )
    entry: EntryRuling = Field(title="the turns of entry")
    scenarios: tuple[Scenario, ...] = Field(title="the scenarios")
    readings: Annotated[Mapping[str, Text], Field(title="the readings of the source")] = {}
    sequence: Sequence = Field(title="the sequence of play")
    sides: Mapping[Seat, Side] = Field(title="the hands of the sides")
    effects: AllNumbers = Field(title="the numbers of the effects")
    marker_types: tuple[MarkerType, ...] = Field(title="the markers")

    @model_validator(mode="before")
    @classmethod
    def _types_know_the_numbers_of_their_effects(cls, given: Any) -> Any:
        if not isinstance(given, dict) or not isinstance(effects := given.get("effects"), dict):
            return given

        def with_numbers(type_: Any) -> Any:
            if not isinstance(type_, dict):
                return type_
            of_effect = {name: each for name, each in effects.get(type_.get("effect"), {}).items() if name != "source"}
            return type_ | {"numbers": of_effect | type_.get("numbers", {})}

        return given | {"marker_types": [*map(with_numbers, given.get("marker_types", ()))]}

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if len({event.name for event in self.marker_types}) != len(self.marker_types):
            raise ValueError(Line("two event types share a name"))
        for event in self.marker_types:
            if event.side not in self.sides:
                raise ValueError(
                    line("{type}: there is no side {side}", type=Shown(event.name), side=plain(event.side))
                )
            if event.entry:
                self._check_entry(event.name, event.entry)
        for name, side in self.sides.items():
            for ruling in (side.draws, side.hand_limit):
                if not isinstance(self.rulings.by_name.get(ruling), NumberRuling):
                    raise ValueError(f"{name}: there is no ruling {ruling} with a number")
        return self

    def _check_entry(self, name: str, entry: Entrance) -> None:
        if entry.ruling not in self.rulings:
            raise ValueError(line("{type}: there is no ruling {name}", type=Shown(name), name=plain(entry.ruling)))
        for answer in entry.turns:
            if answer not in self.rulings[entry.ruling].ids:
                names = {"type": Shown(name), "ruling": Shown(entry.ruling), "answer": plain(str(answer))}
                raise ValueError(line("{type}: {ruling} has no answer {answer}", **names))

    @override
    def things(self, part: str) -> Iterable[Thing] | None:
        match part:
            case "scenarios":
                return [Thing(each.name, Line(each.name), each) for each in self.scenarios]
            case "marker_types":
                return [Thing(each.name, line("“{name}”", name=Shown(each.name)), each) for each in self.marker_types]
        return super().things(part)

    @cached_property
    def markers(self) -> dict[str, tuple[MarkerType, int]]:
        """For each marker id, its type and its index in that type, from 0."""
        return {marker.id: (event, which) for event in self.marker_types for which, marker in enumerate(event.markers)}

    @cached_property
    def named(self) -> dict[str, MarkerType]:
        """The event types by name."""
        return {event.name: event for event in self.marker_types}

    @cached_property
    def name(self) -> Callable[[str], str]:
        """The name of a marker for players, by the marker's id: ``Air unit``, ``Offensive: Marne``."""
        return {
            marker: f"{event.name}: {event.each[which]}" if event.each else event.name
            for marker, (event, which) in self.markers.items()
        }.__getitem__

    @cached_property
    def type_of(self) -> Callable[[str], MarkerType]:
        """The event type of a marker, by the marker's id."""
        return {marker: event for marker, (event, _) in self.markers.items()}.__getitem__

    def enters(self, marker: str) -> int:
        """Return the turn on which a marker enters, as a ruling says or as printed."""
        event, which = self.markers[marker]
        ruled = event.entry.turns.get(self.rulings[event.entry.ruling].answer) if event.entry else None
        return (ruled or event.turns)[which]

    def offensive(self, marker: str) -> Offensive:
        """Return what is printed on an Offensive marker."""
        event, which = self.markers[marker]
        return event.offensives[event.each[which]]

    def draws(self, seat: Seat) -> int:
        """Return how many markers a side draws in the Events phase (rule C)."""
        return int(self.rulings[self.sides[seat].draws].answer)

    def hand_limit(self, seat: Seat) -> int:
        """Return how many £ markers a side can keep (rule C), before any event changes the limit."""
        return int(self.rulings.by_name[self.sides[seat].hand_limit].answer)

    @override
    def words_of(self, seat: str) -> str:
        """Return what a side does. One whose markers this data holds does what the Allies do."""
        return super().words_of("Allies" if any(each.side == seat for each in self.marker_types) else seat)

    @cached_property
    def must_occur_counts(self) -> bool:
        """Whether an @ marker in hand counts against the hand limit."""
        return self.is_ruled(MustOccurInHand.YES)

    @cached_property
    def first_to_move(self) -> Seat:
        """The side that moves first in an operational sequence."""
        return Seat(self.rulings.first_to_move.answer)


def shown(data: MarneData, marker: str) -> Shown:
    """Return the name of a face-up marker."""
    return Shown(data.name(marker))


def symbols(data: MarneData, marker: str) -> str:
    """Return the symbols of a marker as printed: ``£#``."""
    printed = data.type_of(marker).symbols
    return "".join(symbol for symbol in Symbol if symbol in printed)


def counted(names: Iterable[str]) -> Listed:
    """Return a list of names in which equal ones are counted: ``2 × Air unit, Pershing``."""
    return Listed(
        line("{count} × {name}", count=count, name=name) if count > 1 else name
        for name, count in Counter(names).items()
    )
