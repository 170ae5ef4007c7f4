"""Events of a printed deck: the group plays with its own, and what one of its cards says was entered."""

from collections.abc import Iterator

from typing_extensions import override

from rules.games.gathering_storm import wording
from rules.games.gathering_storm.cards import GENERAL_PILE
from rules.games.gathering_storm.deck import StormData, StormEvent
from rules.games.gathering_storm.numbers import place_of
from rules.games.gathering_storm.powers import POWERS
from rules.games.gathering_storm.state import State
from rules.notice import Notice, Secret, tell_all, tell_board, tell_seat
from rules.seat import SideSeat
from rules.secrets import Hidden


class PrintedDeckChosen(StormEvent):
    """The group plays with its own printed deck: so many general events, and so many national ones for each power."""

    general: int
    national: int

    @override
    def apply(self, data: StormData, state: State) -> State:
        """The piles hold numbers."""
        return state.replace(printed={GENERAL_PILE: self.general, **dict.fromkeys(POWERS, self.national)})

    @override
    def tell(self, data: StormData) -> Iterator[Notice]:
        yield tell_all("The group plays with its own printed deck.")
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
        """The card says so."""
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
            if card.is_unread:
                yield tell_all("What was entered of it is cleared.")
            yield from lines
            return
        title = Hidden(card.title)
        if card.is_unread:
            yield tell_seat(self.power, "**{card}**: what was entered is cleared.", card=title)
        else:
            yield tell_seat(self.power, "**{card}** is entered.", card=title)
        yield from (Secret(self.power, line.line) for line in lines)
