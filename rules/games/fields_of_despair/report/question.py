"""The question that the Central Powers' action phase waits to have answered."""

from collections.abc import Iterator

from rules.errors import NotNow
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.procedures.steps import check_step
from rules.games.fields_of_despair.report.central import RESET_2
from rules.games.fields_of_despair.state import Stage, State
from rules.notice import Public, tell_all, tell_rule
from rules.secrets import Shown

QUESTIONS = {
    Stage.BLOCKS: (
        "Which hexes hold a CP block now? One stands in each contested hex, and in every other Allied frontline hex "
        "(23.2).",
        "7.5-S steps 1 to 5",
    ),
    Stage.TARGET: ("Which hex is the objective of the next offensive?", "7.5-S (6), step 1; 20.3.2"),
    Stage.REINFORCEMENT: ("Do the Allies bring in up to 5 SPs for a Logistic Point?", "7.5-S (6), step 2"),
    Stage.ARTILLERY: ("How many Allied artillery and block SPs are in the hex?", "7.5-S (6), steps 5 and 6"),
    Stage.COMBAT: ("How did the infantry combat go?", "7.5-S (6), steps 7 and 8"),
    Stage.SPRING: ("Were the Spring Offensive rules applied on the board?", "25.4"),
    Stage.BREAKOUT: ("Which hexes does the breakout enter?", "7.5-S (8)"),
    Stage.FIRE: ("What did the Allied artillery hit where the breakouts went?", "7.5-S (9)"),
    Stage.RESET: (RESET_2, "7.5-S (10); 23.2"),
}


def question(data: FieldsData, state: State) -> Iterator[Public]:
    """What is asked now. Raises ``NotNow`` outside the Central Powers' action phase."""
    if not state.is_set_up:
        raise NotNow("First tell me what the Central Powers have on the board: `/cp setup`.")
    check_step(data, state, "central")
    asked, section = QUESTIONS[state.cp.stage]
    if state.cp.current is not None:
        offensive = state.cp.current
        yield tell_all("The {kind} Offensive against **{hex}**.", kind=Shown(offensive.kind), hex=Shown(offensive.hex))
    yield tell_all("{asked}", asked=Shown(asked))
    yield tell_rule("{section}", section=Shown(section))
