"""Invitations: whoever starts a campaign asks others to play, and each takes a seat or says no."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from typing_extensions import override

from rules.campaign.state.slice import Slice
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState
from rules.dice import Dice
from rules.errors import NotNow
from rules.line import both
from rules.notice import Notice, tell_all
from rules.seat import Player


@dataclass(frozen=True, slots=True)
class Invitations(Slice):
    """The players who were asked to play, and have not said no."""

    players: tuple[Player, ...] = ()

    @override
    def without_player(self, player: Player) -> Self:
        return replace(self, players=tuple(each for each in self.players if each != player))


def free_seats(campaign: CampaignState) -> tuple[str, ...]:
    """Return the seats of sides that nobody holds; none once the campaign has ended."""
    return () if campaign.is_ended else tuple(seat for seat in campaign.game.seats if not campaign.roster[seat])


def invited(campaign: CampaignState) -> tuple[Player, ...]:
    """Return the players who were asked to play, and have neither taken a seat nor said no."""
    return tuple(each for each in campaign.of(Invitations).players if not campaign.seats_of(each))


class Invited(CampaignEvent):
    """Some players were asked to play."""

    player: Player
    players: tuple[Player, ...]

    @override
    def apply(self, campaign: C) -> C:
        known = campaign.of(Invitations).players
        return campaign.having(Invitations((*known, *(each for each in self.players if each not in known))))

    def tell(self) -> Iterator[Notice]:
        yield tell_all("{player} invites {players}.", player=self.player, players=both(self.players))


class TurnedDown(CampaignEvent):
    """Somebody who was asked to play said no."""

    player: Player

    @override
    def apply(self, campaign: C) -> C:
        return campaign.having(campaign.of(Invitations).without_player(self.player))

    def tell(self) -> Iterator[Notice]:
        yield tell_all("{player} does not play this time.", player=self.player)


class Invite(CampaignCommand):
    """Ask others to play."""

    title = "Players invited"
    players: tuple[Player, ...]

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Invited]:
        players = tuple(each for each in dict.fromkeys(self.players) if not campaign.seats_of(each))
        if not players:
            raise NotNow("They play in this campaign already.")
        yield Invited(player=user, players=players)


class TurnDown(CampaignCommand):
    """Say no to an invitation."""

    title = "Invitation declined"
    for_players = False

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[TurnedDown]:
        if user not in invited(campaign):
            raise NotNow("Nobody awaits your answer here.")
        yield TurnedDown(player=user)
