"""7.3-S: Allied attacks, and CP losses in any combat."""

from collections.abc import Iterator, Mapping
from typing import Literal, LiteralString

from rules.games.fields_of_despair.board_facts import TOTAL
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.hexes import Hex
from rules.games.fields_of_despair.pieces import MOST_BLOCKS, AnswerStep, Attack, Count
from rules.games.fields_of_despair.rulings import SpsWithBlocksPlaced
from rules.games.fields_of_despair.state import FieldsEvent, Stage, State, Unlimited
from rules.games.fields_of_despair.wording import block_values, listed
from rules.notice import Open, Public, tell_all, tell_board, tell_next, tell_proof, tell_rule
from rules.printed.lookup import Reading, prove
from rules.secrets import Shown

Unchecked = Literal["below 1:1", "no logistic point", "nothing hidden"]
"""Why the reinforcement of 7.3-S step 7 is not rolled for."""
UNCHECKED: Mapping[str, LiteralString] = {
    "below 1:1": "Reinforcement at {ratio}: none, because the ratio is below 1:1.",
    "no logistic point": "Reinforcement at {ratio}: none, because the CP have no Logistic Point.",
    "nothing hidden": "Reinforcement at {ratio}: none, because no SPs are hidden.",
}


class AttacksDeclared(FieldsEvent):
    """7.3-S steps 1 to 4: the attacks in their order."""

    is_landmark = True
    attacks: tuple[Attack, ...]

    def apply(self, data: FieldsData, state: State) -> State:
        return state.replace(attacks=self.attacks).with_allied(*self.attacks)

    def tell(self, data: FieldsData) -> Iterator[Public]:
        order = listed(f"{attack.hex} ({attack.artillery}+{attack.blocks})" for attack in self.attacks)
        marked = [attack.hex for attack in self.attacks if attack.blocks]
        if not marked:
            yield tell_all("Attacks in order: {order}.", order=order)
        else:
            yield tell_proof("Attacks in order: {order}.", order=order)
            numbered = listed(f"{rank} {hex_}" for rank, hex_ in enumerate(marked, 1))
            yield tell_board("Attack markers: {numbered}.", numbered=numbered)
        if len(marked) < len(self.attacks):
            yield data.rulings.shelled_blocks.tell()
        yield tell_rule("7.3-S steps 1 to 4: ranked by artillery + blocks; you decide the order of ties")


class BlocksRevealed(FieldsEvent, named=""):
    """The SPs of blocks in a hex: ``blocks`` are those revealed now, ``sps`` all that the hex is known to hold.

    ``hidden`` are the SPs hidden before. ``limit`` is the most that the blocks could show; ``unknown_limit``: the
    printed shading of the ``cell`` would say, and nobody has read it off; ``given`` is what somebody now did. Without a
    ``reading`` nothing was hidden.
    """

    hex: Hex
    reading: Reading | None
    blocks: tuple[int, ...]
    sps: Count
    limit: Count
    unknown_limit: bool
    hidden: Count
    revealed: Count
    cell: str = ""
    given: Count | None = None

    def learned(self, state: State) -> State:
        """Return the state with the limit that was given."""
        return state if self.given is None else state.learning(self.cell, self.given)

    def tell_revealed(self, data: FieldsData) -> Iterator[Public]:
        """Tell what limited the SPs, and how the table was read."""
        if self.reading is None:
            yield tell_all("No SPs are hidden, so nothing is rolled.")
            yield from data.cite("nothing_hidden")
            return
        yield tell_proof("SPs hidden before: {hidden}.", hidden=self.hidden)
        placed = sum(self.blocks)
        if placed == self.limit < int(self.reading.cell):
            yield tell_all("At most {limit} SPs can be placed.", limit=self.limit)
        elif placed < int(self.reading.cell) and not data.is_ruled(SpsWithBlocksPlaced.ALL_BLOCKS_TOGETHER):
            yield tell_all("Only the hidden SPs and the face-down block can be placed.")
        yield from prove(data, self.reading, self.hex)
        if self.unknown_limit:
            yield tell_rule("If this cell is shaded lower on your aid, correct the hex: `/enter what:adjust`.")
            yield from data.cite("limit_shading")
        elif self.cell and self.given is None and not data.printed_tables[self.reading.table].limits:
            yield tell_rule(
                "The shading is as you read it off before; `/enter what:adjust`, *shading*, has it asked again."
            )


class SpsFound(BlocksRevealed):
    """7.3.3-S: the SPs in an attacked hex. ``before`` of them were known before. ``asks_limit``: the players say first
    whether the shading of their aid allows fewer; ``can_be_shaded``: they can say so until the losses are entered.
    """

    reveals = True
    attackers: Count
    before: Count
    asks_limit: bool = False
    can_be_shaded: bool = False

    def apply(self, data: FieldsData, state: State) -> State:
        step = AnswerStep.LIMIT if self.asks_limit else AnswerStep.REINFORCEMENT
        is_open = self.asks_limit or self.can_be_shaded
        unlimited = Unlimited(attack=state.attacks[0]) if self.can_be_shaded else None
        state = self.learned(state).with_blocks(self.hex, len(self.blocks), self.sps)
        found, asked = (self.blocks, self.cell) if is_open else ((), "")
        return state.replace(answering=step, found=found, asked=asked, unlimited=unlimited)

    def tell(self, data: FieldsData) -> Iterator[Public]:
        hex_, placed = Shown(self.hex), sum(self.blocks)
        values: dict[str, Open] = {"hex": hex_, "sps": placed, "blocks": block_values(self.blocks)}
        if self.asks_limit or not self.blocks:
            yield tell_all("{hex}: **{sps} CP {sps:SP|SPs}**.", hex=hex_, sps=self.sps)
        elif self.before:
            yield tell_board("{hex}: **{sps} CP {sps:SP|SPs}** ({blocks}), {all} in all.", all=self.sps, **values)
        else:
            yield tell_board("{hex}: **{sps} CP {sps:SP|SPs}** ({blocks}).", **values)
        if not self.blocks:
            yield tell_proof("All three blocks in the hex have already been placed.")
            return
        if self.before:
            yield data.rulings.sps_with_blocks_placed.tell()
        yield from self.tell_revealed(data)
        if self.unknown_limit and self.attackers < max(data.small_attacks.below.values()):
            yield data.rulings.small_attack.tell()


class LimitEntered(FieldsEvent):
    """7.3.3-S: the limit that the players read off the shading of their aid; None if it allows what the table gives.

    ``blocks`` are placed now, and the hex then holds ``sps``. ``kept`` are those of a reinforcement that came before.
    """

    hex: Hex
    limit: Count | None
    blocks: tuple[int, ...]
    sps: Count
    revealed: Count
    kept: Count = 0

    def apply(self, data: FieldsData, state: State) -> State:
        hex_ = state.hexes[self.hex].replace(sps=self.sps)
        allowed = sum(state.found) if self.limit is None else 0
        state = state.learning(state.asked, self.limit, allowed).with_hex(self.hex, hex_)
        if state.unlimited is None:
            return state.replace(answering=AnswerStep.REINFORCEMENT, found=(), asked="")
        returned = bool(state.unlimited.brought) and not self.kept
        return state.replace(logistic=state.logistic + returned, found=(), asked="", unlimited=None)

    def tell(self, data: FieldsData) -> Iterator[Public]:
        hex_ = Shown(self.hex)
        if self.limit is not None:
            yield tell_all("{hex}: **{sps} {sps:SP|SPs}**, limit {limit}.", hex=hex_, sps=self.sps, limit=self.limit)
        yield tell_board("{hex}: blocks {blocks}.", hex=hex_, blocks=block_values(self.blocks))
        yield tell_rule("7.3.3-S, limits")


class ReinforcementChecked(FieldsEvent):
    """7.3-S step 7: whether the Central Powers reinforce the hex. Without a reading nothing was rolled, for ``why``."""

    hex: Hex
    allied: Count
    central: Count
    reading: Reading | None
    why: Literal["rolled"] | Unchecked
    sps: Count
    revealed: Count

    def apply(self, data: FieldsData, state: State) -> State:
        if state.unlimited is not None:
            fell = None if self.reading is None else self.reading.roll
            state = state.replace(unlimited=state.unlimited.replace(brought=self.sps, fell=fell))
        if not self.sps:
            return state
        old = state.hexes[self.hex]
        return state.with_hex(self.hex, old.replace(sps=old.sps + self.sps)).replace(logistic=state.logistic - 1)

    def tell(self, data: FieldsData) -> Iterator[Public]:
        ratio = Shown(f"{self.allied}:{self.central}")
        if not self.sps and self.reading is not None:
            yield tell_all("{hex}: **no** reinforcement at {ratio}.", hex=Shown(self.hex), ratio=ratio)
        if self.reading is None:
            yield tell_proof(UNCHECKED[self.why], ratio=ratio)
            yield tell_rule("7.3-S step 7")
            return
        if self.sps:
            hex_, sps = Shown(self.hex), self.sps
            yield tell_all("{hex}: **+{sps} {sps:SP|SPs}**, reinforced at {ratio}.", hex=hex_, sps=sps, ratio=ratio)
            yield tell_board("{hex}: +{sps} CP {sps:SP|SPs}, one Logistic Point.", hex=hex_, sps=sps)
            yield data.rulings.reinforcement_sps.tell()
        yield from prove(data, self.reading, self.hex)
        yield data.rulings.ratio_counts.tell()


class FightBegan(FieldsEvent):
    """The players resolve the combat; the bot waits for the losses."""

    hex: Hex

    def apply(self, data: FieldsData, state: State) -> State:
        found = () if state.unlimited is None else state.found
        return state.replace(attacks=state.attacks[1:], fighting=self.hex, answering=AnswerStep.ARTILLERY, found=found)

    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_rule("7.3-S steps 8 and 9: resolve the combat, artillery first")


class HexLost(FieldsEvent):
    """The Allies took a hex in which no CP SPs are left; no CP block lies there any more."""

    hex: Hex

    def apply(self, data: FieldsData, state: State) -> State:
        hexes = {name: held for name, held in state.hexes.items() if name != self.hex}
        return state.replace(hexes=hexes).with_ground(self.hex, owner="Allies")

    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_all("The Allies take **{hex}**.", hex=Shown(self.hex))


class LossesTaken(FieldsEvent):
    """CP SPs were lost in a hex. The last of several combats ``tells_track``, or ``leads_on`` to breakouts."""

    hex: Hex
    sps: Count
    left: Count
    total: Count
    revealed: Count
    tells_track: bool = False
    leads_on: bool = False

    def apply(self, data: FieldsData, state: State) -> State:
        """Remove the SPs from the map and the track; an offensive whose combat is over is resolved."""
        old = state.hexes[self.hex]
        blocks = old.blocks or (0 if self.left else MOST_BLOCKS)
        hex_ = old.replace(blocks=blocks, sps=self.left if blocks else 0)
        cp = state.cp.resolve() if state.cp.stage is Stage.COMBAT else state.cp
        if state.unlimited is not None:
            state = state.learning(state.asked, None, sum(state.found)).replace(found=(), asked="", unlimited=None)
        *before, now = state.lost
        lost = (*before, now + self.sps)
        return state.with_hex(self.hex, hex_).replace(total=self.total, fighting=None, cp=cp, lost=lost)

    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_all("{hex}: **{sps}** lost, {left} left.", hex=Shown(self.hex), sps=self.sps, left=self.left)
        if self.tells_track:
            yield from TOTAL.tell_board(self.total)
        if self.leads_on:
            yield tell_next("Allied breakouts (7.4)?")
