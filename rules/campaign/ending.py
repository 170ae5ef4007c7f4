"""The end of a campaign."""

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar, Literal

from typing_extensions import override

from rules.campaign.state import C, CampaignCommand, CampaignEvent, CampaignState
from rules.dice import Dice
from rules.errors import NotYours
from rules.notice import Notice, tell_all
from rules.seat import REFEREE, Player


class Ended(CampaignEvent):
    """The campaign ended."""

    type: Literal["ended"] = "ended"
    player: Player

    @override
    def apply(self, campaign: C) -> C:
        return replace(campaign, is_ended=True)

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all("{player} ends the campaign. `/dice verify` now shows the seed of its dice.", player=self.player)


class End(CampaignCommand):
    """End the campaign and publish its seed."""

    title: ClassVar[str] = "Campaign ended"
    type: Literal["end"] = "end"

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Ended:
        if REFEREE not in campaign.seats_of(user):
            raise NotYours("Only the referee can end the campaign.")
        return Ended(player=user)
