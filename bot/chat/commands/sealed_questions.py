"""``/campaign ask``: questions that the others answer in secret."""

from discord import app_commands

from bot.chat.client import Adjutant
from bot.messages.autocomplete import Choices, list_choices, read_names
from bot.messages.interaction import Interaction
from rules.campaign.features.sealed_questions.asking import LONGEST


@app_commands.command()
@app_commands.describe(
    question="What you ask",
    options="2 to 10 answers to choose from, separated by `;`; without them each writes an answer",
    seats="Who answers, separated by commas; everybody if you leave it empty",
)
async def ask(
    interaction: Interaction,
    question: app_commands.Range[str, 1, LONGEST],
    options: app_commands.Range[str, 1, 1100] = "",
    seats: app_commands.Range[str, 1, 200] = "",
) -> None:
    """Ask the others something; all answer in secret, and the answers are opened together"""
    seats = read_names(await _seats(interaction), seats)
    await interaction.client.responder.execute(
        interaction, "put_question", question=question, options=options, seats=seats
    )


@ask.autocomplete("seats")
async def _asked(interaction: Interaction, typed: str) -> Choices:
    return list_choices(await _seats(interaction), typed)


async def _seats(interaction: Interaction) -> tuple[str, ...]:
    """Return the sides of the channel's campaign."""
    campaign = await interaction.client.service.campaign_in(interaction.channel_id or 0)
    return campaign.game.seats if campaign else ()


def setup(bot: Adjutant) -> None:
    """Add the command."""
    group = bot.tree.get_command("campaign")
    assert isinstance(group, app_commands.Group), "the commands about campaigns are there"
    group.add_command(ask)
