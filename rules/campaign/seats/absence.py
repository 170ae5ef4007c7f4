"""Going on without somebody: once a seat's time to answer is over, any player decides by default what it does not."""

from collections.abc import Iterator
from typing import Any, ClassVar

from typing_extensions import override

from rules.campaign.questions.orders import carried_out
from rules.campaign.state.state import CampaignCommand, CampaignEvent, CampaignState
from rules.command import Event, GameCommand, Offer
from rules.dice import Dice
from rules.errors import NotNow
from rules.line import line
from rules.notice import Notice, tell_all
from rules.seat import REFEREE, Player, Seat
from rules.secrets import moment


class WentOnWithout(CampaignEvent):
    """What a seat did not answer was decided by default."""

    seat: Seat
    player: Player

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all("{player} goes on without {seat:the}.", player=self.player, seat=self.seat)


class GoOnWithout(CampaignCommand):
    """Go on without the answer of a seat that play waits for, once its time is over."""

    title: ClassVar[str] = "Decided by default"
    may_roll: ClassVar[bool] = True
    seat: Seat

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Event]:
        campaign.check_seated(user)
        command, until = default_of(campaign, self.seat), campaign.move_by(self.seat)
        if command is None:
            raise NotNow("Play does not wait for {seat:the} now.", seat=self.seat)
        if not campaign.is_late(self.seat):
            if until is None:
                raise NotNow("{seat:The} must answer first.", seat=self.seat)
            early = "There is still time to answer. You can go on without {seat:the} {when}."
            raise NotNow(early, seat=self.seat, when=moment(until))
        events, _ = carried_out(campaign, self.seat, command, dice)
        yield WentOnWithout(seat=self.seat, player=user)
        yield from events


def default_of(campaign: CampaignState, seat: Seat) -> GameCommand[Any, Any] | None:
    """Return what is done for a seat that play waits for, if it does not answer."""
    if seat not in campaign.awaited:
        return None
    return campaign.game.default(campaign.state, seat)


def offers(campaign: CampaignState, user: int | None) -> Iterator[Offer]:
    """Yield going on without each seat that is late, unless who acts for it can answer."""
    for seat in sorted(campaign.awaited):
        actors = campaign.roster[REFEREE] if user is None else (user,)
        can_answer = not campaign.roster.get(seat) and any(seat in campaign.acts_for(each) for each in actors)
        if campaign.is_late(seat) and not can_answer and default_of(campaign, seat) is not None:
            yield Offer(GoOnWithout(seat=seat), line("Go on without {seat:the}", seat=seat), version=campaign.actions)
