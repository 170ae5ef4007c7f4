"""An interaction, the one way to answer it to its user alone, and the buttons below an answer."""

import json
import re
import secrets
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self, TypeVar, get_args, get_origin

import discord
from discord.ui import Select
from typing_extensions import get_original_bases

from bot.messages.embeds import Colour, compose
from rules.errors import NotNow
from rules.notice import Notice

Interaction = discord.Interaction[Any]
"""Whatever a user did: a command, a button, a menu or a form. Its client is the bot."""

NUMBER = r"[0-9]{1,18}"
"""A number in the id of a button or a menu. A longer one never came from the bot, and no database could hold it."""
_FIELD = re.compile(r"\{(?P<name>\w+)(?P<can_miss>\?)?(?::(?P<pattern>[^}]*))?\}")
K = TypeVar("K", bound=discord.ui.Button[Any] | Select[Any])
Button = discord.ui.Button[Any]
Menu = Select[Any]
Items = tuple[type[discord.ui.DynamicItem[Any]], ...]
"""Kinds of buttons and menus that survive a restart."""
LONGEST_ID = 100
OWN_LETTERS = 5
"""So many letters at the end of a form's id are its own alone."""
LARGEST = 2**63 - 1
"""Ids of Discord's have up to 19 digits; a database holds no larger number."""


class Typed(dict[str, str]):
    """What was filled into the fields of a form, by their names. Raises ``NotNow`` for a field that it lacks."""

    def __missing__(self, name: str) -> str:
        raise old_form()

    def number(self, name: str) -> int:
        """Return what was filled in as a number, or chosen by one."""
        return read_number(self[name])


def old_form() -> NotNow:
    """Return what is said of a form, or of something in it, that this bot never made."""
    return NotNow("This form is from another version of the bot. Use the command again.")


def old_button() -> NotNow:
    """Return what is said of a button or a menu that this bot never made."""
    return NotNow("This button is from another version of the bot. Use `/act` or the command.")


def read_number(text: str) -> int:
    """Return a number in the id of a form or in a field of it. Raises ``NotNow``."""
    if re.fullmatch(r"[0-9]{1,19}", text) is None or int(text) > LARGEST:
        raise old_form()
    return int(text)


def choice_of(menu: Select[Any]) -> str:
    """Return what was chosen in a menu, or nothing if nothing was, which no menu of the bot allows."""
    return next(iter(menu.values), "")


def read_fields(text: str) -> dict[str, Any]:
    """Return the fields of a command in the id of a button or a form. Raises ``NotNow`` if they are not ones."""
    try:
        given = json.loads(text)
    except ValueError:
        given = None
    if not isinstance(given, dict):
        raise old_form()
    return given


def compact(fields: Mapping[str, Any]) -> str:
    """Return the fields of a command as the id of a button or a form holds them."""
    return json.dumps(fields, separators=(",", ":"), ensure_ascii=False)


def server_of(interaction: Interaction) -> int:
    """Return the server of an interaction. A DM is a place of its own, with settings and campaigns of its own."""
    return interaction.guild_id or interaction.channel_id or 0


async def answer_privately(interaction: Interaction, **message: Any) -> None:
    """Send a message to the user alone, whether or not the interaction was answered before."""
    if interaction.response.is_done():
        sent: Any = await interaction.followup.send(**message, ephemeral=True)
    else:
        sent = (await interaction.response.send_message(**message, ephemeral=True)).resource
    interaction.client.sent.append(sent)


async def tell_privately(interaction: Interaction, title: str, notices: Iterable[Notice] = (), **below: Any) -> None:
    """Send some notices to the user alone; ``below`` them can be a view or files."""
    await answer_privately(interaction, embed=compose(title, notices, Colour.ANSWER), **below)


class Pressed(discord.ui.DynamicItem[K], template="(?!)"):
    """A button or a menu that survives a restart, because its id says what it does.

    ``id`` names the fields that it holds: ``adj:board:{id_}:{number}``. Each is an attribute: a number, or a text of
    any letters but a colon, unless the id gives another pattern (``{key:.+}``). A number that can be missing is last,
    and with a colon of its own (``{number?}``).
    """

    _written: ClassVar[str]
    _can_miss: ClassVar[str]

    def __init_subclass__(cls, *, id: str) -> None:
        def pattern(field: re.Match[str]) -> str:
            name, own = field["name"], field["pattern"]
            if field["can_miss"]:
                return f"(?::(?P<{name}>{NUMBER}))?"
            return f"(?P<{name}>{own or (NUMBER if cls.__annotations__[name] is int else r'[^:]+')})"

        cls._written = _FIELD.sub(r"{\g<name>}", id)
        cls._can_miss = next((field["name"] for field in _FIELD.finditer(id) if field["can_miss"]), "")
        super().__init_subclass__(template=_FIELD.sub(pattern, id))

    def __init__(self, item: K, **fields: int | str | None) -> None:
        item.custom_id = self.id_of(**fields)
        super().__init__(item)
        vars(self).update(fields)

    @classmethod
    def id_of(cls, **fields: int | str | None) -> str:
        """Return the id of one with such fields."""
        if cls._can_miss:
            number = fields[cls._can_miss]
            fields[cls._can_miss] = "" if number is None else f":{number}"
        return cls._written.format_map(fields)

    @classmethod
    async def from_custom_id(
        cls, _interaction: Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """Return the item that a user pressed. The parts that a forged one lacks are empty."""
        made, kinds = cls.__new__(cls), cls.__annotations__
        part: Any = get_origin(get_args(get_original_bases(cls)[0])[0])
        discord.ui.DynamicItem.__init__(made, item if isinstance(item, part) else part(custom_id=match.string))
        for name, said in match.groupdict().items():
            setattr(made, name, said if kinds[name] is str or said is None else int(said))
        return made

    async def callback(self, interaction: Interaction) -> None:
        """Do what it says, or say why not."""
        await interaction.client.guard(interaction, self.pressed(interaction))

    def pressed(self, interaction: Interaction) -> Any:
        """Return what it does, to be awaited."""
        raise NotImplementedError


class Buttons(discord.ui.View):
    """The buttons and menus below a message."""

    def __init__(self, *items: discord.ui.Item[Any]) -> None:
        super().__init__(timeout=None)
        self.stop()
        for each in items:
            self.add_item(each)


class Layout(discord.ui.LayoutView):
    """A message that is laid out in parts: texts, each with its own buttons."""

    def __init__(self, colour: Colour, *parts: discord.ui.Item[Any]) -> None:
        super().__init__(timeout=None)
        self.stop()
        self.add_item(discord.ui.Container(*parts, accent_colour=colour))


class Form(discord.ui.Modal):
    """A form. Each that is sent has an id of its own: a phone shows in one what was typed into an earlier one of the
    same id, and not what stands now.
    """

    def __init__(self, title: str, custom_id: str, *fields: discord.ui.Item[Any]) -> None:
        super().__init__(title=title[:45], custom_id=custom_id, timeout=None)
        self.stop()
        for each in fields:
            self.add_item(each)

    def to_dict(self) -> dict[str, Any]:
        """Return the form as Discord reads it."""
        return {**super().to_dict(), "custom_id": f"{self.custom_id}~{secrets.token_urlsafe(3)}"}


def form_id(custom_id: str) -> str:
    """Return the id of a form without the letters that are its own alone."""
    return re.sub(r"~[A-Za-z0-9_-]{4}\Z", "", custom_id)
