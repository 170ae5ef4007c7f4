"""What the author of a file reads, and what was once told wrongly in play."""

import pytest

from bot.base.catalog import Catalog, DataFile
from rules.campaign.seats.seating import Join
from rules.errors import DataError
from tests.play import Play, public

BEGINS = 'game = "The Ford"\nsides = ["Red", "Blue"]\n'
TABLE = '[table.T]\ndice = "1d6"\n'
SECRET = '[track]\nPlan = { side = "Red", secret = true }\n'


def faults(text: str) -> list[str]:
    with pytest.raises(DataError) as refused:
        Catalog(()).declared(DataFile("f.toml", BEGINS + text))
    return [str(each) for each in refused.value.faults]


def begun(text: str) -> Play:
    play = Play(Catalog(()).declared(DataFile("f.toml", BEGINS + text)).game)
    play.do(2, Join(seat="Blue"))
    return play


def test_all_faults_are_told_at_once_with_their_lines() -> None:
    text = """[track]
"Red morale" = { max = 5 }
[cup.Fog]
chits = [
    "2 Rain",
    { name = "Mist", add = { "Red moral" = 1 } },
]
[action.Go]
side = "Blu"
steps = [{ draw = "Fogg" }]"""
    assert faults(text) == [
        "line 8: cup.Fog.chits.1.add: there is no “Red moral”. Did you mean “Red morale”?",
        "line 11: action.Go.side: there is no “Blu”. Did you mean “Blue”?",
        "line 12: action.Go.steps.0.draw: there is no “Fogg”. Did you mean “Fog”?",
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[track]\nMud = { max = “5” }", 'line 4: `Mud = { max = “5” }`: use straight quotation marks, "like this".'),
        ("[track]\nMud = { max = 5,\n start = 2 }", "line 4: `Mud = { max = 5,`: what begins with { must end with } on the same line."),
        ("[turn]\nlast = 06", "line 4: `last = 06`: write numbers without a zero in front."),
        ("[track.A]\nmax = 3\n[track.A]", "line 5: `[track.A]` stands there twice: put both under one heading."),
        ("[track]\nMud! = { max = 5 }", "line 4: `Mud! = { max = 5 }`: put a name with other signs than letters and digits in quotes."),
        ("[track]\nMud = { max = 5", "line 4: the file ends too early: a value is missing, or a bracket or quotation mark is not closed."),
    ],
)  # fmt: skip
def test_what_people_stumble_over_in_toml(text: str, told: str) -> None:
    assert faults(text) == [told]


def test_a_line_of_any_length_is_searched() -> None:
    """A search through all of it would take hours."""
    (fault,) = faults("!" * 100_000)
    assert fault.startswith("line 3: `!!!")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (TABLE + '[table.T.rows]\n"1-2" = "A"\n"4+" = "B"', "line 5: table.T.rows: rows 1..2 and 4+ leave a hole or overlap"),
        (TABLE + '[table.T.rows]\n"1-3" = "A"\n"3+" = "B"', "line 5: table.T.rows: rows 1..3 and 3+ leave a hole or overlap"),
        (TABLE + '[table.T.rows]\n"1-5" = "A"', "line 5: table.T.rows: nothing stands there for 6"),
        (TABLE + 'drms = [{ value = -2, text = "mud", when = { turn = 2 } }]\n[table.T.rows]\n"1+" = "A"', "line 6: table.T.rows: nothing stands there for -1, 0"),
        (TABLE + 'columns = ["A", "B"]\n[table.T.rows]\n"..6" = ["A", "B"]', "line 3: table.T: say in `across` what the columns are found by"),
        (TABLE + 'columns = ["A", "B"]\nacross = "Size"\n[table.T.rows]\n"..6" = "A"', "line 7: table.T.rows: row ..6 has 1 cells for 2 columns"),
        ("[track]\nMud = { max = 5 }\n" + TABLE + 'across = "Mud"\ncolumns = ["..2", "3-4"]\n[table.T.rows]\n"..6" = ["A", "B"]', "line 8: table.T.columns: nothing stands there for 5"),
        ('[choice]\nSky = { of = ["Dry", "Wet"] }\n' + TABLE + 'across = "Sky"\ncolumns = ["Dry", "Rain"]\n[table.T.rows]\n"..6" = ["A", "B"]', "line 8: table.T.columns: the columns are Dry, Wet"),
        ('[cup.Fog]\nchits = ["2 Mist", { name = "mist" }]', "line 3: cup.Fog: “mist” is used twice; Turn and Phase are there already"),
        ("[track]\nMud = {}\n[flag]\nmud = {}", "line 6: flag.mud: “mud” is used twice; Turn and Phase are there already"),
        ("[track]\nPhase = {}", "line 4: track.Phase: “Phase” is used twice; Turn and Phase are there already"),
        ('[track]\nFog = { side = "each" }\n[flag]\n"Red: Fog" = {}', "line 6: flag.Red: Fog: “Red: Fog” is used twice; Turn and Phase are there already"),
        ("[track]\nMud = { min = 5, max = 2 }", "line 4: track.Mud: its `min` is above its `max`"),
        ("[choice]\nSky = {}", "line 4: choice.Sky: say in `of` what it is chosen from"),
        ('[track]\nMud = { at = { "5-3" = "Deep." } }', "line 4: track.Mud.at.5-3: “5-3” is no range. Write 8, 3-5, 10+, ..2, or -3 to -1, between quotation marks"),
        (SECRET + '[turn]\nphases = [{ name = "Move", when = { Plan = "2+" } }]', "line 6: turn.phases.0.when.Plan: what one side alone reads decides nothing that all can see"),
        ('[track]\nAmmo = { side = "each" }\n[turn]\nphases = [{ name = "Move", when = { Ammo = 2 } }]', "line 6: turn.phases.0.when.Ammo: each side has its own"),
        (TABLE + 'asks = ["Uphill"]\n[table.T.rows]\n"..6" = "A"\n[deck.Fog]\ncards = [{ name = "Mist", roll = "T" }]', "line 9: deck.Fog.cards.0.roll: that table asks something: an action can roll on it"),
        ('[cup.Fog]\nside = "each"\nchits = ["60 A", "60 B", "60 C", "60 D", "60 E", "60 F"]', "it has at most 130 facts and piles and 600 chits and cards, those of each side counted"),
        ('[action.Go]\nsteps = [{ ask = "Losses", min = 4, max = 2 }]', "line 3: action.Go: “Losses” is a number from 4 to 2."),
        ("[turn]\nlast = 3\n[scenario.Late]\nTurn = 4", "line 5: scenario.Late: “Turn”: “4” is not a number from 1 to 3."),
        ('colours = { Blues = "#000000" }', "line 3: colours: there is no “Blues”. Did you mean “Blue”?"),
    ],
)  # fmt: skip
def test_what_does_not_fit_together_is_told(text: str, told: str) -> None:
    assert told in faults(text)


def test_what_another_side_chooses_is_done() -> None:
    play = begun("""[flag]
Blown = {}
[action.Attack]
side = "Red"
steps = [{ choose = "Blow it", side = "Blue", of = { Yes = { set = { Blown = true } }, No = "It stands." } }, { tell = "On." }]
""")
    play.do(1, "act", action="Attack")
    told = public(play.do(2, "act", action="Attack", first="yes"))
    assert "Blown: no → **yes**" in told
    assert "On." in told
    assert play.campaign.state.deed is None


def test_a_second_look_leaves_the_top_of_a_pile() -> None:
    play = begun('[deck.Plans]\nhand = 5\ndraw = 4\ncards = ["9 A", "9 B", "9 C"]\n')
    play.do(1, "handle", pile="Plans", top=4)
    seen = play.campaign.state.top["Plans"]
    play.do(2, "handle", pile="Plans", top=1)
    play.do(1, "draw", pile="Plans")
    assert {*play.campaign.state.lies} == {*seen}
