"""What a campaign's story tells of this game: combats and offensives, markers held and played, points and morale."""

from collections.abc import Iterator
from math import ceil, floor

from rules.command import Event, Topic
from rules.games.marne_1918.americans import leave
from rules.games.marne_1918.data import MarkerType, MarneData, Role
from rules.games.marne_1918.log_events.americans import ExitRolled, MoraleRose
from rules.games.marne_1918.log_events.board import CAUSES, OffensiveDeclared, PointsChanged, PointsEntered
from rules.games.marne_1918.log_events.playing import Played
from rules.games.marne_1918.log_events.reactions import CombatDeclared
from rules.games.marne_1918.phases import GERMANS
from rules.games.marne_1918.state import State
from rules.games.marne_1918.wording import shown
from rules.line import Line, line
from rules.pool import Zone
from rules.seat import SideSeat
from rules.secrets import Hidden, quote
from rules.story import Beat, Chance, Decision, Gain, Holding, Spent, average

ATTACK = 2
"""So much an attack weighs beside an offensive, which only begins with what its attacks will meet."""


def holdings(data: MarneData, state: State, seat: SideSeat) -> Iterator[Holding]:
    """The markers in a side's hand, those about combat by which an attack can be answered. Who played Spies this turn
    has seen them.
    """
    pool = state.pools.get(seat)
    spies = frozenset(spy for spy, seen in state.spied.items() if spy != seat and seen.turn == state.turn)
    for marker in pool.at(Zone.HAND) if pool is not None else ():
        about = Topic.COMBAT if answers_attacks(data.type_of(marker.id)) else None
        yield Holding(Hidden(Line(data.name(marker.id))), marker.id, about, known_to=spies)


def answers_attacks(type_: MarkerType) -> bool:
    """Whether the side that is attacked can play such an event in the combat, or after it."""
    return type_.in_combat is not None and type_.role is not Role.ATTACKER


def story(data: MarneData, state: State, event: Event) -> Iterator[Beat]:
    """What an event adds to the story."""
    match event:
        case CombatDeclared():
            yield Decision(event.attacker, _attack(event), Topic.COMBAT, weighs=ATTACK)
        case OffensiveDeclared(seat=seat) if seat == GERMANS:
            yield Decision(seat, line("The Germans began an offensive"), Topic.COMBAT)
        case Played():
            yield from _played(data, event)
        case PointsChanged():
            cause = quote(event.hex) if event.hex else line(CAUSES[event.reason])
            yield Gain(line("German victory points"), event.by, cause)
        case PointsEntered(old=int() as old):
            yield Gain(line("German victory points"), event.total - old, line("counted again"))
        case MoraleRose():
            yield Gain(line("American morale"), event.total - state.morale, shown(data, event.marker))
        case ExitRolled():
            yield from _exit(data, event)


def _attack(event: CombatDeclared) -> Line:
    if event.combat.hex:
        return line("The {seat} attacked {hex}", seat=event.attacker, hex=quote(event.combat.hex))
    return line("The {seat} attacked ({combat})", seat=event.attacker, combat=event.combat.shown)


def _played(data: MarneData, event: Played) -> Iterator[Beat]:
    """A marker that was played, of its side's own will or not."""
    if not event.must:
        yield Decision(
            event.seat, line("The {seat} played {marker}", seat=event.seat, marker=shown(data, event.marker))
        )
    yield Spent(event.seat, event.marker)


def _exit(data: MarneData, event: ExitRolled) -> Iterator[Chance]:
    """A die by which the Americans left, or stayed, where an average one keeps them, or does not."""
    usual = {leave(data, die, event.modifier) for die in (floor(average(event.roll)), ceil(average(event.roll)))}
    if event.leave not in usual:
        left, stayed = line("they left"), line("they stayed")
        result, other = (left, stayed) if event.leave else (stayed, left)
        yield Chance(event.roll, line("Americans"), result, other)
