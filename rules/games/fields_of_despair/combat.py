"""7.3-S: Allied attacks, ranked and answered hex by hex."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Procedure
from rules.dice import Dice
from rules.errors import NotNow
from rules.games.fields_of_despair.artillery import artillery_response
from rules.games.fields_of_despair.blocks import Limit, cp_hex, limit_of, lose
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.events.combat import AttacksDeclared, FightBegan, ReinforcementChecked, SpsFound
from rules.games.fields_of_despair.notation import PrintedLimit, Sps, Typed, read_attacks
from rules.games.fields_of_despair.sequence import check_step
from rules.games.fields_of_despair.state import MOST_BLOCKS, Attack, FieldsCommand, State, split
from rules.seat import Seat


class DeclareAttacks(FieldsCommand):
    """7.3-S steps 1 to 3: Allied attacks are declared."""

    title: ClassVar[str] = "Allied attacks declared"
    type: Literal["combat"] = "combat"
    hexes: Typed = Field(
        title="Attacks", description="Artillery + blocks, e.g. A05 4+18, B06 0+12; one number: artillery"
    )

    @override
    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """Steps 1 to 4: the attacks in the order of artillery and blocks together, ties in the order given; hexes with
        artillery alone, which get no Attack marker, come after them.
        """
        check_step(data, state, "combat")
        if state.attacks or state.fighting:
            raise NotNow(f"Resolve the attack on {state.fighting or state.attacks[0].hex} first.")
        attacks = read_attacks(self.hexes)
        for attack in attacks:
            cp_hex(state, attack.hex)
        yield AttacksDeclared(attacks=tuple(sorted(attacks, key=lambda attack: (not attack.blocks, -attack.sps))))


class AnswerAttack(FieldsCommand):
    """7.3-S steps 5 to 7: the Central Powers answer the next attack."""

    title: ClassVar[str] = "Allied attack answered"
    type: Literal["answer_attack"] = "answer_attack"
    limit: PrintedLimit = Field(title="Shaded limit", description="The maximum SPs; read it off your aid", default=None)

    @override
    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """Artillery, the SPs in the hex, reinforcement; then the players resolve the combat."""
        check_step(data, state, "combat")
        if state.fighting:
            raise NotNow(f"Enter the CP losses in {state.fighting} first.")
        if not state.attacks:
            raise NotNow("No attacks have been declared. Declare them all with `/cp combat`.")
        attack = state.attacks[0]
        cp_hex(state, attack.hex)
        state = yield from artillery_response(data, state, attack, dice)
        if attack.blocks:
            state = yield sps_in_hex(data, state, attack, self.limit, dice)
            if state.hexes[attack.hex].sps:
                state = yield check_reinforcement(data, state, attack, dice)
        yield FightBegan(hex=attack.hex)


class TakeLosses(FieldsCommand):
    """7.3-S steps 8 and 9: CP losses of the combat."""

    title: ClassVar[str] = "CP losses entered"
    type: Literal["losses"] = "losses"
    sps: Sps = Field(title="CP losses in SPs")

    @override
    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """The players resolved the combat on the board."""
        if not state.fighting:
            raise NotNow(
                "No combat is waiting for CP losses. Use `/cp combat` without losses to answer the next attack."
            )
        yield lose(state, state.fighting, self.sps)


def offers(data: FieldsData, state: State, _seat: Seat) -> Iterator[Offer]:
    """The losses of the combat under way; else the next attack; else new attacks."""
    if state.position(data).step.kind != "combat":
        return
    if state.fighting:
        yield Offer(TakeLosses(sps=0), f"Losses in {state.fighting}…", inputs=("sps",))
    elif state.attacks:
        yield from _answers(state, state.attacks[0])
    elif state.hexes:
        first = next(iter(state.hexes))
        yield Offer(DeclareAttacks(hexes=f"{first} 0+1"), "Allied attacks…", inputs=("hexes",))


def _answers(state: State, attack: Attack) -> Iterator[Offer]:
    """Ask for a limit only if blocks are still to be placed."""
    finds_sps = bool(attack.blocks and state.hidden) and _has_unplaced_blocks(state, attack)
    rolls = ["1d6 (1d6 if Y)"] if state.artillery.available else []
    rolls += ["3d6"] if finds_sps else []
    rolls += ["1d6 if ≥1:1"] if attack.blocks and state.hidden and state.logistic else []
    dice = ", ".join(rolls)
    yield Offer(AnswerAttack(), f"Attack on {attack.hex}", dice=dice)
    if finds_sps:
        yield Offer(AnswerAttack(), f"Attack on {attack.hex} with limit…", inputs=("limit",), dice=dice)


def _has_unplaced_blocks(state: State, attack: Attack) -> bool:
    hex_ = state.hexes.get(attack.hex)
    return hex_ is not None and hex_.blocks < MOST_BLOCKS


def sps_in_hex(data: FieldsData, state: State, attack: Attack, given: int | None, dice: Dice) -> SpsFound:
    """7.3.3-S, step 6: the SPs of the blocks that remain to be placed in the hex."""
    hex_, hidden = state.hexes[attack.hex], state.hidden
    remaining = MOST_BLOCKS - hex_.blocks
    before = hex_.known
    reading, limit, placed = None, Limit(0), state.room(attack.hex) - hidden
    if remaining and hidden:
        conditions = {"Allied SPs": attack.sps, "CP total SPs": state.total}
        table = data.sps_in_hex
        reading, cell = table.read(dice.roll(3, 6), hidden, table.weigh(data, conditions))
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
    # unlike 7.1.3-S, the aid prints limits for three blocks as well, so one always applies
    blocks = limiting_blocks(data, attack, remaining)
    return limit_of(data.sps_in_hex, hidden, blocks, MOST_BLOCKS + 1, given, remaining)


def limiting_blocks(data: FieldsData, attack: Attack, remaining: int) -> int:
    """The blocks whose limit applies: those that remain, or fewer for a small attack (ruling ``small_attack``)."""
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
    reading, answer = data.cp_reinforcement.read(dice.roll(1, 6), ratio)
    sps = min(int(data.ruling("reinforcement_sps")), state.hidden) if answer == "Y" else 0
    return checked.replace(reading=reading, sps=sps, revealed=state.revealed + sps)
