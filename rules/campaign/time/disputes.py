"""Disputed facts: what was contradicted twice ends by the word of somebody who plays no side, or by a die that all
accept beforehand.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any, ClassVar, Literal

from typing_extensions import override

from rules.campaign.life.administration import AdminActed, AdminCommand
from rules.campaign.questions.requests import Asked, asking
from rules.campaign.state.dispute import Dispute, Version
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState
from rules.command import Event, GameCommand, Offer, Topic
from rules.correction import Correction
from rules.dice import Dice, Roll
from rules.errors import NotNow, NotThere, NotYours
from rules.line import Line, Listed, line
from rules.log import play
from rules.notice import Notice, Public, tell_all
from rules.seat import Player, Seat

FACES = 6


class Contradicted(CampaignEvent):
    """A side objected to what another had entered in entry ``to``; ``is_open`` if somebody else must settle it now."""

    type: Literal["contradicted"] = "contradicted"
    to: int
    is_open: bool

    @override
    def apply(self, campaign: C) -> C:
        said = next((each for each in campaign.timeline.struck if each.seq == self.to), None)
        if said is None:
            return campaign
        dispute = campaign.dispute(said.command.fact_entered).contradicted(
            Version(said.seat, said.player, said.command)
        )
        others = (each for each in campaign.disputes if each.fact != dispute.fact)
        return replace(campaign, disputes=(*others, dispute))

    @override
    def tell(self) -> Iterator[Notice]:
        if self.is_open:
            yield tell_all(
                "It was contradicted twice, so no side enters it alone: agree on it, let a die decide,"
                " or ask somebody who plays no side."
            )


class TossRequested(Asked):
    """A player asks to let a die decide a dispute."""

    type: Literal["toss_requested"] = "toss_requested"
    first: Line
    second: Line

    @property
    @override
    def heading(self) -> str:
        return "A die asked for"

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all(
            "{player} asks to let a die decide. 1-3: {first}. 4-6: {second}.",
            player=self.player,
            first=self.first,
            second=self.second,
        )
        yield from self.tell_needed()


class Settled(CampaignEvent):
    """A dispute was settled for what a ``seat`` had said, or (None) for what stands: by a player, or by a ``roll``."""

    type: Literal["settled"] = "settled"
    fact: str
    seat: Seat | None
    what: Line
    player: Player
    roll: Roll | None = None

    @override
    def apply(self, campaign: C) -> C:
        left = (each for each in campaign.requests if each.command != Toss(fact=self.fact))
        return replace(campaign.without_dispute(self.fact), requests=tuple(left))

    @override
    def tell(self) -> Iterator[Notice]:
        if self.roll is None:
            yield tell_all("{player} has settled it: {what}.", player=self.player, what=self.what)
        else:
            yield tell_all("The die has decided: {what}. {roll}.", roll=self.roll, what=self.what)


class Toss(CampaignCommand):
    """Let a die decide what was contradicted twice: between what the last two sides have said."""

    title: ClassVar[str] = "Dispute settled by a die"
    wish: ClassVar[str] = "let a die decide a dispute"
    topic: ClassVar[Topic] = Topic.DICE
    type: Literal["toss"] = "toss"
    fact: str

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Event]:
        campaign.check_seated(user)
        dispute = _dispute(campaign, self.fact)
        roll = dice.roll(1, FACES)
        seat = dispute.choices[roll.total > FACES // 2]
        yield Settled(fact=dispute.fact, seat=seat, what=said_by(dispute, seat), player=user, roll=roll)
        yield from _entered(campaign, dispute, seat, dice)

    @override
    def needed(self, campaign: CampaignState, user: Player) -> frozenset[Seat]:
        return campaign.others(user)

    @override
    def wants_answers(self) -> bool:
        """A die decides for those alone who have accepted it."""
        return True

    @override
    def asked(self, campaign: CampaignState, user: Player, needed: frozenset[Seat]) -> TossRequested:
        dispute = _dispute(campaign, self.fact)
        first, second = (said_by(dispute, seat) for seat in dispute.choices)
        return asking(TossRequested, campaign, user, needed, first=first, second=second)


class Settle(CampaignCommand):
    """Settle what was contradicted twice, as somebody who plays no side: it is as a ``seat`` has said, or (None) as it
    stands. Without a ``fact`` it is the newest dispute.
    """

    title: ClassVar[str] = "Dispute settled"
    type: Literal["settle"] = "settle"
    fact: str = ""
    seat: Seat | None = None

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Event]:
        if not campaign.is_neutral_referee(user):
            raise NotYours(
                "Only a referee who plays no side, or an administrator (`/admin what:settle`), can settle this."
            )
        yield from settled(campaign, self.fact, self.seat, user, dice)


class AdminSettle(AdminCommand):
    """Settle what was contradicted twice, where no referee is neutral."""

    title: ClassVar[str] = "Dispute settled by an administrator"
    type: Literal["admin_settle"] = "admin_settle"
    fact: str = ""
    seat: Seat | None = None

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Event]:
        yield AdminActed(player=user)
        yield from settled(campaign, self.fact, self.seat, user, dice)


def settled(campaign: CampaignState, fact: str, seat: Seat | None, user: Player, dice: Dice) -> Iterator[Event]:
    """A dispute is settled for a seat's word, or for what stands. Raises ``RuleError``."""
    dispute = _dispute(campaign, fact)
    if seat is not None and seat not in {each.seat for each in dispute.versions}:
        names = Listed(each.seat for each in dispute.versions)
        raise NotThere("That seat has said nothing about it. Choose one of: {names}.", names=names)
    yield Settled(fact=dispute.fact, seat=seat, what=said_by(dispute, seat), player=user)
    yield from _entered(campaign, dispute, seat, dice)


def contradicted(campaign: CampaignState, to: int, fact: str) -> Contradicted:
    """The event by which a side objects to what another has entered."""
    once_more = replace(campaign.dispute(fact), times=campaign.dispute(fact).times + 1)
    return Contradicted(to=to, is_open=once_more.is_open)


def said_by(dispute: Dispute, seat: Seat | None) -> Line:
    """What a seat has said of a fact; None for what stands."""
    said = next((each for each in dispute.versions if each.seat == seat), None)
    if said is None:
        return line("as it stands")
    return line("as said by {seat} ({what})", seat=said.seat, what=Listed(said.command.said()))


def offers(campaign: CampaignState, user: int | None) -> Iterator[tuple[Seat | None, Offer]]:
    """Letting a die decide, for the sides, and settling it, for a referee who plays none."""
    for dispute in campaign.disputes:
        if not dispute.is_open:
            continue
        title, version = Line(dispute.versions[-1].command.title), campaign.actions
        if user is not None and campaign.is_neutral_referee(user):
            for seat in dispute.choices:
                label = (
                    line("{title}: as said by {seat}", title=title, seat=seat)
                    if seat
                    else Line("Leave it as it stands")
                )
                yield None, Offer(Settle(fact=dispute.fact, seat=seat), label, version=version)
        toss = Toss(fact=dispute.fact)
        if any(each.command == toss for each in campaign.requests):
            continue
        for seat in campaign.game.seats if user is None else campaign.seats_of(user):
            if campaign.roster[seat] and seat in campaign.game.seats:
                yield seat, Offer(toss, line("Let a die decide: {title}", title=title), version=version, dice="1d6")


def tell_disputes(campaign: CampaignState) -> Iterator[Public]:
    """What the table reads of its disputes."""
    for dispute in campaign.disputes:
        if dispute.is_open:
            said = Listed((said_by(dispute, seat) for seat in dispute.choices), " · ")
            yield tell_all("Disputed: {title}, {said}.", title=Line(dispute.versions[-1].command.title), said=said)


def _dispute(campaign: CampaignState, fact: str) -> Dispute:
    """The dispute about a fact, or the newest. Raises ``NotNow``."""
    found = [each for each in campaign.disputes if each.is_open and fact in ("", each.fact)]
    if not found:
        raise NotNow("Nothing was contradicted twice in this turn.")
    return found[-1]


def _entered(campaign: CampaignState, dispute: Dispute, seat: Seat | None, dice: Dice) -> Iterator[Event]:
    """What a seat has said is entered, unless it stands so by now."""
    said = next((each for each in dispute.versions if each.seat == seat), None)
    if said is not None and isinstance(said.command, GameCommand):
        command: GameCommand[Any, Any] = said.command
        if isinstance(command, Correction):
            command = command.settled()
        with suppress(NotNow):
            yield from play(campaign.game, campaign.state, said.seat, command, dice)[0]
