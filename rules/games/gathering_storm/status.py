"""What can be looked up: the status, the piles, and a power's hand."""

from collections.abc import Iterator

from rules.games.gathering_storm import wording
from rules.games.gathering_storm.data import ANY_TIME
from rules.games.gathering_storm.deck import PILES, StormData
from rules.games.gathering_storm.ledger import eai
from rules.games.gathering_storm.placement import disputes
from rules.games.gathering_storm.playing import moment_of
from rules.games.gathering_storm.powers import POWERS, belongs_to
from rules.games.gathering_storm.state import Held, State, is_valued
from rules.notice import Line, Public, Secret, tell_all, tell_seat, tell_section
from rules.seat import REFEREE, Seat
from rules.secrets import Hidden, Shown


def status(data: StormData, state: State) -> Iterator[Public]:
    """Where the game stands, as everybody may know it."""
    phase = data.phase(state)
    yield tell_all("Turn {turn}, **{phase}**.", turn=state.turn, phase=Shown(phase.name))
    if not state.has_drawn:
        yield tell_all("The turn's events have not been drawn yet: `/draw event`.")
    yield tell_all("EAI {eai:+}.", eai=eai(data, state))
    for each in state.played:
        whose = f" ({each.power})" if each.power else " (general)"
        choice = "".join(f"; {piece}" for piece in wording.chosen(each.choice))
        yield tell_section("In play", "{card}", card=Shown(data.title(each.card) + whose + choice))
    for power in POWERS:
        held = state.held.get(power, ())
        for each_held in held:
            if each_held.is_shown:
                card, text = wording.title(data, each_held.card), Shown(wording.plain(data, each_held.card))
                yield tell_section("To be played", "{power}: **{card}**. {text}", power=power, card=card, text=text)
        unseen = sum(not each_held.is_shown for each_held in held)
        if unseen:
            yield tell_section("To be played", "{power}: {count} unseen", power=power, count=unseen)
    yield from _counters(data, state)
    for dispute in disputes(data, state):
        side = dispute.axis_side(state)
        now = Shown(f"the Axis support {side}" if side else "the Axis have still to choose")
        yield tell_section("Dispute", "{names}: {now}", names=Shown(" and ".join(dispute.countries)), now=now)


def pool(data: StormData, state: State) -> Iterator[Public]:
    """How many cards of each pile were not drawn yet."""
    for pile in PILES:
        cards = data.pile(pile)
        left = sum(card.id not in state.seen for card in cards)
        yield tell_all("{pile}: {left} of {all_} events left", pile=Shown(pile), left=left, all_=len(cards))


def hand(data: StormData, state: State, seat: Seat) -> Iterator[Secret]:
    """The events before a power, its surplus points, and what it may do with them."""
    if seat == REFEREE:
        yield tell_seat(seat, "As the referee you enter what the source does not define: `/enter`.")
        return
    cards = state.held.get(seat, ())
    for place, held in enumerate(cards, start=1):
        yield _held(data, state, seat, held, f"{seat}, event {place}" if len(cards) > 1 else str(seat))
    if state.has_played(seat) and cards:
        yield tell_seat(seat, "{power} need play no more events: the rest lapses at the end of its phase.", power=seat)
    elif len(cards) > 1:
        yield tell_seat(
            seat, "{power} plays at least one of its events; the rest lapses at the end of its phase.", power=seat
        )
    yield from _own_counters(state, seat)
    for key, progress in state.research.items():
        if progress.surplus and belongs_to(data.by_key[key].owner, seat):
            yield tell_seat(
                seat,
                "{power}: {project} has a surplus of {surplus} to reassign.",
                power=seat,
                project=Hidden(key),
                surplus=Hidden(progress.surplus),
            )


def _own_counters(state: State, seat: Seat) -> Iterator[Secret]:
    """Where a power's counters of the turn lie, with their values."""
    mine = [f"{each.target} {each.value}" for each in state.counters if each.power == seat and is_valued(each)]
    if mine:
        yield tell_seat(seat, "Counters of {power}: {counters}.", power=seat, counters=Hidden(", ".join(mine)))


def _counters(data: StormData, state: State) -> Iterator[Public]:
    """Where counters lie; their values once the counters are shown."""
    are_shown = state.phase >= data.phase_index(data.phases.shown)
    for each in state.counters:
        face = "anti-Comintern" if not is_valued(each) else f"{each.value}" if are_shown else "face down"
        yield tell_section(
            "Counters", "{target}: {power}, {face}", target=Shown(each.target), power=each.power, face=Shown(face)
        )


def _held(data: StormData, state: State, seat: Seat, held: Held, head: str) -> Secret:
    """A card under a head of its own: a field of an embed is not long enough for many."""
    moment = moment_of(data, state, held)
    facts = {
        "card": Hidden(data.title(held.card)),
        "when": Hidden("at any time" if moment == ANY_TIME else f"in the phase “{moment}”"),
        "text": Hidden(wording.plain(data, held.card)),
    }
    return Secret(seat, Line("**{card}**, played {when}. {text}", facts)).under(Shown(head))
