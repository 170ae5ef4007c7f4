"""The research record sheet of a power, as its own players read it: every project with all that is known of it."""

from collections.abc import Iterator

from rules.games.gathering_storm.data import Project
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.state import Progress, SheetLine, State
from rules.line import Line, Listed, line
from rules.notice import Secret, tell_seat
from rules.seat import SideSeat
from rules.secrets import Hidden, Shown


def kept(data: StormData, state: State, power: SideSeat) -> Iterator[tuple[Project, Progress]]:
    """The projects of a power's side of which something stands on the sheet, in the order of the sheet."""
    for project in data.projects_of[power]:
        progress = data.progress(state, project.key)
        if progress.steps or progress.results or progress.surplus:
            yield project, progress


def row(data: StormData, state: State, power: SideSeat, project: Project, progress: Progress) -> Secret:
    """A project on the sheet."""
    printed = data.printed(state, project.key)
    level, facts = Hidden(progress.levels), Hidden(Listed(_facts(data, printed, progress)))
    return tell_seat(power, "{project}: level {level}, {facts}.", project=Hidden(project.key), level=level, facts=facts)


def _facts(data: StormData, printed: SheetLine, each: Progress) -> Iterator[Line]:
    """Its steps, what this turn and events gave of them, its results, and what can still be moved."""
    if each.maximum is None:
        yield line("{steps} {steps:step|steps}", steps=each.steps)
    else:
        yield line("{steps} of {maximum} steps", steps=each.steps, maximum=each.maximum)
    yield from details_of(data, printed, each)


def details_of(data: StormData, printed: SheetLine, each: Progress) -> Iterator[Line]:
    """What this turn and events gave of its steps, its results, and what can still be moved."""
    if assigned := each.now - each.advanced:
        yield line("{count} assigned this turn", count=assigned)
    if each.advanced:
        yield line("{count} from an event this turn", count=each.advanced)
    if each.doubled:
        yield line("{count} from doubling this turn", count=each.doubled)
    if given := each.gifts - each.doubled:
        yield line("{count} from events of earlier turns", count=given)
    if each.results:
        yield line("{count} {count:result|results}", count=each.results)
    reached = printed.reached(each.steps)
    if (due := reached - each.results) > 0:
        yield line("{count} {count:result|results} to record", count=due)
    if ahead := printed.results[reached:]:
        yield line("the next result at step {step}", step=ahead[0])
    if each.is_revealed:
        yield Line("shown to all")
    if each.surplus:
        until = Shown(data.rulings.surplus_until.words)
        yield line("a surplus of {surplus} to move until {until}", surplus=each.surplus, until=until)
