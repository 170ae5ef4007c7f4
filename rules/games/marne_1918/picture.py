"""The picture of a campaign: what stands, and the turns with the German victory points and what still enters."""

from collections import Counter
from collections.abc import Iterator

from rules.game import Past
from rules.games.marne_1918.board_facts import POINTS
from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.state import State
from rules.line import line
from rules.picture import Picture, Stop, Tile, Tiles, TurnLine, label, picture
from rules.pool import Zone
from rules.secrets import Shown


def draw(data: MarneData, state: State, past: Past[State]) -> Picture:
    """Return what everybody can see of the campaign."""
    day = data.calendar.day(state.turn)
    title = label("Marne 1918, turn {turn}, {day}", turn=state.turn, day=day)
    return picture(title, Tiles((*_tiles(state),)), _line(data, state, past))


def _tiles(state: State) -> Iterator[Tile]:
    yield Tile(POINTS.label, POINTS.shown(state.victory_points))
    yield Tile(label("Doctrine"), Shown(state.doctrine))
    if state.morale:
        yield Tile(label("American morale"), line("{morale:+}", morale=state.morale))


def _line(data: MarneData, state: State, past: Past[State]) -> TurnLine:
    """Return the turns with the points at the end of each, and the markers that enter on later ones."""
    calendar = data.calendar
    points = {each.turn: each.victory_points for each in past.states if each.victory_points is not None}
    waiting = (marker for pool in state.pools.values() for marker in pool.at(Zone.NOT_ENTERED))
    stops = (
        Stop(turn, Shown(f"+{count}"), label("Turn {turn} brings in {count}", turn=turn, count=count))
        for turn, count in sorted(Counter(data.enters(marker.id) for marker in waiting).items())
    )
    return TurnLine(
        label("German victory points by turn"),
        calendar.last_turn,
        min(state.turn, calendar.last_turn),
        line("{day}", day=calendar.day(1)),
        line("{day}", day=calendar.day(calendar.last_turn)),
        points if len(points) > 1 else {},
        tuple(stops),
    )
