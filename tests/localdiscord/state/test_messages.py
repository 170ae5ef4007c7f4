"""Reactions and deletions, and who is told of them."""

from typing import Any

import pytest

from localdiscord import Channel, LocalDiscord, User
from localdiscord.state.updates import Update
from tests.localdiscord.little_bot import LittleBot


@pytest.fixture
def told(server: LocalDiscord) -> list[Update]:
    """Every change, from now on."""
    updates: list[Update] = []
    server.hub.state.updates.subscribe(updates.append)
    return updates


async def test_a_reaction_is_there_once_and_goes_once(
    bot: LittleBot, anna: User, general: Channel, told: list[Update]
) -> None:
    said = anna.send(general, "x")
    path = f"/channels/{general['id']}/messages/{said['id']}/reactions/{{}}/@me"

    def shown() -> dict[str, tuple[int, bool]]:
        (message,) = anna.messages(general)
        return {each["emoji"]["name"]: (each["count"], each["me"]) for each in message.get("reactions", ())}

    told.clear()
    steps: list[tuple[str, str, dict[str, Any], list[str]]] = [
        ("DELETE", "⚔️", {}, []),
        ("PUT", "⚔️", {"⚔️": (1, True)}, ["message_update", "reaction_add"]),
        ("PUT", "⚔️", {"⚔️": (1, True)}, []),
        ("PUT", "🛡️", {"⚔️": (1, True), "🛡️": (1, True)}, ["message_update", "reaction_add"]),
        ("DELETE", "⚔️", {"🛡️": (1, True)}, ["message_update", "reaction_remove"]),
        ("DELETE", "⚔️", {"🛡️": (1, True)}, []),
        ("DELETE", "🛡️", {}, ["message_update", "reaction_remove"]),
    ]
    for method, emoji, after, changes in steps:
        await bot.raw(method, path.format(emoji))
        assert (shown(), [each.type for each in told]) == (after, changes)
        told.clear()


@pytest.mark.usefixtures("bot")
async def test_what_one_user_saw_alone_is_deleted_for_that_user_alone(
    anna: User, general: Channel, told: list[Update]
) -> None:
    await anna.slash(general, "draw card", {"card": "Three"})
    private = anna.messages(general)[-1]
    told.clear()
    anna.dismiss(private)
    body = {"channel_id": general["id"], "id": private["id"]}
    assert told == [Update("message_delete", body, channel_id=general["id"], only_for=anna.id)]


async def test_a_thread_that_is_awake_is_not_woken(
    server: LocalDiscord, anna: User, general: Channel, told: list[Update]
) -> None:
    thread = server.thread("talk", general)
    told.clear()
    server.hub.actions.send(anna.id, thread["id"], "hello")
    assert [each.type for each in told if each.type.startswith("channel")] == []


async def test_a_thread_counts_what_is_said_in_it(server: LocalDiscord, anna: User, general: Channel) -> None:
    thread, messages = server.thread("talk", general), server.hub.state.messages
    first, _ = [server.hub.actions.send(anna.id, thread["id"], text) for text in "ab"]
    for _ in range(2):  # what is gone is not deleted again
        messages.delete(first)
        assert (thread["message_count"], thread["total_message_sent"]) == (1, 2)
    assert (messages.exists(first), messages.find(first.id)) == (False, None)
