"""What an administrator of the server can do, openly, for a campaign whose players cannot help themselves."""

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar, Literal

from typing_extensions import override

from rules.campaign.life.ending import Ended, Reopened, check_can_reopen
from rules.campaign.seats.kin import renewed_for
from rules.campaign.seats.seating import Left, check_can_sit, check_endangers_nobody, joined
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState
from rules.command import Event
from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours
from rules.line import Listed
from rules.notice import Notice, tell_all
from rules.seat import REFEREE, Player, Seat


class AdminActed(CampaignEvent):
    """An administrator of the server used that office."""

    type: Literal["admin_acted"] = "admin_acted"
    player: Player
    seat: Seat | None = None

    @override
    def apply(self, campaign: C) -> C:
        """Who frees a seat by that office cannot come to its hand afterwards."""
        if self.seat is None:
            return campaign
        barred = campaign.barred.get(self.seat, frozenset()) | {self.player}
        return replace(campaign, barred={**campaign.barred, self.seat: barred})

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all("{player} acts as an administrator of this server.", player=self.player)


class AdminCommand(CampaignCommand):
    """A command of a server's administrator."""

    for_admin: ClassVar[bool] = True

    @override
    def seat_in(self, campaign: CampaignState, user: Player) -> Seat | None:
        """An administrator acts for no seat."""
        return None


class AdminSeat(AdminCommand):
    """Free a seat, and give it to somebody if a player is named."""

    title: ClassVar[str] = "Seat changed by an administrator"
    type: Literal["admin_seat"] = "admin_seat"
    seat: Seat
    player: Player | None = None

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Event]:
        """Everybody leaves the seat. An administrator does not come to a hidden hand by it."""
        if self.seat not in campaign.roster:
            raise NotThere("There is no such seat. The seats are {names}.", names=Listed(campaign.roster))
        holders = campaign.roster[self.seat]
        if self.player is None and not holders:
            raise NotNow("Nobody holds the {seat} seat.", seat=self.seat)
        if self.player is not None:
            self._check_newcomer(campaign, user, self.player)
        yield AdminActed(player=user, seat=self.seat)
        for player in holders:
            yield Left(player=player, seat=self.seat)
        if self.player is not None:
            yield joined(campaign, self.player, self.seat)
            yield from renewed_for(campaign, self.player, self.seat, frozenset(), dice)

    def _check_newcomer(self, campaign: CampaignState, user: Player, player: Player) -> None:
        if player == user:
            raise NotYours("You cannot give yourself a seat as an administrator. Choose somebody else.")
        if self.seat == REFEREE and player not in campaign.roster[REFEREE]:
            if not campaign.sides_of(player) and any(campaign.roster[seat] for seat in campaign.game.seats):
                raise NotYours("Choose somebody who plays; a referee who plays no side needs the consent of all sides.")
            return
        leaving = next(iter(campaign.roster[self.seat]), user)
        check_can_sit(campaign, player, self.seat, leaving=leaving)
        check_endangers_nobody(campaign, player, self.seat, leaving=leaving)


class AdminSeats(AdminCommand):
    """Give several seats to other people at once: a campaign has come from another server, and its people have not."""

    title: ClassVar[str] = "Seats given by an administrator"
    type: Literal["admin_seats"] = "admin_seats"
    players: tuple[tuple[Seat, Player], ...]

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Event]:
        """Seat by seat as ``AdminSeat`` does it, each as those before it have left the table."""
        for seat, player in self.players:
            for event in AdminSeat(seat=seat, player=player).decide(campaign, user, dice):
                if isinstance(event, CampaignEvent):
                    campaign = event.apply(campaign)
                else:
                    campaign = replace(campaign, state=campaign.game.apply(campaign.state, event))
                yield event


class AdminEnd(AdminCommand):
    """End the campaign; it can be reopened."""

    title: ClassVar[str] = "Campaign ended"
    type: Literal["admin_end"] = "admin_end"

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[CampaignEvent]:
        yield AdminActed(player=user)
        yield Ended(player=user, is_final=False)


class AdminReopen(AdminCommand):
    """Reopen a campaign that ended."""

    title: ClassVar[str] = "Campaign reopened"
    at_end: ClassVar[bool] = True
    type: Literal["admin_reopen"] = "admin_reopen"

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[CampaignEvent]:
        check_can_reopen(campaign)
        yield AdminActed(player=user)
        yield Reopened(player=user)
