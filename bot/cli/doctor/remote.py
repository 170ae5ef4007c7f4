"""What Discord says about the bot: its clock, its token, its intents, and what it may do in the channels of campaigns;
and what the bot can try there by itself before anybody plays. It removes its traces.

The first takes at most two requests about the bot, three for each server and one for each thread.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any, TypeVar

import aiohttp
import discord
from pydantic import SecretStr

from bot.chat.channel_access import LOST, open_thread
from bot.chat.startup_errors import sentence
from bot.cli.doctor.machine import Finding, fault, ok, warning
from bot.cli.invite import invitation
from bot.messages.embeds import made_in, mark
from bot.storage import StoreFault, read_store

LONGEST_SECONDS = 20
MOST_SKEW = 30
MOST_CHANNELS = 20
NEEDED = ("view_channel", "embed_links", "read_message_history")
WORDS = "Adjutant tries this channel\N{NO-BREAK SPACE}: it takes the message away again."
ENTRY = 4711
SLOW = 1.0
LONGEST_TRIAL_SECONDS = 60
T = TypeVar("T")


async def look_at_discord(token: str, database: Path | SecretStr) -> list[Finding]:
    """Return every check that needs Discord, or a single finding if the bot cannot reach it."""
    found: list[Finding] = []
    try:
        async with asyncio.timeout(LONGEST_SECONDS):
            async for each in _look(token, await _places(database)):
                found.append(each)
    except (discord.DiscordException, aiohttp.ClientError, OSError) as error:  # a time-out is an OSError
        found.append(fault("Discord", sentence(error) or f"{error}."))
    return found


async def _look(token: str, places: list[tuple[int, int]]) -> AsyncIterator[Finding]:
    if not token:
        yield fault("token", "ADJUTANT_TOKEN is not set: it is the bot's token from Discord's developer portal.")
        return
    dates: list[str] = []
    async with discord.Client(intents=discord.Intents.none(), http_trace=_noting(dates)) as client:
        await client.login(token)
        if dates:
            yield clock(parsedate_to_datetime(dates[-1]), datetime.now(UTC))
        assert client.user is not None, "the client has logged in"
        yield ok("token", f"it is that of {client.user.name}")
        for each in _application(client):
            yield each
        for guild in dict.fromkeys(guild for guild, _ in places):
            for each in await _server(client, guild, [channel for its, channel in places if its == guild]):
                yield each


def _noting(dates: list[str]) -> aiohttp.TraceConfig:
    """Note the date of every response."""

    async def note(_session: object, _context: object, ended: aiohttp.TraceRequestEndParams) -> None:
        if "Date" in ended.response.headers:
            dates.append(ended.response.headers["Date"])

    trace = aiohttp.TraceConfig()
    trace.on_request_end.append(note)
    return trace


def clock(theirs: datetime, ours: datetime) -> Finding:
    """Return whether this machine's clock agrees with Discord's."""
    seconds = (ours - theirs).total_seconds()
    if abs(seconds) > MOST_SKEW:
        said = f"{abs(seconds):.0f} seconds {'ahead of' if seconds > 0 else 'behind'} Discord's"
        return warning("clock", f"This machine's clock is {said}: set it by NTP.")
    return ok("clock", "it agrees with Discord's")


def _application(client: discord.Client) -> Iterator[Finding]:
    application = client.application
    if application is None:
        return
    yield ok("invitation", invitation(application.id))
    if application.interactions_endpoint_url:
        yield fault("application", "Discord sends its interactions to an address: take it out in the developer portal.")
    flags = application.flags
    granted = [
        name
        for name in ("gateway_presence", "gateway_guild_members", "gateway_message_content")
        if getattr(flags, name) or getattr(flags, f"{name}_limited")
    ]
    if granted:
        yield warning("intents", f"{', '.join(granted)}: the bot needs no privileged intent. Switch them off.")
    else:
        yield ok("intents", "no privileged one, and none is needed")


async def _server(client: discord.Client, id_: int, channels: list[int]) -> list[Finding]:
    """Return what the bot may do in some channels of a server."""
    try:
        guild = await client.fetch_guild(id_, with_counts=False)
        assert client.user is not None, "the client has logged in"
        member = await guild.fetch_member(client.user.id)
        parents = {each.id: each for each in await guild.fetch_channels()}
    except (discord.NotFound, discord.Forbidden):
        return [warning(f"server {id_}", "The bot is not there any more. Invite it again, or leave its campaigns.")]
    return [await _channel(client, member, parents, each) for each in channels]


async def _channel(
    client: discord.Client, member: discord.Member, parents: Mapping[int, discord.abc.GuildChannel], id_: int
) -> Finding:
    about = f"channel {id_}"
    parent, is_thread = parents.get(id_), False
    if parent is None:
        try:
            fetched: Any = await client.http.get_channel(id_)
        except (discord.NotFound, discord.Forbidden):
            return warning(about, "It is gone, or the bot may not view it. Let the bot view it, or leave the campaign.")
        parent, is_thread = parents.get(int(fetched.get("parent_id") or 0)), True
    if parent is None:
        return warning(about, "The bot may not view its parent. Let the bot view it.")
    may = parent.permissions_for(member)
    needed = (*NEEDED, "send_messages_in_threads" if is_thread else "send_messages")
    missing = [name.replace("_", " ") for name in needed if not getattr(may, name)]
    if missing:
        return warning(about, f"The bot may not {', '.join(missing)} there. Give it these permissions.")
    return ok(about, "the bot may do what it needs")


async def _places(database: Path | SecretStr) -> list[tuple[int, int]]:
    """Return the servers and channels of the newest campaigns, or none if the database cannot be read."""
    try:
        store = await read_store(database)
        try:
            return await store.channels(MOST_CHANNELS)
        finally:
            await store.close()
    except StoreFault:
        return []  # the check of the database says why


class Trial:
    """What is tried in one channel: how long Discord took, and what is to be removed, the newest last."""

    def __init__(self) -> None:
        self.took: list[float] = []
        self.traces: list[Any] = []

    async def _timed(self, request: Awaitable[T]) -> T:
        began = time.perf_counter()
        done = await request
        self.took.append(time.perf_counter() - began)
        return done

    async def run(self, channel: Any) -> AsyncIterator[Finding]:
        """Yield how each thing went."""
        if isinstance(channel, discord.ForumChannel):
            thread = await self._timed(open_thread(channel, "Adjutant", "Adjutant", 60))
            self.traces.append(thread)
            yield ok("forum", f"a post was opened{', with the tag that it asks for' * channel.flags.require_tag}")
            channel = thread
        embed = mark(discord.Embed(description=WORDS), 1, 1, [ENTRY])
        sent = await self._timed(channel.send("**Adjutant**", embed=embed, silent=True))
        self.traces.append(sent)
        yield ok("post", "posted")
        for done in ("posted", "edited"):
            (read,) = (await self._timed(channel.fetch_message(sent.id))).embeds
            if made_in(read) == [ENTRY]:
                yield ok("mark", f"kept by what was {done}")
            else:
                yield warning("mark", f"{done}, it reads {read.url}: the bot knows its messages by their words alone.")
            same = read.description == WORDS
            yield (ok if same else warning)("spaces", f"no-break ones are {'kept' if same else 'changed'}")
            if done == "posted":
                await self._timed(sent.edit(embed=embed.set_footer(text="edited")))
        seen = [made_in(embed) async for each in channel.history(limit=10) for embed in each.embeds]
        yield ok("search", "found again") if [ENTRY] in seen else warning("search", "not found by its mark")
        yield await self._pinned(channel, sent)
        if isinstance(channel, discord.TextChannel):
            yield await self._threaded(channel)
        slowest = max(self.took)
        said = f"{sorted(self.took)[len(self.took) // 2]:.2f} s for a request, {slowest:.2f} s at most"
        yield (warning if slowest > SLOW else ok)("latency", said)

    async def _pinned(self, channel: Any, sent: discord.Message) -> Finding:
        try:
            await self._timed(sent.pin())
        except discord.HTTPException as error:
            return warning("pin", f"refused ({error.code}): give it Pin Messages, or pin the panels yourself")
        async for each in channel.history(limit=5, after=sent):  # what Discord says of the pin
            self.traces += [each] if each.type is discord.MessageType.pins_add else []
        return ok("pin", "pinned")

    async def _threaded(self, channel: discord.TextChannel) -> Finding:
        try:
            thread = await self._timed(open_thread(channel, "Adjutant", "", 60))
            self.traces.append(thread)
            await self._timed(thread.edit(archived=True))
            await self._timed(thread.edit(archived=False))
            await self._timed(thread.send("Adjutant", silent=True))
        except discord.HTTPException as error:
            return warning("thread", f"refused ({error.code}): campaigns play in the channel itself")
        async for each in channel.history(limit=5):
            self.traces += [each] if each.type is discord.MessageType.thread_created else []
        return ok("thread", "opened, archived, woken and written in")

    async def clean(self) -> Finding:
        """Remove what was made, the newest first."""
        left = []
        for each in reversed(self.traces):
            try:
                await each.delete()
            except discord.NotFound:  # it went with its thread
                continue
            except discord.HTTPException:
                left.append(each.jump_url)
        return warning("traces", f"delete these yourself: {', '.join(left)}") if left else ok("traces", "removed")


async def try_channel(token: str, channel: int) -> list[Finding]:
    """Return how everything went that a bot can try by itself in a channel."""
    found: list[Finding] = []
    async with discord.Client(intents=discord.Intents.none(), max_ratelimit_timeout=30) as client:
        trial = Trial()
        try:
            async with asyncio.timeout(LONGEST_TRIAL_SECONDS):
                await client.login(token)
                async for each in trial.run(await client.fetch_channel(channel)):
                    found.append(each)
        except (*LOST, discord.DiscordException, aiohttp.ClientError) as error:  # a time-out is an OSError
            found.append(fault(f"channel {channel}", sentence(error) or f"{error}."))
        with contextlib.suppress(*LOST):
            found += [await trial.clean()] if trial.traces else []
    return found
