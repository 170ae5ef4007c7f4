"""How people are forgotten in the database. The statements are the same for every kind of database."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bot.base.deeds import keeps
from bot.storage.faults import StoreFault
from bot.storage.row_chain import beginning, linked
from bot.storage.rows import CampaignRow, EntryRow, Post, marks
from bot.storage.statements.entries import ENTRY, EntryRows

Step = tuple[str, Sequence[object]]
"""A statement with its values."""

APPEND = f"INSERT INTO entry ({ENTRY}, hash) VALUES ({marks(len(EntryRow._fields) + 1)})"
SCHEDULE = f"INSERT INTO post ({', '.join(Post._fields)}) VALUES ({marks(len(Post._fields))}) ON CONFLICT DO NOTHING"
CHANGE = (
    'UPDATE entry SET "user" = $3, command = $4, events = $5, seal = coalesce(seal, $6)'
    " WHERE campaign = $1 AND seq = $2"
)
BEGIN = "UPDATE campaign SET founder = $2, name = $3, start = coalesce(start, $4), hash = $5 WHERE id = $1"
LINK = "UPDATE entry SET hash = $3 WHERE campaign = $1 AND seq = $2"
UNSEAT = 'DELETE FROM seated WHERE campaign = $1 AND "user" = $2'
REMINDERS = (
    "UPDATE post SET kind = replace(kind, $2, $3), ended = coalesce(ended, 'nothing')"
    " WHERE campaign = $1 AND kind LIKE '%' || $2 || '%'"
)
KNOW_AGAIN = "INSERT INTO stranger (campaign, salt, hash) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
WITH = (
    'SELECT campaign FROM seated WHERE "user" = $1 UNION SELECT id FROM campaign WHERE founder = $1'
    ' UNION SELECT campaign FROM entry WHERE "user" = $1 OR command LIKE $2 OR events LIKE $2 ORDER BY 1'
)


class Erasure(NamedTuple):
    """What becomes of a campaign in which a ``user`` is forgotten, who is ``former`` from now on.

    ``entry`` is the new entry that says so, ``changed`` are those before it that lose who they name or what they wrote,
    each with its seal as it was, ``campaign`` is its new row if its founder is forgotten. By the ``hash`` with its
    ``salt`` the user is known again.
    """

    user: int
    former: int
    entry: EntryRow
    changed: Sequence[EntryRow]
    campaign: CampaignRow | None
    salt: bytes
    hash: bytes


class ForgettingRows(EntryRows):
    """Whom the database forgets, and who was forgotten."""

    @abstractmethod
    async def _together(self, steps: Sequence[Step]) -> None:
        """Do several statements, all or nothing. Raises ``Behind`` where an entry's place is taken."""

    async def campaigns_with(self, user: int) -> list[int]:
        """Return every campaign whose log knows a user."""
        return [int(id_) for (id_,) in await self._read(WITH, user, f"%{user}%")]

    @keeps(StoreFault)
    async def forget(self, erasure: Erasure, posts: Iterable[Post]) -> None:
        """Forget a user in a campaign, and note what is to be posted of it. Raises ``Behind``, ``Damaged``."""
        id_, user, row = erasure.entry.campaign, erasure.user, erasure.campaign
        changed = {each.seq: each for each in erasure.changed}
        rows = [_after(each, changed.get(each.seq, each)) for each in await self.entries(id_)]
        begun = await self._begun(id_) if row is None else beginning(row)
        *chain, last = linked(begun, (*rows, erasure.entry))
        steps: list[Step] = [(APPEND, (*last.row, last.hash))]
        steps += [
            (CHANGE, (id_, each.seq, each.user, each.command, each.events, each.seal)) for each in erasure.changed
        ]
        steps += [] if row is None else [(BEGIN, (id_, row.founder, row.name, row.start, begun))]
        steps += [(LINK, (id_, each.row.seq, each.hash)) for each in chain]
        steps += [(REMINDERS, (id_, f" {user} ", f" {erasure.former} "))]
        steps += [(UNSEAT, (id_, user)), (KNOW_AGAIN, (id_, erasure.salt, erasure.hash))]
        steps += [(SCHEDULE, post) for post in posts]
        await self._together(steps)

    async def strangers(self, campaign: int) -> list[tuple[bytes, bytes]]:
        """Return who was forgotten in a campaign, each as a salt and a hash."""
        rows = await self._read("SELECT salt, hash FROM stranger WHERE campaign = $1", campaign)
        return [(bytes(salt), bytes(hash_)) for salt, hash_ in rows]

    @keeps(StoreFault)
    async def erase_person(self, user: int) -> None:
        """Erase the settings of a user."""
        await self._change('DELETE FROM person WHERE "user" = $1', user)

    async def scrub(self) -> None:
        """Leave nothing of what was erased in the files of the database, as far as that is in our hands."""

    async def people_with(self, text: str) -> dict[int, str]:
        """Return the settings that hold a text."""
        rows = await self._read('SELECT "user", body FROM person WHERE body LIKE $1', f"%{text}%")
        return {int(user): str(body) for user, body in rows}


def _after(before: EntryRow, changed: EntryRow) -> EntryRow:
    """Return an entry as changed, but with the seal that it already had, if any."""
    return changed._replace(seal=before.seal or changed.seal)
