"""The story of a campaign: what each side held while another decided, and who may read it when."""

from datetime import timedelta

import pytest

from rules.campaign.chronicle.retelling import may_read
from rules.campaign.chronicle.story import (
    IdleOrder,
    PlayedOn,
    Scene,
    Story,
    Unplayed,
    When,
    _acted,
    _caused,
    _idle,
    _matters,
    _Note,
    _notes,
    _Parted,
    _points,
    _scenes,
    _Step,
    story_of,
)
from rules.campaign.life.ending import DAYS_TO_REOPEN, End, Reopen
from rules.campaign.life.rolling import RollDice
from rules.campaign.questions.plans import DropPlan, GiveOrder, MakePlan
from rules.campaign.questions.requests import Agree
from rules.campaign.seats.seating import Join, Leave
from rules.campaign.time.redo import Redo
from rules.campaign.time.undo import Rewind, Undo
from rules.command import Topic
from rules.errors import NotNow
from rules.games.marne_1918.phases import ALLIES, GERMANS
from rules.line import Line
from rules.seat import Seat
from rules.secrets import Hidden
from rules.story import Chance, Decision, Gain, Holding
from tests.games import all_games, founded
from tests.night_watch import NORTH, SOUTH
from tests.play import Play, public
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, NOBODY, night_watch, two_players
from tests.rules.games.marne_1918.campaign import campaign_with
from tests.rules.games.marne_1918.test_combat_orders import CANCEL, HITS, both_hold, declared, german_attack
from tests.rules.games.marne_1918.test_reactions import DEFENSE
from tests.rules.test_conformance import random_play


def read_by(play: Play, user: int = ANNA) -> Story:
    """The story as somebody reads it now."""
    now = play.campaign.when(play.clock)
    return story_of(now, play.log, may_read(now, user))


def told(story: Story) -> list[str]:
    """Each decision with what the others held."""
    return [f"{each.what}: {', '.join(f'{kept.seat} {kept.name}' for kept in each.kept)}" for each in story.scenes]


def token(play: Play, user: int = BERT) -> str:
    seat = play.campaign.seats_of(user)[0]
    return f"{seat} token {play.campaign.state.tokens[seat]}"


def called(*, agree: bool = True) -> Play:
    """South holds a token, and North calls out."""
    play = night_watch()
    play.all_agree = agree
    play.do(BERT, "draw")
    play.do(ANNA, "call")
    return play


def ended_for_good(play: Play) -> Play:
    play.all_agree = True
    play.do(ANNA, End(for_good=True))
    return play


def test_after_the_end_everybody_reads_what_each_side_held_while_another_decided() -> None:
    play = ended_for_good(called())
    for user in (ANNA, BERT, CARLA, NOBODY):
        assert told(read_by(play, user)) == [f"North called out: {token(play)}"]


def test_what_one_held_oneself_at_a_decision_of_ones_own_is_no_scene() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    play.do(BERT, "call")
    assert told(read_by(ended_for_good(play))) == []


@pytest.mark.parametrize("user", [ANNA, BERT, CARLA, NOBODY])
def test_while_the_game_runs_nobody_reads_it_not_even_of_their_own_side(user: int) -> None:
    story = read_by(called(), user)
    assert (story.is_open, story.scenes, story.idle) == (False, (), ())


@pytest.mark.parametrize("user", [ANNA, BERT, CARLA, NOBODY])
def test_an_end_that_can_be_reopened_opens_nothing(user: int) -> None:
    """Or one side could end the campaign, read, and play on."""
    play = called()
    play.do(BERT, End())
    assert play.campaign.is_ended
    assert told(read_by(play, user)) == []
    play.do(BERT, Reopen())
    assert told(read_by(play, user)) == []


def test_an_end_for_good_that_the_others_have_not_agreed_to_opens_nothing() -> None:
    play = called(agree=False)
    play.do(BERT, End(for_good=True))
    assert told(read_by(play, BERT)) == []
    play.wait(days=DAYS_TO_REOPEN)
    assert told(read_by(play, BERT)) == []


def test_what_is_open_cannot_be_reopened() -> None:
    play = called()
    play.do(BERT, End())
    play.wait(days=DAYS_TO_REOPEN, seconds=-61)
    assert told(read_by(play)) == []
    play.clock += timedelta(seconds=61)
    assert told(read_by(play)) != []
    with pytest.raises(NotNow):
        play.do(ANNA, Reopen())


def test_who_plays_alone_reads_it_as_the_game_runs() -> None:
    game = all_games()["night-watch"]
    play = Play(game, founded(game, ANNA, NORTH))
    play.do(ANNA, Join(seat=SOUTH))
    play.do(ANNA, "draw")
    play.do(ANNA, "call")
    assert read_by(play).is_open
    assert not read_by(play, NOBODY).is_open


def test_once_somebody_else_has_sat_down_a_free_seat_is_open_to_nobody() -> None:
    play = called()
    play.do(BERT, Leave(seat=SOUTH))
    assert not read_by(play, ANNA).is_open


def test_what_was_undone_or_taken_back_is_no_part_of_it() -> None:
    play = called()
    play.do(ANNA, Undo())
    play.do(BERT, "call")
    assert told(read_by(ended_for_good(play))) == []
    play = called()
    play.do(ANNA, Rewind(to=2, last=play.campaign.last_action.number))  # type: ignore[union-attr]
    assert told(read_by(ended_for_good(play))) == []


def test_what_was_brought_back_is_told_once() -> None:
    play = called()
    play.do(ANNA, Undo())
    play.do(ANNA, Redo())
    assert len(told(read_by(ended_for_good(play)))) == 1


def test_of_each_turn_the_weightiest_decision_is_told_and_of_equal_ones_the_first() -> None:
    play = called()
    play.do(BERT, "answer")
    play.do(ANNA, "call")
    play.do(BERT, "answer")
    play.do(ANNA, "next_turn")
    play.do(ANNA, "call")
    story = read_by(ended_for_good(play))
    assert [each.when.turn for each in story.scenes] == [1, 1, 2]
    assert [each.when for each in story.scene_of_each_turn()] == [story.scenes[0].when, story.scenes[2].when]


def test_what_became_of_a_thing_is_known_only_once_it_is_gone() -> None:
    play = called()
    alone = {Seat(NORTH): 0, Seat(SOUTH): 0}
    assert story_of(play.campaign, play.log, alone).scenes[0].kept[0].fate is Unplayed.UNKNOWN
    assert read_by(ended_for_good(play)).scenes[0].kept[0].fate is Unplayed.NEVER


def test_turning_points_are_the_largest_sums_of_a_turn_and_of_equal_ones_the_earlier() -> None:
    play = night_watch()
    play.all_agree = True
    scores = ([0, 4, 5], [6], [2, 4], [9])
    for place, turn in enumerate(scores):
        if place:
            play.do(ANNA, "next_turn")
        for score in turn:
            play.do(ANNA, "enter_score", score=score, reason="again")
    points = read_by(play, NOBODY).turning_points(3)
    assert [(each.when.turn, each.change.total) for each in points] == [(1, 5), (4, 5), (3, -2)]
    assert str(points[0].change) == "+5 (Score entered)"


def test_a_number_that_came_back_within_a_turn_is_no_turning_point() -> None:
    play = night_watch()
    for score in (3, 8, 3):
        play.do(ANNA, "enter_score", score=score, reason="again")
    assert read_by(play).turning_points(3) == []


def test_dice_that_seldom_fall_so_matter_and_the_rarest_first() -> None:
    play = night_watch("physical")
    for faces in ((3, 4), (6, 6), (5, 5), (1, 1, 1)):
        play.do(ANNA, RollDice(number=len(faces), reason="x"), faces)
    falls = read_by(play).luck(3)
    assert [each.chance.roll.faces for each in falls] == [(1, 1, 1), (6, 6)]
    assert [str(each.chance.purpose) for each in falls] == ["x", "x"]
    play.do(ANNA, RollDice(sides=20, reason="one in ten"), (20,))
    assert [each.chance.roll.faces for each in read_by(play).luck(3)] == [(1, 1, 1), (6, 6), (20,)]


def at_rest() -> Play:
    """South holds a token, and nobody is asked before the turn ends."""
    play = night_watch()
    play.all_agree = True
    play.do(BERT, "draw")
    play.do(ANNA, "next_phase")
    play.do(BERT, MakePlan(deeds=("Wave",)))
    return play


def idle(story: Story) -> list[tuple[int, str, str]]:
    return [(each.when.turn, each.seat, str(each.order)) for each in story.idle]


def test_a_plan_that_never_acted_before_its_turn_ended_is_told() -> None:
    play = at_rest()
    play.do(ANNA, "next_turn")
    assert idle(read_by(ended_for_good(play))) == [(1, SOUTH, "Play Wave")]
    for seats, reads in (((NORTH, SOUTH), True), ((NORTH,), False)):
        assert bool(idle(story_of(play.campaign, play.log, seats))) is reads


@pytest.mark.parametrize("lasts", [False, True])
def test_an_order_for_a_single_time_that_never_acted_is_told_and_one_for_every_turn_is_not(lasts: bool) -> None:
    play = at_rest()
    play.do(BERT, DropPlan())
    play.do(BERT, GiveOrder(when="any", do="silence", lasts=lasts))
    play.do(ANNA, "next_turn")
    never = [] if lasts else [(1, SOUTH, "Whoever calls → stay silent")]
    assert idle(read_by(ended_for_good(play))) == never


def test_a_plan_that_acted_and_was_made_again_never_acted_the_second_time() -> None:
    play = at_rest()
    play.do(ANNA, "call")
    play.do(BERT, "answer")
    play.do(BERT, MakePlan(deeds=("Wave",)))
    play.do(ANNA, "next_turn")
    assert idle(read_by(ended_for_good(play))) == [(1, SOUTH, "Play Wave")]


def test_one_that_acted_or_was_dropped_is_not() -> None:
    play = at_rest()
    play.do(ANNA, "call")
    assert any(event.type == "waved" for event in play.log[-1].events)
    play.do(BERT, "answer")
    play.do(BERT, MakePlan(deeds=("Wave",)))
    play.do(BERT, DropPlan())
    play.do(ANNA, "next_turn")
    assert idle(read_by(ended_for_good(play))) == []


def test_of_the_orders_of_a_side_the_one_by_which_it_played_has_acted() -> None:
    """It still stands, and is none of those that never acted."""
    cancel, hits = GiveOrder(when="when_attacked", where="Fismes", do=CANCEL), GiveOrder(when="when_attacked", do=HITS)
    play = german_attack(cancel, hits)
    before = play.campaign
    declared(play, "Soissons")
    (acted,) = _acted(_Step(before, play.log[-1], play.campaign))
    assert acted == (ALLIES, before.plans[ALLIES].orders[1])
    assert acted[1] in play.campaign.plans[ALLIES].orders
    before = play.campaign
    play.do(ANNA, "next_turn")
    assert [*_acted(_Step(before, play.log[-1], play.campaign))] == []


def test_a_marker_that_was_played_as_planned_in_the_entry_that_ended_the_turn_has_acted() -> None:
    """Nobody is asked in any phase, so the whole turn is over at once."""
    play = campaign_with("clemenceau-1")
    steps = list[_Step]()
    for user, command in ((ANNA, MakePlan(stops=(), deeds=("Clemenceau",))), (BERT, MakePlan(stops=()))):
        before = play.campaign
        play.do(user, command)
        steps.append(_Step(before, play.log[-1], play.campaign))
    before = play.campaign
    assert "Clemenceau" in public(play.do(ANNA, "next_phase"))
    steps.append(_Step(before, play.log[-1], play.campaign))
    assert steps[-1].is_new_turn
    assert [*_idle(steps, {ALLIES: 0}, is_ended=False)] == []
    assert [each.order for each in _idle(steps[:-1], {ALLIES: 0}, is_ended=True)] != []


def test_what_happens_once_an_entry_has_begun_another_turn_is_told_of_that_turn() -> None:
    play = campaign_with("clemenceau-1")
    before = play.campaign
    play.do(ANNA, "next_turn")
    step, game = _Step(before, play.log[-1], play.campaign), play.game
    for state in (step.before.state, step.after.state):
        assert step.when(3, state) == When(3, game.turn(state), game.day(state), game.moment(state))
    assert step.when(3, step.after.state).turn == step.when(3, step.before.state).turn + 1


def test_what_was_played_is_held_by_nobody_who_decides_later_in_the_same_entry() -> None:
    """By their orders the Germans play their assault and the Allies a defense, all as the combat is declared."""
    play = both_hold()
    play.do(ANNA, GiveOrder(when="when_attacked", do=HITS))
    play.do(BERT, GiveOrder(when="when_attacking", do="German assault: hits"))
    before = play.campaign
    declared(play)
    notes = [*_notes(_Step(before, play.log[-1], play.campaign), {ALLIES: 0, GERMANS: 0}, place=0)]
    decided = [(each.beat.seat, len(each.held[GERMANS])) for each in notes if isinstance(each.beat, Decision)]
    assert decided == [(GERMANS, 5), (GERMANS, 5), (ALLIES, 4)], "four markers and an order"
    assert [each.beat for each in notes if isinstance(each.beat, _Parted)] == [
        _Parted(GERMANS, "german-assault-1", is_played=True), _Parted(ALLIES, DEFENSE[0], is_played=True),
    ]  # fmt: skip


def test_a_plan_that_can_still_act_has_not_failed() -> None:
    play = at_rest()
    assert story_of(play.campaign, play.log, {Seat(NORTH): 0, Seat(SOUTH): 0}).idle == ()


def test_a_game_that_adds_nothing_has_a_story_without_scenes() -> None:
    play = two_players()
    play.do(BERT, "take")
    play.do(ANNA, "bid", points=3)
    story = read_by(ended_for_good(play))
    assert (story.is_open, story.scenes, story.points) == (True, (), ())


@pytest.mark.parametrize("game", sorted(all_games()))
def test_every_game_has_a_story_of_what_stands(game: str) -> None:
    *_, (play, _) = random_play(all_games()[game], 3, 80, all_agree=True)
    story = story_of(play.campaign, play.log, dict.fromkeys(play.game.seats, 0))
    places = [each.when.place for each in story.scenes]
    assert places == sorted(places)
    assert all(each.size > 0 for each in story.points)
    assert all(isinstance(kept.fate, PlayedOn | Unplayed) for each in story.scenes for kept in each.kept)


def test_it_is_agreed_to_by_the_others() -> None:
    """What opens it is the others' consent."""
    play = called(agree=False)
    play.do(BERT, End(for_good=True))
    play.do(ANNA, Agree(to=play.campaign.number))
    assert told(read_by(play, BERT)) == [f"North called out: {token(play)}"]


def when(place: int, turn: int = 1) -> When:
    return When(place, turn, Line(f"Turn {turn}"), turn)


WEST = Seat("West")


def held(name: str, *known: Seat, about: Topic = Topic.COMBAT) -> Holding:
    return Holding(Hidden(Line(name)), name, about=about, known_to=frozenset(known))


def test_a_scene_tells_all_that_the_deciding_side_did_not_know_what_bore_on_it_first() -> None:
    """Of what all sides decided at once, whatever one of them did not know."""
    stands = {
        NORTH: (held("fog"),),
        SOUTH: (held("rain", about=Topic.PHASE), held("gun"), held("mine", NORTH)),
        WEST: (),
    }
    for seat, told_of in (
        (NORTH, ["South gun", "South rain"]),
        (None, ["North fog", "South gun", "South mine", "South rain"]),
    ):
        decision = Decision(seat, Line("Attack"), about=Topic.COMBAT)
        (scene,) = _scenes([_Note(when(0), decision, stands)], is_ended=True)
        assert [f"{each.seat} {each.name}" for each in scene.kept] == told_of
    met = Decision(NORTH, Line("Attack"), about=Topic.COMBAT, met={WEST: (held("fort"),)})
    for south, told_of in (((), ["West fort"]), ((held("gun"),), ["West fort", "South gun"])):
        (scene,) = _scenes([_Note(when(0), met, {NORTH: (), SOUTH: south})], is_ended=True)
        assert [f"{each.seat} {each.name}" for each in scene.kept] == told_of


def test_what_comes_and_goes_twice_became_what_it_became_first_also_by_the_decision_itself() -> None:
    stands: dict[Seat, tuple[Holding, ...]] = {NORTH: (), SOUTH: (held("gun"),)}
    notes = [
        _Note(when(3), Decision(NORTH, Line("Attack")), stands),
        _Note(when(3), _Parted(SOUTH, "gun", is_played=True), stands),
        _Note(when(5), Decision(NORTH, Line("Attack")), stands),
        _Note(when(9, 2), _Parted(SOUTH, "gun", is_played=False), stands),
    ]
    fates = [each.kept[0].fate for each in _scenes(notes, is_ended=True)]
    assert fates == [PlayedOn(when(3)), Unplayed.NEVER]


def test_a_turning_point_names_what_moved_it_most_either_way_and_sums_up_the_rest() -> None:
    gains = ((1, "a"), (-9, "b"), (2, "c"), (5, "d"), (2, "e"), (4, "c"))
    (point,) = _points(
        _Note(when(place), Gain(Line("Score"), by, Line(cause)), {}) for place, (by, cause) in enumerate(gains)
    )
    assert (str(point.change), point.when) == ("+5 (b −9, c +6, d +5, others +3)", when(0))


def test_of_a_turn_the_story_tells_what_happened_in_it_and_its_weightiest_decision() -> None:
    scenes = tuple(
        Scene(when(place, turn), Line("x"), (), weight) for place, (turn, weight) in enumerate(((1, 1), (1, 3), (2, 2)))
    )
    idle_ = tuple(IdleOrder(when(0, turn), SOUTH, Line("x")) for turn in (1, 2))
    story = Story(True, scenes, idle_, (), ())
    assert story.of_turn(2) == Story(True, scenes[2:], idle_[1:], (), ())
    assert [*story.scene_of_each_turn()] == [scenes[1], scenes[2]]


@pytest.mark.parametrize(
    ("plan", "named"),
    [(MakePlan(stops=("Patrol", "Rest"), orders=("silence",)), False), (GiveOrder(when="any", do="silence"), True)],
)
def test_what_a_side_had_ordered_on_a_condition_is_told_beside_what_it_held_and_what_it_always_does_is_not(
    plan: MakePlan | GiveOrder, named: bool
) -> None:
    play = night_watch()
    play.do(BERT, "draw")
    play.do(BERT, plan)
    play.do(ANNA, "call")
    number = token(play)
    order = ", South order: Whoever calls → stay silent" if named else ""
    assert told(read_by(ended_for_good(play))) == [f"North called out: {number}{order}"]


def test_a_change_is_put_down_to_what_the_game_names_else_to_what_was_done_each_moment_by_itself() -> None:
    play = night_watch()
    play.do(ANNA, "enter_score", score=1)
    named, other = Gain(Line("Score"), 3, Line("storm")), Gain(Line("Score"), 4)
    assert [_caused(each, play.log[-1]) for each in (named, other)] == [
        named, Gain(Line("Score"), 4, Line("Score entered"))
    ]  # fmt: skip
    moments = (When(place, 1, Line("Turn 1"), moment) for place, moment in enumerate(("dawn", "dusk", "dusk")))
    assert [each.change.total for each in _points(_Note(each, named, {}) for each in moments)] == [3, 6]


def test_dice_that_decided_something_matter_however_they_fell() -> None:
    play = night_watch("physical")
    before = play.campaign
    play.do(ANNA, RollDice(number=2, reason="x"), (3, 4))
    (roll,), step = play.log[-1].rolls, _Step(before, play.log[-1], play.campaign)
    for result, matters in ((None, False), (Line("rain"), True)):
        assert _matters(step, Chance(roll, Line("x"), result, result)) is matters
    unseen = roll.replace(faces=(6, 6))
    assert not _matters(step, Chance(unseen, Line("x"), Line("rain"), Line("sun"))), "nobody saw it"
