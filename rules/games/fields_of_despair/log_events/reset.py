"""7.5-S (10): the Central Powers reset."""

from collections.abc import Iterator

from typing_extensions import override

from rules.games.fields_of_despair.board_facts import TOTAL
from rules.games.fields_of_despair.data import FieldsData, PhaseNumber
from rules.games.fields_of_despair.hexes import Hex
from rules.games.fields_of_despair.pieces import MOST_BLOCKS, Count, CpHex, face_down
from rules.games.fields_of_despair.state import CpPhase, FieldsEvent, Stage, State
from rules.games.fields_of_despair.wording import listed, tell_marker
from rules.line import Listed
from rules.notice import Public, tell_all, tell_board, tell_next, tell_proof, tell_rule


def tell_placement(phase: PhaseNumber) -> Public:
    """Tell where the blocks of the reset lie."""
    if phase == 1:
        return tell_next("Attackers stay. Every other frontline hex has one CP block face down (10).")
    return tell_next(
        "One CP block lies face down in I06 and in every Allied frontline hex of columns A-H that is next to a CP "
        "control marker in France."
    )


def with_taken(state: State, taken: tuple[Hex, ...]) -> State:
    """Return the state in which the Central Powers took those hexes in this action phase, and no others."""
    for hex_ in state.cp.taken:
        state = state if hex_ in taken else state.with_ground(hex_, owner=None)
    for hex_ in taken:
        state = state.with_ground(hex_, owner="Central Powers", allied=None)
    return state


class ResetBegan(FieldsEvent):
    """(9) is over; the reset depends on the action phase. ``asks``: the players say how the blocks lie."""

    phase: PhaseNumber
    asks: bool

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        return state.in_cp_phase(stage=Stage.RESET)

    @override
    def tell(self, data: FieldsData) -> Iterator[Public]:
        if self.asks:
            yield tell_placement(self.phase)


class BlocksReset(FieldsEvent):
    """(10): the blocks as they lie now; ``stand`` are the hexes of offensives, known but facing away.

    ``added``, ``gone`` and ``turned`` are what changes on the board: new face-down blocks, hexes without a block now,
    hexes whose known blocks go face down; ``before`` is what the Revealed SPs marker read, ``total`` what the CP track
    reads if SPs were lost. ``taken`` are the hexes that
    the Central Powers took in this action phase.
    """

    phase: PhaseNumber
    stand: tuple[tuple[Hex, int], ...]
    face_down: tuple[Hex, ...]
    added: tuple[Hex, ...]
    gone: tuple[Hex, ...]
    turned: tuple[Hex, ...]
    before: int
    total: Count | None = None
    taken: tuple[Hex, ...]
    wiped_out: bool = False

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        standing = {hex_: CpHex(blocks=MOST_BLOCKS, sps=sps) for hex_, sps in self.stand}
        after = with_taken(state, self.taken).replace(
            hexes={**face_down(self.face_down), **standing}, cp=CpPhase(), is_done=True
        )
        return after.replace(marker=after.revealed)

    @override
    def tell(self, data: FieldsData) -> Iterator[Public]:
        if self.taken:
            yield tell_all("The Central Powers took: {hexes}.", hexes=listed(self.taken))
        yield from self._tell_board()
        if self.total is not None:
            yield from TOTAL.tell_board(self.total)
        marker = sum(sps for _, sps in self.stand) + len(self.face_down)
        if self.stand:
            yield tell_proof(
                "Revealed SPs: {stand} + {count} face down = **{marker}**.",
                stand=Listed((f"{hex_} {sps}" for hex_, sps in self.stand), " + "),
                count=len(self.face_down),
                marker=marker,
            )
        if marker != self.before:
            yield tell_marker(marker)
        if data.map is not None:
            yield from data.cite("frontline")
        if self.wiped_out:
            yield from data.cite("wiped_out")
        yield tell_rule("7.5-S (10), action phase {phase}", phase=self.phase)

    def _tell_board(self) -> Iterator[Public]:
        """Tell what changes on the board; each block is turned and laid once."""
        if self.stand:
            named = Listed(f"{hex_} {sps}" for hex_, sps in self.stand)
            yield tell_board("Attackers up, three blocks facing away: {hexes}.", hexes=named)
        if self.turned:
            yield tell_board("One CP block face down in: {hexes}.", hexes=listed(self.turned))
        if self.added:
            yield tell_board("One new CP block face down in: {hexes}.", hexes=listed(self.added))
        if self.gone:
            yield tell_board("Remove all CP blocks from: {hexes}.", hexes=listed(self.gone))
