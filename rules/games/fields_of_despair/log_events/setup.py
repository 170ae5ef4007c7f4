"""What the players report of the Central Powers' forces, at the start and when something is corrected."""

from collections.abc import Iterator

from typing_extensions import override

from rules.games.fields_of_despair.board_facts import TOTAL
from rules.games.fields_of_despair.counters import can_answer
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.hexes import Hex
from rules.games.fields_of_despair.log_events.sequence import tell_step
from rules.games.fields_of_despair.pieces import Count, Counters, face_down
from rules.games.fields_of_despair.state import FieldsEvent, State
from rules.games.fields_of_despair.wording import listed, tell_marker
from rules.line import Line, line
from rules.notice import Public, tell_all, tell_section


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
        yield tell_all("CP blocks face down ({count}): {hexes}.", count=len(self.hexes), hexes=listed(self.hexes))
        yield tell_section("Counters", "CP air: {air}", air=listed(self.air))
        yield tell_section("Counters", "CP artillery: {artillery}", artillery=listed(self.artillery))
        if lone := [*self._useless_alone(data)]:
            yield tell_section("Counters", "On their own, these never answer: {counters}.", counters=listed(lone))
            yield data.rulings.counters_that_do_not_fit.tell()
        yield from TOTAL.tell_board(self.total)
        yield tell_marker(len(self.hexes))
        yield from tell_step(data, self.turn, data.positions[self.turn][self.step])

    def _useless_alone(self, data: FieldsData) -> Iterator[Line]:
        """Yield the counters that no cell reaches when they are the last ones (ruling ``counters_that_do_not_fit``)."""
        arms = (
            (line("air"), self.air, data.dogfight_strength),
            (line("artillery"), self.artillery, data.artillery_strength),
        )
        for arm, values, strength in arms:
            for value in dict.fromkeys(values):
                if not can_answer(data, Counters(values=(value,)), strength):
                    yield line("{arm} {value}", arm=arm, value=value)
