"""A campaign moves to another channel: the others are asked, and the game stays as it is."""

from dataclasses import replace

from rules.campaign.life.ending import End
from rules.campaign.life.settings import Move
from rules.campaign.questions.requests import Agree
from rules.errors import NotYours
from tests.play import public
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, high_card, refused, two_players, with_neutral_referee


def test_the_others_are_asked_and_told_where_it_goes() -> None:
    play = two_players()
    told = public(play.do(ANNA, Move(channel=77)))
    assert "wants to move the campaign to <#77>.\nBlue must agree, or a referee who plays no side." in told
    refused(play, NotYours, "yourself", ANNA, Agree(to=play.campaign.seq))
    told = public(play.do(BERT, Agree(to=play.campaign.seq)))
    assert "moves the campaign to <#77>. It goes on there." in told


def test_an_absent_player_does_not_hold_it() -> None:
    play = two_players((ANNA, Move(channel=77)))
    play.wait(days=3)
    assert "It goes on there." in public(play.do(ANNA, Agree(to=play.campaign.seq)))


def test_nothing_in_the_game_changes() -> None:
    play = high_card()
    before = play.campaign
    play.do(ANNA, Move(channel=77))
    after = play.campaign
    assert replace(after, seq=before.seq, number=before.number, at=before.at, seen=before.seen) == before


def test_one_that_has_ended_can_move_too() -> None:
    play = high_card()
    play.do(ANNA, End())
    assert "<#77>" in public(play.do(ANNA, Move(channel=77)))


def test_a_neutral_referee_moves_it_alone() -> None:
    play = with_neutral_referee()
    assert "It goes on there." in public(play.do(CARLA, Move(channel=77)))
