"""Points of the record: each turn and step as it began, what the game calls for, and marks that players set."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from pydantic import Field
from typing_extensions import override

from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState
from rules.campaign.state.timeline import Point
from rules.dice import Dice
from rules.errors import NotThere
from rules.notice import Notice, tell_all
from rules.seat import Player
from rules.secrets import folded, plain, quote
from rules.written import Written

LONGEST = 60


class Marked(CampaignEvent):
    """A player marked how the campaign stands."""

    name: Written
    entry: int

    @override
    def apply(self, campaign: C) -> C:
        where = campaign.game.where(campaign.state)
        return replace(campaign, timeline=campaign.timeline.with_point(Point(self.entry, where, self.name)))

    def tell(self) -> Iterator[Notice]:
        yield tell_all("Marked: **{name}**", name=quote(self.name))


class Mark(CampaignCommand):
    """Mark how the campaign stands, by a name."""

    title = "Point marked"
    name: Annotated[Written, Field(min_length=1, max_length=LONGEST)]

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Marked]:
        campaign.check_seated(user)
        name = plain(self.name, LONGEST).text
        if not name:
            raise NotThere("Name the point.")
        if any(folded(point.mark) == folded(name) for point in campaign.timeline.points):
            raise NotThere("There is a point of that name already. Choose another name.")
        yield Marked(name=name, entry=campaign.number + 1)
