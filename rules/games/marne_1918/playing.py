"""Playing an event: when it can be played, what it needs and asks, and what it does."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Part, Procedure
from rules.dice import Dice
from rules.errors import NotNow, NotThere, RuleError
from rules.games.marne_1918 import americans, doctrine, mangin, reactions
from rules.games.marne_1918.data import Effect, MarkerType, MarneData
from rules.games.marne_1918.events.board import OffensiveDeclared
from rules.games.marne_1918.events.playing import HandSeen, Organized, Played
from rules.games.marne_1918.events.reactions import Reactions, enemy
from rules.games.marne_1918.hand import Keep, Name, Return, find, pool_of
from rules.games.marne_1918.phases import Phase
from rules.games.marne_1918.state import Effects, MarneCommand, Needs, Occurrence, State
from rules.pool import Marker, Symbol, Zone, zone_after
from rules.seat import Seat
from rules.secrets import Hidden, quote


class Play(MarneCommand):
    """Play a marker from the hand.

    ``choice`` is one of its effects, ``hq`` the HQ that it is put on, ``answer`` whether what it needs holds on the
    players' map. A # marker goes where its type says; a ¤ marker stays in play until its owner returns or removes it.
    """

    title: ClassVar[str] = "Event played"
    type: Literal["play"] = "play"
    marker: Name
    choice: Annotated[str, Field(max_length=20)] = ""
    hq: Annotated[str, Field(max_length=60, title="On which HQ?")] = ""
    answer: Annotated[bool, Field(title="Is this true on your map?")] = False

    @override
    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        marker = find(data, pool_of(state, seat).at(Zone.HAND), self.marker)
        check(data, state, seat, marker)
        type_ = data.type_of(marker.id)
        check_answers(type_, self)
        if type_.effect is Effect.EXCHANGE:
            reactions.check_choice(data, state, seat, marker.id, self.choice)
        yield from occurs(data, state, seat, marker.id, self)


def occurs(
    data: MarneData, state: State, seat: Seat, marker: str, command: Play | None = None, *, must: bool = False
) -> Part[State]:
    """An event occurs by its player's ``command``, or by itself because it ``must``.

    The marker moves to its zone, and the event's effect on the state follows.
    """
    type_ = data.type_of(marker)
    command = command or Play(marker=marker)
    zone = zone_after(state.pools[seat].markers[marker], type_.played)
    state = yield Played(
        seat=seat,
        marker=marker,
        zone=zone,
        track=type_.played.track if zone is Zone.TRACK else None,
        choice=command.choice if type_.choices else "",
        hq=command.hq.strip() if type_.on_hq else "",
        fact=command.answer if type_.question else None,
        must=must,
    )
    if type_.effect is not None and type_.effect in EFFECTS:
        state = yield from EFFECTS[type_.effect](Occurrence(data, state, seat, marker, command.choice))
    return state


def check(data: MarneData, state: State, seat: Seat, marker: Marker) -> None:
    """Whether a marker can be played now. Raises ``NotNow``, which names what is missing."""
    type_ = data.type_of(marker.id)
    reacts = type_.effect is Effect.EXCHANGE
    if state.question and not (isinstance(state.question, Reactions) and reacts):
        raise NotNow(f"The {state.question.awaiting} must answer first.")
    is_counter = reacts and reactions.has_role(state, seat, type_)
    if not type_.is_played_in(state.now.phase) and not is_counter:
        raise NotNow(f"You cannot play {type_.name}: it is now {state.now}. {type_.moment}")
    if type_.needs is not None:
        NEEDS[type_.needs](Occurrence(data, state, seat, marker.id))
    if type_.effect is Effect.AIR_UNIT and state.air_unit:
        raise NotNow("Only one Air unit can be played per turn, and this turn's has arrived.")
    if reacts:
        reactions.check_turn(state, seat, type_)


def check_answers(type_: MarkerType, command: Play) -> None:
    """Whether the player gave what the event asks for. Raises ``NotThere`` without a choice or an HQ that it needs,
    ``NotNow`` if the map does not allow it.
    """
    if type_.choices and command.choice not in type_.choices:
        raise NotThere(f"{type_.name} needs a choice: {', '.join(type_.choices)}.")
    if type_.on_hq and not quote(command.hq).text:
        raise NotThere(f"{type_.name} goes on an HQ: name the HQ.")
    if type_.question and not command.answer:
        raise NotNow(f"You can play {type_.name} only if the answer on your map is yes: {type_.question}")


def spies(event: Occurrence) -> Part[State]:
    """Spies: its player sees all event markers that the other side holds."""
    other = enemy(event.seat)
    pool = event.state.pools.get(other)
    markers = tuple(each.id for each in pool.at(Zone.HAND)) if pool else ()
    return (yield HandSeen(seat=event.seat, other=other, markers=Hidden(markers)))


def offensive(event: Occurrence) -> Part[State]:
    """Offensive: an Allied offensive begins, and the turn has three operational sequences."""
    return (yield OffensiveDeclared(seat=event.seat, marker=event.marker))


def organization(event: Occurrence) -> Part[State]:
    """Improved Organization: by its phase, two units advance, or the Allies get one extra transport point."""
    return (yield Organized(transport=event.state.now.phase is Phase.PLACEMENT))


EFFECTS: Effects = {
    Effect.SPIES: spies,
    Effect.OFFENSIVE: offensive,
    Effect.ORGANIZATION: organization,
    **americans.EFFECTS,
    **doctrine.EFFECTS,
    **mangin.EFFECTS,
    **reactions.EFFECTS,
}
NEEDS: Needs = {**doctrine.NEEDS, **mangin.NEEDS}


def offers(data: MarneData, state: State, seat: Seat) -> Iterator[Offer]:
    """What a side can do with each marker in hand; those just drawn come first."""
    pool = state.pools.get(seat)
    if pool is None:
        return
    for marker in sorted(pool.at(Zone.HAND), key=lambda marker: marker.id not in pool.undecided):
        type_ = data.type_of(marker.id)
        if type_.effect is Effect.FLIGHT:
            continue
        about, detail = data.name(marker.id), type_.summary
        kept = pool.kept(with_must_occur=data.must_occur_counts)
        if marker.id in pool.undecided and len(kept) < state.hand_limit(data, seat):
            keep = Keep(marker=marker.id)
            yield Offer(keep, "Keep", subject=about, detail=detail, version=state.turn, secret=True)
        if can_be_played(data, state, seat, marker):
            yield from _plays(data, state, seat, marker)
        if marker.has(Symbol.KEEPABLE) and seat in state.drawn:
            return_ = Return(marker=marker.id)
            yield Offer(return_, "Return", subject=about, detail=detail, version=state.turn, secret=True)


def can_be_played(data: MarneData, state: State, seat: Seat, marker: Marker) -> bool:
    """Whether a marker can be played now."""
    try:
        check(data, state, seat, marker)
    except RuleError:
        return False
    return True


def _plays(data: MarneData, state: State, seat: Seat, marker: Marker) -> Iterator[Offer]:
    """Playing a marker, once for each of its choices."""
    type_ = data.type_of(marker.id)
    reacts = type_.effect is Effect.EXCHANGE
    choices = reactions.choices(data, state, seat, marker.id) if reacts else (*type_.choices,) or ("",)
    for choice in choices:
        yield Offer(
            command=Play(marker=marker.id, choice=choice),
            label=f"Play: {choice}" if choice else "Play",
            subject=data.name(marker.id),
            detail=type_.summary,
            version=state.clock,
            inputs=(("hq",) if type_.on_hq else ()) + (("answer",) if type_.question else ()),
            questions={"answer": type_.question} if type_.question else {},
            secret=True,
        )
