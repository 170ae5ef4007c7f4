"""What the players report of the Central Powers' forces, at the start and when something is corrected."""

from collections.abc import Iterator, Mapping
from typing import Literal, LiteralString

from typing_extensions import override

from rules.games.fields_of_despair.counters import can_answer
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.hexes import Hex
from rules.games.fields_of_despair.log_events.sequence import checklist, tell_step
from rules.games.fields_of_despair.notation import FACE_DOWN
from rules.games.fields_of_despair.pieces import Count, Counters, CpHex, face_down, split
from rules.games.fields_of_despair.state import FieldsEvent, State
from rules.games.fields_of_despair.wording import block_values, listed, tell_marker, tell_points, tell_track
from rules.line import Line, line
from rules.notice import Public, tell_all, tell_board, tell_section
from rules.secrets import Shown, Tally, quote
from rules.written import Written


class ForcesSetUp(FieldsEvent, named="set_up"):
    """What the Central Powers have on the board as the game begins, in a step of a turn: a lesson begins in the midst
    of one.
    """

    turn: int
    step: int = 0
    total: Count
    hexes: tuple[Hex, ...]
    air: tuple[int, ...]
    artillery: tuple[int, ...]
    eps: Count

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        return State(
            turn=self.turn,
            step=self.step,
            version=state.version,
            is_set_up=True,
            total=self.total,
            eps=self.eps,
            hexes=face_down(self.hexes),
            marker=len(self.hexes),
            air=Counters(values=self.air),
            artillery=Counters(values=self.artillery),
        )

    @override
    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_all(
            "CP blocks face down ({count}): {hexes}.",
            count=len(self.hexes),
            hexes=listed(self.hexes),
        )
        yield tell_section("Counters", "CP air: {air}", air=listed(self.air))
        yield tell_section("Counters", "CP artillery: {artillery}", artillery=listed(self.artillery))
        if lone := [*self._useless_alone(data)]:
            yield tell_section("Counters", "Left alone, these never answer: {counters}.", counters=listed(lone))
            yield data.rulings.counters_that_do_not_fit.tell()
        yield tell_track(self.total)
        yield tell_marker(len(self.hexes))
        yield from checklist(data.positions[self.turn], self.step, ())
        yield from tell_step(data, self.turn, data.positions[self.turn][self.step])

    def _useless_alone(self, data: FieldsData) -> Iterator[Line]:
        """The counters that no cell reaches when they are the last ones (ruling ``counters_that_do_not_fit``)."""
        arms = (
            (line("air"), self.air, data.dogfight_strength),
            (line("artillery"), self.artillery, data.artillery_strength),
        )
        for arm, values, strength in arms:
            for value in dict.fromkeys(values):
                if not can_answer(data, Counters(values=(value,)), strength):
                    yield line("{arm} {value}", arm=arm, value=value)


Item = Literal["total", "hexes", "add hex", "remove hex", "hex", "air", "artillery", "logistic points", "eps"]
"""What can be corrected."""

CHANGES: Mapping[Item, LiteralString] = {
    "total": "CP total: {before} → **{after}** SPs.",
    "hexes": "Hexes with CP blocks: {before} → **{after}**.",
    "add hex": "Hexes with CP blocks added: **{after}**.",
    "remove hex": "Hexes with CP blocks removed: **{before}**.",
    "air": "CP air counters: {before} → **{after}**.",
    "artillery": "CP artillery counters: {before} → **{after}**.",
    "logistic points": "CP Logistic Points: {before} → **{after}**.",
    "eps": "CP economic points: {before} → **{after}**.",
}


MARKERS: Mapping[str, LiteralString] = {
    "air": "CP air counters: {after}.",
    "artillery": "CP artillery counters: {after}.",
    "logistic points": "CP Logistic Points: {after}.",
}


class Adjusted(FieldsEvent):
    """Something was corrected; the field that is named holds the new value.

    ``before`` and ``after`` are values as players type them. ``hex`` is the one hex that was corrected; then
    ``hexes`` are still all hexes with blocks. ``added`` and ``gone`` are the hexes that get or lose their blocks, and
    ``revealed`` is what the Revealed SPs marker reads now, if it moves.
    """

    what: Item
    hex: Hex | None = None
    before: str
    after: str
    reason: Written
    total: Count | None = None
    hexes: Mapping[Hex, CpHex] | None = None
    air: tuple[int, ...] | None = None
    artillery: tuple[int, ...] | None = None
    logistic: Count | None = None
    eps: Count | None = None
    added: tuple[Hex, ...] = ()
    gone: tuple[Hex, ...] = ()
    revealed: Count | None = None

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        """Counters on the map stay there as far as they still exist."""
        given = {name: getattr(self, name) for name in ("total", "hexes", "logistic", "eps")}
        changes = {name: value for name, value in given.items() if value is not None}
        if self.revealed is not None:
            changes["marker"] = self.revealed
        if self.air is not None:
            changes["air"] = state.air.become(self.air)
        if self.artillery is not None:
            changes["artillery"] = now = state.artillery.become(self.artillery)
            changes["guns"] = state.guns if now.spent else frozenset()
        return state.replace(**changes)

    @override
    def tell(self, data: FieldsData) -> Iterator[Public]:
        if self.hex is None:
            yield tell_all(CHANGES[self.what], before=Shown(self.before), after=Shown(self.after))
        else:
            yield self._tell_hex(Shown(self.hex))
        if self.reason:
            yield tell_all("Reason: {reason}", reason=quote(self.reason))
        yield from self._tell_board()

    def _tell_board(self) -> Iterator[Public]:
        """What to change on the board, where it is not as corrected already."""
        if self.added:
            yield tell_board("Place one CP block face down in each of: {hexes}.", hexes=listed(self.added))
        if self.gone:
            yield tell_board("Remove all CP blocks from: {hexes}.", hexes=listed(self.gone))
        if self.hex is not None and self.hexes is not None:
            held = self.hexes[self.hex]
            if held.is_face_down:
                yield tell_board("{hex}: leave one CP block face down.", hex=Shown(self.hex))
            else:
                blocks = block_values(split(held.sps, held.blocks))
                yield tell_board("{hex}: the CP blocks hold {blocks}.", hex=Shown(self.hex), blocks=blocks)
        if self.revealed is not None:
            yield tell_marker(self.revealed)
        if self.total is not None:
            yield tell_track(self.total)
        if self.eps is not None:
            yield tell_points(self.eps)
        if self.what in MARKERS:
            yield tell_board(MARKERS[self.what], after=Tally(self.after))

    def _tell_hex(self, hex_: Shown) -> Public:
        was_down, is_down = self.before == FACE_DOWN, self.after == FACE_DOWN
        before, after = Shown(self.before), Shown(self.after)
        if was_down and is_down:
            return tell_all("{hex} still holds one face-down CP block.", hex=hex_)
        if was_down:
            return tell_all("CP SPs in {hex}: a face-down block → **{after}**.", hex=hex_, after=after)
        if is_down:
            return tell_all("CP SPs in {hex}: {before} → **a face-down block**.", hex=hex_, before=before)
        return tell_all("CP SPs in {hex}: {before} → **{after}**.", hex=hex_, after=after, before=before)
