"""How fast somebody may go on, as it is set."""

import re
from typing import Any, NamedTuple


class Pace(NamedTuple):
    """``burst`` at once, and as many again in so many ``seconds``."""

    burst: int
    seconds: float

    def __str__(self) -> str:
        return f"{self.burst}/{self.seconds:g}"


WITHOUT_LIMIT = Pace(10**8, 1)


class Paces(NamedTuple):
    """How fast one user may go on, all users of a server together, and one user who types."""

    user: Pace = Pace(20, 10)
    server: Pace = Pace(200, 10)
    typing: Pace = Pace(60, 10)


UNHURRIED: dict[str, Any] = {"pace_user": WITHOUT_LIMIT, "pace_server": WITHOUT_LIMIT, "pace_typing": WITHOUT_LIMIT}
"""The settings of a bot on a machine on which nobody is a stranger."""


def read_pace(given: object) -> object:
    """Return the pace that a text names: ``20/10``. Raises ``ValueError`` with a sentence."""
    if not isinstance(given, str):
        return given
    match = re.fullmatch(r"(\d{1,9})/(\d{1,5}(?:\.\d{1,3})?)", given.strip())
    if match is None or not int(match[1]) or not float(match[2]):
        raise ValueError("write how many at once, and in how many seconds as many again: 20/10, say")
    return Pace(int(match[1]), float(match[2]))
