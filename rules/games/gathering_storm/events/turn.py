"""Events of the sequence: a phase or a turn began."""

from collections.abc import Iterator
from typing import Literal

from typing_extensions import override

from rules.frozen import Frozen
from rules.games.gathering_storm import wording
from rules.games.gathering_storm.deck import StormData, StormEvent
from rules.games.gathering_storm.state import State
from rules.notice import Notice, tell_all, tell_rule, tell_seat, tell_section, tell_text
from rules.seat import Seat
from rules.secrets import Hidden, Shown


class Due(Frozen):
    """Cards of a power that are due: those face up, and those only it knows. ``holds`` counts its unseen cards."""

    power: Seat
    shown: tuple[str, ...]
    unseen: Hidden[tuple[str, ...]]
    holds: int


class PhaseBegan(StormEvent):
    """A phase began, with the cards that are due in it."""

    type: Literal["phase_began"] = "phase_began"
    phase: int
    due: tuple[Due, ...]

    @override
    def apply(self, data: StormData, state: State) -> State:
        """The phase is another."""
        return state.replace(phase=self.phase)

    @override
    def tell(self, data: StormData) -> Iterator[Notice]:
        """What is done in it, and who has cards for it; to each power which of its unseen ones."""
        phase = data.phases.order[self.phase]
        yield tell_all("The **{phase}** phase begins.", phase=Shown(phase.name))
        yield tell_text(phase.about).under(Shown(phase.name))
        for due in self.due:
            yield from self._tell_due(data, due)

    def _tell_due(self, data: StormData, due: Due) -> Iterator[Notice]:
        for card in due.shown:
            yield tell_section("Due", "{power} can play **{card}**.", power=due.power, card=wording.title(data, card))
        if not due.holds:
            return
        yield wording.tell_face_down(due.power, due.holds).under("Due")
        if due.unseen.value:
            cards = Hidden(wording.titles(data, due.unseen.value))
            yield tell_seat(due.power, "{power}: you can play {cards} now.", power=due.power, cards=cards)
        else:
            yield tell_seat(due.power, "{power}: you have no event to play in this phase.", power=due.power)


class TurnBegan(StormEvent):
    """A turn began: what was in play has expired, and the powers in ``draws`` draw more than one event."""

    type: Literal["turn_began"] = "turn_began"
    turn: int
    draws: tuple[tuple[Seat, int], ...]

    @property
    @override
    def heading(self) -> str:
        return "Turn ended"

    @override
    def apply(self, data: StormData, state: State) -> State:
        """Clear cards and counters; this turn's research points become points of earlier turns."""
        research = {
            key: each.replace(before=each.before + each.now, now=0, surplus=0) for key, each in state.research.items()
        }
        return state.replace(
            turn=self.turn,
            phase=0,
            has_drawn=False,
            held={},
            played=(),
            counters=(),
            assigned=frozenset(),
            is_waived=False,
            research=research,
        )

    @override
    def tell(self, data: StormData) -> Iterator[Notice]:
        """The turn, and who draws additional events in it."""
        yield tell_all("**Turn {turn}** begins.", turn=self.turn)
        yield tell_rule("An event stays in effect until its turn ends.")
        for power, count in self.draws:
            yield tell_section("Additional events", "{power} draws {count} events.", power=power, count=count)
            yield tell_rule("9.13 to 9.15: aggressions and the Pact add events. A power must play at least one.")
