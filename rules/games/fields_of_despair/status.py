"""Where the campaign stands: the status, the board, the front, and what the Central Powers' action phase asks."""

from collections.abc import Iterator, Mapping
from typing import LiteralString, get_args

from rules.errors import NotNow
from rules.game import Due, Whose
from rules.games.fields_of_despair.cp_phase import awaited
from rules.games.fields_of_despair.data import ALLIES, FieldsData
from rules.games.fields_of_despair.frontline import allied_frontline, french_hexes
from rules.games.fields_of_despair.hexes import Owner
from rules.games.fields_of_despair.pieces import AnswerStep, split
from rules.games.fields_of_despair.sequence import OVER, can_play_on, check_step, tell_step
from rules.games.fields_of_despair.state import Stage, State
from rules.games.fields_of_despair.wording import OUTCOMES, block_values, listed
from rules.line import Line, line
from rules.notice import Open, Public, tell_all, tell_section, tell_text
from rules.seat import Seat
from rules.secrets import Shown

NEXT: Mapping[Stage, LiteralString] = {
    Stage.REINFORCEMENT: "Next: do the Allies reinforce the hex?",
    Stage.ARTILLERY: "Next: the Allied SPs in the hex, for the CP artillery.",
    Stage.COMBAT: "Next: the result of the combat.",
    Stage.SPRING: "Next: the Spring Offensive (25.4).",
    Stage.ROLL: "Next: the dice of the breakout.",
    Stage.BREAKOUT: "Next: the hexes that the breakout enters.",
    Stage.FIRE: "Next: Allied artillery fire on the breakouts.",
    Stage.RESET: "Next: the reset of the blocks.",
}
SET_UP_FIRST = "First, set up the Central Powers: `/enter what:setup`."


def status(data: FieldsData, state: State) -> Iterator[Public]:
    """Tell where the campaign stands."""
    if not state.is_set_up:
        yield tell_all(SET_UP_FIRST)
        return
    position = state.position(data)
    if state.is_over:
        if state.outcome is not None:
            yield tell_text(OUTCOMES[state.outcome.winner])
        yield tell_all(OVER)
    else:
        has_begun = _began(state) is not None or bool(state.fought)
        yield from tell_step(data, state.turn, position, is_entered=has_begun)
        yield from under_way(state)
    totals = {"total": state.total, "revealed": state.revealed, "hidden": state.hidden}
    yield tell_all("CP total **{total}**, revealed **{revealed}**, hidden **{hidden}** SPs.", **totals)
    if known := [f"{name} {held.sps}" for name, held in sorted(state.hexes.items()) if not held.is_face_down]:
        yield tell_section("CP blocks", "Known SPs: {hexes}", hexes=listed(known))
    yield from _counters(state)
    majors, minors = state.cp.to_launch
    if majors or minors:
        yield tell_section(
            "Offensives", "Still to launch: {majors} Major, {minors} Minor", majors=majors, minors=minors
        )
    if state.cp.breakouts:
        yield tell_section("Breakout markers", "Still to move: {hexes}", hexes=listed(state.cp.breakouts))


def due(data: FieldsData, state: State) -> Mapping[Seat, Due]:
    """Return what the Allies must do now: set up, answer what began, or play the step on the map."""
    if state.is_over:
        return {}
    if not state.is_set_up:
        return {ALLIES: Due(line("Set up the Central Powers: `/enter what:setup`."), "set-up", Whose.OWN)}
    step, key, began = state.position(data).step, f"step {state.turn}.{state.step}", _began(state)
    if began is not None:
        return {ALLIES: Due(began, f"{key} {state.cp.stage}")}
    values = {"title": Shown(step.title), "section": Shown(step.section)}
    to_do = line("{title} ({section}).", **values)
    if step.says is not None and step.unfinished is not None:
        to_do = line("{title} ({section}). {says}", says=Line(step.says), **values)
    return {ALLIES: Due(to_do, key, Whose.OWN, line("Play on") if can_play_on(data, state) else None)}


def _began(state: State) -> Line | None:
    """Return what began and must be answered before anything else can happen."""
    if state.dogfights:
        return line("Roll the CP answer to your squadrons.")
    if state.fighting:
        return line("Enter the CP losses in {hex}.", hex=Shown(state.fighting))
    if state.attacks and state.answering is AnswerStep.LIMIT:
        return line("Is the cell for {hex} shaded lower on your aid?", hex=Shown(state.attacks[0].hex))
    if state.attacks:
        return line("Roll the CP answer to the attack on {hex}.", hex=Shown(state.attacks[0].hex))
    if state.cp.stage is not Stage.BLOCKS:
        return line("Go on with the Central Powers' action phase: `/cp-offensive`.")
    return None


def under_way(state: State) -> Iterator[Public]:
    """Tell what began and is not resolved: the hex, its SPs, and what comes next."""
    if state.dogfights:
        waiting = listed(f"{hex_} ({value})" for hex_, value in state.dogfights)
        yield tell_all("Allied squadrons that wait for the CP answer: {hexes}.", hexes=waiting)
    if state.fighting:
        sps = state.hexes[state.fighting].holds if state.fighting in state.hexes else 0
        yield tell_all("**The combat in {hex}**. CP SPs there: {sps}.", hex=Shown(state.fighting), sps=sps)
    if state.attacks:
        waiting = listed(f"{attack.hex} ({attack.sps})" for attack in state.attacks)
        yield tell_all("Allied attacks that wait for the CP answer: {hexes}.", hexes=waiting)
    yield from _offensive(state)
    if state.cp.stage in NEXT:
        yield tell_all(NEXT[state.cp.stage])


def _offensive(state: State) -> Iterator[Public]:
    cp = state.cp
    if cp.current is None:
        if cp.breaking is not None and cp.breaking in state.hexes:
            hex_, sps = Shown(cp.breaking), state.hexes[cp.breaking].sps
            yield tell_all("**The breakout from {hex}**. CP SPs there: {sps}.", hex=hex_, sps=sps)
        return
    number, all_ = cp.number
    values: dict[str, Open] = {"kind": Shown(cp.kind), "hex": Shown(cp.current.hex), "number": number, "all": all_}
    held = state.hexes.get(cp.current.hex)
    if not cp.current.sps or held is None:
        yield tell_all("**{kind} {number} of {all} on {hex}**, not launched yet.", **values)
        return
    values |= {"sps": held.sps, "blocks": block_values(split(held.sps, held.blocks))}
    yield tell_all("**{kind} {number} of {all} on {hex}**, {sps} {sps:SP|SPs} ({blocks}).", **values)


def _counters(state: State) -> Iterator[Public]:
    for label, counters in ((line("CP air"), state.air), (line("CP artillery"), state.artillery)):
        values, lying = listed(counters.left), listed(counters.spent)
        if counters.spent:
            said = line("{label}: {values} (on the map {lying})", label=label, values=values, lying=lying)
        else:
            said = line("{label}: {values}", label=label, values=values)
        yield Public(said).under("Counters")
    yield tell_section(
        "Counters", "Logistic Points: {points}; economic points: {eps}", points=state.logistic, eps=state.eps
    )


def question(data: FieldsData, state: State) -> Iterator[Public]:
    """Tell what the Central Powers' action phase asks now. Raises ``NotNow`` outside of it."""
    if not state.is_set_up:
        raise NotNow(SET_UP_FIRST)
    check_step(data, state, "central")
    yield from _offensive(state)
    yield from awaited(state).ask(data, state)


def front(data: FieldsData, state: State) -> Iterator[Public]:
    """Yield every hex that was told, sorted, with all that was; and what follows from the group's map."""
    if not (state.hexes or state.ground):
        yield tell_all("You have not told the bot about any hex yet.")
    yield from _by_map(data, state) if data.map is not None else ()
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


def _by_map(data: FieldsData, state: State) -> Iterator[Public]:
    """Tell where the sides meet, by the map."""
    title = "By your group's map"
    yield tell_section(title, "Allied frontline hexes: {hexes}", hexes=listed(allied_frontline(data, state)))
    if french := french_hexes(data, state):
        yield tell_section(title, "A hex in France under CP control: {hex}", hex=Shown(french[0]))
    else:
        yield tell_section(title, "No hex in France under CP control")
