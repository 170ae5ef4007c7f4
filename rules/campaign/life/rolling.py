"""Dice for anything on the table."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from rules.campaign.state.state import CampaignCommand, CampaignEvent, CampaignState
from rules.command import Topic
from rules.dice import Dice, Roll
from rules.errors import NotYours
from rules.line import Line
from rules.notice import Notice, Public, tell_all
from rules.seat import Player
from rules.secrets import quote
from rules.written import Written


class DiceRolled(CampaignEvent):
    """Dice were rolled for something on the table."""

    roll: Roll
    reason: Written

    def tell(self) -> Iterator[Notice]:
        yield Public(Line("{roll}", {"roll": self.roll}))
        if self.reason:
            yield tell_all("For: {reason}", reason=quote(self.reason))


class RollDice(CampaignCommand):
    """Roll dice for something on the table."""

    title = "Dice rolled"
    may_roll = True
    for_players = False
    topic = Topic.DICE
    number: Annotated[int, Field(ge=1, le=20)] = 1
    sides: Annotated[int, Field(ge=2, le=100)] = 6
    reason: Annotated[Written, Field(max_length=200)] = ""

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[DiceRolled]:
        if not campaign.seats_of(user):
            raise NotYours("Only players and the referee can roll dice here. `/campaign join` takes a seat.")
        yield DiceRolled(roll=dice.roll(self.number, self.sides), reason=self.reason)
