"""How campaigns stood, and how they would stand: folded from the log for those who ask."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile
from typing import Any

from bot.engine.sessions import Session, Sessions, followed
from bot.log.codec import write_entry
from bot.storage import EntryRow, Store
from rules.campaign import Campaign, History
from rules.campaign.time.undo import Rewind, actions_after, rewound
from rules.errors import NotNow, NotThere, RuleError
from rules.facts import Change, changes
from rules.log import LogEntry
from rules.seat import SideSeat


@dataclass(frozen=True, slots=True)
class Pasts:
    """Other states of a campaign than the one in memory."""

    store: Store
    sessions: Sessions

    async def after(self, session: Session, entry: LogEntry, state: Any = None) -> History:
        """The campaign after an entry that is still to be written; ``state`` is the game's after it, if it is known.

        Raises ``NotNow`` where the log without an entry that is undone does not hold together.
        """
        if entry.undoes is None:
            return session.history.then(session.campaign.follow(entry, state))
        before = await self.sessions.before(session, entry.undoes)
        rows = await self.store.entries(session.id, before.now.seq)
        try:
            return await followed(before, [*rows, write_entry(session.id, entry)])
        except (LookupError, ValueError, RuleError) as error:
            raise NotNow("Later moves build on it, so it cannot be undone. Enter a correction instead.") from error

    async def back_to(self, session: Session, to: int, at: datetime) -> Campaign:
        """The campaign as it would stand after a rewind to the entry of a number. Raises ``RuleError`` if there is
        nothing to undo.
        """
        campaign = session.campaign
        event = rewound(campaign, to, actions_after(campaign, to))
        rewind, number = Rewind(to=to, last=event.last), campaign.number + 1
        entry = LogEntry(campaign.seq + 1, 0, at, 0, None, rewind, (event,), (), event.undone[0], number=number)
        return (await self.after(session, entry)).now

    async def stood(self, session: Session, number: int) -> Campaign:
        """The campaign as it stood after the entry of a number, and what was done unseen before the next, whatever was
        undone since. Raises ``NotThere``.
        """
        if not 0 <= number <= session.campaign.number:
            raise NotThere("Choose an entry from {first} to {last}.", first=0, last=session.campaign.number)
        if number == session.campaign.number:
            return session.campaign
        # no entry has a number above its place, so from here on all is later, or was done unseen just before
        later = await self.store.undoing(session.id, number)
        # what stood then may have been undone since, so begin before all that was
        first = min([number + 1, *(row.undoes for row in later if row.undoes is not None)])
        before = await self.sessions.before(session, first)
        rows = await self.store.entries(session.id, before.now.seq)
        return (await followed(before, until(rows, number))).now


def until(rows: Iterable[EntryRow], number: int) -> list[EntryRow]:
    """The entries up to that of a number, with what was done unseen before the next."""
    return [*takewhile(lambda row: row.number is None or row.number <= number, rows)]


def differences(one: Campaign, other: Campaign, seat: SideSeat | None = None) -> list[Change]:
    """What lies on the table otherwise in another state: what everybody sees, or what a ``seat`` alone may know."""
    return [*changes(one.game.facts(one.state, seat), other.game.facts(other.state, seat))]
