"""The modules of the events, for the game that lists them all."""

from rules.games.fields_of_despair.log_events import (
    air,
    artillery,
    breakouts,
    combat,
    cp_start,
    eastern_front,
    economy,
    facts,
    offensives,
    reset,
    score,
    sequence,
    setup,
    throws,
)

MODULES = (
    setup,
    facts,
    sequence,
    economy,
    eastern_front,
    air,
    artillery,
    combat,
    cp_start,
    offensives,
    breakouts,
    reset,
    throws,
    score,
)
