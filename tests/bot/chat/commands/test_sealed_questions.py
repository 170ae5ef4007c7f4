"""A question of the group on Discord: asked, answered in private, opened together, after a restart too."""

import re
from datetime import timedelta
from hashlib import sha256

import pytest

from localdiscord import User
from tests.bot.engine.test_called_players import called, calls
from tests.bot.harness import Harness, Message, labels, text
from tests.bot.harness import choose as use

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


async def test_sealed_answers_are_read_by_nobody_else(here: Harness) -> None:
    secret = "Through the Ardennes"
    await here.found_small("night-watch", "North", "South")
    await here.anna.slash(here.marne, "campaign ask", {"question": "Where?"})
    await here.bert.press(here.newest(here.bert), "Answer: Where?")
    await here.bert.submit({"Answer": secret})
    assert secret in private_text(here, here.bert)
    for person in (here.anna, here.carla):
        for command in ("campaign status", "record find", "hand", "act", "campaign manage panel"):
            await use(person, here.marne, command)
        await person.slash(here.marne, "act", {"offer": "Answer: Where?"})
        await here.settle()
        assert secret not in "".join(map(text, person.messages(here.marne)))
        for typed in ("", "Th"):
            offered = await person.autocomplete(here.marne, "act", focused="offer", value=typed)
            assert secret not in repr(offered)


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
