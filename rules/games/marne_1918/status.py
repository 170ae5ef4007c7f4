"""What everybody may know of where the game stands, and what a side holds."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import LiteralString

from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.state import State
from rules.games.marne_1918.wording import counted, markers, shown, symbols
from rules.notice import Public, Secret, tell_all, tell_seat, tell_section
from rules.pool import Pool, Zone
from rules.seat import Seat
from rules.secrets import Hidden, Shown, quote


def status(data: MarneData, state: State) -> Iterator[Public]:
    """Where the game stands, as everybody may know it; what is in force this turn, and until when."""
    yield tell_all("**Turn {turn}**, {day}: {now}.", turn=state.turn, day=_day(data, state), now=Shown(str(state.now)))
    for seat, pool in state.pools.items():
        if seat not in state.drawn:
            yield tell_section("Events", "The {seat} have still to draw.", seat=seat)
        elif pool.undecided:
            yield tell_section("Events", "The {seat} have still to decide on what they drew.", seat=seat)
        else:
            yield tell_section("Events", "The {seat} have drawn.", seat=seat)
        yield tell_section("Events", "The {seat} hold {held}.", seat=seat, held=markers(len(pool.at(Zone.HAND))))
        yield from _in_play(data, state, pool)
        yield from _on_tracks(data, pool)
    yield from _in_force(data, state)
    yield tell_section("State", "German victory points: {points}", points=state.victory_points)
    yield tell_section("State", "Doctrine: {doctrine}", doctrine=Shown(state.doctrine))
    if state.morale:
        yield tell_section("State", "American morale: +{morale}", morale=state.morale)
    for waiting in state.waiting:
        yield waiting.tell_status()


def _day(data: MarneData, state: State) -> Shown:
    return Shown(data.calendar.day(state.turn))


def _where(state: State, marker: str) -> Shown:
    return Shown(f", on the HQ {quote(state.on_hq[marker])}" if marker in state.on_hq else "")


def _in_force(data: MarneData, state: State) -> Iterator[Public]:
    """What lasts, and until when."""
    head: LiteralString = "In force"
    if state.german_offensive == state.turn:
        yield tell_section(head, "A German offensive: three operational sequences this turn.")
    for id_ in state.offensives:
        bonus = data.offensive(id_).bonus
        now = Shown(f"{bonus[state.now.sequence - 1]:+d} in this sequence" if state.now.sequence else "this turn")
        yield tell_section(head, "{marker}: {now}.", marker=shown(data, id_), now=now)
    for id_ in state.on_hq:
        yield tell_section(
            head, "{marker}{where}, until the end of the turn.", marker=shown(data, id_), where=_where(state, id_)
        )
    if state.transport:
        yield tell_section(head, "{points} more transport points this turn.", points=state.transport)
    if state.telegram:
        yield tell_section(
            head, "Victory Telegram: the force comes when a victory hex falls, or in the third sequence."
        )
    if state.mangin_turn == state.turn:
        yield tell_section(head, "Mangin's force owes two attacks at 1 to 2 or better this turn.")
    if state.american_hq_since is not None:
        left = Shown("the Americans have left" if state.americans_left else "it rolls in every supply phase")
        yield tell_section(
            head, "HQ of the American First Army, since turn {turn}: {left}.", turn=state.american_hq_since, left=left
        )
    for seat in state.pools:
        limit = state.hand_limit(data, seat)
        if limit != data.hand_limit(seat):
            yield tell_section(head, "The {seat} keep {limit} markers, to the end of the game.", seat=seat, limit=limit)


def pool_status(data: MarneData, state: State) -> Iterator[Public]:
    """What is publicly known of the pools: counts, what enters when, what went where."""
    for seat, pool in state.pools.items():
        unseen = [marker.id for marker in (*pool.at(Zone.POOL), *pool.at(Zone.HAND))]
        yield tell_all(
            "{seat}: {pooled} in the pool, {held} in hand.",
            seat=seat,
            pooled=markers(len(pool.at(Zone.POOL))),
            held=markers(len(pool.at(Zone.HAND))),
        )
        names = sorted(data.name(id_) for id_ in unseen)
        if names:
            yield tell_section("In the pool or in hand", "{names}", names=Shown(counted(names)))
        to_come = [marker.id for marker in pool.at(Zone.NOT_ENTERED)]
        for turn in sorted({data.enters(id_) for id_ in to_come}):
            entering = [id_ for id_ in to_come if data.enters(id_) == turn]
            names = [data.name(id_) for id_ in entering]
            yield tell_section("Still to enter", "Turn {turn}: {names}", turn=turn, names=Shown(counted(names)))
        yield from _in_play(data, state, pool)
        yield from _on_tracks(data, pool)
        removed = [data.name(marker.id) for marker in pool.at(Zone.REMOVED)]
        if removed:
            yield tell_section("Out of the game", "{names}", names=Shown(counted(removed)))


def _in_play(data: MarneData, state: State, pool: Pool) -> Iterator[Public]:
    lying = [f"{data.name(marker.id)}{_where(state, marker.id)}" for marker in pool.at(Zone.IN_PLAY)]
    for name in _each(lying):
        yield tell_section("In play", "{marker}", marker=Shown(name))


def _on_tracks(data: MarneData, pool: Pool) -> Iterator[Public]:
    lying = [f"{data.name(marker.id)}: {data.track_of(marker.id)}" for marker in pool.at(Zone.TRACK)]
    for name in _each(lying):
        yield tell_section("On a track", "{marker}", marker=Shown(name))


def _each(names: Iterable[str]) -> list[str]:
    """``2 × Air unit`` where markers are alike."""
    return [f"{count} × {name}" if count > 1 else name for name, count in Counter(names).items()]


def hand(data: MarneData, state: State, seat: Seat) -> Iterator[Secret]:
    """What a side holds."""
    if seat not in state.pools:
        return
    pool = state.pools[seat]
    held = pool.at(Zone.HAND)
    if not held:
        yield tell_seat(seat, "You hold no marker.")
    for (id_, waits), count in Counter(_alike(data, pool, marker.id) for marker in held).items():
        yield tell_seat(
            seat,
            "{count}**{marker}** ({symbols}), played {moment}{waits}.",
            count=Hidden(f"{count} × " if count > 1 else ""),
            marker=Hidden(data.name(id_)),
            symbols=Hidden(symbols(data, id_)),
            moment=Hidden(data.type_of(id_).moment),
            waits=Hidden(" — to be kept or returned" if waits else ""),
        )
    kept = len(pool.kept(with_must_occur=data.must_occur_counts))
    yield tell_seat(seat, "{kept} of at most {limit} kept.", kept=kept, limit=state.hand_limit(data, seat))


def _alike(data: MarneData, pool: Pool, marker: str) -> tuple[str, bool]:
    """What makes a marker in hand like another: its name, by the first marker of that name, and whether it waits."""
    first = next(id_ for id_ in pool.markers if data.name(id_) == data.name(marker))
    return first, marker in pool.undecided
