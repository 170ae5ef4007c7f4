"""The picture of a campaign: the turn track with what still enters, and the German victory points."""

from collections.abc import Iterator

from rules.game import Past
from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.state import State
from rules.games.marne_1918.wording import counted
from rules.picture import Curves, Facts, Label, Mark, Picture, Series, Stop, Track, label, picture
from rules.pool import Zone
from rules.secrets import Shown


def draw(data: MarneData, state: State, past: Past[State]) -> Picture:
    """What everybody can see of the campaign."""
    day = data.calendar.day(state.turn)
    title = label("Marne 1918, turn {turn}, {day}", turn=state.turn, day=day)
    return picture(title, _track(data, state), Facts((*_facts(state),)), _points(state, past))


def _track(data: MarneData, state: State) -> Track:
    """The turns, and the markers that enter on later ones."""
    to_come = [marker.id for pool in state.pools.values() for marker in pool.at(Zone.NOT_ENTERED)]
    entries: dict[int, list[str]] = {}
    for id_ in to_come:
        entries.setdefault(data.enters(id_), []).append(data.name(id_))
    stops = (
        Stop(turn, label("Turn {turn} brings in {names}", turn=turn, names=counted(sorted(names))))
        for turn, names in sorted(entries.items())
    )
    last = data.calendar.last_turn
    return Track(label("Turn"), 1, last, min(state.turn, last), tuple(stops))


def _facts(state: State) -> Iterator[Label]:
    yield label("Doctrine: {doctrine}", doctrine=Shown(state.doctrine))
    if state.morale:
        yield label("American morale: +{morale}", morale=state.morale)
    if state.victory_points is None:
        yield label("German victory points: not entered yet")
    else:
        yield label("German victory points: {points}", points=state.victory_points)


def _points(state: State, past: Past[State]) -> Curves | None:
    """The victory points at the end of each turn, if anybody entered them in more than one."""
    values = tuple(each.victory_points for each in past.states)
    if len([value for value in values if value is not None]) < 2:
        return None
    since, until = label("turn {turn}", turn=past.states[0].turn), label("turn {turn}", turn=state.turn)
    return Curves(label("Victory points by turn"), since, until, (Series(label("Germans"), Mark.SQUARE, values),))
