"""What players type: hexes, hexes with numbers, attacks, counters, and the fields of forms."""

import re
from collections.abc import Iterable
from typing import Annotated, NamedTuple

from pydantic import BeforeValidator, Field

from rules.errors import NotThere
from rules.games.fields_of_despair.data import HEX_FORM, Hex
from rules.games.fields_of_despair.state import Attack

# as many as a form's field has room for
MOST_HEXES = 45
MOST_SPS = 400
# what players type after a hex for a face-down block: ``I06 down``
FACE_DOWN = "down"

Sps = Annotated[int, Field(ge=0, le=MOST_SPS)]
# a field of a form that is left empty comes as an empty text
PrintedLimit = Annotated[
    Annotated[int, Field(ge=1, le=MOST_SPS)] | None, BeforeValidator(lambda given: None if given == "" else given)
]
Typed = Annotated[str, Field(max_length=300)]
TypedHex = Annotated[str, Field(max_length=10)]
Reason = Annotated[str, Field(min_length=3, max_length=200)]


class Valued(NamedTuple):
    """A hex and the number after it."""

    hex: Hex
    value: int


def read_hex(text: str) -> Hex:
    """``i6`` as ``I06``. Raises ``NotThere`` if it is not a hex."""
    found = re.fullmatch(r"([A-Ma-m])(\d{1,2})", text.strip())
    if not found:
        raise NotThere(f"“{text[:20]}” is not a hex. Write {HEX_FORM}.")
    return f"{found[1].upper()}{int(found[2]):02}"


def read_hexes(text: str) -> tuple[Hex, ...]:
    """``A05, b6 I06``: hexes with spaces or commas between. Raises ``NotThere`` for another word or a hex twice."""
    hexes = tuple(read_hex(word) for word in _words(text))
    _check_once(hexes)
    return hexes


def read_valued(text: str) -> tuple[Valued, ...]:
    """``A05 4, B06 1``: each hex with a number. Raises ``NotThere`` for anything else or a hex twice."""
    words = _words(text)
    if len(words) % 2:
        raise NotThere("Write a number after each hex, e.g. A05 4, B06 1.")
    pairs = tuple(
        Valued(read_hex(hex_), read_number(number)) for hex_, number in zip(words[::2], words[1::2], strict=True)
    )
    _check_once(pair.hex for pair in pairs)
    return pairs


def read_attacks(text: str) -> tuple[Attack, ...]:
    """``A05 4+18, C07 3``: artillery + blocks in each hex; one number is artillery alone.

    Raises ``NotThere`` for anything else, a hex twice, or a hex with no SPs.
    """
    words = _words(re.sub(r"\s*\+\s*", "+", text))
    if not words or len(words) % 2:
        raise NotThere(
            "Write artillery + blocks after each hex, e.g. A05 4+18, B06 0+12. One number alone is artillery."
        )
    attacks = []
    for hex_, sps in zip(words[::2], words[1::2], strict=True):
        artillery, _, blocks = sps.partition("+")
        attack = Attack(hex=read_hex(hex_), artillery=read_number(artillery), blocks=read_number(blocks or "0"))
        if not attack.sps:
            raise NotThere(f"The attack on {attack.hex} has no SPs.")
        attacks.append(attack)
    _check_once(attack.hex for attack in attacks)
    return tuple(attacks)


def read_counters(text: str) -> tuple[int, ...]:
    """``4 3 3``: the values of counters, the largest first. Raises ``NotThere`` for anything else."""
    values = tuple(read_number(word) for word in _words(text))
    if not all(1 <= value <= 10 for value in values) or len(values) > 12:
        raise NotThere("Write the value of each counter, 1 to 10, e.g. 4 3 3. At most 12 counters fit.")
    return tuple(sorted(values, reverse=True))


def read_number(word: str) -> int:
    """A whole number from 0 to 400. Raises ``NotThere`` for anything else."""
    word = word.strip()
    if not (word.isascii() and word.isdigit()) or len(word) > 4 or int(word) > MOST_SPS:
        raise NotThere(f"“{word[:20]}” is not a number from 0 to {MOST_SPS}.")
    return int(word)


def _words(text: str) -> list[str]:
    return text.replace(",", " ").replace(";", " ").split()


def _check_once(hexes: Iterable[Hex]) -> None:
    named = list(hexes)
    twice = next((hex_ for hex_ in named if named.count(hex_) > 1), None)
    if twice is not None:
        raise NotThere(f"{twice} is named twice. Name each hex once.")
    if len(named) > MOST_HEXES:
        raise NotThere(f"You can name at most {MOST_HEXES} hexes.")
