"""The life of a campaign: what it was before the trash, it is again."""

from dataclasses import replace

import pytest

from rules.campaign.life.ending import End, Reopen
from rules.campaign.life.trash import Restore, Trash
from rules.campaign.state.life import PLAYING, AtEnd, InTrash, Life, Playing, before_trash
from rules.command import Command
from tests.games import BEGIN
from tests.rules.campaign.helpers import ANNA, high_card

END = AtEnd(BEGIN, is_final=False)


@pytest.mark.parametrize("before", [PLAYING, END])
def test_the_trash_keeps_what_was_before(before: Playing | AtEnd) -> None:
    assert before_trash(before) is before
    assert before_trash(InTrash(BEGIN, before)) is before


def test_it_goes_from_case_to_case_with_the_times_of_its_entries() -> None:
    play = high_card()

    def after(command: Command) -> Life:
        play.wait(days=2)
        play.do(ANNA, command)
        return play.campaign.life

    assert play.campaign.life == PLAYING
    assert after(Trash()) == InTrash(play.clock, PLAYING)
    assert after(Restore()) == PLAYING
    life = after(End())
    end = AtEnd(play.clock, is_final=False)
    assert life == end
    assert after(Trash()) == InTrash(play.clock, end)
    assert after(Restore()) == end
    assert after(Reopen()) == PLAYING
    assert after(End(for_good=True)) == AtEnd(play.clock, is_final=True)


@pytest.mark.parametrize(
    ("life", "is_ended", "rests"),
    [
        (PLAYING, False, False),
        (END, True, True),
        (InTrash(BEGIN, PLAYING), False, True),
        (InTrash(BEGIN, END), True, True),
    ],
)
def test_what_ended_has_ended_in_the_trash_too(life: Life, is_ended: bool, rests: bool) -> None:
    campaign = replace(high_card().campaign, life=life)
    assert (campaign.is_ended, campaign.is_ended) == (is_ended, rests)
