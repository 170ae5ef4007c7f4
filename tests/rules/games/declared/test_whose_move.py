"""Whose move it is in a group's own game, and what stands first among what can be done."""

from pathlib import Path
from typing import Any

from bot.base.catalog import Catalog, DataFile
from bot.base.language import say
from rules.command import GameCommand
from rules.games.declared.board import TakeTable
from rules.games.declared.checks import Corner
from rules.games.declared.play import Act, Draw, Handle, NextPhase, NextTurn, Play
from rules.games.declared.state import Zone
from rules.kit.orders import Order
from rules.log import begin
from rules.seat import SideSeat

REDS, BLUES = SideSeat("Reds"), SideSeat("Blues")
GAME = Catalog(()).declared(DataFile.of(Path(__file__).with_name("whose_move.toml"))).game


def after(*commands: tuple[SideSeat, GameCommand[Any, Any]]) -> Any:
    """The state after some commands."""
    state: Any = GAME.start()
    for seat, command in commands:
        _, state = begin(GAME, state, seat, command, Corner(most=True))
    return state


def below(state: Any, seat: SideSeat = BLUES) -> list[str]:
    """What a side finds below a public result."""
    return [str(each.label) for each in GAME.offers(state, seat) if not (each.minor or each.secret)]


def test_what_belongs_to_the_phase_stands_below_results() -> None:
    assert below(GAME.start()) == ["Draw 1: Blues: Strategy", "Next: Round", "Scout"]
    assert below(after((BLUES, Draw()))) == ["Next: Round", "Scout"]
    assert below(after((REDS, NextPhase()))) == ["Next: Siege", "Fire"]


def test_who_has_done_what_belongs_to_a_phase_is_not_called() -> None:
    assert {*GAME.due(GAME.start())} == {REDS, BLUES}
    assert {*GAME.due(after((BLUES, Draw())))} == {REDS}
    assert {*GAME.acting(after((BLUES, Draw())), NextPhase())} == {REDS}


def test_a_phase_of_one_side_ends_once_it_says_so() -> None:
    """Its board may still be to do when all is done that can be counted."""
    done = after((REDS, NextPhase(to="Siege")), (REDS, Act(action="Dig")))
    assert {*GAME.due(done)} == {REDS, BLUES}
    assert {*GAME.acting(done, NextTurn())} == {REDS}


def test_what_is_turned_up_is_drawn_once_for_all() -> None:
    text = 'game = "Two"\nsides = ["Reds", "Blues"]\n[turn]\nphases = ["Events", "Fight"]\n'
    game = Catalog(()).declared(DataFile("two.toml", text + '[cup.News]\nphase = "Events"\nchits = ["2 $ Fog"]\n')).game
    _, state = begin(game, game.start(), REDS, Draw(), Corner(most=True))
    assert not any(isinstance(each.command, Draw) for seat in (REDS, BLUES) for each in game.offers(state, seat))
    assert state.lies == {}, "$ goes back at once"


def test_on_a_table_that_was_told_nothing_is_done_yet() -> None:
    state = after((REDS, Draw()), (BLUES, Draw()), (REDS, TakeTable(table=(("Turn", "1"), ("Phase", "Round")))))
    again = after((REDS, Draw()), (REDS, TakeTable(table=(("Turn", "2"),))))
    assert (state.used, again.used) == ({}, {})
    assert any(isinstance(each.command, Draw) for each in GAME.offers(again, REDS))


def test_what_is_ordered_for_every_turn_stays() -> None:
    state: Any = after((REDS, NextPhase(to="Siege")))
    every, once = (Order(do="Dig", when="at Siege", lasts=lasts) for lasts in (True, False))
    dug = after((REDS, NextPhase(to="Siege")), (REDS, Act(action="Dig")))
    orderable, later = (GAME.orderable(each, REDS) for each in (state, dug))
    assert orderable is not None
    assert later is not None
    assert [[each.is_spent for each in orderable.followed((order,))] for order in (every, once)] == [[False], [True]]
    assert [*later.followed((every,))] == [], "once a turn"
    assert "Dig" not in orderable.rows["at Muster"].deeds(every)


def test_a_phase_of_each_side_ends_once_all_say_so() -> None:
    """Who has done all that is counted may still want to order."""
    text = 'game = "Two"\nsides = ["Reds", "Blues"]\n[turn]\nphases = [{ name = "Plan", side = "each" }, "Fight"]\n'
    text += '[action.Think]\nside = "each"\nphase = "Plan"\ntimes = 1\nsteps = [{ tell = "Done." }]\n'
    game = Catalog(()).declared(DataFile("two.toml", text)).game
    _, state = begin(game, game.start(), REDS, Act(action="Think"), Corner(most=True))
    assert {*game.due(state)} == {BLUES}
    assert {*game.acting(state, NextPhase())} == {REDS, BLUES}


def test_whether_a_side_is_called_tells_no_secret() -> None:
    """The Reds can rally by what they alone know, so that they are called whether they can or not."""
    state = after((REDS, Draw()), (BLUES, Draw()))
    nervous = state.replace(facts={"Reds: Nerve": 1})
    assert {*GAME.due(state)} == {*GAME.due(nervous)} == {REDS}
    _, rallied = begin(GAME, nervous, REDS, Act(action="Rally"), Corner(most=True))
    due = GAME.due(rallied)
    assert {str(each.what) for each in due.values()} == {"Go on with **Next: Round**."}


def test_what_a_secret_allows_is_offered_in_the_hand_alone() -> None:
    calm, nervous = GAME.start(), GAME.start().replace(facts={"Reds: Nerve": 1})
    assert below(calm, REDS) == below(nervous, REDS)
    rallying = [each for each in GAME.offers(nervous, REDS) if each.label == "Rally"]
    assert [each.secret for each in rallying] == [True]
    assert not any(each.label == "Rally" for each in GAME.offers(calm, REDS))
    assert [GAME.due(state)[REDS].in_hand for state in (calm, nervous)] == [True, True]
    assert not GAME.due(calm)[BLUES].in_hand


def test_who_holds_cards_is_asked_for_their_hand() -> None:
    state = after((REDS, Draw()), (REDS, NextPhase()))
    assert GAME.due(state)[REDS].in_hand
    assert not GAME.due(after((REDS, NextPhase())))[REDS].in_hand
    _, played = begin(GAME, state, REDS, Play(marker=state.at(Zone.HAND, REDS)[0]), Corner(most=True))
    more = played.moved(("Race/2",), Zone.HAND, REDS)
    assert not GAME.due(more)[REDS].in_hand, "a card was played in this phase"
    assert not any(each.command.plays for each in GAME.offers(more, REDS)), "one a phase"
    _, later = begin(GAME, more, REDS, NextTurn(), Corner(most=True))
    assert any(each.command.plays for each in GAME.offers(later, REDS))


def test_what_each_side_has_is_done_in_its_own_phase() -> None:
    state = after((REDS, Draw()), (BLUES, Draw()), (REDS, NextPhase(to="Siege")))
    can = {seat: [*GAME.offers(state, seat)] for seat in (REDS, BLUES)}
    assert {seat for seat in can if any(str(each.label) == "Scout" for each in can[seat])} == {REDS}
    assert {seat for seat in can if any(each.command.plays for each in can[seat])} == {REDS}


def test_a_side_handles_its_own_pile_alone() -> None:
    state = GAME.start()
    piles = {str(each.command.pile) for each in GAME.offers(state, REDS) if isinstance(each.command, Handle)}
    assert piles == {"Reds: Strategy"}


def test_cards_alike_stand_once_in_the_hand() -> None:
    state = after((REDS, Draw()), (REDS, NextPhase()), (REDS, NextTurn()), (REDS, Draw()))
    assert [say(each.line, opened=True) for each in GAME.hand(state, REDS)][:1] == ["2 × **Race**"]
    assert [offer.subject for offer in GAME.offers(state, REDS) if offer.command.plays] == ["Race"]
    down = state.moved(state.at(Zone.HAND, REDS)[:1], Zone.DOWN, REDS)
    assert [say(each.line, opened=True) for each in GAME.hand(down, REDS)][:2] == [
        "**Race**",
        "**Race**, face down on the table",
    ]
