"""The front as the group told it: whose a hex is, its fortress, the Allied SPs in it; shown, and corrected."""

from collections.abc import Iterator
from typing import ClassVar, get_args

from pydantic import Field
from typing_extensions import override

from rules.command import Offer
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.facts import ground
from rules.games.fields_of_despair.frontline import allied_frontline, check_on_map, french_hexes
from rules.games.fields_of_despair.hexes import Owner
from rules.games.fields_of_despair.notation import TypedHex, read_hex
from rules.games.fields_of_despair.pieces import split
from rules.games.fields_of_despair.setup import EntersFacts
from rules.games.fields_of_despair.state import State
from rules.games.fields_of_despair.wording import block_values, listed
from rules.kit import facts as kit
from rules.kit.facts import Declared
from rules.notice import Public, tell_all, tell_section
from rules.seat import Seat
from rules.secrets import Shown


class NoteHex(EntersFacts, kit.Form[FieldsData, State], asks=ground("A05")):
    """Tell the bot of a hex, or correct what it was told."""

    title: ClassVar[str] = "Map corrected"
    hex: TypedHex = Field(title="Hex")

    @override
    def asked(self, data: FieldsData) -> tuple[Declared, ...]:
        name = read_hex(self.hex)
        check_on_map(data, [name])
        return ground(name)


def _by_map(data: FieldsData, state: State) -> Iterator[Public]:
    """Where the sides meet, by the map."""
    if data.map is None:
        return
    title = "By your group's map"
    line = allied_frontline(data, state)
    yield tell_section(title, "Allied frontline hexes: {hexes}", hexes=listed(line))
    if french := french_hexes(data, state):
        yield tell_section(title, "A hex in France under CP control: {hex}", hex=Shown(french[0]))
    else:
        yield tell_section(title, "No hex in France under CP control")


def offers(_data: FieldsData, _state: State, _seat: Seat) -> Iterator[Offer]:
    """None: `/enter what:front` corrects the map."""
    return iter(())


def front(data: FieldsData, state: State) -> Iterator[Public]:
    """Every hex that was told, sorted: its CP blocks, whose it is, its fortress, its Allied SPs; and what follows from
    the group's map.
    """
    if not (state.hexes or state.ground):
        yield tell_all("You have not told the bot about any hex yet.")
    yield from _by_map(data, state)
    for name, held in sorted(state.hexes.items()):
        if not held.is_face_down:
            blocks = block_values(split(held.sps, held.blocks))
            yield tell_section(
                "Known CP blocks", "SPs in {hex}: {sps} ({blocks})", hex=Shown(name), sps=held.sps, blocks=blocks
            )
    if lying := [name for name, held in sorted(state.hexes.items()) if held.is_face_down]:
        yield tell_section("CP blocks face down", "One each in {hexes}", hexes=listed(lying))
    ground = sorted(state.ground.items())
    for owner in get_args(Owner):
        if held_by := [name for name, told in ground if told.owner == owner]:
            yield tell_section("Who holds a hex", "The {owner} hold {hexes}", owner=Shown(owner), hexes=listed(held_by))
    if fortresses := [name for name, told in ground if told.fortress]:
        yield tell_section("Fortresses", "A fortress stands in {hexes}", hexes=listed(fortresses))
    for name, told in ground:
        if told.allied is not None:
            yield tell_section(
                "Allied SPs last entered",
                "SPs in {hex}: artillery {artillery}, blocks {blocks}",
                hex=Shown(name),
                artillery=told.allied.artillery,
                blocks=told.allied.blocks,
            )
