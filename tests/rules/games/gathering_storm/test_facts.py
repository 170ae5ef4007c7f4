"""What lies on the table by number, and its correction by the entries that there are."""

import pytest

from rules.errors import NotThere
from rules.games.gathering_storm.state import CivilWar
from tests.play import public
from tests.rules.games.gathering_storm.harness import Storm


def values(play: Storm) -> dict[str, object]:
    return {each.key: each.value for each in play.campaign.game.facts(play.state)}


def adjust(play: Storm, key: str, value: str) -> str:
    return public(play.do(1, play.campaign.game.adjusting(play.state, key, value, "We counted again")))


@pytest.mark.parametrize(
    ("key", "value", "reads"),
    [
        ("climate", "-2", -2),
        ("balance", "5", 5),
        ("Germany support", "12", 12),
        ("Italy income", "30", 30),
        ("purge", "yes", "yes"),
        ("cohesion", "Yes", "yes"),
        ("atomic", "yes", "yes"),
    ],
)
def test_each_value_is_corrected_and_nothing_beside_it(key: str, value: str, reads: object) -> None:
    play = Storm()
    play.do(1, "enter_world", climate=1, balance=2)
    play.do(1, "enter_power", power="Germany", support=9, income=40)
    before = values(play)
    assert "We counted again" in adjust(play, key, value)
    assert values(play) == {**before, key: reads}


def test_countries_are_corrected_once_they_were_entered() -> None:
    play = Storm()
    country = play.data.countries[0]
    play.do(1, "enter_conquest", country=country, by="Germany")
    adjust(play, f"held {country}", "Italy")
    assert values(play)[f"held {country}"] == "Italy"
    play.do(1, "enter_flags", country=country, flags="four")
    adjust(play, f"flags {country}", "fewer")
    assert f"flags {country}" not in values(play)


def test_what_was_entered_of_countries_is_called_as_in_a_sentence() -> None:
    play = Storm()
    play.do(1, "enter_trade", owner="Allies", country="Rumania")
    play.do(1, "enter_flags", country="Turkey", flags="four")
    facts = {str(each.label): each for each in play.campaign.game.facts(play.state)}
    assert "Trade pact: the Allies with Rumania" in facts
    assert facts["Turkey: flags"].is_settable


@pytest.mark.parametrize("is_on", [True, False])
def test_counters_are_corrected_and_the_civil_war_stays_as_it_is(*, is_on: bool) -> None:
    play = Storm()
    play.set(civil={"Spain": CivilWar(events=3, counters=3, is_on=is_on)})
    adjust(play, "counters Spain", "2")
    assert play.state.civil_war("Spain") == CivilWar(events=3, counters=2, is_on=is_on)


def test_what_has_no_entry_is_refused() -> None:
    play = Storm()
    for key, value in (("turn", "3"), ("purge", "perhaps"), ("Germany weather", "1"), ("climate", "hot")):
        with pytest.raises(NotThere):
            play.campaign.game.adjusting(play.state, key, value, "x")
