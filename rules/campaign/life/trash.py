"""The trash: a campaign that nobody wants to see any more is put away, and for thirty days it can be brought back."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import ClassVar, Literal

from typing_extensions import override

from rules.campaign.questions.requests import Asked, asking
from rules.campaign.state.life import InTrash, before_trash
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState
from rules.dice import Dice
from rules.errors import NotNow, NotYours
from rules.notice import Notice, tell_all
from rules.seat import Player, Seat

DAYS_IN_TRASH = 30


class TrashRequested(Asked):
    """A player wants to put the campaign in the trash."""

    type: Literal["trash_requested"] = "trash_requested"

    @property
    @override
    def heading(self) -> str:
        return "Trash requested"

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all("{player} asks to put the campaign in the trash.", player=self.player)
        yield tell_all("For {days} days its players could bring it back.", days=DAYS_IN_TRASH)
        yield from self.tell_needed()


class Trashed(CampaignEvent):
    """The campaign was put in the trash: nobody is called any more, and no list shows it."""

    type: Literal["trashed"] = "trashed"
    player: Player

    @override
    def apply(self, campaign: C) -> C:
        assert campaign.at is not None, "an entry has a time"
        life = InTrash(campaign.at, before_trash(campaign.life))
        return replace(campaign, life=life, requests=(), questions=())

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all("{player} puts the campaign in the trash.", player=self.player)
        yield tell_all(
            "For {days} days its players can bring it back by `/campaign manage what:restore`.", days=DAYS_IN_TRASH
        )


class Restored(CampaignEvent):
    """The campaign was brought back as it was."""

    type: Literal["restored"] = "restored"
    player: Player

    @override
    def apply(self, campaign: C) -> C:
        return replace(campaign, life=before_trash(campaign.life))

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all("{player} brings the campaign back from the trash.", player=self.player)


class Trash(CampaignCommand):
    """Put the campaign in the trash."""

    title: ClassVar[str] = "Campaign in the trash"
    wish: ClassVar[str] = "put the campaign in the trash"
    at_end: ClassVar[bool] = True
    type: Literal["trash"] = "trash"

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Trashed]:
        if not campaign.seats_of(user):
            raise NotYours("Only its players and the referee can put the campaign in the trash.")
        yield Trashed(player=user)

    @override
    def needed(self, campaign: CampaignState, user: Player) -> frozenset[Seat]:
        """All other sides, and those who share the user's, as with the end of the campaign."""
        shared = {seat for seat in campaign.seats_of(user) if len(campaign.roster[seat]) > 1}
        return campaign.others(user) | shared

    @override
    def asked(self, campaign: CampaignState, user: Player, needed: frozenset[Seat]) -> TrashRequested:
        return asking(TrashRequested, campaign, user, needed, goes_on=True)


class Restore(CampaignCommand):
    """Bring the campaign back from the trash."""

    title: ClassVar[str] = "Campaign restored"
    at_end: ClassVar[bool] = True
    type: Literal["restore"] = "restore"

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Restored]:
        if not campaign.seats_of(user):
            raise NotYours("Only its players and the referee can bring the campaign back.")
        if not isinstance(campaign.life, InTrash):
            raise NotNow("This campaign is not in the trash.")
        if is_gone(campaign):
            raise NotNow("This campaign was in the trash for {days} days, so it is gone.", days=DAYS_IN_TRASH)
        yield Restored(player=user)


def is_gone(campaign: CampaignState) -> bool:
    """Whether a campaign has been in the trash for so long that nobody can bring it back."""
    life = campaign.life
    return isinstance(life, InTrash) and campaign.is_past(life.at + timedelta(days=DAYS_IN_TRASH))
