"""A combat: it is declared, the attacker declares an event or passes, then each side can answer the other's
marker, from its hand or, where the bot does not keep its markers, from the box.
"""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from rules.command import Offer, Part, Procedure, Topic
from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours
from rules.games.marne_1918.combat import (
    CANCEL,
    LONGEST_HEX,
    Combat,
    CombatName,
    Declaration,
    Stage,
    enemy,
    plain,
    side_of,
)
from rules.games.marne_1918.data import CombatMoment, Effect, MarkerType, MarneData, Role
from rules.games.marne_1918.log_events import reactions as events
from rules.games.marne_1918.phases import COMBAT, SIDES
from rules.games.marne_1918.rulings import CombatEvents
from rules.games.marne_1918.state import Effects, MarneCommand, State, check_nobody_is_asked, event_due
from rules.line import line
from rules.seat import Seat, SideSeat
from rules.secrets import Hidden, folded

Hex = Annotated[str, Field(max_length=LONGEST_HEX, title="Which hex is attacked?", description="Can stay empty")]


class AskToDeclare(MarneCommand):
    """As the defender of a combat, ask the attacker to declare an event or pass."""

    title = "Attacker asked to declare"
    topic = Topic.COMBAT
    hex: Hex = ""

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if not isinstance(seat, SideSeat):
            raise NotYours("Only the defending side can ask this.")
        attacker = enemy(seat)
        if attacker not in attackers_now(state):
            raise NotNow("Only the defender can ask this, in a combat phase; it is now {now}.", now=state.now.shown)
        check_nobody_is_asked(state)
        state = yield from new_combat(state, attacker, self.hex)
        yield events.EventAwaited(combat=combat_now(state).name, awaiting=attacker, comes_first=True, is_asked=True)


class EndCounterattack(MarneCommand):
    """Say that the combats of an Immediate Counterattack are over and the attacker resumes the turn."""

    title = "Counterattack over"
    topic = Topic.COMBAT

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if state.counterattack is None:
            raise NotNow("No Immediate Counterattack is being fought.")
        check_nobody_is_asked(state)
        yield events.CounterattackEnded(attacker=enemy(state.counterattack))


class Pass(MarneCommand):
    """Play no event where one could be played before a combat, at once or as ``ordered``.

    After the attacker's first pass the defender can still declare an event; any other pass decides the combat.
    """

    declines = True
    title = "No event played"
    topic = Topic.COMBAT
    ordered: bool = False

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        due, combat = event_due(state), state.combat
        if due is None or combat is None:
            raise NotThere("No combat is waiting for your event, so there is nothing to pass.")
        check_nobody_is_asked(state, seat)
        yield events.Passed(seat=seat, ordered=self.ordered)
        if seat == combat.attacker and not combat.exchange:
            yield events.EventAwaited(combat=combat.name, awaiting=combat.defender, comes_first=False)
        else:
            yield events.CombatDecided(combat=combat)


class RollCombat(MarneCommand):
    """Roll the dice of the combat in which nothing more is declared."""

    title = "Combat rolled"
    topic = Topic.COMBAT

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if state.combat is None or not state.combat.awaits_dice:
            raise NotNow("No combat waits for its dice. `/dice roll` rolls for anything else.")
        number, sides = map(int, data.combat.dice.split("d"))
        yield events.CombatRolled(combat=state.combat.name, roll=dice.roll(number, sides))


# ---- the combat of now ----


def attackers_now(state: State) -> frozenset[SideSeat]:
    """Return the sides that can declare a combat now, one making an Immediate Counterattack among them."""
    attackers = frozenset(seat for seat, phase in COMBAT.items() if phase is state.now.phase)
    return attackers | {state.counterattack} if state.counterattack else attackers


def attacker_of(state: State) -> SideSeat | None:
    """Return the side that attacks in this combat or in the phase's last one, or None outside a combat phase."""
    if state.combat is not None:
        return state.combat.attacker
    return state.counterattack or next(iter(attackers_now(state)), None)


def combat_now(state: State) -> Combat:
    """Return the combat of now, where there must be one."""
    assert state.combat is not None, "checked before"
    return state.combat


def new_combat(state: State, attacker: SideSeat, hex_: str = "", stage: Stage = Stage.DECLARED) -> Part[State]:
    """A side declares a combat: the one before it is over, and so is an Immediate Counterattack of the other side.
    Raises ``NotNow`` if it may be the combat before it that is meant, to which nothing is added.
    """
    if state.counterattack not in (None, attacker):
        state = yield events.CounterattackEnded(attacker=attacker)
    now, named = state.combat, plain(hex_)
    if now and now.attacker == attacker and (named == plain(now.name.hex) if named else now.awaits_dice):
        raise NotNow(
            "{combat} is declared, and nothing is added to it now. Another combat needs a hex of its own; choose its "
            "event in the form of **Declare a combat** or by an order.",
            combat=now.name.headed,
        )
    name = CombatName(number=state.combats + 1, hex=hex_.strip())
    return (yield events.CombatDeclared(combat=name, attacker=attacker, stage=stage))


def combat_for(state: State, seat: Seat, type_: MarkerType, hex_: str) -> Part[State]:
    """The combat that an event belongs to, before it is played: a new one, if it is played as a combat is declared; the
    last one of the phase, if it is played after a combat.
    """
    if event_due(state):
        return state
    match type_.in_combat:
        case None:
            return state
        case CombatMoment.DECLARED | CombatMoment.BEFORE_DICE:
            return (yield from new_combat(state, side_of(seat), hex_))
        case CombatMoment.AFTER:
            attacker = attacker_of(state)
            if state.combat is not None or attacker is None:
                return state
            return (yield from new_combat(state, attacker, hex_, Stage.ROLLED))


# ---- which event can be played in it ----


def check_moment(state: State, seat: Seat, type_: MarkerType) -> None:
    """Check whether a side can play an event that belongs to a combat. Raises ``NotNow`` otherwise."""
    due, attacker = event_due(state), attacker_of(state)
    if attacker is None:
        raise cannot_be_played(state, type_)
    if due is not None and type_.in_combat is not CombatMoment.AFTER:
        check_nobody_is_asked(state, seat)
        check_role(state, seat, type_, combat_now(state).attacker)
        if type_.in_combat is CombatMoment.DECLARED and combat_now(state).exchange:
            raise NotNow("{name} is too late. {moment}", name=type_.name, moment=type_.moment)
        return
    check_nobody_is_asked(state)
    if type_.in_combat is CombatMoment.AFTER:
        check_role(state, seat, type_, attacker)
    elif (seat if type_.role is Role.ATTACKER else enemy(side_of(seat))) not in attackers_now(state):
        raise cannot_be_played(state, type_)
    elif type_.role is Role.DEFENDER:
        raise NotNow("The attacker must declare an event or pass first. Ask with the button or `/act`.")


def cannot_be_played(state: State, type_: MarkerType) -> NotNow:
    """Return the refusal of an event in a phase that is not its own."""
    return NotNow(
        "You cannot play {name}: it is now {now}. {moment}", name=type_.name, now=state.now.shown, moment=type_.moment
    )


def check_role(state: State, seat: Seat, type_: MarkerType, attacker: SideSeat) -> None:
    """Check whether an event has a side's role where ``attacker`` attacks. Raises ``NotNow`` otherwise."""
    if type_.role is None or (seat == attacker) == (type_.role is Role.ATTACKER):
        return
    if state.combat is None and state.counterattack is None:
        raise cannot_be_played(state, type_)
    raise NotNow("The {attacker} attack in this combat. {moment}", attacker=attacker, moment=type_.moment)


def asks_for_hex(state: State, type_: MarkerType) -> bool:
    """Return whether the player must name the hex of the combat that an event follows: the bot knows of none."""
    return type_.in_combat is CombatMoment.AFTER and state.combat is None


def names_hex(data: MarneData, state: State, type_: MarkerType) -> bool:
    """Return whether a player can name the hex of a combat, for orders or to tell it from one before its dice."""
    declares = type_.in_combat in (CombatMoment.DECLARED, CombatMoment.BEFORE_DICE) and event_due(state) is None
    is_another = state.combat is not None and state.combat.awaits_dice
    return declares and (is_another or data.is_ruled(CombatEvents.SEALED))


def choices(data: MarneData, state: State, marker: str) -> tuple[str, ...]:
    """Return the effects that a side can choose for its marker now.

    The defender can answer the attacker's event with any effect, and cancel it if it is a Heroic Assault. After as many
    as the ruling lets a side play, it can only cancel the Heroic Assault or Heroic Defense that the other just played.
    """
    type_, combat = data.type_of(marker), state.combat if event_due(state) else None
    exchange = combat.exchange if combat else ()
    cancel = (CANCEL,) if combat and combat.to_cancel else ()
    most = 2 * data.rulings.heroic_markers.answer - (type_.role is Role.ATTACKER)  # the attacker comes first
    effects = tuple(choice for choice in type_.choices if choice != CANCEL) if len(exchange) < most else ()
    return (*effects, *cancel)


def check_choice(data: MarneData, state: State, marker: str, choice: str) -> None:
    """Check whether a side can choose this effect now. Raises ``NotNow`` otherwise."""
    if choice not in choices(data, state, marker):
        if choice == CANCEL:
            raise NotNow("The other side has not just played a Heroic Assault or Heroic Defense to cancel.")
        raise NotNow("Now you can only cancel the marker that the other side has just played.")


def attacker_awaited(state: State, seat: Seat) -> events.EventAwaited:
    """A side has declared a combat: it declares an event or passes first."""
    return events.EventAwaited(combat=combat_now(state).name, awaiting=seat, comes_first=True)


def answer_awaited(state: State, seat: Seat) -> events.EventAwaited:
    """A side has played an event before the dice of a combat: the other side can answer."""
    return events.EventAwaited(combat=combat_now(state).name, awaiting=enemy(side_of(seat)), comes_first=False)


class PlayOwn(MarneCommand):
    """Play a marker from the box before a combat: it ``cancels`` the Heroic Assault or Heroic Defense just played, or
    does what ``note`` says. ``is_heroic`` says that it is a Heroic Assault or Heroic Defense itself, if its name does
    not say so.
    """

    title = "Event played from the box"
    topic = Topic.EVENT
    cancels: bool = False
    name: Annotated[str, Field(max_length=60, title="Which marker?")] = ""
    note: Annotated[str, Field(max_length=150, title="What does it do?")] = ""
    is_heroic: Annotated[bool, Field(title="Heroic Assault or Heroic Defense?")] = False
    hex: Hex = ""

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        check_box(state, seat, cancels=self.cancels)
        if event_due(state) is None:
            state = yield from new_combat(state, side_of(seat), self.hex)
        # a marker from the box that is called, in either language, as those that are printed with such an effect
        alike = (type_ for type_ in data.marker_types if CANCEL in type_.choices)
        heroic = tuple(folded(name) for type_ in alike for name in (type_.name, type_.french))
        declared = Declaration(
            seat=seat,
            choice=CANCEL if self.cancels else "",
            name=self.name.strip(),
            note=self.note.strip(),
            is_heroic=self.cancels
            or self.is_heroic
            or folded(self.name.strip() or self.note.strip()).startswith(heroic),
        )
        state = yield events.OwnPlayed(declaration=declared)
        yield answer_awaited(state, seat)


class ShowHand(MarneCommand):
    """Name the markers that you hold to the side that played Spies, or show them on the table if you name none."""

    title = "Markers shown"
    is_private = True
    markers: Annotated[
        str, Field(max_length=200, title="Your markers", description="Empty: you show them on the table")
    ] = ""

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        asked = state.question
        if not isinstance(asked, events.HandToShow):
            raise NotNow("Nobody asks you to show your markers.")
        if seat != asked.awaiting:
            raise NotYours("The {seat} show their markers.", seat=asked.awaiting)
        yield events.HandShown(seat=seat, to=asked.to, markers=Hidden(self.markers.strip()))


def check_box(state: State, seat: Seat, *, cancels: bool) -> None:
    """Check whether a side can play a marker from the box now. Raises ``NotYours``, ``NotThere`` or ``NotNow``."""
    if seat not in SIDES:
        raise NotYours("The referee holds no event markers. Take a side with `/campaign join`.")
    if seat in state.pools:
        raise NotThere("The bot keeps your markers. Play them with `/event play`.")
    check_nobody_is_asked(state, seat)
    is_asked = event_due(state) is not None
    if state.question and not is_asked:
        raise NotNow("Answer first what you are asked; `/act` lists it.")
    if not is_asked and seat not in attackers_now(state):
        raise NotNow("Before a combat the attacker declares first. Ask with the button or `/act`.")
    if cancels and not can_cancel(state):
        raise NotNow("The other side has not just played a Heroic Assault or Heroic Defense to cancel.")


def can_cancel(state: State) -> bool:
    """Return whether a Heroic Assault or Heroic Defense has just been played, and can be cancelled."""
    return event_due(state) is not None and state.combat is not None and state.combat.to_cancel is not None


def _box_offers(_data: MarneData, state: State, seat: Seat) -> Iterator[Offer]:
    """Yield a marker from the box, for a side whose markers the bot does not keep."""
    if isinstance(state.question, events.HandToShow) and seat == state.question.awaiting:
        yield Offer(ShowHand(), "Show my markers", version=state.questions, inputs=("markers",))
    due = event_due(state)
    if seat not in SIDES or seat in state.pools or (state.waiting and due is None):
        return
    is_asked = due is not None and due.awaiting == seat
    if is_asked and can_cancel(state):
        cancel = PlayOwn(cancels=True)
        yield Offer(cancel, "Cancel it from the box", version=state.clock, inputs=("name",))
    if is_asked or (due is None and seat in attackers_now(state)):
        inputs = ("name", "note", "is_heroic") if is_asked else ("name", "note", "is_heroic", "hex")
        # whoever is not asked has it in the form of the combat
        yield Offer(PlayOwn(), "Play a marker from the box", version=state.clock, inputs=inputs, minor=not is_asked)


def rolling(data: MarneData, state: State, seat: Seat) -> Iterator[Offer]:
    """Yield the roll of the dice that are due."""
    if state.combat is not None and state.combat.awaits_dice and not state.waiting and seat in SIDES:
        dice = data.combat.dice
        yield Offer(RollCombat(), line("Roll {dice}", dice=dice), version=state.combats, dice=dice)


EFFECTS: Effects = {Effect.EXCHANGE: lambda event: answer_awaited(event.state, event.seat)}
"""Heroic Assault or Heroic Defense is played: the other side can answer."""


def _combat_offers(data: MarneData, state: State, seat: Seat) -> Iterator[Offer]:
    """Passing, and asking the attacker to declare. ``playing`` offers combats and the events themselves."""
    due = event_due(state)
    if due is not None and due.awaiting == seat:
        yield Offer(command=Pass(), label="No event", version=state.questions)
    if state.waiting or not isinstance(seat, SideSeat):
        return
    attacker, is_sealed = enemy(seat), data.is_ruled(CombatEvents.SEALED)
    if attacker in attackers_now(state):
        label = line("Ask the {attacker} to declare", attacker=attacker)
        yield Offer(AskToDeclare(), label, version=state.clock, inputs=("hex",), minor=is_sealed)
    if state.counterattack:
        yield Offer(command=EndCounterattack(), label="The counterattack is over", version=state.clock)


def offers(data: MarneData, state: State, seat: Seat) -> Iterator[Offer]:
    """Yield what a side can declare in a combat, and its markers from the box."""
    yield from _combat_offers(data, state, seat)
    yield from _box_offers(data, state, seat)
