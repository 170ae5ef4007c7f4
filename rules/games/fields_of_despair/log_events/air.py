"""7.1-S: dogfights and reconnaissance; and what blocks that are revealed tell in any phase."""

from collections.abc import Iterator
from typing import ClassVar, LiteralString

from typing_extensions import override

from rules.games.fields_of_despair.counters import CountersAnswered
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.hexes import Hex
from rules.games.fields_of_despair.pieces import Count
from rules.games.fields_of_despair.rulings import SpsWithBlocksPlaced
from rules.games.fields_of_despair.state import FieldsEvent, State
from rules.games.fields_of_despair.wording import block_values, listed
from rules.notice import Public, tell_all, tell_board, tell_next, tell_proof, tell_rule
from rules.printed.lookup import Reading, prove
from rules.secrets import Shown


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
        yield from data.cite("block_split")


class SquadronsPlaced(FieldsEvent):
    """7.1-S: Allied air, the strongest hex first. ``waits``: the dice of the answers are still to be rolled."""

    hexes: tuple[tuple[Hex, int], ...]
    waits: bool = False

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        return state.replace(dogfights=(*state.dogfights, *self.hexes))

    @override
    def tell(self, data: FieldsData) -> Iterator[Public]:
        order = listed(f"{hex_} ({value})" for hex_, value in self.hexes)
        if self.waits:
            yield tell_all("CP answers in order: {order}.", order=order)
        else:
            yield tell_proof("CP answers in order: {order}.", order=order)
        yield tell_rule("7.1-S: strongest hex first, you decide the order of ties; one counter per hex in columns J-M")


class AirChecked(FieldsEvent):
    """7.1.2-S step 1 was Y; the die of step 2 is still to be rolled on the players' table."""

    hex: Hex
    reading: Reading

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        return state.replace(air_checked=True)

    @override
    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_next("{hex}: the Central Powers answer. Roll 1d6 for their strength.", hex=Shown(self.hex))
        yield from prove(data, self.reading, self.hex)


class AirAnswered(CountersAnswered):
    """7.1.2-S: the answer to the Allied air in one hex."""

    arm: ClassVar[LiteralString] = "air"
    allied: Count

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        """Place the counters on the map; a check that was not made leaves the last result unchanged."""
        return state.replace(
            dogfights=state.dogfights[1:],
            fought=state.fought | {self.hex},
            air=state.air.place(self.placed),
            air_answer=self.answer or state.air_answer,
            air_checked=False,
        )

    @override
    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield from self.tell_counters(data)
        if self.placed:
            yield tell_next("CP air lost? `/enter what:adjust`.")


class Reconnoitred(BlocksRevealed):
    """7.1.3-S: what Allied air of a value revealed in a hex."""

    reveals: ClassVar[bool] = True
    air: Count

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        state = self.learned(state).with_blocks(self.hex, len(self.blocks), self.sps)
        return state.replace(seen=state.seen | {self.hex})

    @override
    def tell(self, data: FieldsData) -> Iterator[Public]:
        hex_, found, blocks = Shown(self.hex), sum(self.blocks), block_values(self.blocks)
        yield tell_board("{hex}: reveal **{sps} {sps:SP|SPs}** ({blocks}).", hex=hex_, sps=found, blocks=blocks)
        if found != self.sps:
            yield tell_all("{hex}: {sps} SPs are known now.", hex=hex_, sps=self.sps)
        yield from self.tell_revealed(data)
