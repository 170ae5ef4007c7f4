"""7.3-S: Allied attacks, ranked and answered hex by hex."""

from collections.abc import Iterator
from typing import ClassVar

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Procedure, Topic
from rules.dice import Dice
from rules.errors import NotNow, NotThere
from rules.games.fields_of_despair.attacks import (
    answer,
    answer_on,
    entered,
    first_throw,
    reinforce_and_fight,
    why_unchecked,
)
from rules.games.fields_of_despair.blocks import cp_hex, lose, losses_of
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.hexes import Hex
from rules.games.fields_of_despair.log_events.combat import AttacksDeclared, HexLost
from rules.games.fields_of_despair.notation import PrintedLimit, Sps, Typed, each_with, read_attacks
from rules.games.fields_of_despair.pieces import AnswerStep, Attack
from rules.games.fields_of_despair.sequence import check_step
from rules.games.fields_of_despair.state import FieldsCommand, State
from rules.games.fields_of_despair.wording import count_sps
from rules.line import Line, both, line
from rules.seat import Seat


class DeclareAttacks(FieldsCommand, named="combat"):
    """7.3-S steps 1 to 3: Allied attacks are declared."""

    title: ClassVar[str] = "Allied attacks declared"
    topic: ClassVar[Topic] = Topic.COMBAT
    hexes: Typed = Field(
        title="Attacks", description="Artillery + blocks, e.g. A05 4+18, B06 0+12; one number: artillery"
    )

    @override
    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """Steps 1 to 4: the attacks in the order of artillery and blocks together, ties in the order given; hexes with
        artillery alone, which get no Attack marker, come after them.
        """
        check_step(data, state, "combat")
        if state.attacks or state.fighting:
            raise NotNow("Resolve the attack on {hex} first.", hex=state.fighting or state.attacks[0].hex)
        attacks = read_attacks(self.hexes)
        for attack in attacks:
            cp_hex(state, attack.hex)
        ranked = sorted(attacks, key=lambda attack: (not attack.blocks, -attack.sps))
        state = yield AttacksDeclared(attacks=tuple(ranked))
        yield from answer_on(data, state, dice)

    @override
    def doubts(self, data: FieldsData, state: State) -> Iterator[Line]:
        """Artillery in breakout combat (7.4), where no new one is placed."""
        guns = [attack.hex for attack in read_attacks(self.hexes) if attack.artillery]
        if guns and not state.position(data).step.places_artillery:
            yield line("No new Allied artillery in this step (7.4): was it in {hexes} before?", hexes=both(guns))


class AnswerAttack(FieldsCommand):
    """7.3-S steps 5 to 7: the Central Powers answer the next attack."""

    title: ClassVar[str] = "Allied attack answered"
    topic: ClassVar[Topic] = Topic.COMBAT
    limit: PrintedLimit = Field(title="Shaded limit", description="The maximum SPs; read it off your aid", default=None)

    @override
    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """Artillery, the SPs in the hex, reinforcement; then the players resolve the combat."""
        check_step(data, state, "combat")
        if state.fighting:
            raise NotNow("Enter the CP losses in {hex} first.", hex=state.fighting)
        if not state.attacks:
            raise NotNow("No attacks have been declared. Declare them all with `/enter what:combat`.")
        attack = state.attacks[0]
        cp_hex(state, attack.hex)
        if state.answering is not AnswerStep.LIMIT:
            yield from answer(data, state, attack, self.limit, dice)
        elif self.limit is None:
            raise NotNow(
                "Is the cell for {hex} shaded on your aid? Press a button, or give its `limit`.", hex=attack.hex
            )
        else:
            yield from reinforce_and_fight(data, state, attack, dice, entered(state, attack, self.limit))


class EnterLimit(FieldsCommand, named="limit"):
    """7.3.3-S: the limit of the shading, which comes before the ratio of the reinforcement check is read."""

    title: ClassVar[str] = "Shaded limit entered"
    topic: ClassVar[Topic] = Topic.COMBAT
    limit: PrintedLimit = Field(title="Shaded limit", description="The maximum SPs; read it off your aid", default=None)

    @override
    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """Without a limit the hex keeps what the table gives."""
        check_step(data, state, "combat")
        if state.answering is not AnswerStep.LIMIT:
            raise NotNow("No hex is waiting for a shaded limit.")
        attack = state.attacks[0]
        cp_hex(state, attack.hex)
        yield from reinforce_and_fight(data, state, attack, dice, entered(state, attack, self.limit))


class TakeLosses(FieldsCommand, named="losses"):
    """7.3-S steps 8 and 9: CP losses of the combat."""

    title: ClassVar[str] = "CP losses entered"
    topic: ClassVar[Topic] = Topic.COMBAT
    sps: Sps = Field(title="CP losses in SPs")
    taken: bool = Field(title="Did the Allies take the hex?", default=False)

    @override
    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if not state.fighting:
            raise NotNow(
                "No combat is waiting for CP losses. Use `/enter what:combat` without losses to answer the next attack."
            )
        name = state.fighting
        lost = lose(state, name, self.sps)
        if self.taken and lost.left:
            raise NotThere("The Central Powers still have {sps} in {hex}.", sps=count_sps(lost.left), hex=name)
        state = yield lost
        if self.taken:
            state = yield HexLost(hex=name)
        yield from answer_on(data, state, dice)


def offers(data: FieldsData, state: State, _seat: Seat) -> Iterator[Offer]:
    """The losses of the combat under way; else the next attack; else new attacks: every hex is proposed with no SPs."""
    if state.position(data).step.kind != "combat":
        return
    if state.fighting:
        yield from _losses(state.fighting, state.hexes[state.fighting].holds if state.fighting in state.hexes else 0)
    elif state.attacks:
        yield from _answers(data, state, state.attacks[0])
    elif state.hexes:
        yield Offer(DeclareAttacks(hexes=each_with(state.hexes, "0+0")), "Allied attacks…", inputs=("hexes",))


def _losses(name: Hex, holds: int) -> Iterator[Offer]:
    """A menu of all losses; what more can be said of the hex has a button or, where a menu is too short, a form."""
    label = line("CP losses in {hex} ({sps})…", hex=name, sps=count_sps(holds))
    choices = losses_of(holds)
    if not choices:
        yield Offer(TakeLosses(sps=0), label, inputs=("sps", "taken"))
        return
    yield Offer(TakeLosses(sps=0), label, inputs=("sps",), choices={"sps": choices})
    yield Offer(TakeLosses(sps=holds, taken=True), line("All lost: the Allies take {hex}", hex=name))


def _answers(data: FieldsData, state: State, attack: Attack) -> Iterator[Offer]:
    """The next throw of the answer, or the limit that it waits for."""
    where = line("{hex} ({sps})", hex=attack.hex, sps=count_sps(attack.sps))
    if state.answering is AnswerStep.LIMIT:
        held = count_sps(state.hexes[attack.hex].sps) if attack.hex in state.hexes else "none"
        dice = "1d6" if attack.hex in state.hexes and not why_unchecked(data, state, attack) else ""
        yield Offer(EnterLimit(), line("No shaded limit in {hex}: {sps}", hex=attack.hex, sps=held), dice=dice)
        yield Offer(EnterLimit(), line("Shaded limit in {hex}…", hex=attack.hex), inputs=("limit",))
    elif state.answering is AnswerStep.REINFORCEMENT:
        yield Offer(AnswerAttack(), line("CP reinforcement in {hex}", hex=attack.hex), dice="1d6")
    elif state.answering is AnswerStep.SPS:
        yield Offer(AnswerAttack(), line("CP SPs in {hex}", hex=attack.hex), dice="3d6")
    elif state.answering is AnswerStep.STRENGTH:
        yield Offer(AnswerAttack(), line("CP artillery strength in {hex}", hex=attack.hex), dice="1d6")
    else:
        yield Offer(AnswerAttack(), line("Attack on {hex}", hex=where), dice=first_throw(data, state, attack))
