"""When a marker can be played, what its player is asked, and what everybody knows of that."""

from typing import Any

import pytest

from rules.games.marne_1918.combat import Stage
from rules.games.marne_1918.log_events.playing import Played
from rules.games.marne_1918.phases import ALLIES, GERMANS, Moment, Phase
from rules.games.marne_1918.playing import possible
from rules.games.marne_1918.state import Doctrine
from rules.pool import Zone
from tests.games import marne
from tests.play import Play
from tests.rules.games.marne_1918.campaign import ANNA, BERT, campaign_with, state
from tests.rules.games.marne_1918.german_events import with_german_events

TELEGRAM = [
    Phase.OFFENSIVES, Phase.SUPPLY, Phase.DOCTRINE, Phase.REPLACEMENTS, Phase.ARRIVAL, Phase.PLACEMENT,
]  # fmt: skip
GONE = {"mangin-1": Zone.REMOVED}


def could(play: Play) -> dict[Phase, tuple[str, ...]]:
    """What the Allies could play in each phase of the turn, by what everybody sees."""
    data = play.game.data
    sequence = {phase: 1 if phase in data.sequence.operational[GERMANS] else 0 for phase in Phase}
    moments = {phase: Moment(sequence=sequence[phase], phase=phase) for phase in Phase}
    return {phase: possible(data, state(play), ALLIES, moment) for phase, moment in moments.items()}


class TestWhatEverybodyKnows:
    @pytest.mark.parametrize(
        ("facts", "more", "phases"),
        [
            ({"doctrine": Doctrine.PETAIN}, "Gouraud", [Phase.SUPPLY]),
            ({"tracks": ["clemenceau-1", "command-shakeup-1"]}, "Change of Doctrine", [Phase.SUPPLY]),
            ({"tracks": ["clemenceau-1"]}, "Change of Doctrine", []),
            ({"german_offensive": 4}, "Mangin", [Phase.ALLIED_MOVEMENT]),
            ({"german_offensive": 3}, "Mangin", []),
            ({"german_offensive": 5}, "Mangin", []),
            ({"german_offensive": 5}, "Victory Telegram", TELEGRAM),
            ({"german_offensive": 5, "zones": GONE}, "Victory Telegram", []),
            ({"german_offensive": 4}, "Victory Telegram", []),
            ({"game": marne().with_ruling("must_occur", "when_played")}, "Cantigny", [Phase.SUPPLY]),
            ({"air_unit": True}, "Air unit", []),
        ],
    )
    def test_what_needs_more_than_its_phase(self, facts: dict[str, Any], more: str, phases: list[Phase]) -> None:
        found = could(campaign_with("spies-1", **facts))
        assert [phase for phase, names in found.items() if more in names] == phases


def test_what_is_played_at_any_time_belongs_to_no_combat() -> None:
    zones = {"german-rumour-1": Zone.HAND}
    play = campaign_with(
        "surprise-attack-1", phase=Phase.ALLIED_COMBAT, sequence=1, zones=zones, game=with_german_events()
    )
    play.do(ANNA, "play", marker="Surprise Attack", choice="artillery", hex="Fismes")
    play.do(BERT, "play", marker="German rumour")
    (played,) = play.log[-1].events
    assert isinstance(played, Played)
    combat = state(play).combat
    assert combat is not None
    assert (played.combat, combat.stage, len(combat.declared)) == (None, Stage.FOUGHT, 1)


def test_a_choice_is_typed_in_the_words_of_its_button() -> None:
    play = campaign_with("surprise-attack-1", phase=Phase.ALLIED_COMBAT, sequence=1)
    words = play.game.data.type_of("surprise-attack-1").buttons["artillery"]
    play.do(ANNA, "play", marker="Surprise Attack", choice=f" {words.upper()} ", hex="Fismes")
    assert [event.choice for event in play.log[-1].events if isinstance(event, Played)] == ["artillery"]


def test_an_old_return_button_does_not_return_a_kept_marker() -> None:
    play = campaign_with(phase=Phase.EVENTS, drawn=frozenset())
    play.do(ANNA, "draw")

    def keys() -> set[str]:
        return {each.key for each in play.campaign.offers(ANNA) if each.command.type == "return"}

    before, drawn = keys(), state(play).pools[ALLIES].undecided
    assert before
    for marker in drawn:
        play.do(ANNA, "keep", marker=marker)
    assert keys().isdisjoint(before)
