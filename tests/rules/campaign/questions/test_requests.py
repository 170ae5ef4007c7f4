"""Requests: who answers them, what an answer does, and what happens without one."""

from dataclasses import replace
from datetime import timedelta

from rules.campaign import Campaign
from rules.campaign.life.ending import End
from rules.campaign.life.settings import ChangeSettings
from rules.campaign.questions.requests import Agree, Agreed, Decline, Wait
from rules.campaign.seats.away import BeAway
from rules.campaign.seats.seating import Join
from rules.campaign.time.deadlines import overdue
from rules.campaign.time.undo import Undo
from rules.errors import NotNow, NotYours, Unsure
from rules.games.gathering_storm.powers import BRITAIN
from tests.night_watch import NORTH, SOUTH, NextPhase, NextTurn
from tests.play import Play, public
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, DORA, NOBODY, labels, night_watch, refused, reserved
from tests.rules.games.gathering_storm.harness import Storm


def asked(play: Play) -> int:
    """Bert draws and asks to undo it; the entry of the request."""
    play.do(BERT, "draw")
    play.do(BERT, Undo())
    return play.campaign.seq


def answers(campaign: Campaign, user: int) -> list[str]:
    """The buttons with which somebody answers what was asked for."""
    return [str(each.label) for each in campaign.offers(user) if isinstance(each.command, Agree | Decline)]


def test_an_asker_withdraws_but_cannot_answer_a_shared_seat() -> None:
    play = night_watch((CARLA, Join(seat=NORTH)))
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


def test_going_on_names_all_absent_players() -> None:
    play = night_watch((CARLA, Join(seat=SOUTH)))
    play.do(BERT, Agree(to=play.campaign.seq))
    play.do(CARLA, BeAway(until=play.clock + timedelta(days=9)))
    play.do(ANNA, End())
    play.wait(days=5)
    play.is_sure = False
    refused(play, Unsure, r"<@3> is away until <t:\d+:D>", ANNA, Agree(to=play.campaign.seq))


def test_all_but_the_last_who_agree_give_their_consent() -> None:
    play = reserved(Storm())
    play.do(1, ChangeSettings(answer=5))
    to, titles = play.campaign.number, []
    for user in range(2, 6):
        play.do(user, Agree(to=to))
        titles.append(play.log[-1].title)
    assert titles == [*["Consent given"] * 3, "Settings changed"]


def test_a_request_is_answered_by_its_public_number() -> None:
    play = night_watch((BERT, "note"), (ANNA, ChangeSettings(answer=5)))
    refused(play, NotNow, "no longer open", BERT, Agree(to=play.campaign.seq))
    play.do(BERT, Agree(to=2))
    assert play.campaign.terms.answer == 5


def test_an_asked_player_who_goes_on_has_not_answered() -> None:
    play = reserved(Storm().at("Research"))
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


def test_a_player_who_still_acts_gets_the_whole_time_again() -> None:
    play = night_watch((BERT, "draw"), (ANNA, NextPhase()))
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
        play = night_watch((ANNA, command))
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


def test_a_side_that_acts_as_it_was_asked_is_asked_on() -> None:
    """So whoever asked need not ask again; who asked and acts again was not done."""
    play = night_watch((BERT, "draw"), (ANNA, NextPhase()))
    asked = play.campaign.requests
    play.do(BERT, "call")
    every = [*play.campaign.offers(BERT), *play.campaign.open_offers()]
    assert not any(isinstance(each.command, Agree) for each in every), "it would be refused until the call is answered"
    play.do(ANNA, "answer")
    assert play.campaign.requests == asked != ()
    play.do(BERT, Agree(to=asked[0].number))
    assert (play.campaign.state.phase, play.campaign.requests) == (1, ())
    play = night_watch()
    for user, command in ((ANNA, "draw"), (BERT, "draw"), (ANNA, NextPhase()), (ANNA, "call")):
        play.do(user, command)
    assert play.campaign.requests == ()


def test_nothing_is_done_for_a_seat_that_was_left() -> None:
    """Whatever has brought them away from it: who leaves takes what they asked for along."""
    play = night_watch((BERT, "draw"), (BERT, "swap"))
    play.campaign = replace(play.campaign, roster={**play.campaign.roster, SOUTH: ()})
    refused(play, NotNow, "<@2> no longer plays South, so this is not done", ANNA, Agree(to=play.campaign.seq))


def test_an_unasked_player_agrees_to_nothing() -> None:
    """Others are asked whether the phase ends: what a third side wants is a request of its own."""
    play = reserved(Storm().at("Research"))
    play.do(1, "next_phase")
    (asked,) = play.campaign.requests
    third = next(seat for seat in play.game.seats[1:] if seat in asked.needed)
    user = int(play.campaign.roster[third][0])
    play.campaign = replace(play.campaign, requests=(replace(asked, needed=asked.needed - {third}),))
    play.do(user, "next_phase")
    assert [each.player for each in play.campaign.requests] == [1, user]


def test_private_actions_leave_the_question_open() -> None:
    """Whoever does it, and also where all read a part of it, as of research that is revealed."""
    play = night_watch((BERT, "draw"), (ANNA, NextPhase()))
    asked = play.campaign.requests
    for user in (BERT, ANNA):
        play.do(user, "note")
        assert play.campaign.requests == asked
    storm = reserved(Storm().at("Research"))
    storm.do(1, "next_phase")
    asked = storm.campaign.requests
    for user, power, project in ((3, "Britain", "Allied air range"), (1, "Germany", "Axis air range")):
        assert "is revealed" in public(storm.do(user, "record", power=power, project=project, results=1, revealed=True))
        assert storm.campaign.requests == asked != ()
    storm.do(3, "enter_power", power="Britain", support=3)
    assert storm.campaign.requests == asked
    storm.do(1, "enter_power", power="Germany", support=3)
    assert storm.campaign.requests == ()


def test_a_silent_side_delays_it_until_its_time_is_over() -> None:
    play = night_watch((BERT, "draw"), (ANNA, NextPhase()))
    play.wait(days=3)
    assert "Go on without South" not in labels(play, ANNA)
    assert "Go on without South" in {str(offer.label) for offer in play.campaign.when(play.clock).offers(ANNA)}
    play.do(ANNA, Agree(to=3))
    assert play.campaign.state.phase == 1


def test_a_request_waits_for_the_side_that_is_away_longest() -> None:
    play = reserved(Storm())
    until = play.clock + timedelta(days=9)
    play.do(3, BeAway(until=until))
    play.do(1, End())
    (asked,) = play.campaign.requests
    assert asked.until == until + timedelta(days=play.campaign.terms.answer)


def test_who_asked_for_a_seat_reads_that_silence_gives_none() -> None:
    play = night_watch((CARLA, Join(seat=NORTH)))
    play.wait(days=4)
    refused(play, NotNow, "time to answer is over, so this is not done", CARLA, Agree(to=play.campaign.seq))


def test_strangers_take_no_players_buttons_and_are_told_apart() -> None:
    play = night_watch()
    for user in (CARLA, DORA, NOBODY):
        play.do(user, Join(seat=NORTH))
    play.do(ANNA, End())
    assert answers(play.campaign, BERT) == ["Agree: end the campaign", "Decline: end the campaign"]
    assert answers(play.campaign, ANNA) == [
        "Agree: play North (2)", "Decline: play North (2)", "Agree: play North (3)", "Decline: play North (3)",
        "Withdraw the request",
    ]  # fmt: skip


def test_a_phase_end_takes_the_place_of_the_one_asked_for() -> None:
    """And its buttons say *Done*, whatever else is asked."""
    play = night_watch((BERT, "draw"), (ANNA, NextPhase()), (ANNA, NextTurn()))
    assert [each.command for each in play.campaign.requests] == [NextTurn()]
    play.do(ANNA, End())
    assert {"Done", "Wait", "Agree: end the campaign"} <= labels(play, BERT)
