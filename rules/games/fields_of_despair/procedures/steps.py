"""What the procedures share: their type, and the moment at which each may begin."""

from rules.command import Procedure
from rules.errors import NotNow, NotThere
from rules.games.fields_of_despair.data import Deed, FieldsData, Hex
from rules.games.fields_of_despair.events.allied import LossesTaken
from rules.games.fields_of_despair.state import CpHex, Stage, State

Steps = Procedure[State]


def check_step(data: FieldsData, state: State, does: Deed) -> None:
    """The Sequence of Play has come to this deed, and it was not done yet. Raises ``NotNow`` otherwise."""
    step = state.place(data).step
    if step.does != does:
        raise NotNow(f"That is for another step: now it is “{step.title}” ({step.section}); `/turn next` goes on.")
    if state.is_done:
        raise NotNow("That was done already in this step; `/turn next` goes on.")


def check_stage(data: FieldsData, state: State, stage: Stage) -> None:
    """The Central Powers' action phase waits for just this. Raises ``NotNow`` otherwise."""
    check_step(data, state, "central")
    if state.cp.stage is not stage:
        raise NotNow("The Central Powers' action phase waits for something else: `/cp-offensive` shows what.")


def cp_hex(state: State, name: Hex) -> CpHex:
    """The CP blocks in a hex. Raises ``NotThere`` when there are none."""
    if name not in state.hexes:
        known = ", ".join(sorted(state.hexes)) or "none"
        raise NotThere(f"No CP block stands in {name}; they stand in: {known}. `/cp adjust` puts it right.")
    return state.hexes[name]


def lose(state: State, name: Hex, sps: int) -> LossesTaken:
    """The CP lose SPs in a hex: off the map and off the track. Raises ``NotThere`` for more than there are."""
    holds = cp_hex(state, name).holds
    if sps > holds:
        raise NotThere(f"The Central Powers have only {holds} SPs in {name}.")
    return LossesTaken(
        hex=name, sps=sps, left=holds - sps, total=max(0, state.total - sps),
        revealed=state.revealed - sps,
    )  # fmt: skip
