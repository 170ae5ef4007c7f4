"""The records of this bot's campaigns: given to players, closed while the game goes on, and checked."""

import asyncio
from datetime import datetime
from time import monotonic

from bot.engine.sessions import Session
from bot.log.chain import Written
from bot.log.export import export_campaign
from bot.storage import Store
from rules.campaign import Audit, audit_steps
from rules.campaign.life.ending import is_over
from rules.log import LogEntry

FILE = "campaign.json"
"""The name of the file."""
SLICE_SECONDS = 0.01


class Records:
    """Writes the records of campaigns."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, session: Session, at: datetime) -> Written:
        """Return the record of a campaign as everybody may read it at a time."""
        is_open = is_over(session.campaign.when(at))
        record = await export_campaign(self._store, session.id, is_open=is_open)
        assert record is not None, "a campaign that is played is in the database"
        return record

    async def audit(self, session: Session, entries: list[LogEntry]) -> Audit:
        """Work out every die again, and decide every entry again that these rules decided; others act meanwhile."""
        steps, began = [], monotonic()
        for step in audit_steps(session.campaign.as_founded(), entries, session.seed):
            steps.append(step)
            if monotonic() - began > SLICE_SECONDS:
                await asyncio.sleep(0)
                began = monotonic()
        return Audit.of(steps)
