r"""Dice that anybody can check, and dice that players roll on their own table.

Sealed dice: at founding a seed of 32 random bytes is drawn and its SHA-256, the seal, is published. Die *i* of a
campaign is read from HMAC-SHA256(key = seed, message = "words\ni\nblock"), where the words are those that the players
added before the first roll. A die of *n* sides takes the first byte below the greatest multiple of *n* that fits into
a byte, so that every face is equally likely; if all 32 bytes of a block are too high, the next block is read. The index
never goes back. When the campaign ends the seed is published and every die can be worked out again.

A blind pick among more than 256 things takes several dice of 256 sides as the digits of a number, highest first.
Numbers from the greatest multiple of that many things on are rolled again.
"""

from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from hmac import digest
from itertools import count
from typing import Annotated, Protocol, TypeVar

from pydantic import Field, model_validator

from rules.errors import DiceWanted, OtherDice, WrongDice
from rules.frozen import Frozen
from rules.line import Line, in_turn, line

T = TypeVar("T")

MOST_SIDES = 256
GLYPHS = "⚀⚁⚂⚃⚄⚅"
SEED_BYTES = 32
SALT_CHARACTERS = 32


class Roll(Frozen):
    """One roll: ``faces`` of dice with ``sides`` sides (1 to 256).

    ``first`` is the index of the first of them in the campaign's sealed dice, or None for dice rolled on the table.
    """

    sides: Annotated[int, Field(ge=1, le=MOST_SIDES)]
    faces: tuple[int, ...]
    first: Annotated[int, Field(ge=0)] | None = None

    @model_validator(mode="after")
    def _can_fall(self) -> "Roll":
        if any(not 1 <= face <= self.sides for face in self.faces):
            raise ValueError("a face is not on the die")
        return self

    @property
    def total(self) -> int:
        """The sum of the faces."""
        return sum(self.faces)

    @property
    def glyphs(self) -> str:
        """The faces as a player sees them on the table: ⚃⚁ for a 4 and a 2; numbers where the die has other sides."""
        if self.sides == len(GLYPHS):
            return "".join(GLYPHS[face - 1] for face in self.faces)
        return " + ".join(map(str, self.faces))

    @property
    def by_hand(self) -> bool:
        """Whether these dice were rolled on the players' table."""
        return self.first is None

    def __str__(self) -> str:
        return str(self.shown)

    @property
    def shown(self) -> Line:
        """The roll as a player reads it: ``2d6: 4 + 2 = 6 (die 12)``."""
        where = line("rolled on the table") if self.by_hand else line("die {number}", number=self.first)
        faces = " + ".join(map(str, self.faces))
        fell = f"{faces} = {self.total}" if len(self.faces) > 1 else faces
        return line("{dice}: {faces} ({where})", dice=f"{len(self.faces)}d{self.sides}", faces=fell, where=where)


def seal(seed: bytes) -> str:
    """The seal of a seed: its SHA-256 in hexadecimal, published at founding."""
    return sha256(seed).hexdigest()


def die(seed: bytes, words: str, index: int, sides: int) -> int:
    """Sealed die number ``index`` (from 0) as a die of ``sides`` sides (1 to 256): a face from 1 to ``sides``."""
    if not 1 <= sides <= MOST_SIDES:
        raise ValueError(f"no die has {sides} sides")
    for block in count():
        for byte in digest(seed, f"{words}\n{index}\n{block}".encode(), sha256):
            if byte < MOST_SIDES - MOST_SIDES % sides:
                return byte % sides + 1
    raise AssertionError("unreachable: count() has no end")


class Dice(Protocol):
    """What a procedure rolls with."""

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """Everything rolled and picked so far, in order."""
        ...

    def roll(self, number: int, sides: int) -> Roll:
        """Roll ``number`` dice of ``sides`` sides."""
        ...

    def pick(self, number: int, cup: Sequence[T]) -> tuple[T, ...]:
        """Take ``number`` things blindly out of a cup (fewer if it holds fewer). Always by sealed dice."""
        ...

    def salt(self, name: str) -> str:
        """A text that nobody can guess, another one for each name. It uses no die."""
        ...

    def repeat(self, rolls: Iterable[Roll]) -> None:
        """Count rolls of earlier entries among these, because what they decided was decided again."""
        ...


class SealedDice:
    """Dice read from the campaign's seed, from die ``first`` on."""

    def __init__(self, seed: bytes, words: str = "", first: int = 0) -> None:
        self._seed = seed
        self._words = words
        self._next = first
        self._rolls: list[Roll] = []

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """Everything rolled and picked so far, in order."""
        return tuple(self._rolls)

    def roll(self, number: int, sides: int) -> Roll:
        """Roll ``number`` dice of ``sides`` sides."""
        indexes = range(self._next, self._next + number)
        faces = tuple(die(self._seed, self._words, index, sides) for index in indexes)
        roll = Roll(sides=sides, faces=faces, first=self._next)
        self._next += number
        self._rolls.append(roll)
        return roll

    def pick(self, number: int, cup: Sequence[T]) -> tuple[T, ...]:
        """Take ``number`` things blindly out of a cup (fewer if it holds fewer)."""
        return picked(self.roll, number, cup)

    def salt(self, name: str) -> str:
        """HMAC-SHA256 of the name, half of it in hexadecimal. No die is read from the same message: those end with two
        numbers.
        """
        return digest(self._seed, f"{name}\nsalt".encode(), sha256).hex()[:SALT_CHARACTERS]

    def repeat(self, rolls: Iterable[Roll]) -> None:
        """Count rolls of earlier entries among these."""
        self._rolls.extend(rolls)


class PhysicalDice:
    """Dice that the players rolled on their own table, entered face by face; a blind pick stays sealed."""

    def __init__(self, faces: Sequence[int], sealed: SealedDice) -> None:
        self._faces = tuple(faces)
        self._sealed = sealed
        self._rolls: list[Roll] = []
        self._wanted: list[str] = []
        self._used = 0

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """Everything rolled and picked so far, in order."""
        return tuple(self._rolls)

    def roll(self, number: int, sides: int) -> Roll:
        """Take the next ``number`` faces. Raises ``DiceWanted`` when too few were given, ``WrongDice`` for a face
        that a die of ``sides`` sides does not have.
        """
        self._wanted.append(f"{number}d{sides}")
        faces = self._faces[self._used : self._used + number]
        if len(faces) < number:
            raise DiceWanted(tuple(self._wanted), len(self._faces))
        for face in faces:
            if not 1 <= face <= sides:
                raise WrongDice("A die of {sides} sides cannot show {face}.", sides=sides, face=face)
        self._used += number
        roll = Roll(sides=sides, faces=faces)
        self._rolls.append(roll)
        return roll

    def pick(self, number: int, cup: Sequence[T]) -> tuple[T, ...]:
        """Take ``number`` things blindly out of a cup (fewer if it holds fewer), by sealed dice."""
        before = len(self._sealed.rolls)
        picked = self._sealed.pick(number, cup)
        self._rolls.extend(self._sealed.rolls[before:])
        return picked

    def salt(self, name: str) -> str:
        """A text that nobody can guess, from the campaign's seed."""
        return self._sealed.salt(name)

    def repeat(self, rolls: Iterable[Roll]) -> None:
        """Count rolls of earlier entries among these."""
        self._rolls.extend(rolls)

    def check_all_used(self) -> None:
        """Raises ``WrongDice`` when more dice were given than were rolled."""
        if self._used < len(self._faces):
            raise WrongDice(
                "This roll needs {dice}. Number of dice entered: {number}.",
                dice=in_turn(self._wanted or ["no dice"]),
                number=len(self._faces),
            )


class RecordedDice:
    """Dice that fall as they fell before, in the same order. The ``sealed`` dice of the campaign stay as they are."""

    def __init__(self, rolls: Sequence[Roll], sealed: Dice) -> None:
        self._recorded = tuple(rolls)
        self._sealed = sealed
        self._rolls: list[Roll] = []

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """Everything rolled and picked so far, in order."""
        return tuple(self._rolls)

    def roll(self, number: int, sides: int) -> Roll:
        """The next roll, as it fell. Raises ``OtherDice`` if it was one of other dice."""
        (roll, *_) = self._recorded[len(self._rolls) :] or (None,)
        if roll is None or (len(roll.faces), roll.sides) != (number, sides):
            raise OtherDice
        self._rolls.append(roll)
        return roll

    def pick(self, number: int, cup: Sequence[T]) -> tuple[T, ...]:
        """Take ``number`` things blindly out of a cup, as those dice say. Raises ``OtherDice``."""
        return picked(self.roll, number, cup)

    def salt(self, name: str) -> str:
        """A text that nobody can guess, from the campaign's seed."""
        return self._sealed.salt(name)

    def repeat(self, rolls: Iterable[Roll]) -> None:
        """Count rolls of earlier entries among these."""
        self._rolls.extend(rolls)

    def check_all_used(self) -> None:
        """Raises ``OtherDice`` when more dice fell than are rolled now."""
        if len(self._rolls) < len(self._recorded):
            raise OtherDice


def picked(roll: Callable[[int, int], Roll], number: int, cup: Sequence[T]) -> tuple[T, ...]:
    """Things taken blindly out of a cup: one die a thing, of as many sides as there are things left; above 256 of them,
    dice of 256 sides that are read as the digits of a number.
    """
    left = list(cup)
    return tuple(left.pop(_place(roll, len(left))) for _ in range(min(number, len(left))))


def _place(roll: Callable[[int, int], Roll], things: int) -> int:
    """A place among things, counted from 0, each equally likely.

    The dice of a number that is at or above the greatest multiple of ``things`` are rolled again.
    """
    if things <= MOST_SIDES:
        return roll(1, things).total - 1
    digits = next(each for each in count(2) if things <= MOST_SIDES**each)
    least = MOST_SIDES**digits % things
    while True:
        number = int.from_bytes(bytes(face - 1 for face in roll(digits, MOST_SIDES).faces), "big")
        if number < MOST_SIDES**digits - least:
            return number % things


def recheck(seed: bytes, words: str, rolls: Iterable[Roll]) -> tuple[Roll, ...]:
    """The sealed rolls among ``rolls`` that do not match the seed."""
    return tuple(
        roll
        for roll in rolls
        if roll.first is not None and SealedDice(seed, words, roll.first).roll(len(roll.faces), roll.sides) != roll
    )


def read_faces(text: str) -> tuple[int, ...]:
    """The faces in ``"4 3 6"`` (spaces, commas or + between them). Raises ``WrongDice`` for anything else."""
    words = text.replace(",", " ").replace("+", " ").split()
    if not all(word.isascii() and word.isdigit() and len(word) <= 3 for word in words):
        raise WrongDice("Enter the faces of the dice, e.g. `dice:4 3 6`.")
    return tuple(map(int, words))
