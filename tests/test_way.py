"""The way of a command is measured by following its calls."""

from tests.way import SCRIPT, ways

CEILINGS = {"/draw event": (64, 1290, 600), "/hand": (40, 480, 240), "/campaign undo": (65, 1190, 560)}
"""How many files a command may enter, how many calls it may make, and how often a call may be in another file than the
one before. Lower them with each gain; what runs beside an answer moves each by a few, files by two.
"""


def test_ways_stay_below_ceilings_and_a_look_enters_fewer_files() -> None:
    found = {way.said: way for way in reversed(ways(SCRIPT))}  # the second draw is refused
    draw, hand = found["/draw event"], found["/hand"]
    assert all(len(way.files) > way.changes > len(set(way.files)) / 2 for way in found.values())
    assert len(set(hand.files)) < len(set(draw.files))
    assert any(file.endswith("bot/engine/commit.py") for file in draw.files)
    assert not any(file.endswith("bot/engine/commit.py") for file in hand.files)
    for said, ceilings in CEILINGS.items():
        way = found[said]
        measured = (len(set(way.files)), len(way.files), way.changes)
        assert all(each <= most for each, most in zip(measured, ceilings, strict=True)), f"{said}: {measured}"
