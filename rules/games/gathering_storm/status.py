"""What players can look up: the status, the piles, and a power's hand."""

from collections.abc import Iterator

from rules.games.gathering_storm import wording
from rules.games.gathering_storm.data import ANY_TIME
from rules.games.gathering_storm.deck import PILES, StormData
from rules.games.gathering_storm.effects.base import EffectContext
from rules.games.gathering_storm.effects.support import SupportByResults
from rules.games.gathering_storm.ledger import ledger
from rules.games.gathering_storm.numbers import name_of
from rules.games.gathering_storm.pairs import written
from rules.games.gathering_storm.placement import disputes
from rules.games.gathering_storm.playing import are_revealed, moment_of
from rules.games.gathering_storm.powers import POWERS, members
from rules.games.gathering_storm.research import kept, row
from rules.games.gathering_storm.state import Held, InPlay, State, is_valued
from rules.games.gathering_storm.wording import remembered
from rules.line import Line, Listed, line
from rules.notice import Public, Secret, tell_all, tell_seat
from rules.seat import SideSeat
from rules.secrets import Hidden, Shown, quote


def status(data: StormData, state: State) -> Iterator[Public]:
    """Tell the public status of the game."""
    yield tell_all("Turn {turn}, **{phase}**.", turn=state.turn, phase=Shown(data.phase(state).name))
    if not state.has_drawn:
        yield tell_all("Next, draw this turn's events.")
    if index := ledger(data, state).eai:
        yield tell_all("European Aggression Index (EAI): {eai:+}.", eai=index)
    elif state.has_drawn:
        yield tell_all("European Aggression Index (EAI): {eai}.", eai=0)
    if state.general:
        card = wording.title(data, state.general)
        yield tell_all("The general event, **{card}**, has not taken effect yet.", card=card)
    for each in state.played:
        yield _in_play(data, each).under("In effect")
    yield from (each.under("To be used") for each in remembered(data, state))
    for power in POWERS:
        yield from (line.under("To be played") for line in _before(data, state, power))
    yield from (line.under("Counters") for line in _counters(data, state))
    yield from (line.under("Dispute") for line in _disputes(data, state))


def _in_play(data: StormData, each: InPlay) -> Public:
    """Tell who played a card in effect, and what was chosen for it."""
    card = wording.title(data, each.card)
    choice = wording.open_choice(data, each.choice)
    chosen = Listed(str(quote(value)) for _, value in choice if value)
    if each.power is None:
        return tell_all("{card}, the general event", card=card)
    if not chosen.text:
        return tell_all("{card}, played by {power}", card=card, power=each.power)
    return tell_all("{card}, played by {power}: {chosen}", card=card, power=each.power, chosen=chosen)


def _before(data: StormData, state: State, power: SideSeat) -> Iterator[Public]:
    """Tell the cards that lie before a power: what the open ones say, and how many lie face down."""
    held = state.held.get(power, ())
    for card in (each.card for each in held if each.is_shown):
        yield tell_all("{power} has **{card}**, face up.", power=power, card=wording.title(data, card))
        yield from wording.sentences(data, card)
    if (count := state.unseen(power)) == 1:
        yield tell_all("{power} holds one event face down.", power=power)
    elif count:
        yield tell_all("{power} holds {count} events face down.", power=power, count=count)


def _counters(data: StormData, state: State) -> Iterator[Public]:
    """Tell where counters lie; their values once they are turned up."""
    are_shown = state.phase >= data.phase_index(data.phases.shown)
    for each in state.counters:
        power, target = each.power, Shown(each.target)
        if not is_valued(each):
            yield tell_all("{power} has the anti-Comintern counter in {target}.", power=power, target=target)
        elif are_shown:
            yield tell_all(
                "{power} has a counter worth {value} in {target}.", power=power, value=each.value, target=target
            )
        else:
            yield tell_all("{power} has a counter face down in {target}.", power=power, target=target)


def _disputes(data: StormData, state: State) -> Iterator[Public]:
    for dispute in disputes(data, state):
        one, other = map(Shown, dispute.countries)
        side = dispute.axis_side(state)
        if side is None:
            yield tell_all("{one} or {other}: the Axis have not chosen a side.", one=one, other=other)
        else:
            yield tell_all("{one} or {other}: the Axis support {side}.", one=one, other=other, side=Shown(side))


def pool(data: StormData, state: State) -> Iterator[Public]:
    """Tell how many cards of each pile were not drawn yet."""
    for pile in PILES:
        cards = data.ids(state, pile)
        left = sum(not data.is_out(state, card) for card in cards)
        yield tell_all("{pile}: {left} of {total} events left", pile=Shown(pile), left=left, total=len(cards))


def hand(data: StormData, state: State, seat: SideSeat) -> Iterator[Secret]:
    """Tell the cards before a power, its counters, and its research record sheet."""
    cards = state.held.get(seat, ())
    for held in cards:
        yield from _held(data, state, seat, held)
    if state.has_played(seat) and cards:
        yield tell_seat(
            seat, "{power} need not play another event. The others are discarded when their phase ends.", power=seat
        )
    elif len(cards) > 1:
        yield tell_seat(
            seat, "{power} must play at least one event. The others are discarded when their phase ends.", power=seat
        )
    yield from (each.under("Your plan for this turn") for each in _planned(data, state, seat))
    yield from (Secret(seat, each.line).under("To be used") for each in remembered(data, state, seat))
    if mine := [each for each in state.counters if each.power == seat and is_valued(each)]:
        counters = Listed(line("{target} {value}", target=each.target, value=each.value) for each in mine)
        yield tell_seat(seat, "{power}'s counters: {counters}.", power=seat, counters=Hidden(counters))
    for project, progress in kept(data, state, seat):
        yield row(data, state, seat, project, progress).of(project.key).under("Research record sheet")


def _planned(data: StormData, state: State, seat: SideSeat) -> Iterator[Secret]:
    """Tell what is left of a power's plan."""
    plan = state.plans.get(seat)
    if plan is None:
        return
    if any(name_of(each.card) == name_of(plan.card) for each in state.held.get(seat, ())):
        yield tell_seat(seat, "Event: {event}", event=Hidden(wording.way_to_play(data, plan.card, plan.choice)))
    if plan.research and state.phase <= data.phase_index(data.phases.research):
        yield tell_seat(seat, "Research: {points}", points=Hidden(Shown(written(plan.research))))
    placed = [each.target for each in state.counters if each.power == seat]
    if left := tuple(each for each in plan.counters if each[0] not in placed):
        yield tell_seat(seat, "Counters: {counters}", counters=Hidden(Shown(written(left))))


def holdings(data: StormData, state: State, power: SideSeat) -> Iterator[Hidden[Line]]:
    """Yield what a power holds unseen; what its side found is told once, of the first of its powers."""
    for held in state.held.get(power, ()):
        if not held.is_shown:
            yield Hidden(line("{card}", card=wording.title(data, held.card)))
    for each in state.counters if not are_revealed(data, state) else ():
        if each.power == power and is_valued(each):
            yield Hidden(line("counter worth {value} in {target}", value=each.value, target=Shown(each.target)))
    for key, progress in state.research.items():
        if progress.results and not progress.is_revealed and members(data.by_key[key].owner)[0] == power:
            yield Hidden(
                line("{count} {count:result|results} in {project}", count=progress.results, project=Shown(key))
            )


def _held(data: StormData, state: State, seat: SideSeat, held: Held) -> Iterator[Secret]:
    """Tell when a card is played, and what it says."""
    title = data.card(held.card).title
    yield _when(data, state, seat, held).of(title)
    if data.card(held.card).is_unread:
        return
    yield from (Secret(seat, each.line).of(title, is_detail=True) for each in wording.sentences(data, held.card))
    for feature in data.card(held.card).features:
        if isinstance(feature, SupportByResults):
            yield from _counting(data, state, seat, feature, title)


def _when(data: StormData, state: State, seat: SideSeat, held: Held) -> Secret:
    card, moment = Hidden(data.title(held.card)), moment_of(data, state, held)
    if data.card(held.card).is_unread:
        return tell_seat(seat, "**{card}**: look it up, then enter what it says.", card=card)
    if fault := data.fault(held.card):
        return tell_seat(seat, "**{card}** cannot be played yet: {fault}.", card=card, fault=Hidden(Shown(fault)))
    if moment == ANY_TIME:
        return tell_seat(seat, "**{card}** can be played at any time.", card=card)
    if moment == data.phase(state).name:
        return tell_seat(seat, "**{card}** can be played now, until this phase ends.", card=card)
    if data.phase_index(moment) < state.phase:
        return tell_seat(seat, "**{card}** had to be played in the phase “{phase}”.", card=card, phase=Hidden(moment))
    return tell_seat(seat, "**{card}** is played in the phase “{phase}”.", card=card, phase=Hidden(moment))


def _counting(data: StormData, state: State, seat: SideSeat, feature: SupportByResults, title: str) -> Iterator[Secret]:
    """Tell which projects an event counts, and what it gives as things stand."""
    context = EffectContext(data, state, seat)
    names = Hidden(Listed(project.key for project in feature.among(data)))
    yield tell_seat(seat, "It counts results in {names}.", names=names).of(title, is_detail=True)
    count, amount = Hidden(feature.results(context)), Hidden(feature.amount_now(context))
    if count.value:
        yield tell_seat(seat, "Results now: {count}, so it gives {amount:+}.", count=count, amount=amount).of(title)
    else:
        yield tell_seat(seat, "No results yet, so it gives {amount:+}.", amount=amount).of(title)
