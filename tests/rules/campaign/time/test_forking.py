"""Forks: a campaign that has ended, or that one person plays, goes on with dice of its own."""

from dataclasses import dataclass
from datetime import timedelta
from itertools import takewhile
from typing import ClassVar

from rules.campaign.decider.audit import audit
from rules.campaign.life.ending import End, is_over
from rules.campaign.life.rolling import RollDice
from rules.campaign.questions.requests import Agree
from rules.campaign.seats.away import BeAway
from rules.campaign.seats.seating import Join
from rules.campaign.state.slice import Slice
from rules.campaign.state.state import Away
from rules.campaign.time.forking import Fork, ForkBegun, Forked, TakeOverLog
from rules.campaign.time.points import Mark
from rules.campaign.time.undo import Undo
from rules.errors import NotNow
from tests.games import SEED
from tests.high_card import BLUE, RED
from tests.play import Play, public
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, night_watch, refused, two_players

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


@dataclass(frozen=True, slots=True)
class Pennies(Slice):
    """How many pennies lie on the table."""

    number: int = 0


@dataclass(frozen=True, slots=True)
class Guests(Slice):
    """How many guests there are: they come along."""

    in_fork: ClassVar[bool] = True
    number: int = 0


def test_a_fork_takes_over_only_the_slices_that_say_so() -> None:
    original = two_players().campaign.having(Pennies(3), Guests(2))
    roster, sat = original.roster, {seat: tuple(players) for seat, players in original.sat.items()}
    fork = Forked(player=ANNA, name="x", at=1, roster=roster, sat=sat)
    assert fork.apply(original).slices == (Guests(2),)


def held() -> Play:
    """Bert holds a secret card, and has bid."""
    play = two_players()
    play.do(BERT, "take")
    play.do(BERT, "bid", points=3)
    return play


def over() -> Play:
    """The same, and the campaign has ended for good."""
    play = held()
    play.do(ANNA, End(for_good=True))
    play.do(BERT, Agree(to=play.campaign.number))
    assert is_over(play.campaign)
    return play


def test_a_campaign_that_has_ended_goes_on_from_a_chosen_point() -> None:
    play = over()
    before = play.campaign.state
    assert "From entry 2 on it is played a second time" in public(play.do(BERT, Fork(at=2)))
    begun = next(event for event in play.log[-1].events if isinstance(event, ForkBegun))
    assert (begun.player, begun.at, begun.name) == (BERT, 2, "The long war · 2")
    assert play.campaign.state == before
    fork = forked(play, begun.at, BERT)
    assert fork.campaign.ended is None
    assert "A fork of **The other way** after its entry 2." in public(fork.campaign.tell(fork.log[-1]))


def test_the_dice_of_a_fork_are_its_own_and_come_out() -> None:
    play = over()
    fork = forked(play, 2)
    assert (fork.campaign.next_die, fork.campaign.begun_at) == (0, len(fork.log))
    fork.do(ANNA, "take")
    fork.do(ANNA, RollDice())
    assert fork.campaign.refold(fork.log) == fork.campaign
    found = audit(fork.campaign.as_founded(), fork.log, OTHER_SEED)
    assert (found.wrong, found.taken_over) == ((), 2)


def test_a_fork_inherits_no_requests_or_undos() -> None:
    play = held()
    play.do(ANNA, Mark(name="Noon"))
    play.do(CARLA, Join(seat=BLUE))
    play.do(BERT, BeAway(until=play.clock + timedelta(days=9)))
    fork = forked(play, play.campaign.number)
    now = fork.campaign
    assert (now.requests, now.timeline.standing, now.timeline.points, now.of(Away).absences) == ((), (), (), ())
    refused(fork, NotNow, "nothing to undo", BERT, Undo())


def test_a_fork_inherits_players_and_their_past() -> None:
    play = held()
    play.do(CARLA, Join(seat=BLUE))
    play.do(BERT, Agree(to=play.campaign.number))
    fork = forked(play, 1)
    assert fork.campaign.roster[BLUE] == (BERT, CARLA)
    assert fork.campaign.sat == play.campaign.sat
    assert fork.campaign.roster[RED] == (ANNA,)


def test_private_actions_before_the_next_entry_come_along() -> None:
    play = night_watch()
    play.do(BERT, "wave")
    play.do(BERT, "note")
    play.do(ANNA, "wave")
    assert [each.number for each in play.log] == [1, 2, None, 3]
    assert [each.number for each in forked(play, 2).log] == [1, 2, None, 3]
    assert forked(play, 2).log[2].command.type == "note"
