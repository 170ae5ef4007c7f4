"""What the players report of the Central Powers' forces, at the start and when something is corrected."""

from collections.abc import Iterator, Mapping
from typing import Literal

from rules.games.fields_of_despair.data import FieldsData, Hex
from rules.games.fields_of_despair.events.sequence import checklist, tell_step
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

    def apply(self, data: FieldsData, state: State) -> State:
        """The turn begins with one block face down in each hex."""
        return State(
            turn=self.turn, version=state.version, is_set_up=True, total=self.total, eps=self.eps,
            hexes=face_down(self.hexes), air=Counters(values=self.air), artillery=Counters(values=self.artillery),
        )  # fmt: skip

    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_all("CP total {total} SPs; one block face down in each of {count} hexes: {hexes}.", total=self.total,
                       count=len(self.hexes), hexes=listed(self.hexes))  # fmt: skip
        yield tell_section("Counters", "Air: {air}. Artillery: {artillery}.", air=listed(self.air),
                           artillery=listed(self.artillery))  # fmt: skip
        yield tell_board("Set the Revealed SPs marker to {count}.", count=len(self.hexes))
        yield from checklist(data.positions[self.turn], 0, ())
        yield from tell_step(data, self.turn, data.positions[self.turn][0])


class Adjusted(FieldsEvent):
    """Something was corrected; the field that is named holds the new value."""

    type: Literal["adjusted"] = "adjusted"
    what: str
    before: str
    after: str
    reason: str
    total: Count | None = None
    hexes: Mapping[Hex, CpHex] | None = None
    air: tuple[int, ...] | None = None
    artillery: tuple[int, ...] | None = None
    logistic: Count | None = None
    eps: Count | None = None

    def apply(self, data: FieldsData, state: State) -> State:
        """The field has its new value."""
        given = {name: getattr(self, name) for name in ("total", "hexes", "logistic", "eps")}
        changes = {name: value for name, value in given.items() if value is not None}
        if self.air is not None:
            changes["air"] = state.air.become(self.air)
        if self.artillery is not None:
            changes["artillery"] = state.artillery.become(self.artillery)
        return state.replace(**changes)

    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_all("CP {what}: {before} → **{after}**.", what=Shown(self.what), before=Shown(self.before),
                       after=Shown(self.after))  # fmt: skip
        yield tell_section("Why", "{reason}", reason=quote(self.reason))
