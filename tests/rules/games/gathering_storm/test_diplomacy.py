"""DIPLOMACY: modifiers, civil wars, flexible events, additional counters, Russia's own."""

from typing import Any

import pytest

from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, RUSSIA
from rules.games.gathering_storm.state import CivilWar
from tests.play import public, secret
from tests.rules.games.gathering_storm.sitting import USERS, Storm, ledger_of

GER, ITA, BRI, FRA, RUS = (USERS[power] for power in (GERMANY, ITALY, BRITAIN, FRANCE, RUSSIA))
INITIAL, SECOND = "Diplomacy: Axis placement", "Diplomacy: Russian and Allied placement"
EVENTS, SUBVERSION = "Diplomacy: random events", "Diplomacy: subversion"


class TestModifiers:
    def test_general_diplomacy_basic(self) -> None:
        """General, DIPLOMACY, Basic: one power benefits in one country, until the turn ends."""
        play = Storm()
        play.turn_up("brussels-and-paris")
        assert play.diplomacy("Belgium") == {FRANCE: 1}
        play.at("Crises")
        play.do(1, "next_turn")
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
        assert "Hungary: **+1** for Germany; +1 Budapest threatens over Transylvania (compound diplomacy)" in lines
        assert "Hungary: **+1** for Britain; +1 An envoy to Budapest (diplomacy)" in lines

    def test_national_diplomacy_basic(self) -> None:
        """National, DIPLOMACY, Basic: the power benefits; without effect it is support for whoever drew it."""
        play = Storm()
        play.at(EVENTS)
        play.deal("envoy-to-budapest", shown=True)
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
        assert "ineffective_diplomacy: its number" in told

    def test_four_flags_that_the_event_must_keep_have_it_act(self) -> None:
        play = Storm()
        play.do(1, "enter_flags", country="Hungary", flags="four, kept by an event")
        play.put("envoy-to-budapest")
        assert (play.diplomacy("Hungary"), play.support(BRITAIN)) == ({BRITAIN: 1}, 0)

    def test_it_turns_into_support_while_it_runs_and_back(self) -> None:
        play = Storm()
        play.put("comrades-in-greece")
        assert (play.diplomacy("Greece"), play.support(RUSSIA)) == ({RUSSIA: 2}, 0)
        told = public(play.do(1, "enter_conquest", country="Greece", by="Italy"))
        assert (play.diplomacy("Greece"), play.support(RUSSIA)) == ({}, 2)
        assert "Diplomacy in Greece: +2 → **+0** for Russia" in told
        assert "Russia's support: **+2** from Comrades in Greece, instead of diplomacy in Greece" in told
        play.do(1, "enter_conquest", country="Greece", by="nobody")
        assert (play.diplomacy("Greece"), play.support(RUSSIA)) == ({RUSSIA: 2}, 0)

    def test_ruling_ineffective_diplomacy(self) -> None:
        play = Storm(ineffective_diplomacy="1")
        play.world(conquered={"Greece": ITALY})
        play.put("comrades-in-greece")
        assert play.support(RUSSIA) == 1

    def test_a_general_event_without_effect_is_support_for_its_power(self) -> None:
        play = Storm()
        play.world(conquered={"Belgium": GERMANY})
        play.turn_up("brussels-and-paris")
        assert play.support(FRANCE) == 1


class TestCivilWars:
    def test_civil_war_event(self) -> None:
        """General, DIPLOMACY, Civil war event: a counter and the EAI, no modifier."""
        play = Storm()
        told = public(play.turn_up("ljubljana-sent-home"))
        assert (play.state.civil_war("Yugoslavia").counters, play.eai, play.diplomacy("Yugoslavia")) == (1, 1, {})
        assert "Place a civil war counter in Yugoslavia." in told

    def test_civil_war_event_with_the_war_on(self) -> None:
        """No diplomatic effect then; the EAI rises all the same (and by one for the war)."""
        play = Storm()
        play.set(civil={"Yugoslavia": CivilWar(events=5, counters=5, is_on=True)})
        play.turn_up("ljubljana-sent-home")
        assert play.state.civil_war("Yugoslavia") == CivilWar(events=5, counters=5, is_on=True)
        assert play.eai == 2

    def test_civil_war_diplomacy(self) -> None:
        """National, DIPLOMACY, Civil war: a modifier and a counter."""
        play = Storm()
        play.at(EVENTS)
        play.deal("comrades-in-greece", shown=True)
        play.play("comrades-in-greece")
        assert (play.diplomacy("Greece"), play.state.civil_war("Greece")) == (
            {RUSSIA: 2},
            CivilWar(events=1, counters=1),
        )

    @pytest.mark.parametrize(
        ("events", "is_on", "ruling", "counters"),
        [
            (4, True, "only earlier events count", 5),
            (4, True, "the event itself counts", 3),
            (5, True, "only earlier events count", 4),
            (5, True, "the event itself counts", 4),
            (5, False, "only earlier events count", 6),
            (6, True, "only earlier events count", 5),
        ],
    )
    def test_after_five_events_a_counter_leaves_a_war_that_is_on(
        self, events: int, is_on: bool, ruling: str, counters: int
    ) -> None:
        play = Storm(civil_war_fifth=ruling)
        play.set(civil={"Greece": CivilWar(events=events, counters=events, is_on=is_on)})
        play.at(EVENTS)
        play.deal("comrades-in-greece", shown=True)
        told = public(play.play("comrades-in-greece"))
        assert play.state.civil_war("Greece") == CivilWar(events=events + 1, counters=counters, is_on=is_on)
        assert ("civil_war_fifth" in told) == is_on

    def test_no_counter_leaves_a_country_without_any(self) -> None:
        play = Storm()
        play.set(civil={"Greece": CivilWar(events=9, counters=0, is_on=True)})
        play.at(EVENTS)
        play.deal("comrades-in-greece", shown=True)
        play.play("comrades-in-greece")
        assert play.state.civil_war("Greece").counters == 0

    def test_a_conquered_country_has_no_civil_war(self) -> None:
        play = Storm()
        play.world(conquered={"Yugoslavia": GERMANY})
        play.turn_up("ljubljana-sent-home")
        assert play.state.civil_war("Yugoslavia") == CivilWar()

    def test_a_flexible_event_in_greece_brings_its_war_nearer(self) -> None:
        play = Storm()
        play.at(EVENTS)
        play.deal("balkan-overture")
        play.play("balkan-overture", target="Greece")
        assert play.state.civil_war("Greece").counters == 1


class TestFlexible:
    def test_flexible_diplomacy(self) -> None:
        """National, DIPLOMACY, Flexible: value 1 in a country of the list, chosen once counters are placed."""
        play = Storm()
        play.deal("balkan-overture")
        play.refused("phase “Diplomacy: random events”", ITA, "play", marker="balkan-overture", target="Turkey")
        play.at(EVENTS)
        play.refused("Albania or Bulgaria or Greece or Turkey or Yugoslavia", ITA, "play", marker="balkan-overture",
                     target="Rumania")  # fmt: skip
        play.refused("`target`", ITA, "play", marker="balkan-overture")
        play.play("balkan-overture", target="Turkey")
        assert play.diplomacy("Turkey") == {ITALY: 1}

    def test_a_conquest_may_be_chosen_for_support(self) -> None:
        play = Storm()
        play.world(conquered={"Albania": ITALY})
        play.at(EVENTS)
        play.deal("balkan-overture")
        play.play("balkan-overture", target="Albania")
        assert (play.diplomacy("Albania"), play.support(ITALY)) == ({}, 1)


class TestCounters:
    def place(self, play: Storm, user: int, power: str, target: str, value: int = 1) -> None:
        play.do(user, "place", power=power, target=target, value=value)

    def test_diplomatic_counter(self) -> None:
        """National, DIPLOMACY, Additional counter: one past the limit, still one a country and alliance."""
        play = Storm()
        play.at(SECOND)
        play.deal("foreign-office-at-work")
        for target in ("Norway", "Sweden"):
            self.place(play, BRI, "Britain", target)
        play.refused("has already placed all 2 of its counters", BRI, "place", power="Britain", target="Finland")
        play.play("foreign-office-at-work")
        play.refused("already has a counter in Norway", BRI, "place", power="Britain", target="Norway")
        self.place(play, FRA, "France", "Belgium")
        play.refused("Your alliance already has a counter in Belgium", BRI, "place", power="Britain", target="Belgium")
        self.place(play, BRI, "Britain", "Finland")
        play.refused("has already placed all 3 of its counters", BRI, "place", power="Britain", target="Turkey")

    @pytest.mark.parametrize(("initially", "later"), [(0, 2), (1, 2), (2, 1), (3, 0)])
    def test_the_axis_place_additional_counters_initially(self, initially: int, later: int) -> None:
        play = Storm()
        (extra,) = play.data.card("foreign-office-at-work").features
        card = play.data.card("larger-army").replace(features=(extra.replace(power=GERMANY),))
        play.data.__dict__["_by_id"]["larger-army"] = card
        play.put("larger-army")
        targets = iter(play.data.countries)
        for phase, count in ((INITIAL, initially), ("Diplomacy: Axis second placement", later)):
            play.at(phase)
            for _ in range(count):
                self.place(play, GER, "Germany", next(targets))
        play.refused("has already placed all", GER, "place", power="Germany", target=next(targets))

    def test_the_limit_is_what_the_referee_entered(self) -> None:
        play = Storm()
        play.at(SECOND)
        play.do(1, "enter_power", power="Britain", counters=3)
        for target in ("Norway", "Sweden", "Finland"):
            self.place(play, BRI, "Britain", target)
        play.refused("all 3 of its counters", BRI, "place", power="Britain", target="Turkey")

    def test_it_lets_russia_place_one_despite_a_purge(self) -> None:
        play = Storm()
        play.at(SECOND)
        play.do(1, "enter_russia", purged="true")
        play.refused("purge forbids", RUS, "place", power="Russia", target="Poland")
        extra = play.data.card("foreign-office-at-work").features[0].replace(power=RUSSIA)
        card = play.data.card("danube-mission").replace(features=(extra,), id="one-more", title="One more")
        play.data.__dict__["_by_id"]["one-more"] = card
        play.put("one-more")
        self.place(play, RUS, "Russia", "Poland")
        play.refused("purge forbids", RUS, "place", power="Russia", target="Finland")

    def test_russian_diplomacy(self) -> None:
        """National, DIPLOMACY, Russian diplomacy: a closed country opens, purge or not, within the limit."""
        play = Storm()
        play.at(SECOND)
        play.deal("danube-mission")
        play.do(1, "enter_russia", purged="true")
        play.refused("purge forbids", RUS, "place", power="Russia", target="Austria")
        play.play("danube-mission", target="Austria")
        play.refused("purge forbids", RUS, "place", power="Russia", target="Hungary")
        self.place(play, RUS, "Russia", "Austria")
        play.do(1, "enter_power", power="Russia", counters=1)
        play.refused("all 1 of its counters", RUS, "place", power="Russia", target="Poland")

    @pytest.mark.parametrize(
        ("entry", "target"),
        [({}, "Poland"), ({"cohesion": "true"}, "Spain"), ({"opens": "Spain"}, "Spain")],
    )
    def test_where_russia_may_place(self, entry: dict[str, Any], target: str) -> None:
        play = Storm()
        play.at(SECOND)
        play.refused("closed to Russian diplomacy", RUS, "place", power="Russia", target="Spain")
        play.do(1, "enter_russia", **entry)
        self.place(play, RUS, "Russia", target)

    def test_a_civil_war_opens_its_country_to_russia(self) -> None:
        play = Storm()
        play.at(SECOND)
        play.do(1, "enter_war", country="Spain")
        self.place(play, RUS, "Russia", "Spain")

    def test_a_counter_is_told_without_its_value(self) -> None:
        play = Storm()
        play.at(INITIAL)
        told = play.do(GER, "place", power="Germany", target="austria", value=7)
        assert public(told) == "Germany places a diplomatic counter in Austria, face down."
        assert "counter in Austria is worth 7" in secret(told, GERMANY)

    def test_a_counter_can_be_looked_up_and_its_value_by_its_power_only(self) -> None:
        play = Storm()
        play.at(INITIAL)
        play.do(GER, "place", power="Germany", target="Austria", value=7)
        game = play.campaign.game
        assert "Germany has a counter face down in Austria." in public(tuple(game.status(play.state)))
        assert "Germany's counters: Austria 7." in secret(tuple(game.hand(play.state, GERMANY)), GERMANY)
        assert "Austria" not in secret(tuple(game.hand(play.state, ITALY)), ITALY)

    def test_counters_are_turned_up_after_the_random_events(self) -> None:
        """DIPLOMACY, Flexible: events that choose a target come before any counter's strength is shown."""
        play = Storm()
        play.at(INITIAL)
        play.do(GER, "place", power="Germany", target="Austria", value=7)
        play.do(GER, "place", power="Germany", target="Rumania", value=0, counter="anti-Comintern")
        assert "7" not in public(play.do(GER, "next_phase", to=EVENTS))
        assert public(play.do(GER, "next_turn")).splitlines()[-1] == "Germany's counter in Austria is worth 7."
        status = public(tuple(play.campaign.game.status(play.state)))
        assert "Germany has a counter worth 7 in Austria." in status
        assert "Germany has the anti-Comintern counter in Rumania." in status

    def test_bad_input(self) -> None:
        play = Storm()
        play.refused("in the phase “Diplomacy: Axis placement”", GER, "place", power="Germany", target="Austria")
        play.at(INITIAL)
        play.refused("no country of that name", GER, "place", power="Germany", target="Atlantis")
        play.refused("counters of your own power", GER, "place", power="Italy", target="Austria")
        play.refused("`value`", GER, "place", power="Germany", target="Austria", value=10)
        play.world(conquered={"Austria": GERMANY})
        play.refused("Austria is conquered", GER, "place", power="Germany", target="Austria")


class TestSubversion:
    def test_russian_subversion(self) -> None:
        """National, DIPLOMACY, Russian subversion: secret until subversion is announced, next to Russia only."""
        play = Storm()
        play.deal("hostile-bloc-undone")
        for phase in (INITIAL, SECOND, EVENTS):
            play.at(phase)
            play.refused("phase “Diplomacy: subversion”", RUS, "play", marker="hostile-bloc-undone", target="Poland")
        play.at(SUBVERSION)
        play.refused("Finland or Poland or Rumania or Turkey", RUS, "play", marker="hostile-bloc-undone",
                     target="Greece")  # fmt: skip
        told = public(play.play("hostile-bloc-undone", target="Poland"))
        assert play.diplomacy("Poland") == {RUSSIA: 1}
        assert "Do not write this result on Russia's research record sheet" in told
        assert "subversion_value: 1" in told

    def test_ruling_subversion_value(self) -> None:
        play = Storm(subversion_value=2)
        play.put("hostile-bloc-undone", target="Turkey")
        assert play.diplomacy("Turkey") == {RUSSIA: 2}
