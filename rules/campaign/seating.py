"""Seats: taken, shared, given up."""

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar, Literal

from typing_extensions import override

from rules.campaign.state import C, CampaignCommand, CampaignEvent, CampaignState, SeatRequest
from rules.command import Offer
from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours
from rules.notice import Notice, tell_all
from rules.seat import REFEREE, Player, Seat


class Joined(CampaignEvent):
    """A player took a seat."""

    type: Literal["joined"] = "joined"
    player: Player
    seat: Seat

    @override
    def apply(self, campaign: C) -> C:
        roster = {**campaign.roster, self.seat: (*campaign.roster.get(self.seat, ()), self.player)}
        sat = {**campaign.sat, self.seat: campaign.sat.get(self.seat, frozenset()) | {self.player}}
        return replace(campaign, roster=roster, sat=sat, seat_request=None)

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all("{player} takes the {seat} seat.", player=self.player, seat=self.seat)


class SeatRequested(CampaignEvent):
    """A player asked to share a seat that others hold."""

    type: Literal["seat_requested"] = "seat_requested"
    player: Player
    seat: Seat

    @property
    @override
    def heading(self) -> str:
        return "Seat requested"

    @override
    def apply(self, campaign: C) -> C:
        return replace(campaign, seat_request=SeatRequest(self.player, self.seat))

    @override
    def tell(self) -> Iterator[Notice]:
        seat = self.seat
        yield tell_all("{player} asks to share the {seat} seat and its hidden hand.", player=self.player, seat=seat)
        yield tell_all("Any {seat} player can let them in. So can a referee who has never played a side.", seat=seat)


class Left(CampaignEvent):
    """A player gave a seat up."""

    type: Literal["left"] = "left"
    player: Player
    seat: Seat

    @override
    def apply(self, campaign: C) -> C:
        rest = tuple(other for other in campaign.roster.get(self.seat, ()) if other != self.player)
        return replace(campaign, roster={**campaign.roster, self.seat: rest})

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all("{player} leaves the {seat} seat.", player=self.player, seat=self.seat)


class Join(CampaignCommand):
    """Take a seat; several players can share one, but there is one referee."""

    title: ClassVar[str] = "Seat taken"
    type: Literal["join"] = "join"
    seat: Seat

    @override
    def seat_in(self, campaign: CampaignState, user: Player) -> Seat | None:
        return self.seat

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Joined | SeatRequested:
        """Take a free seat, or ask for one that others hold and that has a hidden hand.

        Nobody who has held another side gets to see the secrets of this one.
        """
        seat = self.seat
        if seat not in campaign.roster:
            raise NotThere(f"There is no such seat. The seats are {', '.join(campaign.roster)}.")
        if user in campaign.roster[seat]:
            raise NotNow(f"You already hold the {seat} seat.")
        joined = Joined(player=user, seat=seat)
        if seat == REFEREE:
            if campaign.roster[seat]:
                raise NotNow("This campaign already has a referee. You can take over once they leave that seat.")
            return joined
        if "hand" not in campaign.game.shows or not campaign.sat[seat] - {user}:
            return joined
        if campaign.sides_of(user) - {seat}:
            raise NotYours(
                f"You cannot take this seat: you have played another side, and {seat} has a hand that you must not see."
            )
        return SeatRequested(player=user, seat=seat) if campaign.roster[seat] else joined


class Admit(CampaignCommand):
    """Let a player who asked for it share a seat."""

    title: ClassVar[str] = "Seat shared"
    type: Literal["admit"] = "admit"
    player: int

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Joined:
        """A player of the seat, or a referee who has never played a side, lets the newcomer in."""
        request = campaign.seat_request
        if request is None or request.player != self.player:
            raise NotNow("That request to share a seat is no longer open.")
        if not can_admit(campaign, user, request):
            raise NotYours(f"Only a {request.seat} player, or a referee who has never played a side, can let them in.")
        return Joined(player=request.player, seat=request.seat)


class Leave(CampaignCommand):
    """Give a seat up."""

    title: ClassVar[str] = "Seat given up"
    type: Literal["leave"] = "leave"
    seat: Seat

    @override
    def seat_in(self, campaign: CampaignState, user: Player) -> Seat | None:
        return self.seat

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Left:
        if user not in campaign.roster.get(self.seat, ()):
            raise NotThere("You do not hold that seat. `/campaign status` shows who holds which.")
        return Left(player=user, seat=self.seat)


def can_admit(campaign: CampaignState, user: int, request: SeatRequest) -> bool:
    """Whether a user can answer a request for a seat."""
    holds_it = request.seat in campaign.seats_of(user)
    return user != request.player and (holds_it or campaign.is_neutral_referee(user))


def offers(campaign: CampaignState, user: int | None) -> Iterator[Offer]:
    """The answer to a request for a seat: for anybody's button (None), or for those who can give it."""
    request = campaign.seat_request
    if request is not None and (user is None or can_admit(campaign, user, request)):
        sat = len(campaign.sat[request.seat])
        yield Offer(command=Admit(player=request.player), label="Let them in", version=sat)
