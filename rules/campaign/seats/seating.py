"""Seats: taken, shared, given up and handed over. Whoever sits in one acts for it, and alone reads its secrets.

Those in a seat let others in. A free one is taken with the consent of the other sides once the game has begun, and
nobody who has ever sat on a side comes to another without it.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar, Literal

from typing_extensions import override

from rules.campaign.questions.requests import Asked, asking
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState
from rules.command import Command
from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours
from rules.line import Line, Listed, both, line
from rules.notice import Notice, tell_all
from rules.seat import REFEREE, Player, Seat


class Joined(CampaignEvent):
    """A player took a seat. What else they had asked to sit in, they must ask for again."""

    type: Literal["joined"] = "joined"
    player: Player
    seat: Seat

    @override
    def apply(self, campaign: C) -> C:
        roster = {**campaign.roster, self.seat: (*campaign.roster.get(self.seat, ()), self.player)}
        sat = {**campaign.sat, self.seat: campaign.sat.get(self.seat, frozenset()) | {self.player}}
        requests = tuple(each for each in campaign.requests if _newcomer(each.command, each.player) != self.player)
        return replace(campaign, roster=roster, sat=sat, requests=requests)

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all("{player} takes the {seat} seat.", player=self.player, seat=self.seat)


class Left(CampaignEvent):
    """A player gave a seat up, or lost it after a long silence. Before anything was done there was nothing to read."""

    type: Literal["left"] = "left"
    player: Player
    seat: Seat
    was_silent: bool = False

    @override
    def apply(self, campaign: C) -> C:
        rest = tuple(other for other in campaign.roster.get(self.seat, ()) if other != self.player)
        sat = campaign.sat
        if not campaign.actions:
            sat = {**sat, self.seat: sat[self.seat] - {self.player}}
        requests = tuple(each for each in campaign.requests if each.player != self.player or each.seat != self.seat)
        return replace(campaign, roster={**campaign.roster, self.seat: rest}, sat=sat, requests=requests)

    @override
    def tell(self) -> Iterator[Notice]:
        player, seat = self.player, self.seat
        if self.was_silent:
            yield tell_all("{player} was silent for too long and loses the {seat} seat.", player=player, seat=seat)
        else:
            yield tell_all("{player} leaves the {seat} seat.", player=player, seat=seat)


class SeatRequested(Asked):
    """Somebody is to come to a seat: by asking for it, or as a ``giver`` wants it. They have sat on the sides
    ``played``. ``over``: its players were silent for too long, and lose it.
    """

    type: Literal["seat_requested"] = "seat_requested"
    seat: Seat
    giver: Player | None = None
    played: tuple[Seat, ...] = ()
    over: bool = False

    @property
    @override
    def heading(self) -> str:
        return "Seat requested"

    @override
    def meant(self, command: Command) -> Command:
        return command.replace(over=True) if self.over else command

    @override
    def tell(self) -> Iterator[Notice]:
        player, seat = self.player, self.seat
        if self.giver is not None:
            yield tell_all(
                "{giver} wants to give {player} the {seat} seat.", giver=self.giver, player=player, seat=seat
            )
        elif self.over:
            yield tell_all("{player} asks for the {seat} seat, which has been silent.", player=player, seat=seat)
        else:
            yield tell_all("{player} asks for the {seat} seat.", player=player, seat=seat)
        if self.played:
            yield tell_all("{player} has played {seats}.", player=player, seats=both(self.played))
        yield from self.tell_needed()


class SeatCommand(CampaignCommand):
    """A command about one seat, which is the seat of its entry."""

    seat: Seat

    @override
    def seat_in(self, campaign: CampaignState, user: Player) -> Seat | None:
        return self.seat


class Join(SeatCommand):
    """Take a seat. Several players can share one, but there is one referee. Silent players lose it (``over``)."""

    title: ClassVar[str] = "Seat taken"
    type: Literal["join"] = "join"
    over: bool = False

    @override
    def wanted(self) -> Line:
        return line("take the {seat} seat", seat=self.seat)

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[CampaignEvent]:
        check_can_sit(campaign, user, self.seat)
        is_over = self._is_over(campaign, user)
        if self.over and not is_over:
            raise NotNow("{seat} is no longer silent. Ask for the seat again.", seat=self.seat)
        if is_over and self.seat != REFEREE and not campaign.others(user) - {self.seat}:
            raise NotYours("Nobody else can agree. Who manages the server can free the seat: `/admin what:seat`.")
        for player in campaign.roster[self.seat] if is_over else ():
            yield Left(player=player, seat=self.seat, was_silent=True)
        yield Joined(player=user, seat=self.seat)

    @override
    def wants_answers(self) -> bool:
        """Nobody comes to a seat by silence."""
        return True

    @override
    def needed(self, campaign: CampaignState, user: Player) -> frozenset[Seat]:
        """The players of the seat, unless one of them has let the user in, or they are all silent; and the other sides
        where these must agree. For a referee who would decide alone, all sides.
        """
        if self.seat == REFEREE:
            played = campaign.sides_of(user)
            return frozenset() if played else frozenset(each for each in campaign.game.seats if campaign.roster[each])
        is_over = self._is_over(campaign, user)
        is_open = is_over or not campaign.roster[self.seat] or campaign.is_let_in(user, self.seat)
        return others_asked(campaign, user, self.seat, is_over=is_over) | (frozenset() if is_open else {self.seat})

    @override
    def asked(self, campaign: CampaignState, user: Player, needed: frozenset[Seat]) -> SeatRequested:
        is_over, played = self._is_over(campaign, user), _played(campaign, user, self.seat)
        return asking(SeatRequested, campaign, user, needed, seat=self.seat, played=played, over=is_over)

    def _is_over(self, campaign: CampaignState, user: Player) -> bool:
        """Whether its players are all silent, and nobody among them has let the user in."""
        return campaign.is_silent(self.seat) and not campaign.is_let_in(user, self.seat)


class Leave(SeatCommand):
    """Give a seat up."""

    title: ClassVar[str] = "Seat given up"
    type: Literal["leave"] = "leave"

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Left]:
        check_holds(campaign, user, self.seat)
        yield Left(player=user, seat=self.seat)


class HandOver(SeatCommand):
    """Hand a seat over to another player."""

    title: ClassVar[str] = "Seat handed over"
    type: Literal["hand_over"] = "hand_over"
    player: Player

    @override
    def wanted(self) -> Line:
        return line("give the {seat} seat to {player}", seat=self.seat, player=self.player)

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[CampaignEvent]:
        """One leaves the seat and the other takes it."""
        check_holds(campaign, user, self.seat)
        if self.player in campaign.roster[self.seat]:
            raise NotNow("That player already holds this seat.")
        yield Left(player=user, seat=self.seat)
        yield Joined(player=self.player, seat=self.seat)

    @override
    def wants_answers(self) -> bool:
        return True

    @override
    def needed(self, campaign: CampaignState, user: Player) -> frozenset[Seat]:
        """The other sides, if the other has sat on one of them; all of them, for a referee who would decide alone."""
        if self.seat == REFEREE:
            return frozenset() if campaign.sides_of(self.player) else campaign.others(user)
        return others_asked(campaign, self.player, self.seat) - set(campaign.seats_of(user))

    @override
    def asked(self, campaign: CampaignState, user: Player, needed: frozenset[Seat]) -> SeatRequested:
        played = _played(campaign, self.player, self.seat)
        return asking(SeatRequested, campaign, self.player, needed, seat=self.seat, giver=user, played=played)


def check_holds(campaign: CampaignState, user: int, seat: Seat) -> None:
    """Whether a user holds a seat. Raises ``NotThere``."""
    if user not in campaign.roster.get(seat, ()):
        raise NotThere("You do not hold that seat. `/campaign status` shows who holds which.")


def check_can_sit(campaign: CampaignState, user: int, seat: Seat) -> None:
    """Whether a player can ask for a seat. Raises ``RuleError``."""
    if seat not in campaign.roster:
        raise NotThere("There is no such seat. The seats are {names}.", names=Listed(campaign.roster))
    if user in campaign.roster[seat]:
        raise NotNow("You already hold the {seat} seat.", seat=seat)
    if seat == REFEREE and campaign.roster[REFEREE] and not campaign.is_silent(REFEREE):
        raise NotNow(
            "This campaign has a referee, {seat}. You can take over once they leave that seat.",
            seat=campaign.named(REFEREE),
        )


def others_asked(campaign: CampaignState, user: int, seat: Seat, *, is_over: bool = False) -> frozenset[Seat]:
    """The other sides that must agree before a user comes to a seat of a side, once the game has begun: where it is
    free or its silent players lose it, or the user has sat on another. Before that everybody sits as they like.
    """
    is_free = is_over or not campaign.roster[seat]
    if not campaign.has_begun or not (is_free or campaign.sides_of(user) - {seat}):
        return frozenset()
    return campaign.others(user) - {seat}


def _played(campaign: CampaignState, user: int, seat: Seat) -> tuple[Seat, ...]:
    """The other sides on which somebody has sat, as those read who are asked for a seat."""
    return tuple(sorted(campaign.sides_of(user) - {seat}))


def _newcomer(command: Command, user: Player) -> Player | None:
    """Who would come to a seat by a command that a user asked for."""
    return user if isinstance(command, Join) else command.player if isinstance(command, HandOver) else None
