"""Minor country dispute: Bulgaria and Rumania, with all duties and occupied cases."""

from typing import Any

import pytest

from rules.games.gathering_storm import placement
from rules.games.gathering_storm.effects.base import EffectContext
from rules.games.gathering_storm.effects.diplomacy import Dispute
from rules.games.gathering_storm.entries import Waive
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, RUSSIA
from rules.games.gathering_storm.state import Counter, Habit
from rules.seat import Seat
from tests.play import public
from tests.rules.games.gathering_storm.harness import USERS, Storm

GER, ITA, BRI, FRA, RUS = (USERS[power] for power in (GERMANY, ITALY, BRITAIN, FRANCE, RUSSIA))
INITIAL, SECOND = "Diplomacy: Axis placement", "Diplomacy: Russian and Allied placement"


def disputed(**conquered: Seat) -> Storm:
    play = Storm().world(conquered=conquered)
    play.turn_up("dobruja")
    play.at(INITIAL)
    return play


def axis_supports(target: str, power: str = "Germany") -> Storm:
    play = disputed()
    play.do(USERS[Seat(power)], "place_counter", power=power, target=target)
    play.do(1, "next_turn")
    return play


def test_minor_country_dispute() -> None:
    """General, DIPLOMACY, Minor country dispute: the EAI rises and the channel reads the duties."""
    play = Storm()
    told = public(play.turn_up("dobruja"))
    assert play.eai == 1
    assert "The Axis must support Bulgaria or Rumania. Then Russia or the Allies must support the other." in told


@pytest.mark.parametrize("power", ["Germany", "Italy"])
@pytest.mark.parametrize("target", ["Bulgaria", "Rumania"])
def test_the_axis_must_support_a_side_in_initial_placement(power: str, target: str) -> None:
    play = disputed()
    play.refused("Germany or Italy must first support Bulgaria or Rumania", 1, "next_turn")
    play.refused("worth at least 1", USERS[Seat(power)], "place_counter", power=power, target=target, value=0)
    play.do(USERS[Seat(power)], "place_counter", power=power, target=target, value=1)
    play.do(1, "next_turn")


def test_who_has_no_counter_left_owes_no_support() -> None:
    play = Storm.printing("dobruja", {"kind": "minor country dispute", "countries": ("Greece", "Bulgaria")})
    play.put("dobruja")
    play.at(INITIAL)
    assert play.game.awaited(play.state) == {GERMANY, ITALY}
    for power in (GERMANY, ITALY):
        play.do(USERS[power], "enter_power", power=power, counters=0)
    assert play.game.awaited(play.state) == frozenset()


def test_the_form_proposes_the_duty_before_what_was_done_last() -> None:
    play = disputed()
    play.set(habits={GERMANY: Habit(counters=(("Hungary", 2),))})
    (offer,) = (each for each in play.campaign.offers(GER) if each.label == "Place a counter for Germany")
    assert offer.command.model_dump(include={"target", "value"}) == {"target": "Bulgaria", "value": 1}


def test_the_other_axis_power_places_nothing_on_the_other_side() -> None:
    play = disputed()
    play.do(ITA, "place_counter", power="Italy", target="Bulgaria")
    for target in ("Rumania", "rumania"):
        play.refused("The Axis support Bulgaria", GER, "place_counter", power="Germany", target=target)
    play.refused(
        "The Axis support Bulgaria", GER, "place_counter", power="Germany", target="Rumania", counter="anti-Comintern"
    )
    play.do(GER, "place_counter", power="Germany", target="Hungary", value=0)


@pytest.mark.parametrize("power", ["Germany", "Italy"])
def test_the_anti_comintern_counter_supports_rumania_only(power: str) -> None:
    play, user = disputed(), USERS[Seat(power)]
    ask: dict[str, Any] = {"power": power, "counter": "anti-Comintern", "value": 0}
    play.refused("only in Rumania", user, "place_counter", target="Bulgaria", **ask)
    play.refused("Only the Axis can place", BRI, "place_counter", target="Rumania", **{**ask, "power": "Britain"})
    (offer,) = [each for each in play.campaign.offers(user) if "anti-Comintern" in each.label]
    play.do(user, offer.command)
    play.refused("has already been placed", user, "place_counter", target="Rumania", **ask)
    assert not [each for each in play.campaign.open_offers() if "anti-Comintern" in each.label]
    play.do(1, "next_turn")
    assert play.data.phase(play.state).name == SECOND


@pytest.mark.parametrize("power", ["Russia", "Britain", "France"])
def test_one_of_the_others_must_support_the_other_side(power: str) -> None:
    play = axis_supports("Bulgaria")
    play.refused("Russia, Britain or France must first support Rumania", 1, "next_turn")
    user = USERS[Seat(power)]
    play.refused(
        "Nobody else can place a counter there|closed to Russian", user, "place_counter", power=power, target="Bulgaria"
    )
    play.refused("worth at least 1", user, "place_counter", power=power, target="Rumania", value=0)
    play.do(user, "place_counter", power=power, target="Rumania")
    play.do(1, "next_turn")


def test_the_axis_choose_first() -> None:
    play = disputed()
    play.at(SECOND)
    play.refused(
        "The Axis must choose their side of this dispute first", BRI, "place_counter", power="Britain", target="Rumania"
    )


def test_russia_supports_nobody_who_is_closed_to_it() -> None:
    """24.61: Bulgaria is no Russian target before full cohesion, and a purge forbids Rumania too."""
    play = axis_supports("Rumania")
    play.refused("closed to Russian diplomacy", RUS, "place_counter", power="Russia", target="Bulgaria")
    play = axis_supports("Bulgaria")
    play.do(1, "enter_russia", purged="true")
    play.refused("purge forbids", RUS, "place_counter", power="Russia", target="Rumania")
    play.do(FRA, "place_counter", power="France", target="Rumania")


@pytest.mark.parametrize(("occupied", "other"), [("Bulgaria", "Rumania"), ("Rumania", "Bulgaria")])
def test_a_side_that_the_axis_occupy_is_theirs_without_a_counter(occupied: str, other: str) -> None:
    play = disputed(**{occupied: GERMANY})
    play.refused(f"The Axis support {occupied}", ITA, "place_counter", power="Italy", target=other)
    play.do(1, "next_turn")
    play.refused(f"must first support {other}", 1, "next_turn")
    play.do(BRI, "place_counter", power="Britain", target=other)
    play.do(1, "next_turn")


def test_with_both_occupied_only_the_eai_effect_remains() -> None:
    play = disputed(Bulgaria=GERMANY, Rumania=ITALY)
    assert play.eai == 1
    play.do(1, "next_turn")
    play.do(1, "next_turn")
    play.refused("No dispute imposes a duty", 1, "enter_waiver")


@pytest.mark.parametrize(("countries", "nearer"), [(("Greece", "Bulgaria"), ["Greece"]), (("Albania", "Turkey"), []),
                                                   (("Yugoslavia", "Greece"), ["Yugoslavia", "Greece"])])  # fmt: skip
def test_it_is_a_civil_war_event_for_greece_and_yugoslavia(countries: tuple[str, str], nearer: list[str]) -> None:
    play = Storm()
    effect = Dispute(kind="minor country dispute", countries=countries)
    events = [*effect.lasting(EffectContext(play.data, play.state))]
    assert [getattr(event, "country", None) for event in events] == nearer
    for country in nearer:
        play.do(1, "enter_war", country=country, on="true", counters="5")
    assert [*effect.lasting(EffectContext(play.data, play.state))] == []


def test_with_the_duty_waived_the_others_need_not_wait() -> None:
    play = disputed()
    play.at("Diplomacy: Russian and Allied placement")
    place: dict[str, Any] = {"power": "Britain", "target": "Bulgaria", "value": 0}
    play.refused("The Axis must choose their side", BRI, "place_counter", **place)
    play.do(1, "enter_waiver")
    play.do(BRI, "place_counter", **place)
    assert [each.target for each in play.state.counters if each.power == "Britain"] == ["Bulgaria"]


def test_a_waived_duty_opens_neither_side_to_the_others() -> None:
    """The Axis place in one of the two countries only, and nobody else places in theirs: that is no duty."""
    play = axis_supports("Bulgaria")
    play.do(1, "enter_waiver")
    play.refused("support Bulgaria", BRI, "place_counter", power="Britain", target="Bulgaria")
    play.do(BRI, "place_counter", power="Britain", target="Rumania", value=0)
    play.do(1, "next_turn")
    play.refused("support Bulgaria", ITA, "place_counter", power="Italy", target="Rumania")


@pytest.mark.parametrize("power", ["Britain", "France"])
@pytest.mark.parametrize("target", ["Bulgaria", "Rumania"])
def test_if_the_axis_chose_no_side_the_others_stop_waiting(power: str, target: str) -> None:
    """The duty of the Axis was waived, so they may never choose."""
    play = disputed()
    play.do(1, "enter_waiver")
    play.do(1, "next_turn")
    (offer,) = [each for each in play.campaign.offers(USERS[Seat(power)]) if each.command.type == "place_counter"]
    assert target in offer.chosen_from["target"]
    play.do(USERS[Seat(power)], "place_counter", power=power, target=target, value=0)
    assert [(each.power, each.target) for each in play.state.counters] == [(power, target)]


@pytest.mark.parametrize(
    ("target", "value", "kind", "supports"),
    [
        ("Rumania", 0, "diplomatic", False), ("Rumania", 1, "diplomatic", True),
        ("Rumania", 0, "anti-Comintern", True), ("Bulgaria", 0, "anti-Comintern", False),
        ("Greece", 3, "diplomatic", False),
    ],
)  # fmt: skip
def test_what_supports_a_side(target: str, value: int, kind: Any, supports: bool) -> None:
    (dispute,) = [each for each in Storm().data.card("dobruja").features if isinstance(each, Dispute)]
    counter = Counter(power=GERMANY, target=target, value=value, kind=kind, phase=4)
    assert dispute.supports(counter) == supports


def test_a_supported_side_can_get_counters_of_no_value() -> None:
    play = axis_supports("Bulgaria")
    assert play.game.awaited(play.state) == {RUSSIA, BRITAIN, FRANCE}
    play.do(RUS, "place_counter", power="Russia", target="Rumania", value=1)
    assert play.game.awaited(play.state) == frozenset()
    play.do(BRI, "place_counter", power="Britain", target="Rumania", value=0)
    play.do(1, "next_turn")


def test_a_duty_is_owed_in_the_placement_of_those_who_have_it() -> None:
    """Restored later, it is not owed by the others who place then."""
    play = disputed()
    play.do(1, "enter_waiver")
    for phase, owing in ((INITIAL, {GERMANY, ITALY}), (SECOND, set()), ("Diplomacy: Axis second placement", set())):
        play.at(phase)
        assert play.game.awaited(play.state) == frozenset()
        restored = play.copy()
        restored.do(1, "enter_waiver", waived=False, reason="they are back")
        assert restored.game.awaited(restored.state) == owing
    play.at("Diplomacy: Axis second placement")
    play.do(1, "enter_waiver", waived=False, reason="they are back")
    play.do(1, "next_turn")


def test_who_owes_a_duty_alone_has_the_button_that_waives_it() -> None:
    play = disputed()
    for user, is_owing in ((GER, True), (ITA, True), (BRI, False), (RUS, False)):
        waiving = [each for each in play.campaign.offers(user) if each.command.type == "enter_waiver"]
        assert any(not each.secret for each in waiving) is is_owing, user
    play.do(GER, "enter_waiver")
    assert not any(each.command == Waive() for each in play.campaign.offers(GER))


def test_each_counter_makes_the_forms_of_before_stale() -> None:
    play = disputed()

    def keys(user: int) -> set[str]:
        return {each.key for each in play.campaign.offers(user) if each.command.type == "place_counter"}

    before = keys(GER)
    play.do(ITA, "place_counter", power="Italy", target="Hungary")
    assert before.isdisjoint(keys(GER))


def test_another_alliances_counter_chooses_no_axis_side() -> None:
    play = disputed()
    play.do(1, "enter_waiver")
    play.do(1, "next_turn")
    play.do(BRI, "place_counter", power="Britain", target="Bulgaria", value=2)
    assert "Bulgaria or Rumania: the Axis have not chosen a side." in public(tuple(play.game.status(play.state)))
    again = "so the duties stay waived"  # or they would tell whether a counter has a value
    play.refused(again, 1, "enter_waiver", waived=False, reason="they are back")
    play.do(1, "next_turn")
    play.do(ITA, "place_counter", power="Italy", target="Rumania", value=0)
    assert "Bulgaria or Rumania: the Axis support Rumania." in public(tuple(play.game.status(play.state)))


@pytest.mark.parametrize(
    ("conquered", "counters", "axis", "others", "owed"),
    [
        ({}, (), None, None, "both"),
        ({}, ((GERMANY, "Rumania", 1),), "Rumania", "Bulgaria", "others"),
        ({}, ((ITALY, "Bulgaria", 0),), "Bulgaria", "Rumania", "others"),
        ({}, ((GERMANY, "Rumania", 1), (BRITAIN, "Bulgaria", 0)), "Rumania", "Bulgaria", "others"),
        ({}, ((GERMANY, "Rumania", 1), (BRITAIN, "Bulgaria", 1)), "Rumania", "Bulgaria", ""),
        ({}, ((GERMANY, "Rumania", 1), (RUSSIA, "Bulgaria", 3)), "Rumania", "Bulgaria", ""),
        ({}, ((GERMANY, "Turkey", 1), (FRANCE, "Greece", 3)), None, None, "both"),
        ({}, ((FRANCE, "Bulgaria", 3),), None, None, "both"),
        ({"Bulgaria": ITALY}, (), "Bulgaria", "Rumania", "others"),
        ({"Bulgaria": ITALY}, ((FRANCE, "Bulgaria", 3),), "Bulgaria", "Rumania", "others"),
        ({"Rumania": GERMANY}, ((ITALY, "Bulgaria", 1),), "Rumania", "Bulgaria", "others"),
        ({"Rumania": RUSSIA}, ((ITALY, "Bulgaria", 1),), "Bulgaria", "Rumania", "others"),
        ({"Bulgaria": ITALY, "Rumania": GERMANY}, (), "Bulgaria", "Rumania", ""),
        ({"Bulgaria": ITALY, "Rumania": RUSSIA}, (), "Bulgaria", "Rumania", "others"),
    ],
)
def test_whose_the_sides_are_and_who_still_owes_support(
    conquered: dict[str, Seat], counters: Any, axis: str | None, others: str | None, owed: str
) -> None:
    play = Storm()
    (dispute,) = [each for each in play.data.card("dobruja").features if isinstance(each, Dispute)]
    play.world(conquered=conquered)
    play.set(counters=tuple(Counter(power=power, target=at, value=value, phase=4) for power, at, value in counters))
    assert (dispute.axis_side(play.state), dispute.other_side(play.state)) == (axis, others)
    assert dispute.awaits_axis(play.state) == (owed == "both")
    assert dispute.awaits_others(play.state) == (owed in ("both", "others"))
    assert dispute.is_void(play.state) == (len(conquered) == 2 and RUSSIA not in conquered.values())


@pytest.mark.parametrize(
    ("countries", "offered"),
    [
        ((), ["Place a counter for Germany"]),
        (("Greece", "Bulgaria"), ["Place a counter for Germany"]),
        (("Greece", "Rumania"), ["Place a counter for Germany", "Place the anti-Comintern counter for Germany"]),
    ],
)
def test_anti_comintern_has_a_button_where_it_matters(countries: tuple[str, ...], offered: list[str]) -> None:
    play = Storm()
    if countries:
        play = Storm.printing("dobruja", {"kind": "minor country dispute", "countries": countries})
        play.put("dobruja")
    labels = {}
    for phase in (INITIAL, SECOND, "Diplomacy: Axis second placement"):
        play.at(phase)
        offers = [each for each in play.campaign.offers(GER) if each.command.type == "place_counter"]
        labels[phase] = [str(each.label) for each in offers]
    assert [*labels.values()] == [offered, [], ["Place a counter for Germany"]]


def test_anti_comintern_is_not_offered_beside_an_axis_counter() -> None:
    play = disputed()
    play.do(GER, "place_counter", power="Germany", target="Rumania", value=1)
    for user in (GER, ITA):
        assert not [each for each in play.campaign.offers(user) if "anti-Comintern" in each.label]


def test_who_owes_in_two_disputes_reads_the_countries_of_both(monkeypatch: pytest.MonkeyPatch) -> None:
    both = (("Bulgaria", "Rumania"), ("Turkey", "Spain"))
    disputes = tuple(Dispute(kind="minor country dispute", countries=each) for each in both)
    monkeypatch.setattr(placement, "duties", lambda *_: disputes)
    play = disputed()
    assert placement.owing(play.data, play.state)[GERMANY] == (*both[0], *both[1])
