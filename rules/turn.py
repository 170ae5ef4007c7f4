"""The next phase or turn: commands that any player can give in every game that has them."""

from typing import Annotated, ClassVar, Generic

from pydantic import Field

from rules.command import D, GameCommand, S, Topic


class NextPhase(GameCommand[D, S], Generic[D, S]):
    """Go to the next phase, or to a later one of this turn."""

    title = "Phase ended"
    wish = "end the phase"
    topic = Topic.PHASE
    ends_phase = True
    to: Annotated[str, Field(max_length=40)] = ""


class NextTurn(GameCommand[D, S], Generic[D, S]):
    """End the turn, or where it ``ends_step`` alone its phase or step, and begin the next."""

    title = "Turn ended"
    wish = "end the turn"
    topic = Topic.PHASE
    ends_phase = True
    ends_step: ClassVar[bool] = False
