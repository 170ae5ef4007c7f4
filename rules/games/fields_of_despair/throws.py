"""Dice one throw at a time, as the tables call for them."""

from rules.dice import Dice, Roll
from rules.errors import DiceWanted


def next_throw(dice: Dice, number: int, sides: int, *, can_wait: bool = False) -> Roll | None:
    """A throw that follows others. None where the players roll on their own table and have not rolled it yet: what was
    done before it stands, and the bot asks for this throw alone.

    ``can_wait``: it follows what the players have just entered, so it waits even where it is the first of a command.
    Raises ``DiceWanted`` for the first throw, and where only some dice of a throw were given.
    """
    try:
        return dice.roll(number, sides)
    except DiceWanted as wanted:
        before = sum(int(throw.partition("d")[0]) for throw in wanted.wanted[:-1])
        if wanted.given > before or not (before or can_wait):
            raise
        return None
