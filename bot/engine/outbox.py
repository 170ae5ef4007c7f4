"""What the bot still has to say: results that their answer did not bring to the channel, and what its time brings.

A result is written to the outbox together with its entry. The answer to the interaction usually posts it at once, and
the post is marked; otherwise it is posted from here once its grace is over, also after a restart. Posts of one campaign
keep their order, and campaigns do not wait for one another.
"""

import asyncio
import contextlib
import logging
from collections import Counter, defaultdict, deque
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import takewhile
from typing import ParamSpec

from bot.base.clock import milliseconds
from bot.base.deeds import log_bug
from bot.engine.posts import GRACE, Deadline, Reminder, What, kind_of
from bot.storage import Ending, Post, Store, StoreFault

log = logging.getLogger(__name__)
P = ParamSpec("P")

LEASE = timedelta(seconds=30)
"""How long a post that was taken is ours; after that another process may try it."""
LATEST = timedelta(seconds=4)
"""So much later than it was given up, something can still reach Discord."""
SHORTEST_PAUSE = timedelta(seconds=5)
LONGEST_PAUSE = timedelta(hours=1)
POLL_SECONDS = 5.0
NEVER = 1e6
"""For a table whose clock is put on by hand: nothing happens in between."""
FLUSH_SECONDS = 0.2
MOST_AT_ONCE = 100

Key = tuple[int, str, int]


@dataclass(frozen=True, slots=True)
class Later:
    """Posts that could not be posted now, and how long to wait; without a time, longer at each try."""

    wait: timedelta | None = None


Outcome = Ending | Later
"""What became of posts that were tried together."""

TryPosts = Callable[[Sequence[Post]], Awaitable[Outcome]]


async def nothing() -> None:
    """Do nothing."""


class Pause:
    """A wait in which more can be gathered, and which nobody waits for: whoever settles cuts it short."""

    def __init__(self) -> None:
        self._over = asyncio.Event()

    async def wait(self, seconds: float) -> None:
        """Wait so long, or until it is cut short."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._over.wait()

    @contextlib.contextmanager
    def cut_short(self) -> Iterator[None]:
        """Meanwhile there is no pause."""
        self._over.set()
        try:
            yield
        finally:
            self._over.clear()


WITHIN = timedelta(hours=1)
MOST = 2
"""So many requests that Discord forbids may go to one channel within that time: they count towards a ban."""


class Forbidden:
    """What each channel refused lately. ``now`` is the table's clock."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._times: defaultdict[int, deque[datetime]] = defaultdict(lambda: deque(maxlen=MOST))

    def note(self, channel: int) -> None:
        """Note that a channel refused a request."""
        self._times[channel].append(self._now())

    def clear(self, channel: int) -> None:
        """Note that a channel may be tried again: somebody has given the bot its rights back."""
        self._times.pop(channel, None)

    def __bool__(self) -> bool:
        return bool(self._times)

    def holds(self, channel: int) -> bool:
        """Return whether a channel is to be left alone now."""
        times = self._times.get(channel)
        return times is not None and len(times) == MOST and self._now() - times[0] < WITHIN


class Outbox:
    """The posts that wait, and the loop that posts them. ``now`` is the table's clock."""

    def __init__(self, store: Store, now: Callable[[], datetime], poll: float = POLL_SECONDS) -> None:
        self.store = store
        self._now = now
        self._poll = poll
        self._poked = asyncio.Event()
        self.forbidden = Forbidden(now)
        self.is_by_hand = poll == NEVER
        """Whether nothing happens by itself: who puts the clock on lets the bot settle."""
        self._pause = Pause()
        self.looked = asyncio.Event()
        """Whether what was due at the start has been taken."""
        self.touched: set[int] = set()
        """The campaigns in which something happened since the last look."""
        self._answering: Counter[Key] = Counter()
        self._answered: set[Key] = set()
        self._ended: dict[Key, Ending] = {}
        self._queues: dict[int, list[Post]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._stopped: dict[int, list[Post]] = {}
        self._since: dict[int, int] = {}
        self._again: set[int] = set()  # the campaigns whose posts can be tried again once the database can be written
        self.refused_before = frozenset[int]()  # the campaigns whose channels refused something before the start
        self.lost: set[int] = set()  # the messages of a time that a restored backup has taken out of the log

    # ---- the short way: the answer to an interaction ----

    @contextlib.contextmanager
    def answering(self, campaign: int, seq: int) -> Iterator[None]:
        """While the answer to an interaction is under way, nothing of it is posted from here; if it ends without the
        result in the channel, that is posted from here at once, or a little later where the answer was given up: it can
        still arrive.
        """
        key, wait = (campaign, What.RESULT, seq), timedelta()
        self._answering[key] += 1
        try:
            yield
        except TimeoutError:
            wait = LATEST
            raise
        finally:
            self._answering[key] -= 1
            if not self._answering[key]:
                del self._answering[key]
                if key not in self._answered and key not in self._ended:
                    self._start(self._hurry, Post(*key, milliseconds(self._now() + wait)))
                self._answered.discard(key)

    def note(self, campaign: int, seq: int, message: int | None) -> None:
        """Note that a result is in the channel, as a message, or as None if it has nothing for the channel."""
        if (key := (campaign, What.RESULT, seq)) in self._answering:
            self._answered.add(key)  # its mark may be written before the rest of the answer is given
        self._end(Ending(campaign, What.RESULT, seq, "nothing" if message is None else "posted", message))

    async def message_of(self, campaign: int, seq: int) -> int | None:
        """Return the message of the result of an entry, also where its mark is still to be written."""
        ended = self._ended.get((campaign, What.RESULT, seq))
        return ended.message if ended is not None else await self.store.message_of(campaign, seq)

    async def messages_of(self, campaign: int) -> dict[int, int]:
        """Return the messages of the results of all entries, also where their marks are still to be written."""
        ended = [each for each in self._ended.values() if (each.campaign, each.kind) == (campaign, What.RESULT)]
        return await self.store.messages_of(campaign) | {each.seq: each.message for each in ended if each.message}

    async def panel_of(self, campaign: int) -> int | None:
        """Return the message that is a campaign's panel, also where its mark is still to be written."""
        marked = [each.message for each in self._ended.values() if (each.campaign, each.kind) == (campaign, What.PANEL)]
        return max((each for each in (*marked, await self.store.panel_of(campaign)) if each), default=None)

    async def keep_panel(self, campaign: int, message: int) -> None:
        """Note which message is a campaign's panel from now on."""
        await self.store.schedule([Post(campaign, What.PANEL, message, milliseconds(self._now() + GRACE))])
        await self.store.end_posts([Ending(campaign, What.PANEL, message, "posted", message)])

    async def drop_panel(self, campaign: int) -> None:
        """Note that a campaign has no panel any more."""
        await self._flush(0)
        await self.store.drop_panel(campaign)

    async def leave(self, posts: Iterable[Post]) -> None:
        """End posts that have nothing to say, whatever becomes of those beside them."""
        await self.store.end_posts(Ending(post.campaign, post.kind, post.seq, "nothing") for post in posts)

    @property
    def stopped(self) -> list[int]:
        """The campaigns whose channels refused something."""
        return [*self._stopped]

    def refused(self, but: Iterable[int] = ()) -> tuple[int, timedelta]:
        """Return how many posts wait because a channel refuses them, ``but`` for some campaigns, and for how long."""
        now, counted = milliseconds(self._now()), self._stopped.keys() - {*but}
        since = min((self._since[id_] for id_ in counted), default=now)
        return sum(len(self._stopped[id_]) for id_ in counted), timedelta(milliseconds=max(now - since, 0))

    async def _hurry(self, post: Post) -> None:
        await self.store.postpone([post])
        self.poke()

    # ---- the long way ----

    async def run(
        self,
        try_posts: TryPosts,
        tidy: Callable[[], Awaitable[None]] = nothing,
        begin: Callable[[], Awaitable[None]] = nothing,
    ) -> None:
        """Post what is due and tidy up after it, for ever; ``begin`` when it is known what was refused before."""
        knows_stopped = False
        while True:
            try:
                if not knows_stopped:
                    for post in await self.store.stopped():  # before the bot began
                        self._stop(post, post.due)
                    self.refused_before = frozenset(self._stopped)
                    self.lost = await self.store.lost_messages()
                    knows_stopped = True
                    await begin()
                taken = await self._take(try_posts)
            except StoreFault as fault:
                log.warning("the outbox cannot be read: %s", fault)
                taken = 0
            await tidy()
            self.looked.set()
            if taken < MOST_AT_ONCE:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(self._poll):
                        await self._poked.wait()
            self._poked.clear()

    def poke(self) -> None:
        """Look at once what is due: the clock was put on, or something cannot wait."""
        self._poked.set()

    async def settle(self, try_posts: TryPosts) -> None:
        """Post all that is due, and wait until it is posted."""
        with self._pause.cut_short():
            while await self._take(try_posts) or self._tasks:
                await asyncio.gather(*self._tasks)

    async def stop(self) -> None:
        """Let what is being posted end, and mark what was posted."""
        with self._pause.cut_short():
            while self._tasks:
                await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._flush(0)

    async def try_again(self, campaign: int) -> list[Post]:
        """Return the posts of a campaign that were stopped, which are tried once more."""
        posts = [*self._stopped.get(campaign, ())]
        if posts:
            self._again.add(campaign)
            await self._flush(0)  # or they would be stopped once more by what is still to be written
            await self.store.postpone([post._replace(due=milliseconds(self._now())) for post in posts])
            self._again.discard(campaign)
            if left := [each for each in self._stopped.pop(campaign, ()) if each not in posts]:
                self._stopped[campaign] = left
            self.poke()
        return posts

    async def drop(self) -> None:
        """Leave everything as it is: what was not marked is looked for after the next start."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _take(self, try_posts: TryPosts) -> int:
        if self._ended:
            await self._flush(0)
        for campaign in [*self._again]:
            await self.try_again(campaign)
        now = self._now()
        taken = await self.store.take_due(milliseconds(now), milliseconds(now + LEASE), MOST_AT_ONCE)
        for post in taken:
            if _key(post) in self._ended or _key(post) in self._answering:
                continue
            queue = self._queues.setdefault(post.campaign, [])
            if not queue:
                self._start(self._post_all, post.campaign, queue, try_posts)
            if _key(post) not in map(_key, queue):
                queue.append(post)
        return len(taken)

    async def _post_all(self, campaign: int, queue: list[Post], try_posts: TryPosts) -> None:
        """Post the queue of a campaign in its order. If one must wait, those behind it wait too."""
        try:
            while queue and await self._post_first(campaign, queue, try_posts):
                pass
        finally:  # whatever fails, what is due again later finds no queue that nobody works at
            del self._queues[campaign]

    async def _post_first(self, campaign: int, queue: list[Post], try_posts: TryPosts) -> bool:
        """Post the first post of a queue. Return False if the queue must wait."""
        together = _together(queue)
        try:
            outcome = await try_posts(together)
        except StoreFault as fault:
            log.warning("%s must wait: %s", together[0], fault)
            outcome = Later()
        except Exception:  # noqa: BLE001 (whatever is wrong with one post, the others must go on)
            log_bug(f"{together[0]} cannot be posted")
            outcome = Later()
        if isinstance(outcome, Later):
            wait = _pause(together[0].tries) if outcome.wait is None else outcome.wait
            due = milliseconds(self._now() + wait)
            await self.store.postpone([post._replace(due=due) for post in queue])
            return False
        for post in together:
            if outcome.how == "stopped":
                self._stop(post, milliseconds(self._now()))
            elif outcome.how == "posted":
                self._since.pop(campaign, None)
                self._start(self.try_again, campaign)  # whatever was refused before
            self._end(outcome._replace(campaign=post.campaign, kind=post.kind, seq=post.seq))
        del queue[: len(together)]
        return True

    def _stop(self, post: Post, at: int) -> None:
        """Keep a post that its channel has refused, at a time, for a later try."""
        self._stopped.setdefault(post.campaign, []).append(post)
        self._since.setdefault(post.campaign, at)

    # ---- marks ----

    def _end(self, ending: Ending) -> None:
        """Mark a post a little later, together with others: a mark that is lost is found again in the channel."""
        if not self._ended:
            self._start(self._flush, FLUSH_SECONDS)
        self._ended[ending.campaign, ending.kind, ending.seq] = ending
        self.lost.discard(ending.message or 0)  # one that was found again

    async def _flush(self, wait: float) -> None:
        await self._pause.wait(wait)
        ended = dict(self._ended)
        if ended:
            await self.store.end_posts(ended.values())
        self._ended = {key: each for key, each in self._ended.items() if ended.get(key) != each}

    def _start(self, work: Callable[P, Awaitable[object]], *args: P.args, **kwargs: P.kwargs) -> None:
        async def guarded() -> None:
            try:
                await work(*args, **kwargs)
            except StoreFault as fault:
                log.warning("the outbox cannot be written: %s", fault)

        task = asyncio.create_task(guarded())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _key(post: Post) -> Key:
    return post.campaign, post.kind, post.seq


def _together(queue: list[Post]) -> list[Post]:
    """Return what is tried together: a result or a DM alone; of what time brings, all."""
    return [*takewhile(lambda each: isinstance(kind_of(each.kind), Deadline | Reminder), queue)] or queue[:1]


def _pause(tries: int) -> timedelta:
    """Return how long to wait after so many tries: each time twice as long, up to a limit."""
    return min(SHORTEST_PAUSE * int(2 ** min(tries, 20)), LONGEST_PAUSE)
