"""How cards and choices are told: what is a result, what stands behind “Why?”, what is done on the board."""

from typing import Any

import pytest

from bot.base.language import words_of
from rules.errors import NotThere
from rules.games.gathering_storm.deck import FEATURE
from rules.games.gathering_storm.pairs import read_pairs
from rules.games.gathering_storm.state import CardChoice
from rules.games.gathering_storm.wording import reasons, sentences, tell_choice
from rules.line import Line
from rules.notice import Kind
from tests.rules.games.gathering_storm.harness import Storm


@pytest.mark.parametrize(
    ("card", "said"),
    [
        (
            "hostile-bloc-undone",
            [
                (Kind.RULE, "Russia has a free subversion result in one of Finland, Poland, Rumania, Turkey."),
                (Kind.BOARD, "Do not write this result on Russia's research record sheet."),
            ],
        ),
        (
            "academy-mobilized",
            [
                (Kind.RULE, "Russia can assign one more activity counter to research this turn."),
                (
                    Kind.BOARD,
                    "No purge forbids Russia's extra research counter. "
                    "Where factories allow two, it can be a third.",
                ),
            ],
        ),
        (
            "torpedo-drawings",
            [
                (Kind.RULE, "The event advances Axis torpedoes one level."),
                (Kind.RULE, "Research: two steps make a level. It advances before or after points are assigned."),
            ],
        ),
        (
            "reservists-called",
            [
                (Kind.RESULT, "France activates one unit without spending tile points or an activity counter."),
                (Kind.RULE, "Normal construction limits do not apply to this unit."),
            ],
        ),
        (
            "dobruja",
            [
                (Kind.RESULT, "The Axis must support Bulgaria or Rumania. Then Russia or the Allies must support the "
                 "other."),
                (Kind.RULE, "A counter worth at least 1 supports a side. Each alliance can place counters only in its "
                 "side."),
                (Kind.RULE, "This does not limit covert operations, subversion or the military counters of a civil "
                 "war."),
                (Kind.RULE, "European Aggression Index (EAI): +1 this turn."),
            ],
        ),
    ],
)  # fmt: skip
def test_visible_effects_go_behind_why_but_instructions_do_not(card: str, said: list[tuple[Kind, str]]) -> None:
    data = Storm().data
    told = [(each.kind, str(each)) for each in reasons(data, card)]
    assert [each for each in told if each[1] != data.card(card).text] == said


def test_a_cards_own_text_comes_before_its_parts() -> None:
    data = Storm().data
    card = data.card("larger-army").replace(text="The generals insist.")
    data = data.replace(cards=tuple(card if each.id == card.id else each for each in data.cards))
    assert next(str(each) for each in sentences(data, card.id)) == "The generals insist."
    assert next(str(each) for each in reasons(data, card.id)) == "The generals insist."


def test_a_choice_is_told_in_the_readers_language() -> None:
    data, french = Storm().data, words_of("fr")
    choice = CardChoice(target="Turkey", project="Axis jets", second="Axis radar", unit="*HMS* Hood", when="before")
    told = [*tell_choice(data, choice)]
    assert [str(each) for each in told] == [
        "Country: Turkey", "Research project: Axis jets", "Second project: Axis radar", "Unit: \\*HMS\\* Hood",
        "Timing: before",
    ]  # fmt: skip
    said = [each.line.said(french) for each in told]
    words = [french.find(word) for word in ("Turkey", "Axis jets", "Axis radar", "", "before")]
    assert [line.endswith(word or "\\*HMS\\* Hood") for line, word in zip(said, words, strict=True)] == [True] * 5
    assert len({*words}) == 5
    assert [*tell_choice(data, CardChoice())] == []


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("everybody", ["Research project: Axis jets", "Second project: Axis radar", "Timing: after"]),
        ("its_side_alone", ["Timing: after"]),
    ],
)
def test_the_projects_that_were_chosen_can_be_their_sides_secret(answer: str, said: list[str]) -> None:
    data = Storm(research_secrecy=answer).data
    choice = CardChoice(project="Axis jets", second="Axis radar", when="after")
    assert [str(each) for each in tell_choice(data, choice)] == said


LEVEL = "Italy's support level"


@pytest.mark.parametrize(
    ("kind", "fields", "said"),
    [
        ("research advance", {"project": "Axis jets", "levels": 1}, "The event advances Axis jets one level."),
        ("research advance", {"project": "Axis jets", "levels": 2}, "The event advances Axis jets 2 levels."),
        ("tile draw", {"power": "Italy"}, "Italy draws no income tiles this turn."),
        ("tile draw", {"power": "Italy", "amount": -1}, "Italy's income tiles: -1 this turn."),
        ("tile draw", {"power": "Italy", "amount": 2}, "Italy's income tiles: +2 this turn."),
        ("income", {"power": "Italy", "amount": -2}, "Italy's income: -2 this turn."),
        ("factory conversion", {"power": "Italy", "amount": 2}, "Italy's factory conversion cost: +2 this turn."),
        ("support", {"power": "Italy", "amount": 2}, f"{LEVEL}: +2 this turn."),
        ("support by research results", {"power": "Italy", "base": -2, "cap": 3, "category": "air"},
         f"{LEVEL}: -2, and +1 for each air project with a result, up to +3 net."),
        ("support by research progress", {"power": "Italy", "base": -2, "cap": 3, "project": "Axis jets"},
         f"{LEVEL}: -2, and +1 for each level of Axis jets, up to +3 net."),
        ("support by trade pacts", {"power": "Italy", "cap": 3, "region": "Balkans"},
         f"{LEVEL}: +1 for each trade pact of its alliance in Balkans (some are worth 2), up to +3."),
        ("support by EAI", {"power": "Italy", "cap": 2}, f"{LEVEL} changes by the EAI, up to 2 either way."),
        ("support by Economic Climate", {"power": "Italy", "cap": 2},
         f"{LEVEL} changes by the inverse of the Economic Climate, up to 2 either way."),
        ("support by Balance of Power", {"power": "Italy", "cap": 2},
         f"{LEVEL} changes by its alliance's advantage in the Balance of Power, up to 2 either way."),
        ("EAI", {"amount": -1}, "European Aggression Index (EAI): -1 this turn."),
        ("flexible research", {"owner": "Allies", "category": "air"},
         "One air project of the Allies advances one level."),
        ("double research", {"owner": "Germany", "category": "naval"},
         "Two naval projects of Germany advance one step each."),
        ("diplomacy", {"power": "Italy", "target": "Turkey", "amount": 2},
         "Diplomacy in Turkey: +2 for Italy this turn."),
        ("flexible diplomacy", {"power": "Italy", "targets": ["Turkey", "Spain"], "amount": 2},
         "Diplomacy in one of Turkey, Spain: +2 for Italy this turn."),
    ],
)  # fmt: skip
def test_a_kind_says_its_own_numbers(kind: str, fields: dict[str, Any], said: str) -> None:
    first, *_ = FEATURE.validate_python({"kind": kind, **fields}).tell()
    assert str(first) == said


def test_a_short_name_means_one_thing() -> None:
    names, refusal = {"Axis radar": "radar", "Allied radar": "radar", "Axis jets": "jets"}, Line("No such project.")
    assert read_pairs("Jets 2, axis radar: 1", names, refusal) == (("Axis jets", 2), ("Axis radar", 1))
    with pytest.raises(NotThere, match="No such project"):
        read_pairs("radar 1", names, refusal)
