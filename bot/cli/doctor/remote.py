"""What Discord says about the bot: its clock, its token, its intents, and what it may do in the campaigns' channels.

At most two requests about the bot, three for each server and one for each thread.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import aiohttp
import discord
from pydantic import SecretStr

from bot.chat.startup_errors import sentence
from bot.cli.doctor.machine import Finding, fault, ok, warning
from bot.cli.invite import invitation
from bot.storage import StoreFault, read_store

LONGEST_SECONDS = 20
MOST_SKEW = 30
MOST_CHANNELS = 20
NEEDED = ("view_channel", "embed_links", "read_message_history")


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
