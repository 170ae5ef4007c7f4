"""From phase to phase, and from turn to turn. 9.13: what was due in a phase that ends and was not played is discarded,
takes effect, or waits face up. Before that: who could still act in it, who is asked, what is done for a power that is
away; and crises, in which all powers are asked at once for their secret support.

Of an event that lies face down everybody knows its pile, and which cards of it were seen. So all its cards that were
not seen count alike here, whichever of them it is.
"""

from collections.abc import Iterator
from typing import Any

from typing_extensions import override

from rules.command import GameCommand, Offer, Part
from rules.dice import Dice
from rules.errors import NotNow, passes
from rules.frozen import Frozen
from rules.game import Due, Enquiry, Whose
from rules.games.gathering_storm import playing, wording
from rules.games.gathering_storm.data import ANY_TIME, Phase
from rules.games.gathering_storm.deck import StormData, StormEvent, StormNote
from rules.games.gathering_storm.diplomacy import CountersShown, open_sums
from rules.games.gathering_storm.entries import Waive
from rules.games.gathering_storm.ledger import last_contributions
from rules.games.gathering_storm.numbers import name_of
from rules.games.gathering_storm.placement import can_place, check_duties, check_room, owing
from rules.games.gathering_storm.plans import assign_planned, follow
from rules.games.gathering_storm.powers import POWERS
from rules.games.gathering_storm.rulings import HeldBack, OnlyEventUnplayed, SeveralLeft
from rules.games.gathering_storm.state import Cause, Held, State, is_valued
from rules.games.gathering_storm.wording import to_use
from rules.kit import sequence as going_on
from rules.kit.sequence import InSteps, Steps
from rules.line import Line, Listed, line, one_of
from rules.notice import Notice, tell_next, tell_rule, tell_section, tell_title
from rules.seat import Seat, SideSeat
from rules.secrets import Shown


def due_cards(data: StormData, state: State, power: SideSeat, phase: str) -> Iterator[Held]:
    """Yield the cards of a power that are played in a phase at the latest."""
    yield from (held for held in state.held.get(power, ()) if playing.moment_of(data, state, held) == phase)


def owes_a_choice(data: StormData, state: State, power: SideSeat) -> bool:
    """Return whether a power must itself choose which of several events it plays before the turn ends (ruling
    ``several_left``). With a printed deck the bot cannot ask for it: it does not know what can be played.
    """
    if state.printed:
        return False
    if not data.is_ruled(SeveralLeft.ITS_PLAYER_CHOOSES) or state.phase < len(data.phases.order) - 1:
        return False
    several = len(state.held.get(power, ())) > 1 and not state.has_played(power)
    return several and any(True for _ in playable(data, state, power))


def playable(data: StormData, state: State, power: SideSeat) -> Iterator[Held]:
    """Yield the events of a power that can be played now: one that was dealt again after its phase cannot."""
    yield from (held for held in state.held.get(power, ()) if passes(playing.check_moment, data, state, held))


def close_phase(data: StormData, state: State, *, is_last: bool) -> Part[State]:
    """9.13, the phase ends: an additional event due in it is shown and discarded; an only one takes effect, or waits
    face up for its player's choice. The last phase closes for all that is left.
    """
    phase = data.phase(state).name
    for power in POWERS:
        left = state.held.get(power, ()) if is_last else tuple(due_cards(data, state, power, phase))
        for held in left:
            state = yield from _close_card(data, state, power, held.card, is_last=is_last)
    return state


def close_held_back(data: StormData, state: State) -> Part[State]:
    """Let an only event take effect that could be played at any time, as the last phase begins (``held_back``)."""
    if not data.is_ruled(HeldBack.UNTIL_THE_LAST_PHASE_BEGINS):
        return state
    for power in POWERS:
        if len(state.held.get(power, ())) == 1:
            for held in tuple(due_cards(data, state, power, ANY_TIME)):
                if not data.fault(held.card):
                    state = yield from _close_card(data, state, power, held.card, is_last=False)
    return state


def occurs_unplayed(data: StormData, state: State, power: SideSeat, card: str) -> bool:
    """Return whether an event takes effect by itself as it falls due: a power's only one, if nothing is chosen."""
    is_only = not state.has_played(power) and len(state.held[power]) == 1
    is_able = is_only and not (data.is_ruled(OnlyEventUnplayed.IT_IS_DISCARDED) or data.fault(card))
    return is_able and not playing.proposal(data, state, power, card)


def _close_card(data: StormData, state: State, power: SideSeat, card: str, *, is_last: bool) -> Part[State]:
    must = not state.has_played(power) and len(state.held[power]) == 1
    if occurs_unplayed(data, state, power, card):
        return (yield from playing.comes_into_effect(data, state, power, card, cause=Cause.FORCED))
    if must and not (data.is_ruled(OnlyEventUnplayed.IT_IS_DISCARDED) or data.fault(card)):
        # Diplomacy, Flexible: the country is chosen before any counter's strength is revealed; other choices can wait
        reveals = data.phase_index(data.phases.shown) <= state.phase + 1 and any(map(is_valued, state.counters))
        if not is_last and not (data.card(card).flexible_targets and reveals):
            return (yield playing.FellDue(card=card, power=power))
    return (yield playing.Discarded(card=card, power=power, had_to_be_played=must))


def may_be_due(data: StormData, state: State, power: SideSeat, phase: str) -> bool:
    """Return whether an event that a power holds face down may have to be played in a phase."""
    if not state.unseen(power):
        return False
    if phase == data.phases.order[-1].name:
        return True
    if state.printed:
        return phase in (*data.moments.values(), data.placement_of(power))
    own = {held.card for held in state.held.get(power, ()) if not held.is_shown}
    has_more = state.extra_events(power) > 0 or len(state.held.get(power, ())) > 1
    left = (card for card in data.ids(state, power) if card in own or card not in state.seen)
    # every card that may lie face down before the power, for all that the others know
    cards = (Held(card=card, is_shown=False) for card in left if has_more or playing.is_secret(data, state, card))
    return any(playing.moment_of(data, state, held) == phase for held in cards)


def shown_due(data: StormData, state: State, power: SideSeat, phase: str) -> tuple[str, ...]:
    """Return the events before a power, face up, that it plays in a phase at the latest."""
    late = due_cards(data, state, power, ANY_TIME) if phase == data.phases.order[-1].name else ()
    return tuple(held.card for held in (*due_cards(data, state, power, phase), *late) if held.is_shown)


def has_any_for(data: StormData, state: State, power: SideSeat, phase: str) -> bool:
    """Return whether a power has an event before it, and its pile one that is played in a phase."""
    of_pile = bool(state.printed) or any(each.moment(data) == phase for each in data.pile(power))
    return bool(shown_due(data, state, power, phase)) or (bool(state.unseen(power)) and of_pile)


def can_act(data: StormData, state: State, power: SideSeat, phase: str) -> bool:
    """Return whether a power could still do something in a phase that it cannot do later."""
    has_event = bool(shown_due(data, state, power, phase)) or may_be_due(data, state, power, phase)
    may_research = phase == data.phases.research and bool(data.projects_of[power])
    if has_event or may_research or power not in data.phases.order[data.phase_index(phase)].places:
        return has_event or may_research
    then = state.replace(phase=data.phase_index(phase))
    return passes(check_room, data, then, power) and any(can_place(data, then, power, each) for each in data.countries)


class DueCards(Frozen):
    """Cards of a power that are due, face up."""

    power: SideSeat
    shown: tuple[str, ...]


class Use(Frozen):
    """A card in play that gives its power something to use in a phase."""

    power: SideSeat
    card: str


class PhaseBegan(StormEvent):
    """A phase began, with the cards that are due in it, and what earlier cards give to use in it."""

    begins_step = True
    phase: int
    due: tuple[DueCards, ...]
    uses: tuple[Use, ...] = ()

    def apply(self, data: StormData, state: State) -> State:
        return state.replace(phase=self.phase)

    def tell(self, data: StormData) -> Iterator[Notice]:
        """Tell who has cards face up for it. A message of unseen ones in this phase alone would tell others."""
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

    def tell(self, data: StormData) -> Iterator[Notice]:
        if self.cards:
            cards = Listed(data.title(each) for each in self.cards)
            yield tell_rule("Turn {turn} is over. No longer in effect: {cards}.", turn=self.turn, cards=cards)


class TurnBegan(StormEvent):
    """A turn began: what was in play has expired, and the powers in ``draws`` draw more than one event."""

    begins_step = True
    turn: int
    draws: tuple[tuple[SideSeat, int], ...]

    @property
    @override
    def heading(self) -> str:
        return "Turn ended"

    def apply(self, data: StormData, state: State) -> State:
        return state.in_turn(self.turn)

    def tell(self, data: StormData) -> Iterator[Notice]:
        yield tell_title("**Turn {turn}**", turn=self.turn)
        for power, count in self.draws:
            yield tell_section("Additional events", "{power} draws {count} events.", power=power, count=count)
            yield tell_rule("9.13 to 9.15: aggressions and the Pact add events. A power must play at least one.")


class NextPhase(going_on.NextPhase[StormData, State]):
    """End the phase and begin the next, or go to a later one."""

    def decide(self, data: StormData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        """Anybody can end a phase in which no duty is open."""
        return go_to_phase(data, state, self.to)


class NextTurn(going_on.NextTurn[StormData, State]):
    """End the phase and begin the next; with the last phase the turn ends."""

    title = "Phase ended"
    wish = "end the phase"
    ends_step = True

    def decide(self, data: StormData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        """Anybody can end a phase, or a turn, in which no duty is open."""
        is_last = state.has_drawn and not steps(data, state).ahead
        return next_turn(data, state) if is_last else go_to_phase(data, state)


def steps(data: StormData, state: State) -> Steps[Phase]:
    """Return the phases of this turn, and in which play is. Until the events are drawn none is to come."""
    order = data.phases.order if state.has_drawn else data.phases.order[: state.phase + 1]
    return Steps(state.turn, order, state.phase, passes=lambda phase: is_passed_over(data, state, phase))


def go_to_phase(data: StormData, state: State, to: str = "") -> Part[State]:
    """Go to the next phase, or phase by phase to a later one."""
    _check_can_end(data, state)
    wanted = steps(data, state).called(to)
    while data.phase(state) != wanted:
        state = yield from next_phase(data, state, stays=data.phases.order[state.phase + 1] == wanted)
    while not to.strip() and is_passed_over(data, state, data.phase(state)):
        state = yield from next_phase(data, state, stays=True)
    return state


def is_passed_over(data: StormData, state: State, phase: Phase) -> bool:
    """Return whether a phase is left out because nobody can do anything in it, by what everybody can see."""
    return phase.passed_over and not any(has_any_for(data, state, power, phase.name) for power in POWERS)


def next_phase(data: StormData, state: State, *, stays: bool) -> Part[State]:
    """End the phase: what is due in it goes; then say what is due in the next, if play ``stays`` there."""
    _check_can_end(data, state)
    if data.phase(state).name == data.phases.research:
        state = yield from assign_planned(data, state)
        state = yield from playing.after_research(data, state)
    state = yield from close_phase(data, state, is_last=False)
    phase = state.phase + 1
    name = data.phases.order[phase].name
    notes = tuple(
        DueCards(power=power, shown=shown_due(data, state, power, name))
        for power in POWERS
        if stays and state.held.get(power)
    )
    uses = tuple(Use(power=power, card=card) for power, card, used in to_use(data, state) if stays and used == name)
    state = yield PhaseBegan(phase=phase, due=notes, uses=uses)
    state = yield from playing.parts_begin(data, state)
    if not steps(data, state).ahead:
        state = yield from close_held_back(data, state)
    if name == data.phases.shown and any(map(is_valued, state.counters)):
        shown = [(each.power, each.target, each.value) for each in state.counters if is_valued(each)]
        state = yield CountersShown(counters=tuple(shown), sums=tuple(open_sums(data, state)))
    for power in dict.fromkeys((*data.phase(state).places, *POWERS)):
        state = yield from follow(data, state, power)
    return state


def next_turn(data: StormData, state: State) -> Part[State]:
    """End the last phase and with it the turn: what was in effect expires."""
    _check_can_end(data, state)
    for power in POWERS:
        if owes_a_choice(data, state, power):
            raise NotNow("{power} must choose one of its events and play it before the turn ends.", power=power)
    before = state
    state = yield from close_phase(data, state, is_last=True)
    yield from last_contributions(data, before, state)
    state = yield TurnEnded(turn=state.turn, cards=tuple(each.card for each in state.played))
    ahead = state.replace(turn=state.turn + 1)
    draws = tuple((power, 1 + ahead.extra_events(power)) for power in POWERS if ahead.extra_events(power))
    return (yield TurnBegan(turn=state.turn + 1, draws=draws))


def _check_can_end(data: StormData, state: State) -> None:
    if not state.has_drawn:
        raise NotNow("Draw the events of turn {turn} first: `/draw event`.", turn=state.turn)
    check_duties(data, state)


def offers(data: StormData, state: State, _seat: Seat) -> Iterator[Offer]:
    """Offer the next phase, or after the last one the next turn."""
    command = SEQUENCE.ending(data, state)
    if command is not None:
        label = steps(data, state).going_on
        yield Offer(command=command, label=label, version=state.turn * 100 + state.phase)


def acts(data: StormData, state: State, phase: Phase) -> Iterator[SideSeat]:
    """Yield the powers that could still do something in a phase."""
    yield from (power for power in POWERS if can_act(data, state, power, phase.name))


SEQUENCE = InSteps(
    steps=steps,
    can_end=lambda data, state: state.has_drawn and passes(check_duties, data, state),
    acts=acts,
    next_phase=NextPhase,
    next_turn=NextTurn,
)


def lost(data: StormData, state: State, power: SideSeat, command: GameCommand[Any, Any]) -> Iterator[Line]:
    """Yield the events before a power that are played at the latest in what a command ends, and the general event."""
    phases = [phase.name for phase in steps(data, state).ended(command)]
    cards = [held for phase in phases for held in due_cards(data, state, power, phase)]
    if data.phases.order[-1].name in phases:
        cards = [*state.held.get(power, ())]
    for held in cards:
        said = "{power} has not played **{card}**."
        if occurs_unplayed(data, state, power, held.card):
            said = "{power}'s only event, **{card}**, takes effect by itself if you go on."
        yield line(said, power=power, card=wording.title(data, held.card))
    if phases and state.general:
        general = wording.title(data, state.general)
        yield line("The general event, **{card}**, has not taken effect yet.", card=general)


def due(data: StormData, state: State) -> dict[Seat, Due]:
    """Return what each power must do now: draw, do what it owes before the phase can end, or play its part."""
    if not state.has_drawn:
        draw = Due(line("Draw this turn's events: `/draw event`."), f"draw {state.turn}", Whose.ANY)
        return dict.fromkeys(POWERS, draw)
    if state.general and not state.phase:
        unread = data.card(state.general).is_unread
        what = "Look the general event up, and enter what it says." if unread else "Let the general event take effect."
        left = [power for power in POWERS if power not in state.plans]
        return dict.fromkeys(left or POWERS, Due(Line(what), f"general {state.turn}", in_hand=unread))
    phase = data.phase(state)
    key, now = f"phase {state.turn}.{state.phase}", steps(data, state)
    if state.phase:
        # nobody is called to a phase in which they cannot act
        own = Due(Line(phase.about), key, Whose.OWN, now.going_on, in_hand=not phase.places)
        called = dict.fromkeys(phase.places or acts(data, state, phase), own)
        return (called or dict.fromkeys(POWERS, Due(own.what, key, Whose.ANY))) | _owed(data, state)
    readers = [power for power in POWERS if state.unseen(power) and power not in state.plans]
    if readers:
        what = Line("Look your events up, and enter them: `/hand`." if state.printed else phase.about)
        return dict.fromkeys(readers, Due(what, key, Whose.OWN, now.going_on, in_hand=True))
    return dict.fromkeys(POWERS, Due(line("Go on with **{button}**.", button=now.going_on), key, Whose.ANY))


def _owed(data: StormData, state: State) -> dict[Seat, Due]:
    """Return what the powers owe without which the phase or turn cannot end."""
    key = f"owed {state.turn}.{state.phase}"
    owed: dict[Seat, Due] = {}
    for power, countries in sorted(owing(data, state).items()):
        support = line("Place a counter in {countries} for the dispute, or waive it.", countries=one_of(countries))
        owed[power] = Due(support, key)
    choice = Due(line("Choose one of your events and play it."), key, in_hand=True)
    return owed | {power: choice for power in POWERS if owes_a_choice(data, state, power)}


def default(data: StormData, state: State, seat: Seat) -> GameCommand[Any, Any] | None:
    """For a power that is away: the first event that it can play is played, or the duties of a dispute are waived."""
    if isinstance(seat, SideSeat) and owes_a_choice(data, state, seat):
        card = next(playable(data, state, seat)).card
        return playing.Play(marker=name_of(card)).replace(**playing.proposal(data, state, seat, card))
    return Waive() if seat in owing(data, state) else None


QUESTION = "Crisis: do you show secret support?"
OPTIONS = ("I show none", "I show mine and play it")
"""Everybody chooses from these, whether they hold such an event or not: the choice tells nothing before all are
opened.
"""
ASKED = "In which order are the answers told? The aggressor is the first."


def enquiries(data: StormData, state: State) -> Iterator[Enquiry]:
    """Yield the announcement of a crisis, in its phase; the player who announces it names the aggressor."""
    if state.has_drawn and data.phase(state).name == data.phases.crises:
        orders = tuple(declaring(data, aggressor) for aggressor in data.crises.aggressors)
        yield Enquiry(Line("Announce a crisis"), QUESTION, OPTIONS, orders, ASKED)


def declaring(data: StormData, aggressor: SideSeat) -> tuple[SideSeat, ...]:
    """Return the powers in the order of declaration: the aggressor, those of the ultimatum, then the others."""
    first = (aggressor, *data.crises.at_the_ultimatum)
    return (*first, *(power for power in POWERS if power not in first))
