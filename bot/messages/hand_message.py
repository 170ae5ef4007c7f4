"""The private message of a hand: what a player holds, new secret notices, and the buttons."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot.base.language import say
from bot.messages.embeds import LAST, by_field
from bot.messages.hand_layout import Row, Shelf, hand_layout
from rules.campaign import Campaign
from rules.campaign.chronicle.lessons import is_lesson, of_the_step
from rules.campaign.decider.offering import of_a_seat
from rules.campaign.questions.orders import tell_orders
from rules.command import Offer
from rules.line import Listed, line
from rules.notice import Notice, Secret, tell_seat
from rules.seat import Seat, sides
from rules.secrets import Hidden, Shown

TITLE = "For your eyes only"


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
    """The hand of a user below the notices in ``told``: a row for each thing in it, with its own buttons. What a thing
    does is told when it is new, and where the ``look`` asks for it.

    Raises ``NotYours`` for a user without a seat.
    """
    campaign.check_seated(user)
    taught = is_lesson(campaign)
    may = of_the_step(campaign, user) if taught else campaign.offers(user)
    offers = [offer for offer in may if not offer.minor]
    new = {thing for notice in told for thing in notice.about}
    held = [(seat, [*campaign.game.hand(campaign.state, seat)]) for seat in sides(campaign.acts_for(user))]
    hidden = {each.about for _, hand in held for each in hand if each.is_detail and not new & {*each.about}}
    if look.in_full:
        hidden.clear()
    rows = [*_rows(campaign, held, offers, hidden)]
    planned = [] if campaign.is_ended or taught else _planned(campaign, user)
    before, after = _around([*playable(campaign, user), *told], planned)
    # of two markers alike it is one which of them is kept
    in_rows = {(offer.subject, offer.label) for row in rows for offer in row.offers}
    others = [offer for offer in offers if offer.secret and (offer.subject, offer.label) not in in_rows]
    if not (before or rows or after):
        before = [say("You hold nothing in secret.")]
    shelf = Shelf(others, look.subject, look.page, tells_more=bool(hidden), has_journal=campaign.seq > 0 and not taught)
    return {"view": hand_layout(id_, [f"### {say(TITLE)}", *before], rows, after, shelf)}


def as_edit(message: dict[str, Any]) -> dict[str, Any]:
    """A private message as an edit of the one before it, whatever that held."""
    return {"content": None, "embed": None, "view": None} | message


def _rows(
    campaign: Campaign,
    held: Iterable[tuple[Seat, list[Secret]]],
    offers: Sequence[Offer],
    hidden: set[tuple[str, ...]],
) -> Iterator[Row]:
    """What the seats of a user hold, a row for each thing, under each seat's name if several hold something."""
    hands = [(seat, hand) for seat, hand in held if hand]
    heading, taken = "", set[str]()
    for seat, hand in hands:
        own = {offer.key for offer in of_a_seat(campaign, seat)}
        section = Shown(seat) if len(hands) > 1 else "Your hand"
        things = dict.fromkeys(each.about or (f"line {place}",) for place, each in enumerate(hand))
        for thing in things:
            about = [each for place, each in enumerate(hand) if (each.about or (f"line {place}",)) == thing]
            told = [each for each in about if not (each.is_detail and thing in hidden)]
            fitting = [each for each in offers if (each.subject or "",) == thing and each.key in own - taken]
            taken.update(each.key for each in fitting)
            said = say(about[0].section or section)
            lines = [say(each.line, opened=True) for each in told]
            yield Row([*([f"**{said}**"] if said != heading else ()), *lines], _each_label_once(fitting))
            heading = said


def _each_label_once(offers: Iterable[Offer]) -> tuple[Offer, ...]:
    """Two markers alike have the same buttons."""
    once: dict[str, Offer] = {}
    for offer in offers:
        once.setdefault(offer.label, offer)
    return tuple(once.values())


def _around(told: Iterable[Notice], planned: Iterable[Notice]) -> tuple[list[str], list[str]]:
    """What stands above the rows, and what stands below them: the plan, and what is done next."""
    fields = by_field([told])
    above = [line for field, lines in fields.items() if field not in LAST for line in _field(field, lines)]
    last = [line for field in LAST for line in _field(field, fields.get(field, []))]
    return above, [*(line for field, lines in by_field([planned]).items() for line in _field(field, lines)), *last]


def _field(field: str | None, lines: list[str]) -> list[str]:
    """Some lines under what they have in common."""
    return [f"**{say(field)}**", *lines] if field and lines else lines


def playable(campaign: Campaign, user: int) -> Iterator[Secret]:
    """What the seats of a user can play out of their hands at this moment; nothing in a campaign that rests."""
    if campaign.is_ended:
        return
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
    plans = ([*tell_orders(campaign, seat)] for seat in campaign.acts_for(user))
    return [notice.under("My orders") for notice in next(filter(None, plans), [])]
