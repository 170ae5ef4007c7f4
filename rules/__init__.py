"""The rules: pure values and functions. They know the games; they do no I/O and use no clock and no chance."""

VERSION = "0.4"
"""The version of the rules. It counts up when the same command in the same state leads to other events than before."""
