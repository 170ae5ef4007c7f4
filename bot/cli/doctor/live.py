"""What a bot can try by itself on live Discord, in one channel, before anybody plays there. It removes its traces."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable
from typing import Any, TypeVar

import aiohttp
import discord

from bot.chat.channel_access import LOST, open_thread
from bot.chat.startup_errors import sentence
from bot.cli.doctor.machine import Finding, fault, ok, warning
from bot.messages.embeds import made_in, mark

WORDS = "Adjutant tries this channel\N{NO-BREAK SPACE}: it takes the message away again."
ENTRY = 4711
SLOW = 1.0
LONGEST_SECONDS = 60
T = TypeVar("T")


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
            async with asyncio.timeout(LONGEST_SECONDS):
                await client.login(token)
                async for each in trial.run(await client.fetch_channel(channel)):
                    found.append(each)
        except (*LOST, discord.DiscordException, aiohttp.ClientError) as error:  # a time-out is an OSError
            found.append(fault(f"channel {channel}", sentence(error) or f"{error}."))
        with contextlib.suppress(*LOST):
            found += [await trial.clean()] if trial.traces else []
    return found
