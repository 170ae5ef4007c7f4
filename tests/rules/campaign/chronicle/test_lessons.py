"""A demo teaches by doing: whatever is drawn, each result says what to press next, until the lesson is over."""

import random
from dataclasses import replace

import pytest

from rules.campaign import Campaign
from rules.campaign.chronicle.lessons import begun, is_lesson, is_taught, lesson_of, of_the_step, taught
from rules.campaign.decider.waiting import waits
from rules.campaign.seats.seating import Join
from rules.campaign.state.wait import Terms
from rules.command import is_several
from rules.errors import RuleError
from rules.game import AnyGame
from rules.notice import Kind, Notice, Public, Secret, tell_all, tell_rule, tell_seat
from rules.seat import REFEREE, Player
from tests.games import all_games, founded, marne
from tests.play import Play

MOST_PRESSES = 20
ANNA, BERT, CARLA = Player(1), Player(2), Player(3)


def demo(seed: bytes = bytes(range(32)), game: AnyGame | None = None) -> Play:
    game = game or marne()
    start = founded(game, ANNA)
    play = Play(game, Campaign.founded(replace(start.founding, terms=Terms(demo=True)), game), seed)
    lesson = lesson_of(play.campaign)
    assert lesson is not None
    if lesson.opening:
        play.do(ANNA, dict(lesson.opening))
    return play


def next_step(notices: list[Notice], kind: type[Notice]) -> list[str]:
    return [str(each) for each in notices if isinstance(each, kind) and each.kind is Kind.NEXT]


@pytest.mark.parametrize("number", range(40))
def test_each_result_says_what_to_press_next(number: int) -> None:
    play, chance = demo(bytes([number]) * 32), random.Random(number)
    (step,) = next_step([*begun(play.campaign)], Public)
    assert "Press **Draw 3 events**" in step
    told: list[Notice] = [*play.do(ANNA, "draw")]
    for _ in range(5):
        notices = [*taught(play.campaign, ANNA, told)]
        (said,) = next_step(notices, Public)
        hidden = next_step(notices, Secret)
        keeping = [each for each in play.campaign.offers(ANNA) if each.command.type == "sort"]
        assert bool(keeping) == bool(hidden)
        if not keeping:
            assert "press **Next turn**" in said
            break
        assert "which events stay" in hidden[0]
        told = [*play.do(ANNA, chance.choice(["sort", "return"]))]
    assert (is_taught(play.campaign), is_lesson(play.campaign)) == (False, True)
    told = [*play.do(ANNA, "next_turn")]
    assert (is_taught(play.campaign), is_lesson(play.campaign)) == (True, False)
    (said,) = next_step([*taught(play.campaign, ANNA, told)], Public)
    assert "**Start a campaign**" in said


@pytest.mark.parametrize("number", range(25))
@pytest.mark.parametrize("game", ["marne-1918", "fields-of-despair", "gathering-storm"])
def test_pressing_each_steps_button_reaches_the_end(game: str, number: int) -> None:
    play = demo(bytes([number]) * 32, all_games()[game])
    for presses in range(MOST_PRESSES):
        if is_taught(play.campaign):
            break
        offers = of_the_step(play.campaign, ANNA)
        assert offers, f"no step fits after {presses} presses"
        first = offers[0]
        taken = {name: first.of(name)[0].value for name in first.inputs if first.of(name)}
        several = {name for name in taken if is_several(type(first.command), name)}
        fields = {name: (value,) if name in several else value for name, value in taken.items()}
        play.do(ANNA, first.command.model_validate({**first.command.model_dump(), **fields}))
    assert is_taught(play.campaign)
    (said,) = next_step([*taught(play.campaign, ANNA, [])], Public)
    assert "**Start a campaign**" in said


def test_beside_a_step_stands_what_else_its_things_can_do() -> None:
    play = demo()
    play.do(ANNA, "draw")
    assert {"sort", "return"} == {each.command.type for each in of_the_step(play.campaign, ANNA)}


def test_a_lesson_with_an_opening_begins_after_it() -> None:
    game = all_games()["fields-of-despair"]
    start = founded(game, ANNA).founding
    told = [*begun(Campaign.founded(replace(start, terms=Terms(demo=True)), game))]
    assert (len(told), next_step([*told], Public)) == (1, [])


@pytest.mark.parametrize("game", ["fields-of-despair", "gathering-storm"])
def test_every_lesson_step_is_a_command(game: str) -> None:
    known = all_games()[game]
    lesson = known.data.lesson
    assert lesson is not None
    named = {*(step.offer for step in lesson.steps), *lesson.ends}
    assert named <= known.commands_by_type.keys()


def test_public_lessons_do_not_depend_on_draws() -> None:
    """Beside the symbols of what the result itself has told."""
    said = set()
    for number in range(20):
        play = demo(bytes([number]) * 32)
        told = [*play.do(ANNA, "draw")]
        if any(each.command.type == "sort" for each in play.campaign.offers(ANNA)):
            said |= {str(each) for each in taught(play.campaign, ANNA, told) if isinstance(each, Public)}
    lesson = lesson_of(demo().campaign)
    assert lesson is not None
    assert said <= {lesson.hidden, lesson.symbols["$"]}


def test_symbols_are_explained_to_their_player_only() -> None:
    play = demo()
    told = play.do(ANNA, "draw")
    notices = [*taught(play.campaign, ANNA, told)]
    private = "\n".join(str(each) for each in notices if isinstance(each, Secret))
    assert "**£** can be kept" in private
    assert "**£**" not in "\n".join(str(each) for each in notices if isinstance(each, Public))


def test_a_holders_step_is_told_once_for_all_hands() -> None:
    hidden = []
    for number in range(6):
        play = demo(bytes([number]) * 32, all_games()["gathering-storm"])
        told = play.do(ANNA, "draw")
        assert sum(bool(each) for each in map(play.campaign.state.held.get, play.game.seats)) > 1
        hidden.append(len(next_step([*taught(play.campaign, ANNA, [*told])], Secret)))
    assert max(hidden) == 1


def test_private_results_explain_nothing_publicly() -> None:
    play = demo()
    (seat,) = (each for each in play.campaign.seats_of(ANNA) if each != REFEREE)
    play.do(ANNA, "draw")
    told: list[Notice] = [
        tell_seat(seat, "You draw Heroic Assault (£)."),
        tell_rule("Whoever draws Spies (£) can keep it."),
    ]
    assert not any("£" in str(each) for each in taught(play.campaign, ANNA, told) if isinstance(each, Public))
    shown = [tell_all("The Allies play Heroic Assault (£).")]
    assert any("£" in str(each) for each in taught(play.campaign, ANNA, shown) if isinstance(each, Public))


def test_others_in_a_demo_read_refusals_and_no_lesson() -> None:
    play = demo()
    with pytest.raises(RuleError, match="hold no seat"):
        play.do(BERT, "draw")
    told = play.do(ANNA, "draw")
    assert [*taught(play.campaign, BERT, told)] == []


def test_nobody_is_called_to_a_demo() -> None:
    play = demo()
    assert waits(play.campaign) == frozenset()
    assert waits(founded(marne(), ANNA)) != frozenset()


def test_any_other_campaign_has_no_lesson() -> None:
    play = Play(marne())
    assert not is_lesson(play.campaign)
    play.do(BERT, Join(seat=marne().seats[1]))
    told = play.do(ANNA, "draw")
    assert [*begun(play.campaign)] == [*taught(play.campaign, ANNA, told)] == []
    assert not is_taught(play.campaign)
