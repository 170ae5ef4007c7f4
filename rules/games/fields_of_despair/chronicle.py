"""The offensives of a turn as a report tells them, a line each."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from rules.command import Event
from rules.games.fields_of_despair import odds
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.log_events.breakouts import BreakoutMarked
from rules.games.fields_of_despair.log_events.combat import LossesTaken
from rules.games.fields_of_despair.log_events.offensives import HexTaken, OffensiveLaunched
from rules.line import Line, line
from rules.notice import Open, Public, tell_section
from rules.secrets import Shown

TITLE = "Offensives"


@dataclass(frozen=True, slots=True)
class Course:
    """An offensive as far as it has gone: what it took, and whether it broke out."""

    launched: OffensiveLaunched
    taken: bool = False
    broke_out: bool = False


def offensives(data: FieldsData, events: Iterable[Event]) -> Iterator[Public]:
    """Each offensive with its objective, its SPs beside their mean, its losses, and the ground that it won."""
    told: Course | None = None
    for event in events:
        if isinstance(event, OffensiveLaunched) and event.reading is not None:
            if told is not None:
                yield _tell(data, told, None)
            told = Course(event)
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


def _tell(data: FieldsData, told: Course, losses: LossesTaken | None) -> Public:
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


def _ground(told: Course, losses: LossesTaken) -> Line:
    if not losses.left:
        return line("destroyed")
    if told.taken and told.broke_out:
        return line("hex taken, breakout")
    if told.broke_out:
        return line("breakout")
    return line("hex taken") if told.taken else line("no ground")
