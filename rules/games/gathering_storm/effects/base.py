"""What every kind of event can do: change accounts while it is in play, have lasting results, ask for choices."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

from pydantic import Field

from rules.errors import NotThere
from rules.frozen import Frozen
from rules.games.gathering_storm.context import Change, EffectContext
from rules.games.gathering_storm.data import BoardData, BoardEvent
from rules.games.gathering_storm.powers import POWERS
from rules.games.gathering_storm.written import NotZero, Whole
from rules.line import Line, line, one_of
from rules.notice import Public
from rules.seat import SideSeat
from rules.secrets import plain

Problem = tuple[str, Line]
"""What is wrong with a part of a card: its field, and the message."""

Base = Annotated[Whole, Field(ge=-20, le=20)]
Amount = Annotated[NotZero, Field(ge=-20, le=20)]
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

NO_QUESTIONS: Mapping[str, str] = {}


class Effect(Frozen):
    """One feature of an event. ``kind`` is its heading in the booklet, general or national."""

    is_of_drawer: ClassVar[bool] = False
    """Whether a national event of this kind is always for the power that draws it."""

    is_used: ClassVar[bool] = False
    """Whether it gives its power something to use in the phase in which it is played."""

    kind: str

    def changes(self, context: EffectContext) -> Iterator[Change]:
        """What it changes until the turn ends, in the state of the context."""
        return iter(())

    def lasting(self, context: EffectContext) -> Iterator[BoardEvent]:
        """The events that it causes when it comes into effect: what outlasts the turn."""
        return iter(())

    def tell(self) -> Iterator[Public]:
        """Its text in one or two sentences, and what to do on the board."""
        return iter(())

    @property
    def is_seen(self) -> bool:
        """Whether its readers see what it does as it is done: in the ledger, or as an event of its own."""
        own = type(self)
        return own.changes is not Effect.changes or own.lasting is not Effect.lasting

    @property
    def has_choice(self) -> bool:
        """Whether it can ask its player for a choice."""
        return type(self).options is not Effect.options

    def options(self, context: EffectContext) -> Mapping[str, tuple[str, ...]]:
        """What its player chooses: each field with what can be chosen, or ``TYPED``."""
        return {}

    def questions(self) -> Mapping[str, str]:
        """How its form words what it asks, where the label alone does not say it."""
        return NO_QUESTIONS

    def check(self, context: EffectContext) -> None:
        """Raises ``RuleError`` for a choice that it does not allow."""
        for field, allowed in self.options(context).items():
            given = getattr(context.choice, field)
            if allowed and given not in allowed:
                raise NotThere("“{label}”: choose {names}.", label=LABELS[field], names=one_of(allowed))
            if not allowed and not given.strip():
                raise NotThere("“{label}”: enter a name.", label=LABELS[field])
            if not allowed and len(given) > LONGEST_TYPED:
                raise NotThere(
                    "“{label}”: use at most {longest} characters.",
                    label=LABELS[field],
                    longest=LONGEST_TYPED,
                )

    def proposal(self, context: EffectContext) -> Mapping[str, str]:
        """A choice that it allows. Its form proposes it."""
        return {field: allowed[0] if allowed else AS_ON_BOARD for field, allowed in self.options(context).items()}

    def waits(self, context: EffectContext) -> bool:
        """Whether the events that it causes wait until research points are assigned."""
        return False

    def problems(self, data: BoardData, power: SideSeat | None) -> Iterator[Problem]:
        """What is wrong with it on a card of ``power``, or of the general pile (None)."""
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
