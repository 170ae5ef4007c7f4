"""9.1 CARD DRAW: the general event for all, then a national event for each power."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from typing_extensions import override

from rules.command import Offer, Part, Topic
from rules.dice import Dice
from rules.errors import NotNow
from rules.games.gathering_storm.cards import GENERAL_PILE
from rules.games.gathering_storm.command import StormCommand
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.log_events.dealing import Dealt, GeneralDrawn
from rules.games.gathering_storm.playing import comes_into_effect, is_secret, proposal
from rules.games.gathering_storm.powers import POWERS
from rules.games.gathering_storm.rulings import EmptyPile, ExtraCardsFaceUp
from rules.games.gathering_storm.state import Cause, State
from rules.seat import Seat, SideSeat
from rules.secrets import Hidden


class Draw(StormCommand):
    """Draw the turn's events (9.12)."""

    title: ClassVar[str] = "Events drawn"
    topic: ClassVar[Topic] = Topic.EVENT

    @override
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
    """9.12, 9.13: one event, and the additional ones. A single public one lies face up, unless it is diplomacy without
    effect: that is treated as a secret support event.
    """
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
    """Cards of a pile that were not drawn yet. An empty pile gives none, or is shuffled again (ruling
    ``empty_pile``).
    """
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
