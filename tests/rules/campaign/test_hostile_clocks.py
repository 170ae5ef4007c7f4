"""One player wants to play on, and all others do what they know to hold the campaign up.

Whatever they do, and in whatever order, nothing is held up for longer than their banks of time allow, with the time to
answer, the absences that they have announced, and the pauses to which all agreed.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import ceil

import pytest

from rules.campaign.life.pausing import Pause, Resume
from rules.campaign.life.trash import Trash
from rules.campaign.questions.questions import PutQuestion
from rules.campaign.questions.requests import Agree, Decline
from rules.campaign.seats.absence import DecideByDefault, SetPatience
from rules.campaign.seats.away import BeAway, ComeBack
from rules.campaign.seats.seating import Join, Leave
from rules.campaign.state.state import CampaignState
from rules.campaign.time.corrections import Object
from rules.campaign.time.disputes import Toss
from rules.campaign.time.redo import Redo
from rules.campaign.time.undo import Rewind, Undo
from rules.command import Command, GameCommand
from rules.errors import RuleError
from rules.game import AnyGame
from rules.log import undone_entries
from rules.seat import REFEREE
from tests.faults.rounds import IS_LONG
from tests.games import OPENINGS, all_games, founded
from tests.play import Play
from tests.random_tables import filled

WILLING = 1
STEP = timedelta(hours=9)
STEPS = 400
"""About five months."""
FAR = 200
"""So many phases are enough."""
ANSWER, BANK, AWAY = 3, 5, 6
Tricks = Callable[[Play, int, random.Random], Iterator[Command]]


def table(game: AnyGame) -> Play:
    """All seats are held, by one player each; the first is the referee, too."""
    play = Play(game, founded(game, WILLING, game.seats[0]))
    for user, seat in enumerate(game.seats[1:], WILLING + 1):
        play.do(user, Join(seat=seat))
    play.do(WILLING, SetPatience(answer=ANSWER, silence=90, bank=BANK, away=AWAY))
    if game.id in OPENINGS:
        for user in range(1, len(game.seats) + 1):
            with suppress(RuleError):
                play.do(user, OPENINGS[game.id])
    play.all_agree = False
    return play


# ---- what the others do ----


def stall(play: Play, user: int, _chance: random.Random) -> Iterator[Command]:
    """Agree to nothing."""
    yield from (Decline(to=each.number) for each in play.campaign.requests if each.player != user)


def fiddle(play: Play, user: int, chance: random.Random) -> Iterator[Command]:
    """Do anything at all."""
    offers = [each for each in play.campaign.offers(user) if isinstance(each.command, GameCommand)]
    yield from (filled(each) for each in chance.sample(offers, min(3, len(offers))) if not each.command.ends_phase)


def object_(play: Play, _user: int, _chance: random.Random) -> Iterator[Command]:
    """Object to whatever somebody has entered."""
    yield from (Object(to=each.number) for each in reversed(play.campaign.contested))


def undo(play: Play, _user: int, chance: random.Random) -> Iterator[Command]:
    """Take back what can be taken back, and bring it back again."""
    standing = play.campaign.timeline.standing
    yield chance.choice([Undo(), Redo()])
    if standing:
        seen = [each.number for each in standing if each.number is not None]
        if seen:
            yield Rewind(to=chance.choice(seen[-5:]) - 1, last=seen[-1])


def done_and_not_done(play: Play, user: int, _chance: random.Random) -> Iterator[Command]:
    """Ask for the end of a phase, and withdraw that."""
    yield from (each.command for each in play.campaign.offers(user) if each.command.ends_phase)
    yield from (Decline(to=each.number) for each in play.campaign.requests if each.player == user)


def ask(play: Play, _user: int, chance: random.Random) -> Iterator[Command]:
    """Ask for one thing after another."""
    until = play.clock + timedelta(days=chance.randint(1, 40))
    yield chance.choice(
        [
            Pause(until=until),
            Pause(until=until + timedelta(days=9), since=until),
            Resume(),
            Trash(),
            SetPatience(answer=90, silence=90, bank=0),
            PutQuestion(question=f"Truce {play.campaign.seq}?"),
            *(Toss(fact=each.fact) for each in play.campaign.disputes),
            *(DecideByDefault(seat=seat) for seat in play.campaign.game.seats),
        ]
    )


def go_away(play: Play, _user: int, chance: random.Random) -> Iterator[Command]:
    """Be away, and back, and away again."""
    yield chance.choice([BeAway(until=play.clock + timedelta(days=chance.randint(1, 30))), ComeBack()])


def leave(play: Play, user: int, _chance: random.Random) -> Iterator[Command]:
    """Leave the seat, and take it again."""
    yield from (Leave(seat=seat) for seat in play.campaign.seats_of(user) if seat != REFEREE)
    yield Join(seat=play.campaign.game.seats[user - 1])


def nothing(_play: Play, _user: int, _chance: random.Random) -> Iterator[Command]:
    """Let them wait."""
    yield from ()


TRICKS: tuple[Tricks, ...] = (stall, fiddle, object_, undo, done_and_not_done, ask, go_away, leave, nothing)


# ---- what the one does who wants to play on ----


def goes_on(play: Play) -> Iterator[Command]:
    """What is owed is given, and what time has decided is done; then what is asked is answered, and the phase ends."""
    now, own = play.campaign.when(play.clock + timedelta(minutes=1)), play.campaign.seats_of(WILLING)
    for offer in now.offers(WILLING):
        if set(own) & now.game.awaited(now.state) and isinstance(offer.command, GameCommand):
            yield filled(offer)
    yield from (Agree(to=each.number) for each in now.requests if now.is_past(each.until))
    for each in now.requests:
        is_fine = each.command.ends_phase or isinstance(each.command, Pause)
        number = each.number
        yield Agree(to=number) if is_fine else Decline(to=number)
    yield from (DecideByDefault(seat=seat) for seat in sorted(now.game.awaited(now.state)))
    yield from (each.command for each in now.offers(WILLING) if each.command.ends_phase)


# ---- what must hold ----


@dataclass
class Watch:
    """When each point of the campaign was reached for the first time, and what the others had left then."""

    play: Play
    reached: list[tuple[datetime, timedelta]] = field(default_factory=list)
    ends: set[int] = field(default_factory=set)
    longest: float = 0

    def look(self) -> None:
        """Whether the campaign has gone on as it must. Raises ``AssertionError``."""
        now = self.play.campaign.when(self.play.clock)
        self.ends |= {each.seq for each in now.timeline.standing if each.ends_phase}
        ended = len(self.ends - undone_entries(self.play.log))
        while len(self.reached) <= ended:
            self.reached.append((self.play.clock, held_up(now)))
        since, allowed = self.reached[ended]
        waited = now.calendar.ran(since, self.play.clock)
        quarters = ceil(waited / timedelta(days=90)) + 1
        limit = allowed + timedelta(days=AWAY * quarters * others(now))
        self.longest = max(self.longest, waited / limit)
        assert waited <= limit, (ended, waited, limit, now.time_left(now.game.seats[1]), now.requests, now.clocks)


def others(now: CampaignState) -> int:
    """How many play against the one."""
    return len(now.game.seats) - 1


def held_up(now: CampaignState) -> timedelta:
    """For how long the others can hold a phase up: what is left of their time, and the time to answer once each."""
    left = sum(now.time_left(seat) or 0 for seat in now.game.seats[1:])
    return timedelta(seconds=left) + (others(now) + 2) * timedelta(days=ANSWER)


def played(game: AnyGame, seed: int, tricks: tuple[Tricks, ...] = TRICKS, steps: int = STEPS) -> Watch:
    """A campaign of one who wants to play on and of others who do not."""
    chance, play = random.Random(seed), table(game)
    watch = Watch(play)
    for _ in range(steps):
        play.wait(seconds=STEP.total_seconds() * chance.random() * 2)
        for user in chance.sample(range(2, len(game.seats) + 1), others(play.campaign)):
            for command in chance.choice(tricks)(play, user, chance):
                with suppress(RuleError):
                    play.do(user, command)
        if play.campaign.rests or len(watch.reached) >= FAR:
            return watch
        for command in goes_on(play):
            with suppress(RuleError):
                play.do(WILLING, command)
        watch.look()
    return watch


@pytest.mark.by_day(1)
@pytest.mark.parametrize("seed", range(12))
def test_a_hostile_opponent_holds_nothing_up_for_longer_than_their_bank_allows(seed: int) -> None:
    assert len(played(all_games()["night-watch"], seed).reached) > 2, "it has gone on"


@pytest.mark.parametrize("seed", range(6 if IS_LONG else 1))
def test_four_hostile_players_hold_nothing_up_for_longer_than_their_banks_allow(seed: int) -> None:
    steps = STEPS if IS_LONG else 90
    assert len(played(all_games()["gathering-storm"], seed, steps=steps).reached) > 2, "it has gone on"


@pytest.mark.by_day(1)
@pytest.mark.parametrize("trick", TRICKS, ids=lambda trick: trick.__name__)
def test_no_single_trick_holds_it_up(trick: Tricks) -> None:
    assert len(played(all_games()["night-watch"], 5, (trick,), 200).reached) > 2


def test_who_is_watched_can_be_seen_to_hold_it_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where an empty bank stops nobody, the watch says so."""
    monkeypatch.setattr(CampaignState, "is_out_of_time", lambda *_: False)
    monkeypatch.setattr(CampaignState, "time_left", lambda *_: 9)
    with pytest.raises(AssertionError):
        played(all_games()["night-watch"], 1, (stall, fiddle))
