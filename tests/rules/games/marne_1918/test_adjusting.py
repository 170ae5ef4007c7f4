"""The values that the bot keeps beside the board, counted and corrected."""

import pytest

from rules.campaign.time.corrections import Corrections
from rules.errors import NotNow, NotThere
from rules.games.marne_1918.phases import ALLIES, GERMANS
from rules.games.marne_1918.state import Doctrine
from rules.pool import Zone
from tests.games import marne
from tests.play import Play, public
from tests.rules.games.marne_1918.campaign import ANNA, BERT, campaign_with, refused, state


def facts(play: Play) -> dict[str, object]:
    return {each.key: each.value for each in play.campaign.game.facts(state(play))}


@pytest.mark.parametrize(
    ("key", "value", "reads"),
    [
        ("morale", "2", 2), ("morale", " 99 ", 99), ("morale", "000012", 12), ("doctrine", " pétain ", "Pétain"),
        ("transport", "3", 3),
    ],
)  # fmt: skip
def test_a_value_is_corrected_with_a_reason_old_to_new(key: str, value: str, reads: object) -> None:
    play = campaign_with()
    before = facts(play)[key]
    told = public(play.do(ANNA, marne().adjusting(state(play), key, value, "We forgot it")))
    assert f"{before} → **{reads}**." in told
    assert f"Set to {reads}: " in told
    assert "The reason given: We forgot it" in told
    assert facts(play)[key] == reads


def test_all_that_lies_on_the_table_is_counted_and_a_hand_for_its_side_alone() -> None:
    gone = dict.fromkeys(("air-unit-1", "air-unit-2"), Zone.REMOVED)
    play = campaign_with(
        "spies-1", "heroic-assault-1", "heroic-assault-2", tracks=["clemenceau-1"], on_hq={"gouraud-1": "IV Army"},
        zones=gone | dict.fromkeys(("pershing-1", "gouraud-1"), Zone.IN_PLAY), victory_points=0, morale=1, transport=2,
    )  # fmt: skip
    pool = len(marne().data.markers) - 8
    assert facts(play) == {
        "turn": 5, "points": 0, "morale": 1, "doctrine": "Foch", "transport": 2, "pool Allies": pool, "hand Allies": 3,
        "in play Allies Pershing": 1, "in play Allies Gouraud": 1, "on a track Allies Clemenceau": 1,
        "removed Allies Air unit": 2, "hq gouraud-1": "IV Army",
    }  # fmt: skip
    assert facts(campaign_with())["points"] == "not entered"
    held = {seat: {each.key: each.value for each in play.game.facts(state(play), seat)} for seat in (ALLIES, GERMANS)}
    assert held == {ALLIES: {"held Heroic Assault": 2, "held Spies": 1}, GERMANS: {}}


def test_the_points_are_entered_as_ever() -> None:
    play = campaign_with()
    play.do(ANNA, marne().adjusting(state(play), "points", " 31 ", "Counted"))
    assert facts(play)["points"] == 31


def test_what_is_no_value_changes_nothing() -> None:
    for key, value in (("morale", "many"), ("morale", "-1"), ("morale", "100"), ("doctrine", "Joffre"), ("morale", "")):
        play = campaign_with()
        refused(
            play,
            NotThere,
            "number from 0 to 99|one of these: Foch",
            ANNA,
            "adjust_value",
            what=key,
            value=value,
            reason="x",
        )
    refused(campaign_with(), NotNow, "nothing changes", BERT, "adjust_value", what="morale", value="0", reason="x")
    refused(campaign_with(), NotThere, "Give a reason", BERT, "adjust_value", what="morale", value="1")
    for same in (("morale", "2"), ("doctrine", "EVOLVING"), ("transport", "03")):
        play = campaign_with(morale=2, doctrine=Doctrine.EVOLVING, transport=3)
        refused(play, NotNow, "nothing changes", BERT, "adjust_value", what=same[0], value=same[1], reason="x")
    for key, value in (("points", "x"), ("points", "³"), ("turn", "3")):
        with pytest.raises(NotThere):
            marne().adjusting(marne().start(), key, value, "x")


@pytest.mark.parametrize("key", ["morale", "doctrine", "transport", "points"])
def test_a_long_text_is_refused_in_a_sentence(key: str) -> None:
    """As long as `/record more what:adjust` takes it."""
    play = campaign_with()
    with pytest.raises(NotThere):
        play.do(ANNA, play.campaign.game.adjusting(play.campaign.state, key, "x" * 100, "misread"))


def test_the_other_side_can_object_while_it_is_the_last_action() -> None:
    play = campaign_with()
    play.do(BERT, "adjust_value", what="morale", value="1", reason="x")
    assert play.campaign.of(Corrections).newest[-1].seq == play.campaign.seq
    assert not play.campaign.of(Corrections).newest[-1].stands_alone
