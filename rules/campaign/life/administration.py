"""What an administrator of the server can do, openly, for a campaign whose players cannot help themselves."""

from collections.abc import Iterator

from typing_extensions import override

from rules.campaign.life.ending import Ended, Reopened, check_can_reopen
from rules.campaign.seats.seating import Left
from rules.campaign.state.state import CampaignCommand, CampaignEvent, CampaignState
from rules.dice import Dice
from rules.errors import NotNow, NotThere
from rules.line import Listed
from rules.notice import Notice, tell_all
from rules.seat import Player, Seat


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


class AdminReopen(AdminCommand):
    """Reopen a campaign that ended."""

    title = "Campaign reopened"
    at_end = True

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[CampaignEvent]:
        check_can_reopen(campaign)
        yield AdminActed(player=user)
        yield Reopened(player=user)
