"""How markers are named and counted in texts."""

from collections import Counter
from collections.abc import Iterable

from rules.games.marne_1918.data import MarneData
from rules.line import Listed, line
from rules.pool import Symbol
from rules.secrets import Hidden, Shown


def shown(data: MarneData, marker: str) -> Shown:
    """The name of a marker that lies face up."""
    return Shown(data.name(marker))


def secret_name(data: MarneData, marker: Hidden[str]) -> Hidden[str]:
    """The name of a marker that lies face down."""
    return Hidden(data.name(marker.value))


def symbols(data: MarneData, marker: str) -> str:
    """The symbols of a marker as printed: ``£#``."""
    printed = data.type_of(marker).symbols
    return "".join(symbol for symbol in Symbol if symbol in printed)


def counted(names: Iterable[str]) -> Listed:
    """A list of names in which equal ones are counted: ``2 × Air unit, Pershing``."""
    return Listed(
        line("{count} × {name}", count=count, name=name) if count > 1 else name
        for name, count in Counter(names).items()
    )
