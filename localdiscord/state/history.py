"""A page of a channel's messages, as Discord gives one."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from typing import Final

from localdiscord.errors import Json

USUAL_MESSAGES: Final = 50


def page_of(messages: Sequence[Json], asked: Mapping[str, int]) -> list[Json]:
    """The messages `around`, `after` or `before` an id, or else the newest: `limit` of them, the oldest first."""
    limit = asked.get("limit", USUAL_MESSAGES)
    ids = [int(message["id"]) for message in messages]
    if "around" in asked:
        start = max(0, bisect_left(ids, asked["around"]) - limit // 2)
    elif "after" in asked:
        start = bisect_right(ids, asked["after"])
    else:
        end = bisect_left(ids, asked["before"]) if "before" in asked else len(ids)
        return list(messages[max(0, end - limit) : end])
    return list(messages[start : start + limit])
