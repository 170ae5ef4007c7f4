"""Corrections: the other sides can object to them, and whoever entered one can withdraw it."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from typing_extensions import override

from rules.campaign.state.state import CampaignCommand, CampaignEvent, CampaignState, Contested
from rules.campaign.time.disputes import contradicted
from rules.campaign.time.undo import Undone, undone
from rules.command import Offer
from rules.dice import Dice
from rules.errors import NotNow, NotYours
from rules.line import one_of
from rules.log import LogEntry
from rules.seat import Player, Seat


class Object(CampaignCommand):
    """Object to the correction with the number ``to``: it no longer stands."""

    title: ClassVar[str] = "Objection"
    type: Literal["object"] = "object"
    to: int

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[CampaignEvent]:
        """Another side, or a referee who plays no side, objects in time."""
        correction = _correction(campaign, self.to)
        if campaign.is_past(correction.until):
            raise NotNow("The time to object is over. Enter a correction of your own.")
        if not can_object(campaign, user, correction):
            names = one_of(map(campaign.named, sorted(correction.seats)))
            raise NotYours("Only {names} can object to this.", names=names)
        yield _taken_back(campaign, correction)
        yield contradicted(campaign, correction.seq, correction.fact)


class Withdraw(CampaignCommand):
    """Withdraw a correction that one entered oneself, while the others can object to it."""

    title: ClassVar[str] = "Correction withdrawn"
    type: Literal["withdraw"] = "withdraw"
    to: int

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Undone]:
        correction = _correction(campaign, self.to)
        if user != correction.player or not campaign.seats_of(user):
            raise NotYours(
                "Only {player} can withdraw this correction, and only as a player.", player=correction.player
            )
        if campaign.is_past(correction.until):
            raise NotNow("The time to withdraw it is over. Enter another correction.")
        yield _taken_back(campaign, correction)


def contested(campaign: CampaignState, entry: LogEntry) -> Contested | None:
    """The correction of an entry to which other sides can object, or None."""
    if not entry.command.is_correction or campaign.is_neutral_referee(entry.user):
        return None
    seats = campaign.others(entry.user)
    if not seats:
        return None
    return Contested(
        entry.seq,
        Player(entry.user),
        seats,
        entry.title,
        campaign.answer_by(seats),
        entry.command.stands_alone,
        entry.command.fact_entered,
        entry.number or 0,
    )


def can_object(campaign: CampaignState, user: int, correction: Contested) -> bool:
    """Whether a user can object to a correction."""
    return user != correction.player and (
        bool(correction.seats & set(campaign.seats_of(user))) or campaign.is_neutral_referee(user)
    )


def offers(campaign: CampaignState, user: int | None) -> Iterator[tuple[Seat | None, Offer]]:
    """Objecting to the newest correction, and withdrawing it, as long as there is time."""
    for correction in campaign.contested[-1:]:
        to = correction.number
        if campaign.is_past(correction.until) or not _can_be_taken_back(campaign, correction):
            continue
        if user is None or can_object(campaign, user, correction):
            for seat in sorted(correction.seats):
                yield seat, Offer(Object(to=to), "Object", version=to)
        elif user == correction.player:
            yield None, Offer(Withdraw(to=to), "Withdraw the correction", version=to, minor=True)


def _correction(campaign: CampaignState, number: int) -> Contested:
    for correction in campaign.contested:
        if correction.number == number and _can_be_taken_back(campaign, correction):
            return correction
    raise NotNow("That correction can no longer be taken back. Enter another one.")


def _taken_back(campaign: CampaignState, correction: Contested) -> Undone:
    """The event by which it is undone. What was done unseen since rests on one that does not stand alone."""
    last = campaign.last_action
    if correction.stands_alone or last is None:
        return Undone(entry=correction.number, title=correction.title, fallen=(correction.seq,))
    return undone(campaign, last)


def _can_be_taken_back(campaign: CampaignState, correction: Contested) -> bool:
    """Whether nothing that happened since depends on a correction."""
    last = campaign.last_action
    return correction.stands_alone or (last is not None and last.seq == correction.seq)
