"""Corrections: they hold at once, and another side can object."""

from rules.campaign.decider.audit import audit
from rules.campaign.seats.seating import Join, Leave
from rules.campaign.time.corrections import Object, Withdraw
from rules.errors import NotNow, NotYours
from tests.games import SEED
from tests.night_watch import NORTH, SOUTH, EnterScore
from tests.play import public
from tests.rules.campaign.helpers import (
    ANNA,
    BERT,
    CARLA,
    DORA,
    NOBODY,
    labels,
    night_watch,
    refused,
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
