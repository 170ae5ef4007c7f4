"""The way of a command is measured by following its calls."""

from tests.way import SCRIPT, ways


def test_each_input_enters_files_and_a_private_look_enters_fewer_than_a_draw() -> None:
    found = {way.said: way for way in reversed(ways(SCRIPT))}  # the second draw is refused
    draw, hand = found["/draw event"], found["/hand"]
    assert all(len(way.files) > way.changes > len(set(way.files)) / 2 for way in found.values())
    assert len(set(hand.files)) < len(set(draw.files))
    assert any(file.endswith("bot/engine/commit.py") for file in draw.files)
    assert not any(file.endswith("bot/engine/commit.py") for file in hand.files)
