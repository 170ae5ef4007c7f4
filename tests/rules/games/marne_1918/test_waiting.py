"""Who can still act, whom the turn waits for, what going on passes over: always by what everybody can see."""

from collections.abc import Iterable
from itertools import combinations
from typing import Any

import pytest

from rules.campaign import Campaign
from rules.campaign.decider.waiting import tell_waits, waits
from rules.command import GameCommand
from rules.errors import NotNow
from rules.games.marne_1918.combat import Combat, CombatName
from rules.games.marne_1918.doctrine import ShakeupToPlace
from rules.games.marne_1918.hand import FlightToResolve
from rules.games.marne_1918.log_events.forces import AttacksOwed, ExitToRoll, ForceDue
from rules.games.marne_1918.log_events.reactions import HandToShow
from rules.games.marne_1918.phases import ALLIES, GERMANS, Phase
from rules.games.marne_1918.state import EventDue, Question
from rules.games.marne_1918.turn import NextPhase, NextTurn
from rules.pool import Zone
from rules.seat import Seat, SideSeat
from tests.games import marne
from tests.play import Play, public
from tests.rules.games.marne_1918.campaign import ANNA, BERT, campaign_with, refused, state

NEXT, END = NextPhase(), NextTurn()
Given = GameCommand[Any, Any]


def acting(play: Play, command: Given = NEXT) -> set[Seat]:
    return set(play.game.acting(state(play), command))


def lost(play: Play, command: Given = NEXT, seat: SideSeat = ALLIES) -> list[str]:
    return [str(line) for line in play.game.lost(state(play), seat, command)]


def hands(*also: str) -> Iterable[tuple[str, ...]]:
    """Every hand of two markers that can lie face down on turn 5, apart from ``also``."""
    data = marne().data
    held = [id_ for id_ in data.markers if data.enters(id_) <= 5 and not id_.startswith(("all-quiet", "the-gov"))]
    return combinations([*held, *also], 2)


@pytest.mark.by_day(2)
@pytest.mark.parametrize("phase", [Phase.EVENTS, Phase.OFFENSIVES, Phase.SUPPLY, Phase.ARRIVAL])
def test_neither_tells_one_hand_of_two_from_another(phase: Phase) -> None:
    game = marne().with_ruling("must_occur", "when_played")
    answers = set()
    for hand in hands():
        play = campaign_with(*hand, phase=phase, game=game)
        told = (frozenset(acting(play)), frozenset(acting(play, END)))
        began = public(play.do(BERT, "next_phase")) if phase is not Phase.SUPPLY else ""
        answers.add((told, began))
    assert len(answers) == 1


def test_germans_who_have_begun_their_offensive_have_no_other() -> None:
    assert GERMANS in acting(campaign_with(phase=Phase.OFFENSIVES))
    assert GERMANS not in acting(campaign_with(phase=Phase.OFFENSIVES, german_offensive=5))


class TestLost:
    def test_a_marker_that_lapses_is_named_to_its_own_side(self) -> None:
        game = marne().with_ruling("must_occur", "when_played")
        play = campaign_with("cantigny-1", phase=Phase.SUPPLY, game=game)
        assert lost(play) == lost(play, END) == ["You hold **Cantigny**, and it returns to the pool."]
        assert lost(play, END, GERMANS) == []
        assert lost(campaign_with("cantigny-1", game=game), NextPhase(to="Supply")) == [], "its phase is to come"
        assert lost(campaign_with("spies-1", phase=Phase.SUPPLY, game=game), END) == []

    def test_so_is_the_doctrine_that_could_be_adopted(self) -> None:
        game = marne().with_ruling("evolving_moment", "when_adopted")
        play = campaign_with(phase=Phase.SUPPLY, tracks=["clemenceau-1", "command-shakeup-1"], game=game)
        ahead = NextPhase(to="Reinforcements Placement")
        assert lost(play, ahead) == ["You could adopt the Evolving Doctrine."]
        assert (lost(play, ahead, GERMANS), lost(play)) == ([], [])


QUESTIONS: list[tuple[Question, Seat, str | None]] = [
    (EventDue(awaiting=GERMANS, combat=CombatName(number=1)), GERMANS, "The Germans play no event."),
    (
        ShakeupToPlace(marker="command-shakeup-1"), GERMANS,
        "Command Shakeup goes on the Allied HQ that is farthest from the enemy.",
    ),
    (HandToShow(awaiting=GERMANS, to=ALLIES), GERMANS, "The Germans show the Allies their markers on the table."),
    (ForceDue(), ALLIES, "The Victory Telegram force does not arrive now."),
    (ExitToRoll(told=True), ALLIES, ", +1 for the hex: **"),
    (ExitToRoll(), ALLIES, "The die for the Americans shows **"),
    (AttacksOwed(), ALLIES, None),
    (FlightToResolve(seat=ALLIES, marker="the-government-flees-1"), ALLIES, None),
]  # fmt: skip


class TestDue:
    """What each side must do now, and by which button it says that it is done."""

    def due(self, **facts: Any) -> dict[Seat, tuple[str, str, str]]:
        play = campaign_with(**facts)
        found = play.game.due(state(play)).items()
        return {seat: (str(each.whole), each.key, each.whose.name) for seat, each in found}

    @pytest.mark.parametrize(
        ("phase", "sequence", "seats", "said"),
        [
            (
                Phase.OFFENSIVES,
                0,
                (ALLIES, GERMANS),
                "Declare any offensive of this turn. Then press **Next: Supply**.",
            ),
            (Phase.DOCTRINE, 0, (ALLIES, GERMANS), "See whether the Allied doctrine changes."),
            (Phase.GERMAN_MOVEMENT, 1, (GERMANS,), "Move your units. Then press **Next: German combat**."),
            (Phase.ALLIED_MOVEMENT, 1, (ALLIES,), "Move your units. Then press **Next: Allied combat**."),
            (Phase.GERMAN_COMBAT, 1, (GERMANS,), "Fight your combats. Then press **Next: Allied movement**."),
            (Phase.ALLIED_COMBAT, 1, (ALLIES,), "Fight your combats. Then press **Next turn**."),
        ],
    )
    def test_on_the_map(self, phase: Phase, sequence: int, seats: tuple[Seat, ...], said: str) -> None:
        found = self.due(phase=phase, sequence=sequence, phases=8)
        assert {*found} == {*seats}
        for what, key, whose in found.values():
            assert what.startswith(said)
            assert (key, whose) == ("phase 8", "OWN" if len(seats) == 1 else "ANY")
        sealed = self.due(phase=phase, sequence=sequence, phases=8, game=marne())
        is_combat = phase in (Phase.GERMAN_COMBAT, Phase.ALLIED_COMBAT)
        assert {*sealed} == {*seats}
        assert sealed[seats[0]][0].startswith("Declare each combat, then fight it. Then press" if is_combat else said)

    def test_dice_are_asked_for_until_they_are_rolled(self) -> None:
        play = campaign_with(phase=Phase.GERMAN_COMBAT, sequence=1, game=marne())
        play.do(BERT, "declare_combat", hex="Soissons")
        assert "Roll the dice of combat 1 (Soissons)." in str(play.game.due(state(play))[GERMANS].whole)
        play.do(BERT, "roll_combat")
        assert str(play.game.due(state(play))[GERMANS].whole).startswith("Declare each combat, then fight it.")


@pytest.mark.parametrize(
    ("phase", "sequence", "command", "button"),
    [
        (Phase.EVENTS, 0, END, "Done, no offensive"),
        (Phase.OFFENSIVES, 0, NEXT, "No offensive"),
        (Phase.SUPPLY, 0, END, "Done"),
        (Phase.GERMAN_MOVEMENT, 1, END, "Done"),
    ],
)
def test_the_germans_are_asked_for_an_offensive_and_can_tell_it(
    phase: Phase, sequence: int, command: Given, button: str
) -> None:
    play = campaign_with(phase=phase, sequence=sequence)
    play.all_agree = False
    play.do(ANNA, command)
    assert f"act, or press **{button}**." in called(play.campaign)
    assert {"Declare an offensive", button} <= {str(each.label) for each in play.campaign.open_offers()}
    assert "begin an offensive: this turn has 3" in public(play.do(BERT, "declare_offensive"))
    if not play.campaign.requests:  # the Germans had nothing else to do in it, so nobody was asked any more
        play.do(ANNA, END)
    assert "act, or press **Done**." in called(play.campaign)
    assert "Declare an offensive" not in {str(each.label) for each in play.campaign.open_offers()}


def called(campaign: Campaign) -> str:
    """How those are called who are asked now."""
    return "\n".join(str(each) for each in tell_waits(campaign, waits(campaign)))


@pytest.mark.parametrize(
    ("phase", "sequence", "facts", "said"),
    [
        (Phase.EVENTS, 0, {"drawn": frozenset()}, "once the events are drawn"),
        (Phase.GERMAN_COMBAT, 1, {"combats": 1}, "before the first combat"),
        (Phase.OFFENSIVES, 0, {"german_offensive": 5}, "already declared"),
    ],
)
def test_no_offensive_is_told_too_early_too_late_or_twice(
    phase: Phase, sequence: int, facts: dict[str, Any], said: str
) -> None:
    play = campaign_with(phase=phase, sequence=sequence, **facts)
    refused(play, NotNow, said, BERT, "declare_offensive")
    assert "declare_offensive" not in {each.command.type for each in play.campaign.offers(BERT)}


class TestAbsent:
    @pytest.mark.parametrize(("question", "seat", "said"), QUESTIONS)
    def test_what_is_done_for_a_side_that_does_not_answer(
        self, question: Question, seat: Seat, said: str | None
    ) -> None:
        play = campaign_with(
            phase=Phase.ALLIED_MOVEMENT, sequence=1, waiting=(question,), american_hq_since=3, telegram=True,
            combat=Combat(name=CombatName(number=1), attacker=ALLIES),
            zones={"command-shakeup-1": Zone.IN_PLAY},
        )  # fmt: skip
        assert play.game.awaited(state(play)) == {seat}
        other = ALLIES if seat == GERMANS else GERMANS
        assert play.game.default(state(play), other) is None
        command = play.game.default(state(play), seat)
        assert (command is None) is (said is None)
        if command is not None:
            assert str(said) in public(play.do(ANNA if seat == ALLIES else BERT, command))


def test_an_absent_side_draws_and_returns_what_it_drew() -> None:
    """The Events phase waits for nobody for ever: Bert goes on without Anna, and it keeps nothing."""
    play = Play(marne())
    play.do(BERT, "join", seat="Germans")
    play.do(ANNA, "leave", seat="Allies")
    while ALLIES in play.game.awaited(play.campaign.state):
        told = public(play.do(BERT, "go_on_without", seat="Allies"))
        assert "goes on without the Allies" in told
    now = state(play)
    assert ALLIES in now.drawn
    assert not now.pools[ALLIES].undecided
    play.do(BERT, "next_phase")
    assert state(play).now.phase is Phase.OFFENSIVES
