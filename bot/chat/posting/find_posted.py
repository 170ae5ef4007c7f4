"""The trace of a post whose mark was lost in a crash: its message, which may stand in the channel already."""

from collections.abc import Mapping
from datetime import datetime, timedelta

import discord

from bot.chat.posting.step_message import SAME_SITTING
from bot.engine.posts import identity
from bot.messages.embeds import made_in
from rules.log import LogEntry

LOOK_BACK = 1000
"""So many messages are looked at for one that may be there, and none that is older than its entry."""
A_SECOND = timedelta(seconds=1)
NO_BREAK = "\N{NO-BREAK SPACE}"


async def trace_of(
    channel: discord.PartialMessageable,
    me: discord.ClientUser | None,
    embed: discord.Embed,
    entry: LogEntry | None,
    began: datetime | None,
    *,
    is_result: bool,
) -> int | None:
    """Return the message in which ``me`` posted an entry (None: the founding) since the campaign ``began``. A result is
    known by its mark, and by its words where Discord has dropped that.
    """
    if is_result and entry is not None:
        number = entry.number or 0
        found = (await traces_of(channel, me, {number: entry}, began)).get(number)
        if found is not None:
            return found
    async for each in channel.history(limit=LOOK_BACK):
        if entry is not None and each.created_at < entry.at - A_SECOND and each.edited_at is None:
            break
        if began is not None and each.created_at < began - A_SECOND:
            break
        if each.author == me and any(_words(there) == _words(embed) for there in each.embeds if not made_in(there)):
            return each.id
    return None


async def traces_of(
    channel: discord.PartialMessageable,
    me: discord.ClientUser | None,
    entries: Mapping[int, LogEntry],
    began: datetime | None,
) -> dict[int, int]:
    """Return the messages in the channel that hold these results, by entry number. Reads the channel once."""
    found = dict[int, int]()
    numbers = {identity(entry): number for number, entry in entries.items()}
    # a result may stand in a message that was there before it
    since = min(entry.at for entry in entries.values()) - SAME_SITTING - A_SECOND
    async for each in channel.history(limit=LOOK_BACK):
        if len(found) == len(entries) or (each.created_at < since and each.edited_at is None):
            break
        if began is not None and each.created_at < began - A_SECOND:
            break
        made_by = each.interaction_metadata
        if made_by is not None and made_by.id in numbers and not each.flags.ephemeral:
            found.setdefault(numbers[made_by.id], each.id)
        if each.author == me:
            told = (numbers[made] for there in each.embeds for made in made_in(there) if made in numbers)
            found |= {number: each.id for number in told if number not in found}
    return found


def _words(embed: discord.Embed) -> tuple[str, ...]:
    """Return what an embed says, by which it is known; Discord may write other spaces than the bot."""
    return tuple((each or "").replace(NO_BREAK, " ") for each in (embed.title, embed.description, embed.footer.text))
