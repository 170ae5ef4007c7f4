"""What the answers to a ruling cost, as the campaign stands."""

import pytest

from rules.games.fields_of_despair import FieldsOfDespair
from rules.games.fields_of_despair.assumptions import ALLIED, ARTILLERY
from rules.games.fields_of_despair.odds import artillery
from rules.games.fields_of_despair.pieces import Attack, Counters
from rules.games.fields_of_despair.prices import means
from tests.games import fields
from tests.rules.games.fields_of_despair.campaign import Campaign, central


def priced(campaign: Campaign, name: str) -> list[str]:
    return [str(each) for each in campaign.game.prices(campaign.state, name)]


def test_a_lone_5_never_answers_by_the_default_ruling() -> None:
    told = priced(Campaign(), "counters_that_do_not_fit")
    lone = "CP artillery 5 left alone, against 12 SPs, mean: "
    assert f"{lone}“the largest sum below” 0.00, “the smallest sum above” 4.17" in told


@pytest.mark.parametrize("value", [1, 2, 4, 5])
def test_the_price_is_what_the_exact_counter_says(value: int) -> None:
    attack = Attack(hex="A01", artillery=ARTILLERY, blocks=ALLIED - ARTILLERY)
    told = priced(Campaign(artillery=str(value), air=""), "counters_that_do_not_fit")
    means = []
    for answer in fields().data.rulings["counters_that_do_not_fit"].ids:
        data = fields().data.with_choice("counters_that_do_not_fit", answer)
        means.append(f"{float(artillery(data, Counters(values=(value,)), attack, previous_n=False).mean):.2f}")
    assert any(all(mean in line for mean in means) for line in told) is (means[0] != means[1])


def test_only_what_differs_is_told() -> None:
    campaign = central()
    assert priced(campaign, "chits") == ["As the campaign stands, no answer changes a number."]
    assert [each.partition(":")[0] for each in priced(campaign, "allied_sps_20")] == [
        "SPs in a hex attacked by 20 SPs, mean"
    ]
    assert priced(central(total=60), "allied_sps_20") == ["As the campaign stands, no answer changes a number."]


def test_a_total_of_25_has_its_price_only_there() -> None:
    assert "no answer" in priced(central(total=26), "cp_total_25")[0]
    at_25 = priced(central(total=25), "cp_total_25")[0]
    assert at_25.startswith("SPs of the next CP action phase, mean: “as below 25”")


def test_counters_on_the_map_are_priced_as_available() -> None:
    campaign = Campaign(air="4 3 1", artillery="5 4 2")
    state, data = campaign.state, campaign.game.data
    spent = state.replace(
        air=Counters(values=state.air.values, spent=(4, 3)),
        artillery=Counters(values=state.artillery.values, spent=(5,)),
    )
    on_map, available = ({str(what): mean for what, mean in means(data, each).items()} for each in (spent, state))
    assert on_map == available
    assert any("CP air against" in what for what in on_map)
    assert any("CP artillery against" in what for what in on_map)


def test_nothing_is_priced_before_the_set_up_and_after_the_game() -> None:
    game = fields()
    assert list(game.prices(game.start(), "chits")) == []
    campaign = Campaign(turn=9)
    campaign.to("score", 2)
    assert priced(campaign, "ratio_counts"), "no action phase of theirs is left, but counters and hexes are"
    campaign.do("score", winner="Draw")
    assert priced(campaign, "ratio_counts") == []


def test_the_set_up_says_which_counters_are_useless_alone() -> None:
    told = Campaign(artillery="5 4 2", air="4 3 1").told
    assert "Left alone, these never answer: air 4, artillery 5.\n" in told
    assert "Which counters are placed if none sum to the value of step 2? **the largest sum below**" in told
    above = fields().with_ruling("counters_that_do_not_fit", "smallest_sum_above")
    assert "never answer" not in Campaign(game=above).told


# ---- difficulties ----------------------------------------------------------------------------------------------------

STATES: tuple[dict[str, object], ...] = (
    {}, {"total": 60, "artillery": "5", "air": "4"}, {"total": 25}, {"total": 18}, {"total": 40, "artillery": "4 3 1"},
    {"total": 150, "turn": 8}, {"total": 34, "turn": 8},
)  # fmt: skip


def at(difficulty: str) -> FieldsOfDespair:
    return FieldsOfDespair(fields().data.at_difficulty(difficulty))


@pytest.mark.parametrize("begun", STATES, ids=str)
def test_kind_is_never_stronger_than_printed_and_hard_never_weaker(begun: dict[str, object]) -> None:
    state = Campaign(**begun).state  # type: ignore[arg-type]
    kind, printed, hard = (means(at(each).data, state) for each in ("kind", "as_printed", "hard"))
    for what in printed:
        assert kind[what] <= printed[what] <= hard[what], what
    assert kind != printed != hard


@pytest.mark.parametrize("difficulty", ["kind", "hard"])
def test_each_ruling_of_a_difficulty_pulls_its_way(difficulty: str) -> None:
    """Somewhere, and nowhere the other way; what was placed before in a hex is no number of these means."""
    data, way = fields().data, 1 if difficulty == "hard" else -1
    for name, choice in data.difficulties[difficulty].answers.items():
        changes = []
        for begun in STATES:
            state = Campaign(**begun).state.replace(logistic=1)  # type: ignore[arg-type]
            before, after = means(data, state), means(data.with_choice(name, choice), state)
            changes += [way * (after[what] - before[what]) for what in before]
        assert min(changes) >= 0, name
        assert max(changes) > 0 or name == "sps_with_blocks_placed", name


def test_the_difficulties_are_told_with_what_they_change() -> None:
    campaign = Campaign()
    told = "\n".join(map(str, campaign.game.difficulty_prices(campaign.state)))
    assert "CP artillery 5 left alone, against 12 SPs, mean: “as printed” 0.00, “kind” 0.00, “hard” 4.17" in told
    assert list(fields().difficulty_prices(fields().start())) == []


def test_a_major_offensive_has_a_price_of_its_own() -> None:
    attack = Attack(hex="A01", artillery=ARTILLERY, blocks=ALLIED - ARTILLERY)
    data, state = fields().data, Campaign(artillery="3 2 1").state
    found = {str(what): mean for what, mean in means(data, state).items()}
    counters = state.artillery
    in_attack, in_major = (
        artillery(data, counters, attack, previous_n=False, offensive=kind).mean for kind in (None, "Major")
    )
    assert in_attack < in_major
    assert found["CP artillery against an attack of 12 SPs"] == in_attack
    assert found["CP artillery in a Major Offensive against 12 SPs"] == in_major


def test_the_means_stand_in_their_order_the_largest_counter_first() -> None:
    state = Campaign(air="1 3", artillery="2 5 2").state
    assert [str(what) for what in means(fields().data, state)] == [
        "SPs of the next CP action phase",
        "CP artillery against an attack of 12 SPs",
        "CP artillery in a Major Offensive against 12 SPs",
        "CP air against 3",
        "CP artillery 5 left alone, against 12 SPs",
        "CP artillery 2 left alone, against 12 SPs",
        "CP air 3 left alone, against 3",
        "CP air 1 left alone, against 3",
        "SPs in a hex attacked by 5 SPs",
        "SPs in a hex attacked by 20 SPs",
        "CP reinforcement against 12 SPs",
    ]
    over = state.replace(turn=9, step=len(fields().data.positions[9]) - 1)
    assert "SPs of the next CP action phase" not in map(str, means(fields().data, over)), "none is left"
