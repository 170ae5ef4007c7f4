"""7.5-S (8) and (9): breakout movement and combat; and the Spring Offensive (25.4) before them."""

from collections.abc import Iterator, Mapping
from typing import LiteralString

from typing_extensions import override

from rules.dice import GLYPHS
from rules.games.fields_of_despair.data import Direction, FieldsData, Nature
from rules.games.fields_of_despair.hexes import Hex
from rules.games.fields_of_despair.pieces import MOST_BLOCKS, Choosing, Count, CpHex, split
from rules.games.fields_of_despair.rulings import BreakoutDirections, BreakoutNatures
from rules.games.fields_of_despair.state import FieldsEvent, Stage, State
from rules.games.fields_of_despair.wording import listed
from rules.line import Line, Listed, line
from rules.notice import Public, tell_all, tell_board, tell_next, tell_proof, tell_rule
from rules.printed.lookup import Reading, prove
from rules.secrets import Shown, quote

NATURES: Mapping[Nature, LiteralString] = {
    "CD": "CD: a cautious breakout, divided over several hexes.",
    "CC": "CC: a cautious breakout, concentrated on one hex.",
    "AD": "AD: an aggressive breakout, divided over several hexes.",
    "AC": "AC: an aggressive breakout, concentrated on one hex.",
}
DIRECTIONS: Mapping[Direction, LiteralString] = {
    "SR": "SR: it takes the shortest route.",
    "WH": "WH: it takes the weakest hex.",
}
CHOSEN: Mapping[Choosing, LiteralString] = {
    "all": "By your map: all Allied hexes next to {hex} that are not contested.",
    "only": "By your map: next to {hex} the Allies hold no other hex.",
    "goal": "By your map: no Allied hex next to {hex} is nearer to the goal of the map.",
    "weakest": "By your map: no Allied hex next to {hex} holds fewer Allied SPs, as entered.",
}
"""Why a breakout goes where it goes, by the map."""


class BreakoutMarked(FieldsEvent):
    """(6) step 8: a Breakout marker."""

    hex: Hex

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        return state.in_cp_phase(breakouts=(*state.cp.breakouts, self.hex))

    @override
    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_board("Place a Breakout Move! marker in {hex}.", hex=Shown(self.hex))


class SpringNoted(FieldsEvent):
    """25.4 was resolved on the players' board."""

    note: str

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        return state.in_cp_phase(stage=Stage.BREAKOUT)

    @override
    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_rule("The Spring Offensive (25.4) was resolved on the board.")
        if self.note:
            yield tell_all("Spring Offensive: {note}", note=quote(self.note))


class BreakoutDue(FieldsEvent):
    """(8) step 1: the next breakout; its dice are still to be rolled on the players' table."""

    hex: Hex

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        return state.in_cp_phase(stage=Stage.ROLL, breaking=self.hex)

    @override
    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_next("**Breakout from {hex}**: roll 2d6, the black die first.", hex=Shown(self.hex))
        yield tell_rule("7.5-S (8), breakout movement")


class BreakoutRolled(FieldsEvent):
    """(8) step 1: the nature (blue) and direction (black) of a breakout. ``asks``: the players say where it goes."""

    hex: Hex
    reading: Reading
    nature: Nature
    direction: Direction
    asks: bool = True

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        return state.in_cp_phase(stage=Stage.BREAKOUT, breaking=self.hex, nature=self.nature, direction=self.direction)

    @override
    def tell(self, data: FieldsData) -> Iterator[Public]:
        black, blue = (Shown(GLYPHS[die - 1]) for die in (self.reading.roll.total, self.reading.column))
        yield tell_all(
            "**Breakout from {hex}**: black {black}, direction {direction}; blue {blue}, nature {nature}.",
            hex=Shown(self.hex),
            black=black,
            direction=Shown(self.direction),
            blue=blue,
            nature=Shown(self.nature),
        )
        if not data.is_ruled(BreakoutNatures.JUST_THE_LETTERS):
            yield tell_all(NATURES[self.nature])
        if not data.is_ruled(BreakoutDirections.JUST_THE_LETTERS):
            yield tell_all(DIRECTIONS[self.direction])
        if self.asks and self.nature.endswith("C"):
            yield tell_next("Which one adjacent hex does it enter?")
        elif self.asks:
            yield tell_next("It enters all adjacent hexes that are not contested: which?")
        yield tell_proof(
            "Black die: {black}. Blue die: {blue}.", black=self.reading.roll.total, blue=self.reading.column
        )
        yield from prove(data, self.reading, self.hex)
        yield tell_rule("The first die (black) gives the row. The second die (blue) gives the column.")
        yield data.rulings.breakout_natures.tell()
        yield data.rulings.breakout_directions.tell()


class BreakoutMoved(FieldsEvent):
    """(8) step 2: the SPs of a breakout, with those that hexes ``held``; ``chosen``: by what on the group's map."""

    hex: Hex
    nature: Nature
    stays: Count
    shares: tuple[tuple[Hex, int], ...]
    held: tuple[tuple[Hex, Count], ...] = ()
    chosen: Choosing | None = None

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        hexes = {**state.hexes, self.hex: state.hexes[self.hex].replace(sps=self.stays)}
        for name, sps in self.shares:
            old = hexes.get(name, CpHex(blocks=MOST_BLOCKS))
            hexes[name] = old.replace(blocks=MOST_BLOCKS, sps=old.holds + sps)
        entered = (*state.cp.entered, self.hex, *(hex_ for hex_, _ in self.shares))
        left = tuple(hex_ for hex_ in state.cp.breakouts if hex_ != self.hex)
        once = tuple(dict.fromkeys(entered))
        return state.replace(hexes=hexes).in_cp_phase(
            breakouts=left, breaking=None, nature=None, direction=None, entered=once
        )

    @override
    def tell(self, data: FieldsData) -> Iterator[Public]:
        hex_ = Shown(self.hex)
        if self.shares:
            stays, entered = self.stays, listed(f"{name} {sps}" for name, sps in self.shares)
            yield tell_all(
                "SPs that stay in {hex}: **{stays}**. The breakout enters: {shares}.",
                stays=stays,
                hex=hex_,
                shares=entered,
            )
            yield tell_board("Blocks: {blocks}.", blocks=Listed(self._blocks(), "; "))
        elif self.stays == 1:
            yield tell_all("Nothing breaks out: the 1 SP stays in {hex}.", hex=hex_)
        else:
            yield tell_all("Nothing breaks out: all {stays} SPs stay in {hex}.", stays=self.stays, hex=hex_)
        yield tell_rule("7.5-S (8), distribution of {nature}", nature=Shown(self.nature))
        if self.chosen is not None:
            yield tell_rule(CHOSEN[self.chosen], hex=hex_)
            yield from data.cite("breakout_ground")
        if not self.shares:
            yield from data.cite("divided_without_hexes")
        elif len({sps for _, sps in self.shares}) > 1:
            yield from data.cite("breakout_leftover")

    def _blocks(self) -> Iterator[Line]:
        """Yield each hex with its blocks; where it held SPs before, with their sum."""
        held = dict(self.held)
        for name, sps in ((self.hex, self.stays), *self.shares):
            if name in held:
                sum_ = held[name] + sps
                values = {"hex": name, "held": held[name], "sps": sps, "sum": sum_, "blocks": _blocks(sum_)}
                yield line("{hex} {held} + {sps} = {sum}, as {blocks}", **values)
            else:
                yield line("{hex} {blocks}", hex=name, blocks=_blocks(sps))


class BreakoutsOver(FieldsEvent):
    """(8) is over; the Allied artillery can fire (9) into the hexes."""

    hexes: tuple[Hex, ...]

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        return state.in_cp_phase(stage=Stage.FIRE)

    @override
    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_next("The Allies can fire artillery into: {hexes}.", hexes=listed(self.hexes))
        yield tell_rule("7.5-S (9), breakout combat")


def _blocks(sps: int) -> str:
    """``4/4/3``: SPs in three blocks; ``1/1`` where there are too few for all of them."""
    return "/".join(str(value) for value in split(sps, MOST_BLOCKS) if value)
