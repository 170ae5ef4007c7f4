"""The log retold turn by turn, as one reader may read it."""

from datetime import timedelta

import pytest

from rules.campaign.chronicle.retelling import Turn, may_read, retold
from rules.campaign.life.ending import End
from rules.seat import REFEREE, Seat
from tests.games import all_games
from tests.night_watch import NORTH, SOUTH
from tests.play import Play
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, night_watch
from tests.rules.games.fields_of_despair.campaign import begun

NOBODY = frozenset[Seat]()


def turns(play: Play, *seats: Seat) -> list[Turn]:
    return [*retold(play.campaign, play.log, dict.fromkeys(seats, 0))]


def test_private_actions_leave_the_previous_turn_alone() -> None:
    play = night_watch((ANNA, "wave"), (ANNA, "next_turn"), (BERT, "note"))
    play.do(BERT, "draw")
    first, second = turns(play)
    assert (first.campaign.state.turn, first.campaign.seq) == (1, 2)
    assert [each.entry.seq for each in second.passages] == [5]


def test_a_scenario_chooses_the_first_turn() -> None:
    """Also of what was done at the table before."""
    play = Play(all_games()["marne-1918"])
    play.do(2, "join", seat="Germans")
    play.do(1, play.game.openings()[max(play.game.openings())])
    (turn,) = turns(play)
    assert turn.number == play.campaign.state.turn


def test_a_secret_is_for_the_readers_of_its_seat() -> None:
    play = night_watch((BERT, "draw"))
    for seats, secrets in (((), 0), ((NORTH,), 0), ((SOUTH,), 1)):
        (turn,) = turns(play, *seats)
        assert len(turn.passages[-1].secrets) == secrets
        assert turn.passages[-1].told, "everybody reads that something was drawn"


@pytest.mark.parametrize(("seats", "entries"), [((), [1]), ((NORTH,), [1]), ((SOUTH,), [1, 2])])
def test_a_private_deed_is_told_to_its_own_side_alone(seats: tuple[Seat, ...], entries: list[int]) -> None:
    play = night_watch((BERT, "note"))
    (turn,) = turns(play, *seats)
    assert [each.entry.seq for each in turn.passages] == entries


def test_secrets_open_once_nothing_can_reopen() -> None:
    play = night_watch((BERT, "draw"))
    assert may_read(play.campaign, BERT) == (SOUTH,)
    assert may_read(play.campaign, CARLA) == ()
    play.all_agree = True
    play.do(ANNA, End())
    assert play.campaign.is_ended
    assert may_read(play.campaign, CARLA) == ()
    assert may_read(play.campaign.when(play.clock + timedelta(days=30)), CARLA) == (NORTH, SOUTH, REFEREE)


def test_why_it_came_out_so_is_told_apart() -> None:
    play = begun(1, 1, 1).play
    passages = [each for turn in turns(play) for each in turn.passages]
    told = "\n".join(str(each) for passage in passages for each in passage.reasons)
    assert "Roll 3d6 → 1 + 1 + 1 = **3**" in told
    assert not any("```" in str(each) for passage in passages for each in passage.reasons), "no table as a whole"
