r"""Dice that anybody can check, and dice that players roll on their own table.

Nobody knows sealed dice before they fall. Each is read from a key, which was fixed when the campaign was founded, and
from the press that asked for it, whose number Discord makes in that moment. Die *i* of a campaign is read from
HMAC-SHA256(key, message = "press\n\ni\nblock"). A die of *n* sides takes the first byte below the greatest multiple of
*n* that fits into a byte, so that every face is equally likely; if all 32 bytes of a block are too high, the next block
is read. The index never goes back.

Open dice: each has a key of its own, and each key is the SHA-256 of the next one. There are 64 chains of 1,024 keys; a
chain's head is the SHA-256 of its first key. A key is told with its die: its SHA-256, taken often enough, is the key of
a die before it, and at last the head. Nobody gets from it to a key to come.

Secret draws: one key for all of them comes from the seed of 32 random bytes, from which the chains come too. The seed
is told when the campaign has ended; its SHA-256 is the last of the heads. The seal, the SHA-256 of all heads, is
published at founding.

A blind pick among more than 256 things takes several dice of 256 sides as the digits of a number, highest first.
Numbers from the greatest multiple of that many things on are rolled again.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from hashlib import sha256
from hmac import digest
from itertools import count
from typing import Annotated, NamedTuple, TypeVar

from pydantic import Field, model_validator

from rules.errors import DiceWanted, NotNow, OtherDice, WrongDice
from rules.frozen import Frozen
from rules.line import Line, in_turn, line

T = TypeVar("T")

MOST_SIDES = 256
GLYPHS = "⚀⚁⚂⚃⚄⚅"
SEED_BYTES = 32
SALT_CHARACTERS = 32
CHAINS = 64
CHAIN_KEYS = 1024
MOST_DICE = CHAINS * CHAIN_KEYS
"""The dice for which a campaign has keys."""


class Source(NamedTuple):
    """What sealed dice come from: the campaign's seed, and Discord's number of the press that asks for them."""

    seed: bytes
    press: int


class Roll(Frozen):
    """One roll: ``faces`` of dice with ``sides`` sides (1 to 256).

    ``first`` is the index of the first of them in the campaign's sealed dice, or None for dice rolled on the table.
    ``press`` is the number that Discord gave to the press that asked for sealed dice. Those of a draw that
    ``is_secret`` are read from the key of secret draws.
    """

    sides: Annotated[int, Field(ge=1, le=MOST_SIDES, strict=True)]
    faces: tuple[Annotated[int, Field(strict=True)], ...]
    first: Annotated[int, Field(ge=0, strict=True)] | None = None
    press: Annotated[int, Field(strict=True)] = 0
    is_secret: bool = False

    @model_validator(mode="after")
    def _can_fall(self) -> "Roll":
        if not 1 <= min(self.faces, default=1) <= max(self.faces, default=1) <= self.sides:
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

    @property
    def is_open(self) -> bool:
        """Whether these are sealed dice that everybody saw fall."""
        return self.first is not None and not self.is_secret

    @property
    def indexes(self) -> range:
        """The indexes of these sealed dice, in the order of their faces."""
        return range(self.first or 0, (self.first or 0) + len(self.faces))

    def __str__(self) -> str:
        return str(self.shown)

    @property
    def shown(self) -> Line:
        """The roll as a player reads it: ``2d6 → 4 + 2 = **6**``."""
        faces = f"{' + '.join(map(str, self.faces))} = " if len(self.faces) > 1 else ""
        shown = line(
            "{dice} → {faces}**{total}**", dice=f"{len(self.faces)}d{self.sides}", faces=faces, total=self.total
        )
        return line("{roll} (rolled on the table)", roll=shown) if self.by_hand else shown


def seal(seed: bytes) -> str:
    """Return the seal of a seed, published at founding."""
    return seal_over(heads(seed))


def seal_over(told: Iterable[str]) -> str:
    """Return the seal of some heads: the SHA-256 of them, a line each, in hexadecimal."""
    return sha256("\n".join(told).encode()).hexdigest()


@lru_cache(maxsize=32)
def _chain(seed: bytes, number: int) -> tuple[bytes, ...]:
    """Return the keys of a chain, in the order in which they are told."""
    keys = [digest(seed, f"chain {number}".encode(), sha256)]
    for _ in range(CHAIN_KEYS - 1):
        keys.append(sha256(keys[-1]).digest())
    return tuple(reversed(keys))


def key(seed: bytes, index: int) -> bytes:
    """Return the key of open die number ``index`` (0 to ``MOST_DICE`` - 1)."""
    chain, place = divmod(index, CHAIN_KEYS)
    return _chain(seed, chain)[place]


def secret_key(seed: bytes) -> bytes:
    """Return the key of all secret draws."""
    return digest(seed, b"draws", sha256)


@lru_cache(maxsize=16)
def heads(seed: bytes) -> tuple[str, ...]:
    """Return what the keys of all dice lead to, in hexadecimal: the head of each chain, and the SHA-256 of the seed."""
    firsts = (_chain.__wrapped__(seed, number)[0] for number in range(CHAINS))
    return tuple(sha256(each).hexdigest() for each in (*firsts, seed))


def leads_to(told: bytes, index: int, before: bytes, earlier: int | None) -> bool:
    """Return whether the key of die ``index`` leads to a key that was told before: that of die ``earlier``, or to the
    head of its chain, if that is None.
    """
    steps = index % CHAIN_KEYS + 1 if earlier is None else index - earlier
    for _ in range(steps):
        told = sha256(told).digest()
    return told == before


def die(seed: bytes, index: int, sides: int, press: int = 0, *, is_secret: bool = False) -> int:
    """Sealed die number ``index`` (from 0) as a die of ``sides`` sides (1 to 256): a face from 1 to ``sides``."""
    return read_die(secret_key(seed) if is_secret else key(seed, index), index, sides, press)


def read_die(told: bytes, index: int, sides: int, press: int) -> int:
    """Return the face of a die, from the key that its reader was told. Raises ``ValueError`` for impossible sides."""
    if not 1 <= sides <= MOST_SIDES:
        raise ValueError(f"no die has {sides} sides")
    for block in count():
        for byte in digest(told, f"{press}\n\n{index}\n{block}".encode(), sha256):
            if byte < MOST_SIDES - MOST_SIDES % sides:
                return byte % sides + 1
    raise AssertionError("unreachable: count() has no end")


class Dice(ABC):
    """What a procedure rolls with."""

    def __init__(self) -> None:
        self._rolls: list[Roll] = []

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """Everything rolled and picked so far, in order."""
        return tuple(self._rolls)

    def repeat(self, rolls: Iterable[Roll]) -> None:
        """Count rolls of earlier entries among these, because what they decided was decided again."""
        self._rolls.extend(rolls)

    @property
    @abstractmethod
    def fall_by_themselves(self) -> bool:
        """Whether more can fall without a player who rolls them on the table."""

    @abstractmethod
    def roll(self, number: int, sides: int, *, secretly: bool = False) -> Roll:
        """Roll ``number`` dice of ``sides`` sides. Everybody sees them, unless they are rolled ``secretly``."""

    @abstractmethod
    def pick(self, number: int, cup: Sequence[T], *, secretly: bool = False) -> tuple[T, ...]:
        """Take ``number`` things blindly out of a cup (fewer if it holds fewer). Everybody sees them, unless they are
        picked ``secretly``. Always by sealed dice.
        """

    @abstractmethod
    def salt(self, name: str) -> str:
        """Return a text that nobody can guess, another one for each name. It uses no die."""


class SealedDice(Dice):
    """Dice read from the campaign's seed, from die ``first`` on, for whoever has pressed."""

    def __init__(self, seed: bytes, first: int = 0, press: int = 0) -> None:
        super().__init__()
        self._seed = seed
        self._next = first
        self._press = press

    @property
    def fall_by_themselves(self) -> bool:
        return True

    def roll(self, number: int, sides: int, *, secretly: bool = False) -> Roll:
        """Roll ``number`` dice of ``sides`` sides. Raises ``NotNow`` when there are no keys left for open ones."""
        if not secretly and self._next + number > MOST_DICE:
            said = "All {most} dice of this campaign have been rolled. End it, and start another."
            raise NotNow(said, most=MOST_DICE)
        indexes = range(self._next, self._next + number)
        faces = tuple([die(self._seed, index, sides, self._press, is_secret=secretly) for index in indexes])
        roll = Roll(sides=sides, faces=faces, first=self._next, press=self._press, is_secret=secretly)
        self._next += number
        self._rolls.append(roll)
        return roll

    def pick(self, number: int, cup: Sequence[T], *, secretly: bool = False) -> tuple[T, ...]:
        return picked(partial(self.roll, secretly=secretly), number, cup)

    def salt(self, name: str) -> str:
        """HMAC-SHA256 of the name, half of it in hexadecimal. No die is read from the same message: those end with two
        numbers.
        """
        return digest(self._seed, f"{name}\nsalt".encode(), sha256).hex()[:SALT_CHARACTERS]


class PhysicalDice(Dice):
    """Dice that the players rolled on their own table, entered face by face; a blind pick stays sealed."""

    def __init__(self, faces: Sequence[int], sealed: SealedDice) -> None:
        super().__init__()
        self._faces = tuple(faces)
        self._sealed = sealed
        self._wanted: list[str] = []
        self._used = 0

    @property
    def fall_by_themselves(self) -> bool:
        return False  # one throw after the other is asked for

    def roll(self, number: int, sides: int, *, secretly: bool = False) -> Roll:
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

    def pick(self, number: int, cup: Sequence[T], *, secretly: bool = False) -> tuple[T, ...]:
        before = len(self._sealed.rolls)
        taken = self._sealed.pick(number, cup, secretly=secretly)
        self._rolls.extend(self._sealed.rolls[before:])
        return taken

    def salt(self, name: str) -> str:
        return self._sealed.salt(name)

    def check_all_used(self) -> None:
        """Raises ``WrongDice`` when more dice were given than were rolled."""
        if self._used < len(self._faces):
            raise WrongDice(
                "This roll needs {dice}. Number of dice entered: {number}.",
                dice=in_turn(self._wanted or ["no dice"]),
                number=len(self._faces),
            )


class RecordedDice(Dice):
    """Dice that fall as they fell before, in the same order. The ``sealed`` dice of the campaign stay as they are."""

    def __init__(self, rolls: Sequence[Roll], sealed: Dice) -> None:
        super().__init__()
        self._recorded = tuple(rolls)
        self._sealed = sealed

    @property
    def fall_by_themselves(self) -> bool:
        left = self._recorded[len(self._rolls) :]
        return bool(left) and not left[0].by_hand

    def roll(self, number: int, sides: int, *, secretly: bool = False) -> Roll:
        """Return the next roll, as it fell. Raises ``OtherDice`` if it was one of other dice."""
        (roll, *_) = self._recorded[len(self._rolls) :] or (None,)
        if roll is None or (len(roll.faces), roll.sides) != (number, sides):
            raise OtherDice
        self._rolls.append(roll)
        return roll

    def pick(self, number: int, cup: Sequence[T], *, secretly: bool = False) -> tuple[T, ...]:
        return picked(self.roll, number, cup)

    def salt(self, name: str) -> str:
        return self._sealed.salt(name)

    def check_all_used(self) -> None:
        """Raises ``OtherDice`` when more dice fell than are rolled now."""
        if len(self._rolls) < len(self._recorded):
            raise OtherDice


def picked(roll: Callable[[int, int], Roll], number: int, cup: Sequence[T]) -> tuple[T, ...]:
    """Things taken blindly out of a cup: one die a thing, of as many sides as there are things left; above 256 of them,
    dice of 256 sides that are read as the digits of a number.
    """
    left = list(cup)
    return tuple([left.pop(_place(roll, len(left))) for _ in range(min(number, len(left)))])


def _place(roll: Callable[[int, int], Roll], things: int) -> int:
    """Return a place among things, counted from 0, each equally likely.

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


def recheck(seed: bytes, rolls: Iterable[Roll]) -> tuple[Roll, ...]:
    """Return the sealed rolls among ``rolls`` that do not match the seed."""
    return tuple(roll for roll in rolls if roll.first is not None and _faces(seed, roll) != roll.faces)


def _faces(seed: bytes, roll: Roll) -> tuple[int, ...]:
    """Return the faces of a sealed roll, worked out again."""
    return tuple(die(seed, index, roll.sides, roll.press, is_secret=roll.is_secret) for index in roll.indexes)


def read_faces(text: str) -> tuple[int, ...]:
    """Return the faces in ``"4 3 6"`` (spaces, commas or + between them). Raises ``WrongDice`` for anything else."""
    words = text.replace(",", " ").replace("+", " ").split()
    if not all(word.isascii() and word.isdigit() and len(word) <= 3 for word in words):
        raise WrongDice("Enter the faces of the dice, e.g. `dice:4 3 6`.")
    return tuple(map(int, words))
