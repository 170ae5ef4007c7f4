"""The time that sides have used stays used: what is undone is play, and never the days in which others waited."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Literal

from typing_extensions import override

from rules.campaign.state.clock import Clock
from rules.campaign.state.state import C, CampaignEvent, CampaignState
from rules.frozen import Frozen
from rules.notice import Notice
from rules.seat import Seat


class Used(Frozen):
    """What a side had used, in seconds: of this turn's time, of its bank in the turns before, and of the last turn."""

    turn: int
    bank: int
    last: int


class TimeUsed(CampaignEvent):
    """What each side had used in the ``turn`` in which something was undone. Nobody is told: it is as it was."""

    type: Literal["time_used"] = "time_used"
    turn: int
    sides: Mapping[Seat, Used]

    @override
    def apply(self, campaign: C) -> C:
        """The campaign with the clocks that ran before what was undone. Those that run go on from now."""
        is_earlier = campaign.game.turn(campaign.state) < self.turn
        clocks = {seat: self._clock(campaign, seat, is_earlier=is_earlier) for seat in self.sides}
        return replace(campaign, clocks={**campaign.clocks, **clocks})

    def _clock(self, campaign: CampaignState, seat: Seat, *, is_earlier: bool) -> Clock:
        clock, used = campaign.clocks.get(seat, Clock()), self.sides[seat]
        clock = clock if campaign.at is None else clock.resumed(campaign.at)
        stood = replace(clock, turn=used.turn, bank=used.bank, last=used.last)
        return stood.unturned(campaign.patience.answer) if is_earlier else stood

    @override
    def tell(self) -> Iterator[Notice]:
        yield from ()


def time_used(campaign: CampaignState) -> TimeUsed:
    """What each side has used by now."""
    clocks = {seat: campaign.clock_of(seat) for seat in sorted(campaign.clocks)}
    sides = {seat: Used(turn=each.turn, bank=each.bank, last=each.last) for seat, each in clocks.items()}
    return TimeUsed(turn=campaign.game.turn(campaign.state), sides=sides)
