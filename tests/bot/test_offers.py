"""What a button or a command of a game does is what was chosen, in every game that is played at random."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from bot.base.language import said_by_any
from bot.engine.request import TakeOffer, about
from bot.messages.hand_message import MOST_CONTROLS, Look, hand_message
from localdiscord.state.components import walk
from rules.campaign import Campaign
from rules.command import Offer
from rules.game import AnyGame
from rules.seat import Player
from tests.faults.rounds import many
from tests.rules.test_conformance import GAMES, random_play

LONGEST_PREFIX = "adj:form:9999999:own:"


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> AnyGame:
    return GAMES[request.param]


def offers(game: AnyGame) -> list[tuple[Offer, ...]]:
    """What each player can do after each step."""
    users = range(1, len(game.seats) + 1)
    return [play.campaign.offers(user) for play, _ in random_play(game, 0) for user in users]


@pytest.mark.by_day(3)
def test_a_button_or_a_command_does_what_was_chosen(game: AnyGame) -> None:
    """One walk for all: its games are long."""
    for there in offers(game):
        for offer in there:
            check_choice(there, offer)
            key = offer.key.removesuffix(str(offer.version)) + "9" * max(5, len(str(offer.version)))
            assert len(LONGEST_PREFIX + key) <= 95, "every key has room in a form's id, with its own letters"


def check_choice(there: tuple[Offer, ...], offer: Offer) -> None:
    """A choice by its id or its words is the one that is made, and without one none is made."""
    choice: str = getattr(offer.command, "choice", "")
    if not (offer.subject and choice):
        return
    for typed in (choice, *said_by_any(offer.words)):
        asked = about(there, offer.command.type, offer.subject, choice=typed)
        if isinstance(asked, TakeOffer):
            (taken,) = (each for each in there if each.key == asked.key)
            assert (taken.subject, getattr(taken.command, "choice", "")) == (offer.subject, choice)
        else:
            assert asked == {"type": offer.command.type, "marker": offer.subject, "choice": choice}
    asked = about(there, offer.command.type, offer.subject)
    alike = {getattr(each.command, "choice", "") for each in there if each.subject == offer.subject and each.words}
    assert isinstance(asked, TakeOffer) <= (len(alike) == 1)


def test_a_screen_of_a_hand_has_few_controls(game: AnyGame) -> None:
    """Of each player, and of one who plays all sides; also of what they choose there."""
    for play, _ in islice(random_play(game, 0), 0, None, many(3, 1)):
        alone = replace(play.campaign, roster={**play.campaign.roster, **dict.fromkeys(game.seats, (Player(1),))})
        for campaign, user in ((alone, 1), *((play.campaign, user) for user in range(1, len(game.seats) + 1))):
            assert max(controls(campaign, user)) <= MOST_CONTROLS


def controls(campaign: Campaign, user: int) -> Iterator[int]:
    """How many controls each screen of a user's hand has."""
    subjects = dict.fromkeys(each.subject for each in campaign.offers(user) if each.secret)
    for look in (*map(Look, subjects), *(Look(page=page) for page in range(3))):
        shown = walk(hand_message(1, campaign, user, look=look)["view"].to_components())
        yield sum("custom_id" in each for each in shown)
