"""``/dice``: roll, see the seal, add words to it, check every die."""

import io
import json
from collections.abc import Iterable

import discord
from discord import app_commands
from discord.ext import commands

from bot.campaigns import Table
from bot.client import Adjutant
from bot.embeds import Colour, compose
from rules.campaign import audit
from rules.dice import read_faces
from rules.game import AnyGame
from rules.log import LogEntry
from rules.notice import Public, tell_all, tell_section
from rules.secrets import Shown, quote

Interaction = discord.Interaction[Adjutant]


class DiceCog(commands.Cog):
    """Dice that anybody can check."""

    dice = app_commands.Group(name="dice", description="Dice that anybody can check")

    def __init__(self, bot: Adjutant) -> None:
        self.bot = bot

    @dice.command()
    @app_commands.describe(
        number="How many dice",
        sides="Their sides",
        reason="What they are for",
        dice="Dice rolled on your table, e.g. 4 3 6",
    )
    async def roll(
        self,
        interaction: Interaction,
        number: app_commands.Range[int, 1, 20] = 1,
        sides: app_commands.Range[int, 2, 100] = 6,
        reason: app_commands.Range[str, 1, 200] = "",
        dice: str | None = None,
    ) -> None:
        """Roll dice for something on your table"""
        command = {"type": "roll_dice", "number": number, "sides": sides, "reason": reason}
        await self.bot.replies.act(interaction, command, read_faces(dice) if dice is not None else None)

    @dice.command()
    @app_commands.describe(words="Words of your own, mixed into every die; before the first die only")
    async def seal(self, interaction: Interaction, words: app_commands.Range[str, 1, 100] | None = None) -> None:
        """See the seal of this campaign's dice, or add words to it"""
        if words is not None:
            await self.bot.replies.act(interaction, {"type": "add_words", "words": words})
            return
        table = await self.bot.campaigns.table_in(interaction.channel_id or 0)
        await self.bot.replies.tell_seat(interaction, compose("The seal", _sealed(table), Colour.ANSWER))

    @dice.command()
    async def verify(self, interaction: Interaction) -> None:
        """Check every die and decide every entry of the log again"""
        table = await self.bot.campaigns.table_in(interaction.channel_id or 0)
        entries = await self.bot.campaigns.entries(table)
        embed = compose(
            "The dice", _verified(table, self.bot.campaigns.games[table.campaign.game.id], entries), Colour.ANSWER
        )
        if not table.campaign.is_ended:
            await self.bot.replies.tell_seat(interaction, embed)
            return
        file = discord.File(io.BytesIO(_record(table, entries)), "dice.json")
        await interaction.response.send_message(embed=embed, file=file)


def _sealed(table: Table) -> Iterable[Public]:
    campaign = table.campaign
    yield tell_all("The seed behind this campaign's dice has the SHA-256 `{seal}`.", seal=Shown(campaign.founding.seal))
    yield tell_all("It was drawn and sealed before anything was rolled, and is published when the campaign ends.")
    for words in campaign.words:
        yield tell_section("Words of the players", "{words}", words=quote(words))
    if not campaign.next_die:
        yield tell_all("No die has fallen yet: anybody at the table can still add words with `/dice seal words:`.")
    yield tell_section(
        "What this does not prove", "Whoever runs the bot can read the seed, and so know the dice to come."
    )


def _verified(table: Table, game: AnyGame, entries: list[LogEntry]) -> Iterable[Public]:
    campaign = table.campaign
    wrong = audit(campaign.founding, game, entries, table.seed)
    yield tell_all("Sealed by `{seal}`.", seal=Shown(campaign.founding.seal))
    yield tell_all("{dice} sealed dice in {count} entries.", dice=campaign.next_die, count=len(entries))
    by_hand = sum(len(roll.faces) for entry in entries for roll in entry.rolls if roll.by_hand)
    if by_hand:
        yield tell_all("{dice} dice were rolled on the table; those are as the players told them.", dice=by_hand)
    for seq in wrong:
        yield tell_all("**LogEntry {seq} does not come out as it stands in the log.**", seq=seq)
    if not wrong:
        yield tell_all("Every entry was decided again from the seed, and every die came out as it stands in the log.")
    if campaign.is_ended:
        yield tell_section("The seed", "`{seed}`", seed=Shown(table.seed.hex()))
        yield tell_section(
            "The seed", "The file can be checked apart from this bot's database: `adjutant verify dice.json`."
        )
    else:
        yield tell_section("The seed", "It is published when the campaign ends, so that all can check for themselves.")


def _record(table: Table, entries: list[LogEntry]) -> bytes:
    """All that is needed to work out every die again."""
    rolls = [
        {"entry": entry.seq, "first": roll.first, "sides": roll.sides, "faces": roll.faces}
        for entry in entries
        for roll in entry.rolls
    ]
    founding = table.campaign.founding
    record = {"seal": founding.seal, "seed": table.seed.hex(), "words": table.campaign.words, "rolls": rolls}
    return json.dumps(record, indent=1, ensure_ascii=False).encode()


async def setup(bot: Adjutant) -> None:
    """Add the commands."""
    await bot.add_cog(DiceCog(bot))
