"""The buttons and the menu that open the entries of a menu. Their ids say which, so they work after a restart."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Self

import discord

from bot.base.language import say
from bot.messages.buttons import DynamicSelect
from bot.messages.interaction import NUMBER, Buttons, Interaction, choice_of

MENUS = {"manage": "Manage…", "record": "Record…"}
"""The menus that have a button below the panel, with its label."""
BUTTONS = {"refill": "Fix it", "again": "More…", "sure": "Go on"}
"""What a button does with an entry: open its form as it was filled in, or once more for what comes next, or go on with
it after a question.
"""


class MenuButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"adj:menu:(?P<menu>\w+)"):
    """Shows the entries of a menu to whoever presses it."""

    def __init__(self, menu: str) -> None:
        super().__init__(discord.ui.Button(label=say(MENUS.get(menu, "…")), custom_id=f"adj:menu:{menu}"))
        self.menu = menu

    @classmethod
    async def from_custom_id(
        cls, _interaction: Interaction, _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed, after a restart too."""
        return cls(match["menu"])

    async def callback(self, interaction: Interaction) -> None:
        """Show the menu."""
        await interaction.client.guard(interaction, interaction.client.menus.open(interaction, self.menu))


class EntrySelect(DynamicSelect, template=r"adj:entries:(?P<menu>\w+)"):
    """Opens an entry of a menu."""

    def __init__(self, menu: str, options: Sequence[discord.SelectOption] = ()) -> None:
        select: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=f"adj:entries:{menu}", placeholder=say("What do you want to do?"), options=[*options]
        )
        super().__init__(select)
        self.menu = menu

    @classmethod
    async def from_custom_id(
        cls, _interaction: Interaction, _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The menu that was used, after a restart too."""
        return cls(match["menu"])

    async def callback(self, interaction: Interaction) -> None:
        """Open the entry."""
        opening = interaction.client.menus.open(interaction, self.menu, choice_of(self.item))
        await interaction.client.guard(interaction, opening)


class EntryButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=rf"adj:entry:(?P<what>refill|again|sure):(?P<menu>\w+):(?P<entry>[a-z0-9-]+):(?P<id>{NUMBER})",
):
    """Opens the form of an entry again as it was filled in, or goes on with it. Its id holds the campaign."""

    def __init__(self, what: str, menu: str, entry: str, id_: int, label: str = "") -> None:
        style = discord.ButtonStyle.danger if what == "sure" else discord.ButtonStyle.primary
        text = say(label or BUTTONS[what])[:80]
        custom_id = f"adj:entry:{what}:{menu}:{entry}:{id_}"
        super().__init__(discord.ui.Button(label=text, custom_id=custom_id, style=style))
        self.what, self.menu, self.entry, self.id_ = what, menu, entry, id_

    @classmethod
    async def from_custom_id(
        cls, _interaction: Interaction, _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed, after a restart too."""
        return cls(match["what"], match["menu"], match["entry"], int(match["id"]))

    async def callback(self, interaction: Interaction) -> None:
        """Do it."""
        client = interaction.client
        pressing = client.menus.press(interaction, self.what, self.menu, self.entry, self.id_)
        await client.guard(interaction, pressing)


class AnswerSelect(DynamicSelect, template=rf"adj:ruling:(?P<id>{NUMBER}):(?P<ruling>[^:]{{1,60}})"):
    """Changes the answer to an open question of the rules. Its id holds the campaign and the ruling."""

    def __init__(self, id_: int, ruling: str, answers: Mapping[str, str] = MappingProxyType({})) -> None:
        options = [discord.SelectOption(label=said[:100], value=answer) for answer, said in answers.items()]
        select: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=f"adj:ruling:{id_}:{ruling}", placeholder=say("Change the answer"), options=options
        )
        super().__init__(select)
        self.id_, self.ruling = id_, ruling

    @classmethod
    async def from_custom_id(
        cls, _interaction: Interaction, _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The menu that was used, after a restart too."""
        return cls(int(match["id"]), match["ruling"])

    async def callback(self, interaction: Interaction) -> None:
        """Change the answer."""
        await interaction.client.guard(interaction, self._change(interaction))

    async def _change(self, interaction: Interaction) -> None:
        client, value = interaction.client, choice_of(self.item)
        session = await client.service.session_in(interaction.channel_id or 0, self.id_)
        rulings = session.campaign.game.data.rulings
        ids = rulings[self.ruling].ids if self.ruling in rulings else ()
        choice = next((each for each in ids if str(each) == value), value)
        command = {"type": "set_ruling", "name": self.ruling, "choice": choice}
        await client.responder.execute_in(interaction, session, command)


class DifficultySelect(DynamicSelect, template=rf"adj:difficulty:(?P<id>{NUMBER})"):
    """Chooses a difficulty. Its id holds the campaign."""

    def __init__(self, id_: int, titles: Mapping[str, str] = MappingProxyType({})) -> None:
        options = [discord.SelectOption(label=title[:100], value=difficulty) for difficulty, title in titles.items()]
        select: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=f"adj:difficulty:{id_}", placeholder=say("Choose the difficulty"), options=options
        )
        super().__init__(select)
        self.id_ = id_

    @classmethod
    async def from_custom_id(
        cls, _interaction: Interaction, _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The menu that was used, after a restart too."""
        return cls(int(match["id"]))

    async def callback(self, interaction: Interaction) -> None:
        """Choose it."""
        await interaction.client.guard(interaction, self._choose(interaction))

    async def _choose(self, interaction: Interaction) -> None:
        client = interaction.client
        session = await client.service.session_in(interaction.channel_id or 0, self.id_)
        command = {"type": "choose_difficulty", "difficulty": choice_of(self.item)}
        await client.responder.execute_in(interaction, session, command)


MENU_ITEMS: tuple[type[discord.ui.DynamicItem[Any]], ...] = (
    MenuButton,
    EntrySelect,
    EntryButton,
    AnswerSelect,
    DifficultySelect,
)


def entry_view(what: str, menu: str, entry: str, id_: int, label: str = "") -> Buttons:
    """The one button about an entry."""
    return Buttons().add_item(EntryButton(what, menu, entry, id_, label))
