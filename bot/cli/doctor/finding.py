"""What the doctor says about one thing."""

from dataclasses import dataclass
from typing import Literal

Level = Literal["ok", "warning", "fault"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One line: what was looked at, how it is, and, unless it is well, what to do."""

    about: str
    level: Level
    said: str

    def __str__(self) -> str:
        return f"{self.level:<7}  {self.about}: {self.said}"


def ok(about: str, said: str) -> Finding:
    """All is well."""
    return Finding(about, "ok", said)


def warning(about: str, said: str) -> Finding:
    """The bot runs, but somebody should do something."""
    return Finding(about, "warning", said)


def fault(about: str, said: str) -> Finding:
    """The bot cannot run like this, or loses something."""
    return Finding(about, "fault", said)
