"""All data but the cards: countries by region, phases, research projects, limits."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Annotated, Literal, LiteralString, get_args

from pydantic import Field, model_validator
from typing_extensions import override

from rules.command import GameEvent
from rules.frozen import Frozen
from rules.games.gathering_storm.pairs import unknown
from rules.games.gathering_storm.powers import ADJECTIVES, OWNERS, POWERS, belongs_to
from rules.games.gathering_storm.rulings import JetsRadarResults, RocketsAndRadar, StormRulings
from rules.games.gathering_storm.state import Progress, SheetLine, State
from rules.line import Line, line
from rules.notice import Text
from rules.ruling import GameData, Thing
from rules.seat import Seat, SideSeat
from rules.secrets import Shown, folded, quote

Source = Annotated[str, Field(min_length=1)]
Name = Annotated[str, Field(min_length=1, max_length=60)]
Category = Literal["air", "naval", "military", "atomic", "intelligence"]
ATOMIC: Category = "atomic"
CATEGORIES: tuple[Category, ...] = get_args(Category)
ANY_TIME = "any time"
OWN_PLACEMENT = "own placement"
EVERY_PROJECT = "every project"
MOST_STEPS = 99


class Phase(Frozen):
    """A phase of the turn, what each power does in it, and the powers that place diplomatic counters in it. One that is
    ``passed_over`` is left out where nobody can do anything in it, by what everybody can see.
    """

    name: Name
    about: Text
    places: tuple[SideSeat, ...] = ()
    passed_over: bool = False

    @property
    def shown(self) -> Shown:
        """What players read."""
        return Shown(self.name)

    @property
    def printed(self) -> str:
        """Its name in the rules."""
        return self.name


class Phases(Frozen):
    """The turn, phase by phase. Events are drawn in the first; ``research``, ``initial``, ``shown`` and ``crises`` name
    others; in ``shown`` counters are turned up.
    """

    source: Source
    order: Annotated[tuple[Phase, ...], Field(min_length=2)]
    research: str
    initial: str
    shown: str
    crises: str


class Crises(Frozen):
    """Who can be the aggressor of a crisis, and which powers declare their secret support after it, in that order."""

    source: Source
    aggressors: Annotated[tuple[SideSeat, ...], Field(min_length=1)]
    at_the_ultimatum: tuple[SideSeat, ...]


class Project(Frozen):
    """A research project of a power or an alliance. ``category_by`` names a ruling where the source gives none.

    ``counted_by`` names a ruling for a project whose results the printed lists of its category leave out, ``exists_by``
    one by which its owner may not have it.
    """

    owner: Name
    name: Name
    category: Category | None = None
    category_by: str | None = None
    counted_by: str | None = None
    exists_by: str | None = None
    maximum: Annotated[int, Field(ge=1)] | None = None

    @property
    def key(self) -> str:
        """Owner and name: ``Axis air range``, ``Russian armor``."""
        return f"{ADJECTIVES.get(self.owner, self.owner)} {self.name}"


class Limits(Frozen):
    """Printed limits: diplomatic counters for each power and turn, the points that a doubling adds at most, and the
    events of a civil war after which a counter is removed.
    """

    source: Source
    diplomatic_counters: Annotated[int, Field(ge=0)]
    civil_war_events: Annotated[int, Field(ge=1)]
    doubling: Annotated[int, Field(ge=1)]


class AggressionIndex(Frozen):
    """What the lasting parts of the EAI count."""

    source: Source
    aggression: int
    pact: int
    best_climate: int
    worst_climate: int
    civil_war: int


class Regions(Frozen):
    """The minor countries by region (4.16), and where else an aggression can be aimed."""

    source: Source
    countries: Mapping[str, tuple[Name, ...]]
    elsewhere: tuple[Name, ...] = ()
    double_pacts: tuple[Name, ...]
    civil_wars: tuple[Name, ...]
    russian_diplomacy: tuple[Name, ...]
    aggressions: tuple[Name, ...]


class BoardData(GameData):
    """All data but the cards. ``moments`` says in which phase each national kind is played, ``research_sheet`` what the
    group's own record sheet prints: of a project by its key, or by its name of that of every side.
    """

    rulings: StormRulings
    regions: Regions = Field(title="the regions")
    phases: Phases = Field(title="the phases")
    crises: Crises = Field(title="the crises")
    limits: Limits = Field(title="the printed limits")
    eai: AggressionIndex = Field(title="the parts of the EAI")
    projects: tuple[Project, ...] = Field(title="the research projects")
    moments: Mapping[str, str] = Field(title="the phases in which events are played")
    research_sheet: Annotated[Mapping[str, SheetLine], Field(title="your research record sheet")] = {}

    @model_validator(mode="after")
    def _data_fits(self) -> "BoardData":
        names = [phase.name for phase in self.phases.order]
        for name in (
            self.phases.research,
            self.phases.initial,
            self.phases.shown,
            self.phases.crises,
            *self.moments.values(),
        ):
            if name not in (*names, ANY_TIME, OWN_PLACEMENT):
                raise ValueError(f"there is no phase {name}")
        known = {*self.territories, *POWERS}
        if strangers := {*self.crises.aggressors, *self.crises.at_the_ultimatum} - {*POWERS}:
            raise ValueError(f"there is no power {min(strangers)}")
        regions = self.regions
        lists = regions.double_pacts, regions.civil_wars, regions.russian_diplomacy, regions.aggressions
        if unknown := {name for list_ in lists for name in list_} - known:
            raise ValueError(f"{min(unknown)} is not in any region")
        if len({project.key for project in self.projects}) != len(self.projects):
            raise ValueError("two projects share owner and name")
        for project in self.projects:
            if project.owner not in OWNERS:
                raise ValueError(f"{project.key}: there is no such owner")
            if (project.category is None) == (project.category_by not in self.rulings):
                raise ValueError(f"{project.key}: it needs a category, or a ruling that gives one")
        return self

    @override
    def things(self, part: str) -> Iterable[Thing] | None:
        match part:
            case "projects":
                return [Thing(each.key, Line(each.key), each) for each in self.projects]
            case "research_sheet":
                return [Thing(name, Line(name), printed) for name, printed in self.research_sheet.items()]
        return super().things(part)

    @cached_property
    def countries(self) -> tuple[str, ...]:
        """Return every minor country, in printed order."""
        return tuple(name for region in self.regions.countries.values() for name in region if name not in POWERS)

    @cached_property
    def territories(self) -> tuple[str, ...]:
        """Return where an aggression can be aimed: the minor countries, and places without diplomacy."""
        return (*self.countries, *self.regions.elsewhere)

    def country(self, name: str) -> str:
        """Return the country of that name, in upper or lower case. Raises ``NotThere``."""
        return _named(name, self.countries, "there is no such country. The forms of `/enter` list them.")

    def worth(self, country: str) -> int:
        """Support, Conditional (economic): what a trade pact with a country is worth, 1 or 2."""
        return 2 if country in self.regions.double_pacts else 1

    def territory(self, name: str) -> str:
        """Return the place of that name where an aggression can be aimed. Raises ``NotThere``."""
        return _named(name, self.territories, "there is no such country. The forms of `/enter` list them.")

    @cached_property
    def by_key(self) -> dict[str, Project]:
        """Return the projects by their keys."""
        return {project.key: project for project in self.projects}

    @cached_property
    def projects_of(self) -> Mapping[Seat, tuple[Project, ...]]:
        """Return the projects of each power, its own and those of its alliance."""
        there = [each for each in self.projects if self.has(each)]
        return {power: tuple(each for each in there if belongs_to(each.owner, power)) for power in POWERS}

    def has(self, project: Project) -> bool:
        """Return whether its owner has a project."""
        return project.exists_by is None or self.rulings[project.exists_by].answer is not RocketsAndRadar.NO

    def project(self, key: str) -> Project:
        """Return the project of that key, in upper or lower case. Raises ``NotThere``."""
        return self.by_key[_named(key, self.by_key, "there is no such research project.")]

    def category(self, project: Project) -> str:
        """Return the category of a project, by ruling where the source is silent."""
        return project.category or str(self.rulings[project.category_by or ""].answer)

    def counts(self, project: Project) -> bool:
        """Return whether a result of a project counts for its category."""
        return (
            project.counted_by is None or self.rulings[project.counted_by].answer is not JetsRadarResults.DO_NOT_COUNT
        )

    def progress(self, state: State, key: str) -> Progress:
        """Return how far a project is. Its printed maximum holds until another is recorded."""
        known = self.recorded(state, key)
        return known if known.maximum is not None else known.replace(maximum=self.printed(state, key).maximum)

    def recorded(self, state: State, key: str) -> Progress:
        """Return how far a project is, without what the group's own record sheet prints of it."""
        return state.research.get(key) or Progress(maximum=self.by_key[key].maximum)

    def printed(self, state: State, key: str) -> SheetLine:
        """Return what the record sheet prints of a project, as the group has entered it in play or in its data."""
        project = self.by_key[key]
        sheets, names = (state.world.sheet, self.research_sheet), (key, project.name, EVERY_PROJECT)
        found = next((sheet[name] for name in names for sheet in sheets if name in sheet), SheetLine())
        return found if project.maximum is None else found.replace(maximum=project.maximum)

    def sheet_name(self, given: str) -> str:
        """For which projects a line of the record sheet is, as a player writes it. Raises ``NotThere``."""
        names = (EVERY_PROJECT, *dict.fromkeys(each.name for each in self.projects), *self.by_key)
        return _named(given, names, "there is no such research project.")

    def sheet_problems(self, name: str, printed: SheetLine) -> Iterator[Line]:
        """Yield what is wrong with a line of the group's own record sheet."""
        meant = [each for each in self.projects if name in (each.key, each.name)]
        if not meant and name != EVERY_PROJECT:
            yield Line("there is no research project of that name")
        if printed.maximum is not None and any(each.maximum not in (None, printed.maximum) for each in meant):
            yield Line("the aid prints another maximum")
        if sorted({*printed.results}) != [*printed.results]:
            yield Line("the steps at which results come stand in order, each once")
        last = printed.maximum or max((each.maximum or MOST_STEPS for each in meant), default=MOST_STEPS)
        if any(not 1 <= each <= last for each in printed.results):
            yield line("a result comes at a step from 1 to {last}", last=last)

    def phase(self, state: State) -> Phase:
        """Return the phase that the campaign is in."""
        return self.phases.order[state.phase]

    def placement_of(self, power: SideSeat) -> str:
        """Return the first phase in which a power places diplomatic counters."""
        return next((phase.name for phase in self.phases.order if power in phase.places), ANY_TIME)

    def phase_index(self, name: str) -> int:
        """Return the place of a phase in the turn, counted from 0."""
        return next(place for place, phase in enumerate(self.phases.order) if phase.name == name)


def _named(wanted: str, names: Iterable[str], refusal: LiteralString) -> str:
    for name in names:
        if folded(name) == folded(wanted.strip()):
            return name
    raise unknown(line("“{name}”: {refusal}", name=quote(wanted, 40), refusal=Line(refusal)), wanted, names)


class BoardEvent(GameEvent[BoardData, State], named=""):
    """An event that needs no card to be applied or told: effects of cards can cause it."""
