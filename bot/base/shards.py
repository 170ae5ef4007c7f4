"""Which of Discord's shards a process serves: ``0-3/16`` are the first four of sixteen."""

import re
from typing import NamedTuple


class Shards(NamedTuple):
    """The shards of a process, from ``first`` to ``last``, of ``total``."""

    first: int
    last: int
    total: int

    @property
    def ids(self) -> list[int]:
        """Their numbers."""
        return [*range(self.first, self.last + 1)]

    def __str__(self) -> str:
        return f"{self.first}-{self.last}/{self.total}"


def read_shards(given: object) -> object:
    """Return the shards that a text names. Raises ``ValueError`` with a sentence."""
    if not isinstance(given, str):
        return given
    match = re.fullmatch(r"(\d+)(?:-(\d+))?/(\d+)", given.strip())
    if match is None:
        raise ValueError("write the shards of this process and how many there are in all: 0-3/16, say")
    first, total = int(match[1]), int(match[3])
    last = int(match[2] or first)
    if not first <= last < total:
        raise ValueError(f"there are {total} shards, from 0 to {total - 1}: {given} names others")
    return Shards(first, last, total)
