"""Discord loses a third of what it is told: once it has calmed down, the channel has read each result exactly once."""

import asyncio
import contextlib
import random
from datetime import timedelta
from pathlib import Path

import pytest

from localdiscord import Chaos, InvalidAction, NoResponse, User
from tests.bot.chat.posting.conftest import Hasty
from tests.bot.harness import EPHEMERAL, Harness, labels, text
from tests.bot.harness import harness as started
from tests.faults.lives import check_told_once
from tests.faults.rounds import Report, many
from tests.patience import PATIENCE


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("discord.http.asyncio", Hasty())
    monkeypatch.setattr("discord.webhook.async_.asyncio", Hasty())


async def play(here: Harness, user: User, chance: random.Random, times: int) -> None:
    """Roll, draw, press what is there, and take no notice of answers that are lost."""
    for _ in range(times):
        messages = user.messages(here.marne)[-5:]
        pressed = [(each, label) for each in messages for label in labels(each) if label not in ("Why?", "My hand")]
        with contextlib.suppress(NoResponse, InvalidAction):
            if not pressed or chance.random() < 0.6:
                await user.slash(here.marne, "dice roll", {"reason": "rain", "number": 2})
            else:
                user.cancel_modal()
                await user.press(*chance.choice(pressed))


async def calm_down(here: Harness) -> None:
    """Everything works again, and the outbox posts what is left."""
    here.server.calm()
    busy = [task for task in asyncio.all_tasks() if task.get_name().startswith(("CommandTree-", "discord-ui-"))]
    await asyncio.wait_for(asyncio.gather(*busy, return_exceptions=True), PATIENCE)
    await here.server.bot_online()
    for wait in (timedelta(minutes=3), timedelta(hours=2), timedelta(hours=2)):
        await here.settle(after=wait)


@pytest.mark.parametrize("gateway", many([0.02], [0.0, 0.02]))
async def test_a_failing_discord_loses_and_doubles_nothing(
    tmp_path: Path, chance: random.Random, report: Report, caplog: pytest.LogCaptureFixture, gateway: float
) -> None:
    with contextlib.suppress(AssertionError):  # the harness wants no request to be refused: here many are
        async with started(tmp_path) as here:
            await here.found()
            here.server.inject(Chaos(chance.randrange(10**9), requests=0.3, gateway=gateway, delay=0.02))
            times = many(10, 120)
            with here.impatient():
                await asyncio.gather(*(play(here, user, chance, times) for user in (here.anna, here.bert) * 2))
            await calm_down(here)
            found = await wrong(here, caplog.text)
            number = (await here.campaign()).campaign.seq
            here.server.rejected.clear()
    assert found == []
    report(f"{times * 4} actions, {number} entries")


async def wrong(here: Harness, log: str) -> list[str]:
    """What is wrong after it has calmed down."""
    session = await here.campaign()
    public = [each for each in here.carla.messages(here.marne) if not each["flags"] & EPHEMERAL]
    found = [line for line in log.splitlines() if "bug " in line]
    seen = [text(each) for user in (here.anna, here.bert, here.carla) for each in user.messages(here.marne)]
    found += [each for each in seen if "hit an error" in each]
    for seq in range(1, session.campaign.seq + 1):
        result = await here.bot.client.service.result_of(session.id, seq)
        try:
            check_told_once(result, public)
        except AssertionError as error:
            found.append(str(error))
        secrets = [str(each) for each in result.notices if hasattr(each, "seat")]
        found += [each for each in secrets if any(each in text(message) for message in public)]
    return found
