"""What was not answered in time reads as the answer would have."""

import asyncio
import contextlib
from datetime import timedelta

from localdiscord import Fault, NoResponse
from tests.bot.chat.posting.test_poster import CALLBACK, roll
from tests.bot.engine.test_called_players import offered
from tests.bot.harness import Harness, labels, text
from tests.bot.test_poster_messages import whole


async def test_what_is_posted_late_reads_as_the_answer_would_have(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await here.settle(after=timedelta(minutes=1))
    offer = await offered(here, "Call")
    await here.anna.slash(here.marne, "act", {"offer": offer})
    answered = whole(here.newest(here.carla))
    await here.bert.press(here.newest(here.bert), "South: Answer")
    await here.settle(after=timedelta(days=1))
    offer = await offered(here, "Call")
    here.server.hub.interactions.ack_timeout = 0.2
    fault = Fault("POST", CALLBACK, 404, 10062)
    here.server.inject(fault)
    with contextlib.suppress(NoResponse):
        await here.anna.slash(here.marne, "act", {"offer": offer})
    await here.settle(after=timedelta(minutes=1))
    late = whole(here.newest(here.carla))
    assert (answered.pop("footer"), late.pop("footer")) == ("North · entry 2", "North · entry 4")
    assert late == answered
    here.server.rejected.clear()


async def test_what_is_posted_late_has_the_buttons_only_if_it_is_the_newest(table: Harness) -> None:
    fault = Fault("POST", CALLBACK, 404, 10062)
    table.server.inject(fault)
    await roll(table)
    fault.times = 0
    await roll(table)
    await table.settle(after=timedelta(minutes=5))
    by_entry = {text(each)[-7:]: labels(each) for each in table.carla.messages(table.marne)}
    assert by_entry["entry 2"] in ([], ["Why?"])
    assert len(by_entry["entry 3"]) > 1
    table.server.rejected.clear()


async def test_what_is_posted_late_takes_the_buttons_of_the_result_before(table: Harness) -> None:
    await roll(table)
    table.server.inject(Fault("POST", CALLBACK, 404, 10062))
    await roll(table)
    await table.settle(after=timedelta(minutes=5))
    by_entry = {text(each)[-7:]: labels(each) for each in table.carla.messages(table.marne)}
    assert by_entry["entry 2"] in ([], ["Why?"])
    assert len(by_entry["entry 3"]) > 1
    table.server.rejected.clear()


async def test_a_founding_whose_answer_was_lost_is_posted(here: Harness) -> None:
    fault = Fault("POST", CALLBACK, 404, 10062)
    here.server.inject(fault)
    here.server.hub.interactions.ack_timeout = 0.5
    with contextlib.suppress(NoResponse):
        await here.anna.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name() == "CommandTree-invoker"))
    await here.settle(after=timedelta(minutes=1))
    (started,) = here.carla.messages(here.marne)
    assert "Campaign started" in text(started)
    assert started["components"] != []
    here.server.rejected.clear()
