"""The campaign after an entry of its log: what its events change, and what follows for the table."""

from dataclasses import replace
from typing import Any

from rules.campaign.decider.waiting import waited
from rules.campaign.questions import requests
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState, Request
from rules.campaign.state.timeline import Action, Point, Timeline
from rules.campaign.time import redo
from rules.campaign.time.deadlines import GoOnWithout
from rules.command import Command, GameCommand, GameEvent
from rules.game import Whose
from rules.line import line
from rules.log import LogEntry, fold
from rules.seat import REFEREE, Player, Seat


def followed(campaign: C, entry: LogEntry, state: Any = None, *, stands: bool = True) -> C:
    """Return the campaign after one more entry. ``state`` is the game's state after it, if known."""
    action = _action_in(campaign, entry)
    changed: dict[str, Any] = {"seq": entry.seq, "next_die": entry.next_die(campaign.next_die), "at": entry.at}
    if entry.number is not None:
        changed |= {"number": entry.number, "seen": {**campaign.seen, entry.user: entry.at}}
    elif entry.seat is not None:
        changed["timeline"] = campaign.timeline.with_deed(entry.seat)
    after = replace(campaign, **changed)
    for event in entry.events:
        if isinstance(event, CampaignEvent):
            after = event.follow(after, entry)
    done = after if action is None else _acted(after, entry, action, state, stands=stands)
    acting = frozenset() if action is None or action.seat is None else frozenset({action.seat})
    return waited(done, acting)


def _action_in(campaign: CampaignState, entry: LogEntry) -> Request | None:
    """Return the game's action in an entry, as if a player had asked for it, or None if there is none."""
    command = entry.command
    if isinstance(command, CampaignCommand) and not any(isinstance(event, GameEvent) for event in entry.events):
        return None
    if any(isinstance(event, requests.Asked) for event in entry.events):
        return None
    action = requests.request_in(entry)
    if isinstance(command, requests.Agree):
        action = requests.request_of(campaign, command.to)
    if isinstance(action.command, GoOnWithout):
        # what is decided by default is an action of the seat that did not answer
        action = replace(action, seat=action.command.seat)
    return action


def _acted(campaign: C, entry: LogEntry, action: Request, state: Any, *, stands: bool) -> C:
    """Return the campaign after an action of the game. Requests about how the game stood are void."""
    seat, command = action.seat, action.command
    assert seat is not None, "an action of the game has a seat"
    is_theirs = seat == REFEREE or action.player in campaign.roster.get(seat, ())
    if isinstance(command, GameCommand) and not is_theirs:  # they act for a side without having its seat
        sat = {**campaign.sat, seat: campaign.sat.get(seat, frozenset()) | {action.player}}
        campaign = replace(campaign, sat=sat)
    counted: dict[str, Any] = {}
    if not entry.is_unseen:
        begins = command.ends_phase or not entry.is_free
        counted = {"actions": campaign.actions + 1, "has_begun": campaign.has_begun or begins}
    if not stands:
        return replace(campaign, **counted, timeline=campaign.timeline.with_struck(_action(entry, action)))
    if state is None:
        state = fold(campaign.game, campaign.state, (each for each in entry.events if isinstance(each, GameEvent)))
    if entry.is_unseen:
        # for the table all is as it was
        return replace(campaign, state=state, timeline=campaign.timeline.with_action(_action(entry, action)))
    ends_phase = command.ends_phase or entry.ends_game
    left = requests.still_open(campaign, entry, state, ends_phase=ends_phase, is_private=command.is_private)
    is_new_turn = campaign.game.turn(state) != campaign.game.turn(campaign.state)
    actions = _actions(campaign, entry, seat, command)
    acts_again = {side for side, each in actions if not each.ends_phase}
    done = frozenset[Seat]() if is_new_turn else _still_done(campaign, state) - acts_again
    is_for_one = all(side == seat for side, _ in actions)
    last = replace(_action(entry, action), is_free=entry.is_free and is_for_one)
    slices = (each.following(campaign.game, campaign.state, state) for each in campaign.slices)
    timeline = campaign.timeline
    for event in entry.events:
        if isinstance(event, redo.Redone):  # what it has brought back cannot be brought back again
            timeline = timeline.redone(event.over, entry.seq)
    timeline = replace(timeline.with_action(last), changed=campaign.number)
    timeline = _with_points(campaign, timeline, state, entry)
    return replace(campaign.having(*slices), **counted, requests=left, state=state, timeline=timeline, done=done)


def _still_done(campaign: CampaignState, state: Any) -> frozenset[Seat]:
    """Return the seats that are done with the turn in another state: none whose own part of a phase has come."""
    game = campaign.game
    if game.phase(state) == game.phase(campaign.state):
        return campaign.done
    return campaign.done - {seat for seat, due in game.due(state).items() if due.whose is not Whose.ANY}


def _action(entry: LogEntry, action: Request) -> Action:
    """Return an action of the game as the timeline keeps it."""
    assert action.seat is not None, "an action of the game has a seat"
    return Action(
        entry.seq, entry.number, action.seat, action.player, entry.title, action.command, entry.at, entry.is_free,
        action.command.ends_phase or any(event.passes_phase for event in entry.events), entry.rolls,
        Player(entry.user),
    )  # fmt: skip


def _actions(campaign: CampaignState, entry: LogEntry, seat: Seat, command: Command) -> list[tuple[Seat, Command]]:
    """Return what was done for which seat: one action, or all that a redo brought back; what comes back unseen counts
    for nobody, as when it was done.
    """
    redone = {seq for event in entry.events if isinstance(event, redo.Redone) for seq in event.back}
    seen = [each for each in campaign.timeline.struck if each.seq in redone and not each.is_unseen]
    return [(each.seat, each.command) for each in seen] or [(seat, command)]


def _with_points(campaign: CampaignState, timeline: Timeline, state: Any, entry: LogEntry) -> Timeline:
    """Return the timeline with the points that an action of the game makes, which led to a ``state``."""
    game, number = campaign.game, campaign.number
    if any(event.is_landmark for event in entry.events):
        timeline = timeline.with_point(Point(number - 1, line("Before: {title}", title=entry.title)))
    is_new_turn = game.turn(state) != game.turn(campaign.state)
    if is_new_turn or any(event.begins_step for event in entry.events):
        timeline = timeline.with_point(Point(number, game.where(state)))
    return timeline
