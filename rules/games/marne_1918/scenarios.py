"""The scenarios: on which turn a campaign begins, and with how many German victory points."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Procedure
from rules.dice import Dice
from rules.errors import NotNow, NotThere
from rules.games.marne_1918.data import Entered, MarneData
from rules.games.marne_1918.log_events.scenarios import ScenarioChosen
from rules.games.marne_1918.points import checked
from rules.games.marne_1918.state import MarneCorrection, State, due
from rules.line import Listed
from rules.seat import Seat


class ChooseScenario(MarneCorrection):
    """Begin the campaign with a scenario, before anything else. Leave the points empty to enter them later."""

    stands_alone: ClassVar[bool] = False
    title: ClassVar[str] = "Scenario chosen"
    type: Literal["choose_scenario"] = "choose_scenario"
    scenario: Annotated[str, Field(max_length=40, title="Which scenario?")] = ""
    points: Annotated[Entered, Field(title="German victory points at the start")] = None

    @override
    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if not is_before_all(state):
            raise NotNow("A scenario is chosen on turn 1, before anything else.")
        wanted = self.scenario.strip().casefold()
        chosen = next((each for each in data.scenarios if each.name.casefold() == wanted), None)
        if chosen is None:
            raise NotThere(
                "There is no such scenario. Choose one of: {names}.",
                names=Listed(each.name for each in data.scenarios),
            )
        points = state.victory_points if self.points is None else checked(data, self.points)
        if state.victory_points not in (None, points):
            raise NotNow("The victory points are entered already. Leave them empty here.")
        entered = tuple(id_ for pool in state.pools.values() for id_ in due(data, pool, chosen.turn))
        yield ScenarioChosen(name=chosen.name, turn=chosen.turn, entered=entered, points=points)


def openings(data: MarneData) -> Mapping[str, ChooseScenario]:
    """How each scenario is chosen, by its name."""
    return {each.name: ChooseScenario(scenario=each.name) for each in data.scenarios}


def is_before_all(state: State) -> bool:
    """Whether nothing has happened in the campaign that a scenario would change."""
    return not state.phases and not state.drawn


def offers(data: MarneData, state: State, _seat: Seat) -> Iterator[Offer]:
    """The choice of a scenario, before anything else."""
    if data.scenarios and is_before_all(state):
        names = tuple(each.name for each in data.scenarios)
        yield Offer(
            ChooseScenario(scenario=names[0]),
            "Choose a scenario",
            version=state.phases,
            inputs=("scenario", "points"),
            choices={"scenario": names},
        )
