"""Forgetting a player who asks for it: they give up their seats, and the log has no name for them any more."""

from collections.abc import Iterator
from dataclasses import replace

from typing_extensions import override

from rules.campaign.seats.seating import Left
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState
from rules.command import Event
from rules.dice import Dice
from rules.notice import Notice, tell_all
from rules.seat import Player


class Forgotten(CampaignEvent):
    """A player was forgotten: the log has no name for them any more."""

    player: Player

    @override
    def apply(self, campaign: C) -> C:
        """Nothing is open for them any more. That they knew a hand is kept: it stays hidden from the other sides."""
        requests = tuple(each for each in campaign.requests if each.player != self.player)
        slices = (each.without_player(self.player) for each in campaign.slices)
        return replace(campaign.having(*slices), requests=requests)

    def tell(self) -> Iterator[Notice]:
        yield tell_all(
            "A player asked to be forgotten. The log calls them “{player}” now, and what they wrote is gone.",
            player=self.player,
        )


class Forget(CampaignCommand):
    """Forget a player: the bot writes it for whoever asked. The others have no say in it; the law gives none."""

    title = "A player was forgotten"
    needs_game = False
    for_players = False
    by_bot = True
    at_end = True

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Event]:
        for seat in campaign.seats_of(user):
            yield Left(player=user, seat=seat)
        yield Forgotten(player=user)
