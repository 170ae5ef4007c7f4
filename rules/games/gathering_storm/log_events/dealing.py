"""Events of the card draw (9.12): the general event turned up, national events dealt, printed cards entered."""

from collections.abc import Iterator
from typing import ClassVar

from typing_extensions import override

from rules.games.gathering_storm import wording
from rules.games.gathering_storm.cards import GENERAL_PILE
from rules.games.gathering_storm.deck import StormData, StormEvent
from rules.games.gathering_storm.numbers import is_numbered, place_of
from rules.games.gathering_storm.powers import POWERS
from rules.games.gathering_storm.state import Held, State
from rules.line import Gathered
from rules.notice import Kind, Notice, Secret, tell_all, tell_board, tell_rule, tell_seat, tell_section
from rules.seat import SideSeat
from rules.secrets import Hidden


def _seen(data: StormData, state: State, pile: str, *, is_reshuffled: bool) -> frozenset[str]:
    """Return the cards out of their piles. After a reshuffle only those of this pile that lie on the table stay out."""
    if not is_reshuffled:
        return state.seen
    return state.seen - ({*data.ids(state, pile)} - state.on_table)


class GeneralDrawn(StormEvent):
    """The general event was turned up, or none because its pile is empty."""

    reveals: ClassVar[bool] = True
    card: str | None
    is_reshuffled: bool = False

    @override
    def apply(self, data: StormData, state: State) -> State:
        seen = _seen(data, state, GENERAL_PILE, is_reshuffled=self.is_reshuffled)
        if self.card is None:
            return state.replace(has_drawn=True, seen=seen, general="")
        general = self.card if is_numbered(self.card) else ""
        return state.replace(has_drawn=True, seen=seen | {place_of(self.card)}, general=general)

    @override
    def tell(self, data: StormData) -> Iterator[Notice]:
        if self.is_reshuffled:
            yield tell_all("The general pile ran out, so its events were shuffled back in.")
            yield data.rulings.empty_pile.tell()
        if self.card is None:
            yield tell_all("**The general pile is empty. No general event occurs this turn.**")
            yield data.rulings.empty_pile.tell()
            return
        yield tell_all("General event: **{card}**.", card=wording.title(data, self.card))
        if data.card(self.card).is_unread:
            yield tell_all("Look the card up. Any player enters what it says.")
        yield tell_rule("9.12: turn up one general event, then deal each major power its own.")


class Dealt(StormEvent):
    """A power was dealt its national events: those face up, those only it sees, and how many its pile lacked."""

    reveals: ClassVar[bool] = True
    power: SideSeat
    shown: tuple[str, ...]
    unseen: Hidden[tuple[str, ...]]
    lacking: int
    is_reshuffled: bool = False

    @override
    def apply(self, data: StormData, state: State) -> State:
        cards = (*self.shown, *self.unseen.value)
        held = tuple(Held(card=card, is_shown=card in self.shown) for card in cards)
        seen = _seen(data, state, self.power, is_reshuffled=self.is_reshuffled) | {*map(place_of, cards)}
        return state.replace(seen=seen, held={**state.held, self.power: held})

    @override
    def tell(self, data: StormData) -> Iterator[Notice]:
        power, unseen = self.power, self.unseen.value
        if self.is_reshuffled:
            yield tell_section("Dealt", "{power}'s pile ran out, so its events were shuffled back in.", power=power)
            yield data.rulings.empty_pile.tell()
        for card in self.shown:
            face_up = tell_all("Face up: {cards}.", cards=Gathered([wording.with_power(data, card, power)]))
            yield face_up.under("Dealt", Kind.RULE if self._is_played_at_once(data) else Kind.SECTION)
        if unseen:
            count, powers = len(unseen), Gathered([power])
            face_down = tell_all("{count} {count:event|events} face down: {powers}.", count=count, powers=powers)
            # one each is what everybody expects
            yield face_down.under("Dealt", Kind.RULE if (len(self.shown), count) == (0, 1) else Kind.SECTION)
        if lacking := self.lacking:
            yield tell_section(
                "Dealt", "**{power}'s pile lacks {lacking} {lacking:event|events}.**", power=power, lacking=lacking
            )
            yield data.rulings.empty_pile.tell()
        for card in unseen:
            yield _tell_unseen(data, power, card).of(data.title(card))

    def _is_played_at_once(self, data: StormData) -> bool:
        """Return whether it is an only event, face up, without a choice: the draw goes on with it."""
        cards = (*self.shown, *self.unseen.value)
        return len(cards) == 1 and not any(each.has_choice for each in data.card(cards[0]).features)


def _tell_unseen(data: StormData, power: SideSeat, card: str) -> Secret:
    """Tell a power its unseen card: its hand says when it is played, and nothing is told when that moment comes."""
    return tell_seat(power, "{power} draws **{card}**.", power=power, card=Hidden(data.title(card)))


class PrintedDeckChosen(StormEvent):
    """The group plays with its own printed deck: so many general events, and so many national ones for each power."""

    general: int
    national: int
    one_deck: bool = False

    @override
    def apply(self, data: StormData, state: State) -> State:
        sizes = {GENERAL_PILE: self.general} | dict.fromkeys(map(str, POWERS), self.national)
        return state.replace(printed=sizes, one_deck=self.one_deck)

    @override
    def tell(self, data: StormData) -> Iterator[Notice]:
        yield tell_all("The group plays with its own printed deck.")
        if self.one_deck and self.general == self.national:
            yield tell_all("It has {cards} cards, each with a text for everybody.", cards=self.general)
        else:
            yield tell_all(
                "General events: {general}. National events of each power: {national}.",
                general=self.general,
                national=self.national,
            )
        yield tell_board("Do not shuffle your cards. The bot deals numbers, and each player looks up its own.")


class CardRead(StormEvent):
    """A player entered what a numbered card says; a national one is its power's secret until it is played."""

    power: SideSeat | None
    card: Hidden[str]

    @override
    def apply(self, data: StormData, state: State) -> State:
        pile = self.power or GENERAL_PILE
        reads = {**state.reads, pile: state.reads.get(pile, 0) + 1}
        if self.power is None:
            return state.replace(general=self.card.value, reads=reads)
        place = place_of(self.card.value)
        held = tuple(
            each.replace(card=self.card.value) if place_of(each.card) == place else each
            for each in state.held[self.power]
        )
        return state.replace(held={**state.held, self.power: held}, reads=reads)

    @override
    def tell(self, data: StormData) -> Iterator[Notice]:
        card = data.card(self.card.value)
        lines = [*wording.sentences(data, self.card.value)]
        if self.power is None:
            yield tell_all("The general event is **{card}**.", card=wording.title(data, self.card.value))
            yield from lines
            return
        yield tell_seat(self.power, "**{card}** is entered.", card=Hidden(card.title))
        yield from (Secret(self.power, line.line) for line in lines)
