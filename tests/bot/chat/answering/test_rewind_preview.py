"""Previews of rewinds, their goals, and the buttons that lead there."""

from dataclasses import replace

import pytest

from bot.chat.answering import rewind_preview
from bot.chat.answering.rewind_preview import goal
from rules.errors import NotThere
from tests.bot.chat.commands.test_record import act, played, told
from tests.bot.harness import EPHEMERAL, Harness, as_it_stands, choose, labels, text
from tests.bot.history import told_in
from tests.bot.test_poster_messages import whole
from tests.rules.campaign.helpers import ANNA, night_watch


def test_a_goal_is_an_entry_or_a_point() -> None:
    play = night_watch()
    play.do(ANNA, "next_turn")
    assert goal(play.campaign, " 2 ") == 2
    assert goal(play.campaign, "turn 2") == goal(play.campaign, "Turn 2 (entry 2)") == 2
    timeline = play.campaign.timeline
    points = (*timeline.points, replace(timeline.points[-1], number=9))
    assert goal(replace(play.campaign, timeline=replace(timeline, points=points)), "turn 2") == 9, "the newest"
    for typed in ("dawn", "²", "-1", "1" * 30):
        with pytest.raises(NotThere, match="There is no such point"):
            goal(play.campaign, typed)


async def test_points_come_before_entries_and_the_newest_first(here: Harness) -> None:
    await played(here)
    await act(here, here.anna, "next_turn")
    await here.anna.press(here.newest(here.anna), "Go on")
    await act(here, here.bert, "agree")
    await here.bert.press(here.newest(here.bert), "Go on")
    found = await here.bert.autocomplete(here.marne, "record rewind", focused="to", value="")
    assert found[0]["name"] == "Turn 2 (entry 7)"
    assert [each["value"] for each in found[1:]] == ["7", "6", "5", "4", "3", "2", "1"]
    found = await here.bert.autocomplete(here.marne, "record rewind", focused="to", value="token")
    assert [each["value"] for each in found] == ["3", "2"]


async def test_previews_hide_private_actions(here: Harness) -> None:
    await played(here)
    await act(here, here.anna, "note")
    found = await here.bert.autocomplete(here.marne, "record rewind", focused="to", value="")
    assert "Hidden move" not in str(found)
    await here.bert.slash(here.marne, "record rewind", {"to": "5"})
    assert "Hidden move" not in text(here.newest(here.bert))
    assert "lantern" not in str(found) + text(here.newest(here.bert))


async def test_undo_to_here_stands_in_the_apps_menu(here: Harness) -> None:
    await played(here)
    drawn = next(each for each in here.anna.messages(here.marne) if told_in(each) == [2, 3])
    await here.anna.context("Undo to here", drawn)
    preview = here.newest(here.anna)
    assert preview["flags"] & EPHEMERAL
    assert "Go back to this point?" in text(preview)
    assert "2 actions would be undone:" in text(preview)
    await here.anna.context("Undo to here", here.anna.messages(here.marne)[-2])
    assert "There is nothing after that to take back." in text(here.newest(here.anna))


async def test_the_reasons_of_a_result_lead_back_to_it(here: Harness) -> None:
    await here.anna.slash(here.marne, "campaign new", {"game": "fields-of-despair", "seat": "Allies"})
    await as_it_stands(here.anna, here.marne, "8", {"total": 96, "hexes": "A05 B05", "air": "3"})
    await here.anna.slash(here.marne, "turn next")
    await choose(here.anna, here.marne, "enter economy", {"eps": 3})
    newest = here.newest(here.carla)
    await here.anna.slash(here.marne, "turn next")
    await here.anna.context("Why?", newest)
    assert "Undo to here" in labels(here.newest(here.anna))
    await here.anna.press(here.newest(here.anna), "Undo to here")
    assert "You need nobody’s consent." in text(here.newest(here.anna))
    assert labels(here.newest(here.anna)) == ["Go back"]
    await here.anna.press(here.newest(here.anna), "Go back")
    assert "undone" in told(here)


async def test_a_preview_that_is_out_of_date_undoes_nothing(here: Harness) -> None:
    await played(here)
    await here.anna.slash(here.marne, "record rewind", {"to": "1"})
    preview = here.newest(here.anna)
    await act(here, here.bert, "call")
    await here.anna.press(preview, "Ask the others")
    assert "The game has gone on since" in text(here.newest(here.anna))
    assert not (await here.campaign()).campaign.requests


async def test_a_preview_after_a_hidden_move_leads_where_it_says(here: Harness) -> None:
    """Hidden moves have no number of their own, so a later entry stands further on in the log than its number says."""
    await here.found_small("night-watch", "North", "South")
    for person, command in ((here.anna, "draw"), (here.anna, "note"), (here.bert, "draw"), (here.anna, "call")):
        await act(here, person, command)
    campaign = (await here.campaign()).campaign
    assert (campaign.seq, campaign.number) == (5, 4)
    await here.anna.slash(here.marne, "record rewind", {"to": "3"})
    await here.anna.press(here.newest(here.anna), "Go back")
    campaign = (await here.campaign()).campaign
    assert [action.seq for action in campaign.timeline.standing] == [2, 3, 4]


async def test_a_preview_names_actions_consents_and_changes(here: Harness) -> None:
    await played(here)
    anna, bert = (f"<@{each.id}>" for each in (here.anna, here.bert))
    await here.bert.slash(here.marne, "record rewind", {"to": "1"})
    preview = here.newest(here.bert)
    fields = preview["embeds"][0]["fields"]
    assert whole(preview | {"mentions": []}) == {
        "content": "", "called": [], "title": "Go back to this point?",
        "said": f"The game resumes here: Turn 1.\n4 actions would be undone:\n`2` {anna}: Token drawn\n"
        f"`3` {bert}: Token drawn\n`4` {anna}: Call\n`5` {bert}: Answer\n2 dice stay used.\n"
        "North must agree, or a referee who plays no side.",
        "footer": None, "below": ["Ask the others"],
    }  # fmt: skip
    assert [(each["name"], each["value"]) for each in fields] == [
        ("To change on the board", "Take off the board: North: token: face down\n"
         "Take off the board: South: token: face down"),
    ]  # fmt: skip


async def test_of_many_actions_the_first_fifteen_are_named(here: Harness) -> None:
    """The reader: the rest is counted, to the last entry."""
    await played(here)
    for last in range(6, 18):
        await act(here, *((here.anna, "call") if last % 2 == 0 else (here.bert, "answer")))
        if last in (16, 17):
            await here.anna.slash(here.marne, "record rewind", {"to": "1"})
            said = text(here.newest(here.anna)).split("\n")
            assert f"{last - 1} actions would be undone:" in said
            assert [line for line in said if line.startswith("…")] == [f"… and 1 more, up to entry {last}."] * (
                last > 16
            )
            assert sum(line.startswith("`") for line in said) == 15
    await here.anna.slash(here.marne, "record rewind", {"to": "4"})
    assert "13 actions would be undone:" in text(here.newest(here.anna))
    assert "used." not in text(here.newest(here.anna))
    await here.anna.slash(here.marne, "record rewind", {"to": "16"})
    preview = text(here.newest(here.anna))
    assert "\n1 action would be undone:\n" in preview
    assert "used." not in preview, "no die was rolled"
    assert labels(here.newest(here.anna)) == ["Ask the others"]


async def test_all_dice_that_would_be_undone_are_counted(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of actions that are not named."""
    monkeypatch.setattr(rewind_preview, "MOST_LISTED", 1)
    await played(here)
    await here.anna.slash(here.marne, "record rewind", {"to": "1"})
    assert "\n… and 3 more, up to entry 5.\n2 dice stay used." in text(here.newest(here.anna))


async def test_a_rewind_request_names_its_goal_and_changes(here: Harness) -> None:
    await played(here)
    await here.go_on(here.anna, "turn next")
    assert (await here.campaign()).campaign.state.turn == 2
    await here.anna.slash(here.marne, "record rewind", {"to": "2"})
    assert "The game resumes here: Turn 1." in text(here.newest(here.anna))
    await here.anna.press(here.newest(here.anna), "Ask the others")
    asked = text(here.newest(here.carla))
    assert "wants to go back to Turn 1." in asked
    assert "Take off the board: South: token: face down" in asked
    assert "North: token" not in asked


async def test_a_goal_that_was_undone_or_only_undid_is_not_offered(here: Harness) -> None:
    await played(here)
    await act(here, here.anna, "note")
    await here.anna.slash(here.marne, "campaign undo")
    found = await here.anna.autocomplete(here.marne, "record rewind", focused="to", value="")
    assert [each["value"] for each in found] == ["5", "4", "3", "2", "1"]
    found = await here.anna.autocomplete(here.marne, "record rewind", focused="to", value="4")
    assert found[0]["value"] == "4"
    await act(here, here.anna, "call")
    await here.anna.slash(here.marne, "campaign undo")
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    found = await here.anna.autocomplete(here.marne, "record rewind", focused="to", value="")
    assert [each["value"] for each in found] == ["8", "5", "4", "3", "2", "1"]
