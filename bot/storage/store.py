"""What the bot asks of a database. Both stores pass the same tests."""

from abc import abstractmethod
from collections.abc import Iterable, Sequence

from bot.storage.rows import CampaignRow, Ending, EntryRow, HomeRow, Post
from bot.storage.statements.forget import ForgettingRows


class Store(ForgettingRows):
    """A database. Every method raises ``StoreFault`` when the database fails. What each kind does in its own way is
    abstract here; the statements that are the same for all are in the classes that it derives from.

    ``is_shared`` says whether other processes write to it too, so that what is in memory may be behind.
    """

    is_shared: bool

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
