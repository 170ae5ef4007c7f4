"""The life of a campaign: it is played, it has ended, or it lies in the trash."""

from dataclasses import dataclass
from datetime import datetime
from typing import assert_never


@dataclass(frozen=True, slots=True)
class Playing:
    """It is played."""


@dataclass(frozen=True, slots=True)
class AtEnd:
    """It ended then. Unless that ``is_final``, it can be reopened for some time."""

    at: datetime
    is_final: bool


@dataclass(frozen=True, slots=True)
class InTrash:
    """It was put in the trash then; what it was ``before``, it is again once it is brought back."""

    at: datetime
    before: Playing | AtEnd


Life = Playing | AtEnd | InTrash
"""Every case. Whatever says something of a campaign says it for each (``assert_never``)."""
PLAYING = Playing()


def before_trash(life: Life) -> Playing | AtEnd:
    """What a campaign is, the trash apart."""
    match life:
        case Playing() | AtEnd():
            return life
        case InTrash():
            return life.before
        case _:
            assert_never(life)
