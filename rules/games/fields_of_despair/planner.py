"""What lies ahead, counted exactly: one Allied attack, the next Major Offensive by hex, the rest of the war."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules.errors import NotThere
from rules.games.fields_of_despair import odds
from rules.games.fields_of_despair.assumptions import WhatIf, allies_ahead, in_france
from rules.games.fields_of_despair.blocks import cp_hex
from rules.games.fields_of_despair.data import FieldsData, OffensiveCount, PhaseNumber
from rules.games.fields_of_despair.frontline import contested_at_the_start, owner_of
from rules.games.fields_of_despair.hexes import Hex
from rules.games.fields_of_despair.launching import objectives
from rules.games.fields_of_despair.notation import read_attacks
from rules.games.fields_of_despair.odds import Chances
from rules.games.fields_of_despair.odds_report import Standing, standing
from rules.games.fields_of_despair.pieces import Attack, face_down
from rules.games.fields_of_despair.state import CpPhase, State


@dataclass(frozen=True, slots=True)
class AttackPlan:
    """One Allied attack: the SPs that it meets, the artillery, and the ratio before and after a CP reinforcement."""

    attack: Attack
    artillery: Chances
    held: Chances
    reinforced: Fraction
    before: Chances
    after: Chances


def plan_attack(data: FieldsData, state: State, text: str) -> AttackPlan:
    """The odds of one attack, as it stands now. Raises ``NotThere`` for a hex without CP blocks or several attacks."""
    attack, *more = read_attacks(text)
    if more:
        raise NotThere("Ask for one attack at a time, e.g. B05 4+18.")
    hex_ = cp_hex(state, attack.hex)
    artillery = odds.artillery(data, state.artillery, attack, previous_n=state.artillery_answer == "N")
    held = odds.attacked(data, state.hidden, state.total, attack, hex_)
    before = odds.ratios(data, held, attack)
    if not (state.logistic and attack.blocks):
        return AttackPlan(attack, artillery, held, Fraction(0), before, before)
    free = state.room(attack.hex) + hex_.known
    return AttackPlan(
        attack,
        artillery,
        held,
        odds.reinforcement_after(data, held, free - 1, attack),
        before,
        odds.ratios_after(data, held, free, attack),
    )


@dataclass(frozen=True, slots=True)
class Threat:
    """What the next Major Offensive can do in a hex: ``allied`` are the Allied SPs there, as they were entered last.

    ``even`` and ``double`` are the chances of 1:1 and of 2:1 or better for the Central Powers, ``reinforced`` that of
    2:1 or better if the Allies bring in all that they can. ``beyond`` are the Allied hexes next to it and ``to_goal``
    is how far the map's goal is, where a map says.
    """

    hex: Hex
    allied: int
    even: Fraction
    double: Fraction
    reinforced: Fraction
    beyond: int | None
    to_goal: int | None


@dataclass(frozen=True, slots=True)
class FrontPlan:
    """The front before the next Major Offensive: what it brings, where it hurts most first, and where nobody has told
    the Allied SPs.
    """

    now: Standing
    sps: Chances
    threats: tuple[Threat, ...]
    untold: tuple[Hex, ...]
    drawn_from: int


def plan_front(data: FieldsData, state: State, what_if: WhatIf) -> FrontPlan:
    """Where the next Major Offensive hurts most: by the chance of 2:1, then of 1:1, then by how near the goal is."""
    now = standing(data, state, what_if)
    sps = odds.offensive(data, "Major", now.at_launch)
    then = state if now.is_counted else _as_it_begins(data, state)
    hexes = objectives(data, then, then.hexes)
    told = {name: allied.sps for name in hexes if (allied := state.at(name).allied) is not None}
    threats = sorted((_threat(data, state, sps, name, allied) for name, allied in told.items()), key=_how_bad)
    untold = tuple(name for name in hexes if name not in told)
    return FrontPlan(now, sps, tuple(threats), untold, len(objectives(data, then, data.chits.hexes)))


def _as_it_begins(data: FieldsData, state: State) -> State:
    """The state with a block in each hex that has one once the next action phase has begun, and no chit drawn."""
    return state.replace(hexes=face_down(contested_at_the_start(data, state)), cp=CpPhase())


def _how_bad(threat: Threat) -> tuple[Fraction, Fraction, bool, int]:
    return -threat.double, -threat.even, threat.to_goal is None, threat.to_goal or 0


def _threat(data: FieldsData, state: State, sps: Chances, name: Hex, allied: int) -> Threat:
    beyond, to_goal = None, None
    if data.map is not None:
        beyond = sum(owner_of(data, state, other) == "Allies" for other in data.map.next_to(name))
        to_goal = data.map.to_goal.get(name)
    double, reinforced = sps.at_least(2 * allied), sps.at_least(2 * (allied + data.reinforcement.most))
    return Threat(name, allied, sps.at_least(allied), double, reinforced, beyond, to_goal)


@dataclass(frozen=True, slots=True)
class WarPlan:
    """The rest of the war: the action phases of the Central Powers that are left, how many offensives they have, and
    the CP total after them. ``losses`` are the SPs that they lose in a phase, each as likely as the others.
    """

    phases: tuple[tuple[int, PhaseNumber], ...]
    losses: tuple[int, ...]
    offensives: Chances
    majors: Fraction
    total: Chances


def plan_war(data: FieldsData, state: State, what_if: WhatIf) -> WarPlan:
    """The rest of the war, phase by phase: the number of offensives by the total as it is then, and after them the
    losses of one of the phases that were played, or those that are asked about.
    """
    now = standing(data, state, what_if)
    losses = state.lost[:-1] if what_if.losses is None else (what_if.losses,)
    phases = _phases_from(data, now)
    # ways by the total and the offensives until then; all phases bring the same number of ways
    ways: Counter[tuple[int, int]] = Counter({(now.total, 0): 1})
    all_, majors = 1, Fraction(0)
    for turn, phase in phases:
        is_rolled = now.is_counted and (turn, phase) == phases[0]
        counts = {total: _counts(data, state, what_if, (turn, phase), total) for total in {key[0] for key in ways}}
        if is_rolled:
            counts = {now.total: now.to_come}
        falls = sum(next(iter(counts.values())).values())
        majors += _mean_majors(ways, counts, all_ * falls)
        ways = _after_offensives(ways, counts)
        ways = _after_losses(ways, losses or (0,))
        all_ *= falls * len(losses or (0,))
    offensives, totals = Counter[int](), Counter[int]()
    for (total, number), falls in ways.items():
        offensives[number] += falls
        totals[total] += falls
    return WarPlan(phases, losses, Chances(offensives, all_), majors, Chances(totals, all_))


def _phases_from(data: FieldsData, now: Standing) -> tuple[tuple[int, PhaseNumber], ...]:
    """The Central Powers' action phases from one on, to the end of the last turn."""
    every: list[tuple[int, PhaseNumber]] = [
        (turn, position.phase)
        for turn, positions in data.positions.items()
        for position in positions
        if position.step.kind == "central"
    ]
    return tuple(when for when in every if when >= (now.turn, now.phase))


def _counts(
    data: FieldsData, state: State, what_if: WhatIf, when: tuple[int, PhaseNumber], total: int
) -> Mapping[OffensiveCount, int]:
    france, ahead = in_france(data, state, what_if)[0], allies_ahead(state, what_if)[0]
    return odds.offensive_counts(data, *when, total, in_france=france, allies_ahead=ahead)


def _mean_majors(
    ways: Mapping[tuple[int, int], int], counts: Mapping[int, Mapping[OffensiveCount, int]], all_: int
) -> Fraction:
    sum_ = 0
    for (total, _), falls in ways.items():
        sum_ += falls * sum(count.majors * each for count, each in counts[total].items())
    return Fraction(sum_, all_)


def _after_offensives(
    ways: Mapping[tuple[int, int], int], counts: Mapping[int, Mapping[OffensiveCount, int]]
) -> Counter[tuple[int, int]]:
    numbers = {total: _numbers(each) for total, each in counts.items()}
    after: Counter[tuple[int, int]] = Counter()
    for (total, number), falls in ways.items():
        for more, each in numbers[total].items():
            after[total, number + more] += falls * each
    return after


def _numbers(counts: Mapping[OffensiveCount, int]) -> Counter[int]:
    """In how many ways there are so many offensives, major and minor together."""
    ways: Counter[int] = Counter()
    for count, falls in counts.items():
        ways[sum(count)] += falls
    return ways


def _after_losses(ways: Mapping[tuple[int, int], int], losses: tuple[int, ...]) -> Counter[tuple[int, int]]:
    after: Counter[tuple[int, int]] = Counter()
    for (total, number), falls in ways.items():
        for lost in losses:
            after[max(0, total - lost), number] += falls
    return after
