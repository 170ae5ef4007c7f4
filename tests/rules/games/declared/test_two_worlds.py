"""Random games of a file: with other secrets the channel, and whoever does not hold them, reads the same."""

import json
import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from bot.base.catalog import Catalog, DataFile
from bot.log.codec import read_entry, write_entry
from rules.game import AnyGame
from rules.games.declared.board import TableTaken
from rules.games.declared.events import Laid, PhaseBegan
from rules.games.declared.state import OPEN
from rules.kit.facts import Flag, OneOf, Track
from tests.faults.rounds import many
from tests.play import Play
from tests.rules import test_conformance as suite
from tests.rules.games.declared.random_files import random_file
from tests.worlds import STRANGER, buttons, read_by, told_publicly, told_to, traces, two_worlds

STEPS = 40


def declared(seed: int) -> AnyGame:
    return Catalog(()).declared(DataFile("random.toml", random_file(seed))).game


def played(game: AnyGame, seed: int) -> Play:
    """Random play, as far as something is hidden, and no position says where things lie: that goes by names."""
    last = hiding = None
    for play, _ in islice(suite.played_on(game, seed, all_agree=True), STEPS):
        taken = (event for event in play.log[-1].events if isinstance(event, TableTaken))
        if any(change.fact.endswith(tuple(OPEN)) for event in taken for change in event.changes):
            break
        last = play.copy()
        hiding = last if unseen_pairs(last) else hiding
    assert last is not None
    return hiding or last


def unseen_pairs(play: Play) -> list[tuple[str, str]]:
    """Two things of one pile of which nobody has seen in public which is which; somebody holds or has seen one."""
    seen, held = set[str](), set[str]()
    for event in (event for entry in play.log for event in entry.events):
        if isinstance(event, Laid):
            seen |= {*event.shown, *event.back}
            held |= {*event.unseen.value}
        seen |= {*event.entered} if isinstance(event, PhaseBegan) else set()
    pieces = play.game.data.pieces
    free = [id_ for id_, (_, _, when) in pieces.items() if id_ not in seen and not when]
    pairs = ((a, b) for a in free if a in held for b in free)
    return [(a, b) for a, b in pairs if pieces[a][0] == pieces[b][0] and pieces[a][1].name != pieces[b][1].name]


def other_value(game: AnyGame, key: str, typed: str) -> str:
    """Another value of a secret fact; of that one again the first."""
    fact = game.data.facts[key][0]
    match fact:
        case Track(low=low, high=int(high)):
            return str(low + high - int(typed))
        case Flag():
            return "no" if typed == "yes" else "yes"
        case OneOf(words=words):
            return words[len(words) - 1 - words.index(typed)]
    return "; ".join({"Fort": "Camp", "Camp": "Fort"}.get(each, each) for each in typed.split("; "))


def swapped(part: Any, names: dict[str, str]) -> Any:
    if isinstance(part, dict):
        return {key: swapped(each, names) for key, each in part.items()}
    return [swapped(each, names) for each in part] if isinstance(part, list) else names.get(str(part), part)


def with_other_facts(game: AnyGame, event: Any) -> Any:
    if event["type"] == "followed" and event.get("unseen"):
        return {**event, "unseen": [[key, other_value(game, key, typed)] for key, typed in event["unseen"]]}
    return event


def renamed(play: Play, names: dict[str, str]) -> Play:
    """The same log with other secrets: some things are others, and what only a side reads says something else."""
    two = play.copy()
    fresh = play.campaign.as_founded()
    two.log.clear()
    for row in (write_entry(1, entry) for entry in play.log):
        command, events = swapped(json.loads(row.command), names), swapped(json.loads(row.events), names)
        if command["type"] == "enter_secret":
            command["value"] = other_value(play.game, command["what"], events[0]["unseen"][0][1])
        events = [with_other_facts(play.game, event) for event in events]
        two.log.append(read_entry(fresh, row._replace(command=json.dumps(command), events=json.dumps(events))))
    two.campaign = fresh.refold(two.log)
    return two


def told(play: Play) -> list[str]:
    """What the channel reads of the whole log."""
    return [str(each) for entry in play.log for each in play.campaign.tell(entry) if not hasattr(each, "seat")]


def below(play: Play) -> Iterator[list[str]]:
    """The buttons below each result."""
    campaign = play.campaign.as_founded()
    for entry in play.log:
        campaign = campaign.follow(entry)
        yield [*buttons(campaign)]


def open_dice(play: Play) -> list[tuple[int, ...]]:
    return [roll.faces for entry in play.log for roll in entry.rolls if not roll.is_secret]


def put_from_hands(play: Play) -> list[tuple[int, Any]]:
    """What was put elsewhere out of somebody's hand, before all: by which entry, and whose it was."""
    events = ((entry.seq, event) for entry in play.log for event in entry.events)
    return [(seq, event.held) for seq, event in events if isinstance(event, Laid) and event.held]


def others_of(one: Play, two: Play) -> Iterator[int]:
    """Whoever was told the same in both."""
    for user in (STRANGER, *range(1, len(one.game.seats) + 1)):
        if told_to(one, user) == told_to(two, user):
            yield user


@pytest.mark.by_day(3)
@pytest.mark.parametrize("part", range(10))
def test_other_secrets_are_read_by_their_owner_alone(part: int) -> None:
    for seed in range(part, many(10, 200), 10):
        one, chance = played(declared(seed), seed), random.Random(seed)
        pairs = unseen_pairs(one)
        a, b = chance.choice(pairs) if pairs else ("", "")
        two = renamed(one, {a: b, b: a})
        assert told(one) == told(two)
        assert [*below(one)] == [*below(two)]
        assert STRANGER in others_of(one, two)
        for user in others_of(one, two):
            assert read_by(one, user) == read_by(two, user)
            assert traces(one, user) == traces(two, user)


def test_most_games_hide_something() -> None:
    assert sum(bool(unseen_pairs(played(declared(seed), seed))) for seed in range(8)) > 3


@pytest.mark.by_day(2)
@pytest.mark.parametrize("seed", range(many(20, 200)))
def test_another_draw_leaves_what_others_read(seed: int) -> None:
    """The same commands; where something is drawn in secret, in the second world something else is."""
    worlds = two_worlds(declared(seed), seed, STEPS)
    if open_dice(worlds.one) != open_dice(worlds.two):
        return  # something like it was drawn by another die that all see
    if put_from_hands(worlds.one) != put_from_hands(worlds.two):
        return  # what an action names lay in a hand in one of them alone, and all were told so
    assert STRANGER in worlds.same_for
    assert told_publicly(worlds.one) == told_publicly(worlds.two)
    for user in worlds.same_for:
        assert read_by(worlds.one, user) == read_by(worlds.two, user)
