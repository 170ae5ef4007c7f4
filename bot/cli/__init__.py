"""The command ``adjutant``: starting and stopping the bot, its health, and what an operator can do."""
