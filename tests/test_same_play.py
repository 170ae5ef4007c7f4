"""The same dice and the same commands lead to the same campaign as they did: see ``tests/same_play.py``.

``python -m tests.same_play SCENE`` prints what a digest stands for.
"""

import pytest

from tests.golden_diff import moved_digests
from tests.goldens import check_texts
from tests.same_play import GOLDEN, SCENES, digests, path


@pytest.mark.parametrize("scene", SCENES)
def test_the_same_play_leads_to_the_same_campaign(scene: str) -> None:
    check_texts({path(scene): digests(scene)}, lambda before, after: moved_digests(scene, before, after))


def test_every_chronicle_has_its_scene() -> None:
    assert {file.stem for file in GOLDEN.glob("*.txt")} == {*SCENES}
