"""How markers and counts are written."""

from collections import Counter
from collections.abc import Iterable

from rules.games.marne_1918.tables import MarneTables
from rules.notice import Hidden, Shown
from rules.pool import Symbol


def shown(tables: MarneTables, marker: str) -> Shown:
    """The name of a marker that lies face up."""
    return Shown(tables.name(marker))


def secret_name(tables: MarneTables, marker: Hidden[str]) -> Hidden[str]:
    """The name of a marker that lies face down."""
    return Hidden(tables.name(marker.peek()))


def symbols(tables: MarneTables, marker: str) -> str:
    """The symbols of a marker as printed: ``£#``."""
    printed = tables.type_of(marker).symbols
    return "".join(symbol for symbol in Symbol if symbol in printed)


def counted(names: Iterable[str]) -> str:
    """``2 × Air unit, Pershing``."""
    return ", ".join(f"{count} × {name}" if count > 1 else name for name, count in Counter(names).items())


def markers(count: int) -> Shown:
    """``1 marker``, ``3 markers``."""
    return Shown("1 marker" if count == 1 else f"{count} markers")
