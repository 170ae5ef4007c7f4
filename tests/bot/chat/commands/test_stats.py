"""``/record more what:stats``."""

from tests.bot.harness import EPHEMERAL, Harness, choose, text


async def test_numbers_are_for_the_asker_alone(here: Harness) -> None:
    await here.found()
    await choose(here.carla, here.marne, "record more stats")
    answer = here.newest(here.carla)
    assert answer["flags"] & EPHEMERAL
    assert "No dice have been rolled in the open." in text(answer)
