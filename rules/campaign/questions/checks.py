"""Checks of the board: a player says that it shows what the bot keeps, or how it stands otherwise."""

from collections.abc import Iterator
from dataclasses import replace

from rules.campaign.state.state import CampaignCommand, CampaignEvent, CampaignState
from rules.command import Offer
from rules.dice import Dice
from rules.errors import NotNow
from rules.line import Line
from rules.notice import Notice, tell_all
from rules.seat import Player
from rules.secrets import Shown


class Checked(CampaignEvent):
    """A player found that the board matches, ``where`` the game stood."""

    player: Player
    where: Line

    def tell(self) -> Iterator[Notice]:
        yield tell_all(
            "{player} has checked the board, and it matches: {where}.", player=self.player, where=Shown(self.where)
        )


class CheckBoard(CampaignCommand):
    """Say that the board matches as it stood after entry ``changed``, the last that had changed the game."""

    title = "Board checked"
    changed: int

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Checked]:
        if campaign.timeline.changed != self.changed:
            raise NotNow("The game has gone on since. `/record more what:check` lists what should lie there now.")
        yield Checked(player=user, where=campaign.game.where(campaign.state))


def tellings(campaign: CampaignState, user: int) -> Iterator[Offer]:
    """Yield what a player can tell of the table at any time."""
    asked = {each.command.type for each in campaign.requests}
    every = (each for seat in campaign.acts_for(user) for each in campaign.game.tellings(campaign.state, seat))
    once = {each.key: replace(each, version=campaign.actions) for each in every if each.command.type not in asked}
    yield from once.values()
