"""When the time to answer stands still: one player's while they are away, everybody's in a pause; and stand-ins, whom a
player who goes away lets in beside them until they are back.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta

from pydantic import AwareDatetime
from typing_extensions import override

from rules.campaign.state.state import Absence, Away, C, CampaignCommand, CampaignEvent, CampaignState, StandIn
from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours
from rules.line import Line, both, line
from rules.notice import Notice, Public, tell_all
from rules.seat import REFEREE, Player, Seat
from rules.secrets import moment

LONGEST_AWAY = timedelta(days=30)
"""So long the time of a player who is away stands still at most."""
LONGEST_PAUSE = timedelta(days=731)
"""So far ahead a pause can end."""


class WentAway(CampaignEvent):
    """A player is away until a day. Their time to answer stands ``still`` until then, or for thirty days."""

    player: Player
    until: AwareDatetime
    still: AwareDatetime

    @override
    def apply(self, campaign: C) -> C:
        away = campaign.of(Away)
        absences = (*_others_of(away, self.player).absences, Absence(self.player, self.until, self.still))
        # whom they have named in the same moment stands in for them
        stand_ins = (each for each in away.stand_ins if each.for_player != self.player or each.since == campaign.at)
        return moved(campaign, campaign.having(replace(away, absences=absences, stand_ins=tuple(stand_ins))))

    def tell(self) -> Iterator[Notice]:
        yield tell_all("{player} is away until {until}.", player=self.player, until=moment(self.until, "D"))
        if self.still == self.until:
            yield tell_all("Their time to answer stands still until then.")
        else:
            yield tell_all("Their time to answer stands still until {still}.", still=moment(self.still, "D"))


class CameBack(CampaignEvent):
    """A player is back before the day that they had named, so nobody stands in for them any more."""

    player: Player

    @override
    def apply(self, campaign: C) -> C:
        return moved(campaign, campaign.having(_others_of(campaign.of(Away), self.player)))

    def tell(self) -> Iterator[Notice]:
        yield tell_all("{player} is back.", player=self.player)


class StandInNamed(CampaignEvent):
    """A player let somebody in to each of some seats, until they are back. It shows that one nothing yet."""

    player: Player
    stand_in: Player
    seats: tuple[Seat, ...]
    until: AwareDatetime

    @override
    def apply(self, campaign: C) -> C:
        assert campaign.at is not None, "an entry has a time"
        named = StandIn(self.stand_in, self.player, frozenset(self.seats), campaign.at, self.until)
        away = campaign.of(Away)
        return campaign.having(replace(away, stand_ins=(*_others_of(away, self.player).stand_ins, named)))

    def tell(self) -> Iterator[Notice]:
        yield tell_all("{player} is away until {until}.", player=self.player, until=moment(self.until, "D"))
        yield tell_all(
            "{stand_in} stands in: `/campaign join` takes {seats} beside them.",
            stand_in=self.stand_in,
            seats=both(self.seats),
        )


class BeAway(CampaignCommand):
    """Be away until a day."""

    title = "Away"
    until: AwareDatetime

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[WentAway]:
        at = _to_come(campaign, self.until)
        yield WentAway(player=user, until=self.until, still=min(self.until, at + LONGEST_AWAY))


class ComeBack(CampaignCommand):
    """Be back before the day that one had named."""

    title = "Back"

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[CameBack]:
        if not campaign.is_expected_back(user):
            raise NotNow("You are not away. `/me away` says until when you will be.")
        yield CameBack(player=user)


class NameStandIn(CampaignCommand):
    """Let somebody in to one's own seats until one is back."""

    title = "Stand-in named"
    player: Player
    until: AwareDatetime

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[StandInNamed]:
        own = [seat for seat in campaign.seats_of(user) if seat != REFEREE]
        if not own:
            raise NotYours("You play no side in this campaign, so nobody can stand in for you here.")
        if self.player == user:
            raise NotNow("Somebody else must stand in for you.")
        _to_come(campaign, self.until)
        seats = tuple(seat for seat in own if can_stand_in(campaign, self.player, seat))
        if not seats:
            raise NotYours("That player has played another side, so they cannot stand in for you here.")
        yield StandInNamed(player=user, stand_in=self.player, seats=seats, until=self.until)


def can_stand_in(campaign: CampaignState, player: int, seat: Seat) -> bool:
    """Return whether a player has played no side but that of a seat."""
    return seat != REFEREE and campaign.sides_of(player) <= {seat}


class Paused(CampaignEvent):
    """The table pauses until a day, or (None) the pause was ended earlier."""

    until: AwareDatetime | None

    @override
    def apply(self, campaign: C) -> C:
        return moved(campaign, campaign.having(replace(campaign.of(Away), paused=self.until)))

    def tell(self) -> Iterator[Notice]:
        if self.until is None:
            yield tell_all("The pause is over. Everybody has the time to answer that was left.")
            return
        yield tell_all(
            "The campaign pauses until {until}: the time to answer stands still.", until=moment(self.until, "D")
        )
        yield tell_all("Whoever wants to can play on. `/campaign manage what:resume` asks to end the pause earlier.")


class Pause(CampaignCommand):
    """Pause the campaign from now until a day."""

    title = "Pause"
    needs_all = True
    wants_answers = True  # nobody's time is stopped by silence
    until: AwareDatetime

    @override
    def wanted(self) -> Line:
        return line("pause the campaign until {until}", until=moment(self.until, "D"))

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Paused]:
        if self.until > _to_come(campaign, self.until) + LONGEST_PAUSE:
            raise NotThere("That is more than two years ahead. Name an earlier day.")
        yield Paused(until=self.until)


class Resume(CampaignCommand):
    """End the pause before its day."""

    title = "Pause ended"
    needs_all = True
    wants_answers = True  # those who are away in the pause would be surprised
    wish = "end the pause"

    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Paused]:
        if campaign.pause is None:
            raise NotNow("There is no pause. `/campaign manage what:pause` asks for one.")
        yield Paused(until=None)


def tell_pause(campaign: CampaignState) -> Iterator[Public]:
    """Yield until when the table pauses."""
    if campaign.pause is not None and not campaign.is_ended:
        yield tell_all("The campaign pauses until {until}.", until=moment(campaign.pause, "D"))


def moved(before: CampaignState, after: C) -> C:
    """Return the campaign with its deadlines moved as time stands still for longer or shorter: of those who can still
    answer, nobody has less time left than the one who had the least.
    """
    at = before.at

    def until(deadline: datetime | None, seats: Iterable[Seat]) -> datetime | None:
        if deadline is None or at is None or before.is_past(deadline):
            return deadline
        asked = tuple(seats)
        left = min(deadline - (before.stands_still(seat) or at) for seat in asked)
        return max((after.stands_still(seat) or at) + left for seat in asked)

    began = {wait: replace(each, by=until(each.by, (wait.seat,))) for wait, each in after.began.items()}
    requests = tuple(replace(each, until=until(each.until, each.needed)) for each in after.requests)
    return replace(after.having(*(each.with_deadlines(until) for each in after.slices)), requests=requests, began=began)


def _to_come(campaign: CampaignState, until: datetime) -> datetime:
    """Return the time of the command, before which a day must not have begun. Raises ``NotNow``."""
    assert campaign.at is not None, "a command has a time"
    if campaign.is_past(until):
        raise NotNow("That day has begun already. Name a later one.")
    return campaign.at


def _others_of(away: Away, player: Player) -> Away:
    """Return the absences without a player's own and without the stand-ins for that player."""
    absences = tuple(each for each in away.absences if each.player != player)
    return replace(
        away, absences=absences, stand_ins=tuple(each for each in away.stand_ins if each.for_player != player)
    )
