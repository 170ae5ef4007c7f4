"""What lies on the table of Marne 1918 by number: for all to count, and what one side holds."""

from rules.facts import Fact
from rules.games.marne_1918.phases import ALLIES, GERMANS
from rules.pool import Zone
from tests.rules.games.marne_1918.campaign import campaign_with, state
from tests.rules.games.marne_1918.german_events import with_german_events

ZONES = {
    "heroic-assault-1": Zone.IN_PLAY,
    "heroic-assault-2": Zone.IN_PLAY,
    "clemenceau-1": Zone.TRACK,
    "pershing-1": Zone.REMOVED,
    "spies-1": Zone.NOT_ENTERED,
}


def table(**given: object) -> dict[str, Fact]:
    """What everybody can count."""
    play = campaign_with("heroic-defense-1", "heroic-defense-2", zones=ZONES, **given)  # type: ignore[arg-type]
    return {each.key: each for each in play.game.facts(state(play))}


def test_the_facts_count_hidden_markers_without_naming_them() -> None:
    play = campaign_with("heroic-defense-1", "spies-1")
    found = {each.key: each.value for each in play.game.facts(state(play))}
    pool = state(play).pools[ALLIES]
    assert (found[f"hand {ALLIES}"], found[f"pool {ALLIES}"]) == (2, len(pool.markers) - 2)
    assert not any("Spies" in key or "Heroic Defense" in key for key in found)


def test_the_quarters_under_a_marker_are_named() -> None:
    play = campaign_with(on_hq={"command-shakeup-1": "IV Army"})
    (fact,) = (each for each in play.game.facts(state(play)) if each.key == "hq command-shakeup-1")
    assert str(fact.shown) == "HQ under Command Shakeup: IV Army"


def test_a_side_counts_its_own_hand_by_name() -> None:
    play = campaign_with("spies-1", "heroic-defense-1", "heroic-defense-2", game=with_german_events())
    own = [str(each.shown) for each in play.game.facts(state(play), ALLIES)]
    assert own == ["Heroic Defense, in your hand: 2", "Spies, in your hand: 1"]
    assert [*play.game.facts(state(play), GERMANS)] == []
    without = campaign_with("spies-1")
    assert [*without.game.facts(state(without), GERMANS)] == []
