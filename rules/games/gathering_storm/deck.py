"""All the data of the game, cards included, validated whole; and what its events and commands share."""

from abc import abstractmethod
from collections.abc import Iterator
from functools import cached_property

from rules.command import GameCommand, GameEvent, Part
from rules.dice import Dice
from rules.games.gathering_storm.cards import GENERAL_PILE, Card
from rules.games.gathering_storm.data import BoardData
from rules.games.gathering_storm.effects import NATIONAL
from rules.games.gathering_storm.powers import POWERS
from rules.games.gathering_storm.state import State
from rules.seat import Seat

PILES = (GENERAL_PILE, *map(str, POWERS))


class StormData(BoardData):
    """The board's data and the cards."""

    cards: tuple[Card, ...]

    def problems(self) -> Iterator[tuple[tuple[int | str, ...], str]]:
        """What does not fit together: cards that do not fit the data or one another, kinds without a moment."""
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
            yield ("moments", kind), "there is no such national kind" if kind in self.moments else "it has no moment"

    @cached_property
    def _by_id(self) -> dict[str, Card]:
        return {card.id: card for card in self.cards}

    def card(self, id_: str) -> Card:
        """The card of that id."""
        return self._by_id[id_]

    def title(self, id_: str) -> str:
        """What a card is called."""
        return self._by_id[id_].title

    def pile(self, name: str) -> tuple[Card, ...]:
        """All the cards of a pile."""
        return tuple(card for card in self.cards if card.pile == name)


StormEvent = GameEvent[StormData, State]


class StormCommand(GameCommand[StormData, State]):
    """A command of Gathering Storm. Its procedure returns the state that it led to: the ledger is compared with it."""

    @abstractmethod
    def decide(self, data: StormData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        """Carry it out for a seat, event by event. Raises ``RuleError`` before any card is drawn if it cannot."""
