"""Calls: whom an entry of a log calls, and how those people can be reached now."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import datetime

from bot.engine.people import People, Person, Reach
from bot.engine.sessions import Session
from bot.log.codec import read_entries
from bot.storage import Store
from rules.campaign import Campaign
from rules.campaign.decider.waiting import Wait, called, waits
from rules.campaign.seats.stand_ins import can_stand_in
from rules.notice import Public, tell_all
from rules.seat import Player, Seat
from rules.secrets import Shown

MOST_FOUND = 200
ANYBODY = 0
"""Stands for whoever takes a seat that nobody holds yet."""


class Calls:
    """What the logs and people's settings say about calls. ``now`` is the table's clock."""

    def __init__(self, store: Store, people: People, now: Callable[[], datetime]) -> None:
        self._store = store
        self._people = people
        self._now = now
        self._found: dict[tuple[int, Wait], tuple[int, Campaign]] = {}

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

    async def made_by(self, session: Session, seq: int) -> frozenset[Wait]:
        """What the table has waited for since an entry (0: the founding), and still does. An undo calls nobody."""
        return frozenset(wait for wait, at in (await self.made(session)).items() if at == seq)

    async def made(self, session: Session) -> dict[Wait, int]:
        """What the table waits for now, each with the entry that made it."""
        return {wait: (await self._began(session, wait)).seq for wait in waits(session.campaign)}

    async def since(self, session: Session, wait: Wait) -> datetime:
        """When the table began to wait for something that it waits for now."""
        return (await self._began(session, wait)).at or self._now()

    async def _began(self, session: Session, wait: Wait) -> Campaign:
        """The campaign as it began to wait for something, looked for once as long as nothing happens."""
        seq, began = self._found.get((session.id, wait), (-1, session.campaign))
        if seq != session.campaign.seq:
            if len(self._found) >= MOST_FOUND:
                self._found.clear()
            seq = session.campaign.seq
            began = await self._look_for(session, wait)
            self._found[session.id, wait] = seq, began
        return began

    async def _look_for(self, session: Session, wait: Wait) -> Campaign:
        """The campaign as it began to wait for something, without a break until now; what was undone is none. A fork
        waits anew.
        """
        kept = session.history.kept
        past = next((each for each in reversed(kept) if wait not in waits(each)), kept[0])
        if past.seq and wait in waits(past):
            past = session.campaign.as_founded()
        began, stood = past, wait in waits(past)
        rows = await self._store.entries(session.id, past.seq)
        for campaign in past.follow_each(read_entries(session.campaign, rows)):
            stands = wait in waits(campaign)
            is_forked = campaign.seq == campaign.forked_at
            began = campaign if stands and (is_forked or not stood) else began
            stood = stands
        return began


def move_by(campaign: Campaign, standing: Iterable[Wait]) -> datetime | None:
    """Until when those seats can answer for which some waits have just begun."""
    return min(filter(None, (campaign.move_by(wait.seat) for wait in standing if wait.request is None)), default=None)


def newcomers(before: Campaign, after: Campaign) -> list[int]:
    """The players who hold a seat now and held none before."""

    def seated(campaign: Campaign) -> set[int]:
        return {int(player) for players in campaign.roster.values() for player in players}

    return sorted(seated(after) - seated(before))


def tell_away(
    campaign: Campaign, standing: frozenset[Wait], players: Iterable[Player], reach: Reach
) -> Iterator[tuple[Player | None, Public]]:
    """Until when those of some players are away who are, and who stands in for each, if that one may."""
    for player in sorted(players):
        person = reach.away.get(player)
        if person is None:
            continue
        until = Shown(f"<t:{(person.away or 0) // 1000}:D>")
        seats = [seat for seat in sorted({wait.seat for wait in standing}) if player in campaign.roster.get(seat, ())]
        may = [seat for seat in seats if person.stand_in and can_stand_in(campaign, person.stand_in, seat)]
        if not may:
            yield None, tell_all("{player} is away until {until}.", player=player, until=until)
        else:
            stand_in = Player(person.stand_in or 0)
            yield stand_in, _told_to_stand_in(campaign, stand_in, player, may[0], until)


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
