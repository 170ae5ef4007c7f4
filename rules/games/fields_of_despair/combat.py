"""7.3-S: Allied attacks, ranked and answered hex by hex, one throw after the other."""

from collections.abc import Iterator, Mapping
from itertools import islice

from pydantic import Field
from typing_extensions import override

from rules.command import MOST_IN_MENU, Choice, Offer, Procedure, Topic
from rules.dice import Dice, Roll
from rules.errors import NotNow, NotThere
from rules.games.fields_of_despair.artillery import artillery_in_attack
from rules.games.fields_of_despair.blocks import Limit, cp_hex, limit_of, lose, losses_of
from rules.games.fields_of_despair.corrections import NoteAllied
from rules.games.fields_of_despair.counters import can_answer
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.log_events import combat as events
from rules.games.fields_of_despair.notation import PrintedLimit, SomeHexes, Sps, Typed, each_with, read_attacks
from rules.games.fields_of_despair.pieces import MOST_BLOCKS, AnswerStep, Attack, Shade, split
from rules.games.fields_of_despair.rulings import RatioCounts, SmallAttack, SpsWithBlocksPlaced
from rules.games.fields_of_despair.sequence import check_step, is_before_central, leads_to, reach
from rules.games.fields_of_despair.state import FieldsCommand, State, Unlimited
from rules.games.fields_of_despair.throws import next_throw
from rules.games.fields_of_despair.wording import count_sps
from rules.line import Line, both, line
from rules.seat import Seat

NOTHING_READ: Mapping[str, Shade] = {}


class DeclareAttacks(FieldsCommand, named="combat"):
    """7.3-S steps 1 to 3: Allied attacks are declared."""

    title = "Allied attacks declared"
    topic = Topic.COMBAT
    hexes: Typed = Field(
        title="Attacks", description="Artillery + blocks, e.g. A05 4+18, B06 0+12; one number: artillery", default=""
    )
    chosen: SomeHexes = Field(title="Attacked hexes", default=())

    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """Steps 1 to 4: the attacks in the order of artillery and blocks together, ties in the order given; hexes with
        artillery alone, which get no Attack marker, come after them.
        """
        state = yield from reach(data, state, "combat")
        check_step(data, state, "combat")
        if state.attacks or state.fighting:
            raise NotNow("Resolve the attack on {hex} first.", hex=state.fighting or state.attacks[0].hex)
        attacks = self._attacks(state)
        for attack in attacks:
            cp_hex(state, attack.hex)
        ranked = sorted(attacks, key=lambda attack: (not attack.blocks, -attack.sps))
        state = yield events.AttacksDeclared(attacks=tuple(ranked))
        yield from answer_on(data, state, dice)

    @override
    def doubts(self, data: FieldsData, state: State) -> Iterator[Line]:
        """Artillery in breakout combat (7.4), where no new one is placed."""
        guns = [attack.hex for attack in self._attacks(state) if attack.artillery]
        if guns and not state.position(data).step.places_artillery:
            yield line("No new Allied artillery in this step (7.4): was it in {hexes} before?", hexes=both(guns))

    def _attacks(self, state: State) -> tuple[Attack, ...]:
        """Return what was typed, or the hexes of the menu with the Allied SPs that were told of them."""
        if not self.chosen:
            return read_attacks(self.hexes)
        if unknown := [name for name in self.chosen if name not in state.allied]:
            raise NotThere("Nobody has entered the Allied SPs in {hexes}.", hexes=both(unknown))
        return tuple(state.allied[name] for name in self.chosen)


class AnswerAttack(FieldsCommand):
    """7.3-S steps 5 to 7: the Central Powers answer the next attack."""

    title = "Allied attack answered"
    topic = Topic.COMBAT
    limit: PrintedLimit = Field(title="Shaded limit", description="The maximum SPs; read it off your aid", default=None)

    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """Artillery, the SPs in the hex, reinforcement; then the players resolve the combat."""
        check_step(data, state, "combat")
        if self.limit is not None and (state.unlimited is not None or state.answering is AnswerStep.LIMIT):
            yield from EnterLimit(limit=self.limit).decide(data, state, seat, dice)
            return
        if state.fighting:
            raise NotNow("Enter the CP losses in {hex} first.", hex=state.fighting)
        if not state.attacks:
            raise NotNow("No attacks have been declared. Declare them all with `/enter what:combat`.")
        attack = state.attacks[0]
        cp_hex(state, attack.hex)
        if state.answering is AnswerStep.LIMIT:
            raise NotNow(
                "Is the cell for {hex} shaded on your aid? Press a button, or give its `limit`.", hex=attack.hex
            )
        yield from answer(data, state, attack, self.limit, dice)


class EnterLimit(FieldsCommand, named="limit"):
    """7.3.3-S: the limit of the shading, which comes before the ratio of the reinforcement check is read."""

    title = "Shaded limit entered"
    topic = Topic.COMBAT
    limit: PrintedLimit = Field(title="Shaded limit", description="The maximum SPs; read it off your aid", default=None)

    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """Without a limit the hex keeps what the table gives. In its combat the die of step 7 is read again."""
        check_step(data, state, "combat")
        if state.unlimited is not None:
            yield from limit_late(data, state, state.unlimited, self.limit, dice)
            return
        if state.answering is not AnswerStep.LIMIT:
            raise NotNow("No hex is waiting for a shaded limit.")
        attack = state.attacks[0]
        cp_hex(state, attack.hex)
        yield from reinforce_and_fight(data, state, attack, dice, entered(state, attack, self.limit))


class TakeLosses(FieldsCommand, named="losses"):
    """7.3-S steps 8 and 9: CP losses of the combat."""

    title = "CP losses entered"
    topic = Topic.COMBAT
    sps: Sps = Field(title="CP losses in SPs")
    taken: bool = Field(title="Did the Allies take the hex?", default=False)

    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if not state.fighting:
            raise NotNow(
                "No combat is waiting for CP losses. Use `/enter what:combat` without losses to answer the next attack."
            )
        name = state.fighting
        is_last = not state.attacks
        lost = lose(state, name, self.sps, last=is_last)
        lost = lost.replace(leads_on=is_last and state.position(data).step.places_artillery)
        if self.taken and lost.left:
            raise NotThere("The Central Powers still have {sps} in {hex}.", sps=count_sps(lost.left), hex=name)
        state = yield lost
        if self.taken:
            state = yield events.HexLost(hex=name)
        yield from answer_on(data, state, dice)


def offers(data: FieldsData, state: State, _seat: Seat) -> Iterator[Offer]:
    """Offer the losses of the combat under way, or the next attack, or new attacks with no SPs in every hex."""
    if leads_to(data, state, "combat"):
        yield from islice(_attacks(state), 2 if state.fought else 1)
        if not state.allied:
            yield NoteAllied.offer(state)
    if state.position(data).step.kind != "combat":
        return
    if state.fighting:
        name, holds = state.fighting, state.hexes[state.fighting].holds if state.fighting in state.hexes else 0
        label, choices = line("CP losses in {hex} ({sps})…", hex=name, sps=count_sps(holds)), losses_of(holds)
        yield Offer(TakeLosses(sps=0), label, inputs=("sps",), choices={"sps": choices})
        if len(choices) <= holds:
            yield Offer(TakeLosses(sps=0), line("More CP losses in {hex}…", hex=name), inputs=("sps", "taken"))
        yield Offer(TakeLosses(sps=holds, taken=True), line("All lost: the Allies take {hex}", hex=name))
        if state.unlimited is not None:
            shaded = line("Shaded limit in {hex}…", hex=state.fighting)
            yield Offer(EnterLimit(), shaded, inputs=("limit",), unproposed=("limit",))
    elif state.attacks:
        yield from _answers(data, state, state.attacks[0])
    else:
        yield from _attacks(state)
        if not (state.allied or is_before_central(data, state)):
            yield NoteAllied.offer(state)


def _attacks(state: State) -> Iterator[Offer]:
    """Offer a menu of the hexes whose Allied SPs were told, and a form with no SPs in every hex."""
    told = {name: state.allied[name] for name in sorted(state.hexes) if name in state.allied and state.allied[name].sps}
    if told:
        choices = tuple(Choice(name, line("{hex}: {sps}", hex=name, sps=each.written)) for name, each in told.items())
        yield Offer(
            DeclareAttacks(),
            "Attack with the SPs as entered…",
            inputs=("chosen",),
            choices={"chosen": choices[:MOST_IN_MENU]},
        )
    if state.hexes:
        yield Offer(DeclareAttacks(hexes=each_with(state.hexes, "0+0")), "Allied attacks…", inputs=("hexes",))


def _answers(data: FieldsData, state: State, attack: Attack) -> Iterator[Offer]:
    """Offer the next throw of the answer, or the limit that it waits for."""
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


def first_throw(data: FieldsData, state: State, attack: Attack) -> str:
    """Return the first dice that an attack's answer rolls, or nothing if it may roll none."""
    if can_answer(data, state.artillery, data.artillery_strength):
        return "1d6"
    hex_ = state.hexes.get(attack.hex)
    if not meets_blocks(data, attack) or hex_ is None:
        return ""
    if state.hidden and hex_.blocks < MOST_BLOCKS:
        return "3d6"
    return "1d6" if hex_.sps and not why_unchecked(data, state, attack) else ""


def meets_blocks(data: FieldsData, attack: Attack) -> bool:
    """Return whether SPs are found for an attack: one with blocks, or by the ruling one of artillery alone too."""
    return attack.blocks > 0 or data.rulings.shelled_blocks.answer > 1


def answer_on(data: FieldsData, state: State, dice: Dice) -> Procedure[State]:
    """Answer the next attack at once, unless players roll its dice on their table."""
    if state.attacks and state.attacks[0].hex in state.hexes:
        attack = state.attacks[0]
        if dice.fall_by_themselves or not first_throw(data, state, attack):
            yield from answer(data, state, attack, None, dice)


def answer(data: FieldsData, state: State, attack: Attack, limit: int | None, dice: Dice) -> Procedure[State]:
    """Steps 5 to 7, from where the answer stands, as far as there are dice for it."""
    if state.answering in (AnswerStep.ARTILLERY, AnswerStep.STRENGTH):
        state = yield from artillery_in_attack(data, state, attack, dice)
    if state.answering is AnswerStep.STRENGTH:
        return
    if not meets_blocks(data, attack):
        yield events.FightBegan(hex=attack.hex)
    elif state.answering is AnswerStep.REINFORCEMENT:
        yield from reinforce_and_fight(data, state, attack, dice)
    elif found := sps_in_hex(data, state, attack, limit, dice):
        if found.asks_limit and not dice.fall_by_themselves:
            yield found
        elif found.asks_limit:
            found = found.replace(asks_limit=False, can_be_shaded=True)
            yield from reinforce_and_fight(data, state, attack, dice, found)
        else:
            yield from reinforce_and_fight(data, state, attack, dice, found)


def reinforce_and_fight(
    data: FieldsData,
    state: State,
    attack: Attack,
    dice: Dice,
    found: events.SpsFound | events.LimitEntered | None = None,
) -> Procedure[State]:
    """Step 7 with the SPs that the hex now holds; then the players resolve the combat."""
    after = state if found is None else found.apply(data, state)
    is_held = after.hexes[attack.hex].sps > 0
    can_wait = isinstance(found, events.LimitEntered)
    checked = check_reinforcement(data, after, attack, dice, can_wait=can_wait) if is_held else None
    if found is not None:
        state = yield found
    if checked is not None:
        state = yield checked
    if checked is not None or not is_held:
        yield events.FightBegan(hex=attack.hex)


def limit_late(data: FieldsData, state: State, late: Unlimited, limit: int | None, dice: Dice) -> Procedure[State]:
    """7.3.3-S: the limit, after the reinforcement was checked without it: that comes as before, or not at all."""
    name, brought = late.attack.hex, late.brought
    cp_hex(state, name)
    limited = entered(state, late.attack, limit, brought)
    after = limited.apply(data, state)
    if limit is None or (brought and min(data.rulings.reinforcement_sps.answer, after.hidden) == brought):
        kept = {"sps": limited.sps + brought, "revealed": limited.revealed + brought, "kept": brought}
        yield limited.replace(**kept)
        return
    is_held = after.hexes[name].sps > 0
    checked = check_reinforcement(data, after, late.attack, dice, can_wait=False, fell=late.fell) if is_held else None
    state = yield limited
    if checked is not None:
        yield checked


def entered(state: State, attack: Attack, limit: int | None, brought: int = 0) -> events.LimitEntered:
    """Return the SPs of the blocks just found, within the limit that the players entered, without those ``brought``."""
    found, holds = sum(state.found), state.hexes[attack.hex].sps
    placed = found if limit is None else min(found, limit)
    sps, blocks = max(0, holds - brought - found + placed), split(placed, len(state.found))
    return events.LimitEntered(
        hex=attack.hex, limit=limit, blocks=blocks, sps=sps, revealed=state.revealed - holds + sps
    )


def sps_in_hex(data: FieldsData, state: State, attack: Attack, given: int | None, dice: Dice) -> events.SpsFound | None:
    """7.3.3-S, step 6: the SPs of the blocks that remain to be placed in the hex; None while its dice are awaited."""
    hex_, hidden = state.hexes[attack.hex], state.hidden
    remaining = MOST_BLOCKS - hex_.blocks
    before = hex_.known
    reading, limit, placed = None, Limit(0), state.room(attack.hex) - hidden
    if remaining and hidden:
        conditions = {"Allied SPs": attack.sps, "CP total SPs": state.total}
        table = data.sps_in_hex
        roll = next_throw(dice, 3, 6)
        if roll is None:
            return None
        reading, cell = table.read(roll, hidden, table.weigh(data, conditions))
        limit = limit_in(data, attack, hidden, remaining, given, state.shading)
        if data.is_ruled(SpsWithBlocksPlaced.ALL_BLOCKS_TOGETHER):
            cell = max(0, cell - before)
        placed = min(cell, limit.sps, state.room(attack.hex))
    return events.SpsFound(
        hex=attack.hex, attackers=attack.sps, reading=reading, before=before, blocks=split(placed, remaining),
        sps=before + placed, limit=limit.sps, unknown_limit=limit.is_unknown and placed > limit.allowed,
        cell=limit.cell, given=given if limit.cell else None, hidden=hidden,
        revealed=state.revealed + placed - hex_.is_face_down,
        asks_limit=limit.is_unknown and placed > max(1, limit.allowed),
    )  # fmt: skip


def limit_in(
    data: FieldsData,
    attack: Attack,
    hidden: int,
    remaining: int,
    given: int | None = None,
    shading: Mapping[str, Shade] = NOTHING_READ,
) -> Limit:
    """Return the limit of 7.3.3-S for an attack, of the blocks that remain, or of fewer for a small attack (ruling
    ``small_attack``); ``given``: as the player reads it off the aid, ``shading``: what was read off it before.
    """
    small = [blocks for blocks, sps in data.small_attacks.below.items() if attack.sps < sps]
    blocks = remaining if data.is_ruled(SmallAttack.NONE) else min(remaining, *small, MOST_BLOCKS)
    # unlike 7.1.3-S, the aid prints limits for three blocks as well, so one always applies
    return limit_of(data.sps_in_hex, hidden, blocks, MOST_BLOCKS + 1, given, remaining, shading)


def check_reinforcement(
    data: FieldsData, state: State, attack: Attack, dice: Dice, *, can_wait: bool, fell: Roll | None = None
) -> events.ReinforcementChecked | None:
    """Step 7: by the ratio, rounded down, the Central Powers spend a Logistic Point on SPs that are hidden.

    None while its die is awaited, as ``next_throw`` says; one that ``fell`` before is read again.
    """
    checked = events.ReinforcementChecked(
        hex=attack.hex,
        allied=counted(data, attack),
        central=state.hexes[attack.hex].sps,
        reading=None,
        why=why_unchecked(data, state, attack) or "rolled",
        sps=0,
        revealed=state.revealed,
    )
    if checked.why != "rolled":
        return checked
    roll = fell or next_throw(dice, 1, 6, can_wait=can_wait)
    if roll is None:
        return None
    reading, answer = data.cp_reinforcement.read(roll, checked.allied // checked.central)
    sps = min(data.rulings.reinforcement_sps.answer, state.hidden) if answer == "Y" else 0
    return checked.replace(reading=reading, sps=sps, revealed=state.revealed + sps)


def why_unchecked(data: FieldsData, state: State, attack: Attack) -> events.Unchecked | None:
    """Return why step 7 rolls no die, or None if it rolls one."""
    if counted(data, attack) < state.hexes[attack.hex].sps:
        return "below 1:1"
    if not state.logistic:
        return "no logistic point"
    return None if state.hidden else "nothing hidden"


def counted(data: FieldsData, attack: Attack) -> int:
    """Return the Allied SPs of the ratio (ruling ``ratio_counts``)."""
    return attack.blocks if data.is_ruled(RatioCounts.BLOCKS_ONLY) else attack.sps
