"""Names with numbers, as players type them in one field: ``Axis jets 2, Axis radar 1``."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated

from pydantic import Field

from rules.errors import NotThere
from rules.line import Line, line
from rules.secrets import folded, is_mistyped, quote

Pairing = Annotated[str, Field(max_length=300, description="Each with its number, e.g. Axis radar 1, Spain 2")]
Pairs = tuple[tuple[str, int], ...]


def read_pairs(text: str, names: Mapping[str, str], refusal: Line, most: int = 20) -> Pairs:
    """Return the names with their numbers. A name can be typed in short, if it means one thing. Raises ``NotThere``."""
    return tuple(_read(text, names, refusal, most))


def _read(text: str, names: Mapping[str, str], refusal: Line, most: int) -> Iterator[tuple[str, int]]:
    for each in filter(str.strip, re.split(r"[,;\n]", text)):
        found = re.fullmatch(r"\s*(.*?\S)\s*[:=]?\s+([0-9]{1,2})\s*", each)
        if found is None or int(found[2]) > most:
            raise NotThere("“{part}”: write a name and a number up to {most}.", part=quote(each.strip(), 40), most=most)
        wanted = folded(found[1].rstrip(" :="))
        whole = [key for key in names if folded(key) == wanted]
        short = [key for key, name in names.items() if folded(name) == wanted]
        if len(whole or short) != 1:
            raise unknown(line("“{name}”: {refusal}", name=quote(found[1], 40), refusal=refusal), wanted, names)
        yield (whole or short)[0], int(found[2])


def unknown(refusal: Line, wanted: str, names: Iterable[str]) -> NotThere:
    """Return the refusal of a name, with the known one that was probably meant: one letter of it was mistyped."""
    near = next((name for name in names if is_mistyped(wanted.strip(), name)), None)
    return NotThere("{refusal} Did you mean {name}?", refusal=refusal, name=near) if near else NotThere(refusal)


def written(pairs: Pairs) -> str:
    """Return names with their numbers as they are typed."""
    return ", ".join(f"{name} {number}" for name, number in pairs)
