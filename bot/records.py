"""The records of this bot's campaigns, as players get them: closed while the game goes on, open once it is over."""

import asyncio
from datetime import datetime

from bot.chain import Written
from bot.codec import read_entries
from bot.export import export_campaign, public_entries
from bot.sessions import Session
from bot.store import Store
from rules.campaign.ending import is_over
from rules.errors import NotThere

FILE = "campaign.json"
"""The name of the file."""


class Records:
    """Writes the records of campaigns."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def of(self, session: Session, at: datetime) -> Written:
        """The record of a campaign as everybody may read it at a time."""
        public = None if is_over(session.campaign.when(at)) else await self._public(session)
        record = await export_campaign(self._store, session.id, public)
        if record is None:
            raise NotThere("That campaign is not in this bot's database.")
        return record

    async def _public(self, session: Session) -> frozenset[int]:
        rows = await self._store.entries(session.id)
        return await asyncio.to_thread(lambda: public_entries(session.campaign, read_entries(session.campaign, rows)))
