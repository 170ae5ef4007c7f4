"""Where the campaign stands: the status, the board, and the question of the Central Powers' action phase."""

from collections.abc import Iterator

from rules.command import classes_in
from rules.errors import NotNow
from rules.games.fields_of_despair import breakouts, offensives, reset
from rules.games.fields_of_despair.cp_phase import CpPhaseCommand
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.events.sequence import checklist, tell_step
from rules.games.fields_of_despair.sequence import check_step
from rules.games.fields_of_despair.state import State
from rules.games.fields_of_despair.wording import held, listed
from rules.notice import Public, tell_all, tell_section
from rules.secrets import Shown

ANSWERS: dict[str, type[CpPhaseCommand]] = {
    command.stage: command for command in classes_in(CpPhaseCommand, offensives, breakouts, reset)
}


def status(data: FieldsData, state: State) -> Iterator[Public]:
    """Where the campaign stands."""
    if not state.is_set_up:
        yield tell_all("The Central Powers' forces are not told yet: `/cp setup`.")
        return
    if state.is_over:
        yield tell_all("The last turn is over.")
    position = state.position(data)
    yield from tell_step(data, state.turn, position)
    yield from board(state)
    yield tell_section("Counters", "Air: {air}", air=Shown(str(state.air)))
    yield tell_section("Counters", "Artillery: {artillery}", artillery=Shown(str(state.artillery)))
    yield tell_section(
        "Counters", "Logistic Points: {points}; economic points: {eps}", points=state.logistic, eps=state.eps
    )
    if state.items:
        items = listed(f"{item} ({number})" for item, number in state.items.items())
        yield tell_section("On the player board", "{items}", items=items)
    if state.cp.majors or state.cp.minors:
        yield tell_section("Offensives", "{majors} Major and {minors} Minor to resolve", majors=state.cp.majors,
                    minors=state.cp.minors)  # fmt: skip
    if state.cp.breakouts:
        yield tell_section("Breakout markers", "{hexes}", hexes=listed(state.cp.breakouts))
    yield from checklist(data.positions[state.turn], state.step, state.skipped)


def board(state: State) -> Iterator[Public]:
    """What the tracks should read, and what lies in the hexes."""
    yield tell_all("CP total **{total}**, revealed **{revealed}**, hidden **{hidden}** SPs.", total=state.total,
                   revealed=state.revealed, hidden=state.hidden)  # fmt: skip
    yield tell_section("CP blocks", "{hexes}", hexes=held(state))


def compare(state: State, revealed: int | None, total: int | None) -> Iterator[Public]:
    """Whether the markers on the board read what they should."""
    for name, ours, theirs in (("Revealed SPs", state.revealed, revealed), ("CP total SPs", state.total, total)):
        if theirs is None:
            continue
        if ours == theirs:
            yield tell_all("{name}: {ours} is right.", name=Shown(name), ours=ours)
        else:
            yield tell_all("{name}: the marker should read **{ours}**, not {theirs}.", name=Shown(name), ours=ours,
                           theirs=theirs)  # fmt: skip
    yield from board(state)
    yield tell_all("If the board is right, `/cp adjust` tells me.")


def question(data: FieldsData, state: State) -> Iterator[Public]:
    """What the Central Powers' action phase asks now. Raises ``NotNow`` outside of it."""
    if not state.is_set_up:
        raise NotNow("First tell me what the Central Powers have on the board: `/cp setup`.")
    check_step(data, state, "central")
    if state.cp.current is not None:
        offensive = state.cp.current
        yield tell_all("The {kind} Offensive against **{hex}**.", kind=Shown(offensive.kind), hex=Shown(offensive.hex))
    yield from ANSWERS[state.cp.stage].ask()
