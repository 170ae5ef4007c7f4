"""A campaign of Marne 1918 at any moment, with any markers in hand."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from rules.campaign.seats.seating import Join
from rules.errors import RuleError
from rules.games.marne_1918.combat import Combat, CombatName, Declaration
from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.phases import ALLIES, GERMANS, Moment, Phase
from rules.games.marne_1918.state import EventDue, State
from rules.games.marne_1918.status import status
from rules.pool import Pool, Zone
from rules.seat import Seat
from tests.games import SEED, by_hand
from tests.play import Play

ANNA, BERT = 1, 2


def campaign_with(
    *hand: str,
    phase: Phase = Phase.EVENTS,
    sequence: int = 0,
    tracks: Iterable[str] = (),
    zones: Mapping[str, Zone] | None = None,
    seed: bytes = SEED,
    game: Any = None,
    **facts: Any,
) -> Play:
    """Anna is the Allies (and the referee), Bert the Germans. The named markers are in hand or on a track, all others
    in the pool; the turn is 5 unless it is given, and both sides have drawn. Each is called before a combat."""
    play = Play(game or by_hand(), seed=seed)
    play.do(BERT, Join(seat=GERMANS))
    data: MarneData = play.game.data
    put = dict.fromkeys(hand, Zone.HAND) | dict.fromkeys(tracks, Zone.TRACK) | dict(zones or {})
    pools = {}
    for side in data.sides:
        markers = [marker for event in data.marker_types if event.side == side for marker in event.markers]
        if markers:
            every = Pool.of(markers)
            pools[side] = every.replace(zones={id_: put.get(id_, Zone.POOL) for id_ in every.markers})
    given = {"turn": 5, "drawn": frozenset(data.sides), "pools": pools, "now": Moment(sequence=sequence, phase=phase)}
    play.campaign = replace(play.campaign, state=State(**(given | facts)))
    return play


def before_dice(attacker: Seat, awaiting: Seat, *exchange: Declaration) -> dict[str, Any]:
    """The facts of the first combat of a turn, in which a side must declare an event or pass, after some others."""
    name = CombatName(number=1)
    combat = Combat(name=name, attacker=attacker, exchange=exchange)
    return {"combat": combat, "combats": 1, "waiting": (EventDue(awaiting=awaiting, combat=name),)}


def state(play: Play) -> State:
    found: State = play.campaign.state
    return found


def refused(play: Play, kind: type[RuleError], said: str, user: int, do: str, **fields: Any) -> None:
    """A user's command is refused with such an error and text, and changes nothing."""
    before = play.campaign
    with pytest.raises(kind, match=said):
        play.do(user, do, **fields)
    assert play.campaign is before


def zone_of(play: Play, marker: str) -> Zone:
    """Where an Allied marker is."""
    return state(play).pools[ALLIES].zones[marker]


def shown(play: Play) -> str:
    """The status, each line after its section."""
    return "\n".join(f"{line.section}: {line}" for line in status(play.game.data, state(play)))
