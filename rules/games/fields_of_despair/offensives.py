"""7.5-S (6) and (7): the Central Powers' offensives, one after the other."""

from collections.abc import Iterable, Iterator

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Part, Procedure, Topic
from rules.dice import Dice
from rules.errors import NotThere
from rules.games.fields_of_despair.artillery import Allied, ArtilleryAnswered, bands, unanswered, with_strength
from rules.games.fields_of_despair.blocks import cp_hex, lose, losses_of
from rules.games.fields_of_despair.breakouts import BreakoutMarked, choice_of, next_breakout
from rules.games.fields_of_despair.counters import can_answer
from rules.games.fields_of_despair.cp_phase import CpPhaseCommand, held_in, target_of
from rules.games.fields_of_despair.data import ALLIES, FieldsData
from rules.games.fields_of_despair.frontline import owner_of
from rules.games.fields_of_despair.hexes import Hex
from rules.games.fields_of_despair.log_events import offensives as events
from rules.games.fields_of_despair.notation import Sps, TypedHex, read_hex
from rules.games.fields_of_despair.pieces import MOST_BLOCKS, Attack, CpHex, split
from rules.games.fields_of_despair.rulings import ArtilleryInTheCpTurn, ChitsGoBack, MajorBelow21, RevealedByAnOffensive
from rules.games.fields_of_despair.sequence import is_at
from rules.games.fields_of_despair.state import Offensive, OffensiveKind, Stage, State
from rules.games.fields_of_despair.throws import next_throw
from rules.line import Line, Listed, line
from rules.notice import Public, tell_all, tell_rule
from rules.printed.lookup import PrintedTable
from rules.seat import Seat
from rules.secrets import Shown


class CpTarget(CpPhaseCommand):
    """(6) step 1: the objective of the offensive; with the Allied reinforcement (step 2) it is launched at once."""

    title = "Offensive target chosen"
    topic = Topic.COMBAT
    is_chronicled = True
    stage = Stage.TARGET
    hex: TypedHex = Field(title="Target hex", description="The hex on the objective chit (20.3.2)")
    sps: Sps | None = Field(
        title="Allied reinforcements in SPs", description="For one Logistic Point; 5 at most, 0 for none", default=None
    )

    @classmethod
    @override
    def ask(cls, _data: FieldsData, state: State) -> Iterator[Public]:
        kind, (number, all_) = Shown(state.cp.kind), state.cp.number
        yield tell_all("Which hex is the objective of {kind} {number} of {all}?", kind=kind, number=number, all=all_)
        yield tell_rule("7.5-S (6), step 1; 20.3.2")

    @classmethod
    def offers(cls, data: FieldsData, state: State) -> Iterator[Offer]:
        if state.hexes:
            number, all_ = state.cp.number
            which: dict[str, object] = {"kind": state.cp.kind, "number": number, "all": all_}
            alone = line("{kind} {number} of {all}: which hex?", **which)
            hexes, dice = objectives(data, state, sorted(state.hexes)), "3d6" if state.hidden else ""
            if hexes:
                choices = {"hex": tuple(choice_of(state, name) if name in state.allied else name for name in hexes)}
                yield Offer(CpTarget(hex="", sps=0), alone, inputs=("hex",), choices=choices, dice=dice)
            every = {"hex": tuple(sorted(state.hexes)) if data.map is None else hexes}
            yield Offer(
                CpTarget(hex="", sps=1), "With Allied reserves…", inputs=("hex", "sps"), choices=every, dice=dice
            )

    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """The players name the hex, and what the Allies bring in there if they have decided that."""
        self.check(data, state)
        name = read_hex(self.hex)
        cp_hex(state, name)
        if self.sps is None:
            yield events.TargetChosen(kind=state.cp.kind, hex=name, chit=False)
        else:
            state = yield events.TargetChosen(kind=state.cp.kind, hex=name, chit=False, asks=False)
            yield from reinforce_and_launch(data, state, target_of(state), self.sps, dice)

    @override
    def doubts(self, data: FieldsData, state: State) -> Iterator[Line]:
        """Yield an objective that the menu does not show."""
        why = why_no_objective(data, state, read_hex(self.hex))
        if why is not None:
            yield why


class CpReinforce(CpPhaseCommand):
    """(6) steps 2 to 4: the Allies bring in up to 5 SPs or none, and the offensive is launched."""

    title = "Offensive launched"
    topic = Topic.COMBAT
    is_chronicled = True
    stage = Stage.REINFORCEMENT
    question = (
        tell_all("Do the Allies spend a Logistic Point to bring in up to 5 SPs?"),
        tell_rule("7.5-S (6), step 2"),
    )
    sps: Sps = Field(title="Allied reinforcements in SPs", description="For one Logistic Point; 5 at most")

    @classmethod
    def offers(cls, _data: FieldsData, state: State) -> Iterator[Offer]:
        dice, hex_ = "3d6" if state.hidden else "", target_of(state).hex
        yield Offer(CpReinforce(sps=0), line("No reinforcement in {hex}", hex=hex_), dice=dice)
        if state.hidden:
            yield Offer(CpReinforce(sps=1), line("Reinforce {hex}…", hex=hex_), inputs=("sps",), dice=dice)

    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """The Allies' SPs, then the offensive's. Where nothing is hidden any more, the Allies bring in nothing."""
        self.check(data, state)
        if not state.hidden:
            yield from next_offensive(data, state, dice)
            return
        yield from reinforce_and_launch(data, state, target_of(state), self.sps, dice)


def reinforce_and_launch(
    data: FieldsData, state: State, offensive: Offensive, sps: int, dice: Dice
) -> Procedure[State]:
    """(6) steps 2 to 4. Raises ``NotThere`` for more SPs than the Allies can bring in."""
    most = data.reinforcement.most
    if sps > most:
        raise NotThere("The Allies can bring in at most {most} SPs for one Logistic Point (7.5-S).", most=most)
    launched = launch(data, state, offensive, dice)
    if sps:
        state = yield events.AlliesReinforced(hex=offensive.hex, sps=sps)
    state = yield launched
    if (answered := at_once(data, state, dice)) is not None:
        yield answered


def at_once(data: FieldsData, state: State, dice: Dice) -> ArtilleryAnswered | None:
    """(6) step 6, by the Allied SPs that were told of the hex. None where they, or a die, must be asked for."""
    offensive = target_of(state)
    told, matters = state.at(offensive.hex).allied, data.is_ruled(ArtilleryInTheCpTurn.ALL_THAT_APPLY)
    answered = unanswered(state, offensive.hex, told, cp_turn=True)
    if not can_answer(data, state.artillery, data.artillery_strength):
        return answered.replace(allied=None)
    roll = next_throw(dice, 1, 6, can_wait=True) if told is not None or not matters else None
    if roll is None:
        return None
    allied = Allied(0, 0) if told is None else Allied(told.sps, told.artillery)
    return with_strength(data, state, answered, allied, roll, offensive.kind).replace(by_told=matters)


class CpArtillery(CpPhaseCommand):
    """(6) steps 5 and 6: Allied artillery, and the answer."""

    title = "Artillery response resolved"
    topic = Topic.COMBAT
    is_chronicled = True
    stage = Stage.ARTILLERY
    question = (tell_all("How many Allied artillery and block SPs are there?"), tell_rule("7.5-S (6), steps 5 and 6"))
    artillery: Sps = Field(title="Allied artillery SPs in the hex", default=0)
    blocks: Sps = Field(title="Allied block SPs in the hex", default=0)
    band: str = Field(title="Allied SPs in the hex", description="Artillery and blocks", default="", max_length=60)

    @classmethod
    def offers(cls, data: FieldsData, state: State) -> Iterator[Offer]:
        """Offer the Allied SPs as told, the bands that the table reads, and in `/act` a form for numbers."""
        hex_, where = target_of(state).hex, held_in(state, target_of(state).hex)
        dice = "1d6" if can_answer(data, state.artillery, data.artillery_strength) else ""
        if not dice:
            yield Offer(CpArtillery(), line("No CP artillery in {hex}", hex=where))
            return
        if not data.is_ruled(ArtilleryInTheCpTurn.ALL_THAT_APPLY):
            yield Offer(CpArtillery(), line("CP artillery in {hex}", hex=where), dice=dice)
            return
        told = state.at(hex_).allied or Attack(hex=hex_, artillery=0, blocks=0)
        known = CpArtillery(artillery=told.artillery, blocks=told.blocks)
        if told.sps:
            yield Offer(known, line("CP artillery against {sps} in {hex}", sps=told.written, hex=hex_), dice=dice)
        label, choices = line("Your SPs in {hex}, with artillery…", hex=hex_), {"band": tuple(bands(data))}
        yield Offer(CpArtillery(), label, inputs=("band",), dice=dice, choices=choices)
        in_numbers = line("Allied SPs in {hex} in numbers…", hex=hex_)
        yield Offer(known, in_numbers, inputs=("artillery", "blocks"), dice=dice, minor=True)

    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """The Central Powers' artillery answers; step 1 counts as Y."""
        is_again = is_at(data, state, "central") and state.cp.stage is Stage.COMBAT and not self.band
        # the die of an answer to the Allied SPs that were told before, if these SPs replace them
        before = target_of(state).fell if is_again else None
        if before is None:
            self.check(data, state)
        offensive = target_of(state)
        if before is not None:
            state = state.replace(artillery=state.artillery.take_back(offensive.guns))
        elif not can_answer(data, state.artillery, data.artillery_strength):
            yield unanswered(state, offensive.hex, cp_turn=True)
            return
        told, known = None, bands(data)
        if not self.band:
            told = Attack(hex=offensive.hex, artillery=self.artillery, blocks=self.blocks)
        elif self.band not in known:
            raise NotThere("Choose the Allied SPs from: {names}.", names=Listed(known))
        allied = Allied(told.sps, told.artillery) if told is not None else known[Line(self.band)]
        answered = unanswered(state, offensive.hex, told, cp_turn=True)
        if before is not None:
            answered = answered.replace(by_told=True, back=offensive.guns)
        yield with_strength(data, state, answered, allied, before or dice.roll(1, 6), offensive.kind)


class CpCombat(CpPhaseCommand):
    """(6) steps 7 and 8: the combat's losses, and whether it breaks out."""

    title = "Offensive combat resolved"
    topic = Topic.COMBAT
    is_chronicled = True
    stage = Stage.COMBAT
    question = (tell_all("How did the infantry combat end?"), tell_rule("7.5-S (6), steps 7 and 8"))
    losses: Sps = Field(title="CP losses in SPs")
    taken: bool = Field(title="Did the CP take the hex?", default=False)
    breakout: bool = Field(title="Did the CP break out?", default=False)

    @classmethod
    def offers(cls, _data: FieldsData, state: State) -> Iterator[Offer]:
        where = held_in(state, target_of(state).hex)
        held = state.hexes.get(target_of(state).hex)
        if held is not None:
            losses, choices = line("CP losses in {hex}…", hex=where), {"losses": losses_of(held.holds)}
            yield Offer(CpCombat(losses=0), losses, inputs=("losses",), choices=choices)
        label = line("{hex} taken, or a breakout…", hex=where)
        yield Offer(CpCombat(losses=0), label, inputs=("losses", "taken", "breakout"))
        told = state.allied.get(target_of(state).hex)
        if target_of(state).fell is not None and told is not None:
            other = line("Other Allied SPs in {hex} than {sps}…", hex=told.hex, sps=told.written)
            known = CpArtillery(artillery=told.artillery, blocks=told.blocks)
            yield Offer(known, other, inputs=("artillery", "blocks"))

    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """The players resolved the combat on the board: a Breakout marker after a breakout, then the next offensive."""
        self.check(data, state)
        hex_ = target_of(state).hex
        lost = lose(state, hex_, self.losses)
        if self.breakout and not lost.left:
            raise NotThere("No SPs are left in {hex} to break out.", hex=hex_)
        if self.taken and not lost.left:
            raise NotThere("No SPs are left in {hex} to take it.", hex=hex_)
        if self.taken:
            state = yield events.HexTaken(hex=hex_)
        if self.breakout and hex_ not in state.cp.breakouts:
            state = yield BreakoutMarked(hex=hex_)
        state = yield lost
        yield from next_offensive(data, state, dice)


def default(_data: FieldsData, state: State, seat: Seat) -> CpReinforce | None:
    """Return what is done for Allies who are absent: they bring in nothing against an offensive."""
    is_harmless = seat == ALLIES and state.cp.stage is Stage.REINFORCEMENT
    return CpReinforce(sps=0) if is_harmless else None


def next_offensive(data: FieldsData, state: State, dice: Dice) -> Part[State]:
    """(6) step 1 for the next offensive: its objective chit is drawn, or the players are asked; or none is left.

    Where nothing is hidden, or by the map no objective is left, all that are left are called off before anything is
    asked or spent.
    """
    cp = state.cp
    if not (cp.majors or cp.minors):
        # 25.4: the Spring Offensive rules follow
        spring = (state.turn, state.phase(data)) == (8, 1)
        state = yield events.OffensivesOver(spring=spring)
        if not spring:
            yield from next_breakout(data, state, dice)
        return state
    lacks_objective = data.map is not None and not objectives(data, state, state.hexes)
    if not state.hidden or lacks_objective:
        lacks_only_that = bool(state.hidden)
        state = yield events.OffensivesCalledOff(majors=cp.majors, minors=cp.minors, lacks_objective=lacks_only_that)
        return (yield from next_offensive(data, state, dice))
    in_the_cup = (hex_ for hex_ in data.chits.hexes if not is_drawn(data, state, hex_))
    for hex_ in dice.pick(1, objectives(data, state, in_the_cup)):
        state = yield events.TargetChosen(kind=cp.kind, hex=hex_, chit=True)
    return state


def objectives(data: FieldsData, state: State, among: Iterable[Hex]) -> tuple[Hex, ...]:
    """Return those of some hexes that an offensive can still have for its objective."""
    return tuple(hex_ for hex_ in among if why_no_objective(data, state, hex_) is None)


def why_no_objective(data: FieldsData, state: State, hex_: Hex) -> Line | None:
    """Why a hex is no objective now, as far as the players told: the Central Powers hold it, with a map no CP block
    contests it, or its chit was drawn and is not back in the cup while others are. None if it can be one.
    """
    fit = (name for name in state.hexes if _why_unfit(data, state, name) is None)
    # once every fit hex has been an objective the players choose one of them again
    if is_drawn(data, state, hex_) and not all(is_drawn(data, state, name) for name in fit):
        return line("{hex} was drawn already.", hex=hex_)
    return _why_unfit(data, state, hex_)


def is_drawn(data: FieldsData, state: State, hex_: Hex) -> bool:
    """Return whether the chit of a hex was drawn and stays out (ruling ``chits``)."""
    return hex_ in state.cp.drawn and data.is_ruled(ChitsGoBack.NOT_IN_THIS_ACTION_PHASE)


def _why_unfit(data: FieldsData, state: State, hex_: Hex) -> Line | None:
    """Return why a hex cannot be an objective, whatever was drawn."""
    if owner_of(data, state, hex_) == "Central Powers":
        return line("The Central Powers hold {hex}.", hex=hex_)
    if data.map is not None and hex_ not in state.hexes:
        return line("No CP block contests {hex}.", hex=hex_)
    return None


def launch(data: FieldsData, state: State, offensive: Offensive, dice: Dice) -> events.OffensiveLaunched:
    """(6) steps 3 and 4, (7): the SPs by the hidden ones, in three blocks; no more than are hidden."""
    hidden = state.hidden
    below = state.hexes.get(offensive.hex, CpHex(blocks=MOST_BLOCKS)).is_face_down
    over_block = below and not data.is_ruled(RevealedByAnOffensive.X_MINUS_1)
    table, column = table_for(data, offensive.kind, hidden)
    reading, cell = table.read(dice.roll(3, 6), column)
    sps = min(cell, hidden if over_block else state.room(offensive.hex))
    is_major = offensive.kind == "Major"
    return events.OffensiveLaunched(
        kind=offensive.kind,
        hex=offensive.hex,
        reading=reading,
        fell_back=is_major and table is data.minor,
        below_21=is_major and hidden < data.major.least,
        hidden=hidden,
        sps=sps,
        blocks=split(sps, MOST_BLOCKS),
        over_block=over_block,
        revealed=state.revealed + sps - (below and not over_block),
    )


def table_for(data: FieldsData, kind: OffensiveKind, hidden: int) -> tuple[PrintedTable[int], int]:
    """Return the table of an offensive and the number of its column (ruling ``major_below_21``)."""
    if kind == "Minor":
        return data.minor, hidden
    if hidden >= data.major.least:
        return data.major, hidden
    if data.is_ruled(MajorBelow21.MINOR_TABLE):
        return data.minor, hidden
    return data.major, data.major.least
