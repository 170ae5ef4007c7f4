"""What the table waits for is known with the entry that made it."""

from dataclasses import replace

from rules.campaign.decider.waiting import called_by, made, made_by
from rules.campaign.seats.absence import SetPatience
from rules.campaign.state.wait import Began, Wait
from rules.seat import Seat
from tests.rules.campaign.helpers import ANNA, BERT, high_card, night_watch, two_players

SOUTH = Seat("South")
CALL = Wait(SOUTH, due="call 1")


def test_a_wait_stands_from_the_entry_that_made_it_until_it_is_answered() -> None:
    play = night_watch()
    play.do(ANNA, "note")
    play.do(ANNA, "call")
    called, at = play.campaign.seq, play.campaign.at
    play.wait(hours=5)
    play.do(ANNA, "note")
    assert made(play.campaign)[CALL] == Began(called, at)
    assert made_by(play.campaign, called) == {CALL}
    play.do(BERT, "answer", answer="lantern")
    assert CALL not in play.campaign.began
    assert made_by(play.campaign, called) == frozenset()


def test_what_an_undo_took_back_made_nothing() -> None:
    play = night_watch()
    play.do(ANNA, "call")
    play.do(ANNA, "undo")
    assert CALL not in play.campaign.began
    play.do(ANNA, "note")
    play.do(ANNA, "call")
    assert [began.seq for wait, began in play.campaign.began.items() if wait.seat == SOUTH] == [play.campaign.seq]
    assert play.campaign.refold(play.log).began == play.campaign.began


def test_after_an_undo_play_waits_anew_and_nobody_is_called() -> None:
    play = night_watch()
    play.all_agree = False
    play.do(ANNA, "call")
    play.do(BERT, "answer", answer="lantern")
    play.do(BERT, SetPatience(answer=3, silence=9))
    asked = play.campaign.seq
    play.wait(days=7)
    play.do(BERT, "undo")
    undo, at = play.log[-1], play.campaign.at
    assert undo.undoes == 3
    assert play.campaign.began[CALL] == Began(undo.seq, at)
    assert [began.seq for wait, began in play.campaign.began.items() if wait.request] == [asked]
    assert made_by(play.campaign, undo.seq) == {CALL}
    assert called_by(play.campaign, undo) == frozenset()
    assert play.campaign.refold(play.log).began == play.campaign.began
    play.do(ANNA, "roll_dice")
    assert play.campaign.began[CALL] == Began(undo.seq, at)


def test_an_undo_that_nobody_sees_makes_nothing_begin_anew() -> None:
    play = night_watch()
    play.do(ANNA, "call")
    began = play.campaign.began
    play.do(ANNA, "note")
    play.wait(days=7)
    play.do(ANNA, "undo")
    assert play.log[-1].is_unseen
    assert play.campaign.began == began


def test_what_the_founding_made_is_of_entry_0() -> None:
    campaign = high_card().campaign
    assert {each.seq for each in made(campaign).values()} == {0}
    assert {each.at for each in made(campaign).values()} == {campaign.founding.at}


def test_what_time_alone_made_is_of_the_newest_entry() -> None:
    """No entry noted it, such as a move that is waited for again once a request has lapsed."""
    play = two_players()
    play.do(ANNA, "take")
    unknown = made(replace(play.campaign, began={}))
    assert unknown
    assert {each.seq for each in unknown.values()} == {play.campaign.seq}
