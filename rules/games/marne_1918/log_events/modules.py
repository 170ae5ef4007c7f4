"""The modules of the events, for the game that lists them all."""

from rules.games.marne_1918.log_events import (
    americans,
    board,
    box,
    command_shakeup,
    doctrine,
    flight,
    hand,
    mangin,
    playing,
    reactions,
    scenarios,
    turn,
)

MODULES = (
    americans,
    board,
    box,
    doctrine,
    command_shakeup,
    flight,
    hand,
    mangin,
    playing,
    reactions,
    scenarios,
    turn,
)
