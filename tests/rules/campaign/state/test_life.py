"""The life of a campaign: what it was before the trash, it is again."""

from datetime import timedelta

import pytest

from rules.campaign.life.ending import End, Reopen
from rules.campaign.life.trash import Restore, Trash
from rules.campaign.state.life import PLAYING, AtEnd, InTrash, Life, Playing, before_trash
from tests.games import BEGIN
from tests.play import Play
from tests.rules.campaign.helpers import ANNA, high_card

END = AtEnd(BEGIN, is_final=False)


@pytest.mark.parametrize("before", [PLAYING, END])
def test_the_trash_keeps_what_was_before(before: Playing | AtEnd) -> None:
    assert before_trash(before) is before
    assert before_trash(InTrash(BEGIN, before)) is before


def life(play: Play) -> Life:
    return play.campaign.life


def test_it_goes_from_case_to_case_with_the_times_of_its_entries() -> None:
    play = high_card()
    campaign = play.campaign
    assert (life(play), campaign.is_ended, campaign.rests) == (PLAYING, False, False)
    play.do(ANNA, Trash())
    thrown = InTrash(play.clock, PLAYING)
    assert (life(play), play.campaign.is_ended, play.campaign.rests) == (thrown, False, True)
    play.do(ANNA, Restore())
    assert life(play) == PLAYING
    play.do(ANNA, End())
    end = AtEnd(play.clock, is_final=False)
    assert (life(play), play.campaign.is_ended, play.campaign.rests) == (end, True, True)
    play.wait(days=2)
    play.do(ANNA, Trash())
    assert life(play) == InTrash(play.clock, end)
    assert play.clock - end.at > timedelta(days=2)
    assert (play.campaign.is_ended, play.campaign.rests) == (True, True)
    play.do(ANNA, Restore())
    assert life(play) == end
    play.do(ANNA, Reopen())
    assert life(play) == PLAYING
    play.do(ANNA, End(for_good=True))
    assert life(play) == AtEnd(play.clock, is_final=True)
