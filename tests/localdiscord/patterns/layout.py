"""A layout: a container with a section, a picture, a row of buttons and a file."""

import io

import discord
from discord import app_commands, ui

from tests.localdiscord.patterns.app import App


class Vote(ui.Button["Poster"]):
    """Counts votes, in the text beside it."""

    async def callback(self, interaction: discord.Interaction) -> None:
        assert self.view is not None
        self.view.votes += 1
        self.view.text.content = f"{self.view.votes} votes"
        await interaction.response.edit_message(view=self.view)


class Poster(ui.LayoutView):
    """A text with a button beside it, a gallery, and a link."""

    def __init__(self) -> None:
        super().__init__()
        self.votes = 0
        self.text: ui.TextDisplay[Poster] = ui.TextDisplay("0 votes")
        gallery: ui.MediaGallery[Poster] = ui.MediaGallery(discord.MediaGalleryItem("attachment://map.png"))
        row: ui.ActionRow[Poster] = ui.ActionRow(ui.Button(label="Rules", url="https://example.org/rules"))
        section: ui.Section[Poster] = ui.Section(self.text, accessory=Vote(label="Vote"))
        container: ui.Container[Poster] = ui.Container(section, ui.Separator(), gallery, row, accent_colour=0x336699)
        self.add_item(container)


@app_commands.command(name="poster", description="Shows a layout")
async def poster(interaction: discord.Interaction) -> None:
    await interaction.response.send_message(view=Poster(), file=discord.File(io.BytesIO(b"map"), "map.png"))


def bot() -> App:
    return App(poster)
