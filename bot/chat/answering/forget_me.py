"""How somebody is forgotten by the bot: what goes and what stays, and the button that does it."""

from collections.abc import Iterator
from typing import Any

import discord
from typing_extensions import override

from bot.base.language import say
from bot.engine.forget_player import Traces
from bot.messages.embeds import Colour, compose
from bot.messages.interaction import Button, Buttons, Interaction, Pressed
from rules.line import Listed
from rules.notice import Public, tell_all
from rules.secrets import quote

MOST_NAMED = 10


def farewell(traces: Traces) -> dict[str, Any]:
    """Return the private question before somebody is forgotten."""
    embed = compose("Forget me", tell_traces(traces), Colour.SECRET)
    return {"embed": embed, "view": Buttons(ForgetButton())}


def tell_traces(traces: Traces) -> Iterator[Public]:
    """Yield what goes and what stays when the bot forgets somebody."""
    yield tell_all(
        "I erase your settings and reminders. Logs that name you: {count}. There you become “Former player”"
        " and a number, and what you wrote cannot be read any more.",
        count=len(traces.campaigns),
    )
    if traces.seats:
        names = Listed(quote(each.campaign.founding.name, 60) for each in traces.seats[:MOST_NAMED])
        yield tell_all(
            "You give up your seats in running campaigns, and cannot take one there again. Campaigns: {count}. {names}",
            count=len(traces.seats),
            names=names,
        )
    yield tell_all("What happened in the games stays.")
    yield tell_all(
        "Messages on Discord, files that others have saved, and backups of the host are not mine to change. Ask the"
        " server's administrators, or whoever runs this bot."
    )
    yield tell_all(
        "Nobody can undo this. To keep your campaigns, first take a journal and an export of each (`/record`)."
    )


class ForgetButton(Pressed[Button], id="adj:forget"):
    """Forgets whoever presses it."""

    def __init__(self) -> None:
        style = discord.ButtonStyle.danger
        super().__init__(discord.ui.Button(label=say("Forget me"), style=style))

    @override
    async def pressed(self, interaction: Interaction) -> None:
        await interaction.response.defer()  # long logs take more than the three seconds that Discord waits
        client = interaction.client
        await client.service.forgetting.forget(interaction.user.id)
        client.outbox.poke()
        lines = [tell_all("You are forgotten. Thank you for having played.")]
        await interaction.edit_original_response(embed=compose("Forgotten", lines, Colour.ANSWER), view=None)
