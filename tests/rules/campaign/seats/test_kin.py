"""Relatives: what a campaign must know of its forks, and what a seat of a fork is dealt."""

import pytest

from rules.campaign.decider.audit import audit
from rules.campaign.life.administration import AdminSeat
from rules.campaign.life.ending import End
from rules.campaign.seats.kin import NoteKin, news_for
from rules.campaign.seats.seating import HandOver, Join, Leave
from rules.campaign.state.state import Original
from rules.campaign.time.forking import People, TakeOverLog
from rules.campaign.time.undo import Undo
from rules.errors import NotNow
from rules.games.marne_1918.phases import ALLIES, GERMANS
from rules.seat import Player
from tests.games import SEED, all_games, marne
from tests.night_watch import NORTH, SOUTH
from tests.play import ADMIN, Play, public, secret
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, DORA, high_card, night_watch, refused, reserved
from tests.rules.games.marne_1918.campaign import campaign_with

OTHER_SEED = bytes(reversed(SEED))


def drawn() -> Play:
    """Both sides hold a token."""
    play = night_watch()
    play.do(ANNA, "draw")
    play.do(BERT, "draw")
    return play


def fork_of(original: Play, *, is_fresh: bool = False) -> Play:
    """The fork of a campaign as it stands."""
    play = reserved(Play(original.game, original.campaign.as_founded().follow_all(original.log), OTHER_SEED))
    play.log, play.clock = [*original.log], original.clock
    people = People.of(original.campaign)
    play.do(ANNA, TakeOverLog(name="The first", people=people, is_fresh=is_fresh))
    return play


def test_whoever_is_given_a_seat_of_a_fork_is_known_to_the_original_as_a_reader() -> None:
    original = drawn()
    fork = fork_of(original)
    assert news_for(original.campaign, fork.campaign, 3) == ()
    fork.do(ANNA, HandOver(seat=NORTH, player=Player(CARLA)))
    assert fork.campaign.state.tokens == original.campaign.state.tokens
    news = news_for(original.campaign, fork.campaign, 3)
    told = [(each.player, each.seat, each.since, each.until) for each in news]
    assert told == [(CARLA, NORTH, 0, None)], "with all of its past, and still"
    assert "<@3> reads North in **The long war**" in public(original.do(ANNA, NoteKin(readings=news)))
    assert original.campaign.readers(NORTH) == {ANNA, CARLA}
    assert news_for(original.campaign, fork.campaign, 3) == ()


def test_a_seat_that_comes_to_anybody_else_is_dealt_something_else() -> None:
    """By joining, by a gift of whoever plays the original no more, or by an administrator; nothing of it is undone."""
    for number in range(3):
        original = drawn()
        fork = fork_of(original)
        fork.do(ANNA, Leave(seat=NORTH))
        told = fork.do(*((CARLA, Join(seat=NORTH)), (CARLA, Join(seat=NORTH)),
                         (ADMIN, AdminSeat(seat=NORTH, player=Player(CARLA))))[number])  # fmt: skip
        assert "The secrets of North are new here." in public(told)
        assert "token" in secret(told, NORTH).lower()
        assert fork.campaign.closed == {NORTH: fork.campaign.seq - 1}
        assert fork.campaign.closed_to(CARLA, NORTH) == fork.campaign.seq - 1
        assert fork.campaign.closed_to(ANNA, NORTH) == 0
        assert news_for(original.campaign, fork.campaign, 3) == ()
        refused(fork, NotNow, "nothing to undo", CARLA, Undo())
        assert audit(fork.campaign.as_founded(), fork.log, OTHER_SEED).wrong == ()


def test_a_game_that_cannot_deal_anew_keeps_strangers_out_of_its_forks() -> None:
    original = high_card()
    original.do(BERT, Join(seat=all_games()["high-card"].seats[1]))
    original.do(ANNA, "take")
    fork = fork_of(original)
    seat = original.game.seats[0]
    fork.do(ANNA, Leave(seat=seat))
    refused(fork, NotNow, "cannot be dealt anew", CARLA, Join(seat=seat))


def test_a_fresh_fork_is_no_relative() -> None:
    original = drawn()
    fork = fork_of(original, is_fresh=True)
    assert fork.campaign.closed == dict.fromkeys((NORTH, SOUTH), 3)
    assert not fork.campaign.has_kin
    assert fork.campaign.next_die == 2
    fork.do(DORA, "roll_dice") if fork.campaign.seats_of(DORA) else None
    assert audit(fork.campaign.as_founded(), fork.log, OTHER_SEED).wrong == ()


def test_a_fork_is_ended_for_good_by_the_players_of_the_original_alone() -> None:
    original = drawn()
    fork = fork_of(original)
    fork.do(ANNA, HandOver(seat=NORTH, player=Player(CARLA)))
    refused(fork, NotNow, "<@1> must hold that seat here", BERT, End(for_good=True))
    fork.do(CARLA, HandOver(seat=NORTH, player=Player(ANNA)))
    assert "**for good**" in public(fork.do(BERT, End(for_good=True)))


@pytest.mark.parametrize("is_open", [False, True])
def test_a_fork_keeps_the_secrets_of_its_original_until_they_are_open_there(is_open: bool) -> None:
    """Then nobody is dealt anything else, and whoever plays the fork can open them, too."""
    original = drawn()
    fork = fork_of(original)
    fork.do(ANNA, HandOver(seat=NORTH, player=Player(CARLA)))
    if is_open:
        roster = {seat: players for seat, players in original.campaign.roster.items() if seat in original.game.seats}
        fork.do(BERT, NoteKin(original=Original(roster, is_open=True)))
        assert "**for good**" in public(fork.do(BERT, End(for_good=True)))
    else:
        refused(fork, NotNow, "<@1> must hold that seat here", BERT, End(for_good=True))
    left = public(fork.do(CARLA, Leave(seat=NORTH)))
    assert ("Whoever takes it here is dealt new secrets: those of the original stay hidden." in left) is not is_open
    came = public(fork.do(DORA, Join(seat=NORTH)))
    assert ("The secrets of North are new here." in came) is not is_open
    assert fork.campaign.closed == ({} if is_open else {NORTH: fork.campaign.seq - 1})


def test_who_is_let_in_to_a_seat_of_a_fork_by_a_player_of_the_original_is_dealt_nothing_else() -> None:
    original = drawn()
    fork = fork_of(original)
    fork.do(CARLA, Join(seat=NORTH))
    told = public(fork.do(ANNA, {"type": "agree", "to": fork.campaign.seq}))
    assert "The secrets of North are new here." not in told
    assert fork.campaign.roster[NORTH] == (ANNA, CARLA)
    assert fork.campaign.state.tokens == original.campaign.state.tokens


def test_of_a_relative_what_was_read_and_who_plays_there_is_noted_at_once() -> None:
    original = drawn()
    fork = fork_of(original)
    fork.do(ANNA, HandOver(seat=NORTH, player=Player(CARLA)))
    news = news_for(original.campaign, fork.campaign, 3)
    told = public(original.do(ANNA, NoteKin(readings=news, original=Original({SOUTH: (Player(BERT),)}))))
    assert "<@3> reads North in" in told
    assert "Other players hold the seats of the original now." in told


def test_who_gives_up_a_seat_of_a_fork_that_has_secrets_of_its_own_leaves_those_to_the_next() -> None:
    fork = fork_of(drawn())
    fork.do(ANNA, Leave(seat=NORTH))
    fork.do(CARLA, Join(seat=NORTH))
    assert public(fork.do(CARLA, Leave(seat=NORTH))) == "<@3> leaves the North seat."
    assert "new here" not in public(fork.do(DORA, Join(seat=NORTH)))


def test_who_comes_back_to_a_seat_of_a_fork_that_they_have_read_is_dealt_nothing_else() -> None:
    original = drawn()
    fork = fork_of(original)
    fork.do(ANNA, Leave(seat=NORTH))
    assert "new here" not in public(fork.do(ANNA, Join(seat=NORTH)))
    assert fork.campaign.state.tokens == original.campaign.state.tokens


def test_a_side_that_hides_nothing_is_read_by_nobody_elsewhere() -> None:
    original = campaign_with(game=marne())
    original.do(BERT, "roll_dice")
    fork = fork_of(original)
    fork.do(BERT, HandOver(seat=GERMANS, player=Player(CARLA)))
    fork.do(ANNA, HandOver(seat=ALLIES, player=Player(DORA)))
    assert {each.seat for each in news_for(original.campaign, fork.campaign, original.campaign.seq)} == {ALLIES}
