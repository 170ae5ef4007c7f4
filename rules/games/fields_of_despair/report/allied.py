"""What is told of the Allied turn: dogfights (7.1.2-S), reconnaissance (7.1.3-S), combat (7.3-S)."""

from collections.abc import Iterator

from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.events import FieldsEvent
from rules.games.fields_of_despair.events.allied import (
    AirAnswered,
    ArtilleryAnswered,
    AttacksDeclared,
    FightBegan,
    LossesTaken,
    Reconnoitred,
    ReinforcementChecked,
    SpsFound,
    SquadronsPlaced,
)
from rules.games.fields_of_despair.report.words import blocks, listed
from rules.notice import Public, tell_all, tell_board, tell_rule, tell_section
from rules.printed.lookup import Reading, tell_reading
from rules.secrets import Shown

WHY = {
    "below 1:1": "The ratio is below 1:1: nobody reinforces.",
    "no logistic point": "The Central Powers have no Logistic Point: nobody reinforces.",
    "nothing hidden": "No SP is hidden that could reinforce.",
}


def tell_allied_turn(data: FieldsData, event: FieldsEvent) -> Iterator[Public]:
    """What is told of an event of the Allied turn, or of the combat of an offensive."""
    match event:
        case SquadronsPlaced(hexes=hexes):
            order = listed(f"{hex_} ({value})" for hex_, value in hexes)
            yield tell_all("The Central Powers answer hex by hex, the strongest first: {order}.", order=order)
            yield tell_all("When all are answered, fight all dogfights by the core rules; then `/cp recon`.")
            yield tell_rule("7.1-S: in columns J-M only one counter a hex; ties are yours to order")
        case AirAnswered():
            yield from _air(data, event)
        case Reconnoitred():
            yield from _recon(data, event)
        case AttacksDeclared(attacks=attacks):
            for place, attack in enumerate(attacks, 1):
                sps = Shown(f"{attack.artillery} + {attack.blocks} = {attack.sps}")
                line = tell_section("Attacks", "{n}. {hex}: {sps}", n=place, hex=Shown(attack.hex), sps=sps)
                yield line if attack.blocks else tell_section("Attacks", "{n}. {hex}: artillery {sps}, no marker", n=place,
                                                       hex=Shown(attack.hex), sps=attack.artillery)  # fmt: skip
            yield tell_board("Number the Allied Attack markers in this order.")
            yield tell_rule("7.3-S steps 1 to 4: by artillery and blocks together; ties are yours to order")
        case ArtilleryAnswered():
            yield from _artillery(data, event)
        case SpsFound():
            yield from _sps(data, event)
        case ReinforcementChecked():
            yield from _reinforced(data, event)
        case FightBegan(hex=hex_):
            yield tell_all("Now fight it out in {hex} by the core rules, artillery fire first; then tell me the CP "
                           "losses.", hex=Shown(hex_))  # fmt: skip
            yield tell_rule("7.3-S steps 8 and 9")
        case LossesTaken():
            yield from _losses(event)


def _losses(event: LossesTaken) -> Iterator[Public]:
    hex_ = Shown(event.hex)
    if not event.sps:
        yield tell_all("The Central Powers lose nothing in {hex}: {left} SPs there.", hex=hex_, left=event.left)
        return
    yield tell_all("The Central Powers lose **{sps}** SPs in {hex}; {left} are left there.", sps=event.sps, hex=hex_,
                   left=event.left)  # fmt: skip
    yield tell_board("Set the CP track to {total} and the Revealed SPs marker to {revealed}.", total=event.total,
                   revealed=event.revealed)  # fmt: skip


def _air(data: FieldsData, event: AirAnswered) -> Iterator[Public]:
    hex_ = Shown(event.hex)
    if event.answer is None:
        yield tell_all("{hex}: no CP air counter is available, so nobody answers and nothing is rolled.", hex=hex_)
        yield data.tell_ruling("no_counters")
        return
    if event.answer == "N":
        yield tell_all("{hex}, Allied air {air}: the Central Powers **do not answer**.", hex=hex_, air=event.allied)
    else:
        yield tell_all("{hex}, Allied air {air}: the Central Powers **answer with {wanted}**.", hex=hex_,
                       air=event.allied, wanted=event.wanted)  # fmt: skip
    yield from _placed(data, event.hex, event.wanted, event.placed, event.available)
    yield from _readings(data, event.readings, event.hex)
    if any(drm.applies and "Previous" in drm.text for reading in event.readings for drm in reading.drms):
        yield data.tell_ruling("previous_result")


def _artillery(data: FieldsData, event: ArtilleryAnswered) -> Iterator[Public]:
    hex_ = Shown(event.hex)
    if event.answer is None:
        yield tell_all("{hex}: no CP artillery counter is available, so none answers.", hex=hex_)
        yield data.tell_ruling("no_counters")
    elif event.answer == "N":
        yield tell_all("{hex}: the CP artillery **does not answer**.", hex=hex_)
    else:
        yield tell_all("{hex}: the CP artillery **answers with {wanted}**.", hex=hex_, wanted=event.wanted)
        if event.cp_turn:
            yield tell_rule("7.5-S (6) step 6: in their own turn step 1 counts as Y")
    yield from _placed(data, event.hex, event.wanted, event.placed, event.available)
    yield from _readings(data, event.readings, event.hex)
    if any(drm.applies and "Previous" in drm.text for reading in event.readings for drm in reading.drms):
        yield data.tell_ruling("previous_result")
    if event.cp_turn:
        if event.readings:
            yield data.tell_ruling("artillery_in_the_cp_turn")
        yield tell_all("Now fight the infantry combat by the core rules, then tell me how it went.")


def _placed(data: FieldsData, name: str, wanted: int, placed: tuple[int, ...], available: int) -> Iterator[Public]:
    if not wanted:
        return
    if placed:
        yield tell_board("{hex}: CP counters {counters}.", hex=Shown(name), counters=listed(placed))
    else:
        yield tell_all("No available counter is that small, so none is placed.")
    if wanted > available:
        yield tell_all("No more than {available} is available.", available=available)
    elif sum(placed) != wanted:
        yield data.tell_ruling("counters_that_do_not_fit")
    left = available - sum(placed)
    yield tell_board("CP counters still available: a sum of {left}.", left=left)


def _readings(data: FieldsData, readings: tuple[Reading, ...], about: str) -> Iterator[Public]:
    for reading in readings:
        yield from tell_reading(data, reading, about)


def _recon(data: FieldsData, event: Reconnoitred) -> Iterator[Public]:
    hex_ = Shown(event.hex)
    yield tell_all("Allied air {air} over **{hex}** finds **{sps} SPs**.", air=event.air, hex=hex_, sps=event.sps)
    yield tell_board("{hex}: reveal {blocks}.", hex=hex_, blocks=blocks(event.blocks))
    yield from _revealed(data, event)


def _sps(data: FieldsData, event: SpsFound) -> Iterator[Public]:
    hex_ = Shown(event.hex)
    yield tell_all("The Central Powers hold **{hex}** with **{sps} SPs**.", hex=hex_, sps=event.sps)
    if not event.blocks:
        yield tell_all("All three blocks there were placed before.")
        return
    if event.before:
        yield tell_all("{before} of them were known before.", before=event.before)
        yield data.tell_ruling("sps_with_blocks_placed")
    yield tell_board("{hex}: place {blocks}.", hex=hex_, blocks=blocks(event.blocks))
    yield from _revealed(data, event)
    if event.unknown_limit and event.attackers < max(data.small_attacks.below.values()):
        yield data.tell_ruling("small_attack")


def _revealed(data: FieldsData, event: Reconnoitred | SpsFound) -> Iterator[Public]:
    """What is told where SPs come out of hiding."""
    if event.reading is None:
        yield tell_all("No SP is hidden, so nothing is rolled.")
        yield data.tell_ruling("nothing_hidden")
        return
    yield tell_board("Set the Revealed SPs marker to {revealed}.", revealed=event.revealed)
    yield tell_all("{hidden} SPs were hidden.", hidden=event.hidden)
    placed = sum(event.blocks)
    if placed == event.limit < int(event.reading.cell):
        yield tell_all("The limit holds it down to {limit}.", limit=event.limit)
    elif placed < int(event.reading.cell) and data.ruling("sps_with_blocks_placed") != "all blocks together":
        yield tell_all("No more than what is hidden, and the face-down block, can be placed.")
    yield from tell_reading(data, event.reading, event.hex)
    if event.unknown_limit:
        yield tell_all("Limit shading: check your aid; if it allows less, `/cp adjust` the hex.")
        yield data.tell_ruling("limit_shading")
    yield data.tell_ruling("block_split")


def _reinforced(data: FieldsData, event: ReinforcementChecked) -> Iterator[Public]:
    ratio = Shown(f"{event.allied}:{event.central}")
    if event.reading is None:
        yield tell_all("Reinforcement, {ratio}: {why}", ratio=ratio, why=Shown(WHY[event.why]))
        yield tell_rule("7.3-S step 7")
        return
    if event.sps:
        yield tell_all("Reinforcement, {ratio}: **{sps} more SPs** for a Logistic Point.", ratio=ratio, sps=event.sps)
        yield tell_board("{hex}: {sps} more CP SPs; one CP Logistic Point less.", hex=Shown(event.hex), sps=event.sps)
        yield tell_board("Set the Revealed SPs marker to {revealed}.", revealed=event.revealed)
        yield data.tell_ruling("reinforcement_sps")
    else:
        yield tell_all("Reinforcement, {ratio}: **none**.", ratio=ratio)
    yield from tell_reading(data, event.reading, event.hex)
    yield data.tell_ruling("ratio_rounds")
    yield data.tell_ruling("ratio_counts")
