"""What autocompletion offers."""

from tests.bot.harness import Harness
from tests.bot.marne import drawn


async def test_autocompletion_narrows_by_what_is_typed(here: Harness) -> None:
    await drawn(here)
    asked = await here.anna.autocomplete(here.marne, "event return", focused="marker", value="dEFENSE")
    assert {choice["name"] for choice in asked} <= {"Heroic Defense"}
