"""7.5-S (8) and (9): breakout movement and combat; and the Spring Offensive (25.4) before them."""

from collections.abc import Iterator
from typing import Literal

from rules.games.fields_of_despair.data import DIRECTIONS, FieldsData, Hex, Nature
from rules.games.fields_of_despair.state import MOST_BLOCKS, Count, CpHex, FieldsEvent, Stage, State
from rules.games.fields_of_despair.wording import listed
from rules.notice import Public, tell_all, tell_board, tell_rule, tell_section
from rules.printed.lookup import Reading, tell_reading
from rules.secrets import Shown, quote

NATURES = {
    "CD": "cautious, divided",
    "CC": "cautious, concentrated",
    "AD": "aggressive, divided",
    "AC": "aggressive, concentrated",
}


class BreakoutMarked(FieldsEvent):
    """(6) step 8: a Breakout marker."""

    type: Literal["breakout_marked"] = "breakout_marked"
    hex: Hex

    def apply(self, data: FieldsData, state: State) -> State:
        """A breakout is to come."""
        return state.in_cp_phase(breakouts=(*state.cp.breakouts, self.hex))

    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_board("Put a Breakout Move! marker into {hex}.", hex=Shown(self.hex))


class SpringNoted(FieldsEvent):
    """25.4 was resolved on the players' board."""

    type: Literal["spring_noted"] = "spring_noted"
    note: str

    def apply(self, data: FieldsData, state: State) -> State:
        """The breakouts come next."""
        return state.in_cp_phase(stage=Stage.BREAKOUT)

    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_all("The Spring Offensive rules were seen to on the board (25.4).")
        if self.note:
            yield tell_section("Noted", "{note}", note=quote(self.note))


class BreakoutRolled(FieldsEvent):
    """(8) step 1: the nature (blue die) and the direction (black die) of a breakout."""

    type: Literal["breakout_rolled"] = "breakout_rolled"
    hex: Hex
    reading: Reading
    nature: Nature
    direction: str

    def apply(self, data: FieldsData, state: State) -> State:
        """The breakout waits for its hexes."""
        return state.in_cp_phase(breaking=self.hex, nature=self.nature)

    def tell(self, data: FieldsData) -> Iterator[Public]:
        meant = data.ruling("breakout_directions") != "just the letters"
        direction = f"{self.direction}, {DIRECTIONS[self.direction]}" if meant else self.direction
        is_named = data.ruling("breakout_natures") != "just the letters"
        nature = Shown(f"{self.nature}, {NATURES[self.nature]}" if is_named else self.nature)
        yield tell_all("**Breakout from {hex}**: {nature}; direction {direction}.", hex=Shown(self.hex), nature=nature,
                       direction=Shown(direction))  # fmt: skip
        if self.nature.endswith("C"):
            yield tell_all("Which single adjacent hex does it enter, by that direction?")
        else:
            yield tell_all("Which adjacent hexes can it enter? All that are not contested already.")
        yield tell_all("Black die {black}, blue die {blue}.", black=self.reading.roll.total, blue=self.reading.column)
        yield from tell_reading(data, self.reading, self.hex)
        yield tell_rule("The first die (black) is the row, the second (blue) the column.")
        yield data.tell_ruling("breakout_natures")
        yield data.tell_ruling("breakout_directions")


class BreakoutMoved(FieldsEvent):
    """(8) step 2: the SPs of a breakout, as they were distributed."""

    type: Literal["breakout_moved"] = "breakout_moved"
    hex: Hex
    nature: Nature
    stays: Count
    shares: tuple[tuple[Hex, int], ...]

    def apply(self, data: FieldsData, state: State) -> State:
        """The SPs are in the hexes that the breakout entered."""
        hexes = {**state.hexes, self.hex: state.hexes[self.hex].replace(sps=self.stays)}
        for name, sps in self.shares:
            old = hexes.get(name, CpHex(blocks=MOST_BLOCKS))
            hexes[name] = old.replace(blocks=MOST_BLOCKS, sps=old.holds + sps)
        entered = (*state.cp.entered, self.hex, *(hex_ for hex_, _ in self.shares))
        left = tuple(hex_ for hex_ in state.cp.breakouts if hex_ != self.hex)
        once = tuple(dict.fromkeys(entered))
        return state.replace(hexes=hexes).in_cp_phase(breakouts=left, breaking=None, nature=None, entered=once)

    def tell(self, data: FieldsData) -> Iterator[Public]:
        shares = listed(f"{sps} in {hex_}" for hex_, sps in self.shares)
        yield tell_all("The breakout leaves **{stays}** SPs in {hex} and puts {shares}.", stays=self.stays,
                       hex=Shown(self.hex), shares=shares)  # fmt: skip
        yield tell_board("{hex}: {stays} SPs; {shares}.", hex=Shown(self.hex), stays=self.stays, shares=shares)
        yield tell_rule("7.5-S (8), distribution of {nature}", nature=Shown(self.nature))
        if not self.shares:
            yield data.tell_ruling("divided_without_hexes")
        elif len({sps for _, sps in self.shares}) > 1:
            yield data.tell_ruling("breakout_leftover")


class BreakoutsOver(FieldsEvent):
    """(8) is over; the Allied artillery can fire (9) into the hexes."""

    type: Literal["breakouts_over"] = "breakouts_over"
    hexes: tuple[Hex, ...]

    def apply(self, data: FieldsData, state: State) -> State:
        """The breakouts wait for the Allied fire."""
        return state.in_cp_phase(stage=Stage.FIRE)

    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_all("The Allies may fire their artillery into {hexes}; nothing else is fought.",
                       hexes=listed(self.hexes))  # fmt: skip
        yield tell_rule("7.5-S (9)")
