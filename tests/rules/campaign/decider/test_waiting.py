"""Whom the table waits for, and who is called."""

from datetime import timedelta

from rules.campaign.decider.waiting import Wait, in_time, late, tell_waits, waits
from rules.campaign.life.ending import End
from rules.campaign.questions.requests import Agree
from rules.campaign.seats.absence import SetPatience
from rules.campaign.seats.calls import SetCalls
from rules.campaign.seats.seating import Join
from rules.seat import Seat
from tests.games import all_games, founded
from tests.night_watch import SOUTH
from tests.play import Play
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, night_watch, two_players


def told(play: Play, user: int | None = None) -> list[str]:
    """How those are called whom the table waits for."""
    return [str(line) for line in tell_waits(play.campaign, waits(play.campaign), user)]


def test_nobody_is_waited_for_until_somebody_must_answer() -> None:
    play = night_watch()
    assert waits(play.campaign) == frozenset()
    play.do(ANNA, "call")
    assert waits(play.campaign) == {Wait(SOUTH)}
    (line,) = told(play, ANNA)
    assert line.startswith("<@2> (South): you're up. ")
    play.do(BERT, "answer", answer="lantern")
    assert waits(play.campaign) == frozenset()


def test_a_request_names_who_asks_for_what() -> None:
    play = two_players()
    play.do(ANNA, SetPatience(answer=3, silence=9))
    until = f"<t:{int((play.clock + timedelta(days=3)).timestamp())}:R>"
    assert told(play, ANNA) == [f"<@2> (Blue): <@1> asks for your answer to “Deadlines set”, due {until}."]
    play.do(BERT, Agree(to=play.log[-1].seq))
    assert told(play) == []


def test_who_acted_is_not_called_nor_anybody_of_their_seat() -> None:
    play = night_watch()
    play.do(CARLA, Join(seat=SOUTH))
    play.do(BERT, Agree(to=play.log[-1].seq))
    play.do(ANNA, "call")
    assert told(play, BERT) == []
    assert told(play, ANNA)[0].startswith("<@2>, <@3> (South): you're up.")


def test_one_player_of_several_seats_is_named_once() -> None:
    game = all_games()["gathering-storm"]
    play = Play(game, founded(game, ANNA, Seat("Germany")))
    play.all_agree = False
    for seat in ("Britain", "France"):
        play.do(BERT, Join(seat=Seat(seat)))
    play.do(ANNA, SetPatience(answer=3, silence=9))
    (line,) = told(play, ANNA)
    assert line.startswith("<@2> (Britain, France): <@1> asks for your answer to “Deadlines set”, due <t:")


def test_who_does_not_want_it_is_not_called() -> None:
    play = night_watch()
    play.do(BERT, SetCalls(on=False))
    play.do(ANNA, "call")
    assert waits(play.campaign) == {Wait(SOUTH)}
    assert told(play, ANNA) == []


def test_a_request_whose_time_has_passed_calls_nobody_again() -> None:
    play = two_players()
    play.do(ANNA, SetPatience(answer=3, silence=9))
    assert in_time(play.campaign, waits(play.campaign)) == waits(play.campaign) != frozenset()
    play.wait(days=4)
    now = play.campaign.when(play.clock)
    assert in_time(now, waits(now)) == frozenset()


def test_an_ended_campaign_waits_for_nobody() -> None:
    play = night_watch()
    play.do(ANNA, "call")
    play.do(ANNA, End())
    play.do(BERT, Agree(to=play.log[-1].seq))
    assert play.campaign.is_ended
    assert waits(play.campaign) == frozenset()


def test_who_had_no_answer_in_time_is_called() -> None:
    play = two_players()
    play.do(ANNA, SetPatience(answer=3, silence=9))
    seq = play.log[-1].seq
    assert [*late(play.campaign, [seq])] == []
    play.wait(days=4)
    now = play.campaign.when(play.clock)
    ((player, line),) = late(now, [seq])
    assert (player, str(line)) == (ANNA, "<@1>: nobody has answered “Deadlines set” in time.")
    assert [*late(now, [seq + 1])] == []
    play.do(ANNA, SetCalls(on=False))
    assert [*late(play.campaign.when(play.clock), [seq])] == []
