"""A campaign for one in a DM, for whoever has the bot as an app of their own: the server is left out, and nothing
else. Two people's DMs know nothing of each other.
"""

from datetime import timedelta

import pytest

from localdiscord import InvalidAction
from localdiscord.state.components import walk
from tests.bot.harness import Harness, choose, labels, text
from tests.bot.test_canaries import Found, Prowl


async def test_a_campaign_is_played_in_a_dm_over_days(here: Harness) -> None:
    dm = here.anna.dm()
    await here.anna.slash(dm, "help")
    assert "Start a campaign" in labels(here.newest(here.anna, dm))
    await here.anna.slash(dm, "campaign new", {"game": "marne-1918", "seat": "Allies", "name": "Alone"})
    assert "Campaign started" in text(here.newest(here.anna, dm))
    await here.anna.slash(dm, "campaign join", {"seat": "Germans"})
    await here.anna.slash(dm, "draw event")
    hand = here.newest(here.anna, dm)
    assert "For your eyes only" in text(hand)
    menu = next(part for part in walk(hand["components"]) if str(part.get("placeholder")).startswith("These stay"))
    await here.anna.select(hand, menu["placeholder"], [menu["options"][0]["value"]])
    await here.restart()
    await here.anna.slash(dm, "turn next")
    assert "Turn 2" in "\n".join(map(text, here.anna.messages(dm)))
    for _ in range(2):
        await here.anna.slash(dm, "dice roll", {"reason": "rain"})
    *_, before, last = [each for each in here.anna.messages(dm) if "Dice rolled" in text(each)]
    assert (labels(before), len(labels(last)) > 1) == (["Why?"], True), "only the newest has live buttons"
    await choose(here.anna, dm, "campaign manage panel")
    await here.settle(after=timedelta(days=3))
    told = "\n".join(map(text, here.anna.messages(dm)))
    assert "Play waits" in told, "the reminder comes where it is played"
    assert "https://discord.com/channels/@me/" in told
    assert here.server.rejected == []


async def test_nobody_finds_what_others_play_in_their_dms(here: Harness) -> None:
    """By no command, choice, button or form, once both have a campaign."""
    people = (here.anna, here.bert)
    for person in people:
        new = {"game": "marne-1918", "seat": "Allies", "name": f"Of {person.name}"}
        await person.slash(person.dm(), "campaign new", new)
        await person.slash(person.dm(), "dice roll", {"reason": f"for {person.name} alone"})
    found = Found()
    for person in people:
        here.marne = person.dm()
        prowl = Prowl(here, found)
        await prowl.everything(person)
        assert prowl.tried > 50
    for person, other in (people, people[::-1]):
        for words in (f"Of {person.name}", f"for {person.name} alone"):
            assert found.where(words, other), "one finds one's own"
            assert found.where(words, person) == []


async def test_a_table_is_read_without_a_campaign(here: Harness) -> None:
    title = "Number of CP Offensives"
    assert title in str(await here.anna.autocomplete(here.anna.dm(), "table", focused="title", value="number"))
    await here.anna.slash(here.anna.dm(), "table", {"title": title, "roll": 12})
    assert "Row 12" in text(here.newest(here.anna, here.anna.dm()))
    await here.anna.slash(here.anna.dm(), "table", {"title": "Seven"})
    assert "There is no campaign in this channel yet" in text(here.newest(here.anna, here.anna.dm()))


@pytest.mark.parametrize("command", ["server settings", "admin"])
async def test_server_commands_are_missing(here: Harness, command: str) -> None:
    with pytest.raises(InvalidAction):
        await here.anna.slash(here.anna.dm(), command)


async def test_a_lesson_is_played_in_a_dm(here: Harness) -> None:
    dm = here.anna.dm()
    await here.anna.slash(dm, "help")
    await here.anna.press(here.newest(here.anna, dm), "Try Marne 1918")
    assert any("Draw 3 events" in labels(each) for each in here.anna.messages(dm))


async def test_where_the_bot_is_no_member_it_says_so_and_does_nothing(here: Harness) -> None:
    """It could not post there what falls due later. A DM is open to its user all the same."""
    here.server.become_own_app()
    await here.anna.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    assert "I am not on this server" in text(here.private(here.anna)[-1])
    assert len(here.bert.messages(here.marne)) == 0
    await here.anna.slash(here.anna.dm(), "campaign new", {"game": "marne-1918", "seat": "Allies"})
    assert "Campaign started" in text(here.newest(here.anna, here.anna.dm()))
