"""Deadlines: when the time to answer ends, what the table reads then, and who can go on without the others."""

from collections.abc import Container, Iterator
from datetime import datetime
from typing import Any

from typing_extensions import override

from rules.campaign.life.settings import Uncalled
from rules.campaign.questions.orders import carried_out
from rules.campaign.state.state import CampaignCommand, CampaignEvent, CampaignState, Request, once
from rules.campaign.state.wait import Wait
from rules.command import Event, GameCommand, Offer
from rules.dice import Dice
from rules.errors import NotNow, Unsure
from rules.line import both, line
from rules.notice import Notice, Public, tell_all
from rules.seat import REFEREE, Player, Seat
from rules.secrets import moment


@once
def deadlines(campaign: CampaignState) -> frozenset[datetime]:
    """Until when the table waits for each thing that it waits for now, also where that time has passed."""
    moves = [began.by for wait, began in campaign.began.items() if wait.due]
    every = [each.until for each in campaign.to_answer] + moves
    return frozenset([at for at in every if at is not None])


def in_time(campaign: CampaignState, standing: frozenset[Wait]) -> frozenset[Wait]:
    """Return those waits whose time to answer has not passed."""
    late = {each.seq for each in campaign.to_answer if campaign.is_past(each.until)}
    return frozenset(wait for wait in standing if wait.request not in late)


def late(campaign: CampaignState, entries: Container[int]) -> Iterator[tuple[Player, Public]]:
    """Yield those whose request or question in one of some entries was not answered in time, and how they are called:
    it is their move.
    """
    for asked in campaign.to_answer:
        if asked.seq in entries and campaign.is_past(asked.until) and asked.player not in campaign.of(Uncalled).players:
            yield asked.player, tell_all("{player}: not all have answered in time.", player=asked.player)


def overdue(campaign: CampaignState, seq: int) -> Iterator[Public]:
    """Yield what the table reads once the time to answer what an entry asked is over, if it is still open."""
    for asked in campaign.to_answer:
        if asked.seq == seq and campaign.is_past(asked.until):
            yield from asked.overdue(both(map(campaign.named, asked.missing)))


def overdue_moves(campaign: CampaignState, ended: Container[datetime | None] | None = None) -> Iterator[Public]:
    """Yield a notice for each seat whose time to move is over, or only for the times in ``ended``."""
    awaited = frozenset[Seat]() if campaign.is_ended else campaign.awaited
    by = {seat: at for seat in sorted(awaited) if campaign.is_past(at := campaign.move_by(seat))}
    for seat in (each for each, at in by.items() if ended is None or at in ended):
        if campaign.roster.get(seat) and default_of(campaign, seat) is not None:
            yield tell_all("{seat} did not answer. Any player can go on without them.", seat=campaign.named(seat))


def for_anyone(campaign: CampaignState) -> tuple[Request, ...]:
    """Return the overdue requests that any player can carry out, or none while the table waits for something else."""
    if campaign.is_ended or in_time(campaign, frozenset(campaign.began)):
        return ()
    late = (each for each in campaign.requests if campaign.is_past(each.until))
    return tuple(each for each in late if each.goes_on)


class WentOnWithout(CampaignEvent):
    """What a seat did not answer was decided by default."""

    seat: Seat
    player: Player

    def tell(self) -> Iterator[Notice]:
        yield tell_all("{player} goes on without {seat:the}.", player=self.player, seat=self.seat)


class GoOnWithout(CampaignCommand):
    """Go on without the answer of a seat that play waits for, once its time is over."""

    title = "Decided by default"
    may_roll = True
    seat: Seat

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Event]:
        command, until = default_of(campaign, self.seat), campaign.move_by(self.seat)
        asked = next((each.until for each in campaign.requests if self.seat in each.needed and each.goes_on), None)
        if command is None and (asked is None or campaign.is_past(asked)):
            raise NotNow("Play does not wait for {seat:the} now.", seat=self.seat)
        if command is None or not campaign.is_late(self.seat):
            if (by := asked if command is None else until) is None:
                raise NotNow("{seat:The} must answer first.", seat=self.seat)
            early = "There is still time to answer. You can go on without {seat:the} {when}."
            raise NotNow(early, seat=self.seat, when=moment(by))
        events, _ = carried_out(campaign, self.seat, command, dice)
        yield WentOnWithout(seat=self.seat, player=user)
        yield from events

    @override
    def check_sure(self, campaign: CampaignState, user: Player) -> None:
        """Who holds the seat is asked first: they can still answer themselves."""
        command = default_of(campaign, self.seat)
        if command is None or user not in campaign.roster[self.seat]:
            return
        named = (each.name for each in campaign.game.offers(campaign.state, self.seat) if each.command == command)
        what = next(named, None)
        known = line("You can still answer. Otherwise this is done: {what}.", what=what or command.title)
        raise Unsure((known, *(() if what else command.said())))


def default_of(campaign: CampaignState, seat: Seat) -> GameCommand[Any, Any] | None:
    """Return what is done for a seat that play waits for, if it does not answer."""
    if seat not in campaign.awaited or not any(map(campaign.roster.get, campaign.game.seats)):
        return None
    return campaign.game.default(campaign.state, seat)


def offers(campaign: CampaignState, user: int | None) -> Iterator[Offer]:
    """Yield going on without each seat that is late, unless who acts for it can answer."""
    for seat in sorted(campaign.awaited):
        actors = campaign.roster[REFEREE] if user is None else (user,)
        can_answer = not campaign.roster.get(seat) and any(seat in campaign.acts_for(each) for each in actors)
        if campaign.is_late(seat) and not can_answer and default_of(campaign, seat) is not None:
            yield Offer(GoOnWithout(seat=seat), line("Go on without {seat:the}", seat=seat), version=campaign.actions)
