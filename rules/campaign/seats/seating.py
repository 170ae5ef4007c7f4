"""Seats: taken, shared, given up, handed over, and taken over from players who are silent."""

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar, Literal

from typing_extensions import override

from rules.campaign.questions.requests import Asked, asking
from rules.campaign.seats.kin import renewed_for
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState, Request
from rules.command import Event
from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours
from rules.line import Line, Listed, both, line
from rules.notice import Notice, tell_all
from rules.seat import REFEREE, Player, Seat


class Joined(CampaignEvent):
    """A player took a seat. ``readers`` are the other players who have read its hand, or may have."""

    type: Literal["joined"] = "joined"
    player: Player
    seat: Seat
    readers: tuple[Player, ...] = ()

    @override
    def apply(self, campaign: C) -> C:
        roster = {**campaign.roster, self.seat: (*campaign.roster.get(self.seat, ()), self.player)}
        sat = {**campaign.sat, self.seat: campaign.sat.get(self.seat, frozenset()) | {self.player}}
        requests = tuple(each for each in campaign.requests if not _is_for(each, self.player, self.seat))
        return replace(campaign, roster=roster, sat=sat, requests=requests)

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all("{player} takes the {seat} seat.", player=self.player, seat=self.seat)
        if self.readers:
            names = Listed(self.readers)
            yield tell_all("Note: {names} may have read the {seat} hand before.", names=names, seat=self.seat)


class SeatRequested(Asked):
    """A player asked for a seat that others hold, or by which they would read what allies have ``shared`` with it.
    Other sides are those that they have ``read``, with the ``allied`` ones that share some of that, or only ``played``.
    """

    type: Literal["seat_requested"] = "seat_requested"
    needed: tuple[Seat, ...] = ()
    seat: Seat
    giver: Player | None = None
    read: tuple[Seat, ...] = ()
    played: tuple[Seat, ...] = ()
    allied: tuple[Seat, ...] = ()
    shared: tuple[Seat, ...] = ()

    @property
    @override
    def heading(self) -> str:
        return "Seat requested"

    @override
    def tell(self) -> Iterator[Notice]:
        player, seat = self.player, self.seat
        if self.giver is None:
            yield tell_all("{player} asks for the {seat} seat.", player=player, seat=seat)
        else:
            yield tell_all(
                "{giver} wants to give {player} the {seat} seat.", giver=self.giver, player=player, seat=seat
            )
        if self.read:
            yield tell_all("{player} has read the secrets of {seats}.", player=player, seats=both(self.read))
        if self.allied:
            yield tell_all("Some of these are secrets of {seats}, too.", seats=both(self.allied))
        if self.played:
            yield tell_all("{player} has played {seats}.", player=player, seats=both(self.played))
        if self.shared:
            yield tell_all(
                "Whoever plays {seat} reads the secrets that it shares with {seats}.",
                seat=seat,
                seats=both(self.shared),
            )
        yield from self.tell_needed()


class Left(CampaignEvent):
    """A player gave a seat up, or lost it after a long silence."""

    type: Literal["left"] = "left"
    player: Player
    seat: Seat
    was_silent: bool = False
    lives_in_original: bool = False

    @override
    def apply(self, campaign: C) -> C:
        rest = tuple(other for other in campaign.roster.get(self.seat, ()) if other != self.player)
        requests = tuple(each for each in campaign.requests if each.player != self.player or each.seat != self.seat)
        return replace(campaign, roster={**campaign.roster, self.seat: rest}, requests=requests)

    @override
    def tell(self) -> Iterator[Notice]:
        player, seat = self.player, self.seat
        if self.was_silent:
            yield tell_all("{player} was silent for too long and loses the {seat} seat.", player=player, seat=seat)
        else:
            yield tell_all("{player} leaves the {seat} seat.", player=player, seat=seat)
        if self.lives_in_original:
            yield tell_all("Whoever takes it here is dealt new secrets: those of the original stay hidden.")


class SeatCommand(CampaignCommand):
    """A command about one seat, which is the seat of its entry."""

    seat: Seat

    @override
    def seat_in(self, campaign: CampaignState, user: Player) -> Seat | None:
        return self.seat


class Join(SeatCommand):
    """Take a seat. Several players can share one, but there is one referee."""

    title: ClassVar[str] = "Seat taken"
    type: Literal["join"] = "join"

    @override
    def wanted(self) -> Line:
        return line("take the {seat} seat", seat=self.seat)

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Event]:
        """Take the seat; a silent referee loses the office by it."""
        check_can_sit(campaign, user, self.seat, is_asking=True)
        if self.seat == REFEREE:
            yield from _silent_leave(campaign, REFEREE)
        yield joined(campaign, user, self.seat)
        yield from renewed_for(campaign, user, self.seat, frozenset(campaign.roster[self.seat]), dice)

    @override
    def wants_answers(self) -> bool:
        """Nobody comes to share a seat, or to the office, by silence."""
        return True

    @override
    def needed(self, campaign: CampaignState, user: Player) -> frozenset[Seat]:
        """The players of a seat that others hold, unless one of them has let the user in, and every side whose secrets
        the user has read; for a referee who would decide alone, all sides.
        """
        if self.seat != REFEREE:
            is_let_in = campaign.is_let_in(user, self.seat) and not campaign.knows(user) - {self.seat}
            is_open = not campaign.roster[self.seat] or is_let_in
            read = endangered_by(campaign, user, self.seat) | sharers(campaign, user, self.seat)
            return read if is_open else read | {self.seat}
        if campaign.sides_of(user):
            return frozenset()
        return frozenset(seat for seat in campaign.game.seats if campaign.roster[seat])

    @override
    def asked(self, campaign: CampaignState, user: Player, needed: frozenset[Seat]) -> SeatRequested:
        return asking(SeatRequested, campaign, user, needed, seat=self.seat, **past_of(campaign, user, self.seat))


class TakeOver(SeatCommand):
    """Take over a seat whose players have all been silent for too long."""

    title: ClassVar[str] = "Seat taken over"
    type: Literal["take_over"] = "take_over"

    @override
    def wanted(self) -> Line:
        return line("take over the {seat} seat", seat=self.seat)

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[CampaignEvent]:
        """The silent players leave the seat, and the user takes it. Not in a fork: they can be at play elsewhere."""
        if campaign.forked_at:
            raise NotNow(
                "This campaign is a fork, so its seats go from player to player: `/campaign manage what:hand-over`."
            )
        check_can_sit(campaign, user, self.seat)
        check_endangers_nobody(campaign, user, self.seat)
        yield from _silent_leave(campaign, self.seat)
        yield joined(campaign, user, self.seat)

    @override
    def needed(self, campaign: CampaignState, user: Player) -> frozenset[Seat]:
        """All other sides, the silent one among them: its time to answer runs, and its players keep the seat by doing
        anything that the others see.
        """
        if campaign.is_neutral_referee(user):
            return frozenset()
        return campaign.others(user) | {self.seat}

    @override
    def asked(self, campaign: CampaignState, user: Player, needed: frozenset[Seat]) -> SeatRequested:
        return asking(SeatRequested, campaign, user, needed, seat=self.seat)


class Leave(SeatCommand):
    """Give a seat up."""

    title: ClassVar[str] = "Seat given up"
    type: Literal["leave"] = "leave"

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Left]:
        check_holds(campaign, user, self.seat)
        yield Left(player=user, seat=self.seat, lives_in_original=campaign.lives_in_original(self.seat))


class HandOver(SeatCommand):
    """Hand a seat over to another player."""

    title: ClassVar[str] = "Seat handed over"
    type: Literal["hand_over"] = "hand_over"
    player: Player

    @override
    def wanted(self) -> Line:
        return line("give the {seat} seat to {player}", seat=self.seat, player=self.player)

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Event]:
        """One leaves the seat and the other takes it, if they may read its hand."""
        check_holds(campaign, user, self.seat)
        check_can_sit(campaign, self.player, self.seat, leaving=user)
        if campaign.is_neutral_referee(self.player):
            raise NotNow("The referee plays no side. They can take this seat themselves once they leave the office.")
        yield Left(player=user, seat=self.seat)
        yield joined(campaign, self.player, self.seat)
        yield from renewed_for(campaign, self.player, self.seat, frozenset({user}), dice)

    @override
    def wants_answers(self) -> bool:
        return True

    @override
    def needed(self, campaign: CampaignState, user: Player) -> frozenset[Seat]:
        """Every side whose secrets the other has read; all other sides, for a referee who would decide alone."""
        if self.seat != REFEREE:
            shared = sharers(campaign, self.player, self.seat) - set(campaign.seats_of(user))
            return endangered_by(campaign, self.player, self.seat) | shared
        return frozenset() if campaign.sides_of(self.player) else campaign.others(user)

    @override
    def asked(self, campaign: CampaignState, user: Player, needed: frozenset[Seat]) -> SeatRequested:
        past = past_of(campaign, self.player, self.seat)
        return asking(SeatRequested, campaign, self.player, needed, seat=self.seat, giver=user, **past)


def check_holds(campaign: CampaignState, user: int, seat: Seat) -> None:
    """Whether a user holds a seat. Raises ``NotThere``."""
    if user not in campaign.roster.get(seat, ()):
        raise NotThere("You do not hold that seat. `/campaign status` shows who holds which.")


def check_can_sit(
    campaign: CampaignState, user: int, seat: Seat, leaving: int | None = None, *, is_asking: bool = False
) -> None:
    """Whether a player can come to a seat, which depends on who has played and read what, and never on what the seat
    holds. Who has played another side, or read it, gets to see the secrets of this one only where its players are asked
    (``is_asking``), and nobody comes to it who has read a hand for which nobody can speak.

    ``leaving`` is a player who gives the seat up for it. Raises ``RuleError``.
    """
    if seat not in campaign.roster:
        raise NotThere("There is no such seat. The seats are {names}.", names=Listed(campaign.roster))
    if user in campaign.barred.get(seat, ()) and campaign.hides(seat):
        raise NotYours(
            "You freed this seat as an administrator, so the {seat} hand must stay hidden from you.", seat=seat
        )
    if user in campaign.roster[seat]:
        if leaving:
            raise NotNow("That player already holds this seat.")
        raise NotNow("You already hold the {seat} seat.", seat=seat)
    if seat == REFEREE:
        if set(campaign.roster[REFEREE]) - {leaving}:
            raise NotNow(
                "This campaign has a referee, {seat}. You can take over once they leave that seat.",
                seat=campaign.named(REFEREE),
            )
        return
    _check_other_sides(campaign, user, seat, leaving, is_asking=is_asking)
    for read in sorted(campaign.read_by(user) - {seat, *campaign.seats_of(user)}):
        if not campaign.roster[read] and campaign.readers(read) - {user}:
            raise NotYours(
                "You have read the {read} hand, and nobody holds that seat to agree that you come to another side.",
                read=read,
            )


def _check_other_sides(campaign: CampaignState, user: int, seat: Seat, leaving: int | None, *, is_asking: bool) -> None:
    """Whether a player keeps away from a hand that others have read, if they have played another side; and from one
    that shares secrets with a side that others have read, if they have played any but these and nobody can agree.
    """
    known, allies = campaign.knows(user) - {seat}, campaign.game.allies(seat)
    is_read = known and campaign.readers(seat) - {user} and not (is_asking and campaign.roster[seat])
    is_shared = known - allies and any(campaign.readers(ally) - {user} for ally in allies)
    if is_read or (is_shared and not (is_asking and sharers(campaign, user, seat))):
        if leaving:
            raise NotYours(
                "That player has played another side, so the {seat} hand must stay hidden from them.", seat=seat
            )
        raise NotYours("You have played another side, so the {seat} hand must stay hidden from you.", seat=seat)


def endangered_by(campaign: CampaignState, user: int, seat: Seat) -> frozenset[Seat]:
    """The sides that must agree before a user comes to a seat: those whose secrets the user has read, and those that
    share some with these, as far as others hold them. To its allies nobody carries anything that is new to them.
    """
    allies, read = campaign.game.allies, campaign.read_by(user) - {seat}
    shared = {ally for each in read - allies(seat) for ally in allies(each)}
    return frozenset(each for each in read | shared if set(campaign.roster[each]) - {user})


def sharers(campaign: CampaignState, user: int, seat: Seat) -> frozenset[Seat]:
    """The sides of which a user would read secrets at a seat that shares them, as far as others hold them. Before the
    game has begun a newcomer reads none.
    """
    allies = campaign.game.allies(seat)
    if not (campaign.has_begun or campaign.knows(user) - allies - {seat}):
        return frozenset()
    return frozenset(each for each in allies if campaign.roster[each] and user not in campaign.roster[each])


def check_endangers_nobody(campaign: CampaignState, user: int, seat: Seat, leaving: int | None = None) -> None:
    """Whether nobody must be asked before a user comes to a seat, where nobody can be. Raises ``NotYours``."""
    for read in sorted(endangered_by(campaign, user, seat)):
        if leaving:
            raise NotYours("That player has read the {read} hand, so {read} must agree: `/campaign join`.", read=read)
        raise NotYours("You have read the {read} hand, so {read} must agree: `/campaign join`.", read=read)


def past_of(campaign: CampaignState, user: int, seat: Seat) -> dict[str, tuple[Seat, ...]]:
    """What those who are asked for a seat must know of whoever wants it: the sides that they have read, whose allies
    share some of that, and those that they have only played; and whose secrets come with the seat.
    """
    read, played = campaign.read_by(user) - {seat}, campaign.sides_of(user) - {seat}
    allied = endangered_by(campaign, user, seat) - read - {seat}
    shared = sharers(campaign, user, seat) if seat != REFEREE else frozenset[Seat]()
    known = {"read": read, "allied": allied, "played": played - read, "shared": shared}
    return {what: tuple(sorted(seats)) for what, seats in known.items()}


def joined(campaign: CampaignState, user: int, seat: Seat) -> Joined:
    """The event of taking a seat, with those who have read its hand before."""
    known = campaign.readers(seat) - {user} if seat != REFEREE else ()
    return Joined(player=Player(user), seat=seat, readers=tuple(sorted(known)))


def _silent_leave(campaign: CampaignState, seat: Seat) -> Iterator[Left]:
    for player in campaign.roster[seat]:
        yield Left(player=player, seat=seat, was_silent=True)


def _is_for(request: Request, player: int, seat: Seat) -> bool:
    """Whether a request asks for a seat for a player."""
    return isinstance(request.command, Join) and request.player == player and request.command.seat == seat
