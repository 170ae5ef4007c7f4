"""Events of entries about the map: civil wars, conquests, trade pacts, flags, Russian diplomacy, a dispute's duties."""

from collections.abc import Iterator

from typing_extensions import override

from rules.games.gathering_storm.data import BoardData
from rules.games.gathering_storm.log_events.entry import EntryEvent, moved
from rules.games.gathering_storm.powers import called
from rules.games.gathering_storm.state import CivilWar, Flags, State
from rules.notice import Notice, tell_all
from rules.seat import SideSeat
from rules.secrets import Shown


class CivilWarEntered(EntryEvent):
    """A civil war was entered that broke out or ended, and how many counters lie there.

    ``events``: how many events have occurred there; None leaves them, but every counter stands for one.
    """

    country: str
    is_on: bool
    counters: int
    events: int | None = None
    was: CivilWar | None = None

    @property
    @override
    def about(self) -> str:
        return f"war {self.country}"

    @override
    def apply(self, data: BoardData, state: State) -> State:
        """The war stands so; every counter stands for an event."""
        was = state.civil_war(self.country)
        events = max(was.events, self.counters) if self.events is None else self.events
        war = CivilWar(is_on=self.is_on, counters=self.counters, events=events)
        return self.entered(state, civil={**state.civil, self.country: war})

    @override
    def tell_entry(self, data: BoardData) -> Iterator[Notice]:
        was, country = self.was, Shown(self.country)
        counters = moved(self.counters if was is None else was.counters, self.counters)
        if self.is_on:
            yield tell_all(
                "There is a civil war in {country}. Counters: {counters}.", country=country, counters=counters
            )
        else:
            yield tell_all(
                "There is no civil war in {country}. Counters: {counters}.", country=country, counters=counters
            )
        if self.events is not None:
            events = moved(self.events if was is None else was.events, self.events)
            yield tell_all("Events counted there so far: {events}.", events=events)


class ConquestEntered(EntryEvent):
    """It was entered who holds a country; None frees it. ``was`` held it before."""

    country: str
    power: SideSeat | None
    was: SideSeat | None = None

    @property
    @override
    def about(self) -> str:
        return f"conquest {self.country}"

    @override
    def apply(self, data: BoardData, state: State) -> State:
        """The country is the power's, or nobody's."""
        others = {name: owner for name, owner in state.world.conquered.items() if name != self.country}
        conquered = others if self.power is None else {**others, self.country: self.power}
        return self.entered(state, world=state.world.replace(conquered=conquered))

    @override
    def tell_entry(self, data: BoardData) -> Iterator[Notice]:
        country = Shown(self.country)
        if self.was is not None and self.power is not None:
            yield tell_all("{country} passes from {was} to {power}.", country=country, was=self.was, power=self.power)
        elif self.was is not None:
            yield tell_all("{was} no longer holds {country}.", country=country, was=self.was)
        elif self.power is None:
            yield tell_all("Nobody holds {country}.", country=country)
        else:
            yield tell_all("{power} holds {country}.", power=self.power, country=country)


class TradeEntered(EntryEvent):
    """A trade pact was entered, or that it ended."""

    owner: str
    country: str
    holds: bool

    @property
    @override
    def about(self) -> str:
        return f"trade {self.owner} {self.country}"

    @override
    def apply(self, data: BoardData, state: State) -> State:
        """The pact holds, or no longer."""
        pact = (self.owner, self.country)
        pacts = state.world.pacts | {pact} if self.holds else state.world.pacts - {pact}
        return self.entered(state, world=state.world.replace(pacts=pacts))

    @override
    def tell_entry(self, data: BoardData) -> Iterator[Notice]:
        owner, country = Shown(called(self.owner)), Shown(self.country)
        if self.holds:
            yield tell_all("Trade pact between {owner} and {country}.", owner=owner, country=country)
        else:
            yield tell_all("The trade pact between {owner} and {country} has ended.", owner=owner, country=country)


class FlagsEntered(EntryEvent):
    """The flags of a country were entered as far as they matter to cards; None is fewer than four."""

    country: str
    flags: Flags | None
    was: Flags | None = None

    @property
    @override
    def about(self) -> str:
        return f"flags {self.country}"

    @override
    def apply(self, data: BoardData, state: State) -> State:
        """The flags stand so."""
        others = {name: flags for name, flags in state.world.flags.items() if name != self.country}
        flags = others if self.flags is None else {**others, self.country: self.flags}
        return self.entered(state, world=state.world.replace(flags=flags))

    @override
    def tell_entry(self, data: BoardData) -> Iterator[Notice]:
        country = Shown(self.country)
        if self.flags is None:
            yield tell_all("{country} has fewer than four flags.", country=country)
        elif self.flags == "four":
            yield tell_all("{country} has four flags.", country=country)
        else:
            yield tell_all("{country} has four flags, kept by an event.", country=country)
        if self.was is not None and self.was != self.flags:
            yield tell_all("Entered before: flags {was}.", was=Shown(self.was))


class RussiaEntered(EntryEvent):
    """It was entered what binds Russian diplomacy; ``opens`` is one more country that is open to it,
    ``closes`` one that was entered and is open no longer.
    """

    is_purged: bool
    has_cohesion: bool
    opens: str | None
    closes: str | None = None

    @property
    @override
    def about(self) -> str:
        return "russia"

    @override
    def apply(self, data: BoardData, state: State) -> State:
        """Purge, cohesion and open countries stand so."""
        open_ = (state.world.open_to_russia | ({self.opens} if self.opens else set())) - {self.closes}
        changes = {"is_purged": self.is_purged, "has_cohesion": self.has_cohesion, "open_to_russia": open_}
        return self.entered(state, world=state.world.replace(**changes))

    @override
    def tell_entry(self, data: BoardData) -> Iterator[Notice]:
        if self.is_purged:
            yield tell_all("A purge forbids Russian diplomatic counters.")
        else:
            yield tell_all("No purge forbids Russian diplomatic counters.")
        if self.has_cohesion:
            yield tell_all("Russian cohesion is full.")
        else:
            yield tell_all("Russian cohesion is not full.")
        if self.opens:
            yield tell_all("{country} is open to Russian diplomacy.", country=Shown(self.opens))
        if self.closes:
            yield tell_all("{country} is no longer open to Russian diplomacy.", country=Shown(self.closes))


class DutyWaived(EntryEvent):
    """The powers were released from their duties in a dispute, for this turn, or that was taken back."""

    is_waived: bool = True

    @property
    @override
    def about(self) -> str:
        return "duties"

    @override
    def apply(self, data: BoardData, state: State) -> State:
        """The duties bind nobody this turn, or they do again."""
        return self.entered(state, is_waived=self.is_waived)

    @override
    def tell_entry(self, data: BoardData) -> Iterator[Notice]:
        if self.is_waived:
            yield tell_all("The duties of this turn's disputes are waived.")
        else:
            yield tell_all("The duties of this turn's disputes bind again.")
