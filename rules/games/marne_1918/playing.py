"""Playing an event: when it can be played, what it needs and asks, and what it does."""

from collections.abc import Collection, Iterator
from typing import Annotated, Any

from pydantic import Field

from rules.command import Choice, Offer, Part, Procedure, Topic
from rules.dice import Dice
from rules.errors import NotNow, NotThere, passes
from rules.games.marne_1918 import doctrine, forces, reactions
from rules.games.marne_1918.board import OffensiveDeclared
from rules.games.marne_1918.combat import CANCEL, enemy, side_of
from rules.games.marne_1918.data import CombatMoment, Effect, MarkerType, MarneData, Need, Role
from rules.games.marne_1918.hand import Name, Return, find, pool_of
from rules.games.marne_1918.log_events.playing import HandSeen, Organized, Played
from rules.games.marne_1918.log_events.reactions import HandAwaited
from rules.games.marne_1918.phases import COMBAT, Moment, Phase
from rules.games.marne_1918.rulings import CombatEvents, MustOccur
from rules.games.marne_1918.state import (
    Effects,
    MarneCommand,
    Needs,
    Occurrence,
    State,
    check_nobody_is_asked,
    event_due,
)
from rules.line import Line, Listed, line
from rules.pool import Marker, Symbol, Zone, zone_after
from rules.seat import Seat
from rules.secrets import Hidden, folded, quote

NO_EVENT = "none"
"""Whoever declares a combat so plays no event out of the hand with it."""


class Play(MarneCommand):
    """Play a marker from the hand.

    ``choice`` is one of its effects, ``hq`` the HQ that it is put on, ``answer`` whether what it needs holds on the
    players' map, ``hex`` the hex of its combat. A # marker goes where its type says; a ¤ marker stays in play until
    its owner returns or removes it.
    """

    title = "Event played"
    topic = Topic.EVENT
    plays = True
    marker: Name
    choice: Annotated[str, Field(max_length=30)] = ""
    hq: Annotated[str, Field(max_length=60, title="On which HQ?")] = ""
    answer: Annotated[bool, Field(title="Is this true on your map?")] = False
    hex: reactions.Hex = ""

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        marker = find(data, pool_of(state, seat).at(Zone.HAND), self.marker)
        check(data, state, seat, marker)
        type_ = data.type_of(marker.id)
        by_words = {folded(words): choice for choice, words in type_.buttons.items()}
        chosen = self.replace(choice=by_words.get(folded(self.choice.strip()), self.choice))
        check_answers(type_, chosen)
        if type_.effect is Effect.EXCHANGE:
            reactions.check_choice(data, state, marker.id, chosen.choice)
        if reactions.asks_for_hex(state, type_) and not quote(self.hex).text:
            raise NotThere("{name} is played after a combat: name its hex.", name=type_.name)
        state = yield from reactions.combat_for(state, seat, type_, self.hex)
        state = yield from occurs(data, state, seat, marker.id, chosen)
        if type_.in_combat is CombatMoment.DECLARED and event_due(state) is None:
            yield reactions.attacker_awaited(state, seat)


class DeclareCombat(MarneCommand):
    """As the attacker, declare a combat in a hex, with an event: one of the hand, or one from the box by its ``name``
    and what it does. With none, the attacker's orders answer first, or its players.
    """

    title = "Combat declared"
    topic = Topic.COMBAT
    hex: reactions.Hex = ""
    event: Annotated[str, Field(max_length=60, title="With which event?")] = NO_EVENT
    name: Annotated[str, Field(max_length=60, title="Marker from your box", description="Can stay empty")] = ""
    note: Annotated[str, Field(max_length=150, title="What does it do?", description="Can stay empty")] = ""

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if side_of(seat) not in reactions.attackers_now(state):
            raise NotNow("You declare combats in your own combat phase; it is now {now}.", now=state.now.shown)
        check_nobody_is_asked(state)
        if self.event != NO_EVENT:
            if self.event not in (found := declarable(data, state, seat)):
                raise NotThere("You hold no such event for a combat that you declare.")
            yield from found[self.event].replace(hex=self.hex).decide(data, state, seat, dice)
        elif self.name.strip() or self.note.strip():
            own = reactions.PlayOwn(name=self.name, note=self.note, hex=self.hex)
            yield from own.decide(data, state, seat, dice)
        else:
            state = yield from reactions.new_combat(state, side_of(seat), self.hex)
            yield reactions.attacker_awaited(state, seat)


def declarable(data: MarneData, state: State, seat: Seat) -> dict[str, Play]:
    """Return what a side can play out of its hand with a combat that it declares, by name: ``Heroic Assault: hits``."""
    pool = state.pools.get(seat)
    moments = (CombatMoment.DECLARED, CombatMoment.BEFORE_DICE)
    held = [(each.id, data.type_of(each.id)) for each in pool.at(Zone.HAND)] if pool is not None else []
    return {
        f"{type_.name}: {choice}": Play(marker=id_, choice=choice)
        for id_, type_ in held
        if type_.role is Role.ATTACKER and type_.in_combat in moments and not (type_.question or type_.on_hq)
        for choice in type_.choices or ("",)
        if choice != CANCEL
    }


def _declaring(data: MarneData, state: State, seat: Seat) -> Offer:
    """Declaring a combat: its form is the same whatever the side holds, but for the events to choose from."""
    is_sealed = data.is_ruled(CombatEvents.SEALED)
    none = Line("none, or what my orders say") if is_sealed else Line("none yet: ask me")
    events = [Choice(NO_EVENT, none)]
    for name, play in declarable(data, state, seat).items():
        type_ = data.type_of(play.marker)
        words = type_.buttons.get(play.choice, Line(play.choice))
        shown = line("{name}: {words}", name=type_.name, words=words) if play.choice else Line(type_.name)
        events.append(Choice(name, shown))
    keeps = seat in state.pools
    inputs = ("hex", "event") if keeps else ("hex", "name", "note")
    choices = {"event": tuple(events)} if keeps else {}
    form: dict[str, Any] = {"inputs": inputs, "choices": choices, "shows_hand": keeps}
    return Offer(DeclareCombat(), "Declare a combat", version=state.clock, **form)


def occurs(
    data: MarneData, state: State, seat: Seat, marker: str, command: Play | None = None, *, must: bool = False
) -> Part[State]:
    """An event occurs by its player's ``command``, or because it ``must``: its marker moves, its effect follows."""
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
        combat=state.combat.name if state.combat and type_.in_combat else None,
    )
    event = Occurrence(data, state, seat, marker)
    if type_.effect is Effect.CLEMENCEAU:
        return (yield from doctrine.clemenceau(event))
    if type_.effect is not None and type_.effect in EFFECTS:
        state = yield EFFECTS[type_.effect](event)
    return state


def check(data: MarneData, state: State, seat: Seat, marker: Marker) -> None:
    """Check whether a marker can be played now. Raises ``NotNow``, which names what is missing."""
    type_ = data.type_of(marker.id)
    if type_.in_combat is not None:
        reactions.check_moment(state, seat, type_)
    else:
        check_nobody_is_asked(state)
        if not type_.is_played_in(state.now.phase):
            raise reactions.cannot_be_played(state, type_)
    if type_.needs is not None:
        NEEDS[type_.needs](Occurrence(data, state, seat, marker.id))
    if type_.effect is Effect.AIR_UNIT and state.air_unit:
        raise NotNow("Only one Air unit can be played per turn, and this turn's has arrived.")


def check_answers(type_: MarkerType, command: Play) -> None:
    """Raises ``NotThere`` without a choice or an HQ that is needed, ``NotNow`` if the map does not allow it."""
    if type_.choices and command.choice not in type_.choices:
        choices = Listed((type_.buttons.get(choice, choice) for choice in type_.choices), "; ")
        raise NotThere("{name} needs a choice: {choices}.", name=type_.name, choices=choices)
    if type_.on_hq and not quote(command.hq).text:
        raise NotThere("{name} goes on an HQ: name the HQ.", name=type_.name)
    if type_.question and not command.answer:
        raise NotNow(
            "You can play {name} only if the answer on your map is yes: {question}",
            name=type_.name,
            question=type_.question,
        )


def spies(event: Occurrence) -> HandAwaited | HandSeen:
    """Spies: the other side's markers are seen. If the bot does not keep them, that side must show them."""
    other = enemy(side_of(event.seat))
    pool = event.state.pools.get(other)
    if pool is None:
        return HandAwaited(seat=event.seat, other=other)
    markers = tuple(each.id for each in pool.at(Zone.HAND))
    return HandSeen(seat=event.seat, other=other, markers=Hidden(markers))


EFFECTS: Effects = {
    Effect.SPIES: spies,
    Effect.OFFENSIVE: lambda event: OffensiveDeclared(seat=event.seat, marker=event.marker),
    Effect.ORGANIZATION: lambda event: Organized(transport=event.state.now.phase is Phase.PLACEMENT),
    **doctrine.EFFECTS,
    **forces.EFFECTS,
    **reactions.EFFECTS,
}
NEEDS: Needs = {**doctrine.NEEDS, **forces.NEEDS}


def offers(data: MarneData, state: State, seat: Seat) -> Iterator[Offer]:
    """Yield what a side can do with each marker in hand; in its combats, to declare one."""
    yield from _with_hand(data, state, seat)
    if state.now.phase not in COMBAT.values() and not (state.combat or state.counterattack):
        return
    yield from reactions.rolling(data, state, seat)
    if seat in reactions.attackers_now(state) and not state.waiting:
        yield _declaring(data, state, seat)


def _with_hand(data: MarneData, state: State, seat: Seat) -> Iterator[Offer]:
    pool = state.pools.get(seat)
    if pool is None:
        return
    in_combat = reactions.attacker_of(state) is not None
    for marker in pool.at(Zone.HAND):
        type_ = data.type_of(marker.id)
        if type_.effect is Effect.FLIGHT:
            continue
        if (in_combat or type_.in_combat is None) and passes(check, data, state, seat, marker):
            yield from _plays(data, state, marker)
        if marker.has(Symbol.KEEPABLE) and seat in state.drawn and not pool.undecided:
            back, about = Return(marker=marker.id), data.name(marker.id)
            yield Offer(back, "Return", subject=about, version=state.turn, minor=True, secret=True)


def possible(data: MarneData, state: State, seat: Seat, moment: Moment) -> tuple[str, ...]:
    """Return the events that a side could play in a phase, by what everybody can see: it holds markers, and these lie
    face down in its pool or in its hand. What can be played at any time belongs to no phase.
    """
    pool = state.pools.get(seat)
    if pool is None or not pool.at(Zone.HAND):
        return ()
    down = [marker for marker in pool.markers.values() if pool.zones[marker.id] in (Zone.POOL, Zone.HAND)]
    types = dict.fromkeys(data.type_of(marker.id).name for marker in down)
    then = state.replace(now=moment, waiting=())
    return tuple(name for name in types if _fits(data, then, seat, data.named[name], types))


def _fits(data: MarneData, state: State, seat: Seat, type_: MarkerType, down: Collection[str]) -> bool:
    """Return whether what everybody can see lets an event be played. Of the other event that Victory Telegram needs
    only this is known: that it lies face down.
    """
    belongs = (type_.role is not None or type_.phases) and type_.is_played_in(state.now.phase)
    occurs_itself = Symbol.MUST_OCCUR in type_.symbols and data.is_ruled(MustOccur.BY_ITSELF)
    if not belongs or occurs_itself or (type_.effect is Effect.AIR_UNIT and state.air_unit):
        return False
    if type_.needs is Need.MANGIN_AND_OFFENSIVE_NOW:
        mangins = (each.name for each in data.marker_types if each.effect is Effect.MANGIN)
        return state.german_offensive == state.turn and any(name in down for name in mangins)
    return type_.needs is None or passes(NEEDS[type_.needs], Occurrence(data, state, seat, type_.markers[0].id))


def _plays(data: MarneData, state: State, marker: Marker) -> Iterator[Offer]:
    """Playing a marker, once for each of its choices."""
    type_ = data.type_of(marker.id)
    is_exchange = type_.effect is Effect.EXCHANGE
    choices = reactions.choices(data, state, marker.id) if is_exchange else (*type_.choices,) or ("",)
    names_hex = reactions.asks_for_hex(state, type_) or reactions.names_hex(data, state, type_)
    for choice in choices:
        words = type_.buttons.get(choice, choice)
        yield Offer(
            command=Play(marker=marker.id, choice=choice),
            label=line("Play {name}: {words}", name=type_.name, words=words) if choice else "Play",
            subject=data.name(marker.id),
            detail=type_.summary,
            version=state.clock,
            inputs=(
                *(("hq",) if type_.on_hq else ()),
                *(("answer",) if type_.question else ()),
                *(("hex",) if names_hex else ()),
            ),
            questions={"answer": type_.question} if type_.question else {},
            secret=True,
            words=words,
        )
