"""Notices as embeds, within Discord's limits, and the mark by which a message is known to tell an entry."""

import re
from collections.abc import Iterable
from enum import IntEnum
from typing import Final

import discord

from bot.base.language import say, without_stars
from rules.campaign.chronicle.lessons import SYMBOLS
from rules.dice import Roll
from rules.line import line
from rules.notice import Kind, Notice, Secret
from rules.printed.lookup import DICE

LONGEST = {"title": 256, "description": 4096, "name": 256, "value": 1024, "footer": 2048}
MOST_FIELDS = 25
TITLES = {Kind.BOARD: "On your board", Kind.NEXT: "Next", Kind.RULE: "Rule", Kind.RULING: "Ruling"}
LAST = {
    field: place
    for place, field in enumerate((SYMBOLS, TITLES[Kind.NEXT], DICE, TITLES[Kind.RULE], TITLES[Kind.RULING]), 1)
}
"""The fields that come last, in their order: what a reader does stands before the dice that led to it."""
MOST_IN_ALL = 6000


class Colour(IntEnum):
    """The colour bar of an embed, which shows the kind of message."""

    ACTION = 0x4F6D8F
    ANSWER = 0x7A7F87
    SECRET = 0x8F6D4F


def compose(
    title: str, notices: Iterable[Notice], colour: int, footer: str = "", before: Iterable[Iterable[Notice]] = ()
) -> discord.Embed:
    """Return the embed of some notices: those without a section are its text, those of one section share a field.
    ``before`` are the notices of earlier entries that it tells as well, entry by entry.

    A sentence that several events of an entry share appears once, but each change to the board and each roll is listed.

    Text too long for Discord is cut at a line, with a mark; in practice nothing is cut.
    """
    lines = by_field((*before, notices))
    embed = discord.Embed(title=cut(without_stars(say(title)), LONGEST["title"]) or None, colour=colour)
    if footer:
        embed.set_footer(text=cut(say(footer), LONGEST["footer"]))
    room = min(LONGEST["description"], MOST_IN_ALL - len(embed))
    embed.description = fit(lines.pop(None), room) or None
    in_order = sorted(lines.items(), key=lambda field: LAST.get(field[0] or "", 0))
    for head, said in in_order[:MOST_FIELDS]:
        for number, part in enumerate(_parts(said)):
            name = say(head if number == 0 else line("{section} (more)", section=head))
            room = MOST_IN_ALL - len(embed) - len(name)
            if room > 1 and len(embed.fields) < MOST_FIELDS:
                embed.add_field(name=name, value=fit(part, min(LONGEST["value"], room)), inline=False)
    return embed


def by_field(groups: Iterable[Iterable[Notice]]) -> dict[str | None, list[str]]:
    """Return the lines of each field by its English name, and those of the text under None."""
    lines: dict[str | None, list[str]] = {None: []}
    for group in groups:
        told: set[tuple[str | None, str]] = set()
        for notice in group:
            field = notice.section or TITLES.get(notice.kind)
            text = say(notice.line, opened=isinstance(notice, Secret))
            has_dice = field == DICE or any(isinstance(each, Roll) for each in notice.line.values.values())
            if (field, text) not in told or notice.kind is Kind.BOARD or has_dice:
                lines.setdefault(field, []).append(text)
            told.add((field, text))
    return lines


def _parts(lines: list[str]) -> list[list[str]]:
    """Return the lines of a section, in as many fields as they need."""
    parts: list[list[str]] = [[]]
    for each in lines:
        if parts[-1] and len("\n".join([*parts[-1], each])) > LONGEST["value"]:
            parts.append([])
        parts[-1].append(each)
    return parts


def fit(lines: list[str], longest: int) -> str:
    """Return the lines that fit, and a mark where some did not."""
    text = "\n".join(lines)
    while len(text) > longest and len(lines) > 1:
        lines = lines[:-1]
        text = "\n".join([*lines, "…"])
    return cut(text, longest)


def cut(text: str, longest: int = 100) -> str:
    """Return a text that is not too long, by default for an option, with a mark where it was."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


_MARK: Final = re.compile(r"https://discord\.com/channels/@me#entries-(\d+)-(\d+)-([\d.-]+)", re.ASCII)
"""An embed without a title does not show its address, and Discord keeps it."""
_NOTHING: Final = "\u200b"
"""Discord takes no embed in which there is nothing to be shown."""


def mark(embed: discord.Embed, first: int, last: int, made_by: Iterable[int]) -> discord.Embed:
    """Return the embed, marked with the numbers of the ``first`` and ``last`` entries that it tells, and with the
    interactions that they were ``made_by``: a restored backup gives the same number twice, but no interaction.
    """
    embed.url = f"https://discord.com/channels/@me#entries-{first}-{last}-{'.'.join(map(str, made_by))}"
    if not (embed.description or embed.fields):
        embed.description = _NOTHING
    return embed


def made_in(embed: discord.Embed) -> list[int]:
    """Return the interactions of the entries that an embed tells, or none if it is not a result."""
    found = _MARK.fullmatch(embed.url or "")
    return [*map(int, found[3].split("."))] if found else []
