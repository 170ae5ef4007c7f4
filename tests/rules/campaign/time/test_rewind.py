"""Rewind: back over several actions at once, with the consent that undoing each of them would need."""

from dataclasses import replace

import pytest

from rules.campaign.decider.audit import audit
from rules.campaign.questions.requests import Agree
from rules.campaign.state.timeline import MOST_KEPT
from rules.campaign.time.undo import Rewind, actions_after
from rules.campaign.time.undo import rewound as rewound_to
from rules.errors import NotNow, NotYours
from rules.games.marne_1918.phases import ALLIES, GERMANS
from rules.seat import REFEREE, Player
from tests.games import SEED, all_games
from tests.night_watch import NORTH, SOUTH
from tests.play import Play, public, secret
from tests.rules.campaign.helpers import ANNA, BERT, night_watch, refused


def played() -> Play:
    """Both have drawn (2 and 3), Anna has called (4), Bert has answered (5)."""
    play = night_watch()
    for user, command in ((ANNA, "draw"), (BERT, "draw"), (ANNA, "call"), (BERT, "answer")):
        play.do(user, command)
    return play


def back(play: Play, to: int) -> Rewind:
    """A rewind over all that was done after an entry."""
    return Rewind(to=to, last=play.campaign.timeline.standing[-1].number)


def rewound(to: int) -> Play:
    """Anna has asked to go back to an entry, and Bert has agreed."""
    play = played()
    play.all_agree = True
    play.do(ANNA, back(play, to))
    return play


def test_a_rewind_undoes_everything_after_its_goal() -> None:
    play = played()
    asked = public(play.do(ANNA, back(play, 2)))
    assert "<@1> wants to go back to entry 2." in asked
    assert "It takes back 3 actions: Token drawn, Call …" in asked
    assert "1 die stays used." in asked
    assert set(play.campaign.state.tokens) == {NORTH, SOUTH}
    refused(play, NotYours, "asked for this yourself", ANNA, Agree(to=6))
    assert "3 actions are undone, and play goes on from there." in public(play.do(BERT, Agree(to=6)))
    assert set(play.campaign.state.tokens) == {NORTH}
    assert (play.campaign.next_die, play.log[-1].undoes) == (2, 3)
    assert play.log[-1].undone == {3, 4, 5}
    assert play.campaign.refold(play.log) == play.campaign
    assert audit(play.campaign.refold(()), play.log, SEED).wrong == ()


@pytest.mark.parametrize("notes", [False, True])
def test_over_ones_own_open_actions_nobody_is_asked(notes: bool) -> None:
    """Also where another has done something unseen between them, of which nobody learns."""
    play = night_watch((ANNA, "wave"))
    if notes:
        play.do(BERT, "note")
    play.do(ANNA, "call")
    assert "2 actions are undone" in public(play.do(ANNA, back(play, 1)))
    assert play.campaign.state.called is None


def test_a_very_long_way_takes_several_steps() -> None:
    play = night_watch()
    for _ in range(MOST_KEPT + 1):
        play.do(ANNA, "wave")
    assert len(play.campaign.timeline.standing) == MOST_KEPT
    refused(play, NotNow, f"too far for one step: at most {MOST_KEPT - 1} actions", ANNA, back(play, 1))
    play.do(ANNA, back(play, 9))
    assert len(play.campaign.timeline.standing) == 8


def test_free_actions_of_ones_own_need_no_consent() -> None:
    """The draw before them stays, so its die needs nobody's word."""
    play = Play(all_games()["marne-1918"])
    play.do(ANNA, "draw")
    drawn = play.campaign.number
    play.do(ANNA, "enter_points", vp=3)
    play.do(ANNA, "enter_points", vp=4, reason="counted again")
    last = play.campaign.timeline.last
    assert last is not None
    roster = {ALLIES: (Player(ANNA),), GERMANS: (Player(BERT),), REFEREE: ()}
    campaign = replace(play.campaign, roster=roster, sat={seat: frozenset(each) for seat, each in roster.items()})
    assert Rewind(to=drawn, last=last.number).needed(campaign, Player(ANNA)) == frozenset()
    assert Rewind(to=drawn - 1, last=last.number).needed(campaign, Player(ANNA)) == {GERMANS}


def test_later_private_actions_fall_and_earlier_stand() -> None:
    play = night_watch()
    for user, command in ((BERT, "note"), (ANNA, "wave"), (BERT, "note")):
        play.do(user, command)
    refused(play, NotNow, "nothing after that", ANNA, Rewind(to=2, last=2))
    event = rewound_to(play.campaign, 1, actions_after(play.campaign, 1))
    assert (event.first, event.last, event.count, event.sides, event.undone) == (2, 2, 1, (SOUTH,), (3, 4))
    told = tuple(event.tell())
    assert secret(told, SOUTH) == "What you did unseen since then is undone, too."
    assert secret(told, NORTH) == ""


def test_private_knowledge_of_others_needs_no_consent() -> None:
    """The opponent: a request would tell that something was done unseen."""
    play = night_watch((ANNA, "wave"), (BERT, "note"))
    assert Rewind(to=1, last=2).needed(play.campaign, Player(ANNA)) == frozenset()


def test_the_goals_own_action_stays() -> None:
    play = night_watch((ANNA, "draw"))
    drawn = play.campaign.number
    play.do(ANNA, "wave")
    assert Rewind(to=drawn, last=drawn + 1).needed(play.campaign, Player(ANNA)) == frozenset()
    assert Rewind(to=drawn - 1, last=drawn + 1).needed(play.campaign, Player(ANNA)) == {SOUTH}
