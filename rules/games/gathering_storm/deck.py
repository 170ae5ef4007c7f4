"""All the data of the game, cards included, validated whole."""

from collections.abc import Iterator
from functools import cached_property

from typing_extensions import override

from rules.command import GameEvent
from rules.games.gathering_storm.cards import GENERAL_PILE, Card
from rules.games.gathering_storm.data import BoardData
from rules.games.gathering_storm.effects import NATIONAL
from rules.games.gathering_storm.powers import POWERS
from rules.games.gathering_storm.state import State

PILES = (GENERAL_PILE, *map(str, POWERS))


class StormData(BoardData):
    """The board's data and the cards."""

    cards: tuple[Card, ...]

    @override
    def problems(self) -> Iterator[tuple[tuple[int | str, ...], str]]:
        """Cards that do not fit the game or one another, and national kinds without a phase."""
        for place, card in enumerate(self.cards):
            for fault in card.problems(self):
                yield ("cards", place), fault
            for field in ("id", "title"):
                if any(getattr(other, field) == getattr(card, field) for other in self.cards[:place]):
                    yield ("cards", place, field), f"{getattr(card, field)}: another card has it"
            for target in card.flexible_targets:
                if any(target in other.flexible_targets and other.pile != card.pile for other in self.cards[:place]):
                    yield ("cards", place), f"another power has a flexible diplomacy event for {target}"
        for kind in sorted(self.moments.keys() ^ set(NATIONAL)):
            yield ("moments", kind), "there is no such national kind" if kind in self.moments else "it has no phase"

    @cached_property
    def _by_id(self) -> dict[str, Card]:
        return {card.id: card for card in self.cards}

    def card(self, id_: str) -> Card:
        """The card of that id."""
        return self._by_id[id_]

    def title(self, id_: str) -> str:
        """The title of the card of that id."""
        return self._by_id[id_].title

    def pile(self, name: str) -> tuple[Card, ...]:
        """All the cards of a pile."""
        return tuple(card for card in self.cards if card.pile == name)


class StormEvent(GameEvent[StormData, State]):
    """An event of Gathering Storm."""
