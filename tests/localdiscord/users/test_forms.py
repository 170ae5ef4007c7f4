"""Modals: the fields that a user fills in, and what cannot be submitted."""

from typing import Any

import discord
import pytest

from localdiscord import Channel, InvalidAction, Upload, User
from tests.localdiscord.little_bot import LittleBot, Received

pytestmark = pytest.mark.usefixtures("bot")


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


async def test_a_modal_with_a_select(bot: LittleBot, anna: User, general: Channel) -> None:
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
            "The user": discord.ui.UserSelect(custom_id="who"),
        }
        for name, field in fields.items():
            self.add_item(discord.ui.Label(text=name, component=field))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        radio, group, box, file, who = (label.component for label in self.children)  # type: ignore[attr-defined]
        content = await file.values[0].read()
        text = f"{radio.value} {group.values} {box.value} {content.decode()} {who.values[0].name}"
        await interaction.response.send_message(text)


async def test_a_modal_with_every_other_field(bot: LittleBot, anna: User, bert: User, general: Channel) -> None:
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
async def test_a_modal_that_cannot_be_submitted(
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
