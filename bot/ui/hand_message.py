"""The private message of a hand: what a player holds, new secret notices, and the buttons."""

from collections.abc import Iterator, Sequence
from typing import Any

from bot.base.language import say
from bot.ui.embeds import Colour, compose
from bot.ui.views import hand_view, subject_of
from rules.campaign import Campaign
from rules.campaign.chronicle.lessons import is_lesson, of_the_step
from rules.campaign.decider.offering import of_a_seat
from rules.campaign.questions.plans import tell_plan
from rules.line import Listed, line
from rules.notice import Notice, Secret, tell_seat
from rules.seat import sides
from rules.secrets import Hidden, Shown

TITLE = "For your eyes only"


def hand_message(
    id_: int, campaign: Campaign, user: int, told: Sequence[Secret] = (), subject: str | None = None
) -> dict[str, Any]:
    """The hand of a user below the notices in ``told``; the buttons are about ``subject``, or the first item in it.

    Raises ``NotYours`` for a user without a seat.
    """
    campaign.check_seated(user)
    taught = is_lesson(campaign)
    may = of_the_step(campaign, user) if taught else campaign.offers(user)
    offers = [offer for offer in may if offer.secret and not offer.minor]
    focus = subject_of(offers, subject)
    playable = () if campaign.rests else _playable(campaign, user)
    planned = [] if campaign.rests or taught else _planned(campaign, user)
    lines: list[Notice] = [*playable, *told, *_held(campaign, user), *planned]
    about = line("The buttons are about {subject}.", subject=focus) if focus else ""
    embed = compose(TITLE, lines, Colour.SECRET, about)
    view = hand_view(id_, offers, focus, has_journal=campaign.seq > 0 and not taught)
    if not lines:
        embed.description = say("You hold nothing in secret.")
    return {"embed": embed} | ({"view": view} if view is not None else {})


def _playable(campaign: Campaign, user: int) -> Iterator[Secret]:
    """What the seats of a user can play out of their hands at this moment."""
    sides = [seat for seat in campaign.acts_for(user) if seat in campaign.game.seats]
    for seat in sides:
        offers = (offer for offer in of_a_seat(campaign, seat) if offer.secret and offer.command.plays)
        subjects = dict.fromkeys(offer.subject for offer in offers if offer.subject)
        names = Hidden(Listed(line("“{name}”", name=subject) for subject in subjects))
        if subjects and len(sides) > 1:
            yield tell_seat(seat, "**{seat}: you can play {names} now.**", seat=seat, names=names)
        elif subjects:
            yield tell_seat(seat, "**You can play {names} now.**", names=names)


def _planned(campaign: Campaign, user: int) -> list[Secret]:
    """What the sides of a user have planned; one who plays several has the same plan for each."""
    plans = ([*tell_plan(campaign, seat)] for seat in campaign.acts_for(user))
    return [notice.under("Your plan") for notice in next(filter(None, plans), [])]


def _held(campaign: Campaign, user: int) -> list[Secret]:
    """What the seats of a user hold, under each seat's name if there are several."""
    hands = [(seat, [*campaign.game.hand(campaign.state, seat)]) for seat in sides(campaign.acts_for(user))]
    has_many = sum(bool(hand) for _, hand in hands) > 1
    return [
        notice if notice.section else notice.under(Shown(seat) if has_many else "Your hand")
        for seat, hand in hands
        for notice in hand
    ]
