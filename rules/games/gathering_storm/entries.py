"""What players enter because the tracks show it or the source does not define it: numbers, aggressions, the Pact."""

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.command import Offer
from rules.errors import NotNow, NotThere
from rules.games.gathering_storm.command import Count, Entry, Group, Level, PowerName, TextInput, entry_offer
from rules.games.gathering_storm.data import EVERY_PROJECT
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.log_events.entries import (
    AggressionCorrected,
    AggressionEntered,
    AtomicEntered,
    PactSigned,
    PowerEntered,
    WorldEntered,
)
from rules.games.gathering_storm.log_events.entry import EntryEvent
from rules.games.gathering_storm.log_events.research import SheetLineEntered
from rules.games.gathering_storm.powers import AXIS, GERMANY, POWERS, RUSSIA, alliance_of
from rules.games.gathering_storm.state import Aggression, SheetLine, State
from rules.line import line
from rules.seat import Seat, SideSeat


class EnterWorld(Entry):
    """Enter the Economic Climate and the Balance of Power."""

    title: ClassVar[str] = "Climate and balance entered"
    climate: Annotated[int, Field(ge=-3, le=3, title="Economic Climate (-3 to 3)")] = 0
    balance: Annotated[int, Field(ge=-99, le=99, title="Balance of Power (positive: Axis ahead)")] = 0

    @override
    def entered(self, data: StormData, state: State) -> EntryEvent:
        event = WorldEntered(climate=self.climate, balance=self.balance)
        if event.about not in state.entered:
            return event
        return event.replace(was_climate=state.world.climate, was_balance=state.world.balance)


class EnterPower(Entry):
    """Enter a power's numbers; what is left empty is not known."""

    title: ClassVar[str] = "Numbers entered"
    fact_by: ClassVar[tuple[str, ...]] = ("power",)
    power: PowerName
    support: Annotated[Level, Field(title="Support level")] = None
    income: Annotated[Level, Field(title="Income")] = None
    tiles: Annotated[Level, Field(title="Income tiles drawn")] = None
    conversion: Annotated[Level, Field(title="Factory conversion cost")] = None
    counters: Annotated[Count, Field(title="Diplomatic counters (empty: as printed)")] = None

    @override
    def entered(self, data: StormData, state: State) -> EntryEvent:
        numbers = self.model_dump(exclude={"type", "power", "reason"})
        return PowerEntered(power=SideSeat(self.power), was=state.powers.get(SideSeat(self.power)), **numbers)

    @override
    def is_change(self, state: State, event: EntryEvent) -> bool:
        """Whether it changes a number of this turn: the first entry of a number corrects nothing."""
        was = state.power(SideSeat(self.power))
        changed = [each for name, each in was if each is not None and getattr(self, name) != each]
        return super().is_change(state, event) and bool(changed)


class EnterAggression(Entry):
    """Enter an aggression of this turn, that it has succeeded, or what was wrong about it."""

    group: ClassVar[Group] = Group.COUNTRIES
    title: ClassVar[str] = "Aggression entered"
    fact_by: ClassVar[tuple[str, ...]] = ("power", "target")
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
    fact_by: ClassVar[tuple[str, ...]] = ("target",)
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


class EnterPact(Entry):
    """Enter that the Nazi-Soviet Pact was signed, or how many events it adds from now on."""

    title: ClassVar[str] = "Nazi-Soviet Pact entered"
    germany: Annotated[int, Field(ge=0, le=5, title="Additional German events each turn")] = 0
    russia: Annotated[int, Field(ge=0, le=5, title="Additional Russian events each turn")] = 0
    in_force: Annotated[bool, Field(title="Is the Pact in force?")] = True

    @override
    def entered(self, data: StormData, state: State) -> EntryEvent:
        """9.15: the Pact with its additional events. Without the Pact there are none."""
        if not self.in_force and not state.world.has_pact:
            raise NotNow("The Nazi-Soviet Pact has not been entered.")
        if not self.in_force and (self.germany or self.russia):
            raise NotThere("Without the Pact there are no additional events. Enter 0 for both.")
        was = (state.extra.get(GERMANY, 0), state.extra.get(RUSSIA, 0)) if state.world.has_pact else (None, None)
        return PactSigned(
            germany=self.germany, russia=self.russia, is_in_force=self.in_force, was_germany=was[0], was_russia=was[1]
        )

    @override
    def is_change(self, state: State, event: EntryEvent) -> bool:
        """Whether it corrects an entry of this turn, or takes the Pact back."""
        return super().is_change(state, event) or not self.in_force


class EnterAtomic(Entry):
    """Enter that atomic research is permitted, or that it is not."""

    title: ClassVar[str] = "Atomic research entered"
    permitted: Annotated[bool, Field(title="Is atomic research permitted?")] = True

    @override
    def entered(self, data: StormData, state: State) -> EntryEvent:
        if state.world.is_atomic_permitted == self.permitted:
            raise NotNow("That already holds for atomic research.")
        return AtomicEntered(is_permitted=self.permitted)

    @override
    def is_change(self, state: State, event: EntryEvent) -> bool:
        """Whether it corrects an entry of this turn, or forbids again what was permitted."""
        return super().is_change(state, event) or not self.permitted


class EnterSheetLine(Entry):
    """Enter what your own record sheet prints of a project: the steps at which a result comes, and the last step."""

    title: ClassVar[str] = "Record sheet entered"
    fact_by: ClassVar[tuple[str, ...]] = ("project",)
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
    yield entry_offer(state, EnterWorld(climate=world.climate, balance=world.balance), "Climate and balance")
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
    pact = EnterPact(germany=state.extra.get(GERMANY, 0), russia=state.extra.get(RUSSIA, 0))
    yield entry_offer(state, pact, "Nazi-Soviet Pact")
    yield entry_offer(state, EnterAtomic(permitted=not world.is_atomic_permitted), "Atomic research")
    names = (EVERY_PROJECT, *dict.fromkeys(project.name for project in data.projects))
    line_of_sheet = EnterSheetLine(project=EVERY_PROJECT)
    yield entry_offer(state, line_of_sheet, "Printed record sheet", {"project": names})


def _offer_power(state: State, power: SideSeat) -> Iterator[Offer]:
    """A power's numbers. A form has five fields, so the counters have a form of their own."""
    name: PowerName = power  # type: ignore[assignment]
    command = EnterPower(power=name, **state.power(power).model_dump())
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
