"""The private screen of orders: one list of what a player's side does when, and a new order by its moment."""

from collections.abc import Iterable, Sequence
from typing import Any

import discord

from bot.base.language import say
from bot.messages.buttons import LookButton, OfferButton, OffersMenu
from bot.messages.embeds import Colour, fit
from bot.messages.interaction import Layout
from rules.campaign import Campaign
from rules.campaign.questions.orders import tell_orders
from rules.command import MOST_IN_MENU, Offer
from rules.line import line
from rules.notice import Secret

MOST_ROWS = 7
"""So many orders have room on a page, each with its two buttons."""
LONGEST_ABOVE, LONGEST_ROW = 800, 300


def orders_message(
    id_: int, campaign: Campaign, user: int, told: Iterable[Secret] = (), page: int = 0
) -> dict[str, Any]:
    """Return the orders of a user's side below the notices in ``told``, each to change or to withdraw; a new one is
    asked first when.
    """
    campaign.check_seated(user)
    offers = campaign.on_screens(user)
    new = [each for each in offers if each.subject is None]
    standing: dict[str, list[Offer]] = {}
    for offer in offers:
        if offer.subject is not None:
            standing.setdefault(offer.subject, []).append(offer)
    told = [*told, *_otherwise(campaign, user, standing)]
    head = fit([f"### {say('My orders')}", *(say(each.line, opened=True) for each in told)], LONGEST_ABOVE)
    rows = [*standing.items()]
    page = min(page, max(len(rows) - 1, 0) // MOST_ROWS)
    items: list[discord.ui.Item[Any]] = [discord.ui.TextDisplay(head)]
    for subject, own in rows[page * MOST_ROWS : (page + 1) * MOST_ROWS]:
        items.append(discord.ui.TextDisplay(say(subject)[:LONGEST_ROW]))
        items.append(discord.ui.ActionRow(*(OfferButton(id_, each.key, each.label, in_hand=True) for each in own)))
    for at in range(0, len(new), MOST_IN_MENU):
        menu = OffersMenu(id_, at // MOST_IN_MENU, line("New order: when?"), new[at : at + MOST_IN_MENU], in_hand=True)
        items.append(discord.ui.ActionRow(menu))
    if buttons := _below(id_, campaign, page, len(rows)):
        items.append(discord.ui.ActionRow(*buttons))
    return {"view": Layout().add_item(discord.ui.Container(*items, accent_colour=Colour.SECRET))}


def _otherwise(campaign: Campaign, user: int, standing: object) -> list[Secret]:
    """Return what is done without orders, where there are none: a user with several sides reads it once."""
    told = ([*tell_orders(campaign, seat)] for seat in campaign.acts_for(user))
    return [] if standing else next(filter(None, told), [])


def _below(id_: int, campaign: Campaign, page: int, count: int) -> Sequence[LookButton]:
    buttons = [LookButton("page", id_, 0, "My hand")] if "hand" in campaign.game.shows else []
    buttons += [LookButton("orders", id_, page - 1, "Previous page")] if page else []
    return [*buttons, *([LookButton("orders", id_, page + 1, "Next page")] if count > (page + 1) * MOST_ROWS else [])]
