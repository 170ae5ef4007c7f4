"""The clocks of the seats after an entry of the log: who holds up play runs on their own time."""

from collections.abc import Mapping
from dataclasses import replace

from rules.campaign.life.imports import TakenIn
from rules.campaign.questions.phases import PhaseEndRequested
from rules.campaign.questions.requests import Agree, Agreed, Decline, held_by
from rules.campaign.state.clock import Clock, Held
from rules.campaign.state.state import C, CampaignState, Request
from rules.campaign.time.corrections import Object
from rules.campaign.time.forking import Forked
from rules.campaign.time.undo import Rewind, Undo
from rules.campaign.time.used import TimeUsed
from rules.log import LogEntry
from rules.seat import REFEREE, Seat

SETTING = (TimeUsed, TakenIn, Forked)
"""What says itself how the clocks stand."""
EACH_TIME = (Decline, Undo, Rewind)
"""What costs time also where the clock runs already: it can be said again and again."""


def clocked(before: CampaignState, after: C, entry: LogEntry, action: Request | None) -> C:
    """The campaign with the clocks of its seats after an entry, which holds an ``action`` of the game or none. A
    private deed moves none, unless all can see that play does not wait for the same sides any more.
    """
    ends_phase = action is not None and action.command.ends_phase
    waits_alike = after.awaited == before.awaited
    held = {} if ends_phase else _held(before, after, entry)
    missed, objects = _missed(before, entry), _objecting(before, entry)
    now = replace(before, at=entry.at, clocks=_stood(before, after, entry))
    if not (held or missed or objects or now.clocks) or (entry.is_unseen and waits_alike):
        return after
    clocks = {seat: now.clock_of(seat) for seat in {**now.clocks, **dict.fromkeys(sorted({*held, *missed, *objects}))}}
    clocks |= {seat: clocks[seat].missed(before.patience.answer) for seat in missed}
    clocks |= {seat: clocks[seat].charged() for seat in objects}
    done = frozenset(clocks) if ends_phase else _done_with_phase(before, entry)
    clocks = {seat: each.stopped() if _stops(after, seat, each, done) else each for seat, each in clocks.items()}
    if after.game.turn(after.state) > before.game.turn(before.state):
        clocks = {seat: each.turned(before.patience.answer) for seat, each in clocks.items()}
    for seat, what in sorted(held.items()):
        if clocks[seat].since is None or isinstance(entry.command, EACH_TIME):
            clocks[seat] = clocks[seat].started(entry.at, what)
    return replace(after, clocks=clocks)


def _stood(before: CampaignState, after: CampaignState, entry: LogEntry) -> Mapping[Seat, Clock]:
    """The clocks as they stood when an entry came: those that it tells itself, or those of the campaign before it."""
    return after.clocks if any(isinstance(event, SETTING) for event in entry.events) else before.clocks


def _stops(after: CampaignState, seat: Seat, clock: Clock, done: frozenset[Seat]) -> bool:
    """Whether a clock stops: the seat is done with the phase, or has given the answer that it wanted to give."""
    return seat in done or (clock.held is Held.ANSWER and seat not in after.awaited)


def _held(before: CampaignState, after: CampaignState, entry: LogEntry) -> Mapping[Seat, Held]:
    """What the seats of whoever acted keep open by an entry: others had asked to end a phase, or to go on without an
    answer, and now nobody asks for it any more; or what others had done of the kind was undone.
    """
    own = frozenset(before.seats_of(entry.user)) - {REFEREE}
    if isinstance(entry.command, Agree):
        return {}
    open_ = {each.seq for each in after.requests}
    gone = [each for each in before.requests if each.seq not in open_ and each.player != entry.user]
    asked = ((seat, what) for each in gone if (what := held_by(each.command)) for seat in own & each.needed)
    awaited = after.awaited
    held = {seat: what for seat, what in asked if what is Held.PHASE or seat in awaited}
    undone = {seq for event in entry.events for seq in event.undone}
    for each in (each for each in after.timeline.struck if each.seq in undone and each.player != entry.user):
        match held_by(each.command):
            case Held.PHASE if each.seat not in own:
                held |= dict.fromkeys(own, Held.PHASE)
            case Held.ANSWER if each.seat in own & awaited:
                held |= {each.seat: Held.ANSWER}
            case _:
                pass
    return held


def _objecting(before: CampaignState, entry: LogEntry) -> frozenset[Seat]:
    """The sides of whoever objects to what another has entered."""
    objects = isinstance(entry.command, Object)
    return frozenset(before.seats_of(entry.user)) - {REFEREE} if objects else frozenset()


def _missed(before: CampaignState, entry: LogEntry) -> frozenset[Seat]:
    """The seats without which others went on, as they had not answered in time."""
    late = {each.to: each.without for each in entry.events if isinstance(each, Agreed) and each.is_late}
    asked = (each for each in before.requests if each.seq in late and held_by(each.command))
    return frozenset(seat for each in asked for seat in late[each.seq])


def _done_with_phase(before: CampaignState, entry: LogEntry) -> frozenset[Seat]:
    """The seats that are done with a phase by an entry: they ask for its end, or agree to it."""
    asks = any(isinstance(event, PhaseEndRequested) for event in entry.events)
    command = entry.command
    to = command.to if isinstance(command, Agree) else None
    agrees = any(each.number == to and each.command.ends_phase for each in before.requests)
    return frozenset(before.seats_of(entry.user)) if asks or agrees else frozenset()
