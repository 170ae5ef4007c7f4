"""Correcting an earlier result: the dice stay as they fell, and what was done since stands."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from bot.engine.sessions import Session
from rules.errors import NotNow
from tests.bot.desk import ANNA, BERT, Desk
from tests.games import OPENINGS
from tests.worlds import STRANGER

NOTHING = "took nothing in that could be corrected"


async def corrected(desk: Desk, session: Session, number: int, user: int = ANNA, **answers: str) -> Mapping[str, Any]:
    """The command that corrects an entry."""
    entry = await desk.service.numbered(session, number)
    return await desk.service.results.corrected(session, entry, user, answers)


async def test_what_was_counted_since_moves_by_as_much(desk: Desk) -> None:
    session = await desk.found()
    await desk.act(ANNA, {"type": "enter_points", "vp": 30})
    await desk.act(ANNA, {"type": "draw"})
    await desk.act(ANNA, {"type": "enter_points", "vp": 33, "reason": "Fismes fell"})
    entry = await desk.service.numbered(session, 1)
    asked = await desk.service.results.asked(session, entry, ANNA)
    assert (asked.inputs, asked.command) == (("vp",), entry.command), "it is asked again as it was"
    given = await corrected(desk, session, 1, vp="25")
    assert (given["mended"]["of"], given["table"]) == (1, [("German victory points", "28")])
    result = await desk.act(ANNA, given)
    assert session.campaign.state.victory_points == 28
    assert [str(each) for each in result.notices] == [
        "“Enter victory points” of turn 1 is corrected.",
        "German victory points: 30 → **25**.",
        "German victory points: 33 → **28**.",
        "Set the German victory points to 28.",
        "These counted with what was wrong, and stand: “Enter victory points” of turn 1.",
        "*Correct…* in the menu of their messages (Apps) puts them right, too.",
    ]
    again = await corrected(desk, session, 1, vp="26")
    assert again["table"] == [("German victory points", "29")], "it is corrected from what stands now"
    await desk.act(ANNA, {"type": "undo"})
    assert session.campaign.state.victory_points == 33
    again = await corrected(desk, session, 1, vp="26")
    assert again["table"] == [("German victory points", "29")], "an undone correction does not count"


async def test_any_player_corrects_what_shows_no_hand(desk: Desk) -> None:
    session = await desk.found(bert="Germans")
    await desk.act(ANNA, {"type": "enter_points", "vp": 30})
    await desk.act(BERT, await corrected(desk, session, 2, BERT, vp="25"))
    assert session.campaign.state.victory_points == 25
    with pytest.raises(NotNow, match="can correct this"):
        await corrected(desk, session, 2, STRANGER, vp="20")


async def test_what_asked_nothing_or_does_not_stand_is_not_asked_again(desk: Desk) -> None:
    session = await desk.found()
    await desk.act(ANNA, {"type": "draw"})
    await desk.act(ANNA, {"type": "enter_points", "vp": 30})
    with pytest.raises(NotNow, match=NOTHING):
        await corrected(desk, session, 1)
    await desk.act(ANNA, {"type": "undo"})
    with pytest.raises(NotNow, match="was undone"):
        await corrected(desk, session, 2, vp="25")


async def test_a_correction_rolls_no_other_dice(desk: Desk) -> None:
    session = await desk.found()
    await desk.act(ANNA, {"type": "enter_points", "vp": 30})
    await desk.act(ANNA, {"type": "draw"})
    points, draw = [await desk.service.numbered(session, number) for number in (1, 2)]
    with pytest.raises(NotNow, match="would need other dice"):
        await desk.service.results.corrected(session, replace(points, rolls=draw.rolls), ANNA, {"vp": "25"})


async def test_what_changes_nothing_is_no_correction(desk: Desk) -> None:
    session = await desk.found()
    await desk.act(ANNA, {"type": "enter_points", "vp": 30})
    with pytest.raises(NotNow, match="stands like that already"):
        await desk.act(ANNA, await corrected(desk, session, 1, vp="30"))


async def test_own_words_are_not_repeated_among_other_answers(desk: Desk) -> None:
    session = await desk.found()
    await desk.act(ANNA, {"type": "enter_points", "vp": 30})
    await desk.act(ANNA, {"type": "enter_points", "vp": 28, "reason": "Counted"})
    command = await corrected(desk, session, 2, vp="27", reason="Counted again")
    assert command["mended"]["answered"] == ()


async def test_a_later_result_that_would_be_refused_is_named(desk: Desk) -> None:
    session = await desk.found("fields-of-despair", "Allies")
    await desk.act(ANNA, OPENINGS["fields-of-despair"])
    await desk.act(ANNA, {"type": "next_turn"})
    for _ in range(3):
        await desk.act(ANNA, {"type": "skip_step", "reason": "By hand"}, sure=True)
    await desk.act(ANNA, {"type": "recon", "hex": "G08", "air": 3})
    command = await corrected(desk, session, 1, hexes="A05 B05")
    assert [each["values"]["turn"] for each in command["mended"]["later"]] == [7]


async def test_a_game_without_a_board_corrects_no_result(desk: Desk) -> None:
    session = await desk.found("high-card", "Red")
    await desk.act(ANNA, {"type": "bid", "points": 4})
    with pytest.raises(NotNow, match=NOTHING):
        await corrected(desk, session, 1, points="5")
