"""The planner in words: an attack, the front, the rest of the war."""

from collections.abc import Iterator
from typing import LiteralString, assert_never

from rules.games.fields_of_despair.assumptions import TITLE, WhatIf, assumed_of_the_count
from rules.games.fields_of_despair.cp_start import is_minimum_in
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.odds import RATIOS, Chances, percent
from rules.games.fields_of_despair.odds_report import by_value, spread, tell_odds, tell_steps
from rules.games.fields_of_despair.planner import Threat, WarPlan, plan_attack, plan_front, plan_war
from rules.games.fields_of_despair.state import State
from rules.games.fields_of_despair.wording import listed
from rules.line import Line, line
from rules.notice import Public, tell_all, tell_rule, tell_section
from rules.secrets import Shown

FEW_LINES = 8
MOST_THREATS = 12
ARTILLERY: LiteralString = "CP artillery"
IN_HEX: LiteralString = "CP SPs in the hex"
BRINGS: LiteralString = "What it brings"
HURTS: LiteralString = "Where it hurts most"
TO_COME: LiteralString = "Offensives still to come"
AT_THE_END: LiteralString = "CP total at the end"
REINFORCED: LiteralString = "With the CP reinforcement check"
RATIO: LiteralString = "Allied SPs : CP SPs"
EXACT: LiteralString = "These odds are exact: every possible roll is counted."


def tell_asked(data: FieldsData, state: State, what_if: WhatIf) -> Iterator[Public]:
    """The odds of what a player asks about: an attack, the front, the rest of the war, or else the next phase."""
    if what_if.attack:
        return tell_attack(data, state, what_if.attack)
    match what_if.about:
        case "the front":
            return tell_front(data, state, what_if)
        case "the rest of the war":
            return tell_war(data, state, what_if)
        case None:
            return tell_odds(data, state, what_if)
        case _:
            assert_never(what_if.about)


def tell_imagined(data: FieldsData, board: State, what_if: WhatIf) -> Iterator[Public]:
    """The same of a board that is imagined, with what is assumed of it."""
    yield from tell_asked(data, board, what_if)
    if what_if.about is None:
        yield tell_section(TITLE, "The CP have a Logistic Point.")
    yield tell_section(TITLE, "No campaign of Fields of Despair is played here: the strengths are yours.")


def tell_attack(data: FieldsData, state: State, text: str) -> Iterator[Public]:
    """What one Allied attack meets, and the chance of each ratio."""
    plan = plan_attack(data, state, text)
    attack = plan.attack
    yield tell_all(
        "Allied attack on {hex}: artillery {artillery}, blocks {blocks}.",
        hex=Shown(attack.hex),
        artillery=attack.artillery,
        blocks=attack.blocks,
    )
    yield tell_section(ARTILLERY, "Placed (0: none): {chances}", chances=by_value(plan.artillery))
    if not attack.blocks:
        yield tell_section(ARTILLERY, "Artillery alone meets no blocks.")
        yield tell_rule(EXACT)
        return
    yield tell_section(IN_HEX, "Mean: {mean} SPs. 90% of results lie between {low} and {high}.", **spread(plan.held))
    yield from tell_steps(IN_HEX, plan.held, FEW_LINES)
    yield from _ratios(RATIO, plan.before)
    if state.logistic:
        yield tell_section(REINFORCED, "Chance that the CP reinforce: {chance}", chance=Shown(percent(plan.reinforced)))
        yield from _ratios(REINFORCED, plan.after)
    else:
        yield tell_section(RATIO, "The CP have no Logistic Point to reinforce with.")
    yield data.rulings.ratio_counts.tell()
    yield tell_rule(EXACT)
    yield tell_rule("Losses to CP artillery and in dogfights are not taken off.")


def _ratios(title: LiteralString, chances: Chances) -> Iterator[Public]:
    """The chance of each ratio or a better one."""
    for ratio in RATIOS:
        yield tell_section(
            title,
            "{ratio}:1 or better: {chance}",
            ratio=ratio,
            chance=Shown(percent(chances.at_least(ratio))),
        )


def tell_front(data: FieldsData, state: State, what_if: WhatIf) -> Iterator[Public]:
    """Where the next Major Offensive hurts most, the worst first."""
    plan = plan_front(data, state, what_if)
    yield tell_all(
        "The next Major Offensive, turn {turn}, action phase {phase}, {hidden} {hidden:SP|SPs} hidden.",
        turn=plan.now.turn,
        phase=plan.now.phase,
        hidden=plan.now.at_launch,
    )
    yield tell_section(BRINGS, "Mean: {mean} SPs. 90% of results lie between {low} and {high}.", **spread(plan.sps))
    yield from tell_steps(BRINGS, plan.sps, FEW_LINES)
    if plan.drawn_from:
        yield tell_section(BRINGS, "Chits in the cup: {chits}. Each is as likely.", chits=plan.drawn_from)
    for threat in plan.threats[:MOST_THREATS]:
        yield Public(_threat(data, threat)).under(HURTS)
    if plan.untold:
        yield tell_section(HURTS, "Allied SPs not entered: {hexes}. `/enter what:hex`", hexes=listed(plan.untold))
    if plan.threats:
        yield tell_rule("Ordered by the chance of 2:1 against the Allied SPs that you entered last.")
    yield tell_rule(EXACT)


def _threat(data: FieldsData, threat: Threat) -> Line:
    """``**F07**, Allied SPs 12: 2:1 63.0%, 1:1 88.0%, with 5 more 2:1 21.3%``, and what lies behind by the map."""
    told = line(
        "**{hex}**, Allied SPs {allied}: 2:1 {double}, 1:1 {even}; with {most} SPs of reserves 2:1 {reinforced}",
        hex=threat.hex,
        allied=threat.allied,
        double=percent(threat.double),
        even=percent(threat.even),
        most=data.reinforcement.most,
        reinforced=percent(threat.reinforced),
    )
    if threat.beyond is None:
        return told
    behind = line("{threat}; Allied hexes next to it: {beyond}", threat=told, beyond=threat.beyond)
    if threat.to_goal is None:
        return behind
    return line("{threat}, {far} from the goal", threat=behind, far=threat.to_goal)


def tell_war(data: FieldsData, state: State, what_if: WhatIf) -> Iterator[Public]:
    """The offensives and the CP total until the end of the last turn."""
    plan = plan_war(data, state, what_if)
    (turn, phase), (last_turn, last_phase) = plan.phases[0], plan.phases[-1]
    yield tell_all(
        "The rest of the war, {turn}.{phase} to {last_turn}.{last_phase}: {phases} CP action {phases:phase|phases}.",
        phases=len(plan.phases),
        turn=turn,
        phase=phase,
        last_turn=last_turn,
        last_phase=last_phase,
    )
    is_last = is_minimum_in(data, last_turn, last_phase)
    yield from assumed_of_the_count(data, state, what_if, is_last=is_last)
    yield _losses(plan, what_if).under(TITLE)
    if state.turn == data.first_turn and (what_if.turn or state.turn) == data.first_turn:
        yield tell_section(TITLE, "Troops from the Eastern Front (8.0) are not counted in until they arrive.")
    values = spread(plan.offensives)
    yield tell_section(TO_COME, "Mean: {mean}. 90% of results lie between {low} and {high}.", **values)
    yield tell_section(TO_COME, "Of these Major, mean: {mean}", mean=line("{mean:.2f}", mean=float(plan.majors)))
    yield from tell_steps(TO_COME, plan.offensives)
    yield tell_section(
        AT_THE_END, "Mean: {mean} SPs. 90% of results lie between {low} and {high}.", **spread(plan.total)
    )
    yield from tell_steps(AT_THE_END, plan.total, FEW_LINES)
    yield tell_rule(EXACT)


def _losses(plan: WarPlan, what_if: WhatIf) -> Public:
    """What the Central Powers lose in each action phase to come."""
    if what_if.losses is not None:
        return tell_all("CP losses in each action phase: {sps} SPs, as you ask.", sps=what_if.losses)
    if not plan.losses:
        return tell_all("No CP losses: no action phase is over yet. `losses` asks about another number.")
    return tell_all(
        "CP losses in each action phase: as in one of those played, each as likely: {sps} SPs.", sps=listed(plan.losses)
    )
