"""Cards of a group's own game: spent for their values, drawn until the hand is full, entering in time."""

from pathlib import Path
from typing import Any

import pytest

from bot.base.catalog import Catalog, DataFile
from rules.command import GameCommand
from rules.errors import NotNow, NotThere
from rules.games.declared.checks import Corner
from rules.games.declared.data import in_short
from rules.games.declared.events import Followed
from rules.games.declared.language import Effect
from rules.games.declared.play import Act, Draw, NextTurn, Play, Sort, moves, not_now, why_not
from rules.games.declared.state import State, Zone
from rules.log import begin
from rules.printed.lookup import Reading
from rules.seat import SideSeat

REDS, BLUES = SideSeat("Reds"), SideSeat("Blues")


GAME = Catalog(()).declared(DataFile.of(Path(__file__).with_name("cards.toml"))).game
STRATEGY = "Reds: Strategy"


def after(state: State, *commands: GameCommand[Any, Any], most: bool = False) -> State:
    """What comes of some commands of the Reds; all dice show their least, or their most."""
    for command in commands:
        _, state = begin(GAME, state, REDS, command, Corner(most=most))
    return state


def readings_of(state: State, command: GameCommand[Any, Any], *, most: bool = False) -> list[Reading]:
    """How tables were read for a command of the Reds."""
    events, _ = begin(GAME, state, REDS, command, Corner(most=most))
    return [each.reading for each in events if isinstance(each, Followed) and each.reading is not None]


def fired(leaders: int, strength: int, *, trench: bool = False, most: bool = False) -> str:
    """What the table says."""
    state = after(GAME.start(), *[Act(action="Dig in")][: int(trench)])
    attack = Act(action="Attack", first=str(leaders), second=str(strength))
    return next(str(each.cell) for each in readings_of(state, attack, most=most))


def test_a_hand_is_filled() -> None:
    full = after(GAME.start(), Draw(pile=STRATEGY))
    assert len(full.at(Zone.HAND, REDS)) == 3
    with pytest.raises(NotNow):
        after(full, Draw(pile=STRATEGY))
    spent = after(full, Act(action="Operations", first="Race"))
    assert len(spent.at(Zone.HAND, REDS)) == 2
    assert len(after(spent, Draw(pile=STRATEGY)).at(Zone.HAND, REDS)) == 3


def test_what_stays_is_asked_anew_after_each_draw() -> None:
    """A second press of the button that answered for the first draw does nothing to the next."""
    state, keys = GAME.start(), list[str]()
    for _ in range(2):
        state = after(state, Act(action="Reach"))
        offers = {each.key: each.command for each in GAME.offers(state, REDS)}
        ((key, sort),) = ((key, each) for key, each in offers.items() if isinstance(each, Sort))
        assert GAME.default(state, REDS) == sort, "the first stay where nobody chooses"
        state = after(state, sort)
        keys.append(key)
    assert len({*keys}) == 2


def test_what_can_be_spent_is_asked_below_the_result() -> None:
    """Whatever of its hand it could spend: everybody can count the hand, and no more."""
    drawn = after(GAME.start(), Draw(pile=STRATEGY))
    other = drawn.moved(drawn.at(Zone.HAND), Zone.PILE).moved(["Envoy/1"], Zone.HAND, REDS)
    keys = [{each.key for each in GAME.offers(state, REDS) if each.shows_hand} for state in (drawn, other)]
    assert keys[0] == keys[1] != set()
    assert not any(each.shows_hand for each in GAME.offers(GAME.start(), REDS))
    with pytest.raises(NotNow, match="cannot spend"):
        after(other, Act(action="Operations", first="–"))


def test_a_card_is_spent_for_its_values_in_place_of_its_event() -> None:
    spent = after(GAME.start(), Draw(pile=STRATEGY), Act(action="Operations", first="Race"))
    assert spent.facts == {"Reds: Operations": 3}
    assert [id_.split("/")[0] for id_ in spent.at(Zone.DISCARD)] == ["Race"]
    with pytest.raises(NotThere):
        after(spent, Act(action="Operations", first="Tanks"))
    with pytest.raises(NotNow):
        after(GAME.start(), Act(action="Operations", first="Race"))


def test_a_card_is_spent_and_occurs_as_well() -> None:
    held = after(GAME.start(), Draw(pile="Envoys"))
    (talks,) = readings_of(held, Act(action="Embassy", first="Envoy"))
    assert talks.modifier == 2, "nobody types what the card says"
    sent = after(held.replace(facts={"Pacts": ("West",)}), Act(action="Embassy", first="Envoy"))
    assert (sent.facts["Pacts"], sent.zone("Envoy/1")) == (("West", "East"), Zone.PILE)
    assert after(held, Act(action="Recall", first="Envoy")).zone("Envoy/1") is Zone.PILE


def test_nobody_draws_from_what_is_empty() -> None:
    with pytest.raises(NotNow):
        after(GAME.start(), Draw(pile="Envoys"), Draw(pile="Envoys"))


def test_a_card_that_cannot_be_played_says_why() -> None:
    held = after(GAME.start(), Draw(pile="Envoys"))
    assert not_now(GAME.data, held, REDS, "Envoy/1") is None
    assert "Not now" not in said(held)
    busy = held.replace(facts={"Blues: Operations": 1})
    assert "Not now: Envoy. It needs this: Blues: Operations 0." in said(busy)
    spent = held.replace(used={f"Reds {held.steps} Envoys": 1})
    assert "Not now: Envoy. You have played all of Envoys that this phase allows." in said(spent)
    assert why_not(GAME.data, spent, REDS, "Recall") == "You cannot spend anything of Envoys now."
    assert why_not(GAME.data, GAME.start(), REDS, "Dig out") == "It needs this: Trench yes, War ≤ 2."
    with pytest.raises(NotNow, match="It needs this"):
        after(busy, Play(marker="Envoy"))
    pass_ = held.moved(["Pass/1"], Zone.HAND, REDS)
    assert "Not now: Pass. It is played in Mandates." in said(pass_)
    assert "Not now" not in said(pass_.replace(over=True))


def said(state: State) -> str:
    return "\n".join(each.line.opened() for each in GAME.hand(state, REDS))


def test_late_cards_enter_as_a_turn_begins() -> None:
    begun = GAME.start()
    assert len(after(begun, NextTurn()).at(Zone.LATER)) == 2 * 2
    at_war = begun.replace(facts={"War": 4})
    in_play = after(at_war, NextTurn())
    assert in_play.at(Zone.LATER) == ()
    assert after(in_play.replace(facts={"War": 3}), NextTurn()).at(Zone.LATER) == ()


def test_the_first_phase_falls_out_by_the_turn_that_begins() -> None:
    phases = [each.name for each in GAME.data.phases]
    begun = GAME.start()
    assert phases[begun.phase] == "Cards"
    assert phases[after(begun, NextTurn()).phase] == "Mandates"


@pytest.mark.parametrize(
    ("leaders", "strength", "given", "cell"),
    [
        (0, 1, {}, "1"), (0, 6, {}, "3"), (0, 6, {"most": True}, "6 · War +1"), (2, 4, {"most": True}, "5"),
        (0, 6, {"trench": True}, "2"), (0, 4, {"trench": True, "most": True}, "−4"), (0, 1, {"trench": True}, "1"),
    ],
)  # fmt: skip
def test_a_trench_moves_the_column(leaders: int, strength: int, given: dict[str, bool], cell: str) -> None:
    assert fired(leaders, strength, **given) == cell


def test_what_happens_is_that_of_the_column_moved_to() -> None:
    dug_in = after(GAME.start(), Act(action="Dig in"))
    for state, war in ((GAME.start(), 1), (dug_in, 0)):
        shot = after(state, Act(action="Attack", first="0", second="6"), most=True)
        assert shot.facts.get("War", 3) == 3 + war


def test_a_number_that_is_asked_modifies() -> None:
    (reading,) = readings_of(GAME.start(), Act(action="Attack", first="2", second="3"))
    assert (reading.total, reading.modifier) == (3, 2)
    weighed = [(each.text, each.applies, each.shifts) for each in reading.drms]
    assert weighed == [("leaders", True, False), ("in a trench", False, True)]


@pytest.mark.parametrize(("guards", "rolled"), [("3", [(6, 6, 6)]), ("0", [])])
def test_the_other_side_says_how_many_dice_are_rolled(guards: str, rolled: list[tuple[int, ...]]) -> None:
    state = after(GAME.start(), Draw(pile=STRATEGY), Act(action="Raid"))
    assert {*GAME.due(state)} == {BLUES}
    assert (GAME.default(state, BLUES), GAME.default(state, REDS)) == (Act(action="Raid", first="0"), None)
    assert [each.subject for each in GAME.offers(state, REDS)] == ["Race"], "a card can be played before the answer"
    answer = Act(action="Raid", first=guards)
    events, _ = begin(GAME, after(state, Play(marker="Race")), BLUES, answer, Corner(most=True))
    assert [each.roll.faces for each in events if isinstance(each, Followed) and each.roll] == rolled


def test_a_limit_counts_each_action_once() -> None:
    state = GAME.start()
    for _ in range(2):
        state = after(state, Act(action="Raid"))
        _, state = begin(GAME, state, BLUES, Act(action="Raid", first="1"), Corner(most=True))
    with pytest.raises(NotNow, match="That has been done this turn"):
        after(state, Act(action="Raid"))


def test_what_a_track_leads_to_happens_once_it_comes_there() -> None:
    wars = [after(GAME.start(), *[Act(action="Ring")] * times).facts.get("War", 3) for times in range(4)]
    assert wars == [3, 3, 4, 4]


def test_what_a_track_has_no_room_for_is_told() -> None:
    full = GAME.start().replace(facts={"Alarm": 9})
    events, _ = begin(GAME, full, REDS, Act(action="Ring"), Corner(most=True))
    assert [str(each) for event in events for each in GAME.tell(event)][-1] == "Alarm: **9**."


def test_counters_grow_to_so_many_as_a_file_can_set() -> None:
    data, state, many = GAME.data, GAME.start(), ("East",) * 40
    (change,) = moves(data, state.replace(facts={"Pacts": many}), REDS, Effect(add={"Pacts": "East"}), {})
    assert change.after == many


def test_counters_that_are_set_are_named() -> None:
    assert in_short(Effect(set={"Pacts": ("East", "West")})) == "Pacts: East, West"


def test_an_answer_below_0_is_a_number() -> None:
    assert after(GAME.start(), Act(action="Parley", first="-2")).facts["War"] == 1


def test_the_other_side_spends_its_own() -> None:
    state = after(GAME.start(), Draw(pile=STRATEGY))
    with pytest.raises(NotNow):
        begin(GAME, state, BLUES, Act(action="Operations", first="Race"), Corner(most=False))
