"""What is told of an entry, and whether the channel reads anything of it."""

from dataclasses import replace

from rules.campaign.state.state import CampaignEvent, CampaignState
from rules.campaign.time import redo
from rules.entry import Entry
from rules.line import Line
from rules.log import LogEntry
from rules.notice import Notice, Public, gathered


def told(campaign: CampaignState, entry: LogEntry) -> tuple[Notice, ...]:
    """The notices of an entry, for all and for single seats."""
    game = campaign.game_of(entry.seq)
    again = redo.shown_again(entry.events)
    notices = (
        notice
        for event in entry.events
        for notice in (event.tell_in(game) if isinstance(event, CampaignEvent) else game.tell(event))
        if not again or isinstance(event, CampaignEvent) or redo.is_told(notice)
    )
    return tuple(_numbered(campaign, each) for each in gathered(notices))


def _numbered(campaign: CampaignState, notice: Notice) -> Notice:
    """A notice that names entries by their numbers."""
    values = notice.line.values
    numbers = {name: campaign.number(value) for name, value in values.items() if isinstance(value, Entry)}
    return replace(notice, line=Line(notice.line.template, {**values, **numbers})) if numbers else notice


def is_unseen(campaign: CampaignState, entry: LogEntry) -> bool:
    """Whether an entry is a private deed: a seat did it unseen, and the channel reads nothing of it."""
    return entry.is_private and not any(isinstance(each, Public) for each in told(campaign, entry))
