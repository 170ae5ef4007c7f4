"""The after-action report."""

from rules.campaign.chronicle.report import charts, in_brief, of_all, of_turn, swings
from rules.campaign.chronicle.retelling import Turn, retold
from rules.campaign.life.rolling import RollDice
from rules.campaign.seats.seating import Join
from rules.games.marne_1918.phases import GERMANS
from tests.games import all_games
from tests.play import Play
from tests.rules.campaign.helpers import ANNA, BERT, night_watch
from tests.rules.test_conformance import random_play


def marne(*points: int) -> Play:
    """Each turn the Allies enter the German victory points, and the turn ends."""
    play = Play(all_games()["marne-1918"])
    play.do(2, Join(seat=GERMANS))
    for place, vp in enumerate(points):
        if place:
            end_turn(play)
        play.do(1, "set_points", vp=vp, reason="" if not place else "Counted again")
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
    return "\n".join(f"{each.section}: {each}" for each in of_all(play.campaign, play.log, turns(play)))


def test_the_turning_points_are_the_largest_swings() -> None:
    play = marne(3, 4, 12, 10)
    said = whole(play)
    assert "Turning points: Turn 3: German victory points 4 → 12" in said
    assert said.index("4 → 12") < said.index("12 → 10") < said.index("3 → 4")
    assert "The sides: Allies: 14 actions in all" in said
    assert "4 turns" in said


def test_a_turn_tells_what_each_side_did_and_how_figures_changed() -> None:
    play = marne(3, 9)
    play.do(2, RollDice(number=12))
    first, second = turns(play)
    said = "\n".join(f"{each.section}: {each}" for each in of_turn(play.campaign, second, first))
    assert "Germans" not in said
    assert "Allies: German victory points: 3 → **9**." in said
    assert "Figures: German victory points: 3 → 9" in said
    assert "Dice: 12d6: " in said
    assert [each.size for each in swings(second, first)] == [6]
    assert [*swings(first, None)] == []


def test_the_charts_show_each_figure_turn_by_turn() -> None:
    (picture,) = charts(turns(marne(3, 4, 12)))
    assert "German victory points: 3 at first, 12 now, between 3 and 12." in picture.words
    assert [*charts(turns(marne(3)))] == []


def test_the_end_in_brief_is_short_in_every_game() -> None:
    for game in all_games().values():
        *_, (play, _) = random_play(game, 2, 60, all_agree=True)
        said = " ".join(map(str, in_brief(play.campaign)))
        assert 0 < len(said.split()) <= 40


def test_a_campaign_in_which_nothing_happened_has_no_report() -> None:
    assert whole(Play(all_games()["marne-1918"])) == ""


def test_eight_results_of_a_side_are_told_and_the_rest_are_counted() -> None:
    """What is beside the game, private, undone or the end of a phase is none."""
    play = night_watch()
    play.all_agree = True
    first = reported(play)
    assert first == []
    for score in range(8):
        play.do(ANNA, "enter_score", score=score, reason="again")
    scores = ["North: Score: unknown → 0", *(f"North: Score: {score - 1} → {score}" for score in range(1, 8))]
    assert reported(play) == [*scores, "Time: The turn took 8 minutes."]
    play.do(BERT, "enter_score", score=9, reason="again")
    play.do(ANNA, "note")
    play.do(ANNA, "set_pictures", on=False)
    play.do(ANNA, "enter_score", score=8, reason="again")
    play.do(ANNA, "undo")
    play.do(ANNA, "next_phase")
    assert reported(play)[:9] == [*scores, "South: Score: 7 → 9"]
    play.do(ANNA, "enter_score", score=8, reason="again")
    assert reported(play)[:9] == [*scores, "North: And 1 more."]


def reported(play: Play) -> list[str]:
    """The report of the only turn."""
    (turn,) = turns(play)
    return [f"{each.section}: {each}" for each in of_turn(play.campaign, turn, None)]
