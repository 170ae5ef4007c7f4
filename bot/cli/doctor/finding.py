"""What the doctor says about one thing."""

from dataclasses import dataclass
from functools import partial
from typing import Literal

Level = Literal["ok", "warning", "fault"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: what was looked at, how it is, and, unless it is well, what to do."""

    level: Level
    about: str
    said: str

    def __str__(self) -> str:
        return f"{self.level:<7}  {self.about}: {self.said}"


ok = partial(Finding, "ok")
"""All is well."""
warning = partial(Finding, "warning")
"""The bot runs, but somebody should do something."""
fault = partial(Finding, "fault")
"""The bot cannot run like this, or loses something."""
