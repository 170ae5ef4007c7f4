"""What the Central Powers have on the board as the game begins, as the players report it."""

from collections.abc import Callable, Iterator
from typing import LiteralString, TypeVar

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Procedure
from rules.dice import Dice
from rules.errors import NotNow, NotThere
from rules.games.fields_of_despair import board_facts as board
from rules.games.fields_of_despair.counters import can_answer
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.frontline import allied_frontline, check_on_map, owner_of
from rules.games.fields_of_despair.hexes import Hex
from rules.games.fields_of_despair.notation import MOST_POINTS, Sps, Typed, read_counters, read_hexes, read_number
from rules.games.fields_of_despair.pieces import MOST_BLOCKS, Count, Counters, CpHex, face_down
from rules.games.fields_of_despair.sequence import tell_step
from rules.games.fields_of_despair.state import FieldsCorrection, FieldsEvent, State
from rules.games.fields_of_despair.wording import listed, tell_marker
from rules.line import Line, Listed, both, line
from rules.notice import Public, tell_all, tell_section
from rules.seat import Seat

R = TypeVar("R")
ALREADY: LiteralString = "The Central Powers are already set up. Use `/enter what:adjust` to correct something."


class ForcesSetUp(FieldsEvent, named="set_up"):
    """What the Central Powers have on the board as the game begins, or in the midst of a turn; there the SPs of some
    hexes are ``known``.
    """

    turn: int
    step: int = 0
    total: Count
    hexes: tuple[Hex, ...]
    air: tuple[int, ...]
    artillery: tuple[int, ...]
    eps: Count
    known: tuple[tuple[Hex, Count], ...] = ()

    @property
    def revealed(self) -> int:
        """Return what the Revealed SPs marker reads: known values, and 1 for each other hex."""
        return len(self.hexes) - len(self.known) + sum(sps for _, sps in self.known)

    def apply(self, data: FieldsData, state: State) -> State:
        return State(
            turn=self.turn,
            step=self.step,
            version=state.version,
            is_set_up=True,
            total=self.total,
            eps=self.eps,
            hexes=face_down(self.hexes) | {name: CpHex(blocks=MOST_BLOCKS, sps=sps) for name, sps in self.known},
            marker=self.revealed,
            air=Counters(values=self.air),
            artillery=Counters(values=self.artillery),
        )

    def tell(self, data: FieldsData) -> Iterator[Public]:
        down = sorted({*self.hexes} - dict(self.known).keys())
        yield tell_all("CP blocks face down ({count}): {hexes}.", count=len(down), hexes=listed(down))
        if self.known:
            yield tell_all("Known CP SPs: {hexes}.", hexes=Listed(f"{name} {sps}" for name, sps in self.known))
        yield tell_section("Counters", "CP air: {air}", air=listed(self.air))
        yield tell_section("Counters", "CP artillery: {artillery}", artillery=listed(self.artillery))
        arms = (
            (line("air"), self.air, data.dogfight_strength),
            (line("artillery"), self.artillery, data.artillery_strength),
        )
        lone = [  # counters that no cell reaches when they are the last ones (ruling ``counters_that_do_not_fit``)
            line("{arm} {value}", arm=arm, value=value)
            for arm, values, strength in arms
            for value in dict.fromkeys(values)
            if not can_answer(data, Counters(values=(value,)), strength)
        ]
        if lone:
            yield tell_section("Counters", "On their own, these never answer: {counters}.", counters=listed(lone))
            yield data.rulings.counters_that_do_not_fit.tell()
        yield from board.TOTAL.tell_board(self.total)
        yield tell_marker(self.revealed)
        yield from tell_step(data, self.turn, data.positions[self.turn][self.step])


class SetUp(FieldsCorrection):
    """Enter what the Central Powers have on the board."""

    title = "Central Powers set up"
    total: Sps = Field(title="CP total SPs")
    hexes: Typed = Field(
        title="Hexes with CP blocks", description="Contested and Allied frontline hexes (23.2), e.g. A05 B06 I06"
    )
    air: Typed = Field(title="CP air counters", description="Their values, e.g. 3 2 2, or none", default="")
    artillery: Typed = Field(title="CP artillery counters", description="Their values, e.g. 4 3, or none", default="")
    eps: Sps = Field(title="CP economic points", default=0)
    turn: int = Field(ge=7, le=9, default=7)
    step: int = Field(ge=0, default=0, title="Step of the turn")

    def check_total(self, least: int) -> None:
        """Raise ``NotThere`` if the total is less than what is in the hexes: 1 SP at least in each."""
        if self.total < least:
            said = "A total of {total} {total:SP|SPs} is too low: the hexes that you named hold at least {least}."
            raise NotThere(said, total=self.total, least=least)

    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if state.is_set_up:
            raise NotNow(ALREADY)
        hexes, air, artillery = self._read(allied_frontline(data, state))
        check_on_map(data, hexes)
        self.check_total(len(hexes))
        yield ForcesSetUp(
            turn=self.turn, step=self.step, total=self.total, hexes=hexes, air=air, artillery=artillery, eps=self.eps
        )

    @override
    def doubts(self, data: FieldsData, state: State) -> Iterator[Line]:
        """Hexes with a block that the Central Powers hold by the map, so that nothing is contested there."""
        named = read_hexes(self.hexes) if data.map is not None else ()
        if held := [name for name in named if owner_of(data, state, name) == "Central Powers"]:
            yield line("By your group's map the Central Powers hold {hexes}.", hexes=both(held))

    def _read(self, front: tuple[Hex, ...]) -> tuple[tuple[Hex, ...], tuple[int, ...], tuple[int, ...]]:
        """Return the hexes, or else the ``front``, and the counters. Raises ``NotThere`` with all that is wrong."""
        faults: list[Line] = []
        hexes = _or_fault(faults, "Hexes with CP blocks", read_hexes, self.hexes) or front
        air = _or_fault(faults, "CP air counters", read_counters, self.air)
        artillery = _or_fault(faults, "CP artillery counters", read_counters, self.artillery)
        _or_fault(faults, "CP economic points", lambda text: (read_number(text, MOST_POINTS),), str(self.eps))
        if hexes == () and not faults:
            faults.append(Line("List the hexes with CP blocks, e.g. A05 B06 I06."))
        if faults:
            raise NotThere("{faults}", faults=Listed(faults, " "))
        return hexes, air, artillery


def offers(data: FieldsData, state: State, _seat: Seat) -> Iterator[Offer]:
    """Offer the set-up, until it is done; a map proposes the hexes."""
    if not state.is_set_up:
        inputs = ("total", "hexes", "air", "artillery", "eps")
        hexes = " ".join(allied_frontline(data, state))
        known = SetUp(total=0, hexes=hexes)
        yield Offer(known, "Set up the Central Powers…", inputs=inputs, unproposed=("total",))


def _or_fault(faults: list[Line], field: str, read: Callable[[str], tuple[R, ...]], text: str) -> tuple[R, ...]:
    """Return what a field of the set-up says, or nothing, and add what is wrong with it to the faults."""
    try:
        return read(text)
    except NotThere as error:
        faults.append(line("{field}: {fault}", field=field, fault=error.text))
        return ()
