"""Posts what waits in the outbox, and makes of each answer of Discord what its meaning asks for.

| Discord says | what happens |
|---|---|
| it is posted, or was found in the channel | the post ends |
| 429, 5xx, no connection | it waits, longer at each try |
| the thread is archived | it is opened again and the post tried once more |
| no access, no permission, no such channel, locked | it is stopped until the right is back, or somebody acts there |

A post that may be in the channel already is looked for there before it is posted again. It also carries a nonce of its
own, by which Discord itself keeps a second one out for a few minutes.
"""

import logging
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from http import HTTPStatus
from typing import assert_never

import discord

from bot.base.language import reading, say
from bot.chat.channel_access import LOST, may_write
from bot.chat.posting.delivery import Channels, Delivery, ending
from bot.chat.posting.late_results import Arrivals, LateResults, Reveals
from bot.chat.posting.panel import Panels
from bot.chat.posting.reminders import Reminders
from bot.chat.posting.step_message import PLACES, Results
from bot.engine.outbox import Later, Outbox, Outcome
from bot.engine.posts import Deadline, DirectReminder, Kind, Reminder, WentBack, What, kind_of
from bot.engine.service import CampaignService
from bot.engine.sessions import Session
from bot.storage import Ending, Post
from rules.errors import RuleError
from rules.line import Line, Listed, line
from rules.secrets import quote

log = logging.getLogger(__name__)

NO_CHANNEL = 10003
GONE = (
    "The channel of **{name}** is gone. Nothing of the campaign is lost: in another channel of the server,"
    " `/campaign manage` has *Bring a campaign here…*."
)
AWAY = "I am no longer on the server of **{name}**. It goes on once I am back; whoever runs me keeps its record."
LONGEST_REFUSED = timedelta(minutes=15)


class Poster:
    """Brings each kind of post to its readers, without an interaction."""

    def __init__(
        self, client: discord.Client, service: CampaignService, results: Results, outbox: Outbox, panels: Panels
    ) -> None:
        channels = Channels(client, service, results, outbox.forbidden, panels.touch)
        self._client = client
        self._service = service
        self._outbox = outbox
        self._late_results = LateResults(channels, service, outbox)
        self._arrivals = Arrivals(channels)
        self._panels = panels
        self._reveals = Reveals(channels, service)
        self.reminders = Reminders(channels, client, service, results, outbox)
        self._reasons: dict[int, str] = {}
        self._gone: dict[int, str] = {}
        self._looks, self._looked = Counter[int](), dict[int, int]()

    def delivery(self, kind: Kind) -> Delivery:
        """Return what brings a kind of post to its readers."""
        match kind:
            case What.RESULT:
                return self._late_results
            case What.ARRIVAL | WentBack():
                return self._arrivals
            case What.PANEL:
                return self._panels
            case What.REVEAL:
                return self._reveals
            case Deadline() | Reminder() | DirectReminder():
                return self.reminders
            case _:
                assert_never(kind)

    async def try_posts(self, posts: Sequence[Post]) -> Outcome:
        """Post some posts of one campaign as one message. Return what becomes of them, whatever Discord says."""
        post, session = posts[0], await self._service.session(posts[0].campaign)
        looks = self._looks[session.guild]
        if self._looked.get(session.channel, looks) != looks:  # its rights may have changed since it refused something
            self._outbox.forbidden.clear(session.channel)
        try:
            done = await self.delivery(kind_of(post.kind)).deliver(session, posts)
            if isinstance(done, Ending) and done.how == "posted":
                self._gone.pop(session.id, None)
            return done
        except discord.HTTPException as error:
            outcome = await self._refused(session, post, error, looks)
            if looks != self._looks[session.guild]:  # a right that came back meanwhile is not heard of again
                return Later(timedelta())
            return outcome
        except LOST as error:
            log.warning("%s waits: %s", post, type(error).__name__)
            return Later()
        except RuleError as refused:  # nor can it be done later, and others wait behind it
            self._reasons[session.id] = say(refused.text)
            return ending(post, "stopped")

    async def _refused(self, session: Session, post: Post, error: discord.HTTPException, looks: int) -> Outcome:
        log.warning("%s was not posted: status %s, code %s", post, error.status, error.code)
        if error.status >= HTTPStatus.INTERNAL_SERVER_ERROR or error.status == HTTPStatus.TOO_MANY_REQUESTS:
            return Later()
        self._outbox.forbidden.note(session.channel)
        self._looked[session.channel] = looks
        self._reasons[session.id] = error.text or str(error.status)
        what = AWAY if await self._is_away(session) else GONE
        if what == AWAY or error.code == NO_CHANNEL:
            if session.id in self._outbox.refused_before:  # the players were told before the start
                self._gone.setdefault(session.id, what)
            await self.tell_gone(session, what)
        return ending(post, "stopped")

    def trouble(self) -> str | None:
        """Return a sentence about posts that a channel has refused for a while, or None; never of one that is gone."""
        number, age = self._outbox.refused(self._gone)
        if age <= LONGEST_REFUSED:
            return None
        minutes = round(age.total_seconds() / 60)
        return f"Posts that channels refuse for want of a right: {number}, the oldest for {minutes} minutes."

    async def _is_away(self, session: Session) -> bool:
        """Return whether the bot is no longer on a campaign's server. Discord tells it only while it is connected."""
        try:
            await self._client.fetch_guild(session.guild, with_counts=False)
        except LOST as error:
            return session.guild != session.channel and getattr(error, "status", 0) in (403, 404)
        return False

    async def tell_gone(self, session: Session, what: str = GONE) -> None:
        """Tell the players of a campaign once, by DMs, that its channel or server is gone, and how it goes on."""
        if self._gone.get(session.id) == what:
            return
        self._gone[session.id] = what
        campaign = session.campaign
        with reading(campaign.language):
            said = say(line(what, name=quote(campaign.founding.name or campaign.game.title)))
        for player in sorted({int(player) for players in campaign.roster.values() for player in players}):
            try:
                await (await self._client.create_dm(discord.Object(player))).send(said)
            except LOST as error:  # who takes no DMs reads nothing; what was lost is told at the next refusal
                if not isinstance(error, discord.Forbidden):
                    self._gone.pop(session.id, None)

    async def look_again(self, guild: discord.Guild | None) -> None:
        """Try again what a server refused, wherever the bot has its rights back; None: all that the bot is not on."""
        self._looks[guild.id if guild else 0] += 1
        for id_ in self._outbox.stopped:
            session = await self._service.session(id_)
            place = self._client.get_channel(session.channel)
            is_open = isinstance(place, PLACES) and may_write(place, place.guild.me, "view_channel", "embed_links")
            if self._client.get_guild(session.guild) == guild and (is_open or place is None):  # None: archived
                await self._outbox.try_again(id_)

    async def try_again(self, session: Session, may: discord.Permissions) -> Line | None:
        """Try again what a channel refused, since somebody acts there; what a referee reads of results that are missing
        meanwhile. ``may`` are the rights of the bot there.
        """
        if may.view_channel and may.send_messages and may.embed_links:
            self._outbox.forbidden.clear(session.channel)
        missing = [each for each in await self._outbox.try_again(session.id) if each.kind == What.RESULT and each.seq]
        return await self._told_of(session, missing) if missing else None

    async def _told_of(self, session: Session, posts: Sequence[Post]) -> Line:
        """Return what a referee reads of results that were refused, with the reason in Discord's words."""
        entries = [await self._service.entry(session, post.seq) for post in posts]
        numbers = [each.number for each in entries if each.number is not None]
        return line(
            "The bot could not post here: {reason}. The results of these entries are missing: {entries}."
            " The bot tries again now; `/record find` shows them too.",
            entries=Listed(dict.fromkeys(numbers)),
            reason=self._reasons.get(session.id, "Discord refused it"),
        )
