"""The offensives of a turn as a report tells them, a line each; and what a campaign's story tells of this game."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rules.command import Event
from rules.games.fields_of_despair import odds
from rules.games.fields_of_despair.data import ALLIES, FieldsData, OffensiveCount
from rules.games.fields_of_despair.log_events.breakouts import BreakoutMarked, BreakoutMoved
from rules.games.fields_of_despair.log_events.combat import LimitEntered, LossesTaken, SpsFound
from rules.games.fields_of_despair.log_events.offensives import HexTaken, OffensiveLaunched
from rules.games.fields_of_despair.state import State
from rules.line import Line, line
from rules.notice import Open, Public, tell_section
from rules.picture import label
from rules.printed.lookup import printed, readings
from rules.seat import Seat
from rules.secrets import Hidden, Shown
from rules.story import Beat, Decision, Gain, Holding, by_chance

TITLE = "Offensives"


@dataclass(frozen=True, slots=True)
class Told:
    """An offensive as far as it has gone: what it took, and whether it broke out."""

    launched: OffensiveLaunched
    taken: bool = False
    broke_out: bool = False


def offensives(data: FieldsData, events: Iterable[Event]) -> Iterator[Public]:
    """Each offensive with its objective, its SPs beside their mean, its losses, and the ground that it won."""
    told: Told | None = None
    for event in events:
        if isinstance(event, OffensiveLaunched) and event.reading is not None:
            if told is not None:
                yield _tell(data, told, None)
            told = Told(event)
        elif told is None:
            continue
        elif isinstance(event, HexTaken):
            told = replace(told, taken=True)
        elif isinstance(event, BreakoutMarked):
            told = replace(told, broke_out=True)
        elif isinstance(event, LossesTaken):
            yield _tell(data, told, event)
            told = None
    if told is not None:
        yield _tell(data, told, None)


def _tell(data: FieldsData, told: Told, losses: LossesTaken | None) -> Public:
    launched = told.launched
    mean = odds.offensive(data, launched.kind, launched.hidden).mean
    values: dict[str, Open] = {
        "kind": Shown(launched.kind),
        "hex": Shown(launched.hex),
        "sps": launched.sps,
        "mean": line("{mean:.1f}", mean=float(mean)),
    }
    if losses is None:
        return tell_section(TITLE, "{kind}, {hex}: {sps} {sps:SP|SPs} (mean {mean}), not resolved", **values)
    return tell_section(
        TITLE,
        "{kind}, {hex}: {sps} {sps:SP|SPs} (mean {mean}), {lost} lost, {ground}",
        lost=losses.sps,
        ground=_ground(told, losses),
        **values,
    )


def _ground(told: Told, losses: LossesTaken) -> Line:
    if not losses.left:
        return line("destroyed")
    if told.taken and told.broke_out:
        return line("hex taken, breakout")
    if told.broke_out:
        return line("breakout")
    return line("hex taken") if told.taken else line("no ground")


def story(data: FieldsData, state: State, event: Event) -> Iterator[Beat]:
    """What an event adds to the story. What changes is counted in SPs: those that the Central Powers lost, and those
    with which they took ground.
    """
    match event:
        case SpsFound(asks_limit=False):
            yield _attack(event.hex, event.attackers, event.sps, event.before)
        case LimitEntered():
            before = state.hexes[event.hex].known - sum(state.found)
            yield _attack(event.hex, state.attacks[0].sps, event.sps, before)
        case LossesTaken():
            yield Gain(LOST, -event.sps, Shown(event.hex))
        case HexTaken() if event.hex in state.hexes:
            yield Gain(GROUND, state.hexes[event.hex].known, Shown(event.hex))
        case BreakoutMoved():
            yield from (Gain(GROUND, sps, Shown(hex_)) for hex_, sps in event.shares)
    for reading in readings(event):
        table, hex_ = data.printed_tables[reading.table], getattr(event, "hex", "")
        name = Line(table.short or table.title)
        yield from by_chance(
            data, reading, line("{about}, {table}", about=hex_, table=name) if hex_ else name, _printed
        )


LOST, GROUND = label("CP SPs"), label("CP SPs on newly taken ground")


def _printed(cell: object) -> Line:
    """A cell of a table in words."""
    match cell:
        case OffensiveCount(majors=majors, minors=minors):
            return line("{majors} Major and {minors} Minor", majors=majors, minors=minors)
        case "Y":
            return line("an answer")
        case "N":
            return line("no answer")
        case _:
            return Line(printed(cell))


def _attack(hex_: str, attackers: int, sps: int, before: int) -> Decision:
    """An attack on a hex, and the SPs that turned up in it, some of which were known before."""
    what = line("The Allies attacked {hex} with {sps} {sps:SP|SPs}", hex=Shown(hex_), sps=attackers)
    if before:
        found = line("{sps} {sps:SP|SPs}, {before} of them known", sps=sps, before=before)
    else:
        found = line("{sps} {sps:SP|SPs}", sps=sps)
    met = Holding(Hidden(found), about=hex_, weight=max(0, sps - before))
    return Decision(ALLIES, what, hex_, {Seat("Central Powers"): (met,)})
