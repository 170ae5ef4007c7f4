"""The private screen of orders: one list of what a player's side does when, and a new order by its moment."""

from collections.abc import Iterable
from typing import Any

import discord
from typing_extensions import override

from bot.base.language import say, say_plain
from bot.messages.buttons import LookButton, OfferButton, OffersMenu
from bot.messages.embeds import Colour, cut, fit
from bot.messages.interaction import Interaction, Layout, Menu, Pressed, choice_of, read_number
from rules.campaign import Campaign
from rules.campaign.questions.orders import OrderCommand, tell_orders
from rules.command import MOST_IN_MENU, Offer
from rules.line import line
from rules.notice import Secret

LONGEST = 2500
"""So many letters the list of orders can have."""


class OrderMenu(Pressed[Menu], id="adj:order:{id_}"):
    """Chooses one of several orders, to change or to withdraw it. Its id holds the campaign."""

    id_: int

    def __init__(self, id_: int, orders: Iterable[str] = (), chosen: int = 0) -> None:
        options = [
            discord.SelectOption(label=cut(say_plain(each)), value=str(place), default=place == chosen)
            for place, each in enumerate(orders, 1)
        ]
        super().__init__(discord.ui.Select(placeholder=say("Change or withdraw…"), options=options), id_=id_)

    @override
    async def pressed(self, interaction: Interaction) -> None:
        await interaction.client.looks.show_orders(interaction, self.id_, read_number(choice_of(self.item)))


def orders_message(
    id_: int, campaign: Campaign, user: int, told: Iterable[Secret] = (), chosen: int = 0
) -> dict[str, Any]:
    """Return the orders of a user's side below the notices in ``told``; the ``chosen`` one, counted from 1, or the only
    one, can be changed or withdrawn. A new one is asked first when.
    """
    campaign.check_seated(user)
    offers = [each for each in campaign.on_screens(user) if isinstance(each.command, OrderCommand)]
    new = [each for each in offers if each.subject is None]
    standing: dict[str, list[Offer]] = {}
    for offer in offers:
        if offer.subject is not None:
            standing.setdefault(offer.subject, []).append(offer)
    told = [*told, *(() if standing else tell_orders(campaign, user))]  # what is done without orders
    lines = [f"### {say('My orders')}", *(say(each.line, opened=True) for each in told), *map(say, standing)]
    rows: list[list[discord.ui.Item[Any]]] = []
    if len(standing) > 1:
        rows.append([OrderMenu(id_, standing, chosen)])
    if about := [*standing.values()][(chosen or 1) - 1 : chosen or 1] if chosen or len(standing) == 1 else []:
        rows.append([OfferButton(id_, each.key, each.label, in_hand=True) for each in about[0]])
    for at in range(0, len(new), MOST_IN_MENU):
        label, some = line("New order: when?"), new[at : at + MOST_IN_MENU]
        rows.append([OffersMenu(id_, at // MOST_IN_MENU, label, some, in_hand=True)])
    if "hand" in campaign.game.shows:
        rows.append([LookButton("page", id_, 0, "My hand")])
    items = [discord.ui.TextDisplay[Any](fit(lines, LONGEST)), *(discord.ui.ActionRow[Any](*row) for row in rows)]
    return {"view": Layout(Colour.SECRET, *items)}
