"""Calls: a player can do without being called when it is their move."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from typing_extensions import override

from rules.campaign.state.slice import Slice
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState
from rules.dice import Dice
from rules.errors import NotNow
from rules.notice import Notice, tell_seat
from rules.seat import Player, Seat


@dataclass(frozen=True, slots=True)
class Uncalled(Slice):
    """The players who do not want to be called when it is their move."""

    in_fork: ClassVar[bool] = True
    players: frozenset[Player] = frozenset()

    @override
    def without_player(self, player: Player) -> Self:
        return replace(self, players=self.players - {player})


class CallsSet(CampaignEvent):
    """From now on a player is called when it is their move, or is not. Only their ``seat`` reads of it."""

    player: Player
    seat: Seat
    on: bool

    @override
    def apply(self, campaign: C) -> C:
        others = campaign.of(Uncalled).players - {self.player}
        return campaign.having(Uncalled(others if self.on else others | {self.player}))

    @override
    def tell(self) -> Iterator[Notice]:
        if self.on:
            yield tell_seat(self.seat, "{player} is called again when it is their move.", player=self.player)
        else:
            yield tell_seat(self.seat, "{player} is no longer called when it is their move.", player=self.player)


class SetCalls(CampaignCommand):
    """Be called when it is one's own move, or not."""

    title: ClassVar[str] = "Calls set"
    on: bool

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[CallsSet]:
        campaign.check_seated(user)
        if self.on is (user not in campaign.of(Uncalled).players):
            raise NotNow("That is so already.")
        yield CallsSet(player=user, seat=campaign.seats_of(user)[0], on=self.on)
