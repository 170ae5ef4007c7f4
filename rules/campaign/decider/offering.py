"""What can be done now: by a player, and by anybody, with the seats whose business it is."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import chain

from rules.campaign.features import FEATURES
from rules.campaign.seats.seating import free_seats
from rules.campaign.state.state import CampaignState, once
from rules.campaign.time import deadlines
from rules.campaign.time.corrections import ThatsWrong
from rules.command import Offer
from rules.errors import NotNow, NotSeated, NotYours
from rules.line import Line, line, one_of
from rules.seat import REFEREE, Player, Seat


@once
def offers_to(campaign: CampaignState, user: int) -> tuple[Offer, ...]:
    """Return everything that a user can do now, each once."""
    table = [offer for _, offer in (*_table_offers(campaign, user), *_default_offers(campaign, user))]
    if campaign.is_ended:
        return _each_once(table)
    game = chain.from_iterable(of_a_seat(campaign, seat) for seat in campaign.acts_for(user))
    return _each_once((*table, *game))


@once
def on_screens(campaign: CampaignState, user: int) -> tuple[Offer, ...]:
    """Return what a user finds on the private screens of features, and nowhere else."""
    if campaign.is_ended:
        return ()
    return tuple(chain.from_iterable(each.on_screen(campaign, user) for each in FEATURES if each.on_screen))


@once
def open_offers(campaign: CampaignState) -> tuple[Offer, ...]:
    """Return every public offer of any seat, with the seats that can take it, for the buttons below a public result:
    none of a free seat for which nobody can act.
    """
    players = frozenset[Player]().union(*map(campaign.roster.__getitem__, campaign.game.seats))
    acted = {seat for player in players for seat in campaign.acts_for(player)}
    return _of_seats(campaign, [seat for seat in campaign.game.seats if seat in acted])


def _of_seats(campaign: CampaignState, sides: Iterable[Seat]) -> tuple[Offer, ...]:
    open_, game = dict[str, Offer](), _game_offers(campaign, sides)
    for seat, offer in (*_table_offers(campaign, None), *game, *_default_offers(campaign, None)):
        known = open_.get(offer.key, offer)
        open_[offer.key] = replace(known, seats=(*known.seats, *([seat] if seat else ())))
    return tuple(open_.values())


def found(campaign: CampaignState, user: int, key: str) -> Offer:
    """Return the offer that a button stands for. Raises ``RuleError`` if its user cannot take it now."""
    for offer in offers_to(campaign, user):
        if offer.key == key:
            return offer
    if campaign.is_ended:
        raise NotNow("This campaign has ended.")
    for offer in on_screens(campaign, user):
        if offer.key == key:
            return offer
    if free_seats(campaign) and not campaign.founding.terms.demo:
        campaign.check_seated(user)
    for each in _of_seats(campaign, campaign.game.seats):
        if each.key == key:
            raise NotYours(_foreign(campaign, user, each))
    campaign.check_seated(user)
    raise NotNow(
        "That cannot be done now: it is done already, or something else comes first. `/act` lists what you can do."
    )


@once
def of_a_seat(campaign: CampaignState, seat: Seat) -> tuple[Offer, ...]:
    """Return what a seat can do in the game now."""
    if not campaign.game.is_played_by(seat):
        return ()
    asked = {each.command.type for each in campaign.requests}
    unseen = campaign.actions + campaign.timeline.deeds.get(seat, 0)
    offers = [
        replace(each, version=unseen if each.secret else campaign.actions) if each.version is None else each
        for each in campaign.game.offers(campaign.state, seat)
        # nobody is asked twice for the same
        if not (each.command.type in asked and (each.command.ends_phase or each.command.needs_consent))
    ]
    return tuple(offers)


def instead(campaign: CampaignState, user: int, lost: Iterable[Line]) -> tuple[tuple[Line, Offer], ...]:
    """Return what a user can do with what they would lose, with its label: play it now, or else whatever else it needs,
    and order it for later.
    """
    named = {str(value) for each in lost for value in each.values.values()}
    every = [offer for seat in campaign.acts_for(user) if seat in named for offer in of_a_seat(campaign, seat)]
    about_it = [each for each in every if each.subject and str(each.subject) in named and not each.minor]
    plays = [each for each in about_it if each.command.plays]
    orders = [each for each in every if each.command.orders_ahead]
    told = [(Line("Play it") if len(plays) == 1 else each.name, each) for each in plays or about_it]
    return (*told, *((Line("Order it") if len(orders) == 1 else each.name, each) for each in orders))


def _game_offers(campaign: CampaignState, sides: Iterable[Seat]) -> Iterator[tuple[Seat | None, Offer]]:
    seats = () if campaign.is_ended else (*sides, REFEREE)
    every = [(seat, each) for seat in seats for each in of_a_seat(campaign, seat) if not each.secret]
    asked = {seat for each in campaign.requests if each.command.ends_phase for seat in each.needed}
    yield from ((seat, each) for seat, each in every if each.when_asked and seat in asked)
    yield from ((seat, each) for seat, each in every if not (each.minor or (each.when_asked and seat in asked)))


def _table_offers(campaign: CampaignState, user: int | None) -> Iterator[tuple[Seat | None, Offer]]:
    """Yield what features offer to the table, but not what is asked for already. After the end of the campaign, only
    some do.
    """
    asked = [each.command for each in campaign.requests]
    for feature in FEATURES:
        is_there = feature.at_end or not campaign.is_ended
        if feature.offers is not None and is_there and feature.has_offers(campaign):
            for seat, offer in feature.offers(campaign, user):
                if (user is not None or not offer.minor) and offer.command not in asked:
                    yield seat, offer


def _default_offers(campaign: CampaignState, user: int | None) -> Iterator[tuple[Seat | None, Offer]]:
    """Yield what to do about a seat that does not answer."""
    if campaign.is_ended or not campaign.late:
        return
    for offer in deadlines.offers(campaign, user):
        if user is not None or not offer.minor:
            yield None, offer


def _foreign(campaign: CampaignState, user: int, offer: Offer) -> Line:
    """Return why a user cannot take an offer: it is about their own entry, or only some seats can, or only players."""
    if isinstance(offer.command, ThatsWrong) and campaign.seats_of(user):
        return Line("You entered this. `/campaign undo` takes it back.")
    if not offer.seats or set(offer.seats) >= set(campaign.game.seats):
        return NotSeated().text
    return line("Only {names} can do that.", names=one_of(map(campaign.named, offer.seats)))


def _each_once(offers: Iterable[Offer]) -> tuple[Offer, ...]:
    once: dict[str, Offer] = {}
    for offer in offers:
        once.setdefault(offer.key, offer)
    return tuple(once.values())
