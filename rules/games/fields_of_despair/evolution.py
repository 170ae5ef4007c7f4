"""The state after each event."""

from collections.abc import Iterable, Mapping

from rules.games.fields_of_despair.data import Hex
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
from rules.games.fields_of_despair.events.central import (
    AlliesReinforced,
    BlocksPlaced,
    BlocksReset,
    BreakoutMarked,
    BreakoutMoved,
    BreakoutRolled,
    BreakoutsOver,
    FireOver,
    OffensiveLaunched,
    OffensivesCounted,
    OffensivesOver,
    SpringNoted,
    TargetChosen,
)
from rules.games.fields_of_despair.events.sequence import (
    Adjusted,
    EastCame,
    ForcesSetUp,
    GameOver,
    ItemChosen,
    PointsSpent,
    StepBegan,
)
from rules.games.fields_of_despair.state import MOST_BLOCKS, Counters, CpHex, CpPhase, Offensive, Stage, State

LOGISTIC = "Logistic Points"


def evolve(state: State, event: FieldsEvent) -> State:
    """The state after an event."""
    after = _allied_turn(_sequence(_central_turn(state, event), event), event)
    return after.replace(moves=state.moves + 1)


def _sequence(state: State, event: FieldsEvent) -> State:
    """Set-up, the Sequence of Play, the economy."""
    match event:
        case ForcesSetUp(turn=turn, total=total, hexes=hexes, eps=eps):
            air, artillery = Counters(values=event.air), Counters(values=event.artillery)
            new = State(turn=turn, is_set_up=True, moves=state.moves, total=total, eps=eps)
            return new.replace(hexes=face_down(hexes), air=air, artillery=artillery)
        case Adjusted():
            return _adjusted(state, event)
        case StepBegan(turn=turn, step=step):
            return _begin(state.replace(turn=turn, step=step, is_done=False, skipped=event.skipped), event)
        case GameOver():
            return state.replace(is_over=True)
        case PointsSpent(free=free, bought=bought, left=left):
            kept = (each for each in (*free, *bought) if each[0] != LOGISTIC)
            items = _more(state.items, kept)
            return state.replace(
                items=items, logistic=state.logistic + dict(free).get(LOGISTIC, 0),
                eps=left, choices_left=left, is_done=True,
            )  # fmt: skip
        case ItemChosen(item=item, left=left):
            return state.replace(items=_more(state.items, [(item, 1)]), eps=left, choices_left=left)
        case EastCame(total=total):
            return state.replace(total=total, is_done=True)
    return state


def _adjusted(state: State, event: Adjusted) -> State:
    given = {name: getattr(event, name) for name in ("total", "hexes", "logistic", "eps")}
    changes = {name: value for name, value in given.items() if value is not None}
    for name in ("air", "artillery"):
        if (values := getattr(event, name)) is not None:
            changes[name] = _counters(values, getattr(state, name).spent)
    return state.replace(**changes)


def _counters(values: tuple[int, ...], spent: Iterable[int]) -> Counters:
    """Counters of those values; of the spent ones stay spent those that still exist."""
    left, still = list(values), []
    for value in spent:
        if value in left:
            left.remove(value)
            still.append(value)
    return Counters(values=values, spent=tuple(still))


def _begin(state: State, event: StepBegan) -> State:
    if event.refreshes:
        state = state.replace(air=state.air.replace(spent=()), artillery=state.artillery.replace(spent=()))
    if event.forgets:
        state = state.replace(air_answer=None, artillery_answer=None, seen=frozenset(), fought=frozenset())
    return state.replace(dogfights=(), attacks=(), fighting=None, choices_left=0, cp=CpPhase())


def _allied_turn(state: State, event: FieldsEvent) -> State:
    """Dogfights, reconnaissance, combat."""
    match event:
        case SquadronsPlaced(hexes=hexes):
            return state.replace(dogfights=(*state.dogfights, *hexes))
        case AirAnswered(hex=hex_, placed=placed):
            answer = event.answer or state.air_answer
            fought = state.fought | {hex_}
            return state.replace(
                dogfights=state.dogfights[1:], fought=fought, air=state.air.place(placed), air_answer=answer
            )
        case Reconnoitred(hex=hex_, sps=sps, blocks=blocks):
            return _with_blocks(state, hex_, len(blocks), sps).replace(seen=state.seen | {hex_})
        case AttacksDeclared(attacks=attacks):
            return state.replace(attacks=attacks)
        case ArtilleryAnswered(placed=placed, cp_turn=cp_turn):
            answer = state.artillery_answer if cp_turn else event.answer or state.artillery_answer
            return _stage(state.replace(artillery=state.artillery.place(placed), artillery_answer=answer), Stage.COMBAT)
        case SpsFound(hex=hex_, sps=sps, blocks=blocks):
            return _with_blocks(state, hex_, len(blocks), sps)
        case ReinforcementChecked(hex=hex_, sps=sps) if sps:
            old = state.hexes[hex_]
            return state.with_hex(hex_, old.replace(sps=old.sps + sps)).replace(logistic=state.logistic - 1)
        case FightBegan(hex=hex_):
            return state.replace(attacks=state.attacks[1:], fighting=hex_)
        case LossesTaken(hex=hex_, left=left, total=total):
            return _with_losses(state, hex_, left).replace(total=total, fighting=None)
    return state


def _with_blocks(state: State, name: Hex, blocks: int, sps: int) -> State:
    old = state.hexes[name]
    return state.with_hex(name, old.replace(blocks=old.blocks + blocks, sps=sps))


def _with_losses(state: State, name: Hex, left: int) -> State:
    old = state.hexes[name]
    blocks = old.blocks or (0 if left else MOST_BLOCKS)
    return state.with_hex(name, old.replace(blocks=blocks, sps=left if blocks else 0))


def _central_turn(state: State, event: FieldsEvent) -> State:
    """7.5-S."""
    cp = state.cp
    match event:
        case BlocksPlaced(hexes=hexes):
            return state.replace(hexes=face_down(hexes), cp=CpPhase())
        case OffensivesCounted(majors=majors, minors=minors):
            return state.replace(cp=cp.replace(majors=majors, minors=minors, stage=Stage.TARGET))
        case TargetChosen(kind=kind, hex=hex_, chit=chit):
            drawn = (*cp.drawn, hex_) if chit else cp.drawn
            offensive = Offensive(kind=kind, hex=hex_)
            return state.replace(cp=cp.replace(current=offensive, drawn=drawn, stage=Stage.REINFORCEMENT))
        case AlliesReinforced():
            return state
        case OffensiveLaunched():
            return _launch(state, event)
        case BreakoutMarked(hex=hex_):
            return state.replace(cp=cp.replace(breakouts=(*cp.breakouts, hex_)))
        case LossesTaken() if cp.stage is Stage.COMBAT:
            return _stage(_one_less(state), Stage.TARGET)
        case OffensivesOver(spring=spring):
            return _stage(state, Stage.SPRING if spring else Stage.BREAKOUT)
        case SpringNoted():
            return _stage(state, Stage.BREAKOUT)
        case BreakoutRolled(hex=hex_, nature=nature):
            return state.replace(cp=cp.replace(breaking=hex_, nature=nature))
        case BreakoutMoved():
            return _move(state, event)
        case BreakoutsOver():
            return _stage(state, Stage.FIRE)
        case FireOver():
            return _stage(state, Stage.RESET)
        case BlocksReset(stand=stand, face_down=lying):
            standing = {hex_: CpHex(blocks=MOST_BLOCKS, sps=sps) for hex_, sps in stand}
            return state.replace(hexes={**face_down(lying), **standing}, cp=CpPhase(), is_done=True)
    return state


def _launch(state: State, event: OffensiveLaunched) -> State:
    assert state.cp.current is not None, "an offensive has a target"
    if not event.sps:
        return _stage(_one_less(state), Stage.TARGET)
    old = state.hexes.get(event.hex, CpHex(blocks=MOST_BLOCKS))
    over_block = old.over_block or event.over_block
    landed = CpHex(blocks=MOST_BLOCKS, sps=old.sps + event.sps, over_block=over_block)
    current = state.cp.current.replace(sps=event.sps)
    return state.with_hex(event.hex, landed).replace(cp=state.cp.replace(current=current, stage=Stage.ARTILLERY))


def _one_less(state: State) -> State:
    """The state with the current offensive resolved."""
    cp = state.cp
    if cp.majors:
        return state.replace(cp=cp.replace(majors=cp.majors - 1, current=None))
    return state.replace(cp=cp.replace(minors=cp.minors - 1, current=None))


def _move(state: State, event: BreakoutMoved) -> State:
    from_ = state.hexes[event.hex]
    hexes = {**state.hexes, event.hex: from_.replace(sps=event.stays)}
    for name, sps in event.shares:
        old = hexes.get(name, CpHex(blocks=MOST_BLOCKS))
        hexes[name] = old.replace(blocks=MOST_BLOCKS, sps=old.holds + sps)
    entered = (*state.cp.entered, event.hex, *(hex_ for hex_, _ in event.shares))
    left = tuple(hex_ for hex_ in state.cp.breakouts if hex_ != event.hex)
    cp = state.cp.replace(breakouts=left, breaking=None, nature=None, entered=tuple(dict.fromkeys(entered)))
    return state.replace(hexes=hexes, cp=cp)


def _stage(state: State, stage: Stage) -> State:
    """The state with the CP phase at another stage, if one is on its way."""
    if state.cp.stage is Stage.BLOCKS:
        return state
    return state.replace(cp=state.cp.replace(stage=stage))


def face_down(hexes: Iterable[Hex]) -> dict[Hex, CpHex]:
    """One block face down in each hex."""
    return {hex_: CpHex() for hex_ in hexes}


def _more(items: Mapping[str, int], bought: Iterable[tuple[str, int]]) -> dict[str, int]:
    more = dict(items)
    for item, number in bought:
        more[item] = more.get(item, 0) + number
    return more
