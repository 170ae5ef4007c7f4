"""A campaign that moves to another channel or thread."""

from collections.abc import Iterator

from typing_extensions import override

from rules.campaign.state.state import CampaignCommand, CampaignEvent, CampaignState
from rules.dice import Dice
from rules.line import Line, line
from rules.notice import Notice, tell_all
from rules.seat import Player
from rules.secrets import Shown


def mention(channel: int) -> Shown:
    """Return a channel as a message links to it."""
    return Shown(f"<#{channel}>")


class Moved(CampaignEvent, named="house_moved"):
    """The campaign is played in another channel from now on. Where it is now is not for the rules to know."""

    moves_house = True
    player: Player
    channel: int

    def tell(self) -> Iterator[Notice]:
        there = mention(self.channel)
        yield tell_all("{player} moves the campaign to {channel}. It goes on there.", player=self.player, channel=there)


class Move(CampaignCommand, named="move_house"):
    """Move the campaign to another channel or thread of the server."""

    title = "Campaign moved"
    needs_all = True
    needs_game = False
    at_end = True
    channel: int

    @override
    def wanted(self) -> Line:
        return line("move the campaign to {channel}", channel=mention(self.channel))

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Moved]:
        yield Moved(player=user, channel=self.channel)
