"""Undo: freely, or with the others' consent where something became known or is not one's own."""

from rules.campaign.questions.requests import Agree, Decline
from rules.campaign.seats.seating import Join
from rules.campaign.time.undo import Undo, undone
from rules.errors import NotNow, NotYours
from rules.seat import REFEREE
from tests.games import all_games, founded
from tests.high_card import BLUE, RED
from tests.night_watch import NORTH, SOUTH
from tests.play import Play, public, secret
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, NOBODY, night_watch, refused, reserved, two_players


def test_an_action_without_a_die_or_a_secret_is_undone_freely() -> None:
    play = two_players()
    before = play.campaign.state
    play.do(BERT, "bid", points=3)
    assert "Undone: “" in public(play.do(BERT, Undo()))
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


def test_two_who_want_to_undo_the_same_agree() -> None:
    play = two_players()
    before = play.campaign.state
    play.do(BERT, "take")
    play.do(BERT, Undo())
    play.do(ANNA, Undo())
    assert (play.campaign.state, play.campaign.requests) == (before, ())


def test_a_playing_referee_undoes_nothing_alone() -> None:
    """Anna is Red and the referee: neither Bert's roll nor his open bid is hers to undo."""
    for given in ({"type": "take"}, {"type": "bid", "points": 1}):
        play = two_players((BERT, given))
        stood = play.campaign.state
        assert "Blue must agree" in public(play.do(ANNA, Undo()))
        assert play.campaign.state == stood
        refused(play, NotYours, "yourself", ANNA, Agree(to=3))
        play.do(BERT, Agree(to=3))
        assert play.campaign.state != stood


def test_the_asker_can_let_it_stand() -> None:
    play = two_players((BERT, "take"), (BERT, Undo()), (BERT, Decline(to=3)))
    assert play.campaign.requests == ()


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


def test_the_end_of_a_phase_is_undone_by_asker_or_last_to_agree() -> None:
    for user in (ANNA, BERT):
        play = night_watch((BERT, "draw"), (ANNA, "next_phase"))
        play.do(BERT, Agree(to=play.campaign.number))
        assert "Undone: “" in public(play.do(user, Undo()))


def test_a_private_action_is_undone_privately() -> None:
    play = night_watch((ANNA, "draw"), (ANNA, Undo()), (BERT, "note"))
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
    last = play.campaign.timeline.last
    assert last is not None
    event = undone(play.campaign, last)
    assert (event.undone, event.sides) == ((3, 4), (SOUTH,))
    told = tuple(event.tell())
    assert secret(told, SOUTH) == "What you did unseen after it is undone, too."
    assert secret(told, NORTH) == ""


def test_partners_undo_each_other_freely() -> None:
    play = two_players((CARLA, Join(seat=BLUE)), all_agree=True)
    play.all_agree = False
    play.do(BERT, "bid", points=3)
    assert "Undone: “" in public(play.do(CARLA, Undo()))


def test_who_is_asked_reads_whose_action_it_is() -> None:
    play = night_watch((BERT, "draw"))
    assert "wants to undo an action.\n“Token drawn” (South)\n" in public(play.do(ANNA, Undo()))


def test_later_private_actions_change_no_consent_or_number() -> None:
    play = night_watch((ANNA, "note"), (BERT, "draw"), (ANNA, "note"))
    told = public(play.do(BERT, Undo()))
    assert told.startswith("<@2> wants to undo an action.\n“Token drawn”\nNorth must agree")
    assert play.campaign.state.tokens
