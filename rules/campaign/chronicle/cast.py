"""Who is who in a text that leaves Discord: people by number and seat, or by the name that they chose for it; never by
a name or an id of Discord's.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rules.campaign.state.state import CampaignState
from rules.line import Line, line
from rules.log import LogEntry
from rules.seat import REFEREE, Player, Seat
from rules.secrets import quote

MOST_SEATS = 2
"""Whoever held more seats than this goes by the number alone: the list would be longer than the sentence."""


@dataclass(frozen=True, slots=True)
class Cast:
    """The people of a campaign, each with a name that says what they played: ``Player 2 (Germans)``."""

    names: Mapping[int, Line]
    shared: frozenset[Seat]

    @classmethod
    def of(
        cls, campaign: CampaignState, log: Iterable[LogEntry], chosen: Mapping[int, str] = MappingProxyType({})
    ) -> "Cast":
        """Everybody who founded the campaign, acted or held a seat, in that order; some have ``chosen`` a name."""
        sat = (player for players in campaign.sat.values() for player in sorted(players))
        acted = (entry.user for entry in log if not entry.is_unseen)
        people = dict.fromkeys((int(campaign.founding.founder), *acted, *map(int, sat)))
        names = {
            user: _named(chosen.get(user) or number, _seats(campaign, user))
            for number, user in enumerate(people, start=1)
        }
        return cls(names, frozenset(seat for seat, players in campaign.sat.items() if len(players) > 1))

    def name(self, user: int) -> Line:
        """Return what somebody is called."""
        return self.names.get(user, line("somebody"))

    def actor(self, entry: LogEntry) -> Line:
        """Return who did something: the seat, with the player where several people held it."""
        if entry.seat is None:
            return self.name(entry.user)
        if entry.seat in self.shared:
            return line("{seat}, {player}", seat=entry.seat, player=self.name(entry.user))
        return line("{seat}", seat=entry.seat)


def _seats(campaign: CampaignState, user: int) -> tuple[Seat, ...]:
    """Return the sides that a user ever held, or the referee's seat if they held only that."""
    held = tuple(seat for seat, players in campaign.sat.items() if Player(user) in players)
    return tuple(seat for seat in held if seat != REFEREE) or held


def _named(name: int | str, seats: tuple[Seat, ...]) -> Line:
    """Return what somebody with a number or a name of their own is called who held some seats."""
    who = line("{name}", name=quote(name)) if isinstance(name, str) else line("Player {number}", number=name)
    if len(seats) == 1:
        return line("{who} ({seat})", who=who, seat=seats[0])
    if 0 < len(seats) <= MOST_SEATS:
        return line("{who} ({first} and {second})", who=who, first=seats[0], second=seats[1])
    return who
