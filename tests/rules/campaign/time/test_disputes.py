"""What two sides contradict one another about ends by somebody who plays no side, or by a die that both accept."""

from dataclasses import replace

import pytest

from bot.messages.campaign_texts import status
from rules.campaign.questions.requests import Agree, Decline
from rules.campaign.seats.seating import Join, Leave
from rules.campaign.time.corrections import Object
from rules.campaign.time.disputes import AdminSettle, Settle, Toss
from rules.errors import DiceWanted, NotNow, NotThere, NotYours
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY
from rules.games.marne_1918.adjusting import AdjustValue
from rules.games.marne_1918.phases import ALLIES, GERMANS
from rules.games.marne_1918.points import SetPoints
from rules.seat import REFEREE
from tests.games import marne
from tests.night_watch import NORTH, SOUTH, EnterScore, NextTurn
from tests.play import ADMIN, Play, public
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, NOBODY, labels, night_watch, refused, with_neutral_referee
from tests.rules.games.gathering_storm.harness import USERS, Storm
from tests.rules.games.marne_1918.campaign import campaign_with

FACT = "enter_score"
NORTH_SAYS, SOUTH_SAYS = 3, 7


def contradict(play: Play, user: int, other: int, score: int) -> str:
    """One enters a score, and the other objects."""
    play.do(user, EnterScore(score=score, reason="I counted it"))
    return public(play.do(other, Object(to=play.campaign.seq)))


def disputed(play: Play) -> Play:
    """Anna says 3 and Bert 7, and neither agrees."""
    assert "contradicted twice" not in contradict(play, ANNA, BERT, NORTH_SAYS)
    assert "contradicted twice" in contradict(play, BERT, ANNA, SOUTH_SAYS)
    return play


def toss(play: Play) -> str:
    """Anna asks for the die and Bert accepts it."""
    play.do(ANNA, Toss(fact=FACT))
    return public(play.do(BERT, Agree(to=play.campaign.seq)))


def test_after_the_second_contradiction_no_side_enters_it_alone() -> None:
    play = disputed(night_watch())
    told = public(play.do(ANNA, EnterScore(score=3)))
    assert "<@2>" not in told
    assert "score" in told.lower()
    assert "3" in told
    assert play.campaign.state.score is None
    play.do(BERT, Agree(to=play.campaign.seq))
    assert play.campaign.state.score == 3
    assert not play.campaign.disputes
    play.do(BERT, EnterScore(score=4, reason="Again"))
    assert play.campaign.state.score == 4


def test_a_die_of_the_players_table_is_rolled_once_the_other_has_accepted_it() -> None:
    play = disputed(night_watch("physical"))
    play.do(ANNA, Toss(fact=FACT))
    to = play.campaign.seq
    refused(play, DiceWanted, "1d6", BERT, Agree(to=to))
    play.do(BERT, Agree(to=to), (6,))
    assert play.campaign.state.score == SOUTH_SAYS


def test_a_die_that_both_accept_decides_between_what_they_said() -> None:
    """For both falls of the die."""
    ended = set()
    for rolled_before in range(12):
        play = disputed(night_watch())
        for _ in range(rolled_before):
            play.do(ANNA, "roll_dice")
        told = toss(play)
        low = play.log[-1].rolls[0].faces[0] <= 3
        assert play.campaign.state.score == (NORTH_SAYS if low else SOUTH_SAYS)
        assert f"The die has decided: as said by {'North' if low else 'South'} (" in told
        assert not play.campaign.disputes
        assert not play.campaign.contested[-1:] or play.campaign.contested[-1].seq != play.campaign.seq
        ended.add(play.campaign.state.score)
    assert ended == {NORTH_SAYS, SOUTH_SAYS}


def test_the_die_is_named_before_and_falls_for_nobody_who_did_not_accept_it() -> None:
    play = disputed(night_watch())
    told = public(play.do(ANNA, Toss(fact=FACT)))
    assert "1-3: as said by North (Score: 3" in told
    assert "4-6: as said by South (Score: 7" in told
    play.do(BERT, Decline(to=play.campaign.seq))
    assert play.campaign.state.score is None
    play.do(ANNA, Toss(fact=FACT))
    to = play.campaign.seq
    play.wait(days=60)
    refused(play, NotNow, "not done", ANNA, Agree(to=to))
    refused(play, NotYours, "hold no seat", NOBODY, Toss(fact=FACT))


def test_where_one_side_alone_has_said_something_the_die_can_leave_it() -> None:
    play = night_watch()
    contradict(play, ANNA, BERT, 3)
    contradict(play, ANNA, BERT, 4)
    told = public(play.do(ANNA, Toss(fact=FACT)))
    assert "as said by North (Score: 4" in told
    assert "4-6: as it stands" in told
    refused(play, NotThere, "said nothing about it. Choose one of: North", ADMIN, AdminSettle(seat=SOUTH))


@pytest.mark.parametrize("seat", ["North", "South", None])
def test_a_neutral_referee_settles_it(seat: str | None) -> None:
    play = disputed(with_neutral_referee())
    assert {"Score entered: as said by North", "Score entered: as said by South"} <= labels(play, CARLA)
    told = public(play.do(CARLA, Settle(seat=seat)))
    assert "<@3> has settled it" in told
    assert play.campaign.state.score == {"North": NORTH_SAYS, "South": SOUTH_SAYS, None: None}[seat]
    assert play.campaign.is_neutral_referee(CARLA), "who settles plays no side by it"
    assert not play.campaign.disputes
    refused(play, NotNow, "contradicted twice", CARLA, Settle())


def test_a_referee_enters_what_nobody_had_said() -> None:
    play = disputed(with_neutral_referee())
    play.do(CARLA, EnterScore(score=5))
    assert (play.campaign.state.score, play.campaign.disputes) == (5, ())


def test_an_administrator_settles_it_where_the_referee_plays() -> None:
    play = disputed(night_watch())
    refused(play, NotYours, "plays no side", ANNA, Settle())
    refused(play, NotYours, "administrator", NOBODY, AdminSettle())
    refused(play, NotThere, "said nothing", ADMIN, AdminSettle(seat=REFEREE))
    told = public(play.do(ADMIN, AdminSettle(seat=SOUTH)))
    assert "acts as an administrator" in told
    assert play.campaign.state.score == SOUTH_SAYS
    assert ADMIN not in play.campaign.sat[SOUTH]


def test_nothing_is_settled_before_it_is_disputed() -> None:
    play = with_neutral_referee()
    contradict(play, ANNA, BERT, 3)
    assert "Disputed" not in "\n".join(map(str, status(play.campaign)))
    refused(play, NotNow, "contradicted twice", CARLA, Settle(seat="North"))
    refused(play, NotNow, "contradicted twice", ANNA, Toss(fact=FACT))
    assert not [each for each in labels(play, ANNA) if "die" in each]


def test_status_and_buttons_say_it() -> None:
    play = disputed(night_watch())
    assert "Let a die decide: Score entered" in labels(play, BERT)
    assert "Disputed: Score entered, as said by North (Score: 3" in "\n".join(map(str, status(play.campaign)))
    play.do(ANNA, Toss(fact=FACT))
    assert "Let a die decide: Score entered" not in labels(play, BERT)


def test_a_new_turn_begins_anew() -> None:
    play = disputed(night_watch())
    play.do(ANNA, NextTurn())
    assert not play.campaign.disputes
    play.do(ANNA, EnterScore(score=3))
    assert play.campaign.state.score == 3


def test_physical_dice_are_entered_with_the_consent() -> None:
    play = night_watch("physical")
    disputed(play)
    play.do(ANNA, Toss(fact=FACT))
    play.do(BERT, Agree(to=play.campaign.seq), (2,))
    assert play.campaign.state.score == NORTH_SAYS


def test_what_is_settled_needs_no_other_reason() -> None:
    """Where nothing stood as it was said, nobody gave one; by now something stands there."""
    play = Play(marne())
    play.do(BERT, Join(seat=GERMANS))
    play.all_agree = False
    for user, other, points in ((ANNA, BERT, 3), (BERT, ANNA, 7)):
        play.do(user, "set_points", vp=points)
        play.do(other, Object(to=play.campaign.seq))
    play.all_agree = True
    play.do(ANNA, "choose_scenario", scenario="Blücher", points=5)
    refused(play, NotThere, "Give a reason", ANNA, SetPoints(vp=7))
    told = public(play.do(ADMIN, AdminSettle(seat=GERMANS)))
    assert "German victory points: 5 → **7**." in told
    assert not play.campaign.disputes


def test_what_was_settled_is_undone_and_done_again() -> None:
    play = disputed(with_neutral_referee())
    play.do(CARLA, Settle(seat="South"))
    play.do(CARLA, "undo")
    assert play.campaign.state.score is None
    play.do(CARLA, "redo")
    assert play.campaign.state.score == SOUTH_SAYS


def test_disputes_come_out_of_the_log() -> None:
    play = disputed(night_watch())
    assert play.campaign.refold(play.log).disputes == play.campaign.disputes
    play.do(NOBODY, Join(seat="North"))
    toss(play)
    again = play.campaign.refold(play.log)
    assert (again.disputes, again.state) == ((), play.campaign.state)


def test_facts_of_one_kind_are_disputed_one_by_one() -> None:
    """What was contradicted about morale does not shut transport to both sides."""
    play = campaign_with(turn=1)
    play.all_agree = False
    morale, transport = (AdjustValue(what=what, value="2", reason="I see it") for what in ("morale", "transport"))
    for each in (morale, transport):
        play.do(ANNA, each)
        assert "contradicted twice" not in public(play.do(BERT, Object(to=play.campaign.seq)))
    play.do(ANNA, morale)
    assert "contradicted twice" in public(play.do(BERT, Object(to=play.campaign.seq)))
    play.do(ANNA, transport)
    assert not play.campaign.requests
    play.do(ANNA, morale)
    assert [each.command for each in play.campaign.requests] == [morale]


def test_while_a_die_is_asked_for_about_one_the_others_can_be_decided() -> None:
    play = campaign_with(turn=1)
    play.all_agree = False
    facts = [AdjustValue(what=what, value="2", reason="I see it") for what in ("morale", "transport")]
    for each in (*facts, *facts):
        play.do(ANNA, each)
        play.do(BERT, Object(to=play.campaign.seq))
    asked, other = (each.fact for each in play.campaign.disputes)
    play.do(ANNA, Toss(fact=asked))
    offered = [each.command for each in play.campaign.offers(ANNA) if isinstance(each.command, Toss)]
    assert offered == [Toss(fact=other)]
    play.do(ANNA, Toss(fact=other))
    play.do(ADMIN, AdminSettle(fact=asked))
    assert [each.command for each in play.campaign.requests] == [Toss(fact=other)], "nothing is settled about that"


def test_only_sides_that_somebody_plays_are_offered_the_die_and_only_a_referee_to_settle_it() -> None:
    play = disputed(with_neutral_referee())
    die, says = "Let a die decide: Score entered", "Score entered: as said by North"
    assert die not in labels(play, CARLA)
    assert says not in labels(play, ANNA)
    open_ = {str(each.label): set(each.seats) for each in play.campaign.open_offers()}
    assert open_[die] == {NORTH, SOUTH}
    assert says not in open_
    play.do(BERT, Leave(seat=SOUTH))
    assert {str(each.label): set(each.seats) for each in play.campaign.open_offers()}[die] == {NORTH}


def test_once_it_is_settled_nobody_is_asked_for_the_die_any_more() -> None:
    play = disputed(with_neutral_referee())
    play.do(ANNA, Toss(fact=FACT))
    assert play.campaign.requests
    play.do(CARLA, Settle(seat=None))
    assert play.campaign.requests == ()


@pytest.mark.parametrize("last", [0, 1])
def test_without_a_fact_the_one_that_was_contradicted_last_is_settled(last: int) -> None:
    play = campaign_with(turn=1)
    play.all_agree = False
    facts = [AdjustValue(what=what, value="2", reason="I see it") for what in ("morale", "transport")]
    for each in (*facts, facts[1 - last], facts[last]):
        play.do(ANNA, each)
        play.do(BERT, Object(to=play.campaign.seq))
    assert [each.fact for each in play.campaign.disputes][-1] == facts[last].fact_entered
    play.do(ADMIN, AdminSettle())
    assert [each.fact for each in play.campaign.disputes] == [facts[1 - last].fact_entered]


def test_what_was_contradicted_once_hides_nothing_that_was_contradicted_twice() -> None:
    play = campaign_with(turn=1)
    play.all_agree = False
    morale, transport = (AdjustValue(what=what, value="2", reason="I see it") for what in ("morale", "transport"))
    for each in (morale, transport, transport):
        play.do(ANNA, each)
        play.do(BERT, Object(to=play.campaign.seq))
    offered = [each.command for each in play.campaign.offers(ANNA) if isinstance(each.command, Toss)]
    assert offered == [Toss(fact=transport.fact_entered)]


def test_of_three_sides_that_said_something_the_first_can_be_right_too() -> None:
    play = Storm()
    for income, power in enumerate((BRITAIN, GERMANY, FRANCE)):
        play.do(USERS[power], "enter_power", power="Britain", income=income, reason="I counted it")
    for correction in play.campaign.contested:
        play.do(USERS[ITALY], Object(to=correction.number))
    assert "as said by Britain (Power: Britain, Income: 0)" in public(play.do(ADMIN, AdminSettle(seat=BRITAIN)))
    assert play.state.power(BRITAIN).income == 0


def test_what_stands_by_now_as_it_was_said_is_settled_without_being_entered_again() -> None:
    play = campaign_with(turn=1)
    morale = AdjustValue(what="morale", value="2", reason="I see it")
    for _ in range(2):
        play.do(ANNA, morale)
        play.do(BERT, Object(to=play.campaign.seq))
    play.campaign = replace(play.campaign, state=play.campaign.state.replace(morale=2))
    assert "has settled it: as said by Allies" in public(play.do(ADMIN, AdminSettle(seat=ALLIES)))
    assert not play.campaign.disputes
