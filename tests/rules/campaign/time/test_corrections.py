"""Corrections: they hold at once, and another side can object."""

from rules.campaign.decider.audit import audit
from rules.campaign.seats.seating import Join, Leave
from rules.campaign.time.corrections import Object, Withdraw
from rules.errors import NotNow, NotYours
from rules.games.marne_1918.phases import GERMANS
from tests.games import SEED, all_games, founded, marne
from tests.night_watch import NORTH, SOUTH, EnterScore
from tests.play import Play, public
from tests.rules.campaign.helpers import (
    ANNA,
    BERT,
    CARLA,
    DORA,
    NOBODY,
    labels,
    night_watch,
    refused,
    reserved,
    with_neutral_referee,
)


def test_a_number_holds_at_once_and_the_other_side_can_object() -> None:
    play = night_watch()
    play.do(ANNA, EnterScore(score=3))
    assert play.campaign.state.score == 3
    assert "Object" in labels(play, BERT)
    assert "Object" not in labels(play, ANNA)
    assert "Object" in {offer.label for offer in play.campaign.open_offers()}
    refused(play, NotYours, r"Only <@2> \(South\) can object", ANNA, Object(to=2))
    refused(play, NotYours, r"Only <@2> \(South\) can object", NOBODY, Object(to=2))
    assert "is undone" in public(play.do(BERT, Object(to=2)))
    assert play.campaign.state.score is None
    assert play.campaign.contested == ()
    assert audit(play.campaign.refold(()), play.log, SEED).wrong == ()


def test_an_objection_to_an_earlier_entry_leaves_what_came_after() -> None:
    play = night_watch()
    play.do(ANNA, EnterScore(score=3))
    play.do(ANNA, "draw")
    play.do(BERT, "draw")
    tokens = play.campaign.state.tokens
    play.do(BERT, Object(to=2))
    assert play.campaign.state.score is None
    assert play.campaign.state.tokens == tokens


def test_the_time_to_object_ends() -> None:
    play = night_watch()
    play.do(ANNA, EnterScore(score=3))
    assert "Object" in {offer.label for offer in play.campaign.offers(BERT)}
    assert "Withdraw the correction" in {offer.label for offer in play.campaign.offers(ANNA)}
    play.wait(days=3)
    late = play.campaign.when(play.clock)
    offered = {offer.label for offer in (*late.offers(ANNA), *late.offers(BERT), *late.open_offers())}
    assert not offered & {"Object", "Withdraw the correction"}, "no button is there that only refuses"
    refused(play, NotNow, "time to object is over", BERT, Object(to=2))
    refused(play, NotNow, "time to withdraw it is over", ANNA, Withdraw(to=2))


def test_whoever_entered_it_can_withdraw_it() -> None:
    play = night_watch()
    play.do(ANNA, EnterScore(score=3))
    (withdraw,) = [offer for offer in play.campaign.offers(ANNA) if offer.label == "Withdraw the correction"]
    assert withdraw.minor, "it is nobody's next step, so it has no button"
    refused(play, NotYours, "Only <@1> can withdraw", BERT, Withdraw(to=2))
    play.do(ANNA, Withdraw(to=2))
    assert play.campaign.state.score is None
    refused(play, NotNow, "can no longer be taken back", ANNA, Withdraw(to=2))


def test_nobody_objects_to_a_referee_who_plays_no_side() -> None:
    play = with_neutral_referee()
    play.do(CARLA, EnterScore(score=3))
    assert play.campaign.contested == ()
    play.do(ANNA, EnterScore(score=4, reason="recount"))
    play.do(CARLA, Object(to=play.campaign.seq))
    assert play.campaign.state.score == 3


def test_who_changes_sides_does_not_object_to_their_own_correction() -> None:
    play = night_watch()
    play.all_agree = True
    play.do(DORA, Join(seat=NORTH))
    play.do(ANNA, EnterScore(score=1))
    to = play.campaign.seq
    play.do(ANNA, Leave(seat=NORTH))
    play.do(ANNA, Join(seat=SOUTH))
    assert {"Withdraw the correction"} == {label for label in labels(play, ANNA) if label.startswith(("Obj", "With"))}
    refused(play, NotYours, "can object to this", ANNA, Object(to=to))


def test_who_has_left_the_table_withdraws_nothing() -> None:
    play = night_watch()
    play.do(BERT, EnterScore(score=3))
    play.do(BERT, Leave(seat=SOUTH))
    assert "Withdraw the correction" in labels(play, BERT) or not labels(play, BERT)
    refused(play, NotYours, "only as a player", BERT, Withdraw(to=2))


def test_the_newest_correction_is_the_one_that_is_offered_by_the_number_that_everybody_counts() -> None:
    play = night_watch()
    play.do(ANNA, EnterScore(score=3))
    play.do(ANNA, "note")
    play.do(ANNA, EnterScore(score=4, reason="I counted again"))
    (offer,) = [each for each in play.campaign.offers(BERT) if each.label == "Object"]
    assert offer.command == Object(to=3), "the note between them has no number"
    play.do(BERT, offer.command)
    assert play.campaign.state.score == 3


def test_what_the_game_has_gone_on_from_can_no_longer_be_taken_back() -> None:
    """A scenario is how everything began: it does not stand alone, as a number of the board does."""
    play = reserved(Play(marne()))
    play.do(BERT, Join(seat=GERMANS))
    play.do(ANNA, "choose_scenario", scenario="Blücher", points=5)
    chosen = play.campaign.seq
    assert "Object" in labels(play, BERT)
    play.do(ANNA, "draw")
    assert "Object" not in labels(play, BERT)
    refused(play, NotNow, "can no longer be taken back", BERT, Object(to=chosen))
    play.do(ANNA, "undo")
    play.do(BERT, "agree", to=play.campaign.seq)
    assert "Object" in labels(play, BERT), "by then it is the last action once more"


def test_each_of_several_other_sides_is_offered_the_objection() -> None:
    game = all_games()["gathering-storm"]
    play = reserved(Play(game, founded(game, ANNA, game.seats[0])))
    for user, seat in zip((BERT, CARLA), game.seats[1:], strict=False):
        play.do(user, Join(seat=seat))
    play.do(ANNA, "draw")
    play.do(ANNA, "enter_power", power=game.seats[0], income=3)
    if not play.campaign.contested:
        play.do(ANNA, "enter_power", power=game.seats[0], income=4)
    (offer,) = [each for each in play.campaign.open_offers() if each.label == "Object"]
    assert set(offer.seats) == set(game.seats[1:3])


def test_who_shares_the_side_that_entered_it_does_not_object() -> None:
    play = night_watch()
    play.all_agree = True
    play.do(CARLA, Join(seat=NORTH))
    play.do(ANNA, EnterScore(score=3))
    assert "Object" not in labels(play, CARLA)
    refused(play, NotYours, r"Only <@2> \(South\) can object", CARLA, Object(to=play.campaign.seq))
