"""Playing an event: when it can be played, what its player chooses, and how it comes into effect."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Annotated

from pydantic import Field
from typing_extensions import override

from rules.command import Event, Offer, Part, Topic
from rules.dice import Dice
from rules.errors import NotNow, NotYours, passes
from rules.games.gathering_storm import wording
from rules.games.gathering_storm.cards import Card
from rules.games.gathering_storm.command import Name, StormCommand, TextInput
from rules.games.gathering_storm.data import ANY_TIME, BoardData
from rules.games.gathering_storm.deck import StormData, StormEvent
from rules.games.gathering_storm.effects.base import NOTHING
from rules.games.gathering_storm.effects.diplomacy import Diplomacy
from rules.games.gathering_storm.ledger import context_of
from rules.games.gathering_storm.numbers import is_numbered, name_of
from rules.games.gathering_storm.powers import POWERS
from rules.games.gathering_storm.state import CardChoice, Cause, Held, InPlay, State, is_valued
from rules.line import Gathered, Listed
from rules.notice import Notice, tell_all, tell_rule
from rules.seat import Seat, SideSeat
from rules.secrets import folded

Happens = Callable[[Card, BoardData, State, int], bool]


class Played(StormEvent):
    """A card came into effect, by its ``cause``. It ``waits`` for the research points."""

    reveals = True
    card: str
    power: SideSeat | None
    choice: CardChoice = CardChoice()
    cause: Cause = Cause.PLAYED
    waits: bool = False

    def apply(self, data: StormData, state: State) -> State:
        played = InPlay(card=self.card, power=self.power, choice=self.choice, waits=self.waits)
        left = state if self.power is None else state.without_card(self.power, self.card)
        general = "" if state.general == self.card else state.general
        return left.with_seen(self.card).replace(played=(*state.played, played), general=general)

    def tell(self, data: StormData) -> Iterator[Notice]:
        if not is_numbered(self.card):
            kinds = Listed(feature.kind for feature in data.card(self.card).features)
            yield tell_rule("Type of event: {kinds}.", kinds=kinds)
        if self.power is None:
            yield from wording.reasons(data, self.card)
            return
        card = Gathered([wording.with_power(data, self.card, self.power)])
        match self.cause:
            case Cause.FORCED:
                yield tell_all("Only event, so played: {cards}.", cards=card)
                yield data.rulings.only_event_unplayed.tell()
            case Cause.PLANNED:
                planned = wording.as_planned(data, self.card, self.power, self.choice)
                yield tell_all("As planned: {cards}.", cards=Gathered([planned]))
            case Cause.TURNED_UP:
                yield tell_all("In effect at once: {cards}.", cards=card)
            case Cause.PLAYED:
                yield tell_all("{power} plays **{card}**.", power=self.power, card=wording.title(data, self.card))
        yield from wording.reasons(data, self.card)
        if self.cause is not Cause.PLANNED:
            yield from (line.under("Chosen") for line in wording.tell_choice(data, self.choice))
        if self.waits:
            yield tell_all("It takes effect once research points have been assigned.")


class TookEffect(StormEvent):
    """What waited for the research points to be assigned has taken effect."""

    card: str
    power: SideSeat

    def apply(self, data: StormData, state: State) -> State:
        played = (each.replace(waits=False) if each.card == self.card else each for each in state.played)
        return state.replace(played=tuple(played))

    def tell(self, data: StormData) -> Iterator[Notice]:
        yield tell_all(
            "Research points have been assigned, so **{card}** takes effect.", card=wording.title(data, self.card)
        )


class Discarded(StormEvent):
    """A card that was not played was shown and discarded at the end of its phase."""

    reveals = True
    card: str
    power: SideSeat
    had_to_be_played: bool = False

    def apply(self, data: StormData, state: State) -> State:
        return state.without_card(self.power, self.card).with_seen(self.card)

    def tell(self, data: StormData) -> Iterator[Notice]:
        card = Gathered([wording.with_power(data, self.card, self.power)])
        yield tell_all("Discarded unplayed: {cards}.", cards=card)
        if self.had_to_be_played:
            yield data.rulings.only_event_unplayed.tell()
        yield tell_rule(
            "9.13: a power plays at least one event each turn. It discards the others at the end of their phases."
        )


class FellDue(StormEvent):
    """A power did not play its only event in its phase, and the event has a choice: it lies face up until played."""

    reveals = True
    card: str
    power: SideSeat

    def apply(self, data: StormData, state: State) -> State:
        overdue = Held(card=self.card, is_shown=True, is_overdue=True)
        others = [each for each in state.held[self.power] if each.card != self.card]
        return state.replace(held={**state.held, self.power: (*others, overdue)})

    @override
    def is_overtaken(self, later: Iterable[Event]) -> bool:
        """Where play goes on at once, what becomes of it is told."""
        return any(isinstance(each, Played | Discarded) and each.card == self.card for each in later)

    def tell(self, data: StormData) -> Iterator[Notice]:
        card = Gathered([wording.with_power(data, self.card, self.power)])
        yield tell_all("Face up until played: {cards}.", cards=card)
        yield data.rulings.only_event_unplayed.tell()


class Play(StormCommand):
    """Play an event, with the choices that its kinds ask for."""

    title = "Event played"
    topic = Topic.EVENT
    plays = True
    marker: Annotated[Name, Field(title="Event")]
    target: Annotated[TextInput, Field(title="Country")] = ""
    project: Annotated[TextInput, Field(title="Research project")] = ""
    second: Annotated[TextInput, Field(title="Second research project")] = ""
    unit: Annotated[TextInput, Field(title="Unit or ship")] = ""
    when: Annotated[TextInput, Field(title="When")] = ""

    @property
    def chosen(self) -> CardChoice:
        """Return the choices that the fields hold."""
        return CardChoice(target=self.target, project=self.project, second=self.second, unit=self.unit, when=self.when)

    def decide(self, data: StormData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        """A power plays an event of its own in its phase, with the choices that it asks for."""
        held = find(data, state, seat, self.marker)
        assert isinstance(seat, SideSeat), "who holds a card"
        return play_card(data, state, seat, held, self.chosen)


def play_card(
    data: StormData, state: State, power: SideSeat, held: Held, chosen: CardChoice, cause: Cause = Cause.PLAYED
) -> Part[State]:
    """Play a card of a power with what was chosen for it. Raises ``RuleError`` if that does not fit."""
    card = data.card(held.card)
    check_moment(data, state, held)
    if fault := data.fault(held.card):
        raise NotNow("{title} cannot be played yet: {fault}.", title=card.title, fault=fault)
    for feature in card.features:
        feature.check(context_of(data, state, power, chosen))
    asked = options(data, state, power, card.id)
    choice = CardChoice(**{field: getattr(chosen, field).strip() for field in asked})
    return comes_into_effect(data, state, power, card.id, choice, cause=cause)


def find(data: StormData, state: State, seat: Seat, name: str) -> Held:
    """Return the card of that id or title that a power holds. Raises ``NotYours``."""
    if seat not in POWERS:
        raise NotYours("The referee plays no events. Take a power with `/campaign join`.")
    wanted = folded(name.strip())
    for held in state.held.get(seat, ()):
        if wanted in (folded(name_of(held.card)), folded(data.title(held.card))):
            return held
    raise NotYours("You hold no event of that name. `/hand` shows your events.")


def moment_of(data: StormData, state: State, held: Held) -> str:
    """Return the phase in which a card is played, or any time: overdue, or diplomacy without effect, which is a secret
    support event. What else is on such a card keeps its phase.
    """
    card = data.card(held.card)
    if held.is_overdue:
        return ANY_TIME
    fixed = [feature for feature in card.features if isinstance(feature, Diplomacy)]
    if fixed and all(state.is_without_effect(feature.target) for feature in fixed):
        moments = zip(card.features, card.moments(data), strict=True)
        others = {moment for feature, moment in moments if feature not in fixed and moment != ANY_TIME}
        return min(others, key=data.phase_index, default=ANY_TIME)
    return card.moment(data)


def is_secret(data: StormData, state: State, card: str) -> bool:
    """Return whether a card is dealt face down: printed on grey, or diplomacy without effect and nothing else."""
    features = data.card(card).features
    return data.card(card).is_grey(data) or all(
        isinstance(feature, Diplomacy) and state.is_without_effect(feature.target) for feature in features
    )


def are_revealed(data: StormData, state: State) -> bool:
    """Return whether the strength of a counter of this turn has been revealed."""
    return state.phase >= data.phase_index(data.phases.shown) and any(map(is_valued, state.counters))


def check_moment(data: StormData, state: State, held: Held) -> None:
    """Raises ``NotNow`` for a card of another phase."""
    if data.card(held.card).flexible_targets and are_revealed(data, state):
        raise NotNow("Its country had to be chosen before the counters were turned up, and they are face up now.")
    moment = moment_of(data, state, held)
    if moment not in (ANY_TIME, data.phase(state).name):
        raise NotNow("That event can be played only in the phase “{phase}”.", phase=moment)


def options(data: StormData, state: State, power: SideSeat, card: str) -> Mapping[str, tuple[str, ...]]:
    """Return what the player of a card chooses: each field with what it is chosen from."""
    context = context_of(data, state, power, NOTHING)
    return {
        field: allowed for feature in data.card(card).features for field, allowed in feature.options(context).items()
    }


def proposal(data: StormData, state: State, power: SideSeat, card: str) -> Mapping[str, str]:
    """Return a choice that the card allows, empty for a card that asks for none."""
    context = context_of(data, state, power, NOTHING)
    return {field: value for feature in data.card(card).features for field, value in feature.proposal(context).items()}


def comes_into_effect(
    data: StormData,
    state: State,
    power: SideSeat | None,
    card: str,
    choice: CardChoice = NOTHING,
    *,
    cause: Cause = Cause.PLAYED,
) -> Part[State]:
    """Bring a card into effect: what it gives runs until the turn ends; what lasts happens now or after research."""
    context = context_of(data, state, power, choice)
    waits = any(feature.waits(context) for feature in data.card(card).features)
    state = yield Played(card=card, power=power, choice=choice, cause=cause, waits=waits)
    if not waits:
        state = yield from _lasting_events(data, state, state.played[-1], Card.part_runs)
    return state


def _lasting_events(data: StormData, state: State, played: InPlay, happens: Happens) -> Part[State]:
    """Yield the events of those parts of a card that happen now, each in the state that the one before left."""
    card = data.card(played.card)
    for place, feature in enumerate(card.features):
        if happens(card, data, state, place):
            for event in feature.lasting(context_of(data, state, played.power, played.choice)):
                state = yield event
    return state


def parts_begin(data: StormData, state: State) -> Part[State]:
    """Let the parts of earlier cards take effect that waited for this phase (ruling ``mixed_events``)."""
    for each in [each for each in state.played if not each.waits]:
        state = yield from _lasting_events(data, state, each, Card.part_begins)
    return state


def after_research(data: StormData, state: State) -> Part[State]:
    """Let what waited for the research points take effect."""
    for each in [each for each in state.played if each.waits]:
        assert each.power is not None, "only national events wait"
        state = yield TookEffect(card=each.card, power=each.power)
        state = yield from _lasting_events(data, state, each, Card.part_runs)
    return state


def offers(data: StormData, state: State, seat: Seat) -> Iterator[Offer]:
    """Offer a power's cards that can be played now, each with a form for what it lets its player choose."""
    if not isinstance(seat, SideSeat):
        return
    for held in state.held.get(seat, ()):
        if passes(check_moment, data, state, held) and not data.fault(held.card):
            yield _offer(data, state, seat, held)


def _offer(data: StormData, state: State, seat: SideSeat, held: Held) -> Offer:
    card = data.card(held.card)
    asked = options(data, state, seat, card.id)
    questions = {field: words for feature in card.features for field, words in feature.questions.items()}
    return Offer(
        command=Play(marker=name_of(card.id)).replace(**proposal(data, state, seat, card.id)),
        label="Play",
        subject=card.title,
        version=state.turn,
        inputs=tuple(asked),
        unproposed=tuple(field for field, allowed in asked.items() if not allowed),
        choices={field: allowed for field, allowed in asked.items() if allowed},
        questions={field: words for field, words in questions.items() if field in asked},
        secret=not held.is_shown,
    )
