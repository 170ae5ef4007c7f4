"""Placing counters for diplomacy, as far as random events bear on it (24.5, 24.6, Minor country dispute)."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from rules.command import Offer, Part
from rules.dice import Dice
from rules.errors import NotNow, NotYours, passes
from rules.games.gathering_storm.command import StormCommand, TextInput
from rules.games.gathering_storm.data import BoardData, BoardEvent
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.effects.base import Account
from rules.games.gathering_storm.effects.diplomacy import ANTI_COMINTERN_TARGET, Dispute, ExtraCounter, RussianDiplomacy
from rules.games.gathering_storm.ledger import base_of, ledger
from rules.games.gathering_storm.pairs import Pairing, read_pairs, written
from rules.games.gathering_storm.powers import AXIS, RUSSIA, alliance_of
from rules.games.gathering_storm.state import Counter, CounterKind, State
from rules.line import Gathered, Line, line, one_of
from rules.notice import Notice, tell_all, tell_seat
from rules.seat import Seat, SideSeat
from rules.secrets import Hidden, Shown


class CounterPlaced(BoardEvent):
    """A power placed a counter for diplomacy; the value of a diplomatic one is known to it alone."""

    power: SideSeat
    target: str
    value: Hidden[int]
    kind: CounterKind
    is_planned: bool = False

    def apply(self, data: BoardData, state: State) -> State:
        counter = Counter(
            power=self.power, target=self.target, value=self.value.value, kind=self.kind, phase=state.phase
        )
        after = state.replace(counters=(*state.counters, counter))
        is_usual = self.kind == "diplomatic"
        return after.with_habit(self.power, counters=((self.target, self.value.value),)) if is_usual else after

    def tell(self, data: BoardData) -> Iterator[Notice]:
        where = Shown(self.target)
        if self.kind == "anti-Comintern":
            yield tell_all("{power} places the anti-Comintern counter in {where}.", power=self.power, where=where)
            return
        if self.is_planned:
            counter = line("{where} ({power})", where=where, power=self.power)
            yield tell_all("Counters placed as planned: {counters}.", counters=Gathered([counter]))
        else:
            yield tell_all("{power} places a counter in {where}.", power=self.power, where=Gathered([where]))
        yield tell_seat(
            self.power,
            "{power}'s counter in {where} is worth {value}.",
            power=self.power,
            value=self.value,
            where=where,
        )


class PlaceCounter(StormCommand):
    """Place a diplomatic counter, face down, or the anti-Comintern counter."""

    title = "Counter placed"
    power: SideSeat
    target: Annotated[TextInput, Field(title="Country")]
    value: Annotated[int, Field(ge=0, le=9, title="Value (only you see it)")] = 1
    counter: Literal["diplomatic", "anti-Comintern"] = "diplomatic"
    others: Annotated[Pairing, Field(title="More counters: each country and its value")] = ""

    def decide(self, data: StormData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        """A power places counters of its own in countries, in its placement phase: all of them, or none."""
        if self.power != seat:
            raise NotYours("You can place only the counters of your own power.")
        more = read_pairs(
            self.others, {each: each for each in data.countries}, Line("there is no such country."), most=9
        )
        for target, value in ((self.target, self.value), *more):
            state = yield from place(data, state, self.replace(target=target, value=value, others=""))
        return state


def place(data: StormData, state: State, counter: PlaceCounter, *, is_planned: bool = False) -> Part[State]:
    """Place a counter. Raises ``NotNow`` where it cannot lie."""
    power, target = counter.power, data.country(counter.target)
    if counter.counter == "anti-Comintern":
        check_anti_comintern(data, state, power, target)
    else:
        check_room(data, state, power)
    check_target(data, state, power, target)
    check_disputes(data, state, counter.replace(target=target))
    value = counter.value if counter.counter == "diplomatic" else 0
    kind = counter.counter
    return (yield CounterPlaced(power=power, target=target, value=Hidden(value), kind=kind, is_planned=is_planned))


def check_anti_comintern(data: StormData, state: State, power: SideSeat, target: str) -> None:
    """Raises ``NotNow`` unless the Axis place their one anti-Comintern counter, initially, and in Rumania."""
    if alliance_of(power) != AXIS or target != ANTI_COMINTERN_TARGET:
        raise NotNow(
            "Only the Axis can place the anti-Comintern counter, and only in {country}.", country=ANTI_COMINTERN_TARGET
        )
    if data.phase(state).name != data.phases.initial:
        raise NotNow("The anti-Comintern counter can be placed only in the phase “{phase}”.", phase=data.phases.initial)
    if any(each.kind == "anti-Comintern" for each in state.counters):
        raise NotNow("The anti-Comintern counter has already been placed this turn.")


def check_room(data: StormData, state: State, power: SideSeat) -> None:
    """Raises ``NotNow`` past the limit of counters. The Axis place additional ones in their initial placement only."""
    phase = data.phase(state)
    if power not in phase.places:
        raise NotNow("{power} places counters in the phase “{phase}”.", power=power, phase=data.placement_of(power))
    base = base_of(data, state, power, Account.COUNTERS) or 0
    extra = extra_counters(data, state, power)
    mine = [each for each in state.counters if each.power == power and each.kind == "diplomatic"]
    early = sum(each.phase == data.phase_index(data.placement_of(power)) for each in mine)
    used = len(mine) - min(extra, early) if phase.name != data.placement_of(power) else len(mine) - extra
    if used >= base:
        raise NotNow("{power} has already placed all {count} of its counters.", power=power, count=len(mine))


def extra_counters(data: StormData, state: State, power: SideSeat) -> int:
    """Return how many additional counters events in play give a power."""
    return sum(isinstance(effect, ExtraCounter) and effect.power == power for _, effect in ledger(data, state).effects)


def check_target(data: StormData, state: State, power: SideSeat, target: str) -> None:
    """Raises ``NotNow`` for a country that is conquered, holds a counter of the alliance, or is closed to Russia."""
    if target in state.world.conquered:
        raise NotNow("{target} is conquered. No counter can be placed there.", target=target)
    if any(each.target == target and alliance_of(each.power) == alliance_of(power) for each in state.counters):
        raise NotNow("Your alliance already has a counter in {target}.", target=target)
    if power == RUSSIA:
        check_russia(data, state, target)


def check_russia(data: StormData, state: State, target: str) -> None:
    """24.61: raises ``NotNow`` during a purge, and for most countries before full cohesion. Events open some."""
    allowed = {
        each.choice.target for each, effect in ledger(data, state).effects if isinstance(effect, RussianDiplomacy)
    }
    if target in allowed:
        return
    mine = [each for each in state.counters if each.power == RUSSIA and each.target not in allowed]
    if state.world.is_purged and len(mine) >= extra_counters(data, state, RUSSIA):
        raise NotNow("A purge forbids Russian diplomatic counters.")
    is_near = target in (*data.regions.russian_diplomacy, *state.world.open_to_russia)
    if not (state.world.has_cohesion or is_near or state.civil_war(target).is_on):
        raise NotNow("{target} is closed to Russian diplomacy until cohesion is full.", target=target)


def disputes(data: StormData, state: State) -> tuple[Dispute, ...]:
    """Return the disputes of this turn: what they forbid binds even when the referee waived their duties."""
    found = [effect for _, effect in ledger(data, state).effects if isinstance(effect, Dispute)]
    return tuple(dispute for dispute in found if not dispute.is_void(state))


def duties(data: StormData, state: State) -> tuple[Dispute, ...]:
    """Return the disputes whose duties bind: those that the referee has not waived."""
    return () if state.is_waived else disputes(data, state)


def check_can_bind(data: StormData, state: State) -> None:
    """Raises ``NotNow`` where duties that bind again would tell whether a counter has a value."""
    for dispute in disputes(data, state):
        if any(each.target in dispute.countries for each in state.counters):
            raise NotNow("A counter lies in a disputed country already, so the duties stay waived this turn.")


def check_disputes(data: StormData, state: State, command: PlaceCounter) -> None:
    """Raises ``NotNow`` unless an alliance places in its own side of a dispute, the Axis first, and supports it."""
    for dispute in disputes(data, state):
        if command.target not in dispute.countries:
            continue
        axis_side = dispute.axis_side(state)
        is_axis = alliance_of(command.power) == AXIS
        if is_axis and axis_side not in (None, command.target):
            raise NotNow(
                "The Axis support {side} in this dispute and cannot place a counter in {target}.",
                side=axis_side,
                target=command.target,
            )
        if not is_axis and axis_side is None and not state.is_waived:
            raise NotNow("The Axis must choose their side of this dispute first.")
        if not is_axis and axis_side == command.target:
            raise NotNow(
                "The Axis support {side} in this dispute. Nobody else can place a counter there.", side=axis_side
            )
        if state.is_waived:
            continue
        owes = dispute.awaits_axis(state) if is_axis else dispute.awaits_others(state)
        if owes and command.value < 1 and command.counter == "diplomatic":
            raise NotNow("A counter that supports a side of this dispute must be worth at least 1.")


def owing(data: StormData, state: State) -> dict[SideSeat, tuple[str, ...]]:
    """Return the powers of which one must meet a duty of a dispute before this phase can end, as far as they can, and
    in which countries.
    """
    phase = data.phase(state)
    found: dict[SideSeat, tuple[str, ...]] = {}
    for dispute in duties(data, state) if state.has_drawn else ():
        is_owed = dispute.awaits_axis(state) if phase.name == data.phases.initial else dispute.awaits_others(state)
        if is_owed and (phase.name == data.phases.initial or RUSSIA in phase.places):
            for power in phase.places:
                if _can_support(data, state, power, dispute):
                    open_ = (each for each in dispute.countries if can_place(data, state, power, each))
                    found[power] = tuple(dict.fromkeys((*found.get(power, ()), *open_)))
    return found


def _can_support(data: StormData, state: State, power: SideSeat, dispute: Dispute) -> bool:
    open_ = [country for country in dispute.countries if can_place(data, state, power, country)]
    has_room = passes(check_room, data, state, power)
    has_other = ANTI_COMINTERN_TARGET in open_ and passes(
        check_anti_comintern, data, state, power, ANTI_COMINTERN_TARGET
    )
    return has_other or (has_room and bool(open_))


def check_duties(data: StormData, state: State) -> None:
    """Raises ``NotNow`` while a placement phase would end with a duty of a dispute undone."""
    phase = data.phase(state)
    for dispute in duties(data, state):
        if phase.name == data.phases.initial and dispute.awaits_axis(state):
            _refuse(data, state, dispute, "Germany or Italy", one_of(dispute.countries))
        if RUSSIA in phase.places and dispute.awaits_others(state):
            _refuse(data, state, dispute, "Russia, Britain or France", dispute.other_side(state) or "the other side")


def _refuse(data: StormData, state: State, dispute: Dispute, who: str, side: str) -> None:
    if any(_can_support(data, state, power, dispute) for power in data.phase(state).places):
        raise NotNow(
            "{who} must first support {side} with a counter worth at least 1, or lift the duty: `/enter`, then “Waive "
            "dispute duties”.",
            who=who,
            side=side,
        )
    raise NotNow(
        "{who} must support {side}, but none of them can place a counter there. Lift the duty: `/enter`, then “Waive "
        "dispute duties”.",
        who=who,
        side=side,
    )


def offers(data: StormData, state: State, seat: Seat) -> Iterator[Offer]:
    """Offer a counter, in any country that is open to it; in a dispute over Rumania also the anti-Comintern counter."""
    if not isinstance(seat, SideSeat):
        return
    has_room = state.has_drawn and passes(check_room, data, state, seat)
    is_disputed = any(ANTI_COMINTERN_TARGET in dispute.countries for dispute in disputes(data, state))
    has_anti_comintern = is_disputed and passes(check_anti_comintern, data, state, seat, ANTI_COMINTERN_TARGET)
    if not (has_room or has_anti_comintern):
        return
    version = state.turn * 100 + len(state.counters)
    fits = tuple(name for name in data.countries if can_place(data, state, seat, name))
    if has_room and fits:
        habit, owed = state.habit(seat), owing(data, state).get(seat)
        is_habit = habit.counters_turn < state.turn and not owed
        last = [each for each in habit.counters if each[0] in fits] if is_habit else []
        command = PlaceCounter(power=seat, target=(owed or fits)[0])
        for count in range(1, len(last) + 1):
            target, value = last[0]
            as_last = PlaceCounter(power=seat, target=target, value=value, others=written(tuple(last[1:count])))
            command = as_last if as_last.works(data, state, seat) else command
        yield Offer(
            command=command,
            label=line("Place a counter for {seat}", seat=seat),
            version=version,
            inputs=("target", "value", "others"),
            choices={"target": fits},
        )
    if has_anti_comintern and ANTI_COMINTERN_TARGET in fits:
        yield Offer(
            command=PlaceCounter(power=seat, target=ANTI_COMINTERN_TARGET, value=0, counter="anti-Comintern"),
            label=line("Place the anti-Comintern counter for {seat}", seat=seat),
            version=version,
        )


def can_place(data: StormData, state: State, seat: SideSeat, target: str) -> bool:
    """Return whether a country is open to a counter of a power."""
    is_open = passes(check_target, data, state, seat, target)
    return is_open and passes(check_disputes, data, state, PlaceCounter(power=seat, target=target))
