"""Calls: how those whom an entry calls can be reached now."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import datetime

from bot.engine.people import People, Person, Reach
from rules.campaign import Campaign
from rules.campaign.decider.waiting import called
from rules.campaign.seats.stand_ins import can_stand_in
from rules.campaign.state.wait import Wait
from rules.notice import Public, tell_all
from rules.seat import Player, Seat
from rules.secrets import Shown

ANYBODY = 0
"""Stands for whoever takes a seat that nobody holds yet."""


class Calls:
    """What people's settings say about calls. ``now`` is the table's clock."""

    def __init__(self, people: People, now: Callable[[], datetime]) -> None:
        self._people = people
        self._now = now

    async def people(self, campaign: Campaign, standing: Iterable[Wait]) -> dict[int, Person]:
        """The settings of all whom some waits call, and of ``ANYBODY`` where one of them calls nobody yet."""
        players = [called(campaign, wait) for wait in standing]
        found = await self._people.of({int(player) for each in players for player in each})
        return found if all(players) else found | {ANYBODY: Person()}

    async def reach(self, campaign: Campaign, standing: Iterable[Wait]) -> Reach:
        """How those whom some waits call can be reached now."""
        return await self.reach_of(await self.people(campaign, standing))

    async def reach_of(self, people: dict[int, Person]) -> Reach:
        """How some people can be reached now, and those who stand in for them."""
        now = self._now()
        reach = Reach.of(people, now)
        stand_ins = {each.stand_in for each in reach.away.values() if each.stand_in is not None} - people.keys()
        if not stand_ins:
            return reach
        return replace(reach, silent=reach.silent | Reach.of(await self._people.of(stand_ins), now).silent)


def newcomers(before: Campaign, after: Campaign) -> list[int]:
    """The players who hold a seat now and held none before."""

    def seated(campaign: Campaign) -> set[int]:
        return {int(player) for players in campaign.roster.values() for player in players}

    return sorted(seated(after) - seated(before))


def tell_away(
    campaign: Campaign, standing: frozenset[Wait], players: Iterable[Player], reach: Reach
) -> Iterator[tuple[Player | None, Public]]:
    """Until when those of some players are away who are, and who stands in for each."""
    for player in sorted(players):
        person = reach.away.get(player)
        if person is None:
            continue
        until = Shown(f"<t:{(person.away or 0) // 1000}:D>")
        seats = [seat for seat in sorted({wait.seat for wait in standing}) if player in campaign.roster.get(seat, ())]
        stand_in = Player(person.stand_in or 0)
        seats = [seat for seat in seats if can_stand_in(campaign, stand_in, seat)]
        if not (seats and stand_in):
            yield None, tell_all("{player} is away until {until}.", player=player, until=until)
        else:
            yield stand_in, _told_to_stand_in(campaign, stand_in, player, seats[0], until)


def _told_to_stand_in(campaign: Campaign, stand_in: Player, player: Player, seat: Seat, until: Shown) -> Public:
    if stand_in in campaign.roster[seat]:
        return tell_all(
            "{stand_in}: {player} is away until {until}, so it is up to you.",
            stand_in=stand_in,
            player=player,
            until=until,
        )
    if campaign.is_let_in(stand_in, seat):
        return tell_all(
            "{stand_in}: {player} is away until {until}. `/campaign join` takes {seat} beside them.",
            stand_in=stand_in,
            player=player,
            until=until,
            seat=seat,
        )
    return tell_all(
        "{stand_in}: {player} is away until {until}. `/campaign join` asks for {seat}.",
        stand_in=stand_in,
        player=player,
        until=until,
        seat=seat,
    )
