"""What becomes of data in which one thing is otherwise: taken, or refused with the same words as before.

``UPDATE_GOLDEN=1`` writes the digests anew; what differs is told as it reads now.
"""

import json
import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from bot.base.catalog import AS_WRITTEN
from rules.games import GAMES
from tests.games import catalog
from tests.goldens import check_texts
from tests.same_play import digest

GOLDEN = Path(__file__).parent / "golden" / "changed_data"
CHANGES, TOGETHER = 800, 10
"""So many of each game; so many share a digest."""


def leaves(given: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The ways to all that stands in some data, parts and leaves."""
    for key, each in given.items() if isinstance(given, dict) else enumerate(given) if isinstance(given, list) else ():
        yield (*way, key)
        yield from leaves(each, (*way, key))


def changed(given: Any, way: tuple[Any, ...], chance: random.Random) -> str:
    """Change what stands at the end of a way, or take it away. Return what was done."""
    for key in way[:-1]:
        given = given[key]
    at, was = way[-1], given[way[-1]]
    others = [each for each in (given.values() if isinstance(given, dict) else given) if type(each) is type(was)]
    usual = {int: chance.choice((-1, 0, 1, 99)), str: "", bool: was is False}
    becomes: list[Any] = [chance.choice(others), usual.get(type(was))]
    if type(was) is int:
        becomes += [was + 1, was - 1]
    if isinstance(was, list) and was:
        becomes += [[*was, was[0]], was[1:]]
    if chance.random() < 0.15 or (value := chance.choice(becomes)) is None:
        given.pop(at)
        return f"{way} gone"
    given[at] = value
    return f"{way} {digest(json.dumps(value))}"


@pytest.mark.parametrize("kind", GAMES, ids=lambda kind: kind.id)
def test_changed_data_is_judged_as_it_was(kind: Any) -> None:
    edition, chance, told = catalog().editions[kind.id], random.Random(kind.id), list[str]()
    document = json.loads(edition.body)
    document.pop("v")
    ways, body = [*leaves(document)], json.dumps(document)
    for _ in range(CHANGES):
        given = json.loads(body)
        done = changed(given, chance.choice(ways), chance)
        try:
            problems = islice(kind(kind.data_type.model_validate(given, context=AS_WRITTEN)).problems(None), 5)
            said = "; ".join(f"{loc}: {fault}" for loc, fault in problems) or "fits"
        except ValidationError as error:
            said = "; ".join(f"{each['loc']}: {each['msg']}" for each in error.errors(include_url=False)[:5])
        told.append(f"{done}: {said}\n")
    groups = ["".join(told[at : at + TOGETHER]) for at in range(0, len(told), TOGETHER)]
    digests = "".join(f"{digest(each)}\n" for each in groups)

    def differing(before: str, after: str) -> list[str]:
        pairs = zip(before.splitlines(), after.splitlines(), groups, strict=False)
        return [group for was, now, group in pairs if was != now]

    check_texts({GOLDEN / f"{kind.id}.txt": digests}, differing)
