"""All the data of the game, cards included, validated whole."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Annotated

from pydantic import Field, TypeAdapter, ValidationError
from typing_extensions import override

from rules.command import GameEvent
from rules.faults import message_of
from rules.games.gathering_storm.cards import GENERAL_PILE, Card, PrintedCard
from rules.games.gathering_storm.data import BoardData
from rules.games.gathering_storm.effects import NATIONAL, AnyEffect, Feature
from rules.games.gathering_storm.numbers import is_numbered, numbered, read_numbered
from rules.games.gathering_storm.powers import POWERS
from rules.games.gathering_storm.state import State
from rules.line import Line, line
from rules.ruling import Thing
from rules.secrets import Shown, folded, plain

PILES = (GENERAL_PILE, *map(str, POWERS))
FEATURE: TypeAdapter[AnyEffect] = TypeAdapter(Feature)


def _numbered_name(id_: str) -> Line:
    """Return a card of the printed deck by its pile and number."""
    pile, number, _, _ = read_numbered(id_)
    if pile == GENERAL_PILE:
        return line("general card {number}", number=number)
    return line("{power}'s card {number}", power=Shown(pile), number=number)


class StormData(BoardData):
    """The board's data and the cards. ``printed_cards`` are those of a group's own printed deck that are known."""

    cards: tuple[Card, ...] = Field(title="the cards")
    printed_cards: Annotated[tuple[PrintedCard, ...], Field(title="your printed deck")] = ()

    @override
    def things(self, part: str) -> Iterable[Thing] | None:
        match part:
            case "cards":
                return [Thing(each.id, self._called(each), each) for each in self.cards]
            case "printed_cards":
                return [Thing(each.id, _numbered_name(each.id), each) for each in self.printed_cards]
        return super().things(part)

    def _called(self, card: Card) -> Line:
        """Return a card as everybody may read it."""
        if card.is_grey(self):
            return line("a secret event of {pile}", pile=Shown(card.pile))
        return line("“{title}”", title=Shown(card.title))

    @override
    def problems(self, state: State | None = None) -> Iterator[tuple[tuple[int | str, ...], Line]]:
        """Cards that do not fit the game or one another, and national kinds without a phase."""
        for place, card in enumerate(self.cards):
            for inside, fault in card.problems(self):
                yield ("cards", place, *inside), fault
        for place, known in enumerate(self.printed_cards):
            for inside, fault in known.problems(self):
                yield ("printed_cards", place, *inside), fault
            pile, number, _, _ = read_numbered(known.id)
            if state is not None and state.printed and number > state.printed[pile]:
                yield ("printed_cards", place, "id"), line("your deck ends with {last}", last=state.printed[pile])
        yield from self._clashes()
        for name, printed in self.research_sheet.items():
            for fault in self.sheet_problems(name, printed):
                yield ("research_sheet", name), fault
        for kind in sorted(self.moments.keys() ^ set(NATIONAL)):
            yield (
                ("moments", kind),
                Line("there is no such national kind" if kind in self.moments else "it has no phase"),
            )

    def _clashes(self) -> Iterator[tuple[tuple[int | str, ...], Line]]:
        """Yield a fault for each name that two cards share, in any case, and for flexible events of two powers."""
        names: dict[str, int] = {}
        piles: dict[str, str] = {}
        for place, card in enumerate(self.cards):
            for field, name in (("id", card.id), ("title", card.title)):
                if names.setdefault(folded(name), place) != place:
                    yield (
                        ("cards", place, field),
                        line("{name}: another card has it as its id or title", name=plain(name)),
                    )
            for target in card.flexible_targets:
                if piles.setdefault(target, card.pile) != card.pile:
                    taken = line("another power has a flexible diplomacy event for {target}", target=Shown(target))
                    yield ("cards", place), taken

    @cached_property
    def _by_id(self) -> dict[str, Card]:
        return {card.id: card for card in self.cards}

    @cached_property
    def known(self) -> dict[str, str]:
        """Return what the group knows of its printed deck: cards that say something, by number."""
        return {card.id: card.said for card in self.printed_cards}

    @cached_property
    def _numbered(self) -> dict[str, Card]:
        return {}

    def card(self, id_: str) -> Card:
        """Return the card of that id, one of a printed deck as far as it was entered."""
        if not is_numbered(id_):
            return self._by_id[id_]
        if id_ not in self._numbered:
            pile, number, title, features = read_numbered(id_)
            self._numbered[id_] = Card.model_construct(
                id=id_,
                title=line("{title} (card {number})", title=title, number=number)
                if title
                else line("Card {number}", number=number),
                pile=pile,  # type: ignore[arg-type]
                secret=pile != GENERAL_PILE,
                source="your printed deck",
                features=tuple(FEATURE.validate_python(each) for each in features),
            )
        return self._numbered[id_]

    def fault(self, id_: str) -> Line | None:
        """Return what keeps a numbered card from being played: nothing was entered, or only a part."""
        if not is_numbered(id_):
            return None
        card = self.card(id_)
        if card.is_unread:
            return Line("nothing has been entered of what it says")
        return self.fault_of(card)

    def fault_of(self, card: Card) -> Line | None:
        """Return what keeps the parts of a card from being one event."""
        try:
            Card.model_validate(card.model_dump() | {"id": "numbered", "title": "numbered"})
        except ValidationError as error:
            return message_of(error.errors()[0])
        return next((fault for _, fault in card.problems(self)), None)

    def title(self, id_: str) -> str:
        """Return the title of the card of that id."""
        return self.card(id_).title

    @cached_property
    def _piles(self) -> dict[str, tuple[Card, ...]]:
        return {name: tuple(card for card in self.cards if card.pile == name) for name in PILES}

    def pile(self, name: str) -> tuple[Card, ...]:
        """Return all the cards of a pile."""
        return self._piles[name]

    def ids(self, state: State, pile: str) -> tuple[str, ...]:
        """Return the ids of all cards of a pile in a campaign: of the deck, or of the group's own printed one."""
        if state.printed:
            return tuple(numbered(pile, number) for number in range(1, state.printed[pile] + 1))
        return tuple(card.id for card in self.pile(pile))

    def is_out(self, state: State, id_: str) -> bool:
        """Return whether a card has left its pile. Of one deck a card leaves every pile at once (9.12)."""
        if not state.one_deck:
            return id_ in state.seen
        _, number, _, _ = read_numbered(id_)
        return any(numbered(pile, number) in state.seen for pile in PILES)


class StormEvent(GameEvent[StormData, State], named=""):
    """An event of Gathering Storm."""


class StormNote(StormEvent, named=""):
    """An event that changes nothing by itself: what it tells follows from the state."""

    def apply(self, data: StormData, state: State) -> State:
        return state
