"""After a crash a post is found again in its channel, and nothing else passes for it."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import discord
import pytest

from bot.chat.posting.delivery import trace_of
from bot.chat.posting.step_message import SAME_SITTING
from bot.messages.embeds import mark
from localdiscord.state.composition import compose, edit
from rules.log import LogEntry
from tests.bot.harness import EPHEMERAL, Harness

SECOND, DAY = timedelta(seconds=1), timedelta(days=1)
WORDS = {"title": "Play waits", "description": "Waiting since noon.", "footer": {"text": "Marne 1918 · reminder 1"}}
TELLS = mark(discord.Embed(description="⚂"), 2, 2, (4711,)).to_dict()


class Channel:
    """A channel with a campaign, and messages that stand in it as if somebody had posted them."""

    def __init__(self, here: Harness, entry: LogEntry) -> None:
        self._here = here
        self.entry = entry
        self.began = here.server.clock.now()

    def stands(self, embed: Any, by: str = "bot", *, edited: bool = False, **fields: Any) -> int:
        state = self._here.server.hub.state
        author = state.users[state.bot_id if by == "bot" else str(self._here.server.user(by).id)]
        # of what others write, a bot reads only what mentions it
        said = {"content": "" if by == "bot" else f"<@{state.bot_id}>", "embeds": [embed] if embed else []}
        made = compose(state, self._here.marne["id"], author, said, extra=fields)
        state.messages.add(made)
        if edited:
            edit(state, made, {"embeds": [embed]})
        return int(made.id)

    def answers(self, interaction: int, **fields: Any) -> int:
        """The message of an answer to an interaction of Anna's."""
        user = self._here.server.hub.state.users[str(self._here.anna.id)]
        owners = {"0": str(self._here.server.guild_id)}
        made_by = {"id": str(interaction), "type": 2, "user": user, "authorizing_integration_owners": owners}
        return self.stands(None, interaction_metadata=made_by, **fields)

    def passes(self, time: timedelta) -> datetime:
        self._here.server.clock.advance(time)
        return self._here.server.clock.now()

    async def found(self, *, is_result: bool, embed: Any = WORDS, entry: LogEntry | None = None) -> int | None:
        client = self._here.bot.client
        there = client.get_partial_messageable(int(self._here.marne["id"]))
        wanted = discord.Embed.from_dict(embed)
        return await trace_of(there, client.user, wanted, entry, self.began, is_result=is_result)


@pytest.fixture
async def channel(here: Harness) -> Channel:
    """Night Watch has begun, and the entry is the first of its log with the number and interaction of another."""
    session = await here.found_small("night-watch", "North", "South")
    await here.settle(after=timedelta(minutes=1))
    entry = await here.bot.client.service.entry(session, 1)
    made = Channel(here, entry)
    made.entry = replace(entry, seq=2, number=2, interaction=4711, at=made.passes(DAY))
    return made


async def test_a_post_is_found_by_all_its_words(channel: Channel) -> None:
    message = channel.stands(WORDS)
    assert await channel.found(is_result=False) == message
    for part, other in (("title", "Notes"), ("description", "Waiting."), ("footer", {"text": "reminder 2"})):
        assert await channel.found(is_result=False, embed=WORDS | {part: other}) is None, part


async def test_another_authors_words_do_not_match(channel: Channel) -> None:
    channel.stands(WORDS, by="dora")
    channel.stands(TELLS, by="dora")
    assert await channel.found(is_result=False) is None
    assert await channel.found(is_result=True, entry=channel.entry) is None


async def test_a_result_is_found_by_its_entry(channel: Channel) -> None:
    for first, last, made in ((1, 1, (7,)), (22, 22, (47110,)), (3, 4, (4, 711)), (2, 2, (5,))):  # the last is a ghost
        channel.stands(mark(discord.Embed(description="⚂"), first, last, made).to_dict())
    channel.stands({"description": "⚁"})
    assert await channel.found(is_result=True, entry=channel.entry, embed=TELLS) is None
    message = channel.stands(TELLS | {"title": "Something else"})
    assert await channel.found(is_result=True, entry=channel.entry, embed=TELLS) == message
    together = channel.stands(mark(discord.Embed(description="⚂"), 1, 3, (3, 4711, 9)).to_dict())
    assert await channel.found(is_result=True, entry=channel.entry, embed=TELLS) == together


async def test_a_result_without_its_mark_is_found_by_its_words(channel: Channel) -> None:
    told = {"description": "Les dés\N{NO-BREAK SPACE}: ⚂", "url": "https://discord.com/channels/@me"}
    message = channel.stands(told | {"description": "Les dés : ⚂"})
    assert await channel.found(is_result=True, entry=channel.entry, embed=told) == message


async def test_a_result_is_found_by_its_interaction_but_not_by_another(channel: Channel) -> None:
    channel.answers(4712)
    assert await channel.found(is_result=True, entry=channel.entry) is None
    message = channel.answers(4711)
    assert await channel.found(is_result=True, entry=channel.entry) == message
    assert await channel.found(is_result=False, entry=channel.entry) is None, "a reminder of the entry is no answer"


async def test_a_private_answer_to_the_interaction_is_no_result(channel: Channel) -> None:
    channel.answers(4711, flags=EPHEMERAL)
    assert await channel.found(is_result=True, entry=channel.entry) is None


@pytest.mark.parametrize(
    ("before", "edited", "is_found"),
    [(SAME_SITTING, False, True), (SAME_SITTING + 5 * SECOND, False, False), (SAME_SITTING + 5 * SECOND, True, True)],
)
async def test_an_old_edit_may_tell_it(channel: Channel, before: timedelta, *, edited: bool, is_found: bool) -> None:
    message = channel.stands(TELLS, edited=edited)
    entry = replace(channel.entry, at=channel.passes(before))
    assert await channel.found(is_result=True, entry=entry) == (message if is_found else None)


@pytest.mark.parametrize("edited", [False, True])
async def test_an_older_post_belongs_to_another_campaign(channel: Channel, *, edited: bool) -> None:
    for each in (WORDS, TELLS):
        channel.stands(each, edited=edited)
    channel.began = channel.passes(5 * SECOND)
    assert await channel.found(is_result=False) is None
    assert await channel.found(is_result=True, entry=channel.entry) is None
    channel.stands(WORDS)
    assert await channel.found(is_result=False) is not None


async def test_a_post_in_the_first_second_is_found(channel: Channel) -> None:
    """Discord's clock and this machine's differ a little."""
    message = channel.stands(WORDS)
    channel.began = channel.passes(SECOND / 2)
    assert await channel.found(is_result=False) == message


async def test_the_newest_matching_message_counts(channel: Channel) -> None:
    channel.stands(TELLS)
    newest = channel.stands(TELLS)
    assert await channel.found(is_result=True, entry=channel.entry) == newest
    channel.answers(4711)
    answered = channel.answers(4711)
    assert await channel.found(is_result=True, entry=channel.entry) == answered
