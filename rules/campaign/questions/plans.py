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
from rules.errors import NotNow, NotThere, NotYours, RuleError
from rules.game import Whose
from rules.line import Gathered, Line, Listed
from rules.log import play
from rules.notice import Notice, Secret, tell_all, tell_board, tell_rule, tell_seat
from rules.seat import Player, Seat
from rules.secrets import Hidden, Shown, quote

MOST = 50
"""So many steps follow one another at most."""
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
            yield tell_seat(self.seat, "You have no plan, so play waits for you.")
        else:
            yield tell_seat(self.seat, "Your plan is made. You can change it until it acts.")


class PlanFollowed(CampaignEvent):
    """What follows a seat had planned; what it does unseen stays so. Who asked has learned its answer. It may be a
    ``deed`` of the plan, and it ``plays`` a card or a marker.
    """

    reveals: ClassVar[bool] = True
    type: Literal["plan_followed"] = "plan_followed"
    seat: Seat
    is_private: bool
    plays: bool = False
    deed: Hidden[str] = Hidden("")

    @override
    def apply(self, campaign: C) -> C:
        plan = campaign.plans.get(self.seat)
        if plan is not None and self.deed.value:
            campaign = replace(campaign, plans={**campaign.plans, self.seat: plan.after(self.deed.value)})
        return _all_woken(campaign, self.seat) if self.plays else campaign

    @override
    def tell(self) -> Iterator[Notice]:
        if self.is_private:
            yield tell_seat(self.seat, "As you planned:")
        else:
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
            raise NotYours("You play no side in this campaign, so you plan nothing.")
        if not _can_plan(campaign):
            raise NotThere("There is nothing to plan in {title} now.", title=game.title)
        for seat in own:
            _check_known(self.stops, game.phases())
            _check_known(self.orders, game.orders())
            # a marker may have left the hand since the form was opened
            deeds = tuple(each for each in self.deeds if each in game.plannable(campaign.state, seat))
            plan = Plan(
                stops=frozenset(self.stops),
                orders=frozenset(self.orders),
                deeds=deeds,
                asks_again=self.asks_again,
                lasts=self.lasts,
            )
            is_none = {*game.phases()} <= plan.stops and not plan.orders and not plan.deeds
            yield PlanMade(seat=seat, plan=Hidden[Plan | None](None) if is_none else Hidden(plan))

    @override
    def seat_in(self, campaign: CampaignState, user: Player) -> Seat | None:
        """The user's first side."""
        return next(iter(_sides(campaign, user)), None)


class DropPlan(CampaignCommand):
    """Do without a plan."""

    title: ClassVar[str] = "Plan"
    is_private: ClassVar[bool] = True
    type: Literal["drop_plan"] = "drop_plan"

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[PlanMade]:
        campaign.check_seated(user)
        planned = [seat for seat in _sides(campaign, user) if seat in campaign.plans]
        if not planned:
            raise NotNow("You have no plan.")
        for seat in planned:
            yield PlanMade(seat=seat, plan=Hidden[Plan | None](None))

    @override
    def seat_in(self, campaign: CampaignState, user: Player) -> Seat | None:
        """The user's first side."""
        return next(iter(_sides(campaign, user)), None)


def tell_plan(campaign: CampaignState, seat: Seat) -> Iterator[Secret]:
    """A seat's plan, for its players."""
    plan, game = campaign.plans.get(seat), campaign.game
    if plan is None:
        return
    stops = [phase for phase in game.phases() if phase in plan.stops]
    if stops and len(stops) < len(game.phases()):
        yield tell_seat(seat, "Play waits for you in: {phases}.", phases=Hidden[Shown](Listed(stops)))
    elif game.phases() and not stops:
        yield tell_seat(seat, "Play waits for you in no phase.")
    if plan.woken:
        yield tell_seat(seat, "Another side has played an event, so play waits for you everywhere this turn.")
    if plan.deeds:
        yield tell_seat(seat, "You play as soon as you can: {deeds}.", deeds=Hidden[Shown](Listed(plan.deeds)))
    if plan.orders:
        orders = Listed(Line(label) for order, label in game.orders().items() if order in plan.orders)
        yield tell_seat(seat, "Always: {orders}.", orders=Hidden[Shown](orders))
    if plan.lasts:
        yield tell_seat(seat, "This is so in every turn.")
    else:
        yield tell_seat(seat, "This is so until the turn ends.")


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
        step = next(_taken(campaign, dice), None) if campaign.plans else None
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
    for seat in sorted(campaign.game.awaited(campaign.state)):
        for order in sorted(_orders(campaign, seat)):
            command = campaign.game.ordered(campaign.state, seat, order)
            if command is not None:
                yield _Step(seat, command, _followed(seat, command))


def _deeds(campaign: CampaignState) -> Iterator[_Step]:
    for seat, plan in sorted(campaign.plans.items()):
        plannable = campaign.game.plannable(campaign.state, seat) if plan.deeds and not plan.woken else {}
        for deed in plan.deeds:
            if deed in plannable:
                yield _Step(seat, plannable[deed], _followed(seat, plannable[deed], deed))


def _passing(campaign: CampaignState) -> Iterator[_Step]:
    """The end of the phase, if all for whom play waits in it are done or have planned so."""
    game, state = campaign.game, campaign.state
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
    held = {seat for seat in campaign.game.seats if campaign.roster[seat]}
    return held & set(due) or held


def _followed(seat: Seat, command: GameCommand[Any, Any], deed: str = "") -> PlanFollowed:
    return PlanFollowed(seat=seat, is_private=command.is_private, plays=command.plays, deed=Hidden(deed))


def _orders(campaign: CampaignState, seat: Seat) -> frozenset[str]:
    plan = campaign.plans.get(seat)
    return plan.orders if plan is not None and not plan.woken else frozenset()


def _all_woken(campaign: C, seat: Seat) -> C:
    """The campaign with the plans of the other seats as they are once a seat has played an event."""
    plans = {other: plan if other == seat else plan.at_an_event() for other, plan in campaign.plans.items()}
    return replace(campaign, plans=plans)


def offers(campaign: CampaignState, user: int) -> Iterator[Offer]:
    """Making a plan, and doing without: for the players of a side alone."""
    own, game, state = _sides(campaign, user), campaign.game, campaign.state
    if not own or not _can_plan(campaign):
        return
    plan = next((campaign.plans[seat] for seat in own if seat in campaign.plans), None)
    deeds = dict.fromkeys(name for seat in own for name in game.plannable(state, seat))
    of = {
        "stops": tuple(Choice(phase, phase) for phase in game.phases()),
        "deeds": tuple(Choice(name, name) for name in deeds),
        "orders": tuple(Choice(order, label) for order, label in game.orders().items()),
    }
    choices = {name: each for name, each in of.items() if each}
    made = plan or Plan(stops=frozenset(game.phases()))
    proposed = MakePlan(
        stops=tuple(phase for phase in game.phases() if phase in made.stops),
        deeds=tuple(each for each in made.deeds if each in deeds),
        orders=tuple(sorted(made.orders)),
        asks_again=made.asks_again,
        lasts=made.lasts,
    )
    at, inputs = campaign.deeds(own[0]), (*choices, "asks_again", "lasts")
    yield Offer(proposed, "My plan", inputs=inputs, choices=choices, version=at, secret=True)
    if plan is not None:
        yield Offer(DropPlan(), "Without a plan", version=at, secret=True, minor=True)


def _can_plan(campaign: CampaignState) -> bool:
    game, is_over = campaign.game, not campaign.game.due(campaign.state)
    return not is_over and bool(game.phases() or game.orders())


def _check_known(given: tuple[str, ...], known: Collection[str]) -> None:
    """Raises ``NotThere`` for a name that the game does not have."""
    for name in given:
        if name not in known:
            raise NotThere("This game has no “{name}”.", name=quote(name, 40))


def _sides(campaign: CampaignState, user: int) -> list[Seat]:
    """The sides that a user plays."""
    return [seat for seat in campaign.seats_of(user) if seat in campaign.game.seats]
