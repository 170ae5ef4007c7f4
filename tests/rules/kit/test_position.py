"""Positions: a game is set to how it stands on a table, in any turn, and nothing is done by it."""

from typing import Any

import pytest

from rules.command import Command
from rules.errors import NotThere
from rules.game import AnyGame
from rules.games.gathering_storm.numbers import place_of
from rules.games.gathering_storm.state import State as StormState
from rules.kit.facts import Facts
from rules.kit.position import GONE, Told, amended, typed
from rules.notice import Secret
from rules.pool import Zone
from rules.seat import SideSeat
from tests.faults.rounds import many
from tests.games import all_games, marne
from tests.play import Play
from tests.rules.games.gathering_storm.harness import Storm
from tests.rules.test_conformance import random_play

TAKING = {id_: game for id_, game in all_games().items() if "take_position" in game.commands_by_type}
ANNA, BERT = 1, 2


@pytest.fixture(params=sorted(TAKING))
def game(request: pytest.FixtureRequest) -> AnyGame:
    return TAKING[request.param]


def told(game: AnyGame, state: Any) -> list[tuple[str, Any]]:
    return [(str(label), value) for label, value in game.position(state)]


def taking(game: AnyGame, state: Any) -> Command:
    """The command that sets a game to how another stands."""
    table = [(label, typed(value)) for label, value in told(game, state) if value is not None]
    return game.read_command({"type": "take_position", "table": table})


@pytest.mark.parametrize("seed", range(many(2, 1000)))
def test_a_position_taken_over_is_written_the_same(game: AnyGame, seed: int) -> None:
    *_, (play, _) = random_play(game, seed, 40 + 37 * seed % 160, all_agree=True)
    other = Play(game)
    other.do(ANNA, taking(game, play.campaign.state))
    assert told(game, other.campaign.state) == told(game, play.campaign.state)
    assert other.campaign.refold(other.log) == other.campaign


@pytest.mark.parametrize("seed", range(many(2, 100)))
def test_nothing_is_done_by_a_position(game: AnyGame, seed: int) -> None:
    """No die falls, nobody's hand changes, and an undo leaves no trace."""
    *_, (there, _) = random_play(game, seed, 40, all_agree=True)
    *_, (play, _) = random_play(game, seed + 1, 40, all_agree=True)
    before, command = play.campaign, taking(game, there.campaign.state)
    if told(game, before.state) == told(game, there.campaign.state):
        return  # it stands like that already
    play.do(ANNA, command)
    entry = play.log[-1]
    assert (entry.rolls, [event.type for event in entry.events][:1]) == ((), ["position_taken"])
    assert not any(isinstance(notice, Secret) for notice in play.campaign.tell(entry))
    play.do(ANNA, "undo")
    assert play.campaign.state.replace() == before.state


def test_each_fault_of_a_position_is_named(game: AnyGame) -> None:
    table = [("Weather", "rain"), (str(next(iter(game.position(Play(game).campaign.state)), ("Turn", 1))[0]), "late")]
    with pytest.raises(NotThere) as refused:
        Play(game).do(ANNA, game.read_command({"type": "take_position", "table": table}))
    first, second = str(refused.value.text).splitlines()
    assert first == "“Weather”: The board has no such fact."
    assert second.startswith(f"“{table[1][0]}”: ")


def test_a_hand_is_entered_by_its_own_side_alone() -> None:
    play = Play(marne())
    play.do(BERT, "join", seat="Germans")
    play.do(ANNA, "begin_here", turn=9, phase="Supply", vp=31, doctrine="Foch", morale=1)
    notices = play.do(ANNA, "enter_hand", side="Allies", markers="cantigny, Clemenceau")
    pool = play.campaign.state.pools["Allies"]
    assert {pool.markers[each.id].kind for each in pool.at(Zone.HAND)} == {"Cantigny", "Clemenceau"}
    assert [str(each) for each in notices if not isinstance(each, Secret)] == [
        "The Allies enter their hand from their table."
    ]


def test_an_order_waits_for_what_is_done() -> None:
    """A position brings the moment of an order, and nobody acts by it."""
    play = Play(marne())
    play.do(BERT, "join", seat="Germans")
    play.do(ANNA, "begin_here", turn=9, phase="Events", vp=31)
    play.do(ANNA, "enter_hand", side="Allies", markers="Clemenceau")
    play.do(ANNA, "give_order", do="Clemenceau", when="at_once")
    play.do(ANNA, "begin_here", turn=9, phase="Supply")
    assert [event.type for event in play.log[-1].events] == ["position_taken", "agreed"]


def test_the_events_of_a_power_are_entered_unseen() -> None:
    storm = Storm()
    cards = [card.title for card in storm.game.data.pile("Germany")[:2]]
    play = Play(storm.game)
    play.do(ANNA, "begin_here", turn=4, phase="Research", climate=1, balance=-2, in_force=True)
    notices = play.do(ANNA, "enter_hand", power="Germany", cards="; ".join(cards))
    state: StormState = play.campaign.state
    assert [storm.game.data.title(each.card) for each in state.held[SideSeat("Germany")]] == cards
    assert not any(title in str(each) for title in cards for each in notices if not isinstance(each, Secret))
    assert (state.turn, state.has_drawn, state.unseen(SideSeat("Germany"))) == (4, True, 2)
    play.do(ANNA, "enter_hand", power="Germany", cards=cards[0])
    assert len(play.campaign.state.seen) == len(state.seen) - 1, "what it does not hold after all can be dealt"
    spent = play.game.read_command({"type": "take_position", "table": (("Used cards: Germany", cards[1]),)})
    play.do(ANNA, spent)
    with pytest.raises(NotThere, match=f"These are used already: {cards[1]}"):
        play.do(ANNA, "enter_hand", power="Germany", cards=cards[1])


def test_another_turn_tells_nothing_that_was_face_down() -> None:
    play = Play(Storm().game)
    play.do(ANNA, "draw")
    held = {place_of(each.card) for cards in play.campaign.state.held.values() for each in cards}
    play.do(ANNA, play.game.read_command({"type": "take_position", "table": (("Turn", "2"),)}))
    assert held
    assert not held & play.campaign.state.seen
    assert not play.campaign.state.has_drawn
    play = Play(Storm().game)
    play.do(ANNA, "draw")
    table = (("Turn", "2"), ("Events of this turn drawn", "yes"))
    play.do(ANNA, play.game.read_command({"type": "take_position", "table": table}))
    assert play.campaign.state.has_drawn, "what a turn resets is told as it was"


@pytest.mark.parametrize("seed", range(many(2, 1000)))
def test_a_correction_and_its_reverse_leave_each_fact_as_it_was(game: AnyGame, seed: int) -> None:
    *_, (play, _) = random_play(game, seed, 40, all_agree=True)
    *_, (other, _) = random_play(game, seed + 1, 40, all_agree=True)
    then, wrong = dict(told(game, play.campaign.state)), dict(told(game, other.campaign.state))
    for before, after in ((then, wrong), (wrong, then)):
        table = [each for each in amended(before, after, before) if each[0] in before]
        assert [sorted(typed(after.get(label, GONE)).split("; ")) for label, _ in table] == [
            sorted(value.split("; ")) for _, value in table
        ]
        assert all(typed(before.get(label)) != value for label, value in table), "it tells what differs and no more"


def test_what_was_done_since_a_wrong_result_stands() -> None:
    then: Told = {"track": 87, "A05": 3, "guns": ("4", "2"), "doctrine": "Foch", "phase": "Supply"}
    corrected: Told = {"track": 90, "A05": 6, "guns": ("4", "3"), "doctrine": "Pétain", "phase": "Supply"}
    now: Told = {"track": 80, "A05": 3, "guns": ("2", "5"), "doctrine": "Evolving", "phase": "Events"}
    assert dict(amended(then, corrected, now)) == {"track": "83", "A05": "6", "guns": "5; 3"}


def correcting(play: Play, table: dict[str, str]) -> Command:
    """The command that corrects a result to a table."""
    mended = {"of": 1, "title": "A result"}
    return play.game.read_command({"type": "correct_result", "mended": mended, "table": [*table.items()], "by": "{}"})


@pytest.mark.parametrize("seed", range(many(2, 1000)))
def test_a_correction_changes_what_it_tells_and_no_more(game: AnyGame, seed: int) -> None:
    """Reversed or undone, it leaves every fact as it was."""
    *_, (play, _) = random_play(game, seed, 40 + 37 * seed % 160, all_agree=True)
    then, before = dict(told(game, play.campaign.state)), play.campaign.state
    numbers = sorted(label for label, value in then.items() if type(value) is int and not label.startswith("Turn"))
    label = numbers[seed % len(numbers)]
    other = then[label] - 1 if then[label] > 0 else then[label] + 1
    play.do(ANNA, correcting(play, {label: str(other)}))
    assert dict(told(game, play.campaign.state)) == {**then, label: other}
    undone = play.copy()
    undone.do(ANNA, "undo")
    assert undone.campaign.state.replace() == before
    play.do(ANNA, correcting(play, {label: str(then[label])}))
    assert dict(told(game, play.campaign.state)) == then


FOLLOWS = {"marne-1918": {"pool", "hand"}, "fields-of-despair": {"turn", "revealed"}}
FOLLOWS |= {"gathering-storm": {"down", "won", "played", "counter"}, "own-game": {"pile"}}
"""The facts that follow from others, that a side enters as its hand, or that are played in their phase."""


@pytest.mark.parametrize("seed", range(many(2, 100)))
def test_no_fact_lacks_a_way_in(game: AnyGame, seed: int) -> None:
    """What lies open is told by a position; what one fact of it says of a whole side begins with its key."""
    *_, (play, _) = random_play(game, seed, 120, all_agree=True)
    taken: Any = game.events_by_type["position_taken"]
    known = taken.known(game.data)
    for fact in game.facts(play.campaign.state):
        words = fact.key.split()
        if words[0] not in FOLLOWS[game.id]:
            assert any(is_known(known, " ".join(words[:count])) for count in range(1, len(words) + 1)), fact


def is_known(known: Facts, key: str) -> bool:
    try:
        return bool(known[key].label)
    except NotThere:
        return False
