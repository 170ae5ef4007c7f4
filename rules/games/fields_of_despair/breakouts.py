"""7.5-S (8) and (9): breakout movement, breakout combat; and the pointer to the Spring Offensive (25.4)."""

from collections.abc import Iterator, Mapping
from typing import LiteralString

from pydantic import Field
from typing_extensions import override

from rules.command import Choice, Offer, Procedure, Topic
from rules.dice import GLYPHS, Dice, Roll
from rules.errors import NotThere
from rules.games.fields_of_despair.blocks import cp_hex, lose
from rules.games.fields_of_despair.cp_phase import CpPhaseCommand, held_in
from rules.games.fields_of_despair.data import Direction, FieldsData, Nature, Share
from rules.games.fields_of_despair.frontline import Way, is_concentrated, is_contested, way_out
from rules.games.fields_of_despair.hexes import Hex, around
from rules.games.fields_of_despair.notation import SomeHexes, Typed, each_with, read_hexes, read_valued
from rules.games.fields_of_despair.pieces import MOST_BLOCKS, Choosing, Count, CpHex, split
from rules.games.fields_of_despair.reset import begin_reset
from rules.games.fields_of_despair.rulings import BreakoutDirections, BreakoutNatures
from rules.games.fields_of_despair.state import FieldsEvent, Stage, State
from rules.games.fields_of_despair.throws import next_throw
from rules.games.fields_of_despair.wording import listed
from rules.line import Line, Listed, both, line
from rules.notice import Public, tell_all, tell_board, tell_next, tell_proof, tell_rule
from rules.printed.lookup import Reading, prove
from rules.seat import Seat
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

    def apply(self, data: FieldsData, state: State) -> State:
        return state.in_cp_phase(breakouts=(*state.cp.breakouts, self.hex))

    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_board("Place a Breakout Move! marker in {hex}.", hex=Shown(self.hex))


class SpringNoted(FieldsEvent):
    """25.4 was resolved on the players' board."""

    note: str

    def apply(self, data: FieldsData, state: State) -> State:
        return state.in_cp_phase(stage=Stage.BREAKOUT)

    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_rule("The Spring Offensive (25.4) was resolved on the board.")
        if self.note:
            yield tell_all("Spring Offensive: {note}", note=quote(self.note))


class BreakoutDue(FieldsEvent):
    """(8) step 1: the next breakout; its dice are still to be rolled on the players' table."""

    hex: Hex

    def apply(self, data: FieldsData, state: State) -> State:
        return state.in_cp_phase(stage=Stage.ROLL, breaking=self.hex)

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

    def apply(self, data: FieldsData, state: State) -> State:
        return state.in_cp_phase(stage=Stage.BREAKOUT, breaking=self.hex, nature=self.nature, direction=self.direction)

    def tell(self, data: FieldsData) -> Iterator[Public]:
        black, blue = (Shown(GLYPHS[die - 1]) for die in (self.reading.roll.total, self.reading.column))
        yield tell_all(
            "**Breakout from {hex}**: black {black} {direction}, blue {blue} {nature}.",
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
            yield tell_next("Which adjacent hex does it enter?")
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

    def apply(self, data: FieldsData, state: State) -> State:
        return state.in_cp_phase(stage=Stage.FIRE)

    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_next("The Allies can fire artillery into: {hexes}.", hexes=listed(self.hexes))
        yield tell_rule("7.5-S (9), breakout combat")


def _blocks(sps: int) -> str:
    """``4/4/3``: SPs in three blocks; ``1/1`` where there are too few for all of them."""
    return "/".join(str(value) for value in split(sps, MOST_BLOCKS) if value)


class CpSpring(CpPhaseCommand):
    """25.4: the Spring Offensive rules, at the players' table."""

    title = "Spring Offensive resolved"
    topic = Topic.COMBAT
    stage = Stage.SPRING
    question = (tell_all("Have you resolved the Spring Offensive on the board?"), tell_rule("25.4, Spring Offensive"))
    note: Typed = Field(title="What happened (for the log)", default="")

    @classmethod
    def offers(cls, _data: FieldsData, state: State) -> Iterator[Offer]:
        yield Offer(CpSpring(), "Continue without a note")
        yield Offer(CpSpring(), "Continue with a note…", inputs=("note",))

    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """Turn 8, action phase 1: the players resolve it on the board; then come the breakouts."""
        self.check(data, state)
        state = yield SpringNoted(note=self.note)
        yield from next_breakout(data, state, dice)


class CpRollBreakout(CpPhaseCommand):
    """(8) step 1: the dice of a breakout, rolled on the players' table."""

    title = "Breakout rolled"
    topic = Topic.DICE
    stage = Stage.ROLL

    @classmethod
    @override
    def ask(cls, _data: FieldsData, state: State) -> Iterator[Public]:
        yield tell_all("What are the two dice of the breakout from {hex}?", hex=Shown(state.cp.breaking or ""))
        yield tell_rule("7.5-S (8), breakout movement")

    @classmethod
    def offers(cls, _data: FieldsData, state: State) -> Iterator[Offer]:
        label = line("Roll the breakout from {hex}", hex=held_in(state, state.cp.breaking))
        yield Offer(CpRollBreakout(), label, dice="2d6")

    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        self.check(data, state)
        hex_ = state.cp.breaking
        assert hex_ is not None, "a breakout is due"
        if not cp_hex(state, hex_).sps:
            yield from next_breakout(data, state, dice)
        else:
            yield from break_out(data, state, roll_breakout(data, state, hex_, dice.roll(2, 6)), dice)


class CpBreakout(CpPhaseCommand):
    """(8): the hexes that a breakout enters."""

    title = "Breakout moved"
    stage = Stage.BREAKOUT
    question = (tell_all("Which hexes does the breakout enter?"), tell_rule("7.5-S (8), breakout movement"))
    hexes: Typed = Field(title="Adjacent hexes it enters", description="Leave empty if it can enter none", default="")
    chosen: SomeHexes = Field(title="Adjacent hexes it enters", default=())

    @classmethod
    def offers(cls, data: FieldsData, state: State) -> Iterator[Offer]:
        """Offer a menu of the hexes that it can enter, by the map or else by the grid; without a map a form as well."""
        label = line("Breakout from {hex}…", hex=held_in(state, state.cp.breaking))
        from_, nature = _breaking(state)
        way, is_one = _way(data, state), is_concentrated(nature)
        if way is not None:
            choices = {"hexes": tuple(choice_of(state, name) for name in way.hexes)}
            yield Offer(CpBreakout(), label, inputs=("hexes",), choices=choices)
            return
        near = tuple(choice_of(state, name) for name in around(from_) if is_one or not is_contested(state, name))
        into = line("The breakout from {hex} enters…", hex=from_)
        yield Offer(CpBreakout(), into, inputs=("chosen",), choices={"chosen": near}, most=int(is_one))
        yield Offer(CpBreakout(), label, inputs=("hexes",))

    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """Step 2: distribute the SPs, divided over all hexes that it can enter or concentrated on one."""
        self.check(data, state)
        targets = self.chosen or read_hexes(self.hexes)
        _check_targets(data, state, targets)
        yield from move(data, state, targets, None, dice)

    @override
    def doubts(self, data: FieldsData, state: State) -> Iterator[Line]:
        """Without a map, hexes that cannot border on the one it leaves."""
        from_ = state.cp.breaking
        near = around(from_) if from_ is not None and data.map is None else ()
        if far := [name for name in self.chosen or read_hexes(self.hexes) if near and name not in (*near, from_)]:
            yield line("{hexes} {count:is|are} not next to {hex}.", hexes=both(far), count=len(far), hex=from_)


class CpFire(CpPhaseCommand):
    """(9): Allied artillery fire on what broke out."""

    title = "Breakout combat resolved"
    topic = Topic.COMBAT
    stage = Stage.FIRE
    question = (
        tell_all("What did the CP lose to Allied artillery in the hexes that the breakouts entered?"),
        tell_rule("7.5-S (9), breakout combat"),
    )
    losses: Typed = Field(title="CP losses by hex", description="E.g. I06 2, I07 1. Leave empty for none", default="")

    @classmethod
    def offers(cls, _data: FieldsData, state: State) -> Iterator[Offer]:
        yield Offer(CpFire(), "No artillery losses")
        yield Offer(CpFire(losses=each_with(state.cp.entered, "0")), "Artillery losses…", inputs=("losses",))

    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """What the Allied artillery hit in the hexes of the breakouts; there is no other combat."""
        self.check(data, state)
        for hex_, sps in read_valued(self.losses):
            if hex_ not in state.cp.entered:
                raise NotThere("No breakout left or entered {hex}.", hex=hex_)
            if sps:
                state = yield lose(state, hex_, sps)
        yield from begin_reset(data, state)


def next_breakout(data: FieldsData, state: State, dice: Dice) -> Procedure[State]:
    """(8) step 1 for the next Breakout marker with SPs left, whose dice may be awaited; or on to (9) and (10)."""
    left = [hex_ for hex_ in state.cp.breakouts if hex_ in state.hexes and state.hexes[hex_].sps]
    if left:
        roll = next_throw(dice, 2, 6, can_wait=True)
        if roll is None:
            yield BreakoutDue(hex=left[0])
        else:
            yield from break_out(data, state, roll_breakout(data, state, left[0], roll), dice)
    elif state.cp.entered:
        yield BreakoutsOver(hexes=state.cp.entered)
    else:
        yield from begin_reset(data, state)


def roll_breakout(data: FieldsData, state: State, hex_: Hex, roll: Roll) -> BreakoutRolled:
    """(8) step 1: 2d6; the first, black, is the row and the direction, the second, blue, the column and the nature."""
    black, blue = roll.faces
    row = roll.model_copy(update={"faces": (black,)})
    table = data.breakout_in(state.turn)
    reading, cell = table.read(row, blue)
    nature, direction = table.read_cell(cell)
    return BreakoutRolled(hex=hex_, reading=reading, nature=nature, direction=direction)


def break_out(data: FieldsData, state: State, rolled: BreakoutRolled, dice: Dice) -> Procedure[State]:
    """(8): a breakout that was rolled; where the map decides where it goes, it moves at once."""
    way = way_out(data, state, rolled.hex, rolled.nature, rolled.direction)
    if way is None or way.chosen is None:
        yield rolled
        return
    state = yield rolled.replace(asks=False)
    yield from move(data, state, way.hexes, way.chosen, dice)


def move(
    data: FieldsData, state: State, targets: tuple[Hex, ...], chosen: Choosing | None, dice: Dice
) -> Procedure[State]:
    """(8) step 2 for the breakout that was rolled, and on to the next one."""
    from_, nature = _breaking(state)
    share = data.breakout_in(state.turn).distribution[nature]
    stays, goes = distribute(cp_hex(state, from_).sps, share, len(targets))
    shares = tuple((hex_, sps) for hex_, sps in zip(targets, goes, strict=True) if sps)
    held = tuple((name, state.hexes[name].holds) for name, _ in shares if is_contested(state, name))
    state = yield BreakoutMoved(hex=from_, nature=nature, stays=stays, shares=shares, held=held, chosen=chosen)
    yield from next_breakout(data, state, dice)


def _breaking(state: State) -> tuple[Hex, Nature]:
    assert state.cp.breaking is not None, "a breakout was rolled"
    assert state.cp.nature is not None, "a breakout was rolled"
    return state.cp.breaking, state.cp.nature


def _way(data: FieldsData, state: State) -> Way | None:
    """Return where the breakout that was rolled can go, by the map."""
    return way_out(data, state, *_breaking(state), state.cp.direction)


def choice_of(state: State, name: Hex) -> Choice:
    """Return a hex for the menu, with the Allied SPs that were entered for it."""
    told = state.at(name).allied
    return Choice(name, name, "" if told is None else line("Allied SPs: {sps}", sps=told.written))


def _check_targets(data: FieldsData, state: State, targets: tuple[Hex, ...]) -> None:
    """Raise ``NotThere`` unless the breakout can enter the hexes."""
    from_, nature = _breaking(state)
    way = _way(data, state)
    if way is not None and (far := [hex_ for hex_ in targets if hex_ not in way.hexes]):
        raise NotThere(
            "By your map the breakout from {from} cannot enter {hexes}. It can enter {known}.",
            hexes=both(far),
            known=both(way.hexes),
            **{"from": from_},
        )
    if from_ in targets:
        raise NotThere("{hex} is the hex that it breaks out of. Name adjacent hexes.", hex=from_)
    if is_concentrated(nature) and len(targets) > 1:
        raise NotThere("A concentrated breakout enters only one hex. Name that hex.")
    contested = next((hex_ for hex_ in targets if is_contested(state, hex_)), None)
    if contested and not is_concentrated(nature):
        raise NotThere("{hex} is already contested. A divided breakout enters only uncontested hexes.", hex=contested)


def distribute(sps: int, share: Share, targets: int) -> tuple[int, tuple[int, ...]]:
    """SPs into the breakout's own hex, then into each target, again and again until none is left.

    Without a target all stay (ruling ``divided_without_hexes``). The last target can go short (``breakout_leftover``).
    """
    if not targets:
        return sps, ()
    stays, goes, left = 0, [0] * targets, sps
    while left:
        stays += min(share.stays, left)
        left -= min(share.stays, left)
        for place in range(targets):
            goes[place] += min(share.goes, left)
            left -= min(share.goes, left)
    return stays, tuple(goes)
