"""From phase to phase and turn to turn: what is due happens by itself, and play stops where a side must answer. Who
can still act before it goes on, by what everybody can see. A scenario begins with a later turn.
"""

from collections.abc import Iterator, Mapping
from typing import Annotated

from pydantic import Field
from typing_extensions import override

from rules.command import GameCommand, Offer, Part, Procedure
from rules.dice import Dice
from rules.errors import NotNow, NotThere
from rules.game import Due, Whose
from rules.games.marne_1918 import forces
from rules.games.marne_1918.board import ObjectivesAsked, can_declare
from rules.games.marne_1918.data import Entered, MarneData, counted
from rules.games.marne_1918.doctrine import FARTHEST, PlaceShakeup, ShakeupToPlace, can_adopt, evolving
from rules.games.marne_1918.forces import Deploy, RollExit
from rules.games.marne_1918.hand import Draw, Return, leave
from rules.games.marne_1918.log_events.forces import AttacksAsked, ExitToRoll, ForceDue
from rules.games.marne_1918.log_events.reactions import HandToShow
from rules.games.marne_1918.phases import ALLIES, COMBAT, GERMANS, SIDES, Moment, Phase
from rules.games.marne_1918.playing import occurs, possible
from rules.games.marne_1918.points import checked
from rules.games.marne_1918.reactions import Pass, ShowHand
from rules.games.marne_1918.rulings import CombatEvents, MustOccur
from rules.games.marne_1918.state import EventDue, MarneCorrection, MarneEvent, State, entering
from rules.kit import sequence as going_on
from rules.kit.sequence import InSteps, Steps
from rules.line import Line, Listed, line
from rules.notice import Notice, tell_all, tell_board, tell_next, tell_rule, tell_title
from rules.seat import Seat, SideSeat
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
    entered = tuple(id_ for pool in state.pools.values() for id_ in entering(data, pool, state.turn + 1))
    return (yield TurnBegan(turn=state.turn + 1, entered=entered))


class ChooseScenario(MarneCorrection):
    """Begin the campaign with a scenario, before anything else. Leave the points empty to enter them later."""

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
        entered = tuple(id_ for pool in state.pools.values() for id_ in entering(data, pool, chosen.turn))
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


AnyCommand = GameCommand[MarneData, State]


def due(data: MarneData, state: State) -> dict[Seat, Due]:
    """Return what each side must do now: answer a question, draw, decide what to keep, or play on the map."""
    asked = state.question
    if asked is not None:
        return {asked.awaiting: Due(asked.ask, f"question {asked.number}")}
    if state.over:
        return {}
    return _undrawn(state) or _on_map(data, state)


def _undrawn(state: State) -> dict[Seat, Due]:
    """In the Events phase, the sides that have not drawn, or not decided what they keep."""
    if state.now.phase is not Phase.EVENTS:
        return {}
    key = f"events {state.turn}"
    draw, keep = Due(line("Draw your events."), key), Due(line("Choose which markers stay."), key, in_hand=True)
    waiting = {seat: draw for seat in state.pools if seat not in state.drawn}
    return waiting | {seat: keep for seat, pool in state.pools.items() if seat in state.drawn and pool.undecided}


def _on_map(data: MarneData, state: State) -> dict[Seat, Due]:
    """Return what is played on the map: by the side whose phase it is, or by either for both."""
    phase, now, key = state.now.phase, steps(data, state), f"phase {state.phases}"
    side = data.sequence.side.get(phase)
    if phase is Phase.EVENTS:
        return dict.fromkeys(SIDES, Due(line("Go on with **{button}**.", button=now.going_on), key, Whose.ANY))
    to_do = Line(data.sequence.to_do[phase])
    if phase in COMBAT.values() and data.is_ruled(CombatEvents.SEALED):
        to_do = line("Declare each combat, then fight it.")
    if state.combat is not None and state.combat.awaits_dice:
        to_do = line("Roll the dice of {combat}.", combat=state.combat.name.shown)
    if state.counterattack is not None:
        over = Line("The counterattack is over")
        return {state.counterattack: Due(to_do, f"{key} counterattack", Whose.OWN, over)}
    # nobody is called to a phase of their own in which they cannot act
    if side is not None and side not in _acts(data, state, state.now):
        return dict.fromkeys(SIDES, Due(to_do, key, Whose.ANY))
    return now.due(key, [side], to_do) if side is not None else now.due(key, SIDES, to_do, Whose.ANY)


def done(data: MarneData, state: State, seat: Seat, command: AnyCommand) -> Line | None:
    """Return how the Germans say that a phase or turn can end in which they could declare an offensive."""
    if seat != GERMANS or not can_declare(state):
        return None
    own = [each for each in steps(data, state).ended(command) if GERMANS in _acts(data, state, each)]
    if Phase.OFFENSIVES not in {each.phase for each in own}:
        return None
    return line("No offensive") if len(own) == 1 else line("Done, no offensive")


def default(_data: MarneData, state: State, seat: Seat) -> AnyCommand | None:
    """Return what is done openly for an absent side: what changes least, so it returns what it draws."""
    question = state.question
    if question is None and seat in _undrawn(state):
        return Draw(side=seat) if seat not in state.drawn else Return()
    if question is None or question.awaiting != seat:
        return None
    match question:
        case EventDue():
            return Pass()
        case ShakeupToPlace():
            return PlaceShakeup(hq=FARTHEST)
        case HandToShow():
            return ShowHand()
        case ForceDue():
            return Deploy(come=False)
        case ExitToRoll(told=told):
            return RollExit(captured=told)
    return None


def _acts(data: MarneData, state: State, moment: Moment) -> Iterator[Seat]:
    """Yield the sides that could still act in a phase: in their own movement and combat, with a marker that they may
    hold, by declaring an offensive, by adopting a doctrine.
    """
    if moment.sequence:
        yield data.sequence.side[moment.phase]
    if moment.phase is Phase.OFFENSIVES and state.german_offensive != state.turn:
        yield GERMANS
    if moment.phase is Phase.DOCTRINE and can_adopt(data, state):
        yield ALLIES
    yield from (seat for seat in state.pools if possible(data, state, seat, moment))


SEQUENCE = InSteps(
    steps=steps,
    can_end=lambda _, state: not state.over and state.held_up is None,
    acts=_acts,
    next_phase=NextPhase,
    next_turn=NextTurn,
)


def lost(data: MarneData, state: State, seat: SideSeat, command: AnyCommand) -> Iterator[Line]:
    """Yield what a side can do in what a command ends and not after: the attacker's dice, its @ markers, a doctrine."""
    combat, has_hex = state.combat, state.captured_in_sequence or state.has_retaken  # so it was fought at the table
    if combat and combat.awaits_dice and seat == combat.attacker and not has_hex:
        yield line("The dice of {combat} are not rolled.", combat=combat.name.shown)
    now = steps(data, state)
    over = now.ended(command)
    left = now.order[now.at + len(over) :]
    could, can = ({name for each in moments for name in possible(data, state, seat, each)} for moments in (over, left))
    pool = state.pools.get(seat)
    for name in dict.fromkeys(data.name(marker.id) for marker in pool.expiring) if pool is not None else ():
        if name in could - can:
            yield line("You hold **{marker}**, and it returns to the pool.", marker=Shown(name))
    if seat == ALLIES and any(moment.phase is Phase.DOCTRINE for moment in over[1:]) and can_adopt(data, state):
        yield line("You could adopt the Evolving Doctrine.")
