"""Chaos: what fails at random, and how a seed repeats it."""

from typing import Any

import aiohttp
import pytest

from localdiscord import Channel, Chaos, LocalDiscord, User
from localdiscord.chaos import Disturbance
from tests.localdiscord.little_bot import LittleBot, Received
from tests.patience import a_moment, until

SEND = ("POST", "/channels/{channel}/messages")
Fate = tuple[int, bool, bool, float]


def fates(chaos: Chaos, route: tuple[str, str], times: int) -> list[Fate | None]:
    drawn = [chaos.fault(*route) for _ in range(times)]
    return [
        None if fault is None else (fault.status, fault.loses_request, fault.loses_response, fault.delay)
        for fault in drawn
    ]


def test_the_same_seed_repeats_every_fate() -> None:
    history = ("GET", SEND[1])
    one, other, third = (Chaos(seed=seed, requests=0.5, gateway=0.5, routes=(SEND, history)) for seed in (7, 7, 8))
    first = fates(one, SEND, 50)
    assert fates(other, history, 50) != first, "each route has dice of its own"
    assert fates(other, SEND, 50) == first
    assert fates(third, SEND, 50) != first
    disturbed = [other.disturbance(1) for _ in range(50)]
    assert [one.disturbance(0) for _ in range(50)] == [other.disturbance(0) for _ in range(50)] != disturbed


def test_every_kind_of_fault_comes() -> None:
    drawn = set(fates(Chaos(seed=1, requests=1, delay=0.2), SEND, 200))
    failures = {(status, False, False, 0.0) for status in (429, 500, 502, 503)}
    assert drawn == failures | {(500, True, False, 0.0), (500, False, True, 0.0), (200, False, False, 0.2)}
    chaos = Chaos(seed=1, gateway=1, deliveries=(1, 3))
    assert {chaos.disturbance(0) for _ in range(50)} == set(Disturbance)
    assert {chaos.count_deliveries() for _ in range(50)} == {1, 2, 3}


def test_the_probability_holds() -> None:
    chaos = Chaos(seed=3, requests=0.2)
    assert 150 < sum(fate is not None for fate in fates(chaos, SEND, 1000)) < 250
    assert fates(chaos, ("GET", "/channels/{channel}"), 100) == [None] * 100


@pytest.mark.parametrize(
    "wrong",
    [{"requests": 1.1}, {"gateway": -0.1}, {"deliveries": (0, 1)}, {"deliveries": (3, 4)}, {"deliveries": (3, 2)}],
)
def test_numbers_out_of_range(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"from 0 to 1|1 to 3 times"):
        Chaos(**wrong)


async def test_a_bot_that_repeats_gets_through(
    server: LocalDiscord, bot: LittleBot, anna: User, general: Channel, caplog: pytest.LogCaptureFixture
) -> None:
    """Every message arrives once, whatever happens to the requests: this is what a nonce is for."""
    server.inject(Chaos(seed=5, requests=0.5, gateway=0, delay=0.01))
    assert "seed=5" in caplog.text
    headers = {"Authorization": f"Bot {server.token}"}
    url = f"{server.api_url}/channels/{general['id']}/messages"
    failures = 0
    async with aiohttp.ClientSession(headers=headers) as session:
        for number in range(20):
            body = {"content": str(number), "nonce": f"post-{number}", "enforce_nonce": True}
            while True:
                try:
                    async with session.post(url, json=body) as response:
                        if response.status == 200:
                            break
                        assert response.status in (429, 500, 502, 503)
                        assert ("Retry-After" in response.headers) == (response.status == 429)
                except aiohttp.ClientError:
                    pass
                failures += 1
    assert failures > 5
    assert [message["content"] for message in anna.messages(general)] == [str(number) for number in range(20)]
    assert server.rejected == []
    server.calm()
    assert server.hub.sabotage.take_fault(*SEND) is None
    assert bot.user is not None


@pytest.mark.parametrize("times", [1, 2, 3])
async def test_an_interaction_is_delivered_several_times(
    server: LocalDiscord, bot: LittleBot, anna: User, general: Channel, times: int
) -> None:
    received: list[int] = []

    async def answer(interaction: Received) -> None:
        received.append(interaction.id)
        await until(lambda: len(received) == times)  # all deliveries are at work at the same time
        await bot.raw("POST", f"/interactions/{interaction.id}/{interaction.token}/callback", {"type": 5})

    bot.handler = answer
    server.inject(Chaos(requests=0, gateway=0, deliveries=(times, times)))
    interaction = await anna.slash(general, "do")
    await until(lambda: len(server.rejected) == times - 1)
    assert received == [int(interaction.id)] * times
    assert [each.code for each in server.rejected] == [40060] * (times - 1)
    assert len(anna.messages(general)) == 1


async def test_the_bot_outlives_a_disturbed_gateway(server: LocalDiscord, bot: LittleBot) -> None:
    server.inject(Chaos(seed=6, requests=0, gateway=0.5))
    created = 0
    while "RESUMED" not in bot.events or bot.events.count("READY") == 1:
        created += 1
        assert created < 100
        server.channel(f"channel-{created}")
        await a_moment()
    server.calm()
    await until(lambda: len(bot.guilds) == 1 and len(bot.guilds[0].channels) == created)
