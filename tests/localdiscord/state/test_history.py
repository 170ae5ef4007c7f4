"""Pages of a channel's messages."""

import pytest

from localdiscord.state.history import page_of

MESSAGES = [{"id": str(number)} for number in range(100, 200)]


@pytest.mark.parametrize(
    ("asked", "first", "last"),
    [
        ({}, 150, 199), ({"limit": 3}, 197, 199), ({"before": 150}, 100, 149), ({"before": 103}, 100, 102),
        ({"after": 149}, 150, 199), ({"after": 120, "limit": 2}, 121, 122),
        ({"around": 150, "limit": 10}, 145, 154), ({"around": 101, "limit": 10}, 100, 109),
    ],
)  # fmt: skip
def test_a_page_is_the_messages_beside_an_id(asked: dict[str, int], first: int, last: int) -> None:
    found = [int(message["id"]) for message in page_of(MESSAGES, asked)]
    assert found == list(range(first, last + 1))


def test_beyond_either_end_there_is_nothing() -> None:
    assert page_of(MESSAGES, {"before": 100}) == page_of(MESSAGES, {"after": 199}) == page_of([], {}) == []
