"""Plans: what a seat decides ahead, so that play need not wait for it. Only the seat knows its plan before it acts.

Play runs by itself to the next place where somebody must decide something that no plan answers.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.campaign.state.plan import Plan
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState
from rules.command import Choice, Command, Event, GameCommand, Offer
from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours, RuleError, passes
from rules.game import Orderable, Whose
from rules.line import Gathered, Line, Listed, line
from rules.log import play
from rules.notice import Notice, Secret, tell_all, tell_board, tell_rule, tell_seat
from rules.order import Order
from rules.seat import Player, Seat
from rules.secrets import Hidden, Shown, quote

MOST = 50
"""So many steps follow one another at most."""
MOST_ORDERS = 20
"""So many orders a seat gives on conditions at most."""
Names = Annotated[tuple[Annotated[str, Field(max_length=100)], ...], Field(max_length=25)]


class PlanMade(CampaignEvent):
    """A seat made a plan, changed it, or has none any more, unseen."""

    type: Literal["plan_made"] = "plan_made"
    seat: Seat
    plan: Hidden[Plan | None]

    @override
    def apply(self, campaign: C) -> C:
        others = {seat: plan for seat, plan in campaign.plans.items() if seat != self.seat}
        return replace(campaign, plans=others if self.plan.value is None else {**others, self.seat: self.plan.value})

    @override
    def tell(self) -> Iterator[Notice]:
        if self.plan.value is None:
            yield tell_seat(self.seat, "You have no plan, so play waits for you in every phase.")
        else:
            yield tell_seat(self.seat, "Your plan is set. You can change it until it acts.")


class PlanFollowed(CampaignEvent):
    """What follows a seat had planned; what it does unseen stays so. Who asked has learned its answer. It may be a
    ``deed`` of the plan, and it ``plays`` a card or a marker. An order for a single time is ``spent`` by it.
    """

    reveals: ClassVar[bool] = True
    type: Literal["plan_followed"] = "plan_followed"
    seat: Seat
    is_private: bool
    plays: bool = False
    deed: Hidden[str] = Hidden("")
    spent: Hidden[Order | None] = Hidden[Order | None](None)

    @override
    def apply(self, campaign: C) -> C:
        plan = campaign.plans.get(self.seat)
        if plan is not None and self.deed.value:
            plan = plan.after(self.deed.value)
        if plan is not None and self.spent.value is not None:
            plan = plan.without(self.spent.value)
        if plan is not None:
            campaign = replace(campaign, plans={**campaign.plans, self.seat: plan})
        return _all_woken(campaign, self.seat) if self.plays else campaign

    @override
    def tell(self) -> Iterator[Notice]:
        if self.is_private:
            yield tell_seat(self.seat, "As you planned:")
        elif self.deed.value:
            yield tell_all("As planned:")


class PhasePassed(CampaignEvent):
    """A phase ended by itself, because all for whom play waits in it had planned so. What both sides have ``to_do`` in
    it on the board is done all the same.
    """

    type: Literal["phase_passed"] = "phase_passed"
    phase: str
    to_do: Line | None = None

    @override
    def apply(self, campaign: C) -> C:
        return campaign

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_rule("Nobody stops in: {phases}.", phases=Gathered((self.phase,)))
        if self.to_do is not None:
            yield tell_board("In {phase}: {to_do}", phase=Shown(self.phase), to_do=self.to_do)


class MakePlan(CampaignCommand):
    """Plan the rest of the turn, or of every turn. One that stops in every phase and does nothing is no plan."""

    title: ClassVar[str] = "Plan"
    is_private: ClassVar[bool] = True
    type: Literal["make_plan"] = "make_plan"
    stops: Annotated[Names, Field(title="Wait for me in", description="Play goes on without you in the others.")] = ()
    deeds: Annotated[Names, Field(title="Play as soon as I can")] = ()
    orders: Annotated[Names, Field(title="Always")] = ()
    asks_again: Annotated[bool, Field(title="Wait again once another side plays an event?")] = False
    lasts: Annotated[bool, Field(title="The same in every turn?")] = False

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[PlanMade]:
        own, game = _sides(campaign, user), campaign.game
        campaign.check_seated(user)
        if not own:
            raise NotYours("You play no side in this campaign, so there is nothing to plan.")
        if not _can_plan(campaign):
            raise NotThere("There is nothing to plan in {title} now.", title=game.title)
        for seat in own:
            _check_known(self.stops, game.phases())
            _check_known(self.orders, game.orders())
            # a marker may have left the hand since the form was opened
            deeds = tuple(each for each in self.deeds if each in game.plannable(campaign.state, seat))
            always = tuple(Order(do=each, lasts=self.lasts) for each in self.orders)
            plan = Plan(
                stops=None if {*game.phases()} <= {*self.stops} else frozenset(self.stops),
                orders=(*_given(campaign, seat), *always),
                deeds=deeds,
                asks_again=self.asks_again,
                lasts=self.lasts,
            )
            yield _made(seat, plan)

    @override
    def seat_in(self, campaign: CampaignState, user: Player) -> Seat | None:
        """The user's first side."""
        return next(iter(_sides(campaign, user)), None)


class GiveOrder(CampaignCommand):
    """Order what your side does in a moment to come, on a condition. Orders stand in the order in which they are given:
    the first that fits and can be followed counts.
    """

    title: ClassVar[str] = "Order"
    is_private: ClassVar[bool] = True
    type: Literal["give_order"] = "give_order"
    when: Annotated[str, Field(max_length=60, title="If")] = ""
    where: Annotated[str, Field(max_length=40, title="In which hex?", description="Empty: in any")] = ""
    do: Annotated[str, Field(max_length=100, title="Then")]
    note: Annotated[str, Field(max_length=60, title="Note", description="Which marker, and what it does")] = ""
    lasts: Annotated[bool, Field(title="In every turn?")] = False

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[PlanMade]:
        campaign.check_seated(user)
        own = [seat for seat in _sides(campaign, user) if campaign.orderable(seat)]
        if not own:
            raise NotThere("There is nothing to order in {title} now.", title=campaign.game.title)
        order = Order(do=self.do, when=self.when, where=self.where.strip(), note=self.note.strip(), lasts=self.lasts)
        # who plays several sides orders it for those that could follow it
        able = [seat for seat in own if passes(_check, campaign, seat, order)]
        for seat in able or own[:1]:
            _check(campaign, seat, order)
            yield _with_orders(campaign, seat, (*_before(campaign, seat, order), order))

    @override
    def seat_in(self, campaign: CampaignState, user: Player) -> Seat | None:
        """The user's first side."""
        return next(iter(_sides(campaign, user)), None)


class KeepOrders(CampaignCommand):
    """Keep some of the orders that your side has given, by their places in the list, from 1, and strike the others."""

    title: ClassVar[str] = "Orders"
    is_private: ClassVar[bool] = True
    type: Literal["keep_orders"] = "keep_orders"
    places: Annotated[Names, Field(title="Which orders stay?")] = ()

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[PlanMade]:
        campaign.check_seated(user)
        own = [seat for seat in _sides(campaign, user) if _given(campaign, seat)]
        if not own:
            raise NotNow("You have given no orders.")
        struck = [each for place, each in enumerate(_given(campaign, own[0]), 1) if str(place) not in self.places]
        for seat in own:
            yield _with_orders(campaign, seat, tuple(each for each in _given(campaign, seat) if each not in struck))

    @override
    def seat_in(self, campaign: CampaignState, user: Player) -> Seat | None:
        """The user's first side."""
        return next(iter(_sides(campaign, user)), None)


class DropPlan(CampaignCommand):
    """Do without a plan. Orders on conditions stand until they are struck."""

    title: ClassVar[str] = "Plan"
    is_private: ClassVar[bool] = True
    type: Literal["drop_plan"] = "drop_plan"

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[PlanMade]:
        campaign.check_seated(user)
        planned = [seat for seat in _sides(campaign, user) if _has_plan(campaign, seat)]
        if not planned:
            raise NotNow("You have no plan.")
        for seat in planned:
            yield _made(seat, Plan(orders=_given(campaign, seat)))

    @override
    def seat_in(self, campaign: CampaignState, user: Player) -> Seat | None:
        """The user's first side."""
        return next(iter(_sides(campaign, user)), None)


def tell_plan(campaign: CampaignState, seat: Seat) -> Iterator[Secret]:
    """A seat's plan, for its players."""
    plan, game = campaign.plans.get(seat), campaign.game
    yield from _tell_orders(campaign, seat)
    if plan is None:
        return
    stops = [phase for phase in game.phases() if plan.stops and phase in plan.stops]
    if stops:
        yield tell_seat(seat, "Play waits for you in: {phases}.", phases=Hidden[Shown](Listed(stops)))
    elif plan.stops is not None:
        yield tell_seat(seat, "Play waits for you in no phase.")
    if plan.woken:
        yield tell_seat(seat, "Another side has played an event, so play waits for you everywhere this turn.")
    if plan.deeds:
        yield tell_seat(seat, "You play as soon as you can: {deeds}.", deeds=Hidden[Shown](Listed(plan.deeds)))
    if always := _always(campaign, seat):
        orders = Listed(Line(label) for order, label in game.orders().items() if order in always)
        yield tell_seat(seat, "Always: {orders}.", orders=Hidden[Shown](orders))
    if plan.lasts:
        yield tell_seat(seat, "This holds in every turn.")
    elif plan.stops is not None or always or plan.deeds:
        yield tell_seat(seat, "This holds until the turn ends.")


def _tell_orders(campaign: CampaignState, seat: Seat) -> Iterator[Secret]:
    """The orders that a seat has given, in order, and what it does where none fits."""
    orderable = campaign.orderable(seat)
    if orderable is None:
        return
    for place, order in enumerate(_given(campaign, seat), 1):
        shown = Hidden[Shown](Shown(worded(order, orderable)))
        yield tell_seat(seat, "Order {place}: {order}.", place=place, order=shown)
    if orderable.otherwise is not None:
        yield tell_seat(seat, "Without an order {otherwise}.", otherwise=orderable.otherwise)


def worded(order: Order, orderable: Orderable, *, in_menu: bool = False) -> Line:
    """An order in words: ``They attack (Soissons) → Heroic Defense: cancel the Heroic Assault``. A menu shows words as
    they were typed.
    """
    typed = Shown if in_menu else quote
    when = orderable.conditions.get(order.when) or next(iter(orderable.conditions.values()))
    if order.where:
        when = line("{when} ({where})", when=when, where=typed(order.where))
    # what is not in hand any more is not followed, and still to be read
    do = orderable.deeds.get(order.do) or line("{marker}", marker=Shown(order.do))
    if order.note:
        do = line("{do} ({note})", do=do, note=typed(order.note))
    said = line("{when} → {do}", when=when, do=do)
    return line("{order}, in every turn", order=said) if order.lasts else said


def _given(campaign: CampaignState, seat: Seat) -> tuple[Order, ...]:
    """The orders that a seat has given on conditions; what it answers always stands in its plan."""
    plan, orderable = campaign.plans.get(seat), campaign.orderable(seat)
    orders = plan.orders if plan is not None and orderable is not None else ()
    return tuple(each for each in orders if not is_always(campaign, each))


def _always(campaign: CampaignState, seat: Seat) -> tuple[str, ...]:
    """What a seat answers always."""
    plan = campaign.plans.get(seat)
    return tuple(each.do for each in plan.orders if is_always(campaign, each)) if plan is not None else ()


def followed_by_plans(
    campaign: CampaignState, seat: Seat, command: Command, done: tuple[tuple[Event, ...], Any], dice: Dice
) -> tuple[tuple[Event, ...], Any]:
    """The events of a command that a seat gave and the state after them, with all that follows as seats have planned:
    their answers, their deeds, and the end of phases in which play waits for nobody. Nothing follows a private command:
    all would see that somebody gave one.
    """
    if command.is_private:
        return done
    events, state = done
    campaign = woken(campaign, seat, command)
    for _ in range(MOST):
        campaign = replace(in_turn(campaign, state), state=state)
        step = next(_taken(campaign, dice), None)
        if step is None:
            break
        event, more, state = step
        events, campaign = (*events, event, *more), event.apply(campaign)
    return events, state


def woken(campaign: C, seat: Seat, command: Command) -> C:
    """The campaign with the plans as they are once a seat has given a command."""
    return _all_woken(campaign, seat) if command.plays else campaign


def in_turn(campaign: C, state: Any) -> C:
    """The campaign with those plans that hold in a later state of the game."""
    if campaign.game.turn(state) == campaign.game.turn(campaign.state):
        return campaign
    lasting = {seat: plan.in_a_new_turn() for seat, plan in campaign.plans.items()}
    return replace(campaign, plans={seat: plan for seat, plan in lasting.items() if plan})


@dataclass(frozen=True, slots=True)
class _Step:
    """What may follow as planned: the command of a seat, and the event that says so."""

    seat: Seat
    command: GameCommand[Any, Any]
    event: CampaignEvent


def _taken(campaign: CampaignState, dice: Dice) -> Iterator[tuple[CampaignEvent, tuple[Event, ...], Any]]:
    """The steps that can follow now, the first first: what cannot be done its players decide themselves."""
    for step in (*_answers(campaign), *_deeds(campaign), *_passing(campaign)):
        try:
            more, state = play(campaign.game, campaign.state, step.seat, step.command, dice)
        except RuleError:
            continue
        yield step.event, more, state


def _answers(campaign: CampaignState) -> Iterator[_Step]:
    ordering = {seat for seat, plan in campaign.plans.items() if plan.orders}
    for seat in sorted(campaign.awaited | ordering):
        plan = campaign.plans.get(seat, Plan())
        for command, spent in () if plan.woken else campaign.game.ordered(campaign.state, seat, plan.orders):
            event = PlanFollowed(
                seat=seat, is_private=command.is_private, plays=command.plays, spent=Hidden[Order | None](spent)
            )
            yield _Step(seat, command, event)


def _deeds(campaign: CampaignState) -> Iterator[_Step]:
    for seat, plan in sorted(campaign.plans.items()):
        plannable = campaign.game.plannable(campaign.state, seat) if plan.deeds and not plan.woken else {}
        for deed in plan.deeds:
            if deed in plannable:
                yield _Step(seat, plannable[deed], _followed(seat, plannable[deed], deed))


def _passing(campaign: CampaignState) -> Iterator[_Step]:
    """The end of the phase, if all for whom play waits in it are done or have planned so."""
    game, state = campaign.game, campaign.state
    if not campaign.plans:
        return
    phase, ending, due = str(game.phase(state)), game.ending(state), game.due(state)
    is_asked = any(each.command.ends_phase for each in campaign.requests)
    if (
        phase not in game.phases()
        or ending is None
        or is_asked
        or any(each.whose is Whose.MUST for each in due.values())
    ):
        return
    waiting = _waiting(campaign, due) | {seat for seat in game.acting(state, ending) if campaign.roster[seat]}
    planned = sorted(waiting & campaign.plans.keys())
    if planned and all(campaign.passes(seat, phase) for seat in waiting):
        to_do = next((Line(each.what) for each in due.values() if each.whose is Whose.ANY and each.button), None)
        yield _Step(planned[0], ending, PhasePassed(phase=phase, to_do=to_do))


def _waiting(campaign: CampaignState, due: Collection[Seat]) -> set[Seat]:
    """The sides that play on the board now; the others play for those that are free."""
    held: set[Seat] = {seat for seat in campaign.game.seats if campaign.roster[seat]}
    return held & set(due) or held


def _followed(seat: Seat, command: GameCommand[Any, Any], deed: str = "") -> PlanFollowed:
    return PlanFollowed(seat=seat, is_private=command.is_private, plays=command.plays, deed=Hidden(deed))


def _all_woken(campaign: C, seat: Seat) -> C:
    """The campaign with the plans of the other seats as they are once a seat has played an event."""
    plans = {other: plan if other == seat else plan.at_an_event() for other, plan in campaign.plans.items()}
    return replace(campaign, plans=plans)


def offers(campaign: CampaignState, user: int) -> Iterator[Offer]:
    """Making a plan, and doing without: for the players of a side alone."""
    own = _sides(campaign, user)
    if not own or not campaign.due:
        return
    at = campaign.deeds(own[0])
    if _can_plan(campaign):
        yield _plan_offer(campaign, own, at)
    # who plays a game for one alone is there when it asks
    if len(campaign.game.seats) > 1 or not campaign.is_alone(user):
        yield from _order_offers(campaign, own, at)
    if any(_has_plan(campaign, seat) for seat in own):
        yield Offer(DropPlan(), "Without a plan", version=at, secret=True, minor=True)


def _plan_offer(campaign: CampaignState, own: list[Seat], at: int) -> Offer:
    """The form of the plan, with what is planned already."""
    game, state = campaign.game, campaign.state
    plan = next((campaign.plans[seat] for seat in own if seat in campaign.plans), None)
    deeds = dict.fromkeys(name for seat in own for name in game.plannable(state, seat))
    of = {
        "stops": tuple(Choice(phase, phase) for phase in game.phases()),
        "deeds": tuple(Choice(name, name) for name in deeds),
        "orders": tuple(Choice(order, label) for order, label in game.orders().items()),
    }
    choices = {name: each for name, each in of.items() if each}
    made = plan or Plan()
    proposed = MakePlan(
        stops=tuple(phase for phase in game.phases() if made.stops is None or phase in made.stops),
        deeds=tuple(each for each in made.deeds if each in deeds),
        orders=_always(campaign, own[0]),
        asks_again=made.asks_again,
        lasts=made.lasts,
    )
    inputs = (*choices, "asks_again", "lasts")
    return Offer(proposed, "My plan", inputs=inputs, choices=choices, version=at, secret=True)


def _order_offers(campaign: CampaignState, own: list[Seat], at: int) -> Iterator[Offer]:
    """Giving an order, and striking some. Who plays several sides gives each order for all that can follow it."""
    found = {seat: each for seat in own if (each := campaign.orderable(seat))}
    listed = next((seat for seat in found if _given(campaign, seat)), None)
    for seat, orderable in [*found.items()][:1]:
        of = {"when": orderable.conditions, "do": orderable.deeds}
        choices = {name: tuple(Choice(value, each) for value, each in words.items()) for name, words in of.items()}
        inputs = ("when", "do", *orderable.asks_for, "lasts")
        if orderable.deeds:
            order = GiveOrder(do=next(iter(orderable.deeds)))
            yield Offer(order, "Give an order", inputs=inputs, choices=choices, version=at, secret=True)
        given = tuple(
            Choice(str(place), line("{place}. {order}", place=place, order=worded(each, orderable, in_menu=True)))
            for place, each in enumerate(_given(campaign, listed or seat), 1)
        )
        if given:
            keep = KeepOrders(places=tuple(each.value for each in given))
            yield Offer(keep, "My orders", inputs=("places",), choices={"places": given}, version=at, secret=True)


def _has_plan(campaign: CampaignState, seat: Seat) -> bool:
    """Whether a seat has planned more than its orders on conditions."""
    plan = campaign.plans.get(seat)
    return plan is not None and plan != Plan(orders=_given(campaign, seat))


def _before(campaign: CampaignState, seat: Seat, order: Order) -> tuple[Order, ...]:
    """The orders of a seat before one that it gives, or gives again."""
    return tuple(each for each in _given(campaign, seat) if each != order)


def _check(campaign: CampaignState, seat: Seat, order: Order) -> None:
    """Whether a seat can give an order. Raises ``NotNow`` for one too many, ``NotThere`` if it could never apply."""
    before = _before(campaign, seat, order)
    if len(before) == MOST_ORDERS:
        raise NotNow("You have given {most} orders, and no more can stand.", most=MOST_ORDERS)
    campaign.game.check_order(campaign.state, seat, order, before)


def _made(seat: Seat, plan: Plan) -> PlanMade:
    return PlanMade(seat=seat, plan=Hidden[Plan | None](None) if plan.is_none else Hidden(plan))


def _with_orders(campaign: CampaignState, seat: Seat, given: tuple[Order, ...]) -> PlanMade:
    """A seat has other orders; what it answers always comes behind them."""
    plan = campaign.plans.get(seat, Plan())
    always = (each for each in plan.orders if is_always(campaign, each))
    return _made(seat, plan.replace(orders=(*given, *always)))


def is_always(campaign: CampaignState, order: Order) -> bool:
    """Whether an order is one of those that a seat gives for whenever it is asked."""
    return not order.is_bound and order.do in campaign.game.orders()


def _can_plan(campaign: CampaignState) -> bool:
    return bool(campaign.due) and bool(campaign.game.phases() or campaign.game.orders())


def _check_known(given: tuple[str, ...], known: Collection[str]) -> None:
    """Raises ``NotThere`` for a name that the game does not have."""
    for name in given:
        if name not in known:
            raise NotThere("This game has no “{name}”.", name=quote(name, 40))


def _sides(campaign: CampaignState, user: int) -> list[Seat]:
    """The sides that a user plays."""
    return [seat for seat in campaign.seats_of(user) if seat in campaign.game.seats]
