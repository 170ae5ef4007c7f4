"""Placing counters for diplomacy: their limits, the countries that are open, and when their values are shown."""

from copy import deepcopy
from dataclasses import replace

import pytest

from rules.campaign.time.undo import Undo
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, POWERS, RUSSIA
from rules.seat import Player, SideSeat
from tests.play import public, secret
from tests.rules.games.gathering_storm.harness import USERS, Storm, storm

GER, ITA, BRI, FRA, RUS = (USERS[power] for power in (GERMANY, ITALY, BRITAIN, FRANCE, RUSSIA))
INITIAL, SECOND = "Diplomacy: Axis placement", "Diplomacy: Russian and Allied placement"
EVENTS, SUBVERSION = "Diplomacy: random events", "Diplomacy: subversion"


def placing(play: Storm, power: SideSeat) -> set[str]:
    """The countries in which a power's button places a counter."""
    offers = [each for each in play.campaign.offers(USERS[power]) if each.command.type == "place_counter"]
    return {str(choice.value) for each in offers for choice in each.of("target")}


class TestCounters:
    def place(self, play: Storm, user: int, power: str, target: str, value: int = 1) -> None:
        play.do(user, "place_counter", power=power, target=target, value=value)

    def test_diplomatic_counter(self) -> None:
        """National, DIPLOMACY, Additional counter: one past the limit, still one a country and alliance."""
        play = Storm().at(SECOND).deal("foreign-office-at-work")
        for target in ("Norway", "Sweden"):
            self.place(play, BRI, "Britain", target)
        play.refused(
            "has already placed all 2 of its counters", BRI, "place_counter", power="Britain", target="Finland"
        )
        play.play("foreign-office-at-work")
        play.refused("already has a counter in Norway", BRI, "place_counter", power="Britain", target="Norway")
        self.place(play, FRA, "France", "Belgium")
        play.refused(
            "Your alliance already has a counter in Belgium", BRI, "place_counter", power="Britain", target="Belgium"
        )
        self.place(play, BRI, "Britain", "Finland")
        play.refused("has already placed all 3 of its counters", BRI, "place_counter", power="Britain", target="Turkey")

    @pytest.mark.parametrize(("initially", "later"), [(0, 2), (1, 2), (2, 1), (3, 0)])
    def test_the_axis_place_additional_counters_initially(self, initially: int, later: int) -> None:
        play = Storm(deepcopy(storm()))
        (extra,) = play.data.card("foreign-office-at-work").features
        card = play.data.card("larger-army").replace(features=(extra.replace(power=GERMANY),))
        play.data.__dict__["_by_id"]["larger-army"] = card
        play.put("larger-army")
        targets = iter(play.data.countries)
        for phase, count in ((INITIAL, initially), ("Diplomacy: Axis second placement", later)):
            play.at(phase)
            for _ in range(count):
                self.place(play, GER, "Germany", next(targets))
        play.refused("has already placed all", GER, "place_counter", power="Germany", target=next(targets))

    def test_where_each_power_may_place_now(self) -> None:
        """24.5, 24.6: nowhere that is conquered or has a counter of its alliance; Russia near its borders."""
        play = Storm()
        every = {*play.data.countries}
        for phase, powers in ((INITIAL, {GERMANY, ITALY}), (SECOND, {BRITAIN, FRANCE, RUSSIA}), (EVENTS, set())):
            play.at(phase)
            assert {power for power in POWERS if placing(play, power)} == powers
        play.at(SECOND)
        near = {"Finland", "Poland", "Rumania", "Turkey"}
        assert (placing(play, FRANCE), placing(play, RUSSIA)) == (every, near)
        self.place(play, BRI, "Britain", "Poland")
        assert (placing(play, FRANCE), placing(play, RUSSIA)) == (every - {"Poland"}, near)
        play.do(1, "enter_conquest", country="Finland", by="Germany")
        assert (placing(play, FRANCE), placing(play, RUSSIA)) == (every - {"Poland", "Finland"}, near - {"Finland"})
        play.do(1, "enter_war", country="Greece")
        play.do(1, "enter_russia", opens="Austria")
        assert placing(play, RUSSIA) == near - {"Finland"} | {"Greece", "Austria"}
        self.place(play, RUS, "Russia", "Turkey")
        assert (placing(play, RUSSIA), "Turkey" in placing(play, BRITAIN)) == (
            {"Poland", "Rumania", "Greece", "Austria"},
            True,
        )
        play.do(1, "enter_russia", cohesion="true", reason="read")
        assert placing(play, RUSSIA) == every - {"Finland", "Turkey"}
        play.do(1, "enter_russia", cohesion="true", purged="true", reason="read")
        assert placing(play, RUSSIA) == set()

    def test_an_opened_country_is_not_the_additional_counter(self) -> None:
        play = Storm.printing("academy-mobilized", {"kind": "diplomatic counter", "power": "Russia"})
        play.at(SECOND).world(is_purged=True)
        for card, choice in (("danube-mission", {"target": "Austria"}), ("academy-mobilized", {})):
            play.put(card, **choice)
        self.place(play, RUS, "Russia", "Austria")
        self.place(play, RUS, "Russia", "Poland")
        play.refused("purge forbids", RUS, "place_counter", power="Russia", target="Turkey")

    def test_it_lets_russia_place_one_despite_a_purge(self) -> None:
        play = Storm(deepcopy(storm())).at(SECOND)
        play.do(1, "enter_russia", purged="true")
        play.refused("purge forbids", RUS, "place_counter", power="Russia", target="Poland")
        extra = play.data.card("foreign-office-at-work").features[0].replace(power=RUSSIA)
        card = play.data.card("danube-mission").replace(features=(extra,), id="one-more", title="One more")
        play.data.__dict__["_by_id"]["one-more"] = card
        play.put("one-more")
        self.place(play, RUS, "Russia", "Poland")
        play.refused("purge forbids", RUS, "place_counter", power="Russia", target="Finland")

    def test_russian_diplomacy(self) -> None:
        """National, DIPLOMACY, Russian diplomacy: a closed country opens, purge or not, within the limit."""
        play = Storm().at(SECOND).deal("danube-mission")
        play.do(1, "enter_russia", purged="true")
        play.refused("purge forbids", RUS, "place_counter", power="Russia", target="Austria")
        play.play("danube-mission", target="Austria")
        play.refused("purge forbids", RUS, "place_counter", power="Russia", target="Hungary")
        self.place(play, RUS, "Russia", "Austria")
        play.do(1, "enter_power", power="Russia", counters=1)
        play.refused("all 1 of its counters", RUS, "place_counter", power="Russia", target="Poland")

    def test_another_powers_event_opens_no_country_to_russia(self) -> None:
        play = Storm().at(SECOND).put("balkan-overture", target="Greece")
        play.refused("closed to Russian diplomacy", RUS, "place_counter", power="Russia", target="Greece")

    def test_a_counter_is_public_but_its_value_is_its_powers_alone(self) -> None:
        play = Storm().at(INITIAL)
        play.do(GER, "place_counter", power="Germany", target="Austria", value=7)
        game = play.campaign.game
        assert "Germany has a counter face down in Austria." in public(tuple(game.status(play.state)))
        assert "Germany's counters: Austria 7." in secret(tuple(game.hand(play.state, GERMANY)), GERMANY)
        assert "Austria" not in secret(tuple(game.hand(play.state, ITALY)), ITALY)

    def test_counters_are_turned_up_after_the_random_events(self) -> None:
        """DIPLOMACY, Flexible: events that choose a target come before any counter's strength is shown."""
        play = Storm().at(INITIAL)
        play.do(GER, "place_counter", power="Germany", target="Austria", value=7)
        play.do(GER, "place_counter", power="Germany", target="Rumania", value=0, counter="anti-Comintern")
        assert "7" not in public(play.do(GER, "next_phase", to=EVENTS))
        assert public(play.do(GER, "next_turn")).splitlines()[-1] == "Austria: Axis **+7** (Germany)"
        status = public(tuple(play.campaign.game.status(play.state)))
        assert "Germany has a counter worth 7 in Austria." in status
        assert "Germany has the anti-Comintern counter in Rumania." in status

    def test_bad_input(self) -> None:
        play = Storm()
        play.refused(
            "in the phase “Diplomacy: Axis placement”", GER, "place_counter", power="Germany", target="Austria"
        )
        play.at(INITIAL)
        play.refused("no such country", GER, "place_counter", power="Germany", target="Atlantis")
        play.refused("counters of your own power", GER, "place_counter", power="Italy", target="Austria")
        play.refused("“Value", GER, "place_counter", power="Germany", target="Austria", value=10)
        play.world(conquered={"Austria": GERMANY})
        play.refused("Austria is conquered", GER, "place_counter", power="Germany", target="Austria")


def test_a_placement_button_is_stale_after_a_counter() -> None:
    play = Storm().at(SECOND)
    keys = []
    for target in ("Norway", "Sweden"):
        keys.append({each.key for each in play.campaign.offers(BRI) if each.command.type == "place_counter"})
        play.do(BRI, "place_counter", power="Britain", target=target)
    assert keys[0].isdisjoint(keys[1])


def test_the_anti_comintern_counter_is_worth_nothing() -> None:
    play = Storm()
    play.do(GER, "enter_power", power="Germany", counters=1)
    play.at(INITIAL)
    play.do(GER, "place_counter", power="Germany", target="Rumania", value=5, counter="anti-Comintern")
    play.do(GER, "place_counter", power="Germany", target="Hungary", value=2)
    assert [(each.target, each.value) for each in play.state.counters] == [("Rumania", 0), ("Hungary", 2)]


def test_what_was_placed_in_this_turn_is_not_proposed() -> None:
    play = Storm().at(INITIAL)
    play.do(GER, "place_counter", power="Germany", target="Turkey", value=3)
    for turn, proposed in ((1, ("Finland", 1)), (2, ("Turkey", 3))):
        play.set(turn=turn, counters=())
        (offer,) = (
            each.command.model_dump() for each in play.campaign.offers(GER) if each.command.type == "place_counter"
        )
        assert (offer["target"], offer["value"]) == proposed


def test_who_undoes_does_so_for_the_power_that_placed() -> None:
    play = Storm()
    play.campaign = replace(play.campaign, roster={**play.campaign.roster, ITALY: (Player(GER),)})
    play.at(INITIAL)
    play.do(GER, "place_counter", power="Italy", target="Finland", value=1)
    play.do(GER, Undo())
    assert play.log[-1].undoes is not None
    assert play.log[-1].seat == ITALY


def test_as_many_as_there_is_room_for_are_proposed_again() -> None:
    play = Storm().at(INITIAL)
    for target, value in (("Turkey", 3), ("Hungary", 2)):
        play.do(GER, "place_counter", power="Germany", target=target, value=value)
    for counters, others in ((2, "Hungary 2"), (1, "")):
        play.set(turn=2, counters=())
        play.do(GER, "enter_power", power="Germany", counters=counters, reason="counted")
        (offer,) = (each.command for each in play.campaign.offers(GER) if each.command.type == "place_counter")
        assert offer.model_dump(include={"target", "others"}) == {"target": "Turkey", "others": others}
