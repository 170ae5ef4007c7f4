"""Forks: a campaign that has ended, or that one person plays, goes on with dice of its own."""

from itertools import takewhile

from rules.campaign.life.ending import End, is_over
from rules.campaign.questions.requests import Agree
from rules.campaign.seats.seating import Join, Leave
from rules.campaign.state.life import PLAYING
from rules.campaign.time.forking import Fork, ForkBegun, TakeOverLog
from rules.campaign.time.undo import Undo
from rules.errors import NotNow, NotThere, NotYours
from tests.games import SEED
from tests.high_card import BLUE, RED
from tests.play import Play, public, secret
from tests.rules.campaign.helpers import (
    ANNA,
    BERT,
    CARLA,
    DORA,
    NOBODY,
    high_card,
    labels,
    night_watch,
    refused,
    two_players,
    with_neutral_referee,
)

OTHER_SEED = bytes(reversed(SEED))


def forked(original: Play, at: int, user: int = ANNA) -> Play:
    """The fork of a campaign after the entry of a number, as the bot writes it."""
    log = [*takewhile(lambda each: each.number is None or each.number <= at, original.log)]
    play = Play(original.game, original.campaign.as_founded().follow_all(log), OTHER_SEED)
    play.log, play.clock, play.all_agree = log, original.clock, False
    now = original.campaign
    sat = {seat: tuple(sorted(players)) for seat, players in now.sat.items()}
    play.do(user, TakeOverLog(name="The other way", roster=now.roster, sat=sat))
    return play


def held() -> Play:
    """Bert holds a secret card, and has bid."""
    play = two_players()
    play.do(BERT, "take")
    play.do(BERT, "bid", points=3)
    return play


def over() -> Play:
    """The same, and the campaign has ended for good."""
    play = held()
    before = play.campaign.state
    told = public(play.do(ANNA, Fork(at=2)))
    assert "Blue must agree" in told
    assert "What becomes known there is known here, too." in told
    play.do(BERT, Agree(to=play.campaign.seq))
    begun = next(event for event in play.log[-1].events if isinstance(event, ForkBegun))
    assert (begun.player, begun.at, begun.name) == (ANNA, 2, "The long war · 2")
    assert play.campaign.state == before
    assert play.campaign.forks == (play.campaign.seq,)


def test_a_fork_with_secrets_of_its_own_knows_nothing_of_its_original() -> None:
    play = held()
    play.do(ANNA, Fork(at=2, is_fresh=True))
    assert any(isinstance(event, ForkBegun) for event in play.log[-1].events), "nobody is asked"
    assert play.campaign.forks == ()


def test_silence_is_no_consent() -> None:
    """The absent: by a fork their hand could become known."""
    play = held()
    play.do(ANNA, Fork(at=2))
    to = play.campaign.seq
    play.wait(days=30)
    refused(play, NotNow, "not done", ANNA, Agree(to=to))
    assert "Go on without them" not in labels(play, ANNA)


def test_who_plays_alone_forks_at_once_and_strangers_never() -> None:
    play = high_card()
    play.do(ANNA, "take")
    play.do(ANNA, Fork(at=0, name="  Again  "))
    assert play.log[-1].events == (ForkBegun(player=ANNA, at=0, name="Again"),)
    refused(play, NotYours, "no seat", NOBODY, Fork(at=0))
    refused(play, NotThere, "from 0 to 2", ANNA, Fork(at=3))


def test_a_fork_goes_on_from_there_with_dice_of_its_own() -> None:
    original = held()
    fork = forked(original, 2)
    assert fork.campaign.state == original.campaign.as_founded().follow_all(original.log[:2]).state
    assert fork.campaign.roster == original.campaign.roster
    assert (fork.campaign.forked_at, fork.campaign.next_die) == (3, 0)
    told = public(fork.campaign.tell(fork.log[-1]))
    assert "after its entry 2" in told
    assert "sealed anew" in told
    here, there = (secret(each.do(ANNA, "take"), "Red") for each in (fork, original))  # type: ignore[arg-type]
    assert here != there
    assert fork.log[-1].rolls[0].first == 0


def test_nothing_before_the_fork_is_undone_in_it() -> None:
    fork = forked(held(), 3)
    refused(fork, NotNow, "nothing to undo", BERT, Undo())
    refused(fork, NotThere, "from 4 to 4", ANNA, Fork(at=2))


def test_requests_of_the_original_are_its_own_affair() -> None:
    play = held()
    play.do(ANNA, Undo())
    assert play.campaign.requests
    assert forked(play, 4).campaign.requests == ()


def test_an_ended_campaign_is_played_on_in_a_fork() -> None:
    play = two_players()
    play.do(ANNA, "end")
    play.do(BERT, Agree(to=2))
    refused(play, NotNow, "can still be reopened", ANNA, Fork(at=2))
    play.wait(days=31)
    play.do(ANNA, Fork(at=3))
    assert isinstance(play.log[-1].events[0], ForkBegun), "all is open, so nobody need agree"
    assert not forked(play, 3).campaign.is_ended


def test_a_fork_is_opened_by_everybodys_consent_alone_and_never_by_time() -> None:
    """The opponent: what it took over are the original's secrets."""
    fork = forked(held(), 3)
    fork.do(ANNA, "end")
    fork.wait(days=4)
    fork.do(ANNA, Agree(to=fork.campaign.seq))
    assert fork.campaign.is_ended
    fork.wait(days=60)
    assert not is_over(fork.campaign.when(fork.clock))
    fork.do(BERT, "reopen")
    told = public(fork.do(ANNA, "end", for_good=True))
    assert "those of the original up to the fork" in told
    fork.wait(days=30)
    refused(fork, NotNow, "not done", ANNA, Agree(to=fork.campaign.seq))
    fork.do(ANNA, "end", for_good=True)
    fork.do(BERT, Agree(to=fork.campaign.seq))
    assert is_over(fork.campaign)


def handed_on() -> Play:
    """Carla held Blue and drew a card (3), then left (4); Bert plays with that card (5)."""
    play = high_card()
    play.do(CARLA, Join(seat=BLUE))
    play.do(CARLA, "take")
    play.do(CARLA, Leave(seat=BLUE))
    play.do(BERT, Join(seat=BLUE))
    return play


def test_those_who_play_now_play_the_fork() -> None:
    """The opponent: a seat that was free or another's then is not to be had there, with the hand of now."""
    play = handed_on()
    play.do(DORA, Join(seat=RED))
    play.do(ANNA, Agree(to=play.campaign.seq))
    for at in (2, 3):
        fork = forked(play, at)
        assert fork.campaign.roster == play.campaign.roster
        assert fork.campaign.sat == play.campaign.sat
        fork.do(BERT, Leave(seat=BLUE))
        refused(fork, NotYours, "played another side", DORA, Join(seat=BLUE))
        assert fork.campaign.refold(fork.log) == fork.campaign


def test_nobody_opens_a_fork_for_a_side_that_has_left_it() -> None:
    """The opponent: the hand that lies there is still played in the original."""
    fork = forked(held(), 3)
    fork.do(BERT, Leave(seat=BLUE))
    refused(fork, NotNow, "Blue", ANNA, End(for_good=True))
    fork.do(ANNA, "end")
    assert fork.campaign.is_ended
    assert not is_over(fork.campaign)


def test_it_begins_also_where_the_campaign_lay_in_the_trash() -> None:
    play = held()
    play.do(ANNA, "trash")
    play.do(BERT, Agree(to=play.campaign.seq))
    at = play.campaign.seq
    play.do(BERT, "restore")
    fork = forked(play, at)
    assert fork.campaign.life == PLAYING
    assert "A fork of **The other way** after its entry 2." in public(fork.campaign.tell(fork.log[-1]))


def test_who_plays_alone_forks_a_campaign_that_goes_on() -> None:
    play = high_card()
    play.do(ANNA, "take")
    play.do(ANNA, Fork(at=0, name="From the start"))
    assert any(isinstance(event, ForkBegun) for event in play.log[-1].events)


def test_a_campaign_that_others_play_is_not_forked() -> None:
    """Nor one that can still be reopened: both would go on with the same secrets."""
    play = held()
    refused(play, NotNow, "once it has ended for good", ANNA, Fork(at=1))
    play.do(ANNA, End())
    play.do(BERT, Agree(to=play.campaign.number))
    refused(play, NotNow, "can still be reopened", ANNA, Fork(at=1))
    play.wait(days=31)
    play.do(ANNA, Fork(at=1))


def test_an_entry_must_be_there_and_its_forker_at_the_table() -> None:
    play = over()
    refused(play, NotThere, "from 0 to 5", ANNA, Fork(at=6))
    refused(play, NotYours, "no seat", NOBODY, Fork(at=1))


def test_whoever_plays_as_it_begins_plays_on_and_whoever_has_sat_has_sat() -> None:
    play = held()
    play.do(CARLA, Join(seat=BLUE))
    play.do(BERT, Agree(to=play.campaign.number))
    fork = forked(play, 1)
    assert fork.campaign.roster[BLUE] == (BERT, CARLA)
    assert fork.campaign.sat == play.campaign.sat
    assert fork.campaign.roster[RED] == (ANNA,)


def test_what_was_done_unseen_before_the_next_entry_comes_along() -> None:
    play = night_watch()
    play.do(BERT, "wave")
    play.do(BERT, "note")
    play.do(ANNA, "wave")
    assert [each.number for each in play.log] == [1, 2, None, 3]
    assert [each.number for each in forked(play, 2).log] == [1, 2, None, 3]
    assert forked(play, 2).log[2].command.type == "note"


def test_a_referee_who_plays_no_side_forks_it_alone() -> None:
    play = with_neutral_referee()
    play.do(CARLA, Fork(at=play.campaign.seq))
    assert isinstance(play.log[-1].events[0], ForkBegun)


