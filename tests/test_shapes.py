"""What each game's data may hold, and each command of Discord's list: down to every limit and default as it was."""

import json
import re
from pathlib import Path
from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from rules.kit.position import PositionTaken
from tests.clicks import OF_FEATURES
from tests.games import all_games
from tests.goldens import check_lines
from tests.reference import loaded
from tests.same_play import digest

GOLDEN = Path(__file__).parent / "golden" / "shapes"
HERE = re.compile(" at 0x[0-9a-f]+")
"""Where a function lies in memory."""


class Schema(GenerateJsonSchema):
    """A schema that leaves open what only code can say."""

    def handle_invalid_for_json_schema(self, *_: Any) -> dict[str, Any]:
        return {}


def digested(part: Any) -> str:
    return digest(json.dumps(part, sort_keys=True, default=str))


def test_a_games_data_has_the_shape_that_it_had() -> None:
    """``data_type.model_json_schema()`` shows what a digest stands for."""
    lines = []
    for id_, game in all_games().items():
        schema = game.data_type.model_json_schema(schema_generator=Schema)
        parts = {id_: schema["properties"], **schema["$defs"]}
        lines += [f"{name}: {digested(part)}" for name, part in parts.items()]
    check_lines(GOLDEN / "data.txt", lines)


def test_a_games_commands_and_facts_are_as_they_were() -> None:
    """Each field of a command with its limits, its default and what a form calls it; each fact that all know."""
    lines = []
    for id_, game in all_games().items():
        lines.append(f"== {id_} ==")
        for name, command in sorted(game.commands_by_type.items()):
            lines.append(f"{name}: {digested(command.model_json_schema(schema_generator=Schema))}")
        taken = [event for event in game.events_by_type.values() if issubclass(event, PositionTaken)]
        known = taken[0].known(game.data).single if taken else {}
        lines += [f"- {key}: {digest(HERE.sub('', repr(fact)))}" for key, fact in known.items()]
    check_lines(GOLDEN / "play.txt", lines)


async def test_discord_lists_the_same_commands() -> None:
    """Their words, rights and options with all limits; those of features apart, which can leave."""
    bot, lines = await loaded(), []
    for top in sorted(bot.tree.get_commands(), key=lambda each: each.name):
        given = top.to_dict(bot.tree)
        nested = [each for each in given.pop("options", ()) if each["name"] not in OF_FEATURES]
        lines += [f"{top.name}: {digested(given)}", *(f"- {each['name']}: {digested(each)}" for each in nested)]
    check_lines(GOLDEN / "commands.txt", lines)
