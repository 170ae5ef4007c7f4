"""Answers under seal to a question, and their opening."""

from collections.abc import Iterator
from dataclasses import replace

from pydantic import Field
from typing_extensions import override

from rules.campaign.features.sealed_questions import asking
from rules.campaign.state.state import CampaignCommand, CampaignEvent, CampaignState
from rules.command import Choice, Offer
from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours
from rules.line import Line, Listed, both, line, one_of
from rules.seat import Player, Seat
from rules.secrets import Hidden, folded, plain, quote, seal_of

SHORTENED = 60
"""So much of a question is on its button."""


class AnswerQuestion(CampaignCommand):
    """Answer the question with the number ``to``, or change the answer. Who holds several of the asked seats answers
    for the first that has not answered, unless they name one.
    """

    title = "Question answered"
    to: int
    seat: Seat | None = None
    answer: asking.ShortText = Field(default="", repr=False)

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[CampaignEvent]:
        question, seat = asking.question_of(campaign, self.to), self._seat(campaign, user)
        answer, before = _answer(question, self.answer), question.answers.get(seat)
        if before is not None and before.answer.value == answer:
            raise NotNow("That is your answer already.")
        salt = dice.salt(f"{campaign.seq + 1} {seat}")
        left = {*question.missing} - {seat}
        answered = asking.AnswerSealed(
            to=question.seq,
            seat=seat,
            question=question.title,
            seal=seal_of(salt, answer),
            answer=Hidden(answer),
            salt=Hidden(salt),
            is_changed=before is not None,
            is_last=not left,
        )
        yield answered
        if not left:
            yield asking.opening(asking.question_of(answered.apply(campaign), self.to))

    def _seat(self, campaign: CampaignState, user: Player) -> Seat:
        question = asking.question_of(campaign, self.to)
        own = _own(campaign, user, question)
        if not own:
            names = one_of(map(campaign.named, question.seats))
            raise NotYours("Only {names} can answer this.", names=names)
        if self.seat is not None and self.seat not in own:
            raise NotYours("Only {players} can answer for {seat}.", players=campaign.named(self.seat), seat=self.seat)
        left = [seat for seat in own if seat not in question.answers]
        if self.seat is None and not left and len(own) > 1:
            raise NotThere("You have answered for all your seats. `/act` changes the answer of one.")
        return self.seat or (left or own)[0]

    @override
    def seat_in(self, campaign: CampaignState, user: Player) -> Seat | None:
        return self._seat(campaign, user)


class OpenAnswers(CampaignCommand):
    """Open the answers to the question with the number ``to``, once the time to answer is over."""

    title = "Answers opened"
    to: int

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[asking.AnswersOpened]:
        question = asking.question_of(campaign, self.to)
        if not campaign.is_past(question.until):
            names = both(map(campaign.named, question.missing))
            raise NotNow("The time to answer is not over. Still to answer: {names}.", names=names)
        yield asking.opening(question)


def offers(campaign: CampaignState, user: int | None) -> Iterator[tuple[Seat | None, Offer]]:
    """Yield the answers to open questions with the seat that gives each: of anybody (None), or of a user."""
    if user is not None:
        yield from ((None, each) for each in enquiries(campaign, user))
    for question in campaign.of(asking.Questions).open:
        title, number = plain(question.title, SHORTENED), question.number
        if campaign.is_past(question.until) and (user is None or campaign.seats_of(user)):
            opening = line("Open the answers: {title}", title=title)
            yield None, Offer(OpenAnswers(to=number), opening, version=number)
        answer = Offer(
            AnswerQuestion(to=number),
            line("Answer: {title}", title=title),
            version=number,
            inputs=("answer",),
            choices={"answer": tuple(map(_written, question.options))} if question.options else {},
            questions={"answer": _written(question.title)},
        )
        if user is None:
            yield from ((seat, answer) for seat in sorted(question.missing) if campaign.roster[seat])
            continue
        yield from _own_offers(campaign, user, question, answer)
        if user == question.player and not question.answers:
            withdrawing = line("Withdraw: {title}", title=title)
            yield None, Offer(asking.WithdrawQuestion(to=number), withdrawing, version=number)


def enquiries(campaign: CampaignState, user: int) -> Iterator[Offer]:
    """Yield what the game has every side declare, for a player to ask: who it is about they say in their own words."""
    if not campaign.seats_of(user) or len(campaign.of(asking.Questions).open) == asking.MOST_OPEN:
        return
    for each in campaign.game.enquiries(campaign.state):
        seated = (tuple(seat for seat in order if campaign.roster[seat]) for order in each.orders)
        # where seats are free, several orders are one
        orders = tuple(
            Choice(", ".join(seats), line("{seats}", seats=Listed(seats)))
            for seats in dict.fromkeys(filter(None, seated))
        )
        first = orders[0].value if orders else ""
        question = asking.PutQuestion(question=each.question, options="; ".join(each.options), seats=first)
        yield Offer(
            question,
            each.label,
            version=campaign.actions,
            inputs=("question", "seats") if orders else ("question",),
            choices={"seats": orders} if orders else {},
            questions={"seats": each.order_asked},
            secret=True,
        )


def _own_offers(
    campaign: CampaignState, user: int, question: asking.Question, answer: Offer
) -> Iterator[tuple[Seat, Offer]]:
    """Answering for the first seat of a user that has not answered, and changing the answer of each that has."""
    own = _own(campaign, user, question)
    given = [seat for seat in own if seat in question.answers]
    if own and (len(own) == 1 or len(given) < len(own)):
        yield own[0], replace(answer, minor=len(given) == len(own))
    for seat in given if len(own) > 1 else ():
        change = AnswerQuestion(to=question.number, seat=seat)
        label = line("Change {seat}: {title}", seat=seat, title=plain(question.title, 40))
        yield seat, replace(answer, command=change, label=label, minor=True)


def _own(campaign: CampaignState, user: int, question: asking.Question) -> list[Seat]:
    """Return the asked seats that a user holds."""
    return [seat for seat in question.seats if user in campaign.roster[seat]]


def _written(text: str) -> Line:
    """Return a text in a player's own words, for a form: in no language is it another."""
    return line("{text}", text=plain(text))


def _answer(question: asking.Question, typed: str) -> str:
    """Return the answer that was chosen or written. Raises ``NotThere``."""
    answer = plain(typed).text
    if not answer:
        raise NotThere("The answer is empty.")
    if not question.options:
        return answer
    for option in question.options:
        if folded(option) == folded(answer):
            return option
    raise NotThere("Answer with one of these: {names}.", names=Listed(map(quote, question.options), "; "))
