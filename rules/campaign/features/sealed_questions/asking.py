"""Questions under seal: what each seat has answered, known to nobody else before all answers are opened.

The seal of an answer is the SHA-256 of its salt, a space and the answer. Everybody reads the seal at once and the salt
with the answer, so anybody can check that nothing was changed in between.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Annotated, Self

from pydantic import Field, StringConstraints
from typing_extensions import override

from rules.campaign.state.slice import NewDeadline, Pending, Slice
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState
from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours
from rules.frozen import Frozen
from rules.line import Line, Listed, line
from rules.notice import Notice, Public, tell_all, tell_proof, tell_seat
from rules.seat import Player, Seat
from rules.secrets import Hidden, Shown, folded, moment, plain, quote, seal_of
from rules.written import Written


@dataclass(frozen=True, slots=True)
class Sealed:
    """An answer that is not open yet, with its salt."""

    answer: Hidden[str]
    salt: Hidden[str]


@dataclass(frozen=True, slots=True)
class Question(Pending):
    """A player asked some ``seats`` something; ``title`` is the question. Without ``options`` they write their answers.
    From ``until`` on any player can open the answers without those that are missing.
    """

    seq: int
    player: Player
    title: str
    options: tuple[str, ...]
    seats: tuple[Seat, ...]
    until: datetime | None = None
    answers: Mapping[Seat, Sealed] = field(default_factory=dict)
    number: int = 0

    @property
    def missing(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat not in self.answers)

    @property
    def asks(self) -> Line:
        return line("{player} asks “{question}”", player=self.player, question=quote(self.title))

    def overdue(self, names: Line) -> Iterator[Public]:
        yield tell_all("Still to answer: {names}. “{title}”", names=names, title=quote(self.title))
        yield tell_all("Any player can open the answers now.")


@dataclass(frozen=True, slots=True)
class Questions(Slice):
    """The questions that are open, with their answers under seal."""

    outlasts_end = False
    open: tuple[Question, ...] = ()

    @property
    @override
    def pending(self) -> tuple[Question, ...]:
        return self.open

    @override
    def with_deadlines(self, moved: NewDeadline) -> Self:
        return replace(self, open=tuple(replace(each, until=moved(each.until, each.seats)) for each in self.open))


LONGEST = 100
LEAST_OPTIONS, MOST_OPTIONS = 2, 10
MOST_OPEN = 3

ShortText = Annotated[Written, StringConstraints(max_length=LONGEST)]


# ---- events ----


class QuestionPut(CampaignEvent):
    """A player asked some seats a question."""

    asks_players = True
    player: Player
    question: Written
    options: tuple[Written, ...]
    seats: tuple[Seat, ...]
    until: datetime | None = None

    @override
    def apply(self, campaign: C) -> C:
        asked = (self.question, self.options, self.seats, self.until)
        put = Question(campaign.seq, self.player, *asked, number=campaign.number)
        return campaign.having(Questions((*campaign.of(Questions).open, put)))

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
            yield tell_all("Any player can open them without the missing ones {when}.", when=moment(self.until))


class QuestionWithdrawn(CampaignEvent):
    """The player who asked withdrew the question of entry ``to``."""

    player: Player
    to: int
    question: Written

    @override
    def apply(self, campaign: C) -> C:
        return without_question(campaign, self.to)

    def tell(self) -> Iterator[Notice]:
        yield tell_all(
            "{player} withdraws the question “{question}”.", player=self.player, question=quote(self.question)
        )


def without_question(campaign: C, seq: int) -> C:
    """Return the campaign after a question was opened or withdrawn."""
    left = tuple(each for each in campaign.of(Questions).open if each.seq != seq)
    return campaign.having(Questions(left))


class AnswerSealed(CampaignEvent):
    """A seat answered the question of entry ``to``, or changed its answer. Everybody reads the seal; that of the last
    answer (``is_last``) below the answers, which are opened at once.
    """

    to: int
    seat: Seat
    question: Written
    seal: str
    answer: Hidden[Written]
    salt: Hidden[str]
    is_changed: bool = False
    is_last: bool = False

    @property
    @override
    def is_partial(self) -> bool:
        return not self.is_last

    @override
    def apply(self, campaign: C) -> C:
        sealed = Sealed(self.answer, self.salt)
        questions = tuple(
            replace(each, answers={**each.answers, self.seat: sealed}) if each.seq == self.to else each
            for each in campaign.of(Questions).open
        )
        return replace(campaign.having(Questions(questions)), has_begun=True)

    def tell(self) -> Iterator[Notice]:
        question, seal = quote(self.question), Shown(self.seal)
        if not self.is_last:
            if self.is_changed:
                yield tell_all("Answer changed by {seat}: “{question}”.", seat=self.seat, question=question)
            else:
                yield tell_all("Answered by {seat}: “{question}”.", seat=self.seat, question=question)
            yield tell_all("SHA-256: `{seal}`", seal=seal)
        answer = Hidden(quote(self.answer.value))
        yield tell_seat(self.seat, "Your answer to “{question}”: **{answer}**", question=question, answer=answer)


class Opened(Frozen):
    """An answer that everybody may read, with its salt."""

    seat: Seat
    answer: Written
    salt: str


class AnswersOpened(CampaignEvent):
    """All answers to the question of entry ``to`` were opened; some seats may not have answered."""

    headline = "Answers opened"
    reveals = True
    to: int
    question: Written
    answers: tuple[Opened, ...]
    missing: tuple[Seat, ...] = ()

    @override
    def apply(self, campaign: C) -> C:
        return without_question(campaign, self.to)

    def tell(self) -> Iterator[Notice]:
        yield tell_all("The answers to “{question}”:", question=quote(self.question))
        for each in self.answers:
            yield tell_all("{seat} answered **{answer}**.", seat=each.seat, answer=quote(each.answer))
        for seat in self.missing:
            yield tell_all("{seat} did not answer.", seat=seat)
        for each in self.answers:
            yield tell_proof(
                "{seat}: “{salt} {answer}” has the SHA-256 {seal}.",
                seat=each.seat,
                salt=Shown(each.salt),
                answer=quote(each.answer),
                seal=Shown(seal_of(each.salt, each.answer)),
            )


# ---- commands ----


class PutQuestion(CampaignCommand):
    """Ask some seats a question, which each answers in secret."""

    title = "Question"
    question: ShortText
    options: Annotated[Written, Field(description="To choose from, separated by ;")] = ""
    seats: Annotated[str, Field(description="Who answers, in this order, separated by commas")] = ""

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[QuestionPut]:
        if len(campaign.of(Questions).open) == MOST_OPEN:
            raise NotNow("Three questions are open already. Wait until one of them is answered.")
        question = plain(self.question).text
        if not question:
            raise NotThere("The question is empty.")
        if any(folded(each.title) == folded(question) for each in campaign.of(Questions).open):
            raise NotNow("That question is open already. Ask in other words, or wait for the answers.")
        options, seats = _options(self.options), _asked(campaign, self.seats)
        until = campaign.answer_by(seats)
        yield QuestionPut(player=user, question=question, options=options, seats=seats, until=until)


class WithdrawQuestion(CampaignCommand):
    """Withdraw the question with the number ``to`` that one asked oneself, as long as nobody has answered it."""

    title = "Question withdrawn"
    for_players = False
    to: int

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[QuestionWithdrawn]:
        question = question_of(campaign, self.to)
        if user != question.player:
            raise NotYours("Only {player}, who asked, can withdraw the question.", player=question.player)
        if question.answers:
            raise NotNow("Somebody has answered already, so it cannot be withdrawn.")
        yield QuestionWithdrawn(player=user, to=question.seq, question=question.title)


# ---- what is asked of whom ----


def question_of(campaign: CampaignState, number: int) -> Question:
    """Return the question with a number. Raises ``NotNow`` if it is no longer open."""
    for question in campaign.of(Questions).open:
        if question.number == number:
            return question
    raise NotNow("That question is no longer open.")


def opening(question: Question) -> AnswersOpened:
    """Return the opening of all answers that are there."""
    given = ((seat, question.answers[seat]) for seat in question.seats if seat in question.answers)
    opened = tuple(Opened(seat=seat, answer=each.answer.value, salt=each.salt.value) for seat, each in given)
    return AnswersOpened(to=question.seq, question=question.title, answers=opened, missing=question.missing)


# ---- what people write ----


def _options(typed: str) -> tuple[str, ...]:
    """Return the options of a question, none where the answers are written. Raises ``NotThere``."""
    options = tuple(filter(None, (plain(each).text for each in typed.split(";"))))
    if not options:
        return ()
    if not LEAST_OPTIONS <= len(options) <= MOST_OPTIONS:
        raise NotThere("List 2 to 10 options, separated by `;`, or leave it empty so that everybody writes an answer.")
    if len({folded(each) for each in options}) < len(options):
        raise NotThere("Two of the options are the same.")
    if any(len(each) > LONGEST for each in options):
        raise NotThere("An option can have at most 100 characters.")
    return options


def _asked(campaign: CampaignState, typed: str) -> tuple[Seat, ...]:
    """Return the seats that answer: those that were typed, in that order, or all that somebody holds. Raises ``NotNow``
    or ``NotThere``.
    """
    held = [seat for seat in campaign.game.seats if campaign.roster[seat]]
    names = [folded(each.strip()) for each in typed.split(",") if each.strip()]
    unknown = [name for name in names if name not in {folded(seat) for seat in held}]
    if not held:
        raise NotNow("Nobody holds a seat yet, so there is nobody to ask.")
    if unknown:
        raise NotThere("Nobody holds a seat of that name. Those held are {names}.", names=Listed(held))
    asked = [seat for seat in held if not names or folded(seat) in names]
    return tuple(sorted(asked, key=lambda seat: names.index(folded(seat)) if names else 0))
