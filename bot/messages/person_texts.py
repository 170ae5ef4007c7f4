"""What a person reads of themselves: their settings, their campaigns everywhere."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from bot.engine.people import DMS_CLOSED, Person, hours
from bot.engine.service import CampaignService
from bot.engine.sessions import Session
from rules.campaign import Campaign
from rules.campaign.decider.waiting import asked_in, dues, waits
from rules.campaign.state.wait import Wait
from rules.campaign.time.deadlines import in_time
from rules.game import Whose
from rules.line import line
from rules.notice import Open, Public, tell_all
from rules.secrets import Shown, moment, quote

MOST_CAMPAIGNS = 20
EVERY = {"after 2, 5 and 10 days": None, "never": 0, "daily": 1, "every 2 days": 2, "every 3 days": 3, "weekly": 7}
"""The reminders that can be chosen, as days."""


def settings_of(person: Person, now: datetime) -> Iterator[Public]:
    """Yield what somebody has set, for them alone."""
    if person.name:
        yield tell_all("Journals call you {name}.", name=quote(person.name))
    yield tell_all("Time zone: {zone}", zone=Shown(person.zone))
    if person.quiet is None:
        yield tell_all("Quiet hours: none")
    else:
        yield tell_all("Quiet hours: {hours}", hours=Shown(hours(person.quiet)))
    yield tell_all(
        "Reminders: {every}", every=Shown(next(name for name, days in EVERY.items() if days == person.every))
    )
    if person.by == "channel":
        yield tell_all("Reminders come in the channel.")
    elif person.by == "dm":
        yield tell_all("Reminders come by DM.")
    else:
        yield tell_all(DMS_CLOSED)
    yield from absence_of(person, now)


def absence_of(person: Person, now: datetime) -> Iterator[Public]:
    """Until when somebody is away, and who stands in."""
    until = person.away_until(now)
    if until is None:
        return
    when = moment(until, "D")
    if person.stand_in is None:
        yield tell_all("You are away until {when}.", when=when)
    else:
        yield tell_all("You are away until {when}; {who} stands in.", when=when, who=Shown(f"<@{person.stand_in}>"))


async def campaigns_of(service: CampaignService, user: int, now: datetime) -> list[Session]:
    """Return the campaigns in which a user holds a seat, on every server: those that wait for them first."""
    found = []
    for id_ in await service.people.store.campaigns_of(user):
        session = await service.session(id_)
        campaign = session.campaign
        if campaign.seats_of(user) and not (campaign.is_ended or campaign.founding.terms.demo):
            found.append(session)

    def urgency(campaign: Campaign) -> int:
        """Return 0 where it waits for them, 1 where another can go on as well, 2 elsewhere."""
        own, due = waits_for(campaign, user), dues(campaign)
        if any(wait.request is not None or due[wait.seat].whose is not Whose.ANY for wait in own):
            return 0
        return 1 if own else 2

    return sorted(found, key=lambda each: urgency(each.campaign.when(now)))


def waits_for(campaign: Campaign, user: int) -> list[Wait]:
    """Return what a campaign awaits from a user in time: first the questions, the oldest first, then the moves."""
    own = campaign.seats_of(user)
    return sorted(
        (each for each in in_time(campaign, waits(campaign)) if each.seat in own),
        key=lambda each: (each.request is None, each.request or 0, each.seat),
    )


def waits_like(campaign: Campaign, user: int) -> list[Wait]:
    """Return what a campaign waits for from a user, and from everybody else who must do the same."""
    due = dues(campaign)

    def what(wait: Wait) -> object:
        return due[wait.seat] if wait.due else wait.request

    own = {what(each) for each in waits_for(campaign, user)}
    return [each for each in waits(campaign) if what(each) in own]


def must_do(campaign: Campaign, user: int) -> Iterator[Public]:
    """Yield what a campaign waits for from a user, in words to them alone."""
    asked, due = {each.seq: each for each in campaign.to_answer}, dues(campaign)
    for wait in waits_for(campaign, user):
        request = asked.get(wait.request or 0)
        until = request.until if request else campaign.move_by(wait.seat)
        what = asked_in(campaign, request) if request else due[wait.seat].whole
        when = moment(until) if until else None
        if request is not None:
            said = line("**Your answer**: {asked}.", asked=what)
        else:
            said = line("**Your move**: {what}", what=what)
        yield tell_all("{said} Due {until}.", said=said, until=when) if when else Public(said)


def tell_campaigns(sessions: Sequence[Session], user: int, now: datetime) -> Iterator[Public]:
    """One line for each campaign: its name and where it is, its game, its turn, and what waits since when."""
    if not sessions:
        yield tell_all("You hold no seat in any campaign.")
    for session in sessions[:MOST_CAMPAIGNS]:
        campaign = session.campaign.when(now)
        known: dict[str, Open] = {
            "name": quote(campaign.founding.name, 60),
            "link": session.place,
            "game": Shown(campaign.game.title),
            "turn": campaign.game.turn(campaign.state),
        }
        own = waits_for(campaign, user)
        if not own:
            yield tell_all("[{name}]({link}), {game}, turn {turn}: nothing waits for you.", **known)
            continue
        known["since"] = moment(campaign.began[own[0]].at or now)
        asked = next((asked_in(campaign, each) for each in campaign.to_answer if each.seq == own[0].request), None)
        if asked is None:
            what = dues(campaign)[own[0].seat].whole
            yield tell_all("[{name}]({link}), {game}, turn {turn}: {what} Since {since}.", **known, what=what)
        else:
            yield tell_all(
                "[{name}]({link}), {game}, turn {turn}: **answer**: {asked}, since {since}.", **known, asked=asked
            )
    if len(sessions) > MOST_CAMPAIGNS:
        yield tell_all("And {count} more.", count=len(sessions) - MOST_CAMPAIGNS)
