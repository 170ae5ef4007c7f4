"""What the bot finds, and with which permission: each in its own guild and channel."""

import pytest

from localdiscord import Permission
from localdiscord.state.composition import compose
from localdiscord.state.permissions import DEFAULT_PERMISSIONS
from tests.localdiscord.api.scene import Scene
from tests.localdiscord.api.steps import codes

P = Permission
MESSAGE, MESSAGES = "/channels/{channel}/messages/{message}", "/channels/{channel}/messages"


async def test_a_message_is_found_in_its_own_channel_alone(scene: Scene) -> None:
    den = scene.server.channel("den")
    said = scene.anna.send(den, "x")["id"]
    private = compose(scene.state, den["id"], scene.state.bot, {"content": "psst"}, only_for=scene.anna.id)
    scene.state.messages.add(private)
    for place, message, answer in (
        (den["id"], said, (200, 0)),
        (scene.general["id"], said, (404, 10008)),
        (den["id"], scene.ids["second"], (404, 10008)),
        (den["id"], private.id, (404, 10008)),
    ):
        assert await scene.asks("GET", MESSAGE, channel=place, message=message) == answer


async def test_permissions_count_per_guild(scene: Scene) -> None:
    club = scene.server.guild("The club")
    club.user("carl")
    roles = [scene.state.guilds[each].body["roles"][1] for each in (scene.server.guild_id, club.id)]
    manager, none = str(DEFAULT_PERMISSIONS | P.MANAGE_CHANNELS), str(DEFAULT_PERMISSIONS)
    for bits, answers in (((manager, none), (201, 403)), ((none, manager), (403, 201))):
        for role, each in zip(roles, bits, strict=True):
            role["permissions"] = each
        found = [
            await scene.asks("POST", "/guilds/{guild}/channels", {"name": "new"}, guild=each)
            for each in (scene.server.guild_id, club.id)
        ]
        assert [status for status, _ in found] == [*answers]
    assert codes(scene.server) == [(403, 50013)] * 2
    assert await scene.asks("GET", "/guilds/{guild}", guild="1") == (404, 10004)


@pytest.mark.parametrize("place", ["abc", "1x", "-1", "12.5"])
async def test_a_malformed_id_is_named(scene: Scene, place: str) -> None:
    assert await scene.asks("GET", "/channels/{channel}", channel=place) == (400, 50035)
    (error,) = scene.server.rejected[-1].errors["channel_id"]["_errors"]
    assert error == {"code": "NUMBER_TYPE_COERCE", "message": f'Value "{place}" is not snowflake.'}


async def test_an_archived_thread_and_a_locked_one_are_told_apart(scene: Scene) -> None:
    threads = scene.state.channels
    made = [threads.add_thread(scene.general["id"], name, scene.anna.id) for name in "abcd"]
    scene.server.archive(made[1])
    scene.server.lock(made[2])
    scene.server.archive(made[3], locked=True)

    async def answers() -> list[tuple[int, int]]:
        return [await scene.asks("POST", MESSAGES, {"content": "x"}, channel=each["id"]) for each in made]

    assert await answers() == [(200, 0), (400, 50083), (200, 0), (400, 50083)], "the bot manages threads"
    scene.server.deny(scene.general, P.MANAGE_THREADS)
    assert await answers() == [(200, 0), (400, 50083), (403, 160005), (403, 160005)]
