"""The life of a campaign: it is played, or it has ended."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Playing:
    """It is played."""


@dataclass(frozen=True, slots=True)
class AtEnd:
    """It ended then. Unless that ``is_final``, it can be reopened for some time."""

    at: datetime
    is_final: bool


Life = Playing | AtEnd
"""Both cases. Whatever says something of a campaign says it for each (``assert_never``)."""
PLAYING = Playing()
