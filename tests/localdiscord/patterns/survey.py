"""A form with every kind of field."""

import discord
from discord import app_commands, ui

from tests.localdiscord.patterns.app import App

DAYS = ("Friday", "Saturday", "Sunday")


class Survey(ui.Modal, title="When do we play?"):
    """Asks by thumb: one of a few, some of a few, yes or no, people, and a file."""

    side: ui.Label["Survey"] = ui.Label(
        text="Side",
        component=ui.RadioGroup(options=[discord.RadioGroupOption(label=each) for each in ("North", "South")]),
    )
    days: ui.Label["Survey"] = ui.Label(
        text="Days",
        component=ui.CheckboxGroup(
            options=[discord.CheckboxGroupOption(label=each) for each in DAYS], min_values=1, max_values=2
        ),
    )
    late: ui.Label["Survey"] = ui.Label(text="Late", component=ui.Checkbox())
    who: ui.Label["Survey"] = ui.Label(text="With", component=ui.UserSelect(required=False))
    board: ui.Label["Survey"] = ui.Label(text="Board", component=ui.FileUpload(required=False))

    async def on_submit(self, interaction: discord.Interaction) -> None:
        side, days, late, who, board = (
            each.component for each in (self.side, self.days, self.late, self.who, self.board)
        )
        assert isinstance(side, ui.RadioGroup)
        assert isinstance(days, ui.CheckboxGroup)
        assert isinstance(late, ui.Checkbox)
        assert isinstance(who, ui.UserSelect)
        assert isinstance(board, ui.FileUpload)
        people = [each.display_name for each in who.values]
        files = [(await each.read()).decode() for each in board.values]
        await interaction.response.send_message(f"{side.value} {sorted(days.values)} {late.value} {people} {files}")


@app_commands.command(name="survey", description="Opens a form")
async def survey(interaction: discord.Interaction) -> None:
    await interaction.response.send_modal(Survey())


def bot() -> App:
    return App(survey)
