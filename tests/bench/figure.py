"""A figure: what was measured, beside what, and what it should be."""

import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

BATCHES = 6


@dataclass(frozen=True)
class Figure:
    """A measured figure with the least and greatest of its batches, and its aim, if it has one."""

    what: str
    value: float
    least: float
    most: float
    unit: str
    aim: float | None = None
    at_least: bool = False

    @property
    def holds(self) -> bool:
        if self.aim is None:
            return True
        return self.value >= self.aim if self.at_least else self.value <= self.aim

    def __str__(self) -> str:
        spread = f"({self.least:,.2f} to {self.most:,.2f})"
        line = f"{self.what:72} {self.value:12,.2f} {self.unit:3} {spread:26}"
        if self.aim is None:
            return line.rstrip()
        return f"{line} aim {'>=' if self.at_least else '<='} {self.aim:,.2f}  {'ok' if self.holds else 'MISSED'}"

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"holds": self.holds}


def ratio(what: str, over: Sequence[float], under: Sequence[float], aim: float | None = None, **more: Any) -> Figure:
    """The ratio of two medians, and of those of their batches."""
    pairs = [statistics.median(a) / statistics.median(b) for a, b in zip(_batches(over), _batches(under), strict=True)]
    return Figure(
        what, statistics.median(over) / statistics.median(under), min(pairs), max(pairs), "x", aim, **more
    )  # fmt: skip


def tail_ratio(what: str, over: Sequence[float], under: Sequence[float], aim: float) -> Figure:
    """The ratio of two 99th percentiles."""
    value = p99(over) / p99(under)
    return Figure(what, value, value, value, "x", aim)


def median(what: str, values: Sequence[float], unit: str, aim: float, **more: Any) -> Figure:
    return Figure(what, statistics.median(values), min(values), max(values), unit, aim, **more)


def p99(values: Sequence[float]) -> float:
    return statistics.quantiles(values, n=100)[98]


def _batches(values: Sequence[float]) -> list[Sequence[float]]:
    size = max(1, len(values) // BATCHES)
    return [values[n : n + size] for n in range(0, size * min(BATCHES, len(values)), size)]
