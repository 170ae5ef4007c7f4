"""The odds in words: what the Central Powers can do from here, or in a what-if."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import LiteralString, get_args

from rules.errors import NotNow
from rules.frozen import Frozen
from rules.games.fields_of_despair import odds
from rules.games.fields_of_despair.assumptions import AIR, WhatIf, allies_ahead, assumed_attack, assumptions, in_france
from rules.games.fields_of_despair.data import FieldsData, OffensiveCount, PhaseNumber
from rules.games.fields_of_despair.frontline import contested_at_the_start
from rules.games.fields_of_despair.log_events.sequence import OVER
from rules.games.fields_of_despair.odds import Chances, percent
from rules.games.fields_of_despair.pieces import Attack
from rules.games.fields_of_despair.state import OffensiveKind, Stage, State
from rules.games.fields_of_despair.wording import listed
from rules.line import Line, line
from rules.notice import Open, Public, tell_all, tell_rule, tell_section
from rules.secrets import Shown

MOST_LINES = 10
ONE_OFFENSIVE: Mapping[OffensiveKind, LiteralString] = {
    "Major": "One Major Offensive",
    "Minor": "One Minor Offensive",
}


class Standing(Frozen):
    """The situation that the odds are counted for.

    ``at_launch`` are the hidden SPs when the offensives begin: then every hex holds one face-down block. ``counts``
    says in how many ways there are so many offensives in the phase, and ``to_come`` in how many so many of them still
    come; ``placed`` SPs came already. ``is_counted``: the number was rolled.
    """

    turn: int
    phase: PhaseNumber
    hidden: int
    at_launch: int
    total: int
    counts: Mapping[OffensiveCount, int]
    to_come: Mapping[OffensiveCount, int]
    placed: int
    is_counted: bool


def standing(data: FieldsData, state: State, what_if: WhatIf) -> Standing:
    """The campaign's situation with the changes of the what-if.

    Another total changes the hidden SPs, unless those were asked for as well. The total is never below the hidden SPs.
    """
    turn, phase = upcoming(data, state)
    turn, phase = what_if.turn or turn, what_if.phase or phase
    total = state.total if what_if.total is None else what_if.total
    hidden = max(0, total - state.revealed) if what_if.hidden is None else what_if.hidden
    total = max(total, hidden)
    is_asked = bool(what_if.turn or what_if.phase or what_if.total is not None)
    is_counted = state.cp.stage is not Stage.BLOCKS and not is_asked
    if is_counted:
        counts: Mapping[OffensiveCount, int] = {state.cp.counted: 1}
        to_come: Mapping[OffensiveCount, int] = {OffensiveCount(*state.cp.to_launch): 1}
    else:
        counts = to_come = odds.offensive_counts(
            data,
            turn,
            phase,
            total,
            in_france=in_france(data, state, what_if)[0],
            allies_ahead=allies_ahead(state, what_if)[0],
        )
    at_launch = (
        hidden if is_counted or what_if.hidden is not None else max(0, total - len(contested_at_the_start(data, state)))
    )
    return Standing(
        turn=turn,
        phase=phase,
        hidden=hidden,
        at_launch=at_launch,
        total=total,
        counts=counts,
        to_come=to_come,
        placed=state.cp.placed if is_counted else 0,
        is_counted=is_counted,
    )


def upcoming(data: FieldsData, state: State) -> tuple[int, PhaseNumber]:
    """The turn and the action phase in which the Central Powers act next, or are acting.

    Raises ``NotNow`` when they act no more.
    """
    if state.is_over:
        raise NotNow(OVER)
    turn, first = state.turn, state.step + state.is_done
    while turn in data.positions:
        for position in data.positions[turn][first:]:
            if position.step.kind == "central":
                return turn, position.phase
        turn, first = turn + 1, 0
    raise NotNow("The Central Powers have no action phase left in this game.")


def tell_odds(data: FieldsData, state: State, what_if: WhatIf) -> Iterator[Public]:
    """The odds of a whole Central Powers action phase, and of each answer of theirs."""
    now = standing(data, state, what_if)
    then = _as_they_begin(data, state, now)
    attack, air = assumed_attack(state, what_if)[0], what_if.air or AIR
    yield tell_all(
        "Turn {turn}, action phase {phase}: CP total {total}, hidden {hidden} {hidden:SP|SPs}.",
        turn=now.turn,
        phase=now.phase,
        total=now.total,
        hidden=now.hidden,
    )
    if now.at_launch != now.hidden:
        yield tell_all(
            "When the offensives begin, every CP hex is face down and {hidden} SPs are hidden.", hidden=now.at_launch
        )
    yield from assumptions(data, state, what_if, (now.turn, now.phase), is_counted=now.is_counted)
    yield from _counts(now)
    yield from _whole_phase(data, now)
    for kind in get_args(OffensiveKind):
        yield _mean(ONE_OFFENSIVE[kind], odds.offensive(data, kind, now.at_launch))
        yield _artillery(ONE_OFFENSIVE[kind], data, then, attack, kind)
    answering = then if state.position(data).step.part == "refresh" else state
    yield from _answers(data, answering, now, attack)
    fought = odds.dogfight(data, answering.air, air, previous_n=answering.air_answer == "N")
    yield tell_section(
        "Allied air", "CP air placed against {air} (0: none): {chances}", air=air, chances=by_value(fought)
    )
    yield tell_rule("These odds are exact: every possible roll is counted.")
    if now.at_launch < data.major.least:
        yield data.rulings.major_below_21.tell()


def _whole_phase(data: FieldsData, now: Standing) -> Iterator[Public]:
    """All offensives of the phase, those that were launched already among them."""
    title: LiteralString = "All offensives of the phase"
    if now.placed:
        yield tell_section(title, "SPs placed already in this phase: {placed}", placed=now.placed)
    whole = odds.whole_phase(data, now.to_come, now.at_launch).plus(now.placed)
    yield _mean(title, whole)
    yield from tell_steps(title, whole)


def _answers(data: FieldsData, state: State, now: Standing, allied: Attack) -> Iterator[Public]:
    yield _mean("Reconnaissance, three blocks", odds.recon(data, now.hidden))
    held = odds.sps_in_hex(data, now.hidden, now.total, allied.sps)
    yield tell_section(
        "An Allied attack",
        "The hex holds {mean} SPs on average. 90% of results lie between {low} and {high}.",
        **spread(held),
    )
    yield _artillery("An Allied attack", data, state, allied)
    if state.logistic:
        reinforced = odds.reinforcement_after(data, held, now.hidden, allied)
        yield tell_section(
            "An Allied attack", "Chance that the CP reinforce: {chance}", chance=Shown(percent(reinforced))
        )
    else:
        yield tell_section("An Allied attack", "The CP have no Logistic Point to reinforce with.")


def _as_they_begin(data: FieldsData, state: State, now: Standing) -> State:
    """The state in which the Central Powers act. Before another action phase their counters are refreshed (7.6)."""
    if (now.turn, now.phase) == (state.turn, state.phase(data)):
        return state
    air, artillery = state.air.refresh(), state.artillery.refresh()
    return state.replace(air=air, artillery=artillery, air_answer=None, artillery_answer=None)


def _artillery(
    title: LiteralString, data: FieldsData, state: State, allied: Attack, offensive: OffensiveKind | None = None
) -> Public:
    """The counters that are placed against Allied SPs in a hex, in an Allied attack or in an offensive."""
    chances = odds.artillery(
        data, state.artillery, allied, previous_n=state.artillery_answer == "N", offensive=offensive
    )
    return tell_section(
        title,
        "CP artillery placed against {sps} Allied SPs (0: none): {chances}",
        sps=allied.sps,
        chances=by_value(chances),
    )


def _counts(now: Standing) -> Iterator[Public]:
    """The chance of each number of offensives, and their means; what is still to come of a number that was rolled."""
    if now.is_counted:
        (count,), (left,) = now.counts, now.to_come
        yield tell_section(
            "Number of offensives",
            "Rolled for this phase: {majors} Major, {minors} Minor",
            majors=count.majors,
            minors=count.minors,
        )
        yield tell_section(
            "Number of offensives",
            "Still to be launched: {majors} Major, {minors} Minor",
            majors=left.majors,
            minors=left.minors,
        )
        return
    all_ = sum(now.counts.values())
    for count, ways in sorted(now.counts.items()):
        yield tell_section(
            "Number of offensives",
            "{majors} Major, {minors} Minor: {chance} ({ways}/{all})",
            majors=count.majors,
            minors=count.minors,
            chance=Shown(percent(Fraction(ways, all_))),
            ways=ways,
            all=all_,
        )
    majors = Fraction(sum(count.majors * ways for count, ways in now.counts.items()), all_)
    minors = Fraction(sum(count.minors * ways for count, ways in now.counts.items()), all_)
    yield tell_section(
        "Number of offensives",
        "Mean: {majors} Major, {minors} Minor",
        majors=line("{mean:.3f}", mean=float(majors)),
        minors=line("{mean:.3f}", mean=float(minors)),
    )


def tell_steps(title: LiteralString | Line, chances: Chances, most: int = MOST_LINES) -> Iterator[Public]:
    """The chance of so many or more, step by step."""
    for number, part in odds.steps(chances, most):
        yield tell_section(title, "{number} or more: {chance}", number=number, chance=Shown(percent(part)))


def _mean(title: LiteralString, chances: Chances) -> Public:
    return tell_section(title, "Mean: {mean} SPs. 90% of results lie between {low} and {high}.", **spread(chances))


def spread(chances: Chances) -> dict[str, Open]:
    """The mean and the range that holds nine results of ten."""
    low, high = chances.quantile(Fraction(1, 20)), chances.quantile(Fraction(19, 20))
    return {"mean": line("{mean:.2f}", mean=float(chances.mean)), "low": low, "high": high}


def by_value(chances: Chances) -> Shown:
    """``0: 16.7%, 2: 83.3%``: the chance of each value."""
    return listed(
        line("{value}: {chance}", value=value, chance=percent(Fraction(ways, chances.all)))
        for value, ways in chances.ways.items()
    )
