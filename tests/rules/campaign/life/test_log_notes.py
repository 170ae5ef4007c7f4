"""The hash of the log is told with a turn, and decides nothing."""

from dataclasses import replace

from rules.campaign import audit
from rules.campaign.life.imports import TakenIn
from rules.campaign.life.log_notes import DIGITS, LogNoted
from rules.campaign.life.rolling import RollDice
from rules.campaign.state.state import Noted
from rules.seat import Player
from tests.games import all_games, founded
from tests.play import Play

HASH = "0123456789abcdef" * 4


def test_it_tells_the_first_digits() -> None:
    (told,) = LogNoted(entries=7, hash=HASH).tell()
    assert str(told.line) == f"entry 7 `{HASH[:DIGITS]}`"


def test_only_what_is_of_this_log_and_of_now_is_kept() -> None:
    game = all_games()["night-watch"]
    play = Play(game, founded(game))
    play.do(1, "wave")
    play.do(1, "note")
    play.do(1, "wave")
    campaign = play.campaign
    assert (campaign.seq, campaign.number) == (3, 2)
    assert LogNoted(entries=1, hash=HASH).apply(campaign).noted == Noted(2, HASH, 1), "the deed since is not counted"
    for entries in (0, 2, 3):
        assert LogNoted(entries=entries, hash=HASH).apply(campaign) is campaign


def test_a_campaign_that_was_taken_in_has_a_chain_of_its_own() -> None:
    game = all_games()["night-watch"]
    campaign = replace(founded(game), seq=3, noted=Noted(2, HASH, 2))
    assert TakenIn(player=Player(1), hash=HASH).apply(campaign).noted is None


def test_an_entry_that_tells_it_is_decided_again_as_it_was() -> None:
    game = all_games()["high-card"]
    play = Play(game, founded(game))
    play.do(1, RollDice(number=2, sides=6, reason="rain"))
    (entry,) = play.log
    told = replace(entry, events=(*entry.events, LogNoted(entries=0, hash=HASH)))
    assert audit(play.campaign.as_founded(), [told], play.seed).wrong == ()
    assert audit(play.campaign.as_founded(), [replace(entry, events=())], play.seed).wrong == (1,)


def test_before_the_first_entry_there_is_nothing_to_note() -> None:
    campaign = replace(founded(all_games()["night-watch"]), seq=1, number=1)
    assert LogNoted(entries=0, hash=HASH).apply(campaign) is campaign
