"""The odds are exact: against the counts of the readings, against plain enumeration, against icepool where it is."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import floor
from typing import Any

import pytest

from rules.dice import SealedDice
from rules.errors import NotNow, NotThere
from rules.games.fields_of_despair import odds
from rules.games.fields_of_despair.cp_start import count_offensives
from rules.games.fields_of_despair.data import FieldsData, OffensiveCount
from rules.games.fields_of_despair.odds_report import standing, tell_attack, tell_odds, upcoming
from rules.games.fields_of_despair.offensives import launch
from rules.games.fields_of_despair.pieces import Attack, Counters, CpHex, face_down
from rules.games.fields_of_despair.state import CpPhase, Offensive, Stage, State
from tests.games import fields
from tests.rules.games.fields_of_despair.campaign import HEXES, Campaign, central, landed

TABLES = fields().data
FALLS = [sum(fall) for fall in product(range(1, 7), repeat=3)]

# the exact counts of the readings, of 216
COUNTS = {
    (7, 1): "0/0 135, 0/1 25, 1/0 36, 1/1 10, 2/0 9, 2/1 1",
    (8, 1): "1/0 4, 1/1 6, 2/0 25, 2/1 73, 2/2 27, 3/0 46, 4/0 35",
    (9, 1): "0/0 20, 0/1 15, 1/0 46, 1/1 27, 2/0 52, 2/1 46, 2/2 6, 3/0 4",
}
MEANS = {(8, 1): "2.491", (8, 2): "2.028", (9, 1): "1.356"}


def counted(turn: int, phase: int, **what: bool) -> Counter[OffensiveCount]:
    return odds.offensive_counts(TABLES, turn, phase, 96, in_france=True, **what)


@pytest.mark.parametrize("when", COUNTS)
def test_the_exact_counts_of_the_readings(when: tuple[int, int]) -> None:
    told = (part.split() for part in COUNTS[when].split(", "))
    assert {f"{launch.majors}/{launch.minors}": ways for launch, ways in counted(*when).items()} == {
        launch: int(ways) for launch, ways in told
    }


@pytest.mark.parametrize("when", MEANS)
def test_the_means_of_the_readings(when: tuple[int, int]) -> None:
    launched = counted(*when)
    mean = Fraction(sum(launch.majors * ways for launch, ways in launched.items()), 216)
    assert f"{float(mean):.3f}" == MEANS[when]


def test_the_minimum_of_turn_9_moves_no_way_but_the_majors() -> None:
    plain, raised = counted(9, 2), counted(9, 2, allies_ahead=True)
    assert min(launch.majors for launch in raised) == 2
    assert sum(raised.values()) == sum(plain.values()) == 216
    assert (
        raised[OffensiveCount(2, 0)]
        == plain[OffensiveCount(0, 0)] + plain[OffensiveCount(1, 0)] + plain[OffensiveCount(2, 0)]
    )
    assert counted(9, 1, allies_ahead=True) == plain


def enumerated(majors: int, minors: int, hidden: int) -> Counter[int]:
    """SPs of the whole phase, one fall of the dice after the other, by nothing but the printed data."""
    if not (majors or minors):
        return Counter({0: 1})
    sums: Counter[int] = Counter()
    table = TABLES.major if majors and hidden >= 21 else TABLES.minor
    for total in FALLS:
        sps = min(table.at(total, hidden), hidden + 1) if hidden else 0
        after = min(hidden, hidden - sps + 1)
        for more, ways in remembered(majors - (majors > 0), minors - (not majors), after).items():
            sums[sps + more] += ways
    return sums


remembered = cache(enumerated)


@pytest.mark.parametrize("hidden", [0, 1, 2, 5, 6, 7, 20, 21, 30, 41, 78, 82, 150])
@pytest.mark.parametrize("when", [(7, 1), (8, 1), (8, 2), (9, 1)])
def test_a_whole_phase_is_what_enumeration_says(when: tuple[int, int], hidden: int) -> None:
    launched = counted(*when)
    chances = odds.whole_phase(TABLES, launched, hidden)
    most = max(sum(launch) for launch in launched)
    expected: Counter[int] = Counter()
    for counts, ways in launched.items():
        for sps, more in remembered(*counts, hidden).items():
            expected[sps] += ways * more * 216 ** (most - sum(counts))
    assert chances.ways == expected
    assert sum(chances.ways.values()) == chances.all == 216 ** (most + 1)


@pytest.mark.parametrize("ruled", ["first_column_capped", "x_until_the_reset"])
def test_rulings_count(ruled: str) -> None:
    name = "major_below_21" if "column" in ruled else "revealed_by_an_offensive"
    data = TABLES.with_ruling(name, ruled)
    launched = {OffensiveCount(3, 0): 1}
    assert odds.whole_phase(data, launched, 40).ways != odds.whole_phase(TABLES, launched, 40).ways
    assert max(odds.whole_phase(data, launched, 10).ways) <= 10 + 3


def ones(number: int) -> Counters:
    """Counters of 1, which make any value that they are enough for."""
    return Counters(values=(1,) * number)


def placed(chances: odds.Chances) -> dict[int, int]:
    return dict(chances.ways)


def cut(values: Counter[int], available: int) -> dict[int, int]:
    """The values that a table gives, none above what is available."""
    least: Counter[int] = Counter()
    for value, ways in values.items():
        least[min(value, available)] += ways
    return {value: ways for value, ways in sorted(least.items()) if ways}


def test_the_counters_that_can_be_placed_are_told() -> None:
    """Counters 3 and 2 against 12 Allied SPs: a 4 places the one counter of 3, as a 3 does."""
    attack = Attack(hex="A01", artillery=3, blocks=9)
    counters = Counters(values=(3, 2))
    assert odds.artillery(TABLES, counters, attack, previous_n=False, offensive="Major").ways == {3: 36}
    told = "\n".join(map(str, tell_odds(TABLES, Campaign(artillery="3 2").state)))
    assert "CP artillery placed against 12 Allied SPs (0: none): 3: 100.0%" in told


@pytest.mark.parametrize("available", [1, 3, 4, 9, 10, 12, 13, 20])
@pytest.mark.parametrize("allied", [0, 4, 5, 10, 11, 40])
@pytest.mark.parametrize("previous", [True, False])
def test_both_steps_of_the_artillery(available: int, allied: int, previous: bool) -> None:
    drm = (2 if allied > 10 else 1 if allied >= 5 else 0) + previous
    attack = Attack(hex="A01", artillery=min(2, allied), blocks=allied - min(2, allied))
    second_drm = drm - previous + (-1 if attack.artillery == 2 else -2)
    expected: Counter[int] = Counter()
    for first, second in product(range(1, 7), repeat=2):
        said = TABLES.artillery.at(first + drm, available)
        expected[TABLES.artillery_strength.at(second + second_drm, available) if said == "Y" else 0] += 1
    assert placed(odds.artillery(TABLES, ones(available), attack, previous_n=previous)) == cut(expected, available)


@pytest.mark.parametrize("allied", [1, 2, 3, 6])
@pytest.mark.parametrize("available", [1, 2, 5, 8, 11, 14])
@pytest.mark.parametrize("previous", [True, False])
def test_both_steps_of_a_dogfight(available: int, allied: int, previous: bool) -> None:
    drm = 2 if allied > 5 else 1 if allied >= 3 else 0
    expected: Counter[int] = Counter()
    for first, second in product(range(1, 7), repeat=2):
        said = TABLES.dogfight.at(first + drm + previous, available)
        value = TABLES.dogfight_strength.at(second + (drm if allied > 1 else -2), available)
        expected[value if said == "Y" else 0] += 1
    assert placed(odds.dogfight(TABLES, ones(available), allied, previous_n=previous)) == cut(expected, available)


def test_nothing_available_answers_nothing() -> None:
    attack = Attack(hex="A01", artillery=3, blocks=9)
    assert odds.artillery(TABLES, ones(0), attack, previous_n=True).ways == {0: 36}
    assert odds.dogfight(TABLES, ones(0), 3, previous_n=True).ways == {0: 36}


@pytest.mark.parametrize("hidden", [1, 4, 37, 82])
def test_recon_and_sps_in_a_hex(hidden: int) -> None:
    seen = Counter(min(TABLES.recon.at(total, hidden), hidden + 1) for total in FALLS)
    held = Counter(min(TABLES.sps_in_hex.at(total + 2, hidden), hidden + 1) for total in FALLS)
    assert odds.recon(TABLES, hidden).ways == seen
    assert odds.sps_in_hex(TABLES, hidden, 96, 22).ways == held


@pytest.mark.parametrize(("allied", "most"), [(5, 20), (6, 35)])
def test_a_small_attack_finds_no_more_than_its_limit(allied: int, most: int) -> None:
    assert max(odds.sps_in_hex(TABLES, 96, 96, allied).ways) == most


def test_limits_of_the_group_count() -> None:
    limits = {"3": (9,) * 11, "2": (5,) * 11}
    data = TABLES.replace(sps_in_hex=TABLES.sps_in_hex.replace(limits=limits))
    assert max(odds.sps_in_hex(data, 96, 96, 22).ways) == 9
    assert max(odds.sps_in_hex(data, 96, 96, 14).ways) == 5


@pytest.mark.parametrize(("allied", "central", "yes"), [(22, 18, 1), (36, 18, 3), (7, 2, 4), (40, 9, 6), (5, 9, 0)])
def test_reinforcement(allied: int, central: int, yes: int) -> None:
    assert odds.reinforcement(TABLES, allied, central).at_least(1) == Fraction(yes, 6)


def test_a_summary_of_chances() -> None:
    chances = odds.Chances({1: 1, 2: 2, 9: 1}, 4)
    assert (chances.mean, chances.at_least(2), chances.quantile(Fraction(1, 2))) == (Fraction(7, 2), Fraction(3, 4), 2)
    halves = odds.Chances({1: 1, 2: 1}, 2)
    assert halves.quantile(Fraction(1, 2)) == 1, "the least that is reached in half of all ways"


def test_icepool_agrees() -> None:
    icepool = pytest.importorskip("icepool", reason="icepool is not installed")
    die = icepool.d6 + icepool.d6 + icepool.d6

    def offensive(majors: int, minors: int, hidden: int) -> Any:
        if not (majors or minors):
            return icepool.Die([0])
        table = TABLES.major if majors and hidden >= 21 else TABLES.minor

        def then(total: int) -> Any:
            sps = min(table.at(total, hidden), hidden + 1) if hidden else 0
            return sps + offensive(majors - (majors > 0), minors - (not majors), min(hidden, hidden - sps + 1))

        return die.map(then)

    whole = odds.whole_phase(TABLES, {OffensiveCount(2, 1): 1}, 78)
    theirs = {sps: Fraction(ways, whole.all) for sps, ways in whole.ways.items()}
    oracle = offensive(2, 1, 78)
    assert {sps: oracle.probability(sps) for sps in oracle.outcomes()} == theirs


# ---- many phases -----------------------------------------------------------------------------------------------------

PHASES = 3_000
# what chance exceeds once in a thousand, for 11 degrees of freedom
CHI_SQUARE_11 = 31.26


def phase_sps(data: FieldsData, state: State, dice: SealedDice) -> int:
    """The SPs of a whole phase, by the procedures themselves."""
    state = count_offensives(data, state, dice, in_france=True, allies_ahead=False).apply(data, state)
    sps, targets = 0, iter(HEXES.split())
    while (state.cp.majors or state.cp.minors) and state.hidden:
        offensive = Offensive(kind=state.cp.kind, hex=next(targets))
        launched = launch(data, state, offensive, dice)
        sps += launched.sps
        state = launched.apply(data, state.in_cp_phase(current=offensive))
        cp = state.cp
        left = {"majors": cp.majors - 1} if cp.majors else {"minors": cp.minors - 1}
        state = state.replace(cp=cp.replace(**left))
    return sps


def test_thousands_of_phases_fall_as_the_odds_say() -> None:
    state = State(
        turn=8, step=[position.step.id for position in TABLES.positions[8]].index("central"), is_set_up=True, total=92,
        hexes=face_down(HEXES.split()), cp=CpPhase(stage=Stage.BLOCKS),
    )  # fmt: skip
    exact = odds.whole_phase(TABLES, counted(8, 1), state.hidden)
    dice = SealedDice(b"thousands of phases, and the seed")
    fell = Counter(phase_sps(TABLES, state, dice) for _ in range(PHASES))
    edges = [exact.quantile(Fraction(part, 12)) for part in range(1, 12)]
    bins = {sps: sum(sps > edge for edge in edges) for sps in range(200)}
    chi_square = 0.0
    for place in range(12):
        expected = PHASES * sum(ways for sps, ways in exact.ways.items() if bins[sps] == place) / exact.all
        seen = sum(number for sps, number in fell.items() if bins[sps] == place)
        assert expected > 100
        chi_square += (seen - expected) ** 2 / expected
    assert floor(chi_square) < CHI_SQUARE_11


# ---- what is told ----------------------------------------------------------------------------------------------------


def test_the_odds_from_here() -> None:
    campaign = Campaign(turn=8, step="central", hexes="A05 B05 C06 D06", total=40)
    told = "\n".join(map(str, tell_odds(TABLES, campaign.state)))
    assert "Turn 8, action phase 1: CP total 40, hidden 36 SPs." in told
    majors = Fraction(sum(TABLES.offensives.at(total + 5 - 1, 0).majors for total in FALLS), 216)
    assert f"Mean: {float(majors):.3f} Major" in told


def test_the_phases_offensives_include_those_already_launched() -> None:
    campaign = Campaign(turn=8, step="central", artillery="")
    campaign.do("cp_blocks", 4, 3, 2, hexes=HEXES, in_france=True)
    landed(campaign, "A05", 4, 4, 4)
    now = standing(TABLES, campaign.state)
    left = odds.whole_phase(TABLES, {OffensiveCount(1, 1): 1}, 50)
    told = "\n".join(map(str, tell_odds(TABLES, campaign.state)))
    assert (now.placed, now.to_come) == (33, {OffensiveCount(1, 1): 1})
    assert "Rolled for this phase: 2 Major, 1 Minor\nStill to be launched: 1 Major, 1 Minor" in told
    assert "SPs placed already in this phase: 33" in told
    assert f"Mean: {float(left.mean) + 33:.2f} SPs." in told


class TestAssumptions:
    """Whatever the odds take for granted is named, with where it comes from."""

    def told(self, campaign: Campaign) -> str:
        return "\n".join(map(str, tell_odds(TABLES, campaign.state)))

    def test_an_answer_of_a_phase_before_is_used_and_proposed(self) -> None:
        campaign = central(turn=9)
        campaign.do("cp_blocks", 1, 1, 1, hexes=HEXES, in_france=False)
        told = self.told(campaign)
        assert "No CP hex in France, as you said in 9.1." in told
        plain = counted(9, 2)
        assert f"0 Major, 0 Minor: {100 * plain[OffensiveCount(0, 0)] / 216:.1f}%" not in told
        assert "0 Major, 0 Minor: 1.9% (4/216)" in told
        campaign.to("central", 2)
        offer, *_ = campaign.play.campaign.offers(1)
        assert offer.command.model_dump()["in_france"] is False

    def test_what_nobody_has_said(self) -> None:
        told = self.told(Campaign(turn=9))
        assert "A CP hex in France (nobody has said)." in told
        assert "victory or draw" not in told
        assert "Allied SPs in a hex: artillery 3, blocks 9." in told
        assert "Allied air over a hex: 3." in told

    def test_allies_ahead_are_remembered_too(self) -> None:
        campaign = central(turn=9, phase=2)
        assert "at neither victory nor a draw (nobody has said)." in self.told(campaign)
        campaign.do("cp_blocks", 1, 1, 1, hexes=HEXES, in_france=True, allies_ahead=True)
        assert campaign.state.ahead is not None
        assert (campaign.state.ahead.answer, campaign.state.ahead.phase) == (True, 2)

    def test_the_allied_sps_of_the_hex_that_is_fought_for(self) -> None:
        campaign = Campaign(step="combat")
        campaign.do("combat", hexes="B05 2+20")
        assert "The Allied SPs that you entered for B05: artillery 2, blocks 20." in self.told(campaign)


def test_after_the_last_turn_there_are_no_odds() -> None:
    campaign = Campaign(turn=9).to("refresh", 2)
    with pytest.raises(NotNow, match="no action phase left"):
        list(tell_odds(TABLES, campaign.state))
    campaign.to("score", 2)
    campaign.do("score", winner="Allies")
    with pytest.raises(NotNow, match=r"The game is over\."):
        list(tell_odds(TABLES, campaign.state))


@pytest.mark.parametrize(
    ("ways", "told"), [({4: 2}, [(4, 1)]), ({4: 1, 5: 1}, [(5, Fraction(1, 2))]), ({0: 1, 1: 1}, [(1, Fraction(1, 2))])]
)
def test_what_is_certain_is_a_step_only_where_it_is_all(ways: dict[int, int], told: list[tuple[int, Fraction]]) -> None:
    assert [*odds.steps(odds.Chances(ways, 2), 10)] == told


def test_an_offensive_that_was_launched_is_not_counted_again() -> None:
    campaign = Campaign(turn=8, step="central")
    campaign.do("cp_blocks", 4, 3, 2, hexes=HEXES, in_france=True)
    left = []
    for hex_ in ("A05", "B05", "C06"):
        campaign.do("cp_target", hex=hex_)
        left.append(campaign.state.cp.to_launch)
        campaign.do("cp_reinforce", 3, 3, 3, sps=0)
        left.append(campaign.state.cp.to_launch)
        campaign.do("cp_artillery", 1, artillery=0, blocks=3)
        campaign.do("cp_combat", losses=0)
    assert left == [(2, 1), (1, 1), (1, 1), (0, 1), (0, 1), (0, 0)]


def test_the_odds_are_of_the_next_phase_with_blocks_face_down() -> None:
    campaign = Campaign(turn=8, step="central", artillery="")
    assert upcoming(TABLES, campaign.state) == (8, 1)
    assert upcoming(TABLES, campaign.state.replace(is_done=True)) == (8, 2)
    campaign.do("skip_step", reason="not in this test")
    assert upcoming(TABLES, campaign.state) == (8, 2)
    campaign.do("recon", 3, 3, 4, hex="A05", air=3)
    told = "\n".join(map(str, tell_odds(TABLES, campaign.state)))
    assert "hidden 64 SPs" in told
    assert "every CP hex is face down and 82 SPs are hidden" in told
    campaign.to("score", 2)
    assert upcoming(TABLES, campaign.state) == (9, 1)


@pytest.mark.parametrize("ruled", ["artillery_and_blocks", "blocks_only"])
@pytest.mark.parametrize("hidden", [0, 1, 3, 9, 44])
def test_reinforcement_of_a_hex_yet_unknown(hidden: int, ruled: str) -> None:
    """Against every fall of 3d6 for the hex and 1d6 for the check."""
    data = TABLES if ruled == "artillery_and_blocks" else TABLES.with_ruling("ratio_counts", ruled)
    allied = 9 if ruled == "blocks_only" else 12
    yes = 0
    for total in FALLS:
        sps = min(TABLES.sps_in_hex.at(total, hidden), hidden + 1) if hidden else 1
        ratio = allied // sps
        yes += sum(
            bool(ratio and sps <= hidden) and TABLES.cp_reinforcement.at(face, ratio) == "Y" for face in range(1, 7)
        )
    held = odds.sps_in_hex(data, hidden, 40, 12)
    attack = Attack(hex="A05", artillery=3, blocks=9)
    assert odds.reinforcement_after(data, held, hidden, attack) == Fraction(yes, 6 * 216)


def test_the_counters_of_the_next_phase_are_refreshed() -> None:
    """Before the refresh the counters on the map count no more for this phase, and all of them for the next one."""
    campaign = Campaign(turn=7, step="air", artillery="5", air="3")
    campaign.do("dogfight", hexes="A05 6")
    campaign.do("answer_air", 6, 6)
    campaign.to("refresh")
    assert campaign.state.air.available == 0
    told = "\n".join(map(str, tell_odds(TABLES, campaign.state)))
    assert "Turn 7, action phase 2" in told
    assert "CP air placed against 3 (0: none): 0: 100.0%" not in told


def test_what_was_answered_in_a_phase_counts_no_more_in_the_next() -> None:
    said = []
    for attack in (True, False):
        campaign = Campaign(turn=7, step="air", air="3 2", artillery="5 2")
        if attack:
            campaign.do("dogfight", hexes="A05 2")
            campaign.do("answer_air", 1)
        campaign.to("combat")
        if attack:
            campaign.do("combat", hexes="A05 3")
            campaign.do("answer_attack", 1)
            campaign.do("losses", sps=0)
            assert (campaign.state.air_answer, campaign.state.artillery_answer) == ("N", "N")
        campaign.to("refresh")
        said.append([*map(str, tell_odds(TABLES, campaign.state))])
    assert said[0] == said[1]


def ratios(data: FieldsData, state: State, attack: Attack, hex_: CpHex) -> tuple[dict[int, int], dict[int, int]]:
    """By plain counting of every fall of 3d6: the ratio before and after a CP reinforcement."""
    before, after = Counter[int](), Counter[int]()
    for total in FALLS:
        sps = min(data.sps_in_hex.at(total, state.hidden), state.hidden + 1)
        before[min(3, attack.sps // sps)] += 1
        free = max(0, state.room(attack.hex) + hex_.known - sps)
        for face in range(1, 7):
            ratio = attack.sps // sps
            reinforced = bool(free and ratio) and data.cp_reinforcement.at(face, ratio) == "Y"
            brought = min(data.rulings.reinforcement_sps.answer, free) if reinforced else 0
            after[min(3, attack.sps // (sps + brought))] += 1
    return dict(before), dict(after)


class TestOneAttack:
    """What one Allied attack meets."""

    def test_its_ratios_are_those_of_every_fall_of_the_dice(self) -> None:
        campaign = Campaign(turn=8)
        campaign.do("adjust", what="logistic points", value="1", reason="for the test")
        state, attack = campaign.state, Attack(hex="B05", artillery=0, blocks=12)
        before, after = ratios(TABLES, state, attack, state.hexes["B05"])
        told = [str(each) for each in tell_attack(TABLES, state, "B05 0+12") if "or better" in str(each)]
        expected = [
            f"{least}:1 or better: {100 * sum(n for r, n in ways.items() if r >= least) / sum(ways.values()):.1f}%"
            for ways in (before, after)
            for least in (1, 2, 3)
        ]
        assert told == expected

    def test_artillery_alone_meets_no_blocks(self) -> None:
        told = [str(each) for each in tell_attack(TABLES, Campaign().state, "B05 4+0")]
        assert "Artillery alone meets no blocks." in told
        assert not any("or better" in each for each in told)

    @pytest.mark.parametrize(("text", "said"), [("B05 4, A05 3", "one attack at a time"), ("Z09 4", "Z09")])
    def test_another_question_is_refused(self, text: str, said: str) -> None:
        with pytest.raises(NotThere, match=said):
            list(tell_attack(TABLES, Campaign().state, text))
