"""What the page of one's own game shows is a game, block by block and as a whole; so are its examples."""

import re
from pathlib import Path

import pytest

from bot.base.catalog import Catalog, DataFile
from tests.games import EXAMPLES

PAGE = (EXAMPLES.parent / "own-game.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("until", range(1, len(BLOCKS) + 1))
def test_each_step_of_the_page_is_a_game_already(until: int) -> None:
    file = DataFile("page.toml", "".join(BLOCKS[:until]))
    assert Catalog(()).declared(file).game.title == "The Wet Crossing"


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.toml")), ids=lambda file: file.stem)
def test_each_example_is_linked_and_can_be_played(file: Path) -> None:
    assert f"(own-games/{file.name})" in PAGE
    assert Catalog(()).declared(DataFile.of(file))
