"""Each command to its procedure."""

from rules.dice import Dice
from rules.games.marne_1918 import exchange, hand, playing, walk
from rules.games.marne_1918.commands import (
    AskToDeclare,
    DeclareOffensive,
    Deploy,
    Draw,
    Keep,
    MarneCommand,
    NextPhase,
    NextTurn,
    Pass,
    PlaceShakeup,
    Play,
    Remove,
    ReportAttacks,
    ResolveFlight,
    Return,
    SetPoints,
    TakeHex,
)
from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.hand import Steps
from rules.games.marne_1918.state import State
from rules.seat import Seat


def decide(data: MarneData, state: State, seat: Seat, command: MarneCommand, dice: Dice) -> Steps:
    """Do what a seat asks for."""
    match command:
        case Draw(side=side):
            return hand.draw(data, state, seat, side, dice)
        case Keep(marker=marker):
            return hand.keep(data, state, seat, marker)
        case Return(marker=marker):
            return hand.return_(data, state, seat, marker)
        case Remove(marker=marker):
            return hand.remove(data, state, seat, marker)
        case Play():
            return playing.play(data, state, seat, command)
        case AskToDeclare():
            return exchange.ask_to_declare(data, state, seat)
        case Pass():
            return exchange.pass_(data, state, seat)
        case ResolveFlight():
            return walk.resolve_flight(data, state, command)
        case PlaceShakeup(hq=hq):
            return walk.place_shakeup(state, seat, hq)
        case Deploy(come=come):
            return walk.deploy(state, seat, come)
        case ReportAttacks():
            return walk.report_attacks(state, command)
        case DeclareOffensive():
            return walk.declare_offensive(state, seat)
        case TakeHex():
            return walk.take_hex(data, state, command)
        case SetPoints(vp=vp):
            return walk.set_points(vp)
        case NextPhase(to=to):
            return walk.next_phase(data, state, to, dice)
        case NextTurn():
            return walk.next_turn(data, state, dice)
