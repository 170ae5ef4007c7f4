"""What a campaign's story tells of this game: events played and counters placed, what lay face down, what changed."""

from collections.abc import Iterator

from rules.command import Event
from rules.games.gathering_storm import wording
from rules.games.gathering_storm.context import Account
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.log_events.ledger import ContributionChanged
from rules.games.gathering_storm.log_events.placement import CounterPlaced
from rules.games.gathering_storm.log_events.playing import Played
from rules.games.gathering_storm.playing import are_revealed
from rules.games.gathering_storm.powers import POWERS, alliance_of, members
from rules.games.gathering_storm.state import Cause, State, is_valued
from rules.games.gathering_storm.totals import COUNTED
from rules.line import line
from rules.picture import label
from rules.seat import SideSeat
from rules.secrets import Hidden, Shown
from rules.story import Beat, Decision, Gain, Holding, Spent


def holdings(data: StormData, state: State, power: SideSeat) -> Iterator[Holding]:
    """The events before a power, its counters face down, and the results of its side's research that it has not shown.

    Everybody knows an event that lies face up, and its side what it researches.
    """
    for held in state.held.get(power, ()):
        known = frozenset(POWERS) if held.is_shown else frozenset[SideSeat]()
        yield Holding(Hidden(line("{card}", card=wording.title(data, held.card))), held.card, known_to=known)
    for each in state.counters if not are_revealed(data, state) else ():
        if each.power == power and is_valued(each):
            name = line("counter worth {value} in {target}", value=each.value, target=Shown(each.target))
            yield Holding(Hidden(name), about=each.target)
    yield from _results(data, state, power)
    yield from _rings(state, power)


def _results(data: StormData, state: State, power: SideSeat) -> Iterator[Holding]:
    """The results of a side, told once: of the first of its powers."""
    secret = ((key, each) for key, each in state.research.items() if each.results and not each.is_revealed)
    for key, progress in secret:
        owners = members(data.by_key[key].owner)
        if owners[0] == power:
            name = line("{count} {count:result|results} in {project}", count=progress.results, project=Shown(key))
            yield Holding(Hidden(name), about=Account.RESEARCH_COUNTERS, known_to=frozenset(owners))


def _rings(state: State, power: SideSeat) -> Iterator[Holding]:
    """The spy rings of a side, told once: of the first of its powers."""
    owners = members(alliance_of(power))
    for place, count in state.rings_of(power).items() if owners[0] == power else ():
        name = line("{count} {count:spy ring|spy rings} in {place}", count=count, place=Shown(place))
        yield Holding(Hidden(name), about=place, known_to=frozenset(owners))


def story(data: StormData, _state: State, event: Event) -> Iterator[Beat]:
    """What an event adds to the story. What ends with the turn is no change: everything does."""
    match event:
        case Played(power=SideSeat() as power):
            if event.cause is Cause.PLAYED:
                yield Decision(power, line("{power} played {card}", power=power, card=wording.title(data, event.card)))
            yield Spent(power, event.card)
        case CounterPlaced():
            where = Shown(event.target)
            what = line("{power} placed a counter in {where}", power=event.power, where=where)
            yield Decision(event.power, what, event.target)
        case ContributionChanged():
            yield from _changed(data, event)


def _changed(data: StormData, event: ContributionChanged) -> Iterator[Gain]:
    """What a card gives to one of the totals by which one sees how the game goes."""
    by, card = event.after - (event.before or 0), wording.title(data, event.card)
    if by and event.account is Account.EAI:
        yield Gain(label("European Aggression Index"), by, card)
    elif by and event.account in COUNTED and event.power is not None:
        yield Gain(label("{power}: {account}", power=event.power, account=Shown(event.account)), by, card)
