"""Only the newest result has live buttons, and its tables stay readable."""

from localdiscord import Permission
from tests.bot.harness import Harness, labels, text, until


def results(here: Harness) -> list[list[str]]:
    """The buttons below each message of the channel."""
    return [labels(message) for message in here.carla.messages(here.marne) if message["embeds"]]


async def test_the_newest_result_takes_the_buttons_of_the_one_before(here: Harness) -> None:
    await here.found()
    await here.anna.press(here.newest(here.anna), "Allies: Draw 3 events")
    await until(lambda: results(here)[:2] == [[], []])
    assert "My hand" in results(here)[2]


async def test_the_tables_of_a_result_stay_readable(here: Harness) -> None:
    await here.found_small("bridges", "West", "East")
    await here.anna.slash(here.marne, "act", {"offer": "Attack"})
    await here.bert.slash(here.marne, "act", {"offer": "Defend"})
    await here.anna.slash(here.marne, "dice roll")
    await until(lambda: results(here)[-2] == ["Why?"])


async def test_a_result_that_was_deleted_is_no_matter(here: Harness) -> None:
    await here.found()
    messages = here.server.hub.state.messages
    newest = messages.find(here.newest(here.anna)["id"])
    assert newest is not None
    messages.delete(newest)
    await here.anna.slash(here.marne, "dice roll")
    assert "Rolled" in str(here.newest(here.carla)["embeds"])
    await until(lambda: [refusal.code for refusal in here.server.rejected] == [10008])
    here.server.rejected.clear()


async def test_where_the_bot_cannot_see_the_channel_it_does_not_try(here: Harness) -> None:
    """Interactions are answered all the same; a refused request would be counted."""
    await here.found()
    deny = {
        "id": str(here.bot.client.application_id),
        "type": 1,
        "allow": "0",
        "deny": str(int(Permission.VIEW_CHANNEL)),
    }
    here.server.hub.state.channels.by_id[here.marne["id"]]["permission_overwrites"] = [deny]
    await here.anna.slash(here.marne, "dice roll")
    assert "Rolled" in str(here.newest(here.carla)["embeds"])


async def test_the_answers_of_several_sides_stand_in_one_message(here: Harness) -> None:
    """A ready check costs the channel one message, and the last answer brings the result."""
    for person, seat in ((here.anna, "Germany"), (here.bert, "Italy"), (here.carla, "Britain")):
        command = "campaign new" if seat == "Germany" else "campaign join"
        options = {"game": "gathering-storm", "seat": seat} if seat == "Germany" else {"seat": seat}
        await person.slash(here.marne, command, options)
    await here.anna.slash(here.marne, "draw event")
    while not (campaign := (await here.campaign()).campaign).requests:
        await here.anna.slash(here.marne, "turn phase")
        if labels(question := here.newest(here.anna)) == ["Go on"]:
            await here.anna.press(question, "Go on")
    asked = here.newest(here.bert)
    assert campaign.requests[0].needed == {"Italy", "Britain"}
    before = len(here.carla.messages(here.marne))
    await here.bert.press(asked, "Done")
    assert len(here.carla.messages(here.marne)) == before
    grown = here.newest(here.carla)
    assert grown["id"] == asked["id"]
    assert "Agreed: Italy" in text(grown)
    assert labels(grown)[:2] == ["Britain: Done", "Britain: Done for this turn"]
    await here.carla.press(grown, "Britain: Done")
    assert "Phase ended" in text(here.newest(here.anna))


async def test_no_button_of_the_other_side_stands_out(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await here.bert.slash(here.marne, "act", {"offer": "Draw a token"})
    await here.anna.slash(here.marne, "turn phase")
    asked = here.newest(here.carla)
    styles = {part["label"]: part["style"] for row in asked["components"] for part in row["components"]}
    assert {label: style for label, style in styles.items() if label.startswith("South")} == {
        "South: Done": 2, "South: Done for this turn": 2, "South: Not yet": 2
    }  # fmt: skip
