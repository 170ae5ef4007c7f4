"""Buttons and menus that survive restarts: their custom id says what they do, and the bot checks it when pressed."""

from collections.abc import Iterable, Sequence
from typing import Any

import discord
from typing_extensions import override

from bot.base.language import say, say_plain
from bot.messages.embeds import cut
from bot.messages.interaction import Button, Buttons, Interaction, Items, Menu, Pressed, choice_of, tell_privately
from rules.command import MOST_IN_MENU, Offer, is_several
from rules.line import Line, line
from rules.notice import tell_all

MOST_BELOW = 5
MOST_MENUS = 2  # each takes a row of five
NEVER = 0


class OfferButton(Pressed[Button], id="adj:{where:do|own}:{id_}:{key:.+}"):
    """Takes an offer. Its id holds the campaign, the offer's key, and whether it belongs to a hand."""

    where: str
    id_: int
    key: str

    def __init__(self, id_: int, key: str, label: str, *, is_main: bool = False, in_hand: bool = False) -> None:
        style = discord.ButtonStyle.primary if is_main else discord.ButtonStyle.secondary
        button: Button = discord.ui.Button(label=say_plain(label)[:80], style=style)
        super().__init__(button, where="own" if in_hand else "do", id_=id_, key=key)

    @override
    def pressed(self, interaction: Interaction) -> Any:
        return interaction.client.responder.take_offer(interaction, self.id_, self.key, in_hand=self.where == "own")


class OfferMenu(Pressed[Menu], id="adj:{where:pick|take}:{id_}:{key:.+}"):
    """Takes an offer with the one thing that it asks for, or the several. Its id holds the campaign, the offer's key,
    and whether it belongs to a hand.
    """

    where: str
    id_: int
    key: str

    def __init__(self, id_: int, offer: Offer, label: str, *, in_hand: bool = False) -> None:
        name, chosen, most = offer.menu or "", (), 1
        if is_several(type(offer.command), name):  # those that the command holds are proposed
            chosen = () if name in offer.unproposed else getattr(offer.command, name)
            most = offer.most or len(offer.of(name))
        options = [
            _option(each.value, each.detail, label=each.label, is_chosen=each.value in chosen)
            for each in offer.of(name)
        ]
        menu: Menu = discord.ui.Select(
            placeholder=say_plain(label).removesuffix("…")[:150] or None,
            options=options,
            max_values=min(most, len(options)) or 1,
        )
        super().__init__(menu, where="take" if in_hand else "pick", id_=id_, key=offer.key)

    @override
    def pressed(self, interaction: Interaction) -> Any:
        chosen, in_hand = tuple(self.item.values), self.where == "take"
        return interaction.client.responder.pick(interaction, self.id_, self.key, chosen, in_hand=in_hand)


class OffersMenu(Pressed[Menu], id="adj:{where:offers|ownoffers}:{id_}:{number}"):
    """Takes one of several offers that have something in common, as its button would. Its id holds the campaign, which
    menu of the message it is, and whether it belongs to a private screen.
    """

    where: str
    id_: int
    number: int

    def __init__(
        self, id_: int, number: int, label: str = "", offers: Sequence[Offer] = (), *, in_hand: bool = False
    ) -> None:
        options = [_option(offer.key, label=offer.name) for offer in offers]
        menu: Menu = discord.ui.Select(placeholder=say_plain(label)[:150] or None, options=options)
        super().__init__(menu, where="ownoffers" if in_hand else "offers", id_=id_, number=number)

    @override
    def pressed(self, interaction: Interaction) -> Any:
        in_hand, key = self.where == "ownoffers", choice_of(self.item)
        return interaction.client.responder.take_offer(interaction, self.id_, key, in_hand=in_hand)


def _option(value: str, about: str = "", *, label: str = "", is_chosen: bool = False) -> discord.SelectOption:
    shown, detail = cut(say_plain(label or value)), cut(say_plain(about)) or None
    return discord.SelectOption(label=shown, value=value[:100], description=detail, default=is_chosen)


HAND = "hand"
LOOKS = {
    HAND: "My hand",
    "why": "Why?",
    "since": "Catch me up",
    "dice": "Dice",
    "more": "More…",
    "check": "Check the board",
    "back": "Undo to here",
    "report": "Report",
    "texts": "What these events do",
    "orders": "My orders…",
    "page": "Next page",
}
"""What a player can look at in private, with the label of the button; any other is called by who makes it."""


class LookButton(
    Pressed[Button],
    id=r"adj:{what:(?:hand|since|dice|more|check|report|texts)(?=:\d+$)|"
    r"(?:why|back|page|board|match|orders|correct)(?=:\d+:\d+$)}:{id_}{number?}",
):
    """Shows the player who presses it something, and nobody else: their hand, the reasons of the entry with that
    ``number``, what going back to it would undo, the form that corrects its result, what happened since they last
    acted, what should lie on the table, how the dice are sealed, the report, or what is done seldom. In a hand: what
    its things do, or the page with that number. Two do something: one notes that the presser's board stands as after
    that entry, one that it matches the list above, which that entry changed last.
    """

    what: str
    id_: int
    number: int | None

    def __init__(
        self, what: str, id_: int, number: int | None = None, label: str = "", *, is_main: bool = False
    ) -> None:
        style = discord.ButtonStyle.primary if is_main else discord.ButtonStyle.secondary
        button: Button = discord.ui.Button(label=say(label or LOOKS[what]), style=style)
        super().__init__(button, what=what, id_=id_, number=number)

    @override
    def pressed(self, interaction: Interaction) -> Any:
        return interaction.client.looks.look(interaction, self.what, self.id_, self.number or 0)


class FixButton(Pressed[Button], id="adj:fix:{where:do|own}:{id_}:{key:.+}"):
    """Opens a form that was refused again, filled in as it was."""

    where: str
    id_: int
    key: str

    def __init__(self, id_: int, key: str, *, in_hand: bool = False) -> None:
        button: Button = discord.ui.Button(label=say("Fix it"), style=discord.ButtonStyle.primary)
        super().__init__(button, where="own" if in_hand else "do", id_=id_, key=key)

    @override
    def pressed(self, interaction: Interaction) -> Any:
        return interaction.client.responder.reopen_form(interaction, self.id_, self.key, in_hand=self.where == "own")


class SureButton(Pressed[Button], id="adj:sure:{id_}:{actions}:{command:.+}"):
    """Goes on although something is skipped. Its id holds the campaign, how far it was, and the command as JSON."""

    id_: int
    actions: int
    command: str

    def __init__(self, id_: int, actions: int, command: str, label: str = "") -> None:
        button: Button = discord.ui.Button(label=label or say("Go on"), style=discord.ButtonStyle.danger)
        super().__init__(button, id_=id_, actions=actions, command=command)

    @override
    def pressed(self, interaction: Interaction) -> Any:
        return interaction.client.responder.go_on(interaction, self.id_, self.actions, self.command)


class SubjectMenu(Pressed[Menu], id="adj:about:{id_}"):
    """Chooses the item of a hand that the buttons below are about."""

    id_: int

    def __init__(self, id_: int, subjects: Sequence[tuple[str, str]] = (), chosen: str = "") -> None:
        options = [_option(subject, detail, is_chosen=subject == chosen) for subject, detail in subjects]
        menu: Menu = discord.ui.Select(placeholder=say("More about…"), options=options[:MOST_IN_MENU])
        super().__init__(menu, id_=id_)

    @override
    def pressed(self, interaction: Interaction) -> Any:
        return interaction.client.looks.select_subject(interaction, self.id_, choice_of(self.item))


class RemindersButton(Pressed[Button], id="adj:remind:never"):
    """Ends the reminders of the player who presses it, and nobody else's."""

    def __init__(self) -> None:
        super().__init__(discord.ui.Button(label=say("No more reminders")))

    @override
    async def pressed(self, interaction: Interaction) -> None:
        await interaction.client.service.people.change(interaction.user.id, every=NEVER)
        lines = [
            tell_all("Reminders are off, in every campaign. A move that is yours still calls you once."),
            tell_all("A result that waits for you still mentions you. `/campaign manage what:calls` ends that too."),
            tell_all("`/me settings` brings reminders back."),
        ]
        await tell_privately(interaction, "No more reminders", lines)


def with_opt_out(message: dict[str, Any]) -> dict[str, Any]:
    """Return a message that calls somebody, with the button by which they want no more reminders."""
    view = message.get("view") or Buttons()
    view.add_item(RemindersButton())
    return message | {"view": view}


ITEMS: Items = (FixButton, OfferButton, OfferMenu, OffersMenu, LookButton, SureButton, SubjectMenu, RemindersButton)


def is_known(custom_id: str, more: Items = ()) -> bool:
    """Return whether an item of this version, or one of some ``more``, handles a custom id."""
    return any(item.__discord_ui_compiled_template__.fullmatch(custom_id) for item in (*ITEMS, *more))


# ---- which of them stand below a message, chosen from what can be done ----


def public_view(
    id_: int,
    offers: Iterable[Offer],
    *,
    main: str | None = None,
    is_alone: bool = True,
    with_hand: bool,
    in_hand: bool = False,
    why: int | None = None,
    by_hand: bool = False,
    besides: int = 0,
) -> discord.ui.View | None:
    """Return the buttons below a result: what anybody can do next and everybody may know, five at most with those that
    come ``besides``. What else can be done is in the hand and in `/act`.

    ``main`` is the key of what is asked for, or ``HAND``: its button comes first and stands out. Where several play, or
    one for several sides, a button says whose it is. What is asked for can be done ``in_hand``, too. ``why`` is the
    entry that has reasons. What is chosen from a few things has a menu, unless it rolls dice ``by_hand``.
    """
    room = MOST_BELOW - besides - with_hand - (why is not None)
    in_order = sorted(offers, key=lambda offer: offer.key != main)
    shown = sorted(in_order[: max(room, 0)], key=lambda offer: (offer.key != main, offer.command.ends_phase))
    items = list[discord.ui.Item[Any]]()
    says_side = not is_alone or len({offer.seats for offer in shown if len(offer.seats) == 1}) > 1
    for offer in shown:
        label = _with_side(offer) if says_side else offer.name
        has_room = sum(isinstance(item, OfferMenu) for item in items) < MOST_MENUS
        has_menu = offer.menu and has_room and not (by_hand and offer.dice)
        button = OfferButton(id_, offer.key, label, is_main=offer.key == main)
        items.append(OfferMenu(id_, offer, label) if has_menu else button)
    if with_hand and main == HAND:
        items.insert(0, LookButton(HAND, id_, is_main=True))
    elif with_hand and (in_hand or main is None or len(items) + (why is not None) <= 1):
        items.append(LookButton(HAND, id_))
    if why is not None:
        items.append(LookButton("why", id_, why))
    return Buttons(*items) if items else None


def lesson_view(id_: int, offers: Sequence[Offer]) -> discord.ui.View:
    """Return the one button of a lesson: the first offer of its step, or the hand, where that is private."""
    first, *_ = offers
    if first.secret:
        return Buttons(LookButton("hand", id_))
    if first.menu:
        return Buttons(OfferMenu(id_, first, first.label))
    return Buttons(OfferButton(id_, first.key, first.name, is_main=True))


def _with_side(offer: Offer) -> Line:
    """Return the label of an offer with its side, or without one if any side can do it."""
    names_it = len(offer.seats) != 1 or offer.seats[0] in offer.name
    return offer.name if names_it else line("{seat}: {offer}", seat=offer.seats[0], offer=offer.name)


def reasons_view(id_: int, before: int | None, here: int | None, asked: int | None) -> dict[str, Any]:
    """Return the buttons below an entry's reasons: to the reasons of an earlier entry, back to this one, and to the
    form of what it ``asked``, to correct it.
    """
    items = [LookButton("why", id_, before, "Earlier")] if before is not None else []
    items += [LookButton("back", id_, here)] if here is not None else []
    items += [LookButton("correct", id_, asked, "Correct…")] if asked is not None else []
    return below(items)


def below(items: Sequence[discord.ui.Item[Any]]) -> dict[str, Any]:
    """Return some buttons as part of a message, or an empty part if there are none."""
    return {"view": Buttons(*items)} if items else {}
