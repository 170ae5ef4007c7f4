"""Who wants reminders by DM gets them there, and nobody else reads them."""

from datetime import timedelta

import pytest

from localdiscord import Fault
from tests.bot.chat.answering.test_private_views import shared
from tests.bot.chat.posting.test_reminders import FOLLOW_UP, noon, sets
from tests.bot.engine.test_called_players import called, calls, watch
from tests.bot.harness import EPHEMERAL, Harness, choose, labels, text

OPEN_DM = "/users/@me/channels"


async def test_a_reminder_comes_by_dm_and_goes_away_with_the_answer(here: Harness) -> None:
    await watch(here, reach="DM")
    count = len(here.carla.messages(here.marne))
    await here.settle(after=timedelta(days=2, minutes=1))
    assert len(here.carla.messages(here.marne)) == count
    (dm,) = here.bert.messages(here.bert.dm())
    assert f"https://discord.com/channels/{here.server.guild_id}/{here.marne['id']}" in text(dm)
    assert (dm["content"].startswith("**Play waits"), dm["embeds"][0].get("title")) == (True, None), "it is said once"
    await here.bert.press(here.newest(here.bert), "South: Answer") if "South: Answer" in labels(
        here.newest(here.bert)
    ) else await here.bert.slash(here.marne, "act", {"offer": "Answer"})
    await here.settle()
    assert here.bert.messages(here.bert.dm()) == []


async def test_each_reminder_replaces_the_one_before(here: Harness) -> None:
    await watch(here, reach="DM")
    people, seen = here.bot.client.service.people, set()
    for number, wait in ((1, timedelta(days=2, minutes=1)), (2, timedelta(days=3)), (3, timedelta(days=5))):
        await here.settle(after=wait)
        (dm,) = here.bert.messages(here.bert.dm())
        assert text(dm).endswith(f"Night Watch · reminder {number}")
        assert labels(dm) == ["No more reminders"]
        reminded = (await people.one(int(here.bert.id))).reminded
        assert reminded is not None
        assert abs(reminded - here.server.clock.now().timestamp() * 1000) < 60_000
        seen.add(dm["id"])
    assert len(seen) == 3
    assert calls(here) == [["bert"]], "the channel reads the call alone"


async def test_quiet_hours_delay_a_dm(here: Harness) -> None:
    noon(here)
    await watch(here, reach="DM", quiet="11-14")
    await here.settle(after=timedelta(days=2, minutes=1))
    assert here.bert.messages(here.bert.dm()) == []
    await here.settle(after=timedelta(hours=2))
    assert len(here.bert.messages(here.bert.dm())) == 1
    await sets(here.bert, here, quiet="off", reminders="never")
    await here.settle(after=timedelta(days=20))
    assert len(here.bert.messages(here.bert.dm())) == 1
    assert calls(here) == [["bert"]]


@pytest.mark.usefixtures("_only_questions")
async def test_a_dm_comes_beside_a_channel_reminder(here: Harness) -> None:
    await shared(here)
    await sets(here.bert, here, reach="DM")
    await here.anna.slash(here.marne, "act", {"offer": "Call out"})
    await here.settle(after=timedelta(days=2, minutes=1))
    assert calls(here)[-1] == ["carla"]
    (dm,) = here.bert.messages(here.bert.dm())
    assert "Waiting since" in text(dm)


async def test_closed_dms_are_tried_once_and_said_once(here: Harness) -> None:
    await watch(here, reach="DM")
    here.bert.close_dms()
    await here.settle(after=timedelta(days=2, minutes=1))
    assert calls(here) == [["bert"], ["bert"]], "it comes in the channel instead"
    await here.bert.slash(here.marne, "dice roll", {"reason": "rain"})
    told = [text(each) for each in here.private(here.bert) if "DMs are closed" in text(each)]
    assert len(told) == 1
    await here.bert.slash(here.marne, "dice roll", {"reason": "rain"})
    rolled = here.newest(here.carla)
    await here.settle(after=timedelta(days=9))
    again = here.newest(here.carla)
    assert (again["id"] > rolled["id"], called(again)) == (True, ["bert"]), "the next one comes there, too"
    assert [text(each) for each in here.private(here.bert) if "DMs are closed" in text(each)] == told
    assert len(here.server.rejected) == 1, "they are not tried again"
    here.server.rejected.clear()


@pytest.mark.parametrize(
    ("status", "code", "closes"), [(403, 50007, True), (403, 50278, True), (400, 50007, True), (400, 50035, False)]
)
async def test_only_a_refused_person_closes_dms(here: Harness, status: int, code: int, closes: bool) -> None:
    await watch(here, reach="DM")
    here.server.inject(Fault("POST", OPEN_DM, status, code))
    await here.settle(after=timedelta(days=2, minutes=1))
    assert here.bert.messages(here.bert.dm()) == []
    assert calls(here) == [["bert"]] * (2 if closes else 1), "the channel is next, or waits"
    await here.settle(after=timedelta(days=1))
    assert len(here.bert.messages(here.bert.dm())) == (not closes)
    person = await here.bot.client.service.people.one(int(here.bert.id))
    assert (person.by == "closed") == closes
    here.server.rejected.clear()


async def test_a_dm_is_in_the_language_of_its_campaign(here: Harness) -> None:
    await here.found()
    await sets(here.bert, here, reach="DM")
    await choose(here.anna, here.marne, "campaign manage language", {"language": "fr"})
    await here.bert.press(here.newest(here.bert), "Germans: Agree")
    await choose(here.anna, here.marne, "campaign manage pictures", {"on": False})
    await here.settle(after=timedelta(days=2, minutes=1))
    (dm,) = here.bert.messages(here.bert.dm())
    assert dm["content"] == f"**<@{here.anna.id}> veut désactiver les images**"
    assert labels(dm) == ["Plus aucun rappel"]


@pytest.mark.parametrize("is_lost", [False, True])
async def test_closed_dms_are_told_after_a_restart(here: Harness, is_lost: bool) -> None:
    await watch(here, reach="DM")
    here.bert.close_dms()
    await here.settle(after=timedelta(days=2, minutes=1))
    await here.restart()
    if is_lost:
        here.server.inject(Fault("POST", FOLLOW_UP, 403))
    await here.bert.slash(here.marne, "dice roll", {"reason": "rain"})
    await here.bert.slash(here.marne, "dice roll", {"reason": "rain"})
    await here.bert.slash(here.marne, "dice roll", {"reason": "rain"})
    assert len([each for each in here.private(here.bert) if "DMs are closed" in text(each)]) == 1
    here.server.rejected.clear()


async def test_nobody_else_reads_a_dm_or_a_setting(here: Harness) -> None:
    await watch(here)
    answer = await sets(here.bert, here, zone="Asia/Tokyo", quiet="22-7", reach="DM")
    assert answer["flags"] & EPHEMERAL
    await here.settle(after=timedelta(days=12))
    for person in (here.anna, here.carla):
        assert "Tokyo" not in "".join(map(text, person.messages(here.marne)))


async def test_two_campaigns_send_two_dms(here: Harness) -> None:
    await watch(here)
    here.marne = here.server.channel("second-table")
    await watch(here, number=2)
    await sets(here.bert, here, reach="DM")
    await here.settle(after=timedelta(days=2, minutes=1))
    assert len(here.bert.messages(here.bert.dm())) == 2


async def test_a_lost_dm_is_sent_later(here: Harness) -> None:
    await watch(here, reach="DM")
    here.server.inject(Fault("POST", OPEN_DM, loses_request=True))
    await here.settle(after=timedelta(days=2, minutes=1))
    assert here.bert.messages(here.bert.dm()) == []
    await here.settle(after=timedelta(hours=1))
    assert len(here.bert.messages(here.bert.dm())) == 1
    assert calls(here) == [["bert"]], "the channel is not told instead"


async def test_a_retried_dm_respects_an_absence(here: Harness) -> None:
    await watch(here, reach="DM")
    here.server.inject(Fault("POST", OPEN_DM, loses_request=True))
    await here.settle(after=timedelta(days=2, minutes=1))
    back = (here.server.clock.now() + timedelta(days=6)).date().isoformat()
    await here.bert.slash(here.marne, "me away", {"until": back})
    await here.settle(after=timedelta(hours=1))
    assert here.bert.messages(here.bert.dm()) == []
    assert calls(here) == [["bert"]]
