"""What is told of Marne 1918, and to whom."""

from collections import Counter
from collections.abc import Iterable, Iterator

from rules.games.marne_1918.events import (
    Drawn,
    Kept,
    Lapsed,
    MarneEvent,
    MovedOn,
    Played,
    PutBack,
    Removed,
    Returned,
    TurnBegan,
)
from rules.games.marne_1918.state import State
from rules.games.marne_1918.tables import MarneTables
from rules.notice import Hidden, Notice, Public, Seat, Secret, Shown, by_rule, on_board, tell, tell_all, under
from rules.pool import Place, Pool, Symbol


def report(tables: MarneTables, event: MarneEvent) -> Iterator[Notice]:
    """What is told of an event."""
    match event:
        case Drawn():
            yield from _drawn(tables, event)
        case Kept(seat=seat, marker=marker):
            yield tell(seat, "You keep **{marker}** for a later turn.", marker=_secret_name(tables, marker))
        case Returned(seat=seat, marker=marker):
            yield tell_all("The {seat} return a marker to the pool, unseen.", seat=seat)
            yield by_rule("£: kept for a later turn or returned.")
            yield tell(seat, "You return **{marker}**.", marker=_secret_name(tables, marker))
        case Played():
            yield from _played(tables, event)
        case PutBack(seat=seat, marker=id_):
            yield tell_all("**{marker}** of the {seat} goes back to the pool.", marker=shown(tables, id_), seat=seat)
            yield by_rule("¤: after use back to the pool, or removed if its owner so chooses.")
        case Removed(seat=seat, marker=id_):
            yield tell_all("The {seat} remove **{marker}** from the game.", marker=shown(tables, id_), seat=seat)
            yield on_board("Take the marker out of the game.")
            yield by_rule("¤: after use back to the pool, or removed if its owner so chooses.")
        case Lapsed(seat=seat, marker=marker):
            yield tell_all("A marker of the {seat} did not occur and returns to the pool, unseen.", seat=seat)
            yield by_rule("@: occurs this turn if its conditions are met, otherwise it returns to the pool.")
            yield tell(seat, "**{marker}** returns to the pool.", marker=_secret_name(tables, marker))
        case MovedOn(marker=id_, track=track):
            yield from _moved_on(shown(tables, id_), track)
        case TurnBegan():
            yield from _turn_began(tables, event)


def _drawn(tables: MarneTables, event: Drawn) -> Iterator[Notice]:
    seat, drawn = event.seat, event.markers.peek()
    yield tell_all("The {seat} draw {count}.", seat=seat, count=_markers(len(drawn)))
    if len(drawn) < event.asked:
        yield tell_all("The pool held no more: {asked} should be drawn.", asked=event.asked)
    for id_ in event.back:
        yield tell_all("**{marker}** ($) goes back to the pool at once.", marker=shown(tables, id_))
    yield by_rule("C, Events: a side draws {asked} markers a turn.", asked=event.asked)
    taken = [tables.name(id_) for id_ in drawn if id_ not in event.back]
    if taken:
        yield tell(seat, "You draw **{markers}**.", markers=Hidden(", ".join(taken)))


def _played(tables: MarneTables, event: Played) -> Iterator[Notice]:
    type_ = tables.type_of(event.marker)
    marker = shown(tables, event.marker)
    french = Shown(f" ({type_.french})" if type_.french != type_.name else "")
    yield tell_all("The {seat} play **{marker}**{french}.", seat=event.seat, marker=marker, french=french)
    yield tell_all("{summary}", summary=Shown(type_.summary))
    yield under("When", "It is played {moment}.", moment=Shown(type_.moment))
    match event.place:
        case Place.REMOVED:
            yield on_board("Take the marker out of the game.")
        case Place.TRACK:
            yield on_board("Put the marker on the {track}.", track=Shown(event.track or ""))
        case _ if Symbol.REUSABLE in type_.symbols:
            yield on_board("Once it is used: return the marker to the pool or remove it, as its owner chooses.")
        case _:
            yield on_board("Put the marker on the map, where its event says.")
    if Symbol.ONCE in type_.symbols:
        yield by_rule("#: occurs once, then it is out of the game.")
    else:
        yield by_rule("¤: after use back to the pool, or removed if its owner so chooses.")


def _moved_on(marker: Shown, track: str | None) -> Iterator[Notice]:
    if track is None:
        yield tell_all("**{marker}** leaves the game at the end of the turn.", marker=marker)
        yield on_board("Take **{marker}** off the map.", marker=marker)
    else:
        yield tell_all("**{marker}** goes to the {track}.", marker=marker, track=Shown(track))
        yield on_board("Move **{marker}** to the {track}.", marker=marker, track=Shown(track))


def _turn_began(tables: MarneTables, event: TurnBegan) -> Iterator[Notice]:
    day = Shown(tables.calendar.day(event.turn))
    yield tell_all("**Turn {turn}** begins: {day}.", turn=event.turn, day=day)
    if event.entered:
        entered = Shown(counted(tables.name(id_) for id_ in event.entered))
        count = _markers(len(event.entered))
        yield tell_all("{count} enter the pool: {entered}.", count=count, entered=entered)
        yield on_board("Put {count} into the pool: {entered}.", count=count, entered=entered)
    yield on_board("Move the turn marker to {turn}.", turn=event.turn)
    yield by_rule("Markers enter at the start of their turn, before its draw.")


def status(tables: MarneTables, state: State) -> Iterator[Public]:
    """Where the game stands, as everybody may know it."""
    yield tell_all("**Turn {turn}**, {day}.", turn=state.turn, day=Shown(tables.calendar.day(state.turn)))
    for seat, pool in state.pools.items():
        if seat not in state.drawn:
            yield under("Events", "The {seat} have still to draw.", seat=seat)
        elif pool.undecided:
            yield under("Events", "The {seat} have still to decide on what they drew.", seat=seat)
        else:
            yield under("Events", "The {seat} have drawn.", seat=seat)
        held = _markers(len(pool.at(Place.HAND)))
        yield under("Events", "The {seat} hold {held}.", seat=seat, held=held)
        for marker in pool.at(Place.IN_PLAY):
            yield under("In play", "{marker}", marker=shown(tables, marker.id))
        yield from _on_tracks(tables, pool)


def supply(tables: MarneTables, state: State) -> Iterator[Public]:
    """What is publicly known of the pools: counts, what enters when, what went where."""
    for seat, pool in state.pools.items():
        unseen = [marker.id for marker in (*pool.at(Place.POOL), *pool.at(Place.HAND))]
        yield tell_all(
            "{seat}: {pooled} in the pool, {held} in hand.",
            seat=seat,
            pooled=_markers(len(pool.at(Place.POOL))),
            held=_markers(len(pool.at(Place.HAND))),
        )
        names = sorted(tables.name(id_) for id_ in unseen)
        if names:
            yield under("In the pool or in hand", "{names}", names=Shown(counted(names)))
        turns = sorted({marker.enters for marker in pool.at(Place.NOT_ENTERED)})
        for turn in turns:
            entering = [marker.id for marker in pool.at(Place.NOT_ENTERED) if marker.enters == turn]
            names = [tables.name(id_) for id_ in entering]
            yield under("Still to enter", "Turn {turn}: {names}", turn=turn, names=Shown(counted(names)))
        for marker in pool.at(Place.IN_PLAY):
            yield under("In play", "{marker}", marker=shown(tables, marker.id))
        yield from _on_tracks(tables, pool)
        removed = [tables.name(marker.id) for marker in pool.at(Place.REMOVED)]
        if removed:
            yield under("Out of the game", "{names}", names=Shown(counted(removed)))


def _on_tracks(tables: MarneTables, pool: Pool) -> Iterator[Public]:
    for marker in pool.at(Place.TRACK):
        track = tables.track_of(marker.id)
        yield under("On a track", "{marker}: {track}", marker=shown(tables, marker.id), track=Shown(track))


def hand(tables: MarneTables, state: State, seat: Seat) -> Iterator[Secret]:
    """What a side holds."""
    if seat not in state.pools:
        return
    pool = state.pools[seat]
    held = pool.at(Place.HAND)
    if not held:
        yield tell(seat, "You hold no marker.")
    for marker in held:
        waits = " — keep it, play it or return it" if marker.id in pool.undecided else ""
        yield tell(
            seat,
            "**{marker}** ({symbols}), played {moment}{waits}.",
            marker=Hidden(tables.name(marker.id)),
            symbols=Hidden(symbols(tables, marker.id)),
            moment=Hidden(tables.type_of(marker.id).moment),
            waits=Hidden(waits),
        )
    limit = tables.hand_limit(seat)
    yield tell(seat, "{kept} of at most {limit} kept.", kept=len(pool.kept), limit=limit)


def shown(tables: MarneTables, marker: str) -> Shown:
    """The name of a marker that lies face up."""
    return Shown(tables.name(marker))


def symbols(tables: MarneTables, marker: str) -> str:
    """The symbols of a marker as printed: ``£#``."""
    printed = tables.type_of(marker).symbols
    return "".join(symbol for symbol in Symbol if symbol in printed)


def counted(names: Iterable[str]) -> str:
    """``2 × Air unit, Pershing``."""
    return ", ".join(f"{count} × {name}" if count > 1 else name for name, count in Counter(names).items())


def _secret_name(tables: MarneTables, marker: Hidden[str]) -> Hidden[str]:
    return Hidden(tables.name(marker.peek()))


def _markers(count: int) -> Shown:
    return Shown("1 marker" if count == 1 else f"{count} markers")
