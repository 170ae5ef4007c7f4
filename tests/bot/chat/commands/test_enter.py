"""`/enter`: what the board shows."""

from typing import Any

from localdiscord.state.components import walk
from tests.bot.harness import Harness, text


def menus(message: Any) -> dict[str, list[str]]:
    """What is chosen from each menu of a message."""
    shown = [each for each in walk(message["components"]) if "options" in each]
    return {each["placeholder"]: [option["label"] for option in each["options"]] for each in shown}


async def storm(here: Harness) -> None:
    await here.anna.slash(here.marne, "campaign new", {"game": "gathering-storm", "seat": "Germany"})
    await here.bert.slash(here.marne, "campaign join", {"seat": "Italy"})


async def test_all_that_can_be_entered_is_in_a_few_menus(here: Harness) -> None:
    await storm(here)
    await here.bert.slash(here.marne, "enter")
    shown = here.private(here.bert)[-1]
    assert "What do you want to enter?" in text(shown)
    found = menus(shown)
    assert [*found] == ["Numbers", "Countries"]
    entries = {
        each.label for each in (await here.campaign()).campaign.offers(int(here.bert.id)) if each.command.is_entry
    }
    assert {label for labels in found.values() for label in labels} == entries


async def test_a_menu_opens_its_form_after_a_restart(here: Harness) -> None:
    await storm(here)
    await here.bert.slash(here.marne, "act")
    shown = here.private(here.bert)[-1]
    assert {"Numbers", "Countries"} <= {*menus(shown)}
    await here.restart()
    await here.bert.select(shown, "Numbers", ["Climate and balance"])
    await here.bert.submit({"Economic Climate (-3 to 3)": "2", "Balance of Power (positive: Axis ahead)": "-1"})
    told = "Economic Climate: 0 → **2**.\nBalance of Power (positive: Axis ahead): 0 → **-1**."
    assert told in text(here.newest(here.carla))
    await here.bert.select(shown, "Numbers", ["Climate and balance"])
    assert text(here.private(here.bert)[-1]).startswith("That cannot be done now")


async def test_players_open_an_entry_by_its_label(here: Harness) -> None:
    await storm(here)
    offers = (await here.campaign()).campaign.offers(int(here.bert.id))
    entries = {each.label for each in offers if each.command.is_entry}
    assert {each.label for each in offers} - entries, "there is more to do than that"
    completed = await here.bert.autocomplete(here.marne, "enter", focused="what", value="climate")
    assert [each["value"] for each in completed] == ["Climate and balance"]
    completed = await here.bert.autocomplete(here.marne, "enter", focused="what")
    assert {each["value"] for each in completed} <= entries
    await here.bert.slash(here.marne, "enter", {"what": "Climate and balance"})
    await here.bert.submit({"Economic Climate (-3 to 3)": "1", "Balance of Power (positive: Axis ahead)": "0"})
    assert "Economic Climate: 0 → **1**." in text(here.newest(here.carla))
    for what in ("Weather", next(each.label for each in offers if each.label not in entries)):
        await here.bert.slash(here.marne, "enter", {"what": what})
        assert text(here.newest(here.bert)).startswith("You cannot enter that now.")
    await here.carla.slash(here.marne, "enter")
    assert "You hold no seat" in text(here.newest(here.carla))
    assert await here.carla.autocomplete(here.marne, "enter", focused="what") == []
    assert await here.bert.autocomplete(here.server.channel("other"), "enter", focused="what") == []
