"""The games with their data: read, refused loudly, and kept as documents."""

import json
import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar

import pytest

from bot.base.catalog import (
    MOST_FAULTS,
    SHIPPED,
    Catalog,
    DataFile,
    Edition,
    _added,
    _in_place,
    _named,
    _of_today,
    _paths,
    _place,
    _together,
    _written,
    read_catalog,
)
from rules.errors import DataError
from rules.games import GAMES
from rules.games.gathering_storm import GatheringStorm
from rules.games.marne_1918 import Marne1918
from tests.games import catalog, read_game, small_catalog
from tests.high_card import HighCard
from tests.rules.games.gathering_storm.test_data import CARD


def high_card(folder: Path, text: str) -> Catalog:
    (folder / "high_card.toml").write_text(text, encoding="utf-8")
    return read_catalog(folder, games=(HighCard,), shipped=folder / "nothing")


def test_every_game_is_read_with_the_shipped_data() -> None:
    games = read_catalog().games
    assert [*games] == [game.id for game in GAMES]
    assert all(isinstance(games[game.id].data, game.data_type) for game in GAMES)


@pytest.mark.parametrize("game", ["marne-1918", "fields-of-despair", "gathering-storm", "high-card", "bridges"])
def test_the_document_holds_the_whole_data_under_its_digest(game: str) -> None:
    """It is read again as soon as the bot has other data than the campaign."""
    edition = catalog().editions[game]
    assert edition.digest == sha256(edition.body.encode()).hexdigest()
    assert Catalog([edition]).game(game, "another digest", edition.body) == edition.game


def test_the_digest_depends_on_content_not_layout(tmp_path: Path) -> None:
    one = high_card(tmp_path, 'source = "Our own"\nnumber = 2\nsides = 6\n').editions["high-card"]
    other = high_card(tmp_path, '# a comment\nsource = "Our own"\nnumber =  2\n\nsides = 6').editions["high-card"]
    changed = high_card(tmp_path, 'source = "Our own"\nnumber = 2\nsides = 8\n').editions["high-card"]
    assert one.digest == other.digest != changed.digest


class TestOwnFiles:
    def test_one_takes_the_place_of_the_shipped_file_of_its_name(self, tmp_path: Path) -> None:
        text = (SHIPPED / "marne_1918.toml").read_text(encoding="utf-8")
        (tmp_path / "marne_1918.toml").write_text(text.replace("default = 3\n", "default = 4\n", 1), encoding="utf-8")
        assert read_game(Marne1918).data.rulings["draws_a_turn"].answer == 3
        assert read_game(Marne1918, tmp_path).data.rulings["draws_a_turn"].answer == 4
        assert read_game(GatheringStorm, tmp_path) == read_game(GatheringStorm)

    def test_own_cards_add_to_the_deck(self, tmp_path: Path) -> None:
        (tmp_path / "gathering_storm_own_cards.toml").write_text(CARD, encoding="utf-8")
        game = read_game(GatheringStorm, tmp_path)
        assert len(game.data.cards) == 41
        assert game.data.card("our-own").title == "Our own event"

    def test_an_own_deck_takes_the_place_of_the_starter_deck(self, tmp_path: Path) -> None:
        (tmp_path / "gathering_storm_deck.toml").write_text(CARD, encoding="utf-8")
        assert len(read_game(GatheringStorm, tmp_path).data.cards) == 1


class TestFaults:
    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ('source = "x"\nnumber = 2\n', "  sides: this is missing"),
            ('source = "x"\nnumber = "two"\nsides = 6\n', "  line 2: number: it must be a whole number"),
            ('source = "x"\nnumber = 2\nsides = 6\ncolour = 1\n', "  line 4: colour: there is no such field"),
            ("source = \n", "line 1: `source =` cannot be read"),
        ],
    )
    def test_each_names_its_file_and_place(self, tmp_path: Path, text: str, said: str) -> None:
        with pytest.raises(DataError) as fault:
            high_card(tmp_path, text)
        assert str(fault.value).startswith(f"{tmp_path / 'high_card.toml'}:")
        assert said in str(fault.value)

    def test_all_are_named_at_once(self, tmp_path: Path) -> None:
        with pytest.raises(DataError) as fault:
            high_card(tmp_path, 'number = "two"\n')
        assert len(str(fault.value).splitlines()) == 4

    def test_of_thousands_the_first_are_named(self) -> None:
        """A player can give such a file, and others play meanwhile."""
        wrong = "".join(CARD.replace("our-own", f"our-{each}").replace("= 2", "= 0") for each in range(400))
        catalog_, body = read_catalog(), read_catalog().editions["gathering-storm"].body
        with pytest.raises(DataError) as fault:
            catalog_.with_own("gathering-storm", body, DataFile("ours.toml", wrong))
        assert len(str(fault.value).splitlines()) == MOST_FAULTS + 1

    def test_a_value_is_not_shown(self, tmp_path: Path) -> None:
        with pytest.raises(DataError) as fault:
            high_card(tmp_path, 'source = "x"\nnumber = "hunter2"\nsides = 6\n')
        assert "hunter2" not in str(fault.value)

    def test_a_file_that_is_no_text(self, tmp_path: Path) -> None:
        (tmp_path / "high_card.toml").write_bytes(b"\xff\xfe")
        with pytest.raises(DataError, match=r"high_card\.toml: "):
            read_catalog(tmp_path, games=(HighCard,))

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("# ours\n[[card]]\nid = 1\n", "  line 2: card: there is no such field"),
            ("\n[cards]\nid = 1\n", "line 2: `cards` is a list, so write `[[cards]]`."),
            ('[rulings.x]\nquestion = "?"\n', "line 1: `rulings` belongs to another data file."),
            ("# nothing yet\n", "this data file is empty."),
            (CARD.replace("amount = 2", "amount = true"), "amount: it must be a whole number"),
            (CARD.replace("amount = 2", 'amount = "1"'), "amount: it must be a whole number"),
            (CARD.replace("amount = 2", "amount = 1.0"), "amount: it must be a whole number"),
            (CARD.replace("amount = 2", "amount = 0"), "amount: it must not be 0"),
            (CARD.replace("pile", 'secret = "yes"\npile'), "cards.our-own.secret: it must be true or false"),
            (CARD.replace("pile", "secret = 1\npile"), "cards.our-own.secret: it must be true or false"),
            (CARD.replace("pile", "secret = 0\npile"), "cards.our-own.secret: it must be true or false"),
            (CARD.replace("Our own event", "   "), "cards.our-own.title: it must be one line of text"),
            (CARD.replace("Our own event", "Our\\nevent"), "cards.our-own.title: it must be one line of text"),
            (CARD.replace("Our own event", "PRICES hold steady"), "title: PRICES hold steady: another card has it"),
            (CARD.replace("Our own event", "prices-hold"), "title: prices-hold: another card has it as its id or"),
        ],
    )
    def test_a_fault_of_an_own_file_blames_it_alone(self, tmp_path: Path, text: str, said: str) -> None:
        """And nothing is said twice or besides."""
        own = tmp_path / "gathering_storm_own_cards.toml"
        own.write_text(text, encoding="utf-8")
        with pytest.raises(DataError) as fault:
            read_game(GatheringStorm, tmp_path)
        first, *more = str(fault.value).splitlines()
        assert first.startswith(f"{own}:")
        assert said in str(fault.value)
        assert len(more) == (0 if "this data file" in said or "`" in said else 1)

    def test_a_list_that_a_deck_of_ones_own_spoils(self, tmp_path: Path) -> None:
        deck = tmp_path / "gathering_storm_deck.toml"
        deck.write_text("[cards]\nid = 1\n", encoding="utf-8")
        (tmp_path / "gathering_storm_own_cards.toml").write_text(CARD, encoding="utf-8")
        with pytest.raises(DataError, match=r"gathering_storm_deck\.toml: line 1: `cards` is a list"):
            read_game(GatheringStorm, tmp_path)

    def test_a_campaigns_own_data_is_read_leniently(self, tmp_path: Path) -> None:
        """An operator's card that an earlier version accepted."""
        (tmp_path / "gathering_storm_own_cards.toml").write_text(CARD, encoding="utf-8")
        edition = read_catalog(tmp_path, games=(GatheringStorm,)).editions["gathering-storm"]
        body = edition.body.replace('"amount":2}', '"amount":true}').replace("Our own event", " Ours ")
        assert body != edition.body
        game = read_catalog().game("gathering-storm", "old", body)
        assert game.data.card("our-own").title == " Ours "

    def test_a_mark_at_the_beginning_of_a_file_is_no_fault(self, tmp_path: Path) -> None:
        """Some editors write a byte order mark."""
        (tmp_path / "gathering_storm_own_cards.toml").write_text(CARD.strip(), encoding="utf-8-sig")
        assert read_game(GatheringStorm, tmp_path).data.card("our-own")

    @pytest.mark.parametrize(
        "name", [".gathering_storm_own_cards.toml", "notes.txt", "gathering_storm.toml~", "marne_1918.toml.bak"]
    )
    def test_editor_leftovers_are_ignored(self, tmp_path: Path, name: str) -> None:
        (tmp_path / name).write_text("x", encoding="utf-8")
        assert read_catalog(tmp_path).games.keys() == read_catalog().games.keys()

    @pytest.mark.parametrize("name", ["gathering_storm_own_card.toml", "gathering_storm_own_cards.toml.txt", "x.TOML"])
    def test_a_file_that_no_game_reads(self, tmp_path: Path, name: str) -> None:
        (tmp_path / name).write_text(CARD, encoding="utf-8")
        with pytest.raises(DataError, match=r"no game reads a file of this name\. The names are .*_own_cards\.toml"):
            read_game(GatheringStorm, tmp_path)

    def test_a_card_costs_the_same_however_many_there_are(self, tmp_path: Path) -> None:
        """Ten thousand cards load at once: no card is compared with all the others."""

        def calls(number: int) -> int:
            cards = [CARD.replace("our-own", f"card-{n}").replace("Our own event", f"Card {n}") for n in range(number)]
            (tmp_path / "gathering_storm_own_cards.toml").write_text("".join(cards), encoding="utf-8")
            data = read_game(GatheringStorm, tmp_path).data
            counted = Counter[str]()
            sys.setprofile(lambda _frame, event, _arg: counted.update((event,)))
            try:
                problems = [*data.problems()]
            finally:
                sys.setprofile(None)
            assert problems == []
            return counted.total()

        few, some, many = map(calls, (300, 600, 900))
        assert many - some == pytest.approx(some - few, rel=0.05)

    def test_a_missing_file_or_folder(self, tmp_path: Path) -> None:
        with pytest.raises(DataError, match=r"high_card\.toml: this data file is missing"):
            read_catalog(games=(HighCard,), shipped=tmp_path)
        with pytest.raises(DataError, match="there is no such folder of data files"):
            read_catalog(tmp_path / "nowhere")
        (tmp_path / "a.toml").touch()
        with pytest.raises(DataError, match="there is no such folder of data files"):
            read_catalog(tmp_path / "a.toml")


class TestDocumentsOfCampaigns:
    def test_a_game_of_an_older_document_is_made_once(self) -> None:
        games = small_catalog(HighCard)
        old = games.game("high-card", "old", json.dumps({"source": "x", "number": 3, "sides": 6}))
        assert old.data.number == 3
        assert games.game("high-card", "old", "") is old
        assert games.games["high-card"].data.number == 2

    @pytest.mark.parametrize(
        ("game", "body", "said"),
        [
            ("chess", "{}", "it has no game “chess”"),
            ("high-card", "{}", "it cannot read the data of High Card"),
            ("high-card", "no JSON", "it cannot read the data of High Card"),
        ],
    )
    def test_one_that_this_bot_cannot_read(self, game: str, body: str, said: str) -> None:
        with pytest.raises(DataError, match=said):
            small_catalog(HighCard).game(game, "unread", body)


def test_two_games_with_the_same_data_are_told_apart() -> None:
    editions = catalog().editions
    twin = Edition(editions["bridges"].game, editions["high-card"].body, editions["high-card"].digest)
    both = Catalog([editions["high-card"], twin])
    assert both.game("high-card", twin.digest, twin.body).id == "high-card"
    assert both.game("bridges", twin.digest, twin.body).id == "bridges"
    with pytest.raises(DataError, match="has no game"):
        both.game("chess", twin.digest, twin.body)


WRITTEN = (
    """title = "Ours"
cards = 0

[[decks]]
id = "a"

[[decks]]
id = "b"

[recon]
limits = 3
  [recon.more]
  limits = 4
odds = 1
[other]
limits = 5
[[packs]]
parts = [
  { id = 1 },
  { id = 2 },
]
[[packs]]
[table.Fire] # when = 1
drms = [
  { value = 1, when = { Night = true } }, # { value = 2 }
  # { value = 2 },
  { value = 1.5, when = { "Rain 2" = "=" } },
]
[table.Fire.rows]
"..5" = ["[none", # a comment, with a comma
  "two", { text = "three",
    # further
    add = { Losses = 1 } }]
"""
    + '''[table.Fire.note]
text = """
a = [
"""
[table."Fire"."after"]
'''
)


@pytest.mark.parametrize(
    ("way", "number"),
    [
        (("title",), 1), (("cards",), 2), (("decks", 0), 4), (("decks", 1, "id"), 8), (("decks", 2), 4),
        (("recon",), 10), (("recon", "limits"), 11), (("recon", "more"), 12), (("recon", "more", "limits"), 13),
        (("recon", "never"), 10), (("other", "limits"), 16), (("never",), None), (("packs", 0, "parts", 1, "id"), 20),
        (("packs", 0, "parts", 2), 18), (("packs", 1, "parts"), 22), (("table", "Fire"), 23),
        (("table", "Fire", "drms", 1, "when", "Rain 2"), 27), (("table", "Fire", "rows", "..5", 1), 31),
        (("table", "Fire", "rows", "..5", 2, "add", "Losses"), 33), (("table", "Fire", "note"), 34),
        (("table", "Fire", "after"), 38),
    ],
)  # fmt: skip
def test_a_fault_has_its_line(way: tuple[str | int, ...], number: int | None) -> None:
    assert DataFile("ours.toml", WRITTEN).line_of(way) == number


def test_an_own_element_replaces_its_namesake_or_comes_last() -> None:
    before = [{"id": "a", "cost": 1}, {"name": "B", "cost": 2}, "c"]
    added = [{"name": "B", "cost": 5}, {"id": "d"}, "c", "e"]
    assert _in_place(before, added) == [{"id": "a", "cost": 1}, {"name": "B", "cost": 5}, "c", {"id": "d"}, "e"]


def test_own_data_is_kept_apart_and_knows_its_file() -> None:
    ours = DataFile("ours.toml", "")
    document = {"title": "x", "cards": [{"id": "a"}, {"id": "b"}], "recon": {"limits": 1, "odds": 2}}
    first = {"cards": [{"id": "b", "cost": 3}, {"id": "c"}], "recon": {"limits": 7}, "note": "n"}
    given, origin = _added(document, first, ours)
    assert given["cards"] == [{"id": "a"}, {"id": "b", "cost": 3}, {"id": "c"}]
    assert given["recon"] == {"limits": 7, "odds": 2}
    assert given["own"] == first
    assert {*origin} == {("cards",), ("cards", 1), ("cards", 2), ("recon",), ("note",)}
    again, _ = _added(given, {"recon": {"odds": 9}, "cards": [{"id": "a", "cost": 0}]}, ours)
    assert again["recon"] == {"limits": 7, "odds": 9}
    assert again["own"]["recon"] == {"limits": 7, "odds": 9}
    assert [each["id"] for each in again["own"]["cards"]] == ["b", "c", "a"]
    with pytest.raises(DataError, match=r"`cards` is a list, so write `\[\[cards\]\]`"):
        _added(document, {"cards": {"id": "a"}}, ours)


def test_part_of_a_table_is_given_only_where_allowed() -> None:
    own = {"recon": {"limits": 1, "odds": 2}, "cards": [], "loose": {"a": 1}}
    assert [*_paths(own, ("recon.limits", "cards"))] == ["recon.limits", "recon.odds", "cards", "loose"]


def test_several_files_of_a_game_add_up() -> None:
    one = DataFile("one.toml", 'title = "x"\n[[cards]]\nid = "a"\n[[cards]]\nid = "b"')
    two = DataFile("two.toml", '[[cards]]\nid = "c"')
    given, origin = _together([one, two])
    assert given == {"title": "x", "cards": [{"id": "a"}, {"id": "b"}, {"id": "c"}]}
    assert {loc: file.name for loc, file in origin.items()} == {
        ("title",): "one.toml", ("cards",): "one.toml", ("cards", 0): "one.toml", ("cards", 1): "one.toml",
        ("cards", 2): "two.toml",
    }  # fmt: skip
    for text, said in (
        ('title = "y"', "`title` belongs to another data file"),
        ('cards = "y"', "`cards` is a list"),
        ('[[title]]\nid = "y"', "`title` is a list"),
    ):
        with pytest.raises(DataError, match=said):
            _together([one, DataFile("three.toml", text)])


def test_data_of_an_earlier_version_is_brought_up_step_by_step() -> None:
    class Grown(HighCard):
        data_version = 3
        data_upcasters: ClassVar[dict[int, Any]] = {
            1: lambda document: {**document, "steps": ["one"]},
            2: lambda document: {**document, "steps": [*document["steps"], "two"]},
        }

    assert _of_today(Grown, {"v": 1}) == {"steps": ["one", "two"]}
    assert _of_today(Grown, {"v": 2, "steps": []}) == {"steps": ["two"]}
    assert _of_today(Grown, {"v": 3}) == {}


NAMED = {"cards": [{"id": "a"}, {"name": "B"}, {"cost": 3}, "loose"], "recon": {"limits": 1}}


@pytest.mark.parametrize(
    ("loc", "said"),
    [
        (("cards", 0, "cost"), "cards.a.cost"), (("cards", 1, "cost"), "cards.B.cost"),
        (("cards", 2, "cost"), "cards.2.cost"), (("cards", 3), "cards.loose"), (("recon", "limits"), "recon.limits"),
        (("cards",), "cards"),
    ],
)  # fmt: skip
def test_a_place_in_a_list_is_called_by_what_stands_there(loc: tuple[int | str, ...], said: str) -> None:
    assert ".".join(map(str, _named(NAMED, loc))) == said


def test_a_wrong_key_stands_where_its_value_does() -> None:
    assert _written(("recon", "x", "[key]")) == ("recon", "x")
    assert _written(("recon", "x")) == ("recon", "x")
    assert _written(()) == ()
    assert _written(("track", "Alarm", "start", "constrained-int")) == ("track", "Alarm", "start")


def test_an_element_is_counted_in_its_own_file_alone() -> None:
    one, two = DataFile("one.toml", ""), DataFile("two.toml", "")
    origin: dict[tuple[int | str, ...], DataFile] = {("cards",): one}
    origin |= {("cards", place): file for place, file in enumerate((one, one, two, two, two))}
    origin[("decks", 0)] = two
    assert [_place(origin, file, ("cards", place)) for place, file in enumerate((one, one, two, two, two))] == [
        0, 1, 0, 1, 2,
    ]  # fmt: skip
    assert _place(origin, one, ("cards",)) == 0
