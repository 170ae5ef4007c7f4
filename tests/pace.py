"""How many days a turn of Marne 1918 takes by post: ``make pace``.

Two players live in two of four time zones and look into the channel once a day, in their evening. At each look they do
all that play lets them do. They have planned where play waits for them, so that the quiet phases run by themselves, and
their combats are declared one after another, since the next attack depends on how the last one went. All of it is
decided by the rules of the bot. Compared are two tables: one where each side is called before the dice of a combat, and
one that plays by sealed orders.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import permutations
from statistics import median

from rules.campaign.questions.plans import MakePlan
from rules.campaign.questions.requests import Agree
from rules.campaign.seats.seating import Join
from rules.command import Command
from rules.errors import RuleError
from rules.games.marne_1918 import Marne1918
from rules.games.marne_1918.phases import ALLIES, COMBAT, GERMANS
from rules.games.marne_1918.reactions import DeclareCombat
from rules.seat import SideSeat
from tests.games import by_hand, marne
from tests.play import Play
from tests.rules.test_conformance import filled

ZONES = {"Los Angeles": -8, "New York": -5, "Paris": 1, "Tokyo": 9}
"""Hours ahead of UTC, in winter."""
EVENING = 20
COMBATS = (1, 3, 5)
TURNS = 18
USERS = {ALLIES: 1, GERMANS: 2}
OWN = {ALLIES: ("Allied movement", "Allied combat"), GERMANS: ("German movement", "German combat")}
MOST_AT_A_LOOK = 60


@dataclass
class Table:
    """Two players, the combats that they fight each turn, and when each turn began."""

    play: Play
    combats: int
    begun: list[datetime] = field(default_factory=list)

    @classmethod
    def of(cls, game: Marne1918, combats: int) -> "Table":
        """A table before its first turn; both sides have planned."""
        play = Play(game)
        play.all_agree = False
        play.do(USERS[GERMANS], Join(seat=GERMANS))
        for seat, user in USERS.items():
            play.do(user, MakePlan(stops=OWN[seat], lasts=True))
        return cls(play, combats, [play.clock])

    @property
    def is_over(self) -> bool:
        return bool(self.play.campaign.state.over)

    def look(self, seat: SideSeat) -> None:
        """A player looks in, and does all that there is to do."""
        for _ in range(MOST_AT_A_LOOK):
            turn = self.play.campaign.state.turn
            command = next(self._moves(seat), None)
            if command is None:
                return
            self.play.do(USERS[seat], command)
            if self.play.campaign.state.turn != turn or self.is_over:
                self.begun.append(self.play.clock)

    def _moves(self, seat: SideSeat) -> Iterator[Command]:
        """What a player does next, the first of it that is possible."""
        campaign = self.play.campaign
        for request in campaign.requests:
            if seat in request.needed:
                yield Agree(to=request.number)
        due = campaign.game.due(campaign.state).get(seat)
        if due is None or any(USERS[seat] == each.player for each in campaign.requests):
            return
        if self._combats_left(seat):
            yield DeclareCombat(hex=f"{1200 + campaign.state.combats}")
            return
        default = campaign.game.default(campaign.state, seat)
        ending = campaign.game.ending(campaign.state)
        yield from (each for each in (default, ending) if each is not None and self._is_possible(seat, each))
        offers = (each for each in campaign.offers(USERS[seat]) if not (each.minor or each.command.is_private))
        yield from (filled(each) for each in offers if self._is_possible(seat, filled(each)))

    def _combats_left(self, seat: SideSeat) -> bool:
        """Whether a side still attacks in its combat phase of this turn: the Germans in one combat more than half."""
        state = self.play.campaign.state
        germans = self.combats - self.combats // 2
        most = germans if seat == GERMANS else self.combats
        return state.now.phase is COMBAT[seat] and not state.waiting and state.combats < most

    def _is_possible(self, seat: SideSeat, command: Command) -> bool:
        try:
            self.play.copy().do(USERS[seat], command)
        except RuleError:
            return False
        return True


def days_a_turn(game: Marne1918, combats: int, zones: dict[SideSeat, int], turns: int = TURNS) -> list[float]:
    """The days that each turn takes of players in some time zones, given in hours ahead of UTC."""
    table = Table.of(game, combats)
    start = table.play.clock.replace(hour=0, minute=0)
    looks = sorted(
        (start + timedelta(days=day, hours=(EVENING - zones[seat]) % 24), seat) for day in range(400) for seat in zones
    )
    for at, seat in looks:
        if table.is_over or len(table.begun) > turns:
            break
        if at > table.play.clock:
            table.play.clock = at
            table.look(seat)
    ends = table.begun[1 : turns + 1]
    return [(end - begun) / timedelta(days=1) for begun, end in zip(table.begun, ends, strict=False)]


def medians(pairs: int | None = None, turns: int = TURNS) -> dict[int, tuple[float, float]]:
    """For each number of combats a turn the median days of a turn: where each side is called, and by sealed orders."""
    tables = [*permutations(ZONES.values(), 2)][:pairs]
    found = dict[int, tuple[float, float]]()
    for combats in COMBATS:
        called, sealed = (
            median(
                days
                for allies, germans in tables
                for days in days_a_turn(game, combats, {ALLIES: allies, GERMANS: germans}, turns)
            )
            for game in (by_hand(), marne())
        )
        found[combats] = (called, sealed)
    return found


def main() -> None:
    """Print a table; the arguments are how many pairs of time zones play and how many turns."""
    given = [int(each) for each in sys.argv[1:]]
    print(f"{'combats a turn':18}{'called':>10}{'orders':>10}   median days a turn")
    for combats, (called, sealed) in medians(*given).items():
        print(f"{combats:<18}{called:>10.1f}{sealed:>10.1f}   {sealed / called:.0%}")


if __name__ == "__main__":
    main()
