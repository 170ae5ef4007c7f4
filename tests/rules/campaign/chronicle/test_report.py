"""The after-action report."""

from collections.abc import Iterable
from dataclasses import replace
from datetime import timedelta

import pytest

from rules.campaign.chronicle.report import (
    HELD,
    MOST_WORDS,
    charts,
    count_words,
    in_brief,
    lasting,
    newest,
    of_all,
    of_turn,
    standing,
)
from rules.campaign.chronicle.retelling import Turn, may_read, retold
from rules.campaign.life.ending import End
from rules.campaign.seats.seating import Join
from rules.command import Event
from rules.game import Figure
from rules.games.marne_1918.phases import GERMANS
from rules.line import Line
from rules.notice import Public, tell_all
from rules.seat import Seat
from rules.secrets import Hidden
from tests.games import all_games
from tests.night_watch import SOUTH, Called, NightWatch
from tests.play import Play
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, night_watch
from tests.rules.test_conformance import random_play


def marne(*points: int) -> Play:
    """Each turn the Allies enter the German victory points, and the turn ends."""
    play = Play(all_games()["marne-1918"])
    play.do(2, Join(seat=GERMANS))
    for place, vp in enumerate(points):
        if place:
            end_turn(play)
        play.do(1, "enter_points", vp=vp, reason="" if not place else "Counted again")
        play.wait(days=3)
    return play


def end_turn(play: Play) -> None:
    """Whatever a side must decide is decided as by default, until the next turn."""
    game, turn = play.game, play.campaign.state.turn
    while play.campaign.state.turn == turn:
        for seat in game.awaited(play.campaign.state):
            command = game.default(play.campaign.state, seat)
            assert command is not None
            play.do(play.campaign.roster[seat][0], command)
        if not game.awaited(play.campaign.state):
            play.do(1, "next_turn")


def turns(play: Play) -> list[Turn]:
    return [*retold(play.campaign, play.log, {})]


def whole(play: Play) -> str:
    return "\n".join(f"{each.section}: {each}" for each in of_all(play.campaign, play.log, turns(play), {}))


def test_a_turn_tells_what_each_side_did_and_how_figures_changed() -> None:
    play = marne(3, 9)
    first, second = turns(play)
    said = "\n".join(f"{each.section}: {each}" for each in of_turn(second, first, {}))
    assert "Germans" not in said
    assert "Allies: German victory points: 3 → **9**." in said
    assert "Figures: German victory points: 3 → 9" in said
    assert "Figures:" not in "\n".join(f"{each.section}: {each}" for each in of_turn(first, None, {}))


def test_the_charts_show_each_figure_turn_by_turn() -> None:
    (picture,) = charts(turns(marne(3, 4, 12)))
    assert "German victory points: 3 at first, 12 now, between 3 and 12." in picture.words
    assert [*charts(turns(marne(3)))] == []
    play = marne()
    play.do(1, "draw")
    end_turn(play)
    play.do(1, "enter_points", vp=5)
    (picture,) = charts(turns(play))
    assert "German victory points: 5" in picture.words, "also where it was not known at first"


def test_the_end_in_brief_is_short_in_every_game() -> None:
    for game in all_games().values():
        *_, (play, _) = random_play(game, 0, 60, all_agree=True)
        said = " ".join(map(str, in_brief(play.campaign)))
        assert 0 < len(said.split()) <= 40


def test_a_campaign_in_which_nothing_happened_has_no_report() -> None:
    assert whole(Play(all_games()["marne-1918"])) == ""


def test_eight_results_a_side_are_told_and_the_rest_counted() -> None:
    """What is beside the game, private, undone or the end of a phase is none."""
    play = night_watch(all_agree=True)
    first = reported(play)
    assert first == []
    for score in range(8):
        play.do(ANNA, "enter_score", score=score, reason="again")
    scores = ["North: Score: unknown → 0", *(f"North: Score: {score - 1} → {score}" for score in range(1, 8))]
    assert reported(play) == [*scores, "Time: The turn took 8 minutes."]
    play.do(BERT, "enter_score", score=9, reason="again")
    play.do(ANNA, "note")
    play.do(ANNA, "change_settings", pictures=False)
    play.do(ANNA, "enter_score", score=8, reason="again")
    play.do(ANNA, "undo")
    play.do(ANNA, "next_phase")
    assert reported(play)[:9] == [*scores, "South: Score: 7 → 9"]
    play.do(ANNA, "enter_score", score=8, reason="again")
    assert reported(play)[:9] == [*scores, "North: And 1 more."]


def reported(play: Play) -> list[str]:
    (turn,) = turns(play)
    return [f"{each.section}: {each}" for each in of_turn(turn, None, {})]


def ended(*, for_good: bool) -> Play:
    """South held a token while North called out; then the campaign ended."""
    return night_watch((BERT, "draw"), (ANNA, "call"), (ANNA, End(for_good=for_good)), all_agree=True)


def read_by(play: Play, user: int, **more: bool) -> list[str]:
    seats = may_read(play.campaign, user)
    told = of_all(play.campaign, play.log, [*retold(play.campaign, play.log, seats)], seats, **more)
    return [str(each) for each in told if each.section == HELD]


CLOSED = "What each side held is told once nobody can reopen the campaign."


def test_the_report_says_when_more_is_told() -> None:
    play = ended(for_good=False)
    assert read_by(play, BERT) == read_by(play, CARLA) == [CLOSED]
    play = ended(for_good=True)
    number = play.campaign.state.tokens[SOUTH]
    assert read_by(play, CARLA) == [f"**Turn 1**: South: token {number}."]


def test_a_game_without_hands_has_nothing_to_tell_later() -> None:
    play = Play(all_games()["fields-of-despair"])
    play.do(ANNA, End())
    assert whole(play).startswith("None: 1 turn, 1 entry,")
    assert read_by(play, CARLA) == []


def test_nobody_is_said_not_to_know_where_nobody_else_played() -> None:
    play = Play(all_games()["night-watch"])
    play.do(ANNA, "draw")
    play.do(ANNA, End(for_good=True))
    assert read_by(play, ANNA) == read_by(play, CARLA) == read_by(play, CARLA, in_full=True) == []


def test_while_a_game_runs_its_report_says_nothing_of_it() -> None:
    play = night_watch((BERT, "draw"), (ANNA, "call"))
    assert read_by(play, BERT) == read_by(play, CARLA) == []


def test_equal_things_are_counted_and_of_many_the_first_named(monkeypatch: pytest.MonkeyPatch) -> None:
    play = ended(for_good=True)
    (turn,) = retold(play.campaign, play.log, {})
    names = ["token 1", "token 2", "token 1", "token 3", "token 4", "token 5", "token 6"]
    held = [Hidden(Line(each)) for each in names]
    monkeypatch.setattr(play.game, "holdings", lambda _, seat: held if seat == SOUTH else [])
    (told,) = (each for each in of_turn(turn, None, may_read(play.campaign, CARLA)) if each.section == HELD)
    assert str(told) == "**Turn 1**: South: 2 × token 1, token 2, token 3, token 4, 2 more."


def test_a_report_has_at_most_350_words_in_every_game() -> None:
    for game in all_games().values():
        *_, (play, _) = random_play(game, 0, 120, all_agree=True)
        seats = dict.fromkeys(map(Seat, game.seats), 0)
        told = of_all(play.campaign, play.log, [*retold(play.campaign, play.log, seats)], seats)
        assert count_words(*told) <= MOST_WORDS


def test_parts_without_room_are_left_to_the_file() -> None:
    """Eighty turns with a line each."""
    play = night_watch((BERT, "draw"), all_agree=True)
    for _ in range(80):
        play.do(ANNA, "next_turn")
    play.do(ANNA, End(for_good=True))
    brief, full = read_by(play, CARLA), read_by(play, CARLA, in_full=True)
    assert len(full) == 81
    assert 20 < len(brief) < 80
    assert brief == full[-len(brief) :], "the last have room"
    assert len(" ".join(brief).split()) <= MOST_WORDS


def test_of_some_lines_the_last_have_room() -> None:
    told = [tell_all("one two"), tell_all("three"), tell_all("four five")]
    assert newest(told, 5) == told
    assert newest(told, 4) == told[1:]
    assert newest(told, 2) == told[2:]
    assert newest(told, 1) == []
    assert newest(told, -1) == []


def called(_data: object, events: Iterable[Event]) -> Iterable[Public]:
    """A line of four words a call."""
    return (tell_all("A call by {seat}", seat=event.seat) for event in events if isinstance(event, Called))


def counted(_data: object, _state: object) -> Iterable[Figure]:
    """A line of six words."""
    return (Figure(Line("Calls of the night shift"), 7),)


class Talkative(NightWatch):
    """A game that tells much of its own."""

    views = replace(NightWatch.views, chronicle=called, figures=counted)


def test_a_games_own_lines_fill_the_room() -> None:
    game = Talkative(all_games()["night-watch"].data)
    play = Play(game)
    play.do(BERT, Join(seat=SOUTH))
    for _ in range(100):
        play.do(ANNA, "call")
        play.do(BERT, "answer")
    told = [str(each) for each in of_all(play.campaign, play.log, turns(play), {})]
    assert told.count("A call by South") == (MOST_WORDS - len(told[0].split()) - 6) // 4


def test_undone_actions_are_in_no_line() -> None:
    play = Play(Talkative(all_games()["night-watch"].data))
    play.do(BERT, Join(seat=SOUTH))
    for is_told in (True, False):
        play.do(ANNA, "call" if is_told else "undo")
        assert ("A call by South" in whole(play)) is is_told


def test_time_counts_from_the_founding() -> None:
    play = Play(all_games()["night-watch"])
    play.wait(days=4)
    play.do(ANNA, "wave")
    for _ in range(2):
        assert whole(play).splitlines()[0].endswith("1 turn, 1 entry, 4 days from the first to the last.")
        assert str(next(iter(in_brief(play.campaign)))) == "Up to turn 1: 1 entry in 4 days."
        play.do(ANNA, "note")


def test_a_finished_games_report_says_when_more_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    play = night_watch()
    monkeypatch.setattr(NightWatch, "due", lambda *_: {})
    play.campaign = replace(play.campaign)
    assert read_by(play, BERT) == [CLOSED]


@pytest.mark.parametrize(
    ("won", "told"), [("North wins", ["Turn 1, Patrol.", "North wins"]), ("Patrol", ["Turn 1, Patrol."])]
)
def test_the_winner_is_told(monkeypatch: pytest.MonkeyPatch, won: str, told: list[str]) -> None:
    campaign = night_watch().campaign
    monkeypatch.setattr(campaign.game, "outcome", lambda _: Line(won))
    assert [str(each) for each in standing(campaign)] == told


@pytest.mark.parametrize(
    ("time", "said"),
    [
        ({"seconds": 59}, "less than a minute"), ({"minutes": 1}, "1 minute"), ({"minutes": 59}, "59 minutes"),
        ({"minutes": 59, "seconds": 40}, "1 hour"), ({"hours": 47, "minutes": 40}, "2 days"),
        ({"hours": 1}, "1 hour"), ({"hours": 47}, "47 hours"), ({"hours": 48}, "2 days"), ({"days": 400}, "400 days"),
    ],
)  # fmt: skip
def test_a_time_is_told_in_one_unit(time: dict[str, int], said: str) -> None:
    assert str(lasting(timedelta(**time))) == said
