"""7.1-S: the Central Powers answer in dogfights, and reconnaissance reveals blocks."""

import re
from collections.abc import Iterator, Mapping
from itertools import starmap
from typing import Annotated

from pydantic import Field

from rules.command import MOST_IN_MENU, Choice, Offer, Procedure
from rules.dice import Dice, Roll
from rules.errors import NotNow, NotThere
from rules.games.fields_of_despair.blocks import Limit, cp_hex, limit_of
from rules.games.fields_of_despair.counters import CountersAnswered, can_answer
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.hexes import Hex
from rules.games.fields_of_despair.log_events.combat import BlocksRevealed
from rules.games.fields_of_despair.notation import PrintedLimit, Typed, TypedHex, each_with, read_hex, read_squadrons
from rules.games.fields_of_despair.pieces import MOST_BLOCKS, Count, split
from rules.games.fields_of_despair.sequence import check_step, leads_to, reach
from rules.games.fields_of_despair.state import FieldsCommand, FieldsEvent, State
from rules.games.fields_of_despair.throws import next_throw
from rules.games.fields_of_despair.wording import block_values, count_sps, listed
from rules.line import Line, line
from rules.notice import Public, tell_all, tell_board, tell_next, tell_proof, tell_rule
from rules.printed.lookup import Reading, prove
from rules.seat import Seat
from rules.secrets import Shown

SURVIVORS: Mapping[str, Line] = {"1": Line("1"), "2": Line("2"), "3": Line("3 or more")}
"""What reconnaissance reads of the air value that survived (7.1.3-S)."""


class SquadronsPlaced(FieldsEvent):
    """7.1-S: Allied air, the strongest hex first. ``waits``: the dice of the answers are still to be rolled."""

    hexes: tuple[tuple[Hex, int], ...]
    waits: bool = False

    def apply(self, data: FieldsData, state: State) -> State:
        return state.replace(dogfights=(*state.dogfights, *self.hexes))

    def tell(self, data: FieldsData) -> Iterator[Public]:
        order = listed(f"{hex_} ({value})" for hex_, value in self.hexes)
        if self.waits:
            yield tell_all("CP answers in order: {order}.", order=order)
        else:
            yield tell_proof("CP answers in order: {order}.", order=order)
        yield tell_rule("7.1-S: strongest hex first, you decide the order of ties; one counter per hex in columns J-M")


class AirChecked(FieldsEvent):
    """7.1.2-S step 1 was Y; the die of step 2 is still to be rolled on the players' table."""

    hex: Hex
    reading: Reading

    def apply(self, data: FieldsData, state: State) -> State:
        return state.replace(air_checked=True)

    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_next("{hex}: the Central Powers answer. Roll 1d6 for their strength.", hex=Shown(self.hex))
        yield from prove(data, self.reading, self.hex)


class AirAnswered(CountersAnswered):
    """7.1.2-S: the answer to the Allied air in one hex."""

    arm = "air"
    allied: Count

    def apply(self, data: FieldsData, state: State) -> State:
        """Place the counters on the map; a check that was not made leaves the last result unchanged."""
        return state.replace(
            dogfights=state.dogfights[1:],
            fought=state.fought | {self.hex},
            air=state.air.place(self.placed),
            air_answer=self.answer or state.air_answer,
            air_checked=False,
        )

    def tell(self, data: FieldsData) -> Iterator[Public]:
        return self.tell_counters(data)


class Reconnoitred(BlocksRevealed):
    """7.1.3-S: what Allied air of a value revealed in a hex."""

    reveals = True
    air: Count

    def apply(self, data: FieldsData, state: State) -> State:
        state = self.learned(state).with_blocks(self.hex, len(self.blocks), self.sps)
        return state.replace(seen=state.seen | {self.hex})

    def tell(self, data: FieldsData) -> Iterator[Public]:
        hex_, found, blocks = Shown(self.hex), sum(self.blocks), block_values(self.blocks)
        yield tell_board("{hex}: reveal **{sps} {sps:SP|SPs}** ({blocks}).", hex=hex_, sps=found, blocks=blocks)
        if found != self.sps:
            yield tell_all("{hex}: {sps} SPs are known now.", hex=hex_, sps=self.sps)
        yield from self.tell_revealed(data)


class PlaceSquadrons(FieldsCommand, named="dogfight"):
    """7.1-S: Allied squadrons are placed."""

    title = "Allied squadrons placed"
    hexes: Typed = Field(
        title="Hexes with Allied air", description="With the value of each counter, e.g. A05 3+1, B06 1"
    )

    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """Steps 1 and 2: all squadrons are placed; the strongest hex comes first, ties in the order given."""
        state = yield from reach(data, state, "air")
        check_step(data, state, "air")
        placed = read_squadrons(self.hexes)
        if not placed:
            raise NotThere("No hex in this list has Allied air: write its value, e.g. A05 4. Without any, go on.")
        if state.dogfights:
            raise NotNow("Roll the CP answer to the squadrons in {hex} first.", hex=state.dogfights[0][0])
        for hex_, _ in placed:
            if hex_ in state.fought:
                raise NotThere("The squadrons in {hex} have already been answered in this action phase.", hex=hex_)
        in_order = tuple(sorted(placed, key=lambda each: -each.value))
        state = yield SquadronsPlaced(hexes=in_order, waits=not dice.fall_by_themselves)
        yield from answer_on(data, state, dice)


class AnswerAir(FieldsCommand):
    """7.1.2-S: the Central Powers answer in the strongest remaining hex."""

    title = "Allied squadrons answered"

    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        check_step(data, state, "air")
        if not state.dogfights:
            raise NotNow("No Allied squadrons are waiting for an answer. Place them with `/enter what:dogfight`.")
        state = yield (
            dogfight_strength(data, state, dice.roll(1, 6)) if state.air_checked else dogfight(data, state, dice)
        )
        yield from answer_on(data, state, dice)


class Reconnoitre(FieldsCommand, named="recon"):
    """7.1.3-S: a surviving squadron reveals blocks in a hex."""

    title = "Reconnaissance resolved"
    hex: TypedHex = Field(title="Hex")
    air: Annotated[int, Field(ge=1, le=50)] = Field(title="Surviving Allied air value", default=1)
    limit: PrintedLimit = Field(title="Shaded limit", description="For air 1 or 2; read it off your aid", default=None)

    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """All dogfights come first, and a hex is reconnoitred once per action phase."""
        check_step(data, state, "air")
        # a menu names the hex and the air value, such as ``A05 2``
        chosen = re.fullmatch(r"([A-M][0-9][0-9]) ([123])", self.hex)
        name, air = (chosen[1], int(chosen[2])) if chosen else (read_hex(self.hex), self.air)
        hex_ = cp_hex(state, name)
        if state.dogfights:
            waiting = state.dogfights[0][0]
            raise NotNow(
                "Finish the dogfights first: the squadrons in {hex} still wait for the CP answer.", hex=waiting
            )
        if name in state.seen:
            raise NotNow("{hex} has already been reconnoitred in this action phase.", hex=name)
        if hex_.blocks == MOST_BLOCKS:
            raise NotNow("All blocks in {hex} are known: they hold {sps}.", hex=name, sps=count_sps(hex_.sps))
        yield reconnaissance(data, state, name, air, self.limit, dice)


def offers(data: FieldsData, state: State, _seat: Seat) -> Iterator[Offer]:
    """Offer the next dogfight; else squadrons and reconnaissance."""
    if leads_to(data, state, "air"):
        yield from _squadrons(state.replace(fought=frozenset()))
    if state.position(data).step.kind != "air":
        return
    if state.dogfights:
        hex_, value = state.dogfights[0]
        label = line("Dogfight in {hex} (Allied air {value})", hex=hex_, value=value)
        if state.air_checked:
            label = line("CP air strength in {hex}", hex=hex_)
        yield Offer(AnswerAir(), label, dice="1d6")
        return
    yield from _squadrons(state)
    yield from _reconnaissance(state)


def answer_on(data: FieldsData, state: State, dice: Dice) -> Procedure[State]:
    """7.1.2-S hex by hex. Dice of the players' table wait; a hex that no counter can answer does not."""
    while state.dogfights and not state.air_checked:
        if not dice.fall_by_themselves and can_answer(data, state.air, data.dogfight_strength):
            return
        state = yield dogfight(data, state, dice)


def dogfight(data: FieldsData, state: State, dice: Dice) -> AirAnswered | AirChecked:
    """7.1.2-S in the next hex: step 1, whether they answer; step 2, with how much of what is available.

    Where the die of step 2 is still to be rolled on the table, the answer stops after step 1.
    """
    answered = _unanswered(state)
    if not can_answer(data, state.air, data.dogfight_strength):
        return answered
    drms = data.dogfight.weigh(data, _conditions(state))
    reading, answer = data.dogfight.read(dice.roll(1, 6), state.air.available, drms)
    if answer == "N":
        return answered.replace(readings=(reading,), answer="N")
    roll = next_throw(dice, 1, 6)
    if roll is None:
        return AirChecked(hex=answered.hex, reading=reading)
    answered = dogfight_strength(data, state, roll)
    return answered.replace(readings=(reading, *answered.readings))


def dogfight_strength(data: FieldsData, state: State, roll: Roll) -> AirAnswered:
    """7.1.2-S, step 2 in the next hex."""
    return _unanswered(state).strength(data, state.air, data.dogfight_strength, _conditions(state), roll)


def _unanswered(state: State) -> AirAnswered:
    (hex_, allied), least = state.dogfights[0], min(state.air.left, default=0)
    return AirAnswered(hex=hex_, allied=allied, available=state.air.available, least=least)


def _conditions(state: State) -> dict[str, int]:
    """Return what the modifiers of both steps ask about."""
    return {"Allied air": state.dogfights[0][1], "previous result N": state.air_answer == "N"}


def reconnaissance(data: FieldsData, state: State, name: str, air: int, given: int | None, dice: Dice) -> Reconnoitred:
    """7.1.3-S: surviving squadrons reveal 1 to 3 blocks of a hex, up to the limit that was ``given`` off the aid."""
    hex_ = state.hexes[name]
    hidden, blocks = state.hidden, min(air, MOST_BLOCKS - hex_.blocks)
    reading, limit, cell = None, Limit(0), 1 if hex_.is_face_down else 0
    if hidden:
        reading, cell = data.recon.read(dice.roll(3, 6), hidden)
        limit = limit_of(data.recon, hidden, air, MOST_BLOCKS, given, blocks, state.shading)
        cell = min(cell, limit.sps)
    placed = min(cell, state.room(name))
    return Reconnoitred(
        hex=name, air=air, reading=reading, blocks=split(placed, blocks), sps=hex_.known + placed, limit=limit.sps,
        unknown_limit=limit.is_unknown and placed > limit.allowed, cell=limit.cell,
        given=given if limit.cell else None, hidden=hidden, revealed=state.revealed + placed - hex_.is_face_down,
    )  # fmt: skip


def _squadrons(state: State) -> Iterator[Offer]:
    """Offer a form that lists every hex without squadrons, for all at once: only numbers are typed."""
    free = [name for name in state.hexes if name not in state.fought]
    if free:
        proposed = PlaceSquadrons(hexes=each_with(free, "0"))
        yield Offer(proposed, "Allied squadrons…", inputs=("hexes",), minor=bool(state.fought))


def _reconnaissance(state: State) -> Iterator[Offer]:
    """Offer a menu of the hexes with answered squadrons by the air that survived, and a form for any other."""
    unseen = sorted(name for name, hex_ in state.hexes.items() if hex_.blocks < MOST_BLOCKS and name not in state.seen)
    dice = "3d6" if state.hidden else ""
    fought = [name for name in unseen if name in state.fought][: MOST_IN_MENU // len(SURVIVORS)]
    if fought:
        survived = (
            Choice(f"{name} {air}", line("{hex}: Allied air {air}", hex=name, air=said))
            for name in fought
            for air, said in SURVIVORS.items()
        )
        yield Offer(
            Reconnoitre(hex=""), "Reconnaissance…", inputs=("hex",), choices={"hex": tuple(survived)}, dice=dice
        )
    if unseen:
        yield Offer(
            Reconnoitre(hex=""),
            "Reconnaissance with a limit, or elsewhere…" if fought else "Reconnaissance…",
            inputs=("hex", "air", "limit"),
            choices={"hex": tuple(unseen), "air": tuple(starmap(Choice, SURVIVORS.items()))},
            dice=dice,
            minor=bool(fought) or not state.fought,
        )
