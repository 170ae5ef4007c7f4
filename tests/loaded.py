"""Loaded dice: the same die of a seed falls alike, whoever presses.

A script is written for the dice that it meets; with the program's own dice each of them would change with every step
that is added before it. What the true dice do is tested where ``true_dice`` are asked for.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from hmac import digest
from itertools import count

import rules.dice

true_die = rules.dice.die


def loaded_die(seed: bytes, index: int, sides: int, press: int = 0, *, is_secret: bool = False) -> int:  # noqa: ARG001 (it makes no difference)
    """A die of a seed, whoever presses for it."""
    for block in count():
        for byte in digest(seed, f"\n{index}\n{block}".encode(), sha256):
            if byte < 256 - 256 % sides:
                return byte % sides + 1
    raise AssertionError("unreachable: count() has no end")


def load() -> None:
    """All sealed dice of this process are loaded from now on."""
    rules.dice.die = loaded_die


@contextmanager
def true_dice() -> Iterator[None]:
    """The program's own dice fall for as long as this lasts."""
    before, rules.dice.die = rules.dice.die, true_die
    try:
        yield
    finally:
        rules.dice.die = before
