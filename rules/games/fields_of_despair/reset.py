"""7.5-S (10): the Central Powers reset."""

from collections.abc import Iterator
from typing import ClassVar

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Procedure
from rules.dice import Dice
from rules.errors import NotThere
from rules.games.fields_of_despair.blocks import vanishing, with_blocks
from rules.games.fields_of_despair.cp_phase import CpPhaseCommand, offers_of
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.frontline import (
    allied_frontline,
    check_on_map,
    contested_at_the_start,
    is_of_the_reset,
)
from rules.games.fields_of_despair.hexes import Hex
from rules.games.fields_of_despair.log_events.reset import BlocksReset, ResetBegan, tell_placement, with_taken
from rules.games.fields_of_despair.notation import SomeHexes
from rules.games.fields_of_despair.sequence import play_on
from rules.games.fields_of_despair.state import Stage, State
from rules.games.fields_of_despair.wording import listed
from rules.line import Line, both, line
from rules.notice import Public, tell_rule
from rules.seat import Seat


def begin_reset(data: FieldsData, state: State) -> Procedure[State]:
    """(10): the players say what was taken and how the blocks lie.

    Where the Central Powers have taken nothing, as it was told with each combat, the line is where it was at (1) and
    (2), so that nothing is asked. Nor is it with a map. Only a breakout can take hexes besides. Where the map has no
    front any more, no block is left.
    """
    taken = state.cp.taken
    hexes = kept(data, state, taken)
    asks = bool(state.cp.entered) or (data.map is None and (bool(taken) or not hexes))
    state = yield ResetBegan(phase=state.phase(data), asks=asks)
    if not asks:
        yield from reset(data, state, hexes, taken)


class CpReset(CpPhaseCommand):
    """(10): what was taken, and the blocks as they lie after the reset. ``as_told``: as the section says, by what the
    players told until now.
    """

    title: ClassVar[str] = "CP blocks reset"
    stage: ClassVar[Stage] = Stage.RESET
    taken: SomeHexes = Field(title="Hexes that the CP took", description="Leave empty if they took none", default=())
    added: SomeHexes = Field(
        title="Hexes that get a CP block", description="New Allied frontline hexes (23.2)", default=()
    )
    gone: SomeHexes = Field(title="Hexes whose CP blocks go", description="Not frontline any more", default=())
    as_told: bool = False

    @classmethod
    @override
    def ask(cls, data: FieldsData, state: State) -> Iterator[Public]:
        yield tell_placement(state.phase(data))
        yield tell_rule("7.5-S (10), reset; 23.2")

    @classmethod
    @override
    def offers(cls, data: FieldsData, state: State) -> Iterator[Offer]:
        told, taken = kept(data, state, state.cp.taken), state.cp.taken
        label = line("Reset the blocks: {blocks} hexes, taken: {taken}", blocks=len(told), taken=listed(taken))
        if told or data.map is not None:
            yield Offer(CpReset(as_told=True), label)
        before = _before(data, state, taken)
        gone = tuple(hex_ for hex_ in sorted(before) if hex_ not in told)
        held = (hex_ for hex_ in dict.fromkeys((*state.cp.drawn, *state.cp.entered, *taken)) if hex_ in state.hexes)
        could_take = tuple(sorted(hex_ for hex_ in held if state.hexes[hex_].holds))
        yield Offer(
            CpReset(taken=taken, gone=gone),
            "Reset with other hexes…",
            inputs=(*(("taken",) if could_take else ()), "added", "gone"),
            choices={"taken": could_take, "gone": tuple(sorted(before))},
        )

    @override
    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """One block face down in every frontline hex that the section names (23.2)."""
        self.check(data, state)
        if self.as_told:
            yield from reset(data, state, kept(data, state, state.cp.taken), state.cp.taken)
            return
        new = [hex_ for hex_ in self.taken if hex_ not in state.cp.taken]
        if lost := [hex_ for hex_ in new if hex_ not in state.hexes or not state.hexes[hex_].holds]:
            raise NotThere("The Central Powers have no SPs in {hexes} to hold it.", hexes=both(lost))
        check_on_map(data, self.added)
        hexes = with_blocks(_before(data, state, self.taken), self.added, self.gone)
        yield from reset(data, state, hexes, self.taken)

    @override
    def doubts(self, data: FieldsData, state: State) -> Iterator[Line]:
        """Of the hexes that the section keeps, those that would lose their blocks."""
        return vanishing(set(self.gone) & set(kept(data, state, self.taken)))


def offers(data: FieldsData, state: State, _seat: Seat) -> Iterator[Offer]:
    """Offer the reset."""
    return offers_of((CpReset,), data, state)


def kept(data: FieldsData, state: State, taken: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """Return the hexes that have a block after the reset, by the map or by what the players told and ``taken`` now.

    In action phase 1 the hexes that have one keep it, and with a map the other Allied frontline hexes get one. In
    action phase 2 it is the Allied frontline hexes alone; without a map, those hexes of columns A to H and I06 that the
    Central Powers do not hold.
    """
    if data.map is not None:
        after = with_taken(state, taken)
        is_first = state.phase(data) == 1
        return contested_at_the_start(data, after) if is_first else allied_frontline(data, after)
    if state.phase(data) == 1:
        return tuple(state.hexes)
    held = {hex_ for hex_ in state.hexes if state.at(hex_).owner == "Central Powers"} - set(state.cp.taken) | set(taken)
    return tuple(hex_ for hex_ in state.hexes if is_of_the_reset(hex_) and hex_ not in held)


def _before(data: FieldsData, state: State, taken: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """Return what the form adds to and takes from: the hexes that follow from a map, else those with blocks."""
    return tuple(state.hexes) if data.map is None else kept(data, state, taken)


def reset(data: FieldsData, state: State, hexes: tuple[Hex, ...], taken: tuple[Hex, ...]) -> Procedure[State]:
    """(10), and the end of the step: in action phase 1 offensives, the only SPs that are known by now, stand up, three
    blocks facing away; one block lies face down in every other hex. In action phase 2 one lies face down in every hex.
    """
    phase = state.phase(data)
    known = {name: hex_.sps for name, hex_ in state.hexes.items() if hex_.sps}
    stand = tuple(known.items()) if phase == 1 else ()
    lying = tuple(hex_ for hex_ in hexes if phase == 2 or hex_ not in known)
    state = yield BlocksReset(
        phase=phase,
        stand=stand,
        face_down=lying,
        before=state.marker,
        total=state.total if state.cp.launched and state.lost[-1] else None,
        taken=taken,
        added=tuple(hex_ for hex_ in lying if hex_ not in state.hexes),
        gone=tuple(hex_ for hex_ in state.hexes if hex_ not in lying and hex_ not in dict(stand)),
        wiped_out=any(hex_ in lying and not state.hexes[hex_].holds for hex_ in state.hexes),
        turned=tuple(hex_ for hex_ in lying if hex_ in state.hexes and not state.hexes[hex_].is_face_down),
    )
    yield from play_on(data, state)
