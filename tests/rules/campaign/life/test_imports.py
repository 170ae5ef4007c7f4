"""A campaign from a file goes on with dice of its own, and what came before them cannot be undone."""

import pytest

from rules.campaign.decider.audit import audit
from rules.campaign.life.imports import TakeIn
from rules.campaign.life.rolling import RollDice
from rules.campaign.state.timeline import Timeline
from rules.campaign.time.corrections import entered
from rules.campaign.time.points import Mark
from rules.campaign.time.undo import Undo
from rules.errors import NotNow
from tests.games import SEED
from tests.night_watch import EnterScore
from tests.play import Play, public
from tests.rules.campaign.helpers import ANNA, BERT, high_card, night_watch

HASH = "ab" * 32
OTHER = b"\x07" * 32


def taken_in() -> Play:
    """Some dice fall, then the campaign goes on elsewhere, with another seed."""
    play = high_card()
    play.do(1, "take")
    for _ in range(2):
        play.do(1, RollDice())
    play.seed = OTHER
    return play


def test_its_dice_begin_anew() -> None:
    play = taken_in()
    assert play.campaign.next_die
    told = public(play.do(1, TakeIn(hash=HASH)))
    assert "The dice are sealed anew." in told
    assert HASH in told
    assert (play.campaign.next_die, play.campaign.begun_at) == (0, play.campaign.seq)
    play.do(1, RollDice())
    assert [roll.first for roll in play.log[-1].rolls] == [0]


def test_each_die_is_checked_under_its_own_seed() -> None:
    play = taken_in()
    before = play.campaign.seq
    play.do(1, TakeIn(hash=HASH))
    play.do(1, RollDice(number=8, sides=20))
    found = audit(high_card().campaign, play.log, OTHER)
    assert (found.wrong, found.taken_over) == ((), before)
    assert audit(high_card().campaign, play.log, SEED).wrong == (play.campaign.seq,)


def test_nothing_before_it_is_undone() -> None:
    play = taken_in()
    play.do(1, TakeIn(hash=HASH))
    with pytest.raises(NotNow, match="nothing to undo"):
        play.do(1, Undo())


def test_nothing_before_an_import_can_be_undone() -> None:
    play = night_watch()
    play.do(ANNA, EnterScore(score=3))
    play.do(ANNA, Mark(name="Dusk"))
    play.do(ANNA, "wave")
    play.do(ANNA, Undo())
    before = play.campaign
    assert all((entered(before), before.timeline.points, before.timeline.returning))
    play.do(ANNA, TakeIn(hash=HASH))
    after = play.campaign
    assert after.timeline == Timeline()
    assert "That's wrong" not in {each.label for each in after.offers(BERT)}
