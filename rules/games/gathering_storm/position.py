"""How the game stands on a table, in any turn and phase: tracks, pacts, countries, the cards that are used, and each
power's own events.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Part
from rules.dice import Dice
from rules.errors import NotThere, NotYours
from rules.games.gathering_storm import board_facts as board
from rules.games.gathering_storm.command import PowerName, StormCommand
from rules.games.gathering_storm.deck import PILES, StormData, StormEvent
from rules.games.gathering_storm.numbers import MARK, is_numbered, place_of
from rules.games.gathering_storm.powers import OWNERS, POWERS, RUSSIA
from rules.games.gathering_storm.state import Aggression, Held, State
from rules.kit import position as kit
from rules.kit.facts import LONGEST, Declared, Facts, Flag, Form, Several, Track, Value
from rules.kit.position import PositionTaken, TakePosition, TakesPosition
from rules.line import Line, Listed, line
from rules.notice import Notice, tell_all, tell_seat
from rules.seat import Seat, SideSeat
from rules.secrets import Hidden, Shown, folded, quote

MOST_TURNS = 99
NUMBER = re.compile("0*[1-9][0-9]{0,2}")
AGGRESSION = re.compile(r"([0-9]{1,2}), turn ([0-9]{1,2})(?:, won in turn ([0-9]{1,2}))?")


def in_another_turn(state: State, turn: int) -> State:
    """Return the state in a turn. What belongs to another turn is over; the events face down go back unseen."""
    if turn == state.turn:
        return state
    seen, phase = state.seen - face_down(state), state.phase
    return state.in_turn(turn).replace(seen=seen, phase=phase, has_drawn=phase > 0)


@dataclass(frozen=True, kw_only=True)
class Where(Declared):
    """The phase. The events of a turn are drawn in its first one."""

    words: tuple[str, ...] = ()

    def read(self, data: StormData, typed: str) -> Value:
        names = [phase.name for phase in data.phases.order]
        for place, name in enumerate(names):
            if folded(name) == folded(typed.strip()):
                return place
        raise NotThere("“{label}” is one of these: {names}.", label=self.label, names=Listed(names))

    @override
    def shown(self, value: Value) -> Line | Shown:
        return Shown(self.words[value]) if isinstance(value, int) and self.words else super().shown(value)

    @override
    def put(self, state: Any, value: Any) -> Any:
        return state.replace(phase=value, has_drawn=state.has_drawn or value > 0)


def face_down(state: State) -> frozenset[str]:
    """Return the cards that powers hold face down."""
    return frozenset(place_of(each.card) for cards in state.held.values() for each in cards if not each.is_shown)


@dataclass(frozen=True, kw_only=True)
class Cards(Several):
    """The cards of a pile that are used: by their titles, or the numbers of a printed deck."""

    pile: str
    titles: Mapping[str, str]

    @override
    def read(self, data: Any, typed: str) -> Value:
        return tuple(sorted(self.name(id_) for id_ in self.ids(typed)))

    def ids(self, typed: str) -> tuple[str, ...]:
        """Return the cards that a player typed. Raises ``NotThere`` for what is none."""
        known = {folded(title): id_ for id_, title in self.titles.items()}
        words = [
            each.strip() for each in re.split(r"[;\n]|,(?=\s*[0-9]+\s*(?:,|$))|(?<=[0-9]),", typed) if each.strip()
        ]
        wrong = [each for each in words if folded(each) not in known and not NUMBER.fullmatch(each)]
        if wrong:
            names = Listed([quote(each, 40) for each in wrong])
            raise NotThere("There are no such cards: {names}. Write a semicolon between titles.", names=names)
        return tuple(known.get(folded(each)) or f"{self.pile}{MARK}{int(each)}" for each in words)

    def name(self, id_: str) -> str:
        """Return what a card is called."""
        return place_of(id_).partition(MARK)[2] if is_numbered(id_) else self.titles[id_]

    def has(self, id_: str) -> bool:
        """Return whether a card is of this pile."""
        return place_of(id_).startswith(f"{self.pile}{MARK}") if is_numbered(id_) else id_ in self.titles

    @override
    def value(self, state: Any) -> Value:
        return self.held_out(state)

    def held_out(self, state: State) -> tuple[str, ...]:
        """Return the names of the cards of this pile that everybody knows to be out of it."""
        return tuple(sorted(self.name(id_) for id_ in state.seen - face_down(state) if self.has(id_)))

    @override
    def put(self, state: Any, value: Any) -> Any:
        """A card that lies used is in no hand. A refusal would say in whose it is."""
        told = {*self.ids(";".join(value))}
        out = face_down(state) & told
        held = {of: tuple(each for each in cards if place_of(each.card) not in out) for of, cards in state.held.items()}
        kept = {place_of(each.card) for cards in held.values() for each in cards}
        others = {id_ for id_ in state.seen if not self.has(id_) or id_ in kept}
        return state.replace(seen=frozenset(others | told), held=held)


@dataclass(frozen=True, kw_only=True)
class Begun(Declared):
    """An aggression: its victory points, the turn in which it began, and the one in which it was won."""

    power: SideSeat
    target: str

    def read(self, data: Any, typed: str) -> Value:
        if self.power not in POWERS or not AGGRESSION.fullmatch(typed.strip()):
            raise NotThere("Write its victory points and its turns: 3, turn 4, won in turn 5.")
        return typed.strip()

    @override
    def value(self, state: Any) -> Value:
        found = state.world.aggression(self.target)
        if found is None or found.power != self.power:
            return None
        won = "" if found.conquered is None else f", won in turn {found.conquered}"
        return f"{found.value}, turn {found.turn}{won}"

    @override
    def put(self, state: Any, value: Any) -> Any:
        found = AGGRESSION.fullmatch(str(value))
        assert found is not None, "it was read so"
        points, turn, won = (None if each is None else int(each) for each in found.groups())
        new = Aggression(target=self.target, power=self.power, value=points or 0, turn=turn or 1, conquered=won)
        others = tuple(each for each in state.world.aggressions if each.target != self.target)
        return state.replace(world=state.world.replace(aggressions=(*others, new)))


def aggression(power_and_target: str) -> Begun:
    """Return an aggression, such as ``Germany Poland``."""
    power, _, target = power_and_target.partition(" ")
    label = line("Aggression of {power} against {target}", power=power, target=Shown(target))
    return Begun(f"aggression {power_and_target}", label, power=SideSeat(power), target=target)


TURN = Track("turn", line("Turn"), low=1, high=MOST_TURNS, puts=in_another_turn)
PHASE = Where("phase", line("Phase"))
DRAWN = Flag("drawn", line("Events of this turn drawn"), at=("has_drawn",))


def facts_of(data: StormData) -> Facts:
    """Return all that lies open on the table, in the order in which it is put."""
    phase = Where(PHASE.key, PHASE.label, words=tuple(each.name for each in data.phases.order))
    families = {**board.FACTS.families, "pact": lambda name: board.trade(name.removeprefix("the "))}
    return Facts(
        *(TURN, phase, DRAWN),
        *board.FACTS.single.values(),
        *(used(data, pile) for pile in PILES),
        **families,
        aggression=aggression,
    )


def used(data: StormData, pile: str) -> Cards:
    """Return the cards of a pile that are used."""
    titles = {card.id: str(card.title) for card in data.pile(pile)}
    label = line("Used cards: {pile}", pile=Shown(pile))
    return Cards(f"used {pile}", label, pile=pile, titles=titles, reads=lambda _: ())


def position(data: StormData, state: State) -> Iterator[tuple[Line, Value]]:
    """Yield what lies open on the table, by what players call it."""
    world, facts = state.world, facts_of(data)
    keys = [
        *(f"aggression {each.power} {each.target}" for each in world.aggressions),
        *(f"held {country}" for country in sorted(world.conquered)),
        *(f"flags {country}" for country in sorted(world.flags)),
        *(f"pact {owner} {country}" for owner, country in sorted(world.pacts)),
        *(f"open {country}" for country in sorted(world.open_to_russia)),
        *(f"{what} {country}" for country in sorted(state.civil) for what in ("war", "counters", "events")),
    ]
    for each in facts.single.values():
        if (value := each.value(state)) is not None:
            yield each.label, data.phases.order[state.phase].name if each.key == PHASE.key else value
    for each in map(facts.__getitem__, keys):
        if value := each.value(state):  # what has not happened need not be said of a country
            yield each.label, value


class TableTaken(PositionTaken[StormData, State], StormEvent, named="position_taken"):
    """The game was set to the players' table."""

    @classmethod
    def known(cls, data: StormData) -> Facts:
        return facts_of(data)

    @classmethod
    @override
    def names(cls, data: StormData) -> Mapping[str, Collection[str]]:
        """What is free of diplomacy can be aimed at and held."""
        return {
            **dict.fromkeys(("flags", "open", "counters", "events"), data.countries),
            "war": data.regions.civil_wars,
            "held": data.territories,
            "aggression": [f"{power} {each}" for power in POWERS for each in data.territories],
            "pact": [f"{owner} {each}" for owner in OWNERS for each in (*data.countries, RUSSIA)],
        }

    @override
    def settled(self, data: StormData, state: State) -> State:
        """No counters lie on the board, no card takes effect by itself, and forms of before are stale."""
        return state.replace(counters=(), general="", is_waived=False, plans={}, entries=state.entries + 1)


class HandTaken(StormEvent):
    """A power entered its events as they lie on its table. With them, those of the turn are drawn."""

    power: SideSeat
    cards: Hidden[tuple[str, ...]]

    def apply(self, data: StormData, state: State) -> State:
        shown = tuple(each for each in state.held.get(self.power, ()) if each.is_shown)
        mine = tuple(Held(card=card, is_shown=False) for card in self.cards.value)
        before = {place_of(each.card) for each in state.held.get(self.power, ()) if not each.is_shown}
        seen = (state.seen - before) | {*self.cards.value}
        held = {**state.held, self.power: (*shown, *mine)}
        return state.replace(held=held, seen=seen, has_drawn=state.has_drawn or bool(mine))

    def tell(self, data: StormData) -> Iterator[Notice]:
        yield tell_all("{power} enters its events from its table.", power=self.power)
        for card in self.cards.value:
            title = data.title(card)
            yield tell_seat(self.power, "{power} holds **{card}**.", power=self.power, card=Hidden(title)).of(title)


class BeginHere(
    TakesPosition[StormData, State],
    Form[StormData, State],
    asks=(TURN, PHASE, board.CLIMATE, board.BALANCE, board.PACT),
):
    """Begin in the middle, or go on from there: what matters first."""

    settles = True
    event = TableTaken


class TakeTable(TakePosition[StormData, State], named="take_position"):
    """Set the game to a position."""

    event = TableTaken


class EnterHand(StormCommand):
    """Enter the power's own events as they lie on its table."""

    title = "Events entered"
    is_told = True
    power: PowerName
    cards: Annotated[
        str, Field(max_length=LONGEST, title="Your events face down", description="A semicolon between them")
    ] = ""

    def decide(self, data: StormData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        if seat != self.power:
            raise NotYours("Only {power} enters its events.", power=SideSeat(self.power))
        pile = used(data, self.power)
        cards = tuple(dict.fromkeys(pile.ids(self.cards)))
        if wrong := [quote(pile.name(each), 40) for each in cards if each not in data.ids(state, self.power)]:
            raise NotThere("There are no such cards: {names}. Write a semicolon between titles.", names=Listed(wrong))
        if open_ := {*map(pile.name, cards)} & {*pile.held_out(state)}:
            raise NotThere("These are used already: {names}.", names=Listed(sorted(open_)))
        return (yield HandTaken(power=SideSeat(self.power), cards=Hidden(cards)))


class TableCorrected(kit.ResultCorrected[StormData, State], TableTaken, named="result_corrected"):
    """A result was corrected: the board stands otherwise by that, and forms of before are stale."""

    @override
    def settled(self, data: StormData, state: State) -> State:
        return state.replace(entries=state.entries + 1)


class CorrectResult(kit.CorrectResult[StormData, State]):
    """Correct an earlier result."""

    event = TableCorrected


def tellings(data: StormData, state: State, seat: Seat) -> Iterator[Offer]:
    """Offer to set the game to the table, and a power to enter its events."""
    names = tuple(phase.name for phase in data.phases.order)
    inputs = tuple(each.named for each in BeginHere.asks)
    now = BeginHere.now(state, phase=names[state.phase])
    yield Offer(now, "As it stands on our table…", inputs=inputs, choices={PHASE.named: names})
    if seat in POWERS:
        label = line("Enter the events of {power}…", power=seat)
        yield Offer(EnterHand.model_validate({"power": seat}), label, inputs=("cards",), secret=True)


def offers(data: StormData, state: State, seat: Seat) -> Iterator[Offer]:
    """Offer to begin in the middle of a game, before anything else."""
    if state.turn == 1 and not (state.has_drawn or state.entries):
        yield next(tellings(data, state, seat))
