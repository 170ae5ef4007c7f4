"""The private messages of a hand, what a player holds, new secret notices and the buttons, and of its orders."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import discord
from typing_extensions import override

from bot.base.language import say, say_plain
from bot.messages.buttons import LOOKS, LookButton, OfferButton, OfferMenu, OffersMenu, SubjectMenu
from bot.messages.embeds import LAST, Colour, by_field, cut, fit
from bot.messages.interaction import Interaction, Layout, Menu, Pressed, choice_of, read_number
from rules.campaign import Campaign
from rules.campaign.chronicle.lessons import is_lesson, of_the_step, symbols_in
from rules.campaign.decider.offering import of_a_seat
from rules.campaign.questions.orders import OrderCommand, can_order, tell_orders
from rules.command import MOST_IN_MENU, Offer, is_several
from rules.line import Listed, line
from rules.notice import Notice, Secret, tell_seat
from rules.seat import Seat, sides
from rules.secrets import Hidden, Shown

TITLE = "For your eyes only"
MOST_NAMED = 3
"""So many things that can be played are named above the hand that has a button for each."""
MOST_LETTERS = 4000
MOST_CONTROLS = 5
"""So many buttons and menus a screen of a hand has."""
LONGEST_ABOVE, LONGEST_BELOW, LONGEST_ROW = 1600, 800, 1200
"""The letters of what stands above the rows, below them, and in one. Together they fit into a message."""

Item = discord.ui.Item[Any]
MENUS = (OfferMenu, OffersMenu, SubjectMenu)
IN_HAND = 1000
"""The number of the menu of what a hand holds, which is no other menu's."""
LONGEST = 2500
"""So many letters the list of orders can have."""


@dataclass(frozen=True)
class Row:
    """A thing of a hand: what is said of it, and what can be done with it."""

    lines: list[str]
    offers: tuple[Offer, ...]

    @cached_property
    def text(self) -> str:
        """All that is said of it."""
        return fit(self.lines, LONGEST_ROW)


@dataclass(frozen=True, slots=True)
class Shelf:
    """What stands below the rows: ``offers`` about no thing in them, of which a menu chooses by the ``subject``; the
    ``page`` that is shown; and the ways to what the things do, and to the orders.
    """

    offers: Sequence[Offer]
    subject: str | None
    page: int
    tells_more: bool
    has_orders: bool


@dataclass(frozen=True, slots=True)
class Look:
    """How a hand is looked at: the thing that was chosen in the menu below it, the page, and whether each thing says
    ``in_full`` what it does.
    """

    subject: str | None = None
    page: int = 0
    in_full: bool = False


PLAIN = Look()


def hand_message(
    id_: int, campaign: Campaign, user: int, told: Sequence[Secret] = (), look: Look = PLAIN
) -> dict[str, Any]:
    """Return the hand of a user below the notices in ``told``: a row for each thing in it, with its own buttons. What a
    thing does is told when it is new, and where the ``look`` asks for it.

    Raises ``NotYours`` for a user without a seat.
    """
    campaign.check_seated(user)
    taught = campaign.founding.terms.demo and is_lesson(campaign)
    may = of_the_step(campaign, user) if taught else campaign.offers(user)
    offers = [offer for offer in may if not offer.minor]
    new = {thing for notice in told for thing in notice.about}
    held = [(seat, [*campaign.game.hand(campaign.state, seat)]) for seat in sides(campaign.acts_for(user))]
    # what a menu says of each is not said twice
    in_menu = any(offer.menu and is_several(type(offer.command), offer.menu) for offer in offers)
    shown = set() if in_menu and not taught else new
    hidden = {each.about for _, hand in held for each in hand if each.is_detail and not shown & {*each.about}}
    if look.in_full:
        hidden.clear()
        told = [*told, *symbols_in(campaign.game.data.lesson, (each for _, hand in held for each in hand))]
    rows = [*_rows(campaign, held, offers, hidden)]
    planned = [] if campaign.is_ended or taught else [each.under("My orders") for each in tell_orders(campaign, user)]
    before, after = _around([*playable(campaign, user), *told], planned)
    # of two markers alike it is one which of them is kept
    in_rows = {(offer.subject, offer.label) for row in rows for offer in row.offers}
    private = [offer for offer in offers if offer.secret or (offer.shows_hand and len(offer.inputs) == 1)]
    others = [offer for offer in private if (offer.subject, offer.label) not in in_rows]
    if not (before or rows or after):
        before = [say("You hold nothing in secret.")]
    has_orders = not taught and (bool(planned) or can_order(campaign, user))
    shelf = Shelf(others, look.subject, look.page, tells_more=bool(hidden), has_orders=has_orders)
    return {"view": hand_layout(id_, [f"### {say(TITLE)}", *before], rows, after, shelf)}


def as_edit(message: dict[str, Any]) -> dict[str, Any]:
    """Return a private message as an edit of the one before it, whatever that held."""
    return {"content": None, "embed": None, "view": None} | message


def _rows(
    campaign: Campaign, held: Iterable[tuple[Seat, list[Secret]]], offers: Sequence[Offer], hidden: set[tuple[str, ...]]
) -> Iterator[Row]:
    """Yield what the seats of a user hold, a row for each thing, under each seat's name if several hold something. What
    they hold together is told once.
    """
    hands = [(seat, hand) for seat, hand in held if hand]
    heading, taken, shared = "", set[str](), set[tuple[str, ...]]()
    for seat, hand in hands:
        own = {offer.key for offer in of_a_seat(campaign, seat)}
        section = Shown(seat) if len(hands) > 1 else "Your hand"
        things: dict[tuple[str, ...], list[Secret]] = {}
        for place, each in enumerate(hand):
            things.setdefault(each.about or (f"line {place}",), []).append(each)
        for thing, about in things.items():
            left = own - taken
            fitting = [each for each in offers if (each.subject or "",) == thing and each.key in left]
            taken.update([each.key for each in fitting])
            said = say(about[0].section or section)
            lines = [say(each.line, opened=True) for each in about if not (each.is_detail and thing in hidden)]
            if about[0].section and (said, *lines) in shared:
                continue
            shared.add((said, *lines))
            yield Row(lines if said == heading else [f"**{said}**", *lines], _each_label_once(fitting))
            heading = said


def _each_label_once(offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """Two markers alike have the same buttons."""
    once: dict[str, Offer] = {}
    for offer in offers:
        once.setdefault(offer.label, offer)
    return tuple(once.values())


def _around(told: Iterable[Notice], planned: Iterable[Notice]) -> tuple[list[str], list[str]]:
    """Return what stands above the rows, and what stands below them: the plan, and what is done next."""
    fields = by_field([told])
    above = [line for field, lines in fields.items() if field not in LAST for line in _field(field, lines)]
    last = [line for field in LAST if field in fields for line in _field(field, fields[field])]
    return above, [*(line for field, lines in by_field([planned]).items() for line in _field(field, lines)), *last]


def _field(field: str | None, lines: list[str]) -> list[str]:
    """Some lines under what they have in common."""
    return [f"**{say(field)}**", *lines] if field and lines else lines


def playable(campaign: Campaign, user: int) -> Iterator[Secret]:
    """Yield what a user's seats can play from their hands now, or nothing if the campaign rests."""
    if campaign.is_ended:
        return
    own = sides(campaign.acts_for(user))
    for seat in own:
        offers = (offer for offer in of_a_seat(campaign, seat) if offer.secret and offer.command.plays)
        subjects = dict.fromkeys(offer.subject for offer in offers if offer.subject)
        named = Listed(line("“{name}”", name=subject) for subject in subjects)
        names = Hidden(named if len(subjects) <= MOST_NAMED else Listed((line("{count} things", count=len(subjects)),)))
        if subjects and len(own) > 1:
            yield tell_seat(seat, "**{seat}: you can play {names} now.**", seat=seat, names=names)
        elif subjects:
            yield tell_seat(seat, "**You can play {names} now.**", names=names)


# ---- the layout: a row for each thing with its own buttons, within the limits of one message ----


def hand_layout(id_: int, above: list[str], rows: Sequence[Row], below: list[str], shelf: Shelf) -> Layout:
    """Return a screen of a hand. Where there is too much for one, the rows have one menu of all that can be done with
    them, or further pages, and what stands below is behind *More…*.
    """
    head, foot = fit(above, LONGEST_ABOVE), fit(below, LONGEST_BELOW)
    room = MOST_LETTERS - len(head) - len(foot)
    held = len([offer for row in rows for offer in row.offers])
    is_long = len("".join([row.text for row in rows])) > room
    # of as many buttons of rows as fill a screen one menu is made
    first, last, is_chosen = _below(id_, shelf, MOST_CONTROLS - (held if held < MOST_CONTROLS - 1 else 1))
    has_more = is_long or held + len(first) + len(last) > MOST_CONTROLS
    pages = [*_pages(_merged(rows), room), *([[]] if has_more else [])]
    end = len(pages) - 1
    page = end if has_more and is_chosen else min(max(shelf.page, 0), end)
    here = pages[page]
    shown = ([] if has_more and page == end else first) + (last if page == end else [])
    if is_long or held + len(first) + min(len(last), 1) > MOST_CONTROLS:
        shown += _menus(id_, "Your hand", [offer for row in here for offer in row.offers], first=IN_HAND)
        here = _merged([Row(row.lines, ()) for row in here])
    if page > 0:
        shown.append(LookButton("page", id_, page - 1, "Previous page"))
    if page < end:
        shown.append(LookButton("page", id_, page + 1, LOOKS["more"] if page == end - 1 else LOOKS["page"]))
    items: list[Item] = [discord.ui.TextDisplay(head)]
    items += [item for row in here for item in _row(id_, row)]
    items += [discord.ui.TextDisplay(foot)] if foot else []
    items += map(discord.ui.ActionRow[Any], [each for each in shown if isinstance(each, MENUS)])
    if buttons := [each for each in shown if not isinstance(each, MENUS)]:
        items.append(discord.ui.ActionRow(*buttons))
    return Layout(Colour.SECRET, *items)


def _merged(rows: Sequence[Row]) -> list[Row]:
    """Return the rows, where what follows one without a button stands in the same text."""
    merged: list[Row] = []
    for row in rows:
        if merged and not merged[-1].offers and len(merged[-1].text) + len(row.text) < LONGEST_ROW:
            merged[-1] = Row([*merged[-1].lines, *row.lines], row.offers)
        else:
            merged.append(row)
    return merged


def _pages(rows: Sequence[Row], letters: int) -> list[list[Row]]:
    """Return the rows in pages of limited letters and of one menu, each with one row at least."""
    pages, room, offers = list[list[Row]]([[]]), letters, MOST_IN_MENU
    for row in rows:
        if pages[-1] and (len(row.text) > room or len(row.offers) > offers):
            pages.append([])
            room, offers = letters, MOST_IN_MENU
        pages[-1].append(row)
        room, offers = room - len(row.text), offers - len(row.offers)
    return pages


def _row(id_: int, row: Row) -> list[Item]:
    """A thing: one button stands beside what is said of it, several below."""
    text = discord.ui.TextDisplay[Any](row.text)
    buttons: list[Item] = [OfferButton(id_, offer.key, offer.label, in_hand=True) for offer in row.offers]
    if len(buttons) == 1:
        return [discord.ui.Section(text, accessory=buttons[0])]
    return [text, discord.ui.ActionRow(*buttons)] if buttons else [text]


def _below(id_: int, shelf: Shelf, room: int) -> tuple[list[Item], list[Item], bool]:
    """Return what stands below the rows: what can be done, in one menu if there is no ``room`` for its buttons; what is
    done seldom; and whether something was chosen there, which then stands alone.
    """
    subjects = {offer.subject: offer.detail for offer in shelf.offers if offer.subject}
    is_chosen = shelf.subject in subjects
    chosen = shelf.subject if is_chosen else next(iter(subjects)) if len(subjects) == 1 else None
    about_it = {offer.label: offer for offer in reversed(shelf.offers) if offer.subject and offer.subject == chosen}
    about_nothing = [offer for offer in shelf.offers if not offer.subject and not is_chosen]
    shown = [*reversed(about_it.values()), *about_nothing]
    several = [offer for offer in shown if offer.menu and is_several(type(offer.command), offer.menu)]
    single = [offer for offer in shown if offer not in several]
    last: list[Item] = [SubjectMenu(id_, [*subjects.items()], chosen or "")] if len(subjects) > 1 else []
    if not is_chosen:
        last += [LookButton("orders", id_, 0)] if shelf.has_orders else []
        last += [LookButton("texts", id_)] if shelf.tells_more else []
    # what is decided about all comes before what is done about one
    first: list[Item] = [OfferMenu(id_, offer, offer.label, in_hand=True) for offer in several]
    room = max(room, MOST_CONTROLS - 1) if is_chosen else room
    if len(single) > 1 and len(first) + len(single) + min(len(last), 1) > room:
        first += _menus(id_, chosen or "Your options now", single)
    else:
        first += [OfferButton(id_, each.key, each.label, in_hand=True) for each in single]
    return ([], [*last, *first], True) if is_chosen else (first, last, False)


def _menus(id_: int, label: str, offers: Sequence[Offer], first: int = 0) -> list[Item]:
    """Return menus that take one of some offers, as their buttons would, numbered from the ``first`` on."""
    return [
        OffersMenu(id_, first + at, label, offers[at : at + MOST_IN_MENU], in_hand=True)
        for at in range(0, len(offers), MOST_IN_MENU)
    ]


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
    rows += [[menu] for menu in _menus(id_, line("New order: when?"), new)]
    if "hand" in campaign.game.shows:
        rows.append([LookButton("page", id_, 0, "My hand")])
    items = [discord.ui.TextDisplay[Any](fit(lines, LONGEST)), *(discord.ui.ActionRow[Any](*row) for row in rows)]
    return {"view": Layout(Colour.SECRET, *items)}
