"""Undo: freely, or with the others' consent where something became known or is not one's own."""

from rules.campaign.life.settings import ChangeSettings
from rules.campaign.questions.requests import Agree, Decline
from rules.campaign.seats.seating import Join, Leave
from rules.campaign.time.undo import Undo, undone
from rules.errors import NotNow, NotYours
from rules.seat import REFEREE
from tests.games import all_games, founded
from tests.high_card import BLUE, RED
from tests.night_watch import NORTH, SOUTH
from tests.play import Play, public, secret
from tests.rules.campaign.helpers import (
    ANNA,
    BERT,
    CARLA,
    NOBODY,
    high_card,
    night_watch,
    refused,
    reserved,
    two_players,
)


def test_an_action_without_a_die_or_a_secret_is_undone_freely() -> None:
    play = two_players()
    before = play.campaign.state
    play.do(BERT, "bid", points=3)
    assert "is undone" in public(play.do(BERT, Undo()))
    assert play.campaign.state == before
    assert play.log[-1].undoes == 2


def test_a_stale_button_undoes_nothing_else() -> None:
    play = two_players()
    play.do(BERT, "bid", points=3)
    first = play.campaign.seq
    play.do(ANNA, "bid", points=2)
    refused(play, NotNow, "The game has gone on since", BERT, Undo(entry=first))
    refused(play, NotNow, "The game has gone on since", ANNA, Undo(entry=first))
    play.do(ANNA, Undo(entry=play.campaign.seq))
    assert play.log[-1].undoes is not None


def test_a_roll_needs_the_other_seat_and_the_dice_stay_used() -> None:
    play = two_players()
    before = play.campaign.state
    first = secret(play.do(BERT, "take"), BLUE)
    assert "Red must agree" in public(play.do(BERT, Undo()))
    assert play.campaign.state != before
    refused(play, NotYours, "asked for this yourself", BERT, Agree(to=3))
    refused(play, NotYours, r"Only <@1> \(Red\) can answer", NOBODY, Agree(to=3))
    play.do(ANNA, Agree(to=3))
    assert play.campaign.state == before
    assert play.campaign.next_die == 2
    assert secret(play.do(BERT, "take"), BLUE) != first


def test_a_playing_referee_undoes_nothing_alone() -> None:
    """Anna is Red and the referee: neither Bert's roll nor his open bid is hers to undo."""
    for given in ({"type": "take"}, {"type": "bid", "points": 1}):
        play = two_players()
        play.do(BERT, given)
        stood = play.campaign.state
        assert "Blue must agree" in public(play.do(ANNA, Undo()))
        assert play.campaign.state == stood
        refused(play, NotYours, "yourself", ANNA, Agree(to=3))
        play.do(BERT, Agree(to=3))
        assert play.campaign.state != stood


def test_the_others_can_let_it_stand() -> None:
    play = two_players()
    play.do(BERT, "take")
    play.do(BERT, Undo())
    play.do(ANNA, Decline(to=3))
    assert play.campaign.requests == ()
    assert BLUE in play.campaign.state.held
    refused(play, NotNow, "no longer open", ANNA, Agree(to=3))


def test_the_asker_can_let_it_stand() -> None:
    play = two_players()
    play.do(BERT, "take")
    play.do(BERT, Undo())
    play.do(BERT, Decline(to=3))
    assert play.campaign.requests == ()


def test_nobody_asks_twice_for_the_same() -> None:
    play = two_players()
    play.do(BERT, "take")
    play.do(BERT, Undo())
    refused(play, NotNow, r"asked for that already. Still to answer: <@1> \(Red\)", BERT, Undo())
    play.wait(days=4)
    play.do(BERT, Undo())
    assert [each.seq for each in play.campaign.requests] == [4]


def test_the_next_action_makes_the_request_void() -> None:
    play = two_players()
    play.do(BERT, "take")
    play.do(BERT, Undo())
    play.do(ANNA, "bid", points=1)
    refused(play, NotNow, "no longer open", ANNA, Agree(to=3))


def test_without_an_answer_it_stands() -> None:
    play = two_players()
    play.do(BERT, "take")
    play.do(BERT, Undo())
    play.wait(days=4)
    for user in (ANNA, BERT):
        refused(play, NotNow, "time to answer is over", user, Agree(to=3))


def test_a_player_alone_asks_nobody() -> None:
    play = high_card()
    play.do(ANNA, "take")
    play.do(ANNA, Undo())
    assert play.campaign.state.held == {}


def test_a_referee_who_never_held_a_side_decides() -> None:
    game = all_games()["high-card"]
    play = reserved(Play(game, founded(game, ANNA, REFEREE)))
    for user, seat in ((BERT, BLUE), (CARLA, RED)):
        play.do(user, Join(seat=seat))
    play.do(BERT, "take")
    play.do(ANNA, Undo())
    assert play.campaign.state.held == {}
    play.do(BERT, "take")
    play.do(BERT, Undo())
    play.do(ANNA, Agree(to=6))
    assert play.campaign.state.held == {}


def test_a_referee_who_played_needs_consent_from_any_seat() -> None:
    """Leaving the side, or taking the other one, is no way around their consent."""
    play = two_players()
    play.do(ANNA, "take")
    play.do(ANNA, Leave(seat=RED))
    assert "Blue must agree" in public(play.do(ANNA, Undo()))
    assert play.campaign.state.held


def test_the_end_of_a_phase_is_undone_by_asker_or_last_to_agree() -> None:
    for user in (ANNA, BERT):
        play = night_watch()
        play.do(BERT, "draw")
        play.do(ANNA, "next_phase")
        play.do(BERT, Agree(to=play.campaign.number))
        assert "is undone" in public(play.do(user, Undo()))


def test_a_stranger_undoes_nothing() -> None:
    play = two_players()
    play.do(ANNA, "bid", points=1)
    refused(play, NotYours, "hold no seat", NOBODY, Undo())


def test_one_action_after_the_other_is_undone() -> None:
    play = two_players()
    for points in (1, 2, 3):
        play.do(BERT, "bid", points=points)
    play.do(BERT, Undo())
    play.do(BERT, Undo())
    assert play.campaign.state.bids == {BLUE: 1}
    play.do(BERT, Undo())
    refused(play, NotNow, "nothing to undo", BERT, Undo())


def test_the_answers_are_offered_to_those_who_can_give_them() -> None:
    play = two_players()
    play.do(BERT, "take")
    play.do(BERT, Undo())
    labels = {user: {offer.label for offer in play.campaign.offers(user)} for user in (ANNA, BERT, NOBODY)}
    assert {"Agree", "Decline"} <= labels[ANNA]
    assert "Agree" not in labels[BERT]
    assert "Withdraw the request" in labels[BERT]
    assert labels[NOBODY] == set()


def test_the_answer_to_an_earlier_request_is_stale() -> None:
    """A button below the first request does not answer the second one."""
    play = two_players()
    play.do(BERT, "take")
    play.do(BERT, Undo())
    first = {offer.key for offer in play.campaign.offers(ANNA) if offer.command.type == "agree"}
    play.do(ANNA, Decline(to=3))
    play.do(BERT, Undo())
    second = {offer.key for offer in play.campaign.offers(ANNA) if offer.command.type == "agree"}
    assert len(first) == len(second) == 1
    assert first != second


def test_a_private_action_is_undone_privately() -> None:
    play = night_watch()
    play.do(ANNA, "draw")
    play.do(ANNA, Undo())
    play.do(BERT, "note")
    told = play.do(BERT, Undo())
    assert (public(told), secret(told, SOUTH)) == ("", "What you did unseen is undone.")
    assert play.log[-1].is_unseen
    assert play.log[-1].undone == {4}
    assert play.campaign.requests, "nobody learns that there was anything to undo"
    play.do(ANNA, "note")
    play.do(BERT, Agree(to=3))
    assert 2 in play.log[-1].undone, "the draw that was asked about, not what she did unseen since"
    assert not play.campaign.state.tokens


def test_earlier_private_actions_stand() -> None:
    play = night_watch()
    for user, command in ((BERT, "note"), (ANNA, "wave"), (BERT, "note")):
        play.do(user, command)
    last = play.campaign.last_action
    assert last is not None
    event = undone(play.campaign, last)
    assert (event.undone, event.sides) == ((3, 4), (SOUTH,))
    told = tuple(event.tell())
    assert secret(told, SOUTH) == "What you did unseen after it is undone, too."
    assert secret(told, NORTH) == ""


def test_a_duplicate_request_is_void_with_the_first() -> None:
    play = night_watch()
    play.do(BERT, ChangeSettings(pictures=False))
    play.do(ANNA, "draw")
    play.do(ANNA, Undo())
    play.do(BERT, Undo())
    assert len(play.campaign.requests) == 3
    play.do(BERT, Agree(to=4))
    assert [each.command for each in play.campaign.requests] == [ChangeSettings(pictures=False)]


def test_partners_undo_each_other_freely() -> None:
    play = two_players()
    play.all_agree = True
    play.do(CARLA, Join(seat=BLUE))
    play.all_agree = False
    play.do(BERT, "bid", points=3)
    assert "is undone" in public(play.do(CARLA, Undo()))


def test_later_private_actions_change_no_consent_or_number() -> None:
    play = night_watch()
    play.do(ANNA, "note")
    play.do(BERT, "draw")
    play.do(ANNA, "note")
    told = public(play.do(BERT, Undo()))
    assert told.startswith("<@2> wants to undo an action.\n“Token drawn” (entry 2)\nNorth must agree")
    assert play.campaign.state.tokens


def missed() -> tuple[Play, int]:
    """The patrol has ended without an answer of Bert's, who was asked; and the entry before that."""
    play = night_watch()
    play.do(BERT, "draw")
    before = play.campaign.seq
    play.do(ANNA, "next_phase")
    play.wait(days=3)
    play.do(ANNA, Agree(to=play.campaign.seq))
    assert play.campaign.state.phase == 1
    return play, before
