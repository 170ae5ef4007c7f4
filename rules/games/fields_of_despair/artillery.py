"""7.3.1-S: the Central Powers' artillery response, in the Allies' action phase and in their own."""

from rules.command import Part
from rules.dice import Dice, Roll
from rules.games.fields_of_despair.counters import counters_for
from rules.games.fields_of_despair.data import FieldsData, Hex
from rules.games.fields_of_despair.events.artillery import ArtilleryAnswered, ArtilleryChecked
from rules.games.fields_of_despair.pieces import AnswerStep, Attack
from rules.games.fields_of_despair.state import OffensiveKind, State
from rules.games.fields_of_despair.throws import next_throw


def artillery_in_attack(data: FieldsData, state: State, allied: Attack, dice: Dice) -> Part[State]:
    """An Allied attack: step 1, whether they answer, and step 2, with how much.

    Where the die of step 2 is still to be rolled on the table, the answer stops there and goes on with it later.
    """
    if state.answering is AnswerStep.STRENGTH:
        return (yield with_strength(data, state, allied, dice.roll(1, 6)))
    if not state.artillery.available:
        return (yield no_answer(allied))
    conditions = {"Allied SPs": allied.sps, "previous result N": state.artillery_answer == "N"}
    table = data.artillery
    first, answer = table.read(dice.roll(1, 6), state.artillery.available, table.weigh(data, conditions))
    if answer == "N":
        available = state.artillery.available
        return (yield no_answer(allied).replace(available=available, readings=(first,), answer="N"))
    roll = next_throw(dice, 1, 6)
    if roll is None:
        return (yield ArtilleryChecked(hex=allied.hex, reading=first))
    answered = with_strength(data, state, allied, roll)
    return (yield answered.replace(readings=(first, *answered.readings)))


def no_answer(allied: Attack) -> ArtilleryAnswered:
    """The artillery does not answer: no counter is available, and nothing is rolled; or step 1 says N."""
    return ArtilleryAnswered(
        hex=allied.hex, cp_turn=False, available=0, readings=(), answer=None, wanted=0, placed=(), allied=allied
    )  # fmt: skip


def no_answer_in_offensive(hex_: Hex) -> ArtilleryAnswered:
    """No counter is available in their own offensive, so that nobody asks for the Allied SPs there."""
    return ArtilleryAnswered(hex=hex_, cp_turn=True, available=0, readings=(), answer=None, wanted=0, placed=())


def with_strength(
    data: FieldsData, state: State, allied: Attack, roll: Roll, offensive: OffensiveKind | None = None
) -> ArtilleryAnswered:
    """Step 2: with how much they answer."""
    table = data.artillery_strength
    drms = table.weigh(data, strength_conditions(data, allied, offensive))
    reading, wanted = table.read(roll, state.artillery.available, drms)
    placed = counters_for(data, state.artillery, wanted)
    return ArtilleryAnswered(
        hex=allied.hex, cp_turn=offensive is not None, available=state.artillery.available, readings=(reading,),
        answer="Y", wanted=wanted, placed=placed, left=state.artillery.place(placed).left,
        least=min(state.artillery.left), allied=allied,
    )  # fmt: skip


def strength_conditions(data: FieldsData, allied: Attack, offensive: OffensiveKind | None) -> dict[str, int]:
    """What the modifiers of step 2 ask about (ruling ``artillery_in_the_cp_turn``)."""
    only = offensive is not None and data.ruling("artillery_in_the_cp_turn") != "all that apply"
    return {
        "Allied SPs": allied.sps,
        "Allied artillery SPs": allied.artillery,
        "Major Offensive": offensive == "Major",
        "only the offensive counts": only,
    }
