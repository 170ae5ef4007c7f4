"""What a player can do now: each thing with its own buttons, and a menu for what belongs together, in one message."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import discord

from bot.base.language import say
from bot.messages.buttons import LookButton, OfferButton, OffersMenu
from bot.messages.embeds import Colour
from bot.messages.interaction import Layout
from rules.command import MOST_IN_MENU, Offer
from rules.line import line

Item = discord.ui.Item[Any]

TITLE = "Your options now"
MOST_PARTS = 40
IN_A_ROW = 5


def options_layout(id_: int, offers: Iterable[Offer], title: str = TITLE, *, with_orders: bool = False) -> Layout:
    """Return the offers of a player; their orders have a screen of their own. What has no room is found by typing, and
    the message says so.
    """
    offers = [*offers]
    menus = _menus(offers)
    in_menus = {offer.key for _, menu in menus for offer in menu}
    groups = _grouped([offer for offer in offers if offer.key not in in_menus])
    # the box, its title, the menus, each in a row of its own, the orders, and the sentence about what has no room
    room, shown = MOST_PARTS - 5 - 2 * len(menus), len(in_menus)
    items: list[Item] = [discord.ui.TextDisplay(f"### {say(title)}")]
    for subject in sorted(groups, key=bool):
        fitting = groups[subject][: _most(room - bool(subject))]
        if fitting and subject:
            items.append(discord.ui.TextDisplay(f"**{say(subject)}**"))
        for start in range(0, len(fitting), IN_A_ROW):
            row = fitting[start : start + IN_A_ROW]
            # its label alone, where what it is about stands above it
            buttons: list[Item] = [OfferButton(id_, each.key, each.label if subject else each.name) for each in row]
            items.append(discord.ui.ActionRow(*buttons))
            room -= 1 + len(row)
        room -= bool(fitting and subject)
        shown += len(fitting)
    selects: list[Item] = [OffersMenu(id_, number, *menu) for number, menu in enumerate(menus)]
    items += map(discord.ui.ActionRow[Any], selects)
    if not offers:
        items.append(discord.ui.TextDisplay(say("There is nothing that you can do now.")))
    elif shown < len(offers):
        more = line("These are the first {count}. Type after `/act offer:` to find the others.", count=shown)
        items.append(discord.ui.TextDisplay(say(more)))
    if with_orders:
        orders: list[Item] = [LookButton("orders", id_, 0)]
        items.append(discord.ui.ActionRow(*orders))
    return Layout(Colour.ANSWER, *items)


def _menus(offers: list[Offer]) -> list[tuple[str, list[Offer]]]:
    """Return the offers of each subject, such as numbers to enter, split into menus of the size that Discord allows."""
    groups: dict[str, list[Offer]] = {}
    for offer in offers:
        if offer.subject is not None and offer.is_group:
            groups.setdefault(offer.subject, []).append(offer)
    several = [(subject, all_) for subject, all_ in groups.items() if len(all_) > 1]
    starts = [(subject, all_, at) for subject, all_ in several for at in range(0, len(all_), MOST_IN_MENU)]
    return [(subject, all_[at : at + MOST_IN_MENU]) for subject, all_, at in starts]


def _grouped(offers: list[Offer]) -> dict[str, list[Offer]]:
    """Return the offers by subject, and those that are alone in theirs under no heading."""
    counts = Counter(offer.subject for offer in offers)
    groups: dict[str, list[Offer]] = {}
    for offer in offers:
        groups.setdefault(offer.subject if offer.subject and counts[offer.subject] > 1 else "", []).append(offer)
    return groups


def _most(parts: int) -> int:
    """Return how many buttons fit into so many parts: each row of five is one part more."""
    rows, rest = divmod(max(parts, 0), IN_A_ROW + 1)
    return rows * IN_A_ROW + max(rest - 1, 0)
