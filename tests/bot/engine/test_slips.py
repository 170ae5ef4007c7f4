"""A player's own board: what is to be done there since they last said that all was."""

import pytest

from bot.engine.sessions import Session
from bot.engine.slips import Slips
from localdiscord import User
from localdiscord.state.components import walk
from rules.notice import Public
from tests.bot.chat.answering.test_private_views import score
from tests.bot.harness import Harness, Message, choose, labels, text

DONE = "Done on my board"


async def table(here: Harness, *scores: int) -> Message:
    """A game with a panel that tells of the score, kept on the players' boards."""
    await here.found_small("night-watch", "North", "South")
    here.bot.client.panels._seconds = 0.0
    await choose(here.anna, here.marne, "campaign manage panel")
    panel = here.newest(here.carla)
    for each in scores:
        await score(here, each)
    return panel


async def slip(here: Harness, person: User, panel: Message) -> str:
    """What somebody reads who catches up."""
    await person.press(panel, "Catch me up")
    return text(here.newest(person))


async def ticked(here: Harness) -> Message:
    """One at which Bert has done what there was."""
    panel = await table(here, 5)
    await slip(here, here.bert, panel)
    await here.bert.press(here.newest(here.bert), DONE)
    return panel


async def test_it_lists_changes_since_the_last_tick(here: Harness) -> None:
    panel = await table(here, 5)
    await here.bert.slash(here.marne, "dice roll", {"reason": "rain"})
    assert "On your board" not in await slip(here, here.bert, panel), "who never ticks reads what came since they acted"
    await score(here, 6)
    assert "6" in await slip(here, here.bert, panel)
    await here.bert.press(here.newest(here.bert), DONE)
    assert "Noted" in text(here.newest(here.bert))
    assert "Your board is up to date." in await slip(here, here.bert, panel)
    assert DONE not in labels(here.newest(here.bert))
    await score(here, 7)
    await here.bert.slash(here.marne, "dice roll", {"reason": "rain"})
    assert "On your board" in await slip(here, here.bert, panel)
    await here.restart()
    assert "On your board" in await slip(here, here.bert, panel)


async def test_only_a_player_ticks_and_only_what_has_happened(here: Harness) -> None:
    panel = await table(here, 5)
    await slip(here, here.bert, panel)
    kept = here.newest(here.bert)
    (button,) = (each for each in walk(kept["components"]) if each.get("label") == DONE)
    button["custom_id"] = "adj:board:1:99"
    await here.bert.press(kept, DONE)
    assert text(here.newest(here.bert)).endswith("after entry 2.")
    await score(here, 6)
    await slip(here, here.bert, panel)
    kept = here.newest(here.bert)
    await choose(here.bert, here.marne, "campaign manage leave", {"seat": "South"})
    await here.bert.press(kept, DONE)
    assert text(here.newest(here.bert)).startswith("You hold no seat")


async def test_undone_changes_are_no_work(here: Harness) -> None:
    panel = await ticked(here)
    await score(here, 6)
    await here.bert.slash(here.marne, "act", {"offer": "That's wrong: Score entered"})
    assert "Your board is up to date." in await slip(here, here.bert, panel)


async def test_an_undone_done_change_is_taken_back(here: Harness) -> None:
    panel = await table(here, 5, 6)
    await slip(here, here.bert, panel)
    await here.bert.press(here.newest(here.bert), DONE)
    await here.bert.slash(here.marne, "act", {"offer": "That's wrong: Score entered"})
    told = await slip(here, here.bert, panel)
    assert "On your board" in told
    assert "5" in told.split("On your board")[1]


async def test_a_private_deed_that_is_undone_changes_nobody_elses_slip(here: Harness) -> None:
    panel = await ticked(here)
    await score(here, 6)
    before = await slip(here, here.bert, panel)
    await here.anna.slash(here.marne, "act", {"offer": "Note something"})
    await here.anna.slash(here.marne, "campaign undo")
    assert "unseen is undone" in text(here.private(here.anna)[-1])
    assert await slip(here, here.bert, panel) == before


async def test_a_private_deed_before_a_tick_brings_no_step_back(here: Harness) -> None:
    panel = await table(here)
    await here.anna.slash(here.marne, "act", {"offer": "Note something"})
    await score(here, 5)
    assert "On your board" in await slip(here, here.bert, panel)
    await here.bert.press(here.newest(here.bert), DONE)
    assert "Your board is up to date." in await slip(here, here.bert, panel)


async def test_the_panel_says_who_has_how_much_to_do_of_those_who_tick(here: Harness) -> None:
    panel = await ticked(here)
    await here.settle()
    (shown,) = [each for each in here.carla.messages(here.marne) if each["id"] == panel["id"]]
    assert f"<@{here.bert.id}>: up to date" in text(shown)
    await score(here, 6)
    await here.settle()
    (shown,) = [each for each in here.carla.messages(here.marne) if each["id"] == panel["id"]]
    assert f"<@{here.bert.id}>: 1 step to do" in text(shown)
    assert f"<@{here.anna.id}>:" not in text(shown).split("Boards")[1]


async def test_a_stranger_reads_it_and_ticks_nothing(here: Harness) -> None:
    panel = await table(here, 5)
    assert "On your board" in await slip(here, here.carla, panel)
    assert DONE not in labels(here.newest(here.carla))


async def test_a_step_that_was_done_is_taken_back_and_done_again(here: Harness) -> None:
    """One of which the bot keeps no value; brought back it is as if nothing had been undone."""
    await here.found_small("bridges", "West", "East")
    await choose(here.anna, here.marne, "campaign manage panel")
    panel = here.newest(here.carla)
    for person, order in ((here.anna, "Attack"), (here.bert, "Defend")):
        await person.slash(here.marne, "act", {"offer": order})
    told = (await slip(here, here.anna, panel)).split("On your board")[1]
    step = next(line for line in told.splitlines() if "Mark the bridge" in line)
    await here.anna.press(here.newest(here.anna), DONE)
    await here.anna.slash(here.marne, "campaign undo")
    await here.bert.press(here.newest(here.bert), "East: Agree")
    told = await slip(here, here.anna, panel)
    assert f"Take back: {step.removeprefix(': ')}" in told
    await choose(here.anna, here.marne, "record more redo")
    await here.bert.press(here.newest(here.bert), "East: Agree")
    assert "Your board is up to date." in await slip(here, here.anna, panel)


async def test_a_step_that_was_done_and_undone_since_is_none(here: Harness) -> None:
    await here.found_small("bridges", "West", "East")
    await choose(here.anna, here.marne, "campaign manage panel")
    panel, session = here.newest(here.carla), await here.campaign()
    await here.bot.client.service.slips.done(session, int(here.anna.id), session.campaign.seq)
    for person, order in ((here.anna, "Attack"), (here.bert, "Defend")):
        await person.slash(here.marne, "act", {"offer": order})
    assert "Mark the bridge" in await slip(here, here.anna, panel)
    await here.anna.slash(here.marne, "campaign undo")
    await here.bert.press(here.newest(here.bert), "East: Agree")
    assert "Your board is up to date." in await slip(here, here.anna, panel)


async def test_ticks_belong_to_their_board(here: Harness) -> None:
    await ticked(here)
    slips, other = here.bot.client.service.slips, int(here.bert.id)
    session = await here.campaign()
    await here.found(here.server.channel("verdun"))
    verdun = await here.campaign(here.server.channel("verdun"))
    await slips.done(verdun, other, 1)
    assert (await slips.of(verdun, other, 0)).is_kept
    kept = await slips.of(session, other, 0)
    assert (kept.is_kept, kept.steps) == (True, ())
    await slips.done(verdun, int(here.anna.id), 0)
    assert [*await slips.open(session)] == [other], "she keeps one in the other campaign alone"


async def test_what_comes_while_a_slip_is_read_is_not_ticked(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    panel, steps = await ticked(here), Slips._steps

    async def slowly(slips: Slips, session: Session, since: int) -> tuple[Public, ...]:
        found = await steps(slips, session, since)
        monkeypatch.undo()
        await score(here, 9)
        return found

    await score(here, 7)
    await here.settle()
    monkeypatch.setattr(Slips, "_steps", slowly)
    assert "Set the score to 7" in await slip(here, here.bert, panel)
    await here.bert.press(here.newest(here.bert), DONE)
    assert "Set the score to 9" in await slip(here, here.bert, panel)


async def test_a_tick_beyond_the_log_counts_to_its_end(here: Harness) -> None:
    """The host has put an older backup back."""
    panel = await table(here, 5)
    session = await here.campaign()
    await here.bot.client.service.slips.done(session, int(here.bert.id), session.campaign.seq + 5)
    assert "Your board is up to date." in await slip(here, here.bert, panel)
    await here.settle()
