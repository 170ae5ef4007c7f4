"""The story of a campaign in lines."""

from rules.campaign.chronicle.reveal import (
    HELD,
    LUCK,
    MOST_IDLE,
    MOST_KEPT,
    count_words,
    tell_points,
    tell_rest,
    tell_scene,
    weightiest,
)
from rules.campaign.chronicle.story import (
    Fall,
    Fate,
    IdleOrder,
    Kept,
    PlayedOn,
    Scene,
    Story,
    TurningPoint,
    Unplayed,
    When,
)
from rules.dice import Roll
from rules.line import Change, Line
from rules.seat import Seat
from rules.secrets import Shown
from rules.story import Chance

RED, BLUE = Seat("Red"), Seat("Blue")


def when(turn: int = 1, place: int = 0) -> When:
    return When(place, turn, Line(f"Day {turn}"), turn)


def kept(name: str, fate: Fate = Unplayed.UNKNOWN, seat: Seat = BLUE) -> Kept:
    return Kept(seat, Shown(name), fate)


def scene(*things: Kept, weight: int = 1, place: int = 0) -> Scene:
    return Scene(when(place=place), Line("Red attacked"), things, weight)


def test_a_scene_says_who_held_what_and_what_became_of_it_after_that_turn() -> None:
    told = tell_scene(
        scene(
            kept("Ace", PlayedOn(when(1))),
            kept("King", PlayedOn(when(3))),
            kept("Queen", Unplayed.NEVER),
            kept("Jack", seat=RED),
        )
    )
    assert told.section == HELD
    assert str(told) == "**Day 1**: Red attacked. Blue: Ace, King (played Day 3), Queen (never played) · Red: Jack."


def test_equal_things_with_an_equal_fate_are_counted() -> None:
    told = tell_scene(scene(kept("Ace", Unplayed.NEVER), kept("Ace", Unplayed.NEVER), kept("Ace")))
    assert str(told).endswith("Blue: 2 × Ace (never played), Ace.")


def test_a_few_things_are_named_and_the_rest_are_counted() -> None:
    names = [f"Card {number}" for number in range(MOST_KEPT + 2)]
    assert str(tell_scene(scene(*map(kept, names)))).endswith("Card 3, 2 more.")
    assert str(tell_scene(scene(*map(kept, names[: MOST_KEPT + 1])))).endswith("Card 3, 1 more.")
    assert str(tell_scene(scene(*map(kept, names[:MOST_KEPT])))).endswith("Card 2, Card 3.")


def test_the_weightiest_are_told_in_the_order_of_play_and_of_equal_ones_the_earlier() -> None:
    one, two, three, four = (
        scene(kept("Ace"), weight=weight, place=place) for place, weight in enumerate((1, 3, 2, 3))
    )
    every = [four, one, three, two]
    assert weightiest(every, 1) == [two]
    assert weightiest(every, 2) == [two, four]
    assert weightiest(every, 3) == [two, three, four]
    assert weightiest(every) == [one, two, three, four]


def test_as_many_are_told_as_have_room_for_their_words() -> None:
    every = [scene(kept("Ace"), place=place, weight=place) for place in range(3)]
    assert count_words(tell_scene(every[0])) == 6
    assert weightiest(every, words=12) == every[1:]
    assert weightiest(every, words=11) == every[2:]
    assert weightiest(every, words=-4) == []


def story(**more: object) -> Story:
    given: dict[str, object] = {"is_open": True, "scenes": (), "idle": (), "points": (), "falls": ()}
    return Story(**given | more)  # type: ignore[arg-type]


def test_dice_are_told_beside_their_average_with_what_they_brought_if_that_is_known() -> None:
    known = Chance(Roll(sides=6, faces=(6, 6, 5)), Line("Reconnaissance"), Line("29"), Line("17"))
    other = Chance(Roll(sides=6, faces=(1, 1)), Shown("the ford"))
    told = [*tell_rest(story(falls=(Fall(when(2), other), Fall(when(1), known))))]
    assert {each.section for each in told} == {LUCK}
    assert [*map(str, told)] == [
        "Day 1, Reconnaissance: 3d6 came to 17 (10.5 on average), so 29 instead of 17.",
        "Day 2, the ford: 2d6 came to 2 (7.0 on average).",
    ]


def test_a_file_tells_every_order_that_never_acted_and_a_report_a_few() -> None:
    idle = tuple(IdleOrder(when(), BLUE, Line(f"Order {number}")) for number in range(MOST_IDLE + 1))
    assert len([*tell_rest(story(idle=idle))]) == MOST_IDLE
    full = [*tell_rest(story(idle=idle), in_full=True)]
    assert len(full) == MOST_IDLE + 1
    assert str(full[0]) == "Day 1, Blue: Order 0"


def test_a_turning_point_is_told_with_its_causes() -> None:
    point = TurningPoint(when(4), Line("Points"), Change((3, Shown("Soissons")), (-1, Shown("Fismes"))))
    assert [*map(str, tell_points([point]))] == ["Day 4, Points +2 (Soissons +3, Fismes −1)"]


def test_of_each_turn_the_weightiest_scene_is_chosen() -> None:
    scenes = tuple(
        Scene(when(turn, place), Line("Red attacked"), (kept("Ace"),), weight)
        for place, (turn, weight) in enumerate([(1, 1), (1, 3), (1, 3), (2, 2), (2, 1)])
    )
    assert [each.when.place for each in story(scenes=scenes).scene_of_each_turn()] == [1, 3]
