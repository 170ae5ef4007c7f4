"""What lies on the table by number, and its correction by the entries that there are."""

from rules.games.gathering_storm.position import Cards
from rules.games.gathering_storm.powers import FRANCE, GERMANY, ITALY, RUSSIA
from rules.line import line
from rules.seat import SideSeat
from tests.play import public
from tests.rules.games.gathering_storm.harness import USERS, Storm
from tests.rules.games.gathering_storm.test_totals import rich


def values(play: Storm) -> dict[str, object]:
    return {each.key: each.value for each in play.campaign.game.facts(play.state)}


def adjust(play: Storm, key: str, value: str) -> str:
    return public(play.do(1, play.campaign.game.adjusting(key, value, "We counted again")))


def test_entries_of_countries_are_named_as_in_a_sentence() -> None:
    play = Storm()
    play.do(1, "enter_trade", owner="Allies", country="Rumania")
    play.do(1, "enter_flags", country="Turkey", flags="four")
    facts = {str(each.label): each for each in play.campaign.game.facts(play.state)}
    assert "Trade pact: the Allies with Rumania" in facts
    assert facts["Turkey: flags"].is_settable


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


KEPT = "four, kept by an event"
OTHER = {"yes": "no", "no": "yes", "Italy": "Britain", "four": KEPT, KEPT: "four"}


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


def test_used_cards_are_read_by_lines_and_leave_hands_seen() -> None:
    titles = {"grain-from-the-east": "Grain", "mine": "Mine"}
    used = Cards("used", line("Used cards"), pile="Italy", titles=titles, reads=tuple)
    assert used.read(None, "Mine\nGrain") == ("Grain", "Mine")
    play = Storm().set(has_drawn=False)
    play.do(1, "draw")
    assert "grain-from-the-east" in play.state.seen, "Italy holds it"
    after = used.put(play.state, ("Mine",))
    assert after.seen == play.state.seen | {"mine"}
