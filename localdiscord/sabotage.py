"""What goes wrong on this server: the faults and the chaos that a test injected."""

import logging

from localdiscord.chaos import Chaos, Disturbance
from localdiscord.faults import Fault

log = logging.getLogger(__name__)


class Sabotage:
    """Decides for each request, event and interaction whether it goes wrong; a single fault comes before the chaos."""

    def __init__(self) -> None:
        self._faults: list[Fault] = []
        self._chaos: Chaos | None = None

    def add(self, cause: Fault | Chaos) -> None:
        """Adds a fault, or begins a chaos in the place of the one before; its seed is logged."""
        if isinstance(cause, Fault):
            self._faults.append(cause)
        else:
            self._chaos = cause
            log.warning("The local Discord fails at random: %s", cause)

    def end(self) -> None:
        """Lets nothing go wrong any more."""
        self._faults.clear()
        self._chaos = None

    def take_fault(self, method: str, path: str) -> Fault | None:
        """The fault that hits this request, if any; a single one has one time less afterwards."""
        for fault in self._faults:
            if fault.times and (fault.method, fault.path) == (method, path):
                fault.times -= 1
                return fault
        return self._chaos.fault(method, path) if self._chaos else None

    def disturbance(self, shard: int) -> Disturbance | None:
        """What happens to a connection of this shard after an event, if anything."""
        return self._chaos.disturbance(shard) if self._chaos else None

    def count_deliveries(self) -> int:
        """How many times an interaction is delivered."""
        return self._chaos.count_deliveries() if self._chaos else 1
