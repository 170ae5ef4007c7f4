"""The minutes of whole turns of Fields of Despair: each message, each refusal, the board, the offers, word for word.

At every stage of the game every command is tried, with good and with bad answers. ``UPDATE_GOLDEN=1`` writes the
minutes anew; read the difference before you commit it.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from rules.campaign import Campaign
from rules.campaign.life.settings import Uncalled
from rules.errors import NotNow, RuleError
from rules.game import Past
from rules.games.fields_of_despair import FieldsOfDespair
from rules.games.fields_of_despair.data import ALLIES
from rules.games.fields_of_despair.status import front, question
from tests.games import fields, founded
from tests.goldens import changed, check, check_lines
from tests.minutes import Minutes
from tests.play import Play
from tests.rules.games.fields_of_despair.campaign import told_anew
from tests.rules.games.fields_of_despair.own_map import mapped

GOLDEN = Path(__file__).parents[3] / "golden" / "fields_tables"
ANNA, NORA = 1, 2
HEXES = "A05 B05 C06 D06 E07 F07 G08 H08 I06 J07"
EVERY: tuple[dict[str, Any], ...] = (
    {"type": "set_up", "total": 40, "hexes": HEXES}, {"type": "set_up", "total": 9, "hexes": HEXES},
    {"type": "set_up", "total": 10, "hexes": "N01 A05 a5", "air": "11", "artillery": "x", "eps": 51},
    {"type": "set_up", "total": 10, "hexes": ""}, {"type": "set_up", "total": 10, "hexes": "A05", "turn": 10},
    {"type": "note_hex", "hex": "b5", "owner": "Allies", "sps": "4+18", "fortress": True, "reason": "seen"},
    {"type": "note_hex", "hex": "B05"}, {"type": "note_hex", "hex": "Z9"},
    {"type": "note_hex", "hex": "B05", "sps": "4, C06 3"},
    {"type": "economy", "eps": 5, "supply": 1}, {"type": "economy", "eps": 50, "supply": 2},
    {"type": "economy", "eps": 51, "supply": 0}, {"type": "economy", "eps": 1, "supply": 3},
    {"type": "choose", "item": "Nothing"}, {"type": "from_the_east", "value": 12},
    {"type": "dogfight", "hexes": "A05 1, B05 3+1, J07 2"}, {"type": "dogfight", "hexes": "J07 1+1, A05 0"},
    {"type": "dogfight", "hexes": ""}, {"type": "answer_air"}, {"type": "recon", "hex": "A05", "air": 1, "limit": 2},
    {"type": "recon", "hex": "B05", "air": 3}, {"type": "recon", "hex": "M09", "air": 3},
    {"type": "combat", "hexes": "A05 4+18, B05 3, C06 0+30"}, {"type": "combat", "hexes": "A05 0+0"},
    {"type": "combat", "hexes": "M09 3"}, {"type": "answer_attack"}, {"type": "answer_attack", "limit": 3},
    {"type": "limit"}, {"type": "limit", "limit": 2}, {"type": "losses", "sps": 0}, {"type": "losses", "sps": 1},
    {"type": "losses", "sps": 1, "taken": True}, {"type": "losses", "sps": 99},
    {"type": "cp_blocks", "added": "A04", "gone": "C06", "in_france": False, "allies_ahead": True},
    {"type": "cp_blocks", "gone": "Z01", "in_france": True}, {"type": "cp_target", "hex": "B05"},
    {"type": "cp_target", "hex": "B05", "sps": 5}, {"type": "cp_target", "hex": "C06", "sps": 6},
    {"type": "cp_target", "hex": "M13", "sps": 0}, {"type": "cp_reinforce", "sps": 0},
    {"type": "cp_reinforce", "sps": 5}, {"type": "cp_reinforce", "sps": 6},
    {"type": "cp_artillery", "artillery": 3, "blocks": 18}, {"type": "cp_artillery", "band": "many"},
    {"type": "cp_combat", "losses": 0, "taken": True, "breakout": True}, {"type": "cp_combat", "losses": 1},
    {"type": "cp_combat", "losses": 99}, {"type": "cp_combat", "losses": 0, "taken": True},
    {"type": "cp_spring", "note": "Fog"}, {"type": "cp_roll_breakout"}, {"type": "cp_breakout"},
    {"type": "cp_breakout", "hexes": "K08 K09"}, {"type": "cp_breakout", "hexes": "K08"},
    {"type": "cp_breakout", "hexes": "A05"}, {"type": "cp_breakout", "hexes": "B05"}, {"type": "cp_fire"},
    {"type": "cp_fire", "losses": "B05 1, K08 1"}, {"type": "cp_fire", "losses": "B05 99"},
    {"type": "cp_reset", "added": "K08", "gone": "C06", "taken": "B05"}, {"type": "cp_reset", "as_told": True},
    {"type": "cp_reset", "gone": "A05", "taken": "M13 L09"}, {"type": "next_turn"},
    {"type": "skip_step", "reason": "no"}, {"type": "skip_step", "reason": "not today"},
    {"type": "adjust", "what": "total", "value": "90", "reason": "counted"},
    {"type": "adjust", "what": "total", "value": "3", "reason": "counted"},
    {"type": "adjust", "what": "total", "value": "401"}, {"type": "adjust", "what": "eps", "value": "51"},
    {"type": "adjust", "what": "eps", "value": "4"}, {"type": "adjust", "what": "logistic points", "value": "2"},
    {"type": "adjust", "what": "air", "value": "4 3 3", "reason": "counted"},
    {"type": "adjust", "what": "artillery", "value": "none", "reason": "counted"},
    {"type": "adjust", "what": "hex", "value": "B05 7", "reason": "counted"},
    {"type": "adjust", "what": "hex", "value": "B05 down", "reason": "counted"},
    {"type": "adjust", "what": "hex", "value": "B05"}, {"type": "adjust", "what": "hex", "value": "M13 2"},
    {"type": "adjust", "what": "hexes", "value": "A05 M01", "reason": "counted"},
    {"type": "adjust", "what": "add hex", "value": "M01"}, {"type": "adjust", "what": "add hex", "value": "A05"},
    {"type": "adjust", "what": "remove hex", "value": "A05", "reason": "counted"},
    {"type": "adjust", "what": "remove hex", "value": ""},
)  # fmt: skip


def looked_at(campaign: Campaign) -> Iterable[str]:
    """The board, as it can be read at any time."""
    game, state = campaign.game, campaign.state
    yield from (f"status: {notice}" for notice in (*game.status(state), *front(game.data, state)))
    yield from (f"fact: {fact.shown}{' (settable)' if fact.is_settable else ''}" for fact in game.facts(state))
    yield f"where: {game.where(state)}, phase {game.phase(state)}, default {game.default(state, ALLIES)}"
    drawn = game.picture(state, Past(states=(state,)))
    yield from (f"picture: {each}" for each in (str(drawn.words).split(". ") if drawn else ()))
    for offer in game.offers(state, ALLIES):
        proposed = offer.command.model_dump(exclude_defaults=True, exclude={"type"}, mode="json")
        dice = [f"dice {offer.dice}"] if offer.dice else []
        empty = [f"empty {', '.join(offer.unproposed)}"] if offer.unproposed else []
        if said := [*(f"{name}={value}" for name, value in proposed.items()), *dice, *empty]:
            yield f"button: {offer.label} {', '.join(said)}"
    with suppress(NotNow):
        yield from (f"asks: {notice}" for notice in question(game.data, state))
    lost: dict[str, list[str]] = {}
    for command in ("next_turn", "skip_step"):
        given = game.read_command({"type": command, **({"reason": "for now"} if command == "skip_step" else {})})
        for notice in game.lost(state, ALLIES, given):
            lost.setdefault(str(notice), []).append(command)
    yield from (f"would be lost by {', '.join(commands)}: {notice}" for notice, commands in lost.items())


def here(campaign: Campaign) -> str:
    """The step at which the game is, as refusals name it."""
    if campaign.state.turn is None:
        return ""
    at = campaign.state.position(campaign.game.data).step
    return f"“{at.title}” ({at.section})"


def table(dice: Any = "sealed", seed: int = 0, game: FieldsOfDespair | None = None) -> Minutes:
    """Anna plays the Allies and is the referee."""
    game = game or fields()
    play = Play(game, founded(game, ANNA, ALLIES, dice), bytes([seed] * 32))
    minutes = Minutes(play, {ANNA: "Anna", NORA: "Nora"}, looked_at, here)
    play.is_sure = True
    return minutes


def step(table: Minutes) -> str:
    state = table.play.campaign.state
    return str(state.position(fields().data).step.kind)


def go_on(table: Minutes, kind: str, phase: int = 1) -> None:
    """Skip steps until one of a kind."""
    while (step(table), table.play.campaign.state.phase(fields().data)) != (kind, phase):
        table.play.do(ANNA, "skip_step", reason="not in this test")
    table.do(ANNA, "change_settings", calls=ANNA in table.play.campaign.of(Uncalled).players)


def set_up(table: Minutes, turn: int = 7, total: int = 96) -> None:
    table.do(ANNA, "set_up", total=total, hexes=HEXES, air="4 3 1", artillery="5 4 2", eps=5, turn=turn)


def production(table: Minutes) -> None:
    """Set-up and production of turn 7."""
    table.everybody("set_up", total=96, hexes=HEXES)
    table.all_of(ANNA, EVERY)
    set_up(table)
    table.all_of(ANNA, EVERY)
    for kind, phase in (("economy", 1), ("eastern_front", 2)):
        go_on(table, kind, phase)
        table.all_of(ANNA, EVERY)
        if kind == "economy":
            table.do(ANNA, "economy", eps=9, supply=1)
            for item in table.play.campaign.game.data.economy.turns[7].choice[:2]:
                table.do(ANNA, "choose", item=item)
            table.all_of(ANNA, EVERY)
        else:
            table.do(ANNA, "from_the_east", value=12)
            table.all_of(ANNA, EVERY)
            table.do(ANNA, "undo")
        table.do(ANNA, "next_turn")


def air(table: Minutes) -> None:
    """Dogfights and reconnaissance."""
    set_up(table)
    go_on(table, "air")
    table.do(ANNA, "dogfight", hexes="A05 1, B05 3+1, J07 2")
    table.all_of(ANNA, EVERY)
    while table.play.campaign.state.dogfights:
        table.do(ANNA, "answer_air")
    table.all_of(ANNA, EVERY)
    table.do(ANNA, "recon", hex="A05", air=1, limit=2)
    table.do(ANNA, "recon", hex="B05", air=2)
    table.do(ANNA, "recon", hex="C06", air=4)
    table.all_of(ANNA, EVERY)
    table.do(ANNA, "next_turn")


def combat(table: Minutes) -> None:
    """Allied attacks, their answers, and the losses."""
    set_up(table)
    table.do(ANNA, "adjust", what="logistic points", value="1")
    go_on(table, "combat")
    table.do(ANNA, "combat", hexes="A05 4+18, B05 3, C06 0+30, D06 2+4")
    for _ in range(4):
        table.all_of(ANNA, EVERY)
        table.do(ANNA, "answer_attack")
        if not table.play.campaign.state.fighting:
            table.all_of(ANNA, EVERY)
            table.do(ANNA, "limit", limit=2)
        table.all_of(ANNA, EVERY)
        table.do(ANNA, "losses", sps=1, taken=len(table.play.campaign.state.attacks) == 3)
    table.do(ANNA, "losses", sps=0)
    table.do(ANNA, "next_turn")


def central(table: Minutes, turn: int = 9, phase: int = 1) -> None:
    """An action phase of the Central Powers, from its first question to the reset."""
    set_up(table, turn)
    go_on(table, "central", phase)
    table.all_of(ANNA, EVERY)
    given = told_anew(table.play.campaign.state, {"type": "cp_blocks", "hexes": f"{HEXES} M09"})
    table.do(ANNA, given.pop("type"), **given, in_france=True, allies_ahead=True)
    asked: set[str] = set()
    targets = iter(["B05", "C06", "D06", "B05", "E07", "F07", "G08"])
    for _ in range(40):
        state = table.play.campaign.state
        if step(table) != "central":
            return
        if state.cp.stage not in asked:
            asked.add(state.cp.stage)
            table.all_of(ANNA, EVERY)
        answer(table, state, targets)
    raise AssertionError(f"the phase does not end: {state.cp}")


def answer(table: Minutes, state: Any, targets: Any) -> None:
    """The players' answer to the question of a stage."""
    match state.cp.stage.name:
        case "TARGET":
            table.do(ANNA, "cp_target", hex=next(targets))
        case "REINFORCEMENT":
            table.do(ANNA, "cp_reinforce", sps=state.cp.minors % 3)
        case "ARTILLERY":
            table.do(ANNA, "cp_artillery", artillery=3, blocks=18)
        case "COMBAT":
            table.do(ANNA, "cp_combat", losses=1, taken=True, breakout=True)
        case "SPRING":
            table.do(ANNA, "cp_spring", note="Fog")
        case "BREAKOUT":
            free = [name for name in ("K08", "K09", "L08", "L09", "M08", "M10") if name not in state.hexes]
            is_alone = (state.cp.nature or "").endswith("C")
            table.do(ANNA, "cp_breakout", hexes=" ".join(free[: 1 if is_alone else 2]))
        case "FIRE":
            table.do(ANNA, "cp_fire", losses=f"{state.cp.entered[0]} 1")
        case "RESET":
            given = told_anew(state, {"type": "cp_reset", "hexes": f"{HEXES} K08", "taken": ""})
            table.do(ANNA, given.pop("type"), **given)


def otherwise() -> FieldsOfDespair:
    """A game in which every ruling is another than by default."""
    game = fields()
    for name, ruling in game.data.rulings.by_name.items():
        game = game.with_choice(name, ruling.ids[-1])
    return game


def by_hand(table: Minutes) -> None:
    """Dice that are rolled on the table, throw by throw."""
    set_up(table)
    table.do(ANNA, "adjust", what="logistic points", value="1")
    go_on(table, "air")
    table.do(ANNA, "dogfight", hexes="A05 1, B05 4")
    faces: tuple[int, ...] | None
    for faces in (None, (6,), (6, 6), (1, 1, 1), (4,), (3, 3)):
        table.do(ANNA, "answer_air", faces)
    for faces in (None, (3, 3), (3, 3, 4), (3, 3, 4, 5)):
        table.do(ANNA, "recon", faces, hex="A05", air=3)
    go_on(table, "combat")
    table.do(ANNA, "combat", hexes="A05 4+18, B05 3, C06 0+30")
    for faces in (None, (6,), (6,), (4, 4), (4, 4, 4), (5,), (2, 2, 2, 2)):
        table.do(ANNA, "answer_attack", faces)
    table.do(ANNA, "limit", (3,), limit=2)
    table.do(ANNA, "losses", sps=0)
    table.do(ANNA, "answer_attack", (5, 5, 5, 5, 5, 5))


ATTACKS = ("A05 4+18, B05 3, C06 0+30", "A05 0+6, B05 2+7, C06 0+20", "A05 20+1, B05 0+12, C06 5+4")
SQUADRONS = ("A05 1, B05 3+1, J07 2", "A05 5, B05 2, C06 2")


def told(table: Minutes, type_: str, **given: Any) -> None:
    """What a command tells, or how it is refused, and nothing else."""
    try:
        notices = table.play.do(ANNA, type_, **given)
    except RuleError as refusal:
        table.lines.append(f"✗ {refusal}")
    else:
        table.lines += map(str, notices)


def begun(turn: int, total: int, seed: int, kind: str, **rulings: Any) -> Minutes:
    """A table at a step, with few or many SPs."""
    now = table(seed=seed)
    for name, choice in rulings.items():
        now.play.do(ANNA, "set_ruling", name=name, choice=choice)
    now.lines = [f"== turn {turn}, {total} SPs, seed {seed} =="]
    now.play.do(ANNA, "set_up", total=total, hexes=HEXES, air="4 3 1", artillery="5 4 2", turn=turn)
    now.play.do(ANNA, "adjust", what="logistic points", value="2")
    while step(now) != kind:
        now.play.do(ANNA, "skip_step", reason="not in this test")
    return now


RULINGS = {
    "attacks": (
        "cp_total_25", "allied_sps_20", "counters_that_do_not_fit", "sps_with_blocks_placed", "small_attack",
        "ratio_counts", "reinforcement_sps",
    ),
    "squadrons": ("counters_that_do_not_fit",),
    "offensives": ("revealed_by_an_offensive", "major_below_21", "cp_total_25", "artillery_in_the_cp_turn"),
}  # fmt: skip
"""The rulings on which each depends; their last answer is not their default."""


def attacks(rulings: dict[str, Any]) -> Iterable[str]:
    """Attacks of all sizes on few and on many SPs."""
    for seed, (total, declared) in enumerate((total, each) for total in (14, 40, 96) for each in ATTACKS):
        now = begun(7, total, seed, "combat", **rulings)
        told(now, "combat", hexes=declared)
        for _ in range(3):
            told(now, "answer_attack")
            told(now, "limit", limit=2)
            told(now, "losses", sps=1)
        yield from now.lines


def squadrons(rulings: dict[str, Any]) -> Iterable[str]:
    """Dogfights and reconnaissance over few and many SPs."""
    for seed, (total, placed) in enumerate((total, each) for total in (11, 40, 96) for each in SQUADRONS):
        now = begun(7, total, seed, "air", **rulings)
        told(now, "dogfight", hexes=placed)
        for _ in range(3):
            told(now, "answer_air")
        for hex_, value, limit in (("A05", 1, 2), ("B05", 2, None), ("C06", 1, None), ("D06", 5, None)):
            told(now, "recon", hex=hex_, air=value, limit=limit)
        yield from now.lines


def offensives(rulings: dict[str, Any]) -> Iterable[str]:
    """The offensives of an action phase, with few and with many hidden SPs."""
    for seed, (turn, total) in enumerate((turn, total) for turn in (7, 9) for total in (12, 25, 31, 50, 96)):
        now = begun(turn, total, seed, "central", **rulings)
        told(now, "cp_blocks", in_france=seed % 2 == 0)
        targets = iter(HEXES.split() * 2)
        while (cp := now.play.campaign.state.cp).stage in ("target", "reinforcement", "artillery", "combat"):
            match cp.stage:
                case "target":
                    told(now, "cp_target", hex=next(targets))
                case "reinforcement":
                    told(now, "cp_reinforce", sps=seed % 3)
                case "artillery":
                    told(now, "cp_artillery", artillery=seed, blocks=12)
                case _:
                    told(now, "cp_combat", losses=0, breakout=seed % 2 == 0)
        yield from now.lines


@pytest.mark.by_day(1)
@pytest.mark.parametrize("what", [attacks, squadrons, offensives], ids=lambda what: what.__name__)
def test_many_throws_end_as_they_did_under_each_ruling(what: Callable[[dict[str, Any]], Iterable[str]]) -> None:
    """What another answer to a ruling changes stands behind what holds by default."""
    lines = usual = [*what({})]
    for rulings in ({name: fields().data.rulings[name].ids[-1]} for name in RULINGS[what.__name__]):
        lines = [*lines, *changed(usual, [*what(rulings)], str(rulings))]
    check_lines(GOLDEN.parent / "fields_throws" / f"{what.__name__}.txt", lines)


CHITS = 'spring_offensive = "Read it out."\n\n[chits]\nhexes = ["A06", "B06", "D06", "E06", "F06", "G04"]\n'


def on_a_map(table: Minutes, turn: int = 9) -> None:
    """An action phase of the Central Powers on a group's map, which answers much by itself."""
    table.do(ANNA, "set_up", total=120, hexes="", air="4 3 1", artillery="5 4 2", eps=5, turn=turn)
    for hex_, sps in (("A05", "0+3"), ("B05", "4+18"), ("C05", "0+9"), ("D05", "2+7")):
        table.do(ANNA, "note_hex", hex=hex_, sps=sps)
    table.do(ANNA, "note_hex", hex="C06", owner="Central Powers", fortress=True, reason="the line moved")
    go_on(table, "central")
    table.do(ANNA, "cp_blocks", in_france=True)
    targets = iter(["B06", "D06", "E06", "C05", "F06"])
    for _ in range(40):
        state = table.play.campaign.state
        if step(table) != "central":
            return
        if state.cp.stage.name == "BREAKOUT":
            table.all_of(ANNA, [{"type": "cp_breakout", "hexes": each} for each in ("A06", "B05", "C05", "Z09", "")])
            (form,) = table.play.campaign.game.offers(state, ALLIES)
            table.do(ANNA, "cp_breakout", hexes=form.of("hexes")[0].value)
        elif state.cp.stage.name == "RESET":
            table.all_of(ANNA, EVERY)
            table.do(ANNA, "cp_reset", as_told=True)
        else:
            answer(table, state, targets)
    raise AssertionError("the phase does not end")


TABLES: dict[str, tuple[Callable[[], Minutes], Callable[[Minutes], None]]] = {
    "production": (table, production),
    "air": (table, air),
    "combat": (table, combat),
    "central_in_turn_7": (lambda: table(seed=1), lambda at: central(at, 7, 1)),
    "central_in_turn_8": (lambda: table(seed=2), lambda at: central(at, 8, 1)),
    "central_in_turn_9": (lambda: table(seed=3), lambda at: central(at, 9, 2)),
    "by_hand": (lambda: table("physical"), by_hand),
    "central_on_a_map": (lambda: table(seed=1, game=mapped()), on_a_map),
    "central_with_chits": (lambda: table(seed=2, game=mapped(CHITS)), lambda at: on_a_map(at, 8)),
}
BY_OTHER_RULINGS: dict[str, tuple[int, Callable[[Minutes], None]]] = {
    "air": (3, air),
    "combat": (3, combat),
    "central": (2, lambda at: central(at, 9, 1)),
}
"""The seed of each, and what happens."""


@pytest.mark.parametrize("name", TABLES)
def test_a_turn_goes_as_its_minutes_say(name: str) -> None:
    begin, happen = TABLES[name]
    minutes = begin()
    happen(minutes)
    check(GOLDEN / f"{name}.txt", minutes.text)


@pytest.mark.parametrize("name", BY_OTHER_RULINGS)
def test_a_turn_goes_otherwise_by_other_rulings(name: str) -> None:
    seed, happen = BY_OTHER_RULINGS[name]
    usual, other = table(seed=seed), table(seed=seed, game=otherwise())
    for minutes in (usual, other):
        happen(minutes)
        assert minutes.text
    check_lines(GOLDEN / f"{name}_by_other_rulings.txt", changed(usual.lines, other.lines, "other rulings"))


def test_there_is_a_table_to_all_minutes() -> None:
    names = {*TABLES, *(f"{name}_by_other_rulings" for name in BY_OTHER_RULINGS)}
    assert {minutes.stem for minutes in GOLDEN.glob("*.txt")} == names
