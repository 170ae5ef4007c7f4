"""What the author of a file reads, and what was once told wrongly in play."""

from pathlib import Path

import pytest

from bot.base.catalog import Catalog, DataFile
from rules.campaign.seats.seating import Join
from rules.errors import DataError, NotNow, NotThere
from rules.games.declared.checks import unfit
from rules.games.declared.events import How, Laid
from rules.games.declared.state import Zone
from rules.seat import SideSeat
from tests.play import Play, public, secret

BEGINS = 'game = "The Ford"\nsides = ["Red", "Blue"]\n'
CASES = (Path(__file__).parent / "wrong_files.txt").read_text("utf-8").strip().split("\n\n")
"""Files without their first two lines, and below each what is told of it."""


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
        "line 8: cup.Fog.chits.Mist.add: there is no “Red moral”. Did you mean “Red morale”?",
        "line 11: action.Go.side: there is no “Blu”. Did you mean “Blue”?",
        "line 12: action.Go.steps.0.draw: there is no “Fogg”. Did you mean “Fog”?",
    ]


@pytest.mark.parametrize("case", CASES, ids=lambda each: each.splitlines()[-1][:40])
def test_what_is_wrong_is_told_with_its_line(case: str) -> None:
    """TOML's own traps, tables with holes, names used twice, and what else does not fit together."""
    *text, told = case.splitlines()
    assert told in faults("\n".join(text))


def test_a_line_of_any_length_is_searched() -> None:
    """A search through all of it would take hours."""
    (fault,) = faults("!" * 100_000)
    assert fault.startswith("line 3: `!!!")


def test_what_another_side_chooses_is_done() -> None:
    play = begun("""[flag]
Blown = {}
[track]
Nerve = { side = "each" }
[action.Attack]
side = "Red"
steps = [
    { choose = "Blow it", side = "Blue", of = { Yes = { set = { Blown = true }, add = { Nerve = 1 } }, No = "No." } },
    { tell = "On." },
]
""")
    play.do(1, "act", action="Attack")
    with pytest.raises(NotNow):  # Blue is asked
        play.do(1, "act", action="Attack", first="no")
    told = public(play.do(2, "act", action="Attack", first="yes"))
    assert "Blown: no → **yes**" in told
    assert "Red: Nerve: 0 → **1**" in told, "it counts for who acts"
    assert "On." in told
    assert play.campaign.state.deed is None


def test_an_action_asks_at_most_five_things() -> None:
    asks = [f'{{ ask = "Q{each}" }}' for each in range(6)]
    assert begun(f"[action.Go]\nsteps = [{', '.join(asks[:5])}]").game.data.actions["Go"].steps[4:]
    told = ["line 3: action.Go: it asks more than 5 things at once"]
    assert faults(f"[action.Go]\nsteps = [{', '.join(asks)}]") == told


def test_a_second_look_leaves_the_top_of_a_pile() -> None:
    play = begun('[deck.Plans]\nhand = 5\ndraw = 4\ncards = ["9 A", "9 B", "9 C"]\n')
    play.do(1, "handle", pile="Plans", top=4)
    seen = play.campaign.state.top["Plans"]
    play.do(2, "handle", pile="Plans", top=1)
    play.do(1, "draw", pile="Plans")
    assert {*play.campaign.state.lies} == {*seen}


def test_what_lies_on_top_is_drawn_once() -> None:
    play = begun('[deck.Plans]\nhand = 4\ndraw = 4\ncards = ["A", "B", "C", "D"]\n')
    play.do(1, "handle", pile="Plans", top=3)
    play.do(1, "draw", pile="Plans")
    assert (len(play.campaign.state.lies), play.campaign.state.top) == (4, {"Plans": ()})


def test_the_topmost_is_drawn_first() -> None:
    play = begun('[deck.Plans]\nhand = 4\ncards = ["A", "B", "C", "D"]\n')
    play.do(1, "handle", pile="Plans", top=3)
    first, *_ = play.campaign.state.top["Plans"]
    play.do(1, "draw", pile="Plans")
    assert [*play.campaign.state.lies] == [first]


def test_a_condition_asks_for_a_sides_own_number() -> None:
    card = 'cards = [{ name = "Rally", when = { Morale = "1+" }, text = "Ours." }]'
    play = begun(f'[track]\nMorale = {{ max = 5, start = 2, side = "each" }}\n[deck.Plans]\nhand = 5\n{card}\n')
    play.do(1, "draw", pile="Plans")
    assert "Ours." in public(play.do(1, "play", marker="Rally"))


def test_counters_are_counted_in_a_condition() -> None:
    pacts = '[counters]\nPacts = { of = ["East", "West"], start = ["East", "West"] }\n'
    play = begun(
        f'{pacts}[deck.Plans]\nhand = 5\ncards = [{{ name = "Rally", when = {{ Pacts = "2+" }}, text = "O." }}]\n'
    )
    play.do(1, "draw", pile="Plans")
    assert "O." in public(play.do(1, "play", marker="Rally"))


def test_whoever_is_given_a_card_unseen_reads_which() -> None:
    play = begun('[deck.Plans]\nhand = 5\ncards = ["9 A"]\n')
    play.do(1, "draw", pile="Plans")
    assert "**A** → Blue" in secret(play.do(1, "put", marker="A", to="Blue"), SideSeat("Blue"))


def test_a_newer_file_has_the_phase_that_play_is_in() -> None:
    play = begun('[turn]\nphases = ["Dawn", "Dusk"]\n')
    play.do(1, "next_phase")
    (fault,) = unfit(begun('[turn]\nphases = ["Dawn"]\n').game.data, play.game.data, play.campaign.state)
    assert "play is in a later one" in str(fault[1])


OLD = '[deck.P]\nhand = 5\ncards = ["A", "B"]\n[track]\nGold = { max = 9 }\n[choice]\nSky = { of = ["Dry", "Wet"] }\n'


@pytest.mark.parametrize(
    ("was", "becomes", "named"),
    [
        ('["A", "B"]', '["A"]', "B"), ('["A", "B"]', '["B"]', "A"), ("max = 9", "max = 5", "Gold"),
        ('["Dry", "Wet"]', '["Dry", "Fog"]', "Sky"), ("[choice]\nSky = {", "[counters]\nSky = {", "Sky"),
        ('["A", "B"]', '["A", "B", "C"]', ""), ('"Wet"]', '"Wet", "Fog"]', ""),
    ],
)  # fmt: skip
def test_a_newer_file_has_all_that_was_there(was: str, becomes: str, named: str) -> None:
    """Whether a card is held or lies in the pile, the answer is the same."""
    play = begun(OLD)
    play.do(1, "draw", pile="P")
    newer = begun(OLD.replace(was, becomes)).game.data
    told = " ".join(str(each) for _, each in unfit(newer, play.game.data, play.campaign.state))
    assert told.endswith(f": {named}" if named else "")


def test_what_a_newer_file_adds_for_later_enters_later() -> None:
    play = begun(OLD)
    game = begun(OLD.replace('"B"]', '"B", { name = "Z", enters = 9 }]')).game
    assert game.on_ruling_changed(play.campaign.state).zone("Z/1") is Zone.LATER


def test_an_alliance_alone_looks_into_its_pile() -> None:
    play = begun('[alliances]\nLeague = ["Red"]\n[deck.P]\nside = "League"\nhand = 5\ncards = ["A"]\n')
    play.do(1, "handle", pile="P", top=1)
    with pytest.raises(NotThere):
        play.do(2, "handle", pile="P", top=1)


def test_each_hand_is_limited() -> None:
    play = begun("""[deck.P]
hand = 1
returns = "at once"
cards = ["3 A"]
[deck.Q]
hand = 1
cards = ["3 B"]
[action.Go]
steps = [{ draw = "P", count = 3 }, { draw = "Q", count = 3 }]
""")
    play.do(1, "act", action="Go")
    for card in ("A/1", "B/1"):
        keys = {each.key for each in play.campaign.offers(1) if each.command.type == "sort"}
        play.do(1, "sort", keep=(card,))
        assert not keys & {each.key for each in play.campaign.offers(1)}
    assert len(play.campaign.state.at(Zone.HAND)) == 2
    assert all(each.startswith("B") for each in play.campaign.state.at(Zone.DISCARD)), "A returns at once"
    kept = Laid(how=How.SORTED, pile="P", seat=SideSeat("Red"))
    assert [str(each) for each in kept.tell(play.game.data)] == ["Red: nothing is put away."]


def test_an_order_to_begin_an_action_answers_nothing() -> None:
    play = begun('[action.Offer]\nside = "each"\nsteps = [{ ask = "Terms", side = "other", words = true }]\n')
    play.do(2, "give_order", do="Offer")
    play.do(1, "act", action="Offer")
    assert {*play.campaign.due} == {"Blue"}


def test_what_entered_stays_when_a_fact_is_set() -> None:
    play = begun("""[track]
Alarm = { start = 5 }
[deck.P]
hand = 5
cards = ["A", "B"]
[deck.L]
into = "P"
when = { Alarm = "5+" }
cards = ["Z"]
""")
    play.do(1, "handle", pile="P", top=3)
    top = play.campaign.state.top
    play.all_agree = True
    play.do(1, "take_position", table=(("Alarm", "1"),))
    assert (play.campaign.state.zone("Z/1"), play.campaign.state.top) == (Zone.PILE, top)


def test_an_end_ends_the_game_whatever_it_leads_to() -> None:
    play = begun("""[table.Fate]
dice = "1d6"
rows = { "1+" = "So be it." }
[action.Fall]
steps = [{ choose = "Is it over?", of = { Yes = { roll = "Fate", ends = true } } }]
""")
    play.do(1, "act", action="Fall", first="Yes")
    assert play.campaign.state.over


def test_a_track_begins_at_nought_and_a_cards_table_is_no_action() -> None:
    play = begun("""[track]
Nerve = { min = -5, max = 5, start = 0 }
[deck.Plans]
hand = 5
cards = [{ name = "A", roll = "Fate" }]
[table.Fate]
dice = "1d6"
rows = { "1+" = "So be it." }
""")
    assert {str(label): value for label, value in play.game.position(play.campaign.state)}["Nerve"] == 0
    assert "Fate" not in {str(each.label) for each in play.campaign.offers(1)}
