"""Markers that the bot does not keep, because the campaign's data does not list them: played or shown from the box."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Procedure, Topic
from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours
from rules.games.marne_1918.combat import CANCEL, Declaration, side_of
from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.log_events.box import HandShown, HandToShow, OwnPlayed
from rules.games.marne_1918.log_events.reactions import event_due
from rules.games.marne_1918.reactions import SIDES, Hex, answer_awaited, attackers_now, combat_of
from rules.games.marne_1918.state import MarneCommand, State
from rules.seat import Seat
from rules.secrets import Hidden


class PlayOwn(MarneCommand):
    """Play a marker from the box before a combat: it ``cancels`` the Heroic Assault or Heroic Defense just played, or
    does what ``note`` says. ``is_heroic`` says that it is a Heroic Assault or Heroic Defense itself.
    """

    title: ClassVar[str] = "Event played from the box"
    topic: ClassVar[Topic] = Topic.EVENT
    type: Literal["play_own"] = "play_own"
    cancels: bool = False
    name: Annotated[str, Field(max_length=60, title="Which marker?")] = ""
    note: Annotated[str, Field(max_length=150, title="What does it do?")] = ""
    is_heroic: Annotated[bool, Field(title="Heroic Assault or Heroic Defense?")] = False
    hex: Hex = ""

    @override
    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        check(state, seat, cancels=self.cancels)
        if event_due(state) is None:
            state = yield from combat_of(state, side_of(seat), self.hex)
        declared = Declaration(
            seat=seat,
            choice=CANCEL if self.cancels else "",
            name=self.name.strip(),
            note=self.note.strip(),
            is_heroic=self.cancels or self.is_heroic,
        )
        state = yield OwnPlayed(declaration=declared)
        yield from answer_awaited(state, seat)


class ShowHand(MarneCommand):
    """Name the markers that you hold to the side that played Spies, or show them on the table if you name none."""

    title: ClassVar[str] = "Markers shown"
    is_private: ClassVar[bool] = True
    type: Literal["show_hand"] = "show_hand"
    markers: Annotated[
        str, Field(max_length=200, title="Your markers", description="Empty: you show them on the table")
    ] = ""

    @override
    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        asked = state.question
        if not isinstance(asked, HandToShow):
            raise NotNow("Nobody asks you to show your markers.")
        if seat != asked.awaiting:
            raise NotYours("The {seat} show their markers.", seat=asked.awaiting)
        yield HandShown(seat=seat, to=asked.to, markers=Hidden(self.markers.strip()))


def check(state: State, seat: Seat, *, cancels: bool) -> None:
    """Whether a side can play a marker from the box now. Raises ``NotYours``, ``NotThere`` or ``NotNow``."""
    if seat not in SIDES:
        raise NotYours("The referee holds no event markers. Take a side with `/campaign join`.")
    if seat in state.pools:
        raise NotThere("The bot keeps your markers. Play them with `/event play`.")
    if state.question and state.question.awaiting != seat:
        raise NotNow("The {seat} must answer first.", seat=state.question.awaiting)
    is_asked = event_due(state) is not None
    if state.question and not is_asked:
        raise NotNow("Answer first what you are asked; `/act` lists it.")
    if not is_asked and seat not in attackers_now(state):
        raise NotNow("Before a combat the attacker declares first. Ask with the button or `/act`.")
    if cancels and not can_cancel(state):
        raise NotNow("The other side has not just played a Heroic Assault or Heroic Defense to cancel.")


def can_cancel(state: State) -> bool:
    """Whether a Heroic Assault or Heroic Defense has just been played, and can be cancelled."""
    return event_due(state) is not None and state.combat is not None and state.combat.to_cancel is not None


def offers(_data: MarneData, state: State, seat: Seat) -> Iterator[Offer]:
    """A marker from the box, for a side whose markers the bot does not keep."""
    if isinstance(state.question, HandToShow) and seat == state.question.awaiting:
        yield Offer(ShowHand(), "Show my markers", version=state.questions, inputs=("markers",))
    due = event_due(state)
    if seat not in SIDES or seat in state.pools or (state.waiting and due is None):
        return
    is_asked = due is not None and due.awaiting == seat
    if is_asked and can_cancel(state):
        cancel = PlayOwn(cancels=True)
        yield Offer(cancel, "Cancel it from the box", version=state.clock, inputs=("name",))
    if is_asked or (due is None and seat in attackers_now(state)):
        inputs = ("name", "note", "is_heroic") if is_asked else ("name", "note", "is_heroic", "hex")
        yield Offer(PlayOwn(), "Play a marker from the box", version=state.clock, inputs=inputs)
