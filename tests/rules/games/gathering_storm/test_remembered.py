"""What events gave is remembered until its phase ends: listed for its power and for all, and then no longer."""

from rules.games.gathering_storm.powers import BRITAIN, FRANCE, POWERS, RUSSIA
from rules.games.gathering_storm.wording import remembered
from rules.seat import SideSeat
from tests.rules.games.gathering_storm.harness import Storm

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
        play = Storm().put(card)
        said = f"**{play.data.title(card)}** ({power}), until the phase “{until}” ends"
        for phase, each in enumerate(play.data.phases.order):
            play.set(phase=phase)
            is_open = phase <= play.data.phase_index(until)
            assert listed(play) == ([said] if is_open else []), each.name
            for other in POWERS:
                hand = [str(row) for row in play.game.hand(play.state, other) if str(row.section) == "To be used"]
                assert hand == ([said] if is_open and other == power else [])
