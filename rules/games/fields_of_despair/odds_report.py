"""The odds in words: of the Central Powers' next action phase, and of one Allied attack."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import LiteralString, get_args

from rules.errors import NotNow, NotThere
from rules.frozen import Frozen
from rules.games.fields_of_despair import frontline, odds
from rules.games.fields_of_despair.blocks import cp_hex
from rules.games.fields_of_despair.combat import meets_blocks
from rules.games.fields_of_despair.cp_start import is_minimum_in
from rules.games.fields_of_despair.data import FieldsData, OffensiveCount, PhaseNumber
from rules.games.fields_of_despair.frontline import contested_at_the_start
from rules.games.fields_of_despair.notation import read_attacks
from rules.games.fields_of_despair.odds import RATIOS, Chances, percent
from rules.games.fields_of_despair.pieces import Attack
from rules.games.fields_of_despair.sequence import OVER
from rules.games.fields_of_despair.state import OffensiveKind, Stage, State, Told
from rules.games.fields_of_despair.wording import listed
from rules.line import Line, line
from rules.notice import Open, Public, tell_all, tell_rule, tell_section
from rules.secrets import Shown

MOST_LINES, FEW_LINES = 10, 8
ALLIED, ARTILLERY, AIR = 12, 3, 3
"""What is assumed of an Allied attack of which nothing was told: its SPs, those of them that are artillery, the air."""
TITLE: LiteralString = "Assumptions"
EXACT: LiteralString = "These odds are exact: every possible roll is counted."
ONE_OFFENSIVE: Mapping[OffensiveKind, LiteralString] = {"Major": "One Major Offensive", "Minor": "One Minor Offensive"}


class Standing(Frozen):
    """The situation that the odds are counted for.

    ``at_launch`` are the hidden SPs when the offensives begin: then every hex holds one face-down block. ``counts``
    says in how many ways there are so many offensives in the phase, and ``to_come`` in how many so many of them still
    come; ``placed`` SPs came already. ``is_counted``: the number was rolled.
    """

    turn: int
    phase: PhaseNumber
    at_launch: int
    counts: Mapping[OffensiveCount, int]
    to_come: Mapping[OffensiveCount, int]
    placed: int
    is_counted: bool


def standing(data: FieldsData, state: State) -> Standing:
    """Return the campaign's situation."""
    turn, phase = upcoming(data, state)
    if is_counted := state.cp.stage is not Stage.BLOCKS:
        counts: Mapping[OffensiveCount, int] = {state.cp.counted: 1}
        to_come: Mapping[OffensiveCount, int] = {OffensiveCount(*state.cp.to_launch): 1}
    else:
        ahead = state.ahead is not None and state.ahead.answer
        counts = to_come = odds.offensive_counts(
            data, turn, phase, state.total, in_france=_in_france(data, state), allies_ahead=ahead
        )
    return Standing(
        turn=turn,
        phase=phase,
        at_launch=state.hidden if is_counted else max(0, state.total - len(contested_at_the_start(data, state))),
        counts=counts,
        to_come=to_come,
        placed=state.cp.placed if is_counted else 0,
        is_counted=is_counted,
    )


def _in_france(data: FieldsData, state: State) -> bool:
    """Return whether the Central Powers control a hex in France: by the map, else as was told last, else they do."""
    known = frontline.in_france(data, state)
    if known is not None:
        return known
    return state.france is None or state.france.answer


def assumed_attack(state: State) -> tuple[Attack, bool]:
    """Return the Allied SPs in the hex that is fought for, and whether they were told."""
    fought = state.cp.current.hex if state.cp.current else state.attacks[0].hex if state.attacks else None
    told = state.at(fought).allied if fought is not None else None
    if told is not None:
        return told, True
    return Attack(hex=fought or "A01", artillery=ARTILLERY, blocks=ALLIED - ARTILLERY), False


def upcoming(data: FieldsData, state: State) -> tuple[int, PhaseNumber]:
    """Return when the Central Powers act next, or are acting. Raises ``NotNow`` when they act no more."""
    if state.is_over:
        raise NotNow(OVER)
    turn, first = state.turn, state.step + state.is_done
    while turn in data.positions:
        for position in data.positions[turn][first:]:
            if position.step.kind == "central":
                return turn, position.phase
        turn, first = turn + 1, 0
    raise NotNow("The Central Powers have no action phase left in this game.")


def tell_odds(data: FieldsData, state: State) -> Iterator[Public]:
    """Tell the odds of a whole Central Powers action phase, and of each answer of theirs."""
    now = standing(data, state)
    then = state
    if (now.turn, now.phase) != (state.turn, state.phase(data)):  # before another action phase counters are refreshed
        air, artillery = state.air.refresh(), state.artillery.refresh()
        then = state.replace(air=air, artillery=artillery, air_answer=None, artillery_answer=None)
    attack, _ = assumed_attack(state)
    yield tell_all(
        "Turn {turn}, action phase {phase}: CP total {total}, hidden {hidden} {hidden:SP|SPs}.",
        turn=now.turn,
        phase=now.phase,
        total=state.total,
        hidden=state.hidden,
    )
    if now.at_launch != state.hidden:
        yield tell_all(
            "When the offensives begin, every CP hex is face down and {hidden} SPs are hidden.", hidden=now.at_launch
        )
    yield from _assumptions(data, state, now)
    yield from _counts(now)
    title: LiteralString = "All offensives of the phase"
    if now.placed:
        yield tell_section(title, "SPs placed already in this phase: {placed}", placed=now.placed)
    whole = odds.whole_phase(data, now.to_come, now.at_launch).plus(now.placed)
    yield _mean(title, whole)
    yield from tell_steps(title, whole)
    for kind in get_args(OffensiveKind):
        yield _mean(ONE_OFFENSIVE[kind], odds.offensive(data, kind, now.at_launch))
        yield _artillery(ONE_OFFENSIVE[kind], data, then, attack, kind)
    answering = then if state.position(data).step.part == "refresh" else state
    yield from _answers(data, answering, attack)
    fought = odds.dogfight(data, answering.air, AIR, previous_n=answering.air_answer == "N")
    yield tell_section(
        "Allied air", "CP air placed against {air} (0: none): {chances}", air=AIR, chances=by_value(fought)
    )
    yield tell_rule(EXACT)
    if now.at_launch < data.major.least:
        yield data.rulings.major_below_21.tell()


def tell_attack(data: FieldsData, state: State, text: str) -> Iterator[Public]:
    """Tell what one Allied attack meets, and the chance of each ratio. Raises ``NotThere`` for what is no attack."""
    attack, *more = read_attacks(text)
    if more:
        raise NotThere("Ask for one attack at a time, e.g. B05 4+18.")
    hex_ = cp_hex(state, attack.hex)
    placed = odds.artillery(data, state.artillery, attack, previous_n=state.artillery_answer == "N")
    yield tell_all(
        "Allied attack on {hex}: artillery {artillery}, blocks {blocks}.",
        hex=Shown(attack.hex),
        artillery=attack.artillery,
        blocks=attack.blocks,
    )
    yield tell_section("CP artillery", "Placed (0: none): {chances}", chances=by_value(placed))
    if not meets_blocks(data, attack):
        yield tell_section("CP artillery", "Artillery alone meets no blocks.")
        yield tell_rule(EXACT)
        return
    held = odds.attacked(data, state.hidden, state.total, attack, hex_)
    in_hex: LiteralString = "CP SPs in the hex"
    yield _mean(in_hex, held)
    yield from tell_steps(in_hex, held, FEW_LINES)
    ratio: LiteralString = "Allied SPs : CP SPs"
    yield from _ratios(ratio, odds.ratios(data, held, attack))
    if state.logistic:
        title: LiteralString = "With the CP reinforcement check"
        free = state.room(attack.hex) + hex_.known
        reinforced = odds.reinforcement_after(data, held, free - 1, attack)
        yield tell_section(title, "Chance that the CP reinforce: {chance}", chance=Shown(percent(reinforced)))
        yield from _ratios(title, odds.ratios_after(data, held, free, attack))
    else:
        yield tell_section(ratio, "The CP have no Logistic Point to reinforce with.")
    yield data.rulings.ratio_counts.tell()
    yield tell_rule(EXACT)
    yield tell_rule("Losses to CP artillery and in dogfights are not taken off.")


def _ratios(title: LiteralString, chances: Chances) -> Iterator[Public]:
    """Tell the chance of each ratio or a better one."""
    for ratio in RATIOS:
        chance = Shown(percent(chances.at_least(ratio)))
        yield tell_section(title, "{ratio}:1 or better: {chance}", ratio=ratio, chance=chance)


def _assumptions(data: FieldsData, state: State, now: Standing) -> Iterator[Public]:
    """Tell what these odds take for granted, and who said it."""
    if not now.is_counted:
        yield _france(data, state).under(TITLE)
        if is_minimum_in(data, now.turn, now.phase):
            yield _ahead(state).under(TITLE)
    attack, is_told = assumed_attack(state)
    values = {"artillery": attack.artillery, "blocks": attack.blocks}
    if is_told:
        yield tell_section(
            TITLE,
            "The Allied SPs that you entered for {hex}: artillery {artillery}, blocks {blocks}.",
            hex=Shown(attack.hex),
            **values,
        )
    else:
        yield tell_section(TITLE, "Allied SPs in a hex: artillery {artillery}, blocks {blocks}.", **values)
    yield tell_section(TITLE, "Allied air over a hex: {air}.", air=AIR)
    yield tell_section(TITLE, "One face-down CP block in each target.")


def _france(data: FieldsData, state: State) -> Public:
    answer = _in_france(data, state)
    if frontline.in_france(data, state) is not None:
        if answer:
            return tell_all("A CP hex in France, by your group's map.")
        return tell_all("No CP hex in France, by your group's map.")
    if state.france is None:
        return tell_all("A CP hex in France (nobody has said).")
    when = _when(state.france)
    if answer:
        return tell_all("A CP hex in France, as you said in {when}.", when=when)
    return tell_all("No CP hex in France, as you said in {when}.", when=when)


def _ahead(state: State) -> Public:
    if state.ahead is None:
        return tell_all("The Allies at neither victory nor a draw (nobody has said).")
    when = _when(state.ahead)
    if state.ahead.answer:
        return tell_all("The Allies at victory or a draw, as you said in {when}.", when=when)
    return tell_all("The Allies at neither victory nor a draw, as you said in {when}.", when=when)


def _when(told: Told) -> Shown:
    """``9.1``: the turn and the action phase of an answer."""
    return Shown(f"{told.turn}.{told.phase}")


def _answers(data: FieldsData, state: State, allied: Attack) -> Iterator[Public]:
    yield _mean("Reconnaissance, three blocks", odds.recon(data, state.hidden))
    held = odds.sps_in_hex(data, state.hidden, state.total, allied.sps)
    title = "An Allied attack"
    yield tell_section(
        title, "The hex holds {mean} SPs on average. 90% of results lie between {low} and {high}.", **spread(held)
    )
    yield _artillery(title, data, state, allied)
    if state.logistic:
        chance = Shown(percent(odds.reinforcement_after(data, held, state.hidden, allied)))
        yield tell_section(title, "Chance that the CP reinforce: {chance}", chance=chance)
    else:
        yield tell_section(title, "The CP have no Logistic Point to reinforce with.")


def _artillery(
    title: LiteralString, data: FieldsData, state: State, allied: Attack, offensive: OffensiveKind | None = None
) -> Public:
    """Tell the counters that are placed against Allied SPs in a hex, in an Allied attack or in an offensive."""
    is_n = state.artillery_answer == "N"
    chances = odds.artillery(data, state.artillery, allied, previous_n=is_n, offensive=offensive)
    return tell_section(
        title,
        "CP artillery placed against {sps} Allied SPs (0: none): {chances}",
        sps=allied.sps,
        chances=by_value(chances),
    )


def _counts(now: Standing) -> Iterator[Public]:
    """Yield the chance of each number of offensives and the means, or what is still to launch once they are rolled."""
    title: LiteralString = "Number of offensives"
    if now.is_counted:
        (count,), (left,) = now.counts, now.to_come
        yield tell_section(title, "Rolled for this phase: {majors} Major, {minors} Minor", **count._asdict())
        yield tell_section(title, "Still to be launched: {majors} Major, {minors} Minor", **left._asdict())
        return
    all_ = sum(now.counts.values())
    for count, ways in sorted(now.counts.items()):
        chance = Shown(percent(Fraction(ways, all_)))
        yield tell_section(
            title,
            "{majors} Major, {minors} Minor: {chance} ({ways}/{all})",
            chance=chance,
            ways=ways,
            all=all_,
            **count._asdict(),
        )
    majors = Fraction(sum(count.majors * ways for count, ways in now.counts.items()), all_)
    minors = Fraction(sum(count.minors * ways for count, ways in now.counts.items()), all_)
    means = {"majors": line("{mean:.3f}", mean=float(majors)), "minors": line("{mean:.3f}", mean=float(minors))}
    yield tell_section(title, "Mean: {majors} Major, {minors} Minor", **means)


def tell_steps(title: LiteralString | Line, chances: Chances, most: int = MOST_LINES) -> Iterator[Public]:
    """Tell the chance of so many or more, step by step."""
    for number, part in odds.steps(chances, most):
        yield tell_section(title, "{number} or more: {chance}", number=number, chance=Shown(percent(part)))


def _mean(title: LiteralString, chances: Chances) -> Public:
    return tell_section(title, "Mean: {mean} SPs. 90% of results lie between {low} and {high}.", **spread(chances))


def spread(chances: Chances) -> dict[str, Open]:
    """Return the mean and the range that holds nine results of ten."""
    low, high = chances.quantile(Fraction(1, 20)), chances.quantile(Fraction(19, 20))
    return {"mean": line("{mean:.2f}", mean=float(chances.mean)), "low": low, "high": high}


def by_value(chances: Chances) -> Shown:
    """``0: 16.7%, 2: 83.3%``: the chance of each value."""
    return listed(
        line("{value}: {chance}", value=value, chance=percent(Fraction(ways, chances.all)))
        for value, ways in chances.ways.items()
    )
