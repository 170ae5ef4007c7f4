"""A question of the group on Discord: asked, answered in private, opened together, after a restart too."""

import contextlib
import json
import logging
import re
import sqlite3
from datetime import timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from bot.base.program_log import OWN
from localdiscord import RequestRecord, User
from tests.bot.chat.commands.test_what_is_asked import check
from tests.bot.chat.posting.test_reminders import sets
from tests.bot.engine.test_called_players import called, calls
from tests.bot.engine.test_forget_in_log import ANNA as FIRST
from tests.bot.engine.test_forget_in_log import BERT as SECOND
from tests.bot.engine.test_forget_in_log import row, without
from tests.bot.harness import EPHEMERAL, Harness, Message, labels, text
from tests.bot.harness import choose as use
from tests.bot.pairs import Pair, differences
from tests.bot.test_canaries import Found, Prowl, flags_of
from tests.faults.rounds import many

ASK = {"question": "Who takes the Allies next time?", "options": "Anna; Bert"}
MENU = "Answer: Who takes the Allies next time?"


async def choose(person: User, message: Message, answer: str) -> None:
    (menu,) = [each for each in labels(message) if each.endswith(MENU)]
    await person.select(message, menu, [answer])


def private_text(here: Harness, person: User) -> str:
    return "\n".join(map(text, here.private(person)))


async def ask(here: Harness, **more: str) -> None:
    await here.found_small("night-watch", "North", "South")
    await here.anna.slash(here.marne, "campaign ask", ASK | more)


async def test_asked_answered_and_opened(here: Harness) -> None:
    await ask(here)
    question = here.newest(here.carla)
    assert called(question) == ["bert"]
    assert question["content"].startswith("**✋ Question**")
    assert MENU in labels(question)
    assert len(text(question).split()) <= 60
    await choose(here.bert, question, "Bert")
    assert "Your answer to “Who takes the Allies next time?”: **Bert**" in private_text(here, here.bert)
    joined = here.newest(here.carla)
    assert joined["id"] == question["id"], "an answer needs no message of its own"
    assert re.search(r"Answered by South: .*\nSHA-256: `[0-9a-f]{64}`", text(joined))
    await here.restart()
    await choose(here.anna, joined, "Anna")
    opened = here.newest(here.carla)
    assert opened["id"] != question["id"], "an opening is noticed"
    assert opened["content"].startswith("**Answers opened**")
    assert "North answered **Anna**.\nSouth answered **Bert**." in text(opened)
    await here.carla.press(opened, "Why?")
    assert (
        len(re.findall(r"“[0-9a-f]{32} (?:Anna|Bert)” has the SHA-256 [0-9a-f]{64}", text(here.newest(here.carla))))
        == 2
    )


async def test_it_asks_for_what_was_typed(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = {
        "question": "When?",
        "options": ";".join(f"{each} {'x' * 98}" for each in range(10)),
        "seats": "allies, GERMANS",
    }
    await here.found()
    asked = ("execute", "put_question", typed | {"seats": "Allies, Germans"})
    await check(here, monkeypatch, [("campaign ask", typed, asked)])


async def test_sealed_answers_are_read_by_nobody_else(here: Harness, caplog: pytest.LogCaptureFixture) -> None:
    """By no command, choice, button or form, in no file and no log, whoever tries them."""
    for name in OWN:
        caplog.set_level(logging.DEBUG, logger=name)
    sent: list[RequestRecord] = []
    here.server.watch(sent.append)
    secret = "CanaryOfTheAnswer"
    await here.found_small("night-watch", "North", "South")
    await here.anna.slash(here.marne, "campaign ask", {"question": "Where?"})
    await here.bert.press(here.newest(here.bert), "Answer: Where?")
    await here.bert.submit({"Answer": secret})
    assert secret in private_text(here, here.bert)
    found = Found()
    for person in (here.anna, here.carla, here.bert):
        await Prowl(here, found).everything(person)
    assert found.where(secret, here.anna, here.carla), "its player reads it"
    assert found.where(secret, here.bert) == []
    assert secret not in caplog.text
    shown = [flags_of(each) & EPHEMERAL for each in sent if secret in json.dumps(each.body, default=str)]
    assert shown == [EPHEMERAL] * len(shown)


async def test_strangers_and_bad_answers_are_refused_privately(here: Harness) -> None:
    await ask(here)
    question = here.newest(here.carla)
    await choose(here.carla, question, "Bert")
    assert "You hold no seat" in private_text(here, here.carla)
    await choose(here.bert, question, "Anna")
    for _ in range(2):
        await choose(here.bert, here.newest(here.anna), "Bert")
    assert "Answer changed by South" in text(here.newest(here.anna))
    assert "That is your answer already." in private_text(here, here.bert)


@pytest.mark.usefixtures("_only_questions")
async def test_an_overdue_answer_is_reminded_then_opened(here: Harness) -> None:
    await ask(here)
    await choose(here.anna, here.newest(here.anna), "Anna")
    await here.settle(after=timedelta(days=2, minutes=1))
    assert calls(here)[-1] == ["bert"]
    await here.settle(after=timedelta(days=1))
    late = here.newest(here.carla)
    assert "Still to answer" in text(late)
    (button,) = [each for each in labels(late) if "Open the answers" in each]
    await here.anna.press(late, button)
    assert "South did not answer." in text(here.newest(here.carla))
    await here.settle(after=timedelta(days=9))
    assert here.newest(here.carla)["content"].startswith("**Answers opened**"), "nobody is reminded any more"


@pytest.mark.usefixtures("_only_questions")
async def test_a_reminder_says_which_question_as_it_was_written(here: Harness) -> None:
    await ask(here, question="*Who* goes first?")
    await here.settle(after=timedelta(days=2, minutes=1))
    (reminder,) = (text(each) for each in here.anna.messages(here.marne) if "reminder 1" in text(each))
    assert reminder.count(r"asks “\*Who\* goes first?”") == 1


async def test_so_does_a_dm_in_the_language_of_its_campaign(here: Harness) -> None:
    await here.found()
    await sets(here.bert, here, reach="DM")
    await use(here.anna, here.marne, "campaign manage language", {"language": "fr"})
    await here.bert.press(here.newest(here.bert), "Germans: Agree")
    await here.anna.slash(here.marne, "campaign ask", {"question": "Rain?", "seats": "Germans"})
    await here.settle(after=timedelta(days=2, minutes=1))
    (dm,) = here.bert.messages(here.bert.dm())
    assert dm["content"] == f"**<@{here.anna.id}> demande «\xa0Rain?\xa0»**"


async def test_own_words_are_read_as_they_were_written(here: Harness) -> None:
    """Also those that happen to be words of the bot's, in every language."""
    for person in (here.anna, here.bert):
        person.speak("fr")
    await here.found()
    await here.anna.slash(here.marne, "campaign ask", {"question": "Keep"})
    await use(here.bert, here.marne, "me more campaigns")
    assert "«\xa0Keep\xa0»" in text(here.newest(here.bert))
    shown = await here.anna.autocomplete(here.marne, "act", focused="offer", value="Keep")
    await here.anna.slash(here.marne, "act", {"offer": shown[0]["name"]})
    await here.anna.submit({"answer": "On"})
    assert "«\xa0Keep\xa0»\xa0: **On**" in private_text(here, here.anna)


async def test_whoever_is_forgotten_leaves_no_question(here: Harness) -> None:
    secret = "my aunt in Verdun"
    await ask(here, question=f"{secret}?", options=f"{secret} 3; no")
    await use(here.anna, here.marne, "me more forget")
    await here.anna.press(here.newest(here.anna), "Forget me")
    await here.settle(after=timedelta(minutes=1))
    with contextlib.closing(sqlite3.connect(here.database)) as db:
        left = "\n".join(db.iterdump())
    assert "put_question" in left
    assert secret not in left


def test_an_option_stays_that_another_has_answered() -> None:
    asked = row(1, FIRST, {"type": "put_question", "question": "q", "options": "attack;hold", "v": 1},
                {"type": "question_put", "question": "q", "options": ["attack", "hold"]})  # fmt: skip
    answered = row(2, SECOND, {"type": "answer_question", "to": 1, "answer": "attack", "v": 1})
    first, second = without(FIRST, asked, answered)
    options = json.loads(first.events)[0]["options"]
    assert options[0] == "attack"
    assert options[1].startswith("forgotten-")
    assert second == answered


async def test_three_questions_leave_room_for_every_button(here: Harness) -> None:
    await here.found()
    for number in range(3):
        await here.anna.slash(here.marne, "campaign ask", ASK | {"question": f"Question {number}?"})
    shown = labels(here.newest(here.bert))
    assert [each for each in shown if each.startswith("Answer:")] == [f"Answer: Question {n}?" for n in range(3)]
    await here.bert.press(here.newest(here.bert), "Answer: Question 2?")
    await here.bert.submit({"Answer": "Bert"})
    assert "Your answer to “Question 2?”: **Bert**" in private_text(here, here.bert)


async def test_asked_seats_complete_in_ones_own_language(here: Harness) -> None:
    here.anna.speak("fr")
    await here.found()
    for typed, said in (("", "Alliés"), ("Allem", "Allemands"), ("Alliés, all", "Alliés, Allemands")):
        offered = await here.anna.autocomplete(here.marne, "campaign ask", focused="seats", value=typed)
        assert said in [each["name"] for each in offered]
    assert offered == [{"name": "Alliés, Allemands", "value": "Allies, Germans"}], "each once"
    for typed, said in ((" allemands", "asks Germans: “Qui ?”"), ("allemands,alliés", "asks “Et eux ?”")):
        await here.anna.slash(here.marne, "campaign ask", {"question": said.split("“")[1][:-1], "seats": typed})
        assert f"<@{here.anna.id}> {said}" in text(here.newest(here.carla))


async def asks(pair: Pair) -> None:
    await pair.both("campaign ask", {"question": "Where?"}, min(pair.one.seats))


async def answers(pair: Pair) -> None:
    """The player answers in each world something else."""
    for each, answer in zip(pair.worlds, ("Here", "On the other bank, with all that I have"), strict=True):
        each.take_turn()
        person = each.person(pair.seat)
        (label,) = (label for label in labels(asked(each.here, person)) if label.endswith("Answer: Where?"))
        await person.press(asked(each.here, person), label)
        await person.submit({"Answer": answer})


def asked(here: Harness, person: User) -> Message:
    """The newest message to all in which a question can be answered."""
    public = [each for each in person.messages(here.marne) if not each["flags"] & EPHEMERAL]
    return [each for each in public if any("Answer: Where?" in label for label in labels(each))][-1]


@pytest.mark.by_day(1)
@pytest.mark.parametrize("game", ["marne-1918", "gathering-storm"])
async def test_a_sealed_answer_changes_nothing_for_others(tmp_path: Path, game: str) -> None:
    pair = await differences(tmp_path, game, 1, (asks, answers), steps=4, most=many(2, 9))
    assert pair.found == []
    assert pair.openings <= {"answer_question"}, "the last answer opens all of them"


@pytest.mark.parametrize("language", ["en-GB", "fr"])
async def test_the_proof_can_be_copied_in_every_language(here: Harness, language: str) -> None:
    """What stands between the quotation marks, and nothing else, has the SHA-256."""
    await ask(here)
    await choose(here.anna, here.newest(here.carla), "Anna")
    await choose(here.bert, here.newest(here.carla), "Bert")
    here.carla.speak(language)
    await here.carla.press(here.newest(here.carla), "Why?")
    proofs = re.findall(r"“(.+?)”.* ([0-9a-f]{64})", text(here.newest(here.carla)))
    assert [sealed for _, sealed in proofs] == [sha256(words.encode()).hexdigest() for words, _ in proofs]
    assert len(proofs) == 2
