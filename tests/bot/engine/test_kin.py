"""Relatives in the database: what is read in a fork is in the original's book before anybody comes to a seat there."""

from datetime import timedelta

import pytest

from bot.engine.request import Caller
from bot.engine.service import CampaignService
from rules.games.marne_1918.phases import ALLIES
from tests.bot.harness import Harness, choose, text
from tests.games import catalog


async def forked(here: Harness) -> None:
    """A campaign in which the Allies hold markers, and a fork of it."""
    await here.found()
    await here.anna.slash(here.marne, "draw event")
    await choose(here.anna, here.marne, "record more fork", {"at": "2", "name": "B"})
    await here.bert.press(here.newest(here.carla), "Germans: Agree")
    await here.settle(after=timedelta(minutes=1))


@pytest.mark.parametrize("is_behind", [False, True])
async def test_another_process_that_died_on_the_way_leaves_no_door_open(
    here: Harness, monkeypatch: pytest.MonkeyPatch, is_behind: bool
) -> None:
    """It gave a hand away in the fork and told the original nothing, of which this one has an older state, too."""
    await forked(here)
    await choose(here.bert, here.marne, "campaign manage leave", {"seat": "Germans"})
    there, service = await here.campaign(here.server.thread("B", here.marne)), here.bot.client.service
    other = CampaignService(service._store, catalog())
    monkeypatch.setattr(other.kin, "_relatives", nobody)
    at, anna, carla = there.campaign.at, int(here.anna.id), int(here.carla.id)
    assert at is not None
    for interaction, session in enumerate((there, await here.campaign()) if is_behind else (there,), start=1):
        caller = Caller(interaction, at + timedelta(minutes=1), there.guild, session.channel, anna)
        command = {"type": "hand_over", "seat": ALLIES, "player": carla} if session is there else {"type": "roll_dice"}
        await other.execute(caller, await other.session(session.id), command)
    await here.carla.slash(here.marne, "campaign join", {"seat": "Germans"})
    original = (await here.campaign()).campaign
    assert carla in original.readers(ALLIES)
    assert carla not in original.roster[original.game.seats[1]]
    assert [sorted(each.needed) for each in original.requests] == [[ALLIES]]


async def nobody(_: object) -> list[object]:
    return []


async def test_the_original_knows_it_before_the_next_command_and_both_logs_verify(here: Harness) -> None:
    await forked(here)
    there = here.server.thread("B", here.marne)
    await choose(here.anna, there, "campaign manage hand-over", {"seat": "Allies", "to": here.carla.id})
    original = await here.campaign()
    assert int(here.carla.id) in original.campaign.readers(ALLIES)
    await here.restart()
    service = here.bot.client.service
    for where in (here.marne, there):
        session = await here.campaign(where)
        assert int(here.carla.id) in session.campaign.readers(ALLIES)
        assert (await service.verify(session, await service.entries(session))).wrong == ()
    await choose(here.anna, here.marne, "campaign manage leave", {"seat": "Allies"})
    await here.anna.slash(there, "dice roll", {"reason": "rain"})
    fork = (await here.campaign(there)).campaign
    assert fork.original is not None
    assert fork.original.roster[ALLIES] == ()


async def test_a_fork_is_told_that_others_play_its_original_and_once_that_it_is_open(here: Harness) -> None:
    """Both where the fork is played. An end opens the secrets once it cannot be taken back."""
    await forked(here)
    there = here.server.thread("B", here.marne)
    moved, opened = "Other players hold the seats of the original now.", "The secrets of the original are open now."

    async def told(days: int = 0) -> list[str]:
        await here.settle(after=timedelta(days=days, minutes=1))
        await here.anna.slash(there, "dice roll", {"reason": "rain"})
        await here.settle(after=timedelta(minutes=1))
        read = "\n".join(map(text, here.carla.messages(there)))
        return [said for said in (moved, opened) for _ in range(read.count(said))]

    assert await told() == []
    await choose(here.bert, here.marne, "campaign manage leave", {"seat": "Germans"})
    assert await told() == [moved]
    await choose(here.anna, here.marne, "campaign manage end")
    assert await told(days=29) == [moved]
    assert await told(days=1) == [moved, opened]
    assert await told() == [moved, opened], "each is told once"


async def test_other_secrets_that_a_fork_gave_to_somebody_are_not_read_in_its_original(here: Harness) -> None:
    """Who has read a hand that is the fork's alone may still come to the seat of the original."""
    await forked(here)
    there = here.server.thread("B", here.marne)
    for _ in range(4):
        await here.bert.slash(here.marne, "dice roll", {"reason": "rain"})
    await choose(here.anna, there, "campaign manage leave", {"seat": "Allies"})
    await here.carla.slash(there, "campaign join", {"seat": "Allies"})
    await here.carla.slash(there, "draw event")
    fork, original = (await here.campaign(there)).campaign, (await here.campaign()).campaign
    assert int(here.carla.id) in fork.readers(ALLIES)
    assert int(here.carla.id) not in original.readers(ALLIES)
