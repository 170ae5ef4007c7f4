"""A note comes with its turn: to its owner by DM, or as a sign in the channel that does not say what it is."""

from datetime import timedelta

from tests.bot.harness import Harness, choose
from tests.bot.test_poster_messages import whole


async def test_a_note_for_a_turn_names_its_owners_and_a_dm_says_it(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await here.settle(after=timedelta(minutes=1))
    await here.anna.slash(here.marne, "me settings", {"reach": "DM"})
    await choose(here.anna, here.marne, "me more remind", {"turns": 1, "about": "guns"})
    await choose(here.bert, here.marne, "me more remind", {"turns": 1, "about": "rail"})
    await here.go_on(here.anna)
    await here.settle(after=timedelta(minutes=1))
    await here.settle(after=timedelta(minutes=1))
    (dm,) = here.anna.messages(here.anna.dm())
    assert whole(dm) == {
        "content": "**You left yourself a note**", "called": [], "title": None,
        "said": "Turn 2 of **Night Watch**: guns", "footer": None, "below": [],
    }  # fmt: skip
    assert whole(here.newest(here.carla)) == {
        "content": f"<@{here.bert.id}>: you left yourself a note for this turn.", "called": ["bert"],
        "title": "Notes for this turn", "said": "`/me more what:notes` shows yours to you alone.",
        "footer": None, "below": [],
    }  # fmt: skip


async def test_where_dms_are_closed_the_channel_says_once_that_there_is_a_note(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await here.settle(after=timedelta(minutes=1))
    await here.anna.slash(here.marne, "me settings", {"reach": "DM"})
    await choose(here.anna, here.marne, "me more remind", {"turns": 1, "about": "guns"})
    here.anna.close_dms()
    await here.go_on(here.anna)
    for _ in range(3):
        await here.settle(after=timedelta(hours=1))
    assert [each.code for each in here.server.rejected] == [50007], "it is tried once"
    here.server.rejected.clear()
    said = [each["content"] for each in here.carla.messages(here.marne)]
    assert said.count(f"<@{here.anna.id}>: you left yourself a note for this turn.") == 1
    session = await here.campaign()
    assert await here.bot.client.service.people.notes_due(session.id, 2) == [], "it was told"


async def test_in_quiet_hours_a_note_names_its_owner_and_disturbs_nobody(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await here.settle(after=timedelta(minutes=1))
    await here.bert.slash(here.marne, "me settings", {"quiet": here.quiet_now()})
    for person in (here.anna, here.bert):
        await choose(person, here.marne, "me more remind", {"turns": 1, "about": "rail"})
    await here.go_on(here.anna)
    await here.settle(after=timedelta(minutes=1))
    note = whole(here.newest(here.carla))
    assert {each.partition(":")[0] for each in note["content"].split("\n")} == {
        f"<@{each.id}>" for each in (here.anna, here.bert)
    }
    assert note["called"] == ["anna"]


async def test_a_note_that_the_channel_refused_does_not_count_as_told(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await here.settle(after=timedelta(minutes=1))
    await choose(here.anna, here.marne, "me more remind", {"turns": 1, "about": "guns"})
    await here.go_on(here.anna)
    for _ in range(2):
        here.bot.client.panels._forbidden.note(int(here.marne["id"]))
    await here.settle(after=timedelta(minutes=1))
    assert "you left yourself a note" not in str(here.carla.messages(here.marne))
    (note,) = await here.bot.client.service.people.notes_due((await here.campaign()).id, 2)
    assert note.user == int(here.anna.id)


async def test_a_dm_tells_its_owner_all_of_theirs_and_nobody_else_s_in_the_language_of_the_campaign(
    here: Harness,
) -> None:
    await here.found_small("night-watch", "North", "South")
    await choose(here.anna, here.marne, "campaign manage language", {"language": "fr"})
    await here.bert.press(here.newest(here.bert), "South: Agree")
    await here.settle(after=timedelta(minutes=1))
    for person, own in ((here.anna, ("guns", "mud")), (here.bert, ("rail",))):
        await person.slash(here.marne, "me settings", {"reach": "DM"})
        for about in own:
            await choose(person, here.marne, "me more remind", {"turns": 1, "about": about})
    before = len(here.carla.messages(here.marne))
    await here.go_on(here.anna)
    for _ in range(3):
        await here.settle(after=timedelta(minutes=1))
    assert [whole(each) for person in (here.anna, here.bert) for each in person.messages(person.dm())] == [
        {
            "content": "**Vous vous êtes laissé une note**", "called": [], "title": None,
            "said": "\n".join(f"Tour 2 de **Night Watch**\xa0: {each}" for each in own), "footer": None, "below": [],
        } for own in (("guns", "mud"), ("rail",))
    ]  # fmt: skip
    assert not any("une note" in each["content"] for each in here.carla.messages(here.marne)[before:])
    assert not await here.bot.client.service.people.notes_due((await here.campaign()).id, 2), "they were told"


async def test_whose_dms_are_known_to_be_closed_is_named_beside_the_others(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await here.settle(after=timedelta(minutes=1))
    await here.bot.client.service.people.change(int(here.anna.id), by="closed")
    for person in (here.anna, here.bert):
        await choose(person, here.marne, "me more remind", {"turns": 1, "about": "rail"})
    await here.go_on(here.anna)
    for _ in range(2):
        await here.settle(after=timedelta(minutes=1))
    (note,) = (each for each in here.carla.messages(here.marne) if "you left yourself a note" in each["content"])
    assert whole(note)["called"] == ["anna", "bert"]
