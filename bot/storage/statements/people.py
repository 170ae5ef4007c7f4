"""What is kept of people beside the logs. The statements are the same for every kind of database."""

from collections.abc import Collection

from bot.base.deeds import keeps
from bot.storage.faults import StoreFault
from bot.storage.rows import marks
from bot.storage.statements.messages import MessageRows


class PeopleRows(MessageRows):
    """How people want to be reached, and where they sat."""

    async def people(self, users: Collection[int]) -> dict[int, str]:
        """The settings of those among some users who have any."""
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
        """The campaigns in which a user ever held a seat, the newest first."""
        sql = 'SELECT campaign FROM seated WHERE "user" = $1 ORDER BY campaign DESC'
        return [int(id_) for (id_,) in await self._read(sql, user)]
