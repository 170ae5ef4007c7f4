"""Events before the dice of a combat: the attacker declares first, then each side may answer the other's marker."""

from rules.errors import NotNow, NotThere
from rules.games.marne_1918.data import EventType, MarneData
from rules.games.marne_1918.events import Passed, Waited
from rules.games.marne_1918.hand import Steps
from rules.games.marne_1918.phases import ALLIES, COMBAT, GERMANS
from rules.games.marne_1918.state import Exchange, Reaction, State
from rules.seat import Seat

CANCEL = "cancel"


def enemy(seat: Seat) -> Seat:
    """The other side."""
    return GERMANS if seat == ALLIES else ALLIES


def attackers_now(state: State) -> frozenset[Seat]:
    """The sides that attack now: the one whose combat phase it is, and one that makes an Immediate Counterattack."""
    attackers = frozenset(seat for seat, phase in COMBAT.items() if phase is state.now.phase)
    return attackers | {state.counterattack} if state.counterattack else attackers


def going_on(state: State) -> Exchange | None:
    """The exchange that waits for an answer."""
    first = state.waiting[0] if state.waiting else None
    return first if isinstance(first, Exchange) else None


def check_turn(data: MarneData, state: State, seat: Seat, type_: EventType) -> None:
    """Whether a side may play into the exchange now. Raises ``NotNow`` otherwise."""
    del data
    exchange = going_on(state)
    if exchange is None:
        if type_.role == "defender":
            raise NotNow("The attacker declares an event or none first: ask with the button, or `/act`.")
        return
    if exchange.awaiting != seat:
        raise NotNow(f"The {exchange.awaiting} must answer first.")


def choices(data: MarneData, state: State, seat: Seat, marker: str) -> tuple[str, ...]:
    """What a side may choose for its marker now: there is nothing to cancel at first; the defender answers the
    attacker's marker as he likes; after that each can only cancel what the other has just played."""
    exchange = going_on(state)
    played = exchange.reactions if exchange else ()
    all_ = tuple(data.type_of(marker).choices)
    if not played:
        return tuple(choice for choice in all_ if choice != CANCEL)
    return all_ if len(played) == 1 and exchange and seat != exchange.attacker else (CANCEL,)


def check_choice(data: MarneData, state: State, seat: Seat, marker: str, choice: str) -> None:
    """Whether the choice is open now. Raises ``NotNow`` otherwise."""
    allowed = choices(data, state, seat, marker)
    if choice not in allowed:
        if choice == CANCEL:
            raise NotNow("There is no marker of the other side to undo.")
        raise NotNow("Now it can only undo what the other side has just played.")


def after(data: MarneData, state: State, seat: Seat, marker: str, choice: str) -> Exchange:
    """The exchange after a side played into it: the other side may answer."""
    del data
    exchange = going_on(state) or Exchange(attacker=seat, awaiting=seat)
    reaction = Reaction(seat=seat, marker=marker, choice=choice)
    return exchange.replace(reactions=(*exchange.reactions, reaction), awaiting=enemy(seat))


def ask_to_declare(data: MarneData, state: State, seat: Seat) -> Steps:
    """The defender asks the attacker to declare an event or none."""
    del data
    attacker = enemy(seat)
    if attacker not in attackers_now(state):
        raise NotNow(f"Only the defender asks that, in a combat phase; it is now {state.now}.")
    if state.waiting:
        raise NotNow(f"The {state.waiting[0].awaiting} must answer first.")
    yield Waited(waiting=Exchange(attacker=attacker, awaiting=attacker))


def pass_(data: MarneData, state: State, seat: Seat) -> Steps:
    """A side plays no event: the attacker's first pass gives the word to the defender, any other ends the exchange."""
    del data
    exchange = going_on(state)
    if exchange is None:
        raise NotThere("There is nothing to pass on.")
    if exchange.awaiting != seat:
        raise NotNow(f"The {exchange.awaiting} must answer first.")
    declares_none = seat == exchange.attacker and not exchange.reactions
    yield Passed(seat=seat, waiting=exchange.replace(awaiting=enemy(seat)), done=not declares_none)
