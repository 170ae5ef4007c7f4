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
        yield from self._clashes()
        for kind in sorted(self.moments.keys() ^ set(NATIONAL)):
            yield ("moments", kind), "there is no such national kind" if kind in self.moments else "it has no phase"

    def _clashes(self) -> Iterator[tuple[tuple[int | str, ...], str]]:
        """Cards that share a name, which players type, in upper or lower case; flexible events of two powers."""
        names: dict[str, int] = {}
        piles: dict[str, str] = {}
        for place, card in enumerate(self.cards):
            for field, name in (("id", card.id), ("title", card.title)):
                if names.setdefault(name.casefold(), place) != place:
                    yield ("cards", place, field), f"{name}: another card has it as its id or title"
            for target in card.flexible_targets:
                if piles.setdefault(target, card.pile) != card.pile:
                    yield ("cards", place), f"another power has a flexible diplomacy event for {target}"

    @cached_property
    def _by_id(self) -> dict[str, Card]:
        return {card.id: card for card in self.cards}

    def card(self, id_: str) -> Card:
        """The card of that id."""
        return self._by_id[id_]

    def title(self, id_: str) -> str:
        """The title of the card of that id."""
        return self._by_id[id_].title

    @cached_property
    def _piles(self) -> dict[str, tuple[Card, ...]]:
        piles: dict[str, list[Card]] = {name: [] for name in PILES}
        for card in self.cards:
            piles[card.pile].append(card)
        return {name: tuple(cards) for name, cards in piles.items()}

    def pile(self, name: str) -> tuple[Card, ...]:
        """All the cards of a pile."""
        return self._piles[name]


class StormEvent(GameEvent[StormData, State]):
    """An event of Gathering Storm."""
