"""Offers: to a player, and to the table with the seats whose business they are."""

from collections.abc import Iterator
from typing import Any

import pytest

from rules.command import Offer
from rules.errors import NotNow, NotYours
from rules.seat import Seat
from tests.high_card import BLUE, RED, HighCard
from tests.night_watch import NORTH, SOUTH
from tests.play import Play
from tests.rules.campaign.helpers import ANNA, BERT, NOBODY, labels, night_watch, reserved, two_players
from tests.rules.games.gathering_storm.harness import Storm


def open_labels(play: Play) -> dict[str, tuple[str, ...]]:
    return {offer.label: offer.seats for offer in play.campaign.open_offers()}


def test_the_table_reads_whose_business_an_offer_is() -> None:
    play = night_watch()
    assert open_labels(play)["Draw a token"] == (NORTH, SOUTH)
    play.do(ANNA, "draw")
    assert open_labels(play)["Draw a token"] == (SOUTH,)
    assert set(open_labels(play)) == {"Draw a token", "Next turn", "Next: Rest"}


def test_a_foreign_press_names_who_can_do_it() -> None:
    play = night_watch((ANNA, "draw"))
    key = next(offer.key for offer in play.campaign.open_offers() if offer.label == "Draw a token")
    for user in (ANNA, NOBODY):
        with pytest.raises(NotYours, match=r"^Only <@2> \(South\) can do that\.$"):
            play.campaign.find_offer(user, key)
    play.do(BERT, "leave", seat="South")
    with pytest.raises(NotYours, match=r"^Only South \(free\) can do that\.$"):
        play.campaign.find_offer(ANNA, key)


def test_what_every_side_can_do_is_refused_to_a_stranger() -> None:
    play = night_watch()
    key = next(offer.key for offer in play.campaign.open_offers() if offer.label == "Next turn")
    with pytest.raises(NotYours, match="You hold no seat"):
        play.campaign.find_offer(NOBODY, key)


def test_only_players_learn_that_an_old_button_came_too_late() -> None:
    play = night_watch()
    key = next(offer.key for offer in play.campaign.open_offers() if offer.label == "Next: Rest")
    play.do(ANNA, "next_phase")
    with pytest.raises(NotNow, match="cannot be done now"):
        play.campaign.find_offer(BERT, key)
    with pytest.raises(NotYours, match="You hold no seat"):
        play.campaign.find_offer(NOBODY, key)


def test_anothers_secret_offer_is_refused_like_a_missing_one() -> None:
    play = night_watch()
    key = next(offer.key for offer in play.campaign.offers(ANNA) if offer.label == "Note something")
    play.do(ANNA, "leave", seat="North")
    with pytest.raises(NotNow, match="cannot be done now"):
        play.campaign.find_offer(ANNA, key.replace("1", "9"))


def test_nobody_is_offered_a_request_that_is_still_open() -> None:
    play = reserved(Storm().set(has_drawn=False))
    label = "Use our printed deck"
    assert all(label in labels(play, user) for user in range(1, 6))
    play.do(2, "printed_deck", general=9, national=9)
    assert not any(label in labels(play, user) for user in range(1, 6))
    play.do(3, "decline", to=play.campaign.number)
    assert all(label in labels(play, user) for user in range(1, 6))


def test_what_a_seat_can_do_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """However often somebody asks for it; after the next action it is worked out again."""
    play = two_players()
    asked: list[Seat] = []
    offers = HighCard.offers

    def counted(game: HighCard, state: Any, seat: Seat) -> Iterator[Offer]:
        asked.append(seat)
        return offers(game, state, seat)

    monkeypatch.setattr(HighCard, "offers", counted)
    for campaign in (play.campaign, play.campaign):
        assert campaign.open_offers()
        for user in (ANNA, BERT):
            for offer in campaign.offers(user):
                assert campaign.find_offer(user, offer.key) == offer
    assert sorted(asked) == sorted((RED, BLUE))
    play.do(BERT, "take")
    assert "Take a number" not in labels(play, BERT)
    assert sorted(asked) == sorted((RED, BLUE, BLUE))


def test_no_public_button_reveals_a_private_action() -> None:
    play = night_watch()

    def keys(user: int) -> set[str]:
        return {each.key for each in (*play.campaign.open_offers(), *play.campaign.offers(user)) if not each.secret}

    before = keys(ANNA), keys(BERT)
    play.do(BERT, "note")
    assert (keys(ANNA), keys(BERT)) == before
