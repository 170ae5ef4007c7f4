"""Following the log: who was seen when, who knows which hand, and what an action makes void."""

from rules.campaign.life.ending import End
from rules.campaign.questions.requests import Agree
from rules.campaign.seats.seating import Join
from rules.campaign.time.undo import Undo
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, RUSSIA
from rules.seat import REFEREE
from tests.games import all_games, founded
from tests.night_watch import NORTH, SOUTH
from tests.play import Play
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, night_watch
from tests.rules.games.gathering_storm.harness import USERS, Storm

NEWCOMER = 9


def test_everybody_is_seen_when_they_act_or_are_let_in() -> None:
    play = night_watch()
    play.wait(days=2)
    play.do(CARLA, Join(seat=SOUTH))
    asked = play.clock
    play.wait(days=2)
    play.do(BERT, Agree(to=2))
    assert play.campaign.seen[BERT] == play.campaign.seen[CARLA] == play.clock
    assert ANNA not in play.campaign.seen
    assert play.campaign.at == play.clock > asked


def test_a_referee_who_can_read_a_free_seats_hand_is_noted() -> None:
    """Carla plays no side, so she stays neutral; but she can no longer play North."""
    game = all_games()["night-watch"]
    play = Play(game, founded(game, CARLA, REFEREE))
    play.do(BERT, Join(seat=SOUTH))
    assert play.campaign.knows(CARLA) == frozenset(), "nothing has begun"
    play.do(CARLA, "draw")
    assert play.campaign.sides_of(CARLA) == {NORTH}
    play = Play(game, founded(game, CARLA, REFEREE))
    play.do(BERT, Join(seat=NORTH))
    play.do(BERT, "draw")
    play.do(BERT, "leave", seat="North")
    assert play.campaign.knows(CARLA) == {SOUTH}, "whatever is dealt there, she reads"


def test_a_referee_who_plays_alone_reads_every_hand_and_it_is_noted() -> None:
    game = all_games()["night-watch"]
    play = Play(game, founded(game, ANNA, NORTH))
    play.do(ANNA, "draw")
    play.do(ANNA, "draw")
    assert set(play.campaign.state.tokens) == {NORTH, SOUTH}
    assert play.campaign.knows(ANNA) == {NORTH, SOUTH}


def test_an_undone_entry_changes_no_state_and_is_no_last_action() -> None:
    play = night_watch()
    play.do(ANNA, "call")
    play.do(ANNA, Undo())
    assert play.campaign.state.called is None
    assert play.campaign.last_action is None
    assert play.campaign.actions == 1


def test_an_action_counts_once_also_when_others_agreed_to_it() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    play.do(BERT, "redeal")
    assert play.campaign.actions == 1
    play.do(ANNA, Agree(to=3))
    assert play.campaign.actions == 2
    assert play.campaign.last_action is not None
    assert (play.campaign.last_action.seat, play.campaign.last_action.player) == (SOUTH, BERT)
    assert play.campaign.last_action.title == "Hand dealt anew"


def test_who_joins_a_side_that_has_agreed_is_not_asked_again_for_it() -> None:
    play = Storm()
    play.all_agree = False
    play.do(USERS[GERMANY], End())
    request = play.campaign.seq
    play.do(USERS[ITALY], Agree(to=request))
    play.do(NEWCOMER, Join(seat=ITALY))
    play.do(USERS[ITALY], Agree(to=play.campaign.seq))
    assert NEWCOMER in play.campaign.roster[ITALY]
    (asked,) = [each for each in play.campaign.requests if each.seq == request]
    assert asked.needed == {BRITAIN, FRANCE, RUSSIA}
