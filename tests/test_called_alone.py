"""A fortnight of each game by people who look in only when they are notified: the table never falls asleep.

Whoever is called, or reminded of what has waited for two days, looks in that evening and does what the table waits for
them to do, and nothing else. Somebody acts at least every third day, or the game is over.
"""

from datetime import timedelta

import pytest

from rules.campaign.decider.waiting import called, made_by, waits
from rules.campaign.questions.requests import Agree
from rules.campaign.seats.seating import Join
from rules.command import Command
from rules.errors import RuleError
from tests.games import all_games
from tests.play import Play
from tests.rules.test_conformance import filled

DAYS, MOST_SILENT, MOST_AT_A_LOOK = 14, 2, 40
REMINDED = timedelta(days=2)


class Post:
    """A campaign by post, and who has a notification that they have not looked at."""

    def __init__(self, game: str, seed: int) -> None:
        self.play, self.notified = Play(all_games()[game], seed=bytes([seed]) * 32), {1}
        self.play.all_agree = False
        self.users = {seat: number for number, seat in enumerate(self.play.game.seats, 1)}
        for seat, user in [*self.users.items()][1:]:
            self.do(user, Join(seat=seat))
        if opening := self.play.game.data.lesson.opening:  # the host enters what stands on the board
            self.do(1, self.play.campaign.read_command({**opening, "turn": 7, "step": 0}))

    def do(self, user: int, command: Command) -> None:
        """A user acts; whom the result calls is notified."""
        self.play.do(user, command)
        campaign = self.play.campaign
        for wait in made_by(campaign, campaign.seq):
            self.notified |= {*called(campaign, wait, user)}

    def evening(self) -> int:
        """Everybody who was notified looks in. How many things were done?"""
        before = len(self.play.log)
        campaign = self.play.campaign
        now = self.play.clock
        late = (wait for wait, began in campaign.began.items() if began.at and now - began.at >= REMINDED)
        looking = sorted(self.notified | {user for wait in late for user in called(campaign, wait)})
        self.notified.clear()
        for user in looking:
            given: set[str] = set()
            for _ in range(MOST_AT_A_LOOK):
                if not self.waits_for(user) or not self.moves(user, given):
                    break
        return len(self.play.log) - before

    def waits_for(self, user: int) -> bool:
        return any(user in self.play.campaign.roster[wait.seat] for wait in waits(self.play.campaign))

    def moves(self, user: int, given: set[str]) -> bool:
        """A user answers, or does the first thing that is offered and possible, each once at a look; then goes on."""
        campaign = self.play.campaign
        asked = [each for each in campaign.requests if any(user in campaign.roster[seat] for seat in each.needed)]
        own = [each for each in campaign.offers(user) if not each.minor and not each.is_group]
        own = [each for each in own if each.command.ends_phase or each.command.type not in given]
        own.sort(key=lambda each: each.command.ends_phase)  # whoever has still something to do does it first
        for command in [Agree(to=each.number) for each in asked] or map(filled, own):
            try:
                self.do(user, command)
            except RuleError:
                continue
            given.add(command.type)
            return True
        return False


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("game", ["marne-1918", "gathering-storm"])
def test_a_fortnight_of_notifications_never_stalls(game: str, seed: int) -> None:
    post, silent, done = Post(game, seed), 0, 0
    for day in range(DAYS):
        post.play.wait(days=1)
        now = post.evening()
        done, silent = done + now, 0 if now else silent + 1
        over = any(event.ends_game for entry in post.play.log for event in entry.events)
        assert over or silent <= MOST_SILENT, f"day {day}: {[*map(str, waits(post.play.campaign))]}"
        if over:
            break
    ended = sum(e.command.ends_phase or any(each.passes_phase for each in e.events) for e in post.play.log)
    print(f"{game}: {done} entries, {ended} phases or steps ended in {day + 1} days")
    assert over or ended >= DAYS // 2
