"""Each of the 20 types: played rightly, at a wrong moment, and without what it needs. The names are those of the rows
of the checklist in ``docs/rules-coverage.md``.

What everybody reads of each is kept in ``tests/golden/marne_1918/``; ``UPDATE_GOLDEN=1`` writes it anew.
"""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from rules.errors import NotNow, NotThere, RuleError
from rules.games.marne_1918.hand import FlightToResolve
from rules.games.marne_1918.phases import ALLIES, GERMANS, Moment, Phase
from rules.games.marne_1918.state import Doctrine
from rules.notice import Kind, Notice, Public, Secret
from rules.pool import Zone
from tests.games import marne
from tests.goldens import check
from tests.play import Play
from tests.rules.games.marne_1918.campaign import ANNA, before_dice, campaign_with, state, zone_of

GOLDEN = Path(__file__).parents[3] / "golden" / "marne_1918"
TRACK = {"clemenceau-1": Zone.TRACK, "command-shakeup-1": Zone.TRACK}


@dataclass(frozen=True)
class Case:
    """A type's marker; where it is right; what then holds; a wrong phase; what is missing without its precondition."""

    marker: str
    right: dict[str, Any]
    after: dict[str, Any]
    wrong: Phase
    play: dict[str, Any] = field(default_factory=dict)
    missing: dict[str, Any] | None = None
    missing_play: dict[str, Any] | None = None
    says: str = ""
    goes: Zone = Zone.REMOVED


def at(phase: Phase, sequence: int = 0, **facts: Any) -> dict[str, Any]:
    return {"phase": phase, "sequence": sequence, **facts}


CASES = {
    "Heroic Assault": Case(
        "heroic-assault-1", at(Phase.ALLIED_COMBAT, 1), {}, Phase.GERMAN_COMBAT,
        {"choice": "hits"}, missing_play={"choice": "cancel"},
        says="has not just played a Heroic Assault or Heroic Defense", goes=Zone.IN_PLAY,
    ),
    "Surprise Attack": Case(
        "surprise-attack-1", at(Phase.ALLIED_COMBAT, 1), {}, Phase.GERMAN_COMBAT,
        {"choice": "artillery"}, missing_play={"choice": "surprise"},
        says="needs a choice: corps artillery alone; exploitation combat",
        goes=Zone.IN_PLAY,
    ),
    "Belleau Wood": Case(
        "belleau-wood-1", at(Phase.GERMAN_COMBAT, 1), {"morale": 1}, Phase.ALLIED_MOVEMENT,
        {"answer": True, "hex": "1207"}, missing_play={"answer": False, "hex": "1207"},
        says="only if the answer on your map is yes",
    ),
    "Cantigny": Case("cantigny-1", at(Phase.SUPPLY), {"morale": 1}, Phase.EVENTS),
    "Clemenceau": Case("clemenceau-1", at(Phase.SUPPLY), {"doctrine": Doctrine.FOCH}, Phase.DOCTRINE, goes=Zone.TRACK),
    "Immediate Counterattack": Case(
        "immediate-counterattack-1", at(Phase.GERMAN_COMBAT, 1), {"counterattack": ALLIES}, Phase.ALLIED_COMBAT,
        {"hex": "1207"}, missing_play={"hex": " "}, says="is played after a combat: name its hex", goes=Zone.IN_PLAY,
    ),
    "Heroic Defense": Case(
        "heroic-defense-1",
        at(Phase.GERMAN_COMBAT, 1, **before_dice(GERMANS, ALLIES)),
        {}, Phase.ALLIED_COMBAT, {"choice": "bonus"},
        at(Phase.GERMAN_COMBAT, 1), says="The attacker must declare an event or pass first", goes=Zone.IN_PLAY,
    ),
    "Spies": Case("spies-1", at(Phase.OFFENSIVES), {}, Phase.SUPPLY, goes=Zone.IN_PLAY),
    "Gouraud": Case(
        "gouraud-1", at(Phase.SUPPLY, doctrine=Doctrine.PETAIN), {"on_hq": {"gouraud-1": "IV Army"}}, Phase.ARRIVAL,
        {"hq": "IV Army"}, at(Phase.SUPPLY, doctrine=Doctrine.EVOLVING), says="not be played before Change of Doctrine",
        goes=Zone.IN_PLAY,
    ),
    "Air unit": Case(
        "air-unit-1", at(Phase.ARRIVAL), {"air_unit": True}, Phase.PLACEMENT, {},
        at(Phase.ARRIVAL, air_unit=True), says="Only one Air unit",
    ),
    "Russian Legion": Case(
        "russian-legion-1", at(Phase.GERMAN_COMBAT, 1), {}, Phase.ALLIED_COMBAT, {"hex": "1207"},
        missing_play={"hex": ""}, says="is played after a combat: name its hex",
    ),
    "Command Shakeup": Case("command-shakeup-1", at(Phase.SUPPLY), {}, Phase.EVENTS, goes=Zone.IN_PLAY),
    "Mangin": Case(
        "mangin-1", at(Phase.ALLIED_MOVEMENT, 1, german_offensive=4), {"mangin_turn": 5}, Phase.SUPPLY,
        {"answer": True}, at(Phase.ALLIED_MOVEMENT, 1, german_offensive=3), says="one turn after a German offensive",
    ),
    "Improved Organization": Case(
        "improved-organization-1", at(Phase.PLACEMENT), {"transport": 1}, Phase.ARRIVAL, goes=Zone.IN_PLAY
    ),
    "Offensive": Case(
        "offensive-marne", at(Phase.OFFENSIVES), {"offensives": ("offensive-marne",), "has_offensive": True},
        Phase.SUPPLY, goes=Zone.TRACK,
    ),
    "Pershing": Case("pershing-1", at(Phase.SUPPLY), {"american_hq_since": 5}, Phase.PLACEMENT, goes=Zone.IN_PLAY),
    "Change of Doctrine": Case(
        "change-of-doctrine-1", at(Phase.SUPPLY, zones=TRACK), {"doctrine": Doctrine.PETAIN}, Phase.DOCTRINE, {},
        at(Phase.SUPPLY, zones={"clemenceau-1": Zone.TRACK}), says="Missing: Command Shakeup.",
    ),
    "Victory Telegram": Case(
        "victory-telegram-1", at(Phase.SUPPLY, german_offensive=5, zones={"mangin-1": Zone.HAND}), {"telegram": True},
        Phase.ALLIED_MOVEMENT, {}, at(Phase.SUPPLY, german_offensive=5), says="together with Mangin",
    ),
}  # fmt: skip


def campaign_for(case: Case, given: dict[str, Any]) -> Play:
    return campaign_with(case.marker, **given)


def tried(play: Play, case: Case, more: dict[str, Any]) -> tuple[Notice, ...] | RuleError:
    """What is told of playing the marker, or why it is refused; a refusal changes nothing."""
    before = play.campaign
    try:
        return play.do(ANNA, "play", marker=case.marker, **more)
    except RuleError as error:
        assert play.campaign is before
        return error


@pytest.mark.parametrize("name", CASES)
def test_played_rightly(name: str) -> None:
    case = CASES[name]
    play = campaign_for(case, case.right)
    assert not isinstance(tried(play, case, case.play), RuleError)
    assert zone_of(play, case.marker) is case.goes
    for fact, value in case.after.items():
        assert getattr(state(play), fact) == value


@pytest.mark.parametrize("name", CASES)
def test_played_at_a_wrong_moment(name: str) -> None:
    case = CASES[name]
    sequence = 1 if case.wrong in (Phase.GERMAN_COMBAT, Phase.ALLIED_COMBAT, Phase.ALLIED_MOVEMENT) else 0
    play = campaign_for(case, case.right | {"waiting": ()} | at(case.wrong, sequence))
    refusal = tried(play, case, case.play)
    assert isinstance(refusal, NotNow)
    assert marne().data.named[name].moment in str(refusal)
    assert f"it is now {Moment(sequence=sequence, phase=case.wrong)}" in str(refusal)
    assert not [o for o in play.campaign.offers(ANNA) if o.command.type == "play" and o.subject == name]


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case.says])
def test_without_what_it_needs(name: str) -> None:
    case = CASES[name]
    play = campaign_for(case, case.missing or case.right)
    refusal = tried(play, case, case.play if case.missing_play is None else case.missing_play)
    assert isinstance(refusal, NotNow | NotThere)
    assert case.says in str(refusal)


def test_every_type_is_here() -> None:
    drawn_only = {"All quiet on the Western Front", "The Government flees"}
    assert set(CASES) | drawn_only == set(marne().data.named)


def flight(vp: int, *, crossed: bool, **facts: Any) -> tuple[Play, tuple[Notice, ...]]:
    waiting = FlightToResolve(seat=ALLIES, marker="the-government-flees-1")
    play = campaign_with("the-government-flees-1", waiting=(waiting,), **facts)
    return play, play.do(ANNA, "resolve_flight", vp=vp, crossed=crossed)


class TestTheGovernmentFlees:
    MARKER = "the-government-flees-1"

    @pytest.mark.parametrize(
        ("vp", "crossed", "goes", "total"),
        [
            (16, True, Zone.REMOVED, 16), (16, False, Zone.REMOVED, 16), (0, False, Zone.REMOVED, 0),
            (17, True, Zone.POOL, 17), (29, True, Zone.POOL, 29), (30, False, Zone.POOL, 30),
            (17, False, Zone.POOL, 17), (30, True, Zone.REMOVED, 35), (41, True, Zone.REMOVED, 46),
        ],
    )  # fmt: skip
    def test_the_decision_table(self, vp: int, crossed: bool, goes: Zone, total: int) -> None:
        play, _ = flight(vp, crossed=crossed)
        assert zone_of(play, self.MARKER) is goes
        assert state(play).victory_points == total
        assert state(play).marne_crossed is crossed
        assert state(play).waiting == ()

    @pytest.mark.parametrize(
        ("doctrine", "left"), [(Doctrine.FOCH, ()), (Doctrine.EVOLVING, (2,)), (Doctrine.PETAIN, (2,))]
    )
    def test_it_takes_two_shakeups_under_foch_and_else_one(self, doctrine: Doctrine, left: tuple[int, ...]) -> None:
        shakeups = ["command-shakeup-1", "command-shakeup-2"]
        play, _ = flight(31, crossed=True, tracks=shakeups, doctrine=doctrine)
        assert [each for each in shakeups if zone_of(play, each) is Zone.TRACK] == [shakeups[n - 1] for n in left]

    def test_it_is_resolved_as_soon_as_it_is_drawn(self) -> None:
        for seed in range(200):
            play = campaign_with(drawn=frozenset(), seed=bytes([seed]) * 32)
            told = play.do(ANNA, "draw")
            if state(play).waiting:
                break
        assert "**The Government flees** is drawn and resolved at once." in "\n".join(map(str, told))
        for action in ("next_phase", "next_turn"):
            with pytest.raises(NotNow, match="The Allies must answer first"):
                play.do(ANNA, action)
        assert [o.label for o in play.campaign.open_offers()].count("Resolve the flight") == 1


# ---- what everybody reads -------------------------------------------------------------------------------------------


HEADS = {Kind.BOARD: "On your board", Kind.RULE: "Rule", Kind.RULING: "Ruling"}


def lines(notices: tuple[Notice, ...] | RuleError) -> list[str]:
    if isinstance(notices, RuleError):
        return [f"  refused: {notices}"]
    return [
        f"  {'all' if isinstance(notice, Public) else f'only {notice.seat}'}: "
        f"{f'{HEADS.get(notice.kind, notice.section)}: ' if notice.kind is not Kind.RESULT else ''}{notice}"
        for notice in notices
        if isinstance(notice, Public | Secret)
    ]


def transcript(name: str) -> str:
    case = CASES[name]
    wrong = case.right | {"waiting": ()} | at(case.wrong, 1 if "combat" in case.wrong or "move" in case.wrong else 0)
    said = ["played rightly", *lines(tried(campaign_for(case, case.right), case, case.play))]
    said += ["at a wrong moment", *lines(tried(campaign_for(case, wrong), case, case.play))]
    if case.says:
        more = case.play if case.missing_play is None else case.missing_play
        said += ["without what it needs", *lines(tried(campaign_for(case, case.missing or case.right), case, more))]
    return "\n".join([name, *said]) + "\n"


def flights() -> str:
    """The Government's flight, told by every row of its table and with Clemenceau."""
    name = "The Government flees"
    said = [name]
    for vp, crossed, tracks in (
        (16, True, []), (20, True, []), (30, False, []), (31, True, ["command-shakeup-1", "command-shakeup-2"]),
        (31, True, ["clemenceau-1"]),
    ):  # fmt: skip
        _, told = flight(vp, crossed=crossed, tracks=tracks)
        said += [f"{vp} points, {'crossed' if crossed else 'not crossed'}, on the track: {tracks}", *lines(told)]
    return "\n".join(said) + "\n"


def quiet() -> str:
    """All quiet on the Western Front, drawn and asked for in vain."""
    play = campaign_with(drawn=frozenset(), zones=dict.fromkeys(marne().data.markers, Zone.REMOVED) | QUIET)
    said = ["All quiet on the Western Front", "drawn", *lines(play.do(ANNA, "draw"))]
    for do in ("play", "keep", "return", "remove"):
        with pytest.raises(RuleError) as refusal:
            play.do(ANNA, do, marker="All quiet on the Western Front")
        said += [do, *lines(refusal.value)]
    return "\n".join(said) + "\n"


QUIET = {f"all-quiet-on-the-western-front-{n}": Zone.POOL for n in (1, 2)}


@pytest.mark.parametrize("name", [*CASES, "The Government flees", "All quiet on the Western Front"])
def test_it_reads_as_it_did(name: str) -> None:
    golden = GOLDEN / f"{name.lower().replace(' ', '_')}.txt"
    said = transcript(name) if name in CASES else flights() if "flees" in name else quiet()
    check(golden, said)
