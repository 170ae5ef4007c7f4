"""From phase to phase and turn to turn: what is due happens by itself, and play stops where a side must answer.
A scenario begins with a later turn.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Part, Procedure
from rules.dice import Dice
from rules.errors import NotNow, NotThere
from rules.games.marne_1918 import forces
from rules.games.marne_1918.board import ObjectivesAsked
from rules.games.marne_1918.data import Entered, MarneData, counted
from rules.games.marne_1918.doctrine import evolving
from rules.games.marne_1918.hand import leave
from rules.games.marne_1918.log_events.forces import AttacksAsked
from rules.games.marne_1918.phases import COMBAT, Moment
from rules.games.marne_1918.playing import occurs, possible
from rules.games.marne_1918.points import checked
from rules.games.marne_1918.rulings import CombatEvents, MustOccur
from rules.games.marne_1918.state import MarneCorrection, MarneEvent, State, due
from rules.kit import sequence as going_on
from rules.kit.sequence import Steps
from rules.line import Listed
from rules.notice import Notice, tell_all, tell_board, tell_next, tell_rule, tell_title
from rules.seat import Seat
from rules.secrets import Shown, Tally, folded

FRESH = [*State.model_fields][[*State.model_fields].index("drawn") :]
"""What belongs to one turn and starts afresh with the next."""


class ScenarioChosen(MarneEvent):
    """The campaign begins on another turn: what was due until then has ``entered``. ``points`` are those entered."""

    name: str
    turn: int
    entered: tuple[str, ...]
    points: int | None = None

    def apply(self, data: MarneData, state: State) -> State:
        pools = {seat: pool.enter(self.entered) for seat, pool in state.pools.items()}
        points = state.victory_points if self.points is None else self.points
        return state.replace(turn=self.turn, pools=pools, victory_points=points, phases=state.phases + 1)

    def tell(self, data: MarneData) -> Iterator[Notice]:
        day = data.calendar.day(self.turn)
        yield tell_all("**{name}**: play begins on turn {turn}, {day}.", name=Shown(self.name), turn=self.turn, day=day)
        if self.points is None:
            yield tell_all("The German victory points are not entered yet.")
        else:
            yield tell_all("German victory points: **{points}**.", points=self.points)
        if self.entered:
            entered = counted(data.name(id_) for id_ in self.entered)
            yield tell_board("Add to the pool: {entered}.", entered=entered)
        yield tell_board("Put the turn marker on turn {turn}.", turn=Tally(str(self.turn)))
        yield tell_rule("All markers due by the first turn are in the pool.")


class GameEnded(MarneEvent):
    """The last turn ended, and the game with it."""

    ends_game = True
    turn: int

    def apply(self, data: MarneData, state: State) -> State:
        return state.replace(over=True, phases=state.phases + 1)

    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("Turn {turn} was the last: the game is over.", turn=self.turn)
        yield tell_all("Enter the German victory points as they stand on the board: they are the final score.")


class PhaseBegan(MarneEvent):
    """A phase began, or was ``passed``. ``possible``: the events that each side could play in it, by what all see."""

    begins_step = True
    now: Moment
    passed: bool = False
    possible: Mapping[Seat, tuple[str, ...]] = {}

    def apply(self, data: MarneData, state: State) -> State:
        is_same = self.now.sequence == state.now.sequence
        captured = state.captured_in_sequence and is_same
        return state.replace(
            now=self.now,
            phases=state.phases + 1,
            captured_in_sequence=captured,
            counterattack=None,
            combat=None,
            interrupted=None,
        )

    def tell(self, data: MarneData) -> Iterator[Notice]:
        if not self.passed:
            yield tell_title("**{phase}** begins", phase=self.now.shown)
            for seat, names in self.possible.items():
                events = Listed(names)
                yield tell_next("If the {seat} hold it, they can play: {events}.", seat=seat, events=events)
            if self.now.phase in COMBAT.values() and data.is_ruled(CombatEvents.SEALED):
                yield tell_next(
                    "The attacker chooses an event with each combat. The defender answers by an order given before."
                )
        if self.now == Moment(sequence=1, phase=data.sequence.operational[data.first_to_move][0]):
            yield data.rulings.first_to_move.tell()


class TurnBegan(MarneEvent):
    """A turn began, and its markers entered the pools."""

    begins_step = True
    turn: int
    entered: tuple[str, ...]

    def apply(self, data: MarneData, state: State) -> State:
        return state.replace(
            **{name: State.model_fields[name].default for name in FRESH},
            turn=self.turn,
            now=Moment(),
            phases=state.phases + 1,
            pools={seat: pool.enter(self.entered) for seat, pool in state.pools.items()},
            retaken_last_turn=state.has_retaken,
        )

    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_title("**Turn {turn}**: {day}", turn=self.turn, day=data.calendar.day(self.turn))
        if self.entered:
            entered = counted(data.name(id_) for id_ in self.entered)
            yield tell_board("Add to the pool: {entered}.", entered=entered)
        yield tell_board("Move the turn marker to turn {turn}.", turn=Tally(str(self.turn)))
        yield tell_rule("Markers enter at the start of their turn, before the draw.")
        entries = [data.type_of(id_).entry for id_ in self.entered]
        for ruling in dict.fromkeys(entry.ruling for entry in entries if entry):
            yield data.rulings[ruling].tell()


class NextPhase(going_on.NextPhase[MarneData, State]):
    """Go on to the next phase, or to a named one of this turn."""

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        check_may_go_on(state)
        target = steps(data, state).called(self.to)
        while state.now != target and not state.waiting:
            state = yield from step(data, state, target)


class NextTurn(going_on.NextTurn[MarneData, State]):
    """Play through the rest of the turn, phase by phase, and begin the next. It stops where a side must answer."""

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        check_may_go_on(state)
        yield from step(data, state)

    @override
    def goes_on(self, begun: State, state: State) -> bool:
        return state.turn == begun.turn and not state.waiting and not state.over


def check_may_go_on(state: State) -> None:
    """Raise ``NotNow`` while a side must answer, or has not completed the Events phase."""
    if state.held_up is not None:
        raise NotNow(state.held_up)


def steps(data: MarneData, state: State) -> Steps[Moment]:
    """Return the phases of this turn, and in which play is, as told: there can be an offensive of which nobody told."""
    has_offensive = state.has_offensive or state.now.sequence > data.sequence.in_a_quiet_turn
    order = data.sequence.moments[data.first_to_move, has_offensive]
    return Steps(state.turn, order, order.index(state.now), data.calendar.last_turn)


def phases(data: MarneData) -> tuple[str, ...]:
    """Return the phases of a turn, in printed order."""
    return (*data.sequence.administrative, *data.sequence.operational[data.first_to_move])


def step(data: MarneData, state: State, target: Moment | None = None) -> Part[State]:
    """Begin the next phase with what is due, or end the turn. Phases before ``target`` are passed through."""
    ahead = steps(data, state).ahead
    if not ahead:
        return (yield from end_turn(data, state))
    moment = ahead[0]
    could = {seat: possible(data, state, seat, moment) for seat in state.pools}
    state = yield PhaseBegan(
        now=moment, passed=moment != target, possible={seat: names for seat, names in could.items() if names}
    )
    state = yield from must_occur(data, state)
    state = yield from forces.supply_begins(state)
    return (yield from forces.movement_begins(data, state))


def must_occur(data: MarneData, state: State) -> Part[State]:
    """@: a marker in hand occurs in its phase, unless it asks its player something (ruling ``must_occur``)."""
    if not data.is_ruled(MustOccur.BY_ITSELF) or state.waiting:
        return state
    for seat, pool in state.pools.items():
        for marker in pool.expiring:
            type_ = data.type_of(marker.id)
            if state.now.phase in (type_.phases or ()) and not type_.asks:
                state = yield from occurs(data, state, seat, marker.id, must=True)
    return state


def end_turn(data: MarneData, state: State) -> Part[State]:
    """The turn ends: reports are asked for, markers leave, the doctrine may evolve; then the next turn, or the end."""
    if state.mangin_turn == state.turn and not state.attacks_reported:
        return (yield AttacksAsked())
    if state.offensives and not state.objectives_asked:
        return (yield ObjectivesAsked(markers=state.offensives))
    state = yield from leave(data, state)
    state = yield from evolving(data, state)
    if state.turn >= data.calendar.last_turn:
        return (yield GameEnded(turn=state.turn))
    entering = tuple(id_ for pool in state.pools.values() for id_ in due(data, pool, state.turn + 1))
    return (yield TurnBegan(turn=state.turn + 1, entered=entering))


class ChooseScenario(MarneCorrection):
    """Begin the campaign with a scenario, before anything else. Leave the points empty to enter them later."""

    stands_alone = False
    settles = True
    title = "Scenario chosen"
    scenario: Annotated[str, Field(max_length=40, title="Which scenario?")] = ""
    points: Annotated[Entered, Field(title="German victory points at the start")] = None

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if not is_before_all(state):
            raise NotNow("A scenario is chosen on turn 1, before anything else.")
        wanted = folded(self.scenario.strip())
        chosen = next((each for each in data.scenarios if folded(each.name) == wanted), None)
        if chosen is None:
            raise NotThere(
                "There is no such scenario. Choose one of: {names}.", names=Listed(each.name for each in data.scenarios)
            )
        points = state.victory_points if self.points is None else checked(data, self.points)
        if state.victory_points not in (None, points):
            raise NotNow("The victory points are entered already. Leave them empty here.")
        entered = tuple(id_ for pool in state.pools.values() for id_ in due(data, pool, chosen.turn))
        yield ScenarioChosen(name=chosen.name, turn=chosen.turn, entered=entered, points=points)


def openings(data: MarneData) -> Mapping[str, ChooseScenario]:
    """Return how each scenario is chosen, by its name."""
    return {each.name: ChooseScenario(scenario=each.name) for each in data.scenarios}


def is_before_all(state: State) -> bool:
    """Return whether nothing has happened in the campaign that a scenario would change."""
    return not state.phases and not state.drawn


def offers(data: MarneData, state: State, _seat: Seat) -> Iterator[Offer]:
    """Yield the choice of a scenario, before anything else; going on to the next phase or turn, which any seat can."""
    if data.scenarios and is_before_all(state):
        names = tuple(each.name for each in data.scenarios)
        yield Offer(
            ChooseScenario(scenario=names[0]),
            "Choose a scenario",
            version=state.phases,
            inputs=("scenario", "points"),
            choices={"scenario": names},
        )
    if state.held_up is not None:
        return
    now = steps(data, state)
    if now.ahead:
        yield Offer(command=NextPhase(), label=now.going_on, version=state.phases)
    yield Offer(command=NextTurn(), label=now.turning, version=state.turn)
