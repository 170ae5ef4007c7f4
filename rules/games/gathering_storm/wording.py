"""Words for cards and choices, shared by results, hands and ledgers; and what cards in play still give to use."""

from collections.abc import Iterator
from dataclasses import replace

from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.effects.base import WORDS
from rules.games.gathering_storm.rulings import ResearchSecrecy
from rules.games.gathering_storm.state import CardChoice, State
from rules.line import Line, Listed, line
from rules.notice import Kind, Public, tell_all, tell_text
from rules.seat import SideSeat
from rules.secrets import Shown, quote


def title(data: StormData, card: str) -> Shown:
    """Return the title of a face-up card."""
    return Shown(data.title(card))


def open_choice(data: StormData, choice: CardChoice) -> CardChoice:
    """Return what everybody learns of a choice: projects can be a side's secret (ruling ``research_secrecy``)."""
    return choice.replace(project="", second="") if data.is_ruled(ResearchSecrecy.ITS_SIDE_ALONE) else choice


def tell_choice(data: StormData, chosen: CardChoice) -> Iterator[Public]:
    """Tell what a player chose for a card."""
    choice = open_choice(data, chosen)
    if choice.target:
        yield tell_all("Country: {target}", target=_chosen(data, choice.target))
    if choice.project:
        yield tell_all("Research project: {project}", project=_chosen(data, choice.project))
    if choice.second:
        yield tell_all("Second project: {project}", project=_chosen(data, choice.second))
    if choice.unit:
        yield tell_all("Unit: {unit}", unit=_chosen(data, choice.unit))
    if choice.when:
        yield tell_all("Timing: {when}", when=_chosen(data, choice.when))


def _chosen(data: StormData, given: str) -> Shown:
    """Return a word of the game, or what a player typed instead, made safe to show."""
    is_known = given in data.territories or given in data.by_key or given in WORDS
    return Shown(given) if is_known else quote(given)


def way_to_play(data: StormData, card: str, choice: CardChoice) -> Line:
    """Return a way to play an event in words."""
    chosen = Listed(Shown(each) for each in (choice.target, choice.project, choice.second, choice.when) if each)
    if not chosen.text:
        return line("play {card}", card=Shown(data.title(card)))
    return line("play {card}: {choice}", card=Shown(data.title(card)), choice=chosen)


def reasons(data: StormData, card: str) -> Iterator[Public]:
    """Tell what a card says as it comes into effect; behind “Why?” where what it does is seen anyway."""
    yield from _text(data, card)
    for feature in data.card(card).features:
        for each in feature.tell():
            yield replace(each, kind=Kind.RULE) if feature.is_seen and each.kind is Kind.RESULT else each


def with_power(data: StormData, card: str, power: SideSeat) -> Line:
    """Return a card and its owner."""
    return line("**{card}** ({power})", card=title(data, card), power=power)


def as_planned(data: StormData, card: str, power: SideSeat, chosen: CardChoice) -> Line:
    """Return a card, its owner and what was chosen for it, in one."""
    values = [_chosen(data, value) for _, value in open_choice(data, chosen) if value]
    if not values:
        return with_power(data, card, power)
    return line("**{card}** ({power}: {chosen})", card=title(data, card), power=power, chosen=Listed(values))


def sentences(data: StormData, card: str) -> Iterator[Public]:
    """Tell what a card says: its own text, then each of its features."""
    yield from _text(data, card)
    for feature in data.card(card).features:
        yield from feature.tell()


def _text(data: StormData, card: str) -> Iterator[Public]:
    """Tell a card's own text, if it has one."""
    text = data.card(card).text
    if text is not None:
        yield tell_text(text)


def to_use(data: StormData, state: State) -> Iterator[tuple[SideSeat, str, str]]:
    """Yield the cards in play that give something to use: the power, the card, and the last phase for it."""
    for each in state.played:
        for phase in data.card(each.card).used_in(data):
            if each.power is not None and state.phase <= data.phase_index(phase):
                yield each.power, each.card, phase


def remembered(data: StormData, state: State, power: SideSeat | None = None) -> Iterator[Public]:
    """Tell what is still to be used or to come, of all or of one power, and until when."""
    for owner, card, phase in to_use(data, state):
        if power in (None, owner):
            named = with_power(data, card, owner)
            yield tell_all("{card}, until the phase “{phase}” ends", card=named, phase=Shown(phase))
    for each in state.played:
        if each.waits and each.power is not None and power in (None, each.power):
            card = with_power(data, each.card, each.power)
            yield tell_all(
                "{card}: takes effect as the phase “{phase}” ends", card=card, phase=Shown(data.phases.research)
            )
