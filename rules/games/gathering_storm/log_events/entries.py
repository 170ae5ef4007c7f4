"""Events of entries: numbers, aggressions and the Pact, as players entered them from the board."""

from collections.abc import Iterator

from typing_extensions import override

from rules.games.gathering_storm.data import BoardData
from rules.games.gathering_storm.log_events.entry import EntryEvent, moved, moved_track
from rules.games.gathering_storm.powers import GERMANY, RUSSIA
from rules.games.gathering_storm.state import Aggression, Power, State
from rules.notice import Notice, tell_all, tell_rule
from rules.seat import SideSeat
from rules.secrets import Shown


class PowerEntered(EntryEvent):
    """A power's numbers were entered; ``was`` are those that held before."""

    power: SideSeat
    support: int | None
    income: int | None
    tiles: int | None
    conversion: int | None
    counters: int | None
    was: Power | None = None

    @property
    @override
    def about(self) -> str:
        return str(self.power)

    @property
    def numbers(self) -> Power:
        """The five numbers."""
        return Power(**{name: getattr(self, name) for name in Power.model_fields})

    @override
    def apply(self, data: BoardData, state: State) -> State:
        """The numbers hold; None is not known."""
        return self.entered(state, powers={**state.powers, self.power: self.numbers})

    @override
    def tell_entry(self, data: BoardData) -> Iterator[Notice]:
        """All five numbers, old and new; one that is not known shows as ``?``."""
        was, limit = self.was or self.numbers, data.limits.diplomatic_counters
        counters = [limit if each is None else each for each in (was.counters, self.counters)]
        yield tell_all(
            "{power}: support {support}, income {income}, income tiles {tiles}, factory conversion {conversion}, "
            "diplomatic counters {counters}.",
            power=self.power,
            support=moved(was.support, self.support),
            income=moved(was.income, self.income),
            tiles=moved(was.tiles, self.tiles),
            conversion=moved(was.conversion, self.conversion),
            counters=moved(*counters),
        )


class WorldEntered(EntryEvent):
    """The Economic Climate and the Balance of Power (positive: the Axis ahead) were entered."""

    climate: int
    balance: int
    was_climate: int | None = None
    was_balance: int | None = None

    @property
    @override
    def about(self) -> str:
        return "world"

    @override
    def apply(self, data: BoardData, state: State) -> State:
        """Both tracks stand so."""
        return self.entered(state, world=state.world.replace(climate=self.climate, balance=self.balance))

    @override
    def tell_entry(self, data: BoardData) -> Iterator[Notice]:
        yield tell_all(
            "Economic Climate {climate}. Balance of Power {balance} (positive: Axis ahead).",
            climate=moved_track(self.was_climate, self.climate),
            balance=moved_track(self.was_balance, self.balance),
        )


class AggressionEntered(EntryEvent):
    """An aggression was entered, or its success."""

    target: str
    power: SideSeat
    value: int
    has_succeeded: bool

    @property
    @override
    def about(self) -> str:
        return f"aggression {self.target}"

    @override
    def apply(self, data: BoardData, state: State) -> State:
        """A new aggression, or the success of one that is under way; what is won is conquered."""
        world = state.world
        known = world.aggression(self.target)
        conquered = state.turn if self.has_succeeded else None
        if known is None:
            new = Aggression(
                target=self.target, power=self.power, value=self.value, turn=state.turn, conquered=conquered
            )
            aggressions = (*world.aggressions, new)
        else:
            updated = known.replace(conquered=conquered, value=self.value)
            aggressions = tuple(updated if each is known else each for each in world.aggressions)
        owners = {**world.conquered, self.target: self.power} if self.has_succeeded else world.conquered
        return self.entered(state, world=world.replace(aggressions=aggressions, conquered=owners))

    @override
    def tell_entry(self, data: BoardData) -> Iterator[Notice]:
        target = Shown(self.target)
        if self.has_succeeded:
            yield tell_all(
                "{power}'s aggression against {target} has succeeded (victory points: {value}).",
                power=self.power,
                target=target,
                value=self.value,
            )
        else:
            yield tell_all("{power} begins an aggression against {target}.", power=self.power, target=target)
        yield tell_rule(
            "From next turn it adds to the EAI (23.2). An Axis power whose aggression succeeded "
            "draws additional events (9.14)."
        )


class AggressionCorrected(EntryEvent):
    """A wrong aggression was corrected (``now``), or withdrawn (None). The conquest that it brought goes with it,
    unless somebody else holds it by now, or nobody does.
    """

    was: Aggression
    now: Aggression | None

    @property
    @override
    def about(self) -> str:
        return f"aggression {self.was.target}"

    @override
    def apply(self, data: BoardData, state: State) -> State:
        """The aggression stands as it is now, and so does what it conquered."""
        world, target, now = state.world, self.was.target, self.now
        others = tuple(each for each in world.aggressions if each.target != target)
        owners = dict(world.conquered)
        holds_it = self.was.conquered is not None and owners.get(target) == self.was.power
        if holds_it:
            del owners[target]
        if now is not None and now.conquered is not None and (holds_it or self.was.conquered is None):
            owners[target] = now.power
        aggressions = others if now is None else (*others, now)
        return self.entered(state, world=world.replace(aggressions=aggressions, conquered=owners))

    @override
    def tell_entry(self, data: BoardData) -> Iterator[Notice]:
        target, was, now = Shown(self.was.target), self.was, self.now
        if now is None:
            yield tell_all("{power}'s aggression against {target} never was.", power=was.power, target=target)
            return
        power = Shown(now.power if was.power == now.power else f"{was.power} → {now.power}")
        value = moved(was.value, now.value)
        if now.conquered is None:
            yield tell_all(
                "{power} against {target}, victory points {value}: not succeeded yet.",
                power=power,
                target=target,
                value=value,
            )
        else:
            yield tell_all(
                "{power} against {target}, victory points {value}: succeeded.",
                power=power,
                target=target,
                value=value,
            )


class PactSigned(EntryEvent):
    """The Nazi-Soviet Pact was signed, or its numbers changed: events drawn beside the one of each turn. Or the entry
    was withdrawn.
    """

    germany: int
    russia: int
    is_in_force: bool = True
    was_germany: int | None = None
    was_russia: int | None = None

    @property
    @override
    def about(self) -> str:
        return "pact"

    @override
    def apply(self, data: BoardData, state: State) -> State:
        """The Pact holds with these numbers."""
        extra = {**state.extra, GERMANY: self.germany, RUSSIA: self.russia}
        return self.entered(state, world=state.world.replace(has_pact=self.is_in_force), extra=extra)

    @override
    def tell_entry(self, data: BoardData) -> Iterator[Notice]:
        if self.is_in_force:
            yield tell_all("The Nazi-Soviet Pact is in force.")
        else:
            yield tell_all("The Nazi-Soviet Pact is not in force.")
        was_germany = self.germany if self.was_germany is None else self.was_germany
        was_russia = self.russia if self.was_russia is None else self.was_russia
        yield tell_all(
            "Additional events each turn: Germany {germany}, Russia {russia}.",
            germany=moved(was_germany, self.germany),
            russia=moved(was_russia, self.russia),
        )


class AtomicEntered(EntryEvent):
    """It was entered whether atomic research is permitted."""

    is_permitted: bool

    @property
    @override
    def about(self) -> str:
        return "atomic research"

    @override
    def apply(self, data: BoardData, state: State) -> State:
        """It is permitted for every side, or for none."""
        return self.entered(state, world=state.world.replace(is_atomic_permitted=self.is_permitted))

    @override
    def tell_entry(self, data: BoardData) -> Iterator[Notice]:
        if self.is_permitted:
            yield tell_all("Atomic research is permitted.")
        else:
            yield tell_all("Atomic research is not permitted any more.")
