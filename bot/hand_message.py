"""The private message of a hand: what a player holds, new secret notices, and the buttons."""

from collections.abc import Sequence
from typing import Any

from bot.buttons import hand_view, subject_of
from bot.embeds import Colour, compose
from bot.language import say
from rules.campaign import Campaign
from rules.errors import NotYours
from rules.line import line
from rules.notice import Notice, Secret
from rules.secrets import Shown

TITLE = "For your eyes only"


def hand_message(
    id_: int, campaign: Campaign, user: int, told: Sequence[Secret] = (), subject: str | None = None
) -> dict[str, Any]:
    """The hand of a user below the notices in ``told``; the buttons are about ``subject``, or the first item in it.

    Raises ``NotYours`` for a user without a seat.
    """
    if not campaign.seats_of(user):
        raise NotYours("You hold no seat in this campaign. `/campaign join` takes one.")
    offers = [offer for offer in campaign.offers(user) if offer.secret and not offer.minor]
    focus = subject_of(offers, subject)
    lines: list[Notice] = [*told, *_held(campaign, user)]
    embed = compose(
        TITLE, lines, Colour.SECRET, line("The buttons are about {subject}.", subject=focus) if focus else ""
    )
    view = hand_view(id_, offers, focus, seq=campaign.seq)
    if not lines:
        embed.description = say("You hold nothing in secret.")
    return {"embed": embed} | ({"view": view} if view is not None else {})


def _held(campaign: Campaign, user: int) -> list[Secret]:
    """What the seats of a user hold, under each seat's name if there are several."""
    hands = [(seat, [*campaign.game.hand(campaign.state, seat)]) for seat in campaign.acts_for(user)]
    has_many = sum(bool(hand) for _, hand in hands) > 1
    return [
        notice if notice.section else notice.under(Shown(seat) if has_many else "Your hand")
        for seat, hand in hands
        for notice in hand
    ]
