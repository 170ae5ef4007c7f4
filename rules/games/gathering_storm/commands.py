"""What the players and the referee of Gathering Storm may ask for."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field, TypeAdapter

from rules.command import Command
from rules.games.gathering_storm.state import Choice
from rules.seat import Seat

Name = Annotated[str, Field(min_length=1, max_length=100)]
Written = Annotated[str, Field(max_length=100)]
PowerName = Literal["Germany", "Italy", "Britain", "France", "Russia"]


def _none_if_empty(given: object) -> object:
    return None if isinstance(given, str) and not given.strip() else given


Unknown = BeforeValidator(_none_if_empty)
Level = Annotated[Annotated[int, Field(ge=-99, le=999)] | None, Unknown]
Steps = Annotated[Annotated[int, Field(ge=0, le=99)] | None, Unknown]


class Draw(Command):
    """Draw the turn's events (9.12)."""

    title: ClassVar[str] = "Events are drawn"
    type: Literal["draw"] = "draw"


class Play(Command):
    """Play an event, with the choices that its kinds ask for."""

    title: ClassVar[str] = "An event is played"
    type: Literal["play"] = "play"
    marker: Name
    target: Annotated[Written, Field(title="Country")] = ""
    project: Annotated[Written, Field(title="Research project")] = ""
    second: Annotated[Written, Field(title="Second research project")] = ""
    unit: Annotated[Written, Field(title="Unit or ship")] = ""
    when: Annotated[Written, Field(title="When")] = ""

    @property
    def chosen(self) -> Choice:
        """The choices."""
        return Choice(target=self.target, project=self.project, second=self.second, unit=self.unit, when=self.when)


class NextPhase(Command):
    """End the phase and begin the next, or go on to a later one."""

    title: ClassVar[str] = "On to the next phase"
    type: Literal["next_phase"] = "next_phase"
    to: Written = ""


class NextTurn(Command):
    """End the phase and begin the next; with the last phase the turn ends."""

    title: ClassVar[str] = "On to the next"
    type: Literal["next_turn"] = "next_turn"


class Place(Command):
    """Place a diplomatic counter, face down, or the anti-Comintern counter."""

    title: ClassVar[str] = "A counter is placed"
    type: Literal["place"] = "place"
    power: Seat
    target: Annotated[Written, Field(title="Country")]
    value: Annotated[int, Field(ge=0, le=9, title="Value, which only you see")] = 1
    counter: Literal["diplomatic", "anti-Comintern"] = "diplomatic"


class Assign(Command):
    """Assign research points of this turn."""

    title: ClassVar[str] = "Research points are assigned"
    type: Literal["assign"] = "assign"
    power: Seat
    project: Annotated[Written, Field(title="Research project")]
    points: Annotated[int, Field(ge=1, le=20, title="Points")] = 1


class Reassign(Command):
    """Move surplus points of a doubling to another project."""

    title: ClassVar[str] = "Surplus points are moved"
    type: Literal["reassign"] = "reassign"
    power: Seat
    source: Annotated[Written, Field(title="From")]
    project: Annotated[Written, Field(title="To")]
    points: Annotated[int, Field(ge=1, le=20, title="Points")] = 1


class Record(Command):
    """Write down how far a project is, as the research record sheet has it; what is left empty stays as it is."""

    title: ClassVar[str] = "Research is written down"
    type: Literal["record"] = "record"
    power: Seat
    project: Annotated[Written, Field(title="Research project")]
    steps: Annotated[Steps, Field(title="Steps of earlier turns (empty: as it is)")] = None
    results: Annotated[Steps, Field(title="Results so far (empty: as it is)")] = None
    revealed: Annotated[bool, Field(title="Are its results revealed to all?")] = False
    maximum: Annotated[Steps, Field(title="Its last step (empty: as it is)")] = None


class EnterPower(Command):
    """Enter a power's numbers (the referee); what is left empty is not known."""

    title: ClassVar[str] = "A power's numbers"
    type: Literal["enter_power"] = "enter_power"
    power: PowerName
    support: Annotated[Level, Field(title="Support level")] = None
    income: Annotated[Level, Field(title="Income")] = None
    tiles: Annotated[Level, Field(title="Income tiles drawn")] = None
    conversion: Annotated[Level, Field(title="Cost of factory conversion")] = None
    counters: Annotated[Steps, Field(title="Diplomatic counters (empty: as printed)")] = None


class EnterWorld(Command):
    """Enter the Economic Climate and the Balance of Power (the referee)."""

    title: ClassVar[str] = "Climate and balance"
    type: Literal["enter_world"] = "enter_world"
    climate: Annotated[int, Field(ge=-3, le=3, title="Economic Climate, -3 to 3")] = 0
    balance: Annotated[int, Field(ge=-99, le=99, title="Balance of Power, Axis ahead: positive")] = 0


class EnterAggression(Command):
    """Enter an aggression of this turn, or that it has succeeded (the referee)."""

    title: ClassVar[str] = "An aggression"
    type: Literal["enter_aggression"] = "enter_aggression"
    power: Annotated[Literal["Germany", "Italy", "Russia"], Field(title="By")] = "Germany"
    target: Annotated[Written, Field(title="Against")]
    value: Annotated[int, Field(ge=0, le=9, title="Victory points")] = 1
    succeeded: Annotated[bool, Field(title="Has it succeeded?")] = True


class EnterPact(Command):
    """Enter that the Nazi-Soviet Pact was signed, or how many events it adds from now on (the referee)."""

    title: ClassVar[str] = "The Nazi-Soviet Pact"
    type: Literal["enter_pact"] = "enter_pact"
    germany: Annotated[int, Field(ge=0, le=5, title="Additional German events a turn")] = 0
    russia: Annotated[int, Field(ge=0, le=5, title="Additional Russian events a turn")] = 0


class EnterWar(Command):
    """Enter that a civil war broke out or ended (the referee)."""

    title: ClassVar[str] = "A civil war"
    type: Literal["enter_war"] = "enter_war"
    country: Annotated[Written, Field(title="Country")]
    on: Annotated[bool, Field(title="Is the war on?")] = True
    counters: Annotated[Steps, Field(title="Civil war counters (empty: as they are)")] = None


class EnterConquest(Command):
    """Enter who holds a minor country (the referee)."""

    title: ClassVar[str] = "A conquest"
    type: Literal["enter_conquest"] = "enter_conquest"
    country: Annotated[Written, Field(title="Country")]
    by: Annotated[Literal["Germany", "Italy", "Britain", "France", "Russia", "nobody"], Field(title="Held by")] = (
        "nobody"
    )


class EnterTrade(Command):
    """Enter a trade pact, or that it ended (the referee)."""

    title: ClassVar[str] = "A trade pact"
    type: Literal["enter_trade"] = "enter_trade"
    owner: Annotated[
        Literal["Axis", "Allies", "Germany", "Italy", "Britain", "France", "Russia"], Field(title="Whose pact")
    ] = "Germany"
    country: Annotated[Written, Field(title="With")]
    holds: Annotated[bool, Field(title="Does it hold?")] = True


class EnterFlags(Command):
    """Enter the flags of a country as far as they matter to events (the referee)."""

    title: ClassVar[str] = "Flags in a country"
    type: Literal["enter_flags"] = "enter_flags"
    country: Annotated[Written, Field(title="Country")]
    flags: Annotated[Literal["four", "four, kept by an event", "fewer"], Field(title="Flags")] = "four"


class EnterRussia(Command):
    """Enter what binds Russian diplomacy (the referee)."""

    title: ClassVar[str] = "Russian diplomacy"
    type: Literal["enter_russia"] = "enter_russia"
    purged: Annotated[bool, Field(title="Does a purge forbid counters?")] = False
    cohesion: Annotated[bool, Field(title="Is cohesion full?")] = False
    opens: Annotated[Written, Field(title="One more country open to Russia")] = ""
    closes: Annotated[Written, Field(title="A country no longer open to it")] = ""


class Waive(Command):
    """Release the powers from a dispute's duty (the referee)."""

    title: ClassVar[str] = "A duty is waived"
    type: Literal["enter_waiver"] = "enter_waiver"


Entry = (
    EnterPower
    | EnterWorld
    | EnterAggression
    | EnterPact
    | EnterWar
    | EnterConquest
    | EnterTrade
    | EnterFlags
    | EnterRussia
    | Waive
)
StormCommand = Draw | Play | NextPhase | NextTurn | Place | Assign | Reassign | Record | Entry
COMMANDS: TypeAdapter[Any] = TypeAdapter(Annotated[StormCommand, Field(discriminator="type")])
