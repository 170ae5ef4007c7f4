"""Discord's REST API (v10), as far as a discord.py bot needs it in one guild."""
