"""Reactions and deletions, and who is told of them."""

from pathlib import Path
from typing import Any

import pytest

from localdiscord import Channel, LocalDiscord, User
from localdiscord.state.composition import compose
from localdiscord.state.updates import Update
from tests.localdiscord.little_bot import LittleBot


@pytest.fixture
def told(server: LocalDiscord) -> list[Update]:
    """Every change, from now on."""
    updates: list[Update] = []
    server.hub.state.updates.subscribe(updates.append)
    return updates


async def test_a_reaction_is_counted_once(bot: LittleBot, anna: User, general: Channel, told: list[Update]) -> None:
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
        assert {each.body["emoji"]["name"] for each in told[1:]} == {emoji for _ in changes[1:]}
        told.clear()


@pytest.mark.usefixtures("bot")
async def test_a_private_message_is_deleted_privately(anna: User, general: Channel, told: list[Update]) -> None:
    await anna.slash(general, "draw card", {"card": "Three"})
    private = anna.messages(general)[-1]
    told.clear()
    anna.dismiss(private)
    body = {"channel_id": general["id"], "id": private["id"]}
    assert told == [Update("message_delete", body, channel_id=general["id"], only_for=anna.id)]


async def test_a_thread_counts_what_is_said_in_it(server: LocalDiscord, anna: User, general: Channel) -> None:
    thread, messages = server.thread("talk", general), server.hub.state.messages
    first, _ = [server.hub.actions.send(anna.id, thread["id"], text) for text in "ab"]
    for _ in range(2):  # what is gone is not deleted again
        messages.delete(first)
        assert (thread["message_count"], thread["total_message_sent"]) == (1, 2)
    assert (messages.exists(first), messages.find(first.id)) == (False, None)


async def test_counts_and_deletions_survive_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "discord.db"
    async with LocalDiscord(database=file) as server:
        anna = server.user("anna")
        talk, den = server.thread("talk", server.channel("general")), server.channel("den")
        said = [anna.send(place, text)["id"] for place, text in ((talk, "a"), (talk, "b"), (den, "x"), (den, "y"))]
        post = anna.post(server.forum("campaigns"), "Marne", "who?")
        anna.send(post, "I")
    async with LocalDiscord(database=file) as server:
        messages = server.hub.state.messages
        counted = [(each["message_count"], each["last_message_id"]) for each in server.hub.state.channels.by_id.values()
                   if each["id"] in (talk["id"], post["id"])]  # fmt: skip
        # the first message of a post does not count
        assert counted == [(2, said[1]), (1, post["last_message_id"])]
        gone = messages.find(said[0])
        assert gone is not None
        messages.delete(gone)
        server.delete(server.channel("den"))
    async with LocalDiscord(database=file) as again:
        thread = again.thread("talk", again.channel("general"))
        assert (thread["message_count"], thread["total_message_sent"]) == (1, 2)
        assert [each.message["content"] for each in again.hub.state.messages.everywhere()] == ["b", "who?", "I"]


async def test_nonces_belong_to_a_channel(server: LocalDiscord, anna: User, bert: User, general: Channel) -> None:
    state, den = server.hub.state, server.channel("den")
    places = [(place["id"], user) for place in (general, den) for user in (anna, bert)]
    sent = [compose(state, place, state.users[user.id], {"content": "x", "nonce": "n"}) for place, user in places]
    for each in sent:
        state.messages.add(each)
    assert [state.messages.with_nonce(place, user.id, "n") for place, user in places] == sent
    again = compose(state, general["id"], state.users[anna.id], {"content": "y", "nonce": "n"})
    state.messages.add(again)
    assert state.messages.with_nonce(general["id"], anna.id, "n") is again, "the newest"
    state.messages.delete(again)
    assert state.messages.with_nonce(general["id"], anna.id, "n") is None
    assert state.messages.with_nonce(general["id"], anna.id, "m") is None


async def test_pins_and_reads_exclude_private(server: LocalDiscord, anna: User, bert: User, general: Channel) -> None:
    state, den = server.hub.state, server.channel("den")
    sent = [
        compose(state, place["id"], state.bot, {"content": str(number)}, only_for=reader)
        for number, (place, reader) in enumerate(
            ((general, None), (general, anna.id), (den, None), (general, bert.id), (general, None))
        )
    ]
    for each in sent:
        state.messages.add(each)
    assert state.messages.public_in(general["id"]) == [sent[0], sent[4]]
    assert [[each["content"] for each in user.messages(general)] for user in (anna, bert)] == [
        ["0", "1", "4"],
        ["0", "3", "4"],
    ]
    for number in (4, 2, 0, 1):
        state.messages.replace(sent[number], sent[number].message | {"pinned": True})
    assert [each["content"] for each in state.messages.pinned_in(general["id"])] == ["0", "4"]
    assert (general["last_message_id"], den["last_message_id"]) == (sent[4].id, sent[2].id)
