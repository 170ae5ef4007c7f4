"""The starter deck and a group's own cards: 38 kinds, 40 events, and faults named by file, card and field."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

import pytest

from bot.base.catalog import SHIPPED
from rules.errors import DataError
from rules.games.gathering_storm import GatheringStorm
from rules.games.gathering_storm.cards import Card
from rules.games.gathering_storm.deck import FEATURE
from rules.games.gathering_storm.effects import GENERAL, KINDS, NATIONAL, AnyEffect
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, RUSSIA
from rules.seat import SideSeat
from tests.games import read_game
from tests.rules.games.gathering_storm.harness import storm

CARD = """
[[cards]]
id = "our-own"
title = "Our own event"
pile = "Italy"
source = "Our group"
features = [{ kind = "support", power = "Italy", amount = 2 }]
"""


def ours(pile: str, parts: Sequence[dict[str, Any]]) -> Card:
    """A card of the group, whether it is whole or not."""
    features = tuple(FEATURE.validate_python(each) for each in parts)
    return Card.model_construct(id="ours", title="Ours", pile=pile, secret=False, source="ours", features=features)  # type: ignore[arg-type]


def read(folder: Path, text: str, name: str = "gathering_storm_own_cards.toml") -> GatheringStorm:
    (folder / name).write_text(text, encoding="utf-8")
    game = read_game(GatheringStorm, folder)
    assert isinstance(game, GatheringStorm)
    return game


def test_there_are_38_kinds_12_general_and_26_national() -> None:
    assert (len(GENERAL), len(NATIONAL), len(set(KINDS) - {"in words"})) == (12, 26, 38)
    for class_ in get_args(AnyEffect):
        assert set(get_args(class_.model_fields["kind"].annotation)) <= set(KINDS)


def test_the_starter_deck_has_40_events_and_every_kind() -> None:
    cards = storm().data.cards
    assert (len(cards), sum(card.power is None for card in cards)) == (40, 12)
    assert {feature.kind for card in cards for feature in card.features} == set(KINDS) - {"in words"}
    assert sum("lost its caption" in card.source for card in cards) == 11


def test_the_samples_print_what_the_aid_prints() -> None:
    """Amounts by sample, transcribed from the aid a second time, in its order."""
    printed = {
        "chromite-for-germany": [1, 1], "mutiny-in-libya": [-1], "duce-in-berlin": [1, 1], "vienna-demands": [2, 1, 1],
        "naval-treaty-dropped": [1], "brussels-and-paris": [1], "quarrel-over-transylvania": [1, 1, 1],
        "ljubljana-sent-home": [1], "dobruja": [1], "prices-hold": [1], "strikes-in-france": [None],
        "pacifist-elected": [-1], "model-for-brazil": [1, 1], "owners-and-ministers": [-2], "envoy-to-budapest": [1],
        "balkan-overture": [1], "comrades-in-greece": [2],
    }  # fmt: skip
    data = storm().data
    for card, amounts in printed.items():
        found = [f.amount for f in data.card(card).features if "amount" in type(f).model_fields]  # type: ignore[union-attr]
        assert found == amounts, card
    are = {"larger-army": (-3, 3), "bomber-prophets": (-1, 1), "italian-dockyards": (-2, 2), "tank-commission": (-3, 3)}
    for card, (base, cap) in are.items():
        (feature,) = data.card(card).features
        assert (feature.base, feature.cap) == (base, cap)  # type: ignore[union-attr]


def test_no_two_powers_have_a_flexible_event_for_one_country(tmp_path: Path) -> None:
    text = CARD.replace('pile = "Italy"', 'pile = "France"').replace(
        '{ kind = "support", power = "Italy", amount = 2 }',
        '{ kind = "flexible diplomacy", power = "France", targets = ["Greece", "Norway"], amount = 1 }',
    )
    with pytest.raises(DataError, match=r"cards\.our-own: another power has a flexible diplomacy event for Greece"):
        read(tmp_path, text)


@pytest.mark.parametrize(
    ("was", "becomes", "said"),
    [
        ('"support"', '"suport"', r"cards\.our-own\.features\.0: suport is none of"),
        ("amount = 2", "amount = 99", r"cards\.our-own\.features\.0\.support\.amount"),
        ("amount = 2", "amonut = 2", r"cards\.our-own\.features\.0\.support\.amo"),
        ('power = "Italy"', 'power = "Spain"', r"cards\.our-own\.features\.0\.power: there is no power Spain"),
        ('pile = "Italy"', 'pile = "Spain"', r"cards\.our-own\.pile"),
        ('pile = "Italy"', 'pile = "general"', r"cards\.our-own: .*support is not a kind of general event"),
        ('title = "Our own event"', 'title = "Prices hold steady"', r"cards\.our-own\.title: .*another card has it"),
        ('title = "Our own event"', 'title = "PRICES hold steady"', r"cards\.our-own\.title: .*another card has it"),
        ('title = "Our own event"', 'title = "prices-hold"', r"cards\.our-own\.title: .*another card has it"),
        ('id = "our-own"', 'id = "prices-hold"', r"cards\.prices-hold\.id: .*another card has it"),
        ('id = "our-own"', 'id = "Our Own"', r"cards\.Our Own\.id"),
        ('source = "Our group"\n', "", r"cards\.our-own\.source: this is missing"),
        ('kind = "support", power = "Italy", amount = 2', 'kind = "diplomacy", power = "Italy", target = "Atlantis", '
         "amount = 1", r"cards\.our-own\.features\.0\.target: there is no country Atlantis"),
        ('kind = "support", power = "Italy", amount = 2', 'kind = "diplomacy", power = "Italy", target = "Greece", '
         "amount = 1", r"features\.0\.kind: Greece is a civil war country"),
        ('kind = "support", power = "Italy", amount = 2', 'kind = "Russian diplomacy", targets = ["Austria"]',
         r"features\.0\.kind: Russian diplomacy is Russia's"),
        ('kind = "support", power = "Italy", amount = 2', 'kind = "research advance", project = "Allied jets"',
         r"features\.0\.project: Allied jets is not of Italy"),
        ('kind = "support", power = "Italy", amount = 2', 'kind = "flexible research", owner = "Axis", '
         'category = "magic"', r"cards\.our-own\.features\.0\.flexible research\.category"),
        ('kind = "support", power = "Italy", amount = 2', 'kind = "ancillary support", power = "Italy", amount = 2',
         "an ancillary effect needs another effect beside it"),
        ('kind = "support", power = "Italy", amount = 2', 'kind = "free ship", power = "France"',
         r"features\.0\.power: free ship is for the power that draws it"),
        ('kind = "support", power = "Italy", amount = 2', 'kind = "flexible diplomacy", power = "Italy", amount = 1, '
         'targets = ["Turkey", "Turkey"]', r"features\.0\.targets: a country is named twice"),
        ("amount = 2 }]", 'amount = 2 }, { kind = "support", power = "Italy", amount = 1 }]',
         "features: support appears twice for the same power or country"),
        ("[[cards]]", "[[cards]", r"gathering_storm_own_cards\.toml: "),
        ("[[cards]]", "[[crads]]", "crads: there is no such field"),
    ],
)  # fmt: skip
def test_a_fault_names_file_card_and_field(was: str, becomes: str, said: str, tmp_path: Path) -> None:
    assert was in CARD
    with pytest.raises(DataError, match=rf"(?s){said}") as caught:
        read(tmp_path, CARD.replace(was, becomes, 1))
    assert "gathering_storm_own_cards.toml" in str(caught.value) or "crads" in said


FEATURE_TEXT = 'kind = "support", power = "Italy", amount = 2'


@pytest.mark.parametrize(
    ("feature", "said"),
    [
        ('kind = "civil war diplomacy", power = "Italy", target = "Turkey", amount = 1',
         "kind: Turkey is not a civil war country"),
        ('kind = "civil war event", target = "Turkey"', "target: Turkey is not a civil war country|not a kind of"),
        ('kind = "Russian subversion", targets = ["Turkey"]', "kind: Russian subversion is Russia's"),
        ('kind = "research advance", project = "Axis teapots"', "project: there is no project Axis teapots"),
        ('kind = "flexible research", owner = "Atlantis", category = "air"', "owner: there is no owner Atlantis"),
        ('kind = "flexible research", owner = "Allies", category = "air"', "owner: Allies is not Italy or its"),
        ('kind = "support by research progress", power = "Italy", base = 0, cap = 2, project = "Axis teapots"',
         "project: there is no project Axis teapots"),
        ('kind = "support by research progress", power = "Italy", base = 0, cap = 2, project = "Allied jets"',
         "project: Allied jets is not of Italy"),
        ('kind = "flexible diplomacy", power = "France", targets = ["Turkey", "Iraq"], amount = 1',
         "a flexible diplomacy event is for the power that draws it"),
    ],
)  # fmt: skip
def test_an_effect_that_fits_nobody_is_named(feature: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=rf"(?s)cards\.our-own.*({said})"):
        read(tmp_path, CARD.replace(FEATURE_TEXT, feature))


@pytest.mark.parametrize(
    ("feature", "power", "said"),
    [
        ({"kind": "general diplomacy", "power": "Germany", "target": "Greece", "amount": 1}, None, []),
        ({"kind": "diplomacy", "power": "Germany", "target": "Greece", "amount": 1}, GERMANY,
         ["Greece is a civil war country"]),
        ({"kind": "civil war diplomacy", "power": "Germany", "target": "Greece", "amount": 1}, GERMANY, []),
        ({"kind": "civil war diplomacy", "power": "Germany", "target": "Turkey", "amount": 1}, GERMANY,
         ["Turkey is not a civil war country"]),
        ({"kind": "civil war event", "target": "Spain"}, None, []),
        ({"kind": "civil war event", "target": "Turkey"}, None, ["Turkey is not a civil war country"]),
        ({"kind": "minor country dispute", "countries": ["Turkey", "Spain"]}, None, []),
        ({"kind": "minor country dispute", "countries": ["Turkey", "Turkey"]}, None, ["a country is named twice"]),
        ({"kind": "minor country dispute", "countries": ["Turkey", "Iraq"]}, None, ["there is no country Iraq"]),
        ({"kind": "Russian diplomacy", "targets": ["Austria"]}, RUSSIA, []),
        ({"kind": "Russian diplomacy", "targets": ["Austria"]}, BRITAIN, ["Russian diplomacy is Russia's"]),
        ({"kind": "Russian subversion", "targets": ["Austria"]}, RUSSIA, []),
        ({"kind": "Russian subversion", "targets": ["Austria"]}, BRITAIN, ["Russian subversion is Russia's"]),
        ({"kind": "free ship", "power": "France"}, FRANCE, []),
        ({"kind": "free ship", "power": "France"}, BRITAIN, ["free ship is for the power that draws it"]),
        ({"kind": "income", "power": "France", "amount": 2}, BRITAIN, []),
        ({"kind": "income", "power": "Spain", "amount": 2}, BRITAIN, ["there is no power Spain"]),
        ({"kind": "research doubling", "project": "armor"}, None, []),
        ({"kind": "research doubling", "project": "Axis jets"}, None, ["nobody has a project Axis jets"]),
        ({"kind": "research advance", "project": "Axis jets"}, ITALY, []),
        ({"kind": "research advance", "project": "German armor"}, GERMANY, []),
        ({"kind": "research advance", "project": "German armor"}, ITALY, ["German armor is not of Italy"]),
        ({"kind": "research advance", "project": "armor"}, GERMANY, ["there is no project armor"]),
        ({"kind": "flexible research", "owner": "Italy", "category": "naval"}, ITALY, []),
        ({"kind": "flexible research", "owner": "Russia", "category": "air"}, RUSSIA, []),
        ({"kind": "double research", "owner": "Russia", "category": "atomic"}, RUSSIA,
         ["Russia has too few atomic projects"]),
        ({"kind": "double research", "owner": "Russia", "category": "military"}, RUSSIA, []),
        ({"kind": "double research", "owner": "Allies", "category": "air"}, BRITAIN, []),
        ({"kind": "flexible research", "owner": "Russia", "category": "naval"}, RUSSIA,
         ["Russia has too few naval projects"]),
        ({"kind": "flexible research", "owner": "Germany", "category": "air"}, ITALY,
         ["Germany is not Italy or its alliance"]),
        ({"kind": "support by research progress", "power": "Germany", "base": 0, "cap": 2, "project": "German armor"},
         ITALY, []),
        ({"kind": "support by research progress", "power": "Germany", "base": 0, "cap": 2, "project": "Axis jets"},
         GERMANY, []),
        ({"kind": "support by research progress", "power": "Italy", "base": 0, "cap": 2, "project": "German armor"},
         GERMANY, ["German armor is not of Italy"]),
        ({"kind": "support by trade pacts", "power": "Italy", "cap": 2, "region": "Balkans"}, ITALY, []),
        ({"kind": "support by Balance of Power", "power": "Italy", "cap": 2}, RUSSIA, []),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_part_of_a_card_of_each_pile(
    feature: dict[str, object], power: SideSeat | None, said: list[str]
) -> None:
    problems = FEATURE.validate_python(feature).problems(storm().data, power)
    assert [str(fault) for _, fault in problems] == said


def test_a_general_event_is_known_to_everybody(tmp_path: Path) -> None:
    text = CARD.replace('pile = "Italy"', 'pile = "general"\nsecret = true')
    with pytest.raises(DataError, match="a general event cannot be secret"):
        read(tmp_path, text.replace(FEATURE_TEXT, 'kind = "general support", power = "Italy", amount = 2'))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("[research_sheet.teapots]\nresults = [1]", "there is no research project of that name"),
        ('[research_sheet."Axis jets"]\nresults = [2, 1]', "stand in order, each once"),
        ('[research_sheet."Axis jets"]\nresults = [2, 2]', "stand in order, each once"),
        ('[research_sheet."Axis jets"]\nresults = [0]', "a result comes at a step from 1 to"),
        ('[research_sheet."Axis jets"]\nresults = [4]\nmaximum = 3', "comes at a step from 1 to 3|another maximum"),
    ],
)
def test_a_record_sheet_line_for_no_project_is_named(line: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=rf"(?s)research_sheet.*({said})"):
        read(tmp_path, line)


def test_a_result_can_come_at_the_last_step(tmp_path: Path) -> None:
    read(tmp_path, '[research_sheet."Axis jets"]\nresults = [2, 3]\nmaximum = 3')


def test_two_features_do_not_ask_for_the_same_choice(tmp_path: Path) -> None:
    twice = 'features = [{ kind = "flexible research", owner = "Axis", category = "air" }, '
    twice += '{ kind = "research advance", project = "Axis jets" }]'
    with pytest.raises(DataError, match="two of them ask the player for the same: when"):
        read(tmp_path, CARD.replace('features = [{ kind = "support", power = "Italy", amount = 2 }]', twice))


@pytest.mark.parametrize(
    ("was", "becomes", "said"),
    [
        ('"Balkans" = ["Albania", ', '"Balkans" = [', "there is no country Albania"),
        ('"free ship" = "Construction"\n', "", r"moments\.free ship: it has no phase"),
        ('"free ship" = "Construction"', '"free ship" = "Shipyards"', "there is no phase Shipyards"),
        ('"free ship" = ', '"free boat" = ', r"moments\.free boat: there is no such national kind"),
        ('category_by = "radar_category"', 'category_by = "sonar"', "it needs a category, or a ruling that gives one"),
        ('owner = "Germany"\nname = "armor"', 'owner = "Peru"\nname = "armor"', "Peru armor: there is no such owner"),
        ('name = "air transport"', 'name = "air range"', "two projects share owner and name"),
        ('civil_wars = ["Greece", ', 'civil_wars = ["Peru", ', "Peru is not in any region"),
        ('aggressions = ["Austria", ', 'aggressions = ["Peru", ', "Peru is not in any region"),
        ('at_the_ultimatum = ["Britain", ', 'at_the_ultimatum = ["Spain", ', "there is no power Spain"),
        ('category = "air"', 'category = "air"\ncategory_by = "jets_category"', "Axis air range: it needs a category"),
    ],
)
def test_wrong_tables_are_refused(was: str, becomes: str, said: str, tmp_path: Path) -> None:
    text = (SHIPPED / "gathering_storm.toml").read_text(encoding="utf-8")
    assert was in text
    with pytest.raises(DataError, match=said):
        read(tmp_path, text.replace(was, becomes, 1), "gathering_storm.toml")


@pytest.mark.parametrize(
    ("features", "said"),
    [
        ([{"kind": "compound support", "power": "Italy", "amount": 1}], "compound support needs two different powers"),
        ([{"kind": "compound support", "power": "Italy", "amount": 1},
          {"kind": "compound support", "power": "Italy", "amount": 2}], "compound support needs two different powers"),
        ([{"kind": "compound support", "power": power, "amount": 1} for power in ("Italy", "France", "Russia")],
         "compound support needs two different powers"),
        ([{"kind": "compound diplomacy", "power": "Italy", "target": "Spain", "amount": 1},
          {"kind": "compound diplomacy", "power": "France", "target": "Spain", "amount": 1}],
         "compound diplomacy needs two different targets"),
        ([{"kind": "compound diplomacy", "power": "Italy", "target": "Spain", "amount": 1},
          {"kind": "compound diplomacy", "power": "Italy", "target": "Turkey", "amount": 1}], ""),
        ([{"kind": "ancillary EAI", "amount": 1}], "an ancillary effect needs another effect beside it"),
        ([{"kind": "EAI", "amount": 1}, {"kind": "ancillary EAI", "amount": 1}], ""),
        ([{"kind": "EAI", "amount": 1}, {"kind": "EAI", "amount": 1}],
         "EAI appears twice for the same power or country"),
        ([{"kind": "general support", "power": "Italy", "amount": 1},
          {"kind": "general support", "power": "France", "amount": 1}], ""),
        ([{"kind": "general support", "power": "Italy", "amount": 1},
          {"kind": "general support", "power": "Italy", "amount": 2}],
         "general support appears twice for the same power or country"),
        ([{"kind": "general income", "power": "Italy", "amount": 1},
          {"kind": "general support", "power": "Italy", "amount": 2}], ""),
        ([{"kind": "support", "power": "Italy", "amount": 1}], "support is not a kind of general event"),
    ],
)  # fmt: skip
def test_which_parts_make_one_event_together(features: list[dict[str, Any]], said: str) -> None:
    data = storm().data
    parts = tuple(features)
    fault = data.fault_of(ours("general", parts))
    assert str(fault or "") == said


def test_when_each_kind_of_national_event_is_played() -> None:
    """What is played in the placement of a power is so in its first one; what has several parts in the first phase."""
    data = storm().data
    counter = {"kind": "diplomatic counter", "power": "Italy"}
    conversion = {"kind": "factory conversion", "power": "Italy", "amount": 1}
    support = {"kind": "support", "power": "Italy", "amount": 1}

    def moments(pile: str, *parts: dict[str, Any]) -> tuple[tuple[str, ...], str, tuple[str, ...], tuple[str, ...]]:
        card = ours(pile, parts)
        return card.moments(data), card.moment(data), card.bound(data), card.used_in(data)

    axis, others = "Diplomacy: Axis placement", "Diplomacy: Russian and Allied placement"
    assert moments("Italy", counter) == ((axis,), axis, (axis,), (axis,))
    assert moments("France", counter) == ((others,), others, (others,), (others,))
    assert moments("Italy", support) == (("any time",), "any time", (), ())
    in_order = ((axis, "Economy", "any time"), "Economy", ("Economy", axis), (axis,))
    assert moments("Italy", counter, conversion, support) == in_order
    general = {"kind": "general support", "power": "Italy", "amount": 1}
    assert moments("general", general) == (("any time",), "any time", (), ())


def test_one_power_can_have_two_flexible_events_for_a_country(tmp_path: Path) -> None:
    feature = 'kind = "flexible diplomacy", power = "Italy", targets = ["Greece", "Austria"], amount = 1'
    game = read(tmp_path, CARD.replace(FEATURE_TEXT, feature))
    assert game.data.card("our-own").flexible_targets == ("Greece", "Austria")


@pytest.mark.parametrize(
    ("answer", "secret"),
    [
        ("as_the_starter_deck", {"larger-army", "torpedo-drawings"}),
        ("as_the_aid_shows", {"larger-army"}),
        ("every_national_event", {"larger-army", "torpedo-drawings", "prices-hold"}),
    ],
)
def test_a_card_is_named_by_title_only_where_it_is_public(answer: str, secret: set[str]) -> None:
    data = storm(grey_cards=answer).data
    names = {each.id: str(each.name) for each in data.things("cards") or ()}
    for card in ("larger-army", "torpedo-drawings", "prices-hold", "dobruja"):
        called = "a secret event of Germany" if card in secret else f"“{data.title(card)}”"
        assert names[card] == called


def test_a_country_is_read_however_it_is_typed() -> None:
    assert storm().data.country(" turkey ") == "Turkey"
