"""House rules: the table's own sentences beside the rulings, agreed by all sides and enforced by nobody."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from typing_extensions import override

from rules.campaign.state.slice import Slice
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState
from rules.dice import Dice
from rules.errors import NotNow, NotThere
from rules.line import Line, line
from rules.notice import Notice, Public, tell_all
from rules.seat import Player
from rules.secrets import folded, quote
from rules.written import Written

MOST = 20
LONGEST = 200


@dataclass(frozen=True, slots=True)
class HouseRules(Slice):
    """The sentences, in the order in which they were agreed."""

    sentences: tuple[str, ...] = ()


class HouseRuleAgreed(CampaignEvent):
    """The table agreed on a house rule, or let one go."""

    sentence: Written
    is_over: bool = False

    @override
    def apply(self, campaign: C) -> C:
        others = tuple(each for each in campaign.of(HouseRules).sentences if each != self.sentence)
        return campaign.having(HouseRules(others if self.is_over else (*others, self.sentence)))

    def tell(self) -> Iterator[Notice]:
        if self.is_over:
            yield tell_all("No longer a house rule: {sentence}", sentence=quote(self.sentence))
        else:
            yield tell_all("House rule: {sentence}", sentence=quote(self.sentence))


class AgreeHouseRule(CampaignCommand):
    """Agree on a house rule, or on letting the one with a number go."""

    title = "House rules"
    needs_all = True
    sentence: Annotated[Written, Field(max_length=LONGEST, title="The rule, in your words")] = ""
    drop: Annotated[int, Field(ge=0)] = 0

    @override
    def wanted(self) -> Line:
        if self.drop:
            return line("let house rule {number} go", number=self.drop)
        return line("agree on a house rule: {sentence}", sentence=quote(self.sentence.rstrip(".")))

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[HouseRuleAgreed]:
        sentences, sentence = campaign.of(HouseRules).sentences, " ".join(self.sentence.split())
        if self.drop:
            if self.drop > len(sentences):
                raise NotThere("There is no house rule of that number.")
            yield HouseRuleAgreed(sentence=sentences[self.drop - 1], is_over=True)
            return
        if not sentence:
            raise NotThere("Write the rule in your words.")
        if sentence in sentences:
            raise NotNow("That is a house rule already.")
        if len(sentences) >= MOST:
            raise NotNow("There are {most} house rules, the most that a campaign keeps: drop one first.", most=MOST)
        yield HouseRuleAgreed(sentence=sentence)


def tell_house_rules(campaign: CampaignState, *, in_phase: bool = False) -> Iterator[Public]:
    """Yield the house rules with their numbers, or those alone that name the phase of now."""
    phase = folded(str(campaign.game.phase(campaign.state) or ""))
    for number, sentence in enumerate(campaign.of(HouseRules).sentences, 1):
        if not in_phase or (phase and phase in folded(sentence)):
            yield tell_all("House rule {number}: {sentence}", number=number, sentence=quote(sentence))
