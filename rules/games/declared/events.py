"""What happens in a group's own game."""

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import ClassVar

from typing_extensions import override

from rules.command import GameEvent
from rules.dice import Roll
from rules.games.declared.data import DeclaredData
from rules.games.declared.state import Deed, State, Zone
from rules.kit.facts import Changed, Entered, Facts
from rules.line import Line, Listed, line
from rules.notice import Kind, Notice, Secret, tell_all, tell_text
from rules.printed.lookup import Reading, tell_reading
from rules.seat import SideSeat
from rules.secrets import Hidden, Shown


class OwnEvent(GameEvent[DeclaredData, State], named=""):
    """An event of a group's own game."""


class Began(OwnEvent):
    """A side began an action, or another side answered what it asks. It waits for those ``asked`` now, if any."""

    deed: Deed
    is_new: bool = False
    said: Mapping[str, str] = {}
    asked: tuple[SideSeat, ...] = ()

    @property
    @override
    def heading(self) -> str:
        return self.deed.action

    def apply(self, data: DeclaredData, state: State) -> State:
        begun = state.using(data.counted(self.deed.action, self.deed.seat)) if self.is_new else state
        return begun.replace(deed=self.deed if self.asked else None)

    def tell(self, data: DeclaredData) -> Iterator[Notice]:
        if self.is_new:
            title = line("**{action}**: {seat}", action=data.worded(self.deed.action), seat=self.deed.seat)
            yield tell_text(title, Kind.TITLE)
            if text := data.actions[self.deed.action].text:
                yield tell_text(data.worded(text))
        for name, said in self.said.items():
            yield tell_text(line("{question}: **{answer}**.", question=data.worded(name), answer=data.answered(said)))


class Followed(OwnEvent):
    """What an action or a card led to: dice or a table, what people carry out, facts that moved. Of what a side alone
    reads, ``unseen`` has the values. What leads to too much ``is_cut``.
    """

    roll: Roll | None = None
    reading: Reading | None = None
    text: str = ""
    changes: tuple[Changed, ...] = ()
    unseen: Hidden[tuple[tuple[str, str], ...]] = Hidden(())
    is_cut: bool = False

    def apply(self, data: DeclaredData, state: State) -> State:
        for each in self.changes:
            state = data.facts[each.fact][0].put(state, each.after)
        for key, typed in self.unseen.value:
            fact = data.facts[key][0]
            state = fact.put(state, fact.read(data, typed))
        return state

    def tell(self, data: DeclaredData) -> Iterator[Notice]:
        if self.roll is not None:
            yield tell_text(line("{roll}", roll=self.roll))
        if self.reading is not None:
            yield from tell_reading(data, self.reading)
            table = data.printed_tables[self.reading.table]
            if not table.is_list:
                column = Shown(table.labels_of(self.reading)[1])
                yield tell_all("{across}: column **{column}**.", across=Shown(table.across), column=column)
        if self.text:
            yield tell_text(data.worded(self.text), Kind.BOARD)
        for each in self.changes:
            yield data.facts[each.fact][0].tell(each.before, each.after)
        if self.is_cut:
            yield tell_all("One thing led to another too often: carry out the rest by hand.")
        for key, typed in self.unseen.value:
            fact, _, owner = data.facts[key]
            if owner is not None:
                yield Secret(owner, line("{fact}: **{value}**.", fact=fact.label, value=Hidden(typed)))


class GameEnded(OwnEvent):
    """The game is over."""

    ends_game: ClassVar[bool] = True

    def apply(self, data: DeclaredData, state: State) -> State:
        return state.replace(over=True, deed=None, unsorted={}, steps=state.steps + 1)

    def tell(self, data: DeclaredData) -> Iterator[Notice]:
        yield tell_all("The game is over.")


class How(Enum):
    """How things came to lie elsewhere."""

    DRAWN = "drawn"
    SHOWN = "shown"
    PLAYED = "played"
    USED = "used"
    PUT = "put"
    SORTED = "sorted"
    LOOKED = "looked"
    SHUFFLED = "shuffled"


class Laid(OwnEvent):
    """Things of a pile lie elsewhere now: those that everybody sees, which a side may have ``held``, and those that are
    ``unseen``. Before that some went ``back`` into the pile; ``lacking`` could not be drawn. What a side looked at
    stays on top.
    """

    reveals: ClassVar[bool] = True
    how: How
    pile: str
    seat: SideSeat | None = None
    shown: tuple[str, ...] = ()
    unseen: Hidden[tuple[str, ...]] = Hidden(())
    zone: Zone = Zone.PILE
    owner: SideSeat | None = None
    back: tuple[str, ...] = ()
    lacking: int = 0
    asks: bool = False
    held: SideSeat | None = None

    @property
    @override
    def heading(self) -> str:
        return self.shown[0].rpartition("/")[0] if self.how is How.PLAYED else super().heading

    def apply(self, data: DeclaredData, state: State) -> State:
        after = state.moved(self.back, Zone.PILE)
        if self.how is How.LOOKED:
            seen = self.unseen.value
            return after.replace(top={**after.top, self.pile: (*seen, *after.top.get(self.pile, ())[len(seen) :])})
        after = after.moved((*self.shown, *self.unseen.value), self.zone, self.owner)
        if self.how is How.SHUFFLED:
            after = after.replace(top={**after.top, self.pile: ()})
        if self.seat is not None and self.asks:
            piles = dict.fromkeys((*after.unsorted.get(self.seat, ()), self.pile))
            after = after.replace(unsorted={**after.unsorted, self.seat: (*piles,)})
        elif self.how is How.SORTED:
            left = {seat: piles[seat == self.seat :] for seat, piles in after.unsorted.items()}
            after = after.replace(unsorted={seat: piles for seat, piles in left.items() if piles})
        is_played = self.how is How.PLAYED or (self.how is How.USED and self.seat)
        if self.how is How.DRAWN:
            return after.using(f"{self.seat}; {self.pile}")
        return after.using(f"{self.seat} {state.steps} {self.pile}") if is_played else after

    def tell(self, data: DeclaredData) -> Iterator[Notice]:
        pile, names = data.called_by(self.pile, self.seat), Listed(map(data.name_of, self.shown))
        to = self.owner if self.zone is Zone.HAND and self.owner else Line(self.zone)
        if self.back:
            yield tell_all("{count} discarded go back into {pile}.", count=len(self.back), pile=pile)
        if self.lacking:
            yield tell_all("{pile} has run out: {count} fewer than asked.", pile=pile, count=self.lacking)
        yield from self._what(data, to)
        if self.held is not None:
            yield tell_all("{seat} held {names}.", seat=self.held, names=names)
        if self.shown and self.how in (How.DRAWN, How.SHOWN):
            yield tell_text(line("{pile}: **{names}**.", pile=pile, names=names))
        elif self.shown and not (self.how is How.PLAYED or (self.how is How.USED and self.zone is Zone.DISCARD)):
            yield tell_text(line("{names} → {to}.", names=names, to=to), Kind.BOARD)
        told = [*map(data.name_of, self.unseen.value)]
        seen = line("{pile}: **{names}**.", pile=pile, names=Hidden(Listed(told)))
        if self.how not in (How.DRAWN, How.LOOKED):
            seen = line("{pile}: **{names}** → {to}.", pile=pile, names=Hidden(Listed(told)), to=to)
        for reader in dict.fromkeys(each for each in (self.seat, self.owner) if told and each is not None):
            yield Secret(reader, seen).of(*map(str, told))

    def _what(self, data: DeclaredData, to: Line | SideSeat) -> Iterator[Notice]:
        """Tell what a side did, as everybody sees it."""
        pile, count = data.called_by(self.pile, self.seat), len(self.unseen.value)
        match self.how, self.seat:
            case How.SHUFFLED, _:
                yield tell_all("{pile} is shuffled.", pile=pile)
            case How.DRAWN, SideSeat() as seat if drawn := count + len(self.shown):
                yield tell_all("{seat}: {count} from {pile}.", seat=seat, count=drawn, pile=pile)
            case How.LOOKED, SideSeat() as seat:
                yield tell_all("{seat}: the top {count} of {pile} seen.", seat=seat, count=count, pile=pile)
            case How.PLAYED, SideSeat() as seat:
                yield tell_all("{seat}: **{names}** played.", seat=seat, names=Listed(map(data.name_of, self.shown)))
            case How.SORTED, SideSeat() as seat if not (count or self.shown):
                yield tell_all("{seat}: nothing is put away.", seat=seat)
            case How.PUT | How.SORTED, SideSeat() as seat if count or not self.shown:
                there = pile if self.zone is Zone.PILE else to  # how many lie in a pile everybody sees
                yield tell_all("{seat}: {count} → {to}, unseen.", seat=seat, count=count, to=there)


class PhaseBegan(OwnEvent):
    """A phase began; with the first one of a turn the turn did, and some things ``entered``."""

    begins_step: ClassVar[bool] = True
    turn: int
    phase: int
    entered: tuple[str, ...] = ()

    def apply(self, data: DeclaredData, state: State) -> State:
        after = state.moved(self.entered, Zone.PILE).replace(turn=self.turn, phase=self.phase, steps=state.steps + 1)
        return after if self.turn == state.turn else after.replace(used={})

    def tell(self, data: DeclaredData) -> Iterator[Notice]:
        phase, where = data.phases[self.phase], turn_of(data, self.turn)
        yield tell_text(line("**{phase}**, {turn}", phase=phase.shown, turn=where), Kind.TITLE)
        for pile, number in Counter(data.pieces[id_][0] for id_ in self.entered).items():
            yield tell_all("New in {pile}: {count}.", pile=data.worded(pile), count=number)


class FactsEntered(Entered[DeclaredData, State], OwnEvent):
    """Facts were entered as they lie on the table: nothing follows from it."""

    @classmethod
    @override
    def known(cls, data: DeclaredData) -> Facts:
        return Facts(*data.read_by(None))


def turn_of(data: DeclaredData, turn: int) -> Line:
    """Return a turn as the file calls it."""
    if turn <= len(data.turn.names):
        return line("turn {turn}: {name}", turn=turn, name=data.worded(data.turn.names[turn - 1]))
    return line("turn {turn}", turn=turn)
