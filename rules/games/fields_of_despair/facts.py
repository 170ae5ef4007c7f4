"""What lies on the table by number: tracks, blocks and counters of the Central Powers."""

from collections.abc import Iterator, Sequence

from rules.errors import NotThere
from rules.facts import Fact
from rules.games.fields_of_despair.notation import FACE_DOWN
from rules.games.fields_of_despair.setup import Adjust
from rules.games.fields_of_despair.state import State
from rules.games.fields_of_despair.wording import listed
from rules.line import Line, line
from rules.secrets import Shown

SETTABLE = ("total", "eps", "logistic points", "air", "artillery")


def facts(state: State) -> Iterator[Fact]:
    """What everybody can count. Nothing in the solitaire game is a seat's own."""
    if not state.is_set_up:
        return
    yield Fact("turn", Line("Turn marker"), state.turn)
    yield Fact("total", Line("CP Strength Point Track"), state.total, is_settable=True)
    yield Fact("revealed", Line("Revealed SPs marker"), state.revealed)
    yield Fact("eps", Line("CP economic points"), state.eps, is_settable=True)
    yield Fact("logistic points", Line("CP Logistic Points"), state.logistic, is_settable=True)
    yield Fact("air", Line("CP air counters"), _values(state.air.values), is_settable=True)
    yield Fact("artillery", Line("CP artillery counters"), _values(state.artillery.values), is_settable=True)
    yield Fact("air there", Line("CP air counters on the map"), _values(state.air.spent))
    yield Fact("artillery there", Line("CP artillery counters on the map"), _values(state.artillery.spent))
    for item, number in state.items.items():
        yield Fact(f"item {item}", line("CP item: {item}", item=Shown(item)), number)
    for name, held in sorted(state.hexes.items()):
        value = FACE_DOWN if held.is_face_down else held.sps
        yield Fact(f"hex {name}", line("CP SPs in {hex}", hex=Shown(name)), value, is_settable=True)
    for name, ground in sorted(state.ground.items()):
        if ground.owner is not None:
            yield Fact(f"owner {name}", line("Owner of {hex}", hex=Shown(name)), ground.owner)
        if ground.allied is not None:
            yield Fact(f"allied {name}", line("Allied SPs in {hex}", hex=Shown(name)), ground.allied.sps)


def adjusting(key: str, value: str, reason: str) -> Adjust:
    """The correction of a fact. Raises ``NotThere`` for a fact that has none."""
    what, _, name = key.partition(" ")
    if what == "hex":
        return Adjust(what="hex", value=f"{name} {value}", reason=reason)
    if key not in SETTABLE:
        raise NotThere("This value cannot be corrected by itself.")
    return Adjust.model_validate({"type": "adjust", "what": key, "value": value, "reason": reason})


def _values(values: Sequence[int]) -> str:
    return listed(sorted(values, reverse=True)).text
