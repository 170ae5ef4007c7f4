"""What lies on the table by number, and its correction by the entries that there are."""

import pytest

from rules.games.gathering_storm.powers import FRANCE, GERMANY, ITALY, RUSSIA
from rules.games.gathering_storm.state import CivilWar
from rules.seat import SideSeat
from tests.play import public
from tests.rules.games.gathering_storm.harness import USERS, Storm
from tests.rules.games.gathering_storm.test_totals import rich


def values(play: Storm) -> dict[str, object]:
    return {each.key: each.value for each in play.campaign.game.facts(play.state)}


def adjust(play: Storm, key: str, value: str) -> str:
    return public(play.do(1, play.campaign.game.adjusting(play.state, key, value, "We counted again")))


def test_countries_are_corrected_once_they_were_entered() -> None:
    play = Storm()
    country = play.data.countries[0]
    play.do(1, "enter_conquest", country=country, by="Germany")
    adjust(play, f"held {country}", "Italy")
    assert values(play)[f"held {country}"] == "Italy"
    play.do(1, "enter_flags", country=country, flags="four")
    adjust(play, f"flags {country}", "fewer")
    assert f"flags {country}" not in values(play)


def test_entries_of_countries_are_named_as_in_a_sentence() -> None:
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


EVERYTHING: list[tuple[str, str, object, bool]] = [
    ("turn", "Turn", 3, False),
    ("climate", "Economic Climate", -1, True),
    ("balance", "Balance of Power (positive: Axis ahead)", -3, True),
    ("Germany support", "Germany: support level", 4, True),
    ("Germany income", "Germany: income", 0, True),
    ("Germany tiles", "Germany: income tiles drawn", "not entered yet", True),
    ("Germany conversion", "Germany: factory conversion cost", 1, True),
    ("Germany counters", "Germany: diplomatic counters", 3, True),
    ("down Germany", "Germany: events face down", 0, False),
    ("Italy support", "Italy: support level", "not entered yet", True),
    ("Italy income", "Italy: income", "not entered yet", True),
    ("Italy tiles", "Italy: income tiles drawn", "not entered yet", True),
    ("Italy conversion", "Italy: factory conversion cost", "not entered yet", True),
    ("Italy counters", "Italy: diplomatic counters", "not entered yet", True),
    ("down Italy", "Italy: events face down", 1, False),
    ("Britain support", "Britain: support level", 0, True),
    ("Britain income", "Britain: income", "not entered yet", True),
    ("Britain tiles", "Britain: income tiles drawn", "not entered yet", True),
    ("Britain conversion", "Britain: factory conversion cost", "not entered yet", True),
    ("Britain counters", "Britain: diplomatic counters", "not entered yet", True),
    ("down Britain", "Britain: events face down", 1, False),
    ("France support", "France: support level", 0, True),
    ("France income", "France: income", "not entered yet", True),
    ("France tiles", "France: income tiles drawn", 3, True),
    ("France conversion", "France: factory conversion cost", "not entered yet", True),
    ("France counters", "France: diplomatic counters", "not entered yet", True),
    ("down France", "France: events face down", 0, False),
    ("Russia support", "Russia: support level", "not entered yet", True),
    ("Russia income", "Russia: income", "not entered yet", True),
    ("Russia tiles", "Russia: income tiles drawn", "not entered yet", True),
    ("Russia conversion", "Russia: factory conversion cost", "not entered yet", True),
    ("Russia counters", "Russia: diplomatic counters", "not entered yet", True),
    ("down Russia", "Russia: events face down", 2, False),
    ("atomic", "Atomic research permitted", "yes", True),
    ("pact", "Nazi-Soviet Pact in force", "yes", True),
    ("purge", "A purge forbids Russian counters", "yes", True),
    ("cohesion", "Russian cohesion is full", "yes", True),
    ("extra Germany", "Germany: additional events", 2, True),
    ("extra Russia", "Russia: additional events", 1, True),
    ("aggression Germany Danzig", "Aggression of Germany against Danzig: victory points", 2, False),
    ("won Germany Danzig", "Turn in which Germany won Danzig", 1, False),
    ("aggression Italy Norway", "Aggression of Italy against Norway: victory points", 1, False),
    ("won Italy Norway", "Turn in which Italy won Norway", "not yet", False),
    ("aggression Italy Greece", "Aggression of Italy against Greece: victory points", 2, False),
    ("won Italy Greece", "Turn in which Italy won Greece", 2, False),
    ("held Albania", "Holder of Albania", "Italy", True),
    ("held Danzig", "Holder of Danzig", "Germany", False),
    ("held Greece", "Holder of Greece", "Italy", True),
    ("flags Hungary", "Hungary: flags", "four", True),
    ("flags Turkey", "Turkey: flags", "four, kept by an event", True),
    ("pact Axis Russia", "Trade pact: the Axis with Russia", "yes", True),
    ("pact Italy Rumania", "Trade pact: Italy with Rumania", "yes", True),
    ("open Spain", "Spain: open to Russia", "yes", True),
    ("war Greece", "Greece: civil war", "yes", True),
    ("events Greece", "Greece: events so far", 4, True),
    ("counters Greece", "Greece: civil war counters", 2, True),
    ("war Spain", "Spain: civil war", "no", True),
    ("events Spain", "Spain: events so far", 3, True),
    ("counters Spain", "Spain: civil war counters", 1, True),
    ("up Italy 0 The bomber's prophets want funds", "Italy: event face up", "The bomber's prophets want funds", False),
    ("played 0 dobruja", "Event in effect", "Quarrel over the Dobruja", False),
    ("played 1 model-for-brazil", "Event in effect", "Rio copies the corporate state", False),
    ("played 2 strikes-in-france", "Event in effect", "Strikes shut the French works", False),
    ("played 3 grain-from-the-east", "Event in effect", "Grain from the East", False),
    ("played 4 owners-and-ministers", "Event in effect", "Factory owners meet the ministers", False),
    ("played 5 envoy-to-budapest", "Event in effect", "An envoy to Budapest", False),
    ("played 6 talk-of-empire", "Event in effect", "Rome talks of empire", False),
    ("played 7 academy-mobilized", "Event in effect", "The academy is mobilized", False),
    ("played 8 foreign-office-at-work", "Event in effect", "The Foreign Office is busy", False),
    ("counter 0 Germany Turkey", "Germany: counter in Turkey", "face down", False),
    ("counter 1 Italy Poland", "Italy: counter in Poland", "face down", False),
    ("counter 2 Germany Rumania", "Germany: counter in Rumania", "anti-Comintern", False),
]
"""Key, words, value, and whether it can be corrected by itself."""


def test_everything_on_the_table_or_entered_can_be_counted() -> None:
    play = rich()
    found = [(each.key, str(each.label), each.value, each.is_settable) for each in play.game.facts(play.state)]
    assert found == EVERYTHING
    play.at("Diplomacy: subversion")
    assert [each.value for each in play.game.facts(play.state)][-3:] == [3, 2, "anti-Comintern"]


def test_a_power_can_count_what_is_its_own_and_its_sides() -> None:
    play = rich()
    play.do(USERS[GERMANY], "record", power="Germany", project="German armor", steps=3, results=1)

    def own(power: SideSeat) -> list[tuple[str, str, object]]:
        return [(each.key, str(each.label), each.value) for each in play.game.facts(play.state, power)]

    sheet = [("steps Axis jets", "Axis jets: steps", 5), ("results Axis jets", "Axis jets: results", 0)]
    armor = [("steps German armor", "German armor: steps", 3), ("results German armor", "German armor: results", 1)]
    assert own(GERMANY) == [("mine 0", "Your counter in Turkey", 3), *sheet, *armor]
    overture = ("mine balkan-overture", "Event face down", "A Balkan overture")
    assert own(ITALY) == [overture, ("mine 1", "Your counter in Poland", 2), *sheet]
    assert [key for key, _, _ in own(RUSSIA)] == ["mine comrades-in-greece", "mine tank-commission"]
    assert own(FRANCE) == []


OTHER = {
    "yes": "no",
    "no": "yes",
    "Italy": "Britain",
    "four": "four, kept by an event",
    "four, kept by an event": "four",
}


def test_each_correctable_fact_is_corrected_by_itself() -> None:
    play = rich()
    before = values(play)
    facts = (each for each in play.game.facts(play.state) if each.is_settable)
    keys = [each.key for each in facts if not each.key.startswith(("pact", "open"))]  # what is not there is not told
    for key in keys:
        # fewer counters, since every counter stands for an event
        value = OTHER.get(
            str(before[key]), str(int(str(before[key])) - 1) if key.startswith(("counters ", "extra ")) else "2"
        )
        again = play.copy()
        adjust(again, key, value)
        assert values(again) == {**before, key: int(value) if value.isdecimal() else value}
