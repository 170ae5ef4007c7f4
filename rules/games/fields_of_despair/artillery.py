"""7.3.1-S: the Central Powers' artillery response, in the Allies' action phase and in their own."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from typing_extensions import override

from rules.command import Part
from rules.dice import Dice, Roll
from rules.games.fields_of_despair.counters import CountersAnswered, can_answer
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.hexes import Hex
from rules.games.fields_of_despair.pieces import AnswerStep, Attack
from rules.games.fields_of_despair.rulings import ArtilleryInTheCpTurn
from rules.games.fields_of_despair.state import FieldsEvent, OffensiveKind, Stage, State
from rules.games.fields_of_despair.throws import next_throw
from rules.games.fields_of_despair.wording import listed
from rules.line import Line, line
from rules.notice import Public, tell_board, tell_next, tell_rule
from rules.printed.lookup import Reading, prove
from rules.printed.table import Band
from rules.secrets import Shown


class ArtilleryChecked(FieldsEvent):
    """7.3.1-S step 1 was Y in an Allied attack; the die of step 2 is still to be rolled on the players' table."""

    hex: Hex
    reading: Reading

    def apply(self, data: FieldsData, state: State) -> State:
        return state.replace(answering=AnswerStep.STRENGTH)

    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_next("{hex}: the CP artillery answers. Roll 1d6 for its strength.", hex=Shown(self.hex))
        yield from prove(data, self.reading, self.hex)


class ArtilleryAnswered(CountersAnswered):
    """7.3.1-S: the artillery's answer in one hex. In their own action phase step 1 counts as Y.

    ``allied`` are the Allied SPs there, where they were told. ``by_told``: before the offensive, so that nobody was
    asked; ``back`` are the counters of such an answer that go back, because its die is read again for others.
    """

    arm = "artillery"
    cp_turn: bool
    allied: Attack | None = None
    by_told: bool = False
    back: tuple[int, ...] = ()

    def apply(self, data: FieldsData, state: State) -> State:
        """Place the counters on the map; a step 1 that was not rolled leaves the last result unchanged."""
        guns = state.guns | {self.hex} if self.placed else state.guns
        state = state.replace(artillery=state.artillery.take_back(self.back).place(self.placed), guns=guns)
        if self.cp_turn:
            told, current = state if self.allied is None else state.with_allied(self.allied), state.cp.current
            if current is not None and self.by_told:
                current = current.replace(fell=self.readings[-1].roll, guns=self.placed)
            return told.in_cp_phase(stage=Stage.COMBAT, current=current)
        return state.replace(artillery_answer=self.answer or state.artillery_answer, answering=AnswerStep.SPS)

    def tell(self, data: FieldsData) -> Iterator[Public]:
        if self.back:
            yield tell_board("{hex}: take CP artillery {values} back.", hex=Shown(self.hex), values=listed(self.back))
        if self.by_told and self.allied is not None:
            yield tell_rule("The Allied SPs are those entered before: {sps}.", sps=Shown(self.allied.written))
        yield from self.tell_counters(data)
        if self.cp_turn and self.readings:
            yield tell_rule("7.5-S (6), step 6: in a CP offensive step 1 counts as Y")
            yield data.rulings.artillery_in_the_cp_turn.tell()


class Allied(NamedTuple):
    """The Allied SPs in a hex, and the artillery SPs among them, as far as the modifiers of step 2 ask."""

    sps: int
    artillery: int


def artillery_in_attack(data: FieldsData, state: State, allied: Attack, dice: Dice) -> Part[State]:
    """An Allied attack: step 1, whether they answer, and step 2, with how much.

    Where the die of step 2 is still to be rolled on the table, the answer stops there and goes on with it later.
    """
    answered = unanswered(state, allied.hex, allied)
    told = Allied(allied.sps, allied.artillery)
    if state.answering is AnswerStep.STRENGTH:
        return (yield with_strength(data, state, answered, told, dice.roll(1, 6)))
    if not can_answer(data, state.artillery, data.artillery_strength):
        return (yield answered)
    conditions = {"Allied SPs": allied.sps, "previous result N": state.artillery_answer == "N"}
    table = data.artillery
    first, answer = table.read(dice.roll(1, 6), state.artillery.available, table.weigh(data, conditions))
    if answer == "N":
        return (yield answered.replace(readings=(first,), answer="N"))
    roll = next_throw(dice, 1, 6)
    if roll is None:
        return (yield ArtilleryChecked(hex=allied.hex, reading=first))
    answered = with_strength(data, state, answered, told, roll)
    return (yield answered.replace(readings=(first, *answered.readings)))


def unanswered(state: State, hex_: Hex, allied: Attack | None = None, *, cp_turn: bool = False) -> ArtilleryAnswered:
    """No counter can be placed, so nothing is rolled, and nobody asks for the Allied SPs in an offensive."""
    available, least = state.artillery.available, min(state.artillery.left, default=0)
    return ArtilleryAnswered(hex=hex_, cp_turn=cp_turn, allied=allied, available=available, least=least)


def with_strength(
    data: FieldsData,
    state: State,
    answered: ArtilleryAnswered,
    allied: Allied,
    roll: Roll,
    offensive: OffensiveKind | None = None,
) -> ArtilleryAnswered:
    """Step 2: with how much they answer."""
    conditions = strength_conditions(data, allied, offensive)
    return answered.strength(data, state.artillery, data.artillery_strength, conditions, roll)


class Within(int):
    """A number of which a player told only the band that the table reads."""

    def __new__(cls, band: Band) -> "Within":
        """Return the lowest number of a band."""
        return super().__new__(cls, band.low or 0)

    def __init__(self, band: Band) -> None:
        self.band = band

    @override
    def __str__(self) -> str:
        low, high = self.band
        return f"{self + 0}+" if high is None else str(high) if low == high else f"{self + 0}-{high}"


def bands(data: FieldsData) -> dict[Line, Allied]:
    """Return what the modifiers of step 2 tell apart, in the words of a menu."""
    made: dict[Line, Allied] = {}
    for sps in _told_apart(data, "Allied SPs"):
        for artillery in _told_apart(data, "Allied artillery SPs"):
            if sps.band.high is None or artillery <= sps.band.high:
                made[line("{sps} SPs · artillery {artillery}", sps=str(sps), artillery=str(artillery))] = Allied(
                    sps, artillery
                )
    return made


def _told_apart(data: FieldsData, asked: str) -> list[Within]:
    """Return the bands of numbers between which the modifiers of step 2 make a difference."""
    named = [Band.read(drm.when[asked]) for drm in data.artillery_strength.drms if asked in drm.when]
    starts = {0, *(band.low or 0 for band in named), *(band.high + 1 for band in named if band.high is not None)}
    lows = sorted(starts)
    return [Within(Band(low, above - 1)) for low, above in pairwise(lows)] + [Within(Band(lows[-1], None))]


def strength_conditions(data: FieldsData, allied: Allied, offensive: OffensiveKind | None) -> dict[str, int]:
    """Return what the modifiers of step 2 ask about (ruling ``artillery_in_the_cp_turn``)."""
    only = offensive is not None and not data.is_ruled(ArtilleryInTheCpTurn.ALL_THAT_APPLY)
    return {
        "Allied SPs": allied.sps,
        "Allied artillery SPs": allied.artillery,
        "Major Offensive": offensive == "Major",
        "only the offensive counts": only,
    }
