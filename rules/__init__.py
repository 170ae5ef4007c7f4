"""The rules: pure values and functions. They know the games; they do no I/O and use no clock and no chance."""

VERSION = "0.5"
"""The version of the rules. It counts up when the same command in the same state leads to other events than before, and
when a log gets anything that the version before could not read."""


def is_newer(version: str) -> bool:
    """Return whether a version of the rules is newer than this one, so that its logs may be unreadable here."""
    return _parts(version) > _parts(VERSION)


def _parts(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdecimal())
