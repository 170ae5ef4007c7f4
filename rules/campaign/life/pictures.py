"""Pictures: a campaign can do without them."""

from collections.abc import Iterator
from dataclasses import replace
from typing import ClassVar, Literal

from typing_extensions import override

from rules.campaign.questions.requests import Asked, asking
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState
from rules.dice import Dice
from rules.errors import NotNow
from rules.notice import Notice, tell_all
from rules.seat import Player, Seat


class PicturesRequested(Asked):
    """A player asks to switch the pictures on or off."""

    type: Literal["pictures_requested"] = "pictures_requested"
    on: bool

    @property
    @override
    def heading(self) -> str:
        return "Pictures requested" if self.on else "No pictures requested"

    @override
    def tell(self) -> Iterator[Notice]:
        if self.on:
            yield tell_all("{player} asks to switch the pictures on.", player=self.player)
        else:
            yield tell_all("{player} asks to switch the pictures off.", player=self.player)
        yield from self.tell_needed()


class PicturesSet(CampaignEvent):
    """From now on the campaign has pictures, or has none."""

    type: Literal["pictures_set"] = "pictures_set"
    on: bool

    @override
    def apply(self, campaign: C) -> C:
        return replace(campaign, has_pictures=self.on)

    @override
    def tell(self) -> Iterator[Notice]:
        if self.on:
            yield tell_all("This campaign has pictures again.")
        else:
            yield tell_all("This campaign has no pictures from now on.")


class SetPictures(CampaignCommand):
    """Switch the pictures of the campaign on or off."""

    title: ClassVar[str] = "Pictures set"
    wish: ClassVar[str] = "switch the pictures on or off"
    type: Literal["set_pictures"] = "set_pictures"
    on: bool

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[PicturesSet]:
        campaign.check_seated(user)
        if self.on is campaign.has_pictures:
            raise NotNow("That is so already.")
        yield PicturesSet(on=self.on)

    @override
    def needed(self, campaign: CampaignState, user: Player) -> frozenset[Seat]:
        return campaign.all_others(user)

    @override
    def asked(self, campaign: CampaignState, user: Player, needed: frozenset[Seat]) -> PicturesRequested:
        return asking(PicturesRequested, campaign, user, needed, goes_on=True, on=self.on)
