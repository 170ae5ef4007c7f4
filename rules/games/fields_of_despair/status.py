"""Where the campaign stands: the status, the board, and the question of the Central Powers' action phase."""

from collections.abc import Iterator

from rules.command import classes_in
from rules.errors import NotNow
from rules.games.fields_of_despair import breakouts, cp_start, offensives, reset
from rules.games.fields_of_despair.cp_phase import CpPhaseCommand
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.events.sequence import checklist, tell_step
from rules.games.fields_of_despair.sequence import check_step
from rules.games.fields_of_despair.state import State
from rules.games.fields_of_despair.wording import listed
from rules.notice import Public, tell_all, tell_section
from rules.secrets import Shown

ANSWERS: dict[str, type[CpPhaseCommand]] = {
    command.stage: command for command in classes_in(CpPhaseCommand, cp_start, offensives, breakouts, reset)
}


def status(data: FieldsData, state: State) -> Iterator[Public]:
    """Where the campaign stands."""
    if not state.is_set_up:
        yield tell_all("Enter the Central Powers' forces first: `/cp setup`.")
        return
    if state.is_over:
        yield tell_all("The last turn is over.")
    position = state.position(data)
    yield from tell_step(data, state.turn, position)
    yield from board(state)
    yield from _counters(state)
    if state.items:
        items = listed(f"{item} ({number})" for item, number in state.items.items())
        yield tell_section("CP player board", "Items: {items}", items=items)
    if state.cp.majors or state.cp.minors:
        majors, minors = state.cp.majors, state.cp.minors
        yield tell_section(
            "Offensives", "Still to resolve: {majors} Major, {minors} Minor", majors=majors, minors=minors
        )
    if state.cp.breakouts:
        yield tell_section("Breakout markers", "Still to move: {hexes}", hexes=listed(state.cp.breakouts))
    yield from checklist(data.positions[state.turn], state.step, state.skipped)


def _counters(state: State) -> Iterator[Public]:
    air, artillery = state.air, state.artillery
    yield tell_section("Counters", "CP air: {values} (total {sum})", values=listed(air.left), sum=air.available)
    if air.spent:
        yield tell_section("Counters", "CP air on the map: {values}", values=listed(air.spent))
    yield tell_section(
        "Counters", "CP artillery: {values} (total {sum})", values=listed(artillery.left), sum=artillery.available
    )  # fmt: skip
    if artillery.spent:
        yield tell_section("Counters", "CP artillery on the map: {values}", values=listed(artillery.spent))
    yield tell_section(
        "Counters", "Logistic Points: {points}; economic points: {eps}", points=state.logistic, eps=state.eps
    )  # fmt: skip


def board(state: State) -> Iterator[Public]:
    """What the tracks should read, and what the hexes hold."""
    yield tell_all("CP total **{total}**, revealed **{revealed}**, hidden **{hidden}** SPs.", total=state.total,
                   revealed=state.revealed, hidden=state.hidden)  # fmt: skip
    hexes = sorted(state.hexes.items())
    if known := [f"{name} {hex_.sps}" for name, hex_ in hexes if not hex_.is_face_down]:
        yield tell_section("CP blocks", "Known SPs: {hexes}", hexes=listed(known))
    if lying := [name for name, hex_ in hexes if hex_.is_face_down]:
        yield tell_section("CP blocks", "Face down: {hexes}", hexes=listed(lying))


def compare(state: State, revealed: int | None, total: int | None) -> Iterator[Public]:
    """Whether the markers on the players' board read what they should."""
    if revealed == state.revealed:
        yield tell_all("The Revealed SPs marker correctly reads **{ours}**.", ours=state.revealed)
    elif revealed is not None:
        yield tell_all("The Revealed SPs marker should read **{ours}**, not {theirs}.", ours=state.revealed,
                       theirs=revealed)  # fmt: skip
    if total == state.total:
        yield tell_all("The CP track correctly reads **{ours}** SPs.", ours=state.total)
    elif total is not None:
        yield tell_all("The CP track should read **{ours}** SPs, not {theirs}.", ours=state.total, theirs=total)
    yield from board(state)
    yield tell_all("If your board is right, correct the bot with `/cp adjust`.")


def question(data: FieldsData, state: State) -> Iterator[Public]:
    """What the Central Powers' action phase asks now. Raises ``NotNow`` outside of it."""
    if not state.is_set_up:
        raise NotNow("Enter the Central Powers' forces first: `/cp setup`.")
    check_step(data, state, "central")
    if state.cp.current is not None:
        offensive = state.cp.current
        yield tell_all("The {kind} Offensive against **{hex}**.", kind=Shown(offensive.kind), hex=Shown(offensive.hex))
    yield from ANSWERS[state.cp.stage].ask()
