"""Luck in plain words, with the number of dice."""

from dataclasses import replace
from fractions import Fraction

import pytest

from rules.campaign.chronicle.luck import FEWEST, Sample, sampled, tell_luck, throws
from rules.campaign.life.rolling import RollDice
from rules.campaign.seats.seating import Join
from rules.campaign.time.forking import People, TakeOverLog
from rules.campaign.time.redo import Redo
from rules.campaign.time.undo import Undo
from rules.dice import Roll
from tests.bridges import EAST, WEST
from tests.games import all_games, founded
from tests.play import Play
from tests.rules.campaign.helpers import ANNA, BERT, night_watch
from tests.rules.games.fields_of_despair.campaign import begun
from tests.rules.test_conformance import random_play


def test_what_is_drawn_in_secret_is_no_open_die() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    assert play.log[-1].rolls
    assert [*throws(play.campaign, play.log)] == []


def test_dice_are_thrown_for_their_printed_table() -> None:
    play = begun(1, 1, 1).play
    (count, *_) = [each for each in throws(play.campaign, play.log) if each.purpose == "Number of CP Offensives"]
    assert (count.roll.sides, len(count.roll.faces)) == (6, 3)


def test_the_same_faces_on_the_table_count_as_often_as_they_fell() -> None:
    play = night_watch("physical")
    for _ in range(2):
        play.do(ANNA, RollDice(number=2), (4, 4))
    assert sampled(each.roll for each in throws(play.campaign, play.log)) == (Sample(6, 4, 16),)


@pytest.mark.parametrize("game", ["fields-of-despair", "bridges"])
def test_every_die_that_a_player_saw_counts_once(game: str) -> None:
    *_, (play, _) = random_play(all_games()[game], 1, 100, all_agree=True)
    counted = [each.roll for each in throws(play.campaign, play.log)]
    assert counted
    firsts = [roll.first for roll in counted]
    assert len(firsts) == len(set(firsts))


def test_dice_that_are_brought_back_count_once() -> None:
    """Those of the players' own table have no number by which they could be told apart."""
    game = all_games()["bridges"]
    play = Play(game, founded(game, ANNA, WEST, "physical"))
    play.do(BERT, Join(seat=EAST))
    play.do(ANNA, "write_order", order="attack")
    play.do(BERT, "write_order", (5,), order="defend")
    fallen = [*throws(play.campaign, play.log)]
    play.do(BERT, Undo())
    play.do(BERT, Redo())
    assert (len(fallen), play.log[-1].rolls) == (1, (fallen[0].roll,))
    assert [*throws(play.campaign, play.log)] == fallen


def test_the_dice_of_a_fork_count_beside_those_that_it_took_over() -> None:
    play = night_watch()
    play.do(ANNA, RollDice(number=2))
    play.do(ANNA, TakeOverLog(name="The other way", people=People.of(play.campaign)))
    play.do(ANNA, RollDice(number=2))
    assert [each.roll.first for each in throws(play.campaign, play.log)] == [0, 0]


def test_the_z_score_is_that_of_the_total() -> None:
    sample = Sample(6, 60, 60 * 4)
    variance = Fraction(35, 12) * 60
    assert sample.z == pytest.approx(30 / float(variance) ** 0.5)
    assert sample.one_in == 43, "two-sided: z = 2.27"


@pytest.mark.parametrize(
    ("total", "said"),
    [
        (35, "About what 10 dice bring"),
        (50, "Higher than usual: about 1 in 183 sets of 10 dice"),
        (25, "Lower than usual"),
    ],
)  # fmt: skip
def test_it_is_said_in_words_with_the_number_of_dice(total: int, said: str) -> None:
    assert said in str(tell_luck(Sample(6, 10, total)))
    assert "10d6" in str(tell_luck(Sample(6, 10, total)))


def test_of_a_few_dice_nothing_is_said() -> None:
    assert "say nothing about luck" in str(tell_luck(Sample(6, FEWEST - 1, 54)))
    assert "z =" not in str(tell_luck(Sample(6, FEWEST - 1, 54)))


def test_dice_are_counted_by_their_sides() -> None:
    rolls = [Roll(sides=6, faces=(1, 2)), Roll(sides=10, faces=(9,)), Roll(sides=6, faces=(6,))]
    assert sampled(rolls) == (Sample(6, 3, 9), Sample(10, 1, 9))


def test_a_play_without_dice_has_none() -> None:
    assert [*throws(Play(all_games()["marne-1918"]).campaign, [])] == []


@pytest.mark.parametrize(
    ("sample", "said"),
    [
        (Sample(6, 9, 45), "9d6: 5.00 on average. So few dice say nothing about luck."),
        (Sample(6, 10, 35), "10d6: 3.50 on average, 3.5 expected (z = +0.0). About what 10 dice bring."),
        (Sample(7, 16, 71), "16d7: 4.44 on average, 4 expected (z = +0.9). About what 16 dice bring."),
        (
            Sample(7, 16, 72),
            "16d7: 4.50 on average, 4 expected (z = +1.0). Higher than usual: about 1 in 3 sets"
            " of 16 dice is as far off.",
        ),
        (
            Sample(7, 16, 56),
            "16d7: 3.50 on average, 4 expected (z = -1.0). Lower than usual: about 1 in 3 sets"
            " of 16 dice is as far off.",
        ),
    ],
)
def test_luck_is_told_word_for_word_on_both_sides_of_each_limit(sample: Sample, said: str) -> None:
    assert str(tell_luck(sample)) == said


def test_a_thing_taken_as_the_last_one_is_no_die() -> None:
    """It could not be another."""
    play = night_watch()
    play.do(ANNA, RollDice(number=2))
    entry = play.log[-1]
    (event,) = entry.events
    one = Roll(sides=1, faces=(1,), first=2)
    changed = replace(entry, rolls=(one,), events=(event.replace(roll=one),))
    assert [*throws(play.campaign, [changed])] == []
