"""The end of a campaign: the others are asked first, and for thirty days it can be reopened. What an administrator can
do stands beside it.
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from typing_extensions import override

from rules.campaign.seats.seating import Left
from rules.campaign.state.state import AtEnd, C, CampaignCommand, CampaignEvent, CampaignState
from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours
from rules.line import Line, Listed
from rules.notice import Notice, tell_all
from rules.seat import Player, Seat

DAYS_TO_REOPEN = 30


class Ended(CampaignEvent):
    """The campaign ended. ``is_final``: for good, so that its seed is published."""

    ends_game = True
    player: Player
    is_final: bool = True

    @override
    def apply(self, campaign: C) -> C:
        assert campaign.at is not None, "an entry has a time"
        slices = tuple(each for each in campaign.slices if each.outlasts_end)
        return replace(campaign, ended=AtEnd(campaign.at, self.is_final), requests=(), slices=slices)

    def tell(self) -> Iterator[Notice]:
        if self.is_final:
            yield tell_all(
                "{player} ends the campaign for good. `/record more what:verify` now shows its seed.",
                player=self.player,
            )
        else:
            yield tell_all("{player} ends the campaign. Its log stays readable.", player=self.player)
            yield tell_all("`/campaign manage what:reopen` can reopen it within {days} days.", days=DAYS_TO_REOPEN)


class Reopened(CampaignEvent):
    """The campaign goes on."""

    player: Player

    @override
    def apply(self, campaign: C) -> C:
        return replace(campaign, ended=None)

    def tell(self) -> Iterator[Notice]:
        yield tell_all("{player} reopens the campaign.", player=self.player)


class End(CampaignCommand):
    """End the campaign; ``for_good`` publishes its seed at once, and nobody can reopen it."""

    title = "Campaign ended"
    needs_game = False
    wish = "end the campaign"
    for_good: bool = False

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Ended]:
        yield Ended(player=user, is_final=self.for_good)

    @override
    def waits_for_answers(self) -> bool:
        return self.for_good

    @override
    def needed(self, campaign: CampaignState, user: Player) -> frozenset[Seat]:
        """Return all other sides, and those who share the user's."""
        shared = {seat for seat in campaign.seats_of(user) if len(campaign.roster[seat]) > 1}
        return campaign.others(user) | shared

    @override
    def wanted(self) -> Line:
        return Line("end the campaign for good" if self.for_good else self.wish)

    @override
    def asks(self, campaign: CampaignState, user: Player) -> Iterator[Line]:
        if self.for_good:
            yield Line("Nobody could reopen it, and its seed is published.")
        else:
            yield Line("It could be reopened.")


class Reopen(CampaignCommand):
    """Go on with a campaign that ended."""

    title = "Campaign reopened"
    for_players = False
    at_end = True

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Reopened]:
        if not campaign.seats_of(user):
            raise NotYours("Only its players and the referee can reopen the campaign.")
        check_can_reopen(campaign)
        yield Reopened(player=user)


def check_can_reopen(campaign: CampaignState) -> None:
    """Check whether a campaign can go on. Raises ``NotNow``."""
    if not campaign.is_ended:
        raise NotNow("This campaign has not ended.")
    if is_over(campaign):
        raise NotNow("This campaign has ended for good.")


def is_over(campaign: CampaignState) -> bool:
    """Return whether a campaign ended for good: all its secrets are open, and its seed can be published."""
    end = campaign.ended
    return end is not None and (end.is_final or campaign.is_past(end.at + timedelta(days=DAYS_TO_REOPEN)))


# ---- what an administrator of the server can do, openly, for players who cannot help themselves ----


class AdminActed(CampaignEvent):
    """An administrator of the server used that office."""

    player: Player

    def tell(self) -> Iterator[Notice]:
        yield tell_all("{player} acts as an administrator of this server.", player=self.player)


class AdminCommand(CampaignCommand, named=""):
    """A command of a server's administrator."""

    for_admin = True
    for_players = False

    @override
    def seat_in(self, campaign: CampaignState, user: Player) -> Seat | None:
        return None


class AdminSeat(AdminCommand):
    """Free a seat."""

    title = "Seat freed by an administrator"
    seat: Seat

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[CampaignEvent]:
        if self.seat not in campaign.roster:
            raise NotThere("There is no such seat. The seats are {names}.", names=Listed(campaign.roster))
        if not campaign.roster[self.seat]:
            raise NotNow("Nobody holds the {seat} seat.", seat=self.seat)
        yield AdminActed(player=user)
        for player in campaign.roster[self.seat]:
            yield Left(player=player, seat=self.seat)


class AdminEnd(AdminCommand):
    """End the campaign; it can be reopened."""

    title = "Campaign ended"
    needs_game = False

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[CampaignEvent]:
        yield AdminActed(player=user)
        yield Ended(player=user, is_final=False)
