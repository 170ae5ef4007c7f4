"""Whom the table waits for, and who is called."""

from dataclasses import replace
from datetime import timedelta

import pytest

from rules.campaign.decider.waiting import asked_in, called, dues, moves, tell_waits, waited, waits
from rules.campaign.life.ending import End
from rules.campaign.life.settings import ChangeSettings
from rules.campaign.questions.orders import Orders
from rules.campaign.questions.requests import Agree
from rules.campaign.seats.seating import Join, Leave
from rules.campaign.state.wait import Wait
from rules.campaign.time.deadlines import deadlines, for_anyone, in_time, late, overdue_moves
from rules.game import Due, Whose
from rules.games.marne_1918.phases import ALLIES, Moment, Phase
from rules.line import Line
from rules.seat import Seat
from tests.games import all_games, founded
from tests.night_watch import NORTH, SOUTH, NightWatch
from tests.play import Play
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, DORA, night_watch, reserved, two_players


def told(play: Play, user: int | None = None) -> list[str]:
    """How those are called whom the table waits for."""
    return [str(line) for line in tell_waits(play.campaign, waits(play.campaign), user)]


EITHER = {Wait(NORTH, due="phase 1.0"), Wait(SOUTH, due="phase 1.0")}


def test_the_table_waits_for_either_until_one_must_answer() -> None:
    play = night_watch()
    assert waits(play.campaign) == EITHER
    assert told(play) == ["<@1> (North), <@2> (South), your move: Keep the watch."]
    assert told(play, ANNA) == [], "she sees to it for both"
    play.do(ANNA, "call")
    assert waits(play.campaign) == {Wait(SOUTH, due="call 1")}
    assert told(play, ANNA) == ["<@2> (South), your move: Answer the call."]
    play.do(BERT, "answer", answer="lantern")
    assert waits(play.campaign) == EITHER


def test_who_is_done_is_waited_for_no_more_while_another_is_left() -> None:
    play = night_watch()
    for done, left in (({SOUTH}, {NORTH}), ({NORTH, SOUTH}, {NORTH, SOUTH})):
        for quiet in (
            replace(play.campaign, done=frozenset(done)),
            play.campaign.having(Orders(passing=frozenset(done))),
            replace(play.campaign, done=frozenset(done) - {NORTH}).having(Orders(passing=frozenset(done) - {SOUTH})),
        ):
            assert {wait.seat for wait in waits(waited(quiet))} == left, "one of them must go on"
    play.do(BERT, Leave(seat=SOUTH))
    assert {wait.seat for wait in waits(replace(play.campaign, done=frozenset({NORTH})))} == {NORTH}


def test_an_open_phase_request_is_all_the_table_waits_for() -> None:
    play = night_watch((BERT, "draw"), (ANNA, "next_phase"))
    assert waits(play.campaign) == {Wait(SOUTH, request=play.log[-1].seq)}


def test_others_play_for_a_seat_that_nobody_holds() -> None:
    game = all_games()["marne-1918"]
    play = Play(game, founded(game, ANNA, ALLIES))
    assert {wait.seat for wait in waits(play.campaign)} == {ALLIES}
    moment = Moment(sequence=1, phase=Phase.GERMAN_MOVEMENT)
    play.campaign = replace(play.campaign, state=play.campaign.state.replace(now=moment))
    assert {seat: due.whose for seat, due in dues(play.campaign).items()} == {ALLIES: Whose.ANY}


def test_a_request_names_who_asks_for_what() -> None:
    play = two_players((ANNA, ChangeSettings(answer=4)))
    until = f"<t:{int((play.clock + timedelta(days=3)).timestamp())}:R>"
    assert (
        told(play, ANNA)[0]
        == f"<@2> (Blue), your answer is due {until}: <@1> wants to set the time to answer to 4 days."
    )
    play.do(BERT, Agree(to=play.log[-1].seq))
    assert [*moves(play.campaign, waits(play.campaign))] != []
    assert "your answer" not in "".join(told(play))


def test_who_acted_is_not_called_nor_anybody_of_their_seat() -> None:
    play = night_watch((CARLA, Join(seat=SOUTH)))
    play.do(BERT, Agree(to=play.log[-1].seq))
    play.do(ANNA, "call")
    assert told(play, BERT) == []
    assert told(play, ANNA) == ["<@2>, <@3> (South), your move: Answer the call."]


def test_one_player_of_several_seats_is_named_once() -> None:
    game = all_games()["gathering-storm"]
    play = reserved(Play(game, founded(game, ANNA, Seat("Germany"))))
    for seat in ("Britain", "France"):
        play.do(BERT, Join(seat=Seat(seat)))
    play.do(ANNA, ChangeSettings(answer=4))
    (line, *_) = told(play, ANNA)
    assert line.startswith("<@2> (Britain, France), your answer is due <t:")


def test_who_does_not_want_it_is_not_called() -> None:
    play = night_watch((BERT, ChangeSettings(calls=False)), (ANNA, "call"))
    assert waits(play.campaign) == {Wait(SOUTH, due="call 1")}
    assert told(play, ANNA) == []


def test_a_request_whose_time_has_passed_calls_nobody_again() -> None:
    play = two_players((ANNA, ChangeSettings(answer=4)))
    assert in_time(play.campaign, waits(play.campaign)) == waits(play.campaign) != frozenset()
    play.wait(days=4)
    now = play.campaign.when(play.clock)
    assert [wait for wait in in_time(now, waits(now)) if wait.request] == []


def test_an_ended_campaign_waits_for_nobody() -> None:
    play = night_watch((ANNA, "call"), (ANNA, End()))
    play.do(BERT, Agree(to=play.log[-1].seq))
    assert play.campaign.is_ended
    assert waits(play.campaign) == frozenset()


def test_who_had_no_answer_in_time_is_called() -> None:
    play = two_players((ANNA, ChangeSettings(answer=4)))
    seq = play.log[-1].seq
    assert [*late(play.campaign, [seq])] == []
    play.wait(days=4)
    now = play.campaign.when(play.clock)
    ((player, line),) = late(now, [seq])
    assert (player, str(line)) == (ANNA, "<@1>: not all have answered in time.")
    assert [*late(now, [seq + 1])] == []
    play.do(ANNA, ChangeSettings(calls=False))
    assert [*late(play.campaign.when(play.clock), [seq])] == []


def test_a_player_who_acts_sees_to_shared_tasks_only(monkeypatch: pytest.MonkeyPatch) -> None:
    watch, own = Due(Line("Keep the watch."), "watch", Whose.ANY), Due(Line("Count."), "count", Whose.OWN)
    monkeypatch.setattr(NightWatch, "due", lambda *_: {NORTH: watch, SOUTH: own})
    campaign = night_watch().campaign
    assert called(campaign, Wait(NORTH, due="watch"), BERT) == ()
    assert called(campaign, Wait(SOUTH, due="count"), ANNA) == (BERT,)


def test_only_requests_for_the_same_thing_show_their_number() -> None:
    play = night_watch((BERT, "note"), (CARLA, Join(seat=NORTH)), (ANNA, ChangeSettings(answer=5)))
    wanted = ["<@3> wants to play North", "<@1> wants to set the time to answer to 5 days"]
    assert [str(asked_in(play.campaign, each)) for each in play.campaign.requests] == wanted
    play.do(DORA, Join(seat=NORTH))
    assert [str(asked_in(play.campaign, each)) for each in play.campaign.requests] == [
        f"{wanted[0]} (2)", wanted[1], "<@4> wants to play North (4)"
    ]  # fmt: skip


def test_each_request_calls_the_players_whose_consent_it_needs() -> None:
    play = night_watch((ANNA, ChangeSettings(answer=4)), (BERT, End()))
    assert [(line[:14], line.rpartition(": ")[2]) for line in told(play)[:2]] == [
        ("<@2> (South), ", "<@1> wants to set the time to answer to 4 days."),
        ("<@1> (North), ", "<@2> wants to end the campaign."),
    ]


def test_the_table_reads_who_let_the_time_to_answer_pass() -> None:
    play = night_watch()
    play.wait(days=9)
    assert [*overdue_moves(play.campaign.when(play.clock))] == [], "nobody has to answer"
    play.do(ANNA, "call")
    by = play.campaign.move_by(SOUTH)
    assert deadlines(play.campaign) == {by}
    play.wait(days=3)
    late = play.campaign.when(play.clock)
    assert [str(each) for each in overdue_moves(late)] == [
        "<@2> (South) did not answer. Any player can go on without them."
    ]
    assert deadlines(late) == {by}, "also one that has passed"


def test_anyone_can_go_on_once_the_table_waits_for_nothing_else() -> None:
    play = night_watch((BERT, "draw"), (ANNA, "next_phase"))
    assert for_anyone(play.campaign) == ()
    now = play.campaign.when(play.clock + timedelta(days=4))
    assert [each.command.type for each in for_anyone(now)] == ["next_phase"]
    bound = replace(now, requests=tuple(replace(each, goes_on=False) for each in now.requests))
    assert for_anyone(bound) == (), "somebody must say yes to it"
