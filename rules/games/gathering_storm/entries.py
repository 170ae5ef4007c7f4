"""What players enter because the tracks and the map show it or the source does not define it: numbers, aggressions, the
Pact; civil wars, conquests, trade pacts, flags, Russian diplomacy, a dispute's duties.
"""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Part
from rules.dice import Dice
from rules.errors import NotNow, NotThere, passes
from rules.games.gathering_storm import board_facts as board
from rules.games.gathering_storm.command import (
    Count,
    Enters,
    EntersFacts,
    FactsEntered,
    Group,
    PowerName,
    Sheet,
    TextInput,
    entry_offer,
)
from rules.games.gathering_storm.data import EVERY_PROJECT, BoardData
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.placement import check_can_bind, duties, owing
from rules.games.gathering_storm.powers import AXIS, GERMANY, POWERS, RUSSIA, alliance_of
from rules.games.gathering_storm.state import Aggression, SheetLine, State
from rules.kit import facts as kit
from rules.kit.facts import Declared, Value
from rules.line import Listed, line
from rules.notice import Notice, Open, tell_all, tell_rule
from rules.seat import Seat, SideSeat
from rules.secrets import Shown, folded


class AggressionEntered(FactsEntered):
    """An aggression was entered, or corrected from what it ``was``; if it ``is_withdrawn``, so is the conquest that it
    brought, as far as that still stands.
    """

    was: Aggression | None
    now: Aggression
    is_withdrawn: bool = False

    @property
    def corrects(self) -> bool:
        """Return whether it corrects an entry. Noting that an aggression succeeded is no correction."""
        was, now = self.was, self.now
        if was is None or self.is_withdrawn:
            return self.is_withdrawn
        return was.power != now.power or was.conquered is not None or now.conquered is None

    @override
    def apply(self, data: BoardData, state: State) -> State:
        world, target, was_won = state.world, self.now.target, self.was is not None and self.was.conquered is not None
        known = {each.target: each for each in world.aggressions if not self.corrects or each.target != target}
        known |= {} if self.is_withdrawn else {target: self.now}
        owners = dict(world.conquered)
        holds_it = was_won and self.was is not None and owners.get(target) == self.was.power
        if holds_it:
            del owners[target]
        if target in known and known[target].conquered is not None and (holds_it or not was_won):
            owners[target] = self.now.power
        world = world.replace(aggressions=tuple(known.values()), conquered=owners)
        return super().apply(data, state).replace(world=world)

    @override
    def tell(self, data: BoardData) -> Iterator[Notice]:
        was, now = self.was or self.now, self.now
        values: dict[str, Open] = {"power": now.power, "target": Shown(now.target), "value": now.value}
        moved = values | {"power": _moved(was.power, now.power), "value": _moved(was.value, now.value)}
        if self.is_withdrawn:
            yield tell_all("{power}'s aggression against {target} is withdrawn.", **values)
        elif self.corrects and now.conquered is None:
            yield tell_all("{power} against {target}, victory points {value}: not succeeded yet.", **moved)
        elif self.corrects:
            yield tell_all("{power} against {target}, victory points {value}: succeeded.", **moved)
        elif now.conquered is None:
            yield tell_all("{power} begins an aggression against {target}.", **values)
        else:
            yield tell_all("{power}'s aggression against {target} has succeeded (victory points: {value}).", **values)
        if not self.corrects:
            yield tell_rule(
                "From next turn it adds to the EAI (23.2). An Axis power whose aggression succeeded "
                "draws additional events (9.14)."
            )
        yield from super().tell(data)


def _moved(before: object, after: object) -> Shown:
    """Show a value, or two where it changed: ``3 → 2``."""
    return Shown(f"{after}" if before == after else f"{before} → {after}")


class SheetLineEntered(FactsEntered):
    """It was entered what the group's own record sheet prints of a project, for every side that has it."""

    project: str
    printed: SheetLine

    @property
    @override
    def about(self) -> tuple[str, ...]:
        return (f"sheet {self.project}",)

    @override
    def apply(self, data: BoardData, state: State) -> State:
        sheet = {**state.world.sheet, self.project: self.printed}
        return super().apply(data, state).replace(world=state.world.replace(sheet=sheet))

    @override
    def tell(self, data: BoardData) -> Iterator[Notice]:
        project, results = Shown(self.project), Listed(self.printed.results)
        if self.printed.results:
            yield tell_all("Research, {project}: results at {results}.", project=project, results=results)
        else:
            yield tell_all("Research, {project}: the record sheet prints no results.", project=project)
        if self.printed.maximum is not None:
            yield tell_all("{project}: the last step is {maximum}.", project=project, maximum=self.printed.maximum)
        yield from super().tell(data)


class DutyWaived(FactsEntered):
    """The powers were released from their duties in a dispute, for this turn, or that was taken back."""

    is_waived: bool = True

    @property
    @override
    def about(self) -> tuple[str, ...]:
        return ("duties",)

    @override
    def apply(self, data: BoardData, state: State) -> State:
        return super().apply(data, state).replace(is_waived=self.is_waived)

    @override
    def tell(self, data: BoardData) -> Iterator[Notice]:
        if self.is_waived:
            yield tell_all("The duties of this turn's disputes are waived.")
        else:
            yield tell_all("The duties of this turn's disputes bind again.")
        yield from super().tell(data)


class Adjust(EntersFacts, kit.Adjust[StormData, State]):
    """Correct one value that players entered."""

    is_entry = False

    @override
    def values(self, data: StormData, state: State) -> Iterable[tuple[Declared, Value]]:
        family, _, name = self.what.partition(" ")
        if family in ("war", "counters", "events", "held", "flags", "open"):
            data.country(name)
        return super().values(data, state)


class EnterWorld(Sheet, asks=(board.CLIMATE, board.BALANCE)):
    """Enter the Economic Climate and the Balance of Power."""

    title = "Climate and balance entered"


class EnterPower(Sheet, asks=board.numbers(GERMANY)):
    """Enter a power's numbers; what is left empty is not known."""

    title = "Numbers entered"
    power: PowerName

    @override
    def asked(self, data: StormData) -> tuple[Declared, ...]:
        return board.numbers(SideSeat(self.power))


class EnterAggression(Enters):
    """Enter an aggression of this turn, that it has succeeded, or what was wrong about it."""

    group = Group.COUNTRIES
    title = "Aggression entered"
    power: Annotated[Literal["Germany", "Italy", "Russia"], Field(title="By")] = "Germany"
    target: Annotated[TextInput, Field(title="Against")]
    value: Annotated[int, Field(ge=0, le=9, title="Victory points")] = 1
    succeeded: Annotated[bool, Field(title="Has it succeeded?")] = True

    def decide(self, data: StormData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        """23.2, 9.14: aggressions are entered once they succeeded, Italian ones also as they occur."""
        power, target = SideSeat(self.power), data.territory(self.target)
        if not self.succeeded and alliance_of(power) != AXIS:
            raise NotNow("Enter a Russian aggression only once it has succeeded.")
        if not self.succeeded and power == GERMANY:
            raise NotNow("Enter a German aggression only once it has succeeded.")
        was = state.world.aggression(target)
        known = was or Aggression(target=target, power=power, value=self.value, turn=state.turn)
        won = (known.conquered or state.turn) if self.succeeded else None
        now = known.replace(power=power, value=self.value, conquered=won)
        event = AggressionEntered(was=was, now=now)
        return self.told(event, is_change=event.corrects)


class WithdrawAggression(Enters):
    """Take a wrong aggression out."""

    group = Group.COUNTRIES
    title = "Aggression withdrawn"
    target: Annotated[TextInput, Field(title="Against")]

    def decide(self, data: StormData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        target = data.territory(self.target)
        known = state.world.aggression(target)
        if known is None:
            raise NotThere("No aggression against {target} has been entered.", target=target)
        return self.told(AggressionEntered(was=known, now=known, is_withdrawn=True), is_change=True)


class EnterPact(Sheet, asks=(board.GERMAN_EXTRA, board.RUSSIAN_EXTRA, board.PACT)):
    """Enter that the Nazi-Soviet Pact was signed, or how many events it adds from now on."""

    title = "Nazi-Soviet Pact entered"


class EnterAtomic(Sheet, asks=(board.ATOMIC,)):
    """Enter that atomic research is permitted, or that it is not."""

    title = "Atomic research entered"


class EnterSheetLine(Enters):
    """Enter what your own record sheet prints of a project: the steps at which a result comes, and the last step."""

    title = "Record sheet entered"
    project: Annotated[TextInput, Field(title="Research project")]
    results: Annotated[TextInput, Field(title="Results at steps, such as 5, 10")] = ""
    maximum: Annotated[Count, Field(title="Last step (empty: not printed)")] = None

    def decide(self, data: StormData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        steps = [each.strip() for each in self.results.split(",") if each.strip()]
        if not all(each.isascii() and each.isdecimal() for each in steps):
            raise NotThere("Write the steps as numbers with commas between them: 5, 10.")
        name = data.sheet_name(self.project)
        printed = SheetLine(results=tuple(map(int, steps)), maximum=self.maximum or None)
        if fault := next(data.sheet_problems(name, printed), None):
            raise NotThere("That cannot stand on a record sheet: {fault}.", fault=fault)
        event = SheetLineEntered(project=name, printed=printed)
        return self.told(event, is_change=event.is_again(state))


class Country(Sheet, named=""):
    """The base of what is entered of a country."""

    group = Group.COUNTRIES
    country: Annotated[TextInput, Field(title="Country")]

    @override
    def asked(self, data: StormData) -> tuple[Declared, ...]:
        country = data.country(self.country)
        return tuple(board.FACTS[f"{each.key.partition(' ')[0]} {country}"] for each in self.asks)


class EnterWar(Country, asks=board.wars("Spain")):
    """Enter that a civil war broke out or ended."""

    title = "Civil war entered"

    @override
    def asked(self, data: StormData) -> tuple[Declared, ...]:
        if data.country(self.country) not in data.regions.civil_wars:
            raise NotThere("Civil war can break out only in {names}.", names=Listed(data.regions.civil_wars))
        return super().asked(data)


class EnterConquest(Country, asks=(board.held("Spain"),)):
    """Enter who holds a minor country."""

    title = "Conquest entered"


class EnterFlags(Country, asks=(board.flags("Spain"),)):
    """Enter the flags of a country as far as they matter to events."""

    title = "Flags entered"


class EnterTrade(Sheet, asks=(board.trade("Germany Spain"),)):
    """Enter a trade pact, or that it ended."""

    group = Group.COUNTRIES
    title = "Trade pact entered"
    owner: Annotated[
        Literal["Axis", "Allies", "Germany", "Italy", "Britain", "France", "Russia"], Field(title="Whose pact")
    ] = "Germany"
    country: Annotated[TextInput, Field(title="With")]

    @override
    def asked(self, data: StormData) -> tuple[Declared, ...]:
        country = str(RUSSIA) if folded(self.country.strip()) == "russia" else data.country(self.country)
        if self.owner == country:
            raise NotThere("{country} cannot have a trade pact with itself.", country=country)
        return (board.trade(f"{self.owner} {country}"),)


class EnterRussia(Sheet, asks=(board.PURGE, board.COHESION)):
    """Enter what binds Russian diplomacy (24.61)."""

    group = Group.COUNTRIES
    title = "Russian diplomacy entered"
    opens: Annotated[TextInput, Field(title="Country to open to Russia")] = ""
    closes: Annotated[TextInput, Field(title="Country to close to Russia")] = ""

    @override
    def values(self, data: StormData, state: State) -> Iterator[tuple[Declared, Value]]:
        yield from self.filled_in(data)
        named = {name: data.country(name) for name in (self.opens, self.closes) if name.strip()}
        opens, closes = named.get(self.opens), named.get(self.closes)
        if closes is not None and closes not in state.world.open_to_russia:
            raise NotNow("{closes} has not been entered as open to Russia.", closes=closes)
        if closes is not None and closes == opens:
            raise NotThere("{closes} cannot be opened and closed at the same time.", closes=closes)
        yield from ((board.open_to_russia(name), name == opens) for name in named.values())


class Waive(Enters, named="enter_waiver"):
    """Release the powers from a dispute's duty, or take that back."""

    group = Group.COUNTRIES
    title = "Dispute duties entered"
    stands_alone = False
    declines = True
    waived: Annotated[bool, Field(title="Are the duties waived?")] = True

    def decide(self, data: StormData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        """A reason is needed for binding the powers again, not for releasing them."""
        if self.waived and not duties(data, state):
            raise NotThere("No dispute imposes a duty this turn.")
        if not self.waived and not state.is_waived:
            raise NotThere("No duty has been waived this turn.")
        if not self.waived:
            check_can_bind(data, state)
        event = DutyWaived(is_waived=self.waived)
        return self.told(event, is_change=not self.waived and event.is_again(state))


def entered(state: State) -> dict[str, Any]:
    """Return what was entered of the group's record sheet, as a file of its own would hold it."""
    sheet = {name: each.model_dump(mode="json", exclude_none=True) for name, each in state.world.sheet.items()}
    return {"research_sheet": sheet} if sheet else {}


def offers(data: StormData, state: State, seat: Seat) -> Iterator[Offer]:
    """Offer each entry as a form that proposes what is entered now; to whoever owes a duty, to waive it."""
    yield from state.once(_entries, data)
    if seat in owing(data, state):
        yield Offer(Waive(), "Waive dispute duties", version=state.entries)
    elif duties(data, state):
        yield entry_offer(state, Waive(), "Waive dispute duties", inputs=("reason",))
    if state.is_waived and passes(check_can_bind, data, state):
        yield entry_offer(state, Waive(waived=False), "Restore the dispute duties", inputs=("reason",))


def _entries(data: StormData, state: State) -> tuple[Offer, ...]:
    return tuple(_offer_entries(data, state))


def _offer_entries(data: StormData, state: State) -> Iterator[Offer]:
    """Offer what every seat can enter alike."""
    yield entry_offer(state, EnterWorld.now(state), "Climate and balance")
    for power in POWERS:
        # a form has five fields, so the counters have a form of their own
        command = EnterPower.now(state, board.numbers(power), power=power)
        inputs = ("support", "income", "tiles", "conversion")
        yield entry_offer(state, command, line("{power}'s numbers", power=power), inputs=inputs)
        yield entry_offer(state, command, line("{power}'s counters", power=power), inputs=("counters",))
    yield from _offer_aggressions(data, state)
    yield entry_offer(state, EnterPact.now(state, in_force=True), "Nazi-Soviet Pact")
    permitted = EnterAtomic.now(state, permitted=not state.world.is_atomic_permitted)
    yield entry_offer(state, permitted, "Atomic research")
    names = (EVERY_PROJECT, *dict.fromkeys(project.name for project in data.projects))
    yield entry_offer(state, EnterSheetLine(project=EVERY_PROJECT), "Printed record sheet", {"project": names})
    yield from _offer_countries(data, state)
    yield from _offer_changes(data, state)


def _offer_aggressions(data: StormData, state: State) -> Iterator[Offer]:
    """Offer a new aggression, and each that was entered with what was entered."""
    entered = state.world.aggressions
    fresh = tuple(name for name in data.territories if state.world.aggression(name) is None)
    if fresh:
        yield entry_offer(state, EnterAggression(target=fresh[0]), "Aggression", {"target": fresh})
    for each in entered:
        known = {"power": each.power, "target": each.target, "value": each.value}
        command = EnterAggression.model_validate({**known, "succeeded": each.conquered is not None})
        label, inputs = line("Aggression: {country}", country=each.target), ("power", "value", "succeeded")
        yield entry_offer(state, command, label, inputs=inputs, corrects=True)
    if targets := tuple(each.target for each in entered):
        withdrawn = WithdrawAggression(target=targets[0])
        yield entry_offer(state, withdrawn, "Withdraw aggression", {"target": targets}, corrects=True)


def _offer_countries(data: StormData, state: State) -> Iterator[Offer]:
    """Offer what is entered of countries. Of conquests and pacts a proposal changes something: a free country is taken
    or Germany has a new pact, and where none is left one is freed or a pact ends.
    """
    countries, world = data.countries, state.world
    for country in data.regions.civil_wars:
        command = EnterWar.now(state, board.wars(country), country=country)
        label, inputs = line("Civil war: {country}", country=country), ("on", "counters", "events")
        yield entry_offer(state, command, label, inputs=inputs)
    free = next((name for name in countries if name not in world.conquered), None)
    conquest = EnterConquest.now(state, country=free or countries[0], by="Germany" if free else "nobody")
    yield entry_offer(state, conquest, "Conquest", {"country": countries})
    new = next((name for name in countries if (str(GERMANY), name) not in world.pacts), None)
    pact = EnterTrade.now(state, country=new or countries[0], holds=new is not None)
    yield entry_offer(state, pact, "Trade pact", {"country": (*countries, str(RUSSIA))})
    yield entry_offer(state, EnterFlags.now(state, country=countries[0], flags="four"), "Flags", {"country": countries})
    open_ = tuple(name for name in countries if name in world.open_to_russia)
    closes = {"closes": open_} if open_ else {}
    asked = ("purged", "cohesion", "opens", *closes)
    yield entry_offer(state, EnterRussia.now(state), "Russian diplomacy", {"opens": countries, **closes}, asked)


def _offer_changes(data: StormData, state: State) -> Iterator[Offer]:
    """Offer to change what was entered of countries. A place without diplomacy is freed with its aggression."""
    for country, holder in state.world.conquered.items():
        if country in data.countries:
            freed = EnterConquest.now(state, country=country, by="nobody")
            label = line("{country}: held by {holder}", country=country, holder=holder)
            yield entry_offer(state, freed, label, inputs=("by",), corrects=True)
    for owner, country in sorted(state.world.pacts):
        ended = EnterTrade.now(state, owner=owner, country=country, holds=False)
        label = line("Trade pact: {owner} with {country}", owner=owner, country=country)
        yield entry_offer(state, ended, label, inputs=("holds",), corrects=True)
    for country, kept in state.world.flags.items():
        changed = EnterFlags.now(state, country=country, flags=kept)
        yield entry_offer(state, changed, line("Flags: {country}", country=country), inputs=("flags",), corrects=True)
