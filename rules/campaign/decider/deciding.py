"""Deciding a command: at once, or once the others have agreed."""

from dataclasses import dataclass, field
from typing import Any

from rules.campaign.questions import requests
from rules.campaign.questions.orders import followed_by_orders
from rules.campaign.state.state import CampaignCommand, CampaignState
from rules.command import Command, Event, GameCommand
from rules.dice import PhysicalDice, Roll, Source
from rules.errors import NotNow, NotSeated, NotThere, NotYours, RuleError, Unsure, WrongDice
from rules.line import both
from rules.log import play
from rules.seat import Player, Seat


@dataclass(frozen=True, slots=True)
class Decision:
    """A command that was decided: what the log will hold of it, and for a command of the game the state after it. One
    that ``is_unseen`` is a private deed.
    """

    seat: Seat | None
    command: Command
    events: tuple[Event, ...]
    rolls: tuple[Roll, ...] = ()
    state: Any = field(default=None, compare=False)
    is_unseen: bool = False

    @property
    def undoes(self) -> int | None:
        """The first entry that it undoes."""
        return min((seq for event in self.events for seq in event.undone), default=None)


def decided_for_the_campaign(
    campaign: CampaignState,
    user: Player,
    command: CampaignCommand,
    faces: tuple[int, ...] | None,
    source: Source,
    *,
    sure: bool,
) -> Decision:
    """A command of the campaign. Whoever must agree first is asked. ``sure`` says that the user was asked whether to go
    on all the same.
    """
    if faces is not None and not command.may_roll:
        raise WrongDice("This rolls no dice, so leave `dice` empty.")
    dice, tried = campaign.dice(faces, source), None
    try:
        tried = command.tried(campaign, user, dice)
    except WrongDice:
        # what the others must agree to first needs no dice yet
        if not command.needed(campaign, user):
            raise
    if not sure:
        command.check_sure(campaign, user)
    seat = command.seat_in(campaign, user)
    if needed := command.needed(campaign, user):
        meant = command.meant(campaign, user)
        _check_not_asked(campaign, user, meant)
        return Decision(seat, meant, (requests.asked_for(campaign, user, meant, needed),))
    events = tuple(command.decide(campaign, user, dice)) if tried is None else tried
    if isinstance(dice, PhysicalDice):
        dice.check_all_used()
    return Decision(seat, command, events, dice.rolls)


def decided_for_a_seat(
    campaign: CampaignState,
    user: Player,
    command: GameCommand[Any, Any],
    faces: tuple[int, ...] | None,
    source: Source,
    *,
    sure: bool,
) -> Decision:
    """A command of the game, for the user's first seat that can give it. ``sure`` says that the user was asked whether
    to go on all the same.

    If no seat can, it raises the most specific refusal: ``NotNow``, else ``NotThere``, else ``NotYours``.
    """
    refusals: list[RuleError] = []
    for seat in campaign.acts_for(user):
        try:
            return _decided(campaign, user, seat, command, faces, source, sure=sure)
        except (WrongDice, Unsure):
            raise
        except RuleError as error:
            refusals.append(error)
    raise max(refusals, key=_specificity) if refusals else NotSeated()


def _decided(
    campaign: CampaignState,
    user: Player,
    seat: Seat,
    command: GameCommand[Any, Any],
    faces: tuple[int, ...] | None,
    source: Source,
    *,
    sure: bool,
) -> Decision:
    needed, decision = requests.needed_for(campaign, user, seat, command), None
    dice = campaign.dice(faces, source)
    try:
        done = play(campaign.game, campaign.state, seat, command, dice)
        events, state = followed_by_orders(campaign, command, done, dice)
        if isinstance(dice, PhysicalDice):
            dice.check_all_used()
        decision = Decision(seat, command, events, dice.rolls, state)
    except WrongDice:
        # what the others must agree to first needs no dice yet
        if not needed:
            raise
    if not sure:
        requests.check_sure(campaign, user, command)
    if not needed:
        assert decision is not None, "a command that asks nobody had its dice"
        return decision
    for request in campaign.requests:
        if _is_same(request.command, command) and request.needed & set(campaign.seats_of(user)):
            # a side that is asked and wants the same has agreed by it
            return decided_for_the_campaign(campaign, user, requests.Agree(to=request.number), faces, source, sure=sure)
    _check_not_asked(campaign, user, command)
    return Decision(seat, command, (requests.asked_for(campaign, user, command, needed),))


def _is_same(asked: Command, command: Command) -> bool:
    """Whether two players want to end the same phase in the same way."""
    return command.ends_phase and asked == command


def _check_not_asked(campaign: CampaignState, user: Player, command: Command) -> None:
    """Whether a user has not asked for just this already. Raises ``NotNow``."""
    for request in campaign.requests:
        if request.player == user and request.command == command and not campaign.is_past(request.until):
            names = both(map(campaign.named, sorted(request.needed)))
            raise NotNow("You have asked for that already. Still to answer: {names}.", names=names)


def _specificity(refusal: RuleError) -> int:
    return 0 if isinstance(refusal, NotYours) else 1 if isinstance(refusal, NotThere) else 2
