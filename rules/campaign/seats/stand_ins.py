"""Stand-ins: somebody whom a player who goes away lets in beside them, until they are back."""

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar

from pydantic import AwareDatetime
from typing_extensions import override

from rules.campaign.state.state import Away, C, CampaignCommand, CampaignEvent, CampaignState, StandIn
from rules.dice import Dice
from rules.errors import NotNow, NotYours
from rules.line import both
from rules.notice import Notice, tell_all
from rules.seat import REFEREE, Player, Seat
from rules.secrets import Shown


class StandInNamed(CampaignEvent):
    """A player let somebody in to each of some seats, until they are back. It shows that one nothing yet."""

    player: Player
    stand_in: Player
    seats: tuple[Seat, ...]
    until: AwareDatetime

    @override
    def apply(self, campaign: C) -> C:
        assert campaign.at is not None, "an entry has a time"
        named = StandIn(self.stand_in, self.player, frozenset(self.seats), campaign.at, self.until)
        return campaign.having(replace(campaign.of(Away), stand_ins=(*of_others(campaign, self.player), named)))

    @override
    def tell(self) -> Iterator[Notice]:
        until, seats = Shown(f"<t:{int(self.until.timestamp())}:D>"), both(self.seats)
        yield tell_all("{player} is away until {until}.", player=self.player, until=until)
        yield tell_all(
            "{stand_in} stands in: `/campaign join` takes {seats} beside them.", stand_in=self.stand_in, seats=seats
        )


class NameStandIn(CampaignCommand):
    """Let somebody in to one's own seats until one is back."""

    title: ClassVar[str] = "Stand-in named"
    player: Player
    until: AwareDatetime

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[StandInNamed]:
        """The stand-in takes the seat, openly, by joining."""
        own = [seat for seat in campaign.seats_of(user) if seat != REFEREE]
        if not own:
            raise NotYours("You play no side in this campaign, so nobody can stand in for you here.")
        if self.player == user:
            raise NotNow("Somebody else must stand in for you.")
        if campaign.is_past(self.until):
            raise NotNow("That day has begun already. Name a later one.")
        seats = tuple(seat for seat in own if can_stand_in(campaign, self.player, seat))
        if not seats:
            raise NotYours("That player has played another side, so they cannot stand in for you here.")
        yield StandInNamed(player=user, stand_in=self.player, seats=seats, until=self.until)


def can_stand_in(campaign: CampaignState, player: int, seat: Seat) -> bool:
    """Whether a player has played no side but that of a seat."""
    return seat != REFEREE and campaign.sides_of(player) <= {seat}


def of_others(campaign: CampaignState, player: Player) -> tuple[StandIn, ...]:
    """Who stands in once nobody does for a player."""
    return tuple(each for each in campaign.of(Away).stand_ins if each.for_player != player)


def as_one_goes(campaign: CampaignState, player: Player) -> tuple[StandIn, ...]:
    """Who stands in once a player goes away: for them, only whom they have named in the same moment."""
    return tuple(each for each in campaign.of(Away).stand_ins if each.for_player != player or each.since == campaign.at)
