"""DIPLOMACY: modifiers, civil wars, flexible events, Russian subversion."""

import pytest

from rules.games.gathering_storm.entries import EnterWar
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, RUSSIA
from rules.games.gathering_storm.state import CivilWar
from tests.play import public
from tests.rules.games.gathering_storm.harness import REFEREE_USER, USERS, Storm, ledger_of

GER, ITA, BRI, FRA, RUS = (USERS[power] for power in (GERMANY, ITALY, BRITAIN, FRANCE, RUSSIA))
INITIAL, SECOND = "Diplomacy: Axis placement", "Diplomacy: Russian and Allied placement"
EVENTS, CHOSEN, SUBVERSION = "Diplomacy: random events", "Diplomacy: chosen countries", "Diplomacy: subversion"


class TestModifiers:
    def test_general_diplomacy_basic(self) -> None:
        """General, DIPLOMACY, Basic: one power benefits in one country, until the turn ends."""
        play = Storm()
        play.turn_up("brussels-and-paris")
        assert play.diplomacy("Belgium") == {FRANCE: 1}
        play.end_turn()
        assert play.diplomacy("Belgium") == {}

    def test_general_diplomacy_compound(self) -> None:
        """General, DIPLOMACY, Compound: two countries, each with its power."""
        play = Storm()
        play.turn_up("quarrel-over-transylvania")
        assert (play.diplomacy("Hungary"), play.diplomacy("Rumania")) == ({GERMANY: 1}, {FRANCE: 1})

    def test_the_ledger_adds_up_by_country_and_power(self) -> None:
        play = Storm()
        for card in ("quarrel-over-transylvania", "envoy-to-budapest"):
            play.put(card)
        lines = ledger_of(play, None)
        assert (
            "Hungary: Axis **+1** (Budapest threatens over Transylvania +1); Allies **+1** (An envoy to Budapest +1)"
            in lines
        )

    def test_national_diplomacy_basic(self) -> None:
        """National, DIPLOMACY, Basic: the power benefits; without effect it is support for whoever drew it."""
        play = Storm().at(EVENTS).deal("envoy-to-budapest", shown=True)
        play.play("envoy-to-budapest")
        assert play.diplomacy("Hungary") == {BRITAIN: 1}

    @pytest.mark.parametrize("how", ["conquered", "four flags"])
    def test_without_effect_it_is_support_at_any_time(self, how: str) -> None:
        play = Storm()
        if how == "conquered":
            play.do(1, "enter_conquest", country="Hungary", by="Germany")
        else:
            play.do(1, "enter_flags", country="Hungary", flags="four")
        play.deal("envoy-to-budapest")
        told = public(play.play("envoy-to-budapest"))
        assert (play.diplomacy("Hungary"), play.support(BRITAIN)) == ({}, 1)
        assert "Britain's support: **+1** from An envoy to Budapest, instead of diplomacy in Hungary" in told
        assert "**its printed number" in told

    def test_four_flags_that_the_event_must_keep_have_it_act(self) -> None:
        play = Storm()
        play.do(1, "enter_flags", country="Hungary", flags="four, kept by an event")
        play.put("envoy-to-budapest")
        assert (play.diplomacy("Hungary"), play.support(BRITAIN)) == ({BRITAIN: 1}, 0)

    def test_it_turns_into_support_while_it_runs_and_back(self) -> None:
        play = Storm().put("comrades-in-greece")
        assert (play.diplomacy("Greece"), play.support(RUSSIA)) == ({RUSSIA: 2}, 0)
        told = public(play.do(1, "enter_conquest", country="Greece", by="Italy"))
        assert (play.diplomacy("Greece"), play.support(RUSSIA)) == ({}, 2)
        assert "Diplomacy in Greece: +2 → **0** for Russia" in told
        assert "Russia's support: **+2** from Comrades in Greece, instead of diplomacy in Greece" in told
        play.do(1, "enter_conquest", country="Greece", by="nobody", reason="misread")
        assert (play.diplomacy("Greece"), play.support(RUSSIA)) == ({RUSSIA: 2}, 0)

    def test_ruling_ineffective_diplomacy(self) -> None:
        play = Storm(ineffective_diplomacy="one").world(conquered={"Greece": ITALY}).put("comrades-in-greece")
        assert play.support(RUSSIA) == 1

    def test_a_general_event_without_effect_is_support_for_its_power(self) -> None:
        play = Storm().world(conquered={"Belgium": GERMANY})
        play.turn_up("brussels-and-paris")
        assert play.support(FRANCE) == 1


class TestCivilWars:
    def test_no_counter_in_a_conquered_country(self) -> None:
        play = Storm().world(conquered={"Yugoslavia": ITALY})
        play.turn_up("ljubljana-sent-home")
        assert play.state.civil_war("Yugoslavia").counters == 0

    def test_civil_war_event(self) -> None:
        """General, DIPLOMACY, Civil war event: a counter and the EAI, no modifier."""
        play = Storm()
        told = public(play.turn_up("ljubljana-sent-home"))
        assert (play.state.civil_war("Yugoslavia").counters, play.eai, play.diplomacy("Yugoslavia")) == (1, 1, {})
        assert "Place a civil war counter in Yugoslavia." in told
        play.turn_up("ljubljana-sent-home")
        assert play.state.civil_war("Yugoslavia") == CivilWar(events=2, counters=2)

    def test_civil_war_event_with_the_war_on(self) -> None:
        """No diplomatic effect then; the EAI rises all the same (and by one for the war)."""
        play = Storm().set(civil={"Yugoslavia": CivilWar(events=5, counters=5, is_on=True)})
        play.turn_up("ljubljana-sent-home")
        assert play.state.civil_war("Yugoslavia") == CivilWar(events=5, counters=5, is_on=True)
        assert play.eai == 2

    def test_civil_war_diplomacy(self) -> None:
        """National, DIPLOMACY, Civil war: a modifier and a counter."""
        play = Storm().at(EVENTS).deal("comrades-in-greece", shown=True)
        play.play("comrades-in-greece")
        assert (play.diplomacy("Greece"), play.state.civil_war("Greece")) == (
            {RUSSIA: 2},
            CivilWar(events=1, counters=1),
        )

    @pytest.mark.parametrize(
        ("events", "is_on", "ruling", "counters"),
        [
            (4, True, "only_earlier_events", 5), (4, True, "the_event_itself_too", 3),
            (5, True, "only_earlier_events", 4), (5, True, "the_event_itself_too", 4),
            (5, False, "only_earlier_events", 6), (6, True, "only_earlier_events", 5),
        ],
    )  # fmt: skip
    def test_after_five_events_a_counter_leaves_a_war_that_is_on(
        self, events: int, is_on: bool, ruling: str, counters: int
    ) -> None:
        play = Storm(civil_war_fifth=ruling)
        play.set(civil={"Greece": CivilWar(events=events, counters=events, is_on=is_on)}).at(EVENTS)
        play.deal("comrades-in-greece", shown=True)
        told = public(play.play("comrades-in-greece"))
        assert play.state.civil_war("Greece") == CivilWar(events=events + 1, counters=counters, is_on=is_on)
        assert ("civil_war_fifth" in told) == is_on

    def test_a_war_without_a_counter_loses_none(self) -> None:
        play = Storm().set(civil={"Greece": CivilWar(events=7, counters=0, is_on=True)}).at(EVENTS)
        play.deal("comrades-in-greece", shown=True)
        play.play("comrades-in-greece")
        assert play.state.civil_war("Greece").counters == 0

    def test_a_flexible_event_in_greece_brings_its_war_nearer(self) -> None:
        play = Storm().at(CHOSEN).deal("balkan-overture")
        play.play("balkan-overture", target="Greece")
        assert play.state.civil_war("Greece").counters == 1


class TestFlexible:
    def test_flexible_diplomacy(self) -> None:
        """National, DIPLOMACY, Flexible: value 1 in a country of the list, chosen after all other events."""
        play = Storm().deal("balkan-overture").at(EVENTS)
        play.refused("phase “Diplomacy: chosen countries”", ITA, "play", marker="balkan-overture", target="Turkey")
        play.at(CHOSEN)
        play.refused("Albania, Bulgaria, Greece, Turkey or Yugoslavia", ITA, "play", marker="balkan-overture",
                     target="Rumania")  # fmt: skip
        play.refused("“Country”: choose", ITA, "play", marker="balkan-overture")
        play.play("balkan-overture", target="Turkey")
        assert play.diplomacy("Turkey") == {ITALY: 1}

    def test_a_conquest_may_be_chosen_for_support(self) -> None:
        play = Storm().world(conquered={"Albania": ITALY}).at(CHOSEN).deal("balkan-overture")
        play.play("balkan-overture", target="Albania")
        assert (play.diplomacy("Albania"), play.support(ITALY)) == ({}, 1)


class TestSubversion:
    def test_russian_subversion(self) -> None:
        """National, DIPLOMACY, Russian subversion: secret until subversion is announced, next to Russia only."""
        play = Storm().deal("hostile-bloc-undone")
        for phase in (INITIAL, SECOND, EVENTS):
            play.at(phase)
            play.refused("phase “Diplomacy: subversion”", RUS, "play", marker="hostile-bloc-undone", target="Poland")
        play.at(SUBVERSION)
        play.refused("Finland, Poland, Rumania or Turkey", RUS, "play", marker="hostile-bloc-undone",
                     target="Greece")  # fmt: skip
        told = public(play.play("hostile-bloc-undone", target="Poland"))
        assert play.diplomacy("Poland") == {RUSSIA: 1}
        assert "Do not write this result on Russia's research record sheet" in told
        assert "**1** (`subversion_value`)" in told

    def test_ruling_subversion_value(self) -> None:
        play = Storm(subversion_value=2).put("hostile-bloc-undone", target="Turkey")
        assert play.diplomacy("Turkey") == {RUSSIA: 2}


def test_the_form_of_a_civil_war_proposes_what_stands() -> None:
    play = Storm()
    play.set(civil={"Yugoslavia": CivilWar(events=3, counters=2), "Greece": CivilWar(events=5, counters=5, is_on=True)})
    proposed = (o.command.model_dump() for o in play.campaign.offers(REFEREE_USER) if isinstance(o.command, EnterWar))
    forms = {each["country"]: (each["on"], each["counters"], each["events"]) for each in proposed}
    assert (forms["Yugoslavia"], forms["Greece"]) == ((False, 2, 3), (True, 5, 5))
    assert set(forms.values()) == {(False, 2, 3), (True, 5, 5), (False, 0, 0)}


def test_without_effect_it_is_support_for_who_drew_it() -> None:
    """Also where the event helps another power."""
    part = {"kind": "diplomacy", "power": "France", "target": "Hungary", "amount": 1}
    play = Storm.printing("envoy-to-budapest", part)
    play.do(1, "enter_conquest", country="Hungary", by="Germany")
    play.put("envoy-to-budapest")
    assert (play.support(BRITAIN), play.support(FRANCE)) == (1, 0)
