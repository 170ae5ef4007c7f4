"""A pause of the table: until a day that all agree on, all clocks stand still. Whoever wants to play on can."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import ClassVar, Literal

from pydantic import AwareDatetime
from typing_extensions import override

from rules.campaign.questions.requests import Asked, asking
from rules.campaign.state.calendar import NONE, Span
from rules.campaign.state.deadlines import moved
from rules.campaign.state.state import C, CampaignCommand, CampaignEvent, CampaignState
from rules.dice import Dice
from rules.errors import NotNow, NotThere
from rules.notice import Notice, Public, tell_all
from rules.seat import Player, Seat
from rules.secrets import Shown

LONGEST = timedelta(days=731)
"""So far ahead a pause can end."""


class PauseRequested(Asked):
    """A player asks for a pause."""

    type: Literal["pause_requested"] = "pause_requested"
    since: AwareDatetime
    until_day: AwareDatetime

    @property
    @override
    def heading(self) -> str:
        return "Pause requested"

    @override
    def tell(self) -> Iterator[Notice]:
        since, until = day(self.since), day(self.until_day)
        yield tell_all(
            "{player} asks for a pause from {since} until {until}: all clocks would stand still.",
            player=self.player,
            since=since,
            until=until,
        )
        yield from self.tell_needed()


class Paused(CampaignEvent):
    """All clocks stand still for a time, which is one with each other pause that it meets."""

    type: Literal["paused"] = "paused"
    since: AwareDatetime
    until: AwareDatetime

    @override
    def apply(self, campaign: C) -> C:
        new = Span(self.since, self.until)
        met = [each for each in campaign.pauses if each.since <= new.until and new.since <= each.until]
        span = Span(min(each.since for each in (new, *met)), max(each.until for each in (new, *met)))
        others = [each for each in campaign.pauses if each not in met]
        return moved(campaign, replace(campaign, pauses=tuple(sorted((*others, span), key=tuple))))

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all(
            "All clocks stand still from {since} until {until}.", since=day(self.since), until=day(self.until)
        )
        yield tell_all("Whoever wants to can play on. `/campaign manage what:resume` asks to end it earlier.")


class ResumeRequested(Asked):
    """A player asks to end a pause earlier, or to call one off. Its time to answer is that of the pause."""

    type: Literal["resume_requested"] = "resume_requested"

    @property
    @override
    def heading(self) -> str:
        return "End of the pause requested"

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all("{player} asks to end the pause.", player=self.player)
        yield from self.tell_needed()


class Resumed(CampaignEvent):
    """A pause was ended earlier, or called off before it began."""

    type: Literal["resumed"] = "resumed"
    since: AwareDatetime
    until: AwareDatetime

    @override
    def apply(self, campaign: C) -> C:
        assert campaign.at is not None, "an entry has a time"
        now, ended = campaign.at, Span(self.since, self.until)
        left = [Span(self.since, now)] if self.since < now else []
        others = [each for each in campaign.pauses if each != ended]
        return moved(campaign, replace(campaign, pauses=tuple(sorted((*others, *left), key=tuple))))

    @override
    def tell(self) -> Iterator[Notice]:
        yield tell_all(
            "The pause until {until} is over. Clocks go on with the time that was left.", until=day(self.until)
        )


class Pause(CampaignCommand):
    """Stop all clocks until a day, from now on or from a later day."""

    title: ClassVar[str] = "Pause"
    wish: ClassVar[str] = "stop all clocks for a while"
    type: Literal["pause"] = "pause"
    until: AwareDatetime
    since: AwareDatetime | None = None

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Paused]:
        """For as long as the table wants, up to two years ahead. Raises ``RuleError``."""
        campaign.check_seated(user)
        span = self._span(campaign)
        yield Paused(since=span.since, until=span.until)

    def _span(self, campaign: CampaignState) -> Span:
        assert campaign.at is not None, "a command has a time"
        span = Span(max(self.since or campaign.at, campaign.at), self.until)
        if campaign.is_past(self.until):
            raise NotNow("That day has begun already. Name a later one.")
        if span.until <= span.since:
            raise NotThere("A pause ends after it has begun. Name a later day.")
        if span.until > campaign.at + LONGEST:
            raise NotThere("That is more than two years ahead. Name an earlier day.")
        if any(each.since <= span.since and span.until <= each.until for each in campaign.pauses):
            raise NotNow("The campaign pauses until then already.")
        return span

    @override
    def needed(self, campaign: CampaignState, user: Player) -> frozenset[Seat]:
        return campaign.all_others(user)

    @override
    def wants_answers(self) -> bool:
        """Nobody's clock is stopped, nor another's, by silence."""
        return True

    @override
    def asked(self, campaign: CampaignState, user: Player, needed: frozenset[Seat]) -> PauseRequested:
        span = self._span(campaign)
        return asking(PauseRequested, campaign, user, needed, since=span.since, until_day=span.until)


class Resume(CampaignCommand):
    """End the pause, or call the next one off. It was agreed to, so the others must agree again."""

    title: ClassVar[str] = "Pause ended"
    wish: ClassVar[str] = "end the pause"
    type: Literal["resume"] = "resume"

    @override
    def decide(self, campaign: CampaignState, user: Player, dice: Dice) -> Iterator[Resumed]:
        campaign.check_seated(user)
        pause = _pause_of(campaign)
        yield Resumed(since=pause.since, until=pause.until)

    @override
    def needed(self, campaign: CampaignState, user: Player) -> frozenset[Seat]:
        return campaign.all_others(user)

    @override
    def wants_answers(self) -> bool:
        """Those who are away in the pause would be surprised."""
        return True

    @override
    def asked(self, campaign: CampaignState, user: Player, needed: frozenset[Seat]) -> ResumeRequested:
        return asking(ResumeRequested, campaign, user, needed).replace(until=_pause_of(campaign).until)


def _pause_of(campaign: CampaignState) -> Span:
    """The pause, or the next one. Raises ``NotNow``."""
    if (pause := campaign.pause) is None:
        raise NotNow("There is no pause. `/campaign manage what:pause` asks for one.")
    return pause


def standing_still(campaign: CampaignState) -> Iterator[Public]:
    """Until when all clocks stand still, in a pause or on a free weekend, and when they will."""
    if campaign.at is None or campaign.is_ended:
        return
    still = campaign.calendar.after(campaign.at, NONE)
    if still > campaign.at:
        yield tell_all("All clocks stand still until {until}.", until=day(still))
    for pause in campaign.pauses:
        if pause.since > campaign.at:
            yield tell_all(
                "All clocks stand still from {since} until {until}.", since=day(pause.since), until=day(pause.until)
            )


def day(at: datetime) -> Shown:
    """A day as each reader's Discord writes it."""
    return Shown(f"<t:{int(at.timestamp())}:D>")
