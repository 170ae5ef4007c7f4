"""What autocompletion offers."""

import pytest
from discord import app_commands

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


def completed(here: Harness) -> list[tuple[str, str]]:
    """Every option of every command that completes what is typed."""
    tree = here.bot.client.tree
    leaves = [each for each in tree.walk_commands() if isinstance(each, app_commands.Command)]
    return [
        (leaf.qualified_name, str(each.display_name))
        for leaf in leaves
        for each in leaf._params.values()
        if each.autocomplete
    ]


@pytest.mark.parametrize("game", [None, "marne-1918", "fields-of-despair", "gathering-storm"])
@pytest.mark.parametrize("typed", ["", "a", "🎲" * 40], ids=["nothing", "a letter", "emoji"])
async def test_every_completion_is_answered_whatever_the_channel_plays(
    here: Harness, game: str | None, typed: str
) -> None:
    if game is not None:
        seat = here.bot.client.service.catalog.games[game].seats[0]
        await here.anna.slash(here.marne, "campaign new", {"game": game, "seat": seat})
    assert len(completed(here)) > 15
    for command, option in completed(here):
        for person in (here.anna, here.bert)[: 1 if command.startswith(("admin", "server")) else 2]:
            offered = await person.autocomplete(here.marne, command, focused=option, value=typed)
            assert len(offered) <= 25
