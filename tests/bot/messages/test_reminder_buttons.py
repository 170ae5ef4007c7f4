"""No more reminders, in one press below a reminder; each sets only their own."""

from datetime import timedelta
from typing import Any

from localdiscord import User
from tests.bot.chat.posting.test_reminders import sets
from tests.bot.engine.test_called_players import calls, watch
from tests.bot.harness import EPHEMERAL, Harness, Message, labels, text

NO_MORE = "No more reminders"


async def every(here: Harness, person: User) -> Any:
    return (await here.bot.client.service.people.one(int(person.id))).every


async def reminder_of(here: Harness) -> Message:
    """The first reminder of what Bert is called for."""
    await watch(here)
    await here.settle(after=timedelta(days=2, minutes=1))
    return here.newest(here.bert)


async def test_only_a_reminder_has_the_button(here: Harness) -> None:
    await watch(here)
    assert NO_MORE not in labels(here.newest(here.carla))
    await here.settle(after=timedelta(days=2, minutes=1))
    assert NO_MORE in labels(here.newest(here.carla))


async def test_one_press_ends_reminders_and_settings_resume_them(here: Harness) -> None:
    reminder = await reminder_of(here)
    await here.restart()
    await here.bert.press(reminder, NO_MORE)
    answer = here.newest(here.bert)
    assert answer["flags"] & EPHEMERAL
    assert labels(answer) == []
    assert "`/me settings` brings reminders back." in text(answer)
    await here.settle(after=timedelta(days=4))
    assert len(calls(here)) == 2, "the call and the reminder that stand already"
    await sets(here.bert, here, reminders="after 2, 5 and 10 days")
    await here.settle(after=timedelta(days=6))
    assert calls(here)[-1] == ["bert"]
    assert await every(here, here.bert) is None


async def test_somebody_elses_press_changes_only_their_own_reminders(here: Harness) -> None:
    reminder = await reminder_of(here)
    for person in (here.carla, here.anna):
        await person.press(reminder, NO_MORE)
        assert await every(here, person) == 0
    assert await every(here, here.bert) is None
    await here.settle(after=timedelta(days=2, minutes=1))
    assert calls(here)[-1] == ["bert"]


async def test_a_dm_has_the_button_too(here: Harness) -> None:
    await watch(here, reach="DM")
    await here.settle(after=timedelta(days=2, minutes=1))
    (dm,) = here.bert.messages(here.bert.dm())
    assert labels(dm) == [NO_MORE]
    await here.bert.press(dm, NO_MORE)
    assert await every(here, here.bert) == 0


async def test_the_button_goes_away_with_the_call(here: Harness) -> None:
    await watch(here)
    call = here.newest(here.carla)
    await here.bert.press(call, "South: Answer")
    assert not any(NO_MORE in labels(each) for each in here.carla.messages(here.marne))
