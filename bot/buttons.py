"""Buttons and menus that survive restarts: their custom id says what they do, and the bot checks it when pressed."""

import json
import re
from collections.abc import Container, Iterable, Sequence
from typing import Any, Self

import discord

from bot.opt_out import RemindersButton
from rules.command import Offer

MOST_BUTTONS = 10
MOST_IN_HAND = 20
MOST_OPTIONS = 25
MOST_MENUS = 2  # each takes a row of five


DynamicSelect = discord.ui.DynamicItem[discord.ui.Select[Any]]


class OfferButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"adj:(?P<where>do|own):(?P<id>\d+):(?P<key>.+)"
):
    """Takes an offer. Its id holds the campaign, the offer's key, and whether it belongs to a hand."""

    def __init__(self, id_: int, key: str, label: str, *, is_main: bool = False, in_hand: bool = False) -> None:
        style = discord.ButtonStyle.primary if is_main else discord.ButtonStyle.secondary
        custom_id = f"adj:{'own' if in_hand else 'do'}:{id_}:{key}"
        super().__init__(discord.ui.Button(label=label[:80], custom_id=custom_id, style=style))
        self.id_ = id_
        self.key = key
        self.in_hand = in_hand

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed, after a restart too."""
        return cls(int(match["id"]), match["key"], "…", in_hand=match["where"] == "own")

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Take the offer if it is still open and the presser can take it."""
        client = interaction.client
        taking = client.responder.take_offer(interaction, self.id_, self.key, in_hand=self.in_hand)
        await client.guard(interaction, taking)


class OfferMenu(DynamicSelect, template=r"adj:pick:(?P<id>\d+):(?P<key>.+)"):
    """Takes an offer with the one thing that it asks for. Its id holds the campaign and the offer's key."""

    def __init__(self, id_: int, key: str, label: str = "", choices: Sequence[str] = ()) -> None:
        options = [discord.SelectOption(label=choice[:100], value=choice[:100]) for choice in choices]
        custom_id, placeholder = f"adj:pick:{id_}:{key}", label[:150] or None
        super().__init__(discord.ui.Select(custom_id=custom_id, placeholder=placeholder, options=options))
        self.id_ = id_
        self.key = key

    @classmethod
    def of(cls, id_: int, offer: Offer, label: str) -> Self:
        """The menu of an offer that has one."""
        return cls(id_, offer.key, label.removesuffix("…"), offer.choices[offer.menu or ""])

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The menu that was used, after a restart too."""
        return cls(int(match["id"]), match["key"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Take the offer if it is still open and the player can take it."""
        client = interaction.client
        taking = client.responder.pick(interaction, self.id_, self.key, self.item.values[0])
        await client.guard(interaction, taking)


LOOKS = {"hand": "My hand", "journal": "My journal", "why": "Why?", "since": "Catch me up"}
"""What a player can look at in private, with the label of the button."""


class LookButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=r"adj:(?P<what>(?:hand|since)(?=:\d+$)|(?:journal|why)(?=:\d+:\d+$)):(?P<id>\d+)(?::(?P<number>\d+))?",
):
    """Shows the player who presses it something, and nobody else: their hand, their journal before entry ``number``,
    the reasons of entry ``number``, or what happened since they last acted.
    """

    def __init__(self, what: str, id_: int, number: int | None = None, label: str = "") -> None:
        custom_id = f"adj:{what}:{id_}" if number is None else f"adj:{what}:{id_}:{number}"
        super().__init__(discord.ui.Button(label=label or LOOKS[what], custom_id=custom_id))
        self.what = what
        self.id_ = id_
        self.number = number

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed, after a restart too."""
        return cls(match["what"], int(match["id"]), int(match["number"]) if match["number"] else None)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Show it."""
        looking = interaction.client.looks.look(interaction, self.what, self.id_, self.number or 0)
        await interaction.client.guard(interaction, looking)


class FixButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"adj:fix:(?P<where>do|own):(?P<id>\d+):(?P<key>.+)"
):
    """Opens a form that was refused again, filled in as it was."""

    def __init__(self, id_: int, key: str, *, in_hand: bool = False) -> None:
        custom_id = f"adj:fix:{'own' if in_hand else 'do'}:{id_}:{key}"
        button: discord.ui.Button[Any] = discord.ui.Button(
            label="Fix it", custom_id=custom_id, style=discord.ButtonStyle.primary
        )
        super().__init__(button)
        self.id_ = id_
        self.key = key
        self.in_hand = in_hand

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed, after a restart too."""
        return cls(int(match["id"]), match["key"], in_hand=match["where"] == "own")

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Open the form."""
        fixing = interaction.client.responder.reopen_form(interaction, self.id_, self.key, in_hand=self.in_hand)
        await interaction.client.guard(interaction, fixing)


class SureButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=r"adj:sure:(?P<id>\d+):(?P<actions>\d+):(?P<command>\{.+\})",
):
    """Goes on although something is skipped. Its id holds the campaign, how far it was, and the command."""

    def __init__(self, id_: int, actions: int, command: str) -> None:
        custom_id = f"adj:sure:{id_}:{actions}:{command}"
        button: discord.ui.Button[Any] = discord.ui.Button(
            label="Go on", custom_id=custom_id, style=discord.ButtonStyle.danger
        )
        super().__init__(button)
        self.id_ = id_
        self.actions = actions
        self.command = command

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button that was pressed, after a restart too."""
        return cls(int(match["id"]), int(match["actions"]), match["command"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Give the command again."""
        going = interaction.client.responder.go_on(interaction, self.id_, self.actions, json.loads(self.command))
        await interaction.client.guard(interaction, going)


class SubjectMenu(DynamicSelect, template=r"adj:about:(?P<id>\d+)"):
    """Chooses the item of a hand that the buttons below are about."""

    def __init__(self, id_: int, subjects: Sequence[tuple[str, str]] = (), chosen: str = "") -> None:
        options = [
            discord.SelectOption(label=subject[:100], description=detail[:100] or None, default=subject == chosen)
            for subject, detail in subjects[:MOST_OPTIONS]
        ]
        menu: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=f"adj:about:{id_}", placeholder="Choose what to act on", options=options
        )
        super().__init__(menu)
        self.id_ = id_

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The menu that was used, after a restart too."""
        return cls(int(match["id"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Show the hand with that thing chosen."""
        client = interaction.client
        choosing = client.looks.select_subject(interaction, self.id_, self.item.values[0])
        await client.guard(interaction, choosing)


ITEMS: tuple[type[discord.ui.DynamicItem[Any]], ...] = (
    FixButton, OfferButton, OfferMenu, LookButton, SureButton, SubjectMenu, RemindersButton
)  # fmt: skip


def is_known(custom_id: str) -> bool:
    """Whether an item of this version handles a custom id."""
    return any(item.__discord_ui_compiled_template__.fullmatch(custom_id) for item in ITEMS)


def public_view(
    id_: int,
    offers: Iterable[Offer],
    *,
    own: Container[str] = (),
    is_alone: bool = True,
    with_hand: bool,
    why: int | None = None,
    by_hand: bool = False,
) -> discord.ui.View | None:
    """The buttons below a result: what anybody can do next and everybody may know.

    ``own`` are the keys of what its reader can do; the first of these is the main button. Where several play, or one
    for several sides, a button says whose it is. ``why`` is the entry that has reasons. What is chosen from a few
    things has a menu, unless it rolls dice ``by_hand``.
    """
    shown, items = [*offers][:MOST_BUTTONS], list[discord.ui.Item[Any]]()
    main = next((offer.key for offer in shown if offer.key in own), None)
    says_side = not is_alone or len({offer.seats for offer in shown if len(offer.seats) == 1}) > 1
    for offer in shown:
        label = _with_side(offer) if says_side else offer.name
        has_room = sum(isinstance(item, OfferMenu) for item in items) < MOST_MENUS
        has_menu = offer.menu and has_room and not (by_hand and offer.dice)
        button = OfferButton(id_, offer.key, label, is_main=offer.key == main)
        items.append(OfferMenu.of(id_, offer, label) if has_menu else button)
    if with_hand:
        items.append(LookButton("hand", id_))
    if why is not None:
        items.append(LookButton("why", id_, why))
    return _view(items)


def _with_side(offer: Offer) -> str:
    """The label of an offer with the side whose business it is; what any side can do has none."""
    names_it = len(offer.seats) != 1 or offer.seats[0] in offer.name
    return offer.name if names_it else f"{offer.seats[0]}: {offer.name}"


def fix_view(id_: int, key: str, *, in_hand: bool) -> discord.ui.View | None:
    """The button below a form that was refused."""
    return _view([FixButton(id_, key, in_hand=in_hand)])


def why_view(id_: int, why: int | None) -> discord.ui.View | None:
    """What is left below a result once something else was done: its reasons."""
    return _view([] if why is None else [LookButton("why", id_, why)])


def sure_view(id_: int, actions: int, command: str) -> discord.ui.View | None:
    """The button by which a player who was asked goes on; ``command`` is the JSON of its short fields."""
    return _view([SureButton(id_, actions, command)])


def hand_view(id_: int, offers: Sequence[Offer], chosen: str | None, seq: int = 0) -> discord.ui.View | None:
    """The buttons below a hand: a menu of its items, the actions of the chosen one, those about no item, and the
    journal up to entry ``seq``.
    """
    details = {offer.subject: offer.detail for offer in offers if offer.subject}
    # two markers alike have the same buttons
    about_it = {offer.label: offer for offer in reversed(offers) if offer.subject and offer.subject == chosen}
    about_nothing = [offer for offer in offers if not offer.subject]
    items: list[discord.ui.Item[Any]] = []
    if chosen is not None and len(details) > 1:
        items.append(SubjectMenu(id_, [*details.items()], chosen))
    shown = [*reversed(about_it.values()), *about_nothing][:MOST_IN_HAND]
    items += [OfferButton(id_, offer.key, offer.label, in_hand=True) for offer in shown]
    if seq:
        items.append(LookButton("journal", id_, seq + 1))
    return _view(items)


def earlier_view(id_: int, what: str, number: int | None) -> dict[str, Any]:
    """The button below something to look at that leads to what came before it, if there is more."""
    view = _view([] if number is None else [LookButton(what, id_, number, "Earlier")])
    return {"view": view} if view else {}


def own_view(id_: int, offers: Sequence[Offer]) -> discord.ui.View | None:
    """The buttons of what a player can do now, for that player alone."""
    return _view([OfferButton(id_, offer.key, offer.name) for offer in offers[:MOST_IN_HAND]])


def subject_of(offers: Sequence[Offer], chosen: str | None) -> str | None:
    """The item that the buttons below a hand are about: the chosen one, or the first."""
    subjects = [offer.subject for offer in offers if offer.subject]
    return chosen if chosen in subjects else next(iter(subjects), None)


def _view(items: Sequence[discord.ui.Item[Any]]) -> discord.ui.View | None:
    if not items:
        return None
    view = discord.ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    return view
