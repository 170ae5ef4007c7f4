"""Questions that a player puts to some seats, which answer under seal."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Annotated, ClassVar, Literal

from pydantic import Field, StringConstraints
from typing_extensions import override

from rules.campaign.state.sealed import Question
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState
from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours
from rules.line import Listed, both
from rules.notice import Notice, Public, tell_all
from rules.seat import Player, Seat
from rules.secrets import Shown, plain, quote
from rules.written import Written

LONGEST = 100
LEAST_OPTIONS, MOST_OPTIONS = 2, 10
MOST_OPEN = 3

ShortText = Annotated[Written, StringConstraints(max_length=LONGEST)]


# ---- events ----


class QuestionPut(CampaignEvent):
    """A player asked some seats a question."""

    type: Literal["question_put"] = "question_put"
    player: Player
    question: Written
    options: tuple[Written, ...]
    seats: tuple[Seat, ...]
    until: datetime | None = None

    @override
    def apply(self, campaign: C) -> C:
        put = Question(campaign.seq, self.player, self.question, self.options, self.seats, self.until)
        return replace(campaign, questions=(*campaign.questions, put))

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all(
            "{player} asks {seats}: “{question}”",
            player=self.player,
            seats=Listed(self.seats),
            question=quote(self.question),
        )
        if self.options:
            yield tell_all("To choose from: {options}", options=Listed(map(quote, self.options), " · "))
        yield tell_all("The answers stay secret until they are opened together.")
        if self.until is not None:
            when = Shown(f"<t:{int(self.until.timestamp())}:R>")
            yield tell_all("{when} any player can open them without the missing ones.", when=when)


class QuestionWithdrawn(CampaignEvent):
    """The player who asked withdrew the question of entry ``to``."""

    type: Literal["question_withdrawn"] = "question_withdrawn"
    player: Player
    to: int
    question: Written

    @override
    def apply(self, campaign: C) -> C:
        return without_question(campaign, self.to)

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all(
            "{player} withdraws the question “{question}”.", player=self.player, question=quote(self.question)
        )


def without_question(campaign: C, seq: int) -> C:
    """The campaign after a question was opened or withdrawn."""
    return replace(campaign, questions=tuple(each for each in campaign.questions if each.seq != seq))


# ---- commands ----


class PutQuestion(CampaignCommand):
    """Ask some seats a question, which each answers in secret."""

    title: ClassVar[str] = "Question"
    type: Literal["put_question"] = "put_question"
    question: ShortText
    options: Annotated[Written, Field(description="To choose from, separated by ;")] = ""
    seats: Annotated[str, Field(description="Who answers, separated by commas")] = ""

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[QuestionPut]:
        campaign.check_seated(user)
        if len(campaign.questions) == MOST_OPEN:
            raise NotNow("Three questions are open already. Wait until one of them is answered.")
        question = plain(self.question).text
        if not question:
            raise NotThere("The question is empty.")
        if any(each.title.casefold() == question.casefold() for each in campaign.questions):
            raise NotNow("That question is open already. Ask in other words, or wait for the answers.")
        options, seats = _options(self.options), _asked(campaign, self.seats)
        until = campaign.answer_by(seats)
        yield QuestionPut(player=user, question=question, options=options, seats=seats, until=until)


class WithdrawQuestion(CampaignCommand):
    """Withdraw the question with the number ``to`` that one asked oneself, as long as nobody has answered it."""

    title: ClassVar[str] = "Question withdrawn"
    type: Literal["withdraw_question"] = "withdraw_question"
    to: int

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[QuestionWithdrawn]:
        question = question_of(campaign, self.to)
        if user != question.player:
            raise NotYours("Only {player}, who asked, can withdraw the question.", player=question.player)
        if question.answers:
            raise NotNow("Somebody has answered already, so the question stands until the answers are opened.")
        yield QuestionWithdrawn(player=user, to=question.seq, question=question.title)


# ---- what is asked of whom ----


def question_of(campaign: CampaignState, number: int) -> Question:
    """The question with a number. Raises ``NotNow`` if it is no longer open."""
    for question in campaign.questions:
        if campaign.number(question.seq) == number:
            return question
    raise NotNow("That question is no longer open.")


def unanswered(campaign: CampaignState, question: Question) -> frozenset[Seat]:
    """The seats that are called to answer a question: nobody is there to be called to a free one."""
    return frozenset(seat for seat in missing(question) if campaign.roster[seat])


def missing(question: Question) -> tuple[Seat, ...]:
    """The asked seats whose answers are not there. Who gives one up does not learn the others' answers by that."""
    return tuple(seat for seat in question.seats if seat not in question.answers)


def overdue(campaign: CampaignState, seq: int) -> Iterator[Public]:
    """What the table reads once the time to answer the question of an entry is over, if it is still open."""
    for question in campaign.questions:
        if question.seq == seq and campaign.is_past(question.until):
            names = both(map(campaign.named, missing(question)))
            yield tell_all("Still to answer: {names}. “{title}”", names=names, title=quote(question.title))
            yield tell_all("Any player can open the answers now.")


# ---- what people write ----


def _options(typed: str) -> tuple[str, ...]:
    """The options of a question, none where the answers are written. Raises ``NotThere``."""
    options = tuple(filter(None, (plain(each).text for each in typed.split(";"))))
    if not options:
        return ()
    if not LEAST_OPTIONS <= len(options) <= MOST_OPTIONS:
        raise NotThere("Give 2 to 10 options, separated by `;`, or none, so that each writes an answer.")
    if len({each.casefold() for each in options}) < len(options):
        raise NotThere("Two of the options are the same.")
    if any(len(each) > LONGEST for each in options):
        raise NotThere("An option can have at most 100 characters.")
    return options


def _asked(campaign: CampaignState, typed: str) -> tuple[Seat, ...]:
    """The seats that answer: those that were typed, or all that somebody holds. Raises ``NotNow`` or
    ``NotThere``.
    """
    held = [seat for seat in campaign.game.seats if campaign.roster[seat]]
    names = [each.strip().casefold() for each in typed.split(",") if each.strip()]
    unknown = [name for name in names if name not in {seat.casefold() for seat in held}]
    if not held:
        raise NotNow("Nobody holds a seat yet, so there is nobody to ask.")
    if unknown:
        raise NotThere("Nobody holds a seat of that name. Those held are {names}.", names=Listed(held))
    return tuple(seat for seat in held if not names or seat.casefold() in names)
