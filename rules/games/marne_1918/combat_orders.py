"""Orders for combats, given ahead: what a side plays before the dice, on what condition, or that it decides by hand."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache

from rules.command import GameCommand
from rules.errors import NotThere
from rules.game import Orderable, Ordered
from rules.games.marne_1918.combat import CANCEL, Combat, plain
from rules.games.marne_1918.data import Effect, MarneData, Role
from rules.games.marne_1918.hand import Keep
from rules.games.marne_1918.phases import SIDES, Phase
from rules.games.marne_1918.playing import Play, plannable
from rules.games.marne_1918.reactions import Pass, PlayOwn
from rules.games.marne_1918.rulings import CombatEvents
from rules.games.marne_1918.state import State, event_due
from rules.line import Line, line
from rules.order import AT_ONCE, Order
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


@dataclass(frozen=True, slots=True)
class CanOrder:
    """What can be ordered: a command, None while the ``marker`` is not held or to decide by hand."""

    words: Line
    command: AnyCommand | None = None
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


def deeds(data: MarneData, state: State, seat: Seat, note: str = "") -> dict[str, CanOrder]:
    """Return what a side can order: each effect of its markers for the exchange before the dice, nothing, or to decide
    by hand. A marker that the bot does not keep has a ``note`` instead.
    """
    is_sealed = data.is_ruled(CombatEvents.SEALED)
    found = {
        CALL: CanOrder(Line("ask me: I decide by hand")),
        PASS: CanOrder(Line("play nothing"), Pass(ordered=is_sealed)),
    }
    pool = state.pools.get(seat)
    if pool is None:
        own = Line("play the marker of the note, from the box")
        found[BOX] = CanOrder(own, PlayOwn(note=note), None, cancels=False)
        heroic = PlayOwn(note=note, is_heroic=True)
        found[BOX_HEROIC] = CanOrder(Line("play a Heroic marker from the box"), heroic, None, cancels=False)
        cancel = PlayOwn(name=note, cancels=True)
        found[BOX_CANCEL] = CanOrder(Line("cancel theirs from the box"), cancel, None, cancels=True)
        return found
    held = {each.kind: each.id for each in sorted(pool.at(Zone.HAND), key=lambda each: each.id, reverse=True)}
    for type_ in data.marker_types:
        for choice in type_.choices if type_.side == seat and type_.effect is Effect.EXCHANGE else ():
            words = line("{name}: {words}", name=type_.name, words=type_.buttons.get(choice, Line(choice)))
            play = Play(marker=held[type_.name], choice=choice) if type_.name in held else None
            found[f"{type_.name}: {choice}"] = CanOrder(words, play, type_.role, choice == CANCEL, type_.name)
    return found


def orderable(data: MarneData, state: State, seat: Seat) -> Orderable | None:
    """Return what a side can order for combats, or None for the referee."""
    if seat not in SIDES:
        return None
    otherwise = Line("You are asked before each combat.")
    if data.is_ruled(CombatEvents.SEALED):
        otherwise = Line("When you defend, I play a marker from your box only by an order.")
        if seat in state.pools:
            otherwise = Line("When you attack, choose your event with the combat. When you defend, order it.")
    at_once = {AT_ONCE: Line("As soon as I can")} if seat in state.pools else {}

    @cache
    def able() -> tuple[Mapping[str, CanOrder], Mapping[str, Line]]:
        plays = {name: line("play {marker}", marker=Shown(name)) for name in plannable(data, state, seat)}
        return deeds(data, state, seat), {KEEP: Line("keep what I draw")} | plays if seat in state.pools else {}

    def named() -> Mapping[str, Line]:
        in_combat, as_soon = able()
        return {**{name: each.words for name, each in in_combat.items()}, **as_soon}

    return Orderable(
        conditions=lambda: {name: each.words for name, each in CONDITIONS.items()} | at_once,
        deeds=named,
        check=lambda order, before: _check(state, *able(), order, before),
        asks_for=("where",) if seat in state.pools else ("where", "note"),
        bare=frozenset({AT_ONCE}),
        otherwise=otherwise,
    )


def _check(
    state: State, in_combat: Mapping[str, CanOrder], as_soon: Collection[str], order: Order, before: tuple[Order, ...]
) -> None:
    """Check whether an order that stands behind others could ever be followed. Raises ``NotThere`` with the reason."""
    condition, deed = CONDITIONS.get(order.when or ANY), in_combat.get(order.do)
    if order.when == AT_ONCE or order.do in as_soon:
        _check_at_once(order, as_soon)
        return
    if condition is None:
        raise NotThere("There is no such condition for a combat.")
    if deed is None:
        raise NotThere("Your side has no such marker for combats.")
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


def _check_at_once(order: Order, able: Collection[str]) -> None:
    if order.when != AT_ONCE or order.do not in able:
        raise NotThere("As soon as you can, you keep what you draw or play a marker that has a phase of its own.")


LATE = (Theirs.EVENT, Theirs.HEROIC)
"""What an attacker sees only once the defender has answered."""


def ordered(data: MarneData, state: State, seat: Seat, orders: tuple[Order, ...]) -> Iterator[Ordered]:
    """Yield how a side answers by its orders: it keeps what it has drawn and can keep, or declares an event before a
    combat or passes. By the ruling on sealed orders a side that ordered nothing passes: nobody can tell who did.
    Whoever is asked by the other side to declare at all decides by hand then, and so does who ordered something for a
    hex where nobody named one. An order with a note is about one marker from the box, which is spent by it.
    """
    due, combat = event_due(state), state.combat
    if due is None or combat is None or due.awaiting != seat:
        yield from map(Ordered, _kept(state, seat, orders))
        able = plannable(data, state, seat) if any(each.when == AT_ONCE for each in orders) else {}
        now = (each for each in orders if each.when == AT_ONCE and each.do in able)
        due_now = (each for each in now if data.named[each.do].is_played_in(state.now.phase))
        yield from (Ordered(able[each.do], each, is_spent=True) for each in due_now)
        return
    is_sealed = data.is_ruled(CombatEvents.SEALED)
    if due.is_asked and is_sealed:
        return
    has_answered = sum(each.seat == seat for each in combat.exchange) >= data.rulings.heroic_markers.answer
    for order in orders:
        condition = CONDITIONS.get(order.when or ANY)
        where, there = plain(order.where), plain(due.combat.hex)
        is_there = (
            not (where and there)
            or where == there
            or (where.isascii() and where.isalpha() and is_mistyped(where, there))
        )
        if condition is None or not (is_there and condition.holds(combat, seat)):
            continue
        if order.do == CALL:
            return
        if where and where != there:
            yield Ordered(line("Is this the {where} of your order? You decide.", where=quote(order.where)), order)
            return
        deed = deeds(data, state, seat, order.note).get(order.do)
        if deed is None or deed.command is None or (deed.cancels is False and has_answered):
            continue  # after a first answer a marker can only cancel
        yield Ordered(deed.command, order, is_spent=bool(order.note))
    if is_sealed:
        yield Ordered(Pass(ordered=True))


def _kept(state: State, seat: Seat, orders: tuple[Order, ...]) -> Iterator[AnyCommand]:
    pool = state.pools.get(seat)
    if state.question is None and pool is not None and pool.undecided and any(each.do == KEEP for each in orders):
        yield Keep(marker=min(pool.undecided))
