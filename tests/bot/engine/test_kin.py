"""Relatives in the database: what is read in a fork is in the original's book before anybody comes to a seat there."""

from datetime import timedelta

from rules.games.marne_1918.phases import ALLIES
from tests.bot.harness import Harness


async def test_the_original_knows_it_before_the_next_command_and_both_logs_verify(here: Harness) -> None:
    await here.found()
    await here.anna.slash(here.marne, "draw event")
    await here.anna.slash(here.marne, "record fork", {"at": "2", "name": "B"})
    await here.bert.press(here.newest(here.carla), "Germans: Agree")
    await here.settle(after=timedelta(minutes=1))
    there = here.server.thread("B", here.marne)
    await here.anna.slash(there, "seat hand-over", {"seat": "Allies", "to": here.carla.id})
    original = await here.campaign()
    assert int(here.carla.id) in original.campaign.readers(ALLIES)
    await here.restart()
    service = here.bot.client.service
    for where in (here.marne, there):
        session = await here.campaign(where)
        assert int(here.carla.id) in session.campaign.readers(ALLIES)
        assert (await service.verify(session, await service.entries(session))).wrong == ()
    await here.anna.slash(here.marne, "campaign leave", {"seat": "Allies"})
    await here.anna.slash(there, "dice roll")
    fork = (await here.campaign(there)).campaign
    assert fork.original is not None
    assert fork.original.roster[ALLIES] == ()
