"""What the bot asks of a database. Both stores pass the same tests."""

from collections.abc import Collection, Iterable, Sequence
from typing import Protocol

from bot.storage.row_chain import Linked
from bot.storage.rows import CampaignRow, Ending, EntryRow, HomeRow, PassingRow, Post, SnapshotRow
from bot.storage.statements.forget import Erasure


class Store(Protocol):
    """A database. Every method raises ``StoreFault`` when the database fails.

    ``is_shared`` says whether other processes write to it too, so that what is in memory may be behind.
    """

    is_shared: bool

    async def close(self) -> None:
        """Close the connection."""

    # ---- campaigns ----

    async def found(self, row: CampaignRow, due: int) -> int:
        """Write a campaign and return its id (that of the row is not looked at). Its founding is to be posted unless
        that is done when it is due. Raises ``DoneBefore``.
        """
        ...

    async def campaign(self, id_: int) -> CampaignRow | None:
        """A campaign by its id."""
        ...

    async def head(self, channel: int) -> tuple[int, int] | None:
        """The newest campaign of a channel or thread, and the length of its log."""
        ...

    async def take_in(self, row: CampaignRow, since: int, entries: Sequence[EntryRow], seated: Iterable[int]) -> int:
        """Write a campaign with its whole log, all or nothing, and return its id. It is played there since a time, and
        some users took a seat in it. The entries get interactions that no real one has. Raises ``DoneBefore``.
        """
        ...

    async def campaigns_in(self, channel: int) -> list[CampaignRow]:
        """All campaigns of a channel or thread, the newest first."""
        ...

    async def campaigns_on(self, guild: int, number: int) -> list[CampaignRow]:
        """At most so many of the newest campaigns of a server."""
        ...

    async def rules(self) -> set[str]:
        """The versions of the rules that decided the newest entry of each campaign, or founded one."""
        ...

    async def homes(self, campaign: int) -> list[HomeRow]:
        """Where a campaign has been played, the newest last."""
        ...

    async def moved_from(self, channel: int) -> int | None:
        """The campaign that has last moved away from a channel."""
        ...

    async def campaign_by(self, interaction: int) -> CampaignRow | None:
        """The campaign that an interaction founded."""
        ...

    async def channels(self, number: int) -> list[tuple[int, int]]:
        """The guilds and channels of at most so many of the newest campaigns, each once."""
        ...

    async def keep_document(self, digest: str, body: str) -> None:
        """Keep a document of data under its digest; the same one is kept once."""

    async def document(self, digest: str) -> str | None:
        """The document of a digest. Raises ``Damaged`` where it is another's."""
        ...

    async def documents(self) -> list[str]:
        """The digests of all documents."""
        ...

    async def campaigns(self) -> list[int]:
        """The ids of all campaigns."""
        ...

    # ---- the log ----

    async def append(
        self, row: EntryRow, posts: Sequence[Post] = (), seated: Sequence[int] = (), home: HomeRow | None = None
    ) -> None:
        """Write an entry, what is to be posted of it, which users took a seat by it, and where the campaign is from now
        on if that has changed, all or nothing.

        Raises ``DoneBefore`` when its interaction is in the log already, ``Behind`` when its place is taken.
        """

    async def entries(self, campaign: int, after: int = 0) -> list[EntryRow]:
        """The log of a campaign after an entry. Raises ``Damaged`` where it is not as it was written."""
        ...

    async def chain(self, campaign: int, since: int = 1) -> list[Linked]:
        """The log of a campaign from an entry on as it stands in the database, whatever became of it."""
        ...

    async def newest(self, campaign: int, number: int, before: int) -> list[EntryRow]:
        """At most ``number`` entries with a ``seq`` below ``before``, the newest first. Raises ``Damaged``."""
        ...

    async def length(self, campaign: int) -> int:
        """The ``seq`` of the newest entry, 0 if there is none."""
        ...

    async def undoing(self, campaign: int, after: int = 0) -> list[EntryRow]:
        """The entries after an entry that undo others."""
        ...

    async def entry_by(self, interaction: int) -> EntryRow | None:
        """The entry that an interaction made."""
        ...

    async def numbered(self, campaign: int, number: int) -> EntryRow | None:
        """The entry that everybody knows by a number."""
        ...

    # ---- snapshots ----

    async def keep_snapshot(self, row: SnapshotRow) -> None:
        """Keep a snapshot beside the two before it."""

    async def snapshot(self, campaign: int, before: int | None = None) -> SnapshotRow | None:
        """The newest snapshot of a campaign, before an entry if one is given; nothing up to there was undone later."""
        ...

    async def drop_snapshots(self, campaign: int) -> None:
        """Let a campaign be folded from the start of its log again."""

    # ---- the outbox ----

    async def schedule(self, posts: Iterable[Post]) -> None:
        """Note what is to be posted; what is noted already stays as it is."""

    async def take_due(self, now: int, until: int, number: int) -> list[Post]:
        """Take at most ``number`` posts that are due, the oldest first; nobody else takes them before ``until``."""
        ...

    async def end_posts(self, endings: Iterable[Ending]) -> None:
        """Note how posts ended; a post ends once."""

    async def postpone(self, posts: Iterable[Post]) -> None:
        """Let posts wait until the time in them."""

    async def next_due(self) -> int | None:
        """When the next post is due, None if none waits."""
        ...

    async def waiting(self) -> tuple[int, int | None]:
        """How many results still wait although they were tried, and when the oldest of their entries was written."""
        ...

    async def newest_message(self, campaign: int) -> tuple[int, int] | None:
        """The newest message of a campaign that is no panel: the entry that it is about, and its id."""
        ...

    async def message_of(self, campaign: int, seq: int) -> int | None:
        """The message of the result of an entry."""
        ...

    async def messages_of(self, campaign: int) -> dict[int, int]:
        """The messages of the results of all entries, by entry."""
        ...

    async def panel_of(self, campaign: int) -> int | None:
        """The message that is the campaign's panel."""
        ...

    async def drop_panel(self, campaign: int) -> None:
        """Forget the campaign's panel, and one that is still to be posted."""

    async def stopped(self) -> list[Post]:
        """The posts that cannot be posted."""
        ...

    # ---- people ----

    async def people(self, users: Collection[int]) -> dict[int, str]:
        """The settings of those among some users who have any, as JSON."""
        ...

    async def keep_person(self, user: int, body: str) -> None:
        """Keep the settings of a user in the place of those before."""

    async def campaigns_of(self, user: int) -> list[int]:
        """The campaigns in which a user ever held a seat, the newest first."""
        ...

    # ---- forgetting ----

    async def campaigns_with(self, user: int) -> list[int]:
        """Every campaign whose log knows a user."""
        ...

    async def forget(self, erasure: Erasure, posts: Iterable[Post]) -> None:
        """Forget a user in a campaign, and note what is to be posted of it. Raises ``Behind``."""

    async def strangers(self, campaign: int) -> list[tuple[bytes, bytes]]:
        """Who was forgotten in a campaign, each as a salt and a hash."""
        ...

    async def know_again(self, campaign: int, strangers: Iterable[tuple[bytes, bytes]]) -> None:
        """Know those who were forgotten in one campaign again in another."""

    async def erase_person(self, user: int) -> None:
        """Erase what a user keeps for themselves: their settings."""

    async def scrub(self) -> None:
        """Leave nothing of what was erased in the files of the database, as far as that is in our hands."""

    async def people_with(self, text: str) -> dict[int, str]:
        """The settings that hold a text."""
        ...

    # ---- servers ----

    async def server(self, guild: int) -> str | None:
        """The settings of a server, as JSON; None if it has none."""
        ...

    async def keep_server(self, guild: int, body: str) -> None:
        """Keep the settings of a server in the place of those before."""

    async def welcome(self, guild: int, joined: int) -> bool:
        """Note that a server is welcomed that the bot joined at a time; False if that was noted before."""
        ...

    # ---- messages ----

    async def passing(self, campaign: int) -> list[PassingRow]:
        """The messages of a campaign that go away again."""
        ...

    async def forget_messages(self, campaign: int, messages: Collection[int]) -> None:
        """Forget messages that have gone away."""
