"""Answers under seal: nobody learns anything of them before all are opened, and then everybody can check them."""

import re
from hashlib import sha256
from itertools import product
from typing import Any

import pytest

from rules.campaign.decider.audit import audit
from rules.campaign.features.sealed_questions.answering import AnswerQuestion, OpenAnswers
from rules.campaign.features.sealed_questions.asking import PutQuestion, Questions
from rules.campaign.seats.seating import Join, Leave
from rules.campaign.time.undo import Undo
from rules.errors import NotNow, NotThere, NotYours
from rules.games import GAMES
from rules.games.gathering_storm.powers import BRITAIN, FRANCE
from rules.line import English, say
from rules.notice import Kind, Public, Secret
from rules.seat import Seat
from rules.secrets import MASK
from tests.games import SEED, all_games, founded
from tests.night_watch import NORTH, SOUTH
from tests.play import Play, public, secret
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, NOBODY, labels, night_watch, refused, reserved


class Loud(English):
    """A language that has a word for everything."""

    def find(self, text: str, form: str = "") -> str:
        return text if "{" in text else text.upper()


LOUD = Loud()
TRUCE = PutQuestion(question="Truce?", options="Yes; No")
WHERE = PutQuestion(question="Where do we attack?")


def asked(question: PutQuestion = TRUCE) -> tuple[Play, int]:
    """Carla watches without a seat; Anna has asked both sides."""
    play = night_watch((ANNA, question))
    return play, play.campaign.seq


def answer(play: Play, user: int, to: int, text: str, seat: Seat | None = None) -> str:
    """What the channel reads of an answer."""
    return public(play.do(user, AnswerQuestion(to=to, seat=seat, answer=text)))


def test_the_last_answer_opens_all_and_each_seal_can_be_checked() -> None:
    play, to = asked(WHERE)
    (seal,) = re.findall(r"`([0-9a-f]{64})`", answer(play, BERT, to, "  At  *Verdun* "))
    answer(play, ANNA, to, "At the Marne")
    told = play.campaign.tell(play.log[-1])
    lines = public(told).splitlines()
    first = lines.index("The answers to “Where do we attack?”:")
    assert lines[first + 1 :][:2] == ["North answered **At the Marne**.", "South answered **At \\*Verdun\\***."]
    proofs = [str(each) for each in told if isinstance(each, Public) and each.kind is Kind.PROOF]
    for proof in proofs:
        sentence, said = re.fullmatch(r"\w+: “(.+)” has the SHA-256 (.+)\.", proof).groups()  # type: ignore[union-attr]
        assert sha256(sentence.replace("\\", "").encode()).hexdigest() == said
    assert len(proofs) == 2
    assert seal in proofs[1], "as it stood in the channel when the South answered"
    assert play.campaign.of(Questions).open == ()
    assert any(event.reveals for event in play.log[-1].events)


def test_an_answer_is_read_by_its_author_only() -> None:
    play, to = asked()
    told = play.do(BERT, AnswerQuestion(to=to, answer="yes"))
    assert secret(told, SOUTH) == "Your answer to “Truce?”: **Yes**"
    assert {each.seat for each in told if isinstance(each, Secret)} == {SOUTH}


def views(play: Play) -> Any:
    """All that anybody but Bert can read, do or infer, but for the seal itself."""
    campaign, entry = play.campaign, play.log[-1]
    read = re.sub(r"[0-9a-f]{64}", "#" * 64, public(campaign.tell(entry)))
    offers = [(user, each.label, each.key, each.inputs, each.chosen_from) for user in (ANNA, CARLA, NOBODY)
              for each in campaign.offers(user)]  # fmt: skip
    open_ = [(each.label, each.key, each.seats) for each in campaign.open_offers()]
    hands = [[*campaign.game.hand(campaign.state, seat)] for seat in (NORTH,)]
    status = [*campaign.game.status(campaign.state)]
    return read, entry.title, entry.rolls, offers, open_, hands, status, campaign.next_die


@pytest.mark.parametrize("question", [TRUCE, WHERE])
def test_sealed_answers_look_alike(question: PutQuestion) -> None:
    seen = []
    for text in ("Yes", "No") if question is TRUCE else ("x", "No " * 33, "@everyone", "“Größe”"):
        play, to = asked(question)
        answer(play, BERT, to, text)
        seen.append(views(play))
        sealed = repr((play.log[-1].events, play.campaign.of(Questions).open[0].answers))
        assert f"answer={MASK}" in sealed
        assert not re.search(rf"{re.escape(text)}", sealed)
    assert all(each == seen[0] for each in seen)


def test_equal_answers_have_different_seals() -> None:
    play, to = asked()
    seals = {answer(play, BERT, to, text)[-66:] for text in ("Yes", "No", "Yes", "No")}
    assert len(seals) == 4
    other, to = asked()
    assert answer(other, ANNA, to, "Yes")[-66:] not in seals


def minor(play: Play, user: int) -> dict[str, bool]:
    """Which of the offers to a user have no button below results."""
    return {str(each.label): each.minor for each in play.campaign.offers(user)}


def test_nobody_opens_before_the_time_and_anybody_after_it() -> None:
    play, to = asked()
    answer(play, BERT, to, "Yes")
    for user in (ANNA, BERT):
        refused(play, NotNow, "Still to answer", user, OpenAnswers(to=to))
    assert "Open the answers: Truce?" not in labels(play, BERT)
    play.wait(days=3)
    refused(play, NotYours, "hold no seat", NOBODY, OpenAnswers(to=to))
    play.campaign = play.campaign.when(play.clock)
    assert "Open the answers: Truce?" in labels(play, BERT)
    assert labels(play, NOBODY) == set()
    told = public(play.do(BERT, OpenAnswers(to=to)))
    assert told.startswith("The answers to “Truce?”:\nSouth answered **Yes**.\nNorth did not answer.\n")


def test_leaving_a_seat_reveals_no_answer() -> None:
    """Anna is the referee too: without her side she is still at the table."""
    play, to = asked()
    answer(play, BERT, to, "Yes")
    play.do(ANNA, Leave(seat=NORTH))
    refused(play, NotNow, r"Still to answer: North \(free\)", ANNA, OpenAnswers(to=to))
    assert "Open the answers: Truce?" not in labels(play, ANNA)


def test_an_undo_leaves_answers_and_openings_alone() -> None:
    play, to = asked()
    play.do(ANNA, {"type": "call"})
    answer(play, BERT, to, "Yes")
    play.do(ANNA, Undo())
    assert SOUTH in play.campaign.of(Questions).open[0].answers
    play.do(ANNA, {"type": "call"})
    answer(play, ANNA, to, "No")
    play.do(ANNA, Undo())
    assert play.log[-1].undoes is not None
    assert play.campaign.of(Questions).open == ()


def test_no_die_is_used_and_an_audit_finds_the_same_seals() -> None:
    for dice, text in product(("sealed", "physical"), ("Yes", "No")):
        play = night_watch((ANNA, TRUCE), dice=dice)
        to = play.campaign.seq
        answer(play, BERT, to, text)
        answer(play, ANNA, to, "Yes")
        assert play.campaign.next_die == 0
        assert audit(play.campaign.as_founded(), play.log, SEED).wrong == ()


@pytest.mark.parametrize("game", [each.id for each in GAMES])
def test_it_works_in_every_game(game: str) -> None:
    kind = all_games()[game]
    play = reserved(Play(kind, founded(kind, ANNA, kind.seats[0])))
    for user, seat in enumerate(kind.seats[1:], start=BERT):
        play.do(user, Join(seat=seat))
    play.do(ANNA, TRUCE)
    to = play.campaign.seq
    for user in range(ANNA, ANNA + len(kind.seats)):
        answer(play, user, to, "No")
    assert play.campaign.of(Questions).open == ()


def test_the_words_of_a_question_are_never_translated() -> None:
    """They are said as they were written, although ours are the same."""
    play, _ = asked(PutQuestion(question="Next", options="Allies; Dice; {seat}"))
    (offer,) = [each for each in play.campaign.offers(BERT) if each.inputs == ("answer",)]
    written = [offer.questions["answer"], *offer.chosen_from["answer"]]
    assert [say(each, LOUD) for each in written] == ["Next", "Allies", "Dice", "{seat}"]
    told = [say(each.line, LOUD) for each in play.campaign.tell(play.log[-1]) if isinstance(each, Public)]
    assert "Allies · Dice · {seat}" in told[1]
    assert "NORTH, SOUTH" in told[0], "the seats are ours"


def test_changing_one_of_two_answers_names_the_seat() -> None:
    game = all_games()["gathering-storm"]
    play = reserved(Play(game, founded(game, ANNA, BRITAIN)))
    play.do(BERT, "join", seat="Italy")
    play.do(ANNA, "join", seat="France")
    play.do(ANNA, "put_question", question="Peace?", options="Yes; No", seats="Britain, France, Italy")
    to = play.campaign.seq
    play.do(ANNA, "answer_question", to=to, answer="Yes")
    told = minor(play, ANNA)
    assert (told["Answer: Peace?"], told["Change Britain: Peace?"]) == (False, True), "France has not answered"
    play.do(ANNA, "answer_question", to=to, answer="No")
    (question,) = play.campaign.of(Questions).open
    assert {seat: sealed.answer.value for seat, sealed in question.answers.items()} == {BRITAIN: "Yes", FRANCE: "No"}
    refused(
        play,
        NotThere,
        "You have answered for all your seats",
        ANNA,
        {"type": "answer_question", "to": to, "answer": "No"},
    )
    assert {"Change Britain: Peace?", "Change France: Peace?"} <= labels(play, ANNA)
    assert "Answer: Peace?" not in labels(play, ANNA)
