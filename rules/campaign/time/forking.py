"""Forks: a campaign goes on from an earlier point a second time, in a place of its own, with dice of its own.

The original asks the others and says so in its log. The fork takes over the original's log until that point; its own
log begins behind it with ``Forked``. What becomes known in a fork is known of the original, too, so the secrets that it
took over stay as they were: no seat of it is taken over without its player.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Annotated, ClassVar, Literal, Self

from pydantic import Field
from typing_extensions import override

from rules.campaign.life.ending import is_over
from rules.campaign.questions.requests import Asked, asking
from rules.campaign.seats.away import CameBack, WentAway
from rules.campaign.seats.kin import SecretsRenewed
from rules.campaign.state.actions import Aside
from rules.campaign.state.book import Book, Reading
from rules.campaign.state.life import PLAYING
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState, Original
from rules.command import Event
from rules.dice import Dice
from rules.entry import Entry
from rules.errors import NotNow, NotThere
from rules.frozen import Frozen
from rules.log import run
from rules.notice import Notice, tell_all, tell_rule
from rules.seat import Player, Seat
from rules.secrets import quote
from rules.written import Written

Place = Annotated[int, Field(ge=0, lt=2**31)]
"""An entry of the original, after which the fork begins; 0 is its founding."""
Name = Annotated[Written, Field(max_length=100)]
LONGEST_TAKEN = 80
"""So much of the original's name is taken over, which leaves room for the number of the entry."""


Players = Mapping[Seat, tuple[Player, ...]]


class People(Frozen):
    """Who plays the original as the fork begins, who is ``away`` there, and who knows which hand: ``sat`` and
    ``barred`` are those of its state, ``readings`` what lives of its book. They may be others than at the entry after
    which the fork goes on.
    """

    roster: Players
    sat: Players
    readings: tuple[Reading, ...]
    barred: Players
    away: tuple[WentAway, ...] = ()

    @classmethod
    def of(cls, campaign: CampaignState) -> Self:
        """The people of a campaign as it stands."""
        sat, barred = map(_listed, (campaign.sat, campaign.barred))
        away = tuple(
            WentAway(player=each.player, until=each.until, still=each.still)
            for each in campaign.absences
            if campaign.seats_of(each.player) and not campaign.is_past(each.until)
        )
        return cls(roster=campaign.roster, sat=sat, readings=tuple(campaign.book.living()), barred=barred, away=away)

    def seated(self, campaign: C) -> C:
        """The campaign with these people, none of whom was silent in it."""
        sat, barred = map(_sets, (self.sat, self.barred))
        book = Book(self.readings)
        return replace(campaign, roster=self.roster, sat=sat, book=book, barred=barred)


def _listed(known: Mapping[Seat, Iterable[Player]]) -> Players:
    return {seat: tuple(sorted(players)) for seat, players in known.items()}


def _sets(known: Players) -> dict[Seat, frozenset[Player]]:
    return {seat: frozenset(players) for seat, players in known.items()}


class ForkRequested(Asked):
    """A player wants to fork the campaign after entry ``at``."""

    type: Literal["fork_requested"] = "fork_requested"
    at: Place

    @property
    @override
    def heading(self) -> str:
        return "Fork requested"

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all(
            "{player} asks to play on from entry {entry} a second time, in a thread of its own.",
            player=self.player,
            entry=Entry(self.at),
        )
        yield tell_all("What becomes known there is known here, too.")
        yield from self.tell_needed()


class ForkBegun(CampaignEvent):
    """A fork begins after entry ``at``; the bot opens its thread."""

    type: Literal["fork_begun"] = "fork_begun"
    player: Player
    at: Place
    name: Name
    is_fresh: bool = False

    @property
    @override
    def heading(self) -> str:
        return "Fork begun"

    @override
    def apply(self, campaign: C) -> C:
        """It goes on in its own thread. With the same secrets, what is read there is known here."""
        return campaign if self.is_fresh else replace(campaign, forks=(*campaign.forks, campaign.seq))

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all(
            "From entry {entry} on it is played a second time, in a thread of its own.", entry=Entry(self.at)
        )
        if self.is_fresh:
            yield tell_all("Its secrets are dealt anew: nothing of what is hidden here becomes known there.")
            yield tell_rule("The fork has the same seats and players. Its dice are sealed anew.")
        else:
            yield tell_rule("The fork has the same seats, players and secrets. Its dice are sealed anew.")


class Fork(CampaignCommand):
    """Play on from an earlier entry a second time, in a thread of its own."""

    title: ClassVar[str] = "Fork"
    wish: ClassVar[str] = "play on in a fork"
    at_end: ClassVar[bool] = True
    type: Literal["fork"] = "fork"
    at: Place
    name: Name = ""
    is_fresh: bool = False

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[ForkBegun]:
        """Any player can ask for it. Raises ``NotYours`` for others, ``NotThere`` for an entry that is not there."""
        campaign.check_seated(user)
        if campaign.is_ended and not is_over(campaign):
            raise NotNow("This campaign can still be reopened: `/campaign manage what:reopen`. Then fork it.")
        if not campaign.begun_at <= self.at <= campaign.seq:
            first, last = campaign.number(campaign.begun_at), campaign.number(campaign.seq)
            raise NotThere("Choose an entry from {first} to {last}.", first=first, last=last)
        name = self.name.strip() or f"{campaign.founding.name[:LONGEST_TAKEN]} · {campaign.number(self.at)}"
        yield ForkBegun(player=user, at=self.at, name=name, is_fresh=self.is_fresh)

    @override
    def wants_answers(self) -> bool:
        return True

    @override
    def needed(self, campaign: CampaignState, user: Player) -> frozenset[Seat]:
        """All other sides: what the fork reveals, it reveals of this campaign. Nobody once that is over and open, and
        nobody for a fork with new secrets, which reveals nothing.
        """
        return frozenset() if self.is_fresh or is_over(campaign) else campaign.all_others(user)

    @override
    def asked(self, campaign: CampaignState, user: Player, needed: frozenset[Seat]) -> ForkRequested:
        return asking(ForkRequested, campaign, user, needed, at=self.at)


class Forked(CampaignEvent):
    """The log before this was taken over from a campaign called ``name``, until its entry ``at``."""

    type: Literal["forked"] = "forked"
    player: Player
    name: Name
    at: Place
    people: People
    is_open: bool = False
    is_fresh: bool = False

    @property
    @override
    def heading(self) -> str:
        return "Fork"

    @override
    def apply(self, campaign: C) -> C:
        """The dice begin anew. What was asked, ordered or could be undone in the original is its own affair."""
        return replace(
            self.people.seated(campaign),
            forked_at=campaign.seq,
            begun_at=campaign.seq,
            requests=(),
            questions=(),
            corrections=(),
            orders={},
            done=frozenset(),
            standing=(),
            aside=Aside(),
            points=(),
            life=PLAYING,
            original=None if self.is_fresh else Original(self.people.roster, self.is_open),
            closed={},
            forks=(),
        )

    @override
    def tell(self) -> Iterator[Notice]:
        name, at = quote(self.name), Entry(self.at)
        if self.is_fresh:
            yield tell_all(
                "A fork of **{name}** after its entry {entry}: same seats, new secrets.", name=name, entry=at
            )
        else:
            yield tell_all(
                "A fork of **{name}** after its entry {entry}: same seats, same secrets.", name=name, entry=at
            )
        yield tell_all("The dice are sealed anew.")
        yield tell_rule("The dice of entries 1 to {entry} are checked in the original.", entry=at)
        if self.is_fresh:
            return
        yield tell_rule("What becomes known here is known of the original: no seat is taken over without its player.")


class TakeOverLog(CampaignCommand):
    """Begin a fork: the first entry of its own, which the bot writes for who asked."""

    title: ClassVar[str] = "Fork"
    by_bot: ClassVar[bool] = True
    at_end: ClassVar[bool] = True
    type: Literal["take_over_log"] = "take_over_log"
    name: Name
    people: People
    is_open: bool = False
    is_fresh: bool = False

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Event]:
        """The fork begins, and who is away is away from it; a fresh one has other secrets from there on."""
        yield Forked(
            player=user,
            name=self.name,
            at=campaign.seq,
            people=self.people,
            is_open=self.is_open,
            is_fresh=self.is_fresh,
        )
        yield from self._away(campaign)
        state = campaign.state
        for seat in campaign.game.seats if self.is_fresh else ():
            if campaign.hides(seat):
                events, state = run(campaign.game, state, campaign.game.renewed(state, seat, dice))
                yield from (SecretsRenewed(seat=seat), *events)

    def _away(self, campaign: CampaignState) -> Iterator[Event]:
        """Who has come back, or gone away, in the original since the entry after which the fork goes on."""
        away = {each.player: each for each in self.people.away}
        for player in sorted({each.player for each in campaign.absences} - {*away}):
            if campaign.away_until(player):
                yield CameBack(player=player)
        for player, went in away.items():
            if campaign.away_until(player) != went.until:
                yield went
