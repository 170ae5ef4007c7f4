"""What players look up: the status as everybody reads it, the piles, and the hands."""

from typing import Any

import pytest

from rules.games.gathering_storm.powers import FRANCE, GERMANY, ITALY, RUSSIA
from rules.games.gathering_storm.state import Counter, Held, Plan
from rules.seat import SideSeat
from tests.rules.games.gathering_storm.harness import Storm


def lines(rows: Any) -> list[str]:
    """The lines with their headings."""
    return [f"{each.section}: {each}" if each.section else str(each) for each in rows]


def status(play: Storm) -> list[str]:
    return lines(play.game.status(play.state))


def hand(play: Storm, power: SideSeat) -> list[str]:
    return lines(play.game.hand(play.state, power))


def counters(*placed: tuple[SideSeat, str, int, Any]) -> tuple[Counter, ...]:
    return tuple(Counter(power=p, target=target, value=value, kind=kind, phase=4) for p, target, value, kind in placed)


class TestStatus:
    def test_everything_that_lies_on_the_table(self) -> None:
        play = Storm()
        for card, choice in (
            ("dobruja", {}),
            ("italian-agents", {"project": "Axis espionage", "when": "before"}),
            ("reservists-called", {"unit": "an *infantry*"}),
            ("larger-army", {}),
        ):
            play.put(card, **choice)
        play.set(
            held={
                FRANCE: (
                    Held(card="second-bureau", is_shown=False),
                    Held(card="strikes-in-france", is_shown=True),
                    Held(card="ship-made-ready", is_shown=True),
                ),
                RUSSIA: tuple(Held(card=card, is_shown=False) for card in ("comrades-in-greece", "tank-commission")),
            },
            counters=counters((GERMANY, "Turkey", 3, "diplomatic"), (ITALY, "Rumania", 0, "anti-Comintern")),
        )
        assert status(play) == [
            "Turn 1, **Random events**.",
            "European Aggression Index (EAI): +1.",
            "In effect: Quarrel over the Dobruja, the general event",
            "In effect: Italy's agents spread out, played by Italy: Axis espionage, before",
            "In effect: Reservists are called up, played by France: an \\*infantry\\*",
            "In effect: A larger army is approved, played by Germany",
            "To be used: **Reservists are called up** (France), until the phase “Construction” ends",
            "To be played: France has **Strikes shut the French works**, face up.",
            "To be played: France draws no income tiles this turn.",
            "To be played: France has **One ship is hurried on**, face up.",
            "To be played: One ship of France under construction moves two spaces at no cost.",
            "To be played: This move alone cannot take it into the next row.",
            "To be played: France holds one event face down.",
            "To be played: Russia holds 2 events face down.",
            "Counters: Germany has a counter face down in Turkey.",
            "Counters: Italy has the anti-Comintern counter in Rumania.",
            "Dispute: Bulgaria or Rumania: the Axis support Rumania.",
        ]

    @pytest.mark.parametrize(
        ("phase", "said"),
        [
            ("Diplomacy: random events", "a counter face down in Turkey."),
            ("Diplomacy: subversion", "a counter worth 3 in Turkey."),
            ("Crises", "a counter worth 3 in Turkey."),
        ],
    )
    def test_a_counter_has_a_public_value_once_it_is_turned_up(self, phase: str, said: str) -> None:
        play = Storm().set(counters=counters((GERMANY, "Turkey", 3, "diplomatic"))).at(phase)
        assert status(play)[-1] == f"Counters: Germany has {said}"
        in_hand = ["Germany's counters: Turkey 3."]
        assert (hand(play, GERMANY), hand(play, ITALY)) == (in_hand, [])


class TestHand:
    @pytest.mark.parametrize(
        ("phase", "overdue", "said"),
        [
            ("Economy", False, "is played in the phase “Research”."),
            ("Research", False, "can be played now, until this phase ends."),
            ("Construction", True, "can be played at any time."),
        ],
    )
    def test_when_an_event_is_played(self, phase: str, said: str, *, overdue: bool) -> None:
        play = Storm().at(phase)
        for is_shown in (False, True):
            held = Held(card="torpedo-drawings", is_shown=is_shown, is_overdue=overdue)
            play.set(held={GERMANY: (held,)})
            assert hand(play, GERMANY)[0] == f"**{play.data.title('torpedo-drawings')}** {said}"
        assert hand(play, ITALY) == []

    @pytest.mark.parametrize(
        ("results", "said"),
        [
            ([], "No results yet, so it gives -3."),
            (["German armor"], "Results now: 1, so it gives -2."),
            (["German armor", "Axis rockets", "German West Wall"], "Results now: 3, so it gives 0."),
        ],
    )
    def test_what_an_event_that_counts_results_gives_now(self, results: list[str], said: str) -> None:
        play = Storm()
        for shown in (False, True):
            play.deal("larger-army", shown=shown).results(*results)
            found = [
                each for each in hand(play, GERMANY) if "results" in each.lower() and "Research record" not in each
            ]
            assert found[-1] == said


def test_a_plan_is_told_as_far_as_it_is_still_to_be_done() -> None:
    """Of the research until its phase is over; of the counters until the power's own lie there."""
    play = Storm()
    research = (("Axis rockets", 1),)
    play.set(plans={GERMANY: Plan(research=research, counters=(("Austria", 2), ("Hungary", 1)), places=True)})
    told = []
    for phase, placed in (
        ("Research", ()),
        ("Diplomacy: Axis placement", ((FRANCE, "Austria", 3, "diplomatic"), (GERMANY, "Hungary", 1, "diplomatic"))),
    ):
        play.at(phase).set(counters=counters(*placed))
        told.append([each.partition(": ")[2] for each in hand(play, GERMANY) if each.startswith("Your plan")])
    assert told == [["Research: Axis rockets 1", "Counters: Austria 2, Hungary 1"], ["Counters: Austria 2"]]


def test_what_a_power_holds_unseen_is_told_once_and_no_more() -> None:
    """What a side has found, of the first of its powers alone; nothing of what everybody sees."""
    play = Storm().results("Axis rockets").deal("larger-army")
    play.set(counters=counters((GERMANY, "Austria", 2, "diplomatic")))

    def held(power: SideSeat) -> list[str]:
        return [str(each.value) for each in play.game.holdings(play.state, power)]

    found = "1 result in Axis rockets"
    assert held(GERMANY) == ["A larger army is approved", "counter worth 2 in Austria", found]
    assert held(ITALY) == []
    play.deal("larger-army", shown=True)
    play.at(play.data.phases.shown)
    assert held(GERMANY) == [found]
