"""How cards and choices are told: what is a result, what stands behind “Why?”, what is done on the board."""

import pytest

from bot.base.language import words_of
from rules.games.gathering_storm.state import CardChoice
from rules.games.gathering_storm.wording import reasons, tell_choice
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
                (Kind.BOARD, "Russia's extra research counter can be a third one, and no purge forbids it."),
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
def test_what_is_seen_as_it_is_done_stands_behind_why_and_what_players_do_does_not(
    card: str, said: list[tuple[Kind, str]]
) -> None:
    data = Storm().data
    told = [(each.kind, str(each)) for each in reasons(data, card)]
    assert [each for each in told if each[1] != data.card(card).text] == said


def test_a_choice_is_told_in_the_readers_language_and_what_was_typed_as_it_was() -> None:
    data, french = Storm().data, words_of("fr")
    choice = CardChoice(target="Turkey", project="Axis jets", second="Axis radar", unit="*HMS* Hood", when="before")
    told = [*tell_choice(data, choice)]
    assert [str(each) for each in told] == [
        "Country: Turkey",
        "Research project: Axis jets",
        "Second project: Axis radar",
        "Unit: \\*HMS\\* Hood",
        "Timing: before",
    ]
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
