"""Research records: assigning points, moving a doubling's surplus, writing down what the record sheet says."""

from collections.abc import Generator

from rules.errors import NotNow, NotThere, NotYours
from rules.games.gathering_storm.commands import Assign, Reassign, Record
from rules.games.gathering_storm.data import StormData
from rules.games.gathering_storm.effects.research import ATOMIC
from rules.games.gathering_storm.events import Assigned, Reassigned, Recorded, ResultRevealed, StormEvent
from rules.games.gathering_storm.powers import POWERS, belongs_to
from rules.games.gathering_storm.printed import Project
from rules.games.gathering_storm.state import State
from rules.seat import Seat
from rules.secrets import Hidden

Steps = Generator[StormEvent, State, State]
SURPLUS_IN_ATOMIC = "atomic_surplus"


def own_project(data: StormData, seat: Seat, power: Seat, name: str) -> Project:
    """A project of the power whose player asks. Raises ``NotYours`` or ``NotThere``."""
    if seat not in POWERS or power != seat:
        raise NotYours("Each power writes down its own side's research.")
    project = data.project(name)
    if not belongs_to(project.owner, power):
        raise NotYours("That project is not your side's.")
    return project


def assign(data: StormData, state: State, seat: Seat, command: Assign) -> Steps:
    """Assign points of this turn to a project."""
    project = own_project(data, seat, command.power, command.project)
    if data.phase(state).name != data.phases.research:
        raise NotNow(f"Research points are assigned in the phase “{data.phases.research}”.")
    if data.category(project) == ATOMIC and not state.world.is_atomic_permitted:
        raise NotNow("Atomic research is not permitted before an event permits it.")
    check_room(data, state, project, command.points)
    return (yield Assigned(power=seat, project=Hidden(project.key), points=Hidden(command.points)))


def reassign(data: StormData, state: State, seat: Seat, command: Reassign) -> Steps:
    """Doubling: points that the doubled project could not take go to another of the same category."""
    source = own_project(data, seat, command.power, command.source)
    project = own_project(data, seat, command.power, command.project)
    if state.phase > data.phase_index(data.phases.research):
        raise NotNow("The surplus of a doubling lapsed with the research phase.")
    surplus = data.progress(state, source.key).surplus
    if command.points > surplus:
        raise NotNow(f"{source.key} has a surplus of {surplus}, not of {command.points}.")
    if project.key == source.key:
        raise NotThere("A surplus goes to another project.")
    ruling = check_category(data, state, source, project)
    check_room(data, state, project, command.points)
    facts = {"source": Hidden(source.key), "project": Hidden(project.key), "points": Hidden(command.points)}
    return (yield Reassigned(power=seat, ruling=ruling, **facts))


def check_category(data: StormData, state: State, source: Project, project: Project) -> str | None:
    """A surplus stays in its category (and with its owners: an ally's own project is not theirs); into atomic research
    a ruling lets it. Names the ruling that decided, if one did."""
    if data.category(project) == ATOMIC:
        if data.ruling(SURPLUS_IN_ATOMIC) == "no" and not state.world.is_atomic_permitted:
            raise NotNow("By ruling, a surplus goes into atomic research only once that is permitted.")
        return SURPLUS_IN_ATOMIC
    if data.category(project) != data.category(source):
        raise NotThere(f"A surplus of {source.key} goes to another {data.category(source)} project.")
    return project.category_by or source.category_by


def check_room(data: StormData, state: State, project: Project, points: int) -> None:
    """Raises ``NotNow`` when the points would take a project past its last step."""
    room = data.progress(state, project.key).room(points)
    if room < points:
        raise NotNow(f"{project.key} has room for {room} more, not for {points}.")


def record(data: StormData, state: State, seat: Seat, command: Record) -> Steps:
    """Write down what the research record sheet says of a project."""
    project = own_project(data, seat, command.power, command.project)
    was = data.progress(state, project.key)
    before = was.before if command.steps is None else command.steps
    results = was.results if command.results is None else command.results
    maximum = was.maximum if command.maximum is None else command.maximum
    if project.maximum is not None and maximum != project.maximum:
        raise NotNow(f"{project.key} ends with step {project.maximum}, as printed.")
    if maximum is not None and before + was.now > maximum:
        raise NotNow(f"{project.key} goes no further than step {maximum}.")
    if command.revealed and not results:
        raise NotNow("There is no result to reveal.")
    facts = {
        "project": Hidden(project.key),
        "before": Hidden(before),
        "now": Hidden(was.now),
        "results": Hidden(results),
        "maximum": Hidden(maximum),
    }
    state = yield Recorded(power=seat, **facts)
    if command.revealed and not was.is_revealed:
        state = yield ResultRevealed(project=project.key)
    return state
