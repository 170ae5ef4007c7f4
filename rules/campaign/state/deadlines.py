"""Deadlines that are running: they move as clocks stand still for longer or shorter."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from rules.campaign.state.state import C, CampaignState
from rules.seat import Seat


def moved(before: CampaignState, after: C) -> C:
    """The campaign with a new calendar: of those who can still answer or object, nobody has less time left than the one
    who had the least.
    """

    def until(deadline: datetime | None, seats: Iterable[Seat]) -> datetime | None:
        if deadline is None or before.at is None or before.is_past(deadline):
            return deadline
        asked = tuple(seats)
        left = min(before.ran(before.at, deadline, seat) for seat in asked)
        return max(after.runs_until(before.at, left, seat) for seat in asked)

    if before.calendar == after.calendar:
        return after
    return replace(
        after,
        requests=tuple(replace(each, until=until(each.until, each.needed)) for each in after.requests),
        contested=tuple(replace(each, until=until(each.until, each.seats)) for each in after.contested),
        questions=tuple(replace(each, until=until(each.until, each.seats)) for each in after.questions),
        awaited_since={seat: replace(each, by=until(each.by, (seat,))) for seat, each in after.awaited_since.items()},
    )
