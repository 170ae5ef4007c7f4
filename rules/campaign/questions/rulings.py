"""What the referee decides for the whole campaign: rulings, and the data that it is played with; and the house rules
beside them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Annotated, Any

from pydantic import Field
from typing_extensions import override

from rules.campaign.state.slice import Slice
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState
from rules.command import Choice, Offer
from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours
from rules.game import AnyGame
from rules.line import Line, line
from rules.notice import Notice, Public, tell_all, tell_rule, tell_section
from rules.ruling import RulingChoice, differences
from rules.seat import REFEREE, Player, Seat
from rules.secrets import Shown, folded, quote
from rules.written import Written

MOST_CHANGES = 20


class RulingSet(CampaignEvent):
    """The referee answered a question that the source leaves open."""

    player: Player
    name: str
    choice: RulingChoice

    @override
    def apply(self, campaign: C) -> C:
        return campaign.played_on(campaign.game.with_choice(self.name, self.choice))

    @override
    def tell_in(self, game: AnyGame) -> Iterator[Notice]:
        question, choice = Shown(game.data.rulings[self.name].question), Shown(game.data.said(self.name, self.choice))
        yield tell_all("{player} rules: {question} **{choice}**", player=self.player, question=question, choice=choice)
        yield from self.tell()

    def tell(self) -> Iterator[Notice]:
        yield tell_rule("The ruling applies from now on. Earlier results stand.")


class DifficultyChosen(CampaignEvent):
    """The referee chose a difficulty: ``answers`` are the rulings that it changes."""

    player: Player
    difficulty: str
    answers: Mapping[str, RulingChoice]

    @override
    def apply(self, campaign: C) -> C:
        game = campaign.game
        for name, choice in self.answers.items():
            game = game.with_choice(name, choice)
        return campaign.played_on(game)

    @override
    def tell_in(self, game: AnyGame) -> Iterator[Notice]:
        title = _title(game, self.difficulty)
        yield tell_all("{player} chooses the difficulty: **{difficulty}**", player=self.player, difficulty=title)
        for name, choice in self.answers.items():
            if name in game.data.rulings:
                question, answer = Shown(game.data.rulings[name].question), Shown(game.data.said(name, choice))
                yield tell_section("Rulings", "Ruling: {question} **{choice}**", question=question, choice=answer)
        yield from self.tell()

    def tell(self) -> Iterator[Notice]:
        yield tell_rule("The rulings apply from now on. Earlier results stand.")


def _title(game: AnyGame, difficulty: str) -> Shown:
    """Return the title of a difficulty as players read it, or its id if the data lacks it."""
    known = game.data.difficulties.get(difficulty)
    return Shown(difficulty if known is None else known.title)


class DataAdopted(CampaignEvent):
    """The campaign continues with newer data of its game, or with what the group has added to it (``is_own``).
    ``changes`` say what differs, ``more`` counts the rest.
    """

    player: Player
    data: str
    changes: tuple[Line, ...]
    more: int = 0
    is_own: bool = False

    @property
    @override
    def heading(self) -> str:
        return "Your own data added" if self.is_own else ""

    @override
    def apply(self, campaign: C) -> C:
        game = with_choices_of(campaign.game, campaign.library[self.data])
        return replace(campaign.played_on(game), data=self.data)

    def tell(self) -> Iterator[Notice]:
        if self.is_own:
            yield tell_all("{player} adds your group's own data to this campaign.", player=self.player)
        else:
            yield tell_all("{player} adopts newer data for this campaign.", player=self.player)
        yield from (Public(change).under("What differs") for change in self.changes)
        if self.more:
            yield tell_section("What differs", "Further changes: {more}", more=self.more)
        yield tell_rule("The newer data applies from now on. Earlier results stand.")


class RefereeCommand(CampaignCommand, named=""):
    """What the referee decides. All other sides must agree, because it can show what is hidden."""

    needs_all = True
    wants_answers = True

    @override
    def seat_in(self, campaign: CampaignState, user: Player) -> Seat | None:
        return REFEREE


class SetRuling(RefereeCommand):
    """Answer a question that the source leaves open, for this campaign from now on (the referee)."""

    title = "Ruling changed"
    settles = True
    wish = "change a ruling"
    name: Annotated[str, Field(min_length=1, max_length=60)]
    choice: RulingChoice

    @override
    def asks(self, campaign: CampaignState, user: Player) -> Iterator[Line]:
        data = campaign.game.data
        ruling = data.rulings[self.name]
        yield line(
            "{question} **{choice}** (so far: {before})",
            question=Shown(ruling.question),
            choice=Shown(data.said(self.name, self.choice)),
            before=Shown(ruling.words),
        )

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[RulingSet]:
        if REFEREE not in campaign.seats_of(user):
            raise NotYours("Only the referee can change a ruling.")
        campaign.game.with_ruling(self.name, self.choice)
        yield RulingSet(player=user, name=self.name, choice=self.choice)


class ChooseDifficulty(RefereeCommand):
    """Choose how hard the game is, by rulings alone, for this campaign from now on (the referee)."""

    title = "Difficulty chosen"
    settles = True
    wish = "choose a difficulty"
    difficulty: Annotated[str, Field(min_length=1, max_length=60)]

    @override
    def asks(self, campaign: CampaignState, user: Player) -> Iterator[Line]:
        yield line("**{difficulty}**", difficulty=_title(campaign.game, self.difficulty))

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[DifficultyChosen]:
        if REFEREE not in campaign.seats_of(user):
            raise NotYours("Only the referee can choose the difficulty.")
        rulings = campaign.game.data.rulings
        answers = campaign.game.data.answers_of(self.difficulty)
        changed = {name: choice for name, choice in answers.items() if rulings[name].answer != choice}
        if not changed:
            raise NotNow("That difficulty already applies.")
        yield DifficultyChosen(player=user, difficulty=self.difficulty, answers=changed)


class AdoptData(RefereeCommand):
    """Continue with newer data of the game, named by its digest (the referee)."""

    title = "Newer data adopted"
    data: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[DataAdopted]:
        if REFEREE not in campaign.seats_of(user):
            raise NotYours("Only the referee can adopt newer data.")
        if self.data == campaign.data:
            raise NotNow("This campaign already uses this bot's data.")
        if self.data not in campaign.library:
            raise NotThere("This bot does not have that data. Use `/campaign manage what:update`.")
        newer = campaign.library[self.data]
        check_playable(campaign, with_choices_of(campaign.game, newer))
        yield DataAdopted(player=user, data=self.data, **self._changes(campaign))

    @override
    def wanted(self) -> Line:
        return Line("add or change the data that this campaign is played with")

    @override
    def differs(self, campaign: CampaignState) -> Iterator[Line]:
        found = self._changes(campaign)
        yield from found["changes"]
        if found["more"]:
            yield line("Further changes: {more}", more=found["more"])

    def _changes(self, campaign: CampaignState) -> dict[str, Any]:
        """Return what differs, and whether the group has added any of it."""
        old, new = campaign.library[campaign.data].data, campaign.library[self.data].data
        changes = (*differences(old, new),)
        more = max(0, len(changes) - MOST_CHANGES)
        return {"changes": changes[:MOST_CHANGES], "more": more, "is_own": old.own != new.own}


def offers(campaign: CampaignState, user: int | None) -> Iterator[tuple[Seat | None, Offer]]:
    """As a campaign starts, the other difficulties, and other answers to what is settled first; for the referee."""
    if user is not None and REFEREE not in campaign.seats_of(user):
        return
    data = campaign.game.data
    # until a ruling is chosen
    if len(data.difficulties) > 1 and all(ruling.chosen is None for ruling in data.rulings.by_name.values()):
        others = {id_: each.title for id_, each in data.difficulties.items() if id_ != data.difficulty}
        choices = {"difficulty": tuple(Choice(id_, Line(title)) for id_, title in others.items())}
        command = ChooseDifficulty(difficulty=next(iter(others)))
        yield None, Offer(command, "Choose the difficulty", inputs=("difficulty",), choices=choices, version=0)
    for ruling in data.rulings.to_settle_first:
        for id_ in ruling.ids if ruling.chosen is None else ():
            if id_ != ruling.answer:
                label = line("Instead: {answer}", answer=Shown(ruling.said(id_)))
                yield REFEREE, Offer(SetRuling(name=ruling.name, choice=id_), label, version=0)


def with_choices_of(old: AnyGame, new: AnyGame) -> AnyGame:
    """Return a game with other data, and the referee's choices for the rulings."""
    for name, ruling in old.data.rulings.by_name.items():
        if ruling.chosen is not None:
            new = new.with_choice(name, ruling.chosen)
    return new


def check_playable(campaign: CampaignState, game: AnyGame) -> None:
    """Check whether the campaign can go on with a game's data: everything that is shown and offered now must be there.

    Raises ``NotNow`` naming what is missing, such as a card that lies on the table.
    """
    state = campaign.state
    try:
        of_all = (game.status(state), game.pool(state), game.ledger(state), game.remaining_phases(state))
        offers = (game.offers(state, seat) for seat in (*game.seats, REFEREE))
        hands = (game.hand(state, side) for side in game.seats)
        for _ in chain.from_iterable((*of_all, *offers, *hands)):
            pass
    except (LookupError, ValueError, StopIteration) as error:
        missing = quote(str(error))
        said = "This campaign uses something that the newer data lacks: {missing}. It keeps its own data."
        raise NotNow(said, missing=missing) from error


# ---- house rules: the table's own sentences, agreed by all sides and enforced by nobody ----

MOST_HOUSE_RULES = 20
LONGEST_HOUSE_RULE = 200


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
    sentence: Annotated[Written, Field(max_length=LONGEST_HOUSE_RULE, title="The rule, in your words")] = ""
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
        if len(sentences) >= MOST_HOUSE_RULES:
            raise NotNow(
                "There are {most} house rules, the most that a campaign keeps: drop one first.", most=MOST_HOUSE_RULES
            )
        yield HouseRuleAgreed(sentence=sentence)


def tell_house_rules(campaign: CampaignState, *, in_phase: bool = False) -> Iterator[Public]:
    """Yield the house rules with their numbers, or those alone that name the phase of now."""
    phase = folded(str(campaign.game.phase(campaign.state) or ""))
    for number, sentence in enumerate(campaign.of(HouseRules).sentences, 1):
        if not in_phase or (phase and phase in folded(sentence)):
            yield tell_all("House rule {number}: {sentence}", number=number, sentence=quote(sentence))
