"""Absence: a player says until when they are away. Within the table's budget their clocks stand still so long."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import ClassVar, Literal

from pydantic import AwareDatetime
from typing_extensions import override

from rules.campaign.seats.stand_ins import as_one_goes, of_others
from rules.campaign.state.calendar import NONE, QUARTER, Absence, Span
from rules.campaign.state.deadlines import moved
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState
from rules.dice import Dice
from rules.errors import NotNow
from rules.notice import Notice, tell_all
from rules.seat import Player
from rules.secrets import Shown


class WentAway(CampaignEvent):
    """A player is away until a day. Their clock stands ``still`` until then, or until the table's days are used up."""

    type: Literal["went_away"] = "went_away"
    player: Player
    until: AwareDatetime
    still: AwareDatetime

    @override
    def apply(self, campaign: C) -> C:
        assert campaign.at is not None, "an entry has a time"
        now = Absence(self.player, self.until, Span(campaign.at, self.still))
        absences = (*_ended(campaign, self.player), now)
        stand_ins = as_one_goes(campaign, self.player)
        return moved(campaign, replace(campaign, absences=absences, stand_ins=stand_ins))

    @override
    def tell(self) -> Iterator[Notice]:
        until, still = (Shown(f"<t:{int(each.timestamp())}:D>") for each in (self.until, self.still))
        yield tell_all("{player} is away until {until}.", player=self.player, until=until)
        if self.still < self.until:
            yield tell_all("Their clock stands still until {still}. Then deadlines count again.", still=still)
        else:
            yield tell_all("Their clock stands still until then.")


class CameBack(CampaignEvent):
    """A player is back before the day that they had named, so nobody stands in for them any more."""

    type: Literal["came_back"] = "came_back"
    player: Player

    @override
    def apply(self, campaign: C) -> C:
        absences, stand_ins = _ended(campaign, self.player), of_others(campaign, self.player)
        return moved(campaign, replace(campaign, absences=absences, stand_ins=stand_ins))

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all("{player} is back.", player=self.player)


class BeAway(CampaignCommand):
    """Be away until a day."""

    title: ClassVar[str] = "Away"
    type: Literal["be_away"] = "be_away"
    until: AwareDatetime

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[WentAway]:
        campaign.check_seated(user)
        assert campaign.at is not None, "a command has a time"
        if campaign.is_past(self.until):
            raise NotNow("That day has begun already. Name a later one.")
        at, calendar = campaign.at, campaign.calendar
        used = calendar.ran(at - QUARTER, at) - calendar.ran(at - QUARTER, at, user)
        left = max(NONE, timedelta(days=campaign.patience.away) - used)
        yield WentAway(player=user, until=self.until, still=min(self.until, calendar.after(at, left)))


class ComeBack(CampaignCommand):
    """Be back before the day that one had named."""

    title: ClassVar[str] = "Back"
    type: Literal["come_back"] = "come_back"

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[CameBack]:
        if not campaign.is_expected_back(user):
            raise NotNow("You are not away. `/me away` says until when you will be.")
        yield CameBack(player=user)


def _ended(campaign: CampaignState, player: Player) -> tuple[Absence, ...]:
    """What players have announced, once the absence of one is over."""
    assert campaign.at is not None, "an entry has a time"
    at = campaign.at
    return tuple(
        replace(each, until=min(each.until, at), still=Span(each.still.since, min(each.still.until, at)))
        if each.player == player
        else each
        for each in campaign.absences
    )
