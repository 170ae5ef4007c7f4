"""What is told of Gathering Storm, and to whom."""

from collections.abc import Iterator

from rules.games.gathering_storm import told
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
from rules.games.gathering_storm.tables import StormTables
from rules.notice import Hidden, Notice, Seat, Shown, by_rule, on_board, tell, tell_all, under

NO_CARD_LEFT = "empty_pile"


def report(tables: StormTables, event: StormEvent) -> Iterator[Notice]:
    """What is told of an event."""
    match event:
        case GeneralDrawn():
            yield from _general(tables, event)
        case Dealt():
            yield from _dealt(tables, event)
        case Played():
            yield from _played(tables, event)
        case TookEffect(card=card):
            yield tell_all("Research points are assigned: **{card}** takes effect now.", card=told.title(tables, card))
        case Discarded():
            yield from _discarded(tables, event)
        case FellDue(card=card, power=power):
            yield tell_all(
                "{power} had to play its only event, **{card}**: it is turned up, to be played before the turn ends.",
                power=power,
                card=told.title(tables, card),
            )
            yield tables.by_ruling("only_event_unplayed")
        case Moved():
            yield from _moved(tables, event)
        case IndexMoved(before=before, after=after):
            yield under("Totals", "EAI: {before:+} → **{after:+}**", before=before, after=after)
        case Doubled() | Advanced() | AtomicPermitted() | CivilWarNeared():
            yield from _lasting(tables, event)
        case PhaseBegan():
            yield from _phase(tables, event)
        case TurnBegan():
            yield from _turn(event)
        case Placed():
            yield from _placed(event)
        case CountersShown(counters=counters):
            for power, target, value in counters:
                yield under("Counters", "{target}: {power}, {value}", target=Shown(target), power=power, value=value)
        case _:
            yield from report_entry(event)


def _general(tables: StormTables, event: GeneralDrawn) -> Iterator[Notice]:
    if event.is_reshuffled:
        yield tell_all("Every general event has been drawn: they are shuffled in again.")
        yield tables.by_ruling(NO_CARD_LEFT)
    if event.card is None:
        yield tell_all("**No general event is left: none occurs this turn.**")
        yield tables.by_ruling(NO_CARD_LEFT)
        return
    yield tell_all("The general event of the turn: **{card}**.", card=told.title(tables, event.card))
    yield by_rule("9.12: one event is turned up for all, then each major power is dealt its own.")


def _dealt(tables: StormTables, event: Dealt) -> Iterator[Notice]:
    power, unseen = event.power, event.unseen.peek()
    if event.is_reshuffled:
        yield under("Dealt", "{power}: every event has been drawn, they are shuffled in again.", power=power)
        yield tables.by_ruling(NO_CARD_LEFT)
    for card in event.shown:
        yield under("Dealt", "{power}: **{card}**", power=power, card=told.title(tables, card))
    if unseen:
        count = Shown("an event" if len(unseen) == 1 else f"{len(unseen)} events")
        yield under("Dealt", "{power}: {count}, unseen", power=power, count=count)
    if event.lacking:
        yield under(
            "Dealt", "**{power}: its pile lacks {lacking}; no event is dealt for that.**", power=power,
            lacking=event.lacking,
        )  # fmt: skip
        yield tables.by_ruling(NO_CARD_LEFT)
    for card in unseen:
        yield tell(power, "{power} draws **{card}**.", power=power, card=Hidden(tables.title(card)))


def _played(tables: StormTables, event: Played) -> Iterator[Notice]:
    card = told.title(tables, event.card)
    yield by_rule("{source}", source=Shown(tables.card(event.card).source))
    if event.power is None:
        yield from told.sentences(tables, event.card)
        return
    if event.is_forced:
        yield tell_all("{power} must play its only event, **{card}**.", power=event.power, card=card)
        yield tables.by_ruling("only_event_unplayed")
    else:
        yield tell_all("{power} plays **{card}**.", power=event.power, card=card)
    yield from told.sentences(tables, event.card)
    for piece in told.chosen(event.choice):
        yield under("Chosen", "{piece}", piece=Shown(piece))
    if event.waits:
        yield tell_all("It takes effect after research points are assigned.")


def _discarded(tables: StormTables, event: Discarded) -> Iterator[Notice]:
    card = told.title(tables, event.card)
    yield tell_all("{power} did not play **{card}**: it is shown and discarded.", power=event.power, card=card)
    if event.had_to_be_played:
        yield tell_all("It was its only event, and had to be played.")
        yield tables.by_ruling("only_event_unplayed")
    yield by_rule("9.13: each power plays at least one event a turn; an unplayed one goes at the end of its phase.")


def _moved(tables: StormTables, event: Moved) -> Iterator[Notice]:
    change = Change(event.account, event.after, event.power, event.target, event.draws_none)
    what, now = Shown(told.subject(change)), Shown(told.amount(change))
    card = told.title(tables, event.card)
    if event.before is None:
        yield under("Runs until the turn ends", "{what}: **{now}** ({card})", what=what, now=now, card=card)
    else:
        yield under(
            "Totals", "{what}: {before:+} → **{now}** ({card})", what=what, before=event.before, now=now, card=card
        )
    if event.ruling:
        yield tables.by_ruling(event.ruling)


def _lasting(tables: StormTables, event: Doubled | Advanced | AtomicPermitted | CivilWarNeared) -> Iterator[Notice]:
    match event:
        case Doubled(project=key, added=added, surplus=surplus):
            owner = tables.by_key[key].owner
            yield under("Research", "{project} is doubled, unseen.", project=Shown(key))
            for power in members(owner):
                yield _doubled(power, key, added, surplus)
            if event.ruling:
                yield tables.by_ruling(event.ruling)
        case Advanced(project=key, steps=steps, added=added):
            yield under("Research", "{project}: {steps:+} steps", project=Shown(key), steps=steps)
            yield on_board("Write it on the research record sheet; two steps are a level.")
            for power in members(tables.by_key[key].owner):
                yield tell(power, "{project}: {added} steps fitted.", project=Shown(key), added=added)
        case AtomicPermitted():
            yield under("Research", "Atomic research is permitted from now on.")
        case CivilWarNeared(country=country, change=change, is_on=is_on, ruling=ruling):
            where = Shown(country)
            if change > 0:
                yield on_board("Place a civil war counter in {where}.", where=where)
            elif change < 0:
                yield on_board("Remove a civil war counter from {where}.", where=where)
            nearer = Shown("comes nearer to its end" if is_on else "comes nearer")
            yield under("Civil wars", "The civil war in {where} {nearer}.", where=where, nearer=nearer)
            if ruling:
                yield tables.by_ruling(ruling)


def _doubled(power: Seat, key: str, added: Hidden[int], surplus: Hidden[int]) -> Notice:
    if added.peek() or surplus.peek():
        return tell(
            power,
            "{project}: {added} steps added by doubling; a surplus of {surplus} may be reassigned.",
            project=Shown(key),
            added=added,
            surplus=surplus,
        )
    return tell(
        power,
        "{project}: no points of earlier turns are written down, so none are doubled. If your record sheet has "
        "some, write them down as they are after the doubling.",
        project=Shown(key),
    )


def _phase(tables: StormTables, event: PhaseBegan) -> Iterator[Notice]:
    phase = tables.phases.order[event.phase]
    yield tell_all("**{phase}**: {about}", phase=Shown(phase.name), about=Shown(phase.about))
    for due in event.due:
        for card in due.shown:
            yield under("Due", "{power}: **{card}**", power=due.power, card=told.title(tables, card))
        if due.holds:
            yield under("Due", "{power} holds {count} unseen.", power=due.power, count=due.holds)
            cards = due.unseen.peek()
            now = Hidden(f"you may play {told.titles(tables, cards)} now" if cards else "none of your events is due")
            yield tell(due.power, "{power}: {now}.", power=due.power, now=now)


def _turn(event: TurnBegan) -> Iterator[Notice]:
    yield tell_all("**Turn {turn}** begins.", turn=event.turn)
    yield tell_all("What ran with the last turn has run out.")
    for power, count in event.draws:
        yield under("Additional events", "{power} draws {count} events.", power=power, count=count)
        yield by_rule("9.13 to 9.15: additional events for aggressions and the Pact; at least one must be played.")


def _placed(event: Placed) -> Iterator[Notice]:
    where = Shown(event.target)
    if event.kind == "anti-Comintern":
        yield tell_all("{power} places the anti-Comintern counter in {where}.", power=event.power, where=where)
        return
    yield tell_all("{power} places a diplomatic counter in {where}, face down.", power=event.power, where=where)
    yield tell(event.power, "{power}: worth {value} in {where}.", power=event.power, value=event.value, where=where)
