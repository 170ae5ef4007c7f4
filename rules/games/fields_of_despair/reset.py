"""7.5-S (10): the Central Powers reset."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Procedure
from rules.dice import Dice
from rules.errors import NotThere
from rules.games.fields_of_despair.cp_phase import CpPhaseCommand, offers_of
from rules.games.fields_of_despair.data import FieldsData, Hex
from rules.games.fields_of_despair.events.reset import BlocksReset, ResetBegan, tell_placement
from rules.games.fields_of_despair.notation import Typed, read_hexes
from rules.games.fields_of_despair.sequence import tick
from rules.games.fields_of_despair.state import Stage, State
from rules.line import both, line
from rules.notice import Public, tell_rule
from rules.seat import Seat


def begin_reset(data: FieldsData, state: State) -> Procedure[State]:
    """(10): the players say what was taken and how the blocks lie.

    Only in action phase 1, when no offensive was launched, nothing can have changed: the blocks stay as (1) and (2)
    laid them.
    """
    phase = state.phase(data)
    asks = phase == 2 or bool(state.cp.launched)
    state = yield ResetBegan(phase=phase, asks=asks)
    if not asks:
        state = yield reset(data, state, tuple(state.hexes), ())
        yield from tick(data, state)


class CpReset(CpPhaseCommand):
    """(10): what was taken, and the blocks as they lie after the reset."""

    title: ClassVar[str] = "CP blocks reset"
    stage: ClassVar[Stage] = Stage.RESET
    type: Literal["cp_reset"] = "cp_reset"
    hexes: Typed = Field(title="Hexes with a CP block", description="All of them, as (10) says")
    taken: Typed = Field(title="Hexes that the CP took", description="Leave empty if they took none", default="")

    @classmethod
    @override
    def ask(cls, data: FieldsData, state: State) -> Iterator[Public]:
        yield tell_placement(state.phase(data))
        yield tell_rule("7.5-S (10), reset; 23.2")

    @classmethod
    @override
    def offers(cls, data: FieldsData, state: State) -> Iterator[Offer]:
        command = CpReset(hexes=" ".join(proposed(data, state)), taken=" ".join(state.cp.taken))
        phase = state.phase(data)
        question = (
            "Every frontline hex now; attackers stay where they are"
            if phase == 1
            else "Allied frontline hexes in A-H and I06, see (10)"
        )
        label = line("Reset the blocks of action phase {phase}…", phase=phase)
        yield Offer(command, label, inputs=("taken", "hexes"), questions={"hexes": question})

    @override
    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """One block face down in every frontline hex that the section names (23.2)."""
        self.check(data, state)
        hexes, taken = read_hexes(self.hexes), read_hexes(self.taken)
        if not hexes:
            raise NotThere("Name the hexes with a CP block after the reset.")
        new = [hex_ for hex_ in taken if hex_ not in state.cp.taken]
        if lost := [hex_ for hex_ in new if hex_ not in state.hexes or not state.hexes[hex_].holds]:
            raise NotThere("The Central Powers have no SPs in {hexes} to hold it.", hexes=both(lost))
        state = yield reset(data, state, hexes, taken)
        yield from tick(data, state)


def offers(data: FieldsData, state: State, _seat: Seat) -> Iterator[Offer]:
    """The reset."""
    return offers_of((CpReset,), data, state)


def proposed(data: FieldsData, state: State) -> tuple[Hex, ...]:
    """The hexes that can lie under a block after the reset, by what the players told.

    In action phase 2 these are hexes of columns A to H and I06 that the Central Powers have not taken.
    """
    if state.phase(data) == 1:
        return tuple(sorted(state.hexes))
    return tuple(
        sorted(
            hex_
            for hex_ in state.hexes
            if (hex_[0] <= "H" or hex_ == "I06") and state.at(hex_).owner != "Central Powers"
        )
    )


def reset(data: FieldsData, state: State, hexes: tuple[Hex, ...], taken: tuple[Hex, ...]) -> BlocksReset:
    """(10): in action phase 1 offensives, the only SPs that are known by now, stand up, three blocks facing away; one
    block lies face down in every other hex. In action phase 2 one lies face down in every hex.
    """
    phase = state.phase(data)
    known = {name: hex_.sps for name, hex_ in state.hexes.items() if hex_.sps}
    stand = tuple(known.items()) if phase == 1 else ()
    lying = tuple(hex_ for hex_ in hexes if phase == 2 or hex_ not in known)
    return BlocksReset(
        phase=phase,
        stand=stand,
        face_down=lying,
        before=state.revealed,
        taken=taken,
        added=tuple(hex_ for hex_ in lying if hex_ not in state.hexes),
        gone=tuple(hex_ for hex_ in state.hexes if hex_ not in lying and hex_ not in dict(stand)),
        turned=tuple(hex_ for hex_ in lying if hex_ in state.hexes and not state.hexes[hex_].is_face_down),
    )
