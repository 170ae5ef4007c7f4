"""9.0: the score of the Final Push, by which the game is won (15.3)."""

from collections.abc import Iterator
from typing import Annotated, get_args

from pydantic import Field

from rules.command import Offer, Procedure
from rules.dice import Dice
from rules.game import Figure
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.frontline import french_hexes
from rules.games.fields_of_despair.sequence import check_step, is_at, is_last, tick
from rules.games.fields_of_despair.state import FieldsCommand, FieldsEvent, Outcome, State, Winner
from rules.games.fields_of_despair.wording import OUTCOMES
from rules.kit.facts import Unknown
from rules.line import Line
from rules.notice import Public, tell_all, tell_rule, tell_text
from rules.picture import label
from rules.seat import Seat


class FinalPushScored(FieldsEvent):
    """15.3: who won, and with how many points."""

    outcome: Outcome

    def apply(self, data: FieldsData, state: State) -> State:
        return state.replace(outcome=self.outcome, is_done=True)

    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_text(OUTCOMES[self.outcome.winner])
        if self.outcome.points is not None:
            yield tell_all("Victory points: {points}.", points=self.outcome.points)
        yield tell_rule("9.0, 15.3")


MOST_POINTS = 999
Points = Annotated[Annotated[int, Field(ge=-MOST_POINTS, le=MOST_POINTS)] | None, Unknown]


class ScoreFinalPush(FieldsCommand, named="score"):
    """15.3: who won, as the players scored it on their board; the game is over."""

    title = "Final Push scored"
    winner: Winner = Field(title="Who won")
    points: Points = Field(title="Victory points", description="As 15.3 counts them; leave empty if none", default=None)

    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """Once, in the last step of the last turn."""
        check_step(data, state, "score")
        state = yield FinalPushScored(outcome=Outcome(winner=self.winner, points=self.points))
        yield from tick(data, state)


def offers(data: FieldsData, state: State, _seat: Seat) -> Iterator[Offer]:
    """Offer the score. Allies who met the victory or draw condition before are proposed as those who won."""
    if is_at(data, state, "score") and is_last(data, state):
        winner: Winner = "Allies" if state.ahead is None or state.ahead.answer else "Central Powers"
        who = {"winner": get_args(Winner)}
        yield Offer(ScoreFinalPush(winner=winner), "Who won?", inputs=("winner",), choices=who)
        yield Offer(ScoreFinalPush(winner=winner), "Score the Final Push…", inputs=("winner", "points"))


def figures(data: FieldsData, state: State) -> Iterator[Figure]:
    """Yield the CP SPs, the hexes of France that the Central Powers control, and the victory points."""
    if state.is_set_up:
        yield Figure(label("CP SPs in all"), state.total)
        yield Figure(label("CP SPs hidden"), state.hidden)
        if data.map is not None:
            yield Figure(label("Hexes of France under CP control"), len(french_hexes(data, state)))
    if state.outcome is not None and state.outcome.points is not None:
        yield Figure(label("Victory points"), state.outcome.points)


def outcome(_data: FieldsData, state: State) -> Line | None:
    """Return who won, or None until that is known."""
    return None if state.outcome is None else OUTCOMES[state.outcome.winner]
