"""Forks: a campaign that has ended, or that one person plays, goes on from a chosen point as another campaign.

The bot opens a thread for it. Its log begins with what it took over, and goes on with ``Forked`` and dice of its own.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Annotated, ClassVar

from pydantic import Field
from typing_extensions import override

from rules.campaign.life.ending import is_over
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState
from rules.campaign.state.timeline import Timeline
from rules.dice import Dice
from rules.errors import NotNow, NotThere
from rules.notice import Notice, tell_all, tell_rule
from rules.seat import Player, Seat
from rules.secrets import quote
from rules.written import Written

Place = Annotated[int, Field(ge=0, lt=2**31)]
"""The number of an entry of the original, after which the fork begins; 0 is its founding."""
Name = Annotated[Written, Field(max_length=100)]
LONGEST_TAKEN = 80
"""So much of the original's name is taken over, which leaves room for the number of the entry."""


class ForkBegun(CampaignEvent):
    """A fork begins after entry ``at``; the bot opens its thread."""

    headline: ClassVar[str] = "Fork begun"
    player: Player
    at: Place
    name: Name

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all("From entry {entry} on it is played a second time, in a thread of its own.", entry=self.at)


class Fork(CampaignCommand):
    """Play on after the entry with the number ``at`` in a thread; without a name it is called after the campaign."""

    title: ClassVar[str] = "Fork"
    at_end: ClassVar[bool] = True
    at: Place
    name: Name = ""

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[ForkBegun]:
        campaign.check_seated(user)
        if campaign.is_ended and not is_over(campaign):
            raise NotNow("This campaign can still be reopened: `/campaign manage what:reopen`. Play on in it.")
        if not (campaign.is_ended or campaign.is_alone(user)):
            raise NotNow("Others play here, too, so this campaign can be forked once it has ended for good.")
        if self.at > campaign.number:
            raise NotThere("Choose an entry from {first} to {last}.", first=0, last=campaign.number)
        name = self.name.strip() or f"{campaign.founding.name[:LONGEST_TAKEN]} · {self.at}"
        yield ForkBegun(player=user, at=self.at, name=name)


class Forked(CampaignEvent):
    """The log before this was taken over from a campaign called ``name``, until its entry ``at``. Whoever plays there
    as it begins (``roster``) plays here, and whoever has sat there has sat here.
    """

    headline: ClassVar[str] = "Fork"
    player: Player
    name: Name
    at: Place
    roster: Mapping[Seat, tuple[Player, ...]]
    sat: Mapping[Seat, tuple[Player, ...]]

    @override
    def apply(self, campaign: C) -> C:
        """Begin the fork with new dice, without the requests, orders and undos that belong to the original."""
        return replace(
            campaign,
            roster=self.roster,
            sat={seat: frozenset(players) for seat, players in self.sat.items()},
            begun_at=campaign.seq,
            next_die=0,
            requests=(),
            done=frozenset(),
            slices=tuple(each for each in campaign.slices if each.in_fork),
            timeline=Timeline(),
            ended=None,
        )

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all("A fork of **{name}** after its entry {entry}.", name=quote(self.name), entry=self.at)
        yield tell_all("What each side held there it holds here. The dice are sealed anew.")
        yield tell_rule("The dice of entries 1 to {entry} are checked in the original.", entry=self.at)


class TakeOverLog(CampaignCommand):
    """Begin a fork: the first entry of its own, which the bot writes for who asked."""

    title: ClassVar[str] = "Fork"
    by_bot: ClassVar[bool] = True
    at_end: ClassVar[bool] = True
    name: Name
    roster: Mapping[Seat, tuple[Player, ...]]
    sat: Mapping[Seat, tuple[Player, ...]]

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Forked]:
        yield Forked(player=user, name=self.name, at=campaign.number, roster=self.roster, sat=self.sat)
