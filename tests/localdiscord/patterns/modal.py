"""A form with labels, and a command that waits for it."""

from typing import Any

import discord
from discord import app_commands, ui

from tests.localdiscord.patterns.app import App


class Feedback(ui.Modal, title="Feedback"):
    """Asks for a name, a topic and a story."""

    name: ui.Label["Feedback"] = ui.Label(text="Name", component=ui.TextInput(max_length=20))
    topic: ui.Label["Feedback"] = ui.Label(
        text="Topic", component=ui.Select(options=[discord.SelectOption(label=each) for each in ("Rules", "Map")])
    )
    story: ui.Label["Feedback"] = ui.Label(
        text="Story",
        description="As long as you like",
        component=ui.TextInput(style=discord.TextStyle.long, required=False),
    )

    async def on_submit(self, interaction: discord.Interaction) -> None:
        name, topic, story = (self.value(each) for each in (self.name, self.topic, self.story))
        await interaction.response.send_message(f"{name} on {topic}: {story or 'nothing'}")

    @staticmethod
    def value(label: "ui.Label[Feedback]") -> str:
        field: Any = label.component
        return str(field.values[0] if isinstance(field, ui.Select) else field.value)


@app_commands.command(name="feedback", description="Opens a form, and waits")
async def feedback(interaction: discord.Interaction) -> None:
    modal = Feedback()
    await interaction.response.send_modal(modal)
    await modal.wait()
    await interaction.followup.send("Thank you", ephemeral=True)


def bot() -> App:
    return App(feedback)
