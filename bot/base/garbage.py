"""What the collector of garbage goes through while the bot runs."""

import gc

SELDOM = (20_000, 20, 20)
"""New values before a young collection, rounds before an older one: a fifth of a roll went into looking for nothing."""


def spare_what_stays() -> None:
    """From now on what is loaded is left alone, and what comes new is gone through seldom: the games, the commands and
    their texts stay as long as the process.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*SELDOM)
