"""What the odds assume: what a player asks, what the players told last, or else a usual value; each is named."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from rules.errors import NotThere
from rules.frozen import Frozen
from rules.games.fields_of_despair import frontline
from rules.games.fields_of_despair.cp_start import is_minimum_in
from rules.games.fields_of_despair.data import FieldsData, PhaseNumber
from rules.games.fields_of_despair.notation import read_counters
from rules.games.fields_of_despair.pieces import Attack, Count, Counters
from rules.games.fields_of_despair.state import State, Told
from rules.notice import Public, tell_all, tell_section
from rules.secrets import Shown

ALLIED, ARTILLERY, AIR = 12, 3, 3
Source = Literal["asked", "map", "told", "usual"]
About = Literal["the front", "the rest of the war"]
TITLE = "Assumptions"


class WhatIf(Frozen):
    """What a player asks about. Anything not given is as in the campaign, or as the players told it last.

    ``allied`` are the Allied SPs in a hex, ``artillery`` those of them that are artillery, ``air`` the Allied air.
    ``losses`` are the SPs that the Central Powers lose in each action phase to come. ``attack`` asks about one Allied
    attack, ``about`` about the front or the rest of the war, instead of the next action phase.
    """

    turn: Annotated[int, Field(ge=7, le=9)] | None = None
    phase: PhaseNumber | None = None
    hidden: Annotated[int, Field(ge=0, le=400)] | None = None
    total: Annotated[int, Field(ge=0, le=400)] | None = None
    in_france: bool | None = None
    allies_ahead: bool | None = None
    allied: Count | None = None
    artillery: Count | None = None
    air: Annotated[int, Field(ge=1, le=50)] | None = None
    losses: Count | None = None
    attack: str = ""
    about: About | None = None


def imagined(data: FieldsData, what_if: WhatIf, air: str, artillery: str) -> State:
    """A board of which a player tells the strengths alone, as the Central Powers' action phase begins: no campaign is
    played. Raises ``NotThere`` without them, or for what only a board can answer.
    """
    if what_if.attack or what_if.about == "the front":
        raise NotThere("That depends on the whole board, so it needs a campaign.")
    if what_if.total is None or what_if.hidden is None:
        raise NotThere("Give `total` and `hidden`: without a campaign the bot knows no board.")
    turn, phase = what_if.turn or data.first_turn, what_if.phase or 1
    positions = data.positions[turn]
    step = next(n for n, each in enumerate(positions) if each.step.kind == "central" and each.phase == phase)
    return State(
        turn=turn,
        step=step,
        is_set_up=True,
        total=max(what_if.total, what_if.hidden),
        air=Counters(values=read_counters(air)),
        artillery=Counters(values=read_counters(artillery)),
        logistic=1,
    )


def in_france(data: FieldsData, state: State, what_if: WhatIf) -> tuple[bool, Source]:
    """Whether the Central Powers control a hex in France, and who says so."""
    known = frontline.in_france(data, state)
    if known is not None and what_if.in_france is None:
        return known, "map"
    return _answer(state.france, asked=what_if.in_france, usual=True)


def allies_ahead(state: State, what_if: WhatIf) -> tuple[bool, Source]:
    """Whether the Allies meet the victory or draw condition, and who says so."""
    return _answer(state.ahead, asked=what_if.allies_ahead, usual=False)


def _answer(told: Told | None, *, asked: bool | None, usual: bool) -> tuple[bool, Source]:
    if asked is not None:
        return asked, "asked"
    return (usual, "usual") if told is None else (told.answer, "told")


def assumed_attack(state: State, what_if: WhatIf) -> tuple[Attack, Source]:
    """The Allied SPs in a hex: those that were told of the hex that is fought for, where a player asks nothing else."""
    fought = state.cp.current.hex if state.cp.current else state.attacks[0].hex if state.attacks else None
    told = state.at(fought).allied if fought is not None else None
    if told is not None and what_if.allied is None and what_if.artillery is None:
        return told, "told"
    allied = ALLIED if what_if.allied is None else what_if.allied
    artillery = min(ARTILLERY if what_if.artillery is None else what_if.artillery, allied)
    source: Source = "usual" if what_if.allied is None and what_if.artillery is None else "asked"
    return Attack(hex=fought or "A01", artillery=artillery, blocks=allied - artillery), source


def assumptions(
    data: FieldsData, state: State, what_if: WhatIf, when: tuple[int, PhaseNumber], *, is_counted: bool
) -> Iterator[Public]:
    """Each assumption, and where it comes from; only those that these odds need."""
    if not is_counted:
        yield from assumed_of_the_count(data, state, what_if, is_last=is_minimum_in(data, *when))
    attack, source = assumed_attack(state, what_if)
    values = {"artillery": attack.artillery, "blocks": attack.blocks}
    if source == "told":
        yield tell_section(
            TITLE,
            "The Allied SPs that you entered for {hex}: artillery {artillery}, blocks {blocks}.",
            hex=Shown(attack.hex),
            **values,
        )
    else:
        yield tell_section(TITLE, "Allied SPs in a hex: artillery {artillery}, blocks {blocks}.", **values)
    yield tell_section(TITLE, "Allied air over a hex: {air}.", air=what_if.air or AIR)
    yield tell_section(TITLE, "One face-down CP block in each target.")


def assumed_of_the_count(data: FieldsData, state: State, what_if: WhatIf, *, is_last: bool) -> Iterator[Public]:
    """What the number of offensives depends on besides the total; ``is_last``: the minimum of (5) can apply."""
    yield _france(data, state, what_if).under(TITLE)
    if is_last:
        yield _ahead(state, what_if).under(TITLE)


def _france(data: FieldsData, state: State, what_if: WhatIf) -> Public:
    answer, source = in_france(data, state, what_if)
    when = _when(state.france)
    match answer, source:
        case True, "map":
            return tell_all("A CP hex in France, by your group's map.")
        case False, "map":
            return tell_all("No CP hex in France, by your group's map.")
        case True, "told":
            return tell_all("A CP hex in France, as you said in {when}.", when=when)
        case False, "told":
            return tell_all("No CP hex in France, as you said in {when}.", when=when)
        case True, "usual":
            return tell_all("A CP hex in France (nobody has said).")
        case True, _:
            return tell_all("A CP hex in France, as you ask.")
        case _:
            return tell_all("No CP hex in France, as you ask.")


def _ahead(state: State, what_if: WhatIf) -> Public:
    answer, source = allies_ahead(state, what_if)
    when = _when(state.ahead)
    match answer, source:
        case True, "told":
            return tell_all("The Allies at victory or a draw, as you said in {when}.", when=when)
        case False, "told":
            return tell_all("The Allies at neither victory nor a draw, as you said in {when}.", when=when)
        case False, "usual":
            return tell_all("The Allies at neither victory nor a draw (nobody has said).")
        case True, _:
            return tell_all("The Allies at victory or a draw, as you ask.")
        case _:
            return tell_all("The Allies at neither victory nor a draw, as you ask.")


def _when(told: Told | None) -> Shown:
    """``9.1``: the turn and the action phase of an answer."""
    return Shown(f"{told.turn}.{told.phase}" if told else "")
