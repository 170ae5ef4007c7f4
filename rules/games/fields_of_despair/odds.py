"""What the Central Powers can do from here: exact odds, by counting equally likely rolls. Nothing is rolled.

A whole action phase is counted offensive by offensive: after each one we know, for every number of SPs still hidden,
in how many ways the dice lead there. Every target is assumed to hold a face-down block, as 7.5-S step 2 ensures.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeVar

from rules.games.fields_of_despair.artillery import Allied, strength_conditions
from rules.games.fields_of_despair.combat import counted, limit_in
from rules.games.fields_of_despair.counters import counters_for
from rules.games.fields_of_despair.cp_start import is_minimum_in, offensive_conditions
from rules.games.fields_of_despair.data import FieldsData, OffensiveCount
from rules.games.fields_of_despair.offensives import table_for
from rules.games.fields_of_despair.pieces import MOST_BLOCKS, Attack, Counters, CpHex
from rules.games.fields_of_despair.rulings import RevealedByAnOffensive, SpsWithBlocksPlaced
from rules.games.fields_of_despair.state import OffensiveKind
from rules.line import Line, line
from rules.printed.lookup import Conditions, PrintedTable
from rules.printed.table import Cell

R = TypeVar("R", bound=Hashable)
FALLS_3D6 = 216
NEXT_TO_NOTHING = Fraction(1, 200)
WIDTHS = (1, 2, 5, 10, 20, 50, 100, 1000)


@dataclass(frozen=True, slots=True)
class Chances:
    """How many of ``all`` equally likely rolls lead to each number."""

    ways: Mapping[int, int]
    all: int

    @property
    def mean(self) -> Fraction:
        """Return the exact mean of the numbers."""
        return Fraction(sum(number * ways for number, ways in self.ways.items()), self.all)

    def plus(self, more: int) -> "Chances":
        """Return the chances of each number and ``more``."""
        return Chances({number + more: ways for number, ways in self.ways.items()}, self.all)

    def at_least(self, number: int) -> Fraction:
        """Return the chance of ``number`` or more."""
        return Fraction(sum(ways for each, ways in self.ways.items() if each >= number), self.all)

    def quantile(self, part: Fraction) -> int:
        """Return the least number that is not exceeded in that part of all ways (0 to 1)."""
        below = 0
        for number in sorted(self.ways):
            below += self.ways[number]
            if below >= part * self.all:
                return number
        raise AssertionError("the ways are all there are")


def offensive_counts(
    data: FieldsData, turn: int, phase: int, total: int, *, in_france: bool, allies_ahead: bool = False
) -> Counter[OffensiveCount]:
    """(5): in how many of 216 ways there are so many major and minor offensives."""
    printed = _odds_of(data, data.offensives, 0, offensive_conditions(turn, phase, total, in_france=in_france))
    if not (allies_ahead and is_minimum_in(data, turn, phase)):
        return printed
    return _each(printed, lambda count: OffensiveCount(max(count.majors, data.minimum.majors), count.minors))


def offensive(data: FieldsData, kind: OffensiveKind, hidden: int) -> Chances:
    """(6), (7): the SPs of one offensive with so many hidden."""
    return whole_phase(data, {OffensiveCount(1, 0) if kind == "Major" else OffensiveCount(0, 1): 1}, hidden)


class Launched(NamedTuple):
    """A phase after some offensives. ``most`` are the SPs placed if none is hidden any more. ``hidden`` has the ways by
    the SPs still hidden; ``spent``, where none are and the offensives left are called off, by the SPs placed till then.
    """

    most: int
    hidden: Mapping[int, int]
    spent: Mapping[int, int]


def whole_phase(data: FieldsData, counts: Mapping[OffensiveCount, int], hidden: int) -> Chances:
    """Return the SPs of all offensives of an action phase together; each offensive reduces the hidden SPs.

    ``counts`` says in how many ways there are so many offensives; all majors come before the minors.
    """
    placed: Counter[int] = Counter()
    longest = max(map(sum, counts), default=0)
    turned_up = int(data.is_ruled(RevealedByAnOffensive.X_MINUS_1))  # the face-down block below each offensive
    major, minor = _falls(data, "Major", hidden), _falls(data, "Minor", hidden)
    after_majors = Launched(hidden, {hidden: 1}, {}) if hidden else Launched(0, {}, {0: 1})
    for majors in range(max((count.majors for count in counts), default=0) + 1):
        after_majors = _one_more(major, after_majors, turned_up) if majors else after_majors
        after = after_majors
        for minors in range(max((count.minors for count in counts if count.majors == majors), default=0) + 1):
            after = _one_more(minor, after, turned_up) if minors else after
            # bring every number of offensives to the ways of the longest phase
            if weight := counts.get(OffensiveCount(majors, minors), 0) * FALLS_3D6 ** (longest - majors - minors):
                for left, ways in after.hidden.items():
                    placed[after.most - left] += ways * weight
                for sps, ways in after.spent.items():
                    placed[sps] += ways * weight
    return Chances(dict(sorted(placed.items())), sum(counts.values()) * FALLS_3D6**longest)


def _falls(data: FieldsData, kind: OffensiveKind, hidden: int) -> Mapping[int, list[tuple[int, int]]]:
    """Return the SPs of an offensive with the ways to them, by the SPs hidden then; each column is looked up once."""
    found: dict[int, list[tuple[int, int]]] = {}
    while hidden > 0:
        table, number = table_for(data, kind, hidden)
        column = table.column_of(number)
        low = min(table.lows[column], hidden)
        found |= dict.fromkeys(range(low, hidden + 1), table.column_odds[column])
        hidden = low - 1
    return found


def _one_more(falls: Mapping[int, list[tuple[int, int]]], before: Launched, turned_up: int) -> Launched:
    """Return the phase after one more offensive."""
    most = before.most + turned_up
    # counted in a list, by the SPs that are hidden after it: this is where the time goes
    after = [0] * (most + 1)
    for left, ways in before.hidden.items():
        room = left + turned_up
        for sps, fall in falls[left]:
            after[room - sps if sps < room else 0] += ways * fall
    spent = {sps: ways * FALLS_3D6 for sps, ways in before.spent.items()}
    if after[0]:
        spent[most] = spent.get(most, 0) + after[0]
    return Launched(most, {left: ways for left, ways in enumerate(after) if left and ways}, spent)


def recon(data: FieldsData, hidden: int) -> Chances:
    """7.1.3-S: what three blocks show; a face-down block shows its 1 SP when nothing is hidden."""
    if not hidden:
        return Chances({1: FALLS_3D6}, FALLS_3D6)
    return _capped(data.recon.odds(hidden), hidden + 1)


def sps_in_hex(data: FieldsData, hidden: int, total: int, allied: int) -> Chances:
    """7.3.3-S: the SPs in an attacked hex with a face-down block, within the limit that is known."""
    return attacked(data, hidden, total, Attack(hex="A01", artillery=0, blocks=allied), CpHex())


def attacked(data: FieldsData, hidden: int, total: int, attack: Attack, held: CpHex) -> Chances:
    """7.3.3-S: the SPs in an attacked hex, the known ones among them, within the limit that is known."""
    remaining = MOST_BLOCKS - held.blocks
    if not (hidden and remaining):
        return Chances({held.holds: FALLS_3D6}, FALLS_3D6)
    conditions = {"Allied SPs": attack.sps, "CP total SPs": total}
    printed = _odds_of(data, data.sps_in_hex, hidden, conditions)
    if data.is_ruled(SpsWithBlocksPlaced.ALL_BLOCKS_TOGETHER):
        printed = _each(printed, lambda number: max(0, number - held.known))
    most = min(hidden + held.is_face_down, limit_in(data, attack, hidden, remaining).sps)
    return _capped(printed, most).plus(held.known)


def _each(odds: Mapping[R, int], becomes: Callable[[R], R]) -> Counter[R]:
    """Return in how many ways there is what each result becomes."""
    ways: Counter[R] = Counter()
    for result, falls in odds.items():
        ways[becomes(result)] += falls
    return ways


def _capped(odds: Mapping[int, int], most: int) -> Chances:
    ways = _each(odds, lambda number: min(number, most))
    return Chances(dict(sorted(ways.items())), sum(ways.values()))


def artillery(
    data: FieldsData, counters: Counters, allied: Attack, *, previous_n: bool, offensive: OffensiveKind | None = None
) -> Chances:
    """7.3.1-S, both steps: the sum of the counters that are placed, 0 for none. In an offensive step 1 counts as Y."""
    available = counters.available
    if not available:
        return Chances({0: 36}, 36)
    conditions = {"Allied SPs": allied.sps, "previous result N": previous_n}
    yes = 6 if offensive else _odds_of(data, data.artillery, available, conditions)["Y"]
    conditions = strength_conditions(data, Allied(allied.sps, allied.artillery), offensive)
    return _both_steps(data, counters, yes, _odds_of(data, data.artillery_strength, available, conditions))


def dogfight(data: FieldsData, counters: Counters, allied: int, *, previous_n: bool) -> Chances:
    """7.1.2-S, both steps: the sum of the counters that are placed, 0 for none."""
    available = counters.available
    if not available:
        return Chances({0: 36}, 36)
    conditions = {"Allied air": allied, "previous result N": previous_n}
    yes = _odds_of(data, data.dogfight, available, conditions)["Y"]
    return _both_steps(data, counters, yes, _odds_of(data, data.dogfight_strength, available, conditions))


def _odds_of(data: FieldsData, table: PrintedTable[Cell], column: int, conditions: Conditions) -> Counter[Cell]:
    return table.odds(column, table.modifier(data, conditions))


def _both_steps(data: FieldsData, counters: Counters, yes: int, second: Mapping[int, int]) -> Chances:
    """Return the chances of what the counters make: step 1 is Y in ``yes`` of six ways, and only then rolls step 2."""
    ways = Counter({0: 6 * (6 - yes)})
    for value, falls in second.items():
        ways[sum(counters_for(data, counters, value))] += yes * falls
    return Chances({value: falls for value, falls in sorted(ways.items()) if falls}, 36)


def reinforcement(data: FieldsData, allied: int, central: int) -> Chances:
    """7.3-S step 7: 1 if the Central Powers reinforce, 0 if not, in sixths."""
    ratio = allied // central if central else 0
    yes = data.cp_reinforcement.odds(ratio)["Y"] if ratio else 0
    return Chances({number: ways for number, ways in ((0, 6 - yes), (1, yes)) if ways}, 6)


def reinforcement_after(data: FieldsData, held: Chances, hidden: int, attack: Attack) -> Fraction:
    """7.3-S step 7, whatever a face-down hex turns out to hold: only SPs that stay hidden can reinforce it."""
    allied = counted(data, attack)
    able = ((sps, ways) for sps, ways in held.ways.items() if sps <= hidden)
    return sum(
        (Fraction(ways, held.all) * reinforcement(data, allied, sps).at_least(1) for sps, ways in able), Fraction()
    )


RATIOS = (1, 2, 3)
"""Of Allied SPs to the Central Powers' SPs in a hex."""
UNHELD = RATIOS[-1]
"""The ratio against a hex that turns out to hold nothing."""


def ratios(data: FieldsData, held: Chances, attack: Attack) -> Chances:
    """Return the chances of each ratio of an attack, rounded down, over what the hex may hold. Below 1:1 it is 0."""
    allied = counted(data, attack)
    return Chances(_each(held.ways, lambda sps: _ratio(allied, sps)), held.all)


def ratios_after(data: FieldsData, held: Chances, free: int, attack: Attack) -> Chances:
    """Return the ratio once the CP may have reinforced with SPs of the ``free`` ones that the hex does not hold."""
    allied, brought = counted(data, attack), data.rulings.reinforcement_sps.answer
    ways: Counter[int] = Counter()
    for sps, falls in held.ways.items():
        left = max(0, free - sps)
        yes = reinforcement(data, allied, sps).ways.get(1, 0) if sps and left else 0
        ways[_ratio(allied, sps)] += falls * (6 - yes)
        ways[_ratio(allied, sps + min(brought, left))] += falls * yes
    return Chances(ways, held.all * 6)


def _ratio(allied: int, central: int) -> int:
    return min(UNHELD, allied // central) if central else UNHELD


def percent(part: Fraction) -> Line:
    """``33.8%``."""
    return line("{share:.1f}%", share=float(part) * 100)


def steps(chances: Chances, most: int) -> Iterator[tuple[int, Fraction]]:
    """Yield the chance of so many or more, at round numbers, in as many steps as ``most``; where it is as good as
    certain or as good as nothing, no step. Where only one number can be expected, it is the step.
    """
    least, top = chances.quantile(NEXT_TO_NOTHING), chances.quantile(1 - NEXT_TO_NOTHING)
    if least == top:
        yield least, chances.at_least(least)
    width = next(each for each in WIDTHS if top // each - least // each <= most)
    for number in range(least // width * width + width, top + 1, width):
        yield number, chances.at_least(number)
