"""Buttons and forms that nobody watches: the id of each says what it does, so the library keeps nothing of what is
shown, not even for the minutes in which a private message can be answered.
"""

import discord


class Buttons(discord.ui.View):
    """The buttons and menus below a message."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.stop()


class Layout(discord.ui.LayoutView):
    """A message that is laid out in parts: texts, each with its own buttons."""

    def __init__(self) -> None:
        super().__init__(timeout=None)
        self.stop()


class Form(discord.ui.Modal):
    """A form."""

    def __init__(self, title: str, custom_id: str) -> None:
        super().__init__(title=title, custom_id=custom_id, timeout=None)
        self.stop()
