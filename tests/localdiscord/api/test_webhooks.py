"""The routes on which a bot responds to an interaction."""

from typing import Any

import aiohttp
import pytest

from localdiscord.interactions.interaction import InteractionType
from tests.localdiscord.api.scene import Scene

CALLBACK = "/interactions/{interaction}/{token}/callback"
HOOK = "/webhooks/{application}/{token}"
ORIGINAL = HOOK + "/messages/@original"
ANSWER = {"type": 4, "data": {"content": "pong"}}


@pytest.mark.parametrize(
    ("query", "returned"),
    [("", False), ("?with_response=true", True), ("?with_response=1", True), ("?with_response=false", False)],
)
async def test_a_callback_is_returned_to_who_asks_for_it(scene: Scene, query: str, *, returned: bool) -> None:
    status, body = await scene.request("POST", CALLBACK + query, ANSWER)
    assert status == (200 if returned else 204)
    assert (body and body["resource"]["message"]["content"]) == ("pong" if returned else None)


async def test_each_token_answers_its_own_interaction(scene: Scene) -> None:
    other = scene.server.hub.interactions.begin(
        scene.anna.id, scene.server.channel("den")["id"], InteractionType.COMMAND, {"id": "1", "name": "x", "type": 1}
    )
    wrong = CALLBACK.format(**scene.ids | {"token": other.token})
    assert (await scene.request("POST", wrong, ANSWER))[1]["code"] == 10062
    assert (await scene.request("POST", HOOK, {"content": "early"}))[1]["code"] == 10015
    for interaction, word in ((scene.ids["interaction"], "one"), (other.id, "two")):
        scene.ids |= {"interaction": interaction}
        if interaction == other.id:
            scene.ids |= {"token": other.token}
        assert (await scene.request("POST", CALLBACK, {"type": 4, "data": {"content": word}}))[0] == 204
    _, more = await scene.request("POST", HOOK, {"content": "more"})
    scene.ids["message"] = more["id"]
    _, edited = await scene.request("PATCH", HOOK + "/messages/{message}", {"content": "more and more"})
    _, original = await scene.request("GET", ORIGINAL)
    assert (edited["content"], original["content"], original["channel_id"]) == (
        "more and more", "two", scene.server.channel("den")["id"],
    )  # fmt: skip
    assert (await scene.request("DELETE", ORIGINAL))[0] == 204
    assert (await scene.request("GET", ORIGINAL))[1]["code"] == 10008
    assert (await scene.request("GET", HOOK + "/messages/{message}"))[1]["id"] == more["id"]
    assert scene.contents() == ["one", "two", "one"]
    assert [each["content"] for each in scene.anna.messages(scene.server.channel("den"))] == ["more and more"]


async def test_files_come_with_each_kind_of_answer(scene: Scene) -> None:
    found: list[Any] = []
    for method, path, payload in (
        ("POST", CALLBACK, '{"type": 4, "data": {}}'),
        ("POST", HOOK, "{}"),
        ("PATCH", ORIGINAL, '{"content": "x"}'),
    ):
        form = aiohttp.FormData({"payload_json": payload})
        form.add_field("files[0]", b"x", filename=f"{len(found)}.txt")
        async with scene.session.request(method, scene.server.api_url + path.format(**scene.ids), data=form) as answer:
            assert answer.status in (200, 204)
        messages = scene.anna.messages(scene.general)[-2:]
        found.append([[file["filename"] for file in each["attachments"]] for each in messages])
    assert found[1:] == [[["0.txt"], ["1.txt"]], [["0.txt", "2.txt"], ["1.txt"]]]
