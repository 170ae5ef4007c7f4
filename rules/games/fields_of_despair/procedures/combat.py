"""7.3-S: Allied attacks, ranked and answered hex by hex."""

from rules.dice import Dice
from rules.errors import NotNow
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.events.allied import (
    AttacksDeclared,
    FightBegan,
    ReinforcementChecked,
    SpsFound,
)
from rules.games.fields_of_despair.procedures.artillery import artillery_response
from rules.games.fields_of_despair.procedures.placing import Limit, limit_of, shown
from rules.games.fields_of_despair.procedures.steps import Steps, check_step, cp_hex, lose
from rules.games.fields_of_despair.state import MOST_BLOCKS, Attack, State, split
from rules.games.fields_of_despair.written import read_attacks


def declare(data: FieldsData, state: State, text: str) -> Steps:
    """Steps 1 to 4: the attacks in the order of artillery and blocks together, ties as written; hexes with artillery
    alone, which get no Attack marker, come after them."""
    check_step(data, state, "combat")
    if state.attacks or state.fighting:
        raise NotNow(f"First the attack on {state.fighting or state.attacks[0].hex}.")
    attacks = read_attacks(text)
    for attack in attacks:
        cp_hex(state, attack.hex)
    yield AttacksDeclared(attacks=tuple(sorted(attacks, key=lambda attack: (not attack.blocks, -attack.sps))))


def answer(data: FieldsData, state: State, given: int | None, dice: Dice) -> Steps:
    """Steps 5 to 7 in the next hex; then the dice on the board decide."""
    check_step(data, state, "combat")
    if state.fighting:
        raise NotNow(f"First the losses of the combat in {state.fighting}.")
    if not state.attacks:
        raise NotNow("No attack is declared: `/cp combat` declares them all.")
    attack = state.attacks[0]
    cp_hex(state, attack.hex)
    for event in artillery_response(data, state, attack, dice):
        state = yield event
    if attack.blocks:
        state = yield sps_in_hex(data, state, attack, given, dice)
        if state.hexes[attack.hex].sps:
            state = yield check_reinforcement(data, state, attack, dice)
    yield FightBegan(hex=attack.hex)


def sps_in_hex(data: FieldsData, state: State, attack: Attack, given: int | None, dice: Dice) -> SpsFound:
    """7.3.3-S, step 6: the SPs of the blocks that remain to be placed in the hex."""
    hex_, hidden = state.hexes[attack.hex], state.hidden
    remaining = MOST_BLOCKS - hex_.blocks
    before = shown(hex_)
    reading, limit, placed = None, Limit(0, False), state.room(attack.hex) - hidden
    if remaining and hidden:
        facts = {"Allied SPs": attack.sps, "CP total SPs": state.total}
        table = data.sps_in_hex
        reading, cell = table.read(dice.roll(3, 6), hidden, table.weigh(data, facts))
        limit = limit_in(data, attack, hidden, remaining, given)
        if data.ruling("sps_with_blocks_placed") == "all blocks together":
            cell = max(0, cell - before)
        placed = min(cell, limit.sps, state.room(attack.hex))
    return SpsFound(
        hex=attack.hex, attackers=attack.sps, reading=reading, before=before, blocks=split(placed, remaining),
        sps=before + placed, limit=limit.sps, unknown_limit=limit.is_unknown, hidden=hidden,
        revealed=state.revealed + placed - hex_.is_face_down,
    )  # fmt: skip


def limit_in(data: FieldsData, attack: Attack, hidden: int, remaining: int, given: int | None = None) -> Limit:
    """The limit of 7.3.3-S for an attack; ``given``: as the player read it off the aid."""
    # limits are printed for three blocks, too: there is no number of blocks that is free of them
    blocks = limiting_blocks(data, attack, remaining)
    return limit_of(data.sps_in_hex, hidden, blocks, MOST_BLOCKS + 1, given, remaining)


def limiting_blocks(data: FieldsData, attack: Attack, remaining: int) -> int:
    """By how many blocks the limit goes: those that remain, or fewer for a small attack (ruling ``small_attack``)."""
    if data.ruling("small_attack") == "none":
        return remaining
    small = [blocks for blocks, sps in data.small_attacks.below.items() if attack.sps < sps]
    return min(remaining, *small, MOST_BLOCKS)


def check_reinforcement(data: FieldsData, state: State, attack: Attack, dice: Dice) -> ReinforcementChecked:
    """Step 7: by the ratio, rounded down, the Central Powers spend a Logistic Point on SPs that are hidden."""
    central = state.hexes[attack.hex].sps
    allied = attack.blocks if data.ruling("ratio_counts") == "blocks only" else attack.sps
    ratio = allied // central
    checked = ReinforcementChecked(
        hex=attack.hex, allied=allied, central=central, reading=None, why="rolled", sps=0, revealed=state.revealed
    )  # fmt: skip
    if not ratio:
        return checked.replace(why="below 1:1")
    if not state.logistic:
        return checked.replace(why="no logistic point")
    if not state.hidden:
        return checked.replace(why="nothing hidden")
    reading, said = data.cp_reinforcement.read(dice.roll(1, 6), ratio)
    sps = min(int(data.ruling("reinforcement_sps")), state.hidden) if said == "Y" else 0
    return checked.replace(reading=reading, sps=sps, revealed=state.revealed + sps)


def take_losses(state: State, sps: int) -> Steps:
    """Steps 8 and 9 were fought on the board: what the Central Powers lost there."""
    if not state.fighting:
        raise NotNow("No combat waits for its losses.")
    yield lose(state, state.fighting, sps)
