"""What waits for each user."""

from localdiscord import Channel, LocalDiscord, Permission, User
from localdiscord.state.reads import Waiting
from localdiscord.state.updates import Update
from tests.localdiscord.api.steps import text_channel
from tests.localdiscord.little_bot import LittleBot


def waiting(server: LocalDiscord, user: User, channel: Channel) -> tuple[int, int]:
    return server.hub.state.reads.waiting(user.id, channel["id"])


async def test_messages_wait_to_be_read(server: LocalDiscord, anna: User, bert: User, general: Channel) -> None:
    anna.send(general, "one")
    anna.send(general, f"two <@{bert.id}>")
    assert waiting(server, anna, general) == (0, 0)
    assert waiting(server, bert, general) == Waiting(2, 1)
    server.hub.actions.read(bert.id, general["id"])
    assert waiting(server, bert, general) == (0, 0)
    anna.send(general, "three")
    assert waiting(server, bert, general) == (1, 0)
    quiet = server.channel("quiet")["id"]
    assert server.hub.state.reads.among([general["id"], quiet], bert.id) == {general["id"]: Waiting(1, 0)}
    # whoever comes later has missed nothing
    assert waiting(server, server.user("carla"), general) == (0, 0)


async def test_everyone_calls_each(server: LocalDiscord, bot: LittleBot, bert: User, general: Channel) -> None:
    server.allow(general, Permission.MENTION_EVERYONE)
    await (await text_channel(bot, general)).send("@everyone")
    assert waiting(server, bert, general) == Waiting(1, 1)


async def test_reading_twice_tells_nothing(server: LocalDiscord, anna: User, bert: User, general: Channel) -> None:
    seen: list[Update] = []
    server.hub.state.updates.subscribe(seen.append)
    server.hub.actions.read(bert.id, general["id"])
    assert seen == []
    anna.send(general, "one")
    seen.clear()
    for _ in range(2):
        server.hub.actions.read(bert.id, general["id"])
    assert seen == [Update("read", {"channel_id": general["id"]}, channel_id=general["id"], only_for=bert.id)]


async def test_private_messages_wait_for_their_reader(
    server: LocalDiscord, bot: LittleBot, anna: User, bert: User, general: Channel
) -> None:
    await anna.slash(general, "draw card", {"card": "Three"})
    assert bot.user is not None
    assert waiting(server, anna, general) == (2, 0)
    assert waiting(server, bert, general) == (1, 0)
    user = await bot.fetch_user(int(anna.id))
    await user.send("psst")
    # a direct message always calls its reader
    assert waiting(server, anna, anna.dm()) == (1, 1)
    server.hub.actions.read(bert.id, anna.dm()["id"])
    assert waiting(server, anna, anna.dm()) == (1, 1)
    assert anna.dm()["id"] not in server.hub.state.reads.among([anna.dm()["id"]], bert.id)
