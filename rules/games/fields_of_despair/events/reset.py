"""7.5-S (10): the Central Powers reset."""

from collections.abc import Iterator
from typing import Literal

from typing_extensions import override

from rules.games.fields_of_despair.data import FieldsData, Hex, PhaseNumber
from rules.games.fields_of_despair.state import MOST_BLOCKS, CpHex, CpPhase, FieldsEvent, Stage, State, face_down
from rules.games.fields_of_despair.wording import listed
from rules.notice import Public, tell_all, tell_board, tell_rule


def tell_placement() -> Public:
    """Tell where the blocks of the reset lie in action phase 2."""
    return tell_all(
        "Place one CP block face down in every Allied frontline hex next to a CP control marker in France, in columns "
        "A to H and in I06. Then enter all hexes with a CP block."
    )


class ResetBegan(FieldsEvent):
    """(9) is over; the reset depends on the action phase."""

    type: Literal["reset_began"] = "reset_began"
    phase: PhaseNumber

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        return state.in_cp_phase(stage=Stage.RESET)

    @override
    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_all("The Central Powers reset their blocks.")
        if self.phase == 2:
            yield tell_placement()


class BlocksReset(FieldsEvent):
    """(10): the blocks as they lie now; ``stand`` are the hexes of offensives, known but facing away."""

    type: Literal["blocks_reset"] = "blocks_reset"
    phase: PhaseNumber
    stand: tuple[tuple[Hex, int], ...]
    face_down: tuple[Hex, ...]

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        standing = {hex_: CpHex(blocks=MOST_BLOCKS, sps=sps) for hex_, sps in self.stand}
        return state.replace(hexes={**face_down(self.face_down), **standing}, cp=CpPhase(), is_done=True)

    @override
    def tell(self, data: FieldsData) -> Iterator[Public]:
        stand = sum(sps for _, sps in self.stand)
        if self.stand:
            named = listed(f"{hex_} {sps}" for hex_, sps in self.stand)
            yield tell_board("Stand the attackers up, three blocks facing away: {hexes}.", hexes=named)
        if self.face_down:
            yield tell_board("Place one CP block face down in each of: {hexes}.", hexes=listed(self.face_down))
        marker = stand + len(self.face_down)
        yield tell_all(
            "Revealed SPs after the reset: {stand} from attackers + {count} from face-down blocks = **{marker}**.",
            stand=stand, count=len(self.face_down), marker=marker,
        )  # fmt: skip
        yield tell_board("Set the Revealed SPs marker to {marker}.", marker=marker)
        yield tell_rule("7.5-S (10), action phase {phase}", phase=self.phase)
