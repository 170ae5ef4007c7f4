"""An event card as data. Errors name the card and what is wrong with it."""

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import Field, ValidationError, model_validator

from rules.faults import message_of
from rules.frozen import Frozen
from rules.games.gathering_storm.data import ANY_TIME, OWN_PLACEMENT, BoardData
from rules.games.gathering_storm.effects import GENERAL, NATIONAL, ON_BOTH, Feature
from rules.games.gathering_storm.effects.base import EffectContext
from rules.games.gathering_storm.effects.diplomacy import FlexibleDiplomacy
from rules.games.gathering_storm.effects.support import AggressionIndex
from rules.games.gathering_storm.numbers import numbered, read_numbered
from rules.games.gathering_storm.powers import POWERS
from rules.games.gathering_storm.rulings import GreyCards, MixedEvents
from rules.games.gathering_storm.state import State
from rules.games.gathering_storm.written import CardId, NumberedId, OneLine, YesNo
from rules.line import Line, line
from rules.notice import Text
from rules.seat import SideSeat
from rules.secrets import Shown, plain

Pile = Literal["general", "Germany", "Italy", "Britain", "France", "Russia"]
GENERAL_PILE = "general"
PAIRS = {
    "compound support": ("power", "{kind} needs two different powers"),
    "compound diplomacy": ("target", "{kind} needs two different targets"),
}
"""Of the two features of a compound event one field differs."""


class Card(Frozen):
    """An event card: its pile, whether it is secret (printed on grey), and its features.

    ``supposed`` marks a secret card whose grey the source does not show.
    """

    id: Annotated[CardId, Field(max_length=40)]
    title: Annotated[OneLine, Field(min_length=1, max_length=90)]
    pile: Pile
    secret: YesNo = False
    supposed: YesNo = False
    text: Annotated[Text, Field(max_length=300)] | None = None
    source: Annotated[str, Field(min_length=1)]
    features: Annotated[tuple[Feature, ...], Field(min_length=1)]

    @property
    def is_unread(self) -> bool:
        """Return whether it is a card of a printed deck of which nothing was entered yet."""
        return not self.features

    def is_grey(self, data: BoardData) -> bool:
        """Return whether it is dealt face down (ruling ``grey_cards``)."""
        match data.rulings.grey_cards.answer:
            case GreyCards.EVERY_NATIONAL_EVENT:
                return self.power is not None
            case GreyCards.AS_THE_AID_SHOWS:
                return self.secret and not self.supposed
        return self.secret

    @property
    def power(self) -> SideSeat | None:
        """Return the power that draws it, or None for the general pile."""
        return SideSeat(self.pile) if self.pile in POWERS else None

    @model_validator(mode="after")
    def _is_one_event(self) -> Self:
        if self.secret and self.power is None:
            raise ValueError(Line("a general event cannot be secret"))
        kinds = [str(feature.kind) for feature in self.features]
        is_general = self.power is None
        allowed = (*(GENERAL if is_general else NATIONAL), *ON_BOTH)
        for kind in kinds:
            if kind not in allowed and is_general:
                raise ValueError(line("{kind} is not a kind of general event", kind=Shown(kind)))
            if kind not in allowed:
                raise ValueError(line("{kind} is not a kind of national event", kind=Shown(kind)))
        for paired, (field, needs) in PAIRS.items():
            pair = [getattr(feature, field) for feature in self.features if feature.kind == paired]
            if pair and (len(pair) != 2 or pair[0] == pair[1]):
                raise ValueError(line(needs, kind=Shown(paired)))
        if "ancillary" in " ".join(kinds) and len(kinds) < 2:
            raise ValueError(Line("an ancillary effect needs another effect beside it"))
        return self

    @property
    def flexible_targets(self) -> tuple[str, ...]:
        """Flexible: the countries among which its player chooses."""
        flexible = [feature for feature in self.features if isinstance(feature, FlexibleDiplomacy)]
        return tuple(target for feature in flexible for target in feature.targets)

    def _sums(self) -> Iterator[tuple[str, str, str]]:
        """Yield what each feature adds to, which the ledger tells contributions by: it must be unique on a card."""
        for feature in self.features:
            power, target = getattr(feature, "power", ""), getattr(feature, "target", "")
            if power or isinstance(feature, AggressionIndex):
                yield feature.kind, power, target

    def moments(self, data: BoardData) -> tuple[str, ...]:
        """Return the phase in which each feature is played, or ``any time`` for a feature without a phase."""
        moments = [data.moments.get(feature.kind, ANY_TIME) for feature in self.features]
        own = data.placement_of(self.power) if self.power is not None else ANY_TIME
        return tuple(own if moment == OWN_PLACEMENT else moment for moment in moments)

    def moment(self, data: BoardData) -> str:
        """Return the phase in which it is played, or ``any time``."""
        bound = self.bound(data)
        return bound[0] if bound else ANY_TIME

    def used_in(self, data: BoardData) -> tuple[str, ...]:
        """Return the phases in which its player uses what it gives."""
        pairs = zip(self.features, self.moments(data), strict=True)
        return tuple(dict.fromkeys(moment for feature, moment in pairs if feature.is_used and moment != ANY_TIME))

    def bound(self, data: BoardData) -> tuple[str, ...]:
        """Return the phases to which its features bind it, in the order of the turn."""
        return tuple(sorted({each for each in self.moments(data) if each != ANY_TIME}, key=data.phase_index))

    def part_runs(self, data: BoardData, state: State, place: int) -> bool:
        """Return whether the feature at a place has begun to run, its card being in play. Of a card of several phases
        each part can wait for its own (ruling ``mixed_events``).
        """
        if len(self.bound(data)) < 2 or not data.is_ruled(MixedEvents.EACH_PART_IN_ITS_OWN_PHASE):
            return True
        moment = self.moments(data)[place]
        return moment == ANY_TIME or data.phase_index(moment) <= state.phase

    def part_begins(self, data: BoardData, state: State, place: int) -> bool:
        """Return whether the feature at a place begins to run with this phase, its card having been played earlier."""
        before = state.replace(phase=state.phase - 1)
        return self.part_runs(data, state, place) and not self.part_runs(data, before, place)

    def problems(self, data: BoardData) -> Iterator[tuple[tuple[int | str, ...], Line]]:
        """Yield what is wrong with the card in this game, each with its place on the card."""
        for place, feature in enumerate(self.features):
            for field, fault in feature.problems(data, self.power):
                yield ("features", place, field), fault
        fields = [
            field for feature in self.features for field in feature.options(EffectContext(data, State(), self.power))
        ]
        for field in sorted({field for field in fields if fields.count(field) > 1}):
            yield ("features",), line("two of them ask the player for the same: {field}", field=plain(field))
        sums = [*self._sums()]
        for kind in sorted({each[0] for each in sums if sums.count(each) > 1}):
            yield ("features",), line("{kind} appears twice for the same power or country", kind=Shown(kind))
        for feature in self.features:
            if isinstance(feature, FlexibleDiplomacy) and feature.power != self.power:
                yield ("features",), Line("a flexible diplomacy event is for the power that draws it")


class PrintedCard(Frozen):
    """A card of a group's own printed deck that the group knows beforehand: ``Germany#37``."""

    id: NumberedId
    title: Annotated[OneLine, Field(max_length=60)] = ""
    features: Annotated[tuple[Feature, ...], Field(min_length=1)]

    @property
    def said(self) -> str:
        """Return the id of the card with what it says, as if a player had entered it."""
        pile, number, _, _ = read_numbered(self.id)
        features = [each.model_dump(mode="json", exclude_unset=True) for each in self.features]
        return numbered(pile, number, self.title, features)

    def problems(self, data: BoardData) -> Iterator[tuple[tuple[int | str, ...], Line]]:
        """Yield what is wrong with the card in this game, each with its place on the card."""
        pile, _, _, _ = read_numbered(self.id)
        try:
            card = Card.model_validate(
                self.model_dump() | {"id": "numbered", "title": "numbered", "pile": pile, "source": "printed"}
            )
        except ValidationError as error:
            yield (), message_of(error.errors()[0])
        else:
            yield from card.problems(data)
