"""The odds in words: what the Central Powers may do from here, or would do if things stood otherwise."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, get_args

from pydantic import Field

from rules.frozen import Frozen
from rules.games.fields_of_despair import odds
from rules.games.fields_of_despair.data import FieldsData, OffensiveCount, PhaseNumber
from rules.games.fields_of_despair.odds import Chances, percent
from rules.games.fields_of_despair.offensives import LEAST_FOR_A_MAJOR
from rules.games.fields_of_despair.state import Attack, Count, OffensiveKind, Stage, State
from rules.notice import Public, tell_all, tell_rule, tell_section
from rules.secrets import Shown

MOST_LINES = 12


class WhatIf(Frozen):
    """What to count with; what is not given is as it stands. ``allied`` and ``artillery`` are Allied SPs in a hex,
    ``air`` the Allied air there."""

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
    """How things stand, or would stand. ``at_launch`` is what is hidden when the offensives begin: then every hex
    holds one face-down block."""

    turn: int
    phase: PhaseNumber
    hidden: int
    at_launch: int
    total: int
    launched: Mapping[OffensiveCount, int]


def standing(data: FieldsData, state: State, what_if: WhatIf) -> Standing:
    """How things stand, but for what is asked otherwise. Another total changes what is hidden, if that is not asked
    otherwise, too; the total is never below what is hidden."""
    turn, phase = upcoming(data, state)
    turn, phase = what_if.turn or turn, what_if.phase or phase
    total = state.total if what_if.total is None else what_if.total
    hidden = max(0, total - state.revealed) if what_if.hidden is None else what_if.hidden
    total = max(total, hidden)
    is_asked = bool(what_if.turn or what_if.phase or what_if.total is not None)
    is_counted = state.cp.stage is not Stage.BLOCKS and not is_asked
    if is_counted:
        launched: Mapping[OffensiveCount, int] = {OffensiveCount(*state.cp.to_launch): 1}
    else:
        launched = odds.offensive_counts(
            data, turn, phase, total, in_france=what_if.in_france, allies_ahead=what_if.allies_ahead
        )  # fmt: skip
    at_launch = hidden if is_counted or what_if.hidden is not None else max(0, total - len(state.hexes))
    return Standing(turn=turn, phase=phase, hidden=hidden, at_launch=at_launch, total=total, launched=launched)


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
        yield tell_all("When the offensives begin, every CP hex is face down, and {hidden} are hidden.",
                       hidden=now.at_launch)  # fmt: skip
    yield from _launches(now.launched)
    all_ = odds.whole_phase(data, now.launched, now.at_launch)
    yield from _chances("All offensives of the phase", all_, by_tens=True)
    for kind in get_args(OffensiveKind):
        yield from _chances(f"One {kind} Offensive", odds.offensive(data, kind, now.at_launch))
        yield _artillery(data, state, what_if.attack, f"One {kind} Offensive", kind)
    yield from _answers(data, state, now, what_if)
    yield tell_rule("Exact: every fall of the dice is counted, none is rolled. Targets hold a face-down block.")
    if now.at_launch < LEAST_FOR_A_MAJOR:
        yield data.tell_ruling("major_below_21")


def _answers(data: FieldsData, state: State, now: Standing, what_if: WhatIf) -> Iterator[Public]:
    allied = what_if.attack
    yield tell_section("Reconnaissance, three blocks", "{line}", line=_summary(odds.recon(data, now.hidden)))
    held = odds.sps_in_hex(data, now.hidden, now.total, what_if.allied)
    head = Shown(f"{what_if.allied} Allied SPs, {allied.artillery} of them artillery")
    yield tell_section("An Allied attack", "{head}: the hex holds {line}", head=head, line=_summary(held))
    yield _artillery(data, state, allied, "An Allied attack")
    if state.logistic:
        reinforced = odds.reinforcement_after(data, held, now.hidden, allied)
        yield tell_section("An Allied attack", "They reinforce: {chance}", chance=Shown(percent(reinforced)))
    else:
        yield tell_section("An Allied attack", "They have no Logistic Point to reinforce with.")
    fought = odds.dogfight(data, state.air.available, what_if.air, previous_n=state.air_answer == "N")
    yield tell_section("Allied air", "{air} over a hex; CP air answers: {line}", air=what_if.air, line=_answer(fought))


def _artillery(
    data: FieldsData, state: State, allied: Attack, head: str, offensive: OffensiveKind | None = None
) -> Public:
    """What answers Allied SPs in a hex, in an Allied attack or in an offensive."""
    previous = state.artillery_answer == "N"
    chances = odds.artillery(
        data, state.artillery.available, allied, previous_n=previous, offensive=offensive
    )  # fmt: skip
    line = tell_all("{sps} Allied SPs there: CP artillery answers: {line}", sps=allied.sps, line=_answer(chances)).line
    return Public(line).under(Shown(head))


def _launches(launched: Mapping[OffensiveCount, int]) -> Iterator[Public]:
    all_ = sum(launched.values())
    for launch, ways in sorted(launched.items()):
        said = Shown(f"{launch.majors} Major, {launch.minors} Minor")
        yield tell_section("Number of offensives", "{launch}: {chance}", launch=said,
                    chance=Shown(_counted(ways, all_)))  # fmt: skip
    majors = Fraction(sum(launch.majors * ways for launch, ways in launched.items()), all_)
    minors = Fraction(sum(launch.minors * ways for launch, ways in launched.items()), all_)
    yield tell_section("Number of offensives", "Mean: {majors} Major, {minors} Minor", majors=Shown(f"{float(majors):.3f}"),
                minors=Shown(f"{float(minors):.3f}"))  # fmt: skip


def _counted(ways: int, all_: int) -> str:
    return f"{percent(Fraction(ways, all_))} ({ways}/{all_})"


def _chances(head: str, chances: Chances, *, by_tens: bool = False) -> Iterator[Public]:
    yield tell_section(Shown(head), "{line}", line=_summary(chances))
    if by_tens:
        for range_, part in list(odds.decades(chances))[:MOST_LINES]:
            yield tell_section(Shown(head), "{range}: {part}", range=Shown(range_), part=Shown(percent(part)))


def _summary(chances: Chances) -> Shown:
    """``mean 23.1, mostly 12 to 33 SPs``: nine ways of ten lie between the two."""
    low, high = chances.quantile(Fraction(1, 20)), chances.quantile(Fraction(19, 20))
    return Shown(f"mean {float(chances.mean):.2f} SPs; 90 % lie within {low} to {high}")


def _answer(chances: Chances) -> Shown:
    """The chance of each value that answers."""
    parts = (f"{value or 'none'} {percent(Fraction(ways, chances.all))}" for value, ways in chances.ways.items())
    return Shown(", ".join(parts))
