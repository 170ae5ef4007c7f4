"""7.5-S (6) and (7): offensives get their targets, are launched and resolved."""

from collections.abc import Iterator

from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.hexes import Hex
from rules.games.fields_of_despair.pieces import MOST_BLOCKS, Count, CpHex
from rules.games.fields_of_despair.state import FieldsEvent, Offensive, OffensiveKind, Stage, State
from rules.games.fields_of_despair.wording import block_values
from rules.line import line
from rules.notice import Kind, Public, tell_all, tell_board, tell_next, tell_proof, tell_rule, tell_text
from rules.printed.lookup import Reading, tell_reading
from rules.secrets import Shown


class TargetChosen(FieldsEvent):
    """(6) step 1: the next offensive's hex, by a ``chit`` that the bot drew. ``asks``: step 2 is to be decided."""

    kind: OffensiveKind
    hex: Hex
    chit: bool
    asks: bool = True

    def apply(self, data: FieldsData, state: State) -> State:
        drawn = (*state.cp.drawn, self.hex)
        offensive = Offensive(kind=self.kind, hex=self.hex)
        return state.in_cp_phase(current=offensive, drawn=drawn, stage=Stage.REINFORCEMENT)

    def tell(self, data: FieldsData) -> Iterator[Public]:
        kind, hex_ = Shown(self.kind), Shown(self.hex)
        if self.asks:
            yield tell_all("The next {kind} Offensive targets **{hex}**.", kind=kind, hex=hex_)
        if self.chit:
            yield tell_all("The bot drew its objective chit from those in your group's data.")
            yield data.rulings.chits.tell()
        if self.asks:
            yield tell_next(
                "Do the Allies spend a Logistic Point to reinforce? They can bring in up to {most} {most:SP|SPs}.",
                most=data.reinforcement.most,
            )
        yield tell_rule("7.5-S (6), steps 1 and 2; 20.3.2")


class AlliesReinforced(FieldsEvent):
    """(6) step 2: what the Allies brought in."""

    hex: Hex
    sps: Count

    def apply(self, data: FieldsData, state: State) -> State:
        told = state.at(self.hex).allied
        return state.with_allied(told.replace(blocks=told.blocks + self.sps)) if told else state

    def tell(self, data: FieldsData) -> Iterator[Public]:
        hex_, sps = Shown(self.hex), self.sps
        yield tell_board("{hex}: add {sps} Allied {sps:SP|SPs} for one Logistic Point.", hex=hex_, sps=sps)


class OffensiveLaunched(FieldsEvent):
    """(6) steps 3 and 4: the offensive's SPs.

    ``fell_back``: a Major Offensive was read from the Minor table; ``below_21``: fewer SPs were hidden than the Major
    table prints. ``over_block`` as in ``CpHex``.
    """

    reveals = True
    is_landmark = True
    kind: OffensiveKind
    hex: Hex
    reading: Reading
    fell_back: bool
    below_21: bool
    hidden: Count
    sps: Count
    blocks: tuple[int, ...]
    over_block: bool
    revealed: Count

    def apply(self, data: FieldsData, state: State) -> State:
        old = state.hexes.get(self.hex, CpHex(blocks=MOST_BLOCKS))
        landed = CpHex(blocks=MOST_BLOCKS, sps=old.sps + self.sps, over_block=old.over_block or self.over_block)
        return state.with_hex(self.hex, landed).in_cp_phase(
            current=Offensive(kind=self.kind, hex=self.hex, sps=self.sps),
            stage=Stage.ARTILLERY,
            launched=state.cp.launched + 1,
            placed=state.cp.placed + self.sps,
        )

    def tell(self, data: FieldsData) -> Iterator[Public]:
        kind, hex_ = Shown(self.kind), Shown(self.hex)
        yield tell_all("**{kind} Offensive against {hex}: {sps} {sps:SP|SPs}.**", kind=kind, hex=hex_, sps=self.sps)
        if self.fell_back:
            yield tell_all("Too few SPs are hidden ({hidden}): Minor table.", hidden=self.hidden)
        if str(self.sps) != self.reading.cell:
            yield tell_all("Only the hidden SPs and the face-down block can be placed.")
        yield tell_board("{hex}: blocks {blocks}.", hex=hex_, blocks=block_values(self.blocks))
        yield tell_next("You may place artillery.")
        yield tell_proof("SPs hidden before: {hidden}.", hidden=self.hidden)
        yield from tell_reading(data, self.reading, self.hex)
        if self.below_21:
            yield data.rulings.major_below_21.tell()
        yield data.rulings.revealed_by_an_offensive.tell()


class OffensivesCalledOff(FieldsEvent):
    """The offensives left cannot come: nothing is hidden, or by the map each ``lacks_objective`` (``no_objective``)."""

    majors: Count
    minors: Count
    lacks_objective: bool = False

    def apply(self, data: FieldsData, state: State) -> State:
        return state.in_cp_phase(majors=0, minors=0, current=None)

    def tell(self, data: FieldsData) -> Iterator[Public]:
        why, majors, minors = line("No SPs are hidden."), self.majors, self.minors
        if self.lacks_objective:
            why = line("No hex can be an objective.")
            yield from data.cite("no_objective")
        yield tell_all("**{why}** Called off: {majors} Major, {minors} Minor.", why=why, majors=majors, minors=minors)


class HexTaken(FieldsEvent):
    """(6) step 7: the Central Powers took the hex of an offensive."""

    hex: Hex

    def apply(self, data: FieldsData, state: State) -> State:
        taken = tuple(dict.fromkeys((*state.cp.taken, self.hex)))
        return state.with_ground(self.hex, owner="Central Powers", allied=None).in_cp_phase(taken=taken)

    def tell(self, data: FieldsData) -> Iterator[Public]:
        hex_ = Shown(self.hex)
        yield tell_all("The Central Powers take **{hex}**.", hex=hex_)
        yield tell_board("Put a CP control marker in {hex}.", hex=hex_)


class OffensivesOver(FieldsEvent):
    """No offensive is left to resolve; ``spring``: the Spring Offensive rules come next (25.4)."""

    spring: bool

    def apply(self, data: FieldsData, state: State) -> State:
        return state.in_cp_phase(stage=Stage.SPRING if self.spring else Stage.BREAKOUT)

    def tell(self, data: FieldsData) -> Iterator[Public]:
        if self.spring:
            yield tell_next("**Spring Offensive (25.4)**: resolve it on the board, then continue.")
            if data.spring_offensive:
                yield tell_text(data.spring_offensive, Kind.NEXT)
            else:
                yield tell_next("Enter what it changes: `/enter what:adjust`.")
