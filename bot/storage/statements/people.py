"""What is kept of people beside the logs. The statements are the same for every kind of database."""

from collections.abc import Collection

from bot.base.deeds import keeps
from bot.storage.faults import StoreFault
from bot.storage.rows import NoteRow, marks
from bot.storage.statements.messages import MessageRows

NOTE = ", ".join(f'"{name}"' for name in NoteRow._fields)


class PeopleRows(MessageRows):
    """How people want to be reached, where they sat, their notes, and what they watch."""

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

    @keeps(StoreFault)
    async def keep_note(self, campaign: int, user: int, turn: int, body: str) -> None:
        """Keep a note that a user leaves for a turn of a campaign."""
        sql = 'INSERT INTO note (campaign, "user", turn, body) VALUES ($1, $2, $3, $4)'
        await self._change(sql, campaign, user, turn, body)

    async def notes_of(self, user: int) -> list[NoteRow]:
        """The notes of a user, the oldest first."""
        return [
            NoteRow(*row) for row in await self._read(f'SELECT {NOTE} FROM note WHERE "user" = $1 ORDER BY id', user)
        ]

    async def notes_due(self, campaign: int, turn: int) -> list[NoteRow]:
        """The notes for a campaign's turns up to one of which their users were not told yet."""
        sql = f"SELECT {NOTE} FROM note WHERE campaign = $1 AND turn <= $2 AND told = 0 ORDER BY id"
        return [NoteRow(*row) for row in await self._read(sql, campaign, turn)]

    async def note_told(self, notes: Collection[int]) -> None:
        """Note that the users of some notes were told."""
        if notes:
            await self._change(f"UPDATE note SET told = 1 WHERE id IN ({marks(len(notes))})", *notes)

    @keeps(StoreFault)
    async def keep_watcher(self, campaign: int, user: int, turn: int | None) -> None:
        """Keep that a user watches a campaign and was told of a turn; None: that they watch it no more."""
        sql = (
            'INSERT INTO watcher ("user", campaign, turn) VALUES ($1, $2, $3)'
            ' ON CONFLICT ("user", campaign) DO UPDATE SET turn = excluded.turn'
        )
        await self._change(sql, user, campaign, turn)

    async def watchers_of(self, campaign: int) -> dict[int, int]:
        """The users who watch a campaign, with the turn that each was told of last."""
        sql = 'SELECT "user", turn FROM watcher WHERE campaign = $1 AND turn IS NOT NULL ORDER BY "user"'
        return {int(user): int(turn) for user, turn in await self._read(sql, campaign)}
