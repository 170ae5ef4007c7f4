"""My orders: what a side does when a moment comes, in one list: “when → do”. Nobody else knows them before they act.

A game says what can be ordered on which condition. In a game with phases a side also orders where play goes on without
it, and where it is called all the same. Play runs by itself to the next place where somebody must decide something
that no order answers.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Self

from pydantic import Field
from typing_extensions import override

from rules.campaign.state.slice import Slice
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState, once
from rules.command import Choice, Event, GameCommand, GameEvent, Offer
from rules.dice import Dice, SealedDice
from rules.errors import NotNow, NotThere, NotYours, RuleError, passes
from rules.game import AnyGame, Whose
from rules.kit.orders import GO_ON, Order, Orderable, Ordered, is_called, passes_phase
from rules.line import Gathered, Line, Listed, line
from rules.log import begin, play
from rules.notice import Notice, Public, Secret, tell_all, tell_board, tell_rule, tell_seat, tell_unseen
from rules.seat import Player, Seat, sides
from rules.secrets import Hidden, Shown

MOST = 50
"""So many steps follow one another at most."""
MOST_ORDERS = 20
"""So many orders a side gives at most."""
NOT_FOLLOWED = "An order of yours could not be followed. {why}"
SOME_NOTE = "…"
"""Stands for a note when an order is tried that needs one."""
Name = Annotated[str, Field(max_length=100)]


@dataclass(frozen=True, slots=True)
class Orders(Slice):
    """What each seat has ordered ahead, which nobody else may know, and the seats that are ``passing``: as this phase
    began they had ordered that play goes on without them.
    """

    by_seat: Mapping[Seat, tuple[Order, ...]] = field(default_factory=dict)
    passing: frozenset[Seat] = frozenset()

    def of(self, seat: Seat) -> tuple[Order, ...]:
        """Return the orders of a seat, in order."""
        return self.by_seat.get(seat, ())

    def given(self, seat: Seat, orders: tuple[Order, ...]) -> Self:
        """Return the orders once a seat has others."""
        return replace(self, by_seat={**self.by_seat, seat: orders}) if orders else self.without_seat(seat)

    @override
    def without_seat(self, seat: Seat) -> Self:
        return replace(self, by_seat={each: own for each, own in self.by_seat.items() if each != seat})

    def in_turn(self, game: AnyGame, before: Any, after: Any) -> Self:
        """Return those orders that hold in a later state of the game."""
        if game.turn(before) == game.turn(after):
            return self
        lasting = {seat: tuple(each for each in orders if each.lasts) for seat, orders in self.by_seat.items()}
        return replace(self, by_seat={seat: orders for seat, orders in lasting.items() if orders})

    @override
    def following(self, game: AnyGame, before: Any, after: Any) -> Self:
        """Return the orders with the seats that play does not wait for in the phase of another state. Who orders it
        later is waited for: nobody learns by it when somebody gives an order.
        """
        orders, phase = self.in_turn(game, before, after), str(game.phase(after))
        if (phase, game.turn(after)) == (str(game.phase(before)), game.turn(before)):
            return orders
        passing = (seat for seat, own in orders.by_seat.items() if phase in game.phases() and passes_phase(own, phase))
        return replace(orders, passing=frozenset(passing))


class OrdersGiven(CampaignEvent):
    """A side has other orders from now on, unseen."""

    seat: Seat
    orders: Hidden[tuple[Order, ...]]

    @override
    def apply(self, campaign: C) -> C:
        return campaign.having(campaign.of(Orders).given(self.seat, self.orders.value))

    def tell(self) -> Iterator[Notice]:
        if self.orders.value:
            yield tell_seat(self.seat, "Your orders are saved. You can change each until it is used.")
            if any(each.do == GO_ON for each in self.orders.value):
                yield tell_seat(self.seat, "An event whose moment comes while play goes on without you is not played.")
        else:
            yield tell_seat(self.seat, "You have no orders, so play waits for you in every phase.")


class OrderFollowed(CampaignEvent):
    """What follows a side had ordered; what it does unseen stays so. Who asked has learned its answer. An order for a
    single time is ``spent`` by it; if it was given for a moment of its own (``is_deed``), all read that it was ordered.
    Why it could follow no order before that is ``unable``.
    """

    reveals = True
    seat: Seat
    is_private: bool
    is_deed: bool = False
    spent: Hidden[Order | None] = Hidden[Order | None](None)
    unable: Hidden[tuple[Line, ...]] = Hidden[tuple[Line, ...]](())

    @override
    def apply(self, campaign: C) -> C:
        orders = campaign.of(Orders)
        left = tuple(each for each in orders.of(self.seat) if each != self.spent.value)
        return campaign.having(orders.given(self.seat, left))

    def tell(self) -> Iterator[Notice]:
        if self.is_private:
            yield tell_seat(self.seat, "As you ordered:")
        elif self.is_deed:
            yield tell_all("As ordered:")
        for why in self.unable.value:
            yield tell_unseen(self.seat, NOT_FOLLOWED, why=Hidden(why))


class PhasePassed(CampaignEvent):
    """A phase ended by itself, because all for whom play waits in it had ordered so. What both sides have ``to_do`` in
    it on the board is done all the same. What a side has ``lost`` by it, that side alone reads.
    """

    passes_phase = True
    phase: str
    to_do: Line | None = None
    lost: Mapping[Seat, Hidden[tuple[Line, ...]]] = {}

    @override
    def apply(self, campaign: C) -> C:
        return replace(campaign, requests=tuple(each for each in campaign.requests if not each.command.ends_phase))

    def tell(self) -> Iterator[Notice]:
        yield tell_rule("Nobody stops in: {phases}.", phases=Gathered((self.phase,)))
        if self.to_do is not None:
            yield tell_board("In {phase}: {to_do}", phase=Shown(self.phase), to_do=self.to_do)
        for seat, what in self.lost.items():
            yield tell_seat(
                seat, "Play went on without you, as you ordered. {what}", what=Hidden(Listed(what.value, " "))
            )


class OrderCommand(CampaignCommand, named=""):
    """What a side orders, unseen."""

    title = "Orders"
    is_private = True

    @override
    def seat_in(self, campaign: CampaignState, user: Player) -> Seat | None:
        return next(iter(sides(campaign.seats_of(user))), None)


class GiveOrder(OrderCommand):
    """Order what your side does in a moment to come, or change one of its orders: it takes the place of the one that is
    ``instead``, counted from 1. The first order of a list that fits and can be followed counts.
    """

    when: Annotated[str, Field(max_length=60, title="When")] = ""
    where: Annotated[str, Field(max_length=40, title="In which hex?", description="Empty: in any")] = ""
    do: Annotated[Name, Field(title="What do I do?")] = ""
    note: Annotated[str, Field(max_length=60, title="Note", description="Which marker, and what it does")] = ""
    lasts: Annotated[bool, Field(title="In every turn?")] = False
    instead: Annotated[int, Field(ge=0, le=MOST_ORDERS)] = 0

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[OrdersGiven]:
        own = sides(campaign.seats_of(user))
        if not own:
            raise NotYours("You play no side in this campaign, so there is nothing to order.")
        order = Order(do=self.do, when=self.when, where=self.where.strip(), note=self.note.strip(), lasts=self.lasts)
        changed = _listed(campaign, own, self.instead) if self.instead else None
        # who plays several sides orders it for those that could follow it
        able = [seat for seat in own if passes(_check, campaign, seat, order, changed)]
        for seat in able or own[:1]:
            _check(campaign, seat, order, changed)
            before = _before(campaign, seat, changed, order)
            after = [each for each in campaign.of(Orders).of(seat) if each not in (*before, order, changed)]
            yield OrdersGiven(seat=seat, orders=Hidden((*before, order, *after)))


class WithdrawOrder(OrderCommand):
    """Withdraw an order that your side has given, by its place in the list, from 1."""

    place: Annotated[int, Field(ge=1, le=MOST_ORDERS)]

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[OrdersGiven]:
        own = sides(campaign.seats_of(user))
        withdrawn = _listed(campaign, own, self.place)
        for seat in own:
            if withdrawn in campaign.of(Orders).of(seat):
                left = tuple(each for each in campaign.of(Orders).of(seat) if each != withdrawn)
                yield OrdersGiven(seat=seat, orders=Hidden(left))


# ---- what a side reads of its orders ----


def tell_orders(campaign: CampaignState, user: int) -> list[Secret]:
    """Return the orders of a user's sides, once: a user with several sides has the same for each."""
    return next(filter(None, ([*_told_to(campaign, seat)] for seat in campaign.acts_for(user))), [])


def _told_to(campaign: CampaignState, seat: Seat) -> Iterator[Secret]:
    """Yield a side's orders, and what it does if none applies, for its players only."""
    orders = campaign.of(Orders).of(seat)
    orderable = _orderable(campaign, seat) if orders else campaign.game.orderable(campaign.state, seat)
    if orderable is None:
        return
    ordered = orderable.followed(orders) if orders else ()
    unable = {each.order: _why_not(campaign, seat, each) for each in ordered if each.order}
    for place, order in enumerate(orders, 1):
        shown = Hidden[Shown](Shown(orderable.worded(order)))
        yield tell_seat(seat, "Order {place}: {order}", place=place, order=shown)
        if (why := unable.get(order)) is not None:
            yield tell_seat(seat, NOT_FOLLOWED, why=Hidden(why))
    if orderable.otherwise is not None and not orders:
        yield Secret(seat, orderable.otherwise)


def _why_not(campaign: CampaignState, seat: Seat, ordered: Ordered) -> Line | None:
    """Return why a seat's order is not followed as things stand, though its moment is now. No die of it falls."""
    if isinstance(ordered.command, Line):
        return ordered.command
    try:
        play(campaign.game, campaign.state, seat, ordered.command, SealedDice(bytes(32), 0))
    except RuleError as error:
        return error.text
    return None


def offers(campaign: CampaignState, user: int) -> Iterator[Offer]:
    """Yield what stands on the screen of orders, for the players of a side alone: a new order for each moment, then
    each order that stands, to change or to withdraw. Who plays several sides gives each order for all that can follow
    it.
    """
    if not can_order(campaign, user):
        return
    own = sides(campaign.seats_of(user))
    at = campaign.timeline.deeds.get(own[0], 0)
    found = {seat: each for seat in own if (each := _orderable(campaign, seat))}
    seat, orderable = next(iter(found.items()))
    for when, row in orderable.rows.items():
        if fitting := _fitting(campaign, seat, when):
            give = GiveOrder(when=when, do=fitting[0].value)
            yield Offer(give, row.words, at, ("do", *row.asks_for, "lasts"), choices={"do": fitting}, secret=True)
    listed = next((each for each in found if campaign.of(Orders).of(each)), seat)
    for place, order in enumerate(campaign.of(Orders).of(listed), 1):
        shown = line("{place}. {order}", place=place, order=found[listed].worded(order, in_menu=True))
        standing, fitting = found[listed].row(order), _fitting(campaign, listed, order.when, order)
        if standing is not None and any(each.value == order.do for each in fitting):
            change, choices = GiveOrder(**order.model_dump(), instead=place), {"do": fitting}
            inputs = ("do", *standing.asks_for, "lasts")
            yield Offer(change, "Change", at, inputs, choices=choices, subject=shown, is_group=True, secret=True)
        withdraw = WithdrawOrder(place=place)
        yield Offer(withdraw, "Withdraw", at, subject=shown, is_group=True, secret=True)


def _fitting(campaign: CampaignState, seat: Seat, when: str, changed: Order | None = None) -> tuple[Choice, ...]:
    """Return what a side can order for a moment, also in place of an order that is ``changed``: what could ever apply.
    An order for every turn, with a note, can follow wherever any other can.
    """
    orderable, before = _orderable(campaign, seat), _before(campaign, seat, changed)
    row = orderable.row(Order(do="", when=when)) if orderable is not None else None
    if orderable is None or row is None:
        return ()

    def can_follow(do: str) -> bool:
        return passes(_check_behind, orderable, Order(do=do, when=when, note=SOME_NOTE, lasts=True), before)

    return tuple(Choice(do, each.words) for do, each in row.deeds(Order(do="")).items() if can_follow(do))


def can_order(campaign: CampaignState, user: int) -> bool:
    """Return whether a user plays a side that can give orders."""
    own = sides(campaign.seats_of(user)) if campaign.due else ()
    return any(campaign.game.orderable(campaign.state, seat) is not None for seat in own)


# ---- what follows from orders ----


def carried_out(
    campaign: CampaignState, seat: Seat, command: GameCommand[Any, Any], dice: Dice
) -> tuple[tuple[Event, ...], Any]:
    """Return the events of a command and the state after them, with all that follows as sides have ordered: their
    answers, what they do, and the end of phases in which play waits for nobody. Nothing follows what is only told of
    the table, nor a private command of which nobody else reads: all would see that somebody gave one.
    """
    begun = campaign.state
    events, state = begin(campaign.game, begun, seat, command, dice)
    told = (each for event in events if isinstance(event, GameEvent) for each in event.tell(campaign.game.data))
    if command.is_told or (command.is_private and not any(isinstance(each, Public) for each in told)):
        return events, state
    for _ in range(MOST):
        campaign, goes_on = in_turn(campaign, state), command.goes_on(begun, state)
        if step := next(_taken(campaign, dice, passing=not goes_on), None):
            event, more, state = step
            events, campaign = (*events, event, *more), event.apply(campaign)
        elif goes_on:
            more, state = begin(campaign.game, state, seat, command, dice)
            events = (*events, *more)
        else:
            break
    return events, state


def in_turn(campaign: C, state: Any) -> C:
    """Return the campaign in a later state of its game, with those orders that hold in it."""
    return replace(campaign.having(campaign.of(Orders).in_turn(campaign.game, campaign.state, state)), state=state)


_Step = tuple[CampaignEvent, Seat, GameCommand[Any, Any]]
"""What may follow as ordered: the event that says so, and the command of a seat."""


def _taken(
    campaign: CampaignState, dice: Dice, *, passing: bool
) -> Iterator[tuple[CampaignEvent, tuple[Event, ...], Any]]:
    """Yield the steps that can follow now, the first first: what cannot be done its players decide themselves."""
    unable = dict[Seat, tuple[Line, ...]]()
    for event, seat, command in (*_answers(campaign), *(_passing(campaign) if passing else ())):
        try:
            done = play(campaign.game, campaign.state, seat, command, dice)
        except RuleError as error:
            unable[seat] = (*unable.get(seat, ()), error.text)
            continue
        told = {"unable": Hidden(unable[seat])} if seat in unable and isinstance(event, OrderFollowed) else {}
        yield event.replace(**told), *done


def _answers(campaign: CampaignState) -> Iterator[_Step]:
    orders = campaign.of(Orders)
    for seat in sorted(campaign.awaited | orders.by_seat.keys()):
        is_deed = seat not in campaign.awaited
        own, orderable = orders.of(seat), campaign.game.orderable(campaign.state, seat)
        if orderable is None or not (own or orderable.by_default):
            continue
        for command, order, is_spent in orderable.followed(own):
            if isinstance(command, GameCommand):
                spent = Hidden[Order | None](order if is_spent else None)
                event = OrderFollowed(seat=seat, is_private=command.is_private, is_deed=is_deed, spent=spent)
                yield event, seat, command


def _passing(campaign: CampaignState) -> Iterator[_Step]:
    """Yield the end of the phase, if all for whom play waits in it are done or have ordered so. Who is asked for it and
    is ready has agreed.
    """
    game, state = campaign.game, campaign.state
    ready = game.ready(state)
    if not (campaign.of(Orders).by_seat or ready):
        return
    phase, ending, due = str(game.phase(state)), game.ending(state), game.due(state)
    asked = [each.needed for each in campaign.requests if each.command.ends_phase]
    has_agreed = bool(asked) and all(needed <= set(ready) for needed in asked)
    must = any(each.whose is Whose.MUST for each in due.values())
    if phase not in game.phases() or ending is None or must or (asked and not has_agreed):
        return
    held: set[Seat] = {seat for seat in game.seats if campaign.roster[seat]}
    # if only free sides are due, all held sides play for them
    waiting = (held & due.keys() or held) | {seat for seat in game.acting(state, ending) if campaign.roster[seat]}
    ordered = sorted(seat for seat in waiting if campaign.of(Orders).of(seat) or seat in ready)
    if ordered and (has_agreed or all(passes_in(campaign, seat, phase) for seat in waiting)):
        to_do = next((Line(each.what) for each in due.values() if each.whose is Whose.ANY and each.button), None)
        lost = {seat: tuple(game.lost(state, seat, ending)) for seat in game.seats if seat in ordered}
        told: dict[Seat, Hidden[tuple[Line, ...]]] = {seat: Hidden(lines) for seat, lines in lost.items() if lines}
        yield PhasePassed(phase=phase, to_do=to_do, lost=told), ordered[0], ending


def passes_in(campaign: CampaignState, seat: Seat, phase: str) -> bool:
    """Return whether play goes on in a phase without a seat: it has ordered so, or is done with this one."""
    if seat in campaign.game.ready(campaign.state):
        return True
    orders = campaign.of(Orders).of(seat)
    is_done = seat in campaign.done and phase == str(campaign.game.phase(campaign.state))
    return passes_phase(orders, phase) or (is_done and not is_called(orders, phase))


# ---- what can be ordered ----


@once
def _orderable(campaign: CampaignState, seat: Seat) -> Orderable | None:
    """Return what a side can order: what its game knows, and in a game with phases where play goes on without it."""
    orderable, phases = campaign.game.orderable(campaign.state, seat), campaign.game.phases()
    return orderable.in_phases(phases) if orderable is not None and phases else orderable


def _check(campaign: CampaignState, seat: Seat, order: Order, changed: Order | None = None) -> None:
    """Check that a side can give an order, also in place of one that is ``changed``. Raises ``NotNow`` for one too
    many, ``NotThere`` if it could never apply.
    """
    orderable = _orderable(campaign, seat)
    if orderable is None:
        raise NotThere("There is nothing to order in {title} now.", title=campaign.game.title)
    _check_behind(orderable, order, _before(campaign, seat, changed, order))


def _check_behind(orderable: Orderable, order: Order, before: tuple[Order, ...]) -> None:
    """Check that an order can stand behind others. Raises like ``_check``."""
    if len(before) == MOST_ORDERS:
        raise NotNow("You have given {most} orders, and no more can stand.", most=MOST_ORDERS)
    orderable.check(order, before)


def _before(
    campaign: CampaignState, seat: Seat, changed: Order | None, order: Order | None = None
) -> tuple[Order, ...]:
    """Return the orders of a side before one that it gives, or gives again: those before the ``changed`` one, or all
    but the ``order`` itself.
    """
    orders = campaign.of(Orders).of(seat)
    if changed in orders:
        orders = orders[: orders.index(changed)]
    return tuple(each for each in orders if each != order)


def _listed(campaign: CampaignState, own: Iterable[Seat], place: int) -> Order:
    """Return the order at a place, from 1, of the first side that has given any. Raises ``NotNow`` if it is gone."""
    orders = next(filter(None, (campaign.of(Orders).of(seat) for seat in own)), ())
    if place > len(orders):
        raise NotNow("That order is gone. `/hand` shows your orders.")
    return orders[place - 1]
