"""What everybody can know of a campaign's state, and what a side holds in secret."""

from collections import Counter
from collections.abc import Iterator, Mapping

from rules.game import Figure
from rules.games.marne_1918.board_facts import POINTS, TRANSPORT
from rules.games.marne_1918.data import Effect, MarneData, counted, shown, symbols
from rules.games.marne_1918.doctrine import FARTHEST
from rules.games.marne_1918.hand import used
from rules.games.marne_1918.state import State
from rules.line import Line, line, signed
from rules.notice import Public, Secret, Value, tell_all, tell_seat, tell_section, tell_text
from rules.pool import Marker, Pool, Symbol, Zone
from rules.seat import Seat, SideSeat
from rules.secrets import Hidden, Shown, quote


def status(data: MarneData, state: State) -> Iterator[Public]:
    """Yield the public state of the campaign, with what is in force this turn and until when."""
    day, now = data.calendar.day(state.turn), state.now.shown
    if state.over:
        yield tell_all("The game ended with turn {turn}, {day}.", turn=state.turn, day=day)
        yield Public(POINTS.stands(state)).under("State")
        return
    yield tell_all("**Turn {turn}**, {day}: {now}.", turn=state.turn, day=day, now=now)
    for seat, pool in state.pools.items():
        yield _draw(state, seat, pool)
        if (count := len(pool.at(Zone.HAND))) or seat in state.drawn:
            yield tell_section("Events", "The {seat} hold {count} {count:marker|markers}.", seat=seat, count=count)
        yield from _in_play(data, state, pool)
        yield from _on_tracks(data, pool)
    yield from (each.under("In force") for each in _in_force(data, state))
    yield Public(POINTS.stands(state)).under("State")
    yield tell_section("State", "Doctrine: {doctrine}", doctrine=Shown(state.doctrine))
    if state.morale:
        yield tell_section("State", "American morale: +{morale}", morale=state.morale)


def _draw(state: State, seat: Seat, pool: Pool) -> Public:
    """Return how far a side has come in the Events phase."""
    if seat not in state.drawn:
        return tell_section("Events", "The {seat} have not drawn yet.", seat=seat)
    if pool.undecided:
        return tell_section("Events", "The {seat} must keep or return the markers they drew.", seat=seat)
    return tell_section("Events", "The {seat} have drawn.", seat=seat)


def _in_force(data: MarneData, state: State) -> Iterator[Public]:
    """Yield what lasts for now, and until when."""
    if state.german_offensive == state.turn:
        yield tell_all(
            "The Germans are on the offensive: this turn has {sequences} operational sequences.",
            sequences=data.sequence.with_an_offensive,
        )
    for id_ in state.offensives:
        yield _offensive(data, state, id_)
    for id_, hq in state.on_hq.items():
        marker = shown(data, id_)
        if hq == FARTHEST:
            yield tell_all("{marker} is on the Allied HQ farthest from the enemy.", marker=marker)
        else:
            yield tell_all("{marker} is on {hq} until the end of the turn.", marker=marker, hq=quote(hq))
        if lasts := data.type_of(id_).lasts:
            yield tell_text(lasts)
    yield from _combat(state)
    if state.transport:
        yield Public(TRANSPORT.stands(state))
    yield from _mangin(data, state)
    yield from _american_hq(state)
    for seat in state.pools:
        limit = state.hand_limit(data, seat)
        if limit != data.hand_limit(seat):
            yield tell_all("The {seat} can keep {limit} markers until the end of the game.", seat=seat, limit=limit)


def _combat(state: State) -> Iterator[Public]:
    """Yield the combat of now, and the Immediate Counterattack that it belongs to."""
    if state.combat is not None:
        name, attacker = state.combat.name.headed, state.combat.attacker
        yield tell_all("{combat}: the {attacker} attack", combat=name, attacker=attacker)
    if state.counterattack:
        yield tell_all("The {seat} are making an Immediate Counterattack.", seat=state.counterattack)


def _offensive(data: MarneData, state: State, marker: str) -> Public:
    """Return an Allied offensive, with its bonus in the current operational sequence."""
    if not state.now.sequence:
        return tell_all("{marker} is in force this turn.", marker=shown(data, marker))
    bonus = Shown(signed(printed) if (printed := data.offensive(marker).bonus[state.now.sequence - 1]) else "0")
    return tell_all(
        "{marker}: the bonus is {bonus} in this operational sequence.", marker=shown(data, marker), bonus=bonus
    )


def _mangin(data: MarneData, state: State) -> Iterator[Public]:
    """Yield what Mangin's force can or must still do."""
    if state.telegram:
        yield tell_all(
            "Victory Telegram: the force can arrive when the Germans take a victory hex, or in the last sequence."
        )
    if state.mangin_turn == state.turn:
        yield tell_all(
            "Mangin's force must make {attacks} attacks at 1 to 2 or better this turn; each missing one gives the "
            "Germans {points} victory points.",
            attacks=data.effects.mangin.attacks,
            points=data.effects.mangin.points_an_attack,
        )


def _american_hq(state: State) -> Iterator[Public]:
    """Yield the HQ of the American First Army, and whether the Americans still roll to leave."""
    since = state.american_hq_since
    if since is None:
        return
    if state.americans_left:
        yield tell_all("The HQ of the American First Army entered on turn {turn}. The Americans have left.", turn=since)
    else:
        yield tell_all(
            "The HQ of the American First Army entered on turn {turn}. The Americans roll in every Supply phase.",
            turn=since,
        )


def pool_status(data: MarneData, state: State) -> Iterator[Public]:
    """Yield what everybody can know of the pools: counts, what enters when, what was played or removed."""
    for seat, pool in state.pools.items():
        pooled, held = pool.at(Zone.POOL), pool.at(Zone.HAND)
        yield tell_all("{seat}: {pooled} in the pool, {held} in hand.", seat=seat, pooled=len(pooled), held=len(held))
        # pool and hand together, in alphabetical order, so that the list does not tell one from the other
        if names := sorted(data.name(marker.id) for marker in (*pooled, *held)):
            down = tell_all("Face-down markers of the {seat}: {names}", seat=seat, names=counted(names))
            yield down.under("In the pool or in hand")
        to_come = [marker.id for marker in pool.at(Zone.NOT_ENTERED)]
        for turn in sorted({data.enters(id_) for id_ in to_come}):
            names = [data.name(id_) for id_ in to_come if data.enters(id_) == turn]
            yield tell_section("Still to enter", "Turn {turn}: {names}", turn=turn, names=counted(names))
        yield from _in_play(data, state, pool)
        yield from _on_tracks(data, pool)
        if removed := [data.name(marker.id) for marker in (*pool.at(Zone.REMOVED), *_left(data, state, pool))]:
            yield tell_section("Out of the game", "Removed: {names}", names=counted(removed))


def _in_play(data: MarneData, state: State, pool: Pool) -> Iterator[Public]:
    """Yield the markers in play, alike ones together, and the HQs that they are on."""
    left = _left(data, state, pool)
    there = [marker for marker in pool.at(Zone.IN_PLAY) if marker not in left]
    lying = Counter((data.name(marker.id), state.on_hq.get(marker.id)) for marker in there)
    for (name, hq), count in lying.items():
        marker = Shown(name)
        if hq is not None and hq != FARTHEST:
            yield tell_section("In play", "{marker}, on {hq}", marker=marker, hq=quote(hq))
        else:
            yield Public(line("{markers}", markers=counted([name] * count))).under("In play")


def _left(data: MarneData, state: State, pool: Pool) -> tuple[Marker, ...]:
    """Return the marker of the Americans' HQ, once they have left."""
    there = pool.at(Zone.IN_PLAY) if state.americans_left else ()
    return tuple(marker for marker in there if data.type_of(marker.id).effect is Effect.PERSHING)


def _on_tracks(data: MarneData, pool: Pool) -> Iterator[Public]:
    """Yield the markers on tracks, alike ones together."""
    there = [(data.name(marker.id), data.type_of(marker.id).played) for marker in pool.at(Zone.TRACK)]
    lying = Counter((name, (fate.at_turn_end or fate).track or "") for name, fate in there)
    for (name, track), count in lying.items():
        markers = counted([name] * count)
        yield tell_section("On a track", "{markers}, on the {track}", markers=markers, track=Shown(track))


def hand(data: MarneData, state: State, seat: Seat) -> Iterator[Secret]:
    """Yield what a side holds, what it learned by Spies, and what lapsed last turn: for its players only."""
    gone = state.lapsed.get(seat)
    if gone and gone.turn == state.turn - 1:
        names = Hidden[Shown](counted(map(data.name, gone.markers)))
        yield tell_seat(
            seat, "**{markers}** returned to the pool at the end of turn {turn}.", markers=names, turn=gone.turn
        )
    if seen := state.spied.get(seat):
        markers = Hidden(quote(seen.markers))
        yield tell_seat(seat, "Spies on turn {turn}: the other side held {markers}.", turn=seen.turn, markers=markers)
    if seat not in state.pools:
        yield Secret(seat, Line(data.words_of(seat)))
        return
    pool = state.pools[seat]
    kept, limit = len(pool.kept(with_must_occur=data.must_occur_counts)), state.hand_limit(data, seat)
    # what must still be decided comes first, then what occurs this turn
    in_hand = sorted(
        pool.at(Zone.HAND), key=lambda each: (each.id not in pool.undecided, not each.has(Symbol.MUST_OCCUR))
    )
    named = {data.name(marker.id): marker.id for marker in reversed(in_hand)}
    held = Counter((named[data.name(marker.id)], marker.id in pool.undecided) for marker in in_hand)
    if not held:
        yield tell_seat(seat, "You hold no markers.")
    for (id_, is_undecided), count in held.items():
        name = data.name(id_)
        if is_undecided and kept >= limit:
            full = tell_seat(
                seat, "Your hand is full: **{marker}** can stay only in place of another.", marker=Hidden(name)
            )
            yield full.of(name)
            # another one can go back in its place, so its player reads what it does
            yield Secret(seat, data.type_of(id_).summary).of(name)
        else:
            yield from _in_hand(data, seat, id_, count, is_undecided=is_undecided)
    for id_ in sorted(used(pool)):
        name = data.name(id_)
        yield tell_seat(
            seat, "Used: **{marker}**. Unless you remove it, it returns to the pool.", marker=Hidden(name)
        ).of(name)
    yield tell_seat(seat, "Markers kept: {kept} of {limit}.", kept=kept, limit=limit)


def _in_hand(data: MarneData, seat: Seat, marker: str, count: int, *, is_undecided: bool) -> Iterator[Secret]:
    """One or several like markers in hand: when they can be played, and what they do."""
    name, type_ = data.name(marker), data.type_of(marker)
    values: dict[str, Value] = {
        "marker": Hidden(name),
        "symbols": Hidden(symbols(data, marker)),
        "moment": Hidden(type_.moment),
        "count": Hidden(count),
    }
    yield _said(seat, values, is_one=count == 1, is_undecided=is_undecided).of(name)
    yield Secret(seat, type_.summary).of(name, is_detail=True)


def _said(seat: Seat, values: Mapping[str, Value], *, is_one: bool, is_undecided: bool) -> Secret:
    if is_undecided and is_one:
        return tell_seat(seat, "New: **{marker}** ({symbols}). {moment}", **values)
    if is_undecided:
        return tell_seat(seat, "New: {count} × **{marker}** ({symbols}). {moment}", **values)
    if is_one:
        return tell_seat(seat, "You hold **{marker}** ({symbols}). {moment}", **values)
    return tell_seat(seat, "You hold {count} × **{marker}** ({symbols}). {moment}", **values)


def holdings(data: MarneData, state: State, seat: SideSeat) -> Iterator[Hidden[Line]]:
    """Yield the names of the markers in a side's hand."""
    if seat in state.pools:
        yield from (Hidden(Line(data.name(each.id))) for each in state.pools[seat].at(Zone.HAND))


def figures(_data: MarneData, state: State) -> Iterator[Figure]:
    """Yield the German victory points, once they are known."""
    if state.victory_points is not None:
        yield Figure(POINTS.label, state.victory_points)
