"""The events of Fields of Despair, by chapter: what each changes and tells.

A table that was read stands in its event as a ``Reading``; ``revealed`` is what the Revealed SPs marker reads
afterwards. Nothing is secret, because the Central Powers have no player.
"""

from rules.games.fields_of_despair.events import (
    air,
    artillery,
    breakouts,
    combat,
    cp_start,
    eastern_front,
    economy,
    front,
    offensives,
    reset,
    sequence,
    setup,
    throws,
)

MODULES = (
    setup, front, sequence, economy, eastern_front, air, artillery, combat, cp_start, offensives, breakouts, reset,
    throws,
)  # fmt: skip
