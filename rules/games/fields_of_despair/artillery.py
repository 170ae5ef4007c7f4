"""7.3.1-S: the Central Powers' artillery response, in the Allies' action phase and in their own."""

from rules.command import Part
from rules.dice import Dice
from rules.games.fields_of_despair.counters import counters_for
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.events.artillery import ArtilleryAnswered
from rules.games.fields_of_despair.state import Answer, Attack, OffensiveKind, State
from rules.printed.lookup import Reading


def artillery_response(
    data: FieldsData, state: State, allied: Attack, dice: Dice, offensive: OffensiveKind | None = None
) -> Part[State]:
    """Step 1, whether they answer, which in their own offensive is always Y; step 2, with how much."""
    available = state.artillery.available
    readings: list[Reading] = []
    answer: Answer | None = None
    wanted = 0
    if available:
        answer = "Y"
        if offensive is None:
            first, answer = _step_1(data, state, allied, dice)
            readings.append(first)
        if answer == "Y":
            second, wanted = _step_2(data, state, allied, dice, offensive)
            readings.append(second)
    return (
        yield ArtilleryAnswered(
            hex=allied.hex, cp_turn=offensive is not None, available=available, readings=tuple(readings),
            answer=answer, wanted=wanted, placed=counters_for(data, state.artillery, wanted),
        )
    )  # fmt: skip


def _step_1(data: FieldsData, state: State, allied: Attack, dice: Dice) -> tuple[Reading, Answer]:
    conditions = {"Allied SPs": allied.sps, "previous result N": state.artillery_answer == "N"}
    table = data.artillery
    return table.read(dice.roll(1, 6), state.artillery.available, table.weigh(data, conditions))


def _step_2(
    data: FieldsData, state: State, allied: Attack, dice: Dice, offensive: OffensiveKind | None
) -> tuple[Reading, int]:
    table = data.artillery_strength
    drms = table.weigh(data, strength_conditions(data, allied, offensive))
    return table.read(dice.roll(1, 6), state.artillery.available, drms)


def strength_conditions(data: FieldsData, allied: Attack, offensive: OffensiveKind | None) -> dict[str, int]:
    """What the modifiers of step 2 ask about (ruling ``artillery_in_the_cp_turn``)."""
    only = offensive is not None and data.ruling("artillery_in_the_cp_turn") != "all that apply"
    return {
        "Allied SPs": allied.sps,
        "Allied artillery SPs": allied.artillery,
        "Major Offensive": offensive == "Major",
        "only the offensive counts": only,
    }
