"""What players look up: the status as everybody reads it, the piles, and the hands."""

from typing import Any

import pytest

from rules.games.gathering_storm.numbers import numbered
from rules.games.gathering_storm.powers import FRANCE, GERMANY, ITALY, POWERS, RUSSIA
from rules.games.gathering_storm.state import Counter, Held, Progress
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
    def test_before_the_draw_and_after_it(self) -> None:
        play = Storm()
        index = "European Aggression Index (EAI)"
        assert status(play) == ["Turn 1, **Random events**.", f"{index}: 0."]
        play.set(has_drawn=False)
        assert status(play) == ["Turn 1, **Random events**.", "Next, draw this turn's events."]
        play.world(climate=3)
        assert status(play) == ["Turn 1, **Random events**.", "Next, draw this turn's events.", f"{index}: -1."]

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
        play = Storm()
        play.set(counters=counters((GERMANY, "Turkey", 3, "diplomatic")))
        play.at(phase)
        assert status(play)[-1] == f"Counters: Germany has {said}"
        in_hand = ["Germany's counters: Turkey 3."]
        assert (hand(play, GERMANY), hand(play, ITALY)) == (in_hand, [])

    @pytest.mark.parametrize(
        ("conquered", "waived", "said"),
        [
            ({}, False, ["the Axis have not chosen a side."]),
            ({}, True, ["the Axis have not chosen a side."]),
            ({"Bulgaria": ITALY}, False, ["the Axis support Bulgaria."]),
            ({"Bulgaria": ITALY}, True, ["the Axis support Bulgaria."]),
            ({"Bulgaria": ITALY, "Rumania": GERMANY}, False, []),
        ],
    )
    def test_a_dispute_stands_there_with_the_side_of_the_axis(
        self, conquered: dict[str, SideSeat], waived: bool, said: list[str]
    ) -> None:
        play = Storm()
        play.put("dobruja")
        play.world(conquered=conquered)
        play.set(is_waived=waived)
        found = [line for line in status(play) if "Dispute" in line]
        assert found == [f"Dispute: Bulgaria or Rumania: {each}" for each in said]

    def test_a_printed_general_event_waits_until_it_is_entered(self) -> None:
        play = Storm()
        play.set(general=numbered("general", 7))
        assert status(play)[-1] == "The general event, **Card 7**, has not taken effect yet."


def test_the_piles_count_what_was_not_drawn() -> None:
    play = Storm()
    play.put("larger-army")
    play.set(seen=frozenset({"dobruja", "larger-army", "prices-hold"}))
    sizes = {pile: len(play.data.pile(pile)) for pile in ("general", *POWERS)}
    drawn = {"general": 1, "Germany": 2}
    assert lines(play.game.pool(play.state)) == [
        f"{pile}: {size - drawn.get(pile, 0)} of {size} events left" for pile, size in sizes.items()
    ]


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
        play = Storm()
        play.at(phase)
        for is_shown in (False, True):
            held = Held(card="torpedo-drawings", is_shown=is_shown, is_overdue=overdue)
            play.set(held={GERMANY: (held,)})
            assert hand(play, GERMANY)[0] == f"**{play.data.title('torpedo-drawings')}** {said}"
        assert hand(play, ITALY) == []

    @pytest.mark.parametrize(
        ("count", "has_played", "said"),
        [
            (1, False, ""),
            (2, False, "Germany must play at least one event. "),
            (1, True, "Germany need not play another event. "),
            (0, True, ""),
        ],
    )
    def test_whether_one_must_be_played(self, count: int, said: str, *, has_played: bool) -> None:
        play = Storm()
        play.set(held={GERMANY: tuple(Held(card=card, is_shown=False) for card in ("torpedo-drawings", "prices-hold"))})
        play.set(held={GERMANY: play.state.held[GERMANY][:count]})
        if has_played:
            play.put("larger-army")
        found = [line for line in hand(play, GERMANY) if "others are discarded" in line]
        assert found == ([f"{said}The others are discarded when their phase ends."] if said else [])

    def test_a_number_that_was_not_entered_says_only_what_to_do(self) -> None:
        play = Storm()
        play.set(held={GERMANY: (Held(card=numbered("Germany", 7), is_shown=False),)})
        assert hand(play, GERMANY) == ["**Card 7** of your pile: look it up, then enter what it says."]

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
            play.deal("larger-army", shown=shown)
            play.results(*results)
            found = [
                each for each in hand(play, GERMANY) if "results" in each.lower() and "Research record" not in each
            ]
            assert found[-1] == said

    def test_by_that_ruling_an_event_counts_every_result(self) -> None:
        play = Storm(results_count="every_result")
        play.deal("larger-army")
        play.set(research={"German armor": Progress(results=3), "Axis jets": Progress(results=4)})
        assert "Results now: 3, so it gives 0." in hand(play, GERMANY)

    def test_it_lists_the_powers_counters_with_their_values(self) -> None:
        play = Storm()
        placed = counters(
            (GERMANY, "Turkey", 3, "diplomatic"),
            (ITALY, "Poland", 2, "diplomatic"),
            (GERMANY, "Austria", 0, "diplomatic"),
            (GERMANY, "Rumania", 0, "anti-Comintern"),
        )
        play.set(counters=placed)
        assert hand(play, GERMANY) == ["Germany's counters: Turkey 3, Austria 0."]
        assert hand(play, ITALY) == ["Italy's counters: Poland 2."]
        assert hand(play, FRANCE) == []
