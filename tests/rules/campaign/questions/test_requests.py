"""Requests: who answers them, what an answer does, and what happens without one."""

from datetime import timedelta

from rules.campaign import Campaign
from rules.campaign.life.ending import End
from rules.campaign.life.settings import ChangeSettings
from rules.campaign.questions.requests import Agree, Agreed, Decline, Wait, overdue
from rules.campaign.seats.away import BeAway
from rules.campaign.seats.seating import Join
from rules.campaign.time.undo import Undo
from rules.errors import NotNow, NotYours, Unsure
from rules.games.gathering_storm.powers import BRITAIN
from tests.night_watch import NORTH, SOUTH, NextPhase
from tests.play import Play, public
from tests.rules.campaign.helpers import (
    ANNA,
    BERT,
    CARLA,
    DORA,
    NOBODY,
    labels,
    night_watch,
    refused,
    with_neutral_referee,
)
from tests.rules.games.gathering_storm.harness import Storm


def asked(play: Play) -> int:
    """Bert draws and asks to undo it; the entry of the request."""
    play.do(BERT, "draw")
    play.do(BERT, Undo())
    return play.campaign.seq


def test_a_request_names_who_must_agree_and_until_when() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    told = public(play.do(BERT, Undo()))
    assert "North must agree" in told
    assert f"Answer by <t:{int(play.clock.timestamp()) + 3 * 86400}:R>." in told


def test_a_neutral_referee_answers_for_all() -> None:
    play = with_neutral_referee()
    to = asked(play)
    assert "Agree" in labels(play, CARLA)
    play.do(CARLA, Agree(to=to))
    assert play.campaign.state.tokens == {}


def test_only_those_who_are_asked_answer() -> None:
    play = night_watch()
    to = asked(play)
    refused(play, NotYours, r"Only <@1> \(North\) can answer", NOBODY, Agree(to=to))
    refused(play, NotYours, r"Only <@1> \(North\) can answer", NOBODY, Decline(to=to))
    play.do(ANNA, Decline(to=to))
    assert play.campaign.state.tokens


def test_requests_for_different_things_stand_beside_each_other() -> None:
    """A second ruling that is asked for does not take the place of the first."""
    play = night_watch()
    play.do(ANNA, End())
    play.do(ANNA, ChangeSettings(answer=5))
    play.do(ANNA, ChangeSettings(answer=6))
    assert [each.seq for each in play.campaign.requests] == [2, 3, 4]


def test_nobody_asks_twice_for_the_same() -> None:
    play = night_watch()
    play.do(ANNA, ChangeSettings(answer=4))
    refused(play, NotNow, "asked for that already", ANNA, ChangeSettings(answer=4))


def test_who_asks_for_much_takes_nobody_elses_buttons_away() -> None:
    play = with_neutral_referee()
    play.do(ANNA, ChangeSettings(answer=5))
    first = play.campaign.seq
    for command in (End(), ChangeSettings(answer=9), ChangeSettings(pictures=False), ChangeSettings(language="fr")):
        play.do(BERT, command)
    asked = {each.command.to for each in play.campaign.open_offers() if isinstance(each.command, Agree)}
    assert first in asked
    assert len(asked) == 3


def test_who_asks_last_has_buttons_before_those_who_asked_several_times() -> None:
    play = with_neutral_referee()
    for command in (End(), ChangeSettings(answer=9), ChangeSettings(pictures=False)):
        play.do(BERT, command)
    play.do(ANNA, ChangeSettings(answer=5))
    asked = {each.command.to for each in play.campaign.open_offers() if isinstance(each.command, Agree)}
    assert play.campaign.seq in asked


def test_strangers_who_ask_for_a_seat_take_no_buttons_from_those_who_play() -> None:
    play = with_neutral_referee()
    for stranger, seat in ((DORA, NORTH), (NOBODY, SOUTH)):
        play.do(stranger, Join(seat=seat))
    own = set()
    for command in (End(), ChangeSettings(answer=9), ChangeSettings(pictures=False)):
        play.do(BERT, command)
        own.add(play.campaign.seq)
    assert {each.command.to for each in play.campaign.open_offers() if isinstance(each.command, Agree)} == own


def test_two_requests_of_one_name_have_buttons_of_two_names() -> None:
    play = night_watch()
    play.do(DORA, Join(seat=NORTH))
    play.do(NOBODY, Join(seat=NORTH))
    offered = [str(each.label) for each in play.campaign.offers(ANNA)]
    assert len(offered) == len(set(offered))
    assert {"Agree: take the North seat (2)", "Agree: take the North seat (3)"} <= set(offered)


def answers(campaign: Campaign, user: int) -> list[str]:
    """The buttons with which somebody answers what was asked for."""
    return [str(each.label) for each in campaign.offers(user) if isinstance(each.command, Agree | Decline)]


def test_who_asks_can_withdraw_and_does_not_answer_for_a_seat_that_others_share() -> None:
    play = night_watch()
    play.do(CARLA, Join(seat=NORTH))
    play.do(ANNA, Agree(to=play.campaign.seq))
    play.do(ANNA, End())
    to = play.campaign.seq
    assert [each.needed for each in play.campaign.requests] == [{NORTH, SOUTH}]
    assert answers(play.campaign, ANNA) == ["Withdraw the request"]
    assert answers(play.campaign, BERT) == answers(play.campaign, CARLA) == ["Agree", "Decline"]
    assert answers(play.campaign, NOBODY) == []
    (agree,) = (each for each in play.campaign.open_offers() if isinstance(each.command, Agree))
    assert agree.seats == (NORTH, SOUTH)
    refused(play, NotYours, "yourself", ANNA, Agree(to=to))
    (withdraw,) = (each for each in play.campaign.offers(ANNA) if isinstance(each.command, Decline))
    play.do(ANNA, withdraw.command)
    assert play.campaign.requests == ()


def test_who_goes_on_is_told_of_everybody_of_a_shared_seat_who_is_away() -> None:
    play = night_watch()
    play.do(CARLA, Join(seat=SOUTH))
    play.do(BERT, Agree(to=play.campaign.seq))
    play.do(CARLA, BeAway(until=play.clock + timedelta(days=9)))
    play.do(ANNA, End())
    play.wait(days=5)
    play.is_sure = False
    refused(play, Unsure, r"<@3> is away until <t:\d+:D>", ANNA, Agree(to=play.campaign.seq))


def test_all_but_the_last_who_agree_give_their_consent() -> None:
    play = Storm()
    play.all_agree = False
    play.do(1, ChangeSettings(answer=5))
    to, titles = play.campaign.number, []
    for user in range(2, 6):
        play.do(user, Agree(to=to))
        titles.append(play.log[-1].title)
    assert titles == [*["Consent given"] * 3, "Settings changed"]


def test_the_buttons_of_the_oldest_request_come_first_whoever_asks_for_more() -> None:
    play = with_neutral_referee()
    asked_in_turn = []
    for user, command in ((BERT, End()), (BERT, ChangeSettings(pictures=False)), (ANNA, ChangeSettings(answer=5))):
        play.do(user, command)
        asked_in_turn.append(play.campaign.seq)
    shown = [each.command.to for each in play.campaign.open_offers() if isinstance(each.command, Agree)]
    assert shown == asked_in_turn


def test_a_request_is_answered_by_the_number_that_everybody_counts() -> None:
    play = night_watch()
    play.do(BERT, "note")
    play.do(ANNA, ChangeSettings(answer=5))
    refused(play, NotNow, "no longer open", BERT, Agree(to=play.campaign.seq))
    play.do(BERT, Agree(to=2))
    assert play.campaign.terms.answer == 5


def test_who_goes_on_at_the_deadline_though_they_were_asked_has_not_answered_in_time_either() -> None:
    play = Storm()
    play.all_agree = False
    play.at("Research")
    play.do(1, "next_phase")
    (request,) = play.campaign.requests
    play.wait(days=4)
    play.do(3, Agree(to=request.number))
    (agreed,) = (event for event in play.log[-1].events if isinstance(event, Agreed))
    assert set(agreed.without) == request.needed > {BRITAIN}


def test_a_no_is_told_with_what_was_asked_for() -> None:
    play = night_watch()
    to = asked(play)
    assert public(play.do(BERT, Decline(to=to))) == "<@2> no longer wants to undo an action."
    assert play.log[-1].title == "Request withdrawn"
    play.do(BERT, Undo())
    assert "<@1> declines: <@2> wanted to undo an action." in public(play.do(ANNA, Decline(to=play.campaign.seq)))


def test_who_still_wants_to_do_something_has_the_whole_time_once_more() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    play.do(ANNA, NextPhase())
    to = play.campaign.seq
    play.wait(days=2)
    told = public(play.do(BERT, Wait(to=to)))
    assert "<@2> still wants to do something, so play waits." in told
    assert play.campaign.requests[0].until == play.clock + timedelta(days=3)
    assert answers(play.campaign, BERT) == ["Done"]
    play.do(BERT, Agree(to=to))
    assert play.campaign.state.phase == 1
    play.do(ANNA, End())
    refused(play, NotNow, "Agree to this, or decline it", BERT, Wait(to=play.campaign.seq))


def test_nobody_is_bound_by_silence_where_a_secret_would_open() -> None:
    for command, is_bound in ((End(), True), (End(for_good=True), False)):
        play = night_watch()
        play.do(ANNA, command)
        to = play.campaign.seq
        play.wait(days=3)
        now = play.campaign.when(play.clock)
        (said,) = [str(each) for each in overdue(now, to)][1:]
        assert ("Any player can go on without them." in said) is is_bound
        if is_bound:
            play.do(ANNA, Agree(to=to))
            assert play.campaign.is_ended
        else:
            refused(play, NotNow, "time to answer is over", ANNA, Agree(to=to))
