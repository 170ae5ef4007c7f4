"""The modules of the events, for the game that lists them all."""

from rules.games.gathering_storm.log_events import (
    countries,
    dealing,
    diplomacy,
    entries,
    ledger,
    placement,
    playing,
    printed_deck,
    research,
    turn,
)

MODULES = (
    dealing,
    playing,
    placement,
    research,
    turn,
    entries,
    countries,
    diplomacy,
    ledger,
    printed_deck,
)
