"""What players enter because the tracks show it or the source does not define it: numbers, aggressions, the Pact."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.command import Offer
from rules.errors import NotNow, NotThere
from rules.games.gathering_storm.command import (
    Count,
    EntersFacts,
    Entry,
    Group,
    PowerName,
    Sheet,
    TextInput,
    entry_offer,
)
from rules.games.gathering_storm.data import EVERY_PROJECT
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.facts import (
    ATOMIC,
    BALANCE,
    CLIMATE,
    GERMAN_EXTRA,
    PACT,
    RUSSIAN_EXTRA,
    numbers,
)
from rules.games.gathering_storm.log_events.entries import AggressionCorrected, AggressionEntered
from rules.games.gathering_storm.log_events.entry import EntryEvent
from rules.games.gathering_storm.log_events.research import SheetLineEntered
from rules.games.gathering_storm.powers import AXIS, GERMANY, POWERS, alliance_of
from rules.games.gathering_storm.state import Aggression, SheetLine, State
from rules.kit import facts as kit
from rules.kit.facts import Declared, Value
from rules.line import line
from rules.seat import Seat, SideSeat


class Adjust(EntersFacts, kit.Adjust[StormData, State]):
    """Correct one value that players entered."""

    is_entry: ClassVar[bool] = False

    @override
    def values(self, data: StormData, state: State) -> Iterable[tuple[Declared, Value]]:
        family, _, name = self.what.partition(" ")
        if family in ("war", "counters", "events", "held", "flags", "open"):
            data.country(name)
        return super().values(data, state)


class EnterWorld(Sheet, asks=(CLIMATE, BALANCE)):
    """Enter the Economic Climate and the Balance of Power."""

    title: ClassVar[str] = "Climate and balance entered"


class EnterPower(Sheet, asks=numbers(GERMANY)):
    """Enter a power's numbers; what is left empty is not known."""

    title: ClassVar[str] = "Numbers entered"
    power: PowerName

    @override
    def asked(self, data: StormData) -> tuple[Declared, ...]:
        return numbers(SideSeat(self.power))


class EnterAggression(Entry):
    """Enter an aggression of this turn, that it has succeeded, or what was wrong about it."""

    group: ClassVar[Group] = Group.COUNTRIES
    title: ClassVar[str] = "Aggression entered"
    power: Annotated[Literal["Germany", "Italy", "Russia"], Field(title="By")] = "Germany"
    target: Annotated[TextInput, Field(title="Against")]
    value: Annotated[int, Field(ge=0, le=9, title="Victory points")] = 1
    succeeded: Annotated[bool, Field(title="Has it succeeded?")] = True

    @override
    def entered(self, data: StormData, state: State) -> EntryEvent:
        """23.2, 9.14: German and Russian aggressions are entered once they succeeded, Italian ones as they occur and
        as they succeed.
        """
        power, target = SideSeat(self.power), data.territory(self.target)
        if not self.succeeded and alliance_of(power) != AXIS:
            raise NotNow("Enter a Russian aggression only once it has succeeded.")
        if not self.succeeded and power == GERMANY:
            raise NotNow("Enter a German aggression only once it has succeeded.")
        known = state.world.aggression(target)
        if known is None or (known.power == power and known.conquered is None and self.succeeded):
            return AggressionEntered(target=target, power=power, value=self.value, has_succeeded=self.succeeded)
        won = (known.conquered or state.turn) if self.succeeded else None
        now = known.replace(power=power, value=self.value, conquered=won)
        return AggressionCorrected(was=known, now=now)

    @override
    def is_change(self, state: State, event: EntryEvent) -> bool:
        """Whether it corrects an aggression; that one succeeds is no correction."""
        return isinstance(event, AggressionCorrected)


class WithdrawAggression(Entry):
    """Take a wrong aggression out."""

    group: ClassVar[Group] = Group.COUNTRIES
    title: ClassVar[str] = "Aggression withdrawn"
    target: Annotated[TextInput, Field(title="Against")]

    @override
    def entered(self, data: StormData, state: State) -> EntryEvent:
        target = data.territory(self.target)
        known = state.world.aggression(target)
        if known is None:
            raise NotThere("No aggression against {target} has been entered.", target=target)
        return AggressionCorrected(was=known, now=None)

    @override
    def is_change(self, state: State, event: EntryEvent) -> bool:
        return True


class EnterPact(Sheet, asks=(GERMAN_EXTRA, RUSSIAN_EXTRA, PACT)):
    """Enter that the Nazi-Soviet Pact was signed, or how many events it adds from now on."""

    title: ClassVar[str] = "Nazi-Soviet Pact entered"


class EnterAtomic(Sheet, asks=(ATOMIC,)):
    """Enter that atomic research is permitted, or that it is not."""

    title: ClassVar[str] = "Atomic research entered"


class EnterSheetLine(Entry):
    """Enter what your own record sheet prints of a project: the steps at which a result comes, and the last step."""

    title: ClassVar[str] = "Record sheet entered"
    project: Annotated[TextInput, Field(title="Research project")]
    results: Annotated[TextInput, Field(title="Results at steps, such as 5, 10")] = ""
    maximum: Annotated[Count, Field(title="Last step (empty: not printed)")] = None

    @override
    def entered(self, data: StormData, state: State) -> EntryEvent:
        steps = [each.strip() for each in self.results.split(",") if each.strip()]
        if not all(each.isdecimal() for each in steps):
            raise NotThere("Write the steps as numbers with commas between them: 5, 10.")
        name = data.sheet_name(self.project)
        printed = SheetLine(results=tuple(map(int, steps)), maximum=self.maximum or None)
        if fault := next(data.sheet_problems(name, printed), None):
            raise NotThere("That cannot stand on a record sheet: {fault}.", fault=fault)
        return SheetLineEntered(project=name, printed=printed)


def entered(state: State) -> dict[str, Any]:
    """What was entered of the group's record sheet, as a file of its own would hold it."""
    sheet = {name: each.model_dump(mode="json", exclude_none=True) for name, each in state.world.sheet.items()}
    return {"research_sheet": sheet} if sheet else {}


def offers(data: StormData, state: State, _seat: Seat) -> Iterator[Offer]:
    """Each entry as a form that proposes what stands."""
    world = state.world
    yield entry_offer(state, EnterWorld.now(state), "Climate and balance")
    for power in POWERS:
        yield from _offer_power(state, power)
    fresh = tuple(name for name in data.territories if world.aggression(name) is None)
    if fresh:
        yield entry_offer(state, EnterAggression(target=fresh[0]), "Aggression", {"target": fresh})
    for each in world.aggressions:
        yield _offer_change(state, each)
    if world.aggressions:
        targets = tuple(each.target for each in world.aggressions)
        yield entry_offer(
            state, WithdrawAggression(target=targets[0]), "Withdraw aggression", {"target": targets}, corrects=True
        )
    yield entry_offer(state, EnterPact.now(state, in_force=True), "Nazi-Soviet Pact")
    yield entry_offer(state, EnterAtomic.now(state, permitted=not world.is_atomic_permitted), "Atomic research")
    names = (EVERY_PROJECT, *dict.fromkeys(project.name for project in data.projects))
    line_of_sheet = EnterSheetLine(project=EVERY_PROJECT)
    yield entry_offer(state, line_of_sheet, "Printed record sheet", {"project": names})


def _offer_power(state: State, power: SideSeat) -> Iterator[Offer]:
    """A power's numbers. A form has five fields, so the counters have a form of their own."""
    command = EnterPower.now(state, numbers(power), power=power)
    yield entry_offer(
        state, command, line("{power}'s numbers", power=power), inputs=("support", "income", "tiles", "conversion")
    )
    yield entry_offer(state, command, line("{power}'s counters", power=power), inputs=("counters",))


def _offer_change(state: State, each: Aggression) -> Offer:
    """A form with an aggression as it was entered."""
    command = EnterAggression.model_validate(
        {"power": each.power, "target": each.target, "value": each.value, "succeeded": each.conquered is not None}
    )
    return entry_offer(
        state,
        command,
        line("Aggression: {country}", country=each.target),
        inputs=("power", "value", "succeeded"),
        corrects=True,
    )
