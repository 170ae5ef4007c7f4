"""The rules: pure values and functions. No I/O, no clock, no Discord, no database, no chance."""
