"""Dice one throw at a time, as the tables call for them."""

from collections.abc import Iterator

from rules.command import Procedure
from rules.dice import Dice, PhysicalDice, Roll
from rules.errors import DiceWanted
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.state import FieldsEvent, State
from rules.games.fields_of_despair.wording import listed
from rules.notice import Public, tell_all


class DiceLeftOver(FieldsEvent):
    """More dice were given than the tables called for; they count for nothing."""

    faces: tuple[int, ...]

    def apply(self, data: FieldsData, state: State) -> State:
        return state

    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_all("Not needed: {faces}.", faces=listed(self.faces))


def next_throw(dice: Dice, number: int, sides: int, *, can_wait: bool = False) -> Roll | None:
    """Return a throw that follows others. None where the players roll on their own table and have not rolled it yet:
    what was done before it stands, and the bot asks for this throw alone.

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


def and_the_rest(procedure: Procedure[State], dice: Dice) -> Procedure[State]:
    """Carry out a procedure; dice that it did not call for are told and ignored, unless it rolls none at all."""
    yield from procedure
    if isinstance(dice, PhysicalDice) and any(roll.by_hand for roll in dice.rolls):
        faces: list[int] = []
        while (roll := next_throw(dice, 1, 6, can_wait=True)) is not None:
            faces += roll.faces
        if faces:
            yield DiceLeftOver(faces=tuple(faces))
