"""Dice for anything on the table, and the players' words in the sealed dice."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState
from rules.command import Topic
from rules.dice import Dice, Roll
from rules.errors import NotNow, NotYours
from rules.notice import Notice, tell_all
from rules.seat import Player
from rules.secrets import quote
from rules.written import Written


class WordsAdded(CampaignEvent):
    """A player added words to the sealed dice."""

    type: Literal["words_added"] = "words_added"
    player: Player
    words: str

    @override
    def apply(self, campaign: C) -> C:
        return replace(campaign, words=(*campaign.words, self.words))

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all("{player} adds words to the sealed dice: {words}", player=self.player, words=quote(self.words))


class DiceRolled(CampaignEvent):
    """Dice were rolled for something on the table."""

    type: Literal["dice_rolled"] = "dice_rolled"
    roll: Roll
    reason: Written

    @override
    def apply(self, campaign: C) -> C:
        return campaign

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all("Rolled {roll}", roll=self.roll)
        if self.reason:
            yield tell_all("For: {reason}", reason=quote(self.reason))


class AddWords(CampaignCommand):
    """Add words of one's own to the sealed dice, before the first die."""

    title: ClassVar[str] = "Words added to the dice"
    type: Literal["add_words"] = "add_words"
    words: Annotated[str, Field(min_length=1, max_length=100)]

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[WordsAdded]:
        if not campaign.seats_of(user):
            raise NotYours("Only players and the referee can add words to the dice. `/campaign join` takes a seat.")
        if campaign.next_die:
            raise NotNow("You can add words only before the first roll.")
        yield WordsAdded(player=user, words=self.words)


class RollDice(CampaignCommand):
    """Roll dice for something on the table."""

    title: ClassVar[str] = "Dice rolled"
    topic: ClassVar[Topic] = Topic.DICE
    type: Literal["roll_dice"] = "roll_dice"
    number: Annotated[int, Field(ge=1, le=20)] = 1
    sides: Annotated[int, Field(ge=2, le=100)] = 6
    reason: Annotated[Written, Field(max_length=200)] = ""

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[DiceRolled]:
        if not campaign.seats_of(user):
            raise NotYours("Only players and the referee can roll dice here. `/campaign join` takes a seat.")
        yield DiceRolled(roll=dice.roll(self.number, self.sides), reason=self.reason)
