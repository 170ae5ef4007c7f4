"""What a person can do, and what not."""

from typing import Any

import discord
import pytest

from localdiscord import CannotDo, LocalDiscord, Person
from localdiscord.people import Place
from localdiscord.world import Upload
from tests.localdiscord.little_bot import Heard, LittleBot

pytestmark = pytest.mark.usefixtures("bot")


async def answer(person: Person, channel: Place, name: str, options: dict[str, Any]) -> str:
    deed = await person.slash(channel, name, options)
    assert deed.message is not None
    content: str = deed.message["content"]
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
        ("where", "marne", "'marne'"),
        ("role", "@everyone", "'@everyone'"),
        ("file", Upload("a.txt", b"hello"), "'hello'"),
        ("file", {"filename": "a.txt", "content": "aGVsbG8="}, "'hello'"),
        ("seat", "cp", "'cp'"),
        ("seat", "central powers", "'cp'"),
    ],
)
@pytest.mark.usefixtures("bert")
async def test_an_option_arrives_as_its_type(
    anna: Person, marne: Place, option: str, typed: Any, understood: str
) -> None:
    assert await answer(anna, marne, "say", {option: typed}) == f"[{understood}]"


@pytest.mark.parametrize(
    ("name", "options", "sentence"),
    [
        ("march", {}, "There is no command /march."),
        ("draw", {}, "/draw needs a subcommand."),
        ("draw lots", {}, "There is no command /draw lots."),
        ("draw event", {}, "The option “marker” is required."),
        ("say", {"volume": "1"}, "no option “volume”"),
        ("say", {"text": "a"}, "too short"),
        ("say", {"text": "abcdef"}, "too long"),
        ("say", {"number": "0"}, "at least 1"),
        ("say", {"number": "10"}, "at most 9"),
        ("say", {"number": "many"}, "whole number"),
        ("say", {"amount": "much"}, "must be a number"),
        ("say", {"yes": "perhaps"}, "true or false"),
        ("say", {"who": "@zoe"}, "nobody called"),
        ("say", {"where": "somme"}, "no such channel"),
        ("say", {"role": "general"}, "no such role"),
        ("say", {"file": "a.txt"}, "must be a file"),
        ("say", {"seat": "Entente"}, "not a choice"),
    ],
)
async def test_what_cannot_be_typed(
    anna: Person, marne: Place, name: str, options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(CannotDo, match=sentence):
        await anna.slash(marne, name, options)


async def test_a_command_for_managers_is_not_for_everybody(anna: Person, bert: Person, marne: Place) -> None:
    assert await answer(anna, marne, "owners", {}) == "True"
    with pytest.raises(CannotDo, match="no permission"):
        await bert.slash(marne, "owners")


async def test_what_is_offered_while_typing(anna: Person, marne: Place) -> None:
    assert await anna.autocomplete(marne, "draw event", focused="marker", value="AIR") == [
        {"name": "Air unit", "value": "air"}
    ]
    assert await anna.autocomplete(marne, "draw event", focused="marker", value="zz") == []
    with pytest.raises(CannotDo, match="does not complete"):
        await anna.autocomplete(marne, "say", focused="text")


async def test_only_its_owner_uses_a_private_message(anna: Person, bert: Person, marne: Place) -> None:
    await anna.slash(marne, "draw event", {"marker": "Fog"})
    private = anna.messages(marne)[-1]
    assert private["flags"] & 64
    with pytest.raises(CannotDo, match="You do not see that message"):
        await bert.press(private, "Report")
    with pytest.raises(CannotDo, match="disabled"):
        await anna.press(private, "never")
    with pytest.raises(CannotDo, match="no “Retreat”"):
        await anna.press(private, "Retreat")
    with pytest.raises(CannotDo, match="no option horse"):
        await anna.select(private, "Marker", ["horse"])
    with pytest.raises(CannotDo, match="takes 1 to 1 values"):
        await anna.select(private, "Marker", ["air", "Gouraud"])
    await anna.select(private, "Marker", ["Air unit"])
    assert anna.messages(marne)[-1]["content"] == "chose air"
    anna.dismiss(private)
    assert len(anna.messages(marne)) == 1
    with pytest.raises(CannotDo):
        anna.dismiss(anna.messages(marne)[0])


async def test_a_link_is_not_pressed(bot: LittleBot, anna: Person, marne: Place) -> None:
    async def link(interaction: Heard) -> None:
        view = discord.ui.View().add_item(discord.ui.Button(label="Read", url="https://example.org"))
        await interaction.response.send_message("x", view=view)

    bot.deed = link
    await anna.slash(marne, "do")
    with pytest.raises(CannotDo, match="link"):
        await anna.press(anna.messages(marne)[0], "Read")


class Order(discord.ui.Modal, title="Order"):
    def __init__(self) -> None:
        super().__init__(custom_id="do-order")
        text: discord.ui.TextInput[Any] = discord.ui.TextInput(custom_id="text", min_length=2, max_length=4)
        menu: discord.ui.Select[Any] = discord.ui.Select(
            custom_id="unit", options=[discord.SelectOption(label="Air unit", value="air")]
        )
        self.add_item(discord.ui.Label(text="Orders", component=text))
        self.add_item(discord.ui.Label(text="Unit", component=menu))


async def open_order(interaction: Heard) -> None:
    await interaction.response.send_modal(Order())


async def read_order(interaction: Heard) -> None:
    data: Any = interaction.data
    text, menu = (row["component"] for row in data["components"])
    await interaction.response.send_message(f"{text['value']} {menu['values']}")


async def test_a_form_with_a_menu(bot: LittleBot, anna: Person, marne: Place) -> None:
    bot.deed = open_order
    await anna.slash(marne, "do")
    bot.deed = read_order
    await anna.submit({"Orders": "hold", "unit": "Air unit"})
    assert anna.messages(marne)[-1]["content"] == "hold ['air']"


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


async def test_a_form_with_one_of_each(bot: LittleBot, anna: Person, bert: Person, marne: Place) -> None:
    async def ask(interaction: Heard) -> None:
        if interaction.type is discord.InteractionType.application_command:
            await interaction.response.send_modal(Everything())

    bot.deed = ask
    await anna.slash(marne, "do")
    values = {"group": ["Left", "r"], "box": "yes", "who": [bert.id]}
    with pytest.raises(CannotDo, match="“The file” needs a file"):
        await anna.submit(values)
    with pytest.raises(CannotDo, match="“The radio” has no option up"):
        await anna.submit(values | {"radio": "up"})
    await anna.submit(values | {"The radio": "Right", "file": Upload("a.txt", b"hello")})
    assert anna.messages(marne)[-1]["content"] == "r ['l', 'r'] True hello bert"


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"Unit": "air"}, "“Orders” must be filled in"),
        ({"Orders": "h", "Unit": "air"}, "“Orders” is too short"),
        ({"Orders": "holds", "Unit": "air"}, "“Orders” is too long"),
        ({"Orders": "hold"}, "“Unit” must be answered"),
        ({"Orders": "hold", "Unit": "horse"}, "no option horse"),
        ({"Orders": "hold", "Hat": "x"}, "no field “Hat”"),
    ],
)
async def test_a_form_that_cannot_be_sent(
    bot: LittleBot, anna: Person, marne: Place, values: dict[str, str], sentence: str
) -> None:
    bot.deed = open_order
    await anna.slash(marne, "do")
    with pytest.raises(CannotDo, match=sentence):
        await anna.submit(values)
    assert anna.modal is not None
    anna.close()
    with pytest.raises(CannotDo, match="No form is open"):
        await anna.submit({})


async def test_a_private_conversation(table: LocalDiscord, bot: LittleBot, anna: Person, bert: Person) -> None:
    async def where(interaction: Heard) -> None:
        assert isinstance(interaction.channel, discord.DMChannel)
        await interaction.response.send_message(f"{interaction.guild} {interaction.user.name}")

    bot.deed = where
    await anna.slash(anna.dm(), "do")
    assert [m["content"] for m in anna.messages(anna.dm())] == ["None anna"]
    assert bert.messages(anna.dm()) == []
    with pytest.raises(CannotDo, match="do not see that message"):
        table.deeds.press(bert.id, anna.messages(anna.dm())[0]["id"], "any")
    with pytest.raises(CannotDo):
        await bert.slash(anna.dm(), "do")


async def test_a_thread_is_a_place_of_its_own(table: LocalDiscord, anna: Person, marne: Place, bot: LittleBot) -> None:
    async def where(interaction: Heard) -> None:
        assert isinstance(interaction.channel, discord.Thread)
        await interaction.response.send_message(f"in {interaction.channel.name}")

    bot.deed = where
    long_war = table.thread("the-long-war", marne)
    assert table.thread("the-long-war", marne) is long_war
    await anna.slash(long_war, "do")
    assert [m["content"] for m in anna.messages(long_war)] == ["in the-long-war"]
    assert anna.messages(marne) == []
