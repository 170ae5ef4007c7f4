"""The open dice of a campaign."""

from dataclasses import replace

import pytest

from rules.campaign.chronicle.throws import _in, throws
from rules.campaign.life.rolling import RollDice
from rules.campaign.seats.seating import Join
from rules.campaign.time.redo import Redo
from rules.campaign.time.undo import Undo
from rules.dice import Roll
from rules.line import Listed, line
from tests.bridges import EAST, WEST
from tests.games import all_games, founded
from tests.play import Play
from tests.rules.campaign.helpers import ANNA, BERT, night_watch
from tests.rules.games.fields_of_despair.campaign import begun
from tests.rules.test_conformance import random_play


def test_secret_draws_are_no_open_dice() -> None:
    play = night_watch((BERT, "draw"))
    assert play.log[-1].rolls
    assert [*throws(play.campaign, play.log)] == []


def test_dice_are_thrown_for_their_printed_table() -> None:
    play = begun(1, 1, 1).play
    (count, *_) = [each for each in throws(play.campaign, play.log) if each.purpose == "Number of CP Offensives"]
    assert (count.roll.sides, len(count.roll.faces)) == (6, 3)


def test_the_same_faces_on_the_table_count_as_often_as_they_fell() -> None:
    play = night_watch(dice="physical")
    for _ in range(2):
        play.do(ANNA, RollDice(number=2), (4, 4))
    assert [each.roll.faces for each in throws(play.campaign, play.log)] == [(4, 4), (4, 4)]


@pytest.mark.parametrize("game", ["fields-of-despair", "bridges"])
def test_every_die_that_a_player_saw_counts_once(game: str) -> None:
    *_, (play, _) = random_play(all_games()[game], 1, 100, all_agree=True)
    counted = [each.roll for each in throws(play.campaign, play.log)]
    assert counted
    firsts = [roll.first for roll in counted]
    assert len(firsts) == len(set(firsts))
    most = max(len({each.purpose for each in throws(play.campaign, [entry])}) for entry in play.log)
    assert most == (4 if game == "fields-of-despair" else 1), "each with the table that it was rolled for"


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


def test_a_play_without_dice_has_none() -> None:
    assert [*throws(Play(all_games()["marne-1918"]).campaign, [])] == []


def test_a_thing_taken_as_the_last_one_is_no_die() -> None:
    """It could not be another."""
    play = night_watch((ANNA, RollDice(number=2)))
    entry = play.log[-1]
    (event,) = entry.events
    one = Roll(sides=1, faces=(1,), first=2)
    changed = replace(entry, rolls=(one,), events=(event.replace(roll=one),))
    assert [*throws(play.campaign, [changed])] == []


def test_dice_in_a_list_of_lines_are_found_in_their_order() -> None:
    one, two, three = (Roll(sides=6, faces=(face,)) for face in (1, 2, 3))
    said = line("{all} and {last}", all=Listed([line("{roll}", roll=one), two]), last=three)
    assert [*_in(said)] == [one, two, three]
