"""Orders for combats, given ahead: what a side plays before the dice, on what condition, or that it decides by hand."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cache, partial

from rules.command import GameCommand
from rules.errors import NotThere
from rules.games.marne_1918.combat import CANCEL, Combat, plain
from rules.games.marne_1918.data import Effect, MarneData, Role
from rules.games.marne_1918.hand import Keep
from rules.games.marne_1918.phases import SIDES, Phase
from rules.games.marne_1918.playing import Play
from rules.games.marne_1918.reactions import Pass, PlayOwn
from rules.games.marne_1918.rulings import CombatEvents
from rules.games.marne_1918.state import State, event_due
from rules.kit.orders import AT_ONCE, Deed, Order, Orderable, When
from rules.line import Line, line
from rules.pool import Zone
from rules.seat import Seat
from rules.secrets import Shown, is_mistyped, quote

PASS, KEEP, CALL = "pass", "keep", "by_hand"
ANY = "any_combat"
BOX, BOX_HEROIC, BOX_CANCEL = "from_box", "heroic_from_box", "cancel_from_box"
AnyCommand = GameCommand[MarneData, State]


class Theirs(Enum):
    """What the other side has just done in a combat."""

    ANYTHING, NOTHING, EVENT, HEROIC, CANCEL = (auto() for _ in range(5))


@dataclass(frozen=True, slots=True)
class Condition:
    """On what an order depends: a side's own role in the combat, or any, and what the other side has just done."""

    words: Line
    role: Role | None = None
    theirs: Theirs = Theirs.ANYTHING

    def holds(self, combat: Combat, seat: Seat) -> bool:
        """Return whether it is so in a combat for a side that is to declare an event or pass."""
        own = Role.ATTACKER if seat == combat.attacker else Role.DEFENDER
        return self.role in (None, own) and self.theirs in done_to(combat, seat)

    def covers(self, other: "Condition") -> bool:
        """Return whether it holds wherever another one does."""
        weaker = {Theirs.ANYTHING: {*Theirs}, Theirs.EVENT: {Theirs.EVENT, Theirs.HEROIC}}
        return self.role in (None, other.role) and other.theirs in weaker.get(self.theirs, {self.theirs})


CONDITIONS: Mapping[str, Condition] = {
    ANY: Condition(Line("In any combat")),
    "when_attacked": Condition(Line("They attack"), Role.DEFENDER),
    "attacked_alone": Condition(Line("They attack and play nothing"), Role.DEFENDER, Theirs.NOTHING),
    "attacked_with_event": Condition(Line("They attack and play an event"), Role.DEFENDER, Theirs.EVENT),
    "by_heroic_assault": Condition(Line("They attack and play Heroic Assault"), Role.DEFENDER, Theirs.HEROIC),
    "when_attacking": Condition(Line("I attack"), Role.ATTACKER),
    "answered_with_event": Condition(Line("I attack and they play an event"), Role.ATTACKER, Theirs.EVENT),
    "by_heroic_defense": Condition(Line("I attack and they play Heroic Defense"), Role.ATTACKER, Theirs.HEROIC),
    "when_cancelled": Condition(Line("They cancel what I played"), None, Theirs.CANCEL),
}


@dataclass(frozen=True)
class CombatDeed(Deed):
    """What can be ordered for a combat: which side of it plays that, whether it ``cancels``, and the ``marker``."""

    role: Role | None = None
    cancels: bool | None = None
    marker: str = ""


def done_to(combat: Combat, seat: Seat) -> set[Theirs]:
    """Return all that can be said of what the other side has just done."""
    last = next((each for each in combat.exchange[-1:] if each.seat != seat), None)
    if last is None:
        # an event played as the combat was declared has been seen, too
        is_bare = not any(each.seat != seat for each in combat.declared)
        return {Theirs.ANYTHING, Theirs.NOTHING if is_bare else Theirs.EVENT}
    if last.choice == CANCEL:
        return {Theirs.ANYTHING, Theirs.CANCEL}
    return {Theirs.ANYTHING, Theirs.EVENT} | ({Theirs.HEROIC} if last.is_heroic else set())


def deeds(data: MarneData, state: State, seat: Seat, note: str = "") -> dict[str, CombatDeed]:
    """Return what a side can order: each effect of its markers for the exchange before the dice, nothing, or to decide
    by hand. A marker that the bot does not keep has a ``note`` instead, and an order about it is spent by it.
    """
    is_spent, is_sealed = bool(note), data.is_ruled(CombatEvents.SEALED)
    found = {
        CALL: CombatDeed(Line("ask me: I decide by hand"), asks=True),
        PASS: CombatDeed(Line("play nothing"), Pass(ordered=is_sealed), is_spent),
    }
    pool = state.pools.get(seat)
    if pool is None:
        own, heroic, cancel = PlayOwn(note=note), PlayOwn(note=note, is_heroic=True), PlayOwn(name=note, cancels=True)
        found[BOX] = CombatDeed(Line("play the marker of the note, from the box"), own, is_spent, cancels=False)
        found[BOX_HEROIC] = CombatDeed(Line("play a Heroic marker from the box"), heroic, is_spent, cancels=False)
        found[BOX_CANCEL] = CombatDeed(Line("cancel theirs from the box"), cancel, is_spent, cancels=True)
        return found
    held = {each.kind: each.id for each in sorted(pool.at(Zone.HAND), key=lambda each: each.id, reverse=True)}
    for type_ in data.marker_types:
        for choice in type_.choices if type_.side == seat and type_.effect is Effect.EXCHANGE else ():
            words = line("{name}: {words}", name=type_.name, words=type_.buttons.get(choice, Line(choice)))
            play = Play(marker=held[type_.name], choice=choice) if type_.name in held else None
            found[f"{type_.name}: {choice}"] = CombatDeed(
                words, play, is_spent, role=type_.role, cancels=choice == CANCEL, marker=type_.name
            )
    return found


def orderable(data: MarneData, state: State, seat: Seat) -> Orderable | None:
    """Return what a side can order: for combats, and if the bot keeps its markers, as soon as it can. By the ruling on
    sealed orders a side that ordered nothing passes: nobody can tell who did. Whoever is asked by the other side to
    declare at all decides by hand then, and so does who ordered something for a hex where nobody named one.
    """
    if seat not in SIDES:
        return None
    due, keeps, is_sealed = event_due(state), seat in state.pools, data.is_ruled(CombatEvents.SEALED)
    is_due = due is not None and state.combat is not None and due.awaiting == seat
    combat = None if due is None or not is_due or (due.is_asked and is_sealed) else state.combat

    @cache
    def in_combat(note: str) -> Mapping[str, CombatDeed]:
        return deeds(data, state, seat, note)

    def now(order: Order) -> Mapping[str, Deed]:
        """What can be done now: after a first answer a marker can only cancel."""
        answers = sum(each.seat == seat for each in combat.exchange) if combat is not None else 0
        is_late = answers >= data.rulings.heroic_markers.answer
        found = in_combat(order.note)
        return {
            name: replace(each, command=None) if is_late and each.cancels is False else each
            for name, each in found.items()
        }

    def moment(condition: Condition, order: Order) -> bool | Line:
        if combat is None or not condition.holds(combat, seat):
            return False
        where, there = plain(order.where), plain(combat.name.hex)
        if where in ("", there):
            return True
        is_meant = not there or (where.isascii() and where.isalpha() and is_mistyped(where, there))
        return is_meant and line("Is this the {where} of your order? You decide.", where=quote(order.where))

    asks_for = ("where",) if keeps else ("where", "note")
    rows = {
        name: When(each.words, now, partial(moment, each), partial(_refuse, state, in_combat, each), asks_for)
        for name, each in CONDITIONS.items()
    }
    if keeps:
        able = cache(partial(at_once, data, state, seat))
        rows[AT_ONCE] = When(Line("As soon as I can"), lambda _: able(), lambda _: not is_due)
    otherwise = Line("You are asked before each combat.")
    if is_sealed:
        otherwise = Line("When you defend, I play a marker from your box only by an order.")
        if keeps:
            otherwise = Line("When you attack, choose your event with the combat. When you defend, order it.")
    by_default = Pass(ordered=True) if is_sealed and combat is not None else None
    return Orderable(rows, otherwise, by_default)


def at_once(data: MarneData, state: State, seat: Seat) -> Mapping[str, Deed]:
    """Return what a side can order outside of combats: to keep what it draws, and to play the markers that have a phase
    of their own and ask nothing.
    """
    pool = state.pools[seat]
    is_asked = state.question is None and pool.undecided
    found = {KEEP: Deed(Line("keep what I draw"), Keep(marker=min(pool.undecided)) if is_asked else None)}
    for marker in pool.at(Zone.HAND):
        type_, name = data.type_of(marker.id), data.name(marker.id)
        if type_.phases and not type_.asks:
            play = Play(marker=marker.id) if type_.is_played_in(state.now.phase) else None
            found[name] = Deed(line("play {marker}", marker=Shown(name)), play, is_spent=True)
    return found


def _refuse(
    state: State,
    in_combat: Callable[[str], Mapping[str, CombatDeed]],
    condition: Condition,
    order: Order,
    before: tuple[Order, ...],
) -> None:
    """Check whether an order that stands behind others could ever be followed. Raises ``NotThere`` with the reason."""
    deed = in_combat(order.note)[order.do]
    if deed.marker and deed.command is None and not (order.lasts or state.now.phase is Phase.EVENTS):
        raise NotThere(
            "You hold no {marker}, so this order could apply only if it holds in every turn.", marker=deed.marker
        )
    if order.do in (BOX, BOX_HEROIC, BOX_CANCEL) and not order.note:
        raise NotThere("Say in the note which marker it is and what it does.")
    if deed.role is not None and condition.role not in (None, deed.role):
        raise NotThere("That marker is played by the other side of the combat, so this order could never apply.")
    if deed.cancels and condition.theirs is Theirs.NOTHING:
        raise NotThere("Where they play nothing there is nothing to cancel, so this order could never apply.")
    is_late = condition.theirs is Theirs.CANCEL or (condition.role is Role.ATTACKER and condition.theirs in LATE)
    if deed.cancels is False and is_late:
        raise NotThere("After their answer a marker can only cancel, so this order could never apply.")
    if any(_covers(other, order, condition) for other in before):
        raise NotThere("An earlier order already covers every such combat, so this one could never apply.")


def _covers(other: Order, order: Order, condition: Condition) -> bool:
    """Return whether an earlier order fits wherever another one does."""
    earlier = CONDITIONS.get(other.when or ANY)
    is_there = not other.where or plain(other.where) == plain(order.where)
    return is_there and other.do in (PASS, CALL) and earlier is not None and earlier.covers(condition)


LATE = (Theirs.EVENT, Theirs.HEROIC)
"""What an attacker sees only once the defender has answered."""
