"""What a player can do now, by what it is about: each thing with its own buttons, within the limits of one message."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

import discord

from bot.base.language import say
from bot.messages.buttons import OfferButton
from bot.messages.embeds import Colour
from bot.messages.hand_layout import IN_A_ROW, MOST_PARTS
from bot.messages.unwatched import Layout
from rules.command import Offer
from rules.line import line

TITLE = "Your options now"


def options_layout(id_: int, offers: Iterable[Offer]) -> Layout:
    """The offers of a player. What has no room is found by typing, and the message says so."""
    groups = _grouped([*offers])
    items: list[discord.ui.Item[Any]] = [discord.ui.TextDisplay(f"### {say(TITLE)}")]
    # the box, its title, and the sentence about what has no room
    room, shown = MOST_PARTS - 3, 0
    for subject in sorted(groups, key=bool):
        fitting = groups[subject][: _most(room - bool(subject))]
        if fitting and subject:
            items.append(discord.ui.TextDisplay(f"**{say(subject)}**"))
        for start in range(0, len(fitting), IN_A_ROW):
            row = fitting[start : start + IN_A_ROW]
            buttons: list[discord.ui.Item[Any]] = [_button(id_, each, subject) for each in row]
            items.append(discord.ui.ActionRow(*buttons))
            room -= 1 + len(row)
        room -= bool(fitting and subject)
        shown += len(fitting)
    if not groups:
        items.append(discord.ui.TextDisplay(say("There is nothing that you can do now.")))
    elif shown < sum(map(len, groups.values())):
        more = line("These are the first {count}. Type after `/act offer:` to find the others.", count=shown)
        items.append(discord.ui.TextDisplay(say(more)))
    layout = Layout()
    layout.add_item(discord.ui.Container(*items, accent_colour=Colour.ANSWER))
    return layout


def _grouped(offers: list[Offer]) -> dict[str, list[Offer]]:
    """The offers by what they are about; one that stands alone needs no heading."""
    counts = Counter(offer.subject for offer in offers)
    groups: dict[str, list[Offer]] = {}
    for offer in offers:
        groups.setdefault(offer.subject if offer.subject and counts[offer.subject] > 1 else "", []).append(offer)
    return groups


def _button(id_: int, offer: Offer, subject: str) -> OfferButton:
    """Its label alone, where what it is about stands above it."""
    return OfferButton(id_, offer.key, offer.label if subject else offer.name)


def _most(parts: int) -> int:
    """How many buttons fit into so many parts: each row of five is one part more."""
    rows, rest = divmod(max(parts, 0), IN_A_ROW + 1)
    return rows * IN_A_ROW + max(rest - 1, 0)
