"""The buttons below a message, chosen from what can be done."""

from collections.abc import Container, Iterable, Sequence
from typing import Any

import discord

from bot.messages.buttons import FixButton, LookButton, OfferButton, OfferMenu, SureButton
from bot.messages.interaction import Buttons
from rules.command import Offer
from rules.line import Line, line

MOST_BELOW = 6
MOST_IN_HAND = 20
MOST_MENUS = 2  # each takes a row of five


def public_view(
    id_: int,
    offers: Iterable[Offer],
    *,
    own: Container[str] = (),
    is_alone: bool = True,
    with_hand: bool,
    why: int | None = None,
    by_hand: bool = False,
    besides: int = 0,
) -> discord.ui.View | None:
    """The buttons below a result: what anybody can do next and everybody may know, six at most with those that come
    ``besides``. What else can be done is in the hand and in `/act`.

    ``own`` are the keys of what its reader can do; the first of these is the main button. Where several play, or one
    for several sides, a button says whose it is. ``why`` is the entry that has reasons. What is chosen from a few
    things has a menu, unless it rolls dice ``by_hand``.
    """
    room = MOST_BELOW - besides - with_hand - (why is not None)
    shown, items = [*offers][: max(room, 0)], list[discord.ui.Item[Any]]()
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


def lesson_view(id_: int, offers: Sequence[Offer]) -> discord.ui.View:
    """The one button of a lesson: the first offer of its step, or the hand, where that is private."""
    view, (first, *_) = Buttons(), offers
    if first.secret:
        view.add_item(LookButton("hand", id_))
    elif first.menu:
        view.add_item(OfferMenu.of(id_, first, first.label))
    else:
        view.add_item(OfferButton(id_, first.key, first.name, is_main=True))
    return view


def _with_side(offer: Offer) -> Line:
    """The label of an offer with the side whose business it is; what any side can do has none."""
    names_it = len(offer.seats) != 1 or offer.seats[0] in offer.name
    return offer.name if names_it else line("{seat}: {offer}", seat=offer.seats[0], offer=offer.name)


def fix_view(id_: int, key: str, *, in_hand: bool) -> discord.ui.View | None:
    """The button below a form that was refused."""
    return _view([FixButton(id_, key, in_hand=in_hand)])


def why_view(id_: int, why: int | None) -> discord.ui.View | None:
    """What is left below a result once something else was done: its reasons."""
    return _view([] if why is None else [LookButton("why", id_, why)])


def sure_view(id_: int, actions: int, command: str) -> discord.ui.View | None:
    """The button by which a player who was asked goes on; ``command`` is the JSON of its short fields."""
    return _view([SureButton(id_, actions, command)])


def earlier_view(id_: int, what: str, number: int | None) -> dict[str, Any]:
    """The button below something to look at that leads to what came before it, if there is more."""
    view = _view([] if number is None else [LookButton(what, id_, number, "Earlier")])
    return {"view": view} if view else {}


def reasons_view(id_: int, before: int | None, here: int | None) -> dict[str, Any]:
    """The buttons below the reasons of an entry: those of an entry before it, and the way back to just after it."""
    items = [LookButton("why", id_, before, "Earlier")] if before is not None else []
    items += [LookButton("back", id_, here)] if here is not None else []
    view = _view(items)
    return {"view": view} if view else {}


def own_view(id_: int, offers: Sequence[Offer]) -> discord.ui.View | None:
    """The buttons of what a player can do now, for that player alone."""
    return _view([OfferButton(id_, offer.key, offer.name) for offer in offers[:MOST_IN_HAND]])


def _view(items: Sequence[discord.ui.Item[Any]]) -> discord.ui.View | None:
    if not items:
        return None
    view = Buttons()
    for item in items:
        view.add_item(item)
    return view
