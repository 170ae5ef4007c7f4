"""When a marker can be played, what its player is asked, and what everybody knows of that."""

from dataclasses import replace
from typing import Any

import pytest

from rules.errors import NotNow, NotThere
from rules.games.marne_1918.combat import Stage
from rules.games.marne_1918.log_events.americans import ExitToRoll
from rules.games.marne_1918.log_events.playing import Played
from rules.games.marne_1918.phases import ALLIES, GERMANS, Moment, Phase
from rules.games.marne_1918.playing import plannable, possible
from rules.games.marne_1918.state import Doctrine
from rules.pool import Zone
from tests.games import by_hand, marne
from tests.play import Play, public
from tests.rules.games.marne_1918.campaign import ANNA, BERT, campaign_with, refused, state
from tests.rules.games.marne_1918.german_events import with_german_events

QUIET: dict[Phase, tuple[str, ...]] = {
    Phase.EVENTS: (), Phase.OFFENSIVES: ("Spies", "Offensive"),
    Phase.SUPPLY: ("Clemenceau", "Command Shakeup", "Pershing"), Phase.DOCTRINE: (),
    Phase.REPLACEMENTS: ("Improved Organization",), Phase.ARRIVAL: ("Air unit",),
    Phase.PLACEMENT: ("Improved Organization",), Phase.GERMAN_MOVEMENT: (),
    Phase.GERMAN_COMBAT: ("Belleau Wood", "Immediate Counterattack", "Heroic Defense", "Russian Legion"),
    Phase.ALLIED_MOVEMENT: (), Phase.ALLIED_COMBAT: ("Heroic Assault", "Surprise Attack", "Belleau Wood"),
}  # fmt: skip
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
    def test_each_phase_has_its_markers(self) -> None:
        assert could(campaign_with("spies-1")) == QUIET

    def test_a_side_with_an_empty_hand_or_no_pool_can_play_nothing(self) -> None:
        play = campaign_with()
        assert not any(could(play).values())
        assert possible(play.game.data, state(play), GERMANS, Moment(sequence=1, phase=Phase.GERMAN_COMBAT)) == ()

    def test_germans_attack_in_german_and_defend_in_allied_combat(self) -> None:
        play = campaign_with(zones={"german-rumour-1": Zone.HAND}, game=with_german_events())
        found = [
            possible(play.game.data, state(play), GERMANS, Moment(sequence=1, phase=phase))
            for phase in (Phase.GERMAN_MOVEMENT, Phase.GERMAN_COMBAT, Phase.ALLIED_COMBAT)
        ]
        assert found == [(), ("German assault",), ("German defense",)]

    def test_an_open_question_changes_nothing(self) -> None:
        assert could(campaign_with("spies-1", waiting=(ExitToRoll(),))) == QUIET

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


class TestRefusals:
    def test_nothing_is_played_while_a_side_must_answer(self) -> None:
        play = campaign_with("clemenceau-1", phase=Phase.SUPPLY, waiting=(ExitToRoll(),))
        refused(play, NotNow, "The Allies must answer first", ANNA, "play", marker="Clemenceau")
        assert "play" not in {each.command.type for each in play.campaign.offers(ANNA)}

    @pytest.mark.parametrize("hex_", ["", " ", "\u200b"])
    def test_what_follows_an_unknown_combat_names_its_hex(self, hex_: str) -> None:
        play = campaign_with("russian-legion-1", phase=Phase.GERMAN_COMBAT, sequence=1)
        refused(play, NotThere, "Russian Legion is played after a combat", ANNA, "play",
                marker="Russian Legion", hex=hex_)  # fmt: skip

    @pytest.mark.parametrize("choice", ["", "more", "hits hits"])
    def test_a_choice_is_one_of_its_own(self, choice: str) -> None:
        play = campaign_with("heroic-assault-1", phase=Phase.ALLIED_COMBAT, sequence=1)
        said = "Heroic Assault needs a choice: 2 more hit points; \\+2 for you; −2 for the enemy; cancel the"
        refused(play, NotThere, said, ANNA, "play", marker="Heroic Assault", choice=choice)

    def test_after_an_air_unit_other_markers_still_come(self) -> None:
        play = campaign_with("improved-organization-1", "air-unit-1", phase=Phase.PLACEMENT, air_unit=True)
        play.do(ANNA, "play", marker="Improved Organization")
        assert state(play).transport == 1


@pytest.mark.parametrize("choice", ["bonus", "+2 for you", " +2 FOR YOU "])
def test_a_choice_is_named_by_its_words_too(choice: str) -> None:
    play = campaign_with("heroic-assault-1", phase=Phase.ALLIED_COMBAT, sequence=1)
    told = public(play.do(ANNA, "play", marker=" heroic ASSAULT ", choice=choice))
    assert "Heroic Assault" in told
    (played,) = (each for each in play.log[-1].events if isinstance(each, Played))
    assert (played.choice, played.hq, played.fact) == ("bonus", "", None)


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
    assert (played.combat, combat.stage, len(combat.declared)) == (None, Stage.DECLARED, 1)


def test_a_side_plans_markers_with_a_phase_and_no_question() -> None:
    play = campaign_with(*(id_ for id_ in marne().data.markers if id_ != "spies-1"))
    assert {*plannable(play.game.data, state(play), ALLIES)} == {
        "Cantigny", "Clemenceau", "Air unit", "Command Shakeup", "Improved Organization", "Offensive: Marne",
        "Offensive: Champagne", "Offensive: Ourcq", "Offensive: Aisne", "Pershing", "Change of Doctrine",
        "Victory Telegram",
    }  # fmt: skip
    assert plannable(play.game.data, state(play), GERMANS) == {}


class TestOffers:
    def offered(self, do: str, *hand: str, undecided: tuple[str, ...] = (), **facts: Any) -> list[tuple[Any, Any]]:
        play = campaign_with(*hand, **facts)
        now = state(play).in_pool(ALLIES, lambda pool: pool.replace(undecided=frozenset(undecided)))
        play.campaign = replace(play.campaign, state=now)
        return [(each.subject, each.inputs) for each in play.campaign.offers(ANNA) if each.command.type == do]

    @pytest.mark.parametrize(("tracks", "kept"), [((), []), (("clemenceau-1",), [("Spies", ())])])
    def test_a_full_hand_keeps_one_more_with_clemenceau(self, tracks: Any, kept: list[Any]) -> None:
        hand = ("air-unit-1", "mangin-1", "gouraud-1", "spies-1")
        assert self.offered("keep", *hand, undecided=("spies-1",), tracks=tracks) == kept

    def test_what_was_just_drawn_comes_first(self) -> None:
        hand = ("clemenceau-1", "spies-1", "mangin-1")
        drawn = self.offered("return", *hand, undecided=("mangin-1",))
        assert [subject for subject, _ in drawn] == ["Mangin", "Clemenceau", "Spies"]

    @pytest.mark.parametrize(("game", "inputs"), [(marne(), {("hex",)}), (by_hand(), {()})])
    def test_where_orders_are_sealed_an_attack_names_its_hex(self, game: Any, inputs: set[Any]) -> None:
        for marker in ("heroic-assault-1", "surprise-attack-1"):
            found = self.offered("play", marker, phase=Phase.ALLIED_COMBAT, sequence=1, game=game)
            assert {each for _, each in found} == inputs

    @pytest.mark.parametrize(
        ("marker", "facts", "inputs"),
        [
            ("gouraud-1", {"phase": Phase.SUPPLY, "doctrine": Doctrine.PETAIN}, ("hq",)),
            ("mangin-1", {"phase": Phase.ALLIED_MOVEMENT, "sequence": 1, "german_offensive": 4}, ("answer",)),
            ("belleau-wood-1", {"phase": Phase.GERMAN_COMBAT, "sequence": 1}, ("answer", "hex")),
            ("clemenceau-1", {"phase": Phase.SUPPLY}, ()),
        ],
    )
    def test_a_marker_asks_for_what_it_needs(self, marker: str, facts: dict[str, Any], inputs: Any) -> None:
        assert [each for _, each in self.offered("play", marker, **facts)] == [inputs]


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
