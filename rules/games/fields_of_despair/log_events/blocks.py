"""CP blocks that are revealed."""

from collections.abc import Iterator

from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.hexes import Hex
from rules.games.fields_of_despair.pieces import Count
from rules.games.fields_of_despair.rulings import SpsWithBlocksPlaced
from rules.games.fields_of_despair.state import FieldsEvent
from rules.notice import Public, tell_all, tell_proof, tell_rule
from rules.printed.lookup import Reading, tell_reading


class BlocksRevealed(FieldsEvent, named=""):
    """The SPs of blocks in a hex: ``blocks`` are those revealed now, ``sps`` all that the hex is known to hold.

    ``hidden`` are the SPs hidden before. ``limit`` is the most that the blocks could show; ``unknown_limit``: the
    printed shading would say, and is not in the data. Without a ``reading`` nothing was hidden.
    """

    hex: Hex
    reading: Reading | None
    blocks: tuple[int, ...]
    sps: Count
    limit: Count
    unknown_limit: bool
    hidden: Count
    revealed: Count

    def tell_revealed(self, data: FieldsData) -> Iterator[Public]:
        """Tell what limited the SPs, and how the table was read."""
        if self.reading is None:
            yield tell_all("No SPs are hidden, so nothing is rolled.")
            yield from data.cite("nothing_hidden")
            return
        yield tell_proof("SPs hidden before: {hidden}.", hidden=self.hidden)
        placed = sum(self.blocks)
        if placed == self.limit < int(self.reading.cell):
            yield tell_all("The limit caps the SPs at {limit}.", limit=self.limit)
        elif placed < int(self.reading.cell) and not data.is_ruled(SpsWithBlocksPlaced.ALL_BLOCKS_TOGETHER):
            yield tell_all("Only the hidden SPs and the face-down block can be placed.")
        yield from tell_reading(data, self.reading, self.hex)
        if self.unknown_limit:
            yield tell_rule("If this cell is shaded lower on your aid, correct the hex: `/enter what:adjust`.")
            yield from data.cite("limit_shading")
        yield from data.cite("block_split")
