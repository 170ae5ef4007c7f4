"""The book: whoever reads a side's secrets stands in it, and nobody else does."""

import random

import pytest

from rules.campaign.seats.seating import Join, Leave
from rules.campaign.state.book import Book, Reading
from rules.errors import RuleError
from rules.games.gathering_storm.powers import GERMANY
from rules.notice import Secret
from rules.seat import Player
from tests.games import all_games
from tests.night_watch import NORTH, SOUTH
from tests.play import Play
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, night_watch
from tests.rules.games.gathering_storm.harness import USERS, Storm
from tests.worlds import two_worlds


@pytest.mark.by_day(1)
@pytest.mark.parametrize("name", ["marne-1918", "gathering-storm", "night-watch"])
def test_whoever_was_told_something_in_private_stands_in_the_book(name: str) -> None:
    """By what was told, and not by what the campaign keeps."""
    for number in range(3):
        play = two_worlds(all_games()[name], number, 30).one
        now = play.campaign.as_founded()
        for entry in play.log:
            now = now.follow(entry) if entry.undoes is None else now.refold(play.log[: entry.seq])
            for notice in play.campaign.tell(entry):
                if isinstance(notice, Secret) and now.game.hides(notice.seat):
                    readers = now.book.readers(notice.seat)
                    assert set(now.roster[notice.seat]) <= readers, (name, number, entry.seq)


def test_a_reading_ends_when_its_player_leaves_and_says_when() -> None:
    play = night_watch()
    play.do(ANNA, "draw")
    play.do(BERT, Leave(seat=SOUTH))
    (left,) = (each for each in play.campaign.book.readings if each.player == BERT)
    assert (left.seat, left.last, left.until) == (SOUTH, play.campaign.seq, play.clock)
    play.do(BERT, Join(seat=SOUTH))
    (again,) = (each for each in play.campaign.book.readings if each.player == BERT)
    assert (again.since, again.until) == (left.since, None)


def test_before_the_game_begins_there_is_nothing_to_read() -> None:
    play = night_watch()
    play.do(BERT, Leave(seat=SOUTH))
    assert play.campaign.book.readers(SOUTH) == frozenset()


def test_a_new_hand_is_known_to_those_alone_who_can_read_it() -> None:
    play = night_watch()
    play.all_agree = True
    play.do(ANNA, "draw")
    play.do(CARLA, Join(seat=NORTH))
    play.do(CARLA, Leave(seat=NORTH))
    assert play.campaign.book.readers(NORTH) == {ANNA, CARLA}
    play.do(ANNA, "redeal")
    assert play.campaign.book.readers(NORTH) == {ANNA}
    assert play.campaign.book.read_by(CARLA) == frozenset()


def test_who_has_read_more_than_a_hand_still_knows_it_once_that_is_dealt_anew() -> None:
    """A power of *Gathering Storm* hides more than its events: its research, and the cards that it wrote."""
    play = Storm()
    play.set(has_drawn=False)
    play.all_agree = True
    play.do(USERS[GERMANY], "draw")
    newcomer = max(USERS.values()) + 1
    play.do(newcomer, Join(seat=GERMANY))
    play.do(newcomer, Leave(seat=GERMANY))
    play.do(USERS[GERMANY], "redeal")
    assert play.campaign.book.hand_readers(GERMANY) == {USERS[GERMANY]}
    assert play.campaign.book.readers(GERMANY) == {USERS[GERMANY], newcomer}
    assert play.campaign.book.read_by(newcomer) == {GERMANY}


def test_the_book_does_not_depend_on_what_is_held() -> None:
    """Two campaigns of the same seats, in one of which the South has drawn nothing."""
    chance = random.Random(3)
    for _ in range(20):
        one, two = night_watch(), night_watch()
        for play in (one, two):
            play.all_agree = True
            play.do(ANNA, "draw")
        one.do(BERT, "draw")
        two.do(BERT, "call")
        for _ in range(6):
            user, seat = chance.choice((BERT, CARLA)), chance.choice((NORTH, SOUTH))
            kind = chance.choice((Join, Leave))
            assert _done(one, user, kind(seat=seat)) == _done(two, user, kind(seat=seat))
        for user in (ANNA, BERT, CARLA):
            assert one.campaign.book.read_by(user) == two.campaign.book.read_by(user)


def _done(play: Play, user: int, command: Join | Leave) -> str:
    """What comes of a command."""
    try:
        play.do(Player(user), command)
    except RuleError as refusal:
        return str(refusal)
    return "done"


def test_readings_begin_in_one_order_whatever_the_order_of_a_set() -> None:
    ids = frozenset(map(Player, (1 << 61, 7, 3 << 60, 900_000_000_001, 12)))
    book = Book().turned({NORTH: ids}, 3, None, has_begun=True)
    assert [each.player for each in book.readings] == sorted(ids)


def test_each_hand_that_is_dealt_anew_is_so_from_then_on_and_who_comes_back_reads_only_that() -> None:
    left = tuple(Reading(Player(CARLA), seat, 1, 5) for seat in (NORTH, SOUTH))
    book = Book(left).dealt_anew(NORTH, 6, is_all=True).dealt_anew(SOUTH, 7, is_all=True)
    assert book.hand_readers(NORTH) == book.hand_readers(SOUTH) == frozenset()
    assert book.read_by(CARLA) == frozenset()
    hands = Book(left).dealt_anew(NORTH, 6, is_all=False).dealt_anew(SOUTH, 7, is_all=False)
    assert hands.hand_readers(NORTH) == hands.hand_readers(SOUTH) == frozenset()
    assert hands.read_by(CARLA) == {NORTH, SOUTH}, "what else they hide"
    again = book.turned({NORTH: {Player(CARLA)}}, 9, None, has_begun=True)
    assert again.since(CARLA, NORTH) == 9
