"""What many campaigns come to: the tables of the page."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import mean, stdev

from rules.games.fields_of_despair import FieldsOfDespair
from rules.games.fields_of_despair.prices import prices
from rules.games.fields_of_despair.state import Winner
from tests.rules.games.fields_of_despair.own_map import MAP, mapped
from tests.self_play import policy
from tests.self_play.campaign import Result, SelfPlay
from tests.self_play.variants import Variant

FIRST = 10
"""So many campaigns as printed stand on the page one by one, so that a test sees when it is out of date."""
WINNERS: tuple[Winner, ...] = ("Allies", "Draw", "Central Powers")
Played = dict[Variant, Sequence[Result]]

TEMPLATE = Path(__file__).with_name("page.md")


def page(played: Played, seed: int) -> str:
    """The whole page."""
    as_printed = next(iter(played.values()))
    parts = {
        "counted": _counted(played, seed),
        "strength": "\n".join(_strength(played)),
        "front": "\n".join(_front(played)),
        "rulings": "\n".join(_rulings(played)),
        "first": first_line(as_printed[:FIRST]),
    }
    return TEMPLATE.read_text(encoding="utf-8").format(**parts, **_policy())


def _counted(played: Played, seed: int) -> str:
    number = sum(map(len, played.values()))
    commands = sum(each.commands for results in played.values() for each in results)
    return (
        f"{number:,} campaigns, {commands:,} commands, seed {seed}: no exception, and no impossible state (SPs that "
        "come from nowhere, more known SPs than there are, blocks off the map). “±” is the 95% error."
    )


def _strength(played: Played) -> Iterator[str]:
    """How strong the Central Powers are as printed, and at each difficulty."""
    yield "| | campaigns | Allies ahead | level | CP ahead | offensives (Major, Minor) | CP total after 7, 8, 9 |"
    yield "|---|---|---|---|---|---|---|"
    for variant, results in played.items():
        if variant.is_whole:
            shares = " | ".join(_share(results, winner) for winner in WINNERS)
            offensives = f"{_mean(results, 'majors')}, {_mean(results, 'minors')}"
            totals = ", ".join(f"{mean(each.totals[turn] for each in results):.1f}" for turn in range(3))
            yield f"| {variant.name} | {len(results):,} | {shares} | {offensives} | {totals} |"


def _front(played: Played) -> Iterator[str]:
    """The front by turn."""
    yield "| | set-up | after turn 7 | turn 8 | turn 9 |"
    yield "|---|---|---|---|---|"
    for variant, results in played.items():
        if variant.is_whole:
            front = " | ".join(f"{mean(each.front[turn] for each in results):.2f}" for turn in range(4))
            yield f"| {variant.name} | {front} |"


def _mean(results: Sequence[Result], what: str) -> str:
    return f"{mean(getattr(each, what) for each in results):.2f}"


def _share(results: Sequence[Result], winner: Winner) -> str:
    found = [float(each.winner == winner) for each in results]
    return f"{100 * mean(found):.1f}% ± {100 * error(found):.1f}"


def _rulings(played: Played) -> Iterator[str]:
    """Each ruling's other answers, beside the default in the same campaigns."""
    default, *others = played.items()
    state = SelfPlay(mapped(), 0, 0).begun()
    front = "hexes of France after 7, 8, 9"
    yield f"| ruling: answer instead of the default | CP total at the end | {front} | CP ahead | exact |"
    yield "|---|---|---|---|---|"
    for variant, results in others:
        if not variant.is_whole:
            pairs = [*zip(results, default[1], strict=False)]
            total = _difference([mine.totals[-1] - theirs.totals[-1] for mine, theirs in pairs])
            turns = [[mine.front[turn] - theirs.front[turn] for mine, theirs in pairs] for turn in (1, 2, 3)]
            front = f"{mean(turns[0]):+.2f}, {mean(turns[1]):+.2f}, {_difference(turns[2])}"
            ahead = _difference([100 * (_is_central(mine) - _is_central(theirs)) for mine, theirs in pairs], "%")
            (name,) = variant.rulings
            exact = "; ".join(map(str, prices(mapped().data, state, name))).replace("|", "/")
            yield f"| {variant.name} | {total} | {front} | {ahead} | {exact} |"


def _is_central(result: Result) -> bool:
    return result.winner == "Central Powers"


def _difference(numbers: Sequence[float], unit: str = "") -> str:
    return f"{mean(numbers):+.2f}{unit} ± {error(numbers):.2f}"


def error(numbers: Sequence[float]) -> float:
    """The 95% error of the mean of some numbers."""
    return 1.96 * stdev(numbers) / len(numbers) ** 0.5 if len(numbers) > 1 else 0.0


def _policy() -> Mapping[str, object]:
    """The numbers of the stand-ins."""
    game: FieldsOfDespair = mapped()
    assert game.data.map is not None
    hexes = game.data.map.hexes.values()
    return {
        "hexes": len(MAP),
        "columns": len({name[0] for name in MAP}),
        "french": sum(each.country == "France" and each.side == "Central Powers" for each in hexes),
        "total": policy.CP_TOTAL,
        "air": policy.CP_AIR,
        "artillery": policy.CP_ARTILLERY,
        "points": policy.CP_POINTS,
        "east": policy.FROM_THE_EAST,
        "attacks": len(policy.ATTACKS),
        "strengths": " and ".join(f"{guns} + {blocks}" for guns, blocks in policy.ATTACKS),
        "squadrons": " and ".join(" + ".join(map(str, counters)) for counters in policy.SQUADRONS),
        "garrison": " + ".join(map(str, policy.GARRISON)),
        "reserves": policy.RESERVES,
        "logistic": policy.LOGISTIC_POINTS,
        "hits": policy.HITS,
        "rout": policy.ROUT,
        "through": policy.BREAKTHROUGH,
    }


def first_line(results: Sequence[Result]) -> str:
    """What became of the first campaigns as printed, by which a test knows whether the page is up to date."""
    told = ", ".join(f"{each.totals[-1]} SPs and {each.front[-1]} hexes" for each in results)
    return f"CP total and hexes of France at the end, as printed: {told}."
