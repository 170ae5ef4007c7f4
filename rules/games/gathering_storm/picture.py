"""The pictures of a campaign: the ledger by power, with the causes, and the research record sheet for its side."""

from collections.abc import Sequence

from rules.games.gathering_storm.context import Account
from rules.games.gathering_storm.data import CATEGORIES, Project
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.ledger import (
    OF_POWERS,
    Contribution,
    base_of,
    contributions,
    eai,
    floor_of,
    given_to,
    total,
)
from rules.games.gathering_storm.powers import ALLIANCE, ALLIES, AXIS, POWERS, alliance_of
from rules.games.gathering_storm.sheet import details_of, kept
from rules.games.gathering_storm.state import Progress, SheetLine, State
from rules.line import Line, Listed, line
from rules.picture import Bar, Bars, Facts, Label, Mark, Picture, PrivatePicture, label, picture
from rules.seat import SideSeat
from rules.secrets import Shown, plain

MARKS = {AXIS: Mark.SQUARE, ALLIES: Mark.CIRCLE}
LONGEST_TITLE = 40
MOST_CAUSES = 3
"""So many causes of one number have room."""


def draw(data: StormData, state: State) -> Picture:
    """What everybody can see of the ledger."""
    given = [each for each in contributions(data, state) if each.change.amount or each.change.draws_none]
    phase = Shown(data.phase(state).name)
    title = label("Gathering Storm, turn {turn}, {phase}", turn=state.turn, phase=phase)
    index = Facts((label("European Aggression Index: {eai:+}", eai=eai(data, state)),))
    accounts = [_bars(data, state, given, account) for account in OF_POWERS]
    parts = [each for each in accounts if each.bars]
    empty = None if parts else Facts((label("No total of a power was entered or changed yet."),))
    return picture(title, index, *parts, empty)


def draw_sheet(data: StormData, state: State, powers: tuple[SideSeat, ...]) -> PrivatePicture | None:
    """The research record sheet of some powers, by category; without its details where their words have no room."""
    rows = {project.key: (project, progress) for power in powers for project, progress in kept(data, state, power)}
    rings = _rings(state, powers)
    if not rows and rings is None:
        return None
    in_order = sorted(rows.values(), key=lambda row: CATEGORIES.index(data.category(row[0])))
    names = [project.name for project, _ in in_order]
    title = label("Research record sheet of {powers}, turn {turn}", powers=Listed(powers), turn=state.turn)
    for has_details in (True, False):
        bars = (
            _steps(
                data,
                data.printed(state, project.key),
                project,
                progress,
                is_single=names.count(project.name) == 1,
                has_details=has_details,
            )
            for project, progress in in_order
        )
        drawn = picture(title, Bars(label("Steps of each project"), tuple(bars)) if rows else None, rings)
        if len(drawn.parts) == bool(rows) + bool(rings):
            break
    return PrivatePicture(powers, drawn)


def _rings(state: State, powers: tuple[SideSeat, ...]) -> Facts | None:
    """The spy rings of the sides of some powers."""
    sides = {alliance_of(power): state.rings_of(power) for power in powers}
    each = [line("{place} {count}", place=place, count=count) for of in sides.values() for place, count in of.items()]
    return Facts((label("Spy rings: {rings}", rings=Listed(each)),)) if each else None


def _steps(
    data: StormData, printed: SheetLine, project: Project, progress: Progress, *, is_single: bool, has_details: bool
) -> Bar:
    """A project on its sheet: its steps, of how many, and what is known besides; whose it is where two have it."""
    name = Shown(project.name if is_single else project.key)
    of = "" if progress.maximum is None else f"/{progress.maximum}"
    known = (line("level {level}", level=progress.levels), *details_of(data, printed, progress)) if has_details else ()
    note = line("{details}", details=Listed((Shown(data.category(project)), *known)))
    return Bar(name, progress.steps, Shown(f"{progress.steps}{of}"), note, _mark(project.owner))


def _mark(owner: str) -> Mark:
    """The mark of an owner, a power or an alliance."""
    return MARKS.get(ALLIANCE.get(SideSeat(owner), owner), Mark.TRIANGLE)


def _bars(data: StormData, state: State, given: Sequence[Contribution], account: Account) -> Bars:
    """One account of every power of which anything is known."""
    bars = (_bar(data, state, given_to(given, power, account), power, account) for power in POWERS)
    return Bars(Shown(str(account).capitalize()), tuple(bar for bar in bars if bar is not None))


def _bar(data: StormData, state: State, mine: Sequence[Contribution], power: SideSeat, account: Account) -> Bar | None:
    """The total of an account of a power, with its causes; the change alone where the total is not known."""
    base = base_of(data, state, power, account)
    is_printed = account is Account.COUNTERS and state.power(power).counters is None
    if not mine and (base is None or is_printed or account is Account.RESEARCH_COUNTERS):
        return None
    sum_ = total(base, mine, floor_of(data, account))
    amount = sum(each.change.amount for each in mine) if sum_ is None else sum_
    draws_none = any(each.change.draws_none for each in mine)
    is_change = (base is None and not draws_none) or account is Account.RESEARCH_COUNTERS
    value = Shown(f"{amount:+d}" if is_change else str(amount))
    note = _causes(data, mine, None if is_change else base) if mine else None
    return Bar(Shown(power), amount, value, note, MARKS.get(alliance_of(power), Mark.TRIANGLE))


def _causes(data: StormData, mine: Sequence[Contribution], base: int | None) -> Label:
    """What an account is made of: ``from 12, +2 Grain from the East``."""
    rows, more = Listed(_cause(data, each) for each in mine[:MOST_CAUSES]), len(mine) - MOST_CAUSES
    if more > 0:
        return label("{rows} and {more} more; /ledger has all", rows=rows, more=more)
    return label("by {rows}", rows=rows) if base is None else label("from {base}, {rows}", base=base, rows=rows)


def _cause(data: StormData, each: Contribution) -> Line:
    """A card by its title, which a language may know, with what it gives."""
    title = data.title(each.card)
    card = Shown(title) if len(title) <= LONGEST_TITLE else plain(title, LONGEST_TITLE)
    if each.change.draws_none:
        return line("{card}", card=card)
    return line("{amount:+d} {card}", amount=each.change.amount, card=card)
