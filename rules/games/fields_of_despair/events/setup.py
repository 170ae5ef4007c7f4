"""What the players report of the Central Powers' forces, at the start and when something is corrected."""

from collections.abc import Iterator, Mapping
from typing import Literal, LiteralString

from typing_extensions import override

from rules.games.fields_of_despair.data import FieldsData, Hex
from rules.games.fields_of_despair.events.sequence import checklist, tell_step
from rules.games.fields_of_despair.notation import FACE_DOWN
from rules.games.fields_of_despair.state import Count, Counters, CpHex, FieldsEvent, State, face_down
from rules.games.fields_of_despair.wording import listed
from rules.notice import Public, tell_all, tell_board, tell_section
from rules.secrets import Shown, quote


class ForcesSetUp(FieldsEvent):
    """What the Central Powers have on the board as the game begins."""

    type: Literal["set_up"] = "set_up"
    turn: int
    total: Count
    hexes: tuple[Hex, ...]
    air: tuple[int, ...]
    artillery: tuple[int, ...]
    eps: Count

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        return State(
            turn=self.turn, version=state.version, is_set_up=True, total=self.total, eps=self.eps,
            hexes=face_down(self.hexes), air=Counters(values=self.air), artillery=Counters(values=self.artillery),
        )  # fmt: skip

    @override
    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_all(
            "CP total: {total} SPs. Hexes with one face-down block ({count}): {hexes}.",
            total=self.total, count=len(self.hexes), hexes=listed(self.hexes),
        )  # fmt: skip
        yield tell_section("Counters", "CP air: {air}", air=listed(self.air))
        yield tell_section("Counters", "CP artillery: {artillery}", artillery=listed(self.artillery))
        yield tell_board("Set the Revealed SPs marker to {count}.", count=len(self.hexes))
        yield from checklist(data.positions[self.turn], 0, ())
        yield from tell_step(data, self.turn, data.positions[self.turn][0])


Item = Literal["total", "hexes", "hex", "air", "artillery", "logistic points", "eps"]
"""What can be corrected."""

CHANGES: Mapping[Item, LiteralString] = {
    "total": "The CP total changed from {before} to **{after}** SPs.",
    "hexes": "The hexes with CP blocks changed from {before} to **{after}**.",
    "air": "The CP air counters changed from {before} to **{after}**.",
    "artillery": "The CP artillery counters changed from {before} to **{after}**.",
    "logistic points": "The CP Logistic Points changed from {before} to **{after}**.",
    "eps": "The CP economic points changed from {before} to **{after}**.",
}


class Adjusted(FieldsEvent):
    """Something was corrected; the field that is named holds the new value.

    ``before`` and ``after`` are values as players type them. ``hex`` is the one hex that was corrected; then
    ``hexes`` are still all hexes with blocks.
    """

    type: Literal["adjusted"] = "adjusted"
    what: Item
    hex: Hex | None = None
    before: str
    after: str
    reason: str
    total: Count | None = None
    hexes: Mapping[Hex, CpHex] | None = None
    air: tuple[int, ...] | None = None
    artillery: tuple[int, ...] | None = None
    logistic: Count | None = None
    eps: Count | None = None

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        """Counters on the map stay there as far as they still exist."""
        given = {name: getattr(self, name) for name in ("total", "hexes", "logistic", "eps")}
        changes = {name: value for name, value in given.items() if value is not None}
        if self.air is not None:
            changes["air"] = state.air.become(self.air)
        if self.artillery is not None:
            changes["artillery"] = state.artillery.become(self.artillery)
        return state.replace(**changes)

    @override
    def tell(self, data: FieldsData) -> Iterator[Public]:
        if self.hex is None:
            yield tell_all(CHANGES[self.what], before=Shown(self.before), after=Shown(self.after))
        else:
            yield self._tell_hex(Shown(self.hex))
        yield tell_all("Reason: {reason}", reason=quote(self.reason))

    def _tell_hex(self, hex_: Shown) -> Public:
        was_down, is_down = self.before == FACE_DOWN, self.after == FACE_DOWN
        before, after = Shown(self.before), Shown(self.after)
        if was_down and is_down:
            return tell_all("{hex} still holds one face-down CP block.", hex=hex_)
        if was_down:
            return tell_all("CP SPs in {hex} changed from a face-down block to **{after}**.", hex=hex_, after=after)
        if is_down:
            return tell_all("CP SPs in {hex} changed from {before} to **a face-down block**.", hex=hex_, before=before)
        return tell_all("CP SPs in {hex} changed from {before} to **{after}**.", hex=hex_, after=after, before=before)
