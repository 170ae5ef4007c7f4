"""Redo: what was undone is brought back action by action, with the dice that fell, as far as it still fits."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field
from typing_extensions import override

from rules.campaign.questions.orders import carried_out, in_turn
from rules.campaign.state.state import CampaignCommand, CampaignEvent, CampaignState
from rules.campaign.state.timeline import MOST_KEPT, Action
from rules.campaign.time.deadlines import GoOnWithout, default_of
from rules.campaign.time.undo import named, titles_of
from rules.command import Command, Event, GameCommand
from rules.dice import Dice, RecordedDice, Roll
from rules.errors import NotNow, NotThere, OtherDice, RuleError
from rules.frozen import Frozen
from rules.line import Line, Listed, line
from rules.notice import Kind, Notice, Public, tell_all, tell_rule, tell_seat, tell_unseen
from rules.seat import Player, Seat
from rules.secrets import Hidden, Shown

KEPT = (Kind.BOARD, Kind.RULE, Kind.PROOF)


class Stop(Frozen):
    """Where a redo stopped: at which entry, done by which seat, and why, which only that seat may know."""

    entry: int
    title: Line
    seat: Seat
    why: Hidden[Line]
    needs_other_dice: bool


class Missed(Frozen):
    """What a seat had done unseen and does not fit any more, which nobody else learns."""

    seat: Seat
    why: Hidden[Line]


class Redone(CampaignEvent):
    """Actions were brought back, from the entry ``first`` to ``last``: each was decided again with the dice that fell.
    With them came back what some seats had done unseen, as far as it still fits (``missed``). ``back`` are the entries
    that stand again, ``over`` the last that was brought back or passed over, by their ``seq``.
    """

    redoes = True
    headline = "Brought back"
    first: int
    last: int
    titles: tuple[Line, ...]
    back: tuple[int, ...]
    over: int
    missed: tuple[Missed, ...] = ()
    stop: Stop | None = None

    def tell(self) -> Iterator[Notice]:
        yield tell_all("Brought back, with the same dice: {titles}", titles=Shown(named(self.titles)))
        for each in self.missed:
            yield tell_unseen(each.seat, "What you did unseen does not fit: {why}", why=each.why)
        if self.stop is not None:
            title = Shown(self.stop.title)
            if self.stop.needs_other_dice:
                yield tell_all("It stops at “{title}”, which would need different dice now.", title=title)
            else:
                yield tell_all("It stops at “{title}”, which is no longer possible.", title=title)
                yield tell_seat(self.stop.seat, "“{title}” does not fit: {why}", title=title, why=self.stop.why)
        yield tell_rule("Every action was replayed with the dice that fell then. No new die is used.")


class Redo(CampaignCommand):
    """Bring back what was undone last: ``number`` actions, from the entry ``first`` on."""

    title = "Redo"
    can_return = False
    wants_answers = True  # what a die or a secret has decided does not come back by silence
    is_about_game = True
    wish = "bring back what was undone"
    number: Annotated[int, Field(ge=1, le=MOST_KEPT)] = MOST_KEPT
    first: Annotated[int, Field(ge=0)] = 0

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Event]:
        """Redo the actions that fit. Raises ``NotNow`` if not even the first does, but tells only its own side why."""
        done = _decided_again(campaign, self.chosen(campaign), dice)
        numbers = [each.number for each in done.actions if each.number is not None]
        if not numbers:
            assert done.stop is not None, "it stops at the first"
            is_own = done.stop.seat in campaign.seats_of(user) and not self.needed(campaign, user)
            if is_own or done.stop.needs_other_dice:
                why = done.stop.why.value
                raise NotNow("Entry {entry} cannot be brought back: {why}", entry=done.stop.entry, why=why)
            raise NotNow("Entry {entry} no longer fits, so nothing is brought back.", entry=done.stop.entry)
        yield Redone(
            first=numbers[0],
            last=numbers[-1],
            titles=titles_of(each for each in done.actions if not each.is_unseen),
            back=tuple(each.seq for each in done.actions),
            over=done.over,
            missed=done.missed,
            stop=done.stop,
        )
        yield from done.events

    @override
    def tried(self, campaign: CampaignState, user: Player, dice: Dice) -> None:
        """Check only that there is something to bring back: whether it fits may be hidden from the user."""
        self.chosen(campaign)

    @override
    def needed(self, campaign: CampaignState, user: Player) -> frozenset[Seat]:
        """Nobody for actions of one's own by which nobody learned anything, and that touch nobody else. Otherwise all
        other sides, unless a referee who plays no side does it.
        """
        own = campaign.seats_of(user)
        is_own = all(
            each.is_unseen or (each.is_free and each.seat in own and _is_own_affair(each.command))
            for each in self.chosen(campaign)
        )
        return frozenset() if is_own else campaign.all_others(user)

    @override
    def asks(self, campaign: CampaignState, user: Player) -> Iterator[Line]:
        seen = [each for each in self.chosen(campaign) if not each.is_unseen]
        yield line(
            "Entries {first}–{last} ({count} {count:action|actions}): {titles}",
            count=len(seen),
            first=seen[0].number,
            last=seen[-1].number,
            titles=Shown(named(titles_of(seen))),
        )
        yield Line("The same dice fall again, as far as it fits.")

    def chosen(self, campaign: CampaignState) -> tuple[Action, ...]:
        """Return the wanted number of actions, and what was done unseen between them, up to the next one. Raises
        ``RuleError`` if there is none.
        """
        every = campaign.timeline.to_redo
        numbers = {each.number: each.seq for each in every if each.number is not None}
        if not numbers:
            raise NotNow("Nothing was undone that can be brought back.")
        if self.first and self.first not in numbers:
            raise NotThere(
                "Entry {entry} cannot be brought back. Choose one of these: {entries}.",
                entry=self.first,
                entries=Listed(numbers),
            )
        begin = numbers.get(self.first, 0)
        later = [seq for seq in numbers.values() if seq >= begin]
        end = later[self.number] if len(later) > self.number else math.inf
        return tuple(each for each in every if begin <= each.seq < end)


@dataclass(frozen=True, slots=True)
class _Again:
    """What was decided again: the events of some actions, what of the unseen did not fit, and where it stopped."""

    actions: tuple[Action, ...]
    events: tuple[Event, ...]
    missed: tuple[Missed, ...]
    over: int = 0
    stop: Stop | None = None


def _decided_again(campaign: CampaignState, actions: Iterable[Action], dice: Dice) -> _Again:
    """Decide actions again, one on the state after the other, until one is refused. Private deeds that are refused are
    passed over: nobody reads of them where it stops.
    """
    done: list[Action] = []
    events: list[Event] = []
    missed: list[Missed] = []
    stop, over = None, 0
    for action in actions:
        recorded = RecordedDice(action.rolls, dice)
        try:
            more, state = _play(campaign, action, recorded)
            recorded.check_all_used()
        except RuleError as error:
            why, seat = Hidden(error.text), action.seat
            if action.number is not None:
                is_other = isinstance(error, OtherDice)
                stop = Stop(entry=action.number, title=action.line, seat=seat, why=why, needs_other_dice=is_other)
                break
            missed.append(Missed(seat=seat, why=why))
        else:
            dice.repeat(recorded.rolls)
            done.append(action)
            events.extend(more)
            campaign = in_turn(campaign, state)
        over = action.seq
    return _Again(tuple(done), tuple(events), tuple(missed), over, stop)


def _play(campaign: CampaignState, action: Action, dice: Dice) -> tuple[tuple[Event, ...], Any]:
    command: Command | None = action.command
    if isinstance(command, GoOnWithout):
        command = default_of(campaign, command.seat)
    if not isinstance(command, GameCommand):
        raise NotNow("Play does not wait for {seat:the} now.", seat=action.seat)
    return carried_out(campaign, action.seat, command, dice)


def _is_own_affair(command: Command) -> bool:
    """Return whether a side does it without asking, and it is nobody else's affair."""
    return isinstance(command, GameCommand) and not (
        command.ends_phase or command.needs_consent or command.is_correction
    )


def is_told(notice: Notice) -> bool:
    """Return whether a redo repeats a notice of an action: a change on the board, dice or a secret."""
    if not isinstance(notice, Public):
        return True
    return notice.kind in KEPT or any(isinstance(value, Roll) for value in notice.line.values.values())
