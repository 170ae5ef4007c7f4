"""Whole games at random: SPs are conserved, hidden ones are derived, everything offered can be done with any answer."""

import random
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

import pytest

from rules.command import Command, Event
from rules.errors import DiceWanted, RuleError
from rules.games.fields_of_despair import (
    FieldsOfDespair,
    air,
    breakouts,
    combat,
    corrections,
    cp_start,
    economy,
    offensives,
    reset,
    score,
)
from rules.games.fields_of_despair.air import AirAnswered, Reconnoitred
from rules.games.fields_of_despair.artillery import ArtilleryAnswered
from rules.games.fields_of_despair.breakouts import BreakoutMoved
from rules.games.fields_of_despair.economy import BringEasternTroops, EasternTroopsArrived
from rules.games.fields_of_despair.log_events.combat import LossesTaken, ReinforcementChecked, SpsFound
from rules.games.fields_of_despair.log_events.offensives import OffensiveLaunched
from rules.games.fields_of_despair.pieces import MOST_BLOCKS
from rules.games.fields_of_despair.reset import BlocksReset
from rules.games.fields_of_despair.state import Stage, State
from tests.faults.rounds import many
from tests.games import fields
from tests.rules.games.fields_of_despair.campaign import HEXES, Campaign, told_anew

SEEDS = range(many(4, 14))
PLAYED = range(many(8, 14))
"""So many games give every command and come to everything."""
STEPS = 260
FREE = [f"{column}{row:02}" for column in "ABCDEFGH" for row in (11, 12)]


def holds(state: State, hex_: str | None) -> int:
    return state.hexes[hex_].holds if hex_ is not None and hex_ in state.hexes else 0


def unseen(state: State, name: str) -> bool:
    return state.hexes[name].blocks < MOST_BLOCKS and name not in state.seen


def filled(command: Command, state: State, chance: random.Random) -> Command:
    """The command with some answer of a player's that is possible."""
    known = sorted(state.hexes)
    free = chance.sample([hex_ for hex_ in FREE if hex_ not in state.hexes], 3)
    target = state.cp.current.hex if state.cp.current else None
    lost = chance.randint(0, holds(state, target))
    answers: dict[type[Command], Callable[[], dict[str, object]]] = {
        economy.SpendPoints: lambda: {"eps": chance.randint(0, 9), "supply": chance.randint(0, 2)},
        corrections.NoteAllied: lambda: {"sps": ", ".join(f"{hex_} 3+{chance.randint(0, 99)}" for hex_ in known)},
        BringEasternTroops: lambda: {"value": chance.randint(0, 20)},
        air.Reconnoitre: lambda: {
            "air": chance.randint(1, 5), "hex": chance.choice([name for name in known if unseen(state, name)]),
        },
        air.PlaceSquadrons: lambda: {
            "hexes": ", ".join(f"{hex_} {chance.randint(1, 7)}" for hex_ in sorted({*known} - state.fought) or known)
        },
        combat.DeclareAttacks: lambda: {
            "hexes": ", ".join(f"{hex_} {chance.randint(0, 6)}+{chance.randint(1, 30)}" for hex_ in known[-3:])
        },
        combat.TakeLosses: lambda: {"sps": (some := chance.choice([0, holds(state, state.fighting)])),
                                    "taken": len(known) > 9 and some == holds(state, state.fighting)},
        cp_start.CpBlocks: lambda: {"in_france": chance.random() < 0.8, "allies_ahead": chance.random() < 0.5},
        offensives.CpTarget: lambda: {"hex": chance.choice(known), "sps": chance.randint(0, 5)},
        combat.EnterLimit: lambda: {"limit": chance.choice([1, 7, 60, None][: 3 + (state.unlimited is None)])},
        offensives.CpReinforce: lambda: {"sps": chance.randint(0, 5)},
        offensives.CpArtillery: lambda: {"artillery": chance.randint(0, 6), "blocks": chance.randint(0, 30)},
        offensives.CpCombat: lambda: {
            "losses": lost, "breakout": lost < holds(state, target) and chance.random() < 0.6,
            "taken": lost < holds(state, target) and chance.random() < 0.4,
        },
        breakouts.CpBreakout: lambda: {
            "hexes": " ".join(free[: chance.randint(0, 1 if str(state.cp.nature).endswith("C") else 3)])
        },
        breakouts.CpFire: lambda: {"losses": ", ".join(f"{hex_} {chance.randint(0, holds(state, hex_))}"
                                               for hex_ in state.cp.entered)},
        score.ScoreFinalPush: lambda: {"winner": "Draw", "points": 3},
        reset.CpReset: lambda: told_anew(
            state, {"type": "cp_reset", "hexes": HEXES, "taken": " ".join(state.cp.taken)}
        ),
    }  # fmt: skip
    answer = answers.get(type(command))
    return command if answer is None else type(command).model_validate(command.model_dump() | answer())


def check_conserved(before: State, event: Event, after: State) -> None:
    """What an event may do to the Strength Points, and no more."""
    total = {LossesTaken: -getattr(event, "sps", 0), EasternTroopsArrived: getattr(event, "value", 0)}.get(
        type(event), 0
    )
    if event.type not in ("set_up", "adjusted"):
        assert after.total == max(0, before.total + total)
    if isinstance(event, LossesTaken):
        assert after.hidden == before.hidden
        assert holds(after, event.hex) == event.left == holds(before, event.hex) - event.sps
    if isinstance(event, (OffensiveLaunched, Reconnoitred, SpsFound, ReinforcementChecked)):
        placed = holds(after, event.hex) - holds(before, event.hex)
        assert 0 <= placed <= before.hidden
        assert after.hidden == before.hidden - placed
    if isinstance(event, (OffensiveLaunched, Reconnoitred, SpsFound)) and event.reading is not None:
        assert sum(event.blocks) <= before.hidden + 1
        assert len(event.blocks) <= MOST_BLOCKS
    if isinstance(event, BreakoutMoved):
        assert sum(hex_.holds for hex_ in after.hexes.values()) == sum(hex_.holds for hex_ in before.hexes.values())
        assert event.stays + sum(sps for _, sps in event.shares) == holds(before, event.hex)
    if isinstance(event, BlocksReset):
        assert after.revealed == sum(sps for _, sps in event.stand) + len(event.face_down)
    if isinstance(event, (AirAnswered, ArtilleryAnswered)):
        assert sum(event.placed) <= min(event.wanted, event.available)
        if event.wanted >= event.available:
            assert sum(event.placed) == event.available
    for counters in (after.air, after.artillery):
        assert sorted([*counters.left, *counters.spent]) == sorted(counters.values)
    if event.type in ("breakout_moved", "breakout_rolled", "allies_reinforced", "fight_began", "offensives_counted"):
        assert after.revealed == before.revealed


def unasked(state: State, chance: random.Random) -> dict[str, object]:
    """A command that no button offers."""
    known = sorted(state.hexes)
    if state.cp.stage is Stage.TARGET and chance.random() < 0.8:
        return {"type": "cp_target", "hex": chance.choice(known)}
    return chance.choice(
        [
            {"type": "skip_step", "reason": "for the test"},
            {"type": "adjust", "what": "add hex", "value": chance.choice(FREE)},
            {"type": "adjust", "what": "logistic points", "value": "2", "reason": "for the test"},
            {"type": "adjust", "what": "artillery", "value": "5 4 2 2", "reason": "for the test"},
            {"type": "note_hex", "hex": chance.choice(known), "sps": f"{chance.randint(1, 9)}+3", "reason": "told"},
            {"type": "note_hex", "hex": chance.choice(known), "owner": "Allies", "fortress": True, "reason": "told"},
        ]
    )


# what leads on is taken more often than what only goes to the next step
WEIGHTS = {"next_turn": 1, "recon": 1}


def thrown(dice: str, chance: random.Random) -> tuple[int, ...] | None:
    """The one throw that a button asks for, now and then with a die too many."""
    number = int(dice[0]) + (chance.random() < 0.05) if dice else 0
    return tuple(chance.randint(1, 6) for _ in range(number)) or None


@cache
def played(seed: int) -> tuple[frozenset[str], frozenset[str]]:
    """The commands and the events of a game at random, in which SPs were conserved at every event.

    Every second game has dice rolled on the table, one throw at a time: each button asks for exactly its next throw.
    """
    commands, events = set(), set()
    chance, sealed = random.Random(seed), seed % 2 == 0
    total = chance.choice([20, 45, 70, 96, 140])
    campaign = Campaign(turn=chance.choice([7, 8, 9]), total=total, sealed=sealed, seed=bytes([seed] * 32))
    commands.add("set_up")
    game: Any = fields()
    for _ in range(STEPS):
        offers = campaign.play.campaign.offers(1)
        if not offers:
            assert campaign.state.is_over
            break
        before, log = campaign.state, len(campaign.play.log)
        if chance.random() < (0.2 if before.cp.stage is Stage.TARGET else 0.04):
            with suppress(RuleError):
                campaign.play.do(1, unasked(before, chance))
        else:
            (offer,) = chance.choices(offers, [WEIGHTS.get(each.command.type, 4) for each in offers])
            command = filled(offer.command, before, chance)
            # a die too many can be the first of a throw that it is too few for, which is refused
            with suppress(DiceWanted):
                rolls = "" if "target" in offer.inputs and not getattr(command, "target", "") else offer.dice
                campaign.play.do(1, command, None if sealed else thrown(rolls, chance))
        for entry in campaign.play.log[log:]:
            commands.add(entry.command.type)
            for event in entry.events:
                events.add(event.type)
                after = game.apply(before, event)
                check_conserved(before, event, after)
                before = after
        assert before == campaign.state
    assert campaign.again() == campaign.state
    return frozenset(commands), frozenset(events)


def test_games_at_random_leave_nothing_out() -> None:
    """Whole games give every command, and come to everything that can happen."""
    commands, events = zip(*map(played, PLAYED), strict=True)
    assert all("step_began" in each for each in events)
    assert frozenset().union(*commands) == {*FieldsOfDespair.commands_by_type} - {
        "begin_here",
        "correct_result",
        "take_position",
    }
    assert frozenset({"set_up", "position_taken", "result_corrected"}).union(*events) == set(
        FieldsOfDespair.events_by_type
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_breaks_whatever_the_players_put_right(seed: int) -> None:
    """Between any two commands anything may be adjusted; what then cannot be done is refused in a sentence."""
    chance = random.Random(seed)
    campaign = Campaign(turn=chance.choice([7, 8, 9]), sealed=True, seed=bytes([seed] * 32))
    for _ in range(STEPS):
        if campaign.state.is_over:
            break
        hexes = sorted(campaign.state.hexes)
        what, value = chance.choice(
            [
                ("total", str(chance.randint(0, 120))),
                ("hexes", " ".join(chance.sample(sorted({*hexes, *FREE}), 8))),
                ("hex", f"{chance.choice(hexes)} {chance.choice(['down', '0', '7', '40'])}"),
                ("air", chance.choice(["", "3", "4 4 2"])),
                ("artillery", chance.choice(["", "3", "5 4 2"])),
                ("add hex", chance.choice(FREE)),
                ("remove hex", chance.choice(hexes)),
                ("logistic points", str(chance.randint(0, 3))),
            ]
        )
        if chance.random() < 0.3:
            with suppress(RuleError):
                campaign.do("adjust", what=what, value=value, reason="for the test")
        offers = campaign.play.campaign.offers(1)
        # what can no longer be done is a refusal; anything else would be a bug, and ends the test
        with suppress(RuleError):
            campaign.play.do(1, filled(chance.choice(offers).command, campaign.state, chance))
    assert campaign.again() == campaign.state


BAD: list[dict[str, object]] = [
    {"type": "recon", "hex": "Z99", "air": 2}, {"type": "recon", "hex": "A13", "air": 2},
    {"type": "recon", "hex": "A05", "air": 0}, {"type": "dogfight", "hexes": "A05 4, a5 1"},
    {"type": "dogfight", "hexes": "A05"}, {"type": "dogfight", "hexes": "A05 -4"},
    {"type": "combat", "hexes": "A05 4+18, A05 3"}, {"type": "combat", "hexes": "A05 0+0"},
    {"type": "combat", "hexes": "four"}, {"type": "losses", "sps": 400}, {"type": "losses", "sps": -1},
    {"type": "cp_blocks", "gone": "M13", "in_france": True},
    {"type": "cp_blocks", "added": "A05 A05", "in_france": True}, {"type": "cp_reinforce", "sps": 6},
    {"type": "cp_combat", "losses": 399}, {"type": "cp_fire", "losses": "A05 500"},
    {"type": "cp_reset", "added": "A05, B"}, {"type": "economy", "eps": -3, "supply": 0},
    {"type": "choose", "item": "Zeppelins"}, {"type": "adjust", "what": "air", "value": "11", "reason": "a test"},
    {"type": "adjust", "what": "total", "value": "0", "reason": "a test"},
    {"type": "adjust", "what": "eps", "value": "51", "reason": "a test"},
    {"type": "adjust", "what": "add hex", "value": "", "reason": "a test"},
    {"type": "adjust", "what": "remove hex", "value": "M13", "reason": "a test"}, {"type": "note_hex", "hex": "A05"},
    {"type": "note_hex", "hex": "A05", "sps": "many"}, {"type": "dogfight", "hexes": "J07 3+1"},
    {"type": "limit", "limit": 0}, {"type": "cp_roll_breakout"},
    {"type": "adjust", "what": "total", "value": "many", "reason": "a test"},
    {"type": "adjust", "what": "hex", "value": "A05", "reason": "a test"},
    {"type": "adjust", "what": "remove hex", "value": "A05", "reason": ""},
    {"type": "set_up", "total": 90, "hexes": "A05"}, {"type": "skip_step", "reason": ""}, {"type": "nothing"},
]  # fmt: skip


@pytest.mark.parametrize("seed", SEEDS)
def test_bad_input_is_one_sentence_and_changes_nothing(seed: int) -> None:
    chance = random.Random(seed)
    campaign = Campaign(turn=chance.choice([7, 8, 9]), sealed=True, seed=bytes([seed] * 32))
    for _ in range(many(25, 60)):
        offers = campaign.play.campaign.offers(1)
        if not offers:
            break
        before = campaign.play.campaign
        for bad in BAD:
            with pytest.raises(RuleError) as refused:
                campaign.play.do(1, bad)
            sentence = str(refused.value)
            assert sentence[-1] in ".", sentence
            assert "\n" not in sentence
            assert campaign.play.campaign == before
        campaign.play.do(1, filled(chance.choice(offers).command, campaign.state, chance))
