"""7.5-S (6) and (7): the Central Powers' offensives, one after the other."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Procedure
from rules.dice import Dice
from rules.errors import NotThere
from rules.games.fields_of_despair.artillery import no_answer_in_offensive, with_strength
from rules.games.fields_of_despair.blocks import cp_hex, lose
from rules.games.fields_of_despair.cp_phase import CpPhaseCommand, held_in, offers_of, target_of
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.events.breakouts import BreakoutMarked
from rules.games.fields_of_despair.events.offensives import AlliesReinforced, HexTaken, TargetChosen
from rules.games.fields_of_despair.launching import launch, next_offensive
from rules.games.fields_of_despair.notation import Sps, TypedHex, read_hex
from rules.games.fields_of_despair.pieces import Attack
from rules.games.fields_of_despair.state import Stage, State
from rules.notice import Public, tell_all, tell_rule
from rules.seat import Seat
from rules.secrets import Shown


class CpTarget(CpPhaseCommand):
    """(6) step 1: the objective of the offensive."""

    title: ClassVar[str] = "Offensive target chosen"
    stage: ClassVar[Stage] = Stage.TARGET
    type: Literal["cp_target"] = "cp_target"
    hex: TypedHex = Field(title="Target hex", description="The hex on the objective chit (20.3.2)")

    @classmethod
    @override
    def ask(cls, _data: FieldsData, state: State) -> Iterator[Public]:
        number, all_ = state.cp.number
        yield tell_all("Which hex is the objective of {kind} {number} of {all}?", kind=Shown(state.cp.kind),
                       number=number, all=all_)  # fmt: skip
        yield tell_rule("7.5-S (6), step 1; 20.3.2")

    @classmethod
    @override
    def offers(cls, _data: FieldsData, state: State) -> Iterator[Offer]:
        """No hex is proposed: a hasty player would attack it."""
        if state.hexes:
            number, all_ = state.cp.number
            label = f"Target of {state.cp.kind} {number} of {all_}…"
            yield Offer(CpTarget(hex=""), label, inputs=("hex",), choices={"hex": tuple(sorted(state.hexes))})

    @override
    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """The players name the hex."""
        self.check(data, state)
        name = read_hex(self.hex)
        cp_hex(state, name)
        yield TargetChosen(kind=state.cp.kind, hex=name, chit=False)


class CpReinforce(CpPhaseCommand):
    """(6) steps 2 to 4: the Allies bring in up to 5 SPs or none, and the offensive is launched."""

    title: ClassVar[str] = "Offensive launched"
    stage: ClassVar[Stage] = Stage.REINFORCEMENT
    type: Literal["cp_reinforce"] = "cp_reinforce"
    sps: Sps = Field(title="Allied reinforcements in SPs", description="For one Logistic Point; 5 at most")

    @classmethod
    @override
    def ask(cls, _data: FieldsData, _state: State) -> Iterator[Public]:
        yield tell_all("Do the Allies spend a Logistic Point to bring in up to 5 SPs?")
        yield tell_rule("7.5-S (6), step 2")

    @classmethod
    @override
    def offers(cls, _data: FieldsData, state: State) -> Iterator[Offer]:
        dice, hex_ = "3d6" if state.hidden else "", target_of(state).hex
        yield Offer(CpReinforce(sps=0), f"No reinforcement in {hex_}", dice=dice)
        if state.hidden:
            yield Offer(CpReinforce(sps=1), f"Reinforce {hex_}…", inputs=("sps",), dice=dice)

    @override
    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """The Allies' SPs, then the offensive's. Where nothing is hidden any more, the Allies bring in nothing."""
        self.check(data, state)
        most = data.reinforcement.most
        if self.sps > most:
            raise NotThere(f"The Allies can bring in at most {most} SPs for one Logistic Point (7.5-S).")
        offensive = target_of(state)
        if not state.hidden:
            yield from next_offensive(data, state, dice)
            return
        launched = launch(data, state, offensive, dice)
        if self.sps:
            state = yield AlliesReinforced(hex=offensive.hex, sps=self.sps)
        state = yield launched
        if not state.artillery.available:
            yield no_answer_in_offensive(offensive.hex)


class CpArtillery(CpPhaseCommand):
    """(6) steps 5 and 6: Allied artillery, and the answer."""

    title: ClassVar[str] = "Artillery response resolved"
    stage: ClassVar[Stage] = Stage.ARTILLERY
    type: Literal["cp_artillery"] = "cp_artillery"
    artillery: Sps = Field(title="Allied artillery SPs in the hex")
    blocks: Sps = Field(title="Allied block SPs in the hex")

    @classmethod
    @override
    def ask(cls, _data: FieldsData, _state: State) -> Iterator[Public]:
        yield tell_all("How many Allied artillery and block SPs are in the hex?")
        yield tell_rule("7.5-S (6), steps 5 and 6")

    @classmethod
    @override
    def offers(cls, _data: FieldsData, state: State) -> Iterator[Offer]:
        """What was last told of the hex is proposed."""
        hex_ = target_of(state).hex
        told = state.at(hex_).allied or Attack(hex=hex_, artillery=0, blocks=0)
        command = CpArtillery(artillery=told.artillery, blocks=told.blocks)
        label = f"Allied SPs against {held_in(state, hex_)}…"
        yield Offer(command, label, inputs=("artillery", "blocks"), dice="1d6" if state.artillery.available else "")

    @override
    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """The Central Powers' artillery answers; step 1 counts as Y."""
        self.check(data, state)
        offensive = target_of(state)
        if not state.artillery.available:
            yield no_answer_in_offensive(offensive.hex)
            return
        allied = Attack(hex=offensive.hex, artillery=self.artillery, blocks=self.blocks)
        yield with_strength(data, state, allied, dice.roll(1, 6), offensive.kind)


class CpCombat(CpPhaseCommand):
    """(6) steps 7 and 8: the combat's losses, and whether it breaks out."""

    title: ClassVar[str] = "Offensive combat resolved"
    stage: ClassVar[Stage] = Stage.COMBAT
    type: Literal["cp_combat"] = "cp_combat"
    losses: Sps = Field(title="CP losses in SPs")
    taken: bool = Field(title="Did the CP take the hex?", default=False)
    breakout: bool = Field(title="Did the CP break out?", default=False)

    @classmethod
    @override
    def ask(cls, _data: FieldsData, _state: State) -> Iterator[Public]:
        yield tell_all("How did the infantry combat end?")
        yield tell_rule("7.5-S (6), steps 7 and 8")

    @classmethod
    @override
    def offers(cls, _data: FieldsData, state: State) -> Iterator[Offer]:
        label = f"Combat in {held_in(state, target_of(state).hex)}…"
        yield Offer(CpCombat(losses=0), label, inputs=("losses", "taken", "breakout"))

    @override
    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """The players resolved the combat on the board: a Breakout marker after a breakout, then the next offensive."""
        self.check(data, state)
        hex_ = target_of(state).hex
        lost = lose(state, hex_, self.losses)
        if self.breakout and not lost.left:
            raise NotThere(f"No SPs are left in {hex_} to break out.")
        if self.taken and not lost.left:
            raise NotThere(f"No SPs are left in {hex_} to take it.")
        if self.taken:
            state = yield HexTaken(hex=hex_)
        if self.breakout and hex_ not in state.cp.breakouts:
            state = yield BreakoutMarked(hex=hex_)
        state = yield lost
        yield from next_offensive(data, state, dice)


def offers(data: FieldsData, state: State, _seat: Seat) -> Iterator[Offer]:
    """The answers that the offensives wait for."""
    return offers_of((CpTarget, CpReinforce, CpArtillery, CpCombat), data, state)
