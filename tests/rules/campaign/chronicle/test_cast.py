"""Who is who in a file: people by number and seat."""

from rules.campaign.chronicle.cast import Cast
from rules.campaign.seats.seating import Join, Leave
from rules.campaign.time.undo import Undo
from rules.games.gathering_storm.powers import BRITAIN, ITALY
from tests.bot.desk import BERT
from tests.games import all_games
from tests.night_watch import SOUTH
from tests.play import Play
from tests.rules.campaign.helpers import CARLA, night_watch, with_neutral_referee
from tests.rules.games.gathering_storm.harness import USERS, Storm
from tests.rules.test_conformance import seated


def cast(play: Play) -> Cast:
    return Cast.of(play.campaign, play.log)


def test_a_referee_who_plays_no_side_is_one() -> None:
    play = with_neutral_referee()
    assert cast(play).name(CARLA) == "Player 1 (Referee)"


def test_an_action_names_its_seats_and_actors() -> None:
    play = night_watch((BERT, "draw"))
    assert cast(play).actor(play.log[-1]) == "South"
    play.all_agree = True
    play.do(CARLA, Join(seat=SOUTH))
    assert cast(play).actor(play.log[1]) == "South, Player 2 (South)"
    play.do(BERT, Leave(seat=SOUTH))
    assert cast(play).actor(play.log[1]) == "South, Player 2 (South)", "they held it both"


def test_a_solo_player_is_named_by_number() -> None:
    play = Play(all_games()["gathering-storm"])
    play.do(1, Join(seat=ITALY))
    assert cast(play).name(1) == "Player 1 (Germany and Italy)"
    for seat in play.game.seats[2:]:
        play.do(1, Join(seat=seat))
    assert cast(play).name(1) == "Player 1"


def test_no_name_says_an_id() -> None:
    play = seated(all_games()["gathering-storm"])
    play.do(1, Undo()) if play.campaign.timeline.last else None
    assert not any("<@" in name for name in cast(play).names.values())


def test_private_actions_do_not_move_a_name_forward() -> None:
    play = Storm()
    play.do(USERS[BRITAIN], "record", power="Britain", project="Allied air range", steps=1)
    unseen = play.log[-1]
    play.do(USERS[ITALY], "next_phase")
    assert Cast.of(play.campaign, [unseen, play.log[-1]]).name(USERS[ITALY]) == "Player 2 (Italy)"
