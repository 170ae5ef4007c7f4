"""The service without Discord: campaigns on a database, and calls with interactions of their own."""

from collections.abc import Callable, Coroutine
from datetime import UTC, datetime
from typing import Any

from bot.base.clock import DISCORD_EPOCH, milliseconds
from bot.engine.founding import Wish
from bot.engine.request import Caller
from bot.engine.service import CampaignService
from bot.engine.sessions import Session
from bot.storage import EntryRow, SqliteStore, StoreFault
from tests.games import SEED, catalog

ANNA, BERT = 1, 2
CHANNEL, THREAD = 50, 51
NOW = datetime(2026, 1, 5, tzinfo=UTC)
FIRST = milliseconds(NOW) - DISCORD_EPOCH << 22
"""The first number that Discord gives in that moment."""


class Desk:
    """The service of one bot on a database."""

    def __init__(self, store: SqliteStore) -> None:
        self.store = store
        self.service = CampaignService(store, catalog(), lambda: SEED)
        self._interaction = FIRST

    def call(self, user: int = ANNA, channel: int = CHANNEL, interaction: int | None = None) -> Caller:
        self._interaction += 1
        return Caller(interaction or self._interaction, NOW, 7, channel, user)

    async def found(
        self, game: str = "marne-1918", seat: str = "Allies", channel: int = CHANNEL, bert: str = ""
    ) -> Session:
        """Anna founds a campaign and takes a seat, and Bert takes his, if one is named."""
        session = await self.service.found(self.call(channel=channel), Wish(game, "The long war", seat, "sealed"))
        if bert:
            await self.act(BERT, {"type": "join", "seat": bert}, channel=channel)
        return session

    async def append(self, seq: int, command: str, events: str) -> None:
        """Write an entry past the rules: what an earlier bot, or a later one, may have left."""
        row = EntryRow(1, seq, 900 + seq, 0, ANNA, "Red", command, events, "[]", None, "0.1")
        await self.store.append(row)

    async def act(self, user: int, request: Any, *, sure: bool = False, **more: Any) -> Any:
        caller = self.call(user, **more)
        session = await self.service.session_in(caller.channel)
        return await self.service.execute(caller, session, request, sure=sure)


def answer_lost(method: Callable[..., Coroutine[Any, Any, Any]]) -> Callable[..., Coroutine[Any, Any, Any]]:
    """A method of the store that does what it does, and fails all the same."""

    async def lost(*args: Any) -> Any:
        await method(*args)
        raise StoreFault("The disk cannot be read or written")

    return lost


async def again(desk: Desk) -> Desk:
    """The same database, as another process would read it."""
    fresh = Desk(desk.store)
    fresh._interaction = desk._interaction
    return fresh
