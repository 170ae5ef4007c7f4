"""7.5-S (10): the Central Powers reset."""

from collections.abc import Iterator

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Procedure
from rules.dice import Dice
from rules.errors import NotThere
from rules.games.fields_of_despair import frontline
from rules.games.fields_of_despair.blocks import vanishing, with_blocks
from rules.games.fields_of_despair.board_facts import TOTAL
from rules.games.fields_of_despair.cp_phase import CpPhaseCommand
from rules.games.fields_of_despair.data import FieldsData, PhaseNumber
from rules.games.fields_of_despair.hexes import Hex
from rules.games.fields_of_despair.notation import SomeHexes
from rules.games.fields_of_despair.pieces import MOST_BLOCKS, Count, CpHex, face_down
from rules.games.fields_of_despair.sequence import play_on
from rules.games.fields_of_despair.state import CpPhase, FieldsEvent, Stage, State
from rules.games.fields_of_despair.wording import listed, tell_marker
from rules.line import Line, Listed, both, line
from rules.notice import Public, tell_all, tell_board, tell_next, tell_proof, tell_rule
from rules.seat import Seat


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

    def apply(self, data: FieldsData, state: State) -> State:
        return state.in_cp_phase(stage=Stage.RESET)

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

    def apply(self, data: FieldsData, state: State) -> State:
        standing = {hex_: CpHex(blocks=MOST_BLOCKS, sps=sps) for hex_, sps in self.stand}
        after = with_taken(state, self.taken).replace(
            hexes={**face_down(self.face_down), **standing}, cp=CpPhase(), is_done=True
        )
        return after.replace(marker=after.revealed)

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
            yield data.rulings.wiped_out_blocks.tell()
        yield tell_rule("7.5-S (10), action phase {phase}", phase=self.phase)

    def _tell_board(self) -> Iterator[Public]:
        """Tell what changes on the board; each block is turned and laid once."""
        if self.stand:
            named = Listed(f"{hex_} {sps}" for hex_, sps in self.stand)
            yield tell_board("Three blocks facing away: {hexes}.", hexes=named)
        if self.turned:
            yield tell_board("One CP block face down in: {hexes}.", hexes=listed(self.turned))
        if self.added:
            yield tell_board("One new CP block face down in: {hexes}.", hexes=listed(self.added))
        if self.gone:
            yield tell_board("Remove all CP blocks from: {hexes}.", hexes=listed(self.gone))


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
    """(10): what was taken and how the blocks lie then, or ``as_told``: as follows from what the players told."""

    title = "CP blocks reset"
    stage = Stage.RESET
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
    def offers(cls, data: FieldsData, state: State) -> Iterator[Offer]:
        told, taken = kept(data, state, state.cp.taken), state.cp.taken
        label = line("Reset the blocks: {blocks} hexes", blocks=len(told))
        if taken:
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

    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """One block face down in every frontline hex that the section names (23.2)."""
        self.check(data, state)
        if self.as_told:
            yield from reset(data, state, kept(data, state, state.cp.taken), state.cp.taken)
            return
        new = [hex_ for hex_ in self.taken if hex_ not in state.cp.taken]
        if lost := [hex_ for hex_ in new if hex_ not in state.hexes or not state.hexes[hex_].holds]:
            raise NotThere("The Central Powers have no SPs in {hexes} to hold it.", hexes=both(lost))
        frontline.check_on_map(data, self.added)
        hexes = with_blocks(_before(data, state, self.taken), self.added, self.gone)
        yield from reset(data, state, hexes, self.taken)

    @override
    def doubts(self, data: FieldsData, state: State) -> Iterator[Line]:
        """Of the hexes that the section keeps, those that would lose their blocks."""
        return vanishing(set(self.gone) & set(kept(data, state, self.taken)))


def kept(data: FieldsData, state: State, taken: tuple[Hex, ...]) -> tuple[Hex, ...]:
    """Return the hexes that have a block after the reset, by the map or by what the players told and ``taken`` now.

    In action phase 1 the hexes that have one keep it, and with a map the other Allied frontline hexes get one. In
    action phase 2 it is the Allied frontline hexes alone; without a map, those hexes of columns A to H and I06 that the
    Central Powers do not hold.
    """
    if data.map is not None:
        after = with_taken(state, taken)
        is_first = state.phase(data) == 1
        return frontline.contested_at_the_start(data, after) if is_first else frontline.allied_frontline(data, after)
    if state.phase(data) == 1:
        return tuple(state.hexes)
    held = {hex_ for hex_ in state.hexes if state.at(hex_).owner == "Central Powers"} - set(state.cp.taken) | set(taken)
    return tuple(hex_ for hex_ in state.hexes if frontline.is_of_the_reset(hex_) and hex_ not in held)


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
    wiped_out = [hex_ for hex_, each in state.hexes.items() if hex_ in hexes and not each.holds]
    emptied = wiped_out if not data.rulings.wiped_out_blocks.answer else ()
    lying = tuple(hex_ for hex_ in hexes if hex_ not in emptied and (phase == 2 or hex_ not in known))
    state = yield BlocksReset(
        phase=phase,
        stand=stand,
        face_down=lying,
        before=state.marker,
        total=state.total if state.cp.launched and state.lost[-1] else None,
        taken=taken,
        added=tuple(hex_ for hex_ in lying if hex_ not in state.hexes),
        gone=tuple(hex_ for hex_ in state.hexes if hex_ not in lying and hex_ not in dict(stand)),
        wiped_out=bool(wiped_out),
        turned=tuple(hex_ for hex_ in lying if hex_ in state.hexes and not state.hexes[hex_].is_face_down),
    )
    yield from play_on(data, state)
