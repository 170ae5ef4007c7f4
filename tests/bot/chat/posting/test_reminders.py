"""Each is reminded as they want to be: by their own interval, not at night, and not while they are away."""

import contextlib
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.chat.posting.reminders import _what_is_due
from bot.storage import StoreFault
from localdiscord import Fault, Permission, User
from rules.errors import NotNow
from rules.games.gathering_storm.powers import GERMANY, ITALY
from tests.bot.chat.answering.test_private_views import shared
from tests.bot.engine.test_called_players import called, calls, offered, watch
from tests.bot.harness import Harness, Message, blue, choose, harness, labels, text
from tests.bot.marne import decide_all, drawn
from tests.patience import a_moment
from tests.rules.games.gathering_storm.harness import Storm

FOLLOW_UP = "/webhooks/{application}/{token}"
SEND = "/channels/{channel}/messages"
DELETE = "/channels/{channel}/messages/{message}"


async def sets(person: User, here: Harness, **options: Any) -> Message:
    await person.slash(here.marne, "me settings", options)
    return here.private(person)[-1]


def noon(here: Harness) -> None:
    """Go on to the next noon."""
    now = here.server.clock.now()
    here.server.clock.advance(now.replace(hour=12, minute=0, second=0, microsecond=0) + timedelta(days=1) - now)


async def days(here: Harness, number: int) -> list[list[list[str]]]:
    """The calls that stand in the channel after each of some days."""
    seen = []
    for _ in range(number):
        await here.settle(after=timedelta(days=1, minutes=1))
        seen.append(calls(here))
    return seen


async def at_leisure(here: Harness) -> None:
    """Night Watch, of which the table agrees on a long time to answer."""
    await here.found_small("night-watch", "North", "South")
    await choose(here.anna, here.marne, "campaign manage deadline", {"answer": 30})
    await here.bert.press(here.newest(here.bert), "South: Agree")


async def test_ones_own_interval_counts_and_one_reminder_stands(here: Harness) -> None:
    await at_leisure(here)
    await sets(here.bert, here, reminders="daily")
    await here.anna.slash(here.marne, "act", {"offer": await offered(here, "Call")})
    first = here.newest(here.carla)
    assert await days(here, 4) == [[["bert"], ["bert"]]] * 4
    messages = here.carla.messages(here.marne)
    assert messages[-1]["id"] > first["id"]
    assert [text(each) for each in messages].count(text(messages[-1])) == 1


async def test_reminders_can_be_switched_off(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await sets(here.bert, here, reminders="never")
    await here.anna.slash(here.marne, "act", {"offer": await offered(here, "Call")})
    assert await days(here, 3) == [[["bert"]]] * 3, "the call itself is no reminder"
    await sets(here.bert, here, reminders="after 2, 5 and 10 days")
    assert (await days(here, 2))[-1] == [["bert"], ["bert"]]


@pytest.mark.usefixtures("_only_questions")
async def test_quiet_hours_delay_a_reminder(here: Harness) -> None:
    noon(here)
    await here.found_small("night-watch", "North", "South")
    await sets(here.bert, here, quiet="22-7")
    await sets(here.anna, here, quiet="9-10")
    here.server.clock.advance(timedelta(hours=12))
    await here.anna.slash(here.marne, "act", {"offer": await offered(here, "Call")})
    result = here.newest(here.carla)
    assert f"\n<@{here.bert.id}> (South), your move: Answer the call." in result["content"], (
        "it stands there all the same"
    )
    assert called(result) == []
    await here.settle(after=timedelta(hours=6, minutes=50))
    assert calls(here) == []
    await here.settle(after=timedelta(minutes=15))
    assert calls(here) == [["bert"]]


async def test_a_reminder_respects_new_quiet_hours(here: Harness) -> None:
    noon(here)
    await watch(here)
    await sets(here.bert, here, quiet="11-14")
    await here.settle(after=timedelta(days=2, minutes=1))
    assert calls(here) == [["bert"]]
    await here.settle(after=timedelta(hours=2))
    assert calls(here) == [["bert"], ["bert"]]


@pytest.mark.parametrize("later", [1, 7])
async def test_after_an_undo_reminders_count_from_it(here: Harness, later: int) -> None:
    """It calls nobody. Of what began before it the old reminders have ended after a week, and go on after a day."""
    await here.found_small("night-watch", "Referee", "South")
    await here.carla.slash(here.marne, "campaign join", {"seat": "North"})
    await act(here, here.carla, type="call")
    await act(here, here.bert, type="answer", answer="lantern")
    await here.settle(after=timedelta(days=later))
    known = {each["id"] for each in here.carla.messages(here.marne)}
    undone = here.server.clock.now()
    await act(here, here.anna, type="undo")
    seen: dict[str, tuple[int, list[str]]] = {}
    for day in range(1, 12):
        await here.settle(after=timedelta(days=1))
        for each in here.carla.messages(here.marne):
            if each["id"] not in known:
                seen.setdefault(each["id"], (day, called(each)))
    assert [*seen.values()] == [(1, []), (2, ["bert"]), (3, []), (5, ["bert"]), (10, ["bert"])]
    assert f"Waiting since <t:{int(undone.timestamp())}:R>: [Action undone](" in text(here.newest(here.carla))


async def act(here: Harness, person: User, **command: Any) -> None:
    session = await here.campaign()
    await here.bot.client.service.tell_in(session, int(person.id), here.server.clock.now(), command)
    await here.settle(after=timedelta(minutes=1))


async def test_of_two_reminders_that_goes_whose_call_is_answered(here: Harness) -> None:
    await at_leisure(here)
    await here.anna.slash(here.marne, "act", {"offer": await offered(here, "Call")})
    await here.settle(after=timedelta(days=1))
    await choose(here.anna, here.marne, "campaign manage pictures", {"on": False})
    for _ in range(2):
        await here.settle(after=timedelta(days=1, minutes=1))

    def reminders() -> list[str]:
        return [each["id"] for each in here.carla.messages(here.marne) if "reminder 1" in text(each)]

    call, request = reminders()
    await here.bert.press(here.newest(here.bert), "South: Decline")
    await here.settle()
    assert reminders() == [call] != [request]


async def test_one_that_waits_for_the_morning_leaves_the_one_before_it(here: Harness) -> None:
    noon(here)
    await sets(here.bert, here, reminders="daily")
    await watch(here)
    await here.settle(after=timedelta(days=1, minutes=1))
    (before,) = (each["id"] for each in here.carla.messages(here.marne) if "reminder 1" in text(each))
    await sets(here.bert, here, quiet="11-14")
    await here.settle(after=timedelta(days=1))
    assert [each["id"] for each in here.carla.messages(here.marne) if "reminder" in text(each)] == [before]
    await here.settle(after=timedelta(hours=2))
    (after,) = (each["id"] for each in here.carla.messages(here.marne) if "reminder" in text(each))
    assert after != before


async def test_without_a_message_the_time_is_told(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    async def unknown(*_: object) -> None:
        return None

    await watch(here)
    since = int(here.server.clock.now().timestamp())
    monkeypatch.setattr(here.bot.outbox, "message_of", unknown)
    await here.settle(after=timedelta(days=2, minutes=1))
    assert here.newest(here.carla)["embeds"][0]["description"] == f"Waiting since <t:{since}:R>."


async def test_an_absence_is_told_to_others(here: Harness) -> None:
    await watch(here)
    back = (here.server.clock.now() + timedelta(days=6)).date().isoformat()
    await here.bert.slash(here.marne, "me away", {"until": back})
    assert "A campaign that waits for you says so to the others." in text(here.newest(here.bert))
    await here.settle(after=timedelta(days=2, minutes=1))
    reminder = here.newest(here.carla)
    assert f"<@{here.bert.id}> is away until <t:" in text(reminder)
    assert called(reminder) == []
    count = len(here.carla.messages(here.marne))
    await here.settle(after=timedelta(days=2))
    assert len(here.carla.messages(here.marne)) == count, "that is said once"
    await here.settle(after=timedelta(days=3))
    assert called(here.newest(here.carla)) == ["bert"]
    assert "is away" not in text(here.newest(here.carla))


async def test_only_the_due_player_of_a_seat_is_reminded(here: Harness) -> None:
    await shared(here)
    await sets(here.bert, here, reminders="daily")
    await here.anna.slash(here.marne, "act", {"offer": await offered(here, "Call")})
    assert called(here.newest(here.anna)) == ["bert", "carla"]
    await here.settle(after=timedelta(days=1, minutes=1))
    assert called(here.newest(here.anna)) == ["bert"]
    assert "Answer the call" in here.newest(here.anna)["content"]


async def test_that_somebody_is_away_is_not_said_before_they_are_due(here: Harness) -> None:
    await shared(here)
    await sets(here.bert, here, reminders="daily")
    back = (here.server.clock.now() + timedelta(days=6)).date().isoformat()
    await here.anna.slash(here.marne, "act", {"offer": await offered(here, "Call")})
    await here.carla.slash(here.marne, "me away", {"until": back})
    told = []
    for _ in range(2):
        await here.settle(after=timedelta(days=1, minutes=1))
        (reminder,) = (each for each in here.anna.messages(here.marne) if "reminder" in text(each))
        told.append((called(reminder), f"<@{here.carla.id}> is away until" in text(reminder)))
    assert told == [(["bert"], False), (["bert"], True)]


async def test_one_message_reminds_of_two_calls(here: Harness) -> None:
    await watch(here)
    await choose(here.bert, here.marne, "campaign manage pictures", {"on": False})
    back = (here.server.clock.now() + timedelta(days=6)).date().isoformat()
    await here.bert.slash(here.marne, "me away", {"until": back})
    await here.settle(after=timedelta(days=2, minutes=1))
    (reminder,) = (each for each in here.carla.messages(here.marne) if "reminder 1" in text(each))
    assert reminder["embeds"][0]["title"] == "Play waits", "it is about both"
    assert called(reminder) == ["anna"]
    assert f"<@{here.bert.id}> is away until <t:" in text(reminder)


async def test_a_stand_in_is_called_and_learns_nothing(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    back = (here.server.clock.now() + timedelta(days=30)).date().isoformat()
    await here.bert.slash(here.marne, "me away", {"until": back, "stand_in": "carla"})
    assert f"<@{here.carla.id}> stands in" in text(here.newest(here.anna))
    await here.anna.slash(here.marne, "act", {"offer": await offered(here, "Call")})
    assert called(here.newest(here.anna)) == ["carla"]
    await here.carla.slash(here.marne, "hand")
    assert "You hold no seat" in text(here.newest(here.carla))
    await here.carla.slash(here.marne, "campaign join", {"seat": "South"})
    assert "joins as South" in text(here.newest(here.anna)), "without asking anybody"


async def test_only_the_named_stand_in_is_let_in(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    back = (here.server.clock.now() + timedelta(days=3)).date().isoformat()
    dora = here.server.user("dora")
    await here.bert.slash(here.marne, "me away", {"until": back, "stand_in": "carla"})
    await dora.slash(here.marne, "campaign join", {"seat": "South"})
    assert "South must agree" in text(here.newest(here.anna))
    here.server.clock.advance(timedelta(days=4))
    await here.carla.slash(here.marne, "campaign join", {"seat": "South"})
    assert "South must agree" in text(here.newest(here.anna))


async def test_the_opponent_cannot_stand_in(here: Harness) -> None:
    await drawn(here)
    back = (here.server.clock.now() + timedelta(days=3)).date().isoformat()
    await here.anna.slash(here.marne, "me away", {"until": back, "stand_in": "bert"})
    assert "played another side" in text(here.newest(here.anna))
    await here.anna.slash(here.marne, "me settings")
    assert "away" not in text(here.newest(here.anna)), "a refusal changes nothing"


# ---- what goes wrong ----


async def test_a_bot_that_dies_while_it_reminds_says_it_once(here: Harness) -> None:
    await watch(here)
    await here.settle(after=timedelta(days=2, minutes=1))
    here.server.clock.advance(timedelta(days=3))
    here.server.inject(Fault("POST", SEND, loses_response=True))
    settling = here.bot.settle()
    with contextlib.suppress(Exception):
        await settling
    await here.restart()
    await here.settle(after=timedelta(minutes=5))
    assert calls(here) == [["bert"], ["bert"]]
    here.server.rejected.clear()


async def test_a_message_that_cannot_be_deleted_is_no_fault(here: Harness) -> None:
    await watch(here)
    await here.settle(after=timedelta(days=2, minutes=1))
    here.server.inject(Fault("DELETE", DELETE, 403, code=50001))
    await here.settle(after=timedelta(days=3))
    assert calls(here) == [["bert"]] * 3, "the next one comes all the same"
    here.server.rejected.clear()


@pytest.mark.parametrize("fault", [StoreFault("The disk is full"), NotNow("It cannot be read.")], ids=str)
async def test_an_unreadable_campaign_stops_no_reminders(
    here: Harness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fault: Exception
) -> None:
    await watch(here)
    await here.settle(after=timedelta(days=2, minutes=1))
    outbox, theirs, unread = here.bot.outbox, (await here.campaign()).id, 0
    passing = outbox.store.passing
    assert await passing(theirs)

    async def failing(campaign: int) -> Any:
        if campaign == unread:
            raise fault
        return await passing(campaign)

    monkeypatch.setattr(outbox.store, "passing", failing)
    here.bot._tasks.pop("outbox").cancel()
    await here.bert.press(here.newest(here.carla), "South: Answer")
    outbox.touched |= {unread, theirs}
    await here.settle()
    assert not await passing(theirs)
    assert f"reminders stay: {fault}" in [each.getMessage() for each in caplog.records]


def refuse(here: Harness, *, quietly: bool = False, back: bool = False) -> None:
    """Take the right to post in the channel from the bot, or give it back; quietly: while it hears nothing of it."""
    bot_id = str(here.bot.client.application_id)
    deny = {"id": bot_id, "type": 1, "allow": "0", "deny": str(int(Permission.SEND_MESSAGES))}
    state = here.server.hub.state.channels
    channel, overwrites = state.by_id[here.marne["id"]], [] if back else [deny]
    if quietly:
        channel["permission_overwrites"] = overwrites
    else:
        state.change(channel, permission_overwrites=overwrites)


async def test_a_refused_reminder_comes_when_the_right_is_back(here: Harness) -> None:
    await watch(here)
    refuse(here)
    await here.settle(after=timedelta(days=2, minutes=1))
    assert (calls(here), len(here.server.rejected)) == ([["bert"]], 1)
    await here.settle(after=timedelta(hours=4))
    assert len(here.server.rejected) == 1, "nothing is tried meanwhile"
    refuse(here, back=True)
    await a_moment()
    await here.settle(after=timedelta(minutes=1))
    assert calls(here) == [["bert"], ["bert"]]
    here.server.rejected.clear()


async def test_a_refused_reminder_comes_when_anybody_acts(here: Harness) -> None:
    await watch(here)
    refuse(here)
    await here.settle(after=timedelta(days=2, minutes=1))
    refuse(here, quietly=True, back=True)
    await here.bert.slash(here.marne, "dice roll", {"reason": "rain"})
    await here.settle(after=timedelta(minutes=1))
    assert calls(here)[-2:] == [["bert"], ["bert"]]
    assert all("You play" in text(each) for each in here.private(here.bert)), "no result is missing"
    here.server.rejected.clear()


async def test_after_a_refused_reminder_the_later_ones_come(here: Harness) -> None:
    await watch(here)
    refuse(here)
    await here.settle(after=timedelta(days=2, minutes=1))
    refuse(here, quietly=True, back=True)
    await here.settle(after=timedelta(days=3))
    assert calls(here) == [["bert"], ["bert"]]
    here.server.rejected.clear()


async def test_a_channel_that_refuses_is_tried_once_a_reminder(here: Harness) -> None:
    await watch(here)
    refuse(here)
    for _ in range(12):
        await here.settle(after=timedelta(days=1, minutes=1))
    assert len(here.server.rejected) == 4, "once more as its time is over"
    here.server.rejected.clear()


@pytest.mark.usefixtures("_only_questions")
async def test_a_spared_player_is_reminded_later(here: Harness) -> None:
    noon(here)
    await shared(here)
    await here.anna.slash(here.marne, "act", {"offer": await offered(here, "Call")})
    await sets(here.bert, here, quiet="11-14")
    await here.settle(after=timedelta(days=2, minutes=1))
    assert calls(here)[-1] == ["carla"]
    await here.settle(after=timedelta(hours=2))
    assert calls(here)[-1] == ["bert"], "on the same day"


async def test_a_refused_reminder_is_not_counted(here: Harness) -> None:
    await watch(here)
    here.server.clock.advance(timedelta(days=2, minutes=1))
    for _ in range(2):
        here.bot.outbox.forbidden.note(int(here.marne["id"]))
    await here.settle()
    assert calls(here) == [["bert"]], "the call alone"
    assert (await here.bot.client.service.people.one(int(here.bert.id))).reminded is None


async def test_a_new_player_is_reminded_too(here: Harness) -> None:
    await watch(here)
    await here.settle(after=timedelta(minutes=1))
    await choose(here.bert, here.marne, "campaign manage hand-over", {"seat": "South", "to": "carla"})
    await here.settle(after=timedelta(days=2, minutes=1))
    assert calls(here)[-1] == ["carla"]


@pytest.fixture
async def here(tmp_path: Path) -> Any:
    async with harness(tmp_path) as made:
        made.bot.client.panels._seconds = 0.0
        yield made


async def test_a_pause_suspends_reminders(here: Harness) -> None:
    noon(here)
    await here.found_small("night-watch", "North", "South")
    await here.anna.slash(here.marne, "act", {"offer": await offered(here, "Call")})
    until = (here.server.clock.now() + timedelta(days=6)).date().isoformat()
    await choose(here.anna, here.marne, "campaign manage pause", {"until": until})
    await here.bert.press(here.newest(here.bert), "South: Agree")
    assert await days(here, 5) == [[["bert"]]] * 5, "the call itself stands"
    await here.settle(after=timedelta(hours=13))
    assert calls(here) == [["bert"], ["bert"]]


async def told_late(here: Harness, away: timedelta) -> Message:
    """What the bot says when it is back: Anna had called out just before it went."""
    await here.anna.slash(here.marne, "act", {"offer": await offered(here, "Call")})
    await here.settle(after=timedelta(minutes=1))
    before = len(here.carla.messages(here.marne))
    await here.bot.kill()
    here.server.clock.advance(away)
    await here.start_bot()
    await here.settle()
    (late,) = here.carla.messages(here.marne)[before:]
    return late


async def test_missed_deadlines_share_one_ordered_message(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await choose(here.anna, here.marne, "campaign manage deadline", {"answer": 1})
    await here.bert.press(here.newest(here.bert), "South: Agree")
    await sets(here.bert, here, reminders="never")
    await choose(here.anna, here.marne, "campaign manage pictures", {"on": False})
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True})
    late = await told_late(here, timedelta(days=1, minutes=5))
    anna, bert = f"<@{here.anna.id}>", f"<@{here.bert.id}>"
    assert late["embeds"][0]["title"] == "The time to answer has passed"
    assert late["embeds"][0]["description"].split("\n") == [
        f"{bert} (South) did not answer: {anna} wants to switch the pictures off.",
        "Any player can go on without them.",
        f"{bert} (South) did not answer: {anna} wants to end the campaign.",
        f"{bert} (South) did not answer. Any player can go on without them.",
    ]
    assert called(late) == ["anna"]


async def test_a_late_reminder_joins_the_deadline(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await choose(here.anna, here.marne, "campaign manage deadline", {"answer": 1})
    await here.bert.press(here.newest(here.bert), "South: Agree")
    await choose(here.anna, here.marne, "campaign manage pictures", {"on": False})
    late = await told_late(here, timedelta(days=2, minutes=5))
    (embed,) = late["embeds"]
    assert (embed["title"], embed["footer"]["text"]) == ("The time to answer has passed", "Night Watch · reminder 1")
    assert "wants to switch the pictures off.\nAny player can go on without them.\n" in embed["description"]
    assert "Waiting since <t:" in embed["description"].split("\n")[-1]
    assert called(late) == ["anna", "bert"]


@pytest.mark.usefixtures("_only_questions")
async def test_a_reminder_says_what_it_is_about(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await choose(here.anna, here.marne, "campaign manage pictures", {"on": False})
    await days(here, 2)
    (reminder,) = (text(each) for each in here.anna.messages(here.marne) if "reminder 1" in text(each))
    assert "wants to switch the pictures off" in reminder


async def test_a_reminder_of_a_jump_says_where_it_goes(here: Harness) -> None:
    await drawn(here)
    await decide_all(here)
    await here.bert.slash(here.marne, "campaign join", {"seat": "Germans"})
    await here.anna.slash(here.marne, "turn phase", {"to": "Reinforcements Placement"})
    await days(here, 2)
    (reminder,) = (text(each) for each in here.anna.messages(here.marne) if "reminder 1" in text(each))
    assert "wants to go on to Reinforcements Placement" in reminder


async def test_reminders_count_from_their_call(here: Harness) -> None:
    await at_leisure(here)
    await sets(here.bert, here, reminders="after 2, 5 and 10 days")
    await here.settle(after=timedelta(days=30))
    await here.anna.slash(here.marne, "act", {"offer": await offered(here, "Call")})
    seen = [text(here.newest(here.carla))[-10:] for _ in await days(here, 2)]
    assert seen[-1] == "reminder 1"
    for number, wait in ((2, 3), (3, 5)):
        await days(here, wait - 1)
        assert text(here.newest(here.carla)).endswith(f"reminder {number - 1}")
        await days(here, 1)
        assert text(here.newest(here.carla)).endswith(f"reminder {number}")


@pytest.mark.usefixtures("_only_questions")
async def test_a_passed_deadline_is_told_once(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await sets(here.bert, here, reminders="never")
    await choose(here.anna, here.marne, "campaign manage pictures", {"on": False})
    await here.server.user("dora").slash(here.marne, "campaign join", {"seat": "South"})
    await here.settle(after=timedelta(days=1))
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True})
    told = []
    for _ in range(2):
        await here.settle(after=timedelta(days=2, minutes=1))
        said = text(here.newest(here.carla)).partition("The time to answer has passed")[2]
        told.append([said.count(what) for what in ("pictures", "play South", "end the campaign")])
    assert told == [[1, 1, 0], [1, 0, 1]], "of a seat that was not given one can ask again"


def test_a_reminder_is_called_after_what_its_own_side_must_do() -> None:
    play = Storm(several_left="its_player_chooses").deal("talk-of-empire", "bomber-prophets").at("Crises")
    assert {seat: str(_what_is_due(play.campaign, seat)) for seat in (GERMANY, ITALY)} == {
        GERMANY: "Play waits",
        ITALY: "Play waits: Choose one of your events and play it.",
    }


async def test_a_deadline_that_calls_nobody_ends_no_reminders(here: Harness) -> None:
    await watch(here)
    for wait in (timedelta(days=2, minutes=1), timedelta(days=1)):
        await here.settle(after=wait)
    late = here.newest(here.carla)
    assert (late["content"], late["mentions"]) == ("**The time to answer has passed**", [])
    assert "South: Answer" in labels(late)
    assert "No more reminders" not in labels(late)


async def test_who_is_late_is_led_to_their_hand_and_asked_first(here: Harness) -> None:
    await here.anna.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    await here.bert.slash(here.marne, "campaign join", {"seat": "Germans"})
    await here.anna.slash(here.marne, "draw event")
    await here.settle(after=timedelta(days=4))
    reminder = here.newest(here.bert)
    assert blue(reminder) == ["My hand"]
    assert labels(reminder)[:2] == ["My hand", "Go on without the Allies"]
    await here.anna.press(reminder, "Go on without the Allies")
    asked = here.private(here.anna)[-1]
    assert "You can still answer. Otherwise this is done: Return " in text(asked)
    assert here.newest(here.bert)["id"] == reminder["id"], "nothing was done"
    await here.anna.press(asked, "Go on")
    assert f"<@{here.anna.id}> goes on without the Allies." in text(here.newest(here.bert))


async def test_who_plays_alone_hears_of_somebody_who_wants_to_join(here: Harness) -> None:
    await here.bert.slash(here.marne, "campaign new", {"game": "fields-of-despair", "seat": "Allies"})
    await here.settle(after=timedelta(days=3))
    assert calls(here) == [], "their own move is nobody's business"
    await here.anna.slash(here.marne, "campaign join", {"seat": "Allies"})
    assert calls(here) == [["bert"]]
    await here.settle(after=timedelta(days=2, minutes=1))
    assert calls(here) == [["bert"], ["bert"]]
