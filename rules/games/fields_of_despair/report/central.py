"""What is told of the Central Powers' action phase (7.5-S)."""

from collections.abc import Iterator

from rules.games.fields_of_despair.data import DIRECTIONS, FieldsData
from rules.games.fields_of_despair.events import FieldsEvent
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
from rules.games.fields_of_despair.report.words import blocks, listed
from rules.notice import Public, tell_all, tell_board, tell_rule, tell_section
from rules.printed.lookup import tell_reading
from rules.secrets import Shown, quote

RESET_2 = (
    "Put one CP block face down into every Allied frontline hex next to a CP control marker in France, in columns A to "
    "H and in I06; then tell me all hexes with a CP block."
)
NATURES = {
    "CD": "cautious, divided",
    "CC": "cautious, concentrated",
    "AD": "aggressive, divided",
    "AC": "aggressive, concentrated",
}


def tell_central_turn(data: FieldsData, event: FieldsEvent) -> Iterator[Public]:
    """What is told of an event of 7.5-S."""
    match event:
        case BlocksPlaced():
            yield from _blocks(event)
        case OffensivesCounted():
            yield from _counted(data, event)
        case TargetChosen():
            yield from _target(data, event)
        case AlliesReinforced(hex=hex_, sps=sps):
            yield tell_board("Bring {sps} Allied SPs into {hex} for one Logistic Point.", sps=sps, hex=Shown(hex_))
        case OffensiveLaunched():
            yield from _launched(data, event)
        case BreakoutMarked(hex=hex_):
            yield tell_board("Put a Breakout Move! marker into {hex}.", hex=Shown(hex_))
        case OffensivesOver(spring=spring):
            yield from _offensives_over(data, spring)
        case SpringNoted(note=note):
            yield tell_all("The Spring Offensive rules were seen to on the board (25.4).")
            if note:
                yield tell_section("Noted", "{note}", note=quote(note))
        case _:
            yield from _tell_breakouts(data, event)


def _tell_breakouts(data: FieldsData, event: FieldsEvent) -> Iterator[Public]:
    match event:
        case BreakoutRolled():
            yield from _breakout(data, event)
        case BreakoutMoved():
            yield from _moved(data, event)
        case BreakoutsOver(hexes=hexes):
            yield tell_all("The Allies may fire their artillery into {hexes}; nothing else is fought.",
                           hexes=listed(hexes))  # fmt: skip
            yield tell_rule("7.5-S (9)")
        case FireOver(phase=phase):
            yield tell_all("Then the Central Powers reset.")
            if phase == 2:
                yield tell_all("{how}", how=Shown(RESET_2))
        case BlocksReset():
            yield from _reset(event)


def _blocks(event: BlocksPlaced) -> Iterator[Public]:
    yield tell_board("Turn all revealed CP blocks face down; one CP block in each hex, the others to the force pool.")
    if event.added:
        yield tell_board("New CP blocks, face down: {hexes}.", hexes=listed(event.added))
    if event.gone:
        yield tell_board("No CP block any more: {hexes}.", hexes=listed(event.gone))
    yield tell_board("Set the Revealed SPs marker to {count}.", count=len(event.hexes))
    yield tell_rule("7.5-S steps 1 to 4; 23.2")


def _counted(data: FieldsData, event: OffensivesCounted) -> Iterator[Public]:
    yield tell_all("**{majors} Major and {minors} Minor Offensives.**", majors=event.majors, minors=event.minors)
    if event.raised:
        least = data.minimum
        yield tell_all("The Allies are at the victory or draw condition: at least {majors} Major Offensives.",
                       majors=least.majors)  # fmt: skip
    if event.majors + event.minors and not data.chits.hexes:
        yield tell_all("For each of them, majors first, draw an objective chit and tell me its hex (20.3.2).")
    yield from tell_reading(data, event.reading)


def _target(data: FieldsData, event: TargetChosen) -> Iterator[Public]:
    kind, hex_ = Shown(event.kind), Shown(event.hex)
    yield tell_all("The next {kind} Offensive goes against **{hex}**.", kind=kind, hex=hex_)
    if event.chit:
        yield tell_all("Its objective chit was drawn from those that your group supplied.")
        yield data.tell_ruling("chits")
    yield tell_all("Do the Allies reinforce there, with {most} SPs at most, for a Logistic Point?",
                   most=data.reinforcement.most)  # fmt: skip
    yield tell_board("Put the objective chit on {hex}.", hex=hex_)
    yield tell_rule("7.5-S (6), steps 1 and 2; 20.3.2")


def _launched(data: FieldsData, event: OffensiveLaunched) -> Iterator[Public]:
    kind, hex_ = Shown(event.kind), Shown(event.hex)
    if event.reading is None:
        yield tell_all("Nothing is hidden: the {kind} Offensive against {hex} is called off.", kind=kind, hex=hex_)
        return
    yield tell_all("**{kind} Offensive against {hex}: {sps} SPs.**", kind=kind, hex=hex_, sps=event.sps)
    if event.fell_back:
        yield tell_all("Only {hidden} SPs are hidden, so it is read from the Minor table.", hidden=event.hidden)
    if str(event.sps) != event.reading.cell:
        yield tell_all("No more than what is hidden, and the face-down block, can be placed.")
    yield tell_board("{hex}: three blocks, {blocks}.", hex=hex_, blocks=blocks(event.blocks))
    yield tell_board("Set the Revealed SPs marker to {revealed}.", revealed=event.revealed)
    yield tell_all("{hidden} SPs were hidden.", hidden=event.hidden)
    yield tell_all("Now the Allies may place artillery there.")
    yield from tell_reading(data, event.reading, event.hex)
    if event.below_21:
        yield data.tell_ruling("major_below_21")
    yield data.tell_ruling("revealed_by_an_offensive")
    yield data.tell_ruling("block_split")


def _offensives_over(data: FieldsData, spring: bool) -> Iterator[Public]:
    yield tell_all("No offensive is left to resolve.")
    if spring:
        yield tell_all("**The Spring Offensive rules apply now (25.4).** Apply them on the board, then go on.")
        if data.spring_offensive:
            yield tell_all("{text}", text=Shown(data.spring_offensive))
        else:
            yield tell_all("Their text is not in my data: what they change, tell me with `/cp adjust`.")


def _breakout(data: FieldsData, event: BreakoutRolled) -> Iterator[Public]:
    meant = data.ruling("breakout_directions") != "just the letters"
    direction = f"{event.direction}, {DIRECTIONS[event.direction]}" if meant else event.direction
    is_named = data.ruling("breakout_natures") != "just the letters"
    nature = Shown(f"{event.nature}, {NATURES[event.nature]}" if is_named else event.nature)
    yield tell_all("**Breakout from {hex}**: {nature}; direction {direction}.", hex=Shown(event.hex), nature=nature,
                   direction=Shown(direction))  # fmt: skip
    if event.nature.endswith("C"):
        yield tell_all("Which single adjacent hex does it enter, by that direction?")
    else:
        yield tell_all("Which adjacent hexes can it enter? All that are not contested already.")
    yield tell_all("Black die {black}, blue die {blue}.", black=event.reading.roll.total, blue=event.reading.column)
    yield from tell_reading(data, event.reading, event.hex)
    yield tell_rule("The first die (black) is the row, the second (blue) the column.")
    yield data.tell_ruling("breakout_natures")
    yield data.tell_ruling("breakout_directions")


def _moved(data: FieldsData, event: BreakoutMoved) -> Iterator[Public]:
    shares = listed(f"{sps} in {hex_}" for hex_, sps in event.shares)
    yield tell_all("The breakout leaves **{stays}** SPs in {hex} and puts {shares}.", stays=event.stays,
                   hex=Shown(event.hex), shares=shares)  # fmt: skip
    yield tell_board("{hex}: {stays} SPs; {shares}.", hex=Shown(event.hex), stays=event.stays, shares=shares)
    yield tell_rule("7.5-S (8), distribution of {nature}", nature=Shown(event.nature))
    if not event.shares:
        yield data.tell_ruling("divided_without_hexes")
    elif len({sps for _, sps in event.shares}) > 1:
        yield data.tell_ruling("breakout_leftover")


def _reset(event: BlocksReset) -> Iterator[Public]:
    stand = sum(sps for _, sps in event.stand)
    if event.stand:
        named = listed(f"{hex_} {sps}" for hex_, sps in event.stand)
        yield tell_board("Stand up, three blocks facing away: {hexes}.", hexes=named)
    yield tell_board("One CP block face down: {hexes}.", hexes=listed(event.face_down))
    marker = stand + len(event.face_down)
    yield tell_all("Reset: {stand} SPs of attackers and {count} face-down blocks make **{marker}** revealed SPs.",
                   stand=stand, count=len(event.face_down), marker=marker)  # fmt: skip
    yield tell_board("Set the Revealed SPs marker to {marker}.", marker=marker)
    yield tell_rule("7.5-S (10), action phase {phase}", phase=event.phase)
