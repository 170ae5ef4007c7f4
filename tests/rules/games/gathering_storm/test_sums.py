"""The sums of diplomacy: what each side has in a country, part by part, and who may know which part."""

from rules.games.gathering_storm.diplomacy import open_sums, own_sums, told
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, POWERS, RUSSIA
from rules.notice import Public
from tests.play import public
from tests.rules.games.gathering_storm.harness import USERS, Storm

INITIAL, SECOND = "Diplomacy: Axis placement", "Diplomacy: Russian and Allied placement"
EVENTS, SUBVERSION = "Diplomacy: random events", "Diplomacy: subversion"


def whole() -> Storm:
    """A campaign with two counters in Turkey, and an event in Hungary."""
    play = Storm().put("envoy-to-budapest").at(INITIAL)
    play.do(USERS[GERMANY], "place_counter", power="Germany", target="Turkey", value=3)
    play.at(SECOND)
    play.do(USERS[FRANCE], "place_counter", power="France", target="Turkey", value=1)
    return play


def test_a_sum_has_all_its_parts_in_printed_order() -> None:
    play = whole()
    play.at(EVENTS)
    said = public(play.do(USERS[ITALY], "next_phase"))
    assert "Turkey: Axis **+3** (Germany); Allies **+1** (France)" in said
    assert said.index("Hungary: Allies **+1** (An envoy to Budapest +1)") < said.index("Turkey: "), "in printed order"
    assert "counter in Turkey is worth" not in said, "it stands in the sum"


def test_a_counter_face_down_is_in_its_owners_sum_alone() -> None:
    play = whole()
    everybody = [*told(play.data, open_sums(play.data, play.state))]
    assert [country for country, _ in everybody] == ["Hungary"]
    own = {power: [(each.country, each.side, each.total) for each in own_sums(play.data, play.state, power)]
           for power in POWERS}  # fmt: skip
    assert own == {
        GERMANY: [("Turkey", "Axis", 3)], FRANCE: [("Turkey", "Allies", 1)], ITALY: [], BRITAIN: [], RUSSIA: []
    }  # fmt: skip
    notices = [*play.game.ledger(play.state)]
    secret = [each for each in notices if not isinstance(each, Public) and "With your counter" in str(each)]
    assert {each.seat for each in secret if not isinstance(each, Public)} == {GERMANY, FRANCE}


def test_a_power_reads_the_sum_of_its_own_side_alone() -> None:
    play = Storm().put("envoy-to-budapest").at(INITIAL)
    play.do(USERS[GERMANY], "place_counter", power="Germany", target="Hungary", value=2)
    (own,) = own_sums(play.data, play.state, GERMANY)
    assert (own.country, own.side, own.total) == ("Hungary", "Axis", 2)


def test_what_lies_in_a_conquered_country_counts_no_more() -> None:
    play = whole()
    play.do(1, "enter_conquest", country="Turkey", by="Germany")
    play.at(EVENTS)
    play.do(USERS[ITALY], "next_phase")
    assert [country for country, _ in told(play.data, open_sums(play.data, play.state))] == ["Hungary"]


def test_a_free_subversion_result_is_called_what_it_is() -> None:
    play = Storm().at(SUBVERSION).deal("hostile-bloc-undone", shown=True)
    play.play("hostile-bloc-undone", target="Poland")
    assert [str(row) for _, row in told(play.data, open_sums(play.data, play.state))] == [
        "Poland: Russia **+1** (subversion +1)"
    ]


def test_subversion_is_called_so_on_a_card_of_several_parts_too() -> None:
    parts = {"kind": "Russian subversion", "targets": ["Poland"]}, {"kind": "income", "power": "Russia", "amount": 1}
    play = Storm.printing("hostile-bloc-undone", *parts).put("hostile-bloc-undone", target="Poland")
    assert [str(row) for _, row in told(play.data, open_sums(play.data, play.state))] == [
        "Poland: Russia **+1** (subversion +1)"
    ]


def test_the_ledger_of_a_power_shows_the_sums_of_its_side() -> None:
    play = whole()
    lines = "\n".join(str(each) for each in play.game.ledger(play.state, GERMANY) if isinstance(each, Public))
    assert "Hungary: " not in lines
    lines = "\n".join(str(each) for each in play.game.ledger(play.state, FRANCE) if isinstance(each, Public))
    assert "Hungary: Allies **+1**" in lines
