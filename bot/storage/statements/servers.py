"""What is kept of servers. The statements are the same for every kind of database."""

from bot.base.deeds import keeps
from bot.storage.faults import StoreFault
from bot.storage.statements.people import PeopleRows


class ServerRows(PeopleRows):
    """What the managers of servers have set, and which servers were welcomed."""

    async def server(self, guild: int) -> str | None:
        """The settings of a server, as JSON; None if it has none."""
        rows = await self._read("SELECT body FROM server WHERE guild = $1", guild)
        return next((str(body) for (body,) in rows), None)

    @keeps(StoreFault)
    async def keep_server(self, guild: int, body: str) -> None:
        """Keep the settings of a server in the place of those before."""
        sql = "INSERT INTO server (guild, body) VALUES ($1, $2) ON CONFLICT (guild) DO UPDATE SET body = excluded.body"
        await self._change(sql, guild, body)

    async def welcome(self, guild: int, joined: int) -> bool:
        """Note that a server is welcomed that the bot joined at a time; False if that was noted before."""
        sql = (
            "INSERT INTO server (guild, welcomed) VALUES ($1, $2)"
            " ON CONFLICT (guild) DO UPDATE SET welcomed = excluded.welcomed"
            " WHERE server.welcomed < excluded.welcomed RETURNING guild"
        )
        return bool(await self._change(sql, guild, joined))
