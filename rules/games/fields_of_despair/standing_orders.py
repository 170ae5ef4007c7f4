"""Orders of the Allies, given ahead: what they bring in against an offensive, and what stands there."""

from collections.abc import Iterator
from dataclasses import dataclass

from rules.command import GameCommand
from rules.errors import NotThere
from rules.game import Orderable, Ordered
from rules.games.fields_of_despair.artillery import bands
from rules.games.fields_of_despair.cp_phase import target_of
from rules.games.fields_of_despair.data import ALLIES, FieldsData
from rules.games.fields_of_despair.notation import read_hex
from rules.games.fields_of_despair.offensives import CpArtillery, CpReinforce
from rules.games.fields_of_despair.rulings import ArtilleryInTheCpTurn
from rules.games.fields_of_despair.sequence import is_at
from rules.games.fields_of_despair.state import Stage, State
from rules.line import Line, line
from rules.order import Order
from rules.seat import Seat

OFFENSIVE = "offensive"
CONDITIONS = {OFFENSIVE: Line("The Central Powers attack")}


@dataclass(frozen=True, slots=True)
class CanOrder:
    """What the Allies can order, and the stage of an offensive in which that is asked."""

    words: Line
    stage: Stage
    command: GameCommand[FieldsData, State]


def deeds(data: FieldsData) -> dict[str, CanOrder]:
    """Return what the Allies can order, by name: SPs that they bring in, and the bands of what stands in the hex."""
    found = {"none": CanOrder(Line("bring in nothing"), Stage.REINFORCEMENT, CpReinforce(sps=0))}
    for sps in range(1, data.reinforcement.most + 1):
        words = line("bring in {sps} {sps:SP|SPs} for one Logistic Point", sps=sps)
        found[f"reinforce {sps}"] = CanOrder(words, Stage.REINFORCEMENT, CpReinforce(sps=sps))
    for band in bands(data) if data.is_ruled(ArtilleryInTheCpTurn.ALL_THAT_APPLY) else ():
        words = line("there stand {band}", band=band)
        found[str(band)] = CanOrder(words, Stage.ARTILLERY, CpArtillery(band=str(band)))
    return found


def orderable(data: FieldsData, state: State, seat: Seat) -> Orderable | None:
    """Return what the Allies can order against offensives, once the Central Powers are set up."""
    if seat != ALLIES or not state.is_set_up:
        return None
    return Orderable(lambda: CONDITIONS, lambda: {name: each.words for name, each in deeds(data).items()}, ("where",))


def check_order(data: FieldsData, _state: State, _seat: Seat, order: Order, _before: tuple[Order, ...]) -> None:
    """Raise ``NotThere`` with the reason where an order could never be followed."""
    if (order.when or OFFENSIVE) not in CONDITIONS:
        raise NotThere("There is no such condition.")
    if order.do not in deeds(data):
        raise NotThere("The Allies can order what they bring in, and which SPs stand in the hex.")
    if order.where:
        read_hex(order.where)


def ordered(data: FieldsData, state: State, _seat: Seat, orders: tuple[Order, ...]) -> Iterator[Ordered]:
    """Yield how the Allies answer the offensive that is being resolved, by their orders for its hex or for any."""
    if not orders or not state.is_set_up or state.is_over or not is_at(data, state, "central"):
        return
    if state.cp.stage not in (Stage.REINFORCEMENT, Stage.ARTILLERY):
        return
    hex_, able = target_of(state).hex, deeds(data)
    for order in orders:
        deed = able.get(order.do)
        is_there = not order.where or read_hex(order.where) == hex_
        if deed is not None and deed.stage is state.cp.stage and is_there:
            yield deed.command, None
