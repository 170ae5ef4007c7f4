"""Bots that follow one another on one database, each with its own data."""

from datetime import UTC, datetime
from typing import Any

from bot.base.catalog import Catalog
from bot.engine.founding import Wish
from bot.engine.request import Caller
from bot.engine.service import CampaignService
from bot.engine.sessions import Session
from bot.storage import SqliteStore
from rules.campaign import Audit
from tests.games import SEED

ANNA, BERT, CHANNEL = 1, 2, 50


class Bot:
    """The service of one bot on a database; another bot can follow it with other data."""

    def __init__(self, store: SqliteStore, games: Catalog) -> None:
        self.store = store
        self.service = CampaignService(store, games, lambda: SEED)

    async def caller(self, user: int) -> Caller:
        ((count,),) = await self.store._db.execute_fetchall("SELECT count(*) FROM entry")
        return Caller(1000 + count, datetime(2026, 1, 5, tzinfo=UTC), 7, CHANNEL, user)

    async def found(self, game: str, seat: str) -> Session:
        return await self.service.found(await self.caller(ANNA), Wish(game, "The long war", seat))

    async def session(self) -> Session:
        return await self.service.session_in(CHANNEL)

    async def verified(self) -> Audit:
        session = await self.session()
        return await self.service.verify(session, await self.service.entries(session))

    async def do(self, user: int, command: str, **fields: Any) -> str:
        result = await self.service.execute(
            await self.caller(user), await self.session(), {"type": command, **fields}, sure=True
        )
        return "\n".join(str(notice) for notice in result.notices)
