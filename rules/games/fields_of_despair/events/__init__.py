"""What happens in Fields of Despair. A table that was read stands in the event as a ``Reading``; ``revealed`` is what
the Revealed SPs marker reads afterwards."""

from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from rules.games.fields_of_despair.events.allied import (
    AirAnswered,
    ArtilleryAnswered,
    AttacksDeclared,
    FightBegan,
    LossesTaken,
    Reconnoitred,
    ReinforcementChecked,
    SpsFound,
    SquadronsPlaced,
)
from rules.games.fields_of_despair.events.central import (
    AlliesReinforced,
    BlocksPlaced,
    BlocksReset,
    BreakoutMarked,
    BreakoutMoved,
    BreakoutRolled,
    BreakoutsOver,
    FireOver,
    OffensiveLaunched,
    OffensivesCounted,
    OffensivesOver,
    SpringNoted,
    TargetChosen,
)
from rules.games.fields_of_despair.events.sequence import (
    Adjusted,
    EastCame,
    ForcesSetUp,
    GameOver,
    ItemChosen,
    PointsSpent,
    StepBegan,
    StepTicked,
)

FieldsEvent = (
    ForcesSetUp
    | Adjusted
    | StepTicked
    | StepBegan
    | GameOver
    | PointsSpent
    | ItemChosen
    | EastCame
    | SquadronsPlaced
    | AirAnswered
    | Reconnoitred
    | AttacksDeclared
    | ArtilleryAnswered
    | SpsFound
    | ReinforcementChecked
    | FightBegan
    | LossesTaken
    | BlocksPlaced
    | OffensivesCounted
    | TargetChosen
    | AlliesReinforced
    | OffensiveLaunched
    | BreakoutMarked
    | OffensivesOver
    | SpringNoted
    | BreakoutRolled
    | BreakoutMoved
    | BreakoutsOver
    | FireOver
    | BlocksReset
)
EVENTS: TypeAdapter[Any] = TypeAdapter(Annotated[FieldsEvent, Field(discriminator="type")])
