"""The unseen mark of a result: which entries its message tells. By it a message is found again after a crash."""

import re
from typing import Final

import discord

_MARK: Final = re.compile(r"https://discord\.com/channels/@me#entries-(\d+)-(\d+)")
"""An embed without a title does not show its address, and Discord keeps it."""
_NOTHING: Final = "\u200b"
"""Discord takes no embed in which there is nothing to be shown."""


def mark(embed: discord.Embed, first: int, last: int) -> discord.Embed:
    """The same embed with the mark of the entries from ``first`` to ``last`` by their numbers in the campaign."""
    embed.url = f"https://discord.com/channels/@me#entries-{first}-{last}"
    if not (embed.description or embed.fields):
        embed.description = _NOTHING
    return embed


def told_by(embed: discord.Embed) -> range:
    """The numbers of the entries that an embed tells; none if it is no result."""
    return entries_in(embed.url or "")


def entries_in(address: str) -> range:
    """The entries that the address of an embed names."""
    found = _MARK.fullmatch(address)
    return range(int(found[1]), int(found[2]) + 1) if found else range(0)
