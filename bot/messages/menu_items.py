"""The buttons and the menu that open the entries of a menu. Their ids say which, so they work after a restart."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from typing_extensions import override

from bot.base.language import say
from bot.messages.embeds import cut
from bot.messages.interaction import Button, Buttons, Interaction, Items, Menu, Pressed, choice_of

MENUS = {"manage": "Manage…", "record": "Record…", "games": "Games…"}
"""The menus that have a button, with its label."""
OF_A_CAMPAIGN = ("manage", "record")
"""Those of them that have it below the panel."""
DIFFICULTY = "choose_difficulty"
"""What stands in the place of a ruling where all of them are answered at once."""
BUTTONS = {"open": "…", "refill": "Fix it", "sure": "Go on"}
"""What a button does with an entry: open its form, also as it was filled in, or go on with it after a question."""


class MenuButton(Pressed[Button], id="adj:menu:{menu}"):
    """Shows the entries of a menu to whoever presses it."""

    menu: str

    def __init__(self, menu: str) -> None:
        super().__init__(discord.ui.Button(label=say(MENUS.get(menu, "…"))), menu=menu)

    @override
    def pressed(self, interaction: Interaction) -> Any:
        return interaction.client.menus.open(interaction, self.menu)


class EntrySelect(Pressed[Menu], id="adj:entries:{menu}"):
    """Opens an entry of a menu."""

    menu: str

    def __init__(self, menu: str, options: Sequence[discord.SelectOption] = ()) -> None:
        super().__init__(discord.ui.Select(placeholder=say("What do you want to do?"), options=[*options]), menu=menu)

    @override
    def pressed(self, interaction: Interaction) -> Any:
        return interaction.client.menus.open(interaction, self.menu, choice_of(self.item))


class EntryButton(Pressed[Button], id="adj:entry:{what:open|refill|sure}:{menu}:{entry}:{id_}"):
    """Opens the form of an entry, also as it was filled in, or goes on with it. Its id holds the campaign."""

    what: str
    menu: str
    entry: str
    id_: int

    def __init__(self, what: str, menu: str, entry: str, id_: int, label: str = "") -> None:
        styles = {"open": discord.ButtonStyle.secondary, "sure": discord.ButtonStyle.danger}
        text = say(label or BUTTONS[what])[:80]
        button: Button = discord.ui.Button(label=text, style=styles.get(what, discord.ButtonStyle.primary))
        super().__init__(button, what=what, menu=menu, entry=entry, id_=id_)

    @override
    def pressed(self, interaction: Interaction) -> Any:
        return interaction.client.menus.press(interaction, self.what, self.menu, self.entry, self.id_)


class AnswerSelect(Pressed[Menu], id="adj:ruling:{id_}:{ruling}"):
    """Changes the answer to an open question of the rules, or the difficulty. Its id holds the campaign and which."""

    id_: int
    ruling: str

    def __init__(self, id_: int, ruling: str, answers: Mapping[str, str]) -> None:
        options = [discord.SelectOption(label=cut(said), value=answer) for answer, said in answers.items()]
        asked = "Choose the difficulty" if ruling == DIFFICULTY else "Change the answer"
        super().__init__(discord.ui.Select(placeholder=say(asked), options=options), id_=id_, ruling=ruling)

    @override
    async def pressed(self, interaction: Interaction) -> None:
        client, value = interaction.client, choice_of(self.item)
        session = await client.service.session_in(interaction.channel_id or 0, self.id_)
        if self.ruling == DIFFICULTY:
            command = {"type": DIFFICULTY, "difficulty": value}
        else:
            rulings = session.campaign.game.data.rulings
            ids = rulings[self.ruling].ids if self.ruling in rulings else ()
            choice = next((each for each in ids if str(each) == value), value)
            command = {"type": "set_ruling", "name": self.ruling, "choice": choice}
        await client.responder.execute_in(interaction, session, command)


MENU_ITEMS: Items = (MenuButton, EntrySelect, EntryButton, AnswerSelect)


def entry_view(what: str, menu: str, entry: str, id_: int, label: str = "") -> Buttons:
    """Return the one button about an entry."""
    return Buttons(EntryButton(what, menu, entry, id_, label))
