"""What the bot asks of a database, with the statements that are the same for every kind."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from bot.storage.faults import keeping
from bot.storage.rows import (
    CampaignRow,
    Damaged,
    Ending,
    EntryRow,
    HomeRow,
    Linked,
    PassingRow,
    Post,
    beginning,
    checked,
    linked,
    marks,
)

Step = tuple[str, Sequence[object]]
"""A statement with its values."""

# ---- campaigns ----

HOME = ", ".join(HomeRow._fields)
CAMPAIGN = ", ".join(f"{'home' if name in ('guild', 'channel') else 'campaign'}.{name}" for name in CampaignRow._fields)
CAMPAIGNS = f"SELECT {CAMPAIGN} FROM campaign JOIN home ON home.campaign = campaign.id AND home.until IS NULL "
CHANNELS = (
    "SELECT guild, channel FROM home WHERE until IS NULL GROUP BY guild, channel ORDER BY max(campaign) DESC LIMIT $1"
)
HEAD = (
    "SELECT campaign, (SELECT coalesce(max(seq), 0) FROM entry WHERE entry.campaign = home.campaign) FROM home"
    " WHERE channel = $1 AND until IS NULL ORDER BY since DESC, campaign DESC LIMIT 1"
)
RULES = (
    "SELECT rules FROM campaign UNION SELECT entry.rules FROM campaign JOIN entry ON entry.campaign = campaign.id"
    " AND entry.seq = (SELECT max(seq) FROM entry WHERE entry.campaign = campaign.id)"
)

# ---- logs ----

ENTRY = ", ".join(f'"{name}"' for name in EntryRow._fields)
LINKED = f"SELECT {ENTRY}, hash FROM entry WHERE campaign = $1"
FOUNDED = f"SELECT {', '.join(CampaignRow._fields)}, hash FROM campaign WHERE id = $1"
DOCUMENT = "SELECT body FROM document WHERE digest = $1"
BEFORE = (
    "SELECT coalesce((SELECT hash FROM entry WHERE campaign = $1 AND seq < $2 ORDER BY seq DESC LIMIT 1),"
    " (SELECT hash FROM campaign WHERE id = $1), '')"
)
"""The hash of the entry before one, or of its campaign."""
PAGE = 5000
"""So many entries are read at once, so that the longest log leaves each statement time enough."""
MOST_AT_ONCE = 500
"""So many entries are checked in less time than a player notices."""

# ---- messages ----

WAITING = (
    "SELECT count(*), min(coalesce(entry.at, campaign.at)) FROM post JOIN campaign ON campaign.id = post.campaign"
    " LEFT JOIN entry ON entry.campaign = post.campaign AND entry.seq = post.seq"
    " WHERE post.ended IS NULL AND post.kind = 'result' AND post.tries > 0"
)
"""The number of results that wait although they were tried, and the time of the oldest of their entries."""
NEWEST = (
    "SELECT seq, message FROM post WHERE message IS NOT NULL AND kind <> 'panel' AND kind NOT LIKE 'dm %'"
    " AND campaign = $1 ORDER BY message DESC, seq DESC LIMIT 1"
)
MESSAGE = "SELECT max(message) FROM post WHERE kind = 'result' AND campaign = $1 AND seq = $2"
MESSAGES = (
    "SELECT seq, max(message) FROM post WHERE kind = 'result' AND message IS NOT NULL AND campaign = $1 GROUP BY seq"
)
PANEL = "SELECT max(message) FROM post WHERE kind = 'panel' AND campaign = $1"

# ---- whom it forgets ----

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


class Store(ABC):
    """A database. Every method raises ``StoreFault`` when the database fails. What each kind does in its own way is
    abstract. Whoever reads entries and documents reads what was written, or ``Damaged`` is raised.

    ``is_shared`` says whether other processes write to it too, so that what is in memory may be behind.
    """

    is_shared: bool

    @abstractmethod
    async def _read(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows of a statement, with ``$1`` for the first value."""

    @abstractmethod
    async def _change(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        """Return the rows that a statement which changes something returns."""

    @abstractmethod
    async def _together(self, steps: Sequence[Step]) -> None:
        """Do several statements, all or nothing. Raises ``Behind`` where an entry's place is taken."""

    @abstractmethod
    async def close(self) -> None:
        """Close the connections once what waits is written."""

    @abstractmethod
    async def found(self, row: CampaignRow, due: int, posts: Sequence[Post] = ()) -> int:
        """Write a campaign and return its id (those of the row and the posts are not looked at). Its founding is to be
        posted unless that is done when it is due, and some posts besides. Raises ``DoneBefore``.
        """

    @abstractmethod
    async def append(
        self, row: EntryRow, posts: Sequence[Post] = (), seated: Sequence[int] = (), home: HomeRow | None = None
    ) -> None:
        """Write an entry, what is to be posted of it, which users took a seat by it, and where the campaign is from now
        on if that has changed, all or nothing. After a ``StoreFault`` ``entry_by`` tells whether it is written.

        Raises ``DoneBefore`` when its interaction is in the log already, ``Behind`` when its place is taken.
        """

    @abstractmethod
    async def schedule(self, posts: Iterable[Post]) -> None:
        """Note what to post. A post that is noted already is not changed."""

    @abstractmethod
    async def take_due(self, now: int, until: int, number: int) -> list[Post]:
        """Take at most ``number`` due posts, the oldest first. No other process takes them before ``until``."""

    @abstractmethod
    async def end_posts(self, endings: Iterable[Ending]) -> None:
        """Note how posts ended. Each post ends once."""

    @abstractmethod
    async def postpone(self, posts: Iterable[Post]) -> None:
        """Let posts wait until the time in them, the stopped ones too."""

    # ---- campaigns: their homes, data and lengths ----

    async def length(self, campaign: int) -> int:
        """Return the ``seq`` of the newest entry, 0 if there is none."""
        rows = await self._read("SELECT coalesce(max(seq), 0) FROM entry WHERE campaign = $1", campaign)
        return int(rows[0][0])

    async def head(self, channel: int) -> tuple[int, int] | None:
        """Return the campaign that came last to a channel or thread, and the length of its log."""
        return next(((int(id_), int(length)) for id_, length in await self._read(HEAD, channel)), None)

    async def campaign(self, id_: int) -> CampaignRow | None:
        """Return a campaign by its id."""
        return next(iter(await self._campaigns("WHERE id = $1", id_)), None)

    async def campaign_by(self, interaction: int) -> CampaignRow | None:
        """Return the campaign that an interaction founded."""
        return next(iter(await self._campaigns("WHERE interaction = $1", interaction)), None)

    async def campaigns_in(self, channel: int) -> list[CampaignRow]:
        """Return all campaigns of a channel or thread, the newest first."""
        return await self._campaigns("WHERE home.channel = $1 ORDER BY id DESC", channel)

    async def campaigns_on(self, guild: int, number: int) -> list[CampaignRow]:
        """At most so many of the newest campaigns of a server."""
        condition = "WHERE home.guild = $1 ORDER BY id DESC LIMIT $2"
        return await self._campaigns(condition, guild, number)

    async def rules(self) -> set[str]:
        """Return the versions of the rules that decided the newest entry of each campaign, or founded one."""
        return {str(version) for (version,) in await self._read(RULES)}

    async def homes(self, campaign: int) -> list[HomeRow]:
        """Return where a campaign has been played, the newest last."""
        sql = f"SELECT {HOME} FROM home WHERE campaign = $1 ORDER BY since"
        return [HomeRow(*row) for row in await self._read(sql, campaign)]

    async def moved_from(self, channel: int) -> int | None:
        """Return the campaign that has last moved away from a channel."""
        sql = "SELECT campaign FROM home WHERE channel = $1 AND until IS NOT NULL ORDER BY until DESC LIMIT 1"
        return next((int(id_) for (id_,) in await self._read(sql, channel)), None)

    async def channels(self, number: int) -> list[tuple[int, int]]:
        """Return the guilds and channels of at most so many of the newest campaigns, each once."""
        return [(int(guild), int(channel)) for guild, channel in await self._read(CHANNELS, number)]

    async def _campaigns(self, condition: str, *values: int) -> list[CampaignRow]:
        return [CampaignRow(*row) for row in await self._read(CAMPAIGNS + condition, *values)]

    # ---- the logs, held against their chain as they are read ----

    async def entries(self, campaign: int, after: int = 0) -> list[EntryRow]:
        """Return the log of a campaign after an entry. Raises ``Damaged``."""
        chain = await self.chain(campaign, max(after, 1))
        if not after:
            return await _checked(await self._begun(campaign), 0, chain)
        if not chain or chain[0].row.seq != after:
            raise Damaged(f"entry {after} of its log is damaged")
        return await _checked(chain[0].hash, after, chain[1:])

    async def chain(self, campaign: int, since: int = 1) -> list[Linked]:
        """Return the log of a campaign from an entry on as it stands in the database, whatever became of it."""
        sql = f"{LINKED} AND seq >= $2 ORDER BY seq LIMIT {PAGE}"
        chain = page = await self._linked(sql, campaign, since)
        while len(page) == PAGE:
            page = await self._linked(sql, campaign, page[-1].row.seq + 1)
            chain += page
        return chain

    async def newest(self, campaign: int, number: int, before: int) -> list[EntryRow]:
        """At most ``number`` entries with a ``seq`` below ``before``, the newest first. Raises ``Damaged``."""
        sql = f"{LINKED} AND seq < $2 ORDER BY seq DESC LIMIT $3"
        chain = (await self._linked(sql, campaign, before, number + 1))[::-1]
        if len(chain) <= number:
            return checked(await self._begun(campaign), 0, chain)[::-1] if chain else []
        return checked(chain[0].hash, chain[0].row.seq, chain[1:])[::-1]

    async def undoing(self, campaign: int, after: int = 0) -> list[EntryRow]:
        """Return the entries after an entry that undo others."""
        sql = f"{LINKED} AND undoes IS NOT NULL AND seq > $2 ORDER BY seq"
        return [each.row for each in await self._linked(sql, campaign, after)]

    async def entry_by(self, interaction: int) -> EntryRow | None:
        """Return the entry that an interaction made."""
        rows = await self._read(f"SELECT {ENTRY} FROM entry WHERE interaction = $1", interaction)
        return next((EntryRow(*row) for row in rows), None)

    async def numbered(self, campaign: int, number: int) -> EntryRow | None:
        """Return the entry that everybody knows by a number."""
        rows = await self._read(f"SELECT {ENTRY} FROM entry WHERE campaign = $1 AND number = $2", campaign, number)
        return next((EntryRow(*row) for row in rows), None)

    async def keep_document(self, digest: str, body: str) -> None:
        """Keep a document of data under its digest, once."""
        await self._change("INSERT INTO document (digest, body) VALUES ($1, $2) ON CONFLICT DO NOTHING", digest, body)

    async def document(self, digest: str) -> str | None:
        """Return the document of a digest. Raises ``Damaged``."""
        body = next((str(each) for (each,) in await self._read(DOCUMENT, digest)), None)
        if body is not None and sha256(body.encode(errors="surrogateescape")).hexdigest() != digest:
            raise Damaged("the data that it is played with is damaged")
        return body

    async def documents(self) -> list[str]:
        """Return the digests of all documents."""
        return [str(digest) for (digest,) in await self._read("SELECT digest FROM document ORDER BY digest")]

    async def campaigns(self) -> list[int]:
        """Return the ids of all campaigns."""
        return [int(id_) for (id_,) in await self._read("SELECT id FROM campaign ORDER BY id")]

    async def _begun(self, campaign: int) -> str:
        """Return the hash with which the chain of a campaign begins. Raises ``Damaged``."""
        for *values, hash_ in await self._read(FOUNDED, campaign):
            if beginning(CampaignRow(*values)) == hash_:
                return str(hash_)
        raise Damaged("its founding is damaged")

    async def _linked(self, sql: str, *values: object) -> list[Linked]:
        return [Linked(EntryRow(*row), str(hash_)) for *row, hash_ in await self._read(sql, *values)]

    # ---- what is to be posted, and the messages that posts became ----

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

    # ---- how people want to be reached, where they sat, and what the managers of servers have set ----

    async def people(self, users: Collection[int]) -> dict[int, str]:
        """Return the settings of those among some users who have any."""
        sql = f'SELECT "user", body FROM person WHERE "user" IN ({marks(len(users))})'
        return {int(user): str(body) for user, body in await self._read(sql, *users)} if users else {}

    async def keep_person(self, user: int, body: str) -> None:
        """Keep the settings of a user in the place of those before."""
        sql = (
            'INSERT INTO person ("user", body) VALUES ($1, $2) ON CONFLICT ("user") DO UPDATE SET body = excluded.body'
        )
        with keeping():
            await self._change(sql, user, body)

    async def campaigns_of(self, user: int) -> list[int]:
        """Return the campaigns in which a user ever held a seat, the newest first."""
        sql = 'SELECT campaign FROM seated WHERE "user" = $1 ORDER BY campaign DESC'
        return [int(id_) for (id_,) in await self._read(sql, user)]

    async def server(self, guild: int) -> str | None:
        """Return the settings of a server as JSON, or None if it has none."""
        rows = await self._read("SELECT body FROM server WHERE guild = $1", guild)
        return next((str(body) for (body,) in rows), None)

    async def keep_server(self, guild: int, body: str) -> None:
        """Keep the settings of a server in the place of those before."""
        sql = "INSERT INTO server (guild, body) VALUES ($1, $2) ON CONFLICT (guild) DO UPDATE SET body = excluded.body"
        with keeping():
            await self._change(sql, guild, body)

    async def welcome(self, guild: int, joined: int) -> bool:
        """Note that the bot welcomes a server that it joined at a time. Return False if that was noted before."""
        sql = (
            "INSERT INTO server (guild, welcomed) VALUES ($1, $2)"
            " ON CONFLICT (guild) DO UPDATE SET welcomed = excluded.welcomed"
            " WHERE server.welcomed < excluded.welcomed RETURNING guild"
        )
        return bool(await self._change(sql, guild, joined))

    # ---- whom the database forgets, and who was forgotten ----

    async def campaigns_with(self, user: int) -> list[int]:
        """Return every campaign whose log knows a user."""
        return [int(id_) for (id_,) in await self._read(WITH, user, f"%{user}%")]

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
        with keeping():
            await self._together(steps)

    async def strangers(self, campaign: int) -> list[tuple[bytes, bytes]]:
        """Return who was forgotten in a campaign, each as a salt and a hash."""
        rows = await self._read("SELECT salt, hash FROM stranger WHERE campaign = $1", campaign)
        return [(bytes(salt), bytes(hash_)) for salt, hash_ in rows]

    async def erase_person(self, user: int) -> None:
        """Erase the settings of a user."""
        with keeping():
            await self._change('DELETE FROM person WHERE "user" = $1', user)

    @abstractmethod
    async def scrub(self) -> None:
        """Leave nothing of what was erased in the files of the database, as far as that is in our hands."""

    async def people_with(self, text: str) -> dict[int, str]:
        """Return the settings that hold a text."""
        rows = await self._read('SELECT "user", body FROM person WHERE body LIKE $1', f"%{text}%")
        return {int(user): str(body) for user, body in rows}


async def _checked(before: str, after: int, chain: list[Linked]) -> list[EntryRow]:
    """Some entries, the many of which are checked beside the event loop. Raises ``Damaged``."""
    if len(chain) > MOST_AT_ONCE:
        return await asyncio.to_thread(checked, before, after, chain)
    return checked(before, after, chain)


def _after(before: EntryRow, changed: EntryRow) -> EntryRow:
    """Return an entry as changed, but with the seal that it already had, if any."""
    return changed._replace(seal=before.seal or changed.seal)
