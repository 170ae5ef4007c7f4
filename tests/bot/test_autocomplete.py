"""What autocompletion offers."""

from bot.autocomplete import choices
from tests.bot.harness import Harness
from tests.bot.marne import drawn


async def test_autocompletion_narrows_by_what_is_typed(here: Harness) -> None:
    await drawn(here)
    asked = await here.anna.autocomplete(here.marne, "event return", focused="marker", value="dEFENSE")
    assert {choice["name"] for choice in asked} <= {"Heroic Defense"}


def test_names_that_hold_what_was_typed_are_offered_in_their_order() -> None:
    offered = choices(["Spies", "Pershing", "Surprise Attack"], "P")
    assert [choice.value for choice in offered] == ["Spies", "Pershing", "Surprise Attack"]
    assert [choice.value for choice in choices(["Größe", "GRÖSSE"], "grösse")] == ["Größe", "GRÖSSE"]
    assert choices(["Spies"], "x") == choices([], "") == []


def test_no_more_is_offered_than_discord_takes() -> None:
    offered = choices((f"{number} {'x' * 200}" for number in range(40)), "")
    assert len(offered) == 25
    assert {len(choice.name) for choice in offered} == {len(choice.value) for choice in offered} == {100}
