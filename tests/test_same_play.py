"""The same dice and the same commands lead to the same campaign as they did: see ``tests/same_play.py``.

``UPDATE_GOLDEN=1`` writes the digests anew, where a difference is meant.
"""

import os

import pytest

from tests.same_play import GOLDEN, SCENES, digests, path


@pytest.mark.parametrize("scene", SCENES)
def test_the_same_play_leads_to_the_same_campaign(scene: str) -> None:
    now = digests(scene)
    if os.environ.get("UPDATE_GOLDEN"):
        path(scene).write_text(now, encoding="utf-8")
    assert now == path(scene).read_text(encoding="utf-8"), f"`python -m tests.same_play {scene}` prints the whole"


def test_every_chronicle_has_its_scene() -> None:
    assert {file.stem for file in GOLDEN.glob("*.txt")} == {*SCENES}
