"""Menus: what is there for whom, forms filled with what stands now, a refused one opened again, all after a restart."""

import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

from bot.base.language import reading, say
from bot.engine.founding import Wish
from bot.engine.request import Caller
from localdiscord import InvalidAction, User
from localdiscord.users.labels import labelled_fields
from rules.campaign.state.state import Away
from tests.bot.harness import MENUS, Harness, Message, choose, labels, text

ROOT = Path(__file__).parents[4]


async def there(person: User, where: Message, command: str = "campaign manage") -> list[str]:
    """What a menu lists for somebody."""
    await person.slash(where, command)
    (menu,) = (part for row in person.messages(where)[-1]["components"] for part in row["components"])
    return [option["value"] for option in menu["options"]]


def fields(person: User) -> dict[str, Any]:
    """The fields of the form in front of somebody."""
    assert person.modal is not None
    return {field["custom_id"]: field for _, field in labelled_fields(person.modal.body["components"])}


async def test_a_menu_lists_what_is_there_for_whom(here: Harness) -> None:
    await here.found()
    player, onlooker = await there(here.bert, here.marne), await there(here.carla, here.marne)
    assert {"end", "leave", "calls", "move"} <= set(player)
    assert not {"end", "leave", "calls", "move", "reopen", "update"} & set(onlooker)
    assert "update" in await there(here.anna, here.marne), "she is the referee"


async def test_an_entry_is_found_by_label_or_id(here: Harness) -> None:
    await here.found()

    async def found(typed: str) -> list[str]:
        options = await here.anna.autocomplete(here.marne, "campaign manage", focused="what", value=typed)
        return [each["value"] for each in options]

    labels = {
        each["value"]: each["name"]
        for each in await here.anna.autocomplete(here.marne, "campaign manage", focused="what", value="")
    }
    for id_, label in labels.items():
        for typed in (label.casefold(), label.upper(), label[1:-1], id_, id_.upper()):
            assert id_ in await found(typed), typed
    assert await found("no such entry") == []


@pytest.mark.parametrize("restarts", [False, True])
async def test_a_menu_that_opened_a_form_is_shown_anew(here: Harness, *, restarts: bool) -> None:
    """Apps of Discord send nothing if the same entry is chosen again. After a restart nobody can edit it any more."""
    await here.found()
    await there(here.anna, here.marne)
    menu, edits = here.newest(here.anna), list[str]()
    if restarts:
        await here.restart()
    here.server.watch(lambda each: edits.append(each.path) if each.method == "PATCH" else None)
    for _ in range(2):
        await here.anna.select(menu, "What do you want to do?", ["deadline"])
        assert fields(here.anna)
        here.anna.cancel_modal()
        shown = here.newest(here.anna)
        assert shown["components"] == menu["components"]
        assert bool(shown["edited_timestamp"]) is not restarts
    assert edits == ([] if restarts else ["/webhooks/{application}/{token}/messages/{message}"] * 2)


async def test_without_a_campaign_a_menu_says_how_to_begin(here: Harness) -> None:
    assert await there(here.bert, here.marne) == ["list"]
    for person, menu in ((here.bert, "record more"), (here.anna, "record more"), (here.anna, "admin")):
        await person.slash(here.marne, menu)
        assert text(here.private(person)[-1]) == "This channel has no campaign. `/campaign new` starts one."


async def test_an_ended_campaign_can_be_reopened(here: Harness) -> None:
    await here.anna.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    await choose(here.anna, here.marne, "campaign manage end")
    ended = await there(here.anna, here.marne)
    assert "reopen" in ended
    assert "end" not in ended


async def test_a_pause_can_be_ended_while_clocks_stand_still_or_will(here: Harness) -> None:
    """Not once it is over by itself, and not in a campaign that is over."""
    await here.found_small("night-watch", "North", "South")
    assert "resume" not in await there(here.anna, here.marne)
    for days in (3, 6):
        until = (here.server.clock.now() + timedelta(days=days)).date().isoformat()
        await choose(here.anna, here.marne, "campaign manage pause", {"until+": until})
        await here.bert.press(here.newest(here.bert), "South: Agree")
        assert "resume" in await there(here.anna, here.marne)
        if days == 3:
            here.server.clock.advance(timedelta(days=4))
            assert "resume" not in await there(here.anna, here.marne)
    await choose(here.anna, here.marne, "campaign manage end")
    await here.bert.press(here.newest(here.bert), "South: Agree")
    assert (await here.campaign()).campaign.of(Away).paused
    assert "resume" not in await there(here.anna, here.marne)


async def test_a_refused_form_is_reopened_after_a_restart(here: Harness) -> None:
    await here.found()
    await here.anna.slash(here.marne, "campaign manage", {"what": "deadline"})
    await here.anna.submit({"answer": "many"})
    refusal = here.newest(here.anna)
    assert text(refusal).startswith("Nothing was done\nAnswer must be a whole number, 1–90.")
    await here.restart()
    await here.anna.press(refusal, "Fix it")
    assert fields(here.anna)["answer"]["value"] == "many"
    await here.anna.submit({"answer": "4"})
    assert "wants to set the time to answer to 4 days" in text(here.newest(here.bert))


async def test_choices_and_texts_of_a_refused_form_are_kept(here: Harness) -> None:
    await here.found()
    bot = str(here.server.hub.state.bot_id)
    await choose(here.bert, here.marne, "campaign manage hand-over", {"seat": "Germans", "to": bot})
    assert f"<@{bot}>" in text(here.newest(here.bert)), "no client closes a form for whom it names"
    await here.bert.press(here.newest(here.bert), "Fix it")
    assert [each["value"] for each in fields(here.bert)["seat"]["options"] if each.get("default")] == ["Germans"]
    here.bert.cancel_modal()
    await choose(here.bert, here.marne, "record more compare", {"from": "no such point"})
    await here.bert.press(here.newest(here.bert), "Fix it")
    assert fields(here.bert)["from+"]["value"] == "no such point"


async def test_the_panel_opens_the_menus_after_a_restart(here: Harness) -> None:
    await here.found()
    await choose(here.anna, here.marne, "campaign manage panel")
    await here.restart()
    for label, entry in (("Manage…", "Calls…"), ("Record…", "Redo…")):
        panel = next(each for each in here.bert.messages(here.marne) if "More…" in labels(each))
        await here.bert.press(panel, "More…")
        await here.bert.press(here.newest(here.bert), label)
        await here.bert.select(here.newest(here.bert), "What do you want to do?", [entry])
        assert here.bert.modal is not None
        here.bert.cancel_modal()


async def test_the_form_of_the_calls_shows_what_holds(here: Harness) -> None:
    await here.found()
    for holds in (True, False):
        await here.anna.slash(here.marne, "campaign manage", {"what": "calls"})
        assert fields(here.anna)["on"]["default"] is holds
        await here.anna.submit({"on": "false"})


async def test_a_form_of_another_campaign_does_nothing(here: Harness) -> None:
    """The opponent, and whoever is slow: an end is meant for the campaign for which the form was opened."""
    await here.anna.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    await choose(here.anna, here.marne, "campaign manage deadline", {"answer": "many"})
    refusal = here.newest(here.anna)
    await here.anna.slash(here.marne, "campaign manage", {"what": "end"})
    service, first = here.bot.client.service, await here.campaign()
    call = Caller(1, here.server.clock.now(), int(here.server.guild_id), int(here.marne["id"]), int(here.anna.id))
    await service.execute(call, first, {"type": "end"})
    await service.found(replace(call, interaction=2), Wish("marne-1918", "", "Allies"))
    for doing in (here.anna.submit({}), here.anna.press(refusal, "Fix it")):
        await doing
        assert text(here.newest(here.anna)) == "Too late: another campaign is played in this channel now."
        here.anna.dismiss(here.newest(here.anna))
    assert not (await here.campaign()).campaign.is_ended


@pytest.mark.parametrize("entry", ["end", "deadline", "language", "leave"])
async def test_what_is_not_ones_own_to_do_is_no_form_to_fill_in(here: Harness, entry: str) -> None:
    await here.found()
    await here.carla.slash(here.marne, "campaign manage", {"what": entry})
    assert here.carla.modal is None
    refusal = here.newest(here.carla)
    assert text(refusal) == "You hold no seat in this campaign. `/campaign join` takes one."
    assert labels(refusal) == []


async def test_an_entry_that_is_not_there_is_refused_in_a_sentence(here: Harness) -> None:
    await here.found()
    await here.anna.slash(here.marne, "campaign manage", {"what": "surrender"})
    assert text(here.newest(here.anna)) == "That is not in the menu. Leave `what` empty to see what is."
    with reading("fr"):
        french = say("End the campaign…")
    assert french != "End the campaign…"
    for word in ("end", "End the campaign…", french):
        await here.anna.slash(here.marne, "campaign manage", {"what": word})
        assert here.anna.modal is not None
        here.anna.cancel_modal()


async def test_an_earlier_point_than_the_list_holds_is_typed(here: Harness) -> None:
    await here.found()
    await here.anna.slash(here.marne, "record more", {"what": "compare"})
    assert {"from", "from+"} < set(fields(here.anna))
    assert fields(here.anna)["from"]["options"][0]["label"].startswith("1 Germans joins")
    with pytest.raises(InvalidAction):
        await here.anna.submit({"from": "not among them"})


async def test_there_are_thirty_commands_at_most(here: Harness) -> None:
    tree, menus = here.bot.client.tree, here.bot.client.menus
    leaves = [each for each in tree.walk_commands() if isinstance(each, app_commands.Command)]
    managers = {"server settings", "admin"}
    assert len([each for each in leaves if each.qualified_name not in managers]) <= 30
    for name in menus.groups:
        for entry in menus.entries(name):
            assert len([each for each in entry.parameters if each.name not in ("sure", "dice")]) <= 5, entry.name
            assert entry.extras["entry"].label.endswith("…") or not any(each.required for each in entry.parameters), (
                entry.name
            )


async def test_every_entry_that_a_text_names_exists(here: Harness) -> None:
    menus = here.bot.client.menus
    known = {f"{command} {each.name}" for command, name in MENUS.items() for each in menus.entries(name)}
    files = [*(ROOT / "docs").rglob("*.md"), ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "data").glob("*.toml")]
    files += [*(ROOT / "bot").rglob("*.py"), *(ROOT / "rules").rglob("*.py"), *(ROOT / "data").rglob("*.po")]
    unknown = {}
    for file in files:
        for command, entry in re.findall(r"`/([a-z ]+?) what:([a-z0-9-]+)", file.read_text(encoding="utf-8")):
            if f"{command} {entry}" not in known:
                unknown[f"{command} {entry}"] = file.name
    assert unknown == {}
