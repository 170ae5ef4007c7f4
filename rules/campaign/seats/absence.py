"""Absent players: what play waits for is decided by default, and how long the table waits."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.campaign.questions.plans import followed_by_plans
from rules.campaign.questions.requests import Asked, absent, asking
from rules.campaign.state.calendar import Weekends
from rules.campaign.state.clock import Held
from rules.campaign.state.deadlines import moved
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState
from rules.campaign.state.terms import USUAL_PATIENCE, Patience
from rules.command import Event, GameCommand, Offer
from rules.dice import Dice
from rules.errors import NotNow, Unsure
from rules.line import Line, line
from rules.log import play
from rules.notice import Notice, tell_all
from rules.seat import REFEREE, Player, Seat
from rules.secrets import Shown

Days = Annotated[int, Field(ge=1, le=90)]
HOUR = 60
"""The minutes in which the zone of weekends is given."""


class DecidedByDefault(CampaignEvent):
    """What a seat did not answer was decided by default."""

    type: Literal["decided_by_default"] = "decided_by_default"
    seat: Seat
    player: Player

    @override
    def apply(self, campaign: C) -> C:
        return campaign

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all("{seat} did not answer, so it is decided by default.", seat=self.seat)


class DefaultRequested(Asked):
    """A player wants to go on without a seat's answer; the seat has time to give it."""

    type: Literal["default_requested"] = "default_requested"
    seat: Seat

    @property
    @override
    def heading(self) -> str:
        return "Answer asked for"

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all("{player} asks {seat} to answer.", player=self.player, seat=self.seat)
        if self.until is not None:
            when = Shown(f"<t:{int(self.until.timestamp())}:R>")
            yield tell_all("Without an answer, any player can go on by default {when}.", when=when)


class PatienceRequested(Asked):
    """A player asks for other deadlines."""

    type: Literal["patience_requested"] = "patience_requested"
    answer: int
    silence: int
    move: int = 0
    bank: int = 0
    away: int = 0
    weekends: int | None = None

    @property
    @override
    def heading(self) -> str:
        return "Deadlines requested"

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all(
            "{player} wants {answer} {answer:day|days} to answer a request, and {silence} {silence:day|days} of silence"
            " before a seat can be taken over.",
            player=self.player,
            answer=self.answer,
            silence=self.silence,
        )
        if self.move:
            yield tell_all("Play would wait for an answer for {move} {move:day|days}.", move=self.move)
        if self.bank:
            yield tell_all("A side could keep phases open for {bank} {bank:day|days} in all.", bank=self.bank)
        if self.away:
            yield tell_all(
                "The table would wait {away} {away:day|days} a quarter for a player who has said that they are away.",
                away=self.away,
            )
        if self.weekends is not None:
            yield tell_all("Weekends would be free ({zone}).", zone=zone_of(self.weekends))
        yield from self.tell_needed()


class PatienceSet(CampaignEvent):
    """How long the table waits was set."""

    type: Literal["patience_set"] = "patience_set"
    answer: int
    silence: int
    move: int = 0
    bank: int = 0
    away: int = 0
    weekends: int | None = None

    @override
    def apply(self, campaign: C) -> C:
        patience = Patience(self.answer, self.silence, self.move, self.bank, self.away, self.weekends)
        weekends = campaign.weekends
        if campaign.at is not None and self.weekends != campaign.patience.weekends:
            weekends = (*weekends, Weekends(campaign.at, self.weekends))
        after = moved(campaign, replace(campaign, patience=patience, weekends=weekends))
        return after if self.move == campaign.patience.move else asked_anew(after)

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all("A request can be answered for {answer} {answer:day|days}.", answer=self.answer)
        yield tell_all(
            "A player who does nothing for {silence} {silence:day|days} can be replaced.", silence=self.silence
        )
        if self.move:
            yield tell_all(
                "Answers are due within {move} {move:day|days}. After that any player can go on by default.",
                move=self.move,
            )
        if self.bank:
            yield tell_all(
                "A side can keep a phase open for {answer} {answer:day|days} each turn,"
                " and for {bank} more in the whole campaign.",
                answer=self.answer,
                bank=self.bank,
            )
        if self.away:
            yield tell_all(
                "The table waits {away} {away:day|days} a quarter for a player who has said that they are away.",
                away=self.away,
            )
        if self.weekends is not None:
            yield tell_all("Weekends are free ({zone}): clocks stand still.", zone=zone_of(self.weekends))


class DecideByDefault(CampaignCommand):
    """Go on without the answer of a seat that play waits for."""

    title: ClassVar[str] = "Decided by default"
    wish: ClassVar[str] = "decide by default what a seat does not answer"
    type: Literal["decide_by_default"] = "decide_by_default"
    seat: Seat

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Event]:
        """What the game has for a seat that does not answer."""
        campaign.check_seated(user)
        command = default_of(campaign, self.seat)
        if command is None:
            raise NotNow("Play does not wait for {seat} now.", seat=self.seat)
        done = play(campaign.game, campaign.state, self.seat, command, dice)
        events, _ = followed_by_plans(campaign, self.seat, command, done, dice)
        yield DecidedByDefault(seat=self.seat, player=user)
        yield from events

    @override
    def check_sure(self, campaign: CampaignState, user: Player) -> None:
        """Who goes on without somebody who said that they are away is asked first."""
        if away := tuple(absent(campaign, [self.seat])):
            raise Unsure(away)

    @override
    def needed(self, campaign: CampaignState, user: Player) -> frozenset[Seat]:
        """The seat itself and every other whose answer play waits for, as far as other players hold them; nobody once
        the time that the table gives a seat is over.
        """
        if campaign.is_past(campaign.move_by(self.seat)):
            return frozenset()
        return frozenset(seat for seat in campaign.awaited if set(campaign.roster.get(seat, ())) - {user})

    @override
    def asked(self, campaign: CampaignState, user: Player, needed: frozenset[Seat]) -> DefaultRequested:
        asked = asking(DefaultRequested, campaign, user, needed, goes_on=True, seat=self.seat)
        return asked.replace(until=campaign.go_on_by(needed))

    @override
    def holds_up(self) -> Held:
        return Held.ANSWER


class SetPatience(CampaignCommand):
    """Set how long the table waits: for answers to requests, for silent players, and for what play waits for."""

    title: ClassVar[str] = "Deadlines set"
    wish: ClassVar[str] = "change the deadlines"
    type: Literal["set_patience"] = "set_patience"
    answer: Days
    silence: Days
    move: Annotated[int, Field(ge=0, le=90)] = 0
    bank: Annotated[int, Field(ge=0, le=365)] = USUAL_PATIENCE.bank
    away: Annotated[int, Field(ge=0, le=90)] = USUAL_PATIENCE.away
    weekends: Annotated[int | None, Field(ge=-14 * HOUR, le=14 * HOUR)] = None

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[PatienceSet]:
        campaign.check_seated(user)
        yield PatienceSet(**self.model_dump(exclude={"type"}))

    @override
    def needed(self, campaign: CampaignState, user: Player) -> frozenset[Seat]:
        return campaign.all_others(user)

    @override
    def asked(self, campaign: CampaignState, user: Player, needed: frozenset[Seat]) -> PatienceRequested:
        return asking(PatienceRequested, campaign, user, needed, **self.model_dump(exclude={"type"}))


def zone_of(minutes: int) -> Line:
    """A zone so many minutes ahead of UTC."""
    if not minutes:
        return Line("UTC")
    hours, rest = divmod(abs(minutes), HOUR)
    sign, ahead = "−" if minutes < 0 else "+", f"{hours}:{rest:02}" if rest else str(hours)
    return line("UTC{ahead}", ahead=Shown(sign + ahead))


def default_of(campaign: CampaignState, seat: Seat) -> GameCommand[Any, Any] | None:
    """What is done for a seat that play waits for, if it does not answer."""
    if seat not in campaign.awaited:
        return None
    return campaign.game.default(campaign.state, seat)


def offers(campaign: CampaignState, user: int | None) -> Iterator[Offer]:
    """Going on without an answer: for anybody's button (None) where nobody holds the seat or its time is over, else for
    the others.
    """
    for seat in sorted(campaign.awaited):
        is_late = campaign.is_past(campaign.move_by(seat))
        actors = campaign.roster[REFEREE] if user is None else (user,)
        can_answer = not is_late and any(seat in campaign.acts_for(each) for each in actors)
        if can_answer or default_of(campaign, seat) is None or _is_asked(campaign, seat):
            continue
        is_open = is_late or not campaign.roster[seat]
        can_ask = user is not None and bool(campaign.seats_of(user)) and (is_late or user not in campaign.roster[seat])
        if (user is None and is_open) or can_ask:
            yield Offer(
                DecideByDefault(seat=seat),
                line("Decide by default for {seat}", seat=seat),
                version=campaign.actions,
                minor=not is_open,
            )


def _is_asked(campaign: CampaignState, seat: Seat) -> bool:
    """Whether a request to go on without a seat is open."""
    wanted = DecideByDefault(seat=seat)
    return any(each.command == wanted for each in campaign.requests)


def all_here(campaign: C) -> C:
    """The campaign as if all who hold a seat had just acted: nobody was late or silent while it rested, and no clock
    ran.
    """
    if campaign.at is None:
        return campaign
    seen = {int(player): campaign.at for players in campaign.roster.values() for player in players}
    since = {seat: campaign.asked_now(seat, campaign.at) for seat in campaign.awaited_since}
    clocks = {seat: each.resumed(campaign.at) for seat, each in campaign.clocks.items()}
    return replace(campaign, seen={**campaign.seen, **seen}, awaited_since=since, clocks=clocks)


def asked_anew(campaign: C) -> C:
    """The campaign with its time to move as if all whom play waits for had just been asked."""
    since = {seat: campaign.asked_now(seat, each.since) for seat, each in campaign.awaited_since.items()}
    return replace(campaign, awaited_since=since)
