"""The campaign after an entry of its log: what its events change, and what follows for the table."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

from rules.campaign.decider.waiting import waited
from rules.campaign.questions import requests
from rules.campaign.questions.orders import PhasePassed, in_turn
from rules.campaign.seats import absence, seating
from rules.campaign.state.actions import MOST_KEPT, Action, Aside, Struck
from rules.campaign.state.book import Book
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState, Request
from rules.campaign.time import corrections, forking, points, redo, rewind, undo
from rules.command import Command, GameCommand, GameEvent
from rules.errors import RuleError
from rules.game import REDEAL, Whose
from rules.log import LogEntry, fold
from rules.order import Order, passes_phase
from rules.seat import REFEREE, Player, Seat

# tuples, because a union would be built anew for every entry of a long log
ABOUT_THE_GAME = (undo.Undo, rewind.Rewind, redo.Redo)
SEATING = (seating.Joined, seating.Left)
SEATED = (seating.Joined, forking.Forked)
"""What deals new secrets, but is no action of the game."""


def followed(campaign: C, entry: LogEntry, state: Any = None, *, stands: bool = True) -> C:
    """The campaign after one more entry; ``state`` is the game's after it, where it is known already."""
    action = _action_in(campaign, entry)
    after = replace(campaign, seq=entry.seq, next_die=entry.next_die(campaign.next_die), at=entry.at)
    seen = {**campaign.seen, entry.user: entry.at}
    after = _with_deed(after, entry) if entry.is_unseen else replace(after, seen=seen)
    for event in entry.events:
        if isinstance(event, CampaignEvent):
            after = event.apply(after)
        if isinstance(event, SEATING):
            after = _reseated(after, event, entry)
        if isinstance(event, seating.Left) and not (after.roster[event.seat] and after.has_begun):
            # before the game has begun the book keeps no reading, so whoever leaves must know of no plan
            after = replace(after, orders={seat: each for seat, each in after.orders.items() if seat != event.seat})
        if event.undone:
            after = _undone(after, entry, event.undone)
        if isinstance(event, seating.Joined):
            after = replace(after, seen={**after.seen, event.player: entry.at})
        if isinstance(event, requests.Asked):
            after = _asked(after, entry, event)
    done = _renewed_state(after, entry) if action is None else _acted(after, entry, action, state, stands=stands)
    acting = frozenset() if action is None or action.seat is None else frozenset({action.seat})
    return waited(_read(campaign, done), acting)


def _with_deed(campaign: C, entry: LogEntry) -> C:
    """The campaign with one more private deed, which has no number, and by which nobody was seen."""
    deeds = {**campaign.deeds_of, entry.seat: campaign.deeds(entry.seat) + 1} if entry.seat else campaign.deeds_of
    return replace(campaign, unseen=(*campaign.unseen, entry.seq), deeds_of=deeds)


def _action_in(campaign: CampaignState, entry: LogEntry) -> Request | None:
    """The action of the game in an entry, as if it had been asked for; None if the entry holds none."""
    command = entry.command
    if isinstance(command, CampaignCommand) and not any(isinstance(event, GameEvent) for event in entry.events):
        return None
    if any(isinstance(event, (requests.Asked, *SEATED)) for event in entry.events):
        return None
    if isinstance(command, requests.Agree):
        return _for_its_seat(requests.request_of(campaign, command.to))
    return _for_its_seat(_request(entry))


def _renewed_state(campaign: C, entry: LogEntry) -> C:
    """The campaign with the secrets that whoever came to a seat of a fork was dealt: no action of the game, and nothing
    that can be undone.
    """
    if any(isinstance(event, forking.Forked) for event in entry.events):
        campaign = replace(campaign, next_die=entry.next_die(0))
    events = [event for event in entry.events if isinstance(event, GameEvent)]
    if not events or not any(isinstance(event, SEATED) for event in entry.events):
        return campaign
    state = fold(campaign.game, campaign.state, events)
    return replace(campaign, state=state, changed=entry.seq, actions=campaign.actions + 1)


def _request(entry: LogEntry) -> Request:
    return Request(entry.seq, Player(entry.user), entry.seat, entry.command, entry.title, frozenset())


def _for_its_seat(request: Request) -> Request:
    """What is decided by default is an action of the seat that did not answer."""
    if isinstance(request.command, absence.GoOnWithout):
        return replace(request, seat=request.command.seat)
    return request


def _acted(campaign: C, entry: LogEntry, action: Request, state: Any, *, stands: bool) -> C:
    """The campaign after an action of the game. Requests about how the game stood are void."""
    seat, command = action.seat, action.command
    assert seat is not None, "an action of the game has a seat"
    is_private = campaign.is_private_deed(entry.seq)
    if _is_for_another(campaign, action):
        sat = {**campaign.sat, seat: campaign.sat.get(seat, frozenset()) | {action.player}}
        campaign = replace(campaign, sat=sat, book=campaign.book.with_actor(action.player, seat, entry.seq))
    if not is_private:
        campaign = replace(campaign, actions=campaign.actions + 1, has_begun=True)
    if not stands:
        return _struck(campaign, entry, action)
    if is_private:
        return _acted_unseen(campaign, entry, action, state)
    if state is None:
        state = fold(campaign.game, campaign.state, (each for each in entry.events if isinstance(each, GameEvent)))
    left = _still_open(campaign, entry, ends_phase=command.ends_phase, is_private=command.is_private)
    is_new_turn = campaign.game.turn(state) != campaign.game.turn(campaign.state)
    actions = _actions(campaign, entry, seat, command)
    acts_again = {side for side, each in actions if not each.ends_phase}
    done = frozenset[Seat]() if is_new_turn else _still_done(campaign, state) - acts_again
    dice = sum(len(roll.faces) for roll in entry.rolls)
    acting = {side for side, _ in actions}
    is_free = entry.is_free and acting == {seat}
    last = Action(
        entry.seq,
        seat,
        action.player,
        entry.title,
        is_free,
        command.ends_phase or any(isinstance(event, PhasePassed) for event in entry.events),
        entry.at,
        dice,
        without=_missing(entry),
        ends_turn=is_new_turn,
        kind=command.type,
    )
    orders = in_turn(campaign, state).orders
    after = replace(
        corrections.with_correction(campaign, entry),
        requests=left,
        state=state,
        standing=(*campaign.standing, last)[-MOST_KEPT:],
        aside=_aside(campaign, entry),
        changed=entry.seq,
        done=done,
        passing=_passing(campaign, orders, state),
        book=_renewed(campaign, entry, actions),
        orders=orders,
    )
    return points.points_after(campaign, after, entry)


def _still_done(campaign: CampaignState, state: Any) -> frozenset[Seat]:
    """Return the seats that are done with the turn in another state: none whose own part of a phase has come."""
    game = campaign.game
    if str(game.phase(state)) == str(game.phase(campaign.state)):
        return campaign.done
    return campaign.done - {seat for seat, due in game.due(state).items() if due.whose is Whose.OWN}


def _passing(campaign: CampaignState, orders: Mapping[Seat, tuple[Order, ...]], state: Any) -> frozenset[Seat]:
    """The seats that play does not wait for in the phase of another state. Who orders it later is waited for: nobody
    learns by it when somebody gives an order.
    """
    game, before = campaign.game, campaign.state
    phase = str(game.phase(state))
    if (phase, game.turn(state)) == (str(game.phase(before)), game.turn(before)):
        return campaign.passing
    return frozenset(seat for seat, own in orders.items() if phase in game.phases() and passes_phase(own, phase))


def _missing(entry: LogEntry) -> frozenset[Seat]:
    """The seats without whose answer something was done in an entry."""
    late = (event.without for event in entry.events if isinstance(event, requests.Agreed))
    by_default = (event.seat for event in entry.events if isinstance(event, absence.WentOnWithout))
    return frozenset((*chain.from_iterable(late), *by_default))


def _acted_unseen(campaign: C, entry: LogEntry, action: Request, state: Any) -> C:
    """The campaign after a private deed: for the table all is as it was."""
    assert action.seat is not None, "an action of the game has a seat"
    if state is None:
        state = fold(campaign.game, campaign.state, (each for each in entry.events if isinstance(each, GameEvent)))
    last = Action(
        entry.seq,
        action.seat,
        action.player,
        entry.title,
        entry.is_free,
        ends_phase=False,
        at=entry.at,
        is_unseen=True,
        kind=action.command.type,
    )
    return replace(campaign, state=state, standing=(*campaign.standing, last)[-MOST_KEPT:])


def _renewed(campaign: CampaignState, entry: LogEntry, actions: Iterable[tuple[Seat, Command]]) -> Book:
    """The book after some actions: of a hand that was dealt anew nobody knows anything who cannot read it now."""
    book = campaign.book
    for seat, command in actions:
        if command.type == REDEAL:
            book = book.dealt_anew(seat, entry.seq, is_all=campaign.game.redeals_all)
    return book


def _is_for_another(campaign: CampaignState, action: Request) -> bool:
    """Whether somebody acts for a side without having its seat."""
    seat = action.seat or REFEREE
    is_theirs = seat == REFEREE or action.player in campaign.roster.get(seat, ())
    return isinstance(action.command, GameCommand) and not is_theirs


def _struck(campaign: C, entry: LogEntry, action: Request) -> C:
    """The campaign after an action that a later entry undoes."""
    assert action.seat is not None, "an action of the game has a seat"
    is_private = campaign.is_private_deed(entry.seq)
    struck = Struck(
        entry.seq, action.seat, action.player, entry.title, action.command, entry.rolls, entry.is_free, is_private
    )
    kept = None if isinstance(action.command, redo.Redo) else struck
    return replace(campaign, aside=campaign.aside.with_gone(entry.seq, kept))


def _undone(campaign: C, entry: LogEntry, undone: tuple[int, ...]) -> C:
    """The campaign after some of its actions were undone: what was asked of how the game stood is void, what stood
    after them is no point to go back to, and what play waits for begins now.
    """
    if campaign.is_private_deed(entry.seq):
        return campaign
    ends_phase = any(each.command.ends_phase for each in campaign.aside.struck if each.entry in undone)
    left = _still_open(campaign, entry, ends_phase=ends_phase)
    began = {wait: began for wait, began in campaign.began.items() if not wait.due}
    campaign = replace(campaign, requests=left, changed=entry.seq, began=began)
    if isinstance(entry.command, corrections.ThatsWrong):
        return campaign
    last = campaign.last_action.entry if campaign.last_action else 0
    kept = tuple(point for point in campaign.points if point.seq < undone[0])
    return replace(campaign, points=kept, aside=campaign.aside.undone(undone, entry.seq, last))


def _aside(campaign: CampaignState, entry: LogEntry) -> Aside:
    """What can be brought back after an action: what a redo has brought back cannot."""
    redone = next((event for event in entry.events if isinstance(event, redo.Redone)), None)
    return campaign.aside.redone(redone.last, entry.seq) if redone else campaign.aside


def _actions(campaign: CampaignState, entry: LogEntry, seat: Seat, command: Command) -> list[tuple[Seat, Command]]:
    """What was done for which seat: one action, or all that a redo brought back; what comes back unseen counts for
    nobody, as when it was done.
    """
    redone = {seq for event in entry.events if isinstance(event, redo.Redone) for seq in event.entries}
    return [(each.seat, each.command) for each in campaign.aside.struck if each.entry in redone] or [(seat, command)]


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
    request = replace(request, needed=frozenset(event.needed), command=event.meant(entry.command))
    others = (each for each in campaign.requests if each.player != request.player or each.command != request.command)
    return replace(campaign, requests=(*others, request))


def _read(before: CampaignState, after: C) -> C:
    """The campaign with its book, as other players act for its sides, and with the free seats that hold something."""
    free = (seat for seat in after.game.seats if not after.roster[seat] and seat not in after.exposed)
    if exposed := {seat for seat in free if after.game.has_secrets(after.state, seat)}:
        after = replace(after, exposed=after.exposed | exposed)
    if after.roster is before.roster and after.sat is before.sat and after.has_begun is before.has_begun:
        return after
    return _asked_anew(before, replace(after, book=book_of(after)))


def _asked_anew(before: CampaignState, after: C) -> C:
    """The campaign with its requests for seats as an entry has changed who must be asked: who asked for a seat may have
    come to read another side since, or others may hold it now.
    """

    def asked(request: Request) -> Request:
        if not isinstance(request.command, seating.SeatCommand):
            return request
        return replace(request, needed=request.needed | (_needed(after, request) - _needed(before, request)))

    return replace(after, requests=tuple(map(asked, after.requests)))


def book_of(campaign: CampaignState) -> Book:
    """The book of a campaign, as those read a side's secrets now who play it or act for it. A referee who acts for free
    seats reads nothing before the game has begun.
    """
    actors: dict[Seat, set[Player]] = {seat: {*campaign.roster[seat]} for seat in campaign.game.seats}
    for referee in campaign.roster[REFEREE] if campaign.has_begun else ():
        for seat in campaign.acts_for(referee):
            actors.get(seat, set()).add(referee)
    return campaign.book.turned(actors, campaign.seq, campaign.at, has_begun=campaign.has_begun)


def is_about_the_game(command: Command) -> bool:
    """Whether a request for a command is about how the game stands, so that the next action makes it void."""
    return not isinstance(command, CampaignCommand) or isinstance(command, ABOUT_THE_GAME)
