"""The story of a campaign in lines: what each side held while another decided, idle orders, the dice that mattered."""

from collections.abc import Iterable, Iterator, Sequence
from typing import assert_never

from rules.campaign.chronicle.story import Fall, IdleOrder, Kept, PlayedOn, Scene, Story, TurningPoint, Unplayed
from rules.line import Line, Listed, line
from rules.notice import Open, Public, tell_section
from rules.seat import Seat
from rules.secrets import Shown
from rules.story import average

HELD = "What they did not know"
LUCK = "Dice that mattered"
MOST_LUCK = MOST_IDLE = 3
MOST_KEPT = 4
"""So many things that a side held are named at a decision."""


def weightiest(scenes: Sequence[Scene], most: int | None = None, *, words: int | None = None) -> list[Scene]:
    """The decisions on which most bore that their side did not know, in the order of play: so many, or as many as so
    many words have room for.
    """
    chosen = sorted(scenes, key=lambda each: (-each.weight, each.when.place))[:most]
    while words is not None and chosen and count_words(*map(tell_scene, chosen)) > words:
        chosen.pop()
    return sorted(chosen, key=lambda each: each.when.place)


def count_words(*told: Public) -> int:
    """How many words some lines have, in English."""
    return sum(len(str(each).split()) for each in told)


def tell_rest(story: Story, *, in_full: bool = False) -> Iterator[Public]:
    """The orders that never acted, and the dice that mattered."""
    yield from map(_tell_idle, story.idle if in_full else story.idle[:MOST_IDLE])
    yield from map(_tell_fall, story.luck(MOST_LUCK))


def tell_points(points: Iterable[TurningPoint]) -> list[Public]:
    """The turning points, a line each."""
    return [
        tell_section("Turning points", "{day}, {name} {change}", day=each.when.day, name=each.name, change=each.change)
        for each in points
    ]


def tell_scene(scene: Scene) -> Public:
    """A decision, and what the others held then that its side did not know."""
    sides = dict.fromkeys(each.seat for each in scene.kept)
    held = (line("{seat}: {things}", seat=side, things=_things(scene, side)) for side in sides)
    return tell_section(
        HELD, "**{day}**: {what}. {held}.", day=scene.when.day, what=scene.what, held=Listed(held, " · ")
    )


def _things(scene: Scene, side: Seat) -> Listed:
    """What a side held, equal things with an equal fate together."""
    alike: dict[tuple[str, str], list[Line]] = {}
    for each in scene.kept:
        if each.seat == side:
            said = _kept(scene, each)
            alike.setdefault((str(each.name), str(said)), []).append(said)
    things = [
        line("{count} × {name}", count=len(each), name=each[0]) if len(each) > 1 else each[0] for each in alike.values()
    ]
    more = len(things) - MOST_KEPT
    return Listed([*things[:MOST_KEPT], *([line("{count} more", count=more)] if more > 0 else [])])


def _kept(scene: Scene, kept: Kept) -> Line:
    """Something that a side held, and what became of it after that turn."""
    match kept.fate:
        case PlayedOn(when) if when.turn > scene.when.turn:
            return line("{name} (played {day})", name=kept.name, day=when.day)
        case Unplayed.NEVER:
            return line("{name} (never played)", name=kept.name)
        case PlayedOn() | Unplayed.UNKNOWN:
            return line("{name}", name=kept.name)
        case _:
            assert_never(kept.fate)


def _tell_idle(idle: IdleOrder) -> Public:
    return tell_section(
        "Orders that never acted", "{day}, {seat}: {order}", day=idle.when.day, seat=idle.seat, order=idle.order
    )


def _tell_fall(fall: Fall) -> Public:
    chance = fall.chance
    values: dict[str, Open] = {
        "day": fall.when.day,
        "purpose": chance.purpose,
        "dice": Shown(f"{len(chance.roll.faces)}d{chance.roll.sides}"),
        "total": chance.roll.total,
        "mean": line("{mean:.1f}", mean=average(chance.roll)),
    }
    if chance.result is None or chance.usual is None:
        return tell_section(LUCK, "{day}, {purpose}: {dice} came to {total} ({mean} on average).", **values)
    return tell_section(
        LUCK,
        "{day}, {purpose}: {dice} came to {total} ({mean} on average), so {result} instead of {usual}.",
        result=chance.result,
        usual=chance.usual,
        **values,
    )
