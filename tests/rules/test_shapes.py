"""What each game's data may hold, down to every limit and default: its schema is what it was."""

import json
from pathlib import Path
from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from tests.games import all_games
from tests.goldens import check_lines
from tests.same_play import digest

GOLDEN = Path(__file__).parent.parent / "golden" / "shapes" / "data.txt"


class Schema(GenerateJsonSchema):
    """A schema that leaves open what only code can say."""

    def handle_invalid_for_json_schema(self, *_: Any) -> dict[str, Any]:
        return {}


def test_a_games_data_has_the_shape_that_it_had() -> None:
    """``data_type.model_json_schema()`` shows what a digest stands for."""
    lines = []
    for id_, game in all_games().items():
        schema = game.data_type.model_json_schema(schema_generator=Schema)
        for name, part in {id_: schema["properties"], **schema["$defs"]}.items():
            lines.append(f"{id_}, {name}: {digest(json.dumps(part, sort_keys=True))}")
    check_lines(GOLDEN, lines)
