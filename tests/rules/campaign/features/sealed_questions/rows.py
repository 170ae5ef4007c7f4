"""Questions under seal in the tables of the tests."""

from rules.campaign.features.sealed_questions.answering import AnswerQuestion, OpenAnswers
from rules.campaign.features.sealed_questions.asking import PutQuestion, Question, Questions, Sealed, WithdrawQuestion
from rules.command import Command
from rules.seat import Player
from rules.secrets import Hidden
from tests.games import BEGIN
from tests.high_card import BLUE, RED

AS_ANOTHER: dict[type[Command], str] = {
    AnswerQuestion: "as acting for the side",
    OpenAnswers: "once the time to answer is over, by any player",
    PutQuestion: "by any player",
    WithdrawQuestion: "by who asked, before the first answer",
}
ANSWER = Sealed(Hidden("Yes"), Hidden("salt"))
SLICE = Questions((Question(1, Player(2), "Truce?", ("Yes", "No"), (RED, BLUE), BEGIN, {RED: ANSWER}),))
