"""A side plays an event; the effects of events that have no chapter of their own."""

from collections.abc import Iterator

from rules.games.marne_1918.combat import CANCEL, Combat, CombatName, Declaration, Stage
from rules.games.marne_1918.data import CombatMoment, Effect, MarneData, counted, shown
from rules.games.marne_1918.state import MarneEvent, Spied, State
from rules.line import line
from rules.notice import Notice, tell_all, tell_board, tell_rule, tell_seat, tell_section, tell_text
from rules.pool import Symbol, Zone
from rules.seat import Seat
from rules.secrets import Hidden, Shown, quote

# what these do, their own events tell
TOLD_BY_EFFECT = {
    Effect.MORALE, Effect.SPIES, Effect.OFFENSIVE, Effect.PERSHING, Effect.MANGIN, Effect.ORGANIZATION,
    Effect.CHANGE_OF_DOCTRINE, Effect.SHAKEUP,
}  # fmt: skip


class Played(MarneEvent):
    """A side played a marker.

    ``choice`` is the effect that its player chose and ``hq`` the HQ that it was put on, where the marker has these.
    ``fact`` is what the players reported from their map, ``with_other`` the marker that it was played together with.
    ``must`` says that it occurred by itself, ``combat`` in which combat or after which one it was played.
    """

    reveals = True
    seat: Seat
    marker: str
    zone: Zone
    track: str | None = None
    choice: str = ""
    hq: str = ""
    fact: bool | None = None
    with_other: str | None = None
    must: bool = False
    combat: CombatName | None = None

    def apply(self, data: MarneData, state: State) -> State:
        state = state.in_pool(self.seat, lambda pool: pool.play(self.marker, self.zone))
        if self.hq:
            state = state.replace(on_hq={**state.on_hq, self.marker: self.hq})
        if state.combat is not None and self.combat is not None:
            state = state.replace(combat=self._joins(data, state.combat))
        match data.type_of(self.marker).effect:
            case Effect.AIR_UNIT:
                return state.replace(air_unit=True)
            case Effect.COUNTERATTACK:
                return state.replace(counterattack=self.seat, combat=None, interrupted=state.combat)
            case Effect.TELEGRAM:
                return state.replace(telegram=True)
        return state

    def tell(self, data: MarneData) -> Iterator[Notice]:
        marker = shown(data, self.marker)
        if self.with_other is not None:
            other = shown(data, self.with_other)
            yield tell_all("The {seat} play **{marker}** with **{other}**.", seat=self.seat, marker=marker, other=other)
            yield tell_board("Remove **{marker}** from the game.", marker=marker)
            return
        yield self._tell_play(data)
        if self.must:
            yield data.rulings.must_occur.tell()
        yield from self._tell_what(data)
        yield from self._tell_fate(data)

    def _joins(self, data: MarneData, combat: Combat) -> Combat:
        """Return the combat with this event in it."""
        type_ = data.type_of(self.marker)
        declared = Declaration(
            seat=self.seat, marker=self.marker, choice=self.choice, is_heroic=CANCEL in type_.choices
        )
        match type_.in_combat:
            case CombatMoment.DECLARED:
                return combat.replace(declared=(*combat.declared, declared))
            case CombatMoment.BEFORE_DICE:
                return combat.replace(exchange=(*combat.exchange, declared))
            case _:
                return combat.replace(stage=Stage.ROLLED)

    def _tell_play(self, data: MarneData) -> Notice:
        """Return what is played or occurs."""
        type_, marker = data.type_of(self.marker), line("**{marker}**", marker=shown(data, self.marker))
        if self.must:
            return tell_all("{marker} takes effect for the {seat}.", marker=marker, seat=self.seat)
        if self.combat is not None and type_.in_combat is CombatMoment.AFTER:
            after = self.combat.shown
            return tell_all("After {combat}, the {seat} play {marker}.", combat=after, marker=marker, seat=self.seat)
        return tell_all("The {seat} play {marker}.", marker=marker, seat=self.seat)

    def _tell_what(self, data: MarneData) -> Iterator[Notice]:
        type_ = data.type_of(self.marker)
        if self.choice:
            yield tell_text(type_.choices[self.choice])
        elif type_.effect not in TOLD_BY_EFFECT:
            yield tell_text(type_.summary)
        if self.hq:
            yield tell_board("Put **{marker}** face up on {hq}.", marker=shown(data, self.marker), hq=quote(self.hq))
        if type_.question and self.fact:
            yield tell_section("From your map", "{question} Yes.", question=Shown(type_.question))

    def _tell_fate(self, data: MarneData) -> Iterator[Notice]:
        type_ = data.type_of(self.marker)
        marker, track = shown(data, self.marker), Shown(self.track or "")
        if self.zone is Zone.REMOVED:
            yield tell_board("Remove **{marker}** from the game.", marker=marker)
        elif self.zone is Zone.TRACK and type_.effect is Effect.OFFENSIVE:
            yield tell_board("Put **{marker}** face up on the {track}.", marker=marker, track=track)
        elif self.zone is Zone.TRACK:
            yield tell_board("Put **{marker}** on the {track}.", marker=marker, track=track)
        if type_.french != type_.name:
            yield tell_rule("A French marker reads: {french}.", french=Shown(type_.french))
        if Symbol.ONCE in type_.symbols:
            yield tell_rule("#: occurs once and never returns to the pool.")
        else:
            yield tell_rule(
                "¤: after use, its owner returns it to the pool or removes it from the game. Undecided, it returns at "
                "the end of the turn."
            )


class HandSeen(MarneEvent):
    """Spies: a side saw the markers that the other side holds."""

    reveals = True
    seat: Seat
    other: Seat
    markers: Hidden[tuple[str, ...]]

    def apply(self, data: MarneData, state: State) -> State:
        if not self.markers.value:
            return state
        names = counted(map(data.name, self.markers.value))
        return state.replace(spied={**state.spied, self.seat: Spied(turn=state.turn, markers=str(names))})

    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("The {seat} learn which events the {other} hold.", seat=self.seat, other=self.other)
        if self.markers.value:
            names = Hidden[Shown](counted(map(data.name, self.markers.value)))
            yield tell_seat(self.seat, "The {other} hold **{names}**.", other=self.other, names=names)
        else:
            yield tell_seat(self.seat, "The {other} hold no markers.", other=self.other)


class Organized(MarneEvent):
    """Improved Organization: units advanced on a track, or the Allies got extra ``transport``."""

    transport: bool

    def apply(self, data: MarneData, state: State) -> State:
        return state.replace(transport=state.transport + data.effects.organization.transport * self.transport)

    def tell(self, data: MarneData) -> Iterator[Notice]:
        if self.transport:
            points = data.effects.organization.transport
            yield tell_board("The Allies have {points} extra transport {points:point|points} this turn.", points=points)
        else:
            yield tell_board(
                "Advance {units} units in one space of the Rebuilding or Support Track by one space.",
                units=data.effects.organization.units,
            )
