"""From a decision to a row of the log: all that an entry brings with it is worked out first, then written at once."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from bot.base.deeds import second_step
from bot.base.metrics import Metrics
from bot.engine.forget_player import Forgetting
from bot.engine.people import EVERYBODY, People, Person, Reach, newcomers
from bot.engine.posts import posts_of
from bot.engine.request import Caller
from bot.engine.sessions import Homes, Pasts, Session, differences
from bot.log.codec import next_entry, write_entry
from bot.storage import HomeRow, Post, Store, StoreFault, keeping
from rules.campaign import Campaign, Decision, History
from rules.campaign.chronicle.lessons import taught
from rules.campaign.decider.waiting import called, called_by, made_by
from rules.campaign.state.state import CampaignCommand
from rules.campaign.state.wait import Wait
from rules.campaign.time.corrections import CALLS, ThatsWrong, affected, with_board
from rules.campaign.time.deadlines import deadlines
from rules.log import LogEntry
from rules.notice import Notice
from rules.seat import Player


@dataclass(frozen=True, slots=True)
class Commit:
    """A decision as it is written: its entry, the campaign after it, what is told of it, where the campaign is played
    from then on (None: where it was), the newcomers to its seats, what is to be posted, whom it calls and how they can
    be reached.
    """

    entry: LogEntry
    after: History
    notices: tuple[Notice, ...]
    home: HomeRow | None
    newcomers: Sequence[int]
    posts: Sequence[Post]
    waits: frozenset[Wait]
    reach: Reach


@dataclass(frozen=True, slots=True)
class Commits:
    """Makes commits and writes them. ``now`` is the table's clock."""

    store: Store
    metrics: Metrics
    pasts: Pasts
    people: People
    forgetting: Forgetting
    homes: Homes
    now: Callable[[], datetime]

    async def prepare(self, session: Session, caller: Caller, decision: Decision) -> Commit:
        """Return everything that is written with a decision. Nothing is changed, so a bug in it changes nothing.

        Raises ``RuleError`` where the decision cannot stand: later actions need what it undoes, a channel is taken.
        """
        before = session.campaign
        entry = next_entry(before, caller.interaction, caller.at, caller.user, decision)
        past = await self.pasts.after(session, entry, decision.state)
        after = past.now
        others = affected(before, entry) if isinstance(entry.command, CALLS) else ()
        if isinstance(entry.command, ThatsWrong):
            entry = with_board(entry, (each.to_do for each in differences(before, after)))
        home = await self.homes.after(session, entry)
        seated: Sequence[int] = ()
        if isinstance(entry.command, CampaignCommand):  # nobody comes to a seat by playing
            seated = await self.forgetting.checked(session, entry, newcomers(before, after))
        now = self.now()
        people, reach = await self._people(after, made_by(after, entry.seq), now, others)
        posts = posts_of(session.id, entry, now, people, deadlines=deadlines(after) - deadlines(before))
        new = called_by(after, entry)
        return Commit(entry, past, told(after, entry), home, seated, posts, new, reach)

    async def _people(
        self, campaign: Campaign, new: frozenset[Wait], now: datetime, others: Collection[Player]
    ) -> tuple[dict[int, Person], Reach]:
        """Return the settings of all whom some waits call, and how they and some ``others`` can be reached now.
        Whatever is wrong with somebody's settings stops no action: they are called as if they had set nothing.
        """
        with second_step("the settings of those whom an entry calls", (StoreFault,)):
            people = await self.people.called(campaign, new)
            reach = await self.people.reach(people | await self.people.of({*map(int, others)}))
            for person in people.values():
                person.reminded_first(now)
            return people, reach
        return {int(player): Person() for wait in new for player in called(campaign, wait)}, EVERYBODY

    async def write(self, session: Session, commit: Commit) -> None:
        """Write an entry of the log with all that goes with it, all or nothing.

        Raises ``Behind`` where another process has written meanwhile, ``DoneBefore`` for an interaction whose entry is
        in the log, ``StoreFault`` where the database failed.
        """
        row = write_entry(session.id, commit.entry)
        with session.writing(), self.metrics.writing(), keeping(row.interaction):
            await self.store.append(row, commit.posts, commit.newcomers, commit.home)


def told(campaign: Campaign, entry: LogEntry) -> tuple[Notice, ...]:
    """Return the notices of an entry, followed by the lesson if it is the newest entry of a demo."""
    notices = campaign.tell(entry)
    is_lesson = campaign.founding.terms.demo and entry.seq == campaign.seq
    return (*notices, *taught(campaign, Player(entry.user), notices)) if is_lesson else notices
