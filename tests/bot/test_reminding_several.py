"""Reminders of several people and several calls: each stays as long as somebody needs it, and disturbs nobody else."""

from datetime import timedelta

import pytest

from localdiscord import RequestRecord
from tests.bot.engine.test_called_players import called, offered
from tests.bot.harness import Harness, Message, choose, labels, text

pytestmark = pytest.mark.usefixtures("_only_questions")
TWO_DAYS = timedelta(days=2, minutes=1)


async def three(here: Harness, answer: int | None = None) -> None:
    """The Gathering Storm: Anna, Bert and Carla each hold a power; so many days to answer."""
    await here.anna.slash(here.marne, "campaign new", {"game": "gathering-storm", "seat": "Britain"})
    await here.bert.slash(here.marne, "campaign join", {"seat": "France"})
    await here.carla.slash(here.marne, "campaign join", {"seat": "Russia"})
    await here.settle(after=timedelta(minutes=1))
    if answer:
        await choose(here.anna, here.marne, "campaign manage deadline", {"answer": answer})


def reminders(here: Harness) -> list[Message]:
    return [each for each in here.carla.messages(here.marne) if "· reminder" in text(each)]


async def test_a_reminder_of_two_stays_until_both_have_answered(here: Harness) -> None:
    await three(here, answer=30)
    await here.settle(after=TWO_DAYS)
    (reminder,) = reminders(here)
    assert called(reminder) == ["bert", "carla"]
    await here.bert.press(reminder, "Agree")
    await here.settle()
    assert [each["id"] for each in reminders(here)] == [reminder["id"]]
    await here.carla.press(here.newest(here.carla), "Russia: Agree")
    await here.settle()
    assert reminders(here) == []


async def test_an_answered_player_is_not_reminded(here: Harness) -> None:
    await three(here, answer=30)
    await here.bert.press(here.newest(here.bert), "Agree")
    await here.settle(after=TWO_DAYS)
    (reminder,) = reminders(here)
    assert called(reminder) == ["carla"]
    assert f"<@{here.bert.id}>" not in reminder["content"]


async def test_two_calls_share_a_considerate_message(here: Harness) -> None:
    """Carla shares Britain with Bert, who holds Russia too: one call waits for both of them, the other for Bert."""
    await here.anna.slash(here.marne, "campaign new", {"game": "gathering-storm", "seat": "Germany"})
    for seat in ("Britain", "Russia"):
        await here.bert.slash(here.marne, "campaign join", {"seat": seat})
    await here.carla.slash(here.marne, "campaign join", {"seat": "Britain"})
    await here.bert.press(here.newest(here.bert), "Britain: Agree")
    await here.carla.slash(here.marne, "me settings", {"reminders": "never"})
    await here.server.user("dora").slash(here.marne, "campaign join", {"seat": "Britain"})
    await here.server.user("emil").slash(here.marne, "campaign join", {"seat": "Russia"})
    await here.settle(after=TWO_DAYS)
    (reminder,) = reminders(here)
    assert called(reminder) == ["bert"]
    first, second = reminder["content"].splitlines()
    assert first.startswith(f"<@{here.bert.id}>, <@{here.carla.id}> (Britain), your answer")
    assert second.startswith(f"<@{here.bert.id}> (Russia), your answer")
    assert text(reminder).count("Waiting since <t:") == 2
    assert text(reminder).endswith("· reminder 1")
    assert reminder["embeds"][0]["title"] == "Play waits", "they are about two things"
    for seat, left in (("Russia", [reminder["id"]]), ("Britain", [])):
        question, label = next(
            (each, label)
            for each in reversed(here.bert.messages(here.marne))
            for label in labels(each)
            if label in (f"Agree: play {seat}", f"{seat}: Agree", "Agree")
        )
        await here.bert.press(question, label)
        await here.settle()
        assert [each["id"] for each in reminders(here)] == left, seat


async def test_a_latecomer_is_reminded_with_the_others(here: Harness) -> None:
    """The number below the message is that of whoever was reminded most often, and only the newest stands."""
    await three(here)
    await here.bert.slash(here.marne, "me settings", {"reminders": "daily"})
    await choose(here.anna, here.marne, "campaign manage deadline", {"answer": 30})
    seen = []
    for _ in range(2):
        await here.settle(after=timedelta(days=1, minutes=1))
        seen.append([(called(each), text(each)[-10:]) for each in reminders(here)])
    assert seen == [[(["bert"], "reminder 1")], [(["bert", "carla"], "reminder 2")]]


async def test_a_player_without_reminders_is_not_named(here: Harness) -> None:
    await three(here)
    await here.carla.slash(here.marne, "me settings", {"reminders": "never"})
    await choose(here.anna, here.marne, "campaign manage deadline", {"answer": 30})
    await here.settle(after=TWO_DAYS)
    (reminder,) = reminders(here)
    assert called(reminder) == ["bert"]
    assert reminder["content"].startswith(f"<@{here.bert.id}> (France), your answer is due <t:")
    assert "Russia" not in reminder["content"]


async def test_ones_reminder_goes_with_ones_answer(here: Harness) -> None:
    await three(here)
    await here.bert.slash(here.marne, "me settings", {"reminders": "daily"})
    await choose(here.anna, here.marne, "campaign manage deadline", {"answer": 30})
    await here.settle(after=timedelta(days=1, minutes=1))
    (reminder,) = reminders(here)
    await here.bert.press(reminder, "Agree")
    await here.settle()
    assert reminders(here) == []


async def test_a_reminder_that_is_not_said_takes_the_place_of_none(here: Harness) -> None:
    await three(here, answer=30)
    await here.bert.press(here.newest(here.bert), "Agree")
    await here.carla.press(here.newest(here.carla), "Russia: Agree")
    await choose(here.anna, here.marne, "campaign manage deadline", {"answer": 29})
    await here.settle(after=TWO_DAYS)
    (reminder,) = reminders(here)
    for person in (here.bert, here.carla):
        await person.slash(here.marne, "me settings", {"reminders": "never"})
    await here.settle(after=timedelta(days=4))
    assert [each["id"] for each in reminders(here)] == [reminder["id"]]


async def test_reminders_of_two_calls_may_come_days_apart(here: Harness) -> None:
    await three(here, answer=30)
    await here.bert.press(here.newest(here.bert), "Agree")
    await here.carla.press(here.newest(here.carla), "Russia: Agree")
    await here.server.user("dora").slash(here.marne, "campaign join", {"seat": "France"})
    await here.settle(after=timedelta(hours=12))
    await here.server.user("emil").slash(here.marne, "campaign join", {"seat": "France"})
    await here.settle(after=TWO_DAYS - timedelta(hours=12))
    (first,) = reminders(here)
    await here.settle(after=timedelta(hours=12))
    assert [called(each) for each in reminders(here)] == [["bert"]], "one was enough for today"
    await here.settle(after=timedelta(hours=13))
    assert [called(each) for each in reminders(here)] == [["bert"], ["bert"]]
    assert reminders(here)[0]["id"] == first["id"]


async def test_a_seat_that_nobody_holds_reminds_nobody(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await choose(here.bert, here.marne, "campaign manage leave", {"seat": "South"})
    await here.anna.slash(here.marne, "act", {"offer": await offered(here, "Call")})
    await here.settle(after=timedelta(minutes=1))
    sent: list[RequestRecord] = []
    here.server.watch(sent.append)
    for days in (3, 3, 6):
        await here.settle(after=timedelta(days=days))
    assert [each.method for each in sent if each.method in ("POST", "DELETE")] == []


async def test_a_shared_reminder_has_the_highest_number(here: Harness) -> None:
    await three(here)
    await here.bert.slash(here.marne, "me settings", {"reminders": "daily"})
    await choose(here.anna, here.marne, "campaign manage deadline", {"answer": 30})
    await here.carla.press(here.newest(here.carla), "Agree")
    await here.settle(after=timedelta(days=1, minutes=1))
    await here.server.user("dora").slash(here.marne, "campaign join", {"seat": "France"})
    await here.settle(after=timedelta(days=1, minutes=1))
    (reminder,) = reminders(here)
    assert text(reminder).count("Waiting since <t:") == 2
    assert text(reminder).endswith("· reminder 2")


async def test_an_unanswered_asker_is_called_despite_reminders(here: Harness) -> None:
    await three(here)
    await here.anna.slash(here.marne, "me settings", {"reminders": "never"})
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True})
    await here.settle(after=timedelta(days=1))
    await choose(here.bert, here.marne, "campaign manage pictures", {"on": False})
    await here.settle(after=TWO_DAYS)
    late = here.newest(here.carla)
    assert f"<@{here.anna.id}>: not all have answered in time." in late["content"]
    assert called(late) == ["anna", "carla"]
