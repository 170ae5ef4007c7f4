"""What every interaction was answered with, held against the log: no sentence may say anything else.

The bot may lose answers, and players may read nothing; whatever they do read is true. This is asked at the end of every
test through Discord, whatever else it tests.
"""

import json
import re
import sqlite3
from collections.abc import Container
from contextlib import closing
from pathlib import Path
from typing import Any

import discord

from localdiscord import LocalDiscord, RequestRecord
from localdiscord.state.components import walk

DENIED = re.compile(r"othing was done\b|was not done|ien n’a été fait|n’a pas été fait")
"""Says that what was asked for is not in the log."""
AFFIRMED = re.compile(r"is in the log, and its result|est dans le journal")
"""Says that it is."""
EPHEMERAL = 64
MODAL = 9
FALLEN = "SELECT campaign, seq, interaction, dice FROM entry WHERE interaction > 0 AND events NOT LIKE '%\"redone\"%'"
MADE = "SELECT interaction FROM entry UNION SELECT interaction FROM campaign"
"""The interactions that founded a campaign or made an entry of a log."""
Message = dict[str, Any]


def text(message: Message) -> str:
    """All that can be read in a message."""
    embeds = [
        part
        for embed in message["embeds"]
        for part in (
            embed.get("title"),
            embed.get("description"),
            *(f"{field['name']}: {field['value']}" for field in embed.get("fields", [])),
            embed.get("footer", {}).get("text"),
        )
    ]
    parts = (each.get("content") for each in walk(message["components"]))
    return "\n".join(part for part in (message["content"], *embeds, *parts) if part)


def told_by(embed: discord.Embed) -> range:
    """The numbers of the entries that an embed tells, by its mark."""
    found = re.search(r"#entries-(\d+)-(\d+)-", embed.url or "")
    return range(int(found[1]), int(found[2]) + 1) if found else range(0)


def told_in(message: Message) -> list[int]:
    """The entries that a message tells, by its mark."""
    return [number for embed in message["embeds"] for number in told_by(discord.Embed.from_dict(embed))]


class History:
    """The sentences that each interaction was answered with, in the order in which they came. A test that goes on with
    another database clears what was ``said`` before. What was ``blank`` has no plain line of text, or is a form with
    the id of an earlier one, whose values phones show, or with somebody chosen, which some clients close.
    """

    def __init__(self, server: LocalDiscord) -> None:
        self.said: list[tuple[int, bool, str]] = []
        self.blank: list[str] = []
        self._forms: set[str] = set()
        server.watch(self.note)
        server.watch(self.note_blank)

    def note(self, request: RequestRecord) -> None:
        """Note a request of the bot if it answers an interaction."""
        answer = request.response if isinstance(request.response, dict) else {}
        if request.path.startswith("/interactions/"):
            interaction, message = answer.get("interaction", {}).get("id"), answer.get("resource", {}).get("message")
        elif request.path.startswith("/webhooks/"):
            interaction, message = answer.get("interaction_metadata", {}).get("id"), answer
        else:
            return
        if interaction and message and "embeds" in message:
            is_new = request.method == "POST" and (request.body or {}).get("type", 4) == 4
            is_result = is_new and not message["flags"] & EPHEMERAL and bool(told_in(message))
            self.said.append((int(interaction), is_result, text(message)))

    def note_blank(self, request: RequestRecord) -> None:
        """Note a message in a channel in which those who see no embeds read nothing."""
        answer = request.response if isinstance(request.response, dict) else {}
        if request.path.startswith("/interactions/") and request.body["type"] == MODAL:
            form = request.body["data"]["custom_id"]
            self.blank += [form] if form in self._forms else []
            self._forms.add(form)
            fields = [each for each in walk(request.body["data"]["components"]) if each.get("default_values")]
            self.blank += [f"{form} opens with {each['custom_id']} chosen" for each in fields]
        message = answer.get("resource", {}).get("message") or answer
        if message.get("embeds") and not message.get("content") and not message["flags"] & EPHEMERAL:
            self.blank.append(f"{request.method} {request.path}: {text(message)}")

    def untrue(self, logged: Container[int]) -> list[str]:
        """What was said that the log does not hold, in which stand the entries of some interactions."""
        return [
            said
            for interaction, is_result, said in self.said
            if (DENIED.search(said) and interaction in logged)
            or (AFFIRMED.search(said) and interaction not in logged)
            or (is_result and interaction not in logged)
        ]


def of_other_presses(database: Path) -> list[str]:
    """The dice that do not come from the press that made their entry, whoever pressed: a player, who stands in or goes
    on for somebody, or whose press set off a plan. Those of a redo, and of entries that were taken over, fell before.
    """
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as found:
        rows = found.execute(FALLEN).fetchall()
    return [
        f"entry {seq} of campaign {campaign}: {roll}"
        for campaign, seq, interaction, dice in rows
        for roll in json.loads(dice)
        if roll["first"] is not None and roll["press"] != interaction
    ]


def interactions_in(database: Path) -> set[int]:
    """The interactions that founded a campaign or made an entry of a log."""
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as found:
        return {int(row[0]) for row in found.execute(MADE) if row[0]}
