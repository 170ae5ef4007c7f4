"""What is told of an entry."""

from collections.abc import Iterator, Sequence

from rules.campaign.state.state import CampaignEvent, CampaignState
from rules.campaign.time import redo
from rules.command import Command, Event
from rules.game import AnyGame
from rules.log import LogEntry
from rules.notice import Notice, Public, gathered


def told(campaign: CampaignState, entry: LogEntry) -> tuple[Notice, ...]:
    """The notices of an entry, for all and for single seats."""
    return tuple(gathered(_notices(campaign.game_of(entry.seq), entry.events)))


def is_unseen(campaign: CampaignState, command: Command, events: Sequence[Event]) -> bool:
    """Whether what is done now is a private deed: a seat does it unseen, and the channel reads nothing of it."""
    is_private = command.is_private or any(event.is_unseen for event in events)
    return is_private and not any(isinstance(each, Public) for each in _notices(campaign.game, events))


def _notices(game: AnyGame, events: Sequence[Event]) -> Iterator[Notice]:
    again = redo.shown_again(events)
    for event in events:
        for notice in event.tell_in(game) if isinstance(event, CampaignEvent) else game.tell(event):
            if not again or isinstance(event, CampaignEvent) or redo.is_told(notice):
                yield notice
