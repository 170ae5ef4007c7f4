"""The file of a group's own game as a whole, and what follows from its parts."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from functools import cached_property
from itertools import count
from typing import Annotated, Any, ClassVar

from pydantic import Field
from typing_extensions import override

from rules.games.declared import language
from rules.games.declared.language import EACH, FULL, OTHER, PhaseOf, PileOf, Step
from rules.kit.facts import Declared, Flag, OneOf, Some, Track
from rules.line import Line, Listed, line, signed
from rules.notice import Public, Text, tell_all, tell_text
from rules.printed.lookup import NO_HEAD, Modifier, PrintedData, PrintedTable
from rules.printed.table import Band
from rules.ruling import Thing as Part
from rules.seat import SideSeat
from rules.secrets import Phrase, Shown, quote

TURN = "turn"
Loc = tuple[int | str, ...]


PARTS = {
    "game": "the name", "sides": "the sides", "alliances": "the alliances", "turn": "the turn",
    "scenario": "the scenarios", "cup": "the cups", "deck": "the decks", "track": "the tracks", "flag": "the flags",
    "choice": "the choices", "counters": "the counters", "table": "the tables", "action": "the actions",
    "texts": "the words in other languages",
}  # fmt: skip


class DeclaredData(PrintedData):
    """A game of a group's own. Names are those of its file; of what each side has, the key names the side, too."""

    parts: ClassVar[Mapping[str, str]] = {**PrintedData.parts, **PARTS}
    game: language.Name
    source: language.Sentence = "Our own"
    sides: Annotated[tuple[language.SideName, ...], Field(min_length=1, max_length=8)] = ("Players",)
    colours: Annotated[Mapping[str, Annotated[str, Field(pattern="^#[0-9a-f]{6}$")]], language.Of("sides")] = {}
    seats: Annotated[Mapping[str, language.Sentence], language.Of("sides")] = {}
    alliances: Mapping[language.Name, language.Names] = {}
    turn: language.TurnOf = language.TurnOf()
    scenario: Annotated[Mapping[language.Name, language.Scenario], Field(max_length=25)] = {}
    cup: Annotated[Mapping[language.Key, PileOf], Field(max_length=20)] = {}
    deck: Annotated[Mapping[language.Key, PileOf], Field(max_length=20)] = {}
    track: Annotated[Mapping[language.Key, language.FactOf], Field(max_length=60)] = {}
    flag: Annotated[Mapping[language.Key, language.FactOf], Field(max_length=60)] = {}
    choice: Annotated[Mapping[language.Key, language.FactOf], Field(max_length=60)] = {}
    counters: Annotated[Mapping[language.Key, language.FactOf], Field(max_length=60)] = {}
    table: Annotated[Mapping[language.Name, language.TableOf], Field(max_length=60)] = {}
    action: Annotated[Mapping[language.Name, language.ActionOf], Field(max_length=60)] = {}
    texts: Mapping[str, Annotated[Mapping[str, language.Sentence], Field(max_length=1000)]] = {}

    @cached_property
    def seated(self) -> tuple[SideSeat, ...]:
        """The sides."""
        return tuple(map(SideSeat, self.sides))

    @override
    def things(self, part: str) -> Iterable[Part] | None:
        value = getattr(self, part)
        if part in PARTS and isinstance(value, Mapping):
            return [Part(name, line("“{name}”", name=Shown(name)), each) for name, each in value.items()]
        return super().things(part)

    @override
    def words_of(self, seat: str) -> str:
        return self.worded(self.seats[seat]) if seat in self.seats else ""

    def called(self, names: Iterable[str], acting: SideSeat | None = None) -> tuple[SideSeat, ...]:
        """Return the sides that are named, by themselves or as an alliance; all where nobody is named. The others are
        others than whoever is ``acting``.
        """
        every = {**self.alliances, "": (), EACH: (), OTHER: [each for each in self.sides if each != acting]}
        return tuple(SideSeat(each) for name in names for each in every.get(name, (name,))) or self.seated

    def worded(self, text: str) -> Line:
        """Return a name or a sentence of the file, which is said in its reader's language."""
        others = {code: words[text] for code, words in self.texts.items() if text in words}
        return line("{text}", text=Phrase(text, others))

    def answered(self, said: str) -> Line | Shown:
        """Return an answer, which is said in its reader's language where it is not typed."""
        is_own = any(said in words for words in self.texts.values())
        return Line(said) if said in (language.YES, language.NO) else self.worded(said) if is_own else quote(said)

    def owned(self, name: str, side: str) -> Iterator[tuple[str, SideSeat | None]]:
        """Yield the key of what is declared, and whose it is: one a side, where each has its own."""
        if side == EACH:
            yield from ((f"{seat}: {name}", seat) for seat in self.seated)
        else:
            yield name, SideSeat(side) if side in self.sides else None

    @cached_property
    def kinds(self) -> Mapping[str, Mapping[str, language.FactOf]]:
        """What the file says of each kind of fact, by name."""
        return {"track": self.track, "flag": self.flag, "choice": self.choice, "counters": self.counters}

    @cached_property
    def every_fact(self) -> Mapping[str, language.FactOf]:
        """What the file says of each fact, by name."""
        return {name: fact for of in self.kinds.values() for name, fact in of.items()}

    @cached_property
    def facts(self) -> Mapping[str, tuple[Declared, language.FactOf, SideSeat | None]]:
        """The facts by key: each with what the file says of it, and the side that has it."""
        return {
            key: (self._declared(kind, name, key, fact), fact, owner)
            for kind, of in self.kinds.items()
            for name, fact in of.items()
            for key, owner in self.owned(name, fact.side)
        }

    def _declared(self, kind: str, name: str, key: str, fact: language.FactOf) -> Declared:
        label, owner = self.worded(name), key.removesuffix(name).removesuffix(": ")
        label = line("{seat}: {fact}", seat=self.worded(owner), fact=label) if owner else label
        given: dict[str, Any] = {"key": key, "label": label, "at": ("facts", key), "worded": self.worded}
        match kind:
            case "track":
                blank = fact.min if fact.start is None else fact.start
                return Track(**given, blank=blank, low=fact.min, high=fact.max)
            case "flag":
                return Flag(**given, blank=bool(fact.start))
            case "choice":
                return OneOf(**given, blank=fact.start or next(iter(fact.of), ""), words=fact.of)
            case _:
                return Some(**given, blank=language.one(fact.start or ()), words=fact.of)

    def fact(self, name: str, seat: SideSeat | None) -> Declared | None:
        """Return a fact by its name: a seat's own, where every side has one."""
        found = self.facts.get(name) or self.facts.get(f"{seat}: {name}")
        return found[0] if found else None

    def read_by(self, seat: SideSeat | None) -> list[Declared]:
        """Return the facts that a side alone reads, or those that everybody does."""
        return [fact for key, (fact, _, _) in self.facts.items() if self.secret_of(key) == seat]

    @cached_property
    def secrets(self) -> Set[str]:
        """The names of the facts that a side alone reads."""
        return {name for name, each in self.every_fact.items() if each.secret}

    def is_secret(self, action: language.ActionOf) -> bool:
        """Return whether a side alone knows that it can do an action."""
        return not self.secrets.isdisjoint(action.when)

    def secret_of(self, key: str) -> SideSeat | None:
        """Return the side that alone reads a fact."""
        _, fact, owner = self.facts[key]
        return owner if fact.secret else None

    @cached_property
    def piles(self) -> Mapping[str, tuple[PileOf, SideSeat | None]]:
        """The cups and decks by key, each with the side that has it."""
        every = {name: pile for name, pile in self.every_pile.items() if not pile.into}
        return {key: (pile, owner) for name, pile in every.items() for key, owner in self.owned(name, pile.side)}

    @property
    def every_pile(self) -> Mapping[str, PileOf]:
        """What the file says of each cup and deck, by name."""
        return {**self.cup, **self.deck}

    def pile(self, name: str, seat: SideSeat | None) -> str:
        """Return the key of a pile by its name: a seat's own, where every side has one."""
        return name if name in self.piles else f"{seat}: {name}"

    @cached_property
    def pieces(self) -> Mapping[str, tuple[str, language.Thing, language.When]]:
        """The chits and cards by id, in the order of the file: the pile, the thing, when it enters."""
        every = [
            (key, each, {**pile.when, TURN: f"{turn}+"} if turn > 1 else pile.when)
            for name, pile in self.every_pile.items()
            for key, _ in self.owned(pile.into or name, self.every_pile[pile.into or name].side)
            for each in pile.holds
            for turn in each.turns
        ]
        number = defaultdict[str, Iterator[int]](lambda: count(1))
        return {f"{thing.name}/{next(number[thing.name])}": (key, thing, when) for key, thing, when in every}

    def whose(self, key: str) -> tuple[SideSeat, ...]:
        """Return the sides that use a pile."""
        pile, owner = self.piles[key]
        return (owner,) if owner else self.called((pile.side,))

    def name_of(self, id_: str) -> Line:
        """Return what a chit or a card is called."""
        return self.worded(self.pieces[id_][1].name)

    def called_by(self, key: str, seat: SideSeat | None) -> Line:
        """Return what a pile is called when its own side is named beside it."""
        return self.worded(key.removeprefix(f"{seat}: "))

    def after(self, id_: str) -> str:
        """Return where a chit or a card goes after use."""
        key, thing, _ = self.pieces[id_]
        return thing.after or ("return" if thing.drawn == "back" else self.piles[key][0].after)

    @cached_property
    @override
    def printed_tables(self) -> Mapping[str, PrintedTable[str]]:
        """The tables as they are printed."""
        return {name: self.printed(name, table) for name, table in self.table.items()}

    def printed(self, name: str, table: language.TableOf) -> PrintedTable[str]:
        """Return a table as it is printed. Raises ``ValidationError`` where it has a hole."""
        heads, numbers = table.columns or (NO_HEAD,), [each for each in table.drms if type(each.amount) is int]
        return PrintedTable[str](
            title=Text(name),
            across=Text(table.across or NO_HEAD),
            source=Text(table.source or f"{name}, {self.source}"),
            dice=table.dice,
            columns=heads if are_bands(heads) else tuple(map(str, range(len(heads)))),
            heads=heads,
            rows={band: tuple(map(in_short, cells)) for band, cells in table.rows.items()},
            drms=tuple(modifier(each, each.amount) for each in numbers),
            notes=tuple(Text(f"± {each.amount}: {each.text}") for each in table.drms if each not in numbers),
        )

    @cached_property
    def actions(self) -> Mapping[str, language.ActionOf]:
        """The actions; a table that nothing else rolls on has one of its own."""
        rolled = (step.roll for each in self.action.values() for step in each.steps)
        used = {*rolled, *(each.roll for each in self.effects)}
        return {n: language.ActionOf(steps=(Step(roll=n),)) for n in self.table if n not in used} | {**self.action}

    @property
    def effects(self) -> Iterator[language.Effect]:
        """All effects."""
        yield from (each for pile in self.every_pile.values() for each in pile.holds)
        yield from (each for fact in self.track.values() for each in fact.at.values())
        yield from (each for table in self.table.values() for cells in table.rows.values() for each in cells)
        yield from (each for action in self.action.values() for step in action.steps for each in step.of.values())

    def counted(self, action: str, seat: SideSeat) -> str:
        """Return what is counted as an action is done: for each side by itself if it is each side's."""
        return f"{seat} {action}" if EACH in self.actions[action].side else action

    def asks(self, step: Step, seat: SideSeat | None) -> Iterator[tuple[language.Ask, tuple[str, ...]]]:
        """Yield what a step asks whoever acts: each question with the words that it is chosen from."""
        table = self.table.get(step.roll)
        if step.question and not step.side:
            yield step, tuple(step.of)
        if table is not None:
            yield from ((each, ()) for each in table.asks)
            if len(table.columns) > 1 and table.across and self.fact(table.across, seat) is None:
                if not are_bands(table.columns):
                    yield language.Ask(ask=table.across), table.columns
                elif table.across not in [each.ask for each in table.asks]:
                    lows, highs = zip(*map(Band.read, table.columns), strict=True)
                    most = language.MOST_NUMBER if None in highs else max(highs)
                    yield language.Ask(ask=table.across, min=min(low or 0 for low in lows), max=most), ()

    @cached_property
    def phases(self) -> tuple[PhaseOf, ...]:
        """The phases of a turn, called as each reader calls them; one, where none are declared."""
        every = self.turn.phases or (PhaseOf(name="Play"),)
        return tuple(each.model_copy(update={"name": self.worded(each.name)}) for each in every)

    def named_with(self, phase: str) -> Collection[language.Names]:
        """Return the lists of phases in which a phase stands, of actions and draws: alone, or among others."""
        every = (*(each.phase for each in self.actions.values()), *((pile.phase,) for pile in self.every_pile.values()))
        return {named for named in every if phase in named}

    def understood(self) -> Iterator[Public]:
        """Yield what the file declares, in words."""
        yield tell_text(line("**{game}**: {sides}.", game=Shown(self.game), sides=Listed(self.seated)))
        last, phases = self.turn.last, [each.name for each in self.turn.phases]
        if last:
            yield tell_all("{count} {count:turn|turns}; the game ends with the last.", count=last)
        if phases:
            yield tell_all("Phases of a turn: {names}.", names=Listed(phases))
        for name, pile in self.every_pile.items():
            yield from in_words(name, pile)
        for name, table in self.table.items():
            values: dict[str, Any] = {"name": Shown(name), "dice": Shown(table.dice), "count": len(table.rows)}
            yield tell_all("{name}: {dice}, {count} {count:row|rows} without a hole.", **values)
        if self.facts:
            yield tell_all("On the board: {names}.", names=Listed(fact.label for fact, _, _ in self.facts.values()))
        if self.action:
            yield tell_all("Actions: {names}.", names=Listed(self.action))
        if self.scenario:
            yield tell_all("Scenarios: {names}.", names=Listed(self.scenario))


def in_words(name: str, pile: PileOf) -> Iterator[Public]:
    """Yield what a cup or a deck is, in words."""
    count = sum(len(each.turns) for each in pile.holds)
    values: dict[str, Any] = {"name": Shown(name), "count": count, "draw": Shown(str(pile.draw))}
    if pile.into:
        yield tell_all("{name}: {count} in all, which enter {pile} later.", **values, pile=Shown(pile.into))
    elif pile.hand is None:
        yield tell_all("{name}: {count} in all, {draw} drawn at a time and turned up.", **values)
    elif pile.draw == FULL:
        yield tell_all("{name}: {count} in all, drawn up to a hand of {most}.", **values, most=Shown(str(pile.hand)))
    else:
        values["most"] = Shown(str(pile.hand))
        yield tell_all("{name}: {count} in all, {draw} drawn at a time, a hand holds {most}.", **values)
    if pile.side == EACH:
        yield tell_all("Each side has a {name} of its own.", name=Shown(name))
    elif pile.side:
        yield tell_all("{name} belongs to {side}.", name=Shown(name), side=Shown(pile.side))


def are_bands(heads: Iterable[str]) -> bool:
    """Return whether the heads of columns are numbers, so that one is found by a number."""
    try:
        return bool([*map(language.band_of, heads)])
    except ValueError:
        return False


def in_short(effect: language.Effect) -> str:
    """Return an effect as it stands in the cell of a table."""
    adds = (f"{name} {signed(by)}" if isinstance(by, int) else f"{name} + {by}" for name, by in effect.add.items())
    words = {True: "yes", False: "no"}
    told = {name: ", ".join(to) if isinstance(to, tuple) else to for name, to in effect.set.items()}
    sets = (f"{name}: {words.get(to, to) if isinstance(to, bool) else to}" for name, to in told.items())
    then = (f"→ {effect.roll}",) if effect.roll else ()
    return " · ".join(filter(None, (effect.text, *adds, *sets, *then))) or "–"


def modifier(drm: language.Drm, value: int) -> Modifier:
    """Return a modifier of a table as it is printed, with the number that it is."""
    when = dict(map(asked, drm.when.items()))
    return Modifier(value=value, text=Text(drm.text), when=when, shifts=bool(drm.shift))


def asked(condition: tuple[str, Any]) -> tuple[str, str]:
    """Return a condition as a modifier asks it: a number in a band, else 1 for yes; ``Weather is Rain`` for a word."""
    name, wanted = condition
    if isinstance(wanted, bool) or are_bands([str(wanted)]):
        return name, str(int(wanted) if isinstance(wanted, bool) else wanted)
    return f"{name} is {wanted}", "1"
