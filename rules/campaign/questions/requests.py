"""Requests: what a player asks the others to agree to, and their answers."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, ClassVar, Literal, TypeVar, assert_never

from typing_extensions import override

from rules.campaign.questions.plans import followed_by_plans
from rules.campaign.state.clock import DAY, LEAST, Held
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState, Request
from rules.command import Command, Event, GameCommand, Offer
from rules.dice import Dice
from rules.errors import NotNow, NotSeated, NotYours, Unsure
from rules.line import Line, both, line, one_of
from rules.log import play
from rules.notice import Notice, Public, tell_all
from rules.seat import REFEREE, Player, Seat
from rules.secrets import Shown

MOST_SHOWN = 3
"""How many open requests have buttons: the oldest of each player, then the next of each; those of strangers last."""


class Asked(CampaignEvent):
    """A player asks others for their consent. Each kind of request tells what it is for.

    ``until`` is when the time to answer ends; ``goes_on`` says that it is then done without the missing answers.
    """

    player: Player
    needed: tuple[Seat, ...]
    until: datetime | None = None
    goes_on: bool = False

    @override
    def apply(self, campaign: C) -> C:
        """Nothing yet: the campaign keeps the request beside the command that was asked for."""
        return campaign

    def meant(self, command: Command) -> Command:
        """The command that is carried out once they agree: by default as it was given."""
        return command

    def tell_needed(self) -> Iterator[Notice]:
        """Who must agree, and until when."""
        if self.needed == (REFEREE,):
            yield tell_all("The referee must agree.")
        elif self.needed:
            names = both(self.needed)
            yield tell_all("{names} must agree, or a referee who plays no side.", names=names)
        if self.until is None:
            return
        when = Shown(f"<t:{int(self.until.timestamp())}:R>")
        if self.goes_on:
            yield tell_all("Without an answer, any player can go on {when}.", when=when)
        else:
            yield tell_all("Answer by {when}.", when=when)


A = TypeVar("A", bound=Asked)


def asking(kind: type[A], campaign: CampaignState, player: Player, needed: frozenset[Seat], **fields: Any) -> A:
    """The event by which some seats are asked, with the time that they have to answer."""
    return kind(player=player, needed=tuple(sorted(needed)), until=campaign.answer_by(needed), **fields)


class Agreed(CampaignEvent):
    """Some seats agreed to the request of entry ``to``. ``is_complete`` if nobody else must. If it ``is_late``, it is
    done ``without`` those who did not answer, and passes over what is ``skipped``.
    """

    type: Literal["agreed"] = "agreed"
    to: int
    seats: tuple[Seat, ...]
    title: str
    is_complete: bool
    is_late: bool = False
    for_turn: bool = False
    without: tuple[Seat, ...] = ()
    skipped: tuple[Line, ...] = ()

    @property
    @override
    def heading(self) -> str:
        return self.title if self.is_complete else "Consent given"

    @override
    def apply(self, campaign: C) -> C:
        if self.for_turn:
            campaign = replace(campaign, done=campaign.done | set(self.seats))
        if self.is_complete:
            return campaign.without_request(self.to)
        requests = (
            replace(each, needed=each.needed - set(self.seats)) if each.seq == self.to else each
            for each in campaign.requests
        )
        return replace(campaign, requests=tuple(requests))

    @override
    def tell(self) -> Iterator[Notice]:
        if self.is_late:
            yield tell_all("The time to answer is over, with no answer from {names}.", names=both(self.without))
            for text in self.skipped:
                yield Public(text).under("Skipped without them")
        elif self.for_turn:
            yield tell_all("Done for this turn: {names}", names=both(self.seats))
        else:
            yield tell_all("Agreed: {names}", names=both(self.seats))


class Declined(CampaignEvent):
    """A player did not agree to the request of entry ``to``, or withdrew it. Who has ``held`` something open by it can
    do so for ``days`` more; None as long as the days of this turn last, or if there is no limit.
    """

    type: Literal["declined"] = "declined"
    player: Player
    to: int
    asker: Player
    wish: Line
    is_withdrawn: bool = False
    held: Held | None = None
    days: int | None = None

    @property
    @override
    def heading(self) -> str:
        return "Request withdrawn" if self.is_withdrawn else ""

    @override
    def apply(self, campaign: C) -> C:
        return campaign.without_request(self.to)

    @override
    def tell(self) -> Iterator[Notice]:
        player = self.player
        if self.is_withdrawn:
            yield tell_all("{player} no longer wants to {wish}.", player=player, wish=self.wish)
            return
        match self.held:
            case Held.PHASE:
                yield tell_all("{player} is not done yet, so play stays in this phase.", player=player)
            case Held.ANSWER:
                yield tell_all("{player} wants to answer, so nothing is decided by default.", player=player)
            case None:
                yield tell_all(
                    "{player} declines: {asker} wanted to {wish}.", player=player, asker=self.asker, wish=self.wish
                )
            case _:
                assert_never(self.held)
        if self.days is not None:
            yield tell_all(
                "They can hold up play for {days} more {days:day|days}. After that the deadline counts.", days=self.days
            )


class Agree(CampaignCommand):
    """Agree to the request with the number ``to``.

    ``for_turn`` agrees also to every further end of a phase of this turn, until the seat acts.
    """

    title: ClassVar[str] = "Consent given"
    type: Literal["agree"] = "agree"
    to: int
    for_turn: bool = False

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Event]:
        request = request_of(campaign, self.to)
        is_late = campaign.is_past(request.until)
        if is_late:
            _check_goes_on(campaign, user, request)
            seats: tuple[Seat, ...] = ()
        else:
            seats = voices(campaign, user, request)
        is_complete = is_late or request.needed <= set(seats)
        if is_complete:
            yield from carry_out(campaign, request, dice)
        yield Agreed(
            to=request.seq,
            seats=seats,
            title=request.title,
            is_complete=is_complete,
            is_late=is_late,
            for_turn=self.for_turn and request.command.ends_phase,
            without=tuple(sorted(request.needed)) if is_late else (),
            skipped=tuple(_skipped(campaign, request)) if is_late else (),
        )

    @override
    def check_sure(self, campaign: CampaignState, user: Player) -> None:
        """Who goes on without others is asked first: what is done, and without whom. The end of a phase needs it only
        where something is skipped, or somebody has said that they are away.
        """
        request = request_of(campaign, self.to)
        if not campaign.is_past(request.until):
            return
        names = both(map(campaign.named, sorted(request.needed)))
        over = (line("Skipped: {what}", what=each) for each in _skipped(campaign, request))
        lines = [*absent(campaign, request.needed), *over]
        if lines or not request.command.ends_phase:
            done = line("{asked}. It is done without an answer from {names}.", asked=wants(request), names=names)
            raise Unsure((done, *lines))


class Decline(CampaignCommand):
    """Do not agree to the request with the number ``to``, or withdraw it."""

    title: ClassVar[str] = "Consent declined"
    type: Literal["decline"] = "decline"
    to: int

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Event]:
        request = request_of(campaign, self.to)
        is_own = user == request.player
        seats = () if is_own else voices(campaign, user, request)
        held, days = held_by(request.command), None
        if held and not is_own and not campaign.is_neutral_referee(user):
            left = [each for each in map(campaign.time_left, seats) if each is not None]
            if left and not any(left):
                raise NotNow("Your bank of time is empty, so play goes on at the deadline. Act before it.")
            uses_bank = left and max(left) <= campaign.patience.bank * DAY
            days = max(0, max(left) - LEAST) // DAY if uses_bank else None
        yield Declined(
            player=user,
            to=request.seq,
            asker=request.player,
            wish=request.command.wanted(),
            is_withdrawn=is_own,
            held=held,
            days=days,
        )


def wants(request: Request) -> Line:
    """Who asks for something, and what."""
    return line("{player} wants to {wish}", player=request.player, wish=request.command.wanted())


def held_by(command: Command) -> Held | None:
    """What a side keeps open that does not agree to a command."""
    if command.ends_phase:
        return Held.PHASE
    return command.holds_up() if isinstance(command, CampaignCommand) else None


def absent(campaign: CampaignState, seats: Iterable[Seat]) -> Iterator[Line]:
    """Until when those players of some seats are away who have said so."""
    for player in sorted({player for seat in seats for player in campaign.roster.get(seat, ())}):
        if (until := campaign.away_until(player)) is not None:
            yield line("{player} is away until {until}.", player=player, until=Shown(f"<t:{int(until.timestamp())}:D>"))


def _skipped(campaign: CampaignState, request: Request) -> Iterator[Line]:
    """What the end of a phase would pass over unplayed."""
    command = request.command
    if isinstance(command, GameCommand) and command.ends_phase:
        yield from (each.line for each in campaign.game.skipped(campaign.state, command, campaign.done))


def carry_out(campaign: CampaignState, request: Request, dice: Dice) -> Iterator[Event]:
    """What was asked for happens. Raises ``RuleError`` if it cannot be done any more."""
    command = request.command
    if isinstance(command, CampaignCommand):
        yield from command.decide(campaign, request.player, dice)
        return
    assert isinstance(command, GameCommand), "a command is the campaign's or the game's"
    assert request.seat is not None, "an action of the game has a seat"
    if request.seat not in campaign.acts_for(request.player):
        raise NotNow("{player} no longer plays {seat}, so this is not done.", player=request.player, seat=request.seat)
    done = play(campaign.game, campaign.state, request.seat, command, dice)
    standing = campaign.without_request(request.seq)
    yield from followed_by_plans(standing, request.seat, command, done, dice)[0]


def request_of(campaign: CampaignState, number: int) -> Request:
    """The request with a number. Raises ``NotNow`` if it is no longer open."""
    for request in campaign.requests:
        if request.number == number:
            return request
    raise NotNow("That request is no longer open.")


def voices(campaign: CampaignState, user: Player, request: Request) -> tuple[Seat, ...]:
    """The seats for which a user agrees; a referee who plays no side speaks for all. Raises ``NotYours`` for others."""
    if user == request.player:
        raise NotYours("You asked for this yourself. The others must answer.")
    if campaign.is_neutral_referee(user):
        return tuple(sorted(request.needed))
    seats = tuple(seat for seat in campaign.seats_of(user) if seat in request.needed)
    if not seats:
        names = one_of(map(campaign.named, sorted(request.needed)))
        raise NotYours("Only {names} can answer this.", names=names)
    return seats


def _check_goes_on(campaign: CampaignState, user: Player, request: Request) -> None:
    """Whether a player carries a request out without the missing answers, its time being over. Raises ``RuleError``."""
    # who asked and holds no seat asked for one
    if not campaign.seats_of(user) and user != request.player:
        raise NotSeated()
    if can_go_on(campaign, request):
        return
    raise NotNow("The time to answer is over, so this is not done. You can ask again.")


def can_go_on(campaign: CampaignState, request: Request) -> bool:
    """Whether a request whose time is over is carried out without the missing answers."""
    command = request.command
    if isinstance(command, CampaignCommand) and command.wants_answers():
        return False
    return request.goes_on or all(map(campaign.is_silent, request.needed))


def is_lapsed(campaign: CampaignState, request: Request) -> bool:
    """Whether the time to answer a request is over and nothing will come of it."""
    return campaign.is_past(request.until) and not can_go_on(campaign, request)


def overdue(campaign: CampaignState, seq: int) -> Iterator[Public]:
    """What the table reads once the time to answer the request of an entry has passed, if it is still open."""
    for request in campaign.requests:
        if request.seq == seq and campaign.is_past(request.until):
            names = both(map(campaign.named, sorted(request.needed)))
            yield tell_all("{names} did not answer: {asked}.", names=names, asked=wants(request))
            if can_go_on(campaign, request):
                yield tell_all("Any player can go on without them.")
            else:
                yield tell_all("So it is not done. {player} can ask again.", player=request.player)


def _with_buttons(campaign: CampaignState) -> list[Request]:
    """The open requests that have buttons, the oldest first. Whoever asks for much takes nobody else's away."""
    standing = [each for each in campaign.requests if not is_lapsed(campaign, each)]
    turn = dict[int, int]()
    for request in standing:
        turn[request.seq] = sum(each.player == request.player and each.seq < request.seq for each in standing)
    by_fairness = sorted(standing, key=lambda each: (not campaign.seats_of(each.player), turn[each.seq], each.seq))
    shown = by_fairness[:MOST_SHOWN]
    return sorted(shown, key=lambda each: each.seq)


def alike(requests: Iterable[Request], request: Request) -> list[Request]:
    """Those of some requests that ask for the same as one."""
    wish = request.command.wanted()
    return [each for each in requests if each.command.wanted() == wish]


def _about(label: str, request: Request, number: int, standing: Sequence[Request], *, named: bool) -> Line:
    """A button about a request, which names it if there are several; of two of one title also by its number."""
    wish = request.command.wanted()
    if len(alike(standing, request)) > 1:
        return line("{answer}: {wish} ({entry})", answer=label, wish=wish, entry=number)
    return line("{answer}: {wish}", answer=label, wish=wish) if named else Line(label)


def offers(campaign: CampaignState, user: int | None) -> Iterator[tuple[Seat | None, Offer]]:
    """The answers to open requests with the seat that gives each: of anybody (None), or of a user."""
    standing = _with_buttons(campaign)
    endings = sum(each.command.ends_phase for each in standing)
    for request in standing:
        ends_phase, number = request.command.ends_phase, request.number
        which = endings > 1 if ends_phase else len(standing) > 1
        label = _about("Done" if ends_phase else "Agree", request, number, standing, named=which)
        agree = Offer(command=Agree(to=number), label=label, version=number)
        going_on = _about("Go on without them", request, number, standing, named=which or not ends_phase)
        if user is None and campaign.is_past(request.until):
            yield None, replace(agree, label=going_on)
            continue
        no = _about("Not yet" if ends_phase else "Decline", request, number, standing, named=which)
        decline = Offer(command=Decline(to=number), label=no, version=number)
        answering = [seat for seat in request.needed if user is None or user in campaign.roster[seat]]
        if user is not None and campaign.is_neutral_referee(user):
            answering = [*request.needed]
        for seat in sorted(answering):
            if user != request.player:
                yield seat, agree
                if ends_phase:
                    whole = Agree(to=number, for_turn=True)
                    done = _about("Done for this turn", request, number, standing, named=which)
                    yield seat, Offer(whole, done, version=number)
                if not (held_by(request.command) and campaign.time_left(seat) == 0):
                    yield seat, decline
        if user is not None and campaign.is_past(request.until) and (campaign.seats_of(user) or user == request.player):
            yield None, replace(agree, label=going_on, minor=True)
        if user == request.player:
            yield None, replace(decline, label=_about("Withdraw the request", request, number, standing, named=False))
