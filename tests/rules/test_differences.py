"""What differs between two data, in the words of players and in every language."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from bot.base.language import languages, words_of
from rules.game import AnyGame
from rules.games.fields_of_despair.data import Chits
from rules.games.gathering_storm.cards import PrintedCard
from rules.games.gathering_storm.state import SheetLine
from rules.line import Line
from rules.ruling import MOST_THINGS, GameData, differences
from tests.games import all_games

EVERY = pytest.mark.parametrize("game", [*all_games().values()], ids=lambda game: game.id)
OF_A_PROGRAM = re.compile(r"[a-z]_[a-z]|[a-z]\.[a-z]|[#{}\[\]]|\bNone\b")
"""A key of a file, a path in it, or how a program writes a value."""


def another(data: GameData, part: str) -> Any:
    """A part as it could be in other data: with less in it; of one that is told as a whole, anything else."""
    match getattr(data, part):
        case _ if data.things(part) is None:
            return "something else"
        case Mapping() as named:
            return dict([*named.items()][1:])
        case tuple() as listed:
            return listed[1:]
        case Chits():
            return Chits(hexes=("A05",))
    raise AssertionError(part)


def changed(data: GameData) -> Iterator[tuple[str, GameData]]:
    """The data with another part, for each part; and with each ruling answered in another way."""
    given = {name: getattr(data, name) for name in type(data).model_fields}
    for part in {*given} - {"rulings", "own", "map"}:
        yield part, type(data).model_construct(**{**given, part: another(data, part)})
    for name, ruling in data.rulings.by_name.items():
        yield "rulings", data.with_choice(name, next(each for each in ruling.ids if each != ruling.answer))


@EVERY
def test_changed_rulings_and_difficulties_are_named(game: AnyGame) -> None:
    data = game.data
    rulings = [str(each.name) for each in data.things("rulings") or ()]
    assert rulings == [f"“{each.question}”" for each in data.rulings.by_name.values()]
    assert [str(each.name) for each in data.things("difficulties") or ()] == [
        each.title for each in data.difficulties.values()
    ]


@EVERY
def test_every_addable_part_has_a_name(game: AnyGame) -> None:
    data = game.data
    assert {*type(data).model_fields} - {"own"} <= {*data.parts}
    assert {*game.own_parts} <= {*data.parts}
    assert not [name for name in data.parts.values() if OF_A_PROGRAM.search(name)]


@EVERY
def test_each_difference_is_said_in_the_words_of_players(game: AnyGame) -> None:
    """Both ways, so that what is new is said and what there is no longer; in each language in its own words."""
    tried = set[str]()
    for part, other in changed(game.data):
        for told in (*differences(game.data, other), *differences(other, game.data)):
            tried.add(part)
            assert game.data.parts[part] in told
            for words in map(words_of, languages()):
                said = told.said(words)
                assert not OF_A_PROGRAM.search(said), said
    parts = {*type(game.data).model_fields} - {"own", "map"}
    assert {name for name in parts if name != "rulings" and getattr(game.data, name) not in ((), {})} <= tried


@pytest.mark.parametrize("game", ["gathering-storm", "marne-1918", "fields-of-despair"])
def test_a_part_is_called_by_a_name_in_each_language(game: str) -> None:
    for words in map(words_of, languages()[1:]):
        assert not [each for each in all_games()[game].data.parts.values() if words.find(each) == each]


def typed(data: GameData, **features: int) -> GameData:
    """The data with cards of a printed deck, by their numbers."""
    cards = [
        PrintedCard.model_validate({"id": id_, "features": [{"kind": kind, "power": "Germany", "amount": amount}]})
        for id_, amount in features.items()
        for kind in ["general income" if id_.startswith("general") else "income"]
    ]
    return data.replace(printed_cards=cards)


class TestOfAGroup:
    """What is told to those who are asked to agree to a group's own data."""

    def told(self, old: GameData, new: GameData) -> list[str]:
        return [str(each) for each in differences(old, new)]

    def test_a_printed_card_shows_only_its_number(self) -> None:
        data = all_games()["gathering-storm"].data
        one, two = typed(data, **{"Germany#1": 1, "general#72": 2}), typed(data, **{"Germany#1": 3})
        assert self.told(data, one) == ["Added to your printed deck: Germany's card 1, general card 72"]
        assert self.told(one, data) == ["Taken out of your printed deck: Germany's card 1, general card 72"]
        assert self.told(one, two) == [
            "Changed in your printed deck: Germany's card 1",
            "Taken out of your printed deck: general card 72",
        ]
        french = [each.said(words_of("fr")) for each in differences(one, two)]
        assert french[0] == "Modifié dans votre paquet imprimé\u00a0: Allemagne, carte 1"

    def test_a_secret_card_is_named_by_its_pile(self) -> None:
        data = all_games()["gathering-storm"].data
        cards = {card.secret: card for card in reversed(data.cards) if card.pile == "Italy"}
        less = data.replace(cards=tuple(card for card in data.cards if card not in cards.values()))
        (added,) = self.told(less, data)
        assert f"“{cards[False].title}”" in added
        assert "a secret event of Italy" in added
        assert cards[True].title not in added

    def test_the_record_sheet_is_told_row_by_row(self) -> None:
        data = all_games()["gathering-storm"].data
        new = data.replace(research_sheet={"rockets": SheetLine(results=(5,))})
        assert self.told(data, new) == ["Added to your research record sheet: rockets"]

    def test_of_many_the_number_is_told(self) -> None:
        data = all_games()["gathering-storm"].data
        few = typed(data, **{f"general#{number}": 1 for number in range(1, MOST_THINGS + 1)})
        many = typed(data, **{f"general#{number}": 1 for number in range(1, MOST_THINGS + 2)})
        assert self.told(data, few)[0].count("general card") == MOST_THINGS
        assert self.told(data, many) == [f"Added to your printed deck: {MOST_THINGS + 1}"]

    def test_markers_hexes_and_chits_are_called_by_their_names(self) -> None:
        marne = all_games()["marne-1918"].data
        first = marne.marker_types[0]
        less = marne.replace(marker_types=marne.marker_types[1:])
        assert self.told(less, marne)[-1:] == [f"Added to the markers: “{first.name}”"]
        fields = all_games()["fields-of-despair"].data
        chits = fields.replace(chits={"hexes": ("A05", "B06")})
        assert self.told(fields, chits) == ["Added to your objective chits: A05, B06"]

    def test_reordered_lists_are_told_as_a_whole(self) -> None:
        data = all_games()["gathering-storm"].data
        assert self.told(data, data.replace(cards=data.cards[::-1])) == ["Changed: the cards"]

    def test_equal_data_of_another_origin_is_no_difference(self) -> None:
        data = all_games()["gathering-storm"].data
        assert self.told(data, data.replace(own={"cards": []})) == []

    def test_a_line_keeps_what_it_was_made_from_in_the_log(self) -> None:
        data = all_games()["gathering-storm"].data
        (told,) = differences(data, typed(data, **{"Germany#1": 1}))
        assert isinstance(told, Line)
