"""The ledger as everybody and as each power reads it, line by line."""

import pytest

from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, RUSSIA
from rules.games.gathering_storm.state import Counter, Held
from rules.seat import SideSeat
from tests.rules.games.gathering_storm.harness import Storm
from tests.rules.games.gathering_storm.test_entries import full


def ledger(play: Storm, about: SideSeat | None = None) -> list[str]:
    """The lines with their headings; before a secret one, who reads it."""
    return [
        f"{f'({seat}) ' if (seat := getattr(each, 'seat', '')) else ''}{each.section}: {each}"
        for each in play.game.ledger(play.state, about)
    ]


WORLD = [
    "World: EAI: **+5** in total", "World: EAI +1: aggression against Greece", "World: EAI +1: Nazi-Soviet Pact",
    "World: EAI +1: civil war in Greece", "World: EAI +1: Quarrel over the Dobruja",
    "World: EAI +1: Rio copies the corporate state",
]  # fmt: skip
BOARD = [
    "World: Economic Climate: -1", "World: Balance of Power: -3 (positive: Axis ahead)",
    "World: Atomic research is permitted.", "World: A purge forbids Russian diplomatic counters.",
    "World: Russian cohesion is full.", "World: Also open to Russian diplomacy: Spain.",
    "Aggressions: Germany against Danzig (victory points: 2), succeeded in turn 1",
    "Aggressions: Italy against Norway (victory points: 1), under way",
    "Aggressions: Italy against Greece (victory points: 2), succeeded in turn 2", "Trade pacts: Russia with the Axis",
    "Trade pacts: Rumania with Italy", "Countries: Italy holds Albania.", "Countries: Germany holds Danzig.",
    "Countries: Italy holds Greece.", "Countries: Four flags: Hungary",
    "Countries: Four flags, kept by an event: Turkey",
    "Countries: There is a civil war in Greece. Counters: 2, events: 4",
    "Countries: There is no civil war in Spain. Counters: 1, events: 3",
]  # fmt: skip
FLOOR = "None: Can an event reduce the cost of factory conversion below zero? **no** (`conversion_floor`)"
INSTEAD = (
    "None: A diplomatic event without effect becomes support. How much? "
    "**its printed number** (`ineffective_diplomacy`)"
)
OF_GERMANY = [
    "Germany: As entered: support: **4**, income: **0**, diplomatic counters: **3**.",
    "Germany: factory conversion cost: **0** from 1; -2 Factory owners meet the ministers (factory conversion)",
    FLOOR,
    "Germany: additional events: **4** each turn",
    "(Germany) Axis: air: Axis jets: level 2, 5 steps.",
]
OF_ITALY = [
    "Italy: support: not entered, changed by +1 Rio copies the corporate state (ancillary support); "
    "+3 Grain from the East (support by trade pacts); +3 Rome talks of empire (support by EAI)",
    "Italy: additional events: **2** each turn",
    "(Italy) Axis: air: Axis jets: level 2, 5 steps.",
]
OF_BRITAIN = [
    "Britain: support: **1** from 0; +1 An envoy to Budapest (diplomacy)",
    "Britain: diplomatic counters: **3** from 2; +1 The Foreign Office is busy (diplomatic counter)",
]
OF_FRANCE = [
    "France: As entered: support: **0**.",
    "France: income tiles: **none** this turn (0 Strikes shut the French works (tile draw))",
]
OF_RUSSIA = [
    "Russia: activity counters for research: **+1** beyond the usual: +1 The academy is mobilized (research counter)",
    "Russia: additional events: **1** each turn",
]
FACE_DOWN = (
    "(Germany) Diplomacy: With your counter, Turkey: Axis **+3** (Germany)",
    "(Italy) Diplomacy: With your counter, Poland: Axis **+2** (Italy)",
)
PARTS: dict[SideSeat, tuple[list[str], list[str], list[str]]] = {
    GERMANY: (OF_GERMANY, [FACE_DOWN[0]], []),
    ITALY: (OF_ITALY, [FACE_DOWN[1]], []),
    BRITAIN: (OF_BRITAIN, [], [INSTEAD]),
    FRANCE: (OF_FRANCE, [], []),
    RUSSIA: (OF_RUSSIA, [], []),
}


def rich() -> Storm:
    """Everything was entered, and much is in play."""
    play = full()
    play.set(turn=2)
    play.do(1, "enter_aggression", power="Italy", target="Greece", value=2)
    play.set(turn=3)
    play.do(1, "enter_world", climate=-1, balance=-3)
    play.do(1, "enter_war", country="Spain", on=False, events=3)
    play.do(1, "enter_power", power="Germany", support=4, income=0, conversion=1, counters=3)
    play.do(1, "enter_power", power="France", support=0, tiles=3)
    play.do(1, "enter_power", power="Britain", support=0)
    for card in ("model-for-brazil", "strikes-in-france", "grain-from-the-east", "owners-and-ministers"):
        play.put(card)
    for card in ("envoy-to-budapest", "talk-of-empire", "academy-mobilized", "foreign-office-at-work"):
        play.put(card)
    held = {
        ITALY: (Held(card="bomber-prophets", is_shown=True), Held(card="balkan-overture", is_shown=False)),
        BRITAIN: (Held(card="pacifist-elected", is_shown=False),),
        RUSSIA: (Held(card="comrades-in-greece", is_shown=False), Held(card="tank-commission", is_shown=False)),
    }
    placed = ((GERMANY, "Turkey", 3, "diplomatic"), (ITALY, "Poland", 2, "diplomatic"),
              (GERMANY, "Rumania", 0, "anti-Comintern"))  # fmt: skip
    counters = tuple(Counter(power=p, target=t, value=v, kind=kind, phase=4) for p, t, v, kind in placed)
    play.set(held=held, counters=counters)
    play.do(1, "record", power="Germany", project="Axis jets", steps=5)
    play.at("Diplomacy: Axis placement")
    return play


def test_powers_come_first_then_the_board_then_the_rulings() -> None:
    of_powers = [line for lines, _, _ in PARTS.values() for line in lines]
    assert ledger(rich()) == [*of_powers, *WORLD, *FACE_DOWN, *BOARD, INSTEAD]


@pytest.mark.parametrize("power", [*PARTS])
def test_of_one_power_it_tells_what_is_that_powers_and_the_board(power: SideSeat) -> None:
    own, diplomacy, rulings = PARTS[power]
    assert ledger(rich(), power) == [*own, *WORLD, *diplomacy, *BOARD, *rulings]


def test_an_aggression_is_told_with_the_turn_of_its_success() -> None:
    play = full()
    play.set(turn=4)
    play.do(1, "enter_aggression", power="Italy", target="Norway")
    assert "Aggressions: Italy against Norway (victory points: 1), succeeded in turn 4" in ledger(play)


def test_support_can_fall_below_nothing() -> None:
    play = Storm()
    play.do(1, "enter_power", power="Russia", support=1)
    play.put("tank-commission")
    assert {str(each.name): each.value for each in play.game.figures(play.state)}["Russia: support"] == -2
    assert ledger(play)[0].startswith("Russia: support: **-2** from 1; -3 The tank commission reports (")


@pytest.mark.parametrize(("cost", "floor", "is_said"), [(2, "no", False), (1, "no", True), (1, "yes", False)])
def test_the_conversion_floor_ruling_is_told_where_it_decides(cost: int, floor: str, *, is_said: bool) -> None:
    play = Storm(conversion_floor=floor)
    play.do(1, "enter_power", power="Germany", conversion=cost)
    play.put("owners-and-ministers")
    assert (FLOOR in ledger(play)) == is_said
