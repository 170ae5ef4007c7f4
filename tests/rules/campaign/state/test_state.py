"""Where a campaign stands: who holds which seat, and for whom each user acts."""

from dataclasses import replace
from datetime import timedelta

from rules.campaign.questions.rulings import SetRuling
from rules.campaign.seats.seating import Join, Leave
from rules.campaign.state.state import Away, StandIn
from rules.errors import NotNow
from rules.seat import REFEREE, Player
from tests.high_card import BLUE, RED
from tests.night_watch import NORTH, SOUTH
from tests.rules.campaign.helpers import (
    ANNA,
    BERT,
    CARLA,
    high_card,
    night_watch,
    refused,
    two_players,
    with_neutral_referee,
)


def test_the_founder_holds_a_seat_and_is_the_referee() -> None:
    assert high_card().campaign.seats_of(ANNA) == (RED, REFEREE)


def test_the_referee_acts_for_empty_seats_only() -> None:
    play = high_card()
    play.do(ANNA, "take")
    play.do(ANNA, "take")
    assert set(play.campaign.state.held) == {RED, BLUE}
    play = two_players((ANNA, "take"))
    refused(play, NotNow, "already", ANNA, {"type": "take"})
    assert set(play.campaign.state.held) == {RED}


def test_the_other_sides_are_those_others_hold() -> None:
    play = with_neutral_referee()
    campaign = play.campaign
    assert campaign.others(ANNA) == {SOUTH}
    assert campaign.others(CARLA) == {NORTH, SOUTH}
    assert campaign.all_others(CARLA) == frozenset()
    play.do(BERT, Leave(seat=SOUTH))
    assert play.campaign.others(ANNA) == {REFEREE}
    alone = high_card()
    alone.do(ANNA, Join(seat=BLUE))
    assert alone.campaign.others(ANNA) == frozenset()


def test_sharing_one_side_is_being_alone_in_none() -> None:
    """Anna plays the North with Bert and the South alone."""
    play = night_watch()
    roster = {**play.campaign.roster, NORTH: (Player(ANNA), Player(BERT)), SOUTH: (Player(ANNA),)}
    assert replace(play.campaign, roster=roster).others(ANNA) == {NORTH}
    assert replace(play.campaign, roster={**roster, SOUTH: ()}).others(ANNA) == frozenset()


def test_each_entry_has_the_rulings_of_its_time() -> None:
    play = night_watch(all_agree=True)
    first = play.campaign.game.data.rulings["lanterns"].answer
    other = next(each for each in ("yes", "no") if each != first)
    changed = []
    for choice in (other, first):
        play.do(ANNA, SetRuling(name="lanterns", choice=choice))
        changed.append(play.campaign.seq)
    one, two = changed
    known = [play.campaign.game_of(seq).data.rulings["lanterns"].answer for seq in (one - 1, one, two - 1, two)]
    assert known == [first, other, other, first]


def test_a_stand_in_needs_a_holder_and_a_day() -> None:
    campaign, at = night_watch().campaign, night_watch().clock
    until = at + timedelta(days=3)
    let = campaign.having(Away(stand_ins=(StandIn(Player(CARLA), Player(BERT), frozenset({SOUTH}), at, until),)))
    for user, seat, is_let_in in ((CARLA, SOUTH, True), (CARLA, NORTH, False), (BERT, SOUTH, False)):
        assert let.is_let_in(user, seat) is is_let_in
    assert not let.when(until).is_let_in(CARLA, SOUTH)
    assert not replace(let, roster={**let.roster, SOUTH: ()}).is_let_in(CARLA, SOUTH)


def test_private_actions_are_never_the_last_action() -> None:
    play = night_watch((ANNA, "wave"), (BERT, "note"))
    last = play.campaign.timeline.last
    assert last is not None
    assert (last.number, last.player) == (play.campaign.number, ANNA)
