"""Orders ahead: what a seat answers to questions that are still to come this turn. Only the seat knows its orders."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar, Literal

from typing_extensions import override

from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState
from rules.command import Event, GameCommand, Offer
from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours, RuleError
from rules.line import line
from rules.log import play
from rules.notice import Notice, tell_all, tell_seat
from rules.seat import Player, Seat
from rules.secrets import Hidden

MOST = 50
"""So many answers follow one another at most."""


class OrderGiven(CampaignEvent):
    """A seat ordered something ahead, or withdrew it, unseen."""

    type: Literal["order_given"] = "order_given"
    seat: Seat
    order: Hidden[str]
    on: bool

    @override
    def apply(self, campaign: C) -> C:
        given = dict(campaign.orders.get(self.seat, {}))
        given.pop(self.order.value, None)
        if self.on:
            given[self.order.value] = campaign.deeds(self.seat)
        return replace(campaign, orders={**campaign.orders, self.seat: given})

    @override
    def tell(self) -> Iterator[Notice]:
        if self.on:
            yield tell_seat(self.seat, "Your order stands until the turn ends: {order}.", order=self.order)
        else:
            yield tell_seat(self.seat, "Your order is withdrawn: {order}.", order=self.order)


class OrderFollowed(CampaignEvent):
    """What follows was ordered ahead by a seat; what it does unseen stays so. Who asked has learned its answer."""

    reveals: ClassVar[bool] = True
    type: Literal["order_followed"] = "order_followed"
    seat: Seat
    is_private: bool

    @override
    def apply(self, campaign: C) -> C:
        return campaign

    @override
    def tell(self) -> Iterator[Notice]:
        if self.is_private:
            yield tell_seat(self.seat, "As you ordered ahead:")
        else:
            yield tell_all("As ordered ahead:")


class GiveOrder(CampaignCommand):
    """Order something ahead for the rest of the turn, or withdraw it."""

    title: ClassVar[str] = "Order ahead"
    is_private: ClassVar[bool] = True
    type: Literal["give_order"] = "give_order"
    order: str
    on: bool = True

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[OrderGiven]:
        own = _sides(campaign, user)
        campaign.check_seated(user)
        if not own:
            raise NotYours("You play no side in this campaign, so you order nothing ahead.")
        if self.order not in campaign.game.orders(campaign.state):
            raise NotThere("There is no such order in {title} now.", title=campaign.game.title)
        changed = [seat for seat in own if (self.order in campaign.orders.get(seat, {})) is not self.on]
        if not changed:
            raise NotNow("That is so already.")
        for seat in changed:
            yield OrderGiven(seat=seat, order=Hidden(self.order), on=self.on)

    @override
    def seat_in(self, campaign: CampaignState, user: Player) -> Seat | None:
        """The user's first side."""
        return next(iter(_sides(campaign, user)), None)


def followed_by_orders(
    campaign: CampaignState, events: tuple[Event, ...], state: Any, dice: Dice
) -> tuple[tuple[Event, ...], Any]:
    """Some events and the state after them, with the answers that seats have ordered ahead to what is asked by then."""
    for _ in range(MOST):
        for seat, command in _answers(campaign, state):
            try:
                more, state = play(campaign.game, state, seat, command, dice)
            except RuleError:  # its players decide themselves
                continue
            events = (*events, OrderFollowed(seat=seat, is_private=command.is_private), *more)
            break
        else:
            break
    return events, state


def _answers(campaign: CampaignState, state: Any) -> Iterator[tuple[Seat, GameCommand[Any, Any]]]:
    if not any(campaign.orders.values()):
        return
    for seat in sorted(campaign.game.awaited(state)):
        for order in sorted(campaign.orders.get(seat, ())):
            command = campaign.game.ordered(state, seat, order)
            if command is not None:
                yield seat, command


def offers(campaign: CampaignState, user: int) -> Iterator[Offer]:
    """Ordering ahead, and withdrawing it: for the players of a side alone."""
    own = _sides(campaign, user)
    given = {order: at for seat in own for order, at in campaign.orders.get(seat, {}).items()}
    for order, label in campaign.game.orders(campaign.state).items() if own else ():
        if order in given:
            yield Offer(
                GiveOrder(order=order, on=False),
                line("Withdraw: {label}", label=label),
                version=given[order],
                secret=True,
            )
        else:
            yield Offer(GiveOrder(order=order), label, version=campaign.actions, secret=True, minor=True)


def _sides(campaign: CampaignState, user: int) -> list[Seat]:
    """The sides that a user plays."""
    return [seat for seat in campaign.seats_of(user) if seat in campaign.game.seats]
