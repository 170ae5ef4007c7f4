"""Events of cards that the group writes itself: written unseen, laid out, added to the piles."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator
from typing_extensions import override

from rules.games.gathering_storm.deck import FEATURE, PILES, StormData, StormEvent
from rules.games.gathering_storm.numbers import is_written, read_written
from rules.games.gathering_storm.state import LaidOut, State, WrittenCard
from rules.notice import Notice, Public, Secret, tell_all, tell_seat
from rules.seat import SideSeat
from rules.secrets import Hidden, Shown


def _checked(card: WrittenCard) -> WrittenCard:
    for feature in card.features:
        FEATURE.validate_python(feature)
    if card.pile not in PILES:
        raise ValueError("there is no such pile")
    return card


def _checked_id(id_: str) -> str:
    if not is_written(id_):
        raise ValueError("it is no card that a power wrote")
    known = read_written(id_)
    _checked(WrittenCard(pile=known["pile"], title=known["title"], features=known["features"]))
    return id_


Begun = Annotated[WrittenCard, AfterValidator(_checked)]
"""A card whose parts the game knows, whoever wrote the log that it stands in."""
WrittenId = Annotated[str, AfterValidator(_checked_id)]


class CardWritten(StormEvent):
    """A power wrote a card at a place of its row, or threw it away (None)."""

    type: Literal["card_written"] = "card_written"
    power: SideSeat
    place: Hidden[int]
    card: Hidden[Begun | None]

    @override
    def apply(self, data: StormData, state: State) -> State:
        """The card stands in the row."""
        row, place, card = state.drafts.get(self.power, ()), self.place.value, self.card.value
        drafts = (*row[:place], *(() if card is None else (card,)), *row[place + 1 :])
        writes = {**state.writes, self.power: state.writes.get(self.power, 0) + 1}
        return state.replace(drafts={**state.drafts, self.power: drafts}, writes=writes)

    @override
    def tell(self, data: StormData) -> Iterator[Notice]:
        """To the power alone what it says now."""
        card = self.card.value
        if card is None:
            yield tell_seat(self.power, "The card is thrown away.")
            return
        yield tell_seat(self.power, "**{card}**, for the pile {pile}:", card=Hidden(card.title), pile=Hidden(card.pile))
        yield from (Secret(self.power, each.line) for each in said(data, card))


class CardsLaidOut(StormEvent):
    """A power laid before itself the cards that it had written, open or face down."""

    reveals: ClassVar[bool] = True
    type: Literal["cards_laid_out"] = "cards_laid_out"
    power: SideSeat
    is_open: bool
    limit: int
    cards: Hidden[tuple[Begun, ...]]

    @override
    def apply(self, data: StormData, state: State) -> State:
        """They lie there, and its row is empty."""
        laid = LaidOut(cards=self.cards.value, is_open=self.is_open, limit=self.limit)
        return _moved(state, self.power).replace(
            laid_out={**state.laid_out, self.power: laid}, drafts={**state.drafts, self.power: ()}
        )

    @override
    def tell(self, data: StormData) -> Iterator[Notice]:
        """Open cards with all that they say; of those face down how many, and what their player promises."""
        yield tell_laid_out(self.power, LaidOut(cards=self.cards.value, is_open=self.is_open, limit=self.limit))
        for card in self.cards.value if self.is_open else ():
            yield tell_all("**{card}**, for the pile {pile}:", card=Shown(card.title), pile=Shown(card.pile))
            yield from said(data, card)


class CardsTakenBack(StormEvent):
    """A power took back the cards that lay before it."""

    type: Literal["cards_taken_back"] = "cards_taken_back"
    power: SideSeat
    count: int

    @override
    def apply(self, data: StormData, state: State) -> State:
        """They are its own business again, behind what it has written since."""
        back = (*state.drafts.get(self.power, ()), *state.laid_out[self.power].cards)
        return without_laid_out(_moved(state, self.power), self.power).replace(
            drafts={**state.drafts, self.power: back},
            writes={**state.writes, self.power: state.writes.get(self.power, 0) + 1},
        )

    @override
    def tell(self, data: StormData) -> Iterator[Notice]:
        """How many."""
        yield tell_all("{power} takes back its own cards: {count}.", power=self.power, count=self.count)


class CardsAdded(StormEvent):
    """Cards that a power had laid out came into their piles."""

    type: Literal["cards_added"] = "cards_added"
    power: SideSeat
    is_open: bool
    limit: int
    count: int
    cards: Hidden[tuple[WrittenId, ...]]

    @override
    def apply(self, data: StormData, state: State) -> State:
        """They are dealt from the next draw on."""
        added = dict(state.added)
        for id_ in self.cards.value:
            pile = read_written(id_)["pile"]
            added[pile] = (*added.get(pile, ()), id_)
        return without_laid_out(_moved(state, self.power), self.power).replace(added=added)

    @override
    def tell(self, data: StormData) -> Iterator[Notice]:
        """How many, and from when on they are dealt."""
        if self.is_open:
            yield tell_all("{power}'s own cards come into the piles: {count}.", power=self.power, count=self.count)
        else:
            yield tell_all(
                "{power}'s own cards come into its pile, read by nobody else: {count}. No number on them is above "
                "{limit}.",
                power=self.power,
                count=self.count,
                limit=self.limit,
            )
        yield tell_all("They are dealt from the next draw on.")


def is_unread(state: State, id_: str) -> bool:
    """Whether a card in a pile was read by its writer alone, and has not come into play."""
    return not read_written(id_)["is_open"] and id_ not in state.seen


def said(data: StormData, card: WrittenCard) -> Iterator[Public]:
    """What a card says, part by part."""
    for feature in data.written("written", card.pile, card.title, card.features).features:
        yield from feature.tell()


def without_laid_out(state: State, power: SideSeat) -> State:
    """The state with nothing laid out by a power."""
    return state.replace(laid_out={seat: each for seat, each in state.laid_out.items() if seat != power})


def _moved(state: State, power: SideSeat) -> State:
    return state.replace(lays={**state.lays, power: state.lays.get(power, 0) + 1})


def tell_laid_out(power: SideSeat, laid: LaidOut) -> Public:
    """How many cards a power has laid out; of those face down also what their player promises."""
    if laid.is_open:
        return tell_all(
            "{power} lays out {count} {count:card|cards} of its own for all to read.",
            power=power,
            count=len(laid.cards),
        )
    return tell_all(
        "{power} lays {count} {count:card|cards} of its own face down. No number on them is above {limit}.",
        power=power,
        count=len(laid.cards),
        limit=laid.limit,
    )
