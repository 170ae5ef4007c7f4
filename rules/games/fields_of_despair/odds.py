"""What the Central Powers may do from here: exact, by counting equally likely falls of the dice. Nothing is rolled.

A whole action phase is a dynamic programme over integers: after each offensive it knows, for every pair of SPs placed
and SPs still hidden, in how many ways the dice lead there. Every target is taken to hold a face-down block, as 7.5-S
step 2 sees to.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.games.fields_of_despair.artillery import strength_facts
from rules.games.fields_of_despair.combat import limit_in
from rules.games.fields_of_despair.data import FieldsData, OffensiveCount
from rules.games.fields_of_despair.offensives import offensive_facts, table_for
from rules.games.fields_of_despair.state import MOST_BLOCKS, Attack, OffensiveKind
from rules.printed.lookup import Conditions, PrintedTable
from rules.printed.table import Cell

FALLS_3D6 = 216
_SHIFT = 10
_MASK = (1 << _SHIFT) - 1

Layer = dict[int, int]
"""Ways by SPs placed and SPs hidden, both in one number."""

Steps = tuple[list[tuple[int, int]], int]
"""Changes of that number with their ways, and the most SPs among them."""


@dataclass(frozen=True, slots=True)
class Chances:
    """How many of ``all`` equally likely ways lead to each number."""

    ways: Mapping[int, int]
    all: int

    @property
    def mean(self) -> Fraction:
        """The mean."""
        return Fraction(sum(number * ways for number, ways in self.ways.items()), self.all)

    def at_least(self, number: int) -> Fraction:
        """The chance of so much or more."""
        return Fraction(sum(ways for each, ways in self.ways.items() if each >= number), self.all)

    def quantile(self, part: Fraction) -> int:
        """The least number that is not exceeded in that part of all ways."""
        below = 0
        for number in sorted(self.ways):
            below += self.ways[number]
            if below >= part * self.all:
                return number
        raise AssertionError("the ways are all there are")


def launches(
    data: FieldsData, turn: int, phase: int, total: int, *, in_france: bool, allies_ahead: bool = False
) -> Counter[OffensiveCount]:
    """(5): in how many of 216 ways there are so many major and minor offensives."""
    printed = _odds_of(data, data.offensives, 0, offensive_facts(turn, phase, total, in_france))
    least = data.minimum
    if not (allies_ahead and (turn, phase) == (least.turn, least.phase)):
        return printed
    raised: Counter[OffensiveCount] = Counter()
    for launch, ways in printed.items():
        raised[OffensiveCount(max(launch.majors, least.majors), launch.minors)] += ways
    return raised


def offensive(data: FieldsData, kind: OffensiveKind, hidden: int) -> Chances:
    """(6), (7): the SPs of one offensive with so many hidden."""
    layer = _after(data, kind, {hidden: 1})
    return Chances(_placed(layer), FALLS_3D6)


def whole_phase(data: FieldsData, launched: Mapping[OffensiveCount, int], hidden: int) -> Chances:
    """The SPs of all offensives of an action phase together, the hidden ones shrinking as they are placed."""
    most = max((launch.majors + launch.minors for launch in launched), default=0)
    after_majors: list[Layer] = [{hidden: 1}]
    for _ in range(max((launch.majors for launch in launched), default=0)):
        after_majors.append(_after(data, "Major", after_majors[-1]))
    waiting: list[Layer] = [{} for _ in range(max((launch.minors for launch in launched), default=0) + 1)]
    for launch, ways in launched.items():
        weight = ways * FALLS_3D6 ** (most - launch.majors - launch.minors)
        _add(waiting[launch.minors], after_majors[launch.majors], weight)
    while len(waiting) > 1:
        _add(waiting[-2], _after(data, "Minor", waiting.pop()), 1)
    return Chances(_placed(waiting[0]), sum(launched.values()) * FALLS_3D6**most)


def _add(to: Layer, more: Layer, weight: int) -> None:
    for key, ways in more.items():
        to[key] = to.get(key, 0) + ways * weight


def _placed(layer: Layer) -> dict[int, int]:
    placed: dict[int, int] = {}
    for key, ways in layer.items():
        sps = key >> _SHIFT
        placed[sps] = placed.get(sps, 0) + ways
    return dict(sorted(placed.items()))


def _after(data: FieldsData, kind: OffensiveKind, layer: Layer) -> Layer:
    """The layer after one more offensive."""
    below = 1 if data.ruling("revealed_by_an_offensive") == "X - 1" else 0
    after: Layer = {}
    of_column: dict[int, Steps] = {}
    for key, ways in layer.items():
        hidden = key & _MASK
        if not hidden:
            after[key] = after.get(key, 0) + ways * FALLS_3D6
            continue
        table, number = table_for(data, kind, hidden)
        column = table.column_of(number)
        place = column if table is data.major else ~column
        if place not in of_column:
            of_column[place] = _steps(table.column_odds[column], below)
        steps, most = of_column[place]
        if most > hidden + below:
            steps, _ = _steps(table.column_odds[column], below, hidden + below)
        for step, falls in steps:
            to = key + step
            if to in after:
                after[to] += ways * falls
            else:
                after[to] = ways * falls
    return after


def _steps(odds: Sequence[tuple[int, int]], below: int, room: int = _MASK) -> Steps:
    """How a layer's key changes by one offensive: SPs placed go up by ``sps``, hidden ones down by ``sps - below``."""
    steps: dict[int, int] = {}
    for cell, falls in odds:
        sps = min(cell, room)
        step = (sps << _SHIFT) - sps + below
        steps[step] = steps.get(step, 0) + falls
    return [*steps.items()], max(cell for cell, _ in odds)


def recon(data: FieldsData, hidden: int) -> Chances:
    """7.1.3-S: what three blocks show; a face-down block shows its 1 SP when nothing is hidden."""
    if not hidden:
        return Chances({1: FALLS_3D6}, FALLS_3D6)
    return _capped(data.recon.odds(hidden), hidden + 1)


def sps_in_hex(data: FieldsData, hidden: int, total: int, allied: int) -> Chances:
    """7.3.3-S: the SPs in an attacked hex with a face-down block, within the limit that is known."""
    if not hidden:
        return Chances({1: FALLS_3D6}, FALLS_3D6)
    facts = {"Allied SPs": allied, "CP total SPs": total}
    attack = Attack(hex="A01", artillery=0, blocks=allied)
    limit = limit_in(data, attack, hidden, remaining=MOST_BLOCKS)
    return _capped(_odds_of(data, data.sps_in_hex, hidden, facts), min(hidden + 1, limit.sps))


def _capped(odds: Mapping[int, int], most: int) -> Chances:
    ways: Counter[int] = Counter()
    for number, falls in odds.items():
        ways[min(number, most)] += falls
    return Chances(dict(sorted(ways.items())), sum(ways.values()))


def artillery(
    data: FieldsData, available: int, allied: Attack, *, previous_n: bool, offensive: OffensiveKind | None = None
) -> Chances:
    """7.3.1-S, both steps: the value that answers, 0 for none. In an offensive step 1 counts as Y."""
    if not available:
        return Chances({0: 36}, 36)
    facts = {"Allied SPs": allied.sps, "previous result N": previous_n}
    yes = 6 if offensive else _odds_of(data, data.artillery, available, facts)["Y"]
    facts = strength_facts(data, allied, offensive)
    return _both_steps(yes, _odds_of(data, data.artillery_strength, available, facts))


def dogfight(data: FieldsData, available: int, allied: int, *, previous_n: bool) -> Chances:
    """7.1.2-S, both steps: the value that answers, 0 for none."""
    if not available:
        return Chances({0: 36}, 36)
    facts = {"Allied air": allied, "previous result N": previous_n}
    yes = _odds_of(data, data.dogfight, available, facts)["Y"]
    return _both_steps(yes, _odds_of(data, data.dogfight_strength, available, facts))


def _odds_of(data: FieldsData, table: PrintedTable[Cell], column: int, facts: Conditions) -> Counter[Cell]:
    return table.odds(column, sum(drm.value for drm in table.weigh(data, facts) if drm.applies))


def _both_steps(yes: int, second: Mapping[int, int]) -> Chances:
    """Step 1 is Y in ``yes`` of six ways; only then step 2 is rolled."""
    ways = {0: 6 * (6 - yes)} | {value: yes * falls for value, falls in sorted(second.items())}
    return Chances({value: falls for value, falls in ways.items() if falls}, 36)


def reinforcement(data: FieldsData, allied: int, central: int) -> Chances:
    """7.3-S step 7: 1 if the Central Powers reinforce, 0 if not, in sixths."""
    ratio = allied // central if central else 0
    yes = data.cp_reinforcement.odds(ratio)["Y"] if ratio else 0
    return Chances({number: ways for number, ways in ((0, 6 - yes), (1, yes)) if ways}, 6)


def reinforcement_after(data: FieldsData, held: Chances, hidden: int, attack: Attack) -> Fraction:
    """7.3-S step 7, whatever a face-down hex turns out to hold: only SPs that stay hidden can reinforce it."""
    allied = attack.blocks if data.ruling("ratio_counts") == "blocks only" else attack.sps
    return sum(
        (
            Fraction(ways, held.all) * reinforcement(data, allied, sps).at_least(1)
            for sps, ways in held.ways.items()
            if sps <= hidden
        ),
        Fraction(0),
    )


def percent(part: Fraction) -> str:
    """``33.8 %``."""
    return f"{float(part) * 100:.1f} %"


def decades(chances: Chances, width: int = 10) -> Iterable[tuple[str, Fraction]]:
    """The chance of each range of numbers."""
    ranges: Counter[int] = Counter()
    for number, ways in chances.ways.items():
        ranges[number // width] += ways
    for place, ways in sorted(ranges.items()):
        yield f"{place * width}-{place * width + width - 1}", Fraction(ways, chances.all)
