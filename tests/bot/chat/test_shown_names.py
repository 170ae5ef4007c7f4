"""Whatever name a list of autocompletion shows, the bot takes it for what it stands for, in English and in French."""

import json
import re
from typing import Any

import pytest
from discord import app_commands

from bot.messages.interaction import Interaction
from tests.bot.harness import Harness

GAMES = {"marne-1918": "Allies", "fields-of-despair": "Allies", "gathering-storm": "Germany"}
MENTION = re.compile(r"<[@#t]")
"""What Discord resolves in a message, and in no list, button or form."""


def listed(here: Harness) -> list[tuple[Any, str]]:
    """Every slash command with each of its options that has a list."""
    commands = here.bot.client.tree.walk_commands()
    plain = [each for each in commands if isinstance(each, app_commands.Command)]
    return [(each, option.display_name) for each in plain for option in each.parameters if option.autocomplete]


def others(command: Any, focused: str, game: str) -> dict[str, Any]:
    """What the other options of a command need."""
    needed = [each for each in command.parameters if each.required and each.display_name != focused]
    values = {each.display_name: each.choices[0].value if each.choices else "x" for each in needed}
    return values | ({"game": game} if "game" in values else {})


@pytest.mark.parametrize("language", ["en-US", "fr"])
@pytest.mark.parametrize("game", GAMES)
async def test_a_name_that_is_shown_is_understood(
    here: Harness, monkeypatch: pytest.MonkeyPatch, game: str, language: str
) -> None:
    await here.anna.slash(here.marne, "campaign new", {"game": game, "seat": GAMES[game]})
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    here.anna.speak(language)
    understood = list[Any]()

    async def hear(_command: Any, interaction: Interaction, namespace: Any) -> None:
        understood.append(dict(namespace.__dict__))
        await interaction.response.send_message("Heard.", ephemeral=True)

    names = 0
    for command, option in listed(here):
        other = others(command, option, game)
        shown = await here.anna.autocomplete(here.marne, command.qualified_name, focused=option, options=other)
        with monkeypatch.context() as patched:
            patched.setattr(app_commands.Command, "_invoke_with_namespace", hear)
            for each in shown:
                await here.anna.slash(here.marne, command.qualified_name, {**other, option: each["name"]})
                assert understood.pop()[option] == each["value"], (command.qualified_name, each)
                assert not MENTION.search(each["name"]), (command.qualified_name, each)
                names += 1
    assert names >= 94


async def test_lists_and_forms_name_players_by_their_seats(here: Harness) -> None:
    await here.anna.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    await here.bert.slash(here.marne, "campaign join", {"seat": "Germans"})
    await here.carla.slash(here.marne, "dice roll", {"reason": "rain"})
    shown = await here.anna.autocomplete(here.marne, "record rewind", focused="to")
    assert [each["name"] for each in shown][-1] == "1 Germans joins as the Germans."
    await here.anna.slash(here.marne, "record more", {"what": "compare"})
    assert here.anna.modal is not None
    assert not MENTION.search(json.dumps(here.anna.modal.body["components"]))
