"""What differs between two data of a game, as its players call it: never a key of a file."""

from collections.abc import Iterable, Iterator
from operator import attrgetter

from rules.line import Line, Listed, line
from rules.ruling import GameData, Thing

MOST_THINGS = 8
"""So many things of one part are named; of more, the number is told."""


def differences(old: GameData, new: GameData) -> Iterator[Line]:
    """Yield what other data changes, part by part. What a group has added stands in its places, too."""
    for part in type(old).model_fields:
        before, after = getattr(old, part), getattr(new, part)
        if part != "own" and before != after:
            yield from _of_a_part(old.parts[part], old.things(part), new.things(part))


def _of_a_part(part: str, old: Iterable[Thing] | None, new: Iterable[Thing] | None) -> Iterator[Line]:
    """Yield what differs in a part: its things, or the part as a whole where none of them does."""
    before, after = ({thing.id: thing for thing in things or ()} for things in (old, new))
    known = before.keys() & after.keys()
    added = [thing for thing in after.values() if thing.id not in known]
    changed = [thing for thing in after.values() if thing.id in known and thing.value != before[thing.id].value]
    gone = [thing for thing in before.values() if thing.id not in known]
    if added:
        yield line("Added to {part}: {things}", part=Line(part), things=_named(added))
    if changed:
        yield line("Changed in {part}: {things}", part=Line(part), things=_named(changed))
    if gone:
        yield line("Taken out of {part}: {things}", part=Line(part), things=_named(gone))
    if not (added or changed or gone):
        yield line("Changed: {part}", part=Line(part))


def _named(things: list[Thing]) -> Listed | int:
    return Listed(map(attrgetter("name"), things)) if len(things) <= MOST_THINGS else len(things)
