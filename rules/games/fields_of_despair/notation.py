"""What players type: hexes, hexes with numbers, attacks, counters, and the fields of forms."""

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Annotated, LiteralString, NamedTuple

from pydantic import BeforeValidator, Field

from rules.errors import NotThere
from rules.games.fields_of_despair.hexes import HEX_FORM, Hex
from rules.games.fields_of_despair.pieces import Attack
from rules.kit.facts import Unknown
from rules.line import Line, Listed, both, line
from rules.secrets import folded, quote
from rules.written import Written

# as many as a form's field has room for
MOST_HEXES = 45
MOST_SPS = 400
# economic and Logistic Points: far above what a turn gives, low enough to catch a slip
MOST_POINTS = 50
# 7.1-S step 1: the columns that take one Allied counter a hex
ONE_COUNTER = "JKLM"
# what players type for no counters
NOTHING = ("", "-", "–", "0", "none")
# what players type after a hex for a face-down block: ``I06 down``
FACE_DOWN = "down"

Sps = Annotated[int, Field(ge=0, le=MOST_SPS)]
PrintedLimit = Annotated[Annotated[int, Field(ge=1, le=MOST_SPS)] | None, Unknown]
LONGEST = 300
ALLIED_SPS: LiteralString = (
    "Write artillery + blocks after each hex, e.g. A05 4+18, B06 0+12. One number alone is artillery."
)
Typed = Annotated[str, Field(max_length=LONGEST)]
# some hexes out of a menu, or typed
SomeHexes = Annotated[
    tuple[Hex, ...],
    Field(max_length=MOST_HEXES),
    BeforeValidator(lambda given: read_hexes(given) if isinstance(given, str) else given),
]
TypedHex = Annotated[str, Field(max_length=10)]
Reason = Annotated[Written, Field(min_length=3, max_length=200)]


class Valued(NamedTuple):
    """A hex and the number after it."""

    hex: Hex
    value: int


def read_hex(text: str) -> Hex:
    """``i6``, ``I-06``, ``I 6`` as ``I06``. Raises ``NotThere`` if it is not a hex."""
    words = _words(text)
    if len(words) != 1 or not _is_hex(words[0]):
        raise NotThere("“{text}” is not a hex of the map. Write {hex_form}.", text=quote(text, 20), hex_form=HEX_FORM)
    return _hex(words[0])


def read_hexes(text: str) -> tuple[Hex, ...]:
    """``A05, b6 I-06``: hexes in a list. Raises ``NotThere`` for all that is wrong in it."""
    words = _words(text)
    hexes = [_hex(word) for word in words if _is_hex(word)]
    _refuse([*_no_hexes(words), *_twice(hexes)])
    return tuple(hexes)


def read_valued(text: str) -> tuple[Valued, ...]:
    """``A05 4, B06 1``: each hex with a number. Raises ``NotThere`` for all that is wrong in the list."""
    pairs, faults = _pairs(text, "Write a number after each hex, e.g. A05 4, B06 1.")
    numbers = [number for _, number in pairs]
    _refuse([*faults, *_no_numbers(numbers)])
    return tuple(Valued(hex_, int(number)) for hex_, number in pairs)


def read_squadrons(text: str) -> tuple[Valued, ...]:
    """``A05 3+1, B06 1``: each hex with the values of its Allied counters, added up.

    A hex with 0 has none. Raises ``NotThere`` for all that is wrong in the list, and for a second counter in columns J
    to M (7.1-S).
    """
    pairs, faults = _pairs(text, "Write the value of the Allied air after each hex, e.g. A05 3+1, B06 1.")
    counters = {hex_: values.split("+") for hex_, values in pairs}
    faults += _no_numbers([value for values in counters.values() for value in values])
    if crowded := [hex_ for hex_, values in counters.items() if hex_[0] in ONE_COUNTER and len(values) > 1]:
        faults.append(line("Columns J to M take one Allied counter a hex (7.1-S): {hexes}.", hexes=Listed(crowded)))
    _refuse(faults)
    placed = (Valued(hex_, sum(map(int, values))) for hex_, values in counters.items())
    return tuple(each for each in placed if each.value)


def read_attacks(text: str) -> tuple[Attack, ...]:
    """Return the hexes that are attacked: not those with 0. Raises ``NotThere`` for all that is wrong in the list."""
    attacks = tuple(attack for attack in read_allied(text) if attack.sps)
    _refuse([] if attacks else [Line(ALLIED_SPS)])
    return attacks


def read_allied(text: str) -> tuple[Attack, ...]:
    """``A05 4+18, C07 3``: artillery + blocks, or artillery alone. Raises ``NotThere`` for all that is wrong in it."""
    pairs, faults = _pairs(text, ALLIED_SPS)
    split = [(hex_, *sps.partition("+")[::2]) for hex_, sps in pairs]
    faults += _no_numbers([number for _, artillery, blocks in split for number in (artillery, blocks or "0")])
    _refuse(faults)
    return tuple(Attack(hex=hex_, artillery=int(guns), blocks=int(blocks or "0")) for hex_, guns, blocks in split)


def each_with(hexes: Iterable[Hex], nothing: str) -> str:
    """``A05 0, B06 0``: a list of some hexes as it is proposed, so that only numbers are typed; as many as fit."""
    proposed = ""
    for hex_ in hexes:
        more = f"{proposed}, {hex_} {nothing}".removeprefix(", ")
        if len(more) > LONGEST:
            break
        proposed = more
    return proposed


def read_counters(text: str) -> tuple[int, ...]:
    """``4 3 3``, or ``none``: the values of counters, the largest first. Raises ``NotThere`` for anything else."""
    if folded(text.strip()) in NOTHING:
        return ()
    values = tuple(read_number(word) for word in _words(text))
    if not all(1 <= value <= 10 for value in values) or len(values) > 12:
        raise NotThere("Write the value of each counter, 1 to 10, e.g. 4 3 3, or none. At most 12 counters fit.")
    return tuple(sorted(values, reverse=True))


def read_nothing(text: str) -> tuple[str, ...]:
    """``none``: the shading as nobody has read it. Raises ``NotThere`` for anything else."""
    if folded(text.strip()) not in NOTHING:
        raise NotThere("Write none, and the bot asks for the shading again.")
    return ()


def read_number(word: str, most: int = MOST_SPS) -> int:
    """Return a whole number from 0 to ``most``. Raises ``NotThere`` for anything else."""
    if not _is_number(word.strip()) or int(word) > most:
        raise NotThere("“{word}” is not a number from 0 to {most}.", word=quote(word, 20), most=most)
    return int(word)


def _words(text: str) -> list[str]:
    """Return the words of a list: a hex is one word however it is written, and so are numbers with a plus between."""
    text = re.sub(r"\b([A-Za-z])\s*-?\s*([0-9]{1,3})\b", r"\1\2", text)
    return re.sub(r"\s*\+\s*", "+", text).replace(",", " ").replace(";", " ").split()


def _is_hex(word: str) -> bool:
    return re.fullmatch(r"[A-Ma-m][0-9]{1,2}", word) is not None


def _hex(word: str) -> Hex:
    return f"{word[0].upper()}{int(word[1:]):02}"


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= 4 and int(word) <= MOST_SPS


def _pairs(text: str, how: str) -> tuple[list[tuple[Hex, str]], list[Line]]:
    """Return the hexes of a list, each with what follows it, and what is wrong with them."""
    words = _words(text)
    if len(words) % 2:
        no_hexes = _no_hexes([word for word in words if not word[0].isascii() or word[0].isalpha()])
        at = [place for place, word in enumerate(words) if _is_hex(word)]
        odd = [_hex(words[start]) for start, end in pairwise((*at, len(words))) if end - start != 2]
        return [], no_hexes or [Line(how), *([line("Look at {hexes}.", hexes=both(odd))] if odd else [])]
    names = words[::2]
    pairs = [(_hex(name), value) for name, value in zip(names, words[1::2], strict=True) if _is_hex(name)]
    return pairs, [*_no_hexes(names), *_twice([hex_ for hex_, _ in pairs])]


def _no_hexes(words: Iterable[str]) -> list[Line]:
    wrong = [quote(word, 20) for word in words if not _is_hex(word)]
    if len(wrong) == 1:
        return [line("“{text}” is not a hex of the map. Write {hex_form}.", text=wrong[0], hex_form=HEX_FORM)]
    if not wrong:
        return []
    return [line("{texts} are not hexes of the map. Write {hex_form}.", texts=both(wrong), hex_form=HEX_FORM)]


def _no_numbers(words: Iterable[str]) -> list[Line]:
    wrong = [quote(word, 20) for word in words if not _is_number(word)]
    return [line("“{word}” is not a number from 0 to {most}.", word=word, most=MOST_SPS) for word in wrong]


def _twice(hexes: list[Hex]) -> list[Line]:
    twice = sorted({hex_ for hex_ in hexes if hexes.count(hex_) > 1})
    faults = []
    if len(twice) == 1:
        faults.append(line("{hex} is named twice. Name each hex once.", hex=twice[0]))
    elif twice:
        faults.append(line("{hexes} are named twice. Name each hex once.", hexes=both(twice)))
    if len(hexes) > MOST_HEXES:
        faults.append(line("You can name at most {most} hexes.", most=MOST_HEXES))
    return faults


def _refuse(faults: Iterable[str]) -> None:
    """Refuse a list with everything that is wrong in it."""
    if told := list(faults):
        raise NotThere("{faults}", faults=Listed(told, " "))
