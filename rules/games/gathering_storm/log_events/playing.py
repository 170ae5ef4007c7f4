"""Events of playing a card: it comes into effect, is discarded at the end of its phase, or falls due."""

from collections.abc import Iterable, Iterator
from typing import ClassVar

from typing_extensions import override

from rules.command import Event
from rules.games.gathering_storm import wording
from rules.games.gathering_storm.deck import StormData, StormEvent
from rules.games.gathering_storm.numbers import is_numbered
from rules.games.gathering_storm.state import CardChoice, Cause, Held, InPlay, State
from rules.line import Gathered, Listed
from rules.notice import Notice, tell_all, tell_rule
from rules.seat import SideSeat


class Played(StormEvent):
    """A card came into effect, by its ``cause``. It ``waits`` for the research points."""

    reveals: ClassVar[bool] = True
    card: str
    power: SideSeat | None
    choice: CardChoice = CardChoice()
    cause: Cause = Cause.PLAYED
    waits: bool = False

    @override
    def apply(self, data: StormData, state: State) -> State:
        played = InPlay(card=self.card, power=self.power, choice=self.choice, waits=self.waits)
        left = state if self.power is None else state.without_card(self.power, self.card)
        general = "" if state.general == self.card else state.general
        return left.with_seen(self.card).replace(played=(*state.played, played), general=general)

    @override
    def tell(self, data: StormData) -> Iterator[Notice]:
        if not is_numbered(self.card):
            kinds = Listed(feature.kind for feature in data.card(self.card).features)
            yield tell_rule("Type of event: {kinds}.", kinds=kinds)
        if self.power is None:
            yield from wording.reasons(data, self.card)
            return
        card = Gathered([wording.with_power(data, self.card, self.power)])
        match self.cause:
            case Cause.FORCED:
                yield tell_all("Only event, so played: {cards}.", cards=card)
                yield data.rulings.only_event_unplayed.tell()
            case Cause.PLANNED:
                planned = wording.as_planned(data, self.card, self.power, self.choice)
                yield tell_all("As planned: {cards}.", cards=Gathered([planned]))
            case Cause.TURNED_UP:
                yield tell_all("In effect at once: {cards}.", cards=card)
            case Cause.PLAYED:
                yield tell_all("{power} plays **{card}**.", power=self.power, card=wording.title(data, self.card))
        yield from wording.reasons(data, self.card)
        if self.cause is not Cause.PLANNED:
            yield from (line.under("Chosen") for line in wording.tell_choice(data, self.choice))
        if self.waits:
            yield tell_all("It takes effect once research points have been assigned.")


class TookEffect(StormEvent):
    """What waited for the research points to be assigned has taken effect."""

    card: str
    power: SideSeat

    @override
    def apply(self, data: StormData, state: State) -> State:
        played = (each.replace(waits=False) if each.card == self.card else each for each in state.played)
        return state.replace(played=tuple(played))

    @override
    def tell(self, data: StormData) -> Iterator[Notice]:
        yield tell_all(
            "Research points have been assigned, so **{card}** takes effect.", card=wording.title(data, self.card)
        )


class Discarded(StormEvent):
    """A card that was not played was shown and discarded at the end of its phase."""

    reveals: ClassVar[bool] = True
    card: str
    power: SideSeat
    had_to_be_played: bool = False

    @override
    def apply(self, data: StormData, state: State) -> State:
        return state.without_card(self.power, self.card).with_seen(self.card)

    @override
    def tell(self, data: StormData) -> Iterator[Notice]:
        card = Gathered([wording.with_power(data, self.card, self.power)])
        yield tell_all("Discarded unplayed: {cards}.", cards=card)
        if self.had_to_be_played:
            yield data.rulings.only_event_unplayed.tell()
        yield tell_rule(
            "9.13: a power plays at least one event each turn. It discards the others at the end of their phases."
        )


class FellDue(StormEvent):
    """A power did not play its only event in its phase, and the event has a choice: it lies face up until played."""

    reveals: ClassVar[bool] = True
    card: str
    power: SideSeat

    @override
    def apply(self, data: StormData, state: State) -> State:
        overdue = Held(card=self.card, is_shown=True, is_overdue=True)
        others = [each for each in state.held[self.power] if each.card != self.card]
        return state.replace(held={**state.held, self.power: (*others, overdue)})

    @override
    def is_overtaken(self, later: Iterable[Event]) -> bool:
        """Where play goes on at once, what becomes of it is told."""
        return any(isinstance(each, Played | Discarded) and each.card == self.card for each in later)

    @override
    def tell(self, data: StormData) -> Iterator[Notice]:
        card = Gathered([wording.with_power(data, self.card, self.power)])
        yield tell_all("Face up until played: {cards}.", cards=card)
        yield data.rulings.only_event_unplayed.tell()
