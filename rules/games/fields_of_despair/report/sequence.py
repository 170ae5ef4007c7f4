"""What is told of the Sequence of Play, the set-up and the economy; and where the campaign stands."""

from collections.abc import Iterator

from rules.games.fields_of_despair.data import FieldsData, Place
from rules.games.fields_of_despair.events import FieldsEvent
from rules.games.fields_of_despair.events.sequence import (
    Adjusted,
    EastCame,
    ForcesSetUp,
    GameOver,
    ItemChosen,
    PointsSpent,
    StepBegan,
    StepTicked,
)
from rules.games.fields_of_despair.report.words import held, listed
from rules.games.fields_of_despair.state import State
from rules.notice import Public, tell_all, tell_board, tell_rule, tell_section
from rules.secrets import Shown, quote

CHECKLIST = "Sequence of play"


def tell_sequence(data: FieldsData, event: FieldsEvent) -> Iterator[Public]:
    """What is told of an event."""
    match event:
        case ForcesSetUp():
            yield from _set_up(data, event)
        case Adjusted(what=what, before=before, after=after, reason=reason):
            yield tell_all("CP {what}: {before} → **{after}**.", what=Shown(what), before=Shown(before),
                           after=Shown(after))  # fmt: skip
            yield tell_section("Why", "{reason}", reason=quote(reason))
        case StepTicked(title=title, section=section, reason=reason):
            done = Shown("✓" if reason is None else "✗ Skipped:")
            yield tell_all("{done} {title} ({section})", done=done, title=Shown(title), section=Shown(section))
            if reason is not None:
                yield tell_section("Why", "{reason}", reason=quote(reason))
        case StepBegan():
            yield from _began(data, event)
        case GameOver():
            yield tell_all("**The last turn is over.** The Final Push scoring (15.3) decides. Then `/campaign end`.")
        case PointsSpent():
            yield from _spent(data, event)
        case ItemChosen(item=item, left=left):
            yield tell_all("One CP economic point goes to **{item}**; {left} left.", item=Shown(item), left=left)
            yield tell_rule("6.5-S, Choice")
        case EastCame(value=value, total=total):
            yield tell_all("{value} SPs come from the Eastern Front: the CP total is **{total}**.", value=value,
                           total=total)  # fmt: skip
            yield tell_board("Set the CP Strength Point Track to {total}.", total=total)
            yield tell_rule("8.0, turn 7 only")


def _set_up(data: FieldsData, event: ForcesSetUp) -> Iterator[Public]:
    yield tell_all("CP total {total} SPs; one block face down in each of {count} hexes: {hexes}.", total=event.total,
                   count=len(event.hexes), hexes=listed(event.hexes))  # fmt: skip
    yield tell_section("Counters", "Air: {air}. Artillery: {artillery}.", air=listed(event.air),
                artillery=listed(event.artillery))  # fmt: skip
    yield tell_board("Set the Revealed SPs marker to {count}.", count=len(event.hexes))
    yield from checklist(data.places[event.turn], 0, ())
    yield from _now(data, event.turn, data.places[event.turn][0])


def _began(data: FieldsData, event: StepBegan) -> Iterator[Public]:
    places = data.places[event.turn]
    if event.refreshes:
        yield tell_all("CP air and artillery counters are available again (7.6).")
    yield from _now(data, event.turn, places[event.step])
    yield from checklist(places, event.step, event.skipped)


def _now(data: FieldsData, turn: int, place: Place) -> Iterator[Public]:
    """The step, and what there is to do in it."""
    step = place.step
    yield tell_all("**Turn {turn}{phase}: {title}** ({section})", turn=turn, phase=_phase(place),
                   title=Shown(step.title), section=Shown(step.section))  # fmt: skip
    yield tell_all("{says}", says=Shown(step.says))
    if step.ruling is not None:
        yield data.tell_ruling(step.ruling)
    if step.part == "refresh" and place.phase == 1:
        yield tell_board("When all are refreshed, advance the Turn marker: action phase 2 comes next.")


def _phase(place: Place) -> Shown:
    is_action = place.step.part in ("allied", "central", "refresh")
    return Shown(f", action phase {place.phase}" if is_action else "")


def checklist(places: tuple[Place, ...], now: int, skipped: tuple[int, ...]) -> Iterator[Public]:
    """The part of the turn around a step, ticked."""
    around = _group(places[now])
    for index, place in enumerate(places):
        if _group(place) == around:
            mark = "✗" if index in skipped else "✓" if index < now else "▶" if index == now else "☐"
            yield tell_section(CHECKLIST, "{mark} {title}", mark=Shown(mark), title=Shown(place.step.title))


def _group(place: Place) -> tuple[str, int]:
    part = place.step.part
    return (part if part in ("opening", "closing") else "action phase", place.phase)


def _spent(data: FieldsData, event: PointsSpent) -> Iterator[Public]:
    yield tell_all("Free: {items}.", items=listed(f"{item} ({number})" for item, number in event.free))
    bought = listed(f"{item} ({number})" for item, number in event.bought)
    yield tell_all("Bought with {eps} economic points, in order: {items}.", eps=event.eps, items=bought)
    if event.short is not None:
        yield tell_all("There the points ran out: {item}.", item=Shown(event.short))
    if event.left:
        choice = listed(data.economy.turns[event.turn].choice)
        yield tell_all("**{left}** left, to spend as you see fit on {choice}.", left=event.left, choice=choice)
    yield tell_board("Put these on the CP player board.")
    yield tell_rule("6.5-S, turn {turn}", turn=event.turn)
    yield data.tell_ruling("ep_cost")
    if event.left and event.turn == data.first_turn:
        yield data.tell_ruling("choice_names")


def status(data: FieldsData, state: State) -> Iterator[Public]:
    """Where the campaign stands."""
    if not state.is_set_up:
        yield tell_all("The Central Powers' forces are not told yet: `/cp setup`.")
        return
    if state.is_over:
        yield tell_all("The last turn is over.")
    place = state.place(data)
    yield from _now(data, state.turn, place)
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
    yield from checklist(data.places[state.turn], state.step, state.skipped)


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
