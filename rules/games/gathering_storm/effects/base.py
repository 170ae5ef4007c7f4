"""What every kind of event can do: change accounts while it is in play, have lasting results, ask for choices; and the
context in which it is evaluated.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from string import Formatter
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.errors import NotThere
from rules.frozen import Frozen
from rules.games.gathering_storm.data import BoardData, BoardEvent
from rules.games.gathering_storm.powers import POWERS, belongs_to
from rules.games.gathering_storm.state import CardChoice, State
from rules.games.gathering_storm.written import NotZero, OneLine, Whole
from rules.line import Line, Listed, line, one_of
from rules.notice import Kind, Open, Public, tell_board
from rules.seat import SideSeat
from rules.secrets import Shown, plain, quote

NOTHING = CardChoice()


class Account(StrEnum):
    """What the ledger adds up."""

    SUPPORT = "support"
    INCOME = "income"
    TILES = "income tiles"
    CONVERSION = "factory conversion cost"
    COUNTERS = "diplomatic counters"
    RESEARCH_COUNTERS = "activity counters for research"
    EAI = "EAI"
    DIPLOMACY = "diplomacy"


@dataclass(frozen=True, slots=True)
class Change:
    """What an effect does to an account in the state that it was evaluated for.

    ``draws_none`` sets an account to nothing whatever else is in it. ``ruling`` names the ruling that decided.
    """

    account: Account
    amount: int
    power: SideSeat | None = None
    target: str | None = None
    draws_none: bool = False
    ruling: str | None = None


@dataclass(frozen=True, slots=True)
class EffectContext:
    """The data and the state, the power whose card it is (None for the general event), its choices, and the EAI."""

    data: BoardData
    state: State
    power: SideSeat | None = None
    choice: CardChoice = NOTHING
    eai: int = 0

    @property
    def drawer(self) -> SideSeat:
        """Return the power that drew the card; the kinds that ask for it are on national cards only."""
        assert self.power is not None, "a national kind"
        return self.power


Problem = tuple[str, Line]
"""What is wrong with a part of a card: its field, and the message."""

Base = Annotated[Whole, Field(ge=-20, le=20)]
Amount = Annotated[NotZero, Field(ge=-20, le=20)]
Options = Mapping[str, tuple[str, ...]]
TYPED: tuple[str, ...] = ()
"""The options of a field that its player types freely."""

LONGEST_TYPED = 60
AS_ON_BOARD = "as on the board"
"""What stands in such a field where a card is played for a power that is away."""
BEFORE, AFTER, BOTH = "before", "after", "some before and some after"
"""When a player uses what a card gives."""
WORDS = frozenset({AS_ON_BOARD, BEFORE, AFTER, BOTH})
"""What is chosen for a card and is no name."""
LABELS = {
    "target": "Country",
    "project": "Research project",
    "second": "Second research project",
    "unit": "Unit or ship",
    "when": "When",
}
"""What the form for playing an event calls its fields."""


class Effect(Frozen):
    """One feature of an event. ``kind`` is its heading in the booklet, general or national."""

    says: ClassVar[Line | None] = None
    rule: ClassVar[Line | None] = None
    board: ClassVar[Line | None] = None
    """Its text, the rule behind it, and what to do on the board; its fields fill the sentences."""

    asks: ClassVar[Options] = {}
    """What its player chooses: each field with what can be chosen, or ``TYPED``."""

    questions: ClassVar[Mapping[str, str]] = {}
    """How its form words what it asks, where the label alone does not say it."""

    is_of_drawer: ClassVar[bool] = False
    """Whether a national event of this kind is always for the power that draws it."""

    is_used: ClassVar[bool] = False
    """Whether it gives its power something to use in the phase in which it is played."""

    kind: str

    def changes(self, context: EffectContext) -> Iterator[Change]:
        """Yield what it changes until the turn ends, in the state of the context."""
        return iter(())

    def lasting(self, context: EffectContext) -> Iterator[BoardEvent]:
        """Yield the events that it causes when it comes into effect: what outlasts the turn."""
        return iter(())

    def tell(self) -> Iterator[Public]:
        """Tell what it says."""
        for kind, said in ((Kind.RESULT, self.says), (Kind.RULE, self.rule), (Kind.BOARD, self.board)):
            if said is not None:
                named = [name for _, name, _, _ in Formatter().parse(said) if name]
                yield Public(Line(said, {name: self.shown(name) for name in named}), kind)

    def shown(self, field: str) -> Open:
        """Return a field as players read it."""
        value: Any = getattr(self, field)
        if isinstance(value, tuple):
            return Listed(value)
        return value if isinstance(value, int | SideSeat) else Shown(value)

    @property
    def is_seen(self) -> bool:
        """Return whether its readers see what it does as it is done: in the ledger, or as an event of its own."""
        own = type(self)
        return own.changes is not Effect.changes or own.lasting is not Effect.lasting

    @property
    def has_choice(self) -> bool:
        """Return whether it can ask its player for a choice."""
        return bool(self.asks) or type(self).options is not Effect.options

    def options(self, context: EffectContext) -> Options:
        """Return what its player chooses as things stand."""
        return self.asks

    def check(self, context: EffectContext) -> None:
        """Raise ``RuleError`` for a choice that it does not allow."""
        for field, allowed in self.options(context).items():
            given, label = getattr(context.choice, field), LABELS[field]
            if allowed and given not in allowed:
                raise NotThere("“{label}”: choose {names}.", label=label, names=one_of(allowed))
            if not allowed and not given.strip():
                raise NotThere("“{label}”: enter a name.", label=label)
            if not allowed and len(given) > LONGEST_TYPED:
                raise NotThere("“{label}”: use at most {longest} characters.", label=label, longest=LONGEST_TYPED)

    def proposal(self, context: EffectContext) -> Mapping[str, str]:
        """Return a choice that it allows. Its form proposes it."""
        return {field: allowed[0] if allowed else AS_ON_BOARD for field, allowed in self.options(context).items()}

    def waits(self, context: EffectContext) -> bool:
        """Return whether the events that it causes wait until research points are assigned."""
        return False

    def problems(self, data: BoardData, power: SideSeat | None) -> Iterator[Problem]:
        """Yield what is wrong with it on a card of ``power``, or of the general pile (None)."""
        named = getattr(self, "power", None)
        if named is not None and named not in POWERS:
            yield "power", line("there is no power {name}", name=plain(str(named)))
        elif self.is_of_drawer and named != power:
            yield "power", line("{kind} is for the power that draws it", kind=plain(self.kind))
        for field in ("target", "countries", "targets"):
            given = getattr(self, field, ())
            countries = [given] if isinstance(given, str) else [*given]
            for country in countries:
                if country not in data.countries:
                    yield field, line("there is no country {name}", name=plain(country))
            if len(set(countries)) < len(countries):
                yield field, Line("a country is named twice")


class Changing(Effect):
    """A kind that changes an account of a power while its card is in play."""

    account: ClassVar[Account]
    power: SideSeat

    def amount_now(self, context: EffectContext) -> int:
        """Return the net change as things stand."""
        return 1

    @override
    def changes(self, context: EffectContext) -> Iterator[Change]:
        yield Change(self.account, self.amount_now(context), self.power)


class Fixed(Changing):
    """A kind that changes an account by the number on its card."""

    amount: Amount

    @override
    def amount_now(self, context: EffectContext) -> int:
        return self.amount


class ForDrawer(Effect):
    """A kind that gives the power that draws it something to use, and changes no account."""

    is_of_drawer = True
    is_used = True
    power: SideSeat


class InWords(Effect):
    """What a printed card says that is of none of the other kinds: it is told, and done on the board."""

    kind: Literal["in words"]
    text: Annotated[OneLine, Field(min_length=1, max_length=200)]

    @override
    def tell(self) -> Iterator[Public]:
        yield tell_board("The card also says “{text}”", text=quote(self.text))


def not_of(data: BoardData, project: str, power: SideSeat | None) -> Iterator[Problem]:
    """Yield what keeps a research project from being a power's, its own or its alliance's."""
    if project not in data.by_key:
        yield "project", line("there is no project {name}", name=plain(project))
    elif power is not None and not belongs_to(data.by_key[project].owner, power):
        yield "project", line("{project} is not of {power}", project=Shown(project), power=Shown(power))
