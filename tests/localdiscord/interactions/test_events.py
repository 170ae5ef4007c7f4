"""What the bot learns of an interaction: where it was, from whom, and what came before it."""

import discord

from localdiscord import Channel, LocalDiscord, User
from localdiscord.interactions.events import interaction_create
from localdiscord.interactions.interaction import InteractionType
from tests.localdiscord.little_bot import LittleBot, Received


async def test_an_interaction_names_who_brought_the_bot_there(server: LocalDiscord, anna: User) -> None:
    club, state = server.guild("The club"), server.hub.state
    club.user("anna")
    for place, owners in (
        (server.channel("general"), {"0": server.guild_id}),
        (club.channel("den"), {"0": club.id}),
        (anna.dm(), {"0": "0"}),
    ):
        begun = server.hub.interactions.begin(anna.id, place["id"], InteractionType.COMMAND, {"id": "1", "name": "x"})
        server.hub.interactions.acknowledge(begun)
        event = interaction_create(state, begun)
        assert (event["authorizing_integration_owners"], event["context"]) == (owners, int(place["type"] == 1))
        server.become_own_app()
        assert interaction_create(state, begun)["authorizing_integration_owners"] == {"1": anna.id}
        state.is_installed = True


class Ask(discord.ui.Modal, title="Ask"):
    """A form of one field; the handler of the test reads it."""

    name: discord.ui.TextInput["Ask"] = discord.ui.TextInput(label="Name", custom_id="name")


async def test_a_form_tells_what_opened_it(
    server: LocalDiscord, bot: LittleBot, anna: User, bert: User, general: Channel
) -> None:
    async def post(interaction: Received) -> None:
        view = discord.ui.View(timeout=None)
        view.add_item(discord.ui.Button(label="Go", custom_id="do-it"))
        await interaction.response.send_message("one", view=view)

    async def ask(interaction: Received) -> None:
        await interaction.response.send_modal(Ask(custom_id="do-ask"))

    async def answer(interaction: Received) -> None:
        opened_at.append(interaction.message.id if interaction.message else None)
        await interaction.response.send_message("two", ephemeral=True)
        await interaction.edit_original_response(content="three")

    opened_at: list[int | None] = []
    bot.handler = post
    await anna.slash(general, "do")
    message = anna.messages(general)[0]
    bot.handler = ask
    pressed = await bert.press(message, "Go")
    bot.handler = answer
    sent = await bert.submit({"Name": "x"})
    assert opened_at == [int(message["id"])]
    told = bert.messages(general)[-1]
    who = {"user": server.hub.state.users[bert.id], "authorizing_integration_owners": {"0": server.guild_id}}
    assert told["interaction_metadata"] == {
        "id": sent.id,
        "type": 5,
        **who,
        "triggering_interaction_metadata": {"id": pressed.id, "type": 3, **who, "interacted_message_id": message["id"]},
    }
    assert (told["type"], told["content"], "interaction" in told) == (0, "three", False)
    assert len(anna.messages(general)) == 1
    # a form of a command has no message behind it
    bot.handler = ask
    asked = await bert.slash(general, "do")
    bot.handler = answer
    await bert.submit({"Name": "x"})
    assert opened_at[1:] == [None]
    metadata = bert.messages(general)[-1]["interaction_metadata"]
    assert metadata["triggering_interaction_metadata"] == {"id": asked.id, "type": 2, **who}


async def test_an_interaction_tells_locales_and_permissions(server: LocalDiscord) -> None:
    anna, club, state = server.user("anna"), server.guild("The club"), server.hub.state
    carl, _ = club.user("carl"), club.user("anna")
    anna.speak("de")
    state.guilds[club.id].body["preferred_locale"] = "fr"
    for user, place, locales in (
        (anna, server.channel("general"), ("de", "en-US")),
        (anna, club.channel("den"), ("de", "fr")),
        (carl, club.channel("den"), ("en-US", "fr")),
    ):
        begun = server.hub.interactions.begin(user.id, place["id"], InteractionType.COMMAND, {"id": "1", "name": "x"})
        server.hub.interactions.acknowledge(begun)
        event = interaction_create(state, begun)
        assert (event["locale"], event["guild_locale"]) == locales
        assert (event["guild"]["id"], event["guild"]["locale"]) == (place["guild_id"], locales[1])
        may = str(state.channels.permissions_of(user.id, place["id"]))
        assert (event["channel"]["permissions"], event["member"]["permissions"]) == (may, may)
        assert event["app_permissions"] == str(state.channels.permissions_of(state.bot_id, place["id"]))
        assert (event["member"]["user"]["id"], event["channel"]["id"], event["context"]) == (user.id, place["id"], 0)
    assert len({str(state.channels.permissions_of(each.id, place["id"])) for each in (anna, carl)}) == 2
