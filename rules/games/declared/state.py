"""Where everything of a group's own game lies, and what play waits for."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from enum import StrEnum

from rules.frozen import Frozen
from rules.games.declared.data import TURN, DeclaredData, asked
from rules.games.declared.language import YES, When
from rules.kit.facts import Value
from rules.printed.table import Band
from rules.seat import Seat, SideSeat


class Zone(StrEnum):
    """Where a thing lies."""

    LATER = "not in play yet"
    PILE = "in the pile"
    HAND = "in hand"
    TABLE = "on the table"
    DOWN = "face down on the table"
    DISCARD = "discarded"
    OUT = "out of the game"


OPEN = (Zone.TABLE, Zone.DISCARD, Zone.OUT)
"""Where everybody sees what a thing is."""


class Lie(Frozen):
    """Where a thing lies; in a hand or face down, whose it is."""

    zone: Zone
    seat: SideSeat | None = None


class Deed(Frozen):
    """An action: whose, at which of its steps, and what was answered so far, by question."""

    seat: SideSeat
    action: str
    at: int = 0
    answers: Mapping[str, str] = {}


class State(Frozen):
    """The state of a campaign. ``lies`` has what does not lie in its pile, ``top`` what is known to lie on one, from
    the top down. ``unsorted`` are the sides that must say what stays of which piles. ``used`` counts the actions and
    draws of this turn, ``steps`` the phases of the game. A ``deed`` waits for an answer.
    """

    turn: int = 1
    phase: int = 0
    steps: int = 0
    facts: Mapping[str, Value] = {}
    lies: Mapping[str, Lie] = {}
    top: Mapping[str, tuple[str, ...]] = {}
    unsorted: Mapping[SideSeat, tuple[str, ...]] = {}
    used: Mapping[str, int] = {}
    deed: Deed | None = None
    over: bool = False

    def zone(self, id_: str) -> Zone:
        """Return where a thing lies."""
        return self.lies[id_].zone if id_ in self.lies else Zone.PILE

    def at(self, zone: Zone, seat: Seat | None = None) -> tuple[str, ...]:
        """Return the things in a zone, of one seat where one is given."""
        return tuple(id_ for id_, lie in self.lies.items() if lie.zone is zone and seat in (None, lie.seat))

    def held(self, seat: Seat) -> tuple[str, ...]:
        """Return what a side has that the others do not see: in its hand, and face down."""
        return (*self.at(Zone.HAND, seat), *self.at(Zone.DOWN, seat))

    def moved(self, ids: Collection[str], zone: Zone, seat: SideSeat | None = None) -> "State":
        """Return the state with some things elsewhere."""
        lies = {id_: lie for id_, lie in self.lies.items() if id_ not in ids}
        top = {pile: tuple(each for each in known if each not in ids) for pile, known in self.top.items()}
        there = {} if zone is Zone.PILE else dict.fromkeys(ids, Lie(zone=zone, seat=seat))
        return self.replace(lies=lies | there, top=top)

    def drawn(self, seat: Seat, pile: str) -> int:
        """Return how often a side has drawn from a pile this turn."""
        return self.used.get(f"{seat}; {pile}", 0)

    def using(self, what: str) -> "State":
        """Return the state in which something was done once more this turn."""
        return self.replace(used={**self.used, what: self.used.get(what, 0) + 1})


def begun(data: DeclaredData) -> State:
    """Return the state in which a campaign is founded."""
    now = {*entered(data, State(), data.pieces)}
    state = State().moved([id_ for id_ in data.pieces if id_ not in now], Zone.LATER)
    return state.replace(phase=first_phase(data, state))


def first_phase(data: DeclaredData, state: State) -> int:
    """Return the place of the first phase of a turn that does not fall out."""
    found = known(data, state)
    return next((place for place, each in enumerate(data.phases) if hold(each.when, found)), 0)


def entered(data: DeclaredData, state: State, ids: Collection[str]) -> tuple[str, ...]:
    """Return those of some things whose time to enter has come."""
    found = known(data, state)
    return tuple(id_ for id_ in ids if hold(data.pieces[id_][2], found))


def later(data: DeclaredData, state: State) -> list[str]:
    """Return what lies in a pile whose turn to enter is still to come."""
    turns = {id_: when[TURN] for id_, (_, _, when) in data.pieces.items() if TURN in when and id_ not in state.lies}
    return [id_ for id_, turn in turns.items() if not hold({TURN: turn}, {TURN: state.turn})]


def in_pile(data: DeclaredData, state: State, pile: str) -> tuple[str, ...]:
    """Return what lies in a pile, in the order of the file."""
    return tuple(id_ for id_, (key, _, _) in data.pieces.items() if key == pile and id_ not in state.lies)


def known(
    data: DeclaredData, state: State, seat: SideSeat | None = None, answers: Mapping[str, str] = {}
) -> Mapping[str, int]:
    """Return what conditions ask about: the turn, facts by name as far as a side reads them, and answers. A word is
    asked for by ``Weather is Rain``, and met where that is there.
    """
    found = defaultdict[str, int](bool, {TURN: state.turn})
    says = {key: each[0].value(state) for key, each in data.facts.items() if data.secret_of(key) in (None, seat)}
    own = {key.removeprefix(f"{seat}: "): value for key, value in says.items()}
    for name, value in {**says, **own, **answers}.items():
        if isinstance(value, int):
            found[name] = value
        elif isinstance(value, str) and value.removeprefix("-").isdecimal():
            found[name] = int(value)
        elif isinstance(value, str):
            found[name] = value == YES
            found[f"{name} is {value}"] = True
        elif isinstance(value, tuple):
            found[name] = len(value)
    return found


def hold(when: When, found: Mapping[str, int]) -> bool:
    """Return whether all conditions are met."""
    return all(found[name] in Band.read(band) for name, band in map(asked, when.items()))
