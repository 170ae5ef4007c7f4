"""Verification of a log."""

from dataclasses import replace

from rules.campaign.audit import audit
from rules.campaign.requests import Agree
from rules.campaign.rolling import AddWords
from rules.campaign.undo import Undo
from tests.games import SEED
from tests.high_card import RED
from tests.play import Play
from tests.rules.campaign.helpers import ANNA, BERT, two_players


def long_play() -> Play:
    play = two_players()
    play.do(ANNA, AddWords(words="by the Marne"))
    play.do(BERT, "take")
    play.do(BERT, Undo())
    play.do(ANNA, Agree(to=4))
    play.do(BERT, "take")
    play.do(BERT, "show")
    return play


def wrong(play: Play, seed: bytes = SEED) -> tuple[int, ...]:
    return audit(play.campaign.refold(()), play.log, seed).wrong


def test_an_honest_log_comes_out() -> None:
    assert wrong(long_play()) == ()


def test_another_seed_does_not() -> None:
    assert wrong(long_play(), bytes(32))[0] == 3


def test_a_changed_die_an_invented_event_or_another_seat_is_found() -> None:
    play = long_play()
    honest = play.log[2]
    for change in (
        {"rolls": (honest.rolls[0].replace(faces=(1, 1)),)},
        {"events": (*honest.events, *honest.events)},
        {"seat": RED},
    ):
        play.log[2] = replace(honest, **change)
        assert 3 in wrong(play), change
