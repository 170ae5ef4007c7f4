"""9.1 CARD DRAW: the general event for all, then a national event for each power."""

from collections.abc import Iterator, Sequence

from rules.command import Offer, Part, Topic
from rules.dice import Dice
from rules.errors import NotNow
from rules.games.gathering_storm import wording
from rules.games.gathering_storm.cards import GENERAL_PILE
from rules.games.gathering_storm.command import StormCommand
from rules.games.gathering_storm.deck import StormData, StormEvent
from rules.games.gathering_storm.numbers import is_numbered, place_of
from rules.games.gathering_storm.playing import comes_into_effect, is_secret, proposal
from rules.games.gathering_storm.powers import POWERS
from rules.games.gathering_storm.rulings import EmptyPile, ExtraCardsFaceUp
from rules.games.gathering_storm.state import Cause, Held, State
from rules.line import Gathered
from rules.notice import Kind, Notice, tell_all, tell_rule, tell_seat, tell_section
from rules.seat import Seat, SideSeat
from rules.secrets import Hidden


def _seen(data: StormData, state: State, pile: str, *, is_reshuffled: bool) -> frozenset[str]:
    """Return the cards out of their piles. After a reshuffle only those of this pile that lie on the table stay out."""
    if not is_reshuffled:
        return state.seen
    return state.seen - ({*data.ids(state, pile)} - state.on_table)


class GeneralDrawn(StormEvent):
    """The general event was turned up, or none because its pile is empty."""

    reveals = True
    card: str | None
    is_reshuffled: bool = False

    def apply(self, data: StormData, state: State) -> State:
        seen = _seen(data, state, GENERAL_PILE, is_reshuffled=self.is_reshuffled)
        if self.card is None:
            return state.replace(has_drawn=True, seen=seen, general="")
        general = self.card if is_numbered(self.card) else ""
        return state.replace(has_drawn=True, seen=seen | {place_of(self.card)}, general=general)

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

    reveals = True
    power: SideSeat
    shown: tuple[str, ...]
    unseen: Hidden[tuple[str, ...]]
    lacking: int
    is_reshuffled: bool = False

    def apply(self, data: StormData, state: State) -> State:
        cards = (*self.shown, *self.unseen.value)
        held = tuple(Held(card=card, is_shown=card in self.shown) for card in cards)
        seen = _seen(data, state, self.power, is_reshuffled=self.is_reshuffled) | {*map(place_of, cards)}
        return state.replace(seen=seen, held={**state.held, self.power: held})

    def tell(self, data: StormData) -> Iterator[Notice]:
        power, unseen = self.power, self.unseen.value
        if self.is_reshuffled:
            yield tell_section("Dealt", "{power}'s pile ran out, so its events were shuffled back in.", power=power)
            yield data.rulings.empty_pile.tell()
        # an only event, face up, without a choice: the draw goes on with it
        is_only = len((*self.shown, *self.unseen.value)) == 1
        for card in self.shown:
            is_played = is_only and not any(each.has_choice for each in data.card(card).features)
            face_up = tell_all("Face up: {cards}.", cards=Gathered([wording.with_power(data, card, power)]))
            yield face_up.under("Dealt", Kind.RULE if is_played else Kind.SECTION)
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
            # the hand says when it is played, and nothing is told when that moment comes
            title = data.title(card)
            yield tell_seat(power, "{power} draws **{card}**.", power=power, card=Hidden(title)).of(title)


class Draw(StormCommand):
    """Draw the turn's events (9.12)."""

    title = "Events drawn"
    topic = Topic.EVENT

    def decide(self, data: StormData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        """9.12: turn up one event, then deal each power its own; a public event without a choice takes effect."""
        if state.has_drawn:
            raise NotNow("The events of turn {turn} have already been drawn.", turn=state.turn)
        taken, is_reshuffled = _take(data, state, GENERAL_PILE, 1, dice)
        cards = _as_known(data, state, taken)
        state = yield GeneralDrawn(card=cards[0] if cards else None, is_reshuffled=is_reshuffled)
        for power in POWERS:
            state = yield from deal(data, state, power, dice)
        for card in cards:
            if not data.fault(card):
                state = yield from comes_into_effect(data, state, None, card, cause=Cause.TURNED_UP)
        for power in POWERS:
            for held in state.held.get(power, ()):
                if held.is_shown and len(state.held[power]) == 1 and not proposal(data, state, power, held.card):
                    state = yield from comes_into_effect(data, state, power, held.card, cause=Cause.TURNED_UP)
        return state


def deal(data: StormData, state: State, power: SideSeat, dice: Dice) -> Part[State]:
    """9.12, 9.13: the events of a power. A single public one lies face up, unless it is diplomacy without effect."""
    asked = 1 + state.extra_events(power)
    cards, is_reshuffled = _take(data, state, power, asked, dice)
    is_open = asked == 1 or data.is_ruled(ExtraCardsFaceUp.YES)
    shown = tuple(card for card in cards if is_open and not is_secret(data, state, card))
    unseen = _as_known(data, state, [card for card in cards if card not in shown])
    lacking = asked - len(cards)
    return (yield Dealt(power=power, shown=shown, unseen=Hidden(unseen), lacking=lacking, is_reshuffled=is_reshuffled))


def _as_known(data: StormData, state: State, cards: Sequence[str]) -> tuple[str, ...]:
    """Return some cards, with what the group knows of the text of those from a printed deck."""
    known = {**data.known, **{place: card for place, card in state.learnt.items() if not data.fault(card)}}
    return tuple(known.get(card, card) for card in cards)


def _take(data: StormData, state: State, pile: str, count: int, dice: Dice) -> tuple[Sequence[str], bool]:
    """Take cards of a pile that were not drawn yet; an empty one can be shuffled again (ruling ``empty_pile``)."""
    cup = [card for card in data.ids(state, pile) if not data.is_out(state, card)]
    taken = dice.pick(count, cup, secretly=True)
    if len(taken) == count or data.is_ruled(EmptyPile.NO_EVENT_IS_DEALT):
        return taken, False
    on_table = state.replace(seen=state.on_table)
    again = [card for card in data.ids(state, pile) if not data.is_out(on_table, card) and card not in taken]
    return (*taken, *dice.pick(count - len(taken), again, secretly=True)), True


def offers(_data: StormData, state: State, _seat: Seat) -> Iterator[Offer]:
    """Offer the draw, once a turn."""
    if not state.has_drawn:
        yield Offer(command=Draw(), label="Draw events", version=state.turn)
