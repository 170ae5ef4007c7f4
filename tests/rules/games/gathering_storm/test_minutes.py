"""Moments of Gathering Storm: what everybody sees, and what every command by each power and the referee would lead to.

Each golden in ``tests/golden/storm_moments`` is one moment. ``UPDATE_GOLDEN=1`` writes them anew; read the difference
before you commit it.
"""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules.dice import SealedDice
from rules.errors import RuleError
from rules.games.gathering_storm import GatheringStorm
from rules.games.gathering_storm.numbers import numbered, place_of
from rules.games.gathering_storm.playing import options, proposal
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, POWERS, RUSSIA
from rules.games.gathering_storm.state import (
    Aggression,
    CardChoice,
    CivilWar,
    Counter,
    Held,
    InPlay,
    Power,
    Progress,
    State,
    World,
)
from rules.log import play
from tests.games import SEED
from tests.goldens import changed, check_all, check_lines
from tests.moments import USUAL, Ends, ends, moments, otherwise, told
from tests.rules.games.gathering_storm.harness import storm

GOLDEN = Path(__file__).parents[3] / "golden" / "storm_moments"
R = "counted"
EVERY: tuple[dict[str, Any], ...] = (
    {"type": "draw"}, {"type": "next_phase"}, {"type": "next_phase", "to": "crises "},
    {"type": "next_phase", "to": "Economy"}, {"type": "next_phase", "to": "research"}, {"type": "next_turn"},
    {"type": "play", "marker": "Nothing"}, {"type": "turn_up"}, {"type": "printed_deck", "general": 3, "national": 2},
    {"type": "enter_waiver", "waived": True},
    {"type": "enter_waiver", "waived": True, "reason": R}, {"type": "enter_waiver", "waived": False, "reason": R},
)  # fmt: skip
PLACING: tuple[dict[str, Any], ...] = tuple(
    {"type": "place_counter", "power": power, "target": target, "value": value}
    for power in POWERS
    for target, value in (("Rumania", 1), ("bulgaria", 0), ("Bulgaria", 2), ("Spain", 9), ("Poland", 0))
) + tuple(
    {"type": "place_counter", "power": power, "target": target, "counter": "anti-Comintern"}
    for power in (GERMANY, ITALY, BRITAIN)
    for target in ("Rumania", "Bulgaria")
) + ({"type": "place_counter", "power": "Germany", "target": "Atlantis"},)  # fmt: skip
ENTERING: tuple[dict[str, Any], ...] = (
    {"type": "enter_world", "climate": 2, "balance": -5}, {"type": "enter_world"},
    {"type": "enter_world", "climate": 2, "balance": -5, "reason": R}, {"type": "enter_world", "climate": 4},
    {"type": "enter_power", "power": "Germany", "support": 5, "income": 30, "tiles": 1, "conversion": 4, "counters": 6},
    {"type": "enter_power", "power": "Germany", "support": 5, "reason": R},
    {"type": "enter_power", "power": "Russia", "counters": 0}, {"type": "enter_power", "power": "Italy"},
    {"type": "enter_aggression", "power": "Germany", "target": "austria", "value": 2},
    {"type": "enter_aggression", "power": "Germany", "target": "Austria", "succeeded": False},
    {"type": "enter_aggression", "power": "Italy", "target": "Albania", "value": 1, "succeeded": False},
    {"type": "enter_aggression", "power": "Italy", "target": "Albania", "value": 1},
    {"type": "enter_aggression", "power": "Italy", "target": "Albania", "value": 3, "reason": R},
    {"type": "enter_aggression", "power": "Italy", "target": "Albania", "succeeded": False, "reason": R},
    {"type": "enter_aggression", "power": "Russia", "target": "Finland", "value": 1, "succeeded": False},
    {"type": "enter_aggression", "power": "Russia", "target": "Finland", "value": 1, "reason": R},
    {"type": "enter_aggression", "power": "Italy", "target": "Atlantis"},
    {"type": "withdraw_aggression", "target": "Albania"}, {"type": "withdraw_aggression", "target": "Turkey",
    "reason": R},
    {"type": "withdraw_aggression", "target": "Albania", "reason": R},
    {"type": "enter_pact", "germany": 1, "russia": 2}, {"type": "enter_pact", "germany": 1, "russia": 2, "reason": R},
    {"type": "enter_pact", "in_force": False, "reason": R}, {"type": "enter_pact", "germany": 1, "in_force": False},
    {"type": "enter_atomic"}, {"type": "enter_atomic", "permitted": False, "reason": R},
    {"type": "enter_atomic", "permitted": False}, {"type": "enter_war", "country": "Greece"},
    {"type": "enter_war", "country": "Spain", "on": False, "counters": 3},
    {"type": "enter_war", "country": "Spain", "on": True, "counters": 1, "events": 4, "reason": R},
    {"type": "enter_war", "country": "Poland"}, {"type": "enter_war", "country": "Atlantis"},
    {"type": "enter_conquest", "country": "poland", "by": "Germany"},
    {"type": "enter_conquest", "country": "Poland", "by": "Russia", "reason": R},
    {"type": "enter_conquest", "country": "Poland", "reason": R}, {"type": "enter_conquest", "country": "Spain"},
    {"type": "enter_trade", "owner": "Germany", "country": "Rumania"},
    {"type": "enter_trade", "owner": "Germany", "country": "Rumania", "holds": False, "reason": R},
    {"type": "enter_trade", "owner": "Axis", "country": "Russia"},
    {"type": "enter_trade", "owner": "Russia", "country": "Russia"},
    {"type": "enter_trade", "owner": "Russia", "country": "Atlantis"},
    {"type": "enter_flags", "country": "Hungary"}, {"type": "enter_flags", "country": "Hungary", "reason": R},
    {"type": "enter_flags", "country": "Hungary", "flags": "four, kept by an event", "reason": R},
    {"type": "enter_flags", "country": "Hungary", "flags": "fewer", "reason": R},
    {"type": "enter_russia", "purged": True}, {"type": "enter_russia", "cohesion": True, "reason": R},
    {"type": "enter_russia", "opens": "turkey"}, {"type": "enter_russia", "opens": "Turkey", "reason": R},
    {"type": "enter_russia", "closes": "Turkey", "reason": R},
    {"type": "enter_russia", "opens": "Turkey", "closes": "Turkey", "reason": R},
)  # fmt: skip
RESEARCHING: tuple[dict[str, Any], ...] = (
    *({"type": "assign", "power": power, "project": project, "points": points}
      for power, project, points in (
          ("Germany", "axis air range", 1), ("Germany", "Axis air range", 3), ("Germany", "Axis air range", 4),
          ("Germany", "German armor", 2), ("Italy", "German armor", 1), ("Italy", "Axis jets", 20),
          ("Germany", "Axis atomic research", 1), ("Germany", "Allied air range", 1), ("Germany", "Nothing", 1),
          ("Britain", "Allied air range", 1), ("France", "Allied air range", 2), ("Russia", "Russian armor", 1),
          ("France", "British battleship design", 1),
      )),
    *({"type": "reassign", "power": power, "source": source, "project": project, "points": points}
      for power, source, project, points in (
          ("Germany", "Axis air range", "Axis air transport", 2), ("Germany", "Axis air range", "Axis air transport",
          3),
          ("Germany", "Axis air range", "axis air range", 1), ("Germany", "Axis air range", "Axis radar", 1),
          ("Germany", "Axis air range", "Axis jets", 1), ("Germany", "Axis air range", "Axis atomic research", 1),
          ("Italy", "Axis air range", "Axis air transport", 1), ("Italy", "Axis air range", "Axis torpedoes", 1),
          ("Italy", "Axis air range", "German armor", 1), ("Britain", "Allied air range", "Allied air transport", 1),
          ("Germany", "Axis jets", "Axis air transport", 1), ("Russia", "Axis air range", "Russian armor", 1),
      )),
    *({"type": "record", "power": power, "project": project, **fields}
      for power, project, fields in (
          ("Germany", "axis air range", {"steps": 5}), ("Germany", "Axis air range", {"steps": 6}),
          ("Germany", "Axis air range", {"steps": 7}), ("Germany", "Axis air range", {"steps": 8}),
          ("Germany", "Axis air range", {"steps": 9}), ("Germany", "Axis air range", {"maximum": 7}),
          ("Germany", "Axis air range", {"maximum": 6}), ("Germany", "Axis air range", {"maximum": 5}),
          ("Germany", "Axis air range", {"revealed": True}),
          ("Germany", "Axis air range", {"results": 1, "revealed": True}), ("Germany", "German armor", {"maximum": 3}),
          ("Germany", "Axis radar", {}), ("Italy", "German armor", {"steps": 1}), ("Germany", "Nothing", {"steps": 1}),
          ("France", "Allied radar", {"steps": 2, "results": 2, "revealed": True, "maximum": 2}),
          ("Germany", "Axis subversion", {"steps": 99}), ("Britain", "Allied radar", {"revealed": True}),
      )),
)  # fmt: skip
PRINTED: tuple[dict[str, Any], ...] = tuple(
    {"type": "write_card", "card": card, "text": text}
    for card in ("It1", "Ge2", "Br1", "Ru7")
    for text in ("Ours *alone* / Italian support level: +1", "Atlantis: 1", "Nothing", "EAI: +1", "Hungary: 1")
) + tuple(
    {"type": "write_general", "text": text}
    for text in ("EAI: +1", "German support level: -1", "Spain: 0", "Double value of previous investment in air range")
)


def plays(game: GatheringStorm, state: State) -> Iterator[dict[str, Any]]:
    """The ways to play each card that lies before a power, and what nobody can choose for it."""
    for power in POWERS:
        for held in state.held.get(power, ()):
            play: dict[str, Any] = {"type": "play", "marker": place_of(held.card)}
            chosen = dict(proposal(game.data, state, power, held.card))
            yield play
            yield {"type": "play", "marker": str(game.data.title(held.card)).upper(), **chosen}
            for field, allowed in options(game.data, state, power, held.card).items():
                for value in (*allowed[:2], *allowed[2:][-1:], "Atlantis", "Axis radar", "Italy"):
                    yield {**play, **chosen, field: value}


def held(*cards: str, shown: bool = False, overdue: bool = False) -> tuple[Held, ...]:
    return tuple(Held(card=card, is_shown=shown, is_overdue=overdue) for card in cards)


def in_play(card: str, power: str | None = None, waits: bool = False, **choice: str) -> InPlay:
    return InPlay(card=card, power=power, choice=CardChoice(**choice), waits=waits)


def placed(*counters: tuple[str, str, int, int], anti: str = "") -> tuple[Counter, ...]:
    """Counters by power, country, value and phase; ``anti`` is who placed the anti-Comintern counter."""
    usual = (Counter(power=p, target=t, value=v, phase=n) for p, t, v, n in counters)
    other = [Counter(power=anti, target="Rumania", value=0, kind="anti-Comintern", phase=4)] if anti else []
    return (*usual, *other)


DISPUTE = in_play("dobruja")
NUMBERS = {power: Power(support=5, income=30, tiles=2, conversion=4, counters=2) for power in POWERS}
PROGRESS = {
    "Axis air range": Progress(before=4, now=1, maximum=8, surplus=2, results=0, doubled=1),
    "Axis air transport": Progress(before=2, now=1, maximum=4, advanced=1),
    "Axis jets": Progress(before=1), "German armor": Progress(before=5, now=1), "Axis radar": Progress(results=1),
    "German West Wall": Progress(results=3),
    "Allied radar": Progress(before=2, results=1, is_revealed=True), "Allied air range": Progress(surplus=1, now=2),
    "Russian armor": Progress(before=1, gifts=1),
}  # fmt: skip
FULL = World(
    climate=1, balance=4, has_pact=True, is_purged=True, is_atomic_permitted=True,
    aggressions=(
        Aggression(target="Albania", power=ITALY, value=1, turn=2),
        Aggression(target="Austria", power=GERMANY, value=2, turn=2, conquered=2),
        Aggression(target="Sudetenland", power=GERMANY, value=1, turn=3, conquered=3),
    ),
    conquered={"Austria": GERMANY, "Poland": RUSSIA}, flags={"Hungary": "four", "Spain": "four, kept by an event"},
    pacts=frozenset({("Germany", "Rumania"), ("Italy", "Hungary")}), open_to_russia=frozenset({"Turkey"}),
)  # fmt: skip
WARS = {"Spain": CivilWar(events=2, counters=2), "Greece": CivilWar(events=5, counters=5, is_on=True)}
ALL_HELD = {
    GERMANY: held("larger-army", "torpedo-drawings"), ITALY: held("balkan-overture"),
    BRITAIN: held("envoy-to-budapest"), FRANCE: held("second-bureau", shown=True), RUSSIA: held("danube-mission"),
}  # fmt: skip
CARDS_OF = {
    "economy": ("prices-hold", "strikes-in-france", "owners-and-ministers"),
    "research": ("torpedo-drawings", "italian-agents", "second-bureau", "reader-of-axis-mail", "academy-mobilized"),
    "construction": ("reservists-called", "subscription-ship", "yards-day-and-night", "ship-made-ready"),
    "support": (
        "pacifist-elected", "model-for-brazil", "larger-army", "bomber-prophets", "italian-dockyards",
        "tank-commission",
        "grain-from-the-east", "talk-of-empire", "tariffs-in-parliament", "general-staff-review",
    ),
    "diplomacy": (
        "envoy-to-budapest", "balkan-overture", "comrades-in-greece", "foreign-office-at-work", "danube-mission",
        "hostile-bloc-undone",
    ),
}  # fmt: skip


def dealt(group: str, shown: bool = False, overdue: bool = False) -> dict[Any, tuple[Held, ...]]:
    """All the cards of a group, each before its power."""
    data = storm().data
    return {
        power: held(*(card for card in CARDS_OF[group] if data.card(card).power == power), shown=shown, overdue=overdue)
        for power in POWERS
    }


def everything_seen() -> frozenset[str]:
    return frozenset(card.id for card in storm().data.cards)


def decked(**given: Any) -> dict[str, Any]:
    """A campaign with a printed deck of ten and ten cards."""
    return {"printed": dict.fromkeys(("general", *POWERS), 10), **given}


PRINTED_HELD = {
    GERMANY: held(numbered("Germany", 2)),
    ITALY: held(numbered("Italy", 1, "Ours", [{"kind": "support", "power": "Italy", "amount": 1}])),
    BRITAIN: held(numbered("Britain", 1, "Half", [{"kind": "ancillary EAI", "amount": 1}]), numbered("Britain", 5)),
}
GENERAL_READ = numbered("general", 3, "", [{"kind": "EAI", "amount": 2}])
SECRET = {
    GERMANY: "larger-army", ITALY: "bomber-prophets", BRITAIN: "tariffs-in-parliament", FRANCE: "general-staff-review",
    RUSSIA: "tank-commission",
}  # fmt: skip
PLAYED = {
    GERMANY: "torpedo-drawings", ITALY: "talk-of-empire", BRITAIN: "pacifist-elected", FRANCE: "reservists-called",
    RUSSIA: "academy-mobilized",
}  # fmt: skip
PUBLIC = {"prices-hold", "model-for-brazil", "yards-day-and-night", "ship-made-ready", "comrades-in-greece"}
ONE_MORE = {
    power: numbered(power, 9, "More", [{"kind": "diplomatic counter", "power": power}]) for power in (GERMANY, RUSSIA)
}
MOMENTS: dict[str, tuple[tuple[tuple[dict[str, Any], ...], ...], Callable[[], dict[str, Any]]]] = {
    "turn 1, before anything": ((ENTERING[:8], PLACING[:8], RESEARCHING, PRINTED[:6]), lambda: {"has_drawn": False}),
    "turn 3, before the draw": ((), lambda: {
        "turn": 3, "has_drawn": False, "world": FULL, "extra": {GERMANY: 1, RUSSIA: 2}, "powers": NUMBERS,
        "civil": WARS,
    }),
    "empty piles with cards on the table": ((), lambda: {
        "turn": 3, "has_drawn": False, "seen": everything_seen(), "world": FULL, "extra": {RUSSIA: 2},
        "held": {**ALL_HELD, RUSSIA: held("tank-commission", "danube-mission"), ITALY: held(
            "bomber-prophets", "model-for-brazil", "grain-from-the-east", "talk-of-empire")},
        "played": (in_play("prices-hold", "Germany"), in_play("mutiny-in-libya"), DISPUTE),
    }),
    "nothing entered yet": ((ENTERING,), lambda: {"held": ALL_HELD}),
    "all entered in earlier turns": ((ENTERING,), lambda: {
        "turn": 3, "world": FULL, "powers": NUMBERS, "civil": WARS, "extra": {GERMANY: 1}, "research": PROGRESS,
    }),
    "all entered this turn": ((ENTERING,), lambda: {
        "turn": 3, "world": FULL.replace(has_cohesion=True), "powers": NUMBERS, "civil": WARS, "entered": entered(3),
        "held": {ITALY: held("grain-from-the-east", "talk-of-empire")},
        "played": (in_play("grain-from-the-east", "Italy"),),
    }),
    "random events, cards face up and down": ((), lambda: {
        "held": {**ALL_HELD, ITALY: held("model-for-brazil", shown=True)}, "played": (in_play("naval-treaty-dropped"),),
        "seen": everything_seen() - {"italian-agents"},
    }),
    "support": ((), lambda: {
        "phase": 2, "held": dealt("support"), "powers": NUMBERS, "world": FULL, "research": PROGRESS, "turn": 3,
    }),
    "economy": ((), lambda: {"phase": 1, "held": dealt("economy", shown=True), "powers": NUMBERS}),
    "economy, nothing left to convert": ((), lambda: {
        "phase": 1, "held": {GERMANY: held("owners-and-ministers"), FRANCE: held("strikes-in-france")},
        "powers": {GERMANY: Power(conversion=1, support=0, income=1), FRANCE: Power(tiles=1)},
    }),
    "Axis placement, one counter more": ((PLACING,), lambda: decked(
        phase=4, powers=NUMBERS, played=(in_play(ONE_MORE[GERMANY], "Germany"),),
        counters=placed(("Germany", "Greece", 2, 4), ("Germany", "Turkey", 1, 4)))),
    "Axis second placement, one counter more": ((PLACING,), lambda: decked(
        phase=6, powers=NUMBERS, played=(in_play(ONE_MORE[GERMANY], "Germany"),),
        counters=placed(("Germany", "Greece", 2, 4), ("Germany", "Turkey", 1, 6)))),
    "Axis second placement, one counter more, none placed early": ((PLACING,), lambda: decked(
        phase=6, powers=NUMBERS, played=(in_play(ONE_MORE[GERMANY], "Germany"),),
        counters=placed(("Germany", "Greece", 2, 6), ("Germany", "Turkey", 1, 6)))),
    "Allied placement, a purge and one counter more": ((PLACING,), lambda: decked(
        phase=5, powers=NUMBERS, played=(in_play(ONE_MORE[RUSSIA], "Russia"),), world=World(is_purged=True))),
    "economy, all have played": ((), lambda: {
        "phase": 1, "held": {power: held(card) for power, card in SECRET.items()},
        "played": tuple(in_play(card, power) for power, card in PLAYED.items()), "seen": everything_seen() - PUBLIC,
    }),
    "subversion, single events": ((), lambda: {
        "phase": 8, "held": {
            GERMANY: held("larger-army"), ITALY: held("grain-from-the-east"), BRITAIN: held("pacifist-elected"),
            FRANCE: held("second-bureau", overdue=True, shown=True), RUSSIA: held("hostile-bloc-undone"),
        },
        "counters": placed(("Germany", "Greece", 2, 4)), "world": FULL, "turn": 3,
    }),
    "crises, nothing played": ((), lambda: {
        "phase": 9, "held": {GERMANY: held("larger-army", "prices-hold"), BRITAIN: held("tariffs-in-parliament"),
                             ITALY: held("italian-agents", "balkan-overture"), RUSSIA: held("hostile-bloc-undone")},
        "world": FULL, "turn": 3, "extra": {GERMANY: 1}, "research": PROGRESS, "is_waived": True,
    }),
    "research, all of it played": ((RESEARCHING[-17:],), lambda: {
        "phase": 2, "research": PROGRESS, "turn": 3, "played": (
            in_play("torpedo-drawings", "Germany"), in_play("italian-agents", "Italy", waits=True,
            project="Axis radar"),
            in_play("reader-of-axis-mail", "Britain", project="Axis radar"),
            in_play("larger-army", "Germany"), in_play("bomber-prophets", "Italy"), in_play("tank-commission",
            "Russia"),
            in_play("second-bureau", "France", waits=True, project="Allied espionage", second="Allied subversion"),
        ),
    }),
    "research": ((RESEARCHING,), lambda: {"phase": 2, "held": dealt("research"), "research": PROGRESS}),
    "research, atomic permitted, points assigned": ((RESEARCHING,), lambda: {
        "phase": 2, "research": PROGRESS, "world": FULL, "turn": 3, "assigned": frozenset({"Axis"}),
        "played": (in_play("second-bureau", "France", waits=True, project="Allied radar", second="Allied air range"),
        in_play("better-aviation-fuel")),
    }),
    "construction": ((RESEARCHING,), lambda: {"phase": 3, "held": dealt("construction"), "research": PROGRESS}),
    "Axis placement": ((PLACING,), lambda: {
        "phase": 4, "powers": NUMBERS, "world": FULL, "turn": 3, "counters": placed(("Germany", "Greece", 2, 4)),
    }),
    "Axis placement, the anti-Comintern counter lies": ((PLACING,), lambda: {
        "phase": 4, "powers": NUMBERS, "counters": placed(("Germany", "Greece", 2, 4), anti="Germany"),
        "held": {GERMANY: held("larger-army")},
    }),
    "Axis placement, a dispute": ((PLACING,), lambda: {"phase": 4, "played": (DISPUTE,), "powers": NUMBERS}),
    "Axis placement, a dispute that nobody can meet": ((PLACING,), lambda: {
        "phase": 4, "played": (DISPUTE,), "powers": dict.fromkeys(POWERS, Power(counters=0)),
    }),
    "Axis placement, a dispute with a side": ((PLACING,), lambda: {
        "phase": 4, "played": (DISPUTE,), "powers": NUMBERS, "counters": placed(("Italy", "Bulgaria", 2, 4)),
    }),
    "Axis placement, a dispute waived": ((PLACING,), lambda: {"phase": 4, "played": (DISPUTE,), "is_waived": True}),
    "Allied placement, a dispute": ((PLACING,), lambda: {
        "phase": 5, "played": (DISPUTE,), "powers": NUMBERS, "counters": placed(anti="Italy"),
        "held": dealt("diplomacy"),
    }),
    "Allied placement, a dispute met": ((PLACING,), lambda: {
        "phase": 5, "played": (DISPUTE, in_play("foreign-office-at-work", "Britain")), "powers": NUMBERS,
        "counters": placed(("Italy", "Rumania", 1, 4), ("France", "Bulgaria", 1, 5), ("Britain", "Norway", 0, 5),
                           ("Britain", "Sweden", 0, 5)),
    }),
    "Allied placement, a dispute over a conquest": ((PLACING,), lambda: {
        "phase": 5, "played": (DISPUTE,), "world": World(conquered={"Rumania": GERMANY}, has_cohesion=True),
    }),
    "Allied placement, a void dispute": ((PLACING,), lambda: {
        "phase": 5, "played": (DISPUTE,), "world": World(conquered={"Rumania": GERMANY, "Bulgaria": ITALY}),
    }),
    "Allied placement, a purge": ((PLACING,), lambda: {
        "phase": 5, "powers": NUMBERS, "world": World(is_purged=True), "civil": {"Spain": CivilWar(is_on=True)},
        "played": (in_play("danube-mission", "Russia", target="Bulgaria"),),
    }),
    "Axis second placement": ((PLACING,), lambda: {
        "phase": 6, "powers": NUMBERS, "world": FULL, "turn": 3,
        "counters": placed(("Germany", "Greece", 2, 4), ("Germany", "Turkey", 1, 4), ("Italy", "Sweden", 0, 4)),
    }),
    "diplomatic events": ((), lambda: {
        "phase": 7, "held": dealt("diplomacy"), "world": World(flags={"Hungary": "four"}), "civil": WARS, "turn": 3,
        "counters": placed(("Germany", "Greece", 2, 4), ("Britain", "Turkey", 1, 5)),
    }),
    "subversion": ((PLACING,), lambda: {
        "phase": 8, "held": dealt("diplomacy"), "civil": WARS, "world": FULL, "turn": 3,
        "counters": placed(("Germany", "Greece", 2, 4), ("Britain", "Turkey", 1, 5), anti="Italy"),
    }),
    "crises, overdue and several left": ((), lambda: {
        "phase": 9, "held": {**dealt("support"), FRANCE: held("second-bureau", shown=True, overdue=True)},
        "powers": NUMBERS,
        "research": PROGRESS, "turn": 3, "played": (in_play("pacifist-elected", "Britain"), DISPUTE),
        "counters": placed(("Germany", "Greece", 2, 4)), "world": FULL,
    }),
    "printed deck, before the draw": ((PRINTED,), lambda: decked(has_drawn=False)),
    "printed deck, drawn": ((PRINTED,), lambda: decked(
        held=PRINTED_HELD, general=numbered("general", 3), reads={"Italy": 1, "Britain": 1},
        seen=frozenset({"Germany#2", "Italy#1", "Britain#1", "Britain#5", "general#3"}))),
    "printed deck, the general event is read": ((PRINTED,), lambda: decked(
        held=PRINTED_HELD, general=GENERAL_READ, phase=9, reads={"general": 1})),
}  # fmt: skip


def entered(turn: int) -> dict[str, int]:
    """Everything that can be entered was entered in a turn."""
    found: dict[str, int] = {}
    game, state = storm(), State(turn=turn, world=FULL, civil=WARS)
    for given in ENTERING:
        try:
            events, _ = play(game, state, GERMANY, game.read_command(given | {"reason": R}), SealedDice(SEED))
        except RuleError:  # what cannot be entered is about nothing
            continue
        event: Any = events[0]
        found |= dict.fromkeys(event.about, turn)
    return found


def every(game: GatheringStorm, name: str, state: State) -> Iterator[dict[str, Any]]:
    yield from EVERY
    for group in MOMENTS[name][0]:
        yield from group
    yield from plays(game, state)


def state_of(name: str) -> State:
    return State.model_validate({"has_drawn": True} | MOMENTS[name][1]())


def golden(name: str) -> Path:
    return GOLDEN / f"{name.replace(',', '').replace(' ', '_').lower()}.txt"


LIKE = {
    "all entered in earlier turns": "turn 3, before the draw", "all entered this turn": "turn 3, before the draw",
    "random events, cards face up and down": "nothing entered yet", "support": "all entered in earlier turns",
    "Axis second placement, one counter more": "Axis placement, one counter more",
    "Axis second placement, one counter more, none placed early": "Axis second placement, one counter more",
    "Allied placement, a purge and one counter more": "Axis second placement, one counter more, none placed early",
    "crises, nothing played": "all entered in earlier turns",
    "research, atomic permitted, points assigned": "research", "construction": "research",
    "Axis placement": "turn 3, before the draw",
    "Axis placement, the anti-Comintern counter lies": "Axis placement, one counter more",
    "Axis placement, a dispute": "Axis placement, the anti-Comintern counter lies",
    "Axis placement, a dispute that nobody can meet": "Axis placement, a dispute",
    "Axis placement, a dispute with a side": "Axis placement, a dispute",
    "Allied placement, a dispute met": "Allied placement, a purge and one counter more",
    "Allied placement, a void dispute": "Allied placement, a dispute over a conquest",
    "Allied placement, a purge": "Allied placement, a purge and one counter more",
    "Axis second placement": "Axis placement", "crises, overdue and several left": "support",
    "printed deck, before the draw": "turn 1, before anything",
    "printed deck, the general event is read": "printed deck, drawn",
}  # fmt: skip
"""The earlier moment by which each is told: its golden says what is otherwise. The others are told by what is usual."""


def test_every_command_ends_as_it_did() -> None:
    game = storm()
    states = {name: state_of(name) for name in MOMENTS}
    each = moments({name: (game, state, every(game, name, state)) for name, state in states.items()}, LIKE)
    check_all({golden(name): lines for name, lines in each.items()})


GENERAL = {"turn": 3, "has_drawn": False, "world": FULL, "powers": NUMBERS, "civil": WARS, "research": {
    **PROGRESS, "Axis air range": Progress(before=4, gifts=2, maximum=7), "Allied air range": Progress(before=9),
    "German battleship design": Progress(before=5, gifts=1), "British battleship design": Progress(before=8),
}}  # fmt: skip


@cache
def shipped() -> GatheringStorm:
    return storm()


@cache
def turned_up(game: GatheringStorm) -> list[str]:
    """The draw with each general event."""
    return [*_turned_up(game)]


def _turned_up(game: GatheringStorm) -> Iterator[str]:
    for card in game.data.pile("general"):
        state = State.model_validate(GENERAL | {"seen": everything_seen() - {card.id}})
        yield f"\n== {card.id} =="
        usual = [*told(ends(game, state, [{"type": "draw"}]))]
        yield from usual
        for conquered in ({"Rumania": GERMANY}, {"Turkey": ITALY, "Hungary": ITALY, "Belgium": FRANCE}):
            then = state.replace(
                world=World(conquered=conquered), research={}, civil={"Yugoslavia": CivilWar(events=4)}
            )
            yield from changed(usual, [*told(ends(game, then, [{"type": "draw"}]))], f"{conquered} and less research")


def test_each_general_event_occurs_as_it_did() -> None:
    check_lines(GOLDEN / "each_general_event.txt", turned_up(shipped()))


@pytest.mark.parametrize("ruling", ["battleship_doubling", "doubled_gifts", "ineffective_diplomacy"])
def test_each_general_event_occurs_as_before_under_each_ruling(ruling: str) -> None:
    game = shipped()
    other = game.with_ruling(ruling, game.data.rulings[ruling].ids[-1])
    lines = changed(turned_up(game), turned_up(other), ruling)
    check_lines(GOLDEN / f"each_general_event_by_{ruling}.txt", lines)


RULED = {
    "empty_pile": ["empty piles with cards on the table"], "extra_cards_face_up": ["turn 3, before the draw"],
    "only_event_unplayed": ["economy", "random events, cards face up and down"],
    "ineffective_diplomacy": ["diplomatic events"], "civil_war_fifth": ["diplomatic events"],
    "atomic_surplus": ["research"], "radar_category": ["research"], "jets_category": ["research"],
    "surplus_until": ["construction"], "jets_radar_results": ["support"], "results_count": ["support"],
    "research_secrecy": ["research"], "grey_cards": ["turn 3, before the draw"],
    "held_back": ["subversion", "subversion, single events"],
    "several_left": ["crises, overdue and several left", "crises, nothing played"],
    "subversion_value": ["subversion"], "conversion_floor": ["economy", "economy, nothing left to convert"],
}  # fmt: skip


@cache
def usually(name: str) -> Ends:
    """How every command ends at a moment by default."""
    game, state = shipped(), state_of(name)
    return ends(game, state, every(game, name, state))


@pytest.mark.parametrize("ruling", RULED)
def test_every_command_ends_as_it_did_under_another_ruling(ruling: str) -> None:
    lines: list[str] = []
    game = storm()
    other = game.with_ruling(ruling, game.data.rulings[ruling].ids[-1])
    for name in RULED[ruling]:
        state = state_of(name)
        lines += otherwise(usually(name), ends(other, state, every(other, name, state)), f"{ruling} at {name}")
    check_lines(GOLDEN / f"by_{ruling}.txt", lines)


def test_there_is_a_moment_to_every_golden() -> None:
    names = {golden(name).name for name in (*MOMENTS, USUAL)} | {f"by_{ruling}.txt" for ruling in RULED}
    assert {each.name for each in GOLDEN.glob("*.txt") if not each.name.startswith("each_")} == names
