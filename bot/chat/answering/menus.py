"""Menus: what is done rarely, as entries of one command. One mechanism opens them, from a command or a button.

A menu is a group of commands that Discord does not know. Each says what it is called, when it is there, what its form
is filled with and what can be chosen; one that asks for nothing acts at once.
"""

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import discord
from discord import app_commands

from bot.base.language import said_by_any, say
from bot.chat.answering.move_check import is_lost
from bot.engine.people import Person
from bot.engine.service import CampaignService
from bot.engine.sessions import Session
from bot.messages.autocomplete import MOST_CHOICES, Choices
from bot.messages.embeds import cut
from bot.messages.entry_form import entry_form, filled_before, given_by, refused_entry
from bot.messages.forms import typed_in
from bot.messages.interaction import (
    NUMBER,
    Buttons,
    Interaction,
    answer_privately,
    old_button,
    old_form,
    tell_privately,
)
from bot.messages.menu_items import EntrySelect, entry_view
from rules.campaign import Campaign
from rules.errors import NotNow, NotSeated, NotThere, NotYours, RuleError
from rules.seat import REFEREE

ENTRY_FORM = "adj:fill:"
SURE = "sure"
"""The parameter that no form asks for: a button gives it, after a question."""
Command = app_commands.Command[Any, ..., Any]


@dataclass(frozen=True, slots=True)
class Here:
    """Who looks at a menu, and where."""

    interaction: Interaction
    service: CampaignService
    session: Session | None
    person: Person
    channel: tuple[Session, ...]
    lost: tuple[Session, ...] = ()
    """The caller's campaigns of this server whose channel the bot does not see, for a channel without one."""

    @property
    def campaign(self) -> Campaign | None:
        """The channel's campaign as it is at this moment."""
        return self.session.campaign.when(self.interaction.created_at) if self.session else None

    @property
    def seats(self) -> tuple[str, ...]:
        """The caller's seats."""
        return tuple(self.session.campaign.seats_of(self.interaction.user.id)) if self.session else ()

    @property
    def roster(self) -> Iterable[str]:
        """All seats."""
        return self.session.campaign.roster if self.session else ()

    def is_played(self) -> bool:
        """Return whether there is a campaign, and it is not over."""
        return self.session is not None and not self.session.campaign.is_ended

    def is_ended(self) -> bool:
        """Return whether there is a campaign, and it has ended."""
        return self.session is not None and self.session.campaign.is_ended

    def is_seated(self) -> bool:
        """Return whether the caller plays here."""
        return self.is_played() and bool(self.seats)

    def is_refereed(self) -> bool:
        """Return whether the caller is the referee here."""
        return self.is_played() and REFEREE in self.seats

    def is_paused(self) -> bool:
        """Return whether the clocks stand still, or will."""
        return self.is_played() and self.campaign is not None and self.campaign.pause is not None

    def is_away(self) -> bool:
        """Return whether the caller has said that they are away."""
        return self.person.away_until(self.interaction.created_at) is not None


@dataclass(frozen=True, slots=True)
class MenuEntry:
    """What a menu knows of a command: its label, when it is there, what stands now, what can be chosen, and of what
    there is more than can be listed (``others``).
    """

    label: str
    there: Callable[[Here], bool] = lambda here: here.session is not None
    now: Callable[[Here], Mapping[str, Any]] = lambda _: {}
    offered: Mapping[str, Callable[[Here], Choices | Awaitable[Choices]]] = field(default_factory=dict)
    others: frozenset[str] = frozenset()


def entry(label: str, **more: Any) -> dict[str, Any]:
    """Return the ``extras`` of a command that is an entry of a menu."""
    return {"entry": MenuEntry(label, **more)}


def about(command: Command) -> MenuEntry:
    """Return what a menu knows of a command."""
    found: MenuEntry = command.extras["entry"]
    return found


class Menus:
    """The menus by their names."""

    def __init__(self, service: CampaignService) -> None:
        self._service = service
        self.groups: dict[str, app_commands.Group] = {}

    def add(self, menu: app_commands.Group) -> None:
        """Have a menu."""
        self.groups[menu.name] = menu

    def entries(self, menu: str) -> Iterable[Command]:
        """Return all entries of a menu."""
        return (each for each in self.groups[menu].commands if isinstance(each, app_commands.Command))

    # ---- choosing ----

    async def choices(self, interaction: Interaction, menu: str, typed: str) -> Choices:
        """Return the entries that are there and whose label or id holds what was typed."""
        wanted = typed.casefold()
        there = [(say(about(each).label), each.name) for each in await self._there(interaction, menu)]
        fitting = [(said, id_) for said, id_ in there if wanted in said.casefold() or wanted in id_]
        return [app_commands.Choice(name=said, value=id_) for said, id_ in fitting][:MOST_CHOICES]

    async def open(self, interaction: Interaction, menu: str, what: str | None = None) -> None:
        """Open an entry, or the list of entries if none is named. Raises ``NotNow`` for a menu of another version."""
        if menu not in self.groups:
            raise old_button()
        if what is not None:
            await self._begin(interaction, menu, self._find(menu, what))
            return
        options = [
            discord.SelectOption(
                label=cut(say(about(each).label)), value=each.name, description=cut(say(each.description))
            )
            for each in await self._there(interaction, menu)
        ]
        if not options:
            raise NotThere("This channel has no campaign. `/campaign new` starts one.")
        await tell_privately(interaction, self.groups[menu].description, view=Buttons(EntrySelect(menu, options)))

    async def _there(self, interaction: Interaction, menu: str) -> list[Command]:
        here = await self._here(interaction)
        return [each for each in self.entries(menu) if about(each).there(here)]

    def _find(self, menu: str, what: str) -> Command:
        for each in self.entries(menu):
            if what == each.name or what in said_by_any(about(each).label):
                return each
        raise NotThere("That is not in the menu. Leave `what` empty to see what is.")

    # ---- doing ----

    async def _begin(
        self, interaction: Interaction, menu: str, command: Command, refusal: Mapping[str, Any] | None = None
    ) -> None:
        """Open the form of an entry, as it stands now or as it was refused; do at once what asks for nothing."""
        here = await self._here(interaction)
        parameters, known = self._parameters(here, command), about(command)
        if known.there is Here.is_seated and here.is_played() and not here.seats:
            raise NotSeated
        offered = await self._offered(here, command)
        asked = [
            each
            for each in parameters
            if each.required or each.display_name in known.others or offered.get(each.display_name, True)
        ]
        if not asked:
            await self._do(interaction, command)
            return
        now = known.now(here) if refusal is None else filled_before(parameters, refusal, offered, known.others)
        custom_id = f"{ENTRY_FORM}{menu}:{command.name}:{here.session.id if here.session else 0}"
        form = entry_form(custom_id, known.label, str(command.description), asked, offered, known.others, now)
        await interaction.response.send_modal(form)

    async def _offered(self, here: Here, command: Command) -> dict[str, Choices]:
        """Return what the fields of a form are chosen from."""
        found = {name: choose(here) for name, choose in about(command).offered.items()}
        return {name: each if isinstance(each, list) else await each for name, each in found.items()}

    async def submit(self, interaction: Interaction, custom_id: str) -> None:
        """Do what a filled form asks for. One that is refused can be opened again as it was filled in."""
        found = re.fullmatch(rf"{ENTRY_FORM}(\w+):([a-z0-9-]+):({NUMBER})", custom_id)
        if found is None or found[1] not in self.groups:
            raise old_form()
        menu, command, id_ = found[1], self._find(found[1], found[2]), int(found[3])
        here = await self._check_same(interaction, id_)
        data: Any = interaction.data
        parameters, typed = self._parameters(here, command), typed_in(data)
        try:
            await self._do(interaction, command, **given_by(interaction, parameters, typed))
        except RuleError as error:
            if isinstance(error, NotYours) or interaction.response.is_done():
                raise
            embed = refused_entry(parameters, typed, error.text, await self._offered(here, command))
            view = entry_view("refill", menu, command.name, id_)
            await answer_privately(interaction, embed=embed, view=view)

    async def press(self, interaction: Interaction, what: str, menu: str, entry: str, id_: int) -> None:
        """Do what a button about an entry is for."""
        if menu not in self.groups:
            raise old_button()
        await self._check_same(interaction, id_)
        command, message = self._find(menu, entry), interaction.message
        if what == "sure":
            await self._do(interaction, command, **{SURE: True})
            return
        is_refused = what == "refill" and message is not None and message.embeds
        refusal: Any = message.embeds[0].to_dict() if message and is_refused else None
        await self._begin(interaction, menu, command, refusal)

    async def _do(self, interaction: Interaction, command: Command, **given: Any) -> None:
        callback: Any = command.callback
        await callback(command.binding, interaction, **given)

    async def _check_same(self, interaction: Interaction, id_: int) -> Here:
        """Return where the user is. Raises ``NotNow`` if the campaign there is another one than it was."""
        here = await self._here(interaction)
        if id_ != (here.session.id if here.session else 0):
            raise NotNow("Too late: another campaign is played in this channel now.")
        return here

    def _parameters(self, here: Here, command: Command) -> list[app_commands.Parameter]:
        """Return what an entry asks for here. Dice that are sealed are not asked for."""
        by_hand = here.session is not None and here.session.campaign.dice_kind == "physical"
        hidden = {SURE} if by_hand else {SURE, "dice"}
        return [each for each in command.parameters if each.name not in hidden]

    async def _here(self, interaction: Interaction) -> Here:
        service = self._service
        channel = tuple(await service.sessions_in(interaction.channel_id or 0))
        person = await service.people.one(interaction.user.id)
        own = await service.homes.of_player(interaction.user.id) if interaction.guild and not channel else []
        lost = tuple(each for each in own if is_lost(interaction.guild, each))
        return Here(interaction, service, next(iter(channel), None), person, channel, lost)
