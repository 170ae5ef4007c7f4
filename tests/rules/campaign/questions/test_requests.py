"""Requests: who answers them, what an answer does, and what happens without one."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from rules.campaign import Campaign
from rules.campaign.decider.audit import audit
from rules.campaign.life.ending import End
from rules.campaign.life.language import SetLanguage
from rules.campaign.life.pictures import SetPictures
from rules.campaign.life.trash import Trash
from rules.campaign.questions.requests import Agree, Agreed, Decline, overdue
from rules.campaign.seats.absence import DecideByDefault, SetPatience
from rules.campaign.seats.away import BeAway
from rules.campaign.seats.seating import Join
from rules.campaign.state.clock import DAY, Clock
from rules.campaign.time.undo import Rewind, Undo
from rules.dice import PhysicalDice, Source
from rules.errors import DiceWanted, NotNow, NotYours, Unsure
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, ITALY
from rules.notice import Public, tell_all
from rules.seat import Player, Seat
from tests.games import SEED
from tests.night_watch import NORTH, SOUTH, NextPhase, NightWatch, Swap
from tests.play import Play, public, secret
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
from tests.rules.games.gathering_storm.harness import Storm


def asked(play: Play) -> int:
    """Bert draws and asks to undo it; the entry of the request."""
    play.do(BERT, "draw")
    play.do(BERT, Undo())
    return play.campaign.seq


def test_a_request_names_who_must_agree_and_until_when() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    told = public(play.do(BERT, Undo()))
    assert "North must agree" in told
    assert f"Answer by <t:{int(play.clock.timestamp()) + 3 * 86400}:R>." in told


def test_a_neutral_referee_answers_for_all() -> None:
    play = with_neutral_referee()
    to = asked(play)
    assert "Agree" in labels(play, CARLA)
    play.do(CARLA, Agree(to=to))
    assert play.campaign.state.tokens == {}


def test_only_those_who_are_asked_answer() -> None:
    play = night_watch()
    to = asked(play)
    refused(play, NotYours, r"Only <@1> \(North\) can answer", NOBODY, Agree(to=to))
    refused(play, NotYours, r"Only <@1> \(North\) can answer", NOBODY, Decline(to=to))
    play.do(ANNA, Decline(to=to))
    assert play.campaign.state.tokens


def test_what_cannot_be_done_any_more_is_refused_and_the_request_stays() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    play.do(BERT, Swap())
    assert [each.command.type for each in play.campaign.requests] == ["swap"]
    play.do(ANNA, "call")
    assert play.campaign.requests == ()


def test_a_hand_is_dealt_anew_once_the_others_agree() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    assert "<@2> wants to draw a new token." in public(play.do(BERT, Swap()))
    assert "Your token is" in secret(play.do(ANNA, Agree(to=3)), play.game.seats[1])
    assert play.campaign.next_die == play.log[-1].next_die(0) == 2
    assert play.campaign.refold(play.log) == play.campaign
    assert audit(play.campaign.refold(()), play.log, SEED).wrong == ()


def test_dice_of_the_players_table_are_asked_for_when_it_is_done() -> None:
    play = night_watch("physical")
    play.do(BERT, "draw", (3,))
    play.do(BERT, Swap())
    assert isinstance(play.campaign.dice((5,), Source(SEED, 0)), PhysicalDice)
    with pytest.raises(DiceWanted):
        play.do(ANNA, Agree(to=3))
    play.do(ANNA, Agree(to=3), (5,))
    assert play.campaign.state.tokens[play.game.seats[1]] == 5


def test_an_answer_that_comes_too_late_counts_no_more() -> None:
    play = night_watch()
    to = asked(play)
    play.wait(days=3)
    refused(play, NotNow, "time to answer is over", ANNA, Agree(to=to))
    refused(play, NotYours, "hold no seat", NOBODY, Agree(to=to))


def test_requests_for_different_things_stand_beside_each_other() -> None:
    """A second ruling that is asked for does not take the place of the first."""
    play = night_watch()
    play.do(ANNA, End())
    play.do(ANNA, SetPatience(answer=5, silence=20))
    play.do(ANNA, SetPatience(answer=6, silence=20))
    assert [each.seq for each in play.campaign.requests] == [2, 3, 4]


def test_what_a_no_means_is_said() -> None:
    play = night_watch()
    to = asked(play)
    assert public(play.do(BERT, Decline(to=to))) == "<@2> no longer wants to undo an action."
    assert play.log[-1].title == "Request withdrawn"
    play.do(ANNA, "next_phase")
    assert "<@2> is not done yet" in public(play.do(BERT, Decline(to=play.campaign.seq)))
    play.do(BERT, Undo())
    assert "<@1> declines: <@2> wanted to undo an action." in public(play.do(ANNA, Decline(to=play.campaign.seq)))


def test_going_on_without_an_answer_is_offered_to_players_alone() -> None:
    play = night_watch()
    play.do(ANNA, "call")
    play.do(ANNA, DecideByDefault(seat=SOUTH))
    play.wait(days=4)
    for user, can in ((ANNA, True), (NOBODY, False)):
        offers = play.campaign.when(play.clock).offers(user)
        assert (
            any(offer.label == "Go on without them: decide by default what a seat does not answer" for offer in offers)
            is can
        ), user


def test_nobody_asks_twice_for_the_same() -> None:
    play = night_watch()
    play.do(ANNA, SetPatience(answer=3, silence=9))
    refused(play, NotNow, "asked for that already", ANNA, SetPatience(answer=3, silence=9))


def test_what_was_asked_for_a_seat_is_not_done_for_another_who_has_it_now() -> None:
    """However the seat was lost: a log can come from rules that kept the request."""
    play = night_watch()
    play.do(BERT, "draw")
    play.do(BERT, Swap())
    taken = {**play.campaign.roster, SOUTH: (Player(CARLA),)}
    for roster in (taken, {**taken, NORTH: (Player(ANNA), Player(BERT))}):
        with pytest.raises(NotNow, match=r"^<@2> no longer plays South, so this is not done\.$"):
            replace(play.campaign, roster=roster).decide(ANNA, Agree(to=play.campaign.seq), None, Source(SEED, 0))


def test_who_asks_for_much_takes_nobody_elses_buttons_away() -> None:
    play = with_neutral_referee()
    play.do(ANNA, SetPatience(answer=5, silence=20))
    first = play.campaign.seq
    for command in (End(), Trash(), SetPictures(on=False), SetLanguage(language="fr")):
        play.do(BERT, command)
    asked = {each.command.to for each in play.campaign.open_offers() if isinstance(each.command, Agree)}
    assert first in asked
    assert len(asked) == 3


def test_who_asks_last_has_buttons_before_those_who_asked_several_times() -> None:
    play = with_neutral_referee()
    for command in (End(), Trash(), SetPictures(on=False)):
        play.do(BERT, command)
    play.do(ANNA, SetPatience(answer=5, silence=20))
    asked = {each.command.to for each in play.campaign.open_offers() if isinstance(each.command, Agree)}
    assert play.campaign.seq in asked


def test_strangers_who_ask_for_a_seat_take_no_buttons_from_those_who_play() -> None:
    play = with_neutral_referee()
    for stranger, seat in ((DORA, NORTH), (NOBODY, SOUTH)):
        play.do(stranger, Join(seat=seat))
    own = set()
    for command in (End(), Trash(), SetPictures(on=False)):
        play.do(BERT, command)
        own.add(play.campaign.seq)
    assert {each.command.to for each in play.campaign.open_offers() if isinstance(each.command, Agree)} == own


def test_two_requests_of_one_name_have_buttons_of_two_names() -> None:
    play = night_watch()
    play.do(DORA, Join(seat=NORTH))
    play.do(NOBODY, Join(seat=NORTH))
    offered = [str(each.label) for each in play.campaign.offers(ANNA)]
    assert len(offered) == len(set(offered))
    assert {"Agree: take the North seat (2)", "Agree: take the North seat (3)"} <= set(offered)


def answers(campaign: Campaign, user: int) -> list[str]:
    """The buttons with which somebody answers what was asked for."""
    return [str(each.label) for each in campaign.offers(user) if isinstance(each.command, Agree | Decline)]


def test_who_asks_can_withdraw_and_does_not_answer_for_a_seat_that_others_share() -> None:
    play = night_watch()
    play.do(CARLA, Join(seat=NORTH))
    play.do(ANNA, Agree(to=play.campaign.seq))
    play.do(ANNA, Trash())
    to = play.campaign.seq
    assert [each.needed for each in play.campaign.requests] == [{NORTH, SOUTH}]
    assert answers(play.campaign, ANNA) == ["Withdraw the request"]
    assert answers(play.campaign, BERT) == answers(play.campaign, CARLA) == ["Agree", "Decline"]
    assert answers(play.campaign, NOBODY) == []
    (agree,) = (each for each in play.campaign.open_offers() if isinstance(each.command, Agree))
    assert agree.seats == (NORTH, SOUTH)
    refused(play, NotYours, "yourself", ANNA, Agree(to=to))
    (withdraw,) = (each for each in play.campaign.offers(ANNA) if isinstance(each.command, Decline))
    play.do(ANNA, withdraw.command)
    assert play.campaign.requests == ()


def test_the_end_of_a_phase_is_named_only_beside_another_and_all_else_beside_anything() -> None:
    play = Storm()
    play.all_agree = False
    play.at("Research")
    play.do(1, "next_phase")
    first = play.campaign.seq
    assert answers(play.campaign, 3) == ["Done", "Done for this turn", "Not yet"]
    play.do(2, SetPatience(answer=5, silence=20))
    done = ["Done", "Done for this turn", "Not yet", "Agree: change the deadlines", "Decline: change the deadlines"]
    assert answers(play.campaign, 3) == done
    assert answers(play.campaign, 2) == [*done[:3], "Withdraw the request"]
    play.do(2, "next_turn")
    ends = [f"end the phase ({number})" for number in (first, play.campaign.seq)]
    named = [[f"{label}: {end}" for label in done[:3]] for end in ends]
    assert answers(play.campaign, 3) == [*named[0], *done[3:], *named[1]]
    assert answers(play.campaign, 1) == [f"Withdraw the request: {ends[0]}", *done[3:]]
    play.wait(days=4)
    late = [str(each.label) for each in play.campaign.when(play.clock).open_offers() if isinstance(each.command, Agree)]
    assert late == [f"Go on without them: {end}" for end in ends]


def test_going_on_without_somebody_says_what_it_does_and_asks() -> None:
    play = night_watch()
    play.do(BERT, Trash())
    to = play.campaign.seq
    play.wait(days=3)
    offered = {str(each.label) for each in play.campaign.when(play.clock).open_offers()}
    assert "Go on without them: put the campaign in the trash" in offered
    play.is_sure = False
    refused(
        play,
        Unsure,
        r"wants to put the campaign in the trash. It is done without an answer from <@1> \(North\)",
        BERT,
        Agree(to=to),
    )
    play.is_sure = True
    assert "with no answer from North." in public(play.do(BERT, Agree(to=to)))
    assert play.campaign.rests


def test_who_goes_on_is_told_of_everybody_of_a_shared_seat_who_is_away() -> None:
    play = night_watch()
    play.do(CARLA, Join(seat=SOUTH))
    play.do(BERT, Agree(to=play.campaign.seq))
    play.do(CARLA, BeAway(until=play.clock + timedelta(days=9)))
    play.do(ANNA, Trash())
    play.wait(days=5)
    play.is_sure = False
    refused(play, Unsure, r"<@3> is away until <t:\d+:D>", ANNA, Agree(to=play.campaign.seq))


def test_all_but_the_last_who_agree_give_their_consent() -> None:
    play = Storm()
    play.all_agree = False
    play.do(1, SetPatience(answer=5, silence=20))
    to, titles = play.campaign.number, []
    for user in range(2, 6):
        play.do(user, Agree(to=to))
        titles.append(play.log[-1].title)
    assert titles == [*["Consent given"] * 3, "Deadlines set"]


@pytest.mark.parametrize("for_turn", [False, True])
def test_who_is_done_for_the_turn_by_agreeing_to_something_else_is_not(for_turn: bool) -> None:
    play = night_watch()
    told = public(play.do(ANNA, Agree(to=asked(play), for_turn=for_turn)))
    assert "Agreed: North" in told
    assert "Done for this turn" not in told
    assert play.campaign.done == frozenset()


def silent_south() -> Play:
    """Anna went on to the next turn without Bert, who did not answer."""
    play = night_watch()
    play.do(BERT, "draw")
    play.do(ANNA, "next_turn")
    play.wait(days=3)
    return play


def test_what_silence_did_the_result_names() -> None:
    told = silent_south().do(ANNA, Agree(to=3))
    assert "with no answer from South." in public(told)
    assert [str(each) for each in told if getattr(each, "section", None) == "Skipped without them"] == [
        "The Rest phase."
    ]


def test_the_silent_ask_once_somebody_has_learned_something() -> None:
    play = silent_south()
    play.do(ANNA, Agree(to=3))
    play.do(ANNA, "draw")
    play.do(BERT, Rewind(to=3, last=play.campaign.seq))
    assert play.campaign.requests


def test_of_several_requests_whose_time_is_over_each_is_told_by_itself() -> None:
    play = night_watch()
    entries: list[int] = []
    for command in (SetPatience(answer=5, silence=20), End()):
        play.do(ANNA, command)
        entries.append(play.campaign.seq)
    play.wait(days=9)
    late = play.campaign.when(play.clock)
    assert [[str(each) for each in overdue(late, entry)] for entry in entries] == [
        ["<@2> (South) did not answer: <@1> wants to change the deadlines.", "So it is not done. <@1> can ask again."],
        ["<@2> (South) did not answer: <@1> wants to end the campaign.", "Any player can go on without them."],
    ]


def test_the_buttons_of_the_oldest_request_come_first_whoever_asks_for_more() -> None:
    play = with_neutral_referee()
    asked_in_turn = []
    for user, command in ((BERT, End()), (BERT, Trash()), (ANNA, SetPatience(answer=5, silence=20))):
        play.do(user, command)
        asked_in_turn.append(play.campaign.seq)
    shown = [each.command.to for each in play.campaign.open_offers() if isinstance(each.command, Agree)]
    assert shown == asked_in_turn


def spent(play: Play, **days: int) -> Play:
    """So many days of its time some sides have used in this turn."""
    known = ((seat, days[seat.lower()]) for seat in play.game.seats if seat.lower() in days)
    clocks: dict[Seat, Clock] = {seat: Clock(turn=used * DAY) for seat, used in known}
    play.campaign = replace(play.campaign, clocks=clocks)
    return play


def test_who_has_no_time_left_answers_what_holds_up_no_play_as_late_as_others_and_withdraws_their_own() -> None:
    play = spent(night_watch(), south=99)
    play.do(ANNA, SetPatience(answer=5, silence=20))
    assert play.campaign.requests[0].until == play.clock + timedelta(days=3)
    play.do(ANNA, "draw")
    play.do(BERT, NextPhase())
    assert "<@2> no longer wants to end the phase." in public(play.do(BERT, Decline(to=play.campaign.seq)))


@pytest.mark.parametrize(("italy", "said"), [(0, ""), (10, "for 6 more days"), (17, "for 0 more days")])
def test_of_two_sides_the_one_with_more_time_holds_up_play(italy: int, said: str) -> None:
    """Three days a turn, and fourteen in the bank; Britain has a quarter of a day at most."""
    play = Storm()
    play.all_agree = False
    user = play.campaign.roster[BRITAIN][0]
    play.campaign = replace(play.campaign, roster={**play.campaign.roster, ITALY: (user,)})
    play.at("Research")
    spent(play, britain=16 if said != "for 0 more days" else 20, italy=italy)
    play.campaign = replace(play.campaign, clocks={**play.campaign.clocks, ITALY: Clock(turn=italy * DAY - 1)})
    play.do(1, "next_phase")
    told = public(play.do(user, Decline(to=play.campaign.number)))
    assert "is not done yet" in told
    assert said in told
    assert ("They can hold up play" in told) is bool(said)


def test_each_of_several_sides_can_be_done_for_the_turn_before_the_last_has_answered() -> None:
    play = Storm()
    play.all_agree = False
    play.at("Research")
    play.do(1, "next_phase")
    to = play.campaign.number
    for seat in (BRITAIN, FRANCE):
        told = public(play.do(play.campaign.roster[seat][0], Agree(to=to, for_turn=True)))
        assert told.startswith(f"Done for this turn: {seat}")
    assert play.campaign.done == {BRITAIN, FRANCE}


def test_what_is_skipped_is_told_where_somebody_was_not_heard_and_not_of_those_who_were_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def skipped(game: NightWatch, _: Any, __: Any, done: frozenset[Seat] = frozenset()) -> Iterator[Public]:
        yield from (tell_all("{seat}", seat=seat) for seat in game.seats if seat not in done)

    monkeypatch.setattr(NightWatch, "skipped", skipped)
    for days, is_done, over in ((0, False, ()), (3, False, ("North", "South")), (3, True, ("North",))):
        play = night_watch()
        play.do(BERT, "draw")
        play.do(ANNA, NextPhase())
        play.wait(days=days)
        if is_done:
            play.campaign = replace(play.campaign, done=frozenset({SOUTH}))
        play.do(ANNA if days else BERT, Agree(to=3))
        (agreed,) = (each for each in play.log[-1].events if isinstance(each, Agreed))
        assert tuple(map(str, agreed.skipped)) == over


def test_a_referee_who_plays_no_side_holds_up_play_on_nobodys_time() -> None:
    play = spent(with_neutral_referee(), north=10, south=10)
    for user in (ANNA, BERT):
        play.do(user, "draw")
    play.do(ANNA, NextPhase())
    told = public(play.do(CARLA, Decline(to=play.campaign.number)))
    assert "<@3> is not done yet" in told
    assert "They can hold up play" not in told


def test_a_request_is_answered_by_the_number_that_everybody_counts() -> None:
    play = night_watch()
    play.do(BERT, "note")
    play.do(ANNA, SetPatience(answer=5, silence=20))
    refused(play, NotNow, "no longer open", BERT, Agree(to=play.campaign.seq))
    play.do(BERT, Agree(to=2))
    assert play.campaign.patience.answer == 5


def test_who_goes_on_at_the_deadline_though_they_were_asked_has_not_answered_in_time_either() -> None:
    play = Storm()
    play.all_agree = False
    play.at("Research")
    play.do(1, "next_phase")
    (request,) = play.campaign.requests
    play.wait(days=4)
    play.do(3, Agree(to=request.number))
    (agreed,) = (event for event in play.log[-1].events if isinstance(event, Agreed))
    assert set(agreed.without) == request.needed > {BRITAIN}
