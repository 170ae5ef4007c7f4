"""The slash commands in the reader's language."""

import discord
from discord import app_commands
from typing_extensions import override

from bot.base.language import language_of, words_of

NAMES = (
    app_commands.TranslationContextLocation.command_name,
    app_commands.TranslationContextLocation.group_name,
    app_commands.TranslationContextLocation.parameter_name,
)
"""What is typed: it stays the same in all languages, so that a table of several can help each other."""
LONGEST = 100


class Translator(app_commands.Translator):
    """Says what commands and options do, and what can be chosen, in every language that has a catalogue."""

    @override
    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """Return a description in a language, or None if it is the same as in English."""
        if context.location in NAMES:
            return None
        said = words_of(language_of(locale.value)).find(string.message)
        return said[:LONGEST] if said != string.message else None
