"""Undo: the last action of the game, freely, or with the others' consent if something was revealed."""

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar, Literal

from typing_extensions import override

from rules.campaign.state import C, CampaignCommand, CampaignEvent, CampaignState, UndoRequest
from rules.command import Offer
from rules.dice import Dice
from rules.errors import NotNow, NotYours
from rules.notice import Notice, tell_all, tell_rule
from rules.seat import REFEREE, Player, Seat
from rules.secrets import Shown, quote


class UndoRequested(CampaignEvent):
    """An action that showed a die or a secret would be undone if the others agree."""

    type: Literal["undo_requested"] = "undo_requested"
    player: Player
    entry: int
    title: str
    needed: tuple[Seat, ...]

    @property
    @override
    def heading(self) -> str:
        return "Undo requested"

    @override
    def apply(self, campaign: C) -> C:
        request = UndoRequest(self.entry, self.player, self.title, frozenset(self.needed), campaign.seq)
        return replace(campaign, undo_request=request)

    @override
    def tell(self) -> Iterator[Notice]:
        names = Shown(", ".join(self.needed))
        yield tell_all(
            "{player} asks to undo entry {entry}, “{title}”.",
            player=self.player,
            entry=self.entry,
            title=quote(self.title),
        )
        yield tell_all(
            "It involved a die roll, a draw or hidden information, so {names} or the referee must agree.", names=names
        )


class UndoAgreed(CampaignEvent):
    """Some seats agreed; others still must."""

    type: Literal["undo_agreed"] = "undo_agreed"
    seats: tuple[Seat, ...]

    @override
    def apply(self, campaign: C) -> C:
        request = campaign.undo_request
        if request is None:
            return campaign
        return replace(campaign, undo_request=replace(request, needed=request.needed - set(self.seats)))

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all("{names} agree to the undo.", names=Shown(", ".join(self.seats)))


class UndoDeclined(CampaignEvent):
    """A seat did not agree: the action stands."""

    type: Literal["undo_declined"] = "undo_declined"
    player: Player
    entry: int

    @override
    def apply(self, campaign: C) -> C:
        return replace(campaign, undo_request=None)

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all("{player} declines. Entry {entry} stands.", player=self.player, entry=self.entry)


class Undone(CampaignEvent):
    """An entry was undone; the dice rolled for it stay used."""

    type: Literal["undone"] = "undone"
    entry: int
    title: str

    @property
    @override
    def heading(self) -> str:
        return "Action undone"

    @override
    def apply(self, campaign: C) -> C:
        return replace(campaign, undo_request=None)

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all("Entry {entry}, “{title}”, is undone.", entry=self.entry, title=quote(self.title))
        yield tell_rule("The entry stays in the log, and its dice stay used.")


class Undo(CampaignCommand):
    """Undo the last action."""

    title: ClassVar[str] = "Undo"
    type: Literal["undo"] = "undo"

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> UndoRequested | Undone:
        """Whoever acted undoes it, or the referee; after a die roll or a secret, the other seats must agree."""
        last, seats = campaign.last_action, campaign.seats_of(user)
        if last is None:
            raise NotNow("There is nothing to undo.")
        if last.seat not in seats and REFEREE not in seats and not (last.ends_phase and seats):
            raise NotYours(f"Only {last.seat} or the referee can undo “{last.title}”.")
        needed = others(campaign, user, last.seat)
        has_other_referee = any(player != user for player in campaign.roster[REFEREE])
        is_referee_alone = seats == (REFEREE,) and campaign.is_neutral_referee(user)
        if last.is_free or is_referee_alone or not (needed or has_other_referee):
            return Undone(entry=last.entry, title=last.title)
        asked = tuple(sorted(needed) or [REFEREE])
        return UndoRequested(player=user, entry=last.entry, title=last.title, needed=asked)


class Agree(CampaignCommand):
    """Agree that entry ``to`` is undone."""

    title: ClassVar[str] = "Undo agreed"
    type: Literal["agree"] = "agree"
    to: int

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> UndoAgreed | Undone:
        request = request_for(campaign, self.to)
        seats = frozenset(voices(campaign, user, request))
        if REFEREE in seats or request.needed <= seats:
            return Undone(entry=request.entry, title=request.title)
        return UndoAgreed(seats=tuple(sorted(seats)))


class Decline(CampaignCommand):
    """Do not agree that entry ``to`` is undone, or withdraw the request."""

    title: ClassVar[str] = "Undo declined"
    type: Literal["decline"] = "decline"
    to: int

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> UndoDeclined:
        request = request_for(campaign, self.to)
        if user != request.player:
            voices(campaign, user, request)
        return UndoDeclined(player=user, entry=request.entry)


def others(campaign: CampaignState, user: int, seat: Seat) -> frozenset[Seat]:
    """The other seats that players other than the user hold: they must agree."""
    return frozenset(
        other
        for other in campaign.game.seats
        if other != seat and any(player != user for player in campaign.roster[other])
    )


def request_for(campaign: CampaignState, entry: int) -> UndoRequest:
    """The request that waits for an answer. Raises ``NotNow`` if it is no longer open."""
    request = campaign.undo_request
    if request is None or request.entry != entry:
        raise NotNow("That request to undo is no longer open.")
    return request


def voices(campaign: CampaignState, user: Player, request: UndoRequest) -> tuple[Seat, ...]:
    """The seats for which a user can answer. Raises ``NotYours`` if there is none."""
    seats = tuple(seat for seat in campaign.seats_of(user) if seat in {*request.needed, REFEREE})
    if user == request.player or not seats:
        raise NotYours(f"Only {' and '.join(sorted(request.needed))} or the referee can answer this request.")
    return seats


def offers(campaign: CampaignState, user: int | None) -> Iterator[Offer]:
    """The answers to a request to undo: for anybody's button (None), or for those who can give them."""
    request = campaign.undo_request
    if request is None:
        return
    has_voice = user is None or bool({*request.needed, REFEREE} & set(campaign.seats_of(user)))
    if user is None or (has_voice and user != request.player):
        yield Offer(command=Agree(to=request.entry), label="Agree", version=request.seq)
    if has_voice or user == request.player:
        yield Offer(command=Decline(to=request.entry), label="Let it stand", version=request.seq)
