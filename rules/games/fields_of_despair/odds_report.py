"""The odds in words: what the Central Powers can do from here, or in a what-if."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, LiteralString, get_args

from pydantic import Field

from rules.frozen import Frozen
from rules.games.fields_of_despair import odds
from rules.games.fields_of_despair.data import FieldsData, OffensiveCount, PhaseNumber
from rules.games.fields_of_despair.odds import Chances, percent
from rules.games.fields_of_despair.offensives import LEAST_FOR_A_MAJOR
from rules.games.fields_of_despair.state import Attack, Count, OffensiveKind, Stage, State
from rules.games.fields_of_despair.wording import listed
from rules.notice import Open, Public, tell_all, tell_rule, tell_section
from rules.secrets import Shown

MOST_LINES = 12
ONE_OFFENSIVE: Mapping[OffensiveKind, LiteralString] = {
    "Major": "One Major Offensive",
    "Minor": "One Minor Offensive",
}


class WhatIf(Frozen):
    """What the odds assume. Anything not given is as in the campaign.

    ``allied`` are the Allied SPs in a hex, ``artillery`` those of them that are artillery, ``air`` the Allied air.
    """

    turn: Annotated[int, Field(ge=7, le=9)] | None = None
    phase: PhaseNumber | None = None
    hidden: Annotated[int, Field(ge=0, le=400)] | None = None
    total: Annotated[int, Field(ge=0, le=400)] | None = None
    in_france: bool = True
    allies_ahead: bool = False
    allied: Count = 12
    artillery: Count = 3
    air: Annotated[int, Field(ge=1, le=50)] = 3

    @property
    def attack(self) -> Attack:
        """The Allied SPs in a hex."""
        artillery = min(self.artillery, self.allied)
        return Attack(hex="A01", artillery=artillery, blocks=self.allied - artillery)


class Standing(Frozen):
    """The situation that the odds are counted for.

    ``at_launch`` are the hidden SPs when the offensives begin: then every hex holds one face-down block. ``counts``
    says in how many ways there are so many offensives.
    """

    turn: int
    phase: PhaseNumber
    hidden: int
    at_launch: int
    total: int
    counts: Mapping[OffensiveCount, int]


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
        counts: Mapping[OffensiveCount, int] = {OffensiveCount(*state.cp.to_launch): 1}
    else:
        counts = odds.offensive_counts(
            data, turn, phase, total, in_france=what_if.in_france, allies_ahead=what_if.allies_ahead
        )  # fmt: skip
    at_launch = hidden if is_counted or what_if.hidden is not None else max(0, total - len(state.hexes))
    return Standing(turn=turn, phase=phase, hidden=hidden, at_launch=at_launch, total=total, counts=counts)


def upcoming(data: FieldsData, state: State) -> tuple[int, PhaseNumber]:
    """The turn and the action phase in which the Central Powers act next, or are acting; the last one at the end."""
    turn, first = state.turn, state.step + state.is_done
    while turn in data.positions:
        for position in data.positions[turn][first:]:
            if position.step.kind == "central":
                return turn, position.phase
        turn, first = turn + 1, 0
    return data.last_turn, 2


def tell_odds(data: FieldsData, state: State, what_if: WhatIf) -> Iterator[Public]:
    """The odds of a whole Central Powers action phase, and of each answer of theirs."""
    now = standing(data, state, what_if)
    yield tell_all("Turn {turn}, action phase {phase}: CP total {total}, hidden {hidden} SPs.", turn=now.turn,
                   phase=now.phase, total=now.total, hidden=now.hidden)  # fmt: skip
    if now.at_launch != now.hidden:
        yield tell_all("When the offensives begin, every CP hex is face down and {hidden} SPs are hidden.",
                       hidden=now.at_launch)  # fmt: skip
    yield from _counts(now.counts)
    whole = odds.whole_phase(data, now.counts, now.at_launch)
    yield _mean("All offensives of the phase", whole)
    for low, high, part in list(odds.ranges(whole))[:MOST_LINES]:
        chance = Shown(percent(part))
        yield tell_section(
            "All offensives of the phase", "{low}-{high} SPs: {chance}", low=low, high=high, chance=chance
        )
    for kind in get_args(OffensiveKind):
        yield _mean(ONE_OFFENSIVE[kind], odds.offensive(data, kind, now.at_launch))
        yield _artillery(ONE_OFFENSIVE[kind], data, state, what_if.attack, kind)
    yield from _answers(data, state, now, what_if)
    yield tell_rule(
        "These odds are exact: every possible roll is counted. They assume that each target holds one face-down block."
    )
    if now.at_launch < LEAST_FOR_A_MAJOR:
        yield data.tell_ruling("major_below_21")


def _answers(data: FieldsData, state: State, now: Standing, what_if: WhatIf) -> Iterator[Public]:
    allied = what_if.attack
    yield _mean("Reconnaissance, three blocks", odds.recon(data, now.hidden))
    held = odds.sps_in_hex(data, now.hidden, now.total, what_if.allied)
    yield tell_section(
        "An Allied attack", "Allied SPs: {sps}. Artillery among them: {artillery}.", sps=what_if.allied,
        artillery=allied.artillery,
    )  # fmt: skip
    yield tell_section(
        "An Allied attack", "The hex holds {mean} SPs on average. 90% of results lie between {low} and {high}.",
        **_spread(held),
    )  # fmt: skip
    yield _artillery("An Allied attack", data, state, allied)
    if state.logistic:
        reinforced = odds.reinforcement_after(data, held, now.hidden, allied)
        yield tell_section(
            "An Allied attack", "Chance that the CP reinforce: {chance}", chance=Shown(percent(reinforced))
        )
    else:
        yield tell_section("An Allied attack", "The CP have no Logistic Point to reinforce with.")
    fought = odds.dogfight(data, state.air.available, what_if.air, previous_n=state.air_answer == "N")
    yield tell_section("Allied air", "CP air against {air} (0: no answer): {chances}", air=what_if.air,
                       chances=_by_value(fought))  # fmt: skip


def _artillery(
    title: LiteralString, data: FieldsData, state: State, allied: Attack, offensive: OffensiveKind | None = None
) -> Public:
    """What answers Allied SPs in a hex, in an Allied attack or in an offensive."""
    chances = odds.artillery(
        data, state.artillery.available, allied, previous_n=state.artillery_answer == "N", offensive=offensive
    )  # fmt: skip
    return tell_section(title, "CP artillery against {sps} Allied SPs (0: no answer): {chances}", sps=allied.sps,
                        chances=_by_value(chances))  # fmt: skip


def _counts(counts: Mapping[OffensiveCount, int]) -> Iterator[Public]:
    """The chance of each number of offensives, and their means."""
    all_ = sum(counts.values())
    for count, ways in sorted(counts.items()):
        yield tell_section(
            "Number of offensives", "{majors} Major, {minors} Minor: {chance} ({ways}/{all})",
            majors=count.majors, minors=count.minors, chance=Shown(percent(Fraction(ways, all_))), ways=ways, all=all_,
        )  # fmt: skip
    majors = Fraction(sum(count.majors * ways for count, ways in counts.items()), all_)
    minors = Fraction(sum(count.minors * ways for count, ways in counts.items()), all_)
    yield tell_section("Number of offensives", "Mean: {majors} Major, {minors} Minor",
                       majors=Shown(f"{float(majors):.3f}"), minors=Shown(f"{float(minors):.3f}"))  # fmt: skip


def _mean(title: LiteralString, chances: Chances) -> Public:
    return tell_section(title, "Mean: {mean} SPs. 90% of results lie between {low} and {high}.", **_spread(chances))


def _spread(chances: Chances) -> dict[str, Open]:
    """The mean and the range that holds nine results of ten."""
    low, high = chances.quantile(Fraction(1, 20)), chances.quantile(Fraction(19, 20))
    return {"mean": Shown(f"{float(chances.mean):.2f}"), "low": low, "high": high}


def _by_value(chances: Chances) -> Shown:
    """``0: 16.7%, 2: 83.3%``: the chance of each value."""
    return listed(f"{value}: {percent(Fraction(ways, chances.all))}" for value, ways in chances.ways.items())
