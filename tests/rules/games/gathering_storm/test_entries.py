"""What the referee enters: each form, logged, and refused to everybody else."""

from typing import Any

import pytest

from rules.games.gathering_storm.context import Account
from rules.games.gathering_storm.powers import GERMANY, ITALY, RUSSIA
from rules.games.gathering_storm.state import CivilWar
from tests.play import public
from tests.rules.games.gathering_storm.harness import Storm, ledger_of

ENTRIES: list[tuple[dict[str, Any], str]] = [
    ({"type": "enter_power", "power": "Italy", "support": 4, "income": 9}, "Italy: support 4, income 9"),
    ({"type": "enter_world", "climate": -1, "balance": 3}, "Economic Climate -1. Balance of Power +3"),
    (
        {"type": "enter_aggression", "power": "Italy", "target": "greece"},
        "Italy's aggression against Greece has succeeded",
    ),
    ({"type": "enter_pact", "germany": 1}, "Nazi-Soviet Pact is in force"),
    ({"type": "enter_war", "country": "spain"}, "There is a civil war in Spain."),
    ({"type": "enter_conquest", "country": "albania", "by": "Italy"}, "Italy holds Albania."),
    ({"type": "enter_trade", "owner": "Italy", "country": "rumania"}, "Trade pact between Italy and Rumania."),
    ({"type": "enter_flags", "country": "Turkey", "flags": "four"}, "Turkey has four flags."),
    (
        {"type": "enter_russia", "purged": True, "opens": "Spain"},
        "A purge forbids Russian diplomatic counters.\nRussian cohesion is not full.",
    ),
]


@pytest.mark.parametrize(("entry", "said"), ENTRIES, ids=lambda value: value["type"] if isinstance(value, dict) else "")
def test_an_entry_is_told_logged_and_the_referees_alone(entry: dict[str, Any], said: str) -> None:
    play = Storm()
    play.refused("Only the referee can enter this", 2, **entry)
    assert said in public(play.do(1, entry))
    assert play.log[-1].command.type == entry["type"]
    assert play.state.entries == 1
    play.do(1, "undo")
    assert play.state.entries == 0


def test_every_entry_is_offered_to_the_referee_as_a_form() -> None:
    play = Storm()
    offers = [offer for offer in play.campaign.offers(1) if offer.command.is_entry]
    assert {offer.command.type for offer in offers} == {entry["type"] for entry, _ in ENTRIES}
    assert all(offer.inputs and offer.secret and len(offer.inputs) <= 5 for offer in offers)
    assert not [offer for offer in play.campaign.open_offers() if offer.command.is_entry]
    assert not [offer for offer in play.campaign.offers(2) if offer.command.is_entry]


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"type": "enter_world", "climate": 4}, "“Economic Climate .-3 to 3.” must be at most 3"),
        ({"type": "enter_world", "climate": "warm"}, "“Economic Climate .-3 to 3.” must be a whole number"),
        ({"type": "enter_aggression", "target": "Atlantis"}, "no country of that name"),
        ({"type": "enter_aggression", "target": "Poland", "value": -1}, "“Victory points”"),
        (
            {"type": "enter_aggression", "power": "Germany", "target": "Poland", "succeeded": False},
            "once it has succeeded",
        ),
        (
            {"type": "enter_aggression", "power": "Russia", "target": "Poland", "succeeded": False},
            "once it has succeeded",
        ),
        ({"type": "enter_war", "country": "Poland"}, "only in Greece, Spain, Yugoslavia"),
        ({"type": "enter_war", "country": "Atlantis"}, "no country of that name"),
        ({"type": "enter_conquest", "country": "Poland", "by": "Austria"}, "“Held by”"),
        ({"type": "enter_conquest", "country": "Poland", "by": "nobody"}, "Poland is already held by nobody"),
        (
            {"type": "enter_trade", "owner": "Italy", "country": "Poland", "holds": False},
            "nothing to change about the trade pact",
        ),
        ({"type": "enter_trade", "owner": "Italy", "country": "Peru"}, "no country of that name"),
        ({"type": "enter_trade", "owner": "Russia", "country": "Russia"}, "cannot have a trade pact with itself"),
        ({"type": "enter_flags", "country": "Turkey", "flags": "five"}, "“Flags”"),
        ({"type": "enter_russia", "opens": "Peru"}, "no country of that name"),
        ({"type": "enter_power", "power": "Poland"}, "“Power”"),
        ({"type": "enter_waiver"}, "No dispute imposes a duty"),
        ({"type": "enter_weather"}, "does not use this command"),
    ],
)
def test_bad_input(entry: dict[str, Any], said: str) -> None:
    Storm().refused(said, 1, **entry)


def test_a_number_left_empty_is_not_known() -> None:
    play = Storm()
    told = public(play.do(1, "enter_power", power="Italy", support="4", income="", tiles=" "))
    assert "Italy: support 4, income ?, income tiles ?" in told
    assert play.total(ITALY, Account.INCOME) is None


def test_counters_left_empty_stay() -> None:
    play = Storm()
    play.do(1, "enter_war", country="Spain", on="false", counters="3")
    play.do(1, "enter_war", country="Spain", on="true", counters="")
    assert (play.state.civil_war("Spain").counters, play.state.civil_war("Spain").is_on) == (3, True)


def test_counters_entered_count_as_events() -> None:
    """Civil war: a counter is placed for every event, so a war that is entered with its counters has its events."""
    play = Storm()
    play.do(1, "enter_war", country="Greece", on="true", counters="5")
    play.at("Diplomacy: random events")
    play.deal("comrades-in-greece", shown=True)
    play.play("comrades-in-greece")
    assert play.state.civil_war("Greece") == CivilWar(events=6, counters=4, is_on=True)
    play.do(1, "enter_war", country="Greece", on="true", counters="1")
    assert play.state.civil_war("Greece").events == 6
    assert "There is a civil war in Greece. Counters: 1, events: 6" in ledger_of(play, None)


def test_the_pacts_additional_events_can_be_entered_anew() -> None:
    """9.15: how many events the Pact adds is the referee's to enter; the EAI rises for it once."""
    play = Storm()
    play.do(1, "enter_pact", germany=2, russia=1)
    play.do(1, "enter_pact", germany=1)
    assert (play.state.extra_events(GERMANY), play.state.extra_events(RUSSIA), play.eai) == (1, 0, 1)
    (offer,) = [each for each in play.campaign.offers(1) if each.command.type == "enter_pact"]
    assert offer.command.model_dump()["germany"] == 1


def test_a_country_opened_to_russia_can_be_closed_again() -> None:
    """24.61: what opened it, a flag or a spy ring, can be lost."""
    play = Storm()
    assert "closes" not in russian_form(play).inputs
    play.refused("Spain has not been entered as open", 1, "enter_russia", closes="Spain")
    play.do(1, "enter_russia", opens="Spain")
    assert russian_form(play).choices["closes"] == ("Spain",)
    play.refused("at the same time", 1, "enter_russia", opens="Spain", closes="spain")
    assert "Spain is no longer open to Russian diplomacy." in public(play.do(1, "enter_russia", closes="Spain"))
    assert play.state.world.open_to_russia == frozenset()


def test_the_ledger_shows_what_was_entered() -> None:
    play = Storm()
    play.do(1, "enter_aggression", power="Germany", target="Austria", value=2)
    play.do(1, "enter_aggression", power="Italy", target="Greece", value=1, succeeded=False)
    play.do(1, "enter_flags", country="Turkey", flags="four, kept by an event")
    play.do(1, "enter_russia", cohesion="true", opens="Spain")
    play.set(turn=2)
    lines = ledger_of(play, None).splitlines()
    assert {
        "Aggressions: Germany against Austria (victory points: 2), succeeded in turn 1",
        "Aggressions: Italy against Greece (victory points: 1), under way",
        "Germany: additional events: **2** each turn",
        "Countries: Four flags, kept by an event: Turkey",
        "World: Russian cohesion is full.",
        "World: Also open to Russian diplomacy: Spain.",
    } <= set(lines)


def russian_form(play: Storm) -> Any:
    (offer,) = [each for each in play.campaign.offers(1) if each.command.type == "enter_russia"]
    return offer


def test_the_limit_of_counters_left_empty_is_the_printed_one() -> None:
    play = Storm()
    told = public(play.do(1, "enter_power", power="Italy", support="4"))
    assert "diplomatic counters 2" in told
    assert play.total(ITALY, Account.COUNTERS) == 2


def test_an_aggression_is_entered_once() -> None:
    play = Storm()
    play.do(1, "enter_aggression", power="Germany", target="Austria")
    play.refused("already been entered", 1, "enter_aggression", power="Germany", target="Austria")
    play.do(1, "enter_aggression", power="Italy", target="Greece", succeeded=False)
    play.refused("already been entered", 1, "enter_aggression", power="Italy", target="Greece", succeeded=False)
    play.refused("already been entered", 1, "enter_aggression", power="Germany", target="Greece")
    assert play.state.world.conquered == {"Austria": GERMANY}
    play.do(1, "enter_aggression", power="Italy", target="Greece")
    assert play.state.world.conquered == {"Austria": GERMANY, "Greece": ITALY}


def test_an_aggression_may_be_aimed_where_no_diplomacy_is() -> None:
    play = Storm()
    play.do(1, "enter_aggression", power="Germany", target="Danzig", value=1)
    play.set(turn=2)
    assert (play.eai, play.state.extra_events(GERMANY)) == (0, 1)
    play.refused("no country of that name", 1, "enter_flags", country="Danzig")


def test_flags_can_be_fewer_again_and_a_country_freed() -> None:
    play = Storm()
    play.do(1, "enter_flags", country="Turkey", flags="four")
    assert play.state.is_without_effect("Turkey")
    play.do(1, "enter_flags", country="Turkey", flags="fewer")
    assert not play.state.is_without_effect("Turkey")
    play.do(1, "enter_conquest", country="Turkey", by="Italy")
    assert play.state.is_without_effect("Turkey")
    play.do(1, "enter_conquest", country="Turkey", by="nobody")
    assert not play.state.is_without_effect("Turkey")
