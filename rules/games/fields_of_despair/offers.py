"""All that the Allied players may do now."""

from collections.abc import Iterator, Mapping

from rules.command import Command, Offer
from rules.errors import NotNow
from rules.games.fields_of_despair.commands import (
    AnswerAir,
    AnswerAttack,
    Choose,
    CpArtillery,
    CpBlocks,
    CpBreakout,
    CpCombat,
    CpFire,
    CpReinforce,
    CpReset,
    CpSpring,
    CpTarget,
    DeclareCombat,
    Dogfight,
    Economy,
    FromTheEast,
    NextStep,
    Recon,
    SetUp,
    TakeLosses,
)
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.procedures.offensives import has_spring_offensive
from rules.games.fields_of_despair.procedures.sequence import check_step_is_over
from rules.games.fields_of_despair.state import MOST_BLOCKS, Attack, Stage, State


def offers(data: FieldsData, state: State) -> Iterator[Offer]:
    """All that may be done now."""
    if state.is_over:
        return
    if not state.is_set_up:
        asks = ("total", "hexes", "air", "artillery", "eps")
        yield _offer(state, SetUp(total=0, hexes=""), "Set up the Central Powers…", inputs=asks)
        return
    yield from _deeds(data, state)
    try:
        check_step_is_over(data, state)
    except NotNow:
        return
    yield _offer(state, NextStep(), "Next step")


def _deeds(data: FieldsData, state: State) -> Iterator[Offer]:
    match state.place(data).step.does:
        case "economy":
            yield from _economy(data, state)
        case "eastern_front" if not state.is_done:
            yield _offer(state, FromTheEast(value=0), "Eastern Front marker…", inputs=("value",))
        case "air":
            yield from _air(state)
        case "combat":
            yield from _combat(state)
        case "central" if not state.is_done:
            yield from _central(data, state)


def _economy(data: FieldsData, state: State) -> Iterator[Offer]:
    if not state.is_done:
        yield _offer(state, Economy(eps=state.eps, supply=0), "Spend economic points…", inputs=("eps", "supply"))
    elif state.choices_left >= int(data.ruling("ep_cost")):
        for item in data.economy.turns[state.turn].choice:
            yield _offer(state, Choose(item=item), item)


def _air(state: State) -> Iterator[Offer]:
    if state.dogfights:
        hex_ = state.dogfights[0][0]
        yield _offer(state, AnswerAir(), f"Dogfight in {hex_}", dice="1d6, and 1d6 more if Y")
        return
    offers = [*_squadrons(state), *_recon(state)]
    yield from reversed(offers) if state.fought else offers


def _squadrons(state: State) -> Iterator[Offer]:
    free = next((name for name in state.hexes if name not in state.fought), None)
    if free is not None:
        yield _offer(state, Dogfight(hexes=f"{free} 1"), "Allied squadrons…", inputs=("hexes",))


def _recon(state: State) -> Iterator[Offer]:
    """Any hex with something unknown; a hex over which squadrons were answered is proposed first."""
    unseen = [name for name, hex_ in state.hexes.items() if hex_.blocks < MOST_BLOCKS and name not in state.seen]
    if unseen:
        proposed = next((name for name in unseen if name in state.fought), unseen[0])
        asks, choices = ("hex", "air", "limit"), {"hex": tuple(sorted(unseen))}
        rolls = _if_hidden(state, "3d6")
        yield _offer(state, Recon(hex=proposed, air=1), "Reconnaissance…", inputs=asks, choices=choices, dice=rolls)


def _combat(state: State) -> Iterator[Offer]:
    if state.fighting:
        yield _offer(state, TakeLosses(sps=0), f"Losses in {state.fighting}…", inputs=("sps",))
    elif state.attacks:
        hex_ = state.attacks[0].hex
        rolls = _attack_rolls(state, state.attacks[0])
        yield _offer(state, AnswerAttack(), f"Attack on {hex_}", dice=rolls)
        if _finds_sps(state, state.attacks[0]):
            yield _offer(state, AnswerAttack(), f"Attack on {hex_} with limit…", inputs=("limit",), dice=rolls)
    elif state.hexes:
        first = next(iter(state.hexes))
        yield _offer(state, DeclareCombat(hexes=f"{first} 0+1"), "Allied attacks…", inputs=("hexes",))


def _central(data: FieldsData, state: State) -> Iterator[Offer]:
    """The question of the stage that the action phase has reached."""
    cp = state.cp
    match cp.stage:
        case Stage.BLOCKS:
            yield _blocks(data, state)
        case Stage.TARGET if state.hexes:
            proposed = next((name for name, hex_ in state.hexes.items() if hex_.is_face_down), next(iter(state.hexes)))
            choices = {"hex": tuple(sorted(state.hexes))}
            label = f"Target of the {cp.kind} Offensive…"
            yield _offer(state, CpTarget(hex=proposed), label, inputs=("hex",), choices=choices)
        case Stage.REINFORCEMENT:
            rolls = _if_hidden(state, "3d6")
            yield _offer(state, CpReinforce(sps=0), "No reinforcement", dice=rolls)
            yield _offer(state, CpReinforce(sps=1), "Reinforce…", inputs=("sps",), dice=rolls)
        case Stage.ARTILLERY:
            asks = ("artillery", "blocks")
            rolls = "1d6" if state.artillery.available else ""
            yield _offer(state, CpArtillery(artillery=0, blocks=0), "Allied SPs there…", inputs=asks, dice=rolls)
        case Stage.COMBAT:
            is_last = cp.majors + cp.minors == 1 and not has_spring_offensive(data, state)
            rolls = "2d6 if a breakout follows" if is_last else ""
            asks = ("losses", "breakout")
            yield _offer(state, CpCombat(losses=0), "How the combat went…", inputs=asks, dice=rolls)
        case Stage.SPRING:
            rolls = "2d6" if cp.breakouts else ""
            yield _offer(state, CpSpring(), "Go on without a note", dice=rolls)
            yield _offer(state, CpSpring(), "Spring Offensive: note…", inputs=("note",), dice=rolls)
        case Stage.BREAKOUT:
            rolls = "2d6" if len(cp.breakouts) > 1 else ""
            yield _offer(state, CpBreakout(), f"Breakout from {cp.breaking}…", inputs=("hexes",), dice=rolls)
        case Stage.FIRE:
            yield _offer(state, CpFire(), "No losses by artillery fire")
            yield _offer(
                state, CpFire(losses=f"{next(iter(cp.entered))} 0"), "Losses by artillery fire…", inputs=("losses",)
            )
        case Stage.RESET:
            hexes = " ".join(sorted(state.hexes))
            yield _offer(state, CpReset(hexes=hexes), "Reset the blocks…", inputs=("hexes",))


def _blocks(data: FieldsData, state: State) -> Offer:
    command = CpBlocks(hexes=" ".join(sorted(state.hexes)), in_france=True)
    least = data.minimum
    is_last = (state.turn, state.phase(data)) == (least.turn, least.phase)
    asks = ("hexes", "in_france", *(("allies_ahead",) if is_last else ()))
    return _offer(state, command, "Begin the CP action phase…", inputs=asks, dice="3d6")


def _attack_rolls(state: State, attack: Attack) -> str:
    """Which dice the answer to an attack may come to."""
    rolls = ["1d6 (1d6 if Y)"] if state.artillery.available else []
    if attack.blocks and state.hidden:
        rolls += ["3d6"] if _finds_sps(state, attack) else []
        rolls += ["1d6 if ≥1:1"] if state.logistic else []
    return ", ".join(rolls)


def _finds_sps(state: State, attack: Attack) -> bool:
    """Whether 7.3.3-S is read for an attack: a block there remains to be placed, and SPs are hidden."""
    hex_ = state.hexes.get(attack.hex)
    return bool(attack.blocks and state.hidden) and hex_ is not None and hex_.blocks < MOST_BLOCKS


def _if_hidden(state: State, rolls: str) -> str:
    return rolls if state.hidden else ""


def _offer(
    state: State,
    command: Command,
    label: str,
    *,
    inputs: tuple[str, ...] = (),
    choices: Mapping[str, tuple[str, ...]] | None = None,
    dice: str = "",
) -> Offer:
    return Offer(command=command, label=label, inputs=inputs, choices=choices or {}, dice=dice, version=state.moves)
