"""The way of a command is measured by following its calls."""

from tests.way import SCRIPT, Way, ways

CEILINGS = {"/draw event": (64, 1275, 599), "/hand": (39, 425, 218), "/campaign undo": (65, 1090, 515)}
"""How many files a command may enter, how many calls it may make, and how often a call may be in another file than the
one before. Lower them with each gain. What runs beside an answer on a busy machine moves each by a few, files by two.
"""
TRIES = 4
"""So often the script is played until each command has once had nothing beside it that takes it over its ceilings."""


def measured(way: Way) -> tuple[int, int, int]:
    """The files, the calls and the changes of file of a way."""
    return len(set(way.files)), len(way.files), way.changes


def test_ways_stay_below_ceilings_and_a_look_enters_fewer_files() -> None:
    found = {way.said: way for way in reversed(ways(SCRIPT))}  # the second draw is refused
    draw, hand = found["/draw event"], found["/hand"]
    assert all(len(way.files) > way.changes > len(set(way.files)) / 2 for way in found.values())
    assert len(set(hand.files)) < len(set(draw.files))
    assert any(file.endswith("bot/engine/commit.py") for file in draw.files)
    assert not any(file.endswith("bot/engine/commit.py") for file in hand.files)
    over = {said: [measured(found[said])] for said in CEILINGS}
    for _ in range(TRIES):
        over = {said: each for said, each in over.items() if not is_below(CEILINGS[said], each[-1])}
        if not over:
            return
        found = {way.said: way for way in reversed(ways(SCRIPT))}
        over = {said: [*each, measured(found[said])] for said, each in over.items()}
    raise AssertionError(f"over their ceilings: {over}")


def is_below(ceilings: tuple[int, int, int], way: tuple[int, int, int]) -> bool:
    """Whether a way is below its ceilings."""
    return all(each <= most for each, most in zip(way, ceilings, strict=True))
