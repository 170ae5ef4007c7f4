"""What somebody who takes a seat reads in private: what it does, and when they are called."""

from collections.abc import Iterator
from typing import Any

from bot.messages.buttons import LookButton
from bot.messages.embeds import Colour, compose
from bot.messages.interaction import Buttons
from bot.messages.menu_items import EntryButton
from rules.campaign import Campaign
from rules.line import line
from rules.notice import Public, tell_all, tell_text
from rules.seat import REFEREE, Seat


def welcome(id_: int, campaign: Campaign, seat: Seat) -> dict[str, Any]:
    """Return the message to whoever takes a seat."""
    hand = [LookButton("hand", id_)] if "hand" in campaign.game.shows and seat != REFEREE else []
    view = Buttons(*hand, EntryButton("open", "me", "quiet", id_, "Quiet hours…"))
    title = "You are the referee" if seat == REFEREE else line("You play {seat:the}", seat=seat)
    return {"embed": compose(title, _lines(campaign, seat), Colour.ANSWER), "view": view}


def _lines(campaign: Campaign, seat: Seat) -> Iterator[Public]:
    if seat == REFEREE:
        yield tell_all("You settle what the rules leave open, for all, and read no secret: `/campaign manage`.")
    elif words := campaign.game.data.words_of(seat):
        yield tell_text(words)
    yield tell_all("I mention you when it is your move. In your **quiet hours** no mention disturbs you.")
    yield tell_all("`/help` says at any time what you can do.")
