"""What players enter from the board: each form, logged, corrected with a reason, and withdrawn."""

from typing import Any, ClassVar

import pytest

from rules.command import Offer
from rules.games.gathering_storm.powers import GERMANY, ITALY, POWERS, RUSSIA
from rules.games.gathering_storm.state import CivilWar
from tests.play import public
from tests.rules.games.gathering_storm.harness import Storm, ledger_of

ENTRIES: list[tuple[dict[str, Any], str]] = [
    (
        {"type": "enter_power", "power": "Italy", "support": 4, "income": 9},
        "Italy: support level: **4**.\nItaly: income: **9**.",
    ),
    ({"type": "enter_world", "climate": -1, "balance": 3}, "Economic Climate: 0 → **-1**."),
    (
        {"type": "enter_aggression", "power": "Italy", "target": "greece"},
        "Italy's aggression against Greece has succeeded",
    ),
    ({"type": "enter_pact", "germany": 1}, "Nazi-Soviet Pact is in force"),
    ({"type": "enter_war", "country": "spain"}, "There is a civil war in Spain."),
    ({"type": "enter_conquest", "country": "albania", "by": "Italy"}, "Holder of Albania: nobody → **Italy**."),
    ({"type": "enter_trade", "owner": "Italy", "country": "rumania"}, "Trade pact between Italy and Rumania."),
    ({"type": "enter_trade", "owner": "Axis", "country": "rumania"}, "Trade pact between the Axis and Rumania."),
    ({"type": "enter_flags", "country": "Turkey", "flags": "four"}, "Turkey: flags: fewer → **four**."),
    (
        {"type": "enter_russia", "purged": True, "opens": "Spain"},
        "A purge forbids Russian diplomatic counters.\nSpain is open to Russian diplomacy.",
    ),
    ({"type": "enter_sheet_line", "project": "Rockets", "results": "5, 10"}, "Research, rockets: results at 5, 10."),
    ({"type": "enter_atomic"}, "Atomic research is permitted."),
]


@pytest.mark.parametrize(("entry", "said"), ENTRIES, ids=lambda value: value["type"] if isinstance(value, dict) else "")
def test_an_entry_is_told_and_logged_with_who_gave_it(entry: dict[str, Any], said: str) -> None:
    play = Storm()
    assert said in public(play.do(2, entry))
    assert (play.log[-1].command.type, play.log[-1].seat) == (entry["type"], ITALY)
    assert play.state.entries == 1
    play.do(2, "undo")
    assert play.state.entries == 0


def test_an_outsider_enters_nothing() -> None:
    Storm().refused("hold no seat", 99, "enter_world", climate=1)


def test_every_entry_is_a_correction() -> None:
    """The campaign lets the other sides object."""
    commands = Storm().game.commands_by_type
    assert all(command.is_correction for command in commands.values() if command.is_entry)
    assert {type for type in commands if type.startswith(("enter_", "withdraw_"))} >= {
        each["type"] for each, _ in ENTRIES
    }


@pytest.mark.parametrize("user", [1, 2])
def test_every_entry_is_offered_to_everybody_as_a_form(user: int) -> None:
    play = Storm()
    offers = [offer for offer in play.campaign.offers(user) if offer.command.is_entry]
    assert {offer.command.type for offer in offers} == {entry["type"] for entry, _ in ENTRIES}
    assert all(offer.secret and len(offer.inputs) <= 5 for offer in offers)
    assert all("reason" in offer.inputs for offer in offers)
    assert not [offer for offer in play.campaign.open_offers() if offer.command.is_entry]


class TestCorrections:
    """Every entry can be changed and withdrawn, with a reason, and everybody reads old and new."""

    CHANGES: ClassVar[list[tuple[dict[str, Any], dict[str, Any], str]]] = [
        ({"type": "enter_power", "power": "Italy", "support": 4, "income": 9}, {"support": 3, "income": 9},
         "Italy: support level: 4 → **3**."),
        ({"type": "enter_world", "climate": -1, "balance": 3}, {"climate": 1}, "Economic Climate: -1 → **1**."),
        ({"type": "enter_aggression", "power": "Italy", "target": "Greece", "value": 9}, {"value": 2},
         "Italy against Greece, victory points 9 → 2: succeeded."),
        ({"type": "enter_aggression", "power": "Italy", "target": "Greece"}, {"power": "Germany"},
         "Italy → Germany against Greece, victory points 1: succeeded."),
        ({"type": "enter_aggression", "power": "Italy", "target": "Greece"}, {"succeeded": False},
         "Italy against Greece, victory points 1: not succeeded yet."),
        ({"type": "enter_pact", "germany": 2}, {"germany": 1}, "Germany: additional events: 2 → **1**."),
        ({"type": "enter_war", "country": "Spain", "counters": 3}, {"counters": 1},
         "Spain: civil war counters: 3 → **1**."),
        ({"type": "enter_conquest", "country": "Albania", "by": "Italy"}, {"by": "Britain"},
         "Holder of Albania: Italy → **Britain**."),
        ({"type": "enter_flags", "country": "Turkey", "flags": "four"}, {"flags": "fewer"},
         "Turkey: flags: four → **fewer**."),
        ({"type": "enter_russia", "purged": True}, {"purged": False}, "No purge forbids"),
    ]  # fmt: skip

    @pytest.mark.parametrize(("entry", "change", "said"), CHANGES)
    def test_a_change_needs_a_reason_and_tells_old_and_new(
        self, entry: dict[str, Any], change: dict[str, Any], said: str
    ) -> None:
        play = Storm()
        play.do(1, entry)
        play.refused("Give a reason for the change", 2, **(entry | change))
        told = public(play.do(2, entry | change | {"reason": "we *misread* it"}))
        assert said in told
        assert "Reason: we \\*misread\\* it" in told
        assert "Check that your board shows the same." in told

    def test_what_moves_from_turn_to_turn_needs_no_reason(self) -> None:
        play = Storm()
        play.do(1, "enter_world", climate=-1, balance=3)
        play.set(turn=2)
        told = public(play.do(1, "enter_world", climate=0, balance=3))
        assert "Economic Climate: -1 → **0**." in told
        assert "Check that your board" not in told
        play.refused("Give a reason", 1, "enter_world", climate=1, balance=3)

    def test_a_wrong_aggression_is_withdrawn_with_what_it_brought(self) -> None:
        """Found before: nine additional events a turn for good."""
        play = Storm()
        play.do(1, "enter_aggression", power="Germany", target="Austria", value=9)
        play.set(turn=2)
        assert (play.state.extra_events(GERMANY), play.eai) == (9, 1)
        play.refused("No aggression against Poland", 1, "withdraw_aggression", target="Poland", reason="wrong")
        play.refused("Give a reason", 1, "withdraw_aggression", target="Austria")
        (offer,) = [each for each in play.campaign.offers(2) if each.command.type == "withdraw_aggression"]
        told = public(play.do(2, offer.command.replace(reason="wrong map")))
        assert "Germany's aggression against Austria is withdrawn." in told
        assert (play.state.extra_events(GERMANY), play.eai, play.state.world.conquered) == (0, 0, {})
        play.do(1, "enter_aggression", power="Germany", target="Austria", value=1)

    def test_a_correction_keeps_the_turns_of_an_aggression(self) -> None:
        play = Storm()
        play.do(1, "enter_aggression", power="Italy", target="Greece", value=1, succeeded=False)
        play.set(turn=2)
        play.do(1, "enter_aggression", power="Italy", target="Greece", value=9)
        play.set(turn=3)
        assert play.state.extra_events(ITALY) == 9, "its worth is entered as it succeeds"
        greece: dict[str, Any] = {"type": "enter_aggression", "target": "Greece", "reason": "misread"}
        for power, value in ((ITALY, 2), (GERMANY, 3)):
            play.do(1, greece | {"power": power, "value": value})
            (now,) = play.state.world.aggressions
            assert (now.power, now.value, now.turn, now.conquered) == (power, value, 1, 2)
            assert (play.state.extra_events(power), play.state.world.conquered) == (value, {"Greece": power})
        play.do(1, greece | {"power": "Italy", "value": 3, "succeeded": False})
        (now,) = play.state.world.aggressions
        assert (now.conquered, play.state.extra_events(ITALY), play.state.world.conquered) == (None, 0, {})
        play.do(1, greece | {"power": "Germany", "value": 4})
        (now,) = play.state.world.aggressions
        assert (now.power, now.turn, now.conquered, play.state.extra_events(GERMANY)) == (GERMANY, 1, 3, 0)

    def test_a_corrected_aggression_takes_over_the_country(self) -> None:
        play = Storm()
        play.do(1, "enter_conquest", country="Greece", by="Britain")
        greece: dict[str, Any] = {"type": "enter_aggression", "target": "Greece"}
        play.do(1, greece | {"power": "Italy", "succeeded": False})
        play.do(1, greece | {"power": "Germany", "reason": "misread"})
        assert play.state.world.conquered == {"Greece": GERMANY}

    def test_a_country_taken_over_since_stays_where_it_is(self) -> None:
        play = Storm()
        greece: dict[str, Any] = {"type": "enter_aggression", "target": "Greece", "power": "Italy", "succeeded": True}
        play.do(1, greece | {"value": 1})
        play.do(1, "enter_conquest", country="Greece", by="Britain", reason="taken later")
        play.do(1, greece | {"value": 2, "reason": "misread"})
        assert play.state.world.conquered == {"Greece": "Britain"}

    @pytest.mark.parametrize(
        ("project", "maximum", "last"),
        [
            ("Axis jets", 3, 3), ("Axis jets", None, 99), ("German battleship design", None, 12),
            ("rockets", None, 99), ("every project", 5, 5),
        ],
    )  # fmt: skip
    def test_a_result_comes_at_the_last_step_at_the_latest(self, project: str, maximum: int | None, last: int) -> None:
        play = Storm()
        line: dict[str, Any] = {"type": "enter_sheet_line", "project": project, "maximum": maximum}
        for wrong in (f"1, {last + 1}", f"0, {last}"):
            play.refused(f"a result comes at a step from 1 to {last}\\.", 2, **line, results=wrong)
        told = public(play.do(2, line | {"results": f"1, {last}"}))
        assert f"results at 1, {last}." in told
        assert (f": the last step is {last}." in told) == (maximum is not None)
        assert [each.results for each in play.state.world.sheet.values()] == [(1, last)]

    def test_the_permission_of_atomic_research_is_taken_back(self) -> None:
        """L83: other events can permit limited atomic research."""
        play = Storm().at("Research")
        ask: dict[str, Any] = {"power": "Germany", "project": "Axis atomic research", "points": 1}
        play.refused("not permitted", 1, "assign", **ask)
        play.do(2, "enter_atomic")
        play.do(1, "assign", **ask)
        play.refused("nothing changes", 1, "enter_atomic")
        play.refused("Give a reason", 1, "enter_atomic", permitted=False)
        play.do(1, "enter_atomic", permitted=False, reason="wrong card")
        play.refused("not permitted", 1, "assign", **ask)


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"type": "enter_world", "climate": 4}, "“Economic Climate .-3 to 3.” must be at most 3"),
        ({"type": "enter_world", "climate": "warm"}, "“Economic Climate .-3 to 3.” must be a whole number"),
        ({"type": "enter_aggression", "target": "Atlantis"}, "no such country"),
        ({"type": "enter_aggression", "target": "Poland", "value": -1}, "“Victory points”"),
        (
            {"type": "enter_aggression", "power": "Germany", "target": "Poland", "succeeded": False},
            "once it has succeeded",
        ),
        (
            {"type": "enter_aggression", "power": "Russia", "target": "Poland", "succeeded": False},
            "once it has succeeded",
        ),
        ({"type": "enter_war", "country": "Poland"}, "only in Greece, Spain, Yugoslavia"),
        ({"type": "enter_war", "country": "Atlantis"}, "no such country"),
        ({"type": "enter_conquest", "country": "Poland", "by": "Austria"}, "“Held by”"),
        ({"type": "enter_conquest", "country": "Poland", "by": "nobody"}, "nothing changes"),
        ({"type": "enter_trade", "owner": "Italy", "country": "Poland", "holds": False}, "nothing changes"),
        ({"type": "enter_trade", "owner": "Russia", "country": " russia"}, "cannot have a trade pact with itself"),
        ({"type": "enter_trade", "owner": "Italy", "country": "Peru"}, "no such country"),
        ({"type": "enter_trade", "owner": "Russia", "country": "Russia"}, "cannot have a trade pact with itself"),
        ({"type": "enter_flags", "country": "Turkey", "flags": "five"}, "“Flags”"),
        ({"type": "enter_russia", "opens": "Peru"}, "no such country"),
        ({"type": "enter_power", "power": "Poland"}, "“Power”"),
        ({"type": "enter_waiver"}, "No dispute imposes a duty"),
        ({"type": "enter_weather"}, "does not use this command"),
    ],
)
def test_bad_input(entry: dict[str, Any], said: str) -> None:
    Storm().refused(said, 1, **entry)


def test_counters_entered_count_as_events() -> None:
    """Civil war: a counter is placed for every event, so a war that is entered with its counters has its events."""
    play = Storm()
    play.do(1, "enter_war", country="Greece", on="true", counters="5")
    play.at("Diplomacy: random events").deal("comrades-in-greece", shown=True)
    play.play("comrades-in-greece")
    assert play.state.civil_war("Greece") == CivilWar(events=6, counters=4, is_on=True)
    play.do(1, "enter_war", country="Greece", on="true", counters="1", reason="recount")
    assert play.state.civil_war("Greece").events == 6
    assert "There is a civil war in Greece. Counters: 1, events: 6" in ledger_of(play, None)


def test_the_pacts_additional_events_can_be_entered_anew() -> None:
    """9.15: how many events the Pact adds is the referee's to enter; the EAI rises for it once."""
    play = Storm()
    play.do(1, "enter_pact", germany=2, russia=1)
    play.do(1, "enter_pact", germany=1, reason="misread")
    assert (play.state.extra_events(GERMANY), play.state.extra_events(RUSSIA), play.eai) == (1, 0, 1)
    (offer,) = [each for each in play.campaign.offers(1) if each.command.type == "enter_pact"]
    assert offer.command.model_dump()["germany"] == 1


def test_a_country_opened_to_russia_can_be_closed_again() -> None:
    """24.61: what opened it, a flag or a spy ring, can be lost."""
    play = Storm()
    assert "closes" not in russian_form(play).inputs
    play.refused("Spain has not been entered as open", 1, "enter_russia", closes="Spain")
    play.do(1, "enter_russia", opens="Spain")
    assert russian_form(play).choices["closes"] == ("Spain",)
    play.refused("at the same time", 1, "enter_russia", opens="Spain", closes="spain")
    told = public(play.do(1, "enter_russia", closes="Spain", reason="flag lost"))
    assert "Spain is no longer open to Russian diplomacy." in told
    assert play.state.world.open_to_russia == frozenset()


def russian_form(play: Storm) -> Any:
    (offer,) = [each for each in play.campaign.offers(1) if each.command.type == "enter_russia"]
    return offer


def full() -> Storm:
    """A campaign in which something of everything was entered, and a dispute binds."""
    play = Storm()
    for entry in (
        {"type": "enter_world", "climate": -1, "balance": 3},
        {
            "type": "enter_power",
            "power": "Germany",
            "support": 4,
            "income": 0,
            "tiles": 2,
            "conversion": 5,
            "counters": 3,
        },
        {"type": "enter_war", "country": "Greece", "on": True, "counters": 2, "events": 4},
        {"type": "enter_war", "country": "Spain", "on": False, "counters": 1},
        {"type": "enter_conquest", "country": "Albania", "by": "Italy"},
        {"type": "enter_trade", "owner": "Italy", "country": "Rumania"},
        {"type": "enter_trade", "owner": "Axis", "country": "Russia"},
        {"type": "enter_flags", "country": "Turkey", "flags": "four, kept by an event"},
        {"type": "enter_flags", "country": "Hungary", "flags": "four"},
        {"type": "enter_russia", "purged": True, "cohesion": True, "opens": "Spain"},
        {"type": "enter_aggression", "power": "Germany", "target": "Danzig", "value": 2},
        {"type": "enter_aggression", "power": "Italy", "target": "Norway", "value": 1, "succeeded": False},
        {"type": "enter_pact", "germany": 2, "russia": 1},
        {"type": "enter_atomic"},
    ):
        play.do(1, entry)
    play.put("dobruja")
    return play


def entry_forms(play: Storm) -> dict[str, Offer]:
    return {str(each.label): each for each in play.campaign.offers(2) if each.command.is_entry}


def standing_now(play: Storm) -> Any:
    """What was entered, in whatever order."""
    world = play.state.world.model_dump() | {
        "aggressions": {each.target: each for each in play.state.world.aggressions}
    }
    return world, play.state.civil, play.state.powers, play.state.extra, play.state.is_waived


CHANGING = {"Conquest", "Trade pact", "Flags", "Aggression", "Withdraw aggression", "Atomic research",
            "Albania: held by Italy", "Trade pact: Italy with Rumania", "Trade pact: Axis with Russia",
            "Printed record sheet", "Waive dispute duties", "Restore the dispute duties"}  # fmt: skip
STAYING = {"Climate and balance", "Germany's numbers", "Germany's counters", "Civil war: Greece", "Civil war: Spain",
           "Russian diplomacy", "Nazi-Soviet Pact", "Flags: Turkey", "Flags: Hungary", "Aggression: Danzig",
           "Aggression: Norway"}  # fmt: skip
NOTHING_BEFORE = {f"{power}'s {what}" for power in POWERS[1:] for what in ("numbers", "counters")} | {
    "Civil war: Yugoslavia"
}


def test_a_form_proposes_the_present_values_or_a_valid_change() -> None:
    play = full()
    forms = entry_forms(play)
    assert {*forms} == (CHANGING - {"Restore the dispute duties"}) | STAYING | NOTHING_BEFORE
    for label, form in forms.items():
        sent = play.copy()
        sent.do(2, form.command.replace(reason="read again"))
        assert (standing_now(sent) == standing_now(play)) == (label in STAYING), label
    play.do(2, "enter_waiver")
    assert {*entry_forms(play)} == CHANGING - {"Waive dispute duties"} | STAYING | NOTHING_BEFORE
    play.do(2, entry_forms(play)["Restore the dispute duties"].command.replace(reason="they are back"))
    assert not play.state.is_waived


def test_with_all_countries_and_pacts_taken_forms_propose_an_end() -> None:
    play = Storm()
    countries = play.data.countries
    play.world(conquered=dict.fromkeys(countries, ITALY), pacts=frozenset(("Germany", each) for each in countries))
    forms = entry_forms(play)
    play.do(2, forms["Conquest"].command)
    play.do(2, forms["Trade pact"].command)
    assert {*countries} - {*play.state.world.conquered} == {countries[0]}
    assert {("Germany", each) for each in countries} - play.state.world.pacts == {("Germany", countries[0])}
    taken = Storm()
    taken.world(conquered={countries[0]: RUSSIA}, pacts=frozenset({("Germany", countries[0]), ("Italy", countries[1])}))
    forms = entry_forms(taken)
    assert forms["Conquest"].command.model_dump(include={"country", "by"}) == {"country": countries[1], "by": "Germany"}
    assert forms["Trade pact"].command.model_dump(include={"country", "holds"}) == {
        "country": countries[1],
        "holds": True,
    }


@pytest.mark.parametrize(
    ("first", "then", "at_once", "later"),
    [
        ({"type": "enter_world", "climate": 1}, {"climate": 2}, True, False),
        ({"type": "enter_power", "power": "Italy", "support": 1}, {"support": 2}, True, False),
        ({"type": "enter_power", "power": "Italy", "support": 0}, {"support": 2}, True, False),
        ({"type": "enter_power", "power": "Italy", "support": 1}, {"support": 1, "tiles": 2}, False, False),
        ({"type": "enter_power", "power": "Italy", "support": 1}, {"support": None}, True, False),
        ({"type": "enter_aggression", "power": "Italy", "target": "Greece", "succeeded": False},
         {"succeeded": True}, False, False),
        ({"type": "enter_aggression", "power": "Italy", "target": "Greece"}, {"succeeded": False}, True, True),
        ({"type": "enter_aggression", "power": "Italy", "target": "Greece"}, {"value": 5}, True, True),
        ({"type": "enter_aggression", "power": "Italy", "target": "Greece"},
         {"type": "withdraw_aggression"}, True, True),
        ({"type": "enter_pact", "germany": 1}, {"germany": 2}, True, False),
        ({"type": "enter_pact", "germany": 1}, {"germany": 0, "in_force": False}, True, True),
        ({"type": "enter_atomic"}, {"permitted": False}, True, True),
        ({"type": "enter_war", "country": "Spain"}, {"on": False}, True, False),
        ({"type": "enter_conquest", "country": "Spain", "by": "Italy"}, {"by": "Russia"}, True, False),
        ({"type": "enter_conquest", "country": "Spain", "by": "Italy"}, {"country": "Turkey"}, False, False),
        ({"type": "enter_trade", "country": "Spain"}, {"holds": False}, True, False),
        ({"type": "enter_trade", "country": "Spain"}, {"owner": "Italy"}, False, False),
        ({"type": "enter_flags", "country": "Spain"}, {"flags": "fewer"}, True, False),
        ({"type": "enter_russia", "purged": True}, {"purged": False}, True, False),
        ({"type": "enter_russia", "purged": True}, {"cohesion": True}, False, False),
        ({"type": "enter_russia", "purged": True}, {"opens": "Spain"}, False, False),
        ({"type": "enter_russia", "opens": "Spain"}, {"opens": "", "closes": "Spain"}, True, False),
        ({"type": "enter_sheet_line", "project": "jets", "results": "5"}, {"results": "6"}, True, False),
    ],
)  # fmt: skip
def test_correcting_this_turns_entry_needs_a_reason(
    first: dict[str, Any], then: dict[str, Any], at_once: bool, later: bool
) -> None:
    again = first | then
    if again["type"] == "withdraw_aggression":
        again = {"type": "withdraw_aggression", "target": first["target"]}
    for turn, needs in ((1, at_once), (2, later)):
        play = Storm()
        play.do(1, first)
        play.do(1, "enter_war", country="Yugoslavia")  # which makes the entry of before no other
        play.set(turn=turn)
        if needs:
            play.refused("Give a reason for the change", 2, **again)
            play.refused("Give a reason for the change", 2, **again, reason="  ")
            told = public(play.do(2, again | {"reason": " misread "}))
            assert "\nReason: misread\nCheck that your board shows the same." in told
        else:
            assert "Check that your board" not in public(play.do(2, again))
