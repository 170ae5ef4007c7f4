"""7.5-S (10): the Central Powers reset."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Procedure
from rules.dice import Dice
from rules.errors import NotThere
from rules.games.fields_of_despair.cp_phase import CpPhaseCommand, offers_of
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.events.reset import BlocksReset, ResetBegan, tell_placement
from rules.games.fields_of_despair.notation import Typed, read_hexes
from rules.games.fields_of_despair.sequence import tick
from rules.games.fields_of_despair.state import Stage, State
from rules.notice import Public, tell_rule
from rules.seat import Seat


def begin_reset(data: FieldsData, state: State) -> Procedure[State]:
    """(10), action phase 1: offensives, the only SPs that are known by now, stand up, three blocks facing away; one
    block lies face down in every other hex. In action phase 2 the players are asked how the blocks lie.
    """
    state = yield ResetBegan(phase=state.phase(data))
    if state.phase(data) == 2:
        return  # `CpReset` goes on, once the players have entered how the blocks lie
    stand = tuple((name, hex_.sps) for name, hex_ in state.hexes.items() if hex_.sps)
    standing = dict(stand)
    lying = tuple(name for name in state.hexes if name not in standing)
    state = yield BlocksReset(phase=1, stand=stand, face_down=lying)
    yield from tick(data, state)


class CpReset(CpPhaseCommand):
    """(10), action phase 2: the blocks as they lie after the reset."""

    title: ClassVar[str] = "CP blocks reset"
    stage: ClassVar[Stage] = Stage.RESET
    type: Literal["cp_reset"] = "cp_reset"
    hexes: Typed = Field(title="Hexes with a CP block", description="Allied frontline hexes in A-H and I06, see (10)")

    @classmethod
    @override
    def ask(cls) -> Iterator[Public]:
        yield tell_placement()
        yield tell_rule("7.5-S (10), reset; 23.2")

    @classmethod
    @override
    def offers(cls, _data: FieldsData, state: State) -> Iterator[Offer]:
        yield Offer(CpReset(hexes=" ".join(sorted(state.hexes))), "Reset the blocks…", inputs=("hexes",))

    @override
    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """One block face down in every Allied frontline hex that the section names (23.2)."""
        self.check(data, state)
        hexes = read_hexes(self.hexes)
        if not hexes:
            raise NotThere("Name the hexes with a CP block after the reset.")
        state = yield BlocksReset(phase=2, stand=(), face_down=hexes)
        yield from tick(data, state)


def offers(data: FieldsData, state: State, _seat: Seat) -> Iterator[Offer]:
    """The reset of action phase 2."""
    return offers_of((CpReset,), data, state)
