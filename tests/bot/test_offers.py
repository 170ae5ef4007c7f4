"""What a button or a command of a game does is what was chosen, in every game that is played at random."""

import pytest

from bot.base.language import said_by_any
from bot.engine.request import TakeOffer, about
from rules.command import Offer
from rules.game import AnyGame
from tests.rules.test_conformance import GAMES, random_play

LONGEST_PREFIX = "adj:form:9999999:own:"


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> AnyGame:
    return GAMES[request.param]


def offers(game: AnyGame) -> list[tuple[Offer, ...]]:
    """What each player can do after each step."""
    users = range(1, len(game.seats) + 1)
    return [play.campaign.offers(user) for play, _ in random_play(game, 0) for user in users]


def test_a_choice_by_its_id_or_its_words_is_the_one_that_is_made(game: AnyGame) -> None:
    for there in offers(game):
        for offer in there:
            choice = getattr(offer.command, "choice", "")
            if not (offer.subject and choice):
                continue
            for typed in (choice, *said_by_any(offer.words)):
                asked = about(there, offer.command.type, offer.subject, choice=typed)
                if isinstance(asked, TakeOffer):
                    (taken,) = (each for each in there if each.key == asked.key)
                    assert (taken.subject, taken.command.choice) == (offer.subject, choice)  # type: ignore[attr-defined]
                else:
                    assert asked == {"type": offer.command.type, "marker": offer.subject, "choice": choice}


def test_without_a_choice_none_is_made(game: AnyGame) -> None:
    for there in offers(game):
        for offer in there:
            if offer.subject and getattr(offer.command, "choice", ""):
                asked = about(there, offer.command.type, offer.subject)
                alike = {each.command.choice for each in there if each.subject == offer.subject and each.words}  # type: ignore[attr-defined]
                assert isinstance(asked, TakeOffer) <= (len(alike) == 1)


def test_every_key_has_room_in_a_buttons_id(game: AnyGame) -> None:
    for there in offers(game):
        for offer in there:
            key = offer.key.removesuffix(str(offer.version)) + "9" * max(5, len(str(offer.version)))
            assert len(LONGEST_PREFIX + key) <= 100
