"""Where campaigns are played: which channel a campaign goes to, and what is there already."""

from collections.abc import Callable

from bot.base.clock import milliseconds
from bot.engine.sessions import Session, Sessions
from bot.storage import HomeRow, Store
from rules.campaign.life.ending import Reopened
from rules.campaign.life.places import Moved, mention
from rules.errors import NotNow
from rules.log import LogEntry

MOST = 100
"""So many campaigns are looked at for a list."""


class Homes:
    """The homes of campaigns, one campaign at a time in each channel or thread. ``check_open`` raises ``RuleError`` for
    a channel in which the bot cannot play, which only a bot that is on Discord knows.
    """

    def __init__(self, store: Store, sessions: Sessions) -> None:
        self._store = store
        self._sessions = sessions
        self.check_open: Callable[[int], object] = lambda _: None

    async def after(self, session: Session, entry: LogEntry) -> HomeRow | None:
        """Where a campaign is after an entry that is still to be written; None if it stays where it is.

        Raises ``NotNow`` where another campaign is played there.
        """
        for event in entry.events:
            if isinstance(event, Moved):
                self.check_open(event.channel)
                await self.check_free(session, event.channel)
                return session.home_from(milliseconds(entry.at))._replace(channel=event.channel)
            if isinstance(event, Reopened):
                await self.check_free(session, session.channel)
        return None

    async def on_server(self, guild: int) -> list[Session]:
        """The newest campaigns of a server."""
        rows = await self._store.campaigns_on(guild, MOST)
        return [await self._sessions.by_id(row.id) for row in rows]

    async def of_player(self, user: int) -> list[Session]:
        """The campaigns in which a user holds a seat, the newest first."""
        ids = (await self._store.campaigns_of(user))[:MOST]
        sessions = [await self._sessions.by_id(id_) for id_ in ids]
        return [each for each in sessions if each.campaign.seats_of(user)]

    async def check_free(self, session: Session, channel: int) -> None:
        """Whether a campaign can be played in a channel. Raises ``NotNow``."""
        there = await self._sessions.newest_in(channel)
        if there is not None and there.id != session.id and not there.campaign.is_ended:
            raise NotNow("Another campaign is played in {channel}. Choose a thread.", channel=mention(channel))
