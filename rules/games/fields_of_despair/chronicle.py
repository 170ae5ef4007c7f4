"""The offensives of a turn as a report tells them, a line each."""

from collections.abc import Collection, Iterable, Iterator

from rules.command import Event
from rules.games.fields_of_despair import odds
from rules.games.fields_of_despair.breakouts import BreakoutMarked
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.log_events.combat import LossesTaken
from rules.games.fields_of_despair.log_events.offensives import HexTaken, OffensiveLaunched
from rules.line import line
from rules.notice import Open, Public, tell_section
from rules.secrets import Shown

TITLE = "Offensives"
GROUND = {
    (True, True): line("hex taken, breakout"),
    (True, False): line("hex taken"),
    (False, True): line("breakout"),
    (False, False): line("no ground"),
}
"""What an offensive won: whether it took its hex, and whether it broke out."""


def offensives(data: FieldsData, events: Iterable[Event]) -> Iterator[Public]:
    """Tell each offensive with its objective, its SPs beside their mean, its losses, and the ground that it won."""
    launched: OffensiveLaunched | None = None
    won: set[type[Event]] = set()
    for event in events:
        losses = event if isinstance(event, LossesTaken) else None
        if launched is not None and (losses or isinstance(event, OffensiveLaunched)):
            yield _tell(data, launched, losses, won)
            launched = None
        if isinstance(event, OffensiveLaunched):
            launched, won = event, set()
        won.add(type(event))
    if launched is not None:
        yield _tell(data, launched, None, won)


def _tell(
    data: FieldsData, launched: OffensiveLaunched, losses: LossesTaken | None, won: Collection[type[Event]]
) -> Public:
    mean = odds.offensive(data, launched.kind, launched.hidden).mean
    values: dict[str, Open] = {
        "kind": Shown(launched.kind),
        "hex": Shown(launched.hex),
        "sps": launched.sps,
        "mean": line("{mean:.1f}", mean=float(mean)),
    }
    if losses is None:
        return tell_section(TITLE, "{kind}, {hex}: {sps} {sps:SP|SPs} (mean {mean}), not resolved", **values)
    ground = line("destroyed") if not losses.left else GROUND[HexTaken in won, BreakoutMarked in won]
    values |= {"lost": losses.sps, "ground": ground}
    return tell_section(TITLE, "{kind}, {hex}: {sps} {sps:SP|SPs} (mean {mean}), {lost} lost, {ground}", **values)
