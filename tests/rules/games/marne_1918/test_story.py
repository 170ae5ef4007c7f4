"""What the story of a campaign tells of Marne 1918."""

from functools import cache

import pytest

from rules.campaign.chronicle.report import MOST_WORDS, of_all
from rules.campaign.chronicle.retelling import may_read, retold
from rules.campaign.chronicle.reveal import HELD, count_words
from rules.campaign.chronicle.story import story_of
from rules.campaign.life.ending import End
from rules.campaign.questions.orders import GiveOrder
from rules.campaign.seats.seating import Join
from rules.command import Topic
from rules.dice import Roll
from rules.games.marne_1918.log_events.americans import ExitRolled, MoraleRose
from rules.games.marne_1918.log_events.board import PointsChanged, PointsEntered
from rules.games.marne_1918.log_events.hand import Drawn
from rules.games.marne_1918.phases import ALLIES, GERMANS, Phase
from rules.games.marne_1918.state import Spied
from rules.games.marne_1918.story import holdings, story
from rules.pool import Zone
from rules.secrets import Hidden
from rules.story import Beat, Chance, Decision, Gain, Spent
from tests.games import marne
from tests.play import Play
from tests.rules.games.marne_1918.campaign import ANNA, BERT, campaign_with, state
from tests.rules.games.marne_1918.german_events import with_german_events
from tests.rules.games.marne_1918.test_reactions import ASSAULT, DEFENSE
from tests.rules.games.marne_1918.test_whole_campaign import EVERY_TYPE, whole_campaign

DREW = (ASSAULT[0], *DEFENSE[:2])


def drawn(*markers: str) -> Play:
    """The first turn; Anna has drawn and kept these markers, and no other is in her hand."""
    for number in range(256):
        play = Play(marne().with_ruling("draws_a_turn", 4), seed=bytes([number]) * 32)
        play.do(BERT, Join(seat=GERMANS))
        play.do(ANNA, "draw")
        if {each.id for each in state(play).pools[ALLIES].at(Zone.HAND)} == {*markers}:
            play.do(ANNA, "sort", keep=markers)
            return play
    raise AssertionError("no seed brings them")


def to(play: Play, phase: Phase) -> None:
    """Go on until a phase comes, in this turn or a later one; the Allies keep what they draw as far as they can."""
    while not (state(play).now.phase is phase and not state(play).waiting):
        types = {offer.command.type for user in (ANNA, BERT) for offer in play.campaign.offers(user)}
        play.do(BERT, "next_phase" if "next_phase" in types else "next_turn")


def attacked(*orders: GiveOrder) -> Play:
    """The Allies hold two defenses and an assault, and the Germans attack Soissons."""
    play = drawn(*DREW)
    to(play, Phase.GERMAN_COMBAT)
    for order in orders:
        play.do(ANNA, order)
    play.do(BERT, "declare_combat", hex="Soissons")
    return play


def page(play: Play, user: int = BERT) -> list[str]:
    """What the report tells somebody of what the sides did not know, and of orders."""
    now = play.campaign.when(play.clock)
    seats = may_read(now, user)
    told = of_all(now, play.log, [*retold(now, play.log, seats)], story_of(now, play.log, seats))
    return [str(each) for each in told if each.section in (HELD, "Orders that never acted", "Turning points")]


def test_an_attack_is_told_with_the_markers_that_could_have_answered_it_first() -> None:
    play = attacked()
    assert page(play) == []
    play.do(ANNA, End(for_good=True))
    assert page(play) == [
        "**27 May 1918**: The Germans attacked Soissons. "
        "Allies: 2 × Heroic Defense (never played), Heroic Assault (never played)."
    ]


def test_an_attack_tells_more_than_the_offensive_that_it_belongs_to() -> None:
    play = drawn(*DREW)
    to(play, Phase.OFFENSIVES)
    play.do(BERT, "declare_offensive")
    to(play, Phase.GERMAN_COMBAT)
    play.do(BERT, "declare_combat", hex="Soissons")
    play.do(ANNA, End(for_good=True))
    made = story_of(play.campaign, play.log, may_read(play.campaign, BERT))
    assert [each.weight for each in made.scenes] == [2, 4]
    (line,) = page(play)
    assert "The Germans attacked Soissons." in line


def test_an_order_says_what_they_were_saved_for_and_that_it_never_acted() -> None:
    play = attacked(GiveOrder(when="when_attacked", where="Reims", do="Heroic Defense: hits"))
    play.do(ANNA, End(for_good=True))
    order = "They attack (Reims) → Heroic Defense: 2 more hit points"
    assert page(play) == [
        "**27 May 1918**: The Germans attacked Soissons. "
        f"Allies: 2 × Heroic Defense (never played), Heroic Assault (never played), order: {order}.",
        f"27 May 1918, Allies: {order}",
    ]


def test_an_order_that_acted_is_told_at_no_end() -> None:
    play = attacked(GiveOrder(when="when_attacked", where="Soissons", do="Heroic Defense: hits"))
    play.do(ANNA, End(for_good=True))
    scene, *others = page(play)
    assert "Allies: Heroic Defense, Heroic Defense (never played)" in scene
    assert others == []


def test_an_order_that_stood_behind_one_to_play_nothing_there_never_acted() -> None:
    nothing = GiveOrder(when="when_attacked", where="Soissons", do="pass")
    play = attacked(nothing, GiveOrder(when="when_attacked", do="Heroic Defense: hits"))
    play.do(ANNA, End(for_good=True))
    assert page(play)[1:] == ["27 May 1918, Allies: They attack → Heroic Defense: 2 more hit points"]


def test_an_order_that_acted_and_still_stands_is_told_at_no_end_whatever_else_was_ordered_since() -> None:
    again = GiveOrder(when="when_attacked", where="Soissons", do="Heroic Defense: hits")
    play = attacked(again)
    play.do(ANNA, again.replace(where="Reims"))
    play.do(ANNA, End(for_good=True))
    assert page(play)[1:] == ["27 May 1918, Allies: They attack (Reims) → Heroic Defense: 2 more hit points"]


def test_an_order_for_every_turn_may_still_act() -> None:
    play = attacked(GiveOrder(when="when_attacked", where="Reims", do="Heroic Defense: hits", lasts=True))
    play.do(ANNA, End(for_good=True))
    (scene,) = page(play)
    assert scene.endswith("2 more hit points, in every turn.")


def test_an_order_to_play_nothing_is_no_order_that_failed() -> None:
    play = attacked(GiveOrder(when="when_attacked", do="pass"), GiveOrder(when="when_attacking", do="by_hand"))
    play.do(ANNA, End(for_good=True))
    assert len(page(play)) == 1
    assert "order" not in page(play)[0]


def test_a_marker_that_was_played_in_a_later_turn_says_when() -> None:
    play = attacked()
    turn = state(play).turn
    while state(play).turn == turn:
        play.do(BERT, "next_turn")
    play.do(ANNA, "draw")
    play.do(ANNA, "sort", keep=())
    to(play, Phase.GERMAN_COMBAT)
    play.do(ANNA, GiveOrder(when="when_attacked", do="Heroic Defense: hits"))
    play.do(BERT, "declare_combat", hex="Fismes")
    play.do(ANNA, End(for_good=True))
    first = next(each for each in page(play) if "attacked Soissons" in each)
    assert "Allies: Heroic Defense (played 30 May 1918), Heroic Defense (never played)" in first


def test_who_has_seen_a_hand_by_spies_was_not_ignorant_of_it() -> None:
    play = campaign_with(*DREW, spied={GERMANS: Spied(turn=5, markers="2 × Heroic Defense")})
    assert {each.known_to for each in holdings(play.game.data, state(play), ALLIES)} == {frozenset({GERMANS})}
    later = state(play).replace(turn=6)
    assert {each.known_to for each in holdings(play.game.data, later, ALLIES)} == {frozenset()}


def test_a_side_without_a_pool_holds_nothing_and_one_with_a_pool_its_own() -> None:
    play = campaign_with(*DREW)
    assert [*holdings(play.game.data, state(play), GERMANS)] == []
    play = campaign_with("german-assault-1", zones={"german-assault-1": Zone.HAND}, game=with_german_events())
    assert [each.key for each in holdings(play.game.data, state(play), GERMANS)] == ["german-assault-1"]


def test_an_attack_is_answered_by_what_the_defender_plays_in_it_or_after_it() -> None:
    play = campaign_with(*(f"{each}-1" for each in (
        "heroic-assault", "surprise-attack", "belleau-wood", "clemenceau", "immediate-counterattack", "heroic-defense",
        "spies", "russian-legion", "mangin",
    )))  # fmt: skip
    about = {each.key.removesuffix("-1"): each.about for each in holdings(play.game.data, state(play), ALLIES)}
    assert {key for key, topic in about.items() if topic is Topic.COMBAT} == {
        "belleau-wood", "immediate-counterattack", "heroic-defense", "russian-legion",
    }  # fmt: skip
    assert set(about.values()) == {Topic.COMBAT, None}


def test_its_own_spies_tell_a_side_nothing_of_its_own_hand() -> None:
    play = campaign_with(*DREW, spied={ALLIES: Spied(turn=5, markers="Gas")})
    assert {each.known_to for each in holdings(play.game.data, state(play), ALLIES)} == {frozenset()}


def test_only_a_german_offensive_is_a_decision_beside_the_marker_of_an_allied_one() -> None:
    play = campaign_with("offensive-marne", phase=Phase.OFFENSIVES)
    found: list[Beat] = []
    for user, do in ((BERT, {"type": "declare_offensive"}), (ANNA, {"type": "play", "marker": "offensive-marne"})):
        play.do(user, do)
        found += [each for event in play.log[-1].events for each in story(play.game.data, state(play), event)]
    decided = [(each.seat, str(each.what)) for each in found if isinstance(each, Decision)]
    assert decided == [(GERMANS, "The Germans began an offensive"), (ALLIES, "The Allies played Offensive: Marne")]


def test_a_marker_that_occurs_by_itself_is_spent_and_nobodys_decision() -> None:
    play = campaign_with("cantigny-1", morale=1)
    play.do(BERT, "next_phase", to="Supply")
    before = state(play).replace(morale=1)
    found = [each for event in play.log[-1].events for each in story(play.game.data, before, event)]
    assert [each.key for each in found if isinstance(each, Spent)] == ["cantigny-1"]
    assert not [each for each in found if isinstance(each, Decision)]
    assert [each.by for each in found if isinstance(each, Gain)] == [1]


def test_a_name_is_hidden_until_it_is_told() -> None:
    play = campaign_with(*DREW)
    assert "Heroic" not in str([*holdings(play.game.data, state(play), ALLIES)])


def test_of_two_markers_that_are_played_together_each_is_spent_once() -> None:
    play = campaign_with("mangin-1", "victory-telegram-1", phase=Phase.SUPPLY, german_offensive=5)
    data, held = play.game.data, {each.key for each in holdings(play.game.data, state(play), ALLIES)}
    play.do(ANNA, "play", marker="Victory Telegram")
    found = [each for event in play.log[-1].events for each in story(data, state(play), event)]
    assert sorted(each.key for each in found if isinstance(each, Spent)) == sorted(held)
    assert [*holdings(data, state(play), ALLIES)] == []


def test_points_and_morale_are_what_changes() -> None:
    play = campaign_with(victory_points=7)
    data, now = play.game.data, state(play)
    events = (
        PointsChanged(by=-2, total=5, reason="hex retaken", hex="Fismes"),
        PointsChanged(by=4, total=None, reason="flight"),
        PointsEntered(total=9, old=7),
        PointsEntered(total=9),
        MoraleRose(total=1, marker="cantigny-1"),
        Drawn(seat=ALLIES, markers=Hidden(()), back=(), asked=3),
    )
    found = [each for event in events for each in story(data, now, event)]
    told = [(str(each.name), each.by, str(each.cause)) for each in found if isinstance(each, Gain)]
    assert told == [
        ("German victory points", -2, "Fismes"),
        ("German victory points", 4, "the Government flees"),
        ("German victory points", 2, "counted again"),
        ("American morale", 1, "Cantigny"),
    ]


@pytest.mark.parametrize(("die", "modifier", "leave", "told"), [
    (6, 0, True, ["they left"]), (5, 1, True, ["they left"]), (3, 0, False, []), (1, 1, False, []),
])  # fmt: skip
def test_the_americans_die_matters_where_they_leave_by_it(
    die: int, modifier: int, leave: bool, told: list[str]
) -> None:
    play = campaign_with()
    rolled = ExitRolled(roll=Roll(sides=6, faces=(die,)), modifier=modifier, leave=leave)
    found = [*story(play.game.data, state(play), rolled)]
    assert [str(each.result) for each in found if isinstance(each, Chance)] == told
    assert [str(each.usual) for each in found if isinstance(each, Chance)] == ["they stayed"] * len(told)


@cache
def whole() -> Play:
    """All eighteen turns, ended for good."""
    play = whole_campaign(EVERY_TYPE).play
    play.do(ANNA, End(for_good=True))
    return play


def test_a_whole_campaign_has_a_page_of_at_most_350_words_and_a_line_for_most_turns() -> None:
    now, log = whole().campaign, whole().log
    seats = may_read(now, BERT)
    turns, made = [*retold(now, log, seats)], story_of(now, log, seats)
    brief, full = [*of_all(now, log, turns, made)], [*of_all(now, log, turns, made, in_full=True)]
    assert count_words(*brief) <= MOST_WORDS
    assert sum(each.section == HELD for each in full) == len({each.when.turn for each in made.scenes}) > 12
    assert sum(each.section == "Turning points" for each in full) == 3
    assert not any("actions in all" in str(each) or "z =" in str(each) for each in full)
