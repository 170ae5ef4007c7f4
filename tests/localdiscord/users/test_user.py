"""What a person can do, and what not."""

from typing import Any

import discord
import pytest

from localdiscord import Channel, InvalidAction, LocalDiscord, Upload, User
from tests.localdiscord.little_bot import LittleBot, Received

pytestmark = pytest.mark.usefixtures("bot")


async def answer(person: User, channel: Channel, name: str, options: dict[str, Any]) -> str:
    interaction = await person.slash(channel, name, options)
    assert interaction.message is not None
    content: str = interaction.message["content"]
    return content


@pytest.mark.parametrize(
    ("option", "typed", "understood"),
    [
        ("text", "abc", "'abc'"),
        ("number", "9", "9"),
        ("number", 1, "1"),
        ("amount", "1.5", "1.5"),
        ("yes", "true", "True"),
        ("yes", False, "False"),
        ("who", "@bert", "'bert'"),
        ("where", "general", "'general'"),
        ("role", "@everyone", "'@everyone'"),
        ("file", Upload("a.txt", b"hello"), "'hello'"),
        ("file", {"filename": "a.txt", "content": "aGVsbG8="}, "'hello'"),
        ("side", "north", "'north'"),
        ("side", "north side", "'north'"),
    ],
)
@pytest.mark.usefixtures("bert")
async def test_an_option_arrives_as_its_type(
    anna: User, general: Channel, option: str, typed: Any, understood: str
) -> None:
    assert await answer(anna, general, "say", {option: typed}) == f"[{understood}]"


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        ("fly", {}, "There is no command /fly."),
        ("draw", {}, "/draw needs a subcommand."),
        ("draw lots", {}, "There is no command /draw lots."),
        ("draw card", {}, "The option “card” is required."),
        ("say", {"volume": "1"}, "no option “volume”"),
        ("say", {"text": "a"}, "too short"),
        ("say", {"text": "abcdef"}, "too long"),
        ("say", {"number": "0"}, "at least 1"),
        ("say", {"number": "10"}, "at most 9"),
        ("say", {"number": "many"}, "whole number"),
        ("say", {"amount": "much"}, "must be a number"),
        ("say", {"yes": "perhaps"}, "true or false"),
        ("say", {"who": "@zoe"}, "no user called"),
        ("say", {"where": "random"}, "no channel called"),
        ("say", {"role": "general"}, "no role called"),
        ("say", {"file": "a.txt"}, "must be a file"),
        ("say", {"side": "West"}, "not a choice"),
    ],
)
async def test_what_cannot_be_typed(
    anna: User, general: Channel, name: str, options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(InvalidAction, match=sentence):
        await anna.slash(general, name, options)


async def test_a_command_for_managers_is_not_for_everybody(anna: User, bert: User, general: Channel) -> None:
    assert await answer(anna, general, "owners", {}) == "True"
    with pytest.raises(InvalidAction, match="not have permission"):
        await bert.slash(general, "owners")


async def test_what_is_offered_while_typing(anna: User, general: Channel) -> None:
    assert await anna.autocomplete(general, "draw card", focused="card", value="RED") == [
        {"name": "Red ace", "value": "ace"}
    ]
    assert await anna.autocomplete(general, "draw card", focused="card", value="zz") == []
    with pytest.raises(InvalidAction, match="has no autocomplete"):
        await anna.autocomplete(general, "say", focused="text")


async def test_only_its_owner_uses_a_private_message(anna: User, bert: User, general: Channel) -> None:
    await anna.slash(general, "draw card", {"card": "Three"})
    private = anna.messages(general)[-1]
    assert private["flags"] & 64
    with pytest.raises(InvalidAction, match="You cannot see this message"):
        await bert.press(private, "Report")
    with pytest.raises(InvalidAction, match="disabled"):
        await anna.press(private, "never")
    with pytest.raises(InvalidAction, match="no “Retreat”"):
        await anna.press(private, "Retreat")
    with pytest.raises(InvalidAction, match="no option horse"):
        await anna.select(private, "Card", ["horse"])
    with pytest.raises(InvalidAction, match="takes 1 value, not 2"):
        await anna.select(private, "Card", ["ace", "Joker"])
    await anna.select(private, "Card", ["Red ace"])
    assert anna.messages(general)[-1]["content"] == "chose ace"
    anna.dismiss(private)
    assert len(anna.messages(general)) == 1
    with pytest.raises(InvalidAction):
        anna.dismiss(anna.messages(general)[0])


async def test_a_link_is_not_pressed(bot: LittleBot, anna: User, general: Channel) -> None:
    async def link(interaction: Received) -> None:
        view = discord.ui.View().add_item(discord.ui.Button(label="Read", url="https://example.org"))
        await interaction.response.send_message("x", view=view)

    bot.handler = link
    await anna.slash(general, "do")
    with pytest.raises(InvalidAction, match="link"):
        await anna.press(anna.messages(general)[0], "Read")


class Order(discord.ui.Modal, title="Order"):
    def __init__(self) -> None:
        super().__init__(custom_id="do-order")
        text: discord.ui.TextInput[Any] = discord.ui.TextInput(custom_id="text", min_length=2, max_length=4)
        menu: discord.ui.Select[Any] = discord.ui.Select(
            custom_id="unit", options=[discord.SelectOption(label="Red ace", value="ace")]
        )
        self.add_item(discord.ui.Label(text="Orders", component=text))
        self.add_item(discord.ui.Label(text="Unit", component=menu))


async def open_order(interaction: Received) -> None:
    await interaction.response.send_modal(Order())


async def read_order(interaction: Received) -> None:
    data: Any = interaction.data
    text, menu = (row["component"] for row in data["components"])
    await interaction.response.send_message(f"{text['value']} {menu['values']}")


async def test_a_form_with_a_menu(bot: LittleBot, anna: User, general: Channel) -> None:
    bot.handler = open_order
    await anna.slash(general, "do")
    bot.handler = read_order
    await anna.submit({"Orders": "hold", "unit": "Red ace"})
    assert anna.messages(general)[-1]["content"] == "hold ['ace']"


class Everything(discord.ui.Modal, title="Everything"):
    """One of each field that is not in the other form."""

    def __init__(self) -> None:
        super().__init__(custom_id="do-all")
        radio: discord.ui.RadioGroup[Any] = discord.ui.RadioGroup(custom_id="radio", required=False)
        group: discord.ui.CheckboxGroup[Any] = discord.ui.CheckboxGroup(custom_id="group", max_values=2)
        for choices in (radio, group):
            choices.add_option(label="Left", value="l")
            choices.add_option(label="Right", value="r")
        fields: dict[str, discord.ui.Item[Any]] = {
            "The radio": radio,
            "The group": group,
            "The box": discord.ui.Checkbox(custom_id="box"),
            "The file": discord.ui.FileUpload(custom_id="file"),
            "The person": discord.ui.UserSelect(custom_id="who"),
        }
        for name, field in fields.items():
            self.add_item(discord.ui.Label(text=name, component=field))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        radio, group, box, file, who = (label.component for label in self.children)  # type: ignore[attr-defined]
        content = await file.values[0].read()
        text = f"{radio.value} {group.values} {box.value} {content.decode()} {who.values[0].name}"
        await interaction.response.send_message(text)


async def test_a_form_with_one_of_each(bot: LittleBot, anna: User, bert: User, general: Channel) -> None:
    async def ask(interaction: Received) -> None:
        if interaction.type is discord.InteractionType.application_command:
            await interaction.response.send_modal(Everything())

    bot.handler = ask
    await anna.slash(general, "do")
    values = {"group": ["Left", "r"], "box": "yes", "who": [bert.id]}
    with pytest.raises(InvalidAction, match="“The file” needs a file"):
        await anna.submit(values)
    with pytest.raises(InvalidAction, match="“The radio” has no option up"):
        await anna.submit(values | {"radio": "up"})
    await anna.submit(values | {"The radio": "Right", "file": Upload("a.txt", b"hello")})
    assert anna.messages(general)[-1]["content"] == "r ['l', 'r'] True hello bert"


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"Unit": "ace"}, "“Orders” is required"),
        ({"Orders": "h", "Unit": "ace"}, "“Orders” is too short"),
        ({"Orders": "holds", "Unit": "ace"}, "“Orders” is too long"),
        ({"Orders": "hold"}, "“Unit” is required"),
        ({"Orders": "hold", "Unit": "horse"}, "no option horse"),
        ({"Orders": "hold", "Hat": "x"}, "no field “Hat”"),
    ],
)
async def test_a_form_that_cannot_be_sent(
    bot: LittleBot, anna: User, general: Channel, values: dict[str, str], sentence: str
) -> None:
    bot.handler = open_order
    await anna.slash(general, "do")
    with pytest.raises(InvalidAction, match=sentence):
        await anna.submit(values)
    assert anna.modal is not None
    anna.cancel_modal()
    with pytest.raises(InvalidAction, match="No form is open"):
        await anna.submit({})


async def test_a_private_conversation(server: LocalDiscord, bot: LittleBot, anna: User, bert: User) -> None:
    async def where(interaction: Received) -> None:
        assert isinstance(interaction.channel, discord.DMChannel)
        await interaction.response.send_message(f"{interaction.guild} {interaction.user.name}")

    bot.handler = where
    await anna.slash(anna.dm(), "do")
    assert [m["content"] for m in anna.messages(anna.dm())] == ["None anna"]
    assert bert.messages(anna.dm()) == []
    with pytest.raises(InvalidAction, match="cannot see this message"):
        server.hub.actions.press(bert.id, anna.messages(anna.dm())[0]["id"], "any")
    with pytest.raises(InvalidAction):
        await bert.slash(anna.dm(), "do")


async def test_a_thread_is_a_place_of_its_own(
    server: LocalDiscord, anna: User, general: Channel, bot: LittleBot
) -> None:
    async def where(interaction: Received) -> None:
        assert isinstance(interaction.channel, discord.Thread)
        await interaction.response.send_message(f"in {interaction.channel.name}")

    bot.handler = where
    long_war = server.thread("a-long-thread", general)
    assert server.thread("a-long-thread", general) is long_war
    await anna.slash(long_war, "do")
    assert [m["content"] for m in anna.messages(long_war)] == ["in a-long-thread"]
    assert anna.messages(general) == []
