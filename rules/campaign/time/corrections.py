"""Corrections: any player enters what lies on the board, and any other says *That's wrong*."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from typing_extensions import override

from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState
from rules.campaign.time.undo import Undone, undone
from rules.command import Event, Offer
from rules.dice import Dice
from rules.errors import NotNow
from rules.line import Line
from rules.log import LogEntry
from rules.notice import Notice, tell_all
from rules.seat import Player, Seat

MOST_KEPT = 20


class FoundWrong(CampaignEvent):
    """A player says that what ``by`` had entered is wrong, so the old value counts again."""

    player: Player
    by: Player
    title: Line

    @override
    def apply(self, campaign: C) -> C:
        return campaign

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all("{player} says that this is wrong: {title}.", player=self.player, title=self.title)
        yield tell_all("What was entered before counts again. {by}, look at it together.", by=self.by)


class ThatsWrong(CampaignCommand):
    """Say that the correction with the number ``to`` is wrong: the old value counts again."""

    title: ClassVar[str] = "That's wrong"
    to: int

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Event]:
        campaign.check_seated(user)
        correction = _correction(campaign, self.to)
        yield _taken_back(campaign, correction)
        yield FoundWrong(player=user, by=correction.player, title=Line(correction.title))


@dataclass(frozen=True, slots=True)
class Correction:
    """What a player entered of the board in entry ``seq`` with that ``number``, which any other can take back. One that
    does not stand alone can be taken back only while it is the last action.
    """

    seq: int
    player: Player
    title: str
    stands_alone: bool = True
    number: int = 0


@dataclass(frozen=True, slots=True)
class Corrections:
    """The newest numbers of the board that players have entered."""

    newest: tuple[Correction, ...] = ()


def with_correction(campaign: C, entry: LogEntry) -> C:
    """Return the campaign with what its newest entry has entered of the board."""
    entered = Correction(entry.seq, Player(entry.user), entry.title, entry.command.stands_alone, entry.number or 0)
    return campaign.having(Corrections((*campaign.of(Corrections).newest, entered)[-MOST_KEPT:]))


def offers(campaign: CampaignState, user: int | None) -> Iterator[tuple[Seat | None, Offer]]:
    """Yield *That's wrong* about the newest correction, for everybody but whoever entered it."""
    for correction in campaign.of(Corrections).newest[-1:]:
        to = correction.number
        if not campaign.others(correction.player) or not _can_be_taken_back(campaign, correction):
            continue
        if user is None or (user != correction.player and campaign.seats_of(user)):
            last = campaign.last_action
            is_old = last is None or last.seq != correction.seq
            yield None, Offer(ThatsWrong(to=to), "That's wrong", version=to, minor=is_old)


def _correction(campaign: CampaignState, number: int) -> Correction:
    for correction in campaign.of(Corrections).newest:
        if correction.number == number and _can_be_taken_back(campaign, correction):
            return correction
    raise NotNow("That correction can no longer be taken back. Enter another one.")


def _taken_back(campaign: CampaignState, correction: Correction) -> Undone:
    """Return the event by which it is undone. What was done unseen since rests on one that does not stand alone."""
    last = campaign.last_action
    if correction.stands_alone or last is None:
        return Undone(entry=correction.number, title=correction.title, fallen=(correction.seq,))
    return undone(campaign, last)


def _can_be_taken_back(campaign: CampaignState, correction: Correction) -> bool:
    """Return whether it stands, and nothing that happened since depends on it."""
    last = campaign.last_action
    if not correction.stands_alone:
        return last is not None and last.seq == correction.seq
    return any(each.seq == correction.seq for each in campaign.timeline.standing)
