"""7.1-S: the Central Powers answer in dogfights, and what reconnaissance sees."""

from rules.dice import Dice
from rules.errors import NotNow, NotThere
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.events.allied import (
    AirAnswered,
    Reconnoitred,
    SquadronsPlaced,
)
from rules.games.fields_of_despair.procedures.placing import Limit, limit_of, shown
from rules.games.fields_of_despair.procedures.steps import Steps, check_step, cp_hex
from rules.games.fields_of_despair.state import MOST_BLOCKS, State, split
from rules.games.fields_of_despair.written import read_hex, read_valued


def place_squadrons(data: FieldsData, state: State, text: str) -> Steps:
    """7.1-S steps 1 and 2: all Allied squadrons are placed; the strongest hex comes first, ties as written."""
    check_step(data, state, "air")
    placed = read_valued(text)
    if not placed:
        raise NotThere("Name the hexes with Allied air and its value, e.g. A05 4, B06 1.")
    if state.dogfights:
        raise NotNow(f"First the answer to the squadrons in {state.dogfights[0][0]}.")
    for hex_, value in placed:
        if not value:
            raise NotThere(f"There is no Allied air in {hex_}.")
        if hex_ in state.fought:
            raise NotThere(f"The squadrons in {hex_} were answered in this action phase already.")
    yield SquadronsPlaced(hexes=tuple(sorted(placed, key=lambda each: -each[1])))


def answer(data: FieldsData, state: State, dice: Dice) -> Steps:
    """7.1.2-S in the next hex: step 1, whether they answer; step 2, with how much of what is available."""
    check_step(data, state, "air")
    if not state.dogfights:
        raise NotNow("No Allied squadrons wait for an answer: `/cp dogfight` names them.")
    hex_, allied = state.dogfights[0]
    available = state.air.available
    facts = {"Allied air": allied, "previous result N": state.air_answer == "N"}
    readings, wanted, said = [], 0, None
    if available:
        first, said = data.dogfight.read(dice.roll(1, 6), available, data.dogfight.weigh(data, facts))
        readings.append(first)
    if said == "Y":
        table = data.dogfight_strength
        second, wanted = table.read(dice.roll(1, 6), available, table.weigh(data, facts))
        readings.append(second)
    at_most = data.ruling("counters_that_do_not_fit") == "the largest sum below"
    placed = state.air.making(wanted, at_most=at_most) if wanted else ()
    yield AirAnswered(
        hex=hex_, allied=allied, available=available, readings=tuple(readings), answer=said, wanted=wanted,
        placed=placed,
    )  # fmt: skip


def reconnoitre(data: FieldsData, state: State, text: str, air: int, given: int | None, dice: Dice) -> Steps:
    """7.1.3-S: surviving squadrons of value 1, 2 or 3 and more see 1, 2 or 3 blocks of a hex."""
    check_step(data, state, "air")
    name = read_hex(text)
    hex_ = cp_hex(state, name)
    if state.dogfights:
        raise NotNow(f"First all dogfights: the answer to the squadrons in {state.dogfights[0][0]} is still to come.")
    if name in state.seen:
        raise NotNow(f"{name} was reconnoitred in this action phase already.")
    if hex_.blocks == MOST_BLOCKS:
        raise NotNow(f"All blocks in {name} are known: they hold {hex_.sps} SPs.")
    hidden, blocks = state.hidden, min(air, MOST_BLOCKS - hex_.blocks)
    reading, limit, cell = None, Limit(0, False), 1 if hex_.is_face_down else 0
    if hidden:
        reading, cell = data.recon.read(dice.roll(3, 6), hidden)
        limit = limit_of(data.recon, hidden, air, MOST_BLOCKS, given, blocks)
        cell = min(cell, limit.sps)
    placed = min(cell, state.room(name))
    yield Reconnoitred(
        hex=name, air=air, reading=reading, blocks=split(placed, blocks), sps=shown(hex_) + placed,
        limit=limit.sps, unknown_limit=limit.is_unknown, hidden=hidden,
        revealed=state.revealed + placed - hex_.is_face_down,
    )  # fmt: skip
