"""What is told of Gathering Storm, and to whom."""

from collections.abc import Iterator

from rules.games.gathering_storm import told
from rules.games.gathering_storm.data import StormData
from rules.games.gathering_storm.events import (
    Advanced,
    AtomicPermitted,
    CivilWarNeared,
    CountersShown,
    Dealt,
    Discarded,
    Doubled,
    FellDue,
    GeneralDrawn,
    IndexMoved,
    Moved,
    PhaseBegan,
    Placed,
    Played,
    StormEvent,
    TookEffect,
    TurnBegan,
)
from rules.games.gathering_storm.here import Change
from rules.games.gathering_storm.powers import members
from rules.games.gathering_storm.report_entries import report_entry
from rules.notice import Notice, tell_all, tell_board, tell_rule, tell_seat, tell_section
from rules.seat import Seat
from rules.secrets import Hidden, Shown

NO_CARD_LEFT = "empty_pile"


def report(data: StormData, event: StormEvent) -> Iterator[Notice]:
    """What is told of an event."""
    match event:
        case GeneralDrawn():
            yield from _general(data, event)
        case Dealt():
            yield from _dealt(data, event)
        case Played():
            yield from _played(data, event)
        case TookEffect(card=card):
            yield tell_all("Research points are assigned: **{card}** takes effect now.", card=told.title(data, card))
        case Discarded():
            yield from _discarded(data, event)
        case FellDue(card=card, power=power):
            yield tell_all(
                "{power} had to play its only event, **{card}**: it is turned up, to be played before the turn ends.",
                power=power,
                card=told.title(data, card),
            )
            yield data.tell_ruling("only_event_unplayed")
        case Moved():
            yield from _moved(data, event)
        case IndexMoved(before=before, after=after):
            yield tell_section("Totals", "EAI: {before:+} → **{after:+}**", before=before, after=after)
        case Doubled() | Advanced() | AtomicPermitted() | CivilWarNeared():
            yield from _lasting(data, event)
        case PhaseBegan():
            yield from _phase(data, event)
        case TurnBegan():
            yield from _turn(event)
        case Placed():
            yield from _placed(event)
        case CountersShown(counters=counters):
            for power, target, value in counters:
                yield tell_section(
                    "Counters", "{target}: {power}, {value}", target=Shown(target), power=power, value=value
                )
        case _:
            yield from report_entry(event)


def _general(data: StormData, event: GeneralDrawn) -> Iterator[Notice]:
    if event.is_reshuffled:
        yield tell_all("Every general event has been drawn: they are shuffled in again.")
        yield data.tell_ruling(NO_CARD_LEFT)
    if event.card is None:
        yield tell_all("**No general event is left: none occurs this turn.**")
        yield data.tell_ruling(NO_CARD_LEFT)
        return
    yield tell_all("The general event of the turn: **{card}**.", card=told.title(data, event.card))
    yield tell_rule("9.12: one event is turned up for all, then each major power is dealt its own.")


def _dealt(data: StormData, event: Dealt) -> Iterator[Notice]:
    power, unseen = event.power, event.unseen.value
    if event.is_reshuffled:
        yield tell_section("Dealt", "{power}: every event has been drawn, they are shuffled in again.", power=power)
        yield data.tell_ruling(NO_CARD_LEFT)
    for card in event.shown:
        yield tell_section("Dealt", "{power}: **{card}**", power=power, card=told.title(data, card))
    if unseen:
        count = Shown("an event" if len(unseen) == 1 else f"{len(unseen)} events")
        yield tell_section("Dealt", "{power}: {count}, unseen", power=power, count=count)
    if event.lacking:
        yield tell_section(
            "Dealt", "**{power}: its pile lacks {lacking}; no event is dealt for that.**", power=power,
            lacking=event.lacking,
        )  # fmt: skip
        yield data.tell_ruling(NO_CARD_LEFT)
    for card in unseen:
        yield tell_seat(power, "{power} draws **{card}**.", power=power, card=Hidden(data.title(card)))


def _played(data: StormData, event: Played) -> Iterator[Notice]:
    card = told.title(data, event.card)
    yield tell_rule("{source}", source=Shown(data.card(event.card).source))
    if event.power is None:
        yield from told.sentences(data, event.card)
        return
    if event.is_forced:
        yield tell_all("{power} must play its only event, **{card}**.", power=event.power, card=card)
        yield data.tell_ruling("only_event_unplayed")
    else:
        yield tell_all("{power} plays **{card}**.", power=event.power, card=card)
    yield from told.sentences(data, event.card)
    for piece in told.chosen(event.choice):
        yield tell_section("Chosen", "{piece}", piece=Shown(piece))
    if event.waits:
        yield tell_all("It takes effect after research points are assigned.")


def _discarded(data: StormData, event: Discarded) -> Iterator[Notice]:
    card = told.title(data, event.card)
    yield tell_all("{power} did not play **{card}**: it is shown and discarded.", power=event.power, card=card)
    if event.had_to_be_played:
        yield tell_all("It was its only event, and had to be played.")
        yield data.tell_ruling("only_event_unplayed")
    yield tell_rule("9.13: each power plays at least one event a turn; an unplayed one goes at the end of its phase.")


def _moved(data: StormData, event: Moved) -> Iterator[Notice]:
    change = Change(event.account, event.after, event.power, event.target, event.draws_none)
    what, now = Shown(told.subject(change)), Shown(told.amount(change))
    card = told.title(data, event.card)
    if event.before is None:
        yield tell_section("Runs until the turn ends", "{what}: **{now}** ({card})", what=what, now=now, card=card)
    else:
        yield tell_section(
            "Totals", "{what}: {before:+} → **{now}** ({card})", what=what, before=event.before, now=now, card=card
        )
    if event.ruling:
        yield data.tell_ruling(event.ruling)


def _lasting(data: StormData, event: Doubled | Advanced | AtomicPermitted | CivilWarNeared) -> Iterator[Notice]:
    match event:
        case Doubled(project=key, added=added, surplus=surplus):
            owner = data.by_key[key].owner
            yield tell_section("Research", "{project} is doubled, unseen.", project=Shown(key))
            for power in members(owner):
                yield _doubled(power, key, added, surplus)
            if event.ruling:
                yield data.tell_ruling(event.ruling)
        case Advanced(project=key, steps=steps, added=added):
            yield tell_section("Research", "{project}: {steps:+} steps", project=Shown(key), steps=steps)
            yield tell_board("Write it on the research record sheet; two steps are a level.")
            for power in members(data.by_key[key].owner):
                yield tell_seat(power, "{project}: {added} steps fitted.", project=Shown(key), added=added)
        case AtomicPermitted():
            yield tell_section("Research", "Atomic research is permitted from now on.")
        case CivilWarNeared(country=country, change=change, is_on=is_on, ruling=ruling):
            where = Shown(country)
            if change > 0:
                yield tell_board("Place a civil war counter in {where}.", where=where)
            elif change < 0:
                yield tell_board("Remove a civil war counter from {where}.", where=where)
            nearer = Shown("comes nearer to its end" if is_on else "comes nearer")
            yield tell_section("Civil wars", "The civil war in {where} {nearer}.", where=where, nearer=nearer)
            if ruling:
                yield data.tell_ruling(ruling)


def _doubled(power: Seat, key: str, added: Hidden[int], surplus: Hidden[int]) -> Notice:
    if added.value or surplus.value:
        return tell_seat(
            power,
            "{project}: {added} steps added by doubling; a surplus of {surplus} may be reassigned.",
            project=Shown(key),
            added=added,
            surplus=surplus,
        )
    return tell_seat(
        power,
        "{project}: no points of earlier turns are written down, so none are doubled. If your record sheet has "
        "some, write them down as they are after the doubling.",
        project=Shown(key),
    )


def _phase(data: StormData, event: PhaseBegan) -> Iterator[Notice]:
    phase = data.phases.order[event.phase]
    yield tell_all("**{phase}**: {about}", phase=Shown(phase.name), about=Shown(phase.about))
    for due in event.due:
        for card in due.shown:
            yield tell_section("Due", "{power}: **{card}**", power=due.power, card=told.title(data, card))
        if due.holds:
            yield tell_section("Due", "{power} holds {count} unseen.", power=due.power, count=due.holds)
            cards = due.unseen.value
            now = Hidden(f"you may play {told.titles(data, cards)} now" if cards else "none of your events is due")
            yield tell_seat(due.power, "{power}: {now}.", power=due.power, now=now)


def _turn(event: TurnBegan) -> Iterator[Notice]:
    yield tell_all("**Turn {turn}** begins.", turn=event.turn)
    yield tell_all("What ran with the last turn has run out.")
    for power, count in event.draws:
        yield tell_section("Additional events", "{power} draws {count} events.", power=power, count=count)
        yield tell_rule("9.13 to 9.15: additional events for aggressions and the Pact; at least one must be played.")


def _placed(event: Placed) -> Iterator[Notice]:
    where = Shown(event.target)
    if event.kind == "anti-Comintern":
        yield tell_all("{power} places the anti-Comintern counter in {where}.", power=event.power, where=where)
        return
    yield tell_all("{power} places a diplomatic counter in {where}, face down.", power=event.power, where=where)
    yield tell_seat(
        event.power, "{power}: worth {value} in {where}.", power=event.power, value=event.value, where=where
    )
