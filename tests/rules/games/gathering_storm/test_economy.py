"""INCOME, FACTORY CONVERSION and the EUROPEAN AGGRESSION INDEX."""

import pytest

from rules.games.gathering_storm.effects.base import Account
from rules.games.gathering_storm.ledger import lasting_parts
from rules.games.gathering_storm.powers import FRANCE, GERMANY
from tests.play import public
from tests.rules.games.gathering_storm.harness import Storm, ledger_of


def test_general_income() -> None:
    """General, INCOME, Basic: income for the turn, here with diplomacy in Turkey."""
    play = Storm()
    play.do(1, "enter_power", power="Germany", income=20)
    play.turn_up("chromite-for-germany")
    assert play.total(GERMANY, Account.INCOME) == 21
    assert play.diplomacy("Turkey") == {GERMANY: 1}


def test_national_income() -> None:
    """National, INCOME, Basic: a public event without a choice acts as it is dealt, and runs out with the turn."""
    play = Storm()
    play.do(1, "enter_power", power="Germany", income=0)
    play.set(has_drawn=False, seen=frozenset(each.id for each in play.data.cards if each.id != "prices-hold"))
    told = public(play.do(1, "draw"))
    assert "Germany's income: **+1** from Prices hold steady" in told
    assert play.total(GERMANY, Account.INCOME) == 1
    play.end_turn()
    assert play.total(GERMANY, Account.INCOME) == 0


def test_national_tile_draw() -> None:
    """National, INCOME, Tile draw: none are drawn, whatever else is given."""
    play = Storm()
    play.do(1, "enter_power", power="France", tiles=3)
    play.put("strikes-in-france")
    assert play.total(FRANCE, Account.TILES) == 0
    assert "income tiles: **none** this turn (" in ledger_of(play, None)


@pytest.mark.parametrize(
    ("base", "amount", "total"),
    [(3, -1, 2), (3, 2, 5), (1, -2, 0), (0, -1, 0), (None, -1, None), (None, None, 0), (3, None, 0)],
)
def test_more_or_fewer_tiles_but_never_below_none(base: int | None, amount: int | None, total: int | None) -> None:
    play = Storm.printing("strikes-in-france", {"kind": "tile draw", "power": "France", "amount": amount})
    play.do(1, "enter_power", power="France", tiles=base)
    play.put("strikes-in-france")
    assert play.total(FRANCE, Account.TILES) == total
    assert play.total(GERMANY, Account.TILES) is None


@pytest.mark.parametrize(("base", "total"), [(5, 3), (2, 0), (1, 0), (0, 0)])
def test_national_factory_conversion(base: int, total: int) -> None:
    """National, FACTORY CONVERSION, Basic: two points less, never below nothing (ruling ``conversion_floor``)."""
    play = Storm()
    play.do(1, "enter_power", power="Germany", conversion=base)
    play.at("Economy").deal("owners-and-ministers")
    play.play("owners-and-ministers")
    assert play.total(GERMANY, Account.CONVERSION) == total
    assert ("**no** (`conversion_floor`)" in ledger_of(play, None)) == (base < 2)


class TestIndex:
    """The EAI by its parts (23.2)."""

    def test_general_eai_basic(self) -> None:
        """General, EAI, Basic: one more, until the turn ends."""
        play = Storm()
        play.turn_up("naval-treaty-dropped")
        assert play.eai == 1
        play.end_turn()
        assert play.eai == 0

    def test_general_eai_ancillary(self) -> None:
        """General, EAI, Ancillary: together with diplomacy in two countries."""
        play = Storm()
        play.turn_up("quarrel-over-transylvania")
        assert (play.eai, play.diplomacy("Hungary")) == (1, {GERMANY: 1})

    def test_an_aggression_counts_from_the_next_turn_on_and_for_good(self) -> None:
        play = Storm()
        play.do(1, "enter_aggression", power="Germany", target="Austria", value=1)
        seen = [play.eai]
        for turn in (2, 3, 30):
            play.set(turn=turn)
            seen.append(play.eai)
        assert seen == [0, 1, 1, 1]

    def test_every_part_is_listed_with_its_cause(self) -> None:
        play = Storm()
        play.do(1, "enter_aggression", power="Germany", target="Poland", value=2)
        play.do(1, "enter_pact")
        play.do(1, "enter_world", climate=-3, balance=0)
        play.do(1, "enter_war", country="Spain")
        play.set(turn=2).put("ljubljana-sent-home")
        assert [amount for amount, _ in lasting_parts(play.data, play.state)] == [1, 1, 1, 1]
        assert play.eai == 5
        assert (
            "World: EAI: **+5** in total\nWorld: EAI +1: aggression against Poland\nWorld: EAI +1: Nazi-Soviet Pact\n"
            "World: EAI +1: Economic Climate at its worst\nWorld: EAI +1: civil war in Spain\n"
            "World: EAI +1: Ljubljana's assembly is sent home\n"
        ) in ledger_of(play, None)
