"""A campaign that was taken in from a file: from there on its dice are new ones, which the file does not tell."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, ClassVar

from pydantic import Field
from typing_extensions import override

from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState
from rules.campaign.state.timeline import Timeline
from rules.dice import Dice
from rules.notice import Notice, tell_all, tell_rule
from rules.seat import Player
from rules.secrets import Shown

Hash = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class TakenIn(CampaignEvent):
    """The log before this came from a file; ``hash`` is that of the log in it."""

    headline: ClassVar[str] = "Taken in"
    player: Player
    hash: Hash

    @override
    def apply(self, campaign: C) -> C:
        """The dice begin anew: what they were worked out from stands in the file. Nothing before it can be undone, and
        nobody was late or silent on the way.
        """
        return replace(campaign, began={}, begun_at=campaign.seq, next_die=0, timeline=Timeline())

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all("The dice are sealed anew.")
        said = Shown(self.hash)
        yield tell_rule("The dice before this were checked in the file. Its log has the hash `{hash}`.", hash=said)


class TakeIn(CampaignCommand):
    """Go on with a campaign from a file: the first entry of its own, which the bot writes for who took it in."""

    title: ClassVar[str] = "Taken in"
    by_bot: ClassVar[bool] = True
    at_end: ClassVar[bool] = True
    hash: Hash

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[TakenIn]:
        yield TakenIn(player=user, hash=self.hash)
