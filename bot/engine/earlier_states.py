"""How campaigns stood, and how they would stand: folded from the log for those who ask."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bot.engine.request import Caller
from bot.engine.sessions import Session, Sessions, followed
from bot.log.codec import read_entries, write_entry
from bot.storage import Store
from rules.campaign import Campaign, Decision, History
from rules.campaign.decider.sparing import spared
from rules.campaign.time.rewind import Rewind, actions_after, rewound
from rules.dice import Source
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

    async def spared(self, session: Session, caller: Caller, done: Decision) -> Decision:
        """A decision with what it leaves standing of what was done unseen."""
        if done.undoes is None:
            return done
        before = (await self.sessions.before(session, done.undoes)).now
        since = read_entries(before, await self.store.entries(session.id, before.seq))
        return spared(done, session.campaign, before, since, Source(session.seed, caller.interaction))

    async def back_to(self, session: Session, to: int, at: datetime) -> Campaign:
        """The campaign as it would stand after a rewind. Raises ``RuleError`` if there is nothing to undo."""
        actions = actions_after(session.campaign, to)
        event = rewound(session.campaign, to, actions)
        rewind, seq = Rewind(to=to, last=actions[-1].entry), session.campaign.seq + 1
        entry = LogEntry(seq, 0, at, 0, None, rewind, (event,), (), event.undone[0])
        return (await self.after(session, entry)).now

    async def stood(self, session: Session, seq: int) -> Campaign:
        """The campaign as it stood after an entry, whatever was undone since. Raises ``NotThere``."""
        if not 0 <= seq <= session.campaign.seq:
            last = session.campaign.number(session.campaign.seq)
            raise NotThere("Choose an entry from {first} to {last}.", first=0, last=last)
        if seq == session.campaign.seq:
            return session.campaign
        later = await self.store.undoing(session.id, seq)
        # what stood then may have been undone since, so begin before all that was
        first = min([seq + 1, *(row.undoes for row in later if row.undoes is not None)])
        before = await self.sessions.before(session, first)
        rows = await self.store.entries(session.id, before.now.seq)
        return (await followed(before, [row for row in rows if row.seq <= seq])).now


def differences(one: Campaign, other: Campaign, seat: SideSeat | None = None) -> list[Change]:
    """What lies on the table otherwise in another state: what everybody sees, or what a ``seat`` alone may know."""
    return [*changes(one.game.facts(one.state, seat), other.game.facts(other.state, seat))]
