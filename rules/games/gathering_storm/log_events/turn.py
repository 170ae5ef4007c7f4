"""Events of the sequence: a phase or a turn began."""

from collections.abc import Iterator
from typing import ClassVar

from typing_extensions import override

from rules.frozen import Frozen
from rules.games.gathering_storm import wording
from rules.games.gathering_storm.deck import StormData, StormEvent, StormNote
from rules.games.gathering_storm.state import State
from rules.notice import Notice, tell_next, tell_rule, tell_section, tell_title
from rules.seat import SideSeat
from rules.secrets import Shown


class Due(Frozen):
    """Cards of a power that are due, face up."""

    power: SideSeat
    shown: tuple[str, ...]


class Use(Frozen):
    """A card in play that gives its power something to use in a phase."""

    power: SideSeat
    card: str


class PhaseBegan(StormEvent):
    """A phase began, with the cards that are due in it, and what earlier cards give to use in it."""

    begins_step: ClassVar[bool] = True
    phase: int
    due: tuple[Due, ...]
    uses: tuple[Use, ...] = ()

    @override
    def apply(self, data: StormData, state: State) -> State:
        return state.replace(phase=self.phase)

    @override
    def tell(self, data: StormData) -> Iterator[Notice]:
        """Who has cards face up for it. A power's hand tells it which of its unseen ones: a message in this phase alone
        would tell the others.
        """
        phase = data.phases.order[self.phase]
        yield tell_title("**{phase}** phase", phase=Shown(phase.name))
        for due in self.due:
            for card in due.shown:
                yield tell_next("{power} can play **{card}**.", power=due.power, card=wording.title(data, card))
        for use in self.uses:
            yield tell_next("{power} can use **{card}**.", power=use.power, card=wording.title(data, use.card))


class TurnEnded(StormNote):
    """A turn ended: the cards in play expire."""

    turn: int
    cards: tuple[str, ...]

    @override
    def tell(self, data: StormData) -> Iterator[Notice]:
        if self.cards:
            cards = wording.titles(data, self.cards)
            yield tell_rule("Turn {turn} is over. No longer in effect: {cards}.", turn=self.turn, cards=cards)


class TurnBegan(StormEvent):
    """A turn began: what was in play has expired, and the powers in ``draws`` draw more than one event."""

    begins_step: ClassVar[bool] = True
    turn: int
    draws: tuple[tuple[SideSeat, int], ...]

    @property
    @override
    def heading(self) -> str:
        return "Turn ended"

    @override
    def apply(self, data: StormData, state: State) -> State:
        """Clear cards and counters; this turn's research points become points of earlier turns."""
        research = {key: each.next_turn() for key, each in state.research.items()}
        return state.replace(
            turn=self.turn,
            phase=0,
            has_drawn=False,
            general="",
            held={},
            played=(),
            counters=(),
            assigned=frozenset(),
            is_waived=False,
            research=research,
            plans={},
            plan_counts={},
        )

    @override
    def tell(self, data: StormData) -> Iterator[Notice]:
        yield tell_title("**Turn {turn}**", turn=self.turn)
        for power, count in self.draws:
            yield tell_section("Additional events", "{power} draws {count} events.", power=power, count=count)
            yield tell_rule("9.13 to 9.15: aggressions and the Pact add events. A power must play at least one.")
