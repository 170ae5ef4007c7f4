"""What a side of a group's own game orders ahead: to play what it holds, or to act, at once or in a phase."""

from collections.abc import Mapping
from functools import partial

from rules.games.declared.data import DeclaredData
from rules.games.declared.play import Act, Play, may_play, questions, why_not
from rules.games.declared.state import State, Zone
from rules.kit.orders import AT_ONCE, Deed, Order, Orderable, When
from rules.line import Line, line
from rules.seat import Seat, SideSeat


def orderable(data: DeclaredData, state: State, seat: Seat) -> Orderable | None:
    """Return what a side can order: nothing that asks it something."""
    if not isinstance(seat, SideSeat) or state.over:
        return None
    deeds = dict[str, Deed]()
    for id_ in state.at(Zone.HAND, seat):
        play = Play(marker=id_) if may_play(data, state, seat, id_) else None
        deeds.setdefault(
            data.pieces[id_][1].name, Deed(line("play {name}", name=data.name_of(id_)), play, is_spent=True)
        )
    for name, action in data.actions.items():
        if seat in data.called(action.side) and not questions(data, state, seat, name):
            act = Act(action=name) if not why_not(data, state, seat, name) else None
            deeds[name] = Deed(line("{action}", action=data.phrase(name)), act, is_spent=True)
    if not deeds:
        return None

    def is_at(place: int, _: Order) -> bool:
        return state.phase == place

    def done(_: Order) -> Mapping[str, Deed]:
        return deeds

    rows = {AT_ONCE: When(Line("As soon as I can"), done)}
    for place, phase in enumerate(data.turn.phases):
        words = line("When {phase} begins", phase=data.phrase(phase.name))
        rows[f"at {phase.name}"] = When(words, done, partial(is_at, place))
    return Orderable(rows)
