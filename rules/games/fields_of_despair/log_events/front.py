"""What the group told of a hex."""

from collections.abc import Iterator

from typing_extensions import override

from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.hexes import Hex
from rules.games.fields_of_despair.pieces import Attack, Ground
from rules.games.fields_of_despair.state import FieldsEvent, State
from rules.games.fields_of_despair.wording import EMPTY
from rules.notice import Public, tell_all, tell_board
from rules.secrets import Shown, quote
from rules.written import Written


class HexNoted(FieldsEvent):
    """What the group told of a hex changed."""

    hex: Hex
    before: Ground
    after: Ground
    reason: Written

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        return state.replace(ground={**state.ground, self.hex: self.after})

    @override
    def tell(self, data: FieldsData) -> Iterator[Public]:
        hex_, before, after = Shown(self.hex), self.before, self.after
        if before.owner != after.owner:
            yield tell_all(
                "{hex}: held by {before} → **{after}**.",
                hex=hex_,
                before=Shown(before.owner or EMPTY),
                after=Shown(after.owner or EMPTY),
            )
            yield tell_board("Put the control marker of {hex} on that side.", hex=hex_)
        if before.fortress != after.fortress:
            if after.fortress:
                yield tell_all("{hex}: no fortress → **a fortress**.", hex=hex_)
            else:
                yield tell_all("{hex}: a fortress → **no fortress**.", hex=hex_)
        if before.allied != after.allied:
            yield tell_all(
                "{hex}: Allied SPs {before} → **{after}** (artillery + blocks).",
                hex=hex_,
                before=_sps(before.allied),
                after=_sps(after.allied),
            )
        if self.reason:
            yield tell_all("Reason: {reason}", reason=quote(self.reason))


def _sps(allied: Attack | None) -> Shown:
    return Shown(EMPTY if allied is None else f"{allied.artillery} + {allied.blocks}")
