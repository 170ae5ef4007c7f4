"""How a hand is laid out: a row for each thing with its own buttons, within the limits of one message."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

import discord

from bot.messages.buttons import LookButton, OfferButton, OfferMenu, SubjectMenu
from bot.messages.embeds import Colour, fit
from bot.messages.interaction import Layout
from rules.command import Offer, is_several

MOST_PARTS = 40
MOST_LETTERS = 4000
IN_A_ROW = 5
MOST_BELOW = 15
"""So many buttons stand below the rows, so that there is room for rows."""
LONGEST_ABOVE, LONGEST_BELOW, LONGEST_ROW = 1600, 800, 1200
"""The letters of what stands above the rows, below them, and in one. Together they fit into a message."""

Item = discord.ui.Item[Any]


@dataclass(frozen=True, slots=True)
class Row:
    """A thing of a hand: what is said of it, and what can be done with it."""

    lines: list[str]
    offers: tuple[Offer, ...]

    @property
    def text(self) -> str:
        """All that is said of it."""
        return fit(self.lines, LONGEST_ROW)

    @property
    def parts(self) -> int:
        """How many parts of a message it takes."""
        count = len(self.offers)
        return 1 + count + ceil(count / IN_A_ROW)


@dataclass(frozen=True, slots=True)
class Shelf:
    """What stands below the rows: ``offers`` about no thing in them, of which a menu chooses by the ``subject``; the
    ``page`` that is shown; and the ways to what the things do, and to the journal.
    """

    offers: Sequence[Offer]
    subject: str | None
    page: int
    tells_more: bool
    has_journal: bool


def hand_layout(id_: int, above: list[str], rows: Sequence[Row], below: list[str], shelf: Shelf) -> Layout:
    """The message of a hand. Rows that have no room in it are on further pages."""
    head, foot = fit(above, LONGEST_ABOVE), fit(below, LONGEST_BELOW)
    menus, buttons = _below(id_, shelf)
    # the box, its head and its foot, each menu in a row of its own, and the buttons with two that turn the page
    fixed = 3 + 2 * len(menus) + len(buttons) + 2 + -(-(len(buttons) + 2) // IN_A_ROW)
    pages = _pages(_merged(rows), MOST_PARTS - fixed, MOST_LETTERS - len(head) - len(foot))
    page = min(max(shelf.page, 0), len(pages) - 1)
    if page > 0:
        buttons.append(LookButton("page", id_, page - 1, "Previous page"))
    if page < len(pages) - 1:
        buttons.append(LookButton("page", id_, page + 1))
    items: list[Item] = [discord.ui.TextDisplay(head)]
    items += [item for row in pages[page] for item in _row(id_, row)]
    items += [discord.ui.TextDisplay(foot)] if foot else []
    items += [*map(discord.ui.ActionRow[Any], menus), *_in_rows(buttons)]
    layout = Layout()
    layout.add_item(discord.ui.Container(*items, accent_colour=Colour.SECRET))
    return layout


def _merged(rows: Sequence[Row]) -> list[Row]:
    """The rows, where what follows one without a button stands in the same text."""
    merged: list[Row] = []
    for row in rows:
        if merged and not merged[-1].offers and len(merged[-1].text) + len(row.text) < LONGEST_ROW:
            merged[-1] = Row([*merged[-1].lines, *row.lines], row.offers)
        else:
            merged.append(row)
    return merged


def _pages(rows: Sequence[Row], parts: int, letters: int) -> list[list[Row]]:
    """The rows in pages of at most so many parts and letters; a page has one row at least."""
    pages: list[list[Row]] = [[]]
    for row in rows:
        page = [*pages[-1], row]
        is_full = sum(each.parts for each in page) > parts or sum(len(each.text) for each in page) > letters
        if pages[-1] and is_full:
            pages.append([row])
        else:
            pages[-1] = page
    return pages


def _row(id_: int, row: Row) -> Iterator[Item]:
    """A thing: one button stands beside what is said of it, several below."""
    text = discord.ui.TextDisplay[Any](row.text)
    buttons: list[Item] = [OfferButton(id_, offer.key, offer.label, in_hand=True) for offer in row.offers]
    if len(buttons) == 1:
        yield discord.ui.Section(text, accessory=buttons[0])
        return
    yield text
    yield from _in_rows(buttons)


def _in_rows(buttons: Sequence[Item]) -> Iterator[Item]:
    for start in range(0, len(buttons), IN_A_ROW):
        yield discord.ui.ActionRow(*buttons[start : start + IN_A_ROW])


def _below(id_: int, shelf: Shelf) -> tuple[list[Item], list[Item]]:
    """The menus and the buttons below the rows."""
    subjects = {offer.subject: offer.detail for offer in shelf.offers if offer.subject}
    chosen = shelf.subject if shelf.subject in subjects else None
    if chosen is None and len(subjects) == 1:
        (chosen,) = subjects
    about_it = {offer.label: offer for offer in reversed(shelf.offers) if offer.subject and offer.subject == chosen}
    about_nothing = [offer for offer in shelf.offers if not offer.subject]
    looks = [LookButton("texts", id_)] if shelf.tells_more else []
    looks += [LookButton("journal", id_, 0)] if shelf.has_journal else []
    shown = [*reversed(about_it.values()), *about_nothing][: MOST_BELOW - len(looks)]
    several = [offer for offer in shown if offer.menu and is_several(type(offer.command), offer.menu)]
    # what is decided about all comes before what is done about one
    menus: list[Item] = [OfferMenu.of(id_, offer, offer.label, in_hand=True) for offer in several]
    if len(subjects) > 1:
        menus.append(SubjectMenu(id_, [*subjects.items()], chosen or ""))
    buttons: list[Item] = [
        OfferButton(id_, each.key, each.label, in_hand=True) for each in shown if each not in several
    ]
    return menus, [*buttons, *looks]
