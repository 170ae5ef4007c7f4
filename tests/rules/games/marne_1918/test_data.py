"""The 20 types and 38 markers against the player aid, transcribed here a second time by turn of entry."""

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from bot.base.catalog import SHIPPED
from bot.base.language import words_of
from rules.errors import DataError
from rules.games.marne_1918 import Marne1918
from rules.games.marne_1918.hand import FlightToResolve
from rules.games.marne_1918.log_events.forces import AttacksOwed, ExitToRoll, ForceDue
from rules.games.marne_1918.phases import ALLIES, Phase
from rules.line import Line
from rules.notice import Public
from rules.pool import Zone
from tests.games import marne, read_game
from tests.play import Play
from tests.rules.games.marne_1918.campaign import ANNA, BERT, campaign_with, shown, state

# markers by turn, as in the summary of the aid: T1 6, T2 2, T3 14, T10 8, T16 8
ENTRY = {
    1: "All quiet on the Western Front|Heroic Assault|Cantigny|Immediate Counterattack|Heroic Defense|Heroic Defense",
    2: "All quiet on the Western Front|Russian Legion",
    3: "Belleau Wood|Clemenceau|Immediate Counterattack|Heroic Defense|The Government flees|Air unit|Air unit"
    "|Command Shakeup|Command Shakeup|Mangin|Improved Organization|Improved Organization|Improved Organization"
    "|Victory Telegram",
    10: "Heroic Assault|Surprise Attack|Gouraud|Air unit|Air unit|Offensive: Marne|Offensive: Champagne"
    "|Change of Doctrine",
    16: "Heroic Assault|Surprise Attack|Spies|Air unit|Air unit|Offensive: Ourcq|Offensive: Aisne|Pershing",
}
# types and markers that show the same symbols
SYMBOLS = {"$": (1, 2), "£¤": (6, 14), "£#": (11, 20), "@#": (2, 2)}


def test_there_are_20_types_and_38_markers() -> None:
    events = marne().data.marker_types
    assert len(events) == 20
    assert sum(event.total for event in events) == sum(len(event.markers) for event in events) == 38


@pytest.mark.parametrize("turn", ENTRY)
def test_what_enters_on_each_turn(turn: int) -> None:
    data = marne().data
    entering = [data.name(id_) for id_ in data.markers if data.enters(id_) == turn]
    assert Counter(entering) == Counter(ENTRY[turn].split("|"))


def test_no_marker_enters_on_another_turn() -> None:
    data = marne().data
    assert set(map(data.enters, data.markers)) == set(ENTRY)


def test_rulings_move_the_markers_that_they_are_about() -> None:
    by_default, ruled = marne().data, marne().data
    ruled = ruled.with_ruling("heroic_defense_entry", "one_and_two").with_ruling("offensives_entry", "ourcq_and_aisne")
    moved = {id_ for id_ in ruled.markers if ruled.enters(id_) != by_default.enters(id_)}
    assert moved == {"heroic-defense-2", *(f"offensive-{name}" for name in ("marne", "champagne", "ourcq", "aisne"))}
    assert [ruled.enters(f"offensive-{name}") for name in ("marne", "champagne", "ourcq", "aisne")] == [16, 16, 10, 10]
    assert [ruled.enters(f"heroic-defense-{n}") for n in (1, 2, 3)] == [1, 3, 3]


def test_each_ruling_has_choices_and_the_docs_hold_each_reading() -> None:
    data = marne().data
    assert {name for name, ruling in data.rulings.by_name.items() if len(ruling.ids) < 2} == set()
    page = (Path(__file__).parents[4] / "docs" / "playing-marne-1918.md").read_text(encoding="utf-8")
    assert [text for text in data.readings.values() if text not in page] == []


# the table of the aid: army artillery, bonus of each sequence, objective
PRINTED = {"marne": (1, 2, 1, 0, 2), "champagne": (2, 1, 0, 0, 5), "ourcq": (1, 1, 0, 0, 3), "aisne": (1, 1, 0, 0, 4)}


@pytest.mark.parametrize("name", PRINTED)
def test_what_each_offensive_prints(name: str) -> None:
    printed = marne().data.offensive(f"offensive-{name}")
    assert (printed.artillery, *printed.bonus, printed.objective) == PRINTED[name]


@pytest.mark.parametrize("printed", SYMBOLS)
def test_types_and_markers_by_symbols(printed: str) -> None:
    events = [event for event in marne().data.marker_types if set(event.symbols) == set(printed)]
    assert (len(events), sum(event.total for event in events)) == SYMBOLS[printed]


def test_each_turn_has_its_day() -> None:
    days = {
        1: "27 May",
        2: "30 May",
        3: "2 June",
        5: "8 June",
        10: "23 June",
        16: "11 July",
        17: "14 July",
        18: "17 July",
    }
    assert {turn: str(marne().data.calendar.day(turn)) for turn in days} == {t: f"{d} 1918" for t, d in days.items()}


@pytest.mark.parametrize(
    ("was", "becomes", "said"),
    [
        ("total = 6", "total = 7", "Air unit: the numbers of markers that enter do not add up to 7"),
        ('symbols = "$"', 'symbols = "%"', "marker_types.All quiet on the Western Front.symbols"),
        (
            'buttons = { artillery = "corps artillery alone", ',
            "buttons = { ",
            "Surprise Attack: each choice needs the words of its button",
        ),
        ("buttons = { artillery", 'buttons = { gas = "gas", artillery', "each choice needs the words of its button"),
        ('hand_limit = "german_hand_limit"', 'hand_limit = "weather"', "there is no ruling weather with a number"),
        ('"corps artillery alone"', f'"{"a" * 31}"', "the words of a button have at most 30 characters"),
        ("enters = { 10 = 2, 16 = 2 }", "enters = { 10 = 2, 0 = 2 }", r"marker_types.*.enters.0"),
        ('each = ["Marne", ', "each = [", "4 markers need 4 names"),
        ('draws = "draws_a_turn"', 'draws = "weather"', "there is no ruling weather with a number"),
        ('french = "Cantigny"', 'franch = "Cantigny"', "marker_types.Cantigny.franch: there is no such field"),
        ("default = 3\n", "default = 5\n", "rulings.draws_a_turn: the answer must be one of the choices"),
        ("[rulings.must_occur]", "[rulings.must_happen]", "rulings: the ruling `must_occur` is missing"),
        ("[rulings.must_occur]", "[rulings.fog]\n[rulings.must_occur]", "rulings: there is no ruling `fog`"),
        ('by_itself = "by itself", ', "", "rulings.must_occur: the choice `by_itself` is missing"),
        ('by_itself = "', 'at_once = "', "rulings.must_occur: the choice `by_itself` is missing"),
        ('by_itself = "', 'at_once = "at once", by_itself = "', "rulings.must_occur: there is no choice `at_once`"),
        ('default = "by_itself"', 'default = "by itself"', "must_occur.default: it must be one of 'by_itself' or"),
        ("turns = { turn_2", "turns = { turn_3", "Cantigny: cantigny_entry has no answer turn_3"),
        ("rises by {rise}", "rises by {raise}", "marker_types.*: “American morale rises by {raise}.” has no number"),
        ("by {bombardment} points in", "by {points} points in", "marker_types.Gouraud: .* has no number"),
        ("leaves_on = 6\n", "", "effects.pershing.leaves_on: this is missing"),
        ("rise = 1", "rise = 0", "effects.morale.rise: it must be at least 1"),
        ("[calendar]", "[calendar", "line"),
        ('name = "Mangin"', 'name = "Spies"', "share a name"),
        ('"Supply", "Allied Doctrine"', '"Allied Doctrine"', "a phase is missing or listed twice"),
        ('["Events", "Offensives Declaration"', '["Offensives Declaration", "Events"', "begin with the Events phase"),
        ('"Supply" = "Check the supply of your units."\n', "", "nothing says what is done in a phase"),
        ('"German movement" = "Germans"\n', "", "nothing says whose an operational phase is"),
        ('"change_of_doctrine"', '"exchange"', "has no number|an event just before the dice, and no other"),
        ('in_combat = "as it is declared"\n', "", "Surprise Attack: an event of an attacker or a defender says when"),
        ("one_and_two = [1, 3, 3]", "one_and_two = [1, 3]", "Heroic Defense: a ruling on 3 markers needs 3 turns"),
        ('ruling = "cantigny_entry", turns', 'ruling = "weather", turns', "Cantigny: there is no ruling weather"),
    ],
)
def test_wrong_data_is_refused_naming_file_place_and_fault(was: str, becomes: str, said: str, tmp_path: Path) -> None:
    text = (SHIPPED / "marne_1918.toml").read_text(encoding="utf-8")
    assert was in text
    (tmp_path / "marne_1918.toml").write_text(text.replace(was, becomes, 1), encoding="utf-8")
    with pytest.raises(DataError, match=rf"(?s)marne_1918\.toml:.*{said}"):
        read_game(Marne1918, tmp_path)


def test_a_button_has_room_for_thirty_characters(tmp_path: Path) -> None:
    text = (SHIPPED / "marne_1918.toml").read_text(encoding="utf-8")
    (tmp_path / "marne_1918.toml").write_text(
        text.replace('"corps artillery alone"', f'"{"a" * 30}"'), encoding="utf-8"
    )
    assert read_game(Marne1918, tmp_path).data.named["Surprise Attack"].buttons["artillery"] == "a" * 30


CHANGED = {
    "rise = 1": "rise = 2", "hits = 2": "hits = 3", "leaves_on = 6": "leaves_on = 5", "captured = 1": "captured = 2",
    "possible_from = 17": "possible_from = 18", "occurs_from = 30": "occurs_from = 31", "points = 5": "points = 4",
    "attacks = 2": "attacks = 3", "points_an_attack = 2": "points_an_attack = 7", "with_an_offensive = 3":
    "with_an_offensive = 2", "markers = 1": "markers = 2", "transport = 1": "transport = 2",
}  # fmt: skip
"""Numbers of the data file, each changed."""


def changed(folder: Path) -> Marne1918:
    """The game with those numbers."""
    text = (SHIPPED / "marne_1918.toml").read_text(encoding="utf-8")
    for was, becomes in CHANGED.items():
        assert text.count(f"\n{was}\n") == 1, was
        text = text.replace(f"\n{was}\n", f"\n{becomes}\n")
    (folder / "marne_1918.toml").write_text(text, encoding="utf-8")
    return read_game(Marne1918, folder)


def in_french(text: Line) -> str:
    """A line as a French player reads it, its hard spaces as others."""
    return text.said(words_of("fr")).replace("\u00a0", " ")


class TestANumberStandsOnce:
    """Changed in the data, it is changed in the rule and in every sentence, of both languages."""

    def told(self, play: Play, *commands: dict[str, Any]) -> tuple[str, str]:
        """What the channel reads, in English and in French."""
        lines = [each.line for ask in commands for each in play.do(ANNA, ask) if isinstance(each, Public)]
        return "\n".join(lines), "\n".join(map(in_french, lines))

    def test_of_morale(self, tmp_path: Path) -> None:
        play = campaign_with("cantigny-1", game=changed(tmp_path))
        english, french = self.told(play, {"type": "next_turn"})
        assert state(play).morale == 2
        assert "American morale rises by 2; its changes add up to **+2**." in english
        assert "Change American morale by +2 (Cantigny)." in english
        assert "Le moral américain monte de 2" in french
        assert "Modifiez le moral américain de +2 (Cantigny)." in french
        summary = play.game.data.named["Belleau Wood"].summary
        assert (summary, in_french(summary)) == (
            "American morale rises by 2.", "Le moral américain monte de 2.",
        )  # fmt: skip

    def test_of_a_choice(self, tmp_path: Path) -> None:
        assault = changed(tmp_path).data.named["Heroic Assault"]
        texts = (assault.choices["hits"], assault.buttons["hits"], assault.summary)
        assert all("3 more hit points" in text for text in texts)
        assert all("3 points de perte de plus" in in_french(text) for text in texts)

    def test_of_the_americans_die(self, tmp_path: Path) -> None:
        play = campaign_with(
            game=changed(tmp_path), phase=Phase.SUPPLY, zones={"pershing-1": Zone.IN_PLAY}, american_hq_since=4,
            waiting=(ExitToRoll(),),
        )  # fmt: skip
        assert "Roll at +2: victory hex captured last turn" in [str(each.label) for each in play.campaign.offers(ANNA)]
        english, french = self.told(play, {"type": "roll_exit", "captured": True})
        assert "+2 for the hex" in english
        assert "+2 pour l’hexagone : " in french
        assert "leave on 5 or more" in english
        assert "partent sur 5 ou plus" in french
        assert state(play).americans_left is (play.log[-1].rolls[0].total + 2 >= 5)

    @pytest.mark.parametrize(("vp", "result"), [(17, "no effect"), (30, "stays for now"), (31, "flees to Bordeaux")])
    def test_of_the_flight(self, vp: int, result: str, tmp_path: Path) -> None:
        flight = FlightToResolve(seat=ALLIES, marker="the-government-flees-1")
        play = campaign_with("the-government-flees-1", game=changed(tmp_path), waiting=(flight,))
        english, french = self.told(play, {"type": "resolve_flight", "vp": vp, "crossed": True})
        assert result in english
        assert "Fewer than 18 points: no effect. At least 31" in english
        assert "Moins de 18 points : sans effet. Au moins 31" in french
        assert state(play).victory_points == (vp + 4 if vp == 31 else vp)
        assert "gain 4 victory points" in play.game.data.named["The Government flees"].summary

    def test_of_mangin(self, tmp_path: Path) -> None:
        play = campaign_with(game=changed(tmp_path), mangin_turn=5, victory_points=10, waiting=(AttacksOwed(),))
        assert "must make 3 attacks" in shown(play)
        english, french = self.told(play, {"type": "report_attacks", "attacks": 1})
        assert "It must make 3 attacks at 1 to 2 or better; each missing attack gives the Germans 7" in english
        assert "Elle doit mener 3 attaques" in french
        assert state(play).victory_points == 10 + 2 * 7

    def test_of_what_he_must_do_and_what_a_retaken_hex_costs(self, tmp_path: Path) -> None:
        facts: dict[str, Any] = {
            "phase": Phase.ALLIED_MOVEMENT,
            "sequence": 1,
            "telegram": True,
            "waiting": (ForceDue(),),
        }
        english, french = self.told(campaign_with(game=changed(tmp_path), **facts), {"type": "deploy", "come": True})
        assert (
            "at least 3 attacks at 1 to 2 or better this turn; each missing attack gives the Germans 7 vic" in english
        )
        assert "the Germans lose 2 more points" in english
        assert "2 points" in french

    def test_of_the_limit_and_of_transport(self, tmp_path: Path) -> None:
        play = campaign_with(game=changed(tmp_path), tracks=["clemenceau-1"])
        assert state(play).hand_limit(play.game.data, ALLIES) == 3 + 2
        play = campaign_with("improved-organization-1", game=changed(tmp_path), phase=Phase.PLACEMENT)
        english, french = self.told(play, {"type": "play", "marker": "Improved Organization"})
        assert "The Allies have 2 extra transport points this turn." in english
        assert "Les Alliés ont 2 points de transport de plus ce tour-ci." in french
        assert state(play).transport == 2

    def test_of_the_sequences(self, tmp_path: Path) -> None:
        play = campaign_with(game=changed(tmp_path), phase=Phase.OFFENSIVES)
        told = [str(each) for each in play.do(BERT, "declare_offensive")]
        assert "The Germans begin an offensive: this turn has 2 operational sequences." in told
