"""What a game declares of its board: every fact of every game is entered, corrected, refused, told and counted."""

from typing import Any

import pytest

from rules.dice import Dice, SealedDice
from rules.errors import NotNow, NotThere
from rules.game import AnyGame
from rules.games.fields_of_despair import corrections as fields_facts
from rules.games.fields_of_despair.corrections import MOVED_IN_PLAY
from rules.games.gathering_storm import entries as storm_facts
from rules.games.gathering_storm.state import World
from rules.games.marne_1918 import points as marne_facts
from rules.games.marne_1918.board_facts import POINTS
from rules.kit.facts import Adjust, Correction, Declared, Flag, OneOf, Several, Track, Value
from rules.log import play
from rules.notice import Kind
from rules.seat import Seat
from tests.games import SEED, marne
from tests.rules.games.fields_of_despair.campaign import Campaign
from tests.rules.games.gathering_storm.harness import storm

REASON = "We counted again"
BOARDS: tuple[tuple[AnyGame, Any, type[Adjust[Any, Any]]], ...] = (
    (marne(), marne().start(), marne_facts.Adjust),
    (Campaign().game, Campaign().state, fields_facts.Adjust),
    (storm(), storm().start().replace(world=World(has_pact=True)), storm_facts.Adjust),
)
NAMES = {"hex": "A05", "owner": "F07", "allied": "F07", "fortress": "F07", "pact": "Italy Spain"}
"""A fact of each family, which lies on the board."""
FACTS = [
    pytest.param(game, state, adjust, fact, id=f"{game.id} {fact.key}")
    for game, state, adjust in BOARDS
    for facts in [adjust.event.facts]
    for fact in (
        *facts.single.values(),
        *(facts[f"{family} {NAMES.get(family, 'Spain')}"] for family in facts.families),
    )
]


def typed(fact: Declared, place: int) -> str:
    """A value that players can type, one of two."""
    match fact:
        case Track(key="total"):
            return ("90", "80")[place]
        case Track():
            return ("3", "2")[place]
        case Flag():
            return ("yes", "no")[place]
        case OneOf():
            return (fact.words[0], fact.words[1])[place]
        case _:
            lists = {"hexes": ("A05 B05", "A05"), "hex A05": ("12", "down"), "allied F07": ("4+18", "3")}
            lists["shading"] = ("none", "none")
            return lists.get(fact.key, ("3 2", "4"))[place]


def entered(game: AnyGame, state: Any, command: Any) -> tuple[Any, list[Any]]:
    """The state after a command of a seat, and what is told of it."""
    events, after = play(game, state, game.seats[0], command, SealedDice(SEED))
    return after, [notice for event in events for notice in game.tell(event)]


@pytest.mark.parametrize(("game", "state", "adjust", "fact"), FACTS)
def test_a_fact_is_entered_and_corrected_old_to_new(game: AnyGame, state: Any, adjust: Any, fact: Declared) -> None:
    now = state
    for place in (0, 1):
        value = typed(fact, place)
        before, wanted = fact.value(now), fact.read(game.data, value)
        if before == wanted:
            continue
        now, told = entered(game, now, adjust(what=fact.key, value=value, reason=REASON))
        assert fact.value(now) == wanted
        assert any(each.line == fact.tell(before, wanted).line for each in told)
        assert f"Reason: {REASON}" in map(str, told)
        assert fact.key == "hexes" or fact.fact(now) in game.facts(now) or fact.value(now) == fact.blank
        board = [each.line for each in told if each.kind is Kind.BOARD]
        assert all(each.line in board for each in fact.tell_board(wanted, before))
    said = [fact.read(game.data, typed(fact, place)) for place in (0, 1)]
    again = next((place for place in (0, 1) if fact.is_change(fact.value(now), said[place])), None)
    if again is not None and not (fact.key in MOVED_IN_PLAY and game.id == "fields-of-despair"):
        with pytest.raises(NotThere, match="Give a reason"):
            entered(game, now, adjust(what=fact.key, value=typed(fact, again)))


@pytest.mark.parametrize(("game", "state", "adjust", "fact"), FACTS)
def test_what_no_board_shows_is_refused(game: AnyGame, state: Any, adjust: Any, fact: Declared) -> None:
    wrong = {Track: ("-100", "many", "³", "9" * 30, ""), Flag: ("perhaps", ""), OneOf: ("Joffre", ""), Several: ("x",)}
    for value in (*wrong.get(type(fact), ()), "x" * 100):
        if not (value == "" and fact.can_be_empty):
            with pytest.raises(NotThere):
                entered(game, state, adjust(what=fact.key, value=value, reason=REASON))


@pytest.mark.parametrize(("game", "state", "adjust"), BOARDS)
def test_a_value_that_stands_already_changes_nothing(game: AnyGame, state: Any, adjust: Any) -> None:
    for fact in adjust.event.facts.single.values():
        now = fact.put(state, fact.read(game.data, typed(fact, 0)))
        if not adjust(what=fact.key).confirms(now, fact):
            with pytest.raises(NotNow, match="nothing changes"):
                entered(game, now, adjust(what=fact.key, value=typed(fact, 0), reason=REASON))


@pytest.mark.parametrize(("game", "state", "adjust"), BOARDS)
def test_what_no_game_declares_is_refused(game: AnyGame, state: Any, adjust: Any) -> None:
    for key in ("turn", "no such fact"):
        with pytest.raises(NotThere, match="cannot be corrected by itself"):
            entered(game, state, adjust(what=key, value="1", reason=REASON))


LOW: tuple[tuple[Value, str], ...] = ((None, "not entered yet"), (3, "3"))


@pytest.mark.parametrize(("value", "said"), LOW)
def test_a_fact_that_nobody_knows_says_so(value: Value, said: str) -> None:
    fact = POINTS
    assert str(fact.shown(value)) == said
    assert str(fact.tell(None, 3)) == "German victory points: **3**."
    assert str(fact.tell(5, 3)) == "German victory points: 5 → **3**."
    assert str(fact.tell(3, 3)) == "German victory points: **3**.", "it was confirmed"


class Number(Correction[Any, Any]):
    def decide(self, data: Any, state: Any, seat: Seat, dice: Dice) -> Any:
        self.check_reason(is_change=state is not None)
        yield from ()


def test_a_first_entry_needs_no_reason() -> None:
    assert [*Number().decide(None, None, Seat("Red"), None)] == []  # type: ignore[arg-type]


@pytest.mark.parametrize("reason", ["", "   "])
def test_a_change_needs_a_reason(reason: str) -> None:
    with pytest.raises(NotThere, match="Give a reason for the change"):
        [*Number(reason=reason).decide(None, 3, Seat("Red"), None)]  # type: ignore[arg-type]
    assert [*Number(reason="a counter was missed").decide(None, 3, Seat("Red"), None)] == []  # type: ignore[arg-type]
