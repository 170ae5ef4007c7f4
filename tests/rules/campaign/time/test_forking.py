"""Forks: a campaign goes on a second time, with its seats and secrets and with dice of its own."""

from dataclasses import replace
from datetime import timedelta

import pytest

from rules.campaign.decider.audit import audit
from rules.campaign.life.administration import AdminSeat
from rules.campaign.life.ending import End, is_over
from rules.campaign.questions.requests import Agree
from rules.campaign.seats.away import BeAway, ComeBack
from rules.campaign.seats.seating import Join, Leave
from rules.campaign.state.life import PLAYING
from rules.campaign.state.state import CampaignEvent
from rules.campaign.time.forking import Fork, ForkBegun, People, TakeOverLog, _listed
from rules.campaign.time.undo import Undo
from rules.errors import NotNow, NotThere, NotYours
from rules.seat import Player
from tests.games import SEED
from tests.high_card import BLUE, RED
from tests.night_watch import NORTH, SOUTH
from tests.play import ADMIN, Play, public, secret
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
    """The fork of a campaign after an entry, as the bot writes it."""
    play = Play(original.game, original.campaign.as_founded().follow_all(original.log[:at]), OTHER_SEED)
    play.log, play.clock, play.all_agree = original.log[:at], original.clock, False
    play.do(user, TakeOverLog(name="The other way", people=People.of(original.campaign.when(play.clock))))
    return play


def held() -> Play:
    """Bert holds a secret card, and has bid."""
    play = two_players()
    play.do(BERT, "take")
    play.do(BERT, "bid", points=3)
    return play


def test_the_people_of_a_fork_are_written_in_one_order() -> None:
    """Whatever the order of a set: the log is the same on every machine."""
    ids = frozenset(map(Player, (1 << 61, 7, 3 << 60, 900_000_000_001, 12)))
    assert _listed({RED: ids}) == {RED: tuple(sorted(ids))}


def test_who_is_away_from_the_original_is_away_from_its_fork() -> None:
    """Also who said so after the entry from which it goes on; who was away then and is back is back."""
    original = two_players()
    week = original.clock + timedelta(days=7)
    original.do(ANNA, BeAway(until=week))
    at = len(original.log)
    original.do(ANNA, ComeBack())
    month = original.clock + timedelta(days=30)
    original.do(BERT, BeAway(until=month))
    for begins, told in ((at, ["<@1> is back.", "<@2> is away until"]), (at + 1, ["<@2> is away until"]), (at + 2, [])):
        fork = forked(original, begins)
        assert [fork.campaign.away_until(each) for each in (ANNA, BERT)] == [None, month]
        assert fork.campaign.absences[-1].still.until == original.campaign.absences[-1].still.until < month
        events = (event for event in fork.log[-1].events if isinstance(event, CampaignEvent))
        said = public(tuple(notice for event in events for notice in event.tell()))
        assert [each for each in ("<@1> is back.", "<@2> is away until") if each in said] == told


def test_whoever_has_left_or_is_back_by_now_is_not_away_from_a_fork() -> None:
    original = two_players()
    at = len(original.log)
    original.do(BERT, BeAway(until=original.clock + timedelta(days=2)))
    assert forked(original, at).campaign.away_until(BERT)
    original.wait(days=3)
    assert forked(original, at).campaign.absences == ()
    original.do(BERT, BeAway(until=original.clock + timedelta(days=2)))
    original.do(BERT, Leave(seat=BLUE))
    assert forked(original, at).campaign.absences == ()


def test_the_others_must_agree_and_the_original_stays() -> None:
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


def test_its_own_entries_are_verified_and_a_changed_die_is_found() -> None:
    fork = forked(held(), 3)
    fork.do(ANNA, "take")
    honest = fork.log[4]
    other = tuple(7 - face for face in honest.rolls[0].faces)
    fork.log[4] = replace(honest, rolls=(honest.rolls[0].replace(faces=other),))
    assert audit(fork.campaign.as_founded(), fork.log, OTHER_SEED).wrong == (5,)


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
    fork.do(ANNA, "take")


def test_a_long_name_leaves_room_for_the_entry() -> None:
    play = high_card()
    play.campaign = replace(play.campaign, founding=replace(play.campaign.founding, name="n" * 100))
    play.do(ANNA, Fork(at=0))
    begun = play.log[-1].events[0]
    assert isinstance(begun, ForkBegun)
    assert begun.name.endswith("n · 0")


def test_who_knows_which_hand_and_who_may_not_come_to_it_is_as_in_the_original() -> None:
    play = held()
    play.do(ADMIN, AdminSeat(seat=BLUE, player=Player(CARLA)))
    fork = forked(play, 2)
    assert fork.campaign.book.readers(BLUE) == play.campaign.book.readers(BLUE) == {BERT, CARLA}
    assert fork.campaign.barred == {BLUE: {ADMIN}}


@pytest.mark.parametrize("is_fresh", [False, True])
def test_what_becomes_of_the_secrets_is_said_here_and_there(is_fresh: bool) -> None:
    play = night_watch()
    play.all_agree = True
    for user in (ANNA, BERT):
        play.do(user, "draw")
    here = public(play.do(ANNA, Fork(at=2, is_fresh=is_fresh)))
    fork = forked(play, 3)
    fresh = TakeOverLog(name="Again", people=People.of(play.campaign), is_fresh=is_fresh)
    there = public(fork.do(ANNA, fresh))
    assert ("nothing of what is hidden here becomes known there" in here) is is_fresh
    assert ("same seats and players. Its dice" in here) is is_fresh
    assert ("same seats, players and secrets" in here) is not is_fresh
    assert (f"same seats, {'new' if is_fresh else 'same'} secrets" in there) is True
    assert ("no seat is taken over without its player" in there) is not is_fresh
    assert (fork.campaign.original is None) is is_fresh
    assert fork.campaign.book.renewed.keys() == ({NORTH, SOUTH} if is_fresh else set())


def test_its_name_has_the_number_that_everybody_counts() -> None:
    play = night_watch()
    play.all_agree = True
    play.do(ANNA, "note")
    play.do(ANNA, "wave")
    play.do(ANNA, Fork(at=play.campaign.seq))
    assert next(each.name for each in play.log[-1].events if isinstance(each, ForkBegun)) == "The long war · 2"


def test_a_referee_who_plays_no_side_forks_it_alone() -> None:
    play = with_neutral_referee()
    play.do(CARLA, Fork(at=play.campaign.seq))
    assert isinstance(play.log[-1].events[0], ForkBegun)


