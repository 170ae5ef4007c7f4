"""Where the messages of campaigns are, and what people and servers have set. The statements are the same
for every kind of database.
"""

from abc import ABC, abstractmethod
from collections.abc import Collection
from typing import Any

from bot.base.deeds import keeps
from bot.storage.faults import StoreFault
from bot.storage.rows import WAITING, PassingRow, Post, marks

NEWEST = (
    "SELECT seq, message FROM post WHERE message IS NOT NULL AND kind <> 'panel' AND kind NOT LIKE 'dm %'"
    " AND campaign = $1 ORDER BY message DESC, seq DESC LIMIT 1"
)
MESSAGE = "SELECT max(message) FROM post WHERE kind = 'result' AND campaign = $1 AND seq = $2"
MESSAGES = (
    "SELECT seq, max(message) FROM post WHERE kind = 'result' AND message IS NOT NULL AND campaign = $1 GROUP BY seq"
)
PANEL = "SELECT max(message) FROM post WHERE kind = 'panel' AND campaign = $1"


class MessageRows(ABC):
    """What is to be posted, and the messages that posts became. A store says how it reads and how it changes rows, each
    in one round trip.
    """

    @abstractmethod
    async def _read(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a statement, with ``$1`` for the first value."""

    @abstractmethod
    async def _change(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows that a statement which changes something returns."""

    async def waiting(self) -> tuple[int, int | None]:
        """Return how many results wait after a failed try, and when the oldest of their entries was written."""
        ((number, oldest),) = await self._read(WAITING)
        return int(number), oldest

    async def stopped(self) -> list[Post]:
        """Return the posts that cannot be posted."""
        sql = f"SELECT {', '.join(Post._fields)} FROM post WHERE ended = 'stopped' ORDER BY id"
        return [Post(*row) for row in await self._read(sql)]

    async def lost_messages(self) -> set[int]:
        """Return the messages that a restored backup knows nothing of, and that were not found again since."""
        sql = "SELECT seq FROM post WHERE kind = 'lost' EXCEPT SELECT message FROM post"
        return {int(message) for (message,) in await self._read(sql)}

    async def newest_message(self, campaign: int) -> tuple[int, int] | None:
        """Return the last entry and the id of the newest message in a campaign's channel, other than a panel."""
        return next(((int(seq), int(message)) for seq, message in await self._read(NEWEST, campaign)), None)

    async def message_of(self, campaign: int, seq: int) -> int | None:
        """Return the message of the result of an entry."""
        return (await self._read(MESSAGE, campaign, seq))[0][0]  # type: ignore[no-any-return]

    async def messages_of(self, campaign: int) -> dict[int, int]:
        """Return the messages of the results of all entries, by entry."""
        return {int(seq): int(message) for seq, message in await self._read(MESSAGES, campaign)}

    async def panel_of(self, campaign: int) -> int | None:
        """Return the message that is the campaign's panel."""
        return (await self._read(PANEL, campaign))[0][0]  # type: ignore[no-any-return]

    async def drop_panel(self, campaign: int) -> None:
        """Forget the campaign's panel, and one that is still to be posted."""
        sql = "UPDATE post SET message = NULL, ended = 'nothing' WHERE kind = 'panel' AND campaign = $1"
        await self._change(sql, campaign)

    async def passing(self, campaign: int) -> list[PassingRow]:
        """Return the messages of a campaign that go away again."""
        columns = ", ".join(PassingRow._fields)
        sql = f"SELECT {columns} FROM post WHERE campaign = $1 AND channel IS NOT NULL ORDER BY id"
        return [PassingRow(*row) for row in await self._read(sql, campaign)]

    async def forget_messages(self, campaign: int, messages: Collection[int]) -> None:
        """Forget messages that have gone away."""
        if messages:
            sql = (
                "UPDATE post SET message = NULL, channel = NULL"
                f" WHERE campaign = $1 AND channel IS NOT NULL AND message IN ({marks(len(messages), 2)})"
            )
            await self._change(sql, campaign, *messages)


class PeopleRows(MessageRows):
    """How people want to be reached, and where they sat."""

    async def people(self, users: Collection[int]) -> dict[int, str]:
        """Return the settings of those among some users who have any."""
        sql = f'SELECT "user", body FROM person WHERE "user" IN ({marks(len(users))})'
        return {int(user): str(body) for user, body in await self._read(sql, *users)} if users else {}

    @keeps(StoreFault)
    async def keep_person(self, user: int, body: str) -> None:
        """Keep the settings of a user in the place of those before."""
        sql = (
            'INSERT INTO person ("user", body) VALUES ($1, $2) ON CONFLICT ("user") DO UPDATE SET body = excluded.body'
        )
        await self._change(sql, user, body)

    async def campaigns_of(self, user: int) -> list[int]:
        """Return the campaigns in which a user ever held a seat, the newest first."""
        sql = 'SELECT campaign FROM seated WHERE "user" = $1 ORDER BY campaign DESC'
        return [int(id_) for (id_,) in await self._read(sql, user)]


class ServerRows(PeopleRows):
    """What the managers of servers have set, and which servers were welcomed."""

    async def server(self, guild: int) -> str | None:
        """Return the settings of a server as JSON, or None if it has none."""
        rows = await self._read("SELECT body FROM server WHERE guild = $1", guild)
        return next((str(body) for (body,) in rows), None)

    @keeps(StoreFault)
    async def keep_server(self, guild: int, body: str) -> None:
        """Keep the settings of a server in the place of those before."""
        sql = "INSERT INTO server (guild, body) VALUES ($1, $2) ON CONFLICT (guild) DO UPDATE SET body = excluded.body"
        await self._change(sql, guild, body)

    async def welcome(self, guild: int, joined: int) -> bool:
        """Note that the bot welcomes a server that it joined at a time. Return False if that was noted before."""
        sql = (
            "INSERT INTO server (guild, welcomed) VALUES ($1, $2)"
            " ON CONFLICT (guild) DO UPDATE SET welcomed = excluded.welcomed"
            " WHERE server.welcomed < excluded.welcomed RETURNING guild"
        )
        return bool(await self._change(sql, guild, joined))
