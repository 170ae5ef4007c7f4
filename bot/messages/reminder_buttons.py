"""The buttons below a call or a reminder by which somebody wants no more reminders, or wants them again."""

from typing import Any

import discord
from typing_extensions import override

from bot.base.language import say
from bot.messages.interaction import Button, Buttons, Interaction, Pressed, tell_privately
from rules.notice import tell_all

NEVER = 0


class RemindersButton(Pressed[Button], id=r"adj:remind:{every:never|again|\d\d?\d?}"):
    """Sets how often the player who presses it is reminded, and nobody else. Its id holds the days between reminders;
    ``again`` stands for the bot's own.
    """

    every: str

    def __init__(self, every: int | None = NEVER) -> None:
        word = "never" if every == NEVER else "again" if every is None else str(every)
        label = "No more reminders" if every == NEVER else "Remind me again"
        super().__init__(discord.ui.Button(label=say(label)), every=word)

    @override
    async def pressed(self, interaction: Interaction) -> None:
        people, user = interaction.client.service.people, interaction.user.id
        before = (await people.one(user)).every
        every = int(self.every) if self.every.isdigit() else None if self.every == "again" else NEVER
        await people.change(user, every=every)
        if every != NEVER:
            lines = [tell_all("Reminders are back on. `/me settings` says how often they come.")]
            await tell_privately(interaction, "Reminders", lines)
            return
        lines = [
            tell_all("Reminders are off, in every campaign. A move that is yours still calls you once."),
            tell_all("A result that waits for you still mentions you. `/campaign manage what:calls` ends that too."),
        ]
        await tell_privately(interaction, "No more reminders", lines, view=Buttons(RemindersButton(before or None)))


def with_opt_out(message: dict[str, Any]) -> dict[str, Any]:
    """Return a message that calls somebody, with the button by which they want no more reminders."""
    view = message.get("view") or Buttons()
    view.add_item(RemindersButton())
    return message | {"view": view}
