"""Which shards a process serves."""

import pytest

from bot.base.settings import Shards, read_shards


@pytest.mark.parametrize(
    ("given", "shards", "ids"),
    [
        ("0-3/16", Shards(0, 3, 16), [0, 1, 2, 3]),
        ("15/16", Shards(15, 15, 16), [15]),
        (" 0/1 ", Shards(0, 0, 1), [0]),
        ("3/16", Shards(3, 3, 16), [3]),
    ],
)
def test_a_range_of_shards_is_read(given: str, shards: Shards, ids: list[int]) -> None:
    assert read_shards(given) == shards
    assert shards.ids == ids
    assert read_shards(str(shards)) == shards


@pytest.mark.parametrize("given", ["", "3", "0-3", "4-3/16", "0-16/16", "x/2", "0/0"])
def test_anything_else_is_a_sentence(given: str) -> None:
    with pytest.raises(ValueError, match="shards"):
        read_shards(given)
