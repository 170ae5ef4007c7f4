"""A board of buttons, each of which knows its place."""

import discord
from discord import app_commands, ui

from tests.localdiscord.patterns.app import App

LINES = ("012", "345", "678", "036", "147", "258", "048", "246")


class Square(ui.Button["Board"]):
    """One square of the board."""

    def __init__(self, place: int) -> None:
        super().__init__(label="\u200b", custom_id=f"square-{place}", row=place // 3)
        self.place = place

    async def callback(self, interaction: discord.Interaction) -> None:
        assert self.view is not None
        self.label, self.disabled = self.view.mark(self.place), True
        await interaction.response.edit_message(content=self.view.state(), view=self.view)


class Board(ui.View):
    """Nine squares."""

    def __init__(self) -> None:
        super().__init__()
        self.marks: dict[int, str] = {}
        for place in range(9):
            self.add_item(Square(place))

    def mark(self, place: int) -> str:
        return self.marks.setdefault(place, "XO"[len(self.marks) % 2])

    def state(self) -> str:
        for line in LINES:
            marks = {self.marks.get(int(each), "") for each in line}
            if len(marks) == 1 and marks != {""}:
                self.stop()
                return f"{marks.pop()} has won"
        return f"{'XO'[len(self.marks) % 2]} to move"


@app_commands.command(name="play", description="Begins")
async def play(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("X to move", view=Board())


def bot() -> App:
    return App(play)
