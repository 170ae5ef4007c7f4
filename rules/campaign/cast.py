"""Who is who in a text that leaves Discord: people by the seats that they held, never by a name or an id of Discord's."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.campaign.state import CampaignState
from rules.log import LogEntry
from rules.line import Line, line
from rules.seat import REFEREE, Player, Seat

MENTION = re.compile(r"<@(\d+)>")
MOST_SEATS = 2
"""Whoever held more seats than this is named by a number: the list would be longer than the sentence."""


@dataclass(frozen=True, slots=True)
class Cast:
    """The people of a campaign, each with a name that says what they played."""

    names: Mapping[int, Line]

    @classmethod
    def of(cls, campaign: CampaignState, log: Iterable[LogEntry]) -> "Cast":
        """Everybody who founded the campaign, did something in it or held a seat, in that order."""
        sat = (player for players in campaign.sat.values() for player in sorted(players))
        people = [*dict.fromkeys((int(campaign.founding.founder), *(entry.user for entry in log), *map(int, sat)))]
        seats = {user: _seats(campaign, user) for user in people}
        shared = Counter(seats.values())
        numbers = Counter[tuple[Seat, ...]]()
        names: dict[int, Line] = {}
        for place, user in enumerate(people, start=1):
            own = seats[user]
            numbers[own] += 1
            if not own or len(own) > MOST_SEATS:
                names[user] = line("player {number}", number=place)
            elif shared[own] > 1:
                names[user] = line("{seats}, player {number}", seats=_joined(own), number=numbers[own])
            else:
                names[user] = line("{seats}", seats=_joined(own))
        return cls(names)

    def name(self, user: int) -> Line:
        """What somebody is called; whoever has no part in the campaign is nobody's name."""
        return self.names.get(user, line("somebody"))

    def actor(self, entry: LogEntry) -> Line:
        """Who did something: the seat, with the player where several people acted for it."""
        name = self.name(entry.user)
        if entry.seat is None or str(entry.seat) in str(name):
            return name
        return line("{seat} ({player})", seat=entry.seat, player=name)


def _seats(campaign: CampaignState, user: int) -> tuple[Seat, ...]:
    """The sides that somebody ever held; the referee's seat for whoever held no side."""
    sides = tuple(seat for seat in campaign.game.seats if Player(user) in campaign.sat.get(seat, ()))
    return sides or ((REFEREE,) if user in campaign.sat.get(REFEREE, ()) | {*campaign.roster[REFEREE]} else ())


def _joined(seats: tuple[Seat, ...]) -> Line:
    return line("{first} and {second}", first=seats[0], second=seats[1]) if len(seats) > 1 else line(
        "{seat}", seat=seats[0]
    )
