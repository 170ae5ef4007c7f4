"""What events gave is remembered until its phase ends: listed for its power and for all, and then no longer."""

from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, POWERS, RUSSIA
from rules.games.gathering_storm.wording import remembered
from rules.seat import SideSeat
from tests.play import public
from tests.rules.games.gathering_storm.harness import USERS, Storm

USED = {
    "academy-mobilized": (RUSSIA, "Research"),
    "reservists-called": (FRANCE, "Construction"),
    "subscription-ship": (FRANCE, "Construction"),
    "yards-day-and-night": (BRITAIN, "Construction"),
    "ship-made-ready": (FRANCE, "Construction"),
    "foreign-office-at-work": (BRITAIN, "Diplomacy: Russian and Allied placement"),
    "danube-mission": (RUSSIA, "Diplomacy: Russian and Allied placement"),
}


def listed(play: Storm, power: SideSeat | None = None) -> list[str]:
    return [str(each) for each in remembered(play.data, play.state, power)]


def test_each_is_listed_until_its_phase_ends_and_in_the_hand() -> None:
    for card, (power, until) in USED.items():
        play = Storm()
        play.put(card)
        said = f"**{play.data.title(card)}** ({power}), until the phase “{until}” ends"
        for phase, each in enumerate(play.data.phases.order):
            play.set(phase=phase)
            is_open = phase <= play.data.phase_index(until)
            assert listed(play) == ([said] if is_open else []), each.name
            for other in POWERS:
                hand = [str(row) for row in play.game.hand(play.state, other) if str(row.section) == "To be used"]
                assert hand == ([said] if is_open and other == power else [])


def test_nothing_else_is_listed() -> None:
    play = Storm()
    for card in play.data.cards:
        if card.id not in USED:
            play.put(card.id)
    assert listed(play) == []


def test_what_waits_for_the_research_points_says_so() -> None:
    play = Storm()
    play.deal("italian-agents")
    play.at("Research")
    play.play("italian-agents", project="Axis espionage", when="after")
    said = f"**{play.data.title('italian-agents')}** (Italy): takes effect as the phase “Research” ends"
    assert listed(play) == listed(play, ITALY) == [said]
    assert listed(play, GERMANY) == []
    play.do(USERS[ITALY], "next_phase")
    assert listed(play) == []


def test_the_phase_in_which_it_is_used_begins_with_it() -> None:
    play = Storm()
    play.put("yards-day-and-night")
    play.at("Research")
    said = public(play.do(USERS[ITALY], "next_phase"))
    assert f"Britain can use **{play.data.title('yards-day-and-night')}**." in said
    assert "can use" not in public(play.do(USERS[ITALY], "next_phase"))


def test_an_event_of_two_phases_is_listed_for_each() -> None:
    parts = {"kind": "free ship", "power": "Britain"}, {"kind": "diplomatic counter", "power": "Britain"}
    play = Storm.printing("foreign-office-at-work", *parts)
    play.put("foreign-office-at-work", unit="Hood")
    card = f"**{play.data.title('foreign-office-at-work')}** (Britain)"
    ship = f"{card}, until the phase “Construction” ends"
    counter = f"{card}, until the phase “Diplomacy: Russian and Allied placement” ends"
    for phase, said in (("Construction", [ship, counter]), ("Diplomacy: Axis placement", [counter]), ("Crises", [])):
        play.at(phase)
        assert listed(play) == said
