"""Moments of Marne 1918: what everybody sees, and what every command by either side and the referee would lead to.

Each golden in ``tests/golden/marne_moments`` is one moment. ``UPDATE_GOLDEN=1`` writes them anew; read the difference
before you commit it.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.games.marne_1918 import Marne1918
from rules.games.marne_1918.combat import Declaration
from rules.games.marne_1918.doctrine import ShakeupToPlace
from rules.games.marne_1918.hand import FlightToResolve
from rules.games.marne_1918.log_events.forces import AttacksOwed, ExitToRoll, ForceDue
from rules.games.marne_1918.log_events.reactions import HandToShow
from rules.games.marne_1918.phases import ALLIES, GERMANS, Moment, Phase
from rules.games.marne_1918.state import Doctrine, ExitDie, Lapsed, Spied, State
from rules.pool import Zone
from tests.games import marne
from tests.goldens import check_all, check_lines
from tests.moments import USUAL, Ends, differences, ends, moments, otherwise
from tests.rules.games.marne_1918.campaign import before_dice, campaign_with
from tests.rules.games.marne_1918.german_events import with_german_events

GOLDEN = Path(__file__).parents[3] / "golden" / "marne_moments"
EVERY: tuple[dict[str, Any], ...] = (
    {"type": "draw"}, {"type": "draw", "side": "Allies"}, {"type": "draw", "side": "Germans"},
    {"type": "next_phase"}, {"type": "next_phase", "to": "allied combat"}, {"type": "next_phase", "to": "Nowhere"},
    {"type": "next_phase", "to": "Allied combat, operational sequence 3"}, {"type": "next_turn"},
    {"type": "keep", "marker": "Nothing"}, {"type": "return", "marker": " spies "}, {"type": "remove", "marker": "x"},
    {"type": "play", "marker": "Mangin"}, {"type": "play", "marker": "Victory Telegram"},
    {"type": "choose_scenario", "scenario": "friedensturm", "points": 7}, {"type": "choose_scenario", "scenario": "x"},
    {"type": "choose_scenario", "scenario": "Friedensturm"}, {"type": "choose_scenario", "points": 9999},
    {"type": "ask_to_declare"}, {"type": "ask_to_declare", "hex": "1204"}, {"type": "declare_combat", "hex": "1204"},
    {"type": "end_counterattack"}, {"type": "pass"},
    {"type": "play_own"}, {"type": "play_own", "cancels": True, "name": " Defense "},
    {"type": "play_own", "name": "Assault", "note": "+2 hits"}, {"type": "play_own", "is_heroic": True},
    {"type": "show_hand"}, {"type": "show_hand", "markers": "Spies, Mangin"}, {"type": "declare_offensive"},
    {"type": "take_hex", "by": "Germans", "hex": "1204", "vp": 3}, {"type": "take_hex", "by": "Allies", "hex": "1204"},
    {"type": "take_hex", "by": "Allies", "hex": "1204", "vp": 3}, {"type": "take_hex", "hex": " ", "vp": 3},
    {"type": "take_hex", "by": "Allies", "hex": "1204", "vp": 40}, {"type": "take_hex", "hex": "1204", "vp": 0},
    {"type": "enter_points"}, {"type": "enter_points", "vp": 24}, {"type": "enter_points", "vp": 20},
    {"type": "enter_points", "vp": 24, "reason": "counted"}, {"type": "enter_points", "vp": 0, "reason": "counted"},
    {"type": "enter_points", "vp": 9999, "reason": "counted"},
    {"type": "adjust", "what": "morale", "value": "2", "reason": "counted"},
    {"type": "adjust", "what": "morale", "value": "0", "reason": "counted"},
    {"type": "adjust", "what": "doctrine", "value": "evolving", "reason": "counted"},
    {"type": "adjust", "what": "doctrine", "value": "Foch", "reason": "counted"},
    {"type": "adjust", "what": "doctrine", "value": "none", "reason": "counted"},
    {"type": "adjust", "what": "transport", "value": "99", "reason": "counted"},
    {"type": "adjust", "what": "transport", "value": "100", "reason": "counted"},
    {"type": "adjust", "what": "transport", "value": "3"},
    {"type": "resolve_flight", "vp": 16, "crossed": True, "reason": "counted"},
    {"type": "resolve_flight", "vp": 17, "crossed": True, "reason": "counted"},
    {"type": "resolve_flight", "vp": 30, "crossed": False, "reason": "counted"},
    {"type": "resolve_flight", "vp": 29, "crossed": True, "reason": "counted"},
    {"type": "resolve_flight", "vp": 30, "crossed": True, "reason": "counted"},
    {"type": "resolve_flight", "vp": 30, "crossed": True}, {"type": "resolve_flight", "vp": 20, "crossed": True},
    {"type": "resolve_flight", "vp": 30}, {"type": "resolve_flight", "vp": 16, "reason": "counted"},
    {"type": "roll_exit", "captured": True}, {"type": "roll_exit", "captured": False},
    {"type": "correct_exit", "captured": True, "reason": "counted"}, {"type": "correct_exit", "captured": True},
    {"type": "correct_exit", "captured": False, "reason": "counted"},
    {"type": "place_shakeup", "hq": " IV Army "}, {"type": "place_shakeup"}, {"type": "adopt_evolving"},
    {"type": "deploy"}, {"type": "deploy", "come": False}, {"type": "report_attacks"},
    {"type": "report_attacks", "attacks": 1, "retaken": 2, "hex_points": 5},
    {"type": "report_attacks", "attacks": 0}, {"type": "report_attacks", "attacks": 3, "retaken": 1},
    {"type": "report_attacks", "attacks": 2, "hex_points": 5},
)  # fmt: skip
AT = {
    "pool": Zone.POOL, "hand": Zone.HAND, "play": Zone.IN_PLAY, "track": Zone.TRACK, "gone": Zone.REMOVED,
    "later": Zone.NOT_ENTERED,
}  # fmt: skip


def at(game: Marne1918 | None = None, fresh: Iterable[str] = (), **given: Any) -> tuple[Marne1918, State]:
    """A moment: ``hand="mangin-1 spies-1"`` and so on say where markers are, ``fresh`` which were just drawn."""
    zones = {id_: zone for name, zone in AT.items() for id_ in given.pop(name, "").split()}
    play = campaign_with(game=game, zones=zones, **given)
    state: State = play.campaign.state
    for seat, pool in state.pools.items():
        own = frozenset(id_ for id_ in fresh if id_ in pool.markers)
        state = state.in_pool(seat, lambda pool, own=own: pool.replace(undecided=own))  # type: ignore[misc]
    return game or marne(), state


def every(game: Marne1918, state: State) -> Iterator[dict[str, Any]]:
    """Every command, and all that can be done with each marker that lies before a side."""
    yield from EVERY
    for pool in state.pools.values():
        names = dict.fromkeys(game.data.name(each.id) for each in (*pool.at(Zone.HAND), *pool.at(Zone.IN_PLAY)))
        ids = [each.id for each in (*pool.at(Zone.HAND), *pool.at(Zone.IN_PLAY))]
        for name in (*names, *ids):
            yield from ({"type": do, "marker": name} for do in ("keep", "return", "remove", "play"))
        for id_ in ids:
            yield from plays(game, id_)


def plays(game: Marne1918, id_: str) -> Iterator[dict[str, Any]]:
    """The ways to play a marker."""
    type_ = game.data.type_of(id_)
    for choice in type_.choices:
        yield {"type": "play", "marker": id_, "choice": choice}
    if type_.on_hq:
        yield {"type": "play", "marker": id_, "hq": " X Army "}
    if type_.question:
        yield {"type": "play", "marker": id_, "answer": True}
    if type_.in_combat is not None:
        yield {"type": "play", "marker": id_, "answer": True, "hex": "1204"}


ASSAULT = Declaration(seat=ALLIES, marker="heroic-assault-1", choice="hits", is_heroic=True)
OWN = Declaration(seat=GERMANS, name="Defense", note="-2", is_heroic=True)
FOUR = "heroic-assault-1 heroic-assault-2 cantigny-1 spies-1"
TELEGRAM = "victory-telegram-1 mangin-1"
MOMENTS: dict[str, dict[str, Any]] = {
    "the start": {},
    "before turn 2": {},
    "turn 1, before anything": {"turn": 1, "drawn": frozenset(), "later": "clemenceau-1 air-unit-3"},
    "turn 1, points entered": {"turn": 1, "drawn": frozenset(), "victory_points": 7},
    "attacker to cancel what the defender declared": {
        "phase": Phase.ALLIED_COMBAT, "sequence": 1, "hand": "heroic-assault-2 heroic-defense-1",
        **before_dice(ALLIES, ALLIES, OWN),
    },
    "Allied combat, few points": {"phase": Phase.ALLIED_COMBAT, "sequence": 1, "mangin_turn": 5, "victory_points": 3},
    "Allied combat, a point more": {"phase": Phase.ALLIED_COMBAT, "sequence": 1, "mangin_turn": 5, "victory_points": 4},
    "just drawn": {"hand": f"{FOUR} air-unit-1", "fresh": ["heroic-assault-2", "spies-1"], "victory_points": 20},
    "hand full": {
        "hand": f"{FOUR} air-unit-1 pershing-1", "fresh": ["heroic-assault-2"], "victory_points": 20,
        "lapsed": {ALLIES: Lapsed(turn=4, markers=("cantigny-1",))},
    },
    "hand full, Clemenceau on the track": {
        "hand": f"{FOUR} air-unit-1 pershing-1", "fresh": ["heroic-assault-2"], "track": "clemenceau-1",
    },
    "not drawn, two alike in play and in hand": {
        "drawn": frozenset(), "hand": "heroic-assault-1 spies-1 surprise-attack-1",
        "play": "heroic-assault-2 surprise-attack-2",
    },
    "two alike in play and in hand": {
        "phase": Phase.DOCTRINE, "hand": "heroic-assault-1 surprise-attack-1 heroic-defense-3",
        "play": "heroic-assault-2 surprise-attack-2 heroic-defense-1",
    },
    "flight drawn": {
        "hand": "the-government-flees-1 spies-1", "waiting": (FlightToResolve(seat=ALLIES,
        marker="the-government-flees-1"),),
        "track": "command-shakeup-1 command-shakeup-2", "victory_points": 20,
    },
    "flight drawn, Clemenceau on the track": {
        "hand": "the-government-flees-1", "waiting": (FlightToResolve(seat=ALLIES, marker="the-government-flees-1"),),
        "track": "command-shakeup-1 command-shakeup-2 clemenceau-1",
    },
    "flight drawn, evolving": {
        "hand": "the-government-flees-1 spies-1", "fresh": ["spies-1"], "doctrine": Doctrine.EVOLVING,
        "waiting": (FlightToResolve(seat=ALLIES, marker="the-government-flees-1"),),
        "track": "command-shakeup-1 command-shakeup-2",
    },
    "offensives": {
        "phase": Phase.OFFENSIVES, "hand": f"offensive-marne spies-1 {TELEGRAM} cantigny-1 gouraud-1",
        "victory_points": 20, "american_hq_since": 4, "german_offensive": 3,
    },
    "offensives, the Germans have declared": {
        "phase": Phase.OFFENSIVES, "hand": f"offensive-marne {TELEGRAM} clemenceau-1", "german_offensive": 5,
        "american_hq_since": 5, "retaken_last_turn": True,
    },
    "Telegram without Mangin": {"phase": Phase.SUPPLY, "hand": "victory-telegram-1", "german_offensive": 5},
    "offensives, Americans left": {
        "phase": Phase.OFFENSIVES, "american_hq_since": 2, "americans_left": True, "exit_die": ExitDie(die=5,
        modifier=1),
    },
    "supply": {
        "phase": Phase.SUPPLY, "hand": "pershing-1 clemenceau-1 command-shakeup-1 change-of-doctrine-1 gouraud-1",
        "flight_cost": 4, "victory_points": 20, "track": "command-shakeup-2",
        "spied": {ALLIES: Spied(turn=4, markers="Assault")},
    },
    "supply, doctrine can change": {
        "phase": Phase.SUPPLY, "hand": "change-of-doctrine-1 gouraud-1", "track": "command-shakeup-1 clemenceau-1",
        "doctrine": Doctrine.EVOLVING,
    },
    "supply, Pétain": {"phase": Phase.SUPPLY, "hand": "gouraud-1", "doctrine": Doctrine.PETAIN},
    "Americans roll": {
        "phase": Phase.SUPPLY, "waiting": (ExitToRoll(told=True),), "american_hq_since": 2, "hand": "clemenceau-1",
        "exit_die": ExitDie(die=4, modifier=0),
    },
    "Americans stayed": {"phase": Phase.DOCTRINE, "american_hq_since": 2, "exit_die": ExitDie(die=5, modifier=0)},
    "doctrine, evolving is open": {"phase": Phase.DOCTRINE,
    "track": "command-shakeup-1 command-shakeup-2 clemenceau-1"},
    "shakeup to place": {
        "phase": Phase.SUPPLY, "waiting": (ShakeupToPlace(marker="command-shakeup-1"),), "play": "command-shakeup-1",
    },
    "replacements": {"phase": Phase.REPLACEMENTS, "hand": "improved-organization-1 air-unit-1"},
    "arrival": {"phase": Phase.ARRIVAL, "hand": "air-unit-1 air-unit-2 improved-organization-1"},
    "arrival, an air unit has come": {"phase": Phase.ARRIVAL, "hand": "air-unit-2", "air_unit": True},
    "placement": {"phase": Phase.PLACEMENT, "hand": "improved-organization-2", "transport": 1},
    "German combat": {
        "phase": Phase.GERMAN_COMBAT, "sequence": 1, "victory_points": 20,
        "hand": "heroic-defense-1 immediate-counterattack-1 russian-legion-1 belleau-wood-1 heroic-assault-1",
        "telegram": True, "german_offensive": 5,
    },
    "counterattack": {
        "phase": Phase.GERMAN_COMBAT, "sequence": 1, "counterattack": ALLIES,
        "hand": "heroic-defense-1 immediate-counterattack-1 heroic-assault-1 surprise-attack-1",
    },
    "Allied movement, sequence 1": {
        "phase": Phase.ALLIED_MOVEMENT, "sequence": 1, "hand": "mangin-1 surprise-attack-1", "german_offensive": 4,
    },
    "Allied movement, sequence 2": {
        "phase": Phase.ALLIED_MOVEMENT, "sequence": 2, "hand": "mangin-1", "german_offensive": 4,
        "offensives": ("offensive-marne",), "play": "offensive-marne",
    },
    "before Allied movement with the Telegram": {
        "phase": Phase.GERMAN_COMBAT, "sequence": 1, "telegram": True, "german_offensive": 5,
        "captured_in_sequence": True,
    },
    "the force is due in sequence 3": {
        "phase": Phase.ALLIED_MOVEMENT, "sequence": 3, "telegram": True, "german_offensive": 5,
        "waiting": (ForceDue(),),
    },
    "the force is due": {
        "phase": Phase.ALLIED_MOVEMENT, "sequence": 1, "telegram": True, "german_offensive": 5,
        "waiting": (ForceDue(),),
    },
    "Allied combat": {
        "phase": Phase.ALLIED_COMBAT, "sequence": 1, "hand": "heroic-assault-1 heroic-defense-1 surprise-attack-1",
        "mangin_turn": 5, "victory_points": 20, "play": "russian-legion-1 command-shakeup-1", "german_offensive": 4,
    },
    "Allied combat, Mangin paid": {
        "phase": Phase.ALLIED_COMBAT, "sequence": 1, "mangin_turn": 5, "mangin_paid": True, "victory_points": 4,
    },
    "attacks owed": {
        "phase": Phase.ALLIED_COMBAT, "sequence": 1, "mangin_turn": 5, "victory_points": 20,
        "waiting": (AttacksOwed(),), "hand": "cantigny-1",
    },
    "attacker to declare": {
        "phase": Phase.ALLIED_COMBAT, "sequence": 1, **before_dice(ALLIES, ALLIES),
        "hand": "heroic-assault-1 heroic-defense-1",
    },
    "Germans to answer an assault": {
        "phase": Phase.ALLIED_COMBAT, "sequence": 1, "hand": "heroic-assault-2 heroic-defense-1",
        "play": "heroic-assault-1",
        **before_dice(ALLIES, GERMANS, ASSAULT),
    },
    "Allies to cancel": {
        "phase": Phase.ALLIED_COMBAT, "sequence": 1, "hand": "heroic-assault-2 heroic-defense-1",
        "play": "heroic-assault-1",
        **before_dice(ALLIES, ALLIES, ASSAULT, OWN),
    },
    "Allies to defend": {
        "phase": Phase.GERMAN_COMBAT, "sequence": 1, "hand": "heroic-assault-2 heroic-defense-1",
        **before_dice(GERMANS, ALLIES, OWN),
    },
    "Germans to show": {"phase": Phase.OFFENSIVES, "waiting": (HandToShow(awaiting=GERMANS, to=ALLIES),),
    "play": "spies-1"},
    "the end of the last turn": {
        "turn": 18, "phase": Phase.ALLIED_COMBAT, "sequence": 1, "hand": "cantigny-1 spies-1", "victory_points": 20,
    },
    "over": {"turn": 18, "phase": Phase.ALLIED_COMBAT, "sequence": 1, "over": True, "victory_points": 20,
    "hand": "spies-1"},
    "over and scored": {"turn": 18, "phase": Phase.ALLIED_COMBAT, "sequence": 1, "over": True, "scored": True},
}  # fmt: skip
GERMAN: dict[str, dict[str, Any]] = {
    "a German pool, drawn": {"hand": "german-rumour-1 german-assault-1 spies-1", "fresh": ["german-assault-1",
    "spies-1"]},
    "a German pool, one side drew": {"drawn": frozenset({GERMANS}), "hand": "german-rumour-1"},
    "a German pool, Spies": {"phase": Phase.OFFENSIVES, "hand": "german-rumour-1 german-assault-1 spies-1"},
    "a German pool, the Germans defend": {
        "phase": Phase.ALLIED_COMBAT, "sequence": 1, "hand": "german-defense-1 german-defense-2 heroic-assault-2",
        **before_dice(ALLIES, GERMANS, ASSAULT), "play": "heroic-assault-1",
    },
    "a German pool, counterattack": {
        "phase": Phase.GERMAN_COMBAT, "sequence": 1, "counterattack": ALLIES,
        "hand": "german-defense-1 german-assault-1 heroic-assault-2 heroic-defense-1",
    },
}  # fmt: skip


def begun(name: str, game: Marne1918) -> tuple[Marne1918, State]:
    """A moment of a game; two of them begin with the markers that have entered by its rulings."""
    if name in ("the start", "before turn 2"):
        late = {"now": Moment(sequence=1, phase=Phase.ALLIED_COMBAT), "drawn": frozenset({ALLIES})}
        return game, game.start().replace(**(late if name == "before turn 2" else {}))
    return at(game, **(MOMENTS | GERMAN)[name])


def golden(name: str) -> Path:
    return GOLDEN / f"{name.replace(',', '').replace(' ', '_').lower()}.txt"


LIKE = {
    "before turn 2": "the start", "turn 1, before anything": "the start",
    "turn 1, points entered": "turn 1, before anything", "Allied combat, few points": "before turn 2",
    "Allied combat, a point more": "Allied combat, few points", "hand full": "just drawn",
    "hand full, Clemenceau on the track": "hand full", "flight drawn, evolving": "flight drawn",
    "Americans stayed": "offensives, Americans left", "doctrine, evolving is open": "Americans stayed",
    "arrival, an air unit has come": "arrival", "Allied movement, sequence 2": "Allied movement, sequence 1",
    "the force is due in sequence 3": "before Allied movement with the Telegram",
    "the force is due": "the force is due in sequence 3", "Allied combat": "counterattack",
    "Allied combat, Mangin paid": "Allied combat, a point more",
    "attacker to declare": "attacker to cancel what the defender declared",
    "Germans to answer an assault": "attacker to cancel what the defender declared",
    "Allies to cancel": "Germans to answer an assault",
    "Allies to defend": "attacker to cancel what the defender declared", "the end of the last turn": "attacks owed",
    "over": "the end of the last turn", "over and scored": "over",
    "a German pool, one side drew": "a German pool, drawn", "a German pool, Spies": "a German pool, drawn",
    "a German pool, the Germans defend": "Germans to answer an assault",
}  # fmt: skip
"""The earlier moment by which each is told: its golden says what is otherwise. The others are told by what is usual."""


def test_every_command_ends_as_it_did() -> None:
    german = with_german_events()
    begins = {name: begun(name, german if name in GERMAN else marne()) for name in MOMENTS | GERMAN}
    told = moments({name: (game, state, every(game, state)) for name, (game, state) in begins.items()}, LIKE)
    check_all({golden(name): lines for name, lines in told.items()})


RULED = {
    "draws_a_turn": ["not drawn, two alike in play and in hand"],
    "allied_hand_limit": ["hand full"],
    "must_occur_in_hand": ["hand full", "just drawn"],
    "must_occur": ["offensives"],
    "retaken_with_mangin": ["Allied combat", "Allied combat, Mangin paid", "attacks owed"],
    "first_to_move": ["placement", "Allied combat", "German combat"],
    "heroic_defense_entry": ["the start", "before turn 2", "turn 1, points entered"],
    "cantigny_entry": ["the start", "before turn 2", "turn 1, points entered"],
    "offensives_entry": ["the start", "before turn 2", "turn 1, points entered"],
    "shakeups_for_evolving": ["supply", "doctrine, evolving is open"],
    "clemenceau_and_the_flight": ["supply"],
    "clemenceau_cancels": ["flight drawn, Clemenceau on the track"],
    "shakeups_taken_off": ["flight drawn", "flight drawn, evolving"],
    "evolving_moment": ["supply", "doctrine, evolving is open"],
}


@cache
def usually(name: str) -> Ends:
    """How every command ends at a moment by default."""
    game, state = begun(name, marne())
    return ends(game, state, every(game, state))


@pytest.mark.parametrize("ruling", RULED)
def test_every_command_ends_as_it_did_under_another_ruling(ruling: str) -> None:
    lines: list[str] = []
    for name in RULED[ruling]:
        game = marne()
        other = game.with_ruling(ruling, game.data.rulings[ruling].ids[-1])
        (_, state), (_, then) = begun(name, game), begun(name, other)
        lines += otherwise(usually(name), ends(other, then, every(other, then)), f"{ruling} at {name}")
        lines += (f"changed later: {each}" for each in differences(state, other.on_ruling_changed(state)))
    check_lines(GOLDEN / f"by_{ruling}.txt", lines)


def test_there_is_a_moment_to_every_golden() -> None:
    names = {golden(name).name for name in (*MOMENTS, *GERMAN, USUAL)} | {f"by_{ruling}.txt" for ruling in RULED}
    assert {each.name for each in GOLDEN.glob("*.txt")} == names
