"""The diplomatic sheet: what each side has in a country, part by part, and who may know which part."""

from typing import Any

import pytest

from rules.campaign.time.undo import Undo
from rules.games.gathering_storm import GatheringStorm
from rules.games.gathering_storm.diplomacy import open_sums, own_sums
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, POWERS, RUSSIA
from rules.games.gathering_storm.state import Counter, Standing
from rules.games.gathering_storm.sums import told
from rules.notice import Public
from tests.play import public
from tests.rules.games.gathering_storm.harness import USERS, Storm

INITIAL, SECOND = "Diplomacy: Axis placement", "Diplomacy: Russian and Allied placement"
EVENTS, SUBVERSION = "Diplomacy: random events", "Diplomacy: subversion"


def standing(play: Storm, country: str, side: str, **numbers: int) -> str:
    return public(play.do(USERS[ITALY], {"type": "enter_standing", "country": country, "side": side, **numbers}))


def whole() -> Storm:
    """A campaign in which every part of a sum is known of Turkey, and of Hungary an event."""
    play = Storm()
    standing(play, "Turkey", "Axis", base=1, flags=-1, pacts=1, support=1)
    standing(play, "turkey", "Russia", base=-2)
    for total, meaning in ((8, "two flags"), (5, "a flag")):
        play.do(USERS[BRITAIN], {"type": "enter_meaning", "total": total, "meaning": meaning})
    play.put("envoy-to-budapest")
    play.at(INITIAL)
    play.do(USERS[GERMANY], "place_counter", power="Germany", target="Turkey", value=3)
    play.at(SECOND)
    play.do(USERS[FRANCE], "place_counter", power="France", target="Turkey", value=1)
    return play


def test_a_sum_has_all_its_parts_in_order_and_what_the_die_must_show() -> None:
    play = whole()
    play.at(EVENTS)
    said = public(play.do(USERS[ITALY], "next_phase"))
    assert (
        "Turkey: Axis **+5** (base 1, flags -1, pacts +1, support +1, Germany +3; a die of 0 or more: a flag; a die "
        "of 3 or more: two flags); Allies **+1** (France; a die of 4 or more: a flag; a die of 7 or more: two "
        "flags); Russia **-2** (base -2; a die of 7 or more: a flag; a die of 10 or more: two flags)"
    ) in said
    assert said.index("Hungary: Allies **+1** (An envoy to Budapest +1;") < said.index("Turkey: "), "in printed order"
    assert "counter in Turkey is worth" not in said, "it stands in the sum"


def test_a_base_of_nothing_that_was_entered_is_a_part_of_the_sum() -> None:
    play = Storm()
    standing(play, "Turkey", "Russia", base=0)
    assert [(country, str(row)) for country, row in told(play.data, open_sums(play.data, play.state))] == [
        ("Turkey", "Turkey: Russia **0** (base 0)")
    ]


def test_a_counter_face_down_is_in_its_owners_sum_alone() -> None:
    play = whole()
    everybody = [*told(play.data, open_sums(play.data, play.state))]
    assert ("Turkey", "Turkey: Axis **+2** (base 1, flags -1, pacts +1, support +1); Russia **-2** (base -2)") in [
        (country, str(row)) for country, row in everybody
    ]
    own = {power: [(each.country, each.side, each.total) for each in own_sums(play.data, play.state, power)]
           for power in POWERS}  # fmt: skip
    assert own == {
        GERMANY: [("Turkey", "Axis", 5)], FRANCE: [("Turkey", "Allies", 1)], ITALY: [], BRITAIN: [], RUSSIA: []
    }  # fmt: skip
    notices = [*play.game.ledger(play.state)]
    secret = [each for each in notices if not isinstance(each, Public) and "With your counter" in str(each)]
    assert {each.seat for each in secret if not isinstance(each, Public)} == {GERMANY, FRANCE}


def test_a_free_subversion_result_is_called_what_it_is() -> None:
    play = Storm()
    play.at(SUBVERSION)
    play.deal("hostile-bloc-undone", shown=True)
    play.play("hostile-bloc-undone", target="Poland")
    assert [str(row) for _, row in told(play.data, open_sums(play.data, play.state))] == [
        "Poland: Russia **+1** (subversion +1)"
    ]


def test_subversion_is_called_so_on_a_card_of_several_parts_too() -> None:
    parts = {"kind": "Russian subversion", "targets": ["Poland"]}, {"kind": "income", "power": "Russia", "amount": 1}
    play = Storm.printing("hostile-bloc-undone", *parts)
    play.put("hostile-bloc-undone", target="Poland")
    assert [str(row) for _, row in told(play.data, open_sums(play.data, play.state))] == [
        "Poland: Russia **+1** (subversion +1)"
    ]


def test_the_anti_comintern_counter_is_no_part_of_a_sum_nor_is_anything_of_it_secret() -> None:
    play = Storm()
    standing(play, "Rumania", "Axis", base=1)
    anti = Counter(power=GERMANY, target="Rumania", value=0, kind="anti-Comintern", phase=4)
    play.set(counters=(anti, Counter(power=ITALY, target="Turkey", value=2, phase=4)))
    for phase, is_open in ((INITIAL, False), (EVENTS, False), (SUBVERSION, True)):
        play.at(phase)
        turkey = ["Turkey: Axis **+2** (Italy)"] if is_open else []
        sums = [str(row) for _, row in told(play.data, open_sums(play.data, play.state))]
        assert sums == ["Rumania: Axis **+1** (base 1)", *turkey]
        assert [*own_sums(play.data, play.state, GERMANY)] == []
        assert len([*own_sums(play.data, play.state, ITALY)]) == (not is_open)


def test_a_row_of_the_data_that_was_taken_out_or_changed_is_kept_so() -> None:
    data = Storm().data.replace(diplomatic_results={5: "a flag", 8: "two flags"})
    play = Storm.of(GatheringStorm(data))
    for total, meaning in ((5, ""), (8, "three flags"), (-2, "nothing"), (10, " more ")):
        play.do(1, {"type": "enter_meaning", "total": total, "meaning": meaning})
    rows = [(each.total, str(each.meaning)) for each in play.data.meanings(play.state)]
    assert rows == [(-2, "nothing"), (8, "three flags"), (10, "more")]
    kept = {"diplomatic_results": {"-2": "nothing", "8": "three flags", "10": "more"}}
    assert play.game.entered_data(play.state) == kept


def test_a_conquered_country_has_no_diplomacy() -> None:
    play = whole()
    play.world(conquered={"Turkey": GERMANY})
    assert "Turkey: " not in "\n".join(str(row) for _, row in told(play.data, open_sums(play.data, play.state)))


def test_a_standing_is_entered_told_and_corrected_with_a_reason() -> None:
    play = Storm()
    assert standing(play, "Spain", "Allies", base=3) == "Allies in Spain: base 3, flags ?, pacts ?, support ?."
    again: dict[str, Any] = {"country": "Spain", "side": "Allies", "base": 2, "flags": 1}
    play.refused("Give a reason", USERS[ITALY], "enter_standing", **again)
    assert "base 3 → 2, flags ? → 1, pacts ?, support ?." in public(
        play.do(USERS[ITALY], {"type": "enter_standing", **again, "reason": "misread"})
    )
    told = {"type": "enter_standing", **again, "reason": "misread"}
    assert "pacts ? → 4, support ? → 7." in public(play.do(USERS[ITALY], {**told, "pacts": 4, "support": 7}))
    assert "pacts 4, support 7 → 8." in public(play.do(USERS[ITALY], {**told, "pacts": 4, "support": 8}))
    play.refused("no country of that name", USERS[ITALY], "enter_standing", **{**again, "country": "Utopia"})


def test_a_form_has_five_fields_and_asks_for_a_reason_where_one_is_needed() -> None:
    play = Storm()
    standing(play, "Spain", "Allies", base=3)
    again = {"country": "Spain", "side": "Allies"}
    play.do(USERS[ITALY], {"type": "enter_standing", **again, "reason": "taken out"})
    offers = [each for each in play.campaign.offers(USERS[ITALY]) if each.command.type == "enter_standing"]
    assert {len(each.inputs) for each in offers} == {5}
    (change,) = (each for each in offers if "reason" in each.inputs)
    assert str(change.label) == "Standing: Allies in Spain"
    (fresh,) = (each for each in offers if str(each.label) == "Allies: diplomatic standing")
    assert "Spain" not in fresh.choices["country"]


def test_a_row_without_words_is_taken_out() -> None:
    play = whole()
    play.set(turn=2)
    assert "A total of 5 has no result of its own." in public(
        play.do(USERS[ITALY], {"type": "enter_meaning", "total": 5, "meaning": ""})
    )
    assert [each.total for each in play.state.world.meanings] == [8]


def test_the_ledger_of_a_power_shows_the_sums_of_its_side() -> None:
    play = whole()
    lines = "\n".join(str(each) for each in play.game.ledger(play.state, GERMANY) if isinstance(each, Public))
    assert "Turkey: Axis **+2**" in lines
    assert "Russia **-2**" not in lines


class TestKeptBases:
    """Typed once, they are entered in one press in every later campaign."""

    def later(self, play: Storm) -> Storm:
        entered = play.game.entered_data(play.state)
        return Storm.of(GatheringStorm(type(play.data).model_validate(play.data.model_dump() | entered)))

    def test_one_press_enters_those_that_do_not_stand_yet(self) -> None:
        play = Storm()
        for side, base in (("Axis", 2), ("Russia", 0)):
            play.do(1, "enter_standing", country="Turkey", side=side, base=base, flags=1)
        later = self.later(play)
        later.do(2, "enter_standing", country="Turkey", side="Russia", base=3)
        offers = [each for each in later.campaign.offers(2) if each.command.type == "enter_bases"]
        (offer,) = offers
        assert offer.inputs == ()
        told = public(later.do(2, offer.command))
        assert told == "The bases of Turkey stand as in your earlier campaigns."
        turkey = later.state.world.standings["Turkey"]
        assert (turkey["Axis"].base, turkey["Axis"].flags, turkey["Russia"].base) == (2, None, 3)
        assert not [each for each in later.campaign.offers(2) if each.command.type == "enter_bases"]
        later.refused("No base is kept", 2, "enter_bases")
        later.do(2, Undo())
        assert [*later.state.world.standings["Turkey"]] == ["Russia"]

    def test_what_else_was_entered_of_a_country_stays_beside_its_base(self) -> None:
        play = Storm()
        play.do(1, "enter_standing", country="Turkey", side="Axis", base=2)
        later = self.later(play)
        later.do(2, "enter_standing", country="Turkey", side="Axis", flags=3, pacts=1)
        later.do(2, "enter_bases")
        assert later.state.world.standings["Turkey"] == {"Axis": Standing(base=2, flags=3, pacts=1)}

    def test_all_countries_are_told_whose_bases_were_entered(self) -> None:
        play = Storm()
        for country in ("Turkey", "Spain", "Norway"):
            play.do(1, "enter_standing", country=country, side="Axis", base=2)
        told = public(self.later(play).do(2, "enter_bases"))
        assert told == "The bases of Turkey, Spain and Norway stand as in your earlier campaigns."

    def test_what_one_campaign_adds_leaves_what_another_has_kept(self) -> None:
        play = Storm()
        play.do(1, "enter_standing", country="Turkey", side="Axis", base=2)
        later = self.later(play)
        later.do(1, "enter_standing", country="Turkey", side="Allies", base=1)
        later.do(1, "enter_standing", country="Spain", side="Allies", flags=1)
        assert later.game.entered_data(later.state) == {"diplomatic_bases": {"Turkey": {"Axis": 2, "Allies": 1}}}

    def test_a_base_of_0_stands_and_is_kept_like_any_other(self) -> None:
        play = Storm()
        for side, base in (("Axis", 2), ("Allies", 2), ("Russia", 2)):
            play.do(1, "enter_standing", country="Turkey", side=side, base=base)
        later = self.later(play)
        later.do(1, "enter_standing", country="Turkey", side="Axis", base=0)
        later.do(1, "enter_standing", country="Turkey", side="Allies", base=None, flags=3)
        kept = {"diplomatic_bases": {"Turkey": {"Axis": 0, "Allies": 2, "Russia": 2}}}
        assert later.game.entered_data(later.state) == kept
        (offer,) = [each for each in later.campaign.offers(2) if each.command.type == "enter_bases"]
        later.do(2, offer.command)
        stands = later.state.world.standings["Turkey"]
        assert {side: (each.base, each.flags) for side, each in stands.items()} == {
            "Axis": (0, None), "Allies": (2, 3), "Russia": (2, None)
        }  # fmt: skip
        assert self.later(later).data.diplomatic_bases == kept["diplomatic_bases"]

    def test_a_press_in_a_turn_with_other_entries_needs_no_reason(self) -> None:
        play = Storm()
        play.do(1, "enter_standing", country="Turkey", side="Axis", base=2)
        later = self.later(play)
        later.do(2, "enter_bases")
        later.set(world=later.state.world.replace(standings={}))
        assert "Check that your board" not in public(later.do(2, "enter_bases"))

    @pytest.mark.parametrize(
        ("bases", "said"),
        [
            ({"Paris": {"Axis": 1}}, "no country of that name"),
            ({"Spain": {"Italy": 1}}, "Axis, Allies or Russia"),
            ({"Spain": {"Axis": 1, "Italy": 1}}, "Axis, Allies or Russia"),
        ],
    )
    def test_a_file_with_another_place_or_side_is_refused(self, bases: dict[str, dict[str, int]], said: str) -> None:
        data = Storm().data.replace(diplomatic_bases=bases)
        assert [fault for place, fault in data.problems() if place[0] == "diplomatic_bases" and said in fault]


def test_what_was_entered_of_a_country_is_still_there_to_correct_in_a_later_turn() -> None:
    play = Storm()
    play.do(USERS[ITALY], "enter_standing", country="Turkey", side="Axis", base=2)
    for turn in (1, 2):
        play.set(turn=turn)
        labels = {str(each.label) for each in play.campaign.offers(USERS[ITALY])}
        assert {each for each in labels if each.startswith("Standing: ")} == {"Standing: Axis in Turkey"}
