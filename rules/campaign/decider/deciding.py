"""Deciding a command: at once, or once the others have agreed."""

from dataclasses import dataclass, field
from typing import Any

from rules.campaign.questions import requests
from rules.campaign.questions.orders import carried_out
from rules.campaign.state.state import CampaignCommand, CampaignState
from rules.command import Command, Event, GameCommand
from rules.dice import PhysicalDice, Roll, Source
from rules.errors import NotNow, NotThere, NotYours, RuleError, Unsure, WrongDice
from rules.line import both
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


@dataclass(frozen=True, slots=True)
class Giving:
    """A user gives a command. ``faces`` are dice rolled on the table; ``sure`` says that they were asked whether to go
    on all the same.
    """

    campaign: CampaignState
    user: Player
    faces: tuple[int, ...] | None
    source: Source
    sure: bool

    def decided(self, command: Command) -> Decision:
        """Return a command of the campaign or of the game as it is decided. Raises ``RuleError`` as a refusal."""
        if isinstance(command, CampaignCommand):
            return self._for_the_campaign(command)
        assert isinstance(command, GameCommand), "a command is the campaign's or the game's"
        return self._for_a_seat(command)

    def _for_the_campaign(self, command: CampaignCommand) -> Decision:
        """Decide a command of the campaign, or ask those who must agree first."""
        campaign, user = self.campaign, self.user
        if self.faces is not None and not command.may_roll:
            raise WrongDice("This rolls no dice, so leave `dice` empty.")
        command.check_seated(campaign, user)
        dice, tried = campaign.dice(self.faces, self.source), None
        try:
            tried = command.tried(campaign, user, dice)
        except WrongDice:
            # what the others must agree to first needs no dice yet
            if not command.needed(campaign, user):
                raise
        if not self.sure:
            command.check_sure(campaign, user)
        seat = command.seat_in(campaign, user)
        if needed := command.needed(campaign, user):
            return self._asked(seat, command.meant(campaign, user), needed)
        events = tuple(command.decide(campaign, user, dice)) if tried is None else tried
        if isinstance(dice, PhysicalDice):
            dice.check_all_used()
        return Decision(seat, command, events, dice.rolls)

    def _for_a_seat(self, command: GameCommand[Any, Any]) -> Decision:
        """Decide a command of the game, for the user's first seat that can give it. If no seat can, raise the most
        specific refusal: ``NotNow``, else ``NotThere``, else ``NotYours``.
        """
        self.campaign.check_seated(self.user)
        refusals: list[RuleError] = []
        for seat in self.campaign.acts_for(self.user):
            try:
                return self._for_one(seat, command)
            except (WrongDice, Unsure):
                raise
            except RuleError as error:
                refusals.append(error)
        raise max(refusals, key=lambda each: [not isinstance(each, NotYours), not isinstance(each, NotThere)])

    def _for_one(self, seat: Seat, command: GameCommand[Any, Any]) -> Decision:
        campaign, user = self.campaign, self.user
        needed, decision = requests.needed_for(campaign, user, seat, command), None
        dice = campaign.dice(self.faces, self.source)
        try:
            events, state = carried_out(campaign, seat, command, dice)
            if isinstance(dice, PhysicalDice):
                dice.check_all_used()
            decision = Decision(seat, command, events, dice.rolls, state)
        except WrongDice:
            # what the others must agree to first needs no dice yet
            if not needed:
                raise
        if not self.sure:
            requests.check_sure(campaign, user, command)
        if not needed:
            assert decision is not None, "a command that asks nobody had its dice"
            return decision
        return self._asked(seat, command, needed)

    def _asked(self, seat: Seat | None, command: Command, needed: frozenset[Seat]) -> Decision:
        """Ask others for a command. Raises ``NotNow`` where the user has asked for just this already."""
        campaign, user = self.campaign, self.user
        for request in campaign.requests:
            if request.player == user and request.command == command and not campaign.is_past(request.until):
                names = both(map(campaign.named, request.missing))
                raise NotNow("You have asked for that already. Still to answer: {names}.", names=names)
            is_same = request.command == command and (command.ends_phase or command.is_same_for_all)
            if is_same and request.needed & set(campaign.seats_of(user)):
                # a side that is asked and wants the same has agreed by it
                return self._for_the_campaign(requests.Agree(to=request.number))
        return Decision(seat, command, (requests.asked_for(campaign, user, command, needed),))
