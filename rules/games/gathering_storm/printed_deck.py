"""A group plays with its own printed deck: the bot deals numbers, the players look them up and type what they say.

What is entered makes an ordinary card: it is played, runs and expires as one of the starter deck does.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from rules.command import Offer, Part, Topic
from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours
from rules.games.gathering_storm import wording
from rules.games.gathering_storm.cards import GENERAL_PILE
from rules.games.gathering_storm.command import Name, StormCommand
from rules.games.gathering_storm.data import ANY_TIME
from rules.games.gathering_storm.deck import StormData, StormEvent
from rules.games.gathering_storm.numbers import is_numbered, number_of, numbered, place_of, read_numbered, typed_of
from rules.games.gathering_storm.playing import comes_into_effect, moment_of
from rules.games.gathering_storm.powers import ADJECTIVES, POWERS
from rules.games.gathering_storm.printed_text import EXAMPLE, read_card
from rules.games.gathering_storm.state import Held, State
from rules.line import line
from rules.notice import Notice, Secret, tell_all, tell_seat
from rules.seat import Seat, SideSeat
from rules.secrets import Hidden

MOST_CARDS = 999
OUR_DECK = "Our printed deck, 144 cards"
OPENING_ASKED = ("Event deck", "The starter deck")
CardText = Annotated[str, Field(max_length=600, title="The card as printed, an effect a line")]


class PrintedDeckChosen(StormEvent):
    """The group plays with its own printed deck: so many general events, and so many national ones for each power."""

    general: int
    national: int
    one_deck: bool = False

    def apply(self, data: StormData, state: State) -> State:
        sizes = {GENERAL_PILE: self.general} | dict.fromkeys(map(str, POWERS), self.national)
        return state.replace(printed=sizes, one_deck=self.one_deck)

    def tell(self, data: StormData) -> Iterator[Notice]:
        if self.one_deck and self.general == self.national:
            yield tell_all("Printed deck: I deal numbers 1–{cards}.", cards=self.general)
            return
        yield tell_all("Printed deck: I deal numbers.")
        yield tell_all(
            "General events: {general}. National events of each power: {national}.",
            general=self.general,
            national=self.national,
        )


class CardRead(StormEvent):
    """A player entered what a numbered card says; a national one is its power's secret until it is played.

    One that was looked up after its phase can be played until the turn ends.
    """

    power: SideSeat | None
    card: Hidden[str]

    def apply(self, data: StormData, state: State) -> State:
        pile = self.power or GENERAL_PILE
        reads = {**state.reads, pile: state.reads.get(pile, 0) + 1}
        if self.power is None:
            return state.replace(general=self.card.value, reads=reads)
        place, now = place_of(self.card.value), Held(card=self.card.value, is_shown=False)
        moment = moment_of(data, state, now)
        is_late = moment != ANY_TIME and data.phase_index(moment) < state.phase
        held = tuple(
            each.replace(card=now.card, is_overdue=is_late) if place_of(each.card) == place else each
            for each in state.held[self.power]
        )
        return state.replace(held={**state.held, self.power: held}, reads=reads)

    def tell(self, data: StormData) -> Iterator[Notice]:
        card = data.card(self.card.value)
        lines = [*wording.sentences(data, self.card.value)]
        if self.power is None:
            yield tell_all("The general event is **{card}**.", card=wording.title(data, self.card.value))
            yield from lines
            return
        yield tell_seat(self.power, "**{card}** is entered.", card=Hidden(card.title))
        yield from (Secret(self.power, line.line) for line in lines)


class UsePrintedDeck(StormCommand, named="printed_deck"):
    """Play with the group's own printed deck, from the first turn on."""

    title = "Printed deck chosen"
    wish = "play with the printed deck"
    needs_consent = True
    general: Annotated[int, Field(ge=1, le=MOST_CARDS, title="General events in your deck")] = 144
    national: Annotated[int, Field(ge=1, le=MOST_CARDS, title="National events of each power")] = 144
    one_deck: Annotated[bool, Field(title="Has each card a text for everybody?")] = False

    def decide(self, data: StormData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        if state.turn > 1 or state.has_drawn:
            raise NotNow("The deck is chosen before the first draw of the campaign.")
        return (yield PrintedDeckChosen(general=self.general, national=self.national, one_deck=self.one_deck))


def openings(_data: StormData) -> Mapping[str, UsePrintedDeck]:
    """Return the deck that a campaign can begin with in place of the starter deck: 9.12, one deck of cards for all."""
    return {OUR_DECK: UsePrintedDeck(one_deck=True)}


class WriteCard(StormCommand):
    """Enter a numbered card of a power as it is printed."""

    title = "Card entered"
    is_private = True
    card: Name
    text: CardText = ""

    def decide(self, data: StormData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        """Enter the whole card in place of what was entered before: its own power does."""
        power, card = find(state, seat, self.card)
        return (yield written(data, power, card, self.text))


class WriteGeneral(StormCommand):
    """Enter the general event of the printed deck as it is printed."""

    title = "General event entered"
    topic = Topic.EVENT
    text: CardText = ""

    def decide(self, data: StormData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        """Anybody enters it, in place of what was entered before."""
        if not state.general:
            raise NotNow("No general event waits to take effect.")
        return (yield written(data, None, state.general, self.text))


def written(data: StormData, power: SideSeat | None, card: str, text: str) -> CardRead:
    """Return what a text makes of a card. Raises ``NotThere`` for one that is no whole event."""
    pile, number, _, _ = read_numbered(card)
    title, features = read_card(data, power, text)
    whole = numbered(pile, number, title, features, text.strip())
    if fault := data.fault(whole):
        raise NotThere("That is no whole event: {fault}.", fault=fault)
    return CardRead(power=power, card=Hidden(whole))


class TurnUp(StormCommand):
    """Let the numbered general event take effect, once it has been entered."""

    title = "General event takes effect"
    topic = Topic.EVENT

    def decide(self, data: StormData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        if not state.general:
            raise NotNow("No general event waits to take effect.")
        if fault := data.fault(state.general):
            raise NotNow("{title} cannot take effect yet: {fault}.", title=data.title(state.general), fault=fault)
        return comes_into_effect(data, state, None, state.general)


def find(state: State, seat: Seat, name: str) -> tuple[SideSeat, str]:
    """Return a numbered card of a seat, and its power. Raises ``NotYours``."""
    if isinstance(seat, SideSeat):
        for held in state.held.get(seat, ()):
            if is_numbered(held.card) and name.strip() == number_of(held.card):
                return seat, held.card
    raise NotYours("You hold no card of that number. `/hand` shows your cards.")


def entered(data: StormData, state: State, *, is_over: bool) -> dict[str, Any]:
    """Return what all have seen of the group's deck, once all is over also cards face down, as for its file."""
    held = (each.card for cards in state.held.values() for each in cards) if is_over else ()
    known = {**{place_of(card): card for card in held}, **state.learnt}
    cards = []
    for place, card in sorted(known.items()):
        if is_numbered(card) and not data.fault(card):
            _, _, title, features = read_numbered(card)
            cards.append({"id": place, "title": title, "features": features})
    return {"printed_cards": cards} if cards else {}


def offers(data: StormData, state: State, seat: Seat) -> Iterator[Offer]:
    """Offer the printed deck before the first draw; then a form for each card, as it is printed."""
    if state.turn == 1 and not state.has_drawn and not state.printed:
        yield Offer(
            command=UsePrintedDeck(one_deck=True),
            label="Use our printed deck",
            inputs=("general", "national", "one_deck"),
            minor=True,
            version=state.turn,
        )
    if isinstance(seat, SideSeat):
        for held in state.held.get(seat, ()):
            if is_numbered(held.card):
                text = typed_of(held.card) or f"{ADJECTIVES[seat]} support level: +1"
                write = WriteCard(card=number_of(held.card), text=text)
                yield replace(_offer_text(data, state, seat, held.card, write), secret=True)
    if state.general:
        if not data.fault(state.general):
            yield Offer(command=TurnUp(), label="General event takes effect", version=state.turn)
        yield _offer_text(data, state, None, state.general, WriteGeneral(text=typed_of(state.general) or "EAI: +1"))


def _offer_text(
    data: StormData, state: State, power: SideSeat | None, card: str, command: WriteCard | WriteGeneral
) -> Offer:
    """Offer a card as one form, with what was typed before."""
    pile, number, _, _ = read_numbered(card)
    new = line("Enter card {number}", number=number)
    return Offer(
        command=command,
        label=new if data.card(card).is_unread else line("Correct card {number}", number=number),
        subject=None if power is None else data.card(card).title,
        is_group=True,
        version=state.turn * 100 + state.reads.get(pile, 0),
        inputs=("text",),
        unproposed=() if typed_of(card) else ("text",),
        questions={"text": EXAMPLE},
    )
