"""Whom the table waits for: players who must answer a request, and those whose move it is."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from operator import attrgetter

from rules.campaign.life.settings import Uncalled
from rules.campaign.questions.done import DONE, done_by
from rules.campaign.state.slice import Pending
from rules.campaign.state.state import C, CampaignState, Request, once
from rules.campaign.state.wait import Began, Wait
from rules.game import Due, Whose
from rules.line import Line, Listed, line
from rules.log import LogEntry
from rules.notice import Public, tell_all
from rules.seat import Player, Seat
from rules.secrets import moment


def waits(campaign: CampaignState) -> frozenset[Wait]:
    """Return everything that the table waits for now."""
    return frozenset(campaign.began)


def _waits(campaign: CampaignState) -> frozenset[Wait]:
    """Return what a campaign waits for after its newest entry. Nobody waits for a demo."""
    if campaign.founding.terms.demo:
        return frozenset()
    asked = [Wait(seat, each.seq) for each in campaign.to_answer for seat in each.missing if campaign.roster[seat]]
    moves = [] if campaign.is_ended else [Wait(seat, due=due.key) for seat, due in dues(campaign).items()]
    return frozenset(asked + moves)


def waited(campaign: C, acting: frozenset[Seat] = frozenset()) -> C:
    """Return the campaign with what its newest entry or its founding made the table wait for. An ``acting`` seat, and
    one that is no longer free or alone, gets the whole time again.
    """
    began = dict[Wait, Began]()
    for wait in _waits(campaign):
        known = campaign.began.get(wait)
        if known is None:
            began[wait] = Began(campaign.seq, campaign.at, _by(campaign, wait))
        else:
            begins = known.by is None or wait.seat in acting or not campaign.roster[wait.seat]
            began[wait] = replace(known, by=_by(campaign, wait)) if begins else known
    return campaign if began == campaign.began else replace(campaign, began=began)


def _by(campaign: CampaignState, wait: Wait) -> datetime | None:
    """Return when a seat's time to play ends, or None if play awaits nothing from it, or it is free or alone."""
    own = {*campaign.roster[wait.seat]}
    others = {player for players in campaign.roster.values() for player in players} - own
    is_awaited = bool(wait.due) and wait.seat in campaign.awaited
    return campaign.answer_by([wait.seat]) if is_awaited and own and others else None


def made_by(campaign: CampaignState, seq: int) -> frozenset[Wait]:
    """Return what the table has waited for since an entry (0: the founding), and still does."""
    return frozenset([wait for wait, began in campaign.began.items() if began.seq == seq])


def called_by(campaign: CampaignState, entry: LogEntry) -> frozenset[Wait]:
    """Return what an entry calls for. An undo calls nobody: players are only reminded of what play awaits after it."""
    return made_by(campaign, entry.seq) if entry.undoes is None else frozenset()


@once
def dues(campaign: CampaignState) -> Mapping[Seat, Due]:
    """Return whom the table waits for in the game, and for what. While players are asked whether a phase ends, nobody
    need play on the board.
    """
    must = {seat: due for seat, due in campaign.due.items() if due.whose is Whose.MUST}
    is_ending = any(each.command.ends_phase for each in campaign.requests)
    return must if is_ending else {**_on_board(campaign), **must}


def _on_board(campaign: CampaignState) -> Mapping[Seat, Due]:
    """Return what is left to play on the board for each held seat. The other seats play for the free ones."""
    due = {seat: due for seat, due in campaign.due.items() if due.whose is not Whose.MUST}
    held = {seat: each for seat, each in due.items() if campaign.roster[seat]}
    if not held:
        sides: list[Seat] = [seat for seat in campaign.game.seats if campaign.roster[seat]]
        held = {seat: replace(each, whose=Whose.ANY) for each in due.values() for seat in sides}
    over = campaign.done.union(campaign.game.ready(campaign.state), *(each.passing for each in campaign.slices))
    return {seat: each for seat, each in held.items() if seat not in over} or held or due


def called(campaign: CampaignState, wait: Wait, user: int | None = None) -> tuple[Player, ...]:
    """Return the players who are called for a wait: those of its seat who want to be, unless the ``user`` who just
    acted can see to it; in a solitaire campaign only those who are asked something.
    """
    if wait.due and len(campaign.game.seats) == 1 and campaign.is_solitaire:
        return ()
    due = dues(campaign) if wait.due else {}
    is_for_all = wait.seat in due and due[wait.seat].whose is Whose.ANY
    if any(user in campaign.roster.get(seat, ()) for seat in (due if is_for_all else (wait.seat,))):
        return ()
    return tuple(each for each in campaign.roster.get(wait.seat, ()) if each not in campaign.of(Uncalled).players)


def tell_waits(
    campaign: CampaignState, standing: frozenset[Wait], user: int | None = None, told: Collection[Line] = ()
) -> Iterator[Public]:
    """Call each player who must decide something, and name it, unless it is ``told`` beside."""
    for request in campaign.to_answer:
        asked = [wait for wait in standing if wait.request == request.seq]
        if not (names := _named(campaign, asked, user)):
            continue
        if request.until is None:
            yield tell_all("{names}, your answer: {asked}.", names=names, asked=asked_in(campaign, request))
        elif isinstance(request, Request) and request.command.ends_phase:
            buttons = {done_by(campaign, wait.seat, request.command) for wait in asked}
            yield tell_all(
                "{names}: act, or press **{button}**. Play goes on without you {until}.",
                names=names,
                button=buttons.pop() if len(buttons) == 1 else DONE,
                until=moment(request.until),
            )
        else:
            until, what = moment(request.until), asked_in(campaign, request)
            yield tell_all("{names}, your answer is due {until}: {asked}.", names=names, until=until, asked=what)
    for due, asked in moves(campaign, standing):
        if names := _named(campaign, asked, user):
            if due.what in told:
                yield tell_all("{names}, your move.", names=names)
            else:
                yield tell_all("{names}, your move: {what}", names=names, what=due.what)


def moves(campaign: CampaignState, standing: frozenset[Wait]) -> Iterator[tuple[Due, list[Wait]]]:
    """Yield what some of the waits are for in the game, and which of them: said once of all that do the same."""
    due = dues(campaign)
    together: dict[Due, list[Wait]] = {}
    for wait in sorted((each for each in standing if each.due and each.seat in due), key=attrgetter("seat")):
        together.setdefault(due[wait.seat], []).append(wait)
    yield from together.items()


def asked_in(campaign: CampaignState, asked: Pending) -> Line:
    """Return who asks what, with the number of the request's buttons if several requests ask the same."""
    if sum(each.what == asked.what for each in campaign.to_answer) > 1:
        return line("{asked} ({entry})", asked=asked.asks, entry=asked.number)
    return asked.asks


def _named(campaign: CampaignState, asked: Iterable[Wait], user: int | None) -> Listed | None:
    """Return those who are called, with the seats that they hold; None if there are none."""
    held: dict[tuple[Player, ...], list[Seat]] = {}
    for wait in sorted(asked, key=attrgetter("seat")):
        held.setdefault(called(campaign, wait, user), []).append(wait.seat)
    named = [
        line("{players} ({seats})", players=Listed(players), seats=Listed(own))
        for players, own in held.items()
        if players
    ]
    return Listed(named) if named else None
