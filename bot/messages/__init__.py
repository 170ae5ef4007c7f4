"""Messages, buttons, forms, menus and pictures as values of discord.py. No campaign is changed here."""
