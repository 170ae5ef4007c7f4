"""What autocompletion offers."""

from itertools import product
from typing import Any

import pytest
from discord import app_commands

from bot.base.language import reading, say
from bot.messages.autocomplete import choices, language_choices, list_choices, read_names
from tests.bot.harness import Harness
from tests.bot.marne import drawn


def test_matching_names_are_offered_in_order() -> None:
    offered = choices(["Spies", "Pershing", "Surprise Attack"], "P")
    assert [choice.value for choice in offered] == ["Spies", "Pershing", "Surprise Attack"]
    assert [choice.value for choice in choices(["Größe", "GRÖSSE"], "grösse")] == ["Größe", "GRÖSSE"]
    assert choices(["Spies"], "x") == choices([], "") == []


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
async def test_every_completion_is_answered_in_every_channel(here: Harness, game: str | None, typed: str) -> None:
    if game is not None:
        seat = here.bot.client.service.catalog.games[game].seats[0]
        await here.anna.slash(here.marne, "campaign new", {"game": game, "seat": seat})
    assert len(completed(here)) > 15
    for command, option in completed(here):
        for person in (here.anna, here.bert)[: 1 if command.startswith(("admin", "server")) else 2]:
            offered = await person.autocomplete(here.marne, command, focused=option, value=typed)
            assert len(offered) <= 25


async def test_every_completion_offers_only_what_fits(here: Harness) -> None:
    """In a channel of each game, so that options have something to choose among in one of them."""
    await here.anna.select(await drawn(here), "These stay (up to 3)", ["Heroic Assault", "Heroic Defense"])
    played = {"marne-1918": here.marne}
    for game, seat in (("fields-of-despair", "Allies"), ("gathering-storm", "Italy")):
        played[game] = here.server.channel(game)
        await here.anna.slash(played[game], "campaign new", {"game": game, "seat": seat})
    had_a_choice = set[tuple[str, str]]()
    for (game, channel), (command, option) in product(played.items(), completed(here)):
        about = {"game": game} if command == "campaign new" else {}

        async def offered(
            typed: str, where: Any = (channel, command), focused: str = option, given: Any = about
        ) -> list[str]:
            asked = await here.anna.autocomplete(*where, focused=focused, value=typed, options=given)
            return [each["name"].casefold() for each in asked]

        every = await offered("")
        for name in every[:1] + every[1:][-1:]:
            fitting = await offered(name)
            assert name in fitting, (command, option)
            assert all(name in each for each in fitting), (command, option)
        assert await offered("qzqz") == [], (command, option)
        had_a_choice |= {(command, option)} if len(every) > 1 else set()
    later = {("event play", "marker"), ("event play", "choice"), ("event remove", "marker")}
    assert had_a_choice == {*completed(here)} - later


def pairs(offered: list[app_commands.Choice[str]]) -> list[tuple[str, str]]:
    return [(each.name, each.value) for each in offered]


SEATS = ["Allies", "Germans", "Referee"]


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("", [(seat, seat) for seat in SEATS]),
        ("GER", [("Germans", "Germans")]),
        ("allies, ", [("Allies, Germans", "Allies, Germans"), ("Allies, Referee", "Allies, Referee")]),
        ("referee,ALLIES , g", [("Referee, Allies, Germans", "Referee, Allies, Germans")]),
        ("Allies, Germans, Referee, ", []),
        ("French, r", [("French, Germans", "French, Germans"), ("French, Referee", "French, Referee")]),
        ("x", []),
    ],
)
def test_the_last_of_several_names_is_completed(typed: str, offered: list[Any]) -> None:
    assert pairs(list_choices(SEATS, typed)) == offered


def test_a_translated_name_keeps_its_value() -> None:
    with reading("fr"):
        said = [say(seat) for seat in SEATS]
        assert said != SEATS
        assert pairs(choices(SEATS, said[1])) == pairs(choices(SEATS, "germans")) == [(said[1], "Germans")]
        assert pairs(list_choices(SEATS, f"{said[0]}, {said[1][:3]}")) == [(f"{said[0]}, {said[1]}", "Allies, Germans")]
        assert read_names(SEATS, f" {said[0].upper()},germans, Nobody") == "Allies, Germans, Nobody"


def test_a_language_is_offered_by_its_own_name() -> None:
    assert ("Français", "fr") in pairs(language_choices(""))
    assert pairs(language_choices("FRANÇ")) == [("Français", "fr")]
    assert pairs(language_choices("klingon")) == []
