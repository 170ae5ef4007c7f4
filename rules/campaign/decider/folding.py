"""The campaign after an entry of its log: what its events change, and what follows for the table."""

from dataclasses import replace
from typing import Any

from rules.campaign.decider.waiting import waited
from rules.campaign.questions import requests
from rules.campaign.seats import absence, seating
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState, Request
from rules.campaign.state.timeline import Action, Point, Timeline
from rules.campaign.time import corrections, redo
from rules.command import Command, GameCommand, GameEvent
from rules.errors import RuleError
from rules.game import Whose
from rules.line import line
from rules.log import LogEntry, fold
from rules.seat import REFEREE, Player, Seat

SEATING = (seating.Joined, seating.Left)
"""A tuple, because a union would be built for every entry of a long log."""


def followed(campaign: C, entry: LogEntry, state: Any = None, *, stands: bool = True) -> C:
    """The campaign after one more entry; ``state`` is the game's after it, where it is known already."""
    action = _action_in(campaign, entry)
    after = replace(campaign, seq=entry.seq, next_die=entry.next_die(campaign.next_die), at=entry.at)
    if entry.number is not None:
        after = replace(after, number=entry.number, seen={**campaign.seen, entry.user: entry.at})
    elif entry.seat is not None:
        after = replace(after, timeline=after.timeline.with_deed(entry.seat))
    for event in entry.events:
        if isinstance(event, CampaignEvent):
            after = event.apply(after)
        if isinstance(event, SEATING):
            after = _reseated(after, event, entry)
        if isinstance(event, seating.Left) and not (after.roster[event.seat] and after.has_begun):
            after = _never_sat(after, event.seat)
        if event.undone:
            after = _undone(after, entry, event.undone)
        if isinstance(event, seating.Joined):
            after = replace(after, seen={**after.seen, event.player: entry.at})
        if isinstance(event, requests.Asked):
            after = _asked(after, entry, event)
    done = after if action is None else _acted(after, entry, action, state, stands=stands)
    acting = frozenset() if action is None or action.seat is None else frozenset({action.seat})
    return waited(done, acting)


def _never_sat(campaign: C, seat: Seat) -> C:
    """The campaign once a seat is left before the game has begun: features keep nothing of it, such as its orders."""
    return campaign.changing(lambda each: each.without_seat(seat))


def _action_in(campaign: CampaignState, entry: LogEntry) -> Request | None:
    """The action of the game in an entry, as if it had been asked for; None if the entry holds none."""
    command = entry.command
    if isinstance(command, CampaignCommand) and not any(isinstance(event, GameEvent) for event in entry.events):
        return None
    if any(isinstance(event, requests.Asked) for event in entry.events):
        return None
    if isinstance(command, requests.Agree):
        return _for_its_seat(requests.request_of(campaign, command.to))
    return _for_its_seat(_request(entry))


def _request(entry: LogEntry) -> Request:
    number = entry.number or 0
    return Request(entry.seq, Player(entry.user), entry.seat, entry.command, entry.title, frozenset(), number=number)


def _for_its_seat(request: Request) -> Request:
    """What is decided by default is an action of the seat that did not answer."""
    if isinstance(request.command, absence.GoOnWithout):
        return replace(request, seat=request.command.seat)
    return request


def _acted(campaign: C, entry: LogEntry, action: Request, state: Any, *, stands: bool) -> C:
    """The campaign after an action of the game. Requests about how the game stood are void."""
    seat, command = action.seat, action.command
    assert seat is not None, "an action of the game has a seat"
    if _is_for_another(campaign, action):
        sat = {**campaign.sat, seat: campaign.sat.get(seat, frozenset()) | {action.player}}
        campaign = replace(campaign, sat=sat)
    if not entry.is_unseen:
        begins = command.ends_phase or not entry.is_free
        campaign = replace(campaign, actions=campaign.actions + 1, has_begun=campaign.has_begun or begins)
    if not stands:
        return replace(campaign, timeline=campaign.timeline.with_struck(_action(entry, action, is_free=entry.is_free)))
    if state is None:
        state = fold(campaign.game, campaign.state, (each for each in entry.events if isinstance(each, GameEvent)))
    if entry.is_unseen:
        # for the table all is as it was
        deed = _action(entry, action, is_free=entry.is_free)
        return replace(campaign, state=state, timeline=campaign.timeline.with_action(deed))
    left = _still_open(campaign, entry, ends_phase=command.ends_phase, is_private=command.is_private)
    is_new_turn = campaign.game.turn(state) != campaign.game.turn(campaign.state)
    actions = _actions(campaign, entry, seat, command)
    acts_again = {side for side, each in actions if not each.ends_phase}
    done = frozenset[Seat]() if is_new_turn else _still_done(campaign, state) - acts_again
    acting = {side for side, _ in actions}
    last = _action(entry, action, is_free=entry.is_free and acting == {seat})
    kept = campaign.changing(lambda each: each.following(campaign.game, campaign.state, state))
    after = replace(
        kept,
        requests=left,
        state=state,
        timeline=replace(_redone(campaign, entry).with_action(last), changed=campaign.number),
        done=done,
    )
    return _with_points(campaign, after, entry)


def _still_done(campaign: CampaignState, state: Any) -> frozenset[Seat]:
    """Return the seats that are done with the turn in another state: none whose own part of a phase has come."""
    game = campaign.game
    if str(game.phase(state)) == str(game.phase(campaign.state)):
        return campaign.done
    return campaign.done - {seat for seat, due in game.due(state).items() if due.whose is Whose.OWN}


def _action(entry: LogEntry, action: Request, *, is_free: bool) -> Action:
    """An action of the game as the timeline keeps it."""
    assert action.seat is not None, "an action of the game has a seat"
    return Action(
        entry.seq,
        entry.number,
        action.seat,
        action.player,
        entry.title,
        action.command,
        entry.at,
        is_free,
        action.command.ends_phase or any(event.passes_phase for event in entry.events),
        entry.rolls,
        Player(entry.user),
    )


def _is_for_another(campaign: CampaignState, action: Request) -> bool:
    """Whether somebody acts for a side without having its seat."""
    seat = action.seat or REFEREE
    is_theirs = seat == REFEREE or action.player in campaign.roster.get(seat, ())
    return isinstance(action.command, GameCommand) and not is_theirs


def _undone(campaign: C, entry: LogEntry, undone: tuple[int, ...]) -> C:
    """The campaign after some of its actions were undone: what was asked of how the game stood is void, what stood
    after them is no point to go back to, and what play waits for begins now.
    """
    if entry.is_unseen:
        return campaign
    struck = [each for each in campaign.timeline.struck if each.seq in undone]
    left = _still_open(campaign, entry, ends_phase=any(each.command.ends_phase for each in struck))
    began = {wait: began for wait, began in campaign.began.items() if not wait.due}
    timeline = replace(campaign.timeline, changed=campaign.number)
    if not isinstance(entry.command, corrections.ThatsWrong):
        again = [each.seq for each in struck if not isinstance(each.command, redo.Redo)]
        timeline = timeline.undone(again, entry.seq)
    return replace(campaign, requests=left, timeline=timeline, began=began)


def _redone(campaign: CampaignState, entry: LogEntry) -> Timeline:
    """The timeline after an action, in which what a redo has brought back cannot be brought back again."""
    timeline = campaign.timeline
    redone = next((event for event in entry.events if isinstance(event, redo.Redone)), None)
    return timeline.redone(redone.over, entry.seq) if redone else timeline


def _actions(campaign: CampaignState, entry: LogEntry, seat: Seat, command: Command) -> list[tuple[Seat, Command]]:
    """What was done for which seat: one action, or all that a redo brought back; what comes back unseen counts for
    nobody, as when it was done.
    """
    redone = {seq for event in entry.events if isinstance(event, redo.Redone) for seq in event.back}
    seen = [each for each in campaign.timeline.struck if each.seq in redone and not each.is_unseen]
    return [(each.seat, each.command) for each in seen] or [(seat, command)]


def _still_open(
    campaign: CampaignState, entry: LogEntry, *, ends_phase: bool, is_private: bool = False
) -> tuple[Request, ...]:
    """Return the requests that an action, or the undoing of some, leaves open: those that are not about how the game
    stood, and the end of a phase, if another phase has not come by it and nobody acted whose word it waits for.
    """

    def stays(request: Request) -> bool:
        asked = request.command
        if asked.ends_phase:
            return not ends_phase and (is_private or not _holds_up(campaign, entry, request))
        return not is_about_the_game(asked)

    return tuple(each for each in campaign.requests if stays(each))


def _holds_up(campaign: CampaignState, entry: LogEntry, request: Request) -> bool:
    """Whether the end of a phase is not asked for any more once somebody does something: who asked for it, or one of
    those whose word is awaited. To answer what play waits for holds up nothing.
    """
    own = frozenset(campaign.seats_of(entry.user))
    if own & campaign.awaited and entry.undoes is None:
        return False
    return entry.user == request.player or bool(own & request.needed)


def _reseated(campaign: C, event: seating.Joined | seating.Left, entry: LogEntry) -> C:
    """The campaign with its requests as the players of a seat have changed: a free seat need not answer, and one that
    was free is asked as well. One that changes hands is asked what it was asked, and is not done with the turn.
    """
    seat = event.seat
    comes = any(isinstance(each, seating.Joined) and each.seat == seat for each in entry.events)
    if comes and isinstance(event, seating.Left):
        return campaign
    was_free = isinstance(event, seating.Joined) and len(campaign.roster[seat]) == 1
    if was_free:
        campaign = replace(campaign, done=campaign.done - {seat})

    def asked(request: Request) -> Request:
        if not campaign.roster.get(seat):
            return replace(request, needed=request.needed - {seat})
        if was_free and seat in _needed(campaign, request):
            return replace(request, needed=request.needed | {seat})
        return request

    requests = tuple(each for each in map(asked, campaign.requests) if each.needed)
    return replace(campaign, requests=requests)


def _needed(campaign: CampaignState, request: Request) -> frozenset[Seat]:
    """Who would be asked for a request now; nobody for what could not be asked for any more."""
    try:
        command = request.command
        return command.needed(campaign, request.player) if isinstance(command, CampaignCommand) else frozenset()
    except RuleError:
        return frozenset()


def _asked(campaign: C, entry: LogEntry, event: requests.Asked) -> C:
    """The campaign with one more open request; it replaces an earlier one of that player for the same."""
    request = replace(_request(entry), title=entry.command.title, until=event.until, goes_on=event.goes_on)
    request = replace(request, needed=frozenset(event.needed), command=entry.command)
    ends_phase = request.command.ends_phase

    def is_replaced(each: Request) -> bool:
        """Whether the player has asked for the same before, or for the end of another phase."""
        is_same = each.command == request.command or (ends_phase and each.command.ends_phase)
        return each.player == request.player and is_same

    others = (each for each in campaign.requests if not is_replaced(each))
    return replace(campaign, requests=(*others, request))


def is_about_the_game(command: Command) -> bool:
    """Whether a request for a command is about how the game stands, so that the next action makes it void."""
    return not isinstance(command, CampaignCommand) or command.is_about_game


def _with_points(before: CampaignState, after: C, entry: LogEntry) -> C:
    """The campaign with the points that an action of the game makes."""
    timeline = after.timeline
    if any(event.is_landmark for event in entry.events):
        timeline = timeline.with_point(Point(after.number - 1, line("Before: {title}", title=entry.title)))
    is_new_turn = after.game.turn(after.state) != before.game.turn(before.state)
    if is_new_turn or any(event.begins_step for event in entry.events):
        timeline = timeline.with_point(Point(after.number, after.game.where(after.state)))
    return replace(after, timeline=timeline)
