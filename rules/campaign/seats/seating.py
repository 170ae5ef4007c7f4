"""Seats: taken, shared, given up and handed over; and invitations to them. Whoever sits in one acts for it, and alone
reads its secrets.

Those in a seat let others in. A free one is taken with the consent of the other sides once the game has begun, and
nobody who has ever sat on a side comes to another without it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from typing_extensions import override

from rules.campaign.state.slice import Slice
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState, Request
from rules.command import Command, Event
from rules.dice import Dice
from rules.errors import NotNow, NotThere, RuleError
from rules.line import Line, Listed, both, line
from rules.log import LogEntry
from rules.notice import Notice, tell_all
from rules.seat import REFEREE, Player, Seat


class Joined(CampaignEvent):
    """A player took a seat, for which others had acted ``before``. What else they asked for they must ask for again."""

    player: Player
    seat: Seat
    before: tuple[Player, ...] = ()

    @classmethod
    def into(cls, campaign: CampaignState, seat: Seat, player: Player) -> Self:
        """Return how a player takes a seat."""
        is_free = seat != REFEREE and not campaign.roster.get(seat)
        others = campaign.sat.get(seat, frozenset()) - {player} if is_free else ()
        return cls(player=player, seat=seat, before=tuple(sorted(others)))

    @override
    def apply(self, campaign: C) -> C:
        roster = {**campaign.roster, self.seat: (*campaign.roster.get(self.seat, ()), self.player)}
        sat = {**campaign.sat, self.seat: campaign.sat.get(self.seat, frozenset()) | {self.player}}
        requests = tuple(each for each in campaign.requests if newcomer(each.command, each.player) != self.player)
        return replace(campaign, roster=roster, sat=sat, requests=requests)

    @override
    def follow(self, campaign: C, entry: LogEntry) -> C:
        """A seat that was free is asked what others are asked, and is not done with the turn."""
        after = self.apply(campaign)
        if len(after.roster[self.seat]) == 1:
            asked = (
                replace(each, needed=each.needed | ({self.seat} & _needed(after, each))) for each in after.requests
            )
            after = replace(after, done=after.done - {self.seat}, requests=tuple(asked))
        return replace(after, seen={**after.seen, self.player: entry.at})

    def tell(self) -> Iterator[Notice]:
        if self.seat == REFEREE:
            yield tell_all("{player} is the referee.", player=self.player)
        else:
            yield tell_all("{player} joins as {seat:the}.", player=self.player, seat=self.seat)
        if self.before:
            yield tell_all(
                "{players} acted for {seat:the} before, and may know what is held.",
                players=both(self.before),
                seat=self.seat,
            )


class Left(CampaignEvent):
    """A player gave a seat up. Before the game has begun there was nothing to read."""

    player: Player
    seat: Seat

    @override
    def apply(self, campaign: C) -> C:
        rest = tuple(other for other in campaign.roster.get(self.seat, ()) if other != self.player)
        sat = campaign.sat
        if not campaign.has_begun:
            sat = {**sat, self.seat: sat[self.seat] - {self.player}}
        requests = tuple(each for each in campaign.requests if each.player != self.player or each.seat != self.seat)
        return replace(campaign, roster={**campaign.roster, self.seat: rest}, sat=sat, requests=requests)

    @override
    def follow(self, campaign: C, entry: LogEntry) -> C:
        """A free seat need not answer, unless it changes hands. Who leaves before the game has begun has never sat
        there, so must know of no order.
        """
        after = self.apply(campaign)
        is_free = not after.roster[self.seat]
        if is_free and not any(isinstance(each, Joined) and each.seat == self.seat for each in entry.events):
            asked = (replace(each, needed=each.needed - {self.seat}) for each in after.requests)
            after = replace(after, requests=tuple(each for each in asked if each.needed))
        if after.has_begun and not is_free:
            return after
        return after.having(*(each.without_seat(self.seat) for each in after.slices))

    def tell(self) -> Iterator[Notice]:
        if self.seat == REFEREE:
            yield tell_all("{player} is no longer the referee.", player=self.player)
        else:
            yield tell_all("{player} gives up {seat:the}.", player=self.player, seat=self.seat)


class Departed(CampaignEvent):
    """A player has left the server, and so their seats: they can read and do nothing there."""

    player: Player

    def tell(self) -> Iterator[Notice]:
        yield tell_all("{player} has left this server.", player=self.player)


class Depart(CampaignCommand):
    """Leave the seats of who has left the server: the bot writes it for them."""

    title = "A player has left"
    needs_game = False
    by_bot = True

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[CampaignEvent]:
        yield Departed(player=user)
        for seat in campaign.seats_of(user):
            yield Left(player=user, seat=seat)


class SeatCommand(CampaignCommand, named=""):
    """A command about one seat, which is the seat of its entry."""

    for_players = False
    seat: Seat

    @override
    def seat_in(self, campaign: CampaignState, user: Player) -> Seat | None:
        return self.seat


class Join(SeatCommand):
    """Take a seat. Several players can share one, but there is one referee."""

    title = "Seat taken"
    wants_answers = True  # nobody comes to a seat by silence

    @override
    def wanted(self) -> Line:
        return Line("be the referee") if self.seat == REFEREE else line("play {seat:the}", seat=self.seat)

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[CampaignEvent]:
        check_can_sit(campaign, user, self.seat)
        yield Joined.into(campaign, self.seat, user)

    @override
    def needed(self, campaign: CampaignState, user: Player) -> frozenset[Seat]:
        """Return the players of the seat, unless one of them has let the user in or the user was invited and no seat is
        free, and the other sides where these must agree. For a referee who would decide alone, all sides.
        """
        if self.seat == REFEREE:
            played = campaign.sides_of(user)
            return frozenset() if played else frozenset(each for each in campaign.game.seats if campaign.roster[each])
        is_asked = user in invited(campaign) and not free_seats(campaign)
        is_open = not campaign.roster[self.seat] or campaign.is_let_in(user, self.seat) or is_asked
        return others_asked(campaign, user, self.seat) | (frozenset() if is_open else {self.seat})

    @override
    def asks(self, campaign: CampaignState, user: Player) -> Iterator[Line]:
        yield from _played(campaign, user, self.seat)


class Leave(SeatCommand):
    """Give a seat up."""

    title = "Seat given up"

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Left]:
        check_holds(campaign, user, self.seat)
        yield Left(player=user, seat=self.seat)


class HandOver(SeatCommand):
    """Hand a seat over to another player."""

    title = "Seat handed over"
    wants_answers = True
    player: Player

    @override
    def wanted(self) -> Line:
        return line("give the {seat} seat to {player}", seat=self.seat, player=self.player)

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[CampaignEvent]:
        check_holds(campaign, user, self.seat)
        if self.player in campaign.roster[self.seat]:
            raise NotNow("That player already holds this seat.")
        yield Left(player=user, seat=self.seat)
        yield Joined.into(campaign, self.seat, self.player)

    @override
    def needed(self, campaign: CampaignState, user: Player) -> frozenset[Seat]:
        """Return the other sides that must agree: if the player held one, or if a referee would decide alone."""
        if self.seat == REFEREE:
            return frozenset() if campaign.sides_of(self.player) else campaign.others(user)
        return others_asked(campaign, self.player, self.seat) - set(campaign.seats_of(user))

    @override
    def asks(self, campaign: CampaignState, user: Player) -> Iterator[Line]:
        yield from _played(campaign, self.player, self.seat)


def check_holds(campaign: CampaignState, user: int, seat: Seat) -> None:
    """Check whether a user holds a seat. Raises ``NotThere``."""
    if user not in campaign.roster.get(seat, ()):
        raise NotThere("You do not hold that seat. `/campaign status` shows who holds which.")


def check_can_sit(campaign: CampaignState, user: int, seat: Seat) -> None:
    """Check whether a player can ask for a seat. Raises ``RuleError``."""
    if seat not in campaign.roster:
        raise NotThere("There is no such seat. The seats are {names}.", names=Listed(campaign.roster))
    if user in campaign.roster[seat]:
        raise NotNow("You already hold the {seat} seat.", seat=seat)
    if seat == REFEREE and campaign.roster[REFEREE]:
        raise NotNow(
            "This campaign has a referee, {seat}. You can take over once they leave that seat.",
            seat=campaign.named(REFEREE),
        )


def others_asked(campaign: CampaignState, user: int, seat: Seat) -> frozenset[Seat]:
    """Return the other sides that must agree before a user comes to a seat of a side, once the game has begun: where it
    is free, or the user has sat on another. Before that everybody sits as they like.
    """
    is_free = not campaign.roster[seat]
    if not campaign.has_begun or not (is_free or campaign.sides_of(user) - {seat}):
        return frozenset()
    return campaign.others(user) - {seat}


def _played(campaign: CampaignState, user: Player, seat: Seat) -> Iterator[Line]:
    """Yield on which other sides somebody has sat, for those who are asked."""
    if played := sorted(campaign.sides_of(user) - {seat}):
        yield line("{player} has played {seats}.", player=user, seats=both(played))


def _needed(campaign: CampaignState, request: Request) -> frozenset[Seat]:
    """Return who would be asked for a request now, or nobody if it can no longer be made."""
    try:
        command = request.command
        return command.needed(campaign, request.player) if isinstance(command, CampaignCommand) else frozenset()
    except RuleError:
        return frozenset()


def newcomer(command: Command, user: Player) -> Player | None:
    """Return who would come to a seat by a command that a user asked for."""
    return user if isinstance(command, Join) else command.player if isinstance(command, HandOver) else None


# ---- invitations ----


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


# ---- whoever asks to be forgotten gives up their seats, and the log has no name for them any more ----


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
