"""The planner is exact: against the procedures of the game with every fall of the dice, and against plain counting."""

import sys
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from rules.dice import PhysicalDice, SealedDice
from rules.errors import NotNow, NotThere
from rules.games.fields_of_despair import FieldsOfDespair
from rules.games.fields_of_despair.assumptions import WhatIf
from rules.games.fields_of_despair.attacks import check_reinforcement, sps_in_hex
from rules.games.fields_of_despair.odds import Chances
from rules.games.fields_of_despair.odds_report import standing
from rules.games.fields_of_despair.picture import draw_asked
from rules.games.fields_of_despair.plan_report import tell_asked
from rules.games.fields_of_despair.planner import plan_attack, plan_front, plan_war
from rules.games.fields_of_despair.state import State
from rules.picture import Bars, Mark
from tests.bot.messages.pictures.drawing import check
from tests.games import fields
from tests.rules.games.fields_of_despair.campaign import HEXES, Campaign, begun, central, landed
from tests.rules.games.fields_of_despair.own_map import mapped

SOME_FALLS = {sum(fall): fall for fall in product(range(1, 7), repeat=3)}
FALLS = Counter(sum(fall) for fall in product(range(1, 7), repeat=3))
MOST_CALLS = 90_000
"""What can be worked out between a command and its answer: some hundredths of a second."""


def dice(*faces: int) -> PhysicalDice:
    return PhysicalDice(faces, SealedDice(b"unused"))


def told(game: FieldsOfDespair, state: State, **what: Any) -> str:
    lines = tell_asked(game.data, state, WhatIf(**what))
    return "\n".join(f"{each.section}: {each}" if each.section else str(each) for each in lines)


def share(chances: Chances) -> dict[int, Fraction]:
    return {number: Fraction(ways, chances.all) for number, ways in chances.ways.items() if ways}


# ---- one attack ------------------------------------------------------------------------------------------------------


def by_the_procedures(campaign: Campaign, text: str) -> tuple[dict[int, Fraction], dict[int, Fraction], Fraction]:
    """The SPs found, the ratio after the reinforcement check, and how often SPs come, by every fall of the game's own
    procedures.
    """
    data, state = campaign.game.data, campaign.state
    attack = plan_attack(data, state, text).attack
    found, ratios, reinforced = Counter[int](), Counter[int](), 0
    for total, ways in FALLS.items():
        placed = sps_in_hex(data, state, attack, None, dice(*SOME_FALLS[total]))
        assert placed is not None
        after = placed.apply(data, state)
        found[after.hexes[attack.hex].sps] += ways
        for face in range(1, 7):
            held = after
            if held.hexes[attack.hex].sps:
                checked = check_reinforcement(data, held, attack, dice(face), can_wait=False)
                assert checked is not None
                reinforced += ways * (checked.sps > 0)
                held = checked.apply(data, held)
            central = held.hexes[attack.hex].sps
            allied = attack.blocks if data.rulings.ratio_counts.answer == "blocks_only" else attack.sps
            ratios[min(3, allied // central) if central else 3] += ways
    every = sum(FALLS.values())
    return (
        {sps: Fraction(ways, every) for sps, ways in found.items()},
        {ratio: Fraction(ways, every * 6) for ratio, ways in ratios.items()},
        Fraction(reinforced, every * 6),
    )


@pytest.mark.parametrize("ruling", ["", "ratio_counts", "reinforcement_sps", "sps_with_blocks_placed", "small_attack"])
@pytest.mark.parametrize(("total", "attack"), [(96, "B05 4+18"), (30, "B05 0+9"), (16, "B05 0+4"), (80, "B05 3+40")])
@pytest.mark.parametrize("known", [False, True])
def test_an_attack_meets_what_the_procedures_say(ruling: str, total: int, attack: str, known: bool) -> None:
    data = fields().data
    rulings = {ruling: data.rulings[ruling].ids[1]} if ruling else {}
    campaign = Campaign(turn=9, step="air", total=total, rulings=rulings)
    campaign.do("adjust", what="logistic points", value="1", reason="for the test")
    if known:
        campaign.do("recon", 2, 3, 3, hex="B05", air=2)
    # the rulings of the campaign are those by which it is counted
    campaign.game = campaign.play.campaign.game  # type: ignore[assignment]
    plan = plan_attack(campaign.game.data, campaign.state, attack)
    found, after, reinforced = by_the_procedures(campaign, attack)
    assert share(plan.held) == found
    assert plan.reinforced == reinforced
    assert share(plan.after) == after
    allied, before = plan.attack.blocks if ruling == "ratio_counts" else plan.attack.sps, Counter[int]()
    for sps, ways in plan.held.ways.items():
        before[min(3, allied // sps) if sps else 3] += ways
    assert plan.before == Chances(before, plan.held.all)


def test_an_attack_is_told_so_that_one_sees_2_to_1() -> None:
    campaign = Campaign()
    campaign.do("adjust", what="logistic points", value="1", reason="for the test")
    said = told(campaign.game, campaign.state, attack="b5 4+18")
    assert said.startswith("Allied attack on B05: artillery 4, blocks 18.")
    assert "CP SPs in the hex: 20 or more: " in said
    assert "Allied SPs : CP SPs: 1:1 or better: " in said
    assert "With the CP reinforcement check: Chance that the CP reinforce: " in said


def test_the_picture_shows_the_ratio_once_the_cp_have_reinforced() -> None:
    campaign = Campaign(total=60)
    campaign.do("adjust", what="logistic points", value="1", reason="for the test")
    plan = plan_attack(campaign.game.data, campaign.state, "B05 4+18")
    drawn = draw_asked(campaign.game.data, campaign.state, WhatIf(attack="B05 4+18"))
    ratios, *_ = (part for part in drawn.parts if isinstance(part, Bars))
    assert [bar.amount for bar in ratios.bars] == [plan.after.at_least(ratio) for ratio in (1, 2, 3)]
    assert [bar.amount for bar in ratios.bars] != [plan.before.at_least(ratio) for ratio in (1, 2, 3)]


def test_an_attack_goes_before_what_else_is_asked_about() -> None:
    campaign = Campaign()
    what: dict[str, Any] = {"attack": "B05 4+18", "about": "the front"}
    assert told(campaign.game, campaign.state, **what) == told(campaign.game, campaign.state, attack="B05 4+18")
    drawn = draw_asked(campaign.game.data, campaign.state, WhatIf(**what))
    assert drawn.words.startswith("Allied attack on B05")


@pytest.mark.parametrize(
    ("what", "title", "most"),
    [
        ({"attack": "B05 4+18"}, "CP SPs in the hex", 8),
        ({"about": "the front"}, "What it brings", 8),
        ({"about": "the rest of the war", "losses": 9}, "CP total at the end", 8),
        ({"about": "the rest of the war", "losses": 9}, "Offensives still to come", 10),
        ({}, "All offensives of the phase", 10),
    ],
)
def test_there_are_never_more_steps_than_have_room(what: dict[str, Any], title: str, most: int) -> None:
    """Nor is there a step that all rolls reach, as good as all, or none."""
    state, lengths = Campaign(turn=9).state, set[int]()
    for total in range(20, 97, 4):
        said = told(fields(), state.replace(total=total), **what).splitlines()
        steps = [each for each in said if each.startswith(f"{title}: ") and "or more: " in each]
        lengths.add(len(steps))
        assert len(steps) == 1 or not [each for each in steps if each.endswith((" 100.0%", " 0.0%"))]
    assert max(lengths) <= most


def test_the_total_at_the_end_is_marked_otherwise_than_the_offensives() -> None:
    campaign = Campaign()
    drawn = draw_asked(campaign.game.data, campaign.state, WhatIf(about="the rest of the war"))
    parts = [each for each in drawn.parts if isinstance(each, Bars)]
    assert [{bar.mark for bar in each.bars} for each in parts] == [{Mark.CIRCLE}, {Mark.SQUARE}]


def test_only_what_the_artillery_answered_last_counts_for_its_next_answer() -> None:
    game, state = fields(), Campaign().state
    said = {arm: told(game, state.replace(**{f"{arm}_answer": "N"}), attack="B05 4+0") for arm in ("air", "artillery")}
    assert said["air"] == told(game, state, attack="B05 4+0") != said["artillery"]


def test_artillery_alone_meets_no_blocks() -> None:
    said = told(fields(), Campaign().state, attack="B05 4")
    assert "Artillery alone meets no blocks." in said
    assert "reinforce" not in said


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Z99 4", "Z99"),
        ("B07 4+18", "no CP block in B07"),
        ("B05 4+18, C06 3", "one attack at a time"),
        ("B05", "^Write artillery [^.]*[.]g[.][^.]*[.][^.]*[.]$"),
    ],
)
def test_a_wrong_attack_is_one_sentence(text: str, why: str) -> None:
    with pytest.raises(NotThere, match=why):
        told(fields(), Campaign().state, attack=text)


# ---- the front -------------------------------------------------------------------------------------------------------


def entered(game: FieldsOfDespair | None = None, **sps: str) -> Campaign:
    campaign = Campaign(game=game, hexes=HEXES if game is None else "")
    for name, allied in sps.items():
        campaign.do("note_hex", hex=name, sps=allied)
    return campaign


def test_the_front_shows_where_a_major_offensive_hurts_most() -> None:
    campaign = entered(A05="4+18", B05="0+9", C06="2+14")
    plan = plan_front(campaign.game.data, campaign.state, WhatIf())
    assert [each.hex for each in plan.threats] == ["B05", "C06", "A05"]
    table = campaign.game.data.major
    at_82 = Counter[int]()
    for total, ways in FALLS.items():
        at_82[table.at(total, 82)] += ways
    for threat in plan.threats:
        for part, needed in ((threat.even, 1), (threat.double, 2)):
            expected = sum(ways for sps, ways in at_82.items() if sps >= needed * threat.allied)
            assert part == Fraction(expected, 216)
        with_5 = sum(ways for sps, ways in at_82.items() if sps >= 2 * (threat.allied + 5))
        assert threat.reinforced == Fraction(with_5, 216)
    assert plan.untold == tuple(name for name in HEXES.split() if name not in {"A05", "B05", "C06"})
    said = told(campaign.game, campaign.state, about="the front")
    assert "Where it hurts most: **B05**, Allied SPs 9: 2:1 62.5%, 1:1 100.0%; with 5 SPs of reserves 2:1 50.0%" in said
    assert "25 or more: 50.0%" in said


def test_a_map_says_what_lies_behind() -> None:
    """Whose the hexes next to it are, as they were told last; 0 is a number as well."""
    campaign = entered(mapped(), A06="0+9", B04="0+9")
    campaign.do("adjust", what="add hex", value="B04")

    def behind(hex_: str) -> tuple[int | None, int | None]:
        (found,) = (
            each for each in plan_front(campaign.game.data, campaign.state, WhatIf()).threats if each.hex == hex_
        )
        return found.beyond, found.to_goal

    assert (behind("A06"), behind("B04")) == ((3, 2), (5, 0))
    for left, name in ((2, "A05"), (1, "B06"), (0, "B05")):
        campaign.do("note_hex", hex=name, owner="Central Powers")
        assert behind("A06") == (left, 2)
    said = told(campaign.game, campaign.state, about="the front")
    assert "**A06**, Allied SPs 9: 2:1 62.5%, 1:1 100.0%; with 5 SPs of reserves 2:1 50.0%; " in said
    assert "; Allied hexes next to it: 0, 2 from the goal" in said
    assert "; Allied hexes next to it: 3, 0 from the goal" in said


def test_twelve_hexes_are_told_and_those_of_which_nobody_has_told() -> None:
    every = dict.fromkeys(HEXES.split()[:13], "0+9")
    campaign = entered(None, **every)
    campaign.do("note_hex", hex="M09", owner="Allies", fortress=True)
    ordered = "Ordered by the chance of 2:1 against the Allied SPs that you entered last."
    said = told(campaign.game, campaign.state, about="the front").splitlines()
    assert len([each for each in said if each.startswith("Where it hurts most: **")]) == 12
    assert "Where it hurts most: Allied SPs not entered: M09. `/enter what:hex`" in said
    assert ordered in said
    drawn = draw_asked(campaign.game.data, campaign.state, WhatIf(about="the front"))
    assert next(len(part.bars) for part in drawn.parts if isinstance(part, Bars)) == 10, "a picture has less room"
    nobody = told(campaign.game, Campaign().state, about="the front")
    assert f"Allied SPs not entered: {', '.join(HEXES.split())}. `/enter what:hex`" in nobody
    assert ordered not in nobody
    campaign.do("note_hex", hex="M09", sps="0+9")
    said = told(campaign.game, campaign.state, about="the front").splitlines()
    assert ordered in said
    assert not [each for each in said if "not entered" in each]


def test_an_objective_that_was_drawn_is_threatened_no_more() -> None:
    campaign = begun(6, 5, 4, turn=8, step="central")
    campaign.do("note_hex", hex="A05", sps="0+9")
    assert [each.hex for each in plan_front(campaign.game.data, campaign.state, WhatIf()).threats] == ["A05"]
    drawn = draw_asked(campaign.game.data, campaign.state, WhatIf(about="the front"))
    assert "2:1 or better for the CP: A05 (Al. 9) " in drawn.words
    landed(campaign, "A05", 3, 3, 3)
    assert not plan_front(campaign.game.data, campaign.state, WhatIf()).threats


CHITS = '[chits]\nhexes = ["A06", "B06", "G04"]\n'


def test_before_the_action_phase_the_hexes_that_then_get_a_block_count() -> None:
    """7.5-S (2) places one in each Allied frontline hex, so that it can be an objective."""
    campaign = entered(mapped(CHITS), A06="0+9")
    campaign.do("adjust", what="remove hex", value="A06 C06", reason="counted")
    plan = plan_front(campaign.game.data, campaign.state, WhatIf())
    assert [each.hex for each in plan.threats] == ["A06"]
    assert sorted(plan.untold) == ["B06", "C06", "D06", "E06", "F06", "G06", "H06", "I06"]
    assert plan.drawn_from == 2


def test_in_the_action_phase_only_the_hexes_that_have_a_block_count() -> None:
    campaign = entered(mapped(CHITS), D05="0+9", D06="0+9", E06="0+9")
    campaign.to("central")
    campaign.do("cp_blocks", 6, 5, 4, in_france=True)
    campaign.do("note_hex", hex="D06", owner="Central Powers")
    plan = plan_front(campaign.game.data, campaign.state, WhatIf())
    assert [each.hex for each in plan.threats] == ["E06"], "D05 is on the frontline, and gets no block any more"
    later = plan_front(campaign.game.data, campaign.state, WhatIf(phase=2))
    assert sorted(each.hex for each in later.threats) == ["D05", "E06"]


# ---- the rest of the war ---------------------------------------------------------------------------------------------


def counted_plainly(
    game: FieldsOfDespair, total: int, losses: tuple[int, ...]
) -> tuple[Counter[int], Counter[int], Counter[int]]:
    """Turn 9: every fall of both phases and every loss, one after the other: all offensives, the major ones among
    them, and the total.
    """
    numbers, majors, totals = Counter[int](), Counter[int](), Counter[int]()
    table = game.data.offensives

    def modifier(now: int) -> int:
        return -2 if now <= 25 else -1 if now <= 50 else 0

    for (first, ways), lost, (second, more), last in product(FALLS.items(), losses, FALLS.items(), losses):
        after = max(0, total - lost)
        counts = table.at(first + modifier(total), 0), table.at(second + modifier(after), 0)
        numbers[sum(map(sum, counts))] += ways * more
        majors[sum(each.majors for each in counts)] += ways * more
        totals[max(0, after - last)] += ways * more
    return numbers, majors, totals


@pytest.mark.parametrize("total", [96, 54, 27, 6])
def test_the_rest_of_the_war_is_what_plain_counting_says(total: int) -> None:
    game, losses = fields(), (4, 9, 0)
    state = central(total=max(total, 14)).state.replace(total=total, lost=(*losses, 0))
    plan = plan_war(game.data, state, WhatIf())
    numbers, majors, totals = counted_plainly(game, total, losses)
    assert plan.phases == ((9, 1), (9, 2))
    assert plan.losses == losses
    assert share(plan.offensives) == {each: Fraction(ways, sum(numbers.values())) for each, ways in numbers.items()}
    assert share(plan.total) == {each: Fraction(ways, sum(totals.values())) for each, ways in totals.items()}
    assert plan.majors == Fraction(sum(each * ways for each, ways in majors.items()), sum(majors.values()))


def test_the_losses_of_the_phases_that_were_played_are_kept() -> None:
    campaign = Campaign(step="combat", artillery="")
    campaign.do("adjust", what="total", value="90", reason="attrition is no loss of a combat")
    assert campaign.state.lost == (0,)
    campaign.do("combat", hexes="A05 0+30")
    campaign.do("answer_attack", 6, 6, 6, limit=60)
    campaign.do("losses", sps=7)
    assert campaign.state.lost == (7,)
    campaign.do("combat", hexes="B05 3")
    campaign.do("losses", sps=1)
    assert campaign.state.lost == (8,)
    campaign.to("air", 2)
    assert [*campaign.state.lost] == [8, 0]
    said = told(campaign.game, campaign.state, about="the rest of the war")
    assert "as in one of those played, each as likely: 8 SPs." in said
    campaign.to("score", 2)
    campaign.do("next_turn")
    assert [*campaign.state.lost] == [8, 0, 0]
    said = told(campaign.game, campaign.state, about="the rest of the war")
    assert "as in one of those played, each as likely: 8, 0 SPs." in said
    assert campaign.again().lost == campaign.state.lost


def test_what_nobody_knows_is_named() -> None:
    said = told(fields(), Campaign().state, about="the rest of the war")
    assert said.startswith("The rest of the war, 7.1 to 9.2: 6 CP action phases.")
    assert "No CP losses: no action phase is over yet." in said
    assert "Troops from the Eastern Front (8.0) are not counted in until they arrive." in said
    assert "The Allies at neither victory nor a draw (nobody has said)." in said
    asked = told(fields(), Campaign(turn=9).state, about="the rest of the war", losses=10)
    assert "CP losses in each action phase: 10 SPs, as you ask." in asked
    assert "CP total at the end: Mean: 76.00 SPs." in asked
    assert "Eastern" not in asked


@pytest.mark.parametrize(
    ("turn", "asked", "named"), [(7, None, True), (7, 7, True), (7, 8, False), (8, None, False), (8, 7, False)]
)
def test_the_troops_from_the_east_are_named_while_they_can_still_come(
    turn: int, asked: int | None, named: bool
) -> None:
    said = told(fields(), Campaign(turn=turn).state, about="the rest of the war", turn=asked)
    assert ("Troops from the Eastern Front (8.0) are not counted in until they arrive." in said) is named


@pytest.mark.parametrize("ahead", [False, True])
def test_the_least_number_of_majors_counts_where_the_allies_are_ahead(ahead: bool) -> None:
    campaign = central(turn=9, phase=2)
    plan = plan_war(campaign.game.data, campaign.state, WhatIf(allies_ahead=ahead))
    table, least = campaign.game.data.offensives, 2 if ahead else 0
    assert plan.majors == Fraction(
        sum(max(least, table.at(sum_, 0).majors) * ways for sum_, ways in FALLS.items()), 216
    )


def test_whether_the_allies_are_ahead_counts_as_it_was_told_last() -> None:
    campaign = central(turn=9, phase=2)
    campaign.do("cp_blocks", 4, 3, 3, in_france=False, allies_ahead=True)
    for asked, least in ((None, 2), (False, 0)):
        now = standing(campaign.game.data, campaign.state, WhatIf(turn=9, phase=2, allies_ahead=asked))
        assert min(count.majors for count in now.counts) == least
    said = told(campaign.game, campaign.state, turn=9, phase=2)
    assert "No CP hex in France, as you said in 9.2." in said
    assert "The Allies at victory or a draw, as you said in 9.2." in said


def test_offensives_that_were_rolled_are_no_longer_a_matter_of_chance() -> None:
    campaign = central(turn=9, phase=2)
    campaign.do("cp_blocks", 4, 3, 3, hexes=HEXES, in_france=True, allies_ahead=False)
    plan = plan_war(campaign.game.data, campaign.state, WhatIf())
    assert share(plan.offensives) == {2: Fraction(1)}
    assert plan.majors == 1


def test_after_the_last_phase_no_war_is_left() -> None:
    campaign = Campaign(turn=9)
    campaign.to("score", 2)
    with pytest.raises(NotNow):
        told(campaign.game, campaign.state, about="the rest of the war")


# ---- all of them -----------------------------------------------------------------------------------------------------

ASKED: tuple[dict[str, Any], ...] = (
    {"attack": "B06 4+18"},
    {"about": "the front"},
    {"about": "the rest of the war"},
    {},
)


@pytest.mark.parametrize("what", ASKED)
async def test_a_picture_shows_what_is_told(what: dict[str, Any]) -> None:
    campaign = entered(mapped(), A06="0+9", B06="4+18")
    state = campaign.state.replace(lost=(4, 9, 6, 0))
    drawn = draw_asked(campaign.game.data, state, WhatIf(**what))
    said = told(campaign.game, state, **what)
    bars = [bar for part in drawn.parts if isinstance(part, Bars) for bar in part.bars]
    assert bars
    assert all(bar.value.text in said for bar in bars)
    assert all(f"{bar.name}: {bar.value}" in said for bar in bars if "or more" in str(bar.name))
    await check(drawn)


@pytest.mark.parametrize("what", ASKED)
def test_an_answer_is_there_at_once(what: dict[str, Any]) -> None:
    """With the most that a campaign can have behind it: five action phases with losses of their own."""
    campaign = entered(mapped(), A06="0+9", B06="4+18")
    state = campaign.state.replace(lost=(4, 9, 6, 12, 3, 0))
    counted = Counter[str]()
    sys.setprofile(lambda _frame, event, _arg: counted.update((event,)))
    try:
        told(campaign.game, state, **what)
    finally:
        sys.setprofile(None)
    assert counted["call"] + counted["c_call"] <= MOST_CALLS


def test_the_phases_after_one_that_was_rolled_are_a_matter_of_chance_still() -> None:
    campaign = central(turn=9)
    campaign.do("cp_blocks", 4, 3, 3, hexes=HEXES, in_france=True, allies_ahead=False)
    plan = plan_war(campaign.game.data, campaign.state, WhatIf(losses=0))
    now = standing(campaign.game.data, campaign.state, WhatIf())
    assert now.is_counted
    later = standing(campaign.game.data, campaign.state, WhatIf(turn=9, phase=2))
    expected = {
        sum(rolled) + sum(count): Fraction(ways, sum(later.counts.values()))
        for rolled in now.to_come
        for count, ways in later.counts.items()
    }
    assert plan.phases == ((9, 1), (9, 2))
    assert len(share(plan.offensives)) > 1
    assert share(plan.offensives).keys() == expected.keys()
