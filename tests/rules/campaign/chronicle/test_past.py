"""The past of a campaign: the states of its moments, the table read last."""

import random
from typing import Any

import pytest

from rules.campaign.chronicle.retelling import past_of
from rules.campaign.time.redo import Redo
from rules.campaign.time.undo import Rewind
from rules.game import AnyPast
from rules.log import undone_entries
from rules.printed.lookup import readings
from tests.games import all_games
from tests.play import Play
from tests.rules.campaign.helpers import ANNA, BERT, night_watch
from tests.rules.games.fields_of_despair.campaign import Campaign, begun
from tests.rules.test_conformance import random_play

GAMES = all_games()


def past(play: Play) -> AnyPast:
    return past_of(play.campaign.as_founded(), play.log)


def test_it_keeps_the_last_state_of_each_step() -> None:
    fields = Campaign()
    fields.do("skip_step", reason="not in this test")
    fields.do("adjust", what="total", value="90", reason="we counted")
    found = past(fields.play)
    assert [(each.step, each.total) for each in found.states] == [(0, 96), (1, 90)]


def test_it_keeps_the_table_that_was_read_last() -> None:
    fields = begun(1, 1, 1)
    found = past(fields.play)
    assert found.reading is not None
    assert found.reading.table == "Number of CP Offensives"
    fields.do("adjust", what="total", value="90", reason="we counted")
    assert past(fields.play).reading == found.reading


def test_of_several_tables_read_in_one_action_it_keeps_the_last() -> None:
    *_, (play, _) = random_play(GAMES["fields-of-despair"], 0, 60, all_agree=True)
    undone = undone_entries(play.log)
    read = [
        [each.table for event in entry.events for each in readings(event)]
        for entry in play.log
        if entry.seq not in undone
    ]
    assert any(len({*tables}) > 1 for tables in read), "the play has such an action"
    for count, tables in enumerate(read, start=1):
        found = past_of(play.campaign.as_founded(), play.log[:count]).reading if len({*tables}) > 1 else None
        assert found is None or found.table == tables[-1]


def test_undone_actions_leave_nothing() -> None:
    play = Play(GAMES["marne-1918"])
    play.do(1, "enter_points", vp=3)
    play.do(1, "enter_points", vp=9, reason="Counted again")
    play.do(1, {"type": "undo"})
    after = past(play)
    assert [each.victory_points for each in after.states] == [3]


@pytest.mark.by_day(2)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_following_what_is_new_gives_the_same_as_following_all(game: str) -> None:
    *_, (play, _) = random_play(GAMES[game], 0, 80, all_agree=True)
    whole, chance = past(play), random.Random(1)
    undone = [entry.undoes for entry in play.log if entry.undoes is not None]
    for _ in range(4):
        cut = chance.randrange(len(play.log))
        if any(seq <= cut for seq in undone):
            continue
        first = past_of(play.campaign.as_founded(), play.log[:cut])
        seen: Any = play.campaign.refold(play.log[:cut])
        assert past_of(seen, play.log[cut:], first) == whole
    assert whole.states[-1] == play.campaign.state


def test_an_undo_of_what_was_followed_before_is_refused() -> None:
    play = Play(GAMES["marne-1918"])
    play.do(1, "enter_points", vp=3)
    seen, first = play.campaign, past(play)
    play.do(1, {"type": "undo"})
    with pytest.raises(ValueError, match="followed already"):
        past_of(seen, play.log[1:], first)


def test_a_redo_over_several_turns_leaves_a_state_of_each() -> None:
    """As if they had been played one by one."""
    play = night_watch(all_agree=True)
    for _ in range(3):
        play.do(ANNA, "call")
        play.do(BERT, "answer")
        play.do(ANNA, "next_turn")
    before = past_of(play.campaign.as_founded(), play.log)
    play.do(ANNA, Rewind(to=1, last=play.campaign.timeline.standing[-1].number))
    play.do(ANNA, Redo())
    after = past_of(play.campaign.as_founded(), play.log)
    assert [state.turn for state in before.states] == [1, 2, 3, 4]
    assert after.states == before.states
