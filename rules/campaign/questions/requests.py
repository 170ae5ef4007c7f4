"""Requests: what a player asks the others to agree to, whose word is needed, and their answers."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from typing_extensions import override

from rules.campaign.questions.done import done_by, lost_by, not_done
from rules.campaign.questions.orders import carried_out
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState, Request
from rules.command import Command, Event, GameCommand, Offer
from rules.dice import Dice
from rules.errors import NotNow, NotSeated, NotYours, Unsure
from rules.kit.sequence import NextPhase
from rules.line import Line, both, line, one_of, the
from rules.log import LogEntry
from rules.notice import Kind, Notice, Public, tell_all
from rules.seat import REFEREE, Player, Seat
from rules.secrets import Shown, folded, moment

MOST_SHOWN = 3
"""How many open requests have buttons: the oldest of each player, then the next of each; those of strangers last."""


class Asked(CampaignEvent):
    """A player asks others for their consent to what they ``wish``; ``said`` is more of it, ``differs`` its details.

    ``until`` is when the time to answer ends; one that ``goes_on`` is then done without the missing answers.
    """

    asks_players = True
    player: Player
    needed: tuple[Seat, ...]
    wish: Line
    said: tuple[Line, ...] = ()
    differs: tuple[Line, ...] = ()
    until: datetime | None = None
    goes_on: bool = False
    ends_phase: bool = False

    @property
    @override
    def heading(self) -> str:
        return "Waiting for the others" if self.ends_phase else "Consent asked"

    @override
    def follow(self, campaign: C, entry: LogEntry) -> C:
        """Keep the request, which replaces an earlier one of that player for the same."""
        command, needed = entry.command, frozenset(self.needed)
        request = replace(
            request_in(entry),
            title=command.title,
            wish=self.wish,
            until=self.until,
            goes_on=self.goes_on,
            needed=needed,
        )
        others = [
            each
            for each in campaign.requests
            # of the ends of phases, too, there is one
            if each.player != request.player
            or not (each.command == command or (command.ends_phase and each.command.ends_phase))
        ]
        return replace(campaign, requests=(*others, request))

    def tell(self) -> Iterator[Notice]:
        wish = tell_all("{player} wants to {wish}.", player=self.player, wish=self.wish)
        yield wish if self.ends_phase else replace(wish, kind=Kind.CALL)
        yield from (Public(each, Kind.NEXT if self.ends_phase else Kind.RESULT) for each in self.said)
        yield from (Public(each).under("What differs") for each in self.differs)
        if self.needed == (REFEREE,) and not self.ends_phase:
            yield tell_all("The referee must agree.")
        elif self.needed and not self.ends_phase:
            yield tell_all("{names} must agree, or a referee who plays no side.", names=both(self.needed))


def asked_for(campaign: CampaignState, player: Player, command: Command, needed: frozenset[Seat]) -> Asked:
    """Return the event by which some seats are asked, with the time that they have to answer."""
    own = command if isinstance(command, CampaignCommand) else None
    said = _passed(campaign, command, needed) if command.ends_phase else command.said()
    of_game = command.differs(campaign.game.data, campaign.state) if isinstance(command, GameCommand) else ()
    return Asked(
        player=player,
        needed=tuple(sorted(needed)),
        wish=_wish(campaign, command),
        said=tuple(own.asks(campaign, player) if own else said),
        differs=tuple(own.differs(campaign) if own else of_game),
        until=campaign.answer_by(needed),
        goes_on=not (own and own.waits_for_answers()),
        ends_phase=command.ends_phase,
    )


def _passed(campaign: CampaignState, command: Command, needed: frozenset[Seat]) -> Iterator[Line]:
    """Yield which later phases than this a command passes over, of those in which some seats could still act."""
    acting = campaign.game.acting(campaign.state, command) if isinstance(command, GameCommand) else {}
    now = str(campaign.game.phase(campaign.state))
    left = {each for seat in needed & acting.keys() for each in acting[seat]}
    if phases := [Shown(each) for each in campaign.game.phases() if each in left - {now}]:
        yield line("{phases} would be passed over.", phases=both(phases))


def _wish(campaign: CampaignState, command: Command) -> Line:
    """Return what a player wants; who goes past phases names the one that comes then."""
    if isinstance(command, NextPhase) and (to := folded(command.to.strip())):
        for phase in campaign.game.remaining_phases(campaign.state):
            if folded(f"{phase},").startswith(f"{to},"):
                return line("go on to {phase}", phase=phase if isinstance(phase, Line) else Shown(phase))
    return command.wanted()


class Agreed(CampaignEvent):
    """Some seats agreed to the request of entry ``to``. ``is_complete`` if nobody else must. If it ``is_late``, it is
    done ``without`` those who did not answer. Who agrees to the end of a phase (``is_phase``) is done with the turn
    until they act again, or play comes to their own part.
    """

    to: int
    seats: tuple[Seat, ...]
    title: str
    is_complete: bool
    is_late: bool = False
    is_phase: bool = False
    without: tuple[Seat, ...] = ()

    @property
    @override
    def heading(self) -> str:
        return self.title if self.is_complete else "Consent given"

    @property
    @override
    def replies_to(self) -> int:
        return self.to

    @property
    @override
    def is_partial(self) -> bool:
        return not self.is_complete

    @override
    def apply(self, campaign: C) -> C:
        if self.is_phase:
            campaign = replace(campaign, done=campaign.done | set(self.seats))
        if self.is_complete:
            return campaign.without_request(self.to)
        requests = (
            replace(each, needed=each.needed - set(self.seats)) if each.seq == self.to else each
            for each in campaign.requests
        )
        return replace(campaign, requests=tuple(requests))

    def tell(self) -> Iterator[Notice]:
        if self.is_late:
            names = both(map(the, self.without))
            yield tell_all("The time to answer is over: play goes on without {names}.", names=names)
        elif not self.is_phase:
            first, *others = self.seats
            names = both([line("{seat:The}", seat=first), *map(the, others)])
            yield tell_all("{names} agreed.", names=names)
        elif not self.is_complete:  # once it is, the phase that begins says so
            yield tell_all("Done: {names}", names=both(self.seats))


class Declined(CampaignEvent):
    """A player did not agree to the request of entry ``to``, or withdrew it."""

    player: Player
    to: int
    asker: Player
    wish: Line
    is_withdrawn: bool = False

    @property
    @override
    def heading(self) -> str:
        return "Request withdrawn" if self.is_withdrawn else ""

    @override
    def apply(self, campaign: C) -> C:
        return campaign.without_request(self.to)

    def tell(self) -> Iterator[Notice]:
        if self.is_withdrawn:
            yield tell_all("{player} no longer wants to {wish}.", player=self.player, wish=self.wish)
        else:
            yield tell_all(
                "{player} declines: {asker} wanted to {wish}.", player=self.player, asker=self.asker, wish=self.wish
            )


class Waited(CampaignEvent):
    """A player still wants to do something before the phase of the request in entry ``to`` ends, and has the whole time
    to answer once more.
    """

    player: Player
    to: int
    until: datetime | None

    @override
    def apply(self, campaign: C) -> C:
        requests = (replace(each, until=self.until) if each.seq == self.to else each for each in campaign.requests)
        return replace(campaign, requests=tuple(requests))

    def tell(self) -> Iterator[Notice]:
        yield tell_all("{player} still wants to do something, so play waits.", player=self.player)
        if self.until is not None:
            yield tell_all("Any player can go on {when}.", when=moment(self.until))


class Agree(CampaignCommand):
    """Agree to the request with the number ``to``. Who agrees to the end of a phase is done with the turn."""

    title = "Consent given"
    for_players = False  # whoever asks for a seat has none
    may_roll = True
    to: int

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Event]:
        request = request_of(campaign, self.to)
        is_late = campaign.is_past(request.until)
        if is_late:
            # who asked and holds no seat asked for one
            if not campaign.seats_of(user) and user != request.player:
                raise NotSeated()
            if not request.goes_on:
                raise NotNow("The time to answer is over, so this is not done. You can ask again.")
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
            is_phase=request.command.ends_phase,
            without=tuple(sorted(request.needed)) if is_late else (),
        )

    @override
    def check_sure(self, campaign: CampaignState, user: Player) -> None:
        """Who is done is asked first about what they lose by it, and who goes on without others: what is done, and
        without whom. The end of a phase needs that only where somebody has said that they are away.
        """
        request = request_of(campaign, self.to)
        lost = lost_by(campaign, user, request.command)
        if not campaign.is_past(request.until):
            if lost:
                raise Unsure(lost)
            return
        names = both(map(campaign.named, sorted(request.needed)))
        lines = [*absent(campaign, request.needed), *lost]
        if lines or not request.command.ends_phase:
            done = line("{asked}. It is done without an answer from {names}.", asked=request.asks, names=names)
            raise Unsure((done, *lines))


class Decline(CampaignCommand):
    """Do not agree to the request with the number ``to``, or withdraw it."""

    title = "Declined"
    for_players = False
    needs_game = False
    to: int

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Event]:
        request = request_of(campaign, self.to)
        wish, is_own = request.what, user == request.player
        if not is_own:
            voices(campaign, user, request)
        yield Declined(player=user, to=request.seq, asker=request.player, wish=wish, is_withdrawn=is_own)


class Wait(CampaignCommand):
    """Say that one still wants to do something before the phase of the request with the number ``to`` ends."""

    title = "Wait"
    to: int

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Event]:
        request = request_of(campaign, self.to)
        if not request.command.ends_phase:
            raise NotNow("Agree to this, or decline it.")
        yield Waited(player=user, to=request.seq, until=campaign.answer_by(voices(campaign, user, request)))


def absent(campaign: CampaignState, seats: Iterable[Seat]) -> Iterator[Line]:
    """Until when those players of some seats are away who have said so."""
    for player in sorted({player for seat in seats for player in campaign.roster.get(seat, ())}):
        if (until := campaign.away_until(player)) is not None:
            yield line("{player} is away until {until}.", player=player, until=moment(until, "D"))


def carry_out(campaign: CampaignState, request: Request, dice: Dice) -> Iterator[Event]:
    """What was asked for happens. Raises ``RuleError`` if it cannot be done any more."""
    command = request.command
    if isinstance(command, CampaignCommand):
        command.check_seated(campaign, request.player)
        yield from command.decide(campaign, request.player, dice)
        return
    assert isinstance(command, GameCommand), "a command is the campaign's or the game's"
    assert request.seat is not None, "an action of the game has a seat"
    if request.seat not in campaign.acts_for(request.player):
        raise NotNow("{player} no longer plays {seat}, so this is not done.", player=request.player, seat=request.seat)
    yield from carried_out(campaign.without_request(request.seq), request.seat, command, dice)[0]


def request_in(entry: LogEntry) -> Request:
    """Return what an entry does, as if it had been asked for."""
    number = entry.number or 0
    return Request(entry.seq, Player(entry.user), entry.seat, entry.command, entry.title, frozenset(), number=number)


def still_open(
    campaign: CampaignState, entry: LogEntry, state: Any, *, ends_phase: bool, is_private: bool = False
) -> tuple[Request, ...]:
    """Return the requests that an action, or the undoing of some, leaves open in a ``state`` of the game: those that
    are not about how the game stood, and the end of a phase, if another phase has not come by it and one of those who
    are asked can still act. Who asked for it and acts asks no more, but for an answer that play waits for.
    """
    if not campaign.requests:
        return ()
    own = frozenset(campaign.seats_of(entry.user))
    is_answer = is_private or (bool(own & campaign.awaited) and entry.undoes is None)

    def stays(request: Request) -> bool:
        asked = request.command
        if not isinstance(asked, GameCommand):
            return isinstance(asked, CampaignCommand) and not asked.is_about_game
        can_act = request.needed & campaign.game.acting(state, asked).keys()
        return asked.ends_phase and not ends_phase and (is_answer or (entry.user != request.player and bool(can_act)))

    return tuple(each for each in campaign.requests if stays(each))


def request_of(campaign: CampaignState, number: int) -> Request:
    """Return the request with a number. Raises ``NotNow`` if it is no longer open."""
    for request in campaign.requests:
        if request.number == number:
            return request
    raise NotNow("That request is no longer open.")


def voices(campaign: CampaignState, user: Player, request: Request) -> tuple[Seat, ...]:
    """Return the seats for which a user can agree: all, for a referee without a side. Raises ``NotYours`` if none."""
    if user == request.player:
        raise NotYours("You asked for this yourself. The others must answer.")
    if campaign.is_neutral_referee(user):
        return tuple(sorted(request.needed))
    seats = tuple(seat for seat in campaign.seats_of(user) if seat in request.needed)
    if not seats:
        names = one_of(map(campaign.named, sorted(request.needed)))
        raise NotYours("Only {names} can answer this.", names=names)
    return seats


def is_lapsed(campaign: CampaignState, request: Request) -> bool:
    """Return whether the time to answer a request is over and nothing will come of it."""
    return campaign.is_past(request.until) and not request.goes_on


def _with_buttons(campaign: CampaignState) -> list[Request]:
    """Return the open requests that have buttons, the oldest first. Whoever asks for much takes nobody else's away."""
    standing = [each for each in campaign.requests if not is_lapsed(campaign, each)]

    def turn(request: Request) -> tuple[bool, int, int]:
        earlier = sum(each.player == request.player and each.seq < request.seq for each in standing)
        return not campaign.seats_of(request.player), earlier, request.seq

    return sorted(sorted(standing, key=turn)[:MOST_SHOWN], key=lambda each: each.seq)


def _about(label: str | Line, request: Request, standing: Sequence[Request], *, named: bool) -> Line:
    """Return the label of a request's button: its wish if there are several, and its number if two wish the same."""
    wish = request.what
    if sum(each.what == wish for each in standing) > 1:
        return line("{answer}: {wish} ({entry})", answer=label, wish=wish, entry=request.number)
    return line("{answer}: {wish}", answer=label, wish=wish) if named else Line(label)


def offers(campaign: CampaignState, user: int | None) -> Iterator[tuple[Seat | None, Offer]]:
    """Yield the answers to open requests with the seat that gives each: of anybody (None), or of a user."""
    standing = _with_buttons(campaign)
    endings = sum(each.command.ends_phase for each in standing)
    for request in standing:
        ends_phase, number = request.command.ends_phase, request.number
        which = endings > 1 if ends_phase else len(standing) > 1
        label = _about("Agree", request, standing, named=which)
        agree = Offer(command=Agree(to=number), label=label, version=number)
        going_on = line("Go on without {names}", names=both(map(the, sorted(request.needed))))
        # the last word for a phase would be refused as long as somebody must answer first
        is_held = ends_phase and bool(campaign.game.awaited(campaign.state))
        is_over = campaign.is_past(request.until)
        if user is None and is_over:
            if not is_held:
                yield None, replace(agree, label=going_on)
            continue
        decline = Offer(Decline(to=number), _about("Decline", request, standing, named=which), version=number)
        until = int(request.until.timestamp()) if request.until else number
        wait = Offer(Wait(to=number), _about("Wait", request, standing, named=which), version=until)
        answering = [seat for seat in request.needed if user is None or user in campaign.roster[seat]]
        if user is not None and campaign.is_neutral_referee(user):
            answering = [*request.needed]
        is_last = len(answering) == len(request.needed) and (user is not None or len(answering) == 1)
        for seat in sorted(answering):
            if user != request.player:
                done = _about(done_by(campaign, seat, request.command), request, standing, named=which)
                if not (is_held and is_last):
                    yield seat, replace(agree, label=done if ends_phase else label)
                yield seat, wait if ends_phase else decline
        if user is not None and is_over and not is_held and (campaign.seats_of(user) or user == request.player):
            yield None, replace(agree, label=going_on, minor=True)
        if user == request.player:
            yield None, replace(decline, label=_about("Withdraw the request", request, standing, named=False))


def needed_for(campaign: CampaignState, user: int, seat: Seat, command: GameCommand[Any, Any]) -> frozenset[Seat]:
    """Return the seats whose players must agree before a user gives a command of the game for a seat."""
    others = campaign.others(user) - {seat}
    if command.ends_phase:
        return others & not_done(campaign, command)
    return others if command.needs_consent and not campaign.is_neutral_referee(user) else frozenset()


def check_sure(campaign: CampaignState, user: int, command: GameCommand[Any, Any]) -> None:
    """Check that a command loses nothing and is no likely slip. Raises ``Unsure`` with what the player must know."""
    lost = lost_by(campaign, user, command) if command.ends_phase else ()
    lines = [*command.doubts(campaign.game.data, campaign.state), *lost]
    for request in campaign.requests if not (command.is_private or command.needs_consent) else ():
        is_undo = isinstance(request.command, CampaignCommand) and request.command.is_about_game
        if (request.command.needs_consent or is_undo) and not is_lapsed(campaign, request):
            lines.append(line("{asked}, and waits for an answer. If you go on, that is over.", asked=request.asks))
    if lines:
        raise Unsure(tuple(lines))
