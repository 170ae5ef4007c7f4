"""7.3-S steps 5 to 7: the Central Powers' answer to one Allied attack, one throw after the other."""

from rules.command import Procedure
from rules.dice import Dice
from rules.games.fields_of_despair.artillery import artillery_in_attack
from rules.games.fields_of_despair.blocks import Limit, limit_of
from rules.games.fields_of_despair.counters import can_answer
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.log_events.combat import (
    FightBegan,
    LimitEntered,
    ReinforcementChecked,
    SpsFound,
    Unchecked,
)
from rules.games.fields_of_despair.pieces import MOST_BLOCKS, AnswerStep, Attack, split
from rules.games.fields_of_despair.rulings import RatioCounts, SmallAttack, SpsWithBlocksPlaced
from rules.games.fields_of_despair.state import State
from rules.games.fields_of_despair.throws import next_throw


def first_throw(data: FieldsData, state: State, attack: Attack) -> str:
    """The first dice that an attack's answer rolls; empty if it may roll none."""
    if can_answer(data, state.artillery, data.artillery_strength):
        return "1d6"
    hex_ = state.hexes.get(attack.hex)
    if not attack.blocks or hex_ is None:
        return ""
    if state.hidden and hex_.blocks < MOST_BLOCKS:
        return "3d6"
    return "1d6" if hex_.sps and not why_unchecked(data, state, attack) else ""


def answer_on(data: FieldsData, state: State, dice: Dice) -> Procedure[State]:
    """The answer to the next attack follows at once, unless players roll its dice on their table."""
    if state.attacks and state.attacks[0].hex in state.hexes:
        attack = state.attacks[0]
        if dice.fall_by_themselves or not first_throw(data, state, attack):
            yield from answer(data, state, attack, None, dice)


def answer(data: FieldsData, state: State, attack: Attack, limit: int | None, dice: Dice) -> Procedure[State]:
    """Steps 5 to 7, from where the answer stands, as far as there are dice for it."""
    if state.answering in (AnswerStep.ARTILLERY, AnswerStep.STRENGTH):
        state = yield from artillery_in_attack(data, state, attack, dice)
    if state.answering is AnswerStep.STRENGTH:
        return
    if not attack.blocks:
        yield FightBegan(hex=attack.hex)
    elif state.answering is AnswerStep.REINFORCEMENT:
        yield from reinforce_and_fight(data, state, attack, dice)
    elif found := sps_in_hex(data, state, attack, limit, dice):
        if found.asks_limit:
            yield found
        else:
            yield from reinforce_and_fight(data, state, attack, dice, found)


def reinforce_and_fight(
    data: FieldsData, state: State, attack: Attack, dice: Dice, found: SpsFound | LimitEntered | None = None
) -> Procedure[State]:
    """Step 7 with the SPs that the hex now holds; then the players resolve the combat."""
    after = state if found is None else found.apply(data, state)
    is_held = after.hexes[attack.hex].sps > 0
    can_wait = isinstance(found, LimitEntered)
    checked = check_reinforcement(data, after, attack, dice, can_wait=can_wait) if is_held else None
    if found is not None:
        state = yield found
    if checked is not None:
        state = yield checked
    if checked is not None or not is_held:
        yield FightBegan(hex=attack.hex)


def entered(state: State, attack: Attack, limit: int | None) -> LimitEntered:
    """The SPs of the blocks just found, within the limit that the players entered."""
    found, holds = sum(state.found), state.hexes[attack.hex].sps
    placed = found if limit is None else min(found, limit)
    sps = max(0, holds - found + placed)
    return LimitEntered(
        hex=attack.hex,
        limit=limit,
        blocks=split(placed, len(state.found)),
        sps=sps,
        revealed=state.revealed - holds + sps,
    )


def sps_in_hex(data: FieldsData, state: State, attack: Attack, given: int | None, dice: Dice) -> SpsFound | None:
    """7.3.3-S, step 6: the SPs of the blocks that remain to be placed in the hex; None while its dice are awaited."""
    hex_, hidden = state.hexes[attack.hex], state.hidden
    remaining = MOST_BLOCKS - hex_.blocks
    before = hex_.known
    reading, limit, placed = None, Limit(0), state.room(attack.hex) - hidden
    if remaining and hidden:
        conditions = {"Allied SPs": attack.sps, "CP total SPs": state.total}
        table = data.sps_in_hex
        roll = next_throw(dice, 3, 6)
        if roll is None:
            return None
        reading, cell = table.read(roll, hidden, table.weigh(data, conditions))
        limit = limit_in(data, attack, hidden, remaining, given)
        if data.is_ruled(SpsWithBlocksPlaced.ALL_BLOCKS_TOGETHER):
            cell = max(0, cell - before)
        placed = min(cell, limit.sps, state.room(attack.hex))
    return SpsFound(
        hex=attack.hex,
        attackers=attack.sps,
        reading=reading,
        before=before,
        blocks=split(placed, remaining),
        sps=before + placed,
        limit=limit.sps,
        unknown_limit=limit.is_unknown,
        hidden=hidden,
        revealed=state.revealed + placed - hex_.is_face_down,
        asks_limit=limit.is_unknown and placed > 1,
    )


def limit_in(data: FieldsData, attack: Attack, hidden: int, remaining: int, given: int | None = None) -> Limit:
    """The limit of 7.3.3-S for an attack; ``given``: as the player read it off the aid."""
    # unlike 7.1.3-S, the aid prints limits for three blocks as well, so one always applies
    blocks = limiting_blocks(data, attack, remaining)
    return limit_of(data.sps_in_hex, hidden, blocks, MOST_BLOCKS + 1, given, remaining)


def limiting_blocks(data: FieldsData, attack: Attack, remaining: int) -> int:
    """The blocks whose limit applies: those that remain, or fewer for a small attack (ruling ``small_attack``)."""
    if data.is_ruled(SmallAttack.NONE):
        return remaining
    small = [blocks for blocks, sps in data.small_attacks.below.items() if attack.sps < sps]
    return min(remaining, *small, MOST_BLOCKS)


def check_reinforcement(
    data: FieldsData, state: State, attack: Attack, dice: Dice, *, can_wait: bool
) -> ReinforcementChecked | None:
    """Step 7: by the ratio, rounded down, the Central Powers spend a Logistic Point on SPs that are hidden.

    None while its die is awaited, as ``next_throw`` says.
    """
    checked = ReinforcementChecked(
        hex=attack.hex,
        allied=counted(data, attack),
        central=state.hexes[attack.hex].sps,
        reading=None,
        why=why_unchecked(data, state, attack) or "rolled",
        sps=0,
        revealed=state.revealed,
    )
    if checked.why != "rolled":
        return checked
    roll = next_throw(dice, 1, 6, can_wait=can_wait)
    if roll is None:
        return None
    reading, answer = data.cp_reinforcement.read(roll, checked.allied // checked.central)
    sps = min(data.rulings.reinforcement_sps.answer, state.hidden) if answer == "Y" else 0
    return checked.replace(reading=reading, sps=sps, revealed=state.revealed + sps)


def why_unchecked(data: FieldsData, state: State, attack: Attack) -> Unchecked | None:
    """Why nothing is rolled in step 7; None if the die is rolled."""
    if counted(data, attack) < state.hexes[attack.hex].sps:
        return "below 1:1"
    if not state.logistic:
        return "no logistic point"
    return None if state.hidden else "nothing hidden"


def counted(data: FieldsData, attack: Attack) -> int:
    """The Allied SPs of the ratio (ruling ``ratio_counts``)."""
    return attack.blocks if data.is_ruled(RatioCounts.BLOCKS_ONLY) else attack.sps
