"""Who sees a campaign that is played in private."""

from datetime import timedelta

from localdiscord import Permission
from tests.bot.harness import Harness, choose, text


async def test_a_private_thread_is_in_the_lists_of_its_members_alone(here: Harness) -> None:
    """The opponent: a stranger does not learn that it is played, nor its name."""
    council = here.private_thread("council", here.anna, here.bert)
    await here.found(council, name="The secret war")
    await here.settle(after=timedelta(minutes=1))
    council["members"].append(here.carla.id)
    await choose(here.carla, here.marne, "campaign manage list", {"where": "server"})
    assert "The secret war" in text(here.private(here.carla)[-1])
    council["members"].remove(here.carla.id)
    await choose(here.carla, here.marne, "campaign manage list", {"where": "server"})
    assert "The secret war" not in text(here.private(here.carla)[-1])
    await choose(here.bert, here.marne, "campaign manage list", {"where": "server"})
    assert "The secret war" in text(here.private(here.bert)[-1])
    channels = here.server.hub.state.channels
    channels.set_overwrite(here.marne, here.carla.id, allow=int(Permission.MANAGE_THREADS))
    await choose(here.carla, here.marne, "campaign manage list", {"where": "server"})
    assert "The secret war" in text(here.private(here.carla)[-1]), "who manages threads sees it all the same"
    here.server.rejected.clear()  # that Carla is not in the thread is what Discord answers


async def test_a_channel_that_one_does_not_see_is_in_no_list(here: Harness) -> None:
    """Nor are its threads."""
    hidden = here.server.channel("hidden")
    thread = here.server.thread("front", hidden)
    await here.found(hidden, name="The first")
    await here.found(thread, name="The second")
    channels = here.server.hub.state.channels
    for permission, is_listed in ((0, True), (int(Permission.VIEW_CHANNEL), False)):
        channels.set_overwrite(hidden, here.carla.id, deny=permission)
        await choose(here.carla, here.marne, "campaign manage list", {"where": "server"})
        said = text(here.private(here.carla)[-1])
        assert [name in said for name in ("The first", "The second")] == [is_listed] * 2
